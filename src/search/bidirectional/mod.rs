//! Bidirectional search: Dijkstra's algorithm, breadth-first search, New Bidirectional A*, and near-optimal search.

mod astar;
mod bfs;
mod dijkstra;
mod engine;
mod hierarchy;
mod method;
mod nbs;

pub use astar::{BidirectionalAStar, Shared};
pub use bfs::{BidirectionalBfs, LevelByLevel};
pub use dijkstra::{BidirectionalDijkstra, Radius};
pub use engine::Bidirectional;
pub use hierarchy::{Climb, HierarchySearch};
pub use method::Method;
pub use nbs::{LeastPair, Nbs};
