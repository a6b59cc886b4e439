//! [`Hex`]: the axial coordinates of a hexagon.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::HexError;

/// The number of neighbours of a hexagon.
pub(super) const SIDES: usize = 6;

/// The steps to the neighbours: three at 120 degrees, and then their opposites in the same order.
///
/// In the canonical order, the opposites come first (see `pruning.rs`). They are last here, so that a search that
/// expands the node opened last follows them first.
pub(super) const AROUND: [(i32, i32); SIDES] = [(1, -1), (-1, 0), (0, 1), (-1, 1), (1, 0), (0, -1)];

/// From this number on, directions come first in the canonical order.
pub(super) const FIRST_EARLY: usize = 3;

#[inline]
pub(super) const fn opposite(direction: usize) -> usize {
    (direction + FIRST_EARLY) % SIDES
}

/// The two directions beside this one, at 60 degrees.
pub(super) const fn beside(direction: usize) -> [usize; 2] {
    let across = opposite(direction);
    let start = across - across % FIRST_EARLY;
    [start + (across + 1) % FIRST_EARLY, start + (across + 2) % FIRST_EARLY]
}

/// The axial coordinates of a hexagon.
///
/// If rows are shifted, `r` is the row, and `q` counts along it. If columns are shifted, `q` is the column, and `r`
/// counts along it. The two axes are at an angle of 60 degrees, so coordinates may be negative on a rectangular map.
/// See [`HexLayout`](super::HexLayout).
///
/// # Example
///
/// ```
/// use astride_grid::hex::{Hex, HexError};
///
/// let hex: Hex = "3,-1".parse()?;
/// assert_eq!(hex, Hex::new(3, -1));
/// assert_eq!(hex.distance(Hex::new(0, 0)), 3);
/// assert!(hex.neighbours().contains(&Hex::new(4, -2)));
/// assert_eq!(hex.offset(1, -1), Some(Hex::new(4, -2)));
/// assert_eq!(hex.to_string(), "3,-1");
/// # Ok::<(), HexError>(())
/// ```
#[doc(alias("axial coordinates", "cube coordinates", "hexagon"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hex {
    /// The first axial coordinate.
    pub q: i32,
    /// The second axial coordinate.
    pub r: i32,
}

impl Hex {
    /// The hexagon with these coordinates.
    #[inline]
    pub const fn new(q: i32, r: i32) -> Self {
        Self { q, r }
    }

    /// Returns the number of steps to another hexagon if no wall is in the way, at most `u32::MAX`.
    ///
    /// The distance is the greatest of the differences in `q`, in `r` and in `q + r`.
    #[inline]
    pub fn distance(self, other: Self) -> u32 {
        let (q, r) = (
            i64::from(self.q) - i64::from(other.q),
            i64::from(self.r) - i64::from(other.r),
        );
        let steps = q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs());
        u32::try_from(steps).unwrap_or(u32::MAX)
    }

    /// Returns the six neighbours, in this order: at the offsets (1, -1), (-1, 0), (0, 1), (-1, 1), (1, 0) and (0, -1)
    /// in `q` and `r`. Coordinates wrap around at the limits of `i32`.
    #[inline]
    pub fn neighbours(self) -> [Self; 6] {
        AROUND.map(|step| self.step(step))
    }

    /// The hexagon at an offset in `q` and `r`, or `None` if a coordinate does not fit into an `i32`.
    #[inline]
    pub fn offset(self, dq: i32, dr: i32) -> Option<Self> {
        Some(Self {
            q: self.q.checked_add(dq)?,
            r: self.r.checked_add(dr)?,
        })
    }

    #[inline]
    pub(super) fn step(self, (q, r): (i32, i32)) -> Self {
        Self {
            q: self.q.wrapping_add(q),
            r: self.r.wrapping_add(r),
        }
    }
}

impl From<(i32, i32)> for Hex {
    /// `(q, r)`.
    #[inline]
    fn from((q, r): (i32, i32)) -> Self {
        Self { q, r }
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}

/// Reads `q,r`. Spaces around the numbers are allowed.
impl FromStr for Hex {
    type Err = HexError;

    /// # Errors
    ///
    /// [`HexError::BadHex`] for any text other than two whole numbers in the range of `i32` with a comma between them.
    fn from_str(text: &str) -> Result<Self, HexError> {
        let read = || {
            let (q, r) = text.split_once(',')?;
            Some(Self {
                q: q.trim().parse().ok()?,
                r: r.trim().parse().ok()?,
            })
        };
        read().ok_or_else(|| HexError::BadHex {
            text: String::from(text),
        })
    }
}
