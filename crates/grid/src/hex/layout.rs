//! [`HexLayout`]: which rows or columns of a rectangle of hexagons are shifted, and therefore which hexagons are
//! neighbours.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::coordinates::SIDES;
use super::{Hex, HexError};
use crate::Point;
use crate::movement::DIRECTIONS;

/// Which rows or columns of a rectangle of hexagons are shifted by half a hexagon.
///
/// | layout | name | hexagons | shifted | direction |
/// |---|---|---|---|---|
/// | `OddRows` | `odd-r` | with a corner at the top | rows 1, 3, 5, … | right |
/// | `EvenRows` | `even-r` | with a corner at the top | rows 0, 2, 4, … | right |
/// | `OddColumns` | `odd-q` | with a side at the top | columns 1, 3, 5, … | down |
/// | `EvenColumns` | `even-q` | with a side at the top | columns 0, 2, 4, … | down |
///
/// [`Display`](fmt::Display) writes these names, and [`FromStr`] reads them. In all layouts, the upper left cell is
/// `Hex::new(0, 0)`, `q` grows to the right, and `r` grows downwards.
///
/// # Example
///
/// ```
/// use astride_grid::Point;
/// use astride_grid::hex::{Hex, HexLayout};
///
/// let layout = HexLayout::OddRows;
/// assert_eq!(layout.hex(Point::new(0, 3)), Hex::new(-1, 3));
/// assert_eq!(layout.point(Hex::new(-1, 3)), Some(Point::new(0, 3)));
/// assert_eq!(layout.point(Hex::new(-2, 3)), None, "left of the map");
/// ```
#[doc(alias("offset coordinates", "odd-r", "even-r", "odd-q", "even-q", "pointy top", "flat top"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum HexLayout {
    /// Odd-numbered rows are shifted to the right.
    #[cfg_attr(feature = "serde", serde(rename = "odd-r"))]
    OddRows,
    /// Even-numbered rows are shifted to the right.
    #[cfg_attr(feature = "serde", serde(rename = "even-r"))]
    EvenRows,
    /// Odd-numbered columns are shifted down.
    #[cfg_attr(feature = "serde", serde(rename = "odd-q"))]
    OddColumns,
    /// Even-numbered columns are shifted down.
    #[cfg_attr(feature = "serde", serde(rename = "even-q"))]
    EvenColumns,
}

/// The data of the six directions, first for cells that are not shifted and then for cells that are.
pub(super) type ByShift<T> = [T; 2];

impl HexLayout {
    /// Every layout.
    pub const ALL: [Self; 4] = [Self::OddRows, Self::EvenRows, Self::OddColumns, Self::EvenColumns];

    /// Returns whether rows are shifted rather than columns.
    #[inline]
    pub const fn shifts_rows(self) -> bool {
        matches!(self, Self::OddRows | Self::EvenRows)
    }

    /// Returns the axial coordinates of a cell with these offset coordinates.
    #[inline]
    pub fn hex(self, point: Point) -> Hex {
        let (x, y) = (i32::from(point.x), i32::from(point.y));
        if self.shifts_rows() {
            Hex {
                q: x - self.slant(y),
                r: y,
            }
        } else {
            Hex {
                q: x,
                r: y - self.slant(x),
            }
        }
    }

    /// Returns the offset coordinates of a hexagon, or `None` if its column or row is not in 0..=65535.
    #[inline]
    pub fn point(self, hex: Hex) -> Option<Point> {
        let (x, y) = if self.shifts_rows() {
            (hex.q.checked_add(self.slant(hex.r))?, hex.r)
        } else {
            (hex.q, hex.r.checked_add(self.slant(hex.q))?)
        };
        Some(Point {
            x: u16::try_from(x).ok()?,
            y: u16::try_from(y).ok()?,
        })
    }

    /// The number of cells by which the axis at 60 degrees has moved against the rectangle after this many rows (or
    /// columns).
    #[inline]
    const fn slant(self, line: i32) -> i32 {
        match self {
            Self::OddRows | Self::OddColumns => line >> 1,
            // (line + 1) / 2, rounded down, without overflow.
            Self::EvenRows | Self::EvenColumns => (line >> 1) + (line & 1),
        }
    }

