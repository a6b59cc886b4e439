//! Searches that repair their paths when the graph changes: LPA* and D* Lite.

mod change;
mod course;
mod d_star_lite;
mod effort;
mod ends;
mod engine;
mod first;
mod known;
mod lpa_star;
mod open_nodes;
mod repair;

pub use change::ChangeError;
pub use course::{Course, FromStart, ToGoal};
pub use d_star_lite::DStarLite;
pub use engine::Replanning;
pub use lpa_star::LpaStar;
