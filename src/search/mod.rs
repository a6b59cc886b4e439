//! The algorithms, a file each, and the engine that most of them share.
//!
//! Most users need only the names at the root of the crate.

mod any_angle;
mod astar;
mod best_first;
mod bfs;
mod dfs;
mod dijkstra;
mod drive;
mod evaluation;
mod functions;
mod generation;
mod greedy;
mod lazy_theta_star;
mod nearest_goals;
mod path_cost;
mod sight_check;
mod theta_star;
mod weighted_astar;

pub use any_angle::AnyAngleSearch;
pub use astar::{AStar, CostPlusEstimate};
pub use best_first::BestFirst;
pub use bfs::{Bfs, FirstMet};
pub use dfs::Dfs;
pub use dijkstra::{CostOnly, Dijkstra};
pub use evaluation::{Evaluation, Revisit};
pub use functions::{astar, bfs, dfs, dijkstra, greedy};
pub use greedy::{EstimateOnly, Greedy};
pub use lazy_theta_star::LazyThetaStar;
pub use nearest_goals::NearestGoals;
pub use sight_check::{OnExpansion, OnGeneration, SightCheck};
pub use theta_star::ThetaStar;
pub use weighted_astar::{CostPlusWeightedEstimate, WeightError, WeightedAStar};
