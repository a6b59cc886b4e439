//! [`JumpMap`]: a map made ready to be searched by jump points.

use super::lines::{Cell, Lines};
use super::source::sealed::Jumps;
use crate::grid::movement::DIRECTIONS;
use crate::grid::pruning::{DOWN, LEFT, Pruning, RIGHT, UP};
use crate::grid::{GridError, GridMap, Movement, Point};

/// A map made ready to be searched by jump points: its rows and columns as bits, under one movement rule.
///
/// It holds a [`GridMap`], and takes the same changes: each brings the bits up to date in constant time, so that
/// jumps are never those of an older map. Any number of [`JumpProblem`](super::JumpProblem)s may share it; while one
/// borrows it, it cannot change.
///
/// Three bits a cell for rows and three for columns, besides the map's own two bytes.
///
/// # Example
///
/// ```
/// use astride::grid::{GridError, JumpMap, JumpProblem, Movement, Point};
/// use astride::{AStar, Status};
///
/// let mut map = JumpMap::new("....\n.##.\n....".parse()?, Movement::Eight)?;
/// let (start, goal) = (Point::new(0, 1), Point::new(3, 1));
/// let mut search = AStar::new(JumpProblem::new(&map, start, goal)?);
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, 5 * 985);
///
/// map.set_free(Point::new(1, 1))?;
/// map.set_free(Point::new(2, 1))?;
/// let mut search = AStar::new(JumpProblem::new(&map, start, goal)?);
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, 3 * 985);
/// # Ok::<(), GridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JumpMap {
    map: GridMap,
    movement: Movement,
    rows: Lines,
    columns: Lines,
}

impl JumpMap {
    /// Makes a map ready.
    ///
    /// # Errors
    ///
    /// [`GridError::OutOfMemory`].
    ///
    /// # Complexity
    ///
    /// O(cells): some milliseconds for a million.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::grid::{GridError, GridMap, JumpMap, Movement};
    ///
    /// let map = JumpMap::new(GridMap::new(640, 480)?, Movement::EightCuttingCorners)?;
    /// assert_eq!((map.map().width(), map.movement()), (640, Movement::EightCuttingCorners));
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn new(map: GridMap, movement: Movement) -> Result<Self, GridError> {
        let (width, height) = (map.width(), map.height());
        let (Some(rows), Some(columns)) = (Lines::new(height, width), Lines::new(width, height)) else {
            return Err(no_memory(&map));
        };
        let mut map = Self {
            map,
            movement,
            rows,
            columns,
        };
        for point in map.map.points() {
            map.enter(point);
        }
        Ok(map)
    }

    /// The map.
    ///
    /// ```
    /// # use astride::grid::{GridError, GridMap, JumpMap, Movement};
    /// let map = JumpMap::new("..#".parse()?, Movement::Eight)?;
    /// assert_eq!(map.map().free_cells(), 2);
    /// # Ok::<(), GridError>(())
    /// ```
    #[inline]
    pub fn map(&self) -> &GridMap {
        &self.map
    }

    /// Gives the map back.
    ///
    /// ```
    /// # use astride::grid::{GridError, GridMap, JumpMap, Movement};
    /// let map: GridMap = JumpMap::new(GridMap::new(3, 3)?, Movement::Eight)?.into_map();
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn into_map(self) -> GridMap {
        self.map
    }

    /// The movement rule that it is made ready for.
    ///
    /// ```
    /// # use astride::grid::{GridError, GridMap, JumpMap, Movement};
    /// assert_eq!(JumpMap::new(GridMap::new(3, 3)?, Movement::Four)?.movement(), Movement::Four);
    /// # Ok::<(), GridError>(())
    /// ```
    #[inline]
    pub fn movement(&self) -> Movement {
        self.movement
    }

    /// The bytes that are allocated besides the map's own.
    ///
    /// ```
    /// # use astride::grid::{GridError, GridMap, JumpMap, Movement};
    /// let map = JumpMap::new(GridMap::new(510, 510)?, Movement::Eight)?;
    /// assert_eq!(map.bytes(), 510 * 512 * 6 / 8);
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn bytes(&self) -> usize {
        self.rows.bytes() + self.columns.bytes()
    }

    /// As [`GridMap::set_cost`]. O(1).
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`].
    ///
    /// ```
    /// # use astride::grid::{GridError, GridMap, JumpMap, Movement, Point};
    /// let mut map = JumpMap::new("...".parse()?, Movement::Eight)?;
    /// map.set_cost(Point::new(1, 0), 7)?;
    /// assert_eq!(map.map().to_string(), ".7.\n");
    /// # Ok::<(), GridError>(())
    /// ```
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

