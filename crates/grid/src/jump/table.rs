//! [`JumpTable`]: a map with all jumps computed beforehand.

use alloc::vec::Vec;
use core::{fmt, iter};

use super::JumpMap;
use super::map::along;
use super::source::sealed::{ENDS, Jumps, Sight, Sweep, View};
use crate::map::changes_of_cells;
use crate::movement::{DIRECTIONS, opposite};
use crate::pruning::sides;
use crate::{GridError, GridMap, Movement, Point};

/// A map with all jumps computed beforehand (JPS+).
///
/// Use a table for many searches on a map that rarely changes: such searches take 0.5 to 0.8 times as long as with a
/// [`JumpMap`] while the table stays in the caches. Otherwise, use a `JumpMap`: compared with it, a table takes 17 to
/// 21 times as much memory (not counting the [`GridMap`]), changing a cell takes 12 to 82 times as long, and a search
/// takes up to 1.8 times as long after other work has displaced the table from the caches.
///
/// A table has the same methods for changing cells as a [`GridMap`]. Each change updates the distances along the
/// affected rows, columns and diagonals, so that jumps are always those of the current map. A table takes 20 bytes per
/// cell in addition to those of a `JumpMap`.
///
/// # Example
///
/// ```
/// use astride_grid::{GridError, JumpProblem, JumpTable, Movement, Point};
/// use astride::{AStar, Status};
///
/// let mut table = JumpTable::new("....\n.##.\n....".parse()?, Movement::Eight)?;
/// let (start, goal) = (Point::new(0, 1), Point::new(3, 1));
/// let mut search = AStar::new(JumpProblem::new(&table, start, goal)?);
/// assert_eq!(search.run(), Status::Found);
/// println!("{} steps", search.path().unwrap().cost / 985); // prints: 5 steps
/// assert_eq!(search.path().unwrap().cost, 5 * 985);
///
/// table.set_free(Point::new(1, 1))?;
/// table.set_free(Point::new(2, 1))?;
/// let mut search = AStar::new(JumpProblem::new(&table, start, goal)?);
/// assert_eq!(search.run(), Status::Found);
/// println!("{} steps", search.path().unwrap().cost / 985); // prints: 3 steps
/// assert_eq!(search.path().unwrap().cost, 3 * 985);
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// D. Harabor, A. Grastien: *Improving Jump Point Search* (ICAPS 2014).
#[doc(alias("jps+", "jump point search"))]
#[derive(Clone)]
pub struct JumpTable {
    map: JumpMap,
    /// By cell.
    rows: Vec<Row>,
    /// The cells with numbers, in the order of their numbers, after [`ENDS`] others. Empty if no cell has one.
    numbered: Vec<Point>,
    /// Numbers that are no longer used.
    free: Vec<u32>,
}

/// The entry of a cell.
#[derive(Clone, Copy, Default)]
struct Row {
    /// By direction. In a straight direction, the distance to the next jump point, or 0 if a wall comes first. For a
    /// sweep, the distance to the next cell that is worth a look, or minus the distance to the wall if there is no such
    /// cell. Longer distances are cut short at [`FURTHEST`], since a search can jump on from any cell in the middle of
    /// a jump.
    distances: [i16; 8],
    /// The number of a cell that may be a jump point, otherwise 0. These numbers are small, so a search stores its
    /// nodes close together, and a first search does not wait for a new page of memory at almost every node.
    number: u32,
}

const FURTHEST: i16 = i16::MAX;

/// Cells have numbers if at most one in this many needs one. Otherwise, the numbers of all cells are faster (measured).
const SPARSE: usize = 40;

/// The largest number of cells of a map with such numbers, so that other nodes can have greater ones.
const MOST: usize = 1 << 28;

impl JumpTable {
    /// Computes all jumps of a map. [`TryFrom`] turns a [`JumpMap`] into a table.
    ///
    /// # Errors
    ///
    /// [`GridError::OutOfMemory`].
    ///
    /// # Complexity
    ///
    /// O(cells): 16 to 31 ms for 512 × 512 cells (measured on four maps).
    pub fn new(map: GridMap, movement: Movement) -> Result<Self, GridError> {
        Self::try_from(JumpMap::new(map, movement)?)
    }

