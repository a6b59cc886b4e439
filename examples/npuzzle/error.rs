//! [`Error`]: what ends the program early, each in one line that names the place.

use std::fmt::Display;
use std::io;

/// What ends the program early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// Not an error: the help or the version was asked for.
    #[error("{0}")]
    Help(&'static str),
    /// The command line is not understood.
    #[error("{0}")]
    Usage(String),
    /// Something that was read is not right: where it stood, and what is wrong with it.
    #[error("{place}: {reason}")]
    Input { place: String, reason: String },
    /// The time limit was reached before the search could begin: a row of the table, and no error of the program.
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
    /// Bad input at a place.
    pub(crate) fn input(place: impl Display, reason: impl Display) -> Self {
        Self::Input {
            place: place.to_string(),
            reason: reason.to_string(),
        }
    }

    /// Whether the reader of the output went away, as `head` does.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
