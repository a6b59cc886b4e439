//! [`TextError`]: an error in a text, with its place. [`FileError`]: an error in a file.

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

/// An error in a text, with its place. Lines and columns start at 1; columns are counted in characters.
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
    /// The column, starting at 1. If something is missing, this is the column after the last field.
    pub column: usize,
    /// The error at that place.
    pub fault: Fault,
}

/// The kind of an error in a text. Long excerpts are shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A word of the format is expected, but the text contains something else.
    #[error("found {} where {expected:?} was expected", Found(found))]
    Expected {
        /// The expected word.
        expected: &'static str,
        /// The text found instead, which is empty at the end of the line.
        found: String,
    },

    /// A line or the text ends too early.
    #[error("{field} is missing")]
    Missing {
        /// The field that should follow.
        field: &'static str,
    },

    /// A line or the text continues after its expected end.
    #[error("unexpected {text:?} after the end")]
    Unexpected {
        /// The text that follows.
        text: String,
    },

    /// A field has an invalid value, such as a number out of range.
    #[error("{field} is {text:?}: {expected} is expected")]
    Invalid {
        /// The field.
        field: &'static str,
        /// The value found.
        text: String,
        /// A description of a valid value.
        expected: String,
    },

    /// An unknown character or word.
    #[error("unknown {what} {text:?} (known: {known})")]
    Unknown {
        /// The kind of thing that is unknown, such as a terrain.
        what: &'static str,
        /// The character or word. Invalid UTF-8 is shown as U+FFFD.
        text: String,
        /// The known characters or words.
        known: &'static str,
    },

    /// There are too many or too few items, such as rows.
    #[error("{found} {what} instead of {expected}")]
    WrongCount {
        /// The items counted.
        what: &'static str,
        /// The number found up to this place.
        found: usize,
        /// The number expected.
        expected: usize,
    },

    /// Something that may occur only once occurs a second time.
    #[error("a second {what}: the first one is in line {first}")]
    Second {
        /// The thing that occurs twice.
        what: String,
        /// The line of the first occurrence.
        first: usize,
    },

    /// The number of items exceeds a limit.
    #[error("{found} {what} exceed the limit of {limit}")]
    OverLimit {
        /// The items counted.
        what: &'static str,
        /// The number found or declared.
        found: u64,
        /// The limit.
        limit: u64,
    },

    /// A map is too large, or does not fit into memory.
    #[error("a map of {width} x {height} cells is too large")]
    TooLarge {
        /// The number of columns.
        width: u16,
        /// The number of rows.
        height: u16,
    },
}

/// Displays the text found in place of an expected word.
struct Found<'a>(&'a str);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => f.write_str("the end of the line"),
            text => fmt::Debug::fmt(text, f),
        }
    }
}

/// An error in a file that cannot be read, is too long, or is malformed.
///
/// The message begins with the path. If the text is malformed, the line and the column follow, as in compiler messages.
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
    #[error("{}: {source}", displayed(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },

    /// The file exceeds the limit. (A text in memory may have any length.)
    #[error("{}: longer than the limit of {limit} bytes", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// The largest number of bytes allowed.
        limit: u64,
    },

    /// The file's text is malformed.
    #[error("{}:{}:{}: {}", path.display(), source.line, source.column, source.fault)]
    Text {
        /// The file.
        path: PathBuf,
        /// The error in the text, with its place.
        source: TextError,
    },
}

/// Displays a path in an error message. An empty path is displayed as `""`, so that the message names it.
#[cfg(feature = "std")]
pub fn displayed(path: &Path) -> std::path::Display<'_> {
    let is_empty = path.as_os_str().is_empty();
    (if is_empty { Path::new("\"\"") } else { path }).display()
}

/// The largest number of bytes in a file. This is enough for a map of 32,000 × 32,000 cells, and stops the reading of
/// endless files such as `/dev/zero`.
#[cfg(feature = "std")]
const MAX_FILE: u64 = 1 << 30;

/// Reads a file of at most 1 GiB and parses its bytes.
///
/// # Errors
///
/// Returns a [`FileError`] if the file cannot be read or is larger than 1 GiB, or if `parse` returns an error.
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
