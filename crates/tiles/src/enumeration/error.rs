//! [`EnumerationError`]: the reason why the boards of a puzzle cannot be enumerated, or why a depth is unknown.

use core::fmt;

use astride::npuzzle::{PuzzleError, Shape};

/// The reason why the boards of a puzzle cannot be enumerated, or why the depth of a board is unknown.
///
/// # Example
///
/// ```
/// use astride::npuzzle::Board;
/// use astride_tiles::Enumeration;
///
/// let error = Enumeration::from_goal(&Board::blank_last("4".parse()?)).unwrap_err();
/// let text = "4x4 has 10461394944000 boards, which take 1394852659200 bytes: more than the limit of 1073741824 bytes";
/// assert_eq!(error.to_string(), text);
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EnumerationError {
    /// The bits for all boards take more memory than the limit allows.
    #[error(
        "{shape} has {} boards, which take {} bytes: more than the limit of {limit} bytes",
        Number(*states),
        Number(*bytes)
    )]
    TooLarge {
        /// The shape of the boards.
        shape: Shape,
        /// The number of boards that can reach the goal; `u128::MAX` stands for any larger number.
        states: u128,
        /// The number of bytes that the boards take; `u128::MAX` stands for any larger number.
        bytes: u128,
        /// The limit.
        limit: u64,
    },

    /// The memory is within the limit, but cannot be allocated.
    #[error(
        "not enough memory for {} bytes, which the {} boards of {shape} take",
        Number(*bytes),
        Number(*states)
    )]
    OutOfMemory {
        /// The shape of the boards.
        shape: Shape,
        /// The number of boards that can reach the goal; `u128::MAX` stands for any larger number.
        states: u128,
        /// The number of bytes that the boards take; `u128::MAX` stands for any larger number.
        bytes: u128,
    },

    /// A depth or a solution was requested, but the enumeration ran without
    /// [`with_depths`](super::Enumerator::with_depths).
    #[error("the depths were not kept: call Enumerator::with_depths first")]
    DepthsNotKept,

    /// The board is not among those enumerated.
    #[error(transparent)]
    Board(#[from] PuzzleError),
}

/// A number in which `u128::MAX` stands for any larger one.
struct Number(u128);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            u128::MAX => f.write_str("more than 2^128"),
            number => number.fmt(f),
        }
    }
}
