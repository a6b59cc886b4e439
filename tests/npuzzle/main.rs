//! The sliding-tile puzzle: boards and heuristics, and facts about it.

#[path = "../common/effort.rs"]
mod effort;
#[path = "../common/tiles.rs"]
mod tiles;

/// The tests that run by default use one of this many boards. Those that use all boards are marked `#[ignore]`.
const PART: usize = 5003;

mod boards;
mod exhaustive;
mod facts;
mod pieces;
mod solutions;
