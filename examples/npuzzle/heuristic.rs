//! [`HeuristicName`]: the heuristics by name.

use astride::npuzzle::{Board, Hamming, LinearConflict, Manhattan, ManhattanPlusHamming, TileHeuristic, Tiles, Zero};
use clap::ValueEnum;

/// A heuristic, chosen at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HeuristicName {
    /// No idea: A* is Dijkstra's algorithm with it
    Zero,
    /// Tiles out of place
    Hamming,
    /// Rows plus columns that each tile is away
    Manhattan,
    /// Manhattan, and two moves for each tile that must let another one pass
    LinearConflict,
    /// The sum of both, which is too much: solutions need not be shortest
    #[value(name = "manhattan+hamming")]
    ManhattanPlusHamming,
}

impl HeuristicName {
    /// Its name, as [`TileHeuristic::name`] answers it too.
    pub(crate) fn name(self) -> String {
        self.to_possible_value()
            .map_or(String::new(), |value| value.get_name().to_string())
    }

    /// The heuristic towards a goal.
    pub(crate) fn build<T: Tiles>(self, goal: &Board) -> Box<dyn TileHeuristic<T>> {
        match self {
            Self::Zero => Box::new(Zero::new(goal)),
            Self::Hamming => Box::new(Hamming::new(goal)),
            Self::Manhattan => Box::new(Manhattan::new(goal)),
            Self::LinearConflict => Box::new(LinearConflict::new(goal)),
            Self::ManhattanPlusHamming => Box::new(ManhattanPlusHamming::new(goal)),
        }
    }
}
