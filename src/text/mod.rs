//! Error types shared by the text formats of maps, scenarios, graphs and boards, and a reader for lines and their
//! fields.
//!
//! A [`TextError`] is a [`Fault`] with its line and column. A `FileError` (feature `std`) adds the path of the file.
//! The error type of each of these formats, except CSV, is one of these types or contains one.
//!
//! A reader for another format can call [`lines`] and read each [`Line`] field by field:
//!
//! ```
//! use astride::text::{TextError, lines};
//!
//! fn edges(text: &[u8]) -> Result<Vec<(u32, u32)>, TextError> {
//!     let read = |mut line: astride::text::Line<'_>| {
//!         let edge = (line.number("the start", 0..=99)?, line.number("the end", 0..=99)?);
//!         line.end()?;
//!         Ok(edge)
//!     };
//!     lines(text).filter(|line| !line.is_at_end()).map(read).collect()
//! }
//!
//! assert_eq!(edges(b"1 2\n2 3\n").unwrap(), [(1, 2), (2, 3)]);
//! let error = edges(b"1 2\n2 300\n").unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 3: the end is \"300\": a whole number from 0 to 99 is expected");
//! ```

mod error;
mod line;

pub use error::{Fault, TextError};
#[cfg(feature = "std")]
pub use error::{FileError, displayed, read_file};
pub use line::{Line, excerpt, lines, without_mark};
