//! Best-first search: A*, weighted A*, Dijkstra, greedy and breadth-first search, and any-angle search.

pub(in crate::search) mod any_angle;
mod ara_star;
mod astar;
mod bfs;
mod bounded_astar;
mod dijkstra;
mod edges;
mod engine;
mod evaluation;
pub(in crate::search) mod frontier;
mod greedy;
mod hashed_sweep;
mod lazy_theta_star;
mod nearest_goals;
mod optimal_paths;
mod repair;
mod sweep;
mod theta_star;
mod ties;
mod weighted_astar;

pub use any_angle::AnyAngleEngine;
pub use ara_star::{Anytime, AraStar, WeightsError};
pub use astar::{AStar, CostPlusEstimate};
pub use bfs::{Bfs, FirstMet};
pub use bounded_astar::{Bounded, BoundedAStar, BoundingFunction};
pub use dijkstra::{CostOnly, Dijkstra};
pub use engine::BestFirst;
pub(in crate::search) use engine::Successor;
pub use evaluation::{EstimateOf, Evaluation, Optimal, Revisit};
pub use greedy::{EstimateOnly, Greedy};
pub use lazy_theta_star::LazyThetaStar;
pub use nearest_goals::NearestGoals;
pub use optimal_paths::{OptimalPaths, OptimalPathsError};
pub use theta_star::ThetaStar;
pub use weighted_astar::{CostPlusWeightedEstimate, WeightError, WeightedAStar};
