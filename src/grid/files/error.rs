//! [`FormatError`]: what is wrong with a text, and where. [`FileError`]: the same of a file.

use alloc::string::String;
#[cfg(feature = "std")]
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::io;
#[cfg(feature = "std")]
use std::path::{Path, PathBuf};

use crate::grid::{End, Point};

/// What is wrong with the text of a map or of scenarios, and where. Lines and columns count from 1, columns in
/// characters.
///
/// # Example
///
/// ```
/// use astride::grid::movingai::TerrainMap;
///
/// let error = "type octile\nheight 2\nwidth 3\nmap\n..@\n.x.\n".parse::<TerrainMap>().unwrap_err();
/// assert_eq!((error.line, error.column), (6, 2));
/// assert_eq!(error.to_string(), "line 6, column 2: unknown terrain 'x' (known: . G @ O T S W)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1. In a line that is too short, the one after what is there.
    pub column: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong at one place of a text. Long texts are shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Something else stands where a word of the format should.
    #[error("{found:?} in the place of {expected:?}")]
    Expected {
        /// What should be there.
        expected: &'static str,
        /// What is there. Empty at the end of the line.
        found: String,
    },

    /// A line ends too early, or the text does.
    #[error("{field} is missing")]
    Missing {
        /// What should follow.
        field: &'static str,
    },

    /// A line or the text goes on too long.
    #[error("unexpected {text:?} after the end")]
    Unexpected {
        /// What follows.
        text: String,
    },

    /// Not a number, or one out of its range.
    #[error("{field} is {text:?}: {expected} is expected")]
    BadNumber {
        /// Which number.
        field: &'static str,
        /// What is there.
        text: String,
        /// What should be there.
        expected: &'static str,
    },

    /// The bytes are no text.
    #[error("{field} is no UTF-8 text")]
    NotText {
        /// What should be text.
        field: &'static str,
    },

    /// A letter that means no terrain.
    #[error("unknown terrain {letter:?} (known: . G @ O T S W)")]
    UnknownTerrain {
        /// The letter. For a byte that is no text, U+FFFD.
        letter: char,
    },

    /// A row is shorter or longer than the header says.
    #[error("the row has {found} cells, the width is {width}")]
    RowLength {
        /// The width in the header.
        width: usize,
        /// Cells of the row.
        found: usize,
    },

    /// There are fewer cells than the header says.
    #[error("the end, after {found} of {expected} {what}")]
    TooFew {
        /// Rows, or cells.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },

    /// A map that is too large, or for which there is no memory.
    #[error("a map of {width} x {height} cells is too large")]
    TooLarge {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },

    /// A scenario begins or ends off the map that it is for.
    #[error("the {end} {point} is outside the map of {width} x {height} cells")]
    Outside {
        /// Which end.
        end: End,
        /// Where it was to be.
        point: Point,
        /// Columns of the map.
        width: u16,
        /// Rows of the map.
        height: u16,
    },

    /// A scenario is for a map of another size than the one at hand.
    #[error("the scenario is for a map of {width} x {height} cells, and this one has {map_width} x {map_height}")]
    OtherMap {
        /// Columns that the scenario says.
        width: u16,
        /// Rows that the scenario says.
        height: u16,
        /// Columns of the map.
        map_width: u16,
        /// Rows of the map.
        map_height: u16,
    },
}

impl Fault {
    /// The fault at its place.
    pub(in crate::grid) fn at(self, line: usize, column: usize) -> FormatError {
        FormatError {
            line,
            column,
            fault: self,
        }
    }
}

/// As much of a text as a message wants.
pub(in crate::grid) fn excerpt(text: &[u8]) -> String {
    const ENOUGH: usize = 40;
    match text.get(..ENOUGH) {
        Some(start) if text.len() > ENOUGH => String::from_utf8_lossy(start).into_owned() + "…",
        _ => String::from_utf8_lossy(text).into_owned(),
    }
}

/// What is wrong with a file: it cannot be read, or its text is malformed.
///
/// The message begins with the path, and for a malformed text goes on with the line and the column, as compilers do it.
///
/// # Example
///
/// ```
/// use astride::grid::movingai::TerrainMap;
///
/// let error = TerrainMap::open("no/such.map").unwrap_err();
/// assert!(error.to_string().starts_with("no/such.map: "));
/// ```
#[cfg(feature = "std")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },

    /// The file's text is malformed, or does not fit to the map.
    #[error("{}:{}:{}: {}", path.display(), source.line, source.column, source.fault)]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        source: FormatError,
    },
}

/// Reads a file and makes something of its bytes.
#[cfg(feature = "std")]
pub(in crate::grid) fn read_file<T>(
    path: &Path,
    parse: impl FnOnce(&[u8]) -> Result<T, FormatError>,
) -> Result<T, FileError> {
    let path = || path.to_path_buf();
    let bytes: Vec<u8> = std::fs::read(path()).map_err(|source| FileError::Io { path: path(), source })?;
    parse(&bytes).map_err(|source| FileError::Format { path: path(), source })
}
