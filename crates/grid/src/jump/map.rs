//! [`JumpMap`]: a map prepared for jump point search.

use core::fmt;

use super::lines::{Cursor, Lines, Shift};
use super::source::sealed::{Jumps, Sight, Sweep, View};
use crate::map::changes_of_cells;
use crate::movement::{DIRECTIONS, opposite};
use crate::pruning::{Pruning, sides};
use crate::{GridError, GridMap, Movement, Point};

/// A map prepared for jump point search (JPS): its rows and columns as bits, under one movement rule.
///
/// Prefer a jump map to a [`JumpTable`](super::JumpTable) unless the map rarely changes. Not counting the [`GridMap`],
/// a table takes 17 to 21 times as much memory as a jump map; changing a cell takes 12 to 82 times as long. A search
/// with a table takes 0.5 to 0.8 times as long as one with a jump map, but up to 1.8 times as long if other work has
/// displaced the table from the caches.
///
/// A jump map owns a [`GridMap`] and has the same methods for changing cells. Each change updates the bits in constant
/// time, so that jumps are always those of the current map. Any number of [`JumpProblem`](super::JumpProblem)s may
/// share a jump map, which cannot change while any of them borrows it. A jump map takes one byte per cell, in addition
/// to the two of its `GridMap`; each row and column, with two more cells, is rounded up to a multiple of 64 cells.
///
/// # Example
///
/// ```
/// use astride_grid::{GridError, JumpMap, JumpProblem, Movement, Point};
/// use astride::{AStar, Status};
///
/// let mut map = JumpMap::new("....\n.##.\n....".parse()?, Movement::Eight)?;
/// let (start, goal) = (Point::new(0, 1), Point::new(3, 1));
/// let mut search = AStar::new(JumpProblem::new(&map, start, goal)?);
/// assert_eq!(search.run(), Status::Found);
/// println!("{} steps", search.path().unwrap().cost / 985); // prints: 5 steps
/// assert_eq!(search.path().unwrap().cost, 5 * 985);
///
/// map.set_free(Point::new(1, 1))?;
/// map.set_free(Point::new(2, 1))?;
/// let mut search = AStar::new(JumpProblem::new(&map, start, goal)?);
/// assert_eq!(search.run(), Status::Found);
/// println!("{} steps", search.path().unwrap().cost / 985); // prints: 3 steps
/// assert_eq!(search.path().unwrap().cost, 3 * 985);
/// # Ok::<(), GridError>(())
/// ```
#[doc(alias("jps", "jump point search"))]
#[derive(Clone, PartialEq, Eq)]
pub struct JumpMap {
    map: GridMap,
    movement: Movement,
    lines: Lines,
    /// Which steps are kept, under this movement rule.
    pruning: &'static Pruning,
}

impl JumpMap {
    /// Prepares a map.
    ///
    /// # Errors
    ///
    /// [`GridError::OutOfMemory`].
    ///
    /// # Complexity
    ///
    /// O(cells): 4 ms for 512 × 512 cells (measured).
    pub fn new(map: GridMap, movement: Movement) -> Result<Self, GridError> {
        let lines = Lines::new(map.width(), map.height()).ok_or_else(|| map.out_of_memory())?;
        let mut map = Self {
            map,
            movement,
            lines,
            pruning: movement.pruning(),
        };
        for point in map.map.points() {
            map.enter(point);
        }
        Ok(map)
    }

    /// The map.
    #[inline]
    pub fn map(&self) -> &GridMap {
        &self.map
    }

    /// Consumes the jump map and returns its map.
    pub fn into_map(self) -> GridMap {
        self.map
    }

    /// The movement rule.
    #[inline]
    pub fn movement(&self) -> Movement {
        self.movement
    }

    /// The number of allocated bytes, without those of the [`GridMap`].
    pub fn bytes(&self) -> usize {
        self.lines.bytes()
    }

