//! Tests paths with a state against oracles that share no code with the library.

#[path = "../../../../tests/common/effort.rs"]
mod effort;

mod battery;
mod departing;
mod pareto;
mod search;
mod turns;
