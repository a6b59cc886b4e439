//! Paths with a state, against oracles that share no code with the library.

mod pareto;
mod search;
