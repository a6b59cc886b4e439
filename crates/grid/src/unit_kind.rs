//! [`UnitKind`]: the size and the terrain costs of a kind of unit, and the map of such units' positions.

use alloc::vec::Vec;
use core::fmt;

use super::{GridError, GridMap, Point};

/// A kind of unit: its size in cells, and its cost for each terrain.
///
/// A unit of size 3 covers 3 × 3 cells, and its position is that of the *upper left* cell. [`GridMap::for_unit`] turns
/// a map of cells into a map of positions: a position is free if the unit can enter all cells that it covers there, and
/// its terrain cost is that of the *most expensive* of these cells. On this map, everything works as for a unit of one
/// cell: searches with admissible estimates, jump points, components, flow fields, and [`GridMap::reach`]. Diagonal
/// steps are handled correctly as well: next to a diagonal step of a large unit, there are two cells that the unit
/// covers neither before nor after the step, and these are the cells that the [`Movement`](super::Movement) rule
/// checks.
///
/// If kinds of units differ in their terrain costs, the numbers in the map are terrains (1 may be grass, 2 forest, 3
/// water), and each kind has a table of costs for them. Walls are terrain 0, which a ghost or a bird may cross.
/// Everything outside the map is a wall for every unit.
///
/// A [`GridWorld`](super::GridWorld) keeps the maps of several kinds of units current.
///
/// # Example
///
/// A boat of one cell and a tank of 2 × 2 cells share a map of roads (1), forest (2) and water (3):
///
/// ```
/// use astride::{AStar, Status};
/// use astride_grid::{GridError, GridMap, GridProblem, Movement, Point, UnitKind};
///
/// let map: GridMap = "
///     112211
///     111111
///     3333#1
///     3333#1
/// ".parse()?;
/// let boat = map.for_unit(&UnitKind::new(1)?.with_costs(|terrain| u8::from(terrain == 3)))?;
/// let tank = map.for_unit(&UnitKind::new(2)?.with_cost(2, 4).with_cost(3, 0))?;
/// assert_eq!(boat.to_string(), "######\n######\n....##\n....##\n");
/// assert_eq!(tank.to_string(), ".444.#\n######\n######\n######\n");
///
/// let mut search = AStar::new(GridProblem::new(&tank, Point::new(0, 0), Point::new(4, 0), Movement::Four)?);
/// assert_eq!(search.run(), Status::Found);
/// println!("cost {}", search.path().unwrap().cost); // prints: cost 13
/// assert_eq!(search.path().unwrap().cost, 13);
/// # Ok::<(), GridError>(())
/// ```
#[doc(alias("unit size", "agent radius", "terrain costs", "movement type", "movement class"))]
#[derive(Clone, PartialEq, Eq)]
pub struct UnitKind {
    size: u8,
    costs: [u8; 256],
}

impl UnitKind {
    /// Creates a kind of unit that covers `size` × `size` cells and pays the terrain costs of the map.
    ///
    /// # Errors
    ///
    /// [`GridError::NoSize`] if `size` is 0.
    pub fn new(size: u8) -> Result<Self, GridError> {
        if size == 0 {
            return Err(GridError::NoSize);
        }
        let costs = [0; 256];
        Ok(Self { size, costs }.with_costs(|terrain| terrain))
    }

    /// Sets the unit's cost for a terrain: a number from 1 to 255, or 0 if the unit cannot enter that terrain.
    pub fn with_cost(mut self, terrain: u8, cost: u8) -> Self {
        self.costs[usize::from(terrain)] = cost;
        self
    }

    /// Sets the unit's cost for every terrain, including walls (0).
    pub fn with_costs(mut self, mut cost: impl FnMut(u8) -> u8) -> Self {
        for (terrain, entry) in (0..=u8::MAX).zip(&mut self.costs) {
            *entry = cost(terrain);
        }
        self
    }

    /// The number of columns, and of rows, that the unit covers.
    #[inline]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The unit's cost for a terrain; 0 if the unit cannot enter that terrain.
    #[inline]
    pub fn cost(&self, terrain: u8) -> u8 {
        self.costs[usize::from(terrain)]
    }

    /// The positions at which the unit covers a cell, for example a player's cell. Positions beyond the left or upper
    /// edge of the map are left out, but some of the others may be walls.
    ///
    /// ```
    /// use astride_grid::{GridError, Point, UnitKind};
    ///
    /// let positions: Vec<Point> = UnitKind::new(2)?.positions_over(Point::new(5, 0)).collect();
    /// assert_eq!(positions, [Point::new(5, 0), Point::new(4, 0)]);
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn positions_over(&self, cell: Point) -> impl Iterator<Item = Point> + use<> {
        let size = u16::from(self.size);
        let place = move |up: u16, left: u16| Some(Point::new(cell.x.checked_sub(left)?, cell.y.checked_sub(up)?));
        (0..size).flat_map(move |up| (0..size).filter_map(move |left| place(up, left)))
    }

