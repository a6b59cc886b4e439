//! [`GridError`]: an error in a map, in a query on it, or in the text of a map, a point or a rule.

use alloc::string::String;
use core::fmt;

use super::{Estimate, Movement, Point};
use astride::SearchError;
use astride::text::TextError;

/// One end of a path, in a [`GridError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum End {
    /// Where the path begins.
    Start,
    /// Where the path ends.
    Goal,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Goal => "goal",
        })
    }
}

/// An error in a map, in a query on it, or in the text of a map, a point, a movement rule or an estimate. Lines and
/// columns start at 1, whereas coordinates start at 0.
///
/// # Example
///
/// ```
/// use astride_grid::{GridError, GridMap};
///
/// let error = "..#\n.x.".parse::<GridMap>().unwrap_err();
/// assert!(matches!(&error, GridError::Text(error) if (error.line, error.column) == (2, 2)));
/// assert_eq!(error.to_string(), "line 2, column 2: unknown character \"x\" (known: . # @ 1-9 S G)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// The width or the height is not in 1..=65535, or `(width + 1) * height` exceeds 2³⁰ − 1.
    #[error(
        "a map of {width} x {height} cells: each side must be from 1 to 65535, and (width + 1) * height at most {}",
        astride::engine::MAX_NODES
    )]
    BadSize {
        /// The requested number of columns.
        width: usize,
        /// The requested number of rows.
        height: usize,
    },

    /// There is not enough memory for a map of this size, or for data about such a map.
    #[error("not enough memory for {width} x {height} cells")]
    OutOfMemory {
        /// The requested number of columns.
        width: usize,
        /// The requested number of rows.
        height: usize,
    },

    /// The cell to be changed is not on the map.
    #[error("the point {point} is outside the map of {width} x {height} cells")]
    Outside {
        /// The requested cell.
        point: Point,
        /// Columns of the map.
        width: u16,
        /// Rows of the map.
        height: u16,
    },

    /// An end of the path is off the map.
    #[error("the {end} {point} is outside the map of {width} x {height} cells")]
    EndOutside {
        /// Which end.
        end: End,
        /// The given point.
        point: Point,
        /// Columns of the map.
        width: u16,
        /// Rows of the map.
        height: u16,
    },

    /// An end of the path is in a wall.
    #[error("the {end} {point} is in a wall")]
    EndInWall {
        /// Which end.
        end: End,
        /// The given point.
        point: Point,
    },

    /// The world has no kind of unit with this index.
    #[error("there is no unit kind {unit}: the world has {count}, numbered from 0")]
    NoUnit {
        /// The requested index.
        unit: usize,
        /// The number of kinds that the world has.
        count: usize,
    },

    /// The movement points are negative or not a number.
    #[error("{points} movement points: at least 0 are expected")]
    BadPoints {
        /// The points.
        points: String,
    },

    /// The estimate can exceed the true cost under this movement rule.
    #[error("the {estimate} estimate can exceed the true cost with movement {movement}: paths might not be optimal")]
    Inadmissible {
        /// The requested estimate.
        estimate: Estimate,
        /// The movement rule.
        movement: Movement,
    },

    /// The list of goals is empty.
    #[error("there is no goal: give at least one")]
    NoGoal,

    /// The walls of the map have changed since the components or clearances were computed, or these belong to another
    /// map.
    #[error("the components or clearances do not match the map, whose walls may have changed: rebuild them")]
    Stale,

    /// The size of a unit, or the largest clearance that matters, is 0.
    #[error("a unit covers at least one cell: its size cannot be 0")]
    NoSize,

    /// The search behind [`GridMap::reach`](super::GridMap::reach) failed.
    #[error(transparent)]
    Failed(#[from] SearchError),

    /// Any-angle paths were requested on a map with several terrain costs, where a detour can be cheaper than a
    /// straight line.
    #[error(
        "the cell {point} has terrain cost {found} and others have {least}: \
         paths at any angle need a map with a single terrain cost"
    )]
    TerrainVaries {
        /// The first cell, in reading order, whose terrain cost exceeds the least terrain cost of the map.
        point: Point,
        /// Its terrain cost.
        found: u8,
        /// The least terrain cost of the map.
        least: u8,
    },

    /// Two consecutive points of a path to be pulled taut do not see each other.
    #[error("no line of sight from {from} to {to} with movement {movement}")]
    NoLineOfSight {
        /// A point of the path.
        from: Point,
        /// The next one.
        to: Point,
        /// The movement rule, which governs what a line may touch.
        movement: Movement,
    },

    /// The text of a map is malformed.
    #[error(transparent)]
    Text(#[from] TextError),

    /// The text is not a point.
    #[error("{text:?} is not a point: two whole numbers from 0 to 65535 are expected, such as 3,4")]
    BadPoint {
        /// The text.
        text: String,
    },

    /// The text does not name a movement rule.
    #[error("{text:?} is not a movement rule (known: 4, 8, 8-cut, 8-squeeze)")]
    UnknownMovement {
        /// The text.
        text: String,
    },

    /// The text does not name an estimate.
    #[error("{text:?} is not an estimate (known: zero, manhattan, octile, chebyshev, euclidean)")]
    UnknownEstimate {
        /// The text.
        text: String,
    },
}
