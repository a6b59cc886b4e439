//! Collision-free plans for many agents on one graph, built on the graph searches of [`astride`].
//!
//! The problem is known as multi-agent path finding. Time is counted in moves, and in each move every agent follows an
//! edge or stays where it is. Edges can also [take several moves](Team::with_durations), such as those into a swamp.
//!
//! * A [`Team`] is a graph with the start and the goal of each agent, validated before any search.
//! * [`AnytimePlanner`] finds the best plan within a given time. If in doubt, begin with this.
//! * [`Lacam`] finds a plan quickly, even for a thousand agents, and then better ones, until one is proven optimal.
//! * A [`Plan`] contains the position of every agent at every time. [`Plan::check`] verifies a plan, and plans can be
//!   written as text.
//! * [`Pibt`] computes only the next move of every agent, for games and changing goals.
//! * [`Reservations`] record which nodes are taken by agents or closed doors, and when. Any search of `astride` that
//!   follows edges forwards can find a path for another agent around the taken nodes. [`Prioritized`] uses reservations
//!   to plan a whole team, one agent after another.
//! * [`Lns`] lowers the cost of a plan for as long as there is time.
//! * [`Cbs`] finds an optimal plan, or one within a given factor of the optimum, for tens of agents.
//!
//! ```
//! use astride::FnGraph;
//! use astride_agents::{Lacam, Team};
//!
//! // Three agents each move a third of the way around a circle.
//! let circle = FnGraph::new(|n: &u32| [((n + 1) % 9, 1_u32), ((n + 8) % 9, 1)]);
//! let team = Team::new(&circle, [(0, 3), (3, 6), (6, 0)])?;
//! let plan = Lacam::new(&team).find_plan()?.expect("there is a plan");
//! plan.check(&team)?;
//! assert_eq!(plan.sum_of_costs(), 9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With the feature `grid`, `Team::on_map` takes a map of `astride-grid`, and reports which agent's start or goal is in
//! a wall or off the map. The README has a first program and a table that helps to choose a planner.
// Marks each item with the feature that it needs. This is unstable, so only docs.rs uses it.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod anytime;
mod at_end;
mod cbs;
mod distances;
mod durations;
mod error;
#[cfg(test)]
mod error_texts;
mod lacam;
mod mover;
#[cfg(feature = "grid")]
mod on_map;
mod onward;
mod pibt;
mod places;
mod plan;
mod reservations;
mod team;
mod text;

pub use anytime::AnytimePlanner;
pub use at_end::AtEnd;
pub use cbs::Cbs;
pub use durations::{Durations, UnitDurations};
pub use error::{PlanError, TeamError};
pub use lacam::Lacam;
pub use pibt::{AgentId, Pibt, PibtError};
pub use plan::Plan;
pub use reservations::{
    Footprint, Lns, Order, Prioritized, PrioritizedError, ReservationError, Reservations, Retry, SafeIntervalQuery,
    Visit,
};
pub use team::Team;
pub use text::PlanTextError;

/// Compiles and runs the code in the README along with the documentation's examples.
#[cfg(all(doctest, feature = "grid", feature = "std"))]
#[doc = include_str!("../README.md")]
pub struct Readme;
