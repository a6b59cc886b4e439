//! Errors in texts: every reader of maps, scenarios, graphs and boards says in the same way what is wrong, and where.
//!
//! A [`TextError`] is a [`Fault`] with its line and column, and a `FileError` (feature `std`) is one with the file as
//! well. The errors of a world contain them.

mod error;
mod line;

#[cfg(feature = "std")]
pub use error::FileError;
#[cfg(feature = "std")]
pub(crate) use error::read_file;
pub use error::{Fault, TextError};
pub(crate) use line::{Line, excerpt, lines};
