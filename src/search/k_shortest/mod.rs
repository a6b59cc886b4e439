//! The cheapest simple paths between two nodes, one after the other.

mod distances;
mod engine;
mod paths;
mod spur;
mod subspace;

pub use engine::Deviations;
pub use paths::KShortestPaths;
