//! [`HexError`]: an error in a map of hexagons, in a query on it, or in the text of a hexagon or a layout.

use alloc::string::String;

use super::Hex;
use crate::{End, GridError};

/// An error in a map of hexagons, in a query on it, or in the text of a hexagon or a layout.
///
/// # Example
///
/// ```
/// use astride_grid::GridMap;
/// use astride_grid::hex::{Hex, HexError, HexLayout, HexMap, HexProblem};
///
/// let map = HexMap::new(GridMap::new(8, 8)?, HexLayout::OddRows);
/// let error = HexProblem::new(&map, Hex::new(0, 0), Hex::new(-9, 2)).unwrap_err();
/// assert_eq!(error.to_string(), "the goal -9,2 is outside the map of 8 x 8 hexagons");
/// # Ok::<(), HexError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HexError {
    /// The cell to be changed is not on the map.
    #[error("the hexagon {hex} is outside the map of {width} x {height} hexagons")]
    Outside {
        /// The requested cell.
        hex: Hex,
        /// Columns of the map.
        width: u16,
        /// Rows of the map.
        height: u16,
    },

    /// An end of the path is off the map.
    #[error("the {end} {hex} is outside the map of {width} x {height} hexagons")]
    EndOutside {
        /// Which end.
        end: End,
        /// The given cell.
        hex: Hex,
        /// Columns of the map.
        width: u16,
        /// Rows of the map.
        height: u16,
    },

    /// An end of the path is in a wall.
    #[error("the {end} {hex} is in a wall")]
    EndInWall {
        /// Which end.
        end: End,
        /// The given cell.
        hex: Hex,
    },

    /// The underlying map of squares cannot be made or read.
    #[error(transparent)]
    Map(#[from] GridError),

    /// The text is not a pair of axial coordinates.
    #[error("{text:?} is not a hexagon: two whole numbers are expected, such as 3,-1")]
    BadHex {
        /// The text.
        text: String,
    },

    /// The text does not name a layout.
    #[error("{text:?} is not a layout of hexagons (known: odd-r, even-r, odd-q, even-q)")]
    UnknownLayout {
        /// The text.
        text: String,
    },
}
