//! [`Direction`]: the directions in which the neighbours of a cell lie.

use super::movement::{DIRECTIONS, opposite};

/// One of the eight directions in which the neighbours of a cell lie. [`Point::neighbour`](super::Point::neighbour)
/// takes a step.
///
/// # Example
///
/// ```
/// use astride_grid::{Direction, Point};
///
/// let corner = Point::new(0, 0);
/// assert_eq!(corner.neighbour(Direction::DownRight), Some(Point::new(1, 1)));
/// assert_eq!(corner.neighbour(Direction::Up), None);
/// assert_eq!(Direction::STRAIGHT.into_iter().filter_map(|direction| corner.neighbour(direction)).count(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the column on the right.
    Right,
    /// To the row below.
    Down,
    /// To the column on the left.
    Left,
    /// Up and to the right.
    UpRight,
    /// Down and to the right.
    DownRight,
    /// Down and to the left.
    DownLeft,
    /// Up and to the left.
    UpLeft,
}

impl Direction {
    /// Every direction: the straight ones clockwise from above, then the diagonal ones, again clockwise.
    pub const ALL: [Self; 8] = [
        Self::Up,
        Self::Right,
        Self::Down,
        Self::Left,
        Self::UpRight,
        Self::DownRight,
        Self::DownLeft,
        Self::UpLeft,
    ];

    /// Up, right, down and left.
    pub const STRAIGHT: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The columns and rows of a step in this direction, each −1, 0 or 1.
    #[inline]
    pub const fn offset(self) -> (i8, i8) {
        DIRECTIONS[self as usize]
    }

    /// The opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[opposite(self as usize)]
    }
}
