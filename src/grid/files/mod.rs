//! What the file formats of maps share: [`FormatError`], [`FileError`], and how lines are taken apart.

mod error;
mod lines;

#[cfg(feature = "std")]
pub use error::FileError;
pub(super) use error::excerpt;
#[cfg(feature = "std")]
pub(super) use error::read_file;
pub use error::{Fault, FormatError};
pub(super) use lines::{Field, Line, lines, number};
