//! [`Algorithm`]: the algorithms by name, and their searches.

use std::fmt;

#[cfg(not(feature = "rayon"))]
use astride::IdaStar;
use astride::npuzzle::{Puzzle, TileHeuristic, Tiles};
#[cfg(feature = "rayon")]
use astride::search::ParallelIdaStar as IdaStar;
use astride::search::WeightError;
use astride::{AStar, Bfs, Dfs, Dijkstra, Greedy, IdDfs, Pathfinder, WeightedAStar};

use crate::options::name_of;

/// The values of `--algorithm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub(crate) enum Algorithm {
    AStar,
    Dijkstra,
    Greedy,
    Bfs,
    Dfs,
    WeightedAStar,
    IdaStar,
    IdDfs,
    All,
    Auto,
}

/// A puzzle whose heuristic was chosen at run time.
pub(crate) type AnyPuzzle<T> = Puzzle<T, Box<dyn TileHeuristic<T> + Send + Sync>>;

/// A search whose algorithm was chosen at run time.
pub(crate) type AnySearch<'a, T> = Box<dyn Pathfinder<Node = T, Cost = u32> + 'a>;

/// The guarantee for the length of the solutions that an algorithm finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Promise {
    Shortest,
    Within(f64),
    Nothing,
}

impl Algorithm {
    pub(crate) const NAMES: [(&str, Self); 10] = [
        ("astar", Self::AStar),
        ("dijkstra", Self::Dijkstra),
        ("greedy", Self::Greedy),
        ("bfs", Self::Bfs),
        ("dfs", Self::Dfs),
        ("wastar", Self::WeightedAStar),
        ("idastar", Self::IdaStar),
        ("iddfs", Self::IdDfs),
        ("all", Self::All),
        ("auto", Self::Auto),
    ];

    /// The algorithms for which it stands. `All` leaves out the one that takes hours where others take milliseconds.
    pub(crate) fn members(self) -> Vec<Self> {
        match self {
            Self::All => {
                let algorithms = Self::NAMES.iter().map(|(_, algorithm)| *algorithm);
                algorithms.filter(|one| *one < Self::IdDfs).collect()
            }
            _ => vec![self],
        }
    }

    /// Creates the search.
    pub(crate) fn search<T: Tiles>(self, puzzle: &AnyPuzzle<T>, weight: f64) -> Result<AnySearch<'_, T>, WeightError> {
        Ok(match self {
            Self::AStar | Self::All | Self::Auto => Box::new(AStar::new(puzzle)),
            Self::Dijkstra => Box::new(Dijkstra::new(puzzle)),
            Self::Greedy => Box::new(Greedy::new(puzzle)),
            Self::Bfs => Box::new(Bfs::new(puzzle)),
            Self::Dfs => Box::new(Dfs::new(puzzle)),
            Self::WeightedAStar => Box::new(WeightedAStar::new(puzzle, weight)?),
            Self::IdaStar => Box::new(IdaStar::new(puzzle)),
            Self::IdDfs => Box::new(IdDfs::new(puzzle)),
        })
    }

    /// Its name on the command line and in tables.
    pub(crate) fn name(self) -> &'static str {
        name_of(&Self::NAMES, &self)
    }

    /// Its name in a sentence.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::AStar => "A*",
            Self::Dijkstra => "Dijkstra's algorithm",
            Self::Greedy => "greedy best-first search",
            Self::Bfs => "breadth-first search",
            Self::Dfs => "depth-first search",
            Self::WeightedAStar => "weighted A*",
            Self::IdaStar => "IDA*",
            Self::IdDfs => "iterative deepening",
            Self::All => "all algorithms",
            Self::Auto => "the fastest method",
        }
    }

    /// Whether it uses the heuristic.
    pub(crate) fn is_informed(self) -> bool {
        matches!(self, Self::AStar | Self::Greedy | Self::WeightedAStar | Self::IdaStar)
    }

    /// Its guarantee for the length of its solutions.
    pub(crate) fn promise(self, heuristic_is_admissible: bool, weight: f64) -> Promise {
        match self {
            Self::Dijkstra | Self::Bfs | Self::IdDfs => Promise::Shortest,
            Self::Greedy | Self::Dfs => Promise::Nothing,
            _ if !heuristic_is_admissible => Promise::Nothing,
            Self::WeightedAStar => Promise::Within(weight),
            _ => Promise::Shortest,
        }
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shortest => f.write_str("the fewest possible"),
            Self::Within(weight) => write!(f, "at most {weight} times the fewest possible"),
            Self::Nothing => f.write_str("not necessarily the fewest"),
        }
    }
}