    /// Changes a cell, as [`GridMap::set_cost`] does. O(1).
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`].
    pub fn set_cost(&mut self, point: Point, cost: u8) -> Result<(), GridError> {
        let was_free = self.map.is_free(point);
        self.map.set_cost(point, cost)?;
        if was_free != (cost != 0) {
            self.enter(point);
            for direction in 0..DIRECTIONS.len() {
                if let Some(neighbour) = self.map.neighbour(point, direction) {
                    self.enter(neighbour);
                }
            }
        }
        Ok(())
    }

    changes_of_cells!();

    /// Writes the bits of a cell into its row and its column.
    fn enter(&mut self, point: Point) {
        let neighbours = usize::from(self.map.neighbours(point));
        let turns = |direction: usize| self.pruning[direction][neighbours] & !(1 << direction) != 0;
        let turns = (0..4).fold(0, |bits, direction| bits | u8::from(turns(direction)) << direction);
        self.lines.set(point, self.map.is_free(point), turns);
    }

    /// The number of free cells in a straight direction before the next wall.
    #[inline]
    pub(super) fn run(&self, from: Point, direction: usize) -> u16 {
        self.lines.run(self.lines.cursor(from, direction))
    }

    /// Which steps are kept, by the direction of arrival and the free neighbours.
    #[inline]
    pub(super) fn pruning(&self) -> &'static Pruning {
        self.pruning
    }

    /// Whether a path that arrives at a free cell may, because of walls, go on in more directions than on open ground.
    pub(super) fn is_corner(&self, at: Point) -> bool {
        let neighbours = usize::from(self.map.neighbours(at));
        let turns = |direction: usize| {
            let kept = &self.pruning[direction];
            neighbours >> opposite(direction) & 1 == 1 && kept[neighbours] & !kept[OPEN] != 0
        };
        self.map.is_free(at) && (0..DIRECTIONS.len()).any(turns)
    }

    /// The steps that are kept at a point after arriving in that direction; none in a wall.
    #[inline]
    pub(super) fn kept(&self, at: Point, arrival: usize) -> u8 {
        self.pruning[arrival][usize::from(self.map.neighbours(at))]
    }
}

impl fmt::Debug for JumpMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JumpMap")
            .field("map", &self.map)
            .field("movement", &self.movement)
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}

/// The free neighbours of a cell without walls around it.
const OPEN: usize = 0xff;

impl Jumps for JumpMap {
    type View<'a> = MapView<'a>;

    #[inline]
    fn jump_map(&self) -> &JumpMap {
        self
    }

    #[inline]
    fn view(&self, from: Point) -> MapView<'_> {
        MapView { map: self, from }
    }
}

/// A cell from which a search looks along the lines.
#[derive(Clone, Copy, Debug)]
pub struct MapView<'a> {
    map: &'a JumpMap,
    from: Point,
}

impl<'a> View for MapView<'a> {
    type Sweep = LookingSweep<'a>;

    #[inline]
    fn cell(&self) -> usize {
        self.map.map.index(self.from)
    }

    #[inline]
    fn straight(&self, direction: usize) -> u16 {
        let lines = &self.map.lines;
        lines.turn(lines.cursor(self.from, direction))
    }

    #[inline]
    fn sweep(&self, direction: usize) -> LookingSweep<'a> {
        let Self { map, from } = *self;
        let step = DIRECTIONS[direction & 7];
        let sides = sides(direction);
        LookingSweep {
            map,
            kept: 1 << direction,
            straight_on: 1 << direction,
            more: !(1 << direction | 1 << sides[0] | 1 << sides[1]),
            pruning: &map.pruning[direction],
            cell: map.map.index(from),
            step: map.map.offset(step),
            swept: 0,
            cursors: [map.lines.cursor(from, sides[0]), map.lines.cursor(from, sides[1])],
            shifts: [map.lines.shift(sides[0], step), map.lines.shift(sides[1], step)],
        }
    }

    #[inline]
    fn sweeps(&self, direction: usize, steps: u16) -> bool {
        let map = &self.map.map;
        let pruning = &self.map.pruning[direction];
        let step = map.offset(DIRECTIONS[direction & 7]);
        let mut cell = map.index(self.from);
        (0..steps).all(|_| {
            let neighbours = map.neighbours_of(cell);
            cell = cell.wrapping_add(step);
            pruning[usize::from(neighbours)] >> direction & 1 == 1
        })
    }
}

/// A sweep that looks to both sides of every cell.
#[derive(Debug)]
pub struct LookingSweep<'a> {
    map: &'a JumpMap,
    /// The steps that are kept at the current cell, the step straight on, and those that lead neither straight on nor
    /// to a side.
    kept: u8,
    straight_on: u8,
    more: u8,
    /// The steps that are kept after a step in its direction, by the free neighbours.
    pruning: &'static [u8; 256],
    /// The number of the current cell, and the amount by which each step changes it.
    cell: usize,
    step: usize,
    swept: u16,
    cursors: [Cursor; 2],
    shifts: [Shift; 2],
}

impl Sweep for LookingSweep<'_> {
    #[inline]
    fn next_sight(&mut self) -> Option<Sight> {
        while self.kept & self.straight_on != 0 {
            self.swept += 1;
            self.cell = self.cell.wrapping_add(self.step);
            self.cursors[0].move_by(self.shifts[0]);
            self.cursors[1].move_by(self.shifts[1]);
            self.kept = self.pruning[usize::from(self.map.map.neighbours_of(self.cell))];
            let is_jump_point = self.kept & self.more != 0;
            if is_jump_point {
                self.kept = 0;
            }
            let [one, other] = self.cursors;
            let sides = [self.map.lines.turn(one), self.map.lines.turn(other)];
            if is_jump_point || sides[0] | sides[1] != 0 {
                return Some(Sight {
                    swept: self.swept,
                    cell: self.cell,
                    sides,
                    is_jump_point,
                });
            }
        }
        None
    }
}

/// The point `steps` steps away in a direction. All of these steps must be on the map.
#[inline]
pub(super) fn along(from: Point, direction: usize, steps: u16) -> Point {
    // Both coordinates as one number, so that one product is enough.
    let number = u32::from(from.y) << 16 | u32::from(from.x);
    let number = number.wrapping_add(STEPS[direction & 7].wrapping_mul(steps.into()));
    #[expect(clippy::cast_possible_truncation, reason = "a half each")]
    Point {
        x: number as u16,
        y: (number >> 16) as u16,
    }
}

/// By direction, the amount that a step adds to a point's number in [`along`].
const STEPS: [u32; 8] = {
    let mut steps = [0; 8];
    let mut direction = 0;
    while direction < 8 {
        let (dx, dy) = DIRECTIONS[direction];
        steps[direction] = (dx as i32 + ((dy as i32) << 16)).cast_unsigned();
        direction += 1;
    }
    steps
};
