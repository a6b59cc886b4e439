//! Paths with a state, for the graph searches of [`astride`]: several costs, limits, time windows, turn costs and
//! departure times.
//!
//! For a shortest path, one number per node is enough: the cost of getting there. This crate is for questions that also
//! depend on something else, such as the battery charge used so far.
//!
//! * [`SeveralCosts`] is a graph whose edges have a cost and resources, such as a toll, battery charge or time.
//! * [`ParetoPaths`] iterates over the Pareto-optimal paths in such a graph: those that no other path dominates, the
//!   cheapest first. With limits, the first path is the cheapest one within the limits. With time windows, paths visit
//!   places only while these are open. With a [battery](ParetoPaths::with_battery), edges may also charge it.
//! * [`Turns`] adds turn costs and turn restrictions to any graph.
//! * [`ForbiddenPaths`] is a graph in which some sequences of nodes are forbidden, such as turn restrictions over
//!   several edges. If turns cost nothing else, it has far fewer nodes than `Turns`.
//! * [`Departing`] is a graph whose travel times depend on the departure time, as with timetables, rush hours and roads
//!   that close. [`Departing::arrive_by`] finds the latest departure that arrives in time. Turns and departure times
//!   are combined as [`Departing::new(Turns::new(…), …)`](Departing#turns).
//!
//! ```
//! use astride_labels::{ParetoPaths, SeveralCosts};
//!
//! let roads = SeveralCosts::from_edges([
//!     ("Arad", "Sibiu", 140, [12]), // kilometres, toll
//!     ("Arad", "Timisoara", 118, [0]),
//!     ("Timisoara", "Sibiu", 190, [0]),
//! ])?;
//! let front: Vec<_> = ParetoPaths::new(&roads, &"Arad", &"Sibiu")?.collect::<Result<_, _>>()?;
//! assert_eq!(front[0].nodes, ["Arad", "Sibiu"]);
//! assert_eq!(front[1].nodes, ["Arad", "Timisoara", "Sibiu"]);
//! assert_eq!((front[1].cost, front[1].resources), (308, [0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For any other state, implement [`Labels`] and use [`LabelSearch`]. The page
//! [`state_on_nodes`](https://docs.rs/astride/latest/astride/state_on_nodes/) of `astride` explains, with short
//! programs, which state can be part of a node.
// Marks each item with the feature that it needs. This is unstable, so only docs.rs uses it.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod costs;
mod departing;
mod error;
#[cfg(test)]
mod error_texts;
mod forbidden;
mod label_setting;
mod pareto;
mod turns;

pub use costs::SeveralCosts;
pub use departing::{Arriving, Departing, Departure, FifoError, Journey, Stop, TimeError};
pub use error::{CostsError, Which};
pub use forbidden::{Followed, ForbiddenPaths, ForbiddenPathsError};
pub use label_setting::{LabelSearch, LabelSetting, Labels};
pub use pareto::{CostedPath, Label, ParetoPaths, ParetoProblem};
pub use turns::{EdgeMap, EdgeNumbers, Numbering, Turned, Turns, TurnsError};

/// Compiles and runs the code of the README with the other doctests.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
pub struct Readme;
