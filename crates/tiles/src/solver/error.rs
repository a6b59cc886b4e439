//! [`SolverError`]: the reason why there is no solution.

use alloc::sync::Arc;

use crate::patterns::PatternError;
use astride::SearchError;
use astride::npuzzle::{Board, PuzzleError};

/// The reason why a [`Solver`](super::Solver) returns no solution.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// The shape of the board differs from that of the goal, or the board cannot reach the goal.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),

    /// The pattern databases could not be built or read: a file is damaged, a folder is not writable, memory is
    /// exhausted, or the build was stopped. All boards that need the databases share the error.
    #[error(transparent)]
    Patterns(Arc<PatternError>),

    /// The goal of a partition differs from the solver's.
    #[error("the partition is for the goal {found}, but the solver's goal is {expected}")]
    OtherGoal {
        /// The solver's goal.
        expected: Board,
        /// The partition's goal.
        found: Board,
    },

    /// The search ran out of memory.
    #[error(transparent)]
    Search(#[from] SearchError),

    /// The budget was used up before a solution was found.
    #[error("no solution within the budget: {expanded} boards expanded")]
    OutOfBudget {
        /// The number of boards expanded.
        expanded: u64,
        /// The number of boards generated.
        generated: u64,
    },
}

impl From<PatternError> for SolverError {
    fn from(error: PatternError) -> Self {
        match error {
            PatternError::Puzzle(error) => Self::Puzzle(error),
            error => Self::Patterns(Arc::new(error)),
        }
    }
}
