//! Searches that repair their paths when the graph changes: LPA* and D* Lite.

mod change;
mod course;
mod d_star_lite;
mod engine;
mod first;
mod keys;
mod known;
mod lpa_star;
mod repair;

pub use change::ChangeError;
pub use course::{Course, FromStart, ToGoal};
pub use d_star_lite::DStarLite;
pub use engine::Replanning;
pub use lpa_star::LpaStar;
