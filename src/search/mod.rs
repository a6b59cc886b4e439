//! The algorithms, a file each, and the engine that most of them share.
//!
//! Most users need only the names at the root of the crate.

mod any_angle;
mod astar;
mod best_first;
mod bfs;
mod branch;
mod deepening;
mod dfs;
mod dijkstra;
mod drive;
mod edges;
mod evaluation;
mod expansion;
mod functions;
mod generation;
mod greedy;
mod id_dfs;
mod ida_star;
mod iterative_deepening;
mod lazy_theta_star;
mod nearest_goals;
mod node_table_answers;
mod optimal_paths;
#[cfg(feature = "rayon")]
mod parallel_ida_star;
mod path_cost;
mod sight_check;
mod theta_star;
mod ties;
mod weighted_astar;

pub use any_angle::AnyAngleSearch;
pub use astar::{AStar, CostPlusEstimate};
pub use best_first::BestFirst;
pub use bfs::{Bfs, FirstMet};
pub use deepening::{Deepening, Iteration};
pub use dfs::Dfs;
pub use dijkstra::{CostOnly, Dijkstra};
pub use evaluation::{Evaluation, Optimal, Revisit};
pub use functions::{astar, bfs, dfs, dijkstra, greedy, id_dfs, ida_star};
pub use greedy::{EstimateOnly, Greedy};
pub use id_dfs::IdDfs;
pub use ida_star::IdaStar;
pub use iterative_deepening::IterativeDeepening;
pub use lazy_theta_star::LazyThetaStar;
pub use nearest_goals::NearestGoals;
pub use optimal_paths::{OptimalPaths, OptimalPathsError, OptimalPathsIter};
#[cfg(feature = "rayon")]
pub use parallel_ida_star::ParallelIdaStar;
pub use sight_check::{OnExpansion, OnGeneration, SightCheck};
pub use theta_star::ThetaStar;
pub use weighted_astar::{CostPlusWeightedEstimate, WeightError, WeightedAStar};
