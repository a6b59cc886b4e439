//! [`Error`]: the errors that end the program early. Each is one line that names the place.

use std::fmt::Display;
use std::io;

/// A reason for ending the program early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// Not an error: the help or the version was requested.
    #[error("{0}")]
    Help(&'static str),
    /// The command line is invalid.
    #[error("{0}")]
    Usage(String),
    /// The input is wrong at this place, for this reason.
    #[error("{place}: {reason}")]
    Input { place: String, reason: String },
    /// The time limit was reached before the search could begin. This becomes a row of the table and is not an error of
    /// the program.
    #[error("out of time")]
    OutOfTime,
    /// The result cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

impl From<lexopt::Error> for Error {
    fn from(error: lexopt::Error) -> Self {
        Self::Usage(error.to_string())
    }
}

impl Error {
    /// Creates the error for bad input at a place.
    pub(crate) fn input(place: impl Display, reason: impl Display) -> Self {
        Self::Input {
            place: place.to_string(),
            reason: reason.to_string(),
        }
    }

    /// Whether the reader of the output has closed the pipe, as `head` does.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