    /// Whether the row (or column) of the hexagon is shifted.
    #[inline]
    pub(super) const fn is_shifted(self, hex: Hex) -> bool {
        let line = if self.shifts_rows() { hex.r } else { hex.q };
        let is_odd = line & 1 == 1;
        is_odd == matches!(self, Self::OddRows | Self::OddColumns)
    }

    /// The six directions in columns and rows.
    pub(super) const fn steps(self) -> &'static ByShift<[(i8, i8); SIDES]> {
        if self.shifts_rows() { &ROWS } else { &COLUMNS }
    }

    /// For each byte of free neighbours in the map of squares, those of the hexagon, with a bit for each direction.
    #[inline]
    pub(super) fn free(self) -> &'static ByShift<[u8; 256]> {
        if self.shifts_rows() {
            &FREE_BY_ROWS
        } else {
            &FREE_BY_COLUMNS
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::OddRows => "odd-r",
            Self::EvenRows => "even-r",
            Self::OddColumns => "odd-q",
            Self::EvenColumns => "even-q",
        }
    }
}

/// [`AROUND`](super::coordinates::AROUND) in columns and rows, if rows are shifted: all six are among the eight
/// neighbours of a square.
const ROWS: ByShift<[(i8, i8); SIDES]> = [
    [(0, -1), (-1, 0), (0, 1), (-1, 1), (1, 0), (-1, -1)],
    [(1, -1), (-1, 0), (1, 1), (0, 1), (1, 0), (0, -1)],
];

/// The same if columns are shifted.
const COLUMNS: ByShift<[(i8, i8); SIDES]> = [
    [(1, -1), (-1, -1), (0, 1), (-1, 0), (1, 0), (0, -1)],
    [(1, 0), (-1, 0), (0, 1), (-1, 1), (1, 1), (0, -1)],
];

static FREE_BY_ROWS: ByShift<[u8; 256]> = [free(&ROWS[0]), free(&ROWS[1])];
static FREE_BY_COLUMNS: ByShift<[u8; 256]> = [free(&COLUMNS[0]), free(&COLUMNS[1])];

const fn free(steps: &[(i8, i8); SIDES]) -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < table.len() {
        let mut side = 0;
        while side < SIDES {
            let mut direction = 0;
            while direction < DIRECTIONS.len() {
                let (x, y) = DIRECTIONS[direction];
                if x == steps[side].0 && y == steps[side].1 && byte >> direction & 1 == 1 {
                    table[byte] |= 1 << side;
                }
                direction += 1;
            }
            side += 1;
        }
        byte += 1;
    }
    table
}

impl fmt::Display for HexLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for HexLayout {
    type Err = HexError;

    /// # Errors
    ///
    /// [`HexError::UnknownLayout`] for any text other than the four names.
    fn from_str(text: &str) -> Result<Self, HexError> {
        let found = Self::ALL.into_iter().find(|layout| layout.name() == text);
        found.ok_or_else(|| HexError::UnknownLayout {
            text: String::from(text),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::coordinates::AROUND;

    #[test]
    fn steps_in_columns_and_rows_are_the_axial_ones() {
        for layout in HexLayout::ALL {
            for (x, y) in [(4, 4), (4, 5), (5, 4), (5, 5)] {
                let point = Point { x, y };
                let hex = layout.hex(point);
                let steps = layout.steps()[usize::from(layout.is_shifted(hex))];
                for (axial, (dx, dy)) in AROUND.into_iter().zip(steps) {
                    assert_eq!(
                        layout.point(hex.step(axial)),
                        point.offset(dx.into(), dy.into()),
                        "{layout} {point} {axial:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn free_neighbours_are_those_of_the_definition() {
        for layout in HexLayout::ALL {
            for (steps, table) in layout.steps().iter().zip(layout.free()) {
                for byte in 0..=u8::MAX {
                    for (side, step) in steps.iter().enumerate() {
                        let direction = DIRECTIONS.iter().position(|direction| direction == step).unwrap();
                        assert_eq!(table[usize::from(byte)] >> side & 1, byte >> direction & 1);
                    }
                    assert!(table[usize::from(byte)] < 1 << SIDES);
                }
            }
        }
    }
}
