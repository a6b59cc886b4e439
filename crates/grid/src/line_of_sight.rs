//! Lines of sight between cells, and the cells on them, computed exactly in integers.

use core::iter::FusedIterator;

use super::movement::FIRST_DIAGONAL;
use super::{GridMap, Movement, Point};

impl GridMap {
    /// Returns whether the straight line from the centre of one cell to that of another is free.
    ///
    /// The line has no width, and leads from cell to cell, through an edge or through a corner between four cells.
    /// Crossing an edge is a straight step, crossing a corner is a diagonal one, and `movement` must allow all of these
    /// steps. In other words, the line must not enter a wall, and the movement rule limits it further:
    ///
    /// | movement | the line may |
    /// |---|---|
    /// | [`Four`](Movement::Four) | only run along a row or a column |
    /// | [`Eight`](Movement::Eight) | not even touch the corner of a wall |
    /// | [`EightCuttingCorners`](Movement::EightCuttingCorners) | touch a wall's corner, not pass between two walls |
    /// | [`EightSqueezing`](Movement::EightSqueezing) | pass between two walls that meet at a corner |
    ///
    /// The result is the same in both directions. A free cell sees itself; nothing is seen from a wall or from outside
    /// the map.
    ///
    /// # Complexity
    ///
    /// O(dx + dy) for a distance of dx columns and dy rows: a lookup for each cell on the line, up to the first
    /// obstacle.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::{GridError, GridMap, Movement, Point};
    ///
    /// let map: GridMap = "
    ///     .....
    ///     .#...
    ///     .....
    /// ".parse()?;
    /// let sees = |x, y, movement| map.line_of_sight(Point::new(0, 0), Point::new(x, y), movement);
    ///
    /// assert!(sees(4, 1, Movement::Eight), "past the wall, without touching it");
    /// assert!(!sees(2, 2, Movement::EightSqueezing), "through the wall");
    ///
    /// let corner = |movement| map.line_of_sight(Point::new(1, 0), Point::new(0, 1), movement);
    /// assert!(!corner(Movement::Eight), "the line touches the corner of the wall");
    /// assert!(corner(Movement::EightCuttingCorners));
    /// # Ok::<(), GridError>(())
    /// ```
    ///
    /// # Source
    ///
    /// The method of finding the cells on a line is from *A Fast Voxel Traversal Algorithm for Ray Tracing* by
    /// Amanatides and Woo (Eurographics 1987). Here, the method uses integers, like Bresenham's *Algorithm for Computer
    /// Control of a Digital Plotter* (IBM Systems Journal 4(1), 1965).
    #[doc(alias = "line of sight")]
    pub fn line_of_sight(&self, from: Point, to: Point, movement: Movement) -> bool {
        // Both ends are on the map, and so is every cell between them.
        if !self.is_free(from) || !self.is_free(to) {
            return false;
        }
        if movement == Movement::Four && from.x != to.x && from.y != to.y {
            return false;
        }
        let mut walk = Walk::new(from, to);
        let (diagonal, [column, row]) = (walk.diagonal(), walk.strides(usize::from(self.width) + 1));
        let mut cell = self.index(from);
        while !walk.is_over() {
            if walk.is_at_corner() {
                let free = self.neighbours.get(cell).copied().unwrap_or(0);
                if movement.table()[usize::from(free)] >> diagonal & 1 == 0 {
                    return false;
                }
                walk.pass_corner();
                cell = cell.wrapping_add(column).wrapping_add(row);
            } else {
                let is_column = walk.pass_edge();
                cell = cell.wrapping_add(if is_column { column } else { row });
                // A straight step is allowed if the cell is free.
                if self.costs.get(cell).is_none_or(|cost| *cost == 0) {
                    return false;
                }
            }
        }
        true
    }
}

