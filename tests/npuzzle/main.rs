//! The sliding-tile puzzle: boards, heuristics, pattern databases, enumerations and the solver.

#[path = "../common/effort.rs"]
mod effort;
#[path = "../common/tiles.rs"]
mod tiles;

/// Of this many boards, the tests that run by default take one. Those that take all are marked `#[ignore]`.
const PART: usize = 5003;

mod boards;
mod enumeration;
mod exhaustive;
mod facts;
mod patterns;
mod pieces;
mod solver;
mod walking;
