//! Questions with several answers: two disjoint paths, matrices of costs, and landmarks, which help with many queries.

#[path = "../common/mod.rs"]
mod common;

mod cost_matrix;
mod disjoint;
mod landmarks;

use proptest::prelude::ProptestConfig;

fn config(cases: u32) -> ProptestConfig {
    // There is no crate root beside these files to keep failing cases at.
    ProptestConfig {
        failure_persistence: None,
        cases,
        ..ProptestConfig::default()
    }
}
