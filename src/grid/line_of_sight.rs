//! Lines of sight between cells, and the cells on them: in integers, exactly.

use core::iter::FusedIterator;

use super::movement::FIRST_DIAGONAL;
use super::{GridMap, Movement, Point};

impl GridMap {
    /// Whether one can go straight from the centre of one cell to that of another.
    ///
    /// The line is a point's way: it has no width. Followed exactly, it leads from cell to cell, through an edge or through
    /// a corner between four cells. Through an edge is a straight step and through a corner a diagonal one, and there is
    /// sight where `movement` allows all these steps. In other words, the line must not enter a wall, and
    ///
    /// | movement | the line may |
    /// |---|---|
    /// | [`Four`](Movement::Four) | only run along a row or a column |
    /// | [`Eight`](Movement::Eight) | not even touch the corner of a wall |
    /// | [`EightCuttingCorners`](Movement::EightCuttingCorners) | touch the corner of one wall, but not pass between two |
    /// | [`EightSqueezing`](Movement::EightSqueezing) | pass between two walls that meet at a corner |
    ///
    /// It is the same in both directions. A free cell sees itself; nothing is seen from a wall or from outside the map.
    ///
    /// # Complexity
    ///
    /// O(dx + dy) for a distance of dx columns and dy rows: a look-up for each cell on the line, up to the first obstacle.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::grid::{GridError, GridMap, Movement, Point};
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
    /// The cells on a line: Amanatides, Woo: A fast voxel traversal algorithm for ray tracing. Eurographics 1987; here in
    /// integers, as in Bresenham: Algorithm for computer control of a digital plotter. IBM Systems Journal 4(1), 1965.
    pub fn line_of_sight(&self, from: Point, to: Point, movement: Movement) -> bool {
        // With both ends on the map, so is every cell between.
        if !self.is_free(from) || !self.is_free(to) {
            return false;
        }
        let mut walk = Walk::new(from, to);
        if movement == Movement::Four && from.x != to.x && from.y != to.y {
            return false;
        }
        let table = movement.table();
        let row = (usize::from(self.width) + 1).cast_signed();
        let strides = walk.strides(row);
        let mut cell = self.index(from);
        while let Some(crossing) = walk.next_crossing() {
            let Some(free) = self.neighbours.get(cell) else {
                return false;
            };
            if table[usize::from(*free)] >> walk.direction(crossing) & 1 == 0 {
                return false;
            }
            cell = cell.wrapping_add_signed(strides[crossing as usize]);
        }
        true
    }
}

/// The cells that the straight line from the centre of one cell to that of another passes, both included, in their order.
///
/// Each is one of the eight neighbours of the one before: a diagonal one where the line passes exactly through a corner. So
/// where there is a [line of sight](GridMap::line_of_sight), this is a path of steps that the movement allows: what to
/// draw, or to walk from cell to cell. It does not ask for a map.
///
/// # Complexity
///
/// O(1) a cell.
///
/// # Example
///
/// ```
/// use astride::grid::{GridError, GridMap, Point, cells_on_line};
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
        self.next = self.walk.next_crossing().map(|crossing| {
            let (right, down) = (
                i16::from(self.walk.is_right) * 2 - 1,
                i16::from(self.walk.is_down) * 2 - 1,
            );
            // Between two points, so that nothing wraps.
            Point {
                x: cell
                    .x
                    .wrapping_add_signed(if crossing == Crossing::Row { 0 } else { right }),
                y: cell
                    .y
                    .wrapping_add_signed(if crossing == Crossing::Column { 0 } else { down }),
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

/// Where a line leaves a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Crossing {
    /// Through an edge into the next column.
    Column,
    /// Through a corner.
    Corner,
    /// Through an edge into the next row.
    Row,
}

/// A walk along a line from crossing to crossing.
#[derive(Clone, Copy, Debug)]
struct Walk {
    /// Twice the distance in columns and in rows.
    across: i64,
    down: i64,
    /// Which comes first: below 0 the edge to the next column, above 0 that to the next row, and at 0 both at once. With the
    /// next edges the `i`-th of dx and the `j`-th of dy it is `(2i + 1) dy - (2j + 1) dx`.
    lead: i64,
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
            across: 2 * i64::from(dx),
            down: 2 * i64::from(dy),
            lead: i64::from(dy) - i64::from(dx),
            left: u32::from(dx) + u32::from(dy),
            is_right: to.x >= from.x,
            is_down: to.y >= from.y,
        }
    }

    #[inline]
    fn next_crossing(&mut self) -> Option<Crossing> {
        if self.left == 0 {
            return None;
        }
        let (column, row) = (self.lead <= 0, self.lead >= 0);
        self.lead += if column { self.down } else { 0 } - if row { self.across } else { 0 };
        self.left -= u32::from(column) + u32::from(row);
        Some(match (column, row) {
            (true, false) => Crossing::Column,
            (true, true) => Crossing::Corner,
            _ => Crossing::Row,
        })
    }

    /// The bit number of a crossing in a neighbour byte: see [`DIRECTIONS`](super::movement::DIRECTIONS).
    #[inline]
    fn direction(&self, crossing: Crossing) -> usize {
        let (right, down) = (self.is_right, self.is_down);
        match crossing {
            Crossing::Column => {
                if right {
                    1
                } else {
                    3
                }
            }
            Crossing::Row => {
                if down {
                    2
                } else {
                    0
                }
            }
            Crossing::Corner => {
                FIRST_DIAGONAL
                    + match (right, down) {
                        (true, false) => 0,
                        (true, true) => 1,
                        (false, true) => 2,
                        (false, false) => 3,
                    }
            }
        }
    }

    /// How far a crossing leads, in cells of a map with rows of this many.
    #[inline]
    fn strides(&self, row: isize) -> [isize; 3] {
        let across = if self.is_right { 1 } else { -1 };
        let down = if self.is_down { row } else { -row };
        [across, across + down, down]
    }
}