    /// The map.
    #[inline]
    pub fn map(&self) -> &GridMap {
        self.map.map()
    }

    /// Consumes the table and returns its map.
    pub fn into_map(self) -> GridMap {
        self.map.into_map()
    }

    /// The movement rule.
    #[inline]
    pub fn movement(&self) -> Movement {
        self.map.movement()
    }

    /// The number of allocated bytes, without those of the [`GridMap`].
    pub fn bytes(&self) -> usize {
        self.map.bytes()
            + self.rows.capacity() * size_of::<Row>()
            + self.numbered.capacity() * size_of::<Point>()
            + self.free.capacity() * size_of::<u32>()
    }

    /// Changes a cell, as [`GridMap::set_cost`] does.
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`].
    ///
    /// # Complexity
    ///
    /// O(1) if only the terrain changes. Otherwise O(cells from which a jump or a sweep reached the neighbourhood of
    /// the changed cell), usually a few hundred cells. At worst, these are the cells of three whole rows and columns
    /// and of the diagonals through them; updating them takes half as long as computing a new table.
    pub fn set_cost(&mut self, point: Point, cost: u8) -> Result<(), GridError> {
        let was_free = self.map.map().is_free(point);
        self.map.set_cost(point, cost)?;
        if was_free != (cost != 0) {
            self.repair(point);
        }
        Ok(())
    }

    changes_of_cells!();

    #[inline]
    fn distance(&self, from: Point, direction: usize) -> i16 {
        self.rows[self.map().index(from)].distances[direction & 7]
    }

    /// All directions. Those of straight lines come before those of sweeps, whose distances depend on them.
    fn directions(&self) -> impl Iterator<Item = usize> + use<> {
        let sweeps = self.movement().sweeps();
        let has_diagonals = self.movement().has_diagonals();
        let is_sweep = move |direction: &usize| sweeps >> direction & 1 == 1;
        let all = 0..if has_diagonals { DIRECTIONS.len() } else { 4 };
        let lines = all.clone().filter(move |direction| !is_sweep(direction));
        lines.chain(all.filter(is_sweep))
    }

    /// A cell's distance, computed from those of the next cell in that direction.
    fn look(&self, from: Point, direction: usize) -> i16 {
        let straight_on = 1 << direction;
        if self.map.kept(from, direction) & straight_on == 0 {
            return 0;
        }
        let next = along(from, direction, 1);
        let kept = self.map.kept(next, direction);
        let further = self.distance(next, direction);
        if self.movement().sweeps() & straight_on == 0 {
            return match further {
                _ if kept & !straight_on != 0 => 1,
                0 => 0,
                _ => further.saturating_add(1),
            };
        }
        let [one, other] = sides(direction);
        let is_worth_a_look = kept & !(straight_on | 1 << one | 1 << other) != 0
            || self.distance(next, one) > 0
            || self.distance(next, other) > 0;
        if is_worth_a_look {
            1
        } else if further > 0 {
            further.saturating_add(1)
        } else {
            further.saturating_sub(1).max(-FURTHEST)
        }
    }

    /// Computes the distance of a cell again, and those of the cells behind it that depend on it. Adds the cells that
    /// have gained or lost a jump to `changed`.
    fn look_again(&mut self, from: Point, direction: usize, changed: &mut Vec<Point>) {
        let mut at = Some(from);
        while let Some(point) = at {
            let new = self.look(point, direction);
            let cell = self.map().index(point);
            let old = core::mem::replace(&mut self.rows[cell].distances[direction], new);
            if new == old {
                return;
            }
            if (new > 0) != (old > 0) {
                changed.push(point);
            }
            at = self.map().neighbour(point, opposite(direction));
        }
    }

    /// Gives a cell a number if it may be a jump point, and otherwise takes its number back. If there is not enough
    /// memory, the cell has no number.
    fn renumber(&mut self, point: Point) {
        let cell = self.map().index(point);
        let number = self.rows[cell].number;
        let is_corner = self.map.is_corner(point);
        if self.numbered.is_empty() || is_corner == (number != 0) {
            return;
        }
        self.rows[cell].number = 0;
        if !is_corner {
            if self.free.try_reserve(1).is_ok() {
                self.free.push(number);
            }
        } else if let Some(number) = self.free.pop() {
            self.numbered[number as usize] = point;
            self.rows[cell].number = number;
        } else if self.numbered.try_reserve(1).is_ok() {
            self.rows[cell].number = u32::try_from(self.numbered.len()).unwrap_or(0);
            self.numbered.push(point);
        }
    }

    /// Updates the distances after a cell has become free or a wall.
    fn repair(&mut self, point: Point) {
        // The distance of a cell depends on its own free neighbours and on those of the next cell.
        let nearby = |at: u16, end: u16| at.saturating_sub(2)..at.saturating_add(3).min(end);
        let (width, height) = (self.map().width(), self.map().height());
        let around = || nearby(point.y, height).flat_map(move |y| nearby(point.x, width).map(move |x| Point { x, y }));
        around().for_each(|cell| self.renumber(cell));
        let sweeps = self.movement().sweeps();
        let mut changed = Vec::new();
        let mut not_needed = Vec::new();
        for direction in self.directions() {
            if sweeps >> direction & 1 == 0 {
                around().for_each(|cell| self.look_again(cell, direction, &mut changed));
                continue;
            }
            around().for_each(|cell| self.look_again(cell, direction, &mut not_needed));
            for cell in &changed {
                if let Some(behind) = self.map().neighbour(*cell, opposite(direction)) {
                    self.look_again(behind, direction, &mut not_needed);
                }
            }
        }
    }
}

/// Two tables are equal if their maps and movement rules are equal, however their jump points are numbered.
impl PartialEq for JumpTable {
    fn eq(&self, other: &Self) -> bool {
        let mut rows = self.rows.iter().zip(&other.rows);
        self.map == other.map && rows.all(|(row, other)| row.distances == other.distances)
    }
}

impl Eq for JumpTable {}

impl fmt::Debug for JumpTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JumpTable")
            .field("map", self.map())
            .field("movement", &self.movement())
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}

impl TryFrom<JumpMap> for JumpTable {
    type Error = GridError;

    /// # Errors
    ///
    /// [`GridError::OutOfMemory`].
    fn try_from(map: JumpMap) -> Result<Self, GridError> {
        let cells = map.map().index_bound();
        let mut rows = Vec::new();
        rows.try_reserve_exact(cells).map_err(|_| map.map().out_of_memory())?;
        rows.extend(iter::repeat_n(Row::default(), cells));
        let corners = map.map().points().filter(|cell| map.is_corner(*cell)).count();
        let mut numbered = Vec::new();
        if corners <= cells / SPARSE && cells <= MOST {
            let room = numbered.try_reserve_exact(ENDS + corners);
            room.map_err(|_| map.map().out_of_memory())?;
            numbered.resize(ENDS, Point::default());
        }
        let mut table = Self {
            map,
            rows,
            numbered,
            free: Vec::new(),
        };
        for point in table.map().points() {
            table.renumber(point);
        }
        let (width, height) = (table.map().width(), table.map().height());
        for direction in table.directions() {
            let (dx, dy) = DIRECTIONS[direction];
            // The next cell first.
            let in_order =
                |end: u16, is_forward: bool| (0..end).map(move |at| if is_forward { at } else { end - 1 - at });
            for y in in_order(height, dy < 0) {
                for x in in_order(width, dx < 0) {
                    let point = Point { x, y };
                    let cell = table.map().index(point);
                    table.rows[cell].distances[direction] = table.look(point, direction);
                }
            }
        }
        Ok(table)
    }
}

impl Jumps for JumpTable {
    type View<'a> = TableView<'a>;

    #[inline]
    fn jump_map(&self) -> &JumpMap {
        &self.map
    }

    #[inline]
    fn has_numbers(&self) -> bool {
        !self.numbered.is_empty()
    }

    #[inline]
    fn number(&self, cell: usize) -> usize {
        self.rows.get(cell).map_or(0, |row| row.number as usize)
    }

    #[inline]
    fn numbered(&self, number: usize) -> Option<Point> {
        self.numbered.get(number).copied()
    }

    /// Leaves some room for changes, so that an array of this size lasts.
    #[inline]
    fn number_bound(&self) -> usize {
        self.numbered.len() + self.numbered.len() / 8 + 64
    }

    #[inline]
    fn view(&self, from: Point) -> TableView<'_> {
        let cell = self.map().index(from);
        TableView {
            table: self,
            cell,
            distances: self.rows.get(cell).map_or(&[0; 8], |row| &row.distances),
        }
    }
}

/// The table's entry for one cell, read once.
#[derive(Clone, Copy, Debug)]
pub struct TableView<'a> {
    table: &'a JumpTable,
    cell: usize,
    distances: &'a [i16; 8],
}

impl<'a> View for TableView<'a> {
    type Sweep = LeapingSweep<'a>;

    #[inline]
    fn cell(&self) -> usize {
        self.cell
    }

    #[inline]
    fn straight(&self, direction: usize) -> u16 {
        reach(self.distances[direction & 7])
    }

    #[inline]
    fn sweep(&self, direction: usize) -> LeapingSweep<'a> {
        let table = self.table;
        let [one, other] = sides(direction);
        LeapingSweep {
            table,
            direction,
            offset: table.map().offset(DIRECTIONS[direction & 7]),
            cell: self.cell,
            next: reach(self.distances[direction & 7]),
            swept: 0,
            pruning: &table.map.pruning()[direction & 7],
            turns: if table.movement().turns_on_sweeps() {
                !(1 << direction | 1 << one | 1 << other)
            } else {
                0
            },
        }
    }

    #[inline]
    fn sweeps(&self, direction: usize, steps: u16) -> bool {
        let offset = self.table.map().offset(DIRECTIONS[direction & 7]);
        let (mut cell, mut left) = (self.cell, steps);
        let mut distance = self.distances[direction & 7];
        while distance.unsigned_abs() < left {
            if distance <= 0 && distance > -FURTHEST {
                return false;
            }
            let reach = distance.unsigned_abs();
            cell = cell.wrapping_add(offset.wrapping_mul(reach.into()));
            left -= reach;
            distance = self.table.rows[cell].distances[direction & 7];
        }
        true
    }
}

/// The distance to a jump point or to a cell worth a look, or 0 if there is none before the wall.
#[inline]
fn reach(distance: i16) -> u16 {
    distance.max(0).unsigned_abs()
}

/// A sweep that leaps to the cells from which something can be seen.
#[derive(Debug)]
pub struct LeapingSweep<'a> {
    table: &'a JumpTable,
    direction: usize,
    /// The number of the current cell, and the amount by which each step changes it.
    cell: usize,
    offset: usize,
    /// The distance to the next cell worth a look, or 0 if there is none.
    next: u16,
    swept: u16,
    /// By the free neighbours, the steps that are kept after a step in its direction, and which of them make a cell a
    /// jump point.
    pruning: &'static [u8; 256],
    turns: u8,
}

impl Sweep for LeapingSweep<'_> {
    #[inline]
    fn next_sight(&mut self) -> Option<Sight> {
        if self.next == 0 {
            return None;
        }
        self.cell = self.cell.wrapping_add(self.offset.wrapping_mul(self.next.into()));
        self.swept += self.next;
        let distances = &self.table.rows[self.cell].distances;
        let sides = sides(self.direction).map(|side| reach(distances[side & 3]));
        // If nothing can be seen here, the way was cut short.
        let is_jump_point = sides == [0, 0]
            || self.turns != 0 && {
                let neighbours = self.table.map().neighbours_of(self.cell);
                self.pruning[usize::from(neighbours)] & self.turns != 0
            };
        self.next = if is_jump_point {
            0
        } else {
            reach(distances[self.direction & 7])
        };
        Some(Sight {
            swept: self.swept,
            cell: self.cell,
            sides,
            is_jump_point,
        })
    }
}