/// Returns the cells on the straight line from the centre of one cell to that of another, both included, in order.
///
/// Each cell is one of the eight neighbours of the one before, a diagonal one if the line passes exactly through a
/// corner. If there is a [line of sight](GridMap::line_of_sight), the cells form a path of steps that the movement rule
/// allows, for drawing or for walking from cell to cell. No map is needed.
///
/// # Complexity
///
/// O(1) per cell.
///
/// # Example
///
/// ```
/// use astride_grid::{GridError, GridMap, Point, cells_on_line};
///
/// let map = GridMap::new(8, 4)?;
/// let line = cells_on_line(Point::new(0, 0), Point::new(7, 3));
/// assert_eq!(map.drawing().path(line).to_string(), "\
/// **......
/// .***....
/// ....***.
/// ......**
/// ");
/// // Along waypoints:
/// let turns = [Point::new(0, 3), Point::new(4, 0), Point::new(7, 0)];
/// let cells = turns.windows(2).flat_map(|pair| cells_on_line(pair[0], pair[1]));
/// assert_eq!(map.drawing().path(cells).to_string(), "\
/// ...*****
/// ..**....
/// .**.....
/// **......
/// ");
/// # Ok::<(), GridError>(())
/// ```
#[doc(alias("bresenham", "waypoints"))]
pub fn cells_on_line(from: Point, to: Point) -> CellsOnLine {
    CellsOnLine {
        next: Some(from),
        walk: Walk::new(from, to),
    }
}

/// The cells on a line: see [`cells_on_line`].
#[derive(Clone, Debug)]
pub struct CellsOnLine {
    next: Option<Point>,
    walk: Walk,
}

impl Iterator for CellsOnLine {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let cell = self.next?;
        self.next = (!self.walk.is_over()).then(|| {
            let (column, row) = if self.walk.is_at_corner() {
                self.walk.pass_corner();
                (true, true)
            } else {
                let is_column = self.walk.pass_edge();
                (is_column, !is_column)
            };
            let (right, down) = (self.walk.is_right, self.walk.is_down);
            // The cell lies between two points, so nothing wraps.
            Point {
                x: step(cell.x, column, right),
                y: step(cell.y, row, down),
            }
        });
        Some(cell)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let most = self.walk.left as usize;
        let ahead = usize::from(self.next.is_some());
        (most.div_ceil(2) + ahead, Some(most + ahead))
    }
}

impl FusedIterator for CellsOnLine {}

#[inline]
fn step(value: u16, is_taken: bool, is_up: bool) -> u16 {
    match (is_taken, is_up) {
        (false, _) => value,
        (true, true) => value.wrapping_add(1),
        (true, false) => value.wrapping_sub(1),
    }
}

/// A walk along a line, from each edge or corner through which it leaves a cell to the next one.
#[derive(Clone, Copy, Debug)]
struct Walk {
    /// Twice the distance in columns and in rows.
    across: i32,
    down: i32,
    /// Which edge comes first: below 0 the edge to the next column, above 0 that to the next row, and at 0 both at
    /// once. If the next edges are the `i`-th of dx and the `j`-th of dy, counted from 0, it is
    /// `(2i + 1) dy - (2j + 1) dx`.
    lead: i32,
    /// Columns and rows still to go.
    left: u32,
    is_right: bool,
    is_down: bool,
}

impl Walk {
    #[inline]
    fn new(from: Point, to: Point) -> Self {
        let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        Self {
            across: 2 * i32::from(dx),
            down: 2 * i32::from(dy),
            lead: i32::from(dy) - i32::from(dx),
            left: u32::from(dx) + u32::from(dy),
            is_right: to.x >= from.x,
            is_down: to.y >= from.y,
        }
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.left == 0
    }

    #[inline]
    fn is_at_corner(&self) -> bool {
        self.lead == 0
    }

    #[inline]
    fn pass_corner(&mut self) {
        self.lead = self.down - self.across;
        self.left -= 2;
    }

    /// Returns whether the next edge leads to the next column instead of the next row. The line must not leave the cell
    /// through a corner.
    #[inline]
    fn pass_edge(&mut self) -> bool {
        let is_column = self.lead < 0;
        // This is not a branch, since that would be mispredicted as often as not.
        self.lead += if is_column { self.down } else { -self.across };
        self.left -= 1;
        is_column
    }

    /// The bit number of a step through a corner: see [`DIRECTIONS`](super::movement::DIRECTIONS).
    #[inline]
    fn diagonal(&self) -> usize {
        FIRST_DIAGONAL
            + match (self.is_right, self.is_down) {
                (true, false) => 0,
                (true, true) => 1,
                (false, true) => 2,
                (false, false) => 3,
            }
    }

    /// The offsets to the next column and the next row, in cells of a map with rows of this length, added with
    /// wrapping.
    #[inline]
    fn strides(&self, row: usize) -> [usize; 2] {
        let signed = |stride: usize, is_forward| if is_forward { stride } else { stride.wrapping_neg() };
        [signed(1, self.is_right), signed(row, self.is_down)]
    }
}
