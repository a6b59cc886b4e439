//! The one search type: what holds with every engine.

#[path = "../common/mod.rs"]
mod common;

mod depth_first;
mod events;
mod limits;
mod look;
mod orders;
mod panics;
mod stops;

use common::algorithm::{ALL, Algorithm, DEEPENING, Lent};
use common::plan::Plan;
use common::world::Units;
use proptest::prelude::ProptestConfig;

/// Every algorithm that is the same in every run.
fn every() -> impl Iterator<Item = Algorithm> {
    ALL.into_iter().chain(DEEPENING)
}

fn config() -> ProptestConfig {
    // There is no crate root beside these files to keep failing cases at.
    ProptestConfig {
        failure_persistence: None,
        cases: 100,
        ..ProptestConfig::default()
    }
}

fn add_starts<C: Units>(search: Lent<'_, C>, plan: &Plan) {
    for (start, units) in &plan.more_starts {
        search.add_start(*start, C::units(*units));
    }
}
