//! [`GridMap`]: walls and terrain costs, and the free neighbours of each cell.

use alloc::vec::Vec;
use core::fmt;

use super::numbers::number;
use super::version::Version;
use super::{Drawing, End, GridError, Point};
use astride::engine::MAX_NODES;

/// A rectangle of cells, each either a wall or free with a terrain cost.
///
/// The terrain cost of a cell, from 1 to 255, multiplies the cost of every step *into* it. In a new map, every cell is
/// free and costs 1. Everything outside the map counts as a wall. Cells can be changed at any time, except while a
/// search borrows or shares the map. A [`GridWorld`](super::GridWorld) that changes a cell of its map also updates what
/// is derived from it, such as jump points and components.
///
/// A map takes two bytes per cell: one for the terrain cost, and one with a bit for each of the eight neighbours, which
/// is set if the neighbour is free. The second byte replaces eight lookups with one during a search. Changing a cell
/// updates the bytes around it in constant time.
///
/// # Example
///
/// ```
/// use astride_grid::{GridError, GridMap, Point};
///
/// let mut map = GridMap::new(4, 3)?;
/// map.set_wall(Point::new(1, 1))?;
/// map.set_cost(Point::new(2, 0), 5)?;
/// assert_eq!(map.to_string(), "..5.\n.#..\n....\n");
/// # Ok::<(), GridError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct GridMap {
    pub(super) width: u16,
    pub(super) height: u16,
    /// Row by row, with a wall after each row, so that a point to the right of the map falls on that wall and never on
    /// another row.
    pub(super) costs: Vec<u8>,
    /// A bit for each direction that leads to a free cell; a wall has no bits.
    pub(super) neighbours: Vec<u8>,
    /// The number of cells with each cost.
    counts: Vec<u32>,
    /// The least cost of a free cell, or 0 if there is none.
    least: u8,
    /// The version of the walls alone.
    pub(super) walls: Version,
    /// The version of all cells.
    pub(super) cells: Version,
}

impl GridMap {
    /// The maximum number of columns, and of rows.
    pub const MAX_SIDE: usize = u16::MAX as usize;

    /// Creates a map of free cells.
    ///
    /// # Arguments
    ///
    /// `width` and `height` in cells, each from 1 to 65535.
    ///
    /// # Errors
    ///
    /// [`GridError::BadSize`] if a side is out of range, or if `(width + 1) * height` exceeds 2³⁰ − 1, so that the
    /// cells cannot be numbered; [`GridError::OutOfMemory`].
    ///
    /// # Complexity
    ///
    /// O(cells).
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::{GridError, GridMap};
    ///
    /// assert_eq!(GridMap::new(640, 480)?.width(), 640);
    /// assert_eq!(GridMap::new(0, 480), Err(GridError::BadSize { width: 0, height: 480 }));
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn new(width: usize, height: usize) -> Result<Self, GridError> {
        Self::from_fn(width, height, |_| 1)
    }

    /// Creates a map with the terrain cost that `cost` returns for each point, row by row; 0 is a wall.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    ///
    /// # Complexity
    ///
    /// O(cells); faster than changing the cells one by one.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::{GridError, GridMap};
    ///
    /// let chessboard = GridMap::from_fn(4, 2, |point| u8::from((point.x + point.y) % 2 == 0))?;
    /// assert_eq!(chessboard.to_string(), ".#.#\n#.#.\n");
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn from_fn(width: usize, height: usize, mut cost: impl FnMut(Point) -> u8) -> Result<Self, GridError> {
        let (columns, rows) = Self::check_size(width, height)?;
        let cells = (width + 1) * height;
        let bytes = || -> Result<Vec<u8>, GridError> {
            let mut bytes = Vec::new();
            bytes
                .try_reserve_exact(cells)
                .map_err(|_| GridError::OutOfMemory { width, height })?;
            Ok(bytes)
        };

        let mut map = Self {
            width: columns,
            height: rows,
            costs: bytes()?,
            neighbours: bytes()?,
            counts: alloc::vec![0; 256],
            least: 0,
            walls: Version::default(),
            cells: Version::default(),
        };
        for y in 0..rows {
            for x in 0..columns {
                let cost = cost(Point { x, y });
                map.counts[usize::from(cost)] += 1;
                map.costs.push(cost);
            }
            map.costs.push(0);
        }
        map.neighbours.resize(cells, 0);
        map.find_neighbours();
        map.find_least();
        Ok(map)
    }

