//! Errors in texts, the same for every reader of maps, scenarios, graphs and boards.
//!
//! A [`TextError`] is a [`Fault`] with its line and column. A `FileError` (feature `std`) adds the file. The error
//! types of the worlds contain them.

mod error;
mod line;

#[cfg(feature = "std")]
pub use error::FileError;
#[cfg(feature = "std")]
pub(crate) use error::read_file;
pub use error::{Fault, TextError};
pub(crate) use line::{Line, excerpt, lines};
