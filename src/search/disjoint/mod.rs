//! Two paths that have no edge or no node in common.

mod engine;
mod first;
mod paths;
mod second;

pub use engine::Disjoint;
pub use paths::DisjointPaths;
