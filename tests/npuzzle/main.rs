//! The sliding-tile puzzle: boards and heuristics, and facts about it.

#[path = "../common/effort.rs"]
mod effort;
#[path = "../common/tiles.rs"]
mod tiles;

/// Of this many boards, the tests that run by default take one. Those that take all are marked `#[ignore]`.
const PART: usize = 5003;

mod boards;
mod exhaustive;
mod facts;
mod pieces;
mod solutions;
