//! The algorithms, a file each, and the engine that most of them share.
//!
//! Most users need only the names at the root of the crate.

mod astar;
mod best_first;
mod bfs;
mod dfs;
mod dijkstra;
mod drive;
mod edges;
mod evaluation;
mod functions;
mod generation;
mod greedy;
mod nearest_goals;
mod optimal_paths;
mod path_cost;
mod ties;
mod weighted_astar;

pub use astar::{AStar, CostPlusEstimate};
pub use best_first::BestFirst;
pub use bfs::{Bfs, FirstMet};
pub use dfs::Dfs;
pub use dijkstra::{CostOnly, Dijkstra};
pub use evaluation::{Evaluation, Optimal, Revisit};
pub use functions::{astar, bfs, dfs, dijkstra, greedy};
pub use greedy::{EstimateOnly, Greedy};
pub use nearest_goals::NearestGoals;
pub use optimal_paths::{OptimalPaths, OptimalPathsError, OptimalPathsIter};
pub use weighted_astar::{CostPlusWeightedEstimate, WeightError, WeightedAStar};
