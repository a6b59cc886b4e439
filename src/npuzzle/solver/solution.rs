//! [`Solution`]: a shortest solution, and what it took.

use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use crate::npuzzle::Move;

/// A shortest solution, and what it took to find.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// The moves of the blank, from the start to the goal: as few as there can be.
    pub moves: Vec<Move>,
    /// By what it was found.
    pub method: Method,
    /// Boards expanded, those before the method was changed included.
    pub expanded: u64,
    /// Boards generated.
    pub generated: u64,
    /// The time from the question to the answer. Where pattern databases had to be built or read for it, that is in it,
    /// but for [`Solver::solve_all`](crate::npuzzle::Solver::solve_all), which does that between two attempts.
    pub elapsed: Duration,
}

/// By what a solution was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// IDA* with the Manhattan distance.
    Manhattan,
    /// IDA* with linear conflicts.
    LinearConflict,
    /// A* with additive pattern databases.
    AStarWithPatterns,
    /// IDA* with additive pattern databases.
    IdaStarWithPatterns,
}

/// Such as `IDA* with linear conflicts`.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Manhattan => "IDA* with the Manhattan distance",
            Self::LinearConflict => "IDA* with linear conflicts",
            Self::AStarWithPatterns => "A* with pattern databases",
            Self::IdaStarWithPatterns => "IDA* with pattern databases",
        })
    }
}
