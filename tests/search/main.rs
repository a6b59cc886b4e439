//! The type `Search`: properties that hold with every engine.

#[path = "../common/mod.rs"]
mod common;

mod checks;
mod corpus;
mod deepening_table;
mod depth_first;
mod driving;
mod events;
mod failures;
mod iterative_deepening;
mod limits;
mod look;
mod missing_nodes;
mod narrow;
mod optimal_paths;
mod orders;
mod overflow;
mod pieces;
mod random_graphs;
mod repair;
mod stops;

use common::algorithm::{ALL, Algorithm, DEEPENING};
use common::world::add_starts;

/// Returns every deterministic algorithm.
fn every() -> impl Iterator<Item = Algorithm> {
    ALL.into_iter().chain(DEEPENING)
}
