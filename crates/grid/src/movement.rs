//! [`Movement`]: the rules for steps.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::GridError;

/// The eight directions as bit numbers of a neighbour byte: up, right, down, left, then the diagonals, again clockwise
/// (up-right, down-right, down-left, up-left). Diagonal `4 + i` lies between the straight directions `i` and `i + 1`.
pub(super) const DIRECTIONS: [(i8, i8); 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

/// From this bit number on, directions are diagonal.
pub(super) const FIRST_DIAGONAL: usize = 4;

/// The opposite direction.
#[inline]
pub(super) const fn opposite(direction: usize) -> usize {
    direction & FIRST_DIAGONAL | (direction + 2) & 3
}

/// The directions whose bits are set.
#[inline]
pub(super) fn directions_of(mut bits: u8) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lowest = bits.trailing_zeros() as usize;
        bits &= bits.checked_sub(1)?;
        Some(lowest)
    })
}

/// A rule for the steps that are allowed on a grid map.
///
/// Every step leads to a free cell. The rules differ in the diagonal steps:
///
/// | rule | name | a diagonal step is allowed |
/// |---|---|---|
/// | `Four` | `4` | never |
/// | `Eight` | `8` | if both cells that it passes between are free: no corner is cut |
/// | `EightCuttingCorners` | `8-cut` | if at least one of the two is free |
/// | `EightSqueezing` | `8-squeeze` | always, even between two walls |
///
/// `Eight` is the rule of the `MovingAI` benchmarks (Sturtevant, *Benchmarks for Grid-Based Pathfinding*, 2012), and
/// the default. [`Display`](fmt::Display) writes the names in the table, and [`FromStr`] reads them.
///
/// # Example
///
/// ```
/// use astride_grid::{GridError, Movement};
///
/// let movement: Movement = "8-cut".parse()?;
/// assert_eq!(movement, Movement::EightCuttingCorners);
/// assert!(movement.has_diagonals());
/// # Ok::<(), GridError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Movement {
    /// Up, right, down and left.
    #[cfg_attr(feature = "serde", serde(rename = "4"))]
    Four,
    /// Straight steps, and any diagonal step that passes between two free cells.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "8"))]
    Eight,
    /// Straight steps, and any diagonal step that does not pass between two walls.
    #[cfg_attr(feature = "serde", serde(rename = "8-cut"))]
    EightCuttingCorners,
    /// Straight and diagonal steps, the latter even between two walls.
    #[cfg_attr(feature = "serde", serde(rename = "8-squeeze"))]
    EightSqueezing,
}

impl Movement {
    /// Every rule, from the strictest to the most permissive.
    pub const ALL: [Self; 4] = [Self::Four, Self::Eight, Self::EightCuttingCorners, Self::EightSqueezing];

    /// Returns whether any diagonal step is allowed.
    #[inline]
    pub const fn has_diagonals(self) -> bool {
        !matches!(self, Self::Four)
    }

    /// The allowed steps, given which neighbours are free.
    pub(super) const fn allowed(self, free: u8) -> u8 {
        let straight = free & 0x0F;
        let diagonal = free & 0xF0;
        // Bit `i` is the next straight direction, clockwise: diagonal `4 + i` passes between the two.
        let clockwise = (straight >> 1 | straight << 3) & 0x0F;
        match self {
            Self::Four => straight,
            Self::Eight => straight | diagonal & (straight & clockwise) << 4,
            Self::EightCuttingCorners => straight | diagonal & (straight | clockwise) << 4,
            Self::EightSqueezing => free,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Four => "4",
            Self::Eight => "8",
            Self::EightCuttingCorners => "8-cut",
            Self::EightSqueezing => "8-squeeze",
        }
    }
}

impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Movement {
    type Err = GridError;

    /// # Errors
    ///
    /// [`GridError::UnknownMovement`] for any text other than the four names.
    fn from_str(text: &str) -> Result<Self, GridError> {
        let found = Self::ALL.into_iter().find(|movement| movement.name() == text);
        found.ok_or_else(|| GridError::UnknownMovement {
            text: String::from(text),
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn opposite_directions_cancel_out() {
        for (direction, (x, y)) in DIRECTIONS.into_iter().enumerate() {
            assert_eq!(DIRECTIONS[opposite(direction)], (-x, -y));
        }
    }

    #[test]
    fn tables_follow_the_rules() {
        let bit = |x, y| DIRECTIONS.iter().position(|direction| *direction == (x, y)).unwrap();
        for free in 0..=u8::MAX {
            let is_free = |x, y| free >> bit(x, y) & 1 == 1;
            for movement in Movement::ALL {
                let allowed = movement.table()[usize::from(free)];
                for (direction, (x, y)) in DIRECTIONS.into_iter().enumerate() {
                    let beside = if x != 0 && y != 0 {
                        u8::from(is_free(x, 0)) + u8::from(is_free(0, y))
                    } else {
                        2
                    };
                    let expected = is_free(x, y)
                        && match movement {
                            Movement::Four => x == 0 || y == 0,
                            Movement::Eight => beside == 2,
                            Movement::EightCuttingCorners => beside >= 1,
                            Movement::EightSqueezing => true,
                        };
                    assert_eq!(
                        allowed >> direction & 1 == 1,
                        expected,
                        "{movement}: {free:08b}, {x}, {y}"
                    );
                }
            }
        }
    }

    #[test]
    fn names_round_trip() {
        for movement in Movement::ALL {
            assert_eq!(movement.to_string().parse(), Ok(movement));
        }
        assert_eq!(
            "6".parse::<Movement>(),
            Err(GridError::UnknownMovement { text: "6".to_string() })
        );
    }
}
