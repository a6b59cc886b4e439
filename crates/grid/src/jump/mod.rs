//! Jump point search: nodes only where a path may have to turn.
//!
//! [`JumpMap`] (rows and columns as bits, in which jumps are found during the search) and [`JumpTable`] (all jumps
//! computed beforehand) are two kinds of [`JumpPoints`], and a [`JumpProblem`] uses either.

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
