//! The searches, in files named after those of `src/search`, and properties of all searches, in files named after the
//! properties.

#[path = "../common/mod.rs"]
mod common;

mod best_first;
mod bidirectional;
mod checks;
mod compact;
mod consistency;
mod corpus;
mod cost_limits;
mod cost_matrix;
mod custom_problems;
mod dfs;
mod disjoint;
mod driving;
mod events;
mod failures;
mod fn_graph;
mod inspection;
mod k_shortest;
mod landmarks;
mod limits;
mod lss_lrta_star;
mod missing_nodes;
mod narrow;
mod onward;
mod overflow;
mod pathfinder;
mod prefetching;
mod replanning;
mod special;
mod stepper;
mod stops;

use common::algorithm::{ALL, Algorithm, DEEPENING};
use common::world::add_starts;

/// Returns every deterministic algorithm.
fn every() -> impl Iterator<Item = Algorithm> {
    ALL.into_iter().chain(DEEPENING)
}
