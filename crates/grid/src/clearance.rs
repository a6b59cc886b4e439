//! [`Clearance`]: the size of the largest square of free cells that begins at each cell.

use alloc::vec::Vec;
use core::fmt;

use super::numbers::number;
use super::version::Version;
use super::{GridError, GridMap, Point};

/// For every cell, the side of the largest square of free cells whose upper left corner is that cell: the size of the
/// largest unit or building that fits there.
///
/// Sides are capped at `largest`, so that changing a wall affects at most `largest`² cells. The clearance of a wall,
/// and of a point off the map, is 0.
///
/// Clearances are valid for one map with its current walls, as [`Components`](super::Components) are:
/// [`set_cost`](Self::set_cost) changes a cell of the map and updates the clearances, [`is_current`](Self::is_current)
/// returns whether they still match the map's walls, and [`rebuild`](Self::rebuild) computes them again. A
/// [`GridWorld`](super::GridWorld) [keeps](super::GridWorld::keep_clearance) its clearances current on request.
///
/// To search for paths of large units, use [`GridMap::for_unit`].
///
/// # Complexity
///
/// O(cells) to compute, with one byte per cell. A query takes O(1).
///
/// # Example
///
/// ```
/// use astride_grid::{Clearance, GridError, GridMap, Point};
///
/// let mut map: GridMap = "
///     .....
///     .....
///     ...#.
/// ".parse()?;
/// let mut clearance = Clearance::new(&map, 8)?;
/// assert_eq!(clearance.at(Point::new(0, 0)), 3);
/// assert_eq!(clearance.at(Point::new(1, 0)), 2, "a square of 3 x 3 would meet the wall");
/// assert_eq!(clearance.at(Point::new(4, 1)), 1, "the map ends here");
///
/// clearance.set_cost(&mut map, Point::new(3, 2), 1)?;
/// assert_eq!(clearance.at(Point::new(1, 0)), 3);
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// D. Harabor, A. Botea: *Hierarchical Path Planning for Multi-Size Agents in Heterogeneous Environments* (IEEE
/// Symposium on Computational Intelligence and Games 2008).
#[doc(alias("unit size", "agent radius", "agent size", "brushfire"))]
#[derive(Clone)]
pub struct Clearance {
    largest: u8,
    width: u16,
    walls: Version,
    /// By the cell's number, with 0 in the column beyond the last one.
    sides: Vec<u8>,
}

impl Clearance {
    /// Computes the clearances of the map.
    ///
    /// # Arguments
    ///
    /// `largest`: the largest side that matters, at least 1. Larger squares count as squares of this size.
    ///
    /// # Errors
    ///
    /// [`GridError::NoSize`] if `largest` is 0; [`GridError::OutOfMemory`].
    pub fn new(map: &GridMap, largest: u8) -> Result<Self, GridError> {
        if largest == 0 {
            return Err(GridError::NoSize);
        }
        let mut clearance = Self {
            largest,
            width: map.width(),
            walls: Version::default(),
            sides: Vec::new(),
        };
        clearance.rebuild(map)?;
        Ok(clearance)
    }

    /// Computes the clearances of a map, reusing the memory of the current ones.
    ///
    /// # Errors
    ///
    /// [`GridError::OutOfMemory`].
    ///
    /// # Complexity
    ///
    /// O(cells).
    pub fn rebuild(&mut self, map: &GridMap) -> Result<(), GridError> {
        let cells = map.costs.len();
        self.sides
            .try_reserve_exact(cells.saturating_sub(self.sides.len()))
            .map_err(|_| map.out_of_memory())?;
        self.sides.clear();
        self.sides.resize(cells, 0);
        self.width = map.width();
        for cell in (0..cells).rev() {
            self.sides[cell] = self.side(map, cell);
        }
        self.walls = map.walls.clone();
        Ok(())
    }

    /// Returns whether the map's walls are those that the clearances were computed for. O(1).
    pub fn is_current(&self, map: &GridMap) -> bool {
        self.walls.is(&map.walls)
    }

    /// The greatest side that a clearance can have.
    pub fn largest(&self) -> u8 {
        self.largest
    }

    /// The side of the largest square of free cells whose upper left corner is this cell, at most
    /// [`largest`](Self::largest). 0 in walls and off the map.
    #[inline]
    pub fn at(&self, point: Point) -> u8 {
        self.sides.get(number(self.width, point)).copied().unwrap_or(0)
    }

    /// Changes a cell as [`GridMap::set_cost`] does, and updates the clearances.
    ///
    /// # Errors
    ///
    /// [`GridError::Stale`] if the clearances are not [current](Self::is_current); [`GridError::Outside`]. Nothing is
    /// changed then.
    ///
    /// # Complexity
    ///
    /// O(1) if only the terrain changes. Otherwise O(n) for n cells whose clearance changes or that are next to such a
    /// cell. Only cells of the square of `largest` × `largest` cells whose lower right corner is the changed one can be
    /// affected.
    pub fn set_cost(&mut self, map: &mut GridMap, point: Point, cost: u8) -> Result<(), GridError> {
        if !self.is_current(map) {
            return Err(GridError::Stale);
        }
        map.set_cost(point, cost)?;
        self.update(map, point);
        Ok(())
    }

    /// Updates the clearances after a change of one cell. No other cell may have changed.
    pub(super) fn update(&mut self, map: &GridMap, point: Point) {
        self.walls = map.walls.clone();
        // A clearance depends on those to the right, below, and to the lower right, so the update goes from the cell to
        // the left, and then row by row upwards, as long as anything changes.
        let mut changed_below = point.x + 1;
        for y in (0..=point.y).rev() {
            let mut changed = None;
            for x in (0..=point.x).rev() {
                let cell = map.index(Point { x, y });
                let side = self.side(map, cell);
                if core::mem::replace(&mut self.sides[cell], side) != side {
                    changed = Some(x);
                } else if x < changed_below {
                    break;
                }
            }
            let Some(leftmost) = changed else { break };
            changed_below = leftmost;
        }
    }

    /// The clearance of a cell, from those of the cells after it.
    fn side(&self, map: &GridMap, cell: usize) -> u8 {
        if map.costs[cell] == 0 {
            return 0;
        }
        let stride = usize::from(self.width) + 1;
        let at = |cell: usize| self.sides.get(cell).copied().unwrap_or(0);
        let beyond = at(cell + 1).min(at(cell + stride)).min(at(cell + stride + 1));
        self.largest.min(beyond.saturating_add(1))
    }
}

impl fmt::Debug for Clearance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clearance")
            .field("largest", &self.largest)
            .field("cells", &self.sides.len())
            .finish_non_exhaustive()
    }
}
