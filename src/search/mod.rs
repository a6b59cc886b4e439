//! The type [`Search`] behind every algorithm, the engines that it drives, and what they can be given.
//!
//! Most users need only the names at the root of the crate.

mod best_first;
mod clock;
mod deepening;
mod dfs;
mod engine;
mod functions;
mod guidance;
#[expect(
    clippy::module_inception,
    reason = "the module is named for its main type, as all are"
)]
mod search;
mod sums;

pub use best_first::{
    AStar, AnyAngleEngine, BestFirst, Bfs, CostOnly, CostPlusEstimate, CostPlusWeightedEstimate, Dijkstra, EstimateOf,
    EstimateOnly, Evaluation, FirstMet, Greedy, LazyThetaStar, NearestGoals, Optimal, OptimalPaths, OptimalPathsError,
    OptimalPathsIter, Revisit, ThetaStar, TieBreaking, WeightError, WeightedAStar,
};
pub use deepening::{Deepening, EdgeCount, IdDfs, IdaStar, Iteration, IterativeDeepening};
#[cfg(feature = "rayon")]
pub use deepening::{ParallelDeepening, ParallelIdaStar};
pub use dfs::{DepthFirst, Dfs};
pub use engine::{CostOf, Engine, NodeOf, PathOf, ViewOf};
pub use functions::{astar, bfs, dfs, dijkstra, greedy, id_dfs, ida_star};
pub use guidance::{Guidance, Informed, Uninformed};
pub use search::Search;
