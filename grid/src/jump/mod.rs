//! Jump point search: nodes only where a path may have to turn.
//!
//! [`JumpMap`] (rows and columns as bits, jumps found as the search goes) and [`JumpTable`] (all jumps known
//! beforehand) are two [`JumpPoints`], and a [`JumpProblem`] asks either for a way.

mod lines;
mod map;
mod problem;
mod source;
mod table;
mod way;

pub use map::JumpMap;
pub use problem::JumpProblem;
pub use source::JumpPoints;
pub use table::JumpTable;
