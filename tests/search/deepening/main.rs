//! Iterative deepening, on one or several threads, and all searches of puzzles. These tests search so much that
//! `.ci/run` compiles them with some optimisation, so they are a program of their own.

#[path = "../../common/mod.rs"]
mod common;

mod ida_star;
#[cfg(feature = "rayon")]
mod parallel_ida_star;
#[path = "../puzzles.rs"]
mod puzzles;
mod table;
