//! A failure names the edge whose cost is invalid, and counts as an expansion.

use astride::search::Origin;
use astride::{SearchError, Status};
use astride_laws::Log;

use super::{Any, Driven, Kind, ONE_TABLE, SEVERAL_TABLES, check_counts};
use crate::common::plan::{Guess, Plan};
use crate::common::world::{Index, World};

/// An edge with an invalid cost is named by its place.
#[test]
fn a_failure_names_the_place_of_the_edge() {
    use Origin::{Predecessor, Successor};
    // Two paths from 0 to 5; the cheapest one leads through 1 and 3.
    let plan = Plan::of_edges([
        (0, 1, 1),
        (0, 2, 2),
        (1, 3, 1),
        (2, 3, 2),
        (2, 4, 2),
        (3, 5, 1),
        (4, 5, 2),
    ]);
    let log = Log::default();
    let check_expanded = |kind: Kind, search: &Any<'_>| {
        assert_eq!(search.stats().expanded, log.expansions(), "{kind:?}");
    };
    let is_of = |status: Status, node: Option<usize>, at: usize, origin: Origin| {
        let Status::Failed(SearchError::NegativeCost { origin: found, .. }) = status else {
            panic!("{status:?}");
        };
        assert_eq!((found, node), (origin, Some(at)));
    };
    for kind in SEVERAL_TABLES {
        for node in 0..6 {
            let mut ends = World::<i32>::with_guesses(&plan, [Guess::Zero; 2], Index::Always);
            ends.edges[node].push((0, -1));
            let ahead = Successor(ends.edges[node].len() - 1);
            log.clear();
            let mut search = Driven::new(kind, &ends, &log);
            let end = search.run_through().1;
            if matches!(end, Status::Failed(_)) {
                is_of(end, search.current(), node, ahead);
                check_expanded(kind, &*search);
            } else {
                assert!(
                    node >= 4 || kind == Kind::DStarLite || kind.is_bidirectional(),
                    "{kind:?} {node} {end:?}"
                );
            }
            let mut ends = World::<i32>::with_guesses(&plan, [Guess::Zero; 2], Index::Always);
            ends.back_edges[node].push((5, -1));
            let back = Predecessor(ends.back_edges[node].len() - 1);
            log.clear();
            let mut search = Driven::new(kind, &ends, &log);
            let end = search.run_through().1;
            if matches!(end, Status::Failed(_)) {
                is_of(end, search.current(), node, back);
                check_expanded(kind, &*search);
            } else {
                assert!(
                    node < 4 || kind.is_disjoint() || kind == Kind::LpaStar || kind.is_bidirectional(),
                    "{kind:?} {node} {end:?}"
                );
            }
        }
    }
}

#[test]
fn a_failure_is_that_of_an_edge_and_counts_as_an_expansion() {
    // 1 and 2 come together. An edge of one of them is too expensive.
    for (good, bad) in [(1, 2), (2, 1)] {
        let most = i32::MAX as u64 - 1;
        let plan = Plan::of_edges([
            (0, 1, 1),
            (0, 2, 1),
            (good, 0, 1),
            (good, 0, 1),
            (bad, 0, 1),
            (bad, 3, most),
        ]);
        let ends = World::<i32>::with_guesses(&plan, [Guess::Zero; 2], Index::Never);
        for kind in ONE_TABLE {
            let log = Log::default();
            let mut search = Driven::new(kind, &ends, &log);
            let Status::Failed(SearchError::CostOverflow { origin, .. }) = search.run() else {
                panic!("{:?}", search.status());
            };
            assert_eq!(
                (origin, search.current()),
                (Origin::Successor(1), Some(bad)),
                "{kind:?}"
            );
            check_counts(kind, &ends, &*search, &log);
        }
    }
}
