//! Generic graph search that can be stepped.
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

mod cost;
mod error;
mod graph;
pub mod grid;
mod nodes;
pub mod npuzzle;
mod observer;
pub mod open;
mod path;
mod pathfinder;
mod query;
pub mod search;

pub use cost::Cost;
pub use error::{Origin, SearchError};
pub use graph::{Graph, Heuristic, Problem};
pub use observer::Observer;
pub use path::Path;
pub use pathfinder::{Budget, Pathfinder, Stats, Status};
pub use query::{FnGraph, NoEstimate, OneToAll, Query};
pub use search::{AStar, Bfs, Dfs, Dijkstra, Greedy, WeightError, WeightedAStar, astar, bfs, dfs, dijkstra, greedy};

/// The code in the README is compiled and run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
