//! Tests of teams and plans, by themselves and beside oracles.

#[cfg(feature = "grid")]
mod benchmarks;
mod graphs;
mod lacam;
mod pibt;
mod team;
mod text;
