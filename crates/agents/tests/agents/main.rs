//! Tests of teams and plans, on their own and against oracles.

#[path = "../../../../tests/common/effort.rs"]
mod effort;
#[path = "../../../../crates/laws/src/random.rs"]
mod random;

mod anytime;
#[cfg(feature = "grid")]
mod benchmarks;
mod cbs;
mod durations;
mod graphs;
mod lacam;
mod lns;
mod maps;
mod pibt;
mod reservations;
mod rules;
mod team;
mod text;
mod worlds;
