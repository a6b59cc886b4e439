//! [`Point`]: a cell's position on a map.

use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use super::movement::DIRECTIONS;
use super::{Direction, GridError};

/// A cell's position on a [`GridMap`](super::GridMap): columns (`x`) are counted to the right and rows (`y`) downwards,
/// both from 0.
///
/// Points are ordered row by row, from left to right.
///
/// # Example
///
/// ```
/// use astride_grid::{Direction, GridError, Point};
///
/// let point: Point = "3,4".parse()?;
/// assert_eq!(point, Point::new(3, 4));
/// assert_eq!(point.to_string(), "3,4");
/// assert!(Point::new(9, 0) < Point::new(0, 1), "the row decides first");
/// assert_eq!(point.neighbour(Direction::Left), Some(Point::new(2, 4)));
/// assert_eq!(point.offset(-3, 10), Some(Point::new(0, 14)));
/// assert_eq!(point.offset(-4, 0), None);
/// # Ok::<(), GridError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// The column; 0 is the leftmost.
    pub x: u16,
    /// The row; 0 is the topmost.
    pub y: u16,
}

impl Point {
    /// The point in column `x` of row `y`.
    #[inline]
    pub const fn new(x: u16, y: u16) -> Self {
        Self { x, y }
    }

    /// The neighbour in a direction, or `None` if a coordinate would not be in 0..=65535. The neighbour need not be on
    /// any map: see [`GridMap::contains`](super::GridMap::contains).
    #[inline]
    pub fn neighbour(self, direction: Direction) -> Option<Self> {
        self.step(direction as usize)
    }

    /// The point `dx` columns to the right and `dy` rows below, or `None` if a coordinate would not be in 0..=65535.
    ///
    /// Map coordinates begin at 0, and `Point::default().offset(x - left, y - top)` converts coordinates that begin
    /// elsewhere: see [Negative coordinates](crate#negative-coordinates).
    #[inline]
    pub fn offset(self, dx: i32, dy: i32) -> Option<Self> {
        let moved = |from: u16, by: i32| u16::try_from(by.checked_add(from.into())?).ok();
        Some(Self {
            x: moved(self.x, dx)?,
            y: moved(self.y, dy)?,
        })
    }

    /// The neighbour in the direction with this number, or `None` if it has no coordinates or there is no such
    /// direction.
    #[inline]
    pub(super) fn step(self, direction: usize) -> Option<Self> {
        let (x, y) = *DIRECTIONS.get(direction)?;
        Some(Self {
            x: self.x.checked_add_signed(x.into())?,
            y: self.y.checked_add_signed(y.into())?,
        })
    }

    /// The direction of the step to another point, or `None` if that is not a neighbour.
    #[inline]
    pub(super) fn direction_to(self, other: Self) -> Option<usize> {
        let offset = |to: u16, from: u16| i32::from(to) - i32::from(from);
        let step = (offset(other.x, self.x), offset(other.y, self.y));
        DIRECTIONS
            .iter()
            .position(|(x, y)| (i32::from(*x), i32::from(*y)) == step)
    }

    /// Both coordinates in one number that preserves the reading order.
    #[inline]
    fn packed(self) -> u32 {
        u32::from(self.y) << 16 | u32::from(self.x)
    }
}

/// Compares each point as one `u32`.
impl PartialEq for Point {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.packed() == other.packed()
    }
}

/// Writes one `u32`, which is half the work of hashing the coordinates one by one.
impl Hash for Point {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.packed());
    }
}

impl Ord for Point {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.packed().cmp(&other.packed())
    }
}

impl PartialOrd for Point {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<(u16, u16)> for Point {
    /// `(x, y)`.
    #[inline]
    fn from((x, y): (u16, u16)) -> Self {
        Self { x, y }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Reads `x,y`. Spaces around the numbers are allowed.
impl FromStr for Point {
    type Err = GridError;

    /// # Errors
    ///
    /// [`GridError::BadPoint`] for any text other than two whole numbers from 0 to 65535 with a comma between them.
    fn from_str(text: &str) -> Result<Self, GridError> {
        let read = || {
            let (x, y) = text.split_once(',')?;
            Some(Self {
                x: x.trim().parse().ok()?,
                y: y.trim().parse().ok()?,
            })
        };
        read().ok_or_else(|| GridError::BadPoint {
            text: String::from(text),
        })
    }
}