    /// As [`GridMap::set_wall`]. O(1).
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`].
    ///
    /// ```
    /// # use astride::grid::{GridError, GridMap, JumpMap, Movement, Point};
    /// let mut map = JumpMap::new("...".parse()?, Movement::Eight)?;
    /// map.set_wall(Point::new(1, 0))?;
    /// assert_eq!(map.map().to_string(), ".#.\n");
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn set_wall(&mut self, point: Point) -> Result<(), GridError> {
        self.set_cost(point, 0)
    }

    /// As [`GridMap::set_free`]. O(1).
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`].
    ///
    /// ```
    /// # use astride::grid::{GridError, GridMap, JumpMap, Movement, Point};
    /// let mut map = JumpMap::new("###".parse()?, Movement::Eight)?;
    /// map.set_free(Point::new(1, 0))?;
    /// assert_eq!(map.map().to_string(), "#.#\n");
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn set_free(&mut self, point: Point) -> Result<(), GridError> {
        self.set_cost(point, 1)
    }

    /// As [`GridMap::toggle`]: answers whether the cell is free now. O(1).
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`].
    ///
    /// ```
    /// # use astride::grid::{GridError, GridMap, JumpMap, Movement, Point};
    /// let mut map = JumpMap::new("...".parse()?, Movement::Eight)?;
    /// assert!(!map.toggle(Point::new(1, 0))?);
    /// assert!(map.toggle(Point::new(1, 0))?);
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn toggle(&mut self, point: Point) -> Result<bool, GridError> {
        let becomes_free = !self.map.is_free(point);
        self.set_cost(point, u8::from(becomes_free))?;
        Ok(becomes_free)
    }

    /// Enters what is known of a cell into its row and its column.
    fn enter(&mut self, point: Point) {
        let is_free = self.map.is_free(point);
        let pruning = self.pruning();
        let neighbours = usize::from(self.map.neighbours(point));
        let turns = |direction: usize| pruning[direction][neighbours] & !(1 << direction) != 0;
        let cell = |ahead, behind| Cell {
            is_free,
            turns_ahead: turns(ahead),
            turns_behind: turns(behind),
        };
        self.rows.set(point.y, point.x, cell(RIGHT, LEFT));
        self.columns.set(point.x, point.y, cell(DOWN, UP));
    }

    #[inline]
    pub(super) fn pruning(&self) -> &'static Pruning {
        self.movement.pruning()
    }

    /// How far it is to the next cell in a straight direction from which there is more than one way on, if one comes
    /// before a wall.
    #[inline]
    pub(super) fn turn(&self, from: Point, direction: usize) -> Option<u16> {
        match direction {
            UP => self.columns.turn_behind(from.x, from.y),
            RIGHT => self.rows.turn_ahead(from.y, from.x),
            DOWN => self.columns.turn_ahead(from.x, from.y),
            _ => self.rows.turn_behind(from.y, from.x),
        }
    }

    /// How many free cells there are in a straight direction up to the next wall.
    #[inline]
    pub(super) fn run(&self, from: Point, direction: usize) -> u16 {
        match direction {
            UP => self.columns.run_behind(from.x, from.y),
            RIGHT => self.rows.run_ahead(from.y, from.x),
            DOWN => self.columns.run_ahead(from.x, from.y),
            _ => self.rows.run_behind(from.y, from.x),
        }
    }

    /// The steps that are kept at a point after arriving in that direction; none in a wall.
    #[inline]
    pub(super) fn kept(&self, at: Point, arrival: usize) -> u8 {
        self.pruning()[arrival][usize::from(self.map.neighbours(at))]
    }
}

pub(super) fn no_memory(map: &GridMap) -> GridError {
    GridError::OutOfMemory {
        width: map.width().into(),
        height: map.height().into(),
    }
}

impl Jumps for JumpMap {
    #[inline]
    fn jump_map(&self) -> &JumpMap {
        self
    }

    #[inline]
    fn straight(&self, from: Point, direction: usize) -> Option<u16> {
        self.turn(from, direction)
    }

    /// Every cell on the way is worth a look.
    #[inline]
    fn sweep(&self, _: Point, _: usize) -> Option<u16> {
        Some(1)
    }

    #[inline]
    fn sweeps(&self, from: Point, direction: usize, steps: u16) -> bool {
        let mut at = from;
        (0..steps).all(|_| {
            let is_allowed = self.kept(at, direction) >> direction & 1 == 1;
            at = along(at, direction, 1);
            is_allowed
        })
    }
}

/// So many steps on from a point, all of them on the map.
#[inline]
pub(super) fn along(from: Point, direction: usize, steps: u16) -> Point {
    let (dx, dy) = DIRECTIONS[direction & 7];
    Point {
        x: from.x.wrapping_add(steps.wrapping_mul(i16::from(dx).cast_unsigned())),
        y: from.y.wrapping_add(steps.wrapping_mul(i16::from(dy).cast_unsigned())),
    }
}
