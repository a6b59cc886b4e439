//! [`HeuristicName`]: the heuristics by name.

use astride::npuzzle::{
    Board, Hamming, LinearConflict, Manhattan, ManhattanPlusHamming, Maximum, TileHeuristic, Tiles, WalkingDistance,
    Zero,
};
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
    /// Moves that the rows need among each other, and the columns (Manhattan on boards too large for its tables)
    WalkingDistance,
    /// The larger of linear conflict and walking distance (linear conflict alone where there are no tables)
    Maximum,
    /// The sum of Manhattan and Hamming, which is too much: solutions need not be shortest
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
            Self::WalkingDistance => match WalkingDistance::new(goal) {
                Ok(walking_distance) => Box::new(walking_distance),
                // Beyond its tables: the heuristic that it improves on. Reports name the one in use.
                Err(_) => Box::new(Manhattan::new(goal)),
            },
            Self::Maximum => match WalkingDistance::new(goal) {
                Ok(walking_distance) => Box::new(Maximum::new(LinearConflict::new(goal), walking_distance)),
                Err(_) => Box::new(LinearConflict::new(goal)),
            },
            Self::ManhattanPlusHamming => Box::new(ManhattanPlusHamming::new(goal)),
        }
    }
}
