//! [`Algorithm`]: the algorithms by name, and the search that each of them is.

use astride::npuzzle::{Puzzle, TileHeuristic, Tiles};
use astride::{AStar, Bfs, Dfs, Dijkstra, Greedy, IdDfs, IdaStar, Pathfinder, WeightError, WeightedAStar};
use clap::ValueEnum;
use clap::builder::PossibleValue;

/// An algorithm, chosen at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    AStar,
    Dijkstra,
    Greedy,
    Bfs,
    Dfs,
    WeightedAStar,
    IdaStar,
    IdDfs,
}

/// A puzzle whose heuristic was chosen at run time.
pub(crate) type AnyPuzzle<T> = Puzzle<T, Box<dyn TileHeuristic<T> + Send + Sync>>;

/// A search whose algorithm was chosen at run time.
pub(crate) type AnySearch<'a, T> = Box<dyn Pathfinder<Node = T, Cost = u32> + 'a>;

/// What the algorithms can be told besides the puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) weight: f64,
    pub(crate) depth_limit: Option<u32>,
    pub(crate) node_limit: usize,
}

impl Algorithm {
    /// Those that are compared by `--algorithm all`: not the one that takes hours for what others do in milliseconds.
    pub(crate) const ALL: [Self; 7] = [
        Self::AStar,
        Self::Dijkstra,
        Self::Greedy,
        Self::Bfs,
        Self::Dfs,
        Self::WeightedAStar,
        Self::IdaStar,
    ];

    /// A search that has not begun.
    pub(crate) fn search<T: Tiles>(
        self,
        puzzle: &AnyPuzzle<T>,
        settings: Settings,
    ) -> Result<AnySearch<'_, T>, WeightError> {
        let nodes = settings.node_limit;
        Ok(match self {
            Self::AStar => Box::new(AStar::new(puzzle).with_node_limit(nodes)),
            Self::Dijkstra => Box::new(Dijkstra::new(puzzle).with_node_limit(nodes)),
            Self::Greedy => Box::new(Greedy::new(puzzle).with_node_limit(nodes)),
            Self::Bfs => Box::new(Bfs::new(puzzle).with_node_limit(nodes)),
            Self::Dfs => {
                let search = Dfs::new(puzzle).with_node_limit(nodes);
                Box::new(match settings.depth_limit {
                    Some(moves) => search.with_depth_limit(moves),
                    None => search,
                })
            }
            Self::WeightedAStar => Box::new(WeightedAStar::new(puzzle, settings.weight)?.with_node_limit(nodes)),
            Self::IdaStar => ida_star(puzzle, nodes),
            Self::IdDfs => {
                let search = IdDfs::new(puzzle).with_node_limit(nodes);
                Box::new(match settings.depth_limit {
                    Some(moves) => search.with_depth_limit(moves),
                    None => search,
                })
            }
        })
    }

    /// Its name on the command line and in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::AStar => "astar",
            Self::Dijkstra => "dijkstra",
            Self::Greedy => "greedy",
            Self::Bfs => "bfs",
            Self::Dfs => "dfs",
            Self::WeightedAStar => "wastar",
            Self::IdaStar => "idastar",
            Self::IdDfs => "iddfs",
        }
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
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::AStar => "A*: shortest solutions, with an admissible heuristic",
            Self::Dijkstra => "Dijkstra's algorithm: shortest solutions, without a heuristic",
            Self::Greedy => "Greedy best-first search: some solution, soon",
            Self::Bfs => "Breadth-first search: shortest solutions, without a heuristic",
            Self::Dfs => "Depth-first search: some solution, mostly a very long one",
            Self::WeightedAStar => "Weighted A*: at most --weight times the shortest, sooner than A*",
            Self::IdaStar => "IDA*: shortest solutions in next to no memory, with an admissible heuristic",
            Self::IdDfs => "Iterative deepening: shortest solutions of few moves, without heuristic or memory",
        }
    }

    /// Whether it asks the heuristic.
    pub(crate) fn is_informed(self) -> bool {
        matches!(self, Self::AStar | Self::Greedy | Self::WeightedAStar | Self::IdaStar)
    }

    /// What it promises about the length of its solutions.
    pub(crate) fn promise(self, heuristic_is_admissible: bool, weight: f64) -> String {
        match self {
            _ if self.is_optimal(heuristic_is_admissible) => "the fewest possible".into(),
            Self::WeightedAStar if heuristic_is_admissible => format!("at most {weight} times the fewest possible"),
            _ => "not promised to be the fewest".into(),
        }
    }

    /// Whether it promises the fewest moves.
    pub(crate) fn is_optimal(self, heuristic_is_admissible: bool) -> bool {
        match self {
            Self::Dijkstra | Self::Bfs | Self::IdDfs => true,
            Self::AStar | Self::IdaStar => heuristic_is_admissible,
            Self::WeightedAStar | Self::Greedy | Self::Dfs => false,
        }
    }
}

/// IDA*, on as many threads as there are.
#[cfg(feature = "rayon")]
fn ida_star<T: Tiles>(puzzle: &AnyPuzzle<T>, nodes: usize) -> AnySearch<'_, T> {
    if rayon::current_num_threads() > 1 {
        Box::new(astride::ParallelIdaStar::new(puzzle).with_node_limit(nodes))
    } else {
        Box::new(IdaStar::new(puzzle).with_node_limit(nodes))
    }
}

#[cfg(not(feature = "rayon"))]
fn ida_star<T: Tiles>(puzzle: &AnyPuzzle<T>, nodes: usize) -> AnySearch<'_, T> {
    Box::new(IdaStar::new(puzzle).with_node_limit(nodes))
}

/// What `--algorithm` takes: one of them, several side by side, or whatever is fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    One(Algorithm),
    All,
    /// Whatever is fastest for the size of the board: a `Solver`, and no search that could be stepped.
    Auto,
}

impl Selection {
    pub(crate) fn algorithms(self) -> Vec<Algorithm> {
        match self {
            Self::One(algorithm) => vec![algorithm],
            Self::All => Algorithm::ALL.to_vec(),
            Self::Auto => Vec::new(),
        }
    }
}

impl ValueEnum for Selection {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self::One(Algorithm::AStar),
            Self::One(Algorithm::Dijkstra),
            Self::One(Algorithm::Greedy),
            Self::One(Algorithm::Bfs),
            Self::One(Algorithm::Dfs),
            Self::One(Algorithm::WeightedAStar),
            Self::One(Algorithm::IdaStar),
            Self::One(Algorithm::IdDfs),
            Self::All,
            Self::Auto,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::One(algorithm) => PossibleValue::new(algorithm.name()).help(algorithm.about()),
            Self::All => PossibleValue::new("all").help("Each of them but iddfs, side by side"),
            Self::Auto => {
                PossibleValue::new("auto").help("Whatever is fastest: shortest solutions, with pattern databases")
            }
        })
    }
}
