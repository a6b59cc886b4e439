//! Jump point search: a node only where a path may have to turn.

mod lines;
mod map;
mod problem;
mod source;
mod successors;
mod table;

pub use map::JumpMap;
pub use problem::JumpProblem;
pub use source::JumpPoints;
pub use table::JumpTable;
