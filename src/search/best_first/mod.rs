//! Best-first search: A*, weighted A*, Dijkstra, greedy and breadth-first search.

mod ara_star;
mod astar;
mod bfs;
mod bounded_astar;
mod dijkstra;
mod edges;
mod engine;
mod greedy;
mod nearest_goals;
mod optimal_paths;
mod record_sweep;
mod repair;
mod sweep;
mod ties;
mod weighted_astar;

pub use ara_star::{Anytime, AraStar, WeightsError};
pub use astar::{AStar, ClosedOnce, CostPlusEstimate};
pub use bfs::{Bfs, FirstMet};
pub use bounded_astar::{Bounded, BoundedAStar, BoundingFunction};
pub use dijkstra::{CostOnly, Dijkstra};
pub use engine::BestFirst;
pub use greedy::{EstimateOnly, Greedy};
pub use nearest_goals::NearestGoals;
pub use optimal_paths::{OptimalPaths, OptimalPathsError};
pub use ties::Optimal;
pub use weighted_astar::{CostPlusWeightedEstimate, WeightError, WeightedAStar};
