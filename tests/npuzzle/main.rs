//! The sliding-tile puzzle: boards, heuristics, pattern databases, enumerations and the solver.

#[path = "../common/tiles.rs"]
mod tiles;

mod boards;
mod enumeration;
mod exhaustive;
mod facts;
mod patterns;
mod pieces;
mod solver;
mod walking;
