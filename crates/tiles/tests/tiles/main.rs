//! Pattern databases, walking distance, enumerations and the solver.

#[path = "../../../../tests/common/effort.rs"]
mod effort;
#[path = "../../../../tests/common/tiles.rs"]
mod tiles;

/// The tests that run by default take one in this many boards. Those that take all boards are marked `#[ignore]`.
const PART: usize = 5003;

mod enumeration;
mod patterns;
mod solver;
mod walking;
