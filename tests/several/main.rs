//! Questions with several answers: two disjoint paths, matrices of costs, and landmarks, which help with many queries.

#[path = "../common/mod.rs"]
mod common;

mod cost_matrix;
mod disjoint;
mod landmarks;
mod stepper;
