//! Results of several searches: two disjoint paths, matrices of costs, and landmarks, which speed up many queries.

#[path = "../common/mod.rs"]
mod common;

mod cost_matrix;
mod disjoint;
mod landmarks;
mod stepper;
