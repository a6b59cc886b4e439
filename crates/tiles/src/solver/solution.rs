//! [`Solution`]: a shortest solution, and the work of finding it.

use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use astride::npuzzle::Move;

/// A shortest solution, and the work of finding it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// The moves of the blank from the start to the goal.
    pub moves: Vec<Move>,
    /// The method that found the solution.
    pub method: Method,
    /// The number of boards expanded by all methods tried.
    pub expanded: u64,
    /// The number of boards generated.
    pub generated: u64,
    /// The time taken to find the solution. It includes the time to build or read pattern databases, except in
    /// [`Solver::solve_all`](crate::Solver::solve_all) and [`solve_all_within`](crate::Solver::solve_all_within), which
    /// build or read them while no board is being solved.
    pub elapsed: Duration,
}

/// The method that found a solution.
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

/// Writes the name, such as `IDA* with linear conflicts`.
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
