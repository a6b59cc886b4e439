//! Pattern databases, walking distance, enumerations and the solver.

#[path = "../../../tests/common/effort.rs"]
mod effort;
#[path = "../../../tests/common/tiles.rs"]
mod tiles;

/// Of this many boards, the tests that run by default take one. Those that take all are marked `#[ignore]`.
const PART: usize = 5003;

mod enumeration;
mod patterns;
mod solver;
mod walking;
