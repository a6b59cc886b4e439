//! Bidirectional search: Dijkstra's algorithm, breadth-first search, New Bidirectional A*, and near-optimal search.

mod astar;
mod bfs;
mod dijkstra;
mod direction;
mod engine;
mod level_by_level;
mod method;
mod nbs;

pub use astar::{BidirectionalAStar, Shared};
pub use bfs::BidirectionalBfs;
pub use dijkstra::{BidirectionalDijkstra, Radius};
pub use engine::Bidirectional;
pub use level_by_level::LevelByLevel;
pub use method::Method;
pub use nbs::{LeastPair, Nbs};
