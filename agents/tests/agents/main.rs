//! Tests of teams and plans, by themselves and beside oracles.

mod team;
