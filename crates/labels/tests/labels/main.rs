//! Tests paths with a state against oracles that share no code with the library.

#[path = "../../../../tests/common/effort.rs"]
mod effort;

mod battery;
mod departing;
mod forbidden;
mod on_edges;
mod pareto;
mod search;
mod turns;