    /// Returns both sides as a map stores them, if they are valid.
    pub(super) fn check_size(width: usize, height: usize) -> Result<(u16, u16), GridError> {
        let bad_size = GridError::BadSize { width, height };
        let (Ok(columns @ 1..), Ok(rows @ 1..)) = (u16::try_from(width), u16::try_from(height)) else {
            return Err(bad_size);
        };
        let cells = (width + 1).checked_mul(height);
        match cells.filter(|cells| *cells <= MAX_NODES) {
            Some(_) => Ok((columns, rows)),
            None => Err(bad_size),
        }
    }

    /// The number of columns.
    #[inline]
    pub fn width(&self) -> u16 {
        self.width
    }

    /// The number of rows.
    #[inline]
    pub fn height(&self) -> u16 {
        self.height
    }

    /// Returns whether the point is on the map.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        point.x < self.width && point.y < self.height
    }

    /// Returns whether the point is on the map and not a wall.
    #[inline]
    pub fn is_free(&self, point: Point) -> bool {
        self.factor(point) != 0
    }

    /// The terrain cost at the point, from 1 to 255, or 0 for a wall. `None` outside the map.
    #[inline]
    pub fn cost(&self, point: Point) -> Option<u8> {
        self.contains(point).then(|| self.factor(point))
    }

    /// The least terrain cost of a free cell, by which estimates are multiplied; `None` if there is no free cell.
    #[inline]
    pub fn least_cost(&self) -> Option<u8> {
        (self.least != 0).then_some(self.least)
    }

    /// Returns whether all free cells have the same terrain cost, which makes searches faster.
    pub fn is_uniform(&self) -> bool {
        self.least == 0 || self.counts[usize::from(self.least)] == self.free_cells()
    }

    /// The number of cells that are not walls. O(1).
    pub fn free_cells(&self) -> u32 {
        u32::from(self.width) * u32::from(self.height) - self.counts[0]
    }

    /// Makes the cell a wall.
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`].
    pub fn set_wall(&mut self, point: Point) -> Result<(), GridError> {
        self.set_cost(point, 0)
    }

    /// Makes the cell free, with a terrain cost of 1.
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`].
    pub fn set_free(&mut self, point: Point) -> Result<(), GridError> {
        self.set_cost(point, 1)
    }

    /// Turns a wall into a free cell with a terrain cost of 1, and a free cell into a wall. Returns whether the cell is
    /// now free.
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`].
    pub fn toggle(&mut self, point: Point) -> Result<bool, GridError> {
        let becomes_free = !self.is_free(point);
        self.set_cost(point, u8::from(becomes_free))?;
        Ok(becomes_free)
    }

    /// Gives the cell a terrain cost from 1 to 255, or makes it a wall if `cost` is 0. O(1).
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`].
    pub fn set_cost(&mut self, point: Point, cost: u8) -> Result<(), GridError> {
        self.check_inside(point)?;
        let cell = self.index(point);
        let before = core::mem::replace(&mut self.costs[cell], cost);
        if before == cost {
            return Ok(());
        }
        self.cells.change();
        self.counts[usize::from(before)] -= 1;
        self.counts[usize::from(cost)] += 1;
        self.find_least();
        if (before == 0) != (cost == 0) {
            self.walls.change();
            self.tell_neighbours(point, cost != 0);
        }
        Ok(())
    }

    /// All points of the map, row by row. The iterator does not borrow the map, so the map may change meanwhile.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| Point { x, y }))
    }

    /// Returns a drawing of the map, in which a path and the cells reached by a search can be marked.
    pub fn drawing(&self) -> Drawing<'_> {
        Drawing::new(self)
    }

    /// The cell's number: `y * (width + 1) + x`. Points to the right of the map share one number per row, and points
    /// below it have greater numbers than any cell.
    #[inline]
    pub(super) fn index(&self, point: Point) -> usize {
        number(self.width, point)
    }

    /// Greater than the number of any cell.
    pub(super) fn index_bound(&self) -> usize {
        self.index(Point::new(0, self.height))
    }

    /// The terrain cost, or 0 for a wall and outside the map.
    #[inline]
    pub(super) fn factor(&self, point: Point) -> u8 {
        self.costs.get(self.index(point)).copied().unwrap_or(0)
    }

    /// Returns an error if the point is not on the map.
    pub(super) fn check_inside(&self, point: Point) -> Result<(), GridError> {
        if self.contains(point) {
            return Ok(());
        }
        let (width, height) = (self.width, self.height);
        Err(GridError::Outside { point, width, height })
    }

    /// The error to return if there is not enough memory for something of the map's size.
    pub(super) fn out_of_memory(&self) -> GridError {
        GridError::OutOfMemory {
            width: self.width.into(),
            height: self.height.into(),
        }
    }

    /// Returns an error if there is no goal, or for the first end of a path that is off the map or, unless that is
    /// allowed, a wall; the start is checked first.
    pub(super) fn check_ends(
        &self,
        start: Option<Point>,
        goals: &[Point],
        may_be_walls: bool,
    ) -> Result<(), GridError> {
        if goals.is_empty() {
            return Err(GridError::NoGoal);
        }
        let start = start.map(|start| (End::Start, start));
        for (end, point) in start.into_iter().chain(goals.iter().map(|goal| (End::Goal, *goal))) {
            match self.cost(point) {
                None => {
                    let (width, height) = (self.width, self.height);
                    return Err(GridError::EndOutside {
                        end,
                        point,
                        width,
                        height,
                    });
                }
                Some(0) if !may_be_walls => return Err(GridError::EndInWall { end, point }),
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Finds the least cost again, in at most 255 steps.
    fn find_least(&mut self) {
        let in_use = self.counts[1..].iter().position(|count| *count != 0);
        self.least = in_use.and_then(|position| u8::try_from(position + 1).ok()).unwrap_or(0);
    }

    /// Sets the least cost as if every cell had this terrain cost, for tests on maps that are too large to fill.
    #[cfg(test)]
    pub(super) fn force_least(&mut self, cost: u8) {
        self.least = cost;
    }
}

/// Shows the size and the number of free cells; [`Display`](fmt::Display) draws the cells.
impl fmt::Debug for GridMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GridMap")
            .field("width", &self.width)
            .field("height", &self.height)
            .field("free_cells", &self.free_cells())
            .finish_non_exhaustive()
    }
}

