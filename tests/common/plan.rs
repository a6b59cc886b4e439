//! Random plans of the property tests.

pub(crate) use astride_laws::{ADMISSIBLE, Far, Guess, Plan};
use proptest::prelude::*;

/// The kinds of estimates that are consistent.
pub(crate) const CONSISTENT: [Guess; 4] = [Guess::Zero, Guess::Perfect, Guess::Consistent(3), Guess::Consistent(1)];

/// Generates edge costs of one magnitude, and of all magnitudes up to the largest.
pub(crate) fn units(largest: u64) -> BoxedStrategy<Far> {
    prop_oneof![
        4 => (0..=largest.min(9)).prop_map(Some),
        2 => (0..=largest.min(40_000)).prop_map(Some),
        2 => (0..=largest).prop_map(Some),
        1 => Just(Some(0)),
        1 => Just(None),
    ]
    .boxed()
}

/// Generates plans of up to `most` nodes with edges of up to `largest` units.
pub(crate) fn plans(most: usize, largest: u64) -> impl Strategy<Value = Plan> {
    (1..=most).prop_flat_map(move |nodes| {
        let edges = prop::collection::vec((0..nodes, 0..nodes, units(largest)), 0..=3 * nodes);
        let more_starts = prop::collection::vec((0..nodes, 0..=largest), 0..3);
        let goals = prop::collection::vec(prop::bool::weighted(0.15), nodes);
        let draws = prop::collection::vec(any::<u64>(), nodes);
        (edges, 0..nodes, more_starts, goals, draws).prop_map(move |(edges, start, more_starts, goals, draws)| Plan {
            nodes,
            edges,
            start,
            more_starts,
            goals,
            draws,
        })
    })
}

/// Returns the plan with only its own start.
pub(crate) fn alone(plan: Plan) -> Plan {
    Plan {
        more_starts: Vec::new(),
        ..plan
    }
}
