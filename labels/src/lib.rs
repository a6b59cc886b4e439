//! Shortest paths with a state, for the graph searches of [`astride`]: several costs, limits, turn costs, departures.
//!
//! Each of these is a search over more than places: what was used up on the way matters, or where the way came from.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod costs;
mod error;
mod pareto;

pub use costs::SeveralCosts;
pub use error::{CostsError, Which};
pub use pareto::{CostedPath, Label, ParetoPaths, ParetoProblem};