/// Gives a type with `set_cost` and `map` the other methods that change cells.
macro_rules! changes_of_cells {
    () => {
        /// Like [`GridMap::set_wall`](crate::GridMap::set_wall), with the complexity of [`set_cost`](Self::set_cost).
        ///
        /// # Errors
        ///
        /// [`GridError::Outside`](crate::GridError::Outside).
        pub fn set_wall(&mut self, point: crate::Point) -> Result<(), crate::GridError> {
            self.set_cost(point, 0)
        }

        /// Like [`GridMap::set_free`](crate::GridMap::set_free), with the complexity of [`set_cost`](Self::set_cost).
        ///
        /// # Errors
        ///
        /// [`GridError::Outside`](crate::GridError::Outside).
        pub fn set_free(&mut self, point: crate::Point) -> Result<(), crate::GridError> {
            self.set_cost(point, 1)
        }

        /// Like [`GridMap::toggle`](crate::GridMap::toggle), with the complexity of [`set_cost`](Self::set_cost).
        /// Returns whether the cell is now free.
        ///
        /// # Errors
        ///
        /// [`GridError::Outside`](crate::GridError::Outside).
        pub fn toggle(&mut self, point: crate::Point) -> Result<bool, crate::GridError> {
            let becomes_free = !self.map().is_free(point);
            self.set_cost(point, u8::from(becomes_free))?;
            Ok(becomes_free)
        }
    };
}
pub(crate) use changes_of_cells;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_limits() {
        for (width, height) in [
            (0, 1),
            (1, 0),
            (65_536, 1),
            (1, 65_536),
            (65_535, 65_535),
            // One cell too many, including the column beyond the last one.
            (32_767, 32_768),
            (usize::MAX, usize::MAX),
        ] {
            assert_eq!(GridMap::new(width, height), Err(GridError::BadSize { width, height }));
        }
        assert!(GridMap::new(GridMap::MAX_SIDE, 1).is_ok());
        assert!(GridMap::new(1, GridMap::MAX_SIDE).is_ok());
    }

    #[test]
    fn beyond_the_edges_nothing_is_free() {
        let map = GridMap::new(3, 2).unwrap();
        for point in [
            Point::new(3, 0),
            Point::new(4, 0),
            Point::new(u16::MAX, 1),
            Point::new(0, 2),
            Point::new(9, 9),
        ] {
            assert!(!map.is_free(point) && map.cost(point).is_none() && map.neighbours(point) == 0);
        }
    }

    #[test]
    fn indices_are_unique_and_dense() {
        let map = GridMap::new(3, 2).unwrap();
        let indices: Vec<_> = map.points().map(|point| map.index(point)).collect();
        assert_eq!(indices, [0, 1, 2, 4, 5, 6]);
        for outside in [Point::new(3, 0), Point::new(u16::MAX, 1), Point::new(0, 2)] {
            assert!(!indices.contains(&map.index(outside)));
        }
    }
}
