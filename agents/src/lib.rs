//! Plans for many agents on one graph that do not run into each other, for the graph searches of [`astride`].
//!
//! This is multi-agent path finding: time goes in moves, in each of which every agent follows an edge or stays where it
//! is.
//!
//! * A [`Team`] is a graph with the start and the goal of each agent, checked before anything is searched.
//! * [`Lacam`] finds a plan soon, also for a thousand agents, and then better ones, until one is proven to be a best
//!   one.
//! * A [`Plan`] has the position of every agent at every time. [`Plan::check`] proves that it is right, and it can be
//!   written as text.
//! * [`Pibt`] makes the next move of everybody, without a plan: for games, and for goals that change.
//! * [`Reservations`] have who is where at which time, doors included. One more agent finds its way around them by any
//!   search of `astride`. [`Prioritized`] plans a whole team like that, one agent after the other.
//! * [`Cbs`] finds an optimal plan, or one within a factor of the optimum, for tens of agents.
//!
//! ```
//! use astride::FnGraph;
//! use astride_agents::{Lacam, Team};
//!
//! // Three agents move on by one third of a circle.
//! let circle = FnGraph::new(|n: &u32| [((n + 1) % 9, 1_u32), ((n + 8) % 9, 1)]);
//! let team = Team::new(&circle, [(0, 3), (3, 6), (6, 0)])?;
//! let plan = Lacam::new(&team).find_plan()?.expect("there is a plan");
//! plan.check(&team)?;
//! assert_eq!(plan.sum_of_costs(), 9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With the feature `grid`, `Team::on_map` takes a map of `astride-grid`, and names an agent that starts in a wall. The
//! README has a first program with it, and a table of what to choose.
// Marks each item with the feature that it needs: unstable, so for docs.rs alone.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod cbs;
mod distances;
mod error;
#[cfg(test)]
mod error_texts;
mod lacam;
mod mover;
#[cfg(feature = "grid")]
mod on_map;
mod pibt;
mod places;
mod plan;
mod reservations;
mod team;
mod text;

pub use cbs::Cbs;
pub use error::{PlanError, TeamError};
pub use lacam::Lacam;
pub use pibt::{AgentId, Pibt, PibtError};
pub use plan::Plan;
pub use reservations::{
    AtEnd, Footprint, Order, Prioritized, PrioritizedError, ReservationError, Reservations, Retry, SafeIntervalQuery,
    Visit,
};
pub use team::Team;
pub use text::PlanTextError;

/// The code in the README is compiled and run with the documentation's.
#[cfg(all(doctest, feature = "grid", feature = "std"))]
#[doc = include_str!("../README.md")]
pub struct Readme;
