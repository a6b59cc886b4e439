//! Invalid costs and estimates, for every algorithm, and paths from one node to all. `tools/differential/` has random
//! graphs.

use crate::common::algorithm::{ALL, Algorithm, DEEPENING};
use crate::common::plan::{Guess, Plan};
use crate::common::world::{INDEXES, Index, Units, World};
use astride::search::Origin;
use astride::{Dijkstra, SearchError, Status};
use astride_laws::Log;

/// 0 → 1, and from 1 a valid edge, a missing one, and the edge in question to the goal.
pub(crate) fn forked<C: Units>(first: C, edge: C, index: Index) -> World<C> {
    let mut world = World::row(&[first, C::ZERO, C::ZERO, C::ZERO]);
    world.edges = vec![
        vec![(1, first)],
        vec![(2, C::ZERO), (3, C::INFINITY), (4, edge), (3, C::ZERO)],
        vec![],
        vec![],
        vec![],
    ];
    world.index = index;
    world
}

pub(crate) fn check_edge<C: Units>(first: C, edge: C, expected: impl Into<Option<SearchError>>) {
    let expected = expected.into();
    for algorithm in ALL.into_iter().chain(DEEPENING) {
        for index in INDEXES {
            let log = Log::default();
            let mut search = algorithm.search(forked(first, edge, index), &log);
            let status = search.run();
            assert_eq!(search.stats().expanded, log.expansions(), "{algorithm:?} {expected:?}");
            match &expected {
                Some(error) => {
                    assert_eq!(status, Status::Failed(error.clone()), "{algorithm:?}");
                    assert_eq!(search.current(), Some(1), "{algorithm:?}");
                    assert_eq!(search.path(), None);
                    assert!(!error.to_string().is_empty());
                }
                None => assert!(matches!(status, Status::Found | Status::Exhausted), "{algorithm:?}"),
            }
        }
    }
}

/// The estimate of one node is wrong: the start's, or that of the third successor.
pub(crate) fn check_estimate<C: Units>(
    algorithm: Algorithm,
    estimate: C,
    expected: impl Fn(Origin) -> Option<SearchError>,
) {
    for index in INDEXES {
        let mut at_start = forked(C::units(10), C::ZERO, index);
        at_start.estimates[0] = estimate;
        let mut search = algorithm.search(at_start.clone(), &Log::default());
        let status = search.run();
        if let Some(error) = expected(Origin::Start) {
            assert_eq!(status, Status::Failed(error), "{algorithm:?}");
            assert_eq!((search.current(), search.stats().nodes), (None, 0));
        }

        let mut at_successor = forked(C::units(10), C::ZERO, index);
        at_successor.estimates[4] = estimate;
        let mut search = algorithm.search(at_successor, &Log::default());
        let status = search.run();
        if let Some(error) = expected(Origin::Successor(2)) {
            assert_eq!(status, Status::Failed(error), "{algorithm:?}");
            assert_eq!(search.current(), Some(1));
        } else {
            assert!(
                matches!(status, Status::Found | Status::Exhausted),
                "{algorithm:?} {status:?}"
            );
        }
    }
}

/// Returns the error of an invalid estimate at a place, if the algorithm uses estimates.
pub(crate) fn invalid_estimate(algorithm: Algorithm, text: &str) -> impl Fn(Origin) -> Option<SearchError> {
    move |origin| {
        let estimate = text.into();
        algorithm
            .has_estimates()
            .then_some(SearchError::InvalidEstimate { estimate, origin })
    }
}

/// Checks costs and paths from each node to all.
pub(crate) fn check_one_to_all<C: Units>(plan: &Plan, index: Index) {
    let world = World::<C>::new(plan, Guess::Zero, index);
    for (start, far) in plan.all_pairs().iter().enumerate() {
        let mut search = Dijkstra::one_to_all(&world, start);
        assert_eq!(search.run(), Status::Found);
        let alone = Plan {
            start,
            more_starts: Vec::new(),
            ..plan.clone()
        };
        for (node, far) in far.iter().enumerate() {
            assert_eq!(search.cost_to(&node), far.map(C::units), "{start} to {node}");
            assert_eq!(search.path_to(&node).is_some(), far.is_some());
            if let Some(path) = search.path_to(&node) {
                assert_eq!((path.nodes[0], path.nodes.last()), (start, Some(&node)));
                assert_eq!(C::far(alone.cheapest_sum(&path.nodes)), path.cost);
                assert_eq!(C::far(*far), path.cost);
            }
        }
    }
}