    /// Every position whose square contains the cell, with its current terrain cost. O(size²).
    pub(super) fn positions_around(&self, map: &GridMap, cell: Point) -> Vec<(Point, u8)> {
        let size = usize::from(self.size);
        let level_at = |columns, rows| {
            let terrain = cell.offset(columns, rows).and_then(|point| map.cost(point));
            terrain.map_or(WALL, |terrain| level(self.cost(terrain)))
        };

        // A square that contains the cell costs as much as its most expensive row, and each of its rows contains the
        // cell's column.
        let reach = i32::from(self.size) - 1;
        let rows: Vec<Vec<u8>> = (-reach..=reach)
            .map(|row| greatest_around(size, |column| level_at(column, row)))
            .collect();
        let mut found = Vec::with_capacity(size * size);
        for (left, column) in (0..).zip(0..size) {
            let squares = greatest_around(size, |row| {
                let row = usize::try_from(row + reach).unwrap_or(0);
                rows[row][column]
            });
            let positions = (0..).zip(squares);
            found.extend(positions.filter_map(|(up, level)| Some((cell.offset(-left, -up)?, cost(level)))));
        }
        found
    }
}

impl fmt::Debug for UnitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let free = self.costs.iter().filter(|cost| **cost != 0).count();
        f.debug_struct("UnitKind")
            .field("size", &self.size)
            .field("free_terrains", &free)
            .finish_non_exhaustive()
    }
}

impl GridMap {
    /// Returns the map of positions for units of this kind. See [`UnitKind`] for the rules and an example.
    ///
    /// # Errors
    ///
    /// [`GridError::OutOfMemory`].
    ///
    /// # Complexity
    ///
    /// O(cells · log size).
    pub fn for_unit(&self, unit: &UnitKind) -> Result<GridMap, GridError> {
        let stride = usize::from(self.width) + 1;
        let mut levels = Vec::new();
        levels
            .try_reserve_exact(self.costs.len())
            .map_err(|_| self.out_of_memory())?;
        for row in self.costs.chunks_exact(stride) {
            levels.extend(row[..stride - 1].iter().map(|terrain| level(unit.cost(*terrain))));
            levels.push(WALL);
        }
        // Each pass takes the maximum of twice as many cells, first along the rows and then along the columns. Cells
        // outside the map are walls.
        let (mut covered, size) = (1, usize::from(unit.size));
        while covered < size {
            let shift = covered.min(size - covered);
            for row in levels.chunks_exact_mut(stride) {
                raise_by_later(row, shift);
            }
            raise_by_later(&mut levels, shift * stride);
            covered += shift;
        }
        let mut costs = levels.chunks_exact(stride).flat_map(|row| &row[..stride - 1]);
        GridMap::from_fn(self.width.into(), self.height.into(), |_| {
            costs.next().map_or(0, |level| cost(*level))
        })
    }
}

/// A terrain cost as a number that is greatest for walls.
#[inline]
fn level(cost: u8) -> u8 {
    cost.wrapping_sub(1)
}

/// The terrain cost of a level.
#[inline]
fn cost(level: u8) -> u8 {
    level.wrapping_add(1)
}

const WALL: u8 = u8::MAX;

/// Raises each level to at least the level `shift` places later, which is a wall beyond the end.
fn raise_by_later(levels: &mut [u8], shift: usize) {
    let kept = levels.len().saturating_sub(shift);
    for place in 0..kept {
        levels[place] = levels[place].max(levels[place + shift]);
    }
    levels[kept..].fill(WALL);
}

/// Returns the greatest level in each run of `size` places that contains place 0: first in the run from 0, then in that
/// from -1, and so on.
fn greatest_around(size: usize, level: impl Fn(i32) -> u8) -> Vec<u8> {
    // Each run has a part before 0 and a part after it, whose maxima are found in two passes.
    let before = (0..).take(size).scan(0, |greatest: &mut u8, place: i32| {
        *greatest = level(-place).max(*greatest);
        Some(*greatest)
    });
    let mut runs: Vec<u8> = before.collect();
    let mut greatest = 0;
    for (place, run) in (0..).zip(runs.iter_mut().rev()) {
        greatest = level(place).max(greatest);
        *run = greatest.max(*run);
    }
    runs
}
