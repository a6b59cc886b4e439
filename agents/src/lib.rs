//! Plans for many agents on one graph that do not run into each other, for the graph searches of [`astride`].
//!
//! This is multi-agent path finding: time goes in moves, in each of which every agent follows an edge or stays where it
//! is.
//!
//! * A [`Team`] is a graph with the start and the goal of each agent, checked before anything is searched.
//! * A [`Plan`] has the position of every agent at every time. [`Plan::check`] proves that it is right.
//!
//! The README has an example.
// Marks each item with the feature that it needs: unstable, so for docs.rs alone.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod distances;
mod error;
mod lacam;
mod mover;
#[cfg(feature = "grid")]
mod on_map;
mod pibt;
mod places;
mod plan;
mod team;
mod text;

pub use error::{PlanError, TeamError};
pub use lacam::Lacam;
pub use pibt::{AgentId, Pibt, PibtError};
pub use plan::Plan;
pub use team::Team;
pub use text::PlanTextError;

/// The code in the README is compiled and run with the documentation's.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
pub struct Readme;
