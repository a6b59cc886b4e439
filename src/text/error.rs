//! [`TextError`]: what is wrong with a text, and where. [`FileError`]: what is wrong with a file.

use alloc::string::String;
#[cfg(feature = "std")]
use alloc::vec::Vec;
use core::fmt;
#[cfg(feature = "std")]
use std::fs::File;
#[cfg(feature = "std")]
use std::io::{self, Read};
#[cfg(feature = "std")]
use std::path::{Path, PathBuf};

/// What is wrong with a text, and where. Lines and columns start at 1; columns are counted in characters.
///
/// # Example
///
/// ```
/// use astride_grid::movingai::TerrainMap;
///
/// let error = "type octile\nheight 2\nwidth 3\nmap\n..@\n.x.\n".parse::<TerrainMap>().unwrap_err();
/// assert_eq!((error.line, error.column), (6, 2));
/// assert_eq!(error.to_string(), "line 6, column 2: unknown terrain \"x\" (known: . G @ O T S W)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct TextError {
    /// The line, starting at 1.
    pub line: usize,
    /// The column, starting at 1. If something is missing, the column after what is there.
    pub column: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong at one place of a text. Long texts are shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A word of the format is expected, and there is something else.
    #[error("found {} where {expected:?} was expected", Found(found))]
    Expected {
        /// The word of the format.
        expected: &'static str,
        /// What is there. Empty at the end of the line.
        found: String,
    },

    /// A line or the text ends too early.
    #[error("{field} is missing")]
    Missing {
        /// The field that should follow.
        field: &'static str,
    },

    /// A line or the text goes on after its end.
    #[error("unexpected {text:?} after the end")]
    Unexpected {
        /// What follows.
        text: String,
    },

    /// A field has an invalid value, such as a number out of its range.
    #[error("{field} is {text:?}: {expected} is expected")]
    Invalid {
        /// The field.
        field: &'static str,
        /// What is there.
        text: String,
        /// What should be there.
        expected: String,
    },

    /// An unknown character or word.
    #[error("unknown {what} {text:?} (known: {known})")]
    Unknown {
        /// What kind of thing it is, such as a terrain.
        what: &'static str,
        /// What is there. A byte that is not text is given as U+FFFD.
        text: String,
        /// The characters or words that are known.
        known: &'static str,
    },

    /// There are more or fewer of something than there should be.
    #[error("{found} {what} instead of {expected}")]
    WrongCount {
        /// What is counted.
        what: &'static str,
        /// How many there are, up to this place.
        found: usize,
        /// How many there should be.
        expected: usize,
    },

    /// Something occurs a second time that may occur once.
    #[error("a second {what}: the first one is in line {first}")]
    Second {
        /// What occurs twice.
        what: String,
        /// The line of the first one.
        first: usize,
    },

    /// There is more of something than a limit allows.
    #[error("{found} {what} exceed the limit of {limit}")]
    OverLimit {
        /// What is counted.
        what: &'static str,
        /// How many there are, or are announced.
        found: u64,
        /// The limit.
        limit: u64,
    },

    /// A map that is too large, or that does not fit into the memory.
    #[error("a map of {width} x {height} cells is too large")]
    TooLarge {
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
    },
}

/// What is there instead of a word that is expected.
struct Found<'a>(&'a str);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => f.write_str("the end of the line"),
            text => fmt::Debug::fmt(text, f),
        }
    }
}

/// What is wrong with a file: it cannot be read, or its text is malformed.
///
/// The message begins with the path. For a malformed text, the line and the column follow, as compilers write them.
///
/// # Example
///
/// ```
/// use astride_grid::movingai::TerrainMap;
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
        /// The error of the system.
        source: io::Error,
    },

    /// The file is longer than the limit. (A text in memory may have any length.)
    #[error("{}: longer than the limit of {limit} bytes", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// The most bytes.
        limit: u64,
    },

    /// The file's text is malformed.
    #[error("{}:{}:{}: {}", path.display(), source.line, source.column, source.fault)]
    Text {
        /// The file.
        path: PathBuf,
        /// What is wrong with the text, and where.
        source: TextError,
    },
}

/// The most bytes of a file. A map of 32,768 × 32,768 cells has as many, and something like `/dev/zero` has no end.
#[cfg(feature = "std")]
const MAX_FILE: u64 = 1 << 30;

/// Reads a file of at most 1 GiB and parses its bytes.
///
/// # Errors
///
/// [`FileError`]: the file cannot be read, is longer than that, or `parse` returns an error.
#[cfg(feature = "std")]
pub fn read_file<T>(path: &Path, parse: impl FnOnce(&[u8]) -> Result<T, TextError>) -> Result<T, FileError> {
    parse(&read_within(path, MAX_FILE)?).map_err(|source| FileError::Text {
        path: path.to_path_buf(),
        source,
    })
}

#[cfg(feature = "std")]
fn read_within(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let path = || path.to_path_buf();
    let mut bytes = Vec::new();
    File::open(path())
        .and_then(|file| file.take(limit.saturating_add(1)).read_to_end(&mut bytes))
        .map_err(|source| FileError::Io { path: path(), source })?;
    if bytes.len() as u64 > limit {
        return Err(FileError::TooLong { path: path(), limit });
    }
    Ok(bytes)
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_too_long_is_not_read_to_its_end() {
        let path = std::env::temp_dir().join(std::format!("astride-too-long-{}", std::process::id()));
        std::fs::write(&path, [b'.'; 100]).unwrap();
        assert_eq!(read_within(&path, 100).unwrap().len(), 100);
        let error = read_within(&path, 99).unwrap_err();
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(error, FileError::TooLong { limit: 99, .. }));
        assert_eq!(
            error.to_string(),
            std::format!("{}: longer than the limit of 99 bytes", path.display())
        );
    }
}
