//! Generic graph search that can be stepped.
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

mod cost;
mod graph;

pub use cost::Cost;
pub use graph::{Graph, Heuristic, Problem};
