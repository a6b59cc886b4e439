//! `Narrow` stores costs in fewer bytes, or fails.

use astride::problem::Narrow;
use astride::{AStar, Dijkstra, FnGraph, Query, SearchError, Status};

use proptest::prelude::*;

/// Searches a graph with one edge, and an estimate at its source.
fn one_edge(edge: u32, estimate: u32) -> (Status, Option<u8>) {
    let graph = FnGraph::new(|node: &u32| (*node == 0).then_some((1, edge)));
    let query = Query::new(graph, 0, |node| *node == 1).with_heuristic(|node| if *node == 0 { estimate } else { 0 });
    let mut search = AStar::new(Narrow::<_, u8>::new(query));
    let status = search.run();
    (status, search.path().map(|path| path.cost.get()))
}

#[test]
fn what_fits_is_kept_and_what_does_not_fails() {
    assert_eq!(one_edge(253, 253), (Status::Found, Some(253)));
    assert_eq!(one_edge(u32::MAX, 0), (Status::Exhausted, None), "no edge");
    assert_eq!(one_edge(1, u32::MAX), (Status::Exhausted, None), "a dead end");
    for edge in [254, 255, 256, 70_000, u32::MAX - 1] {
        let (status, _) = one_edge(edge, 0);
        assert!(
            matches!(&status, Status::Failed(error @ SearchError::InvalidCost { .. })
                if error.to_string().contains("a value that does not fit into 8 bits")),
            "{edge}: {status:?}"
        );
        let (status, _) = one_edge(1, edge);
        assert!(
            matches!(status, Status::Failed(SearchError::InvalidEstimate { .. })),
            "{edge}: {status:?}"
        );
    }
}

#[test]
fn a_sum_that_does_not_fit_fails() {
    let line = FnGraph::new(|node: &u32| [(node + 1, 127_u32)]);
    let mut search = Dijkstra::new(Narrow::<_, u8>::new(Query::new(line, 0, |node| *node == 2)));
    assert!(matches!(search.run(), Status::Failed(SearchError::CostOverflow { .. })));
}

#[test]
fn infinity_stays_infinite_even_if_it_would_fit() {
    let edge = |cost: u8| FnGraph::new(move |node: &u32| [(node + 1, cost)]);
    let run = |cost| Dijkstra::new(Narrow::<_, u16>::new(Query::new(edge(cost), 0, |node| *node == 1))).run();
    assert_eq!([254, u8::MAX].map(run), [Status::Found, Status::Exhausted]);
    let signed = FnGraph::new(|node: &u32| [(node + 1, i8::MAX)]);
    let mut search = Dijkstra::new(Narrow::<_, u8>::new(Query::new(signed, 0, |node| *node == 1)));
    assert_eq!(search.run(), Status::Exhausted);
}

proptest! {
    #[test]
    fn the_same_costs_as_with_wide_ones_or_a_failure(
        edges in prop::collection::vec((0..12_u32, 0..12_u32, prop_oneof![0..40_u32, 240..260_u32, Just(u32::MAX)]), 0..40),
    ) {
        let graph = FnGraph::new(|node: &u32| {
            let node = *node;
            edges.iter().filter(move |edge| edge.0 == node).map(|edge| (edge.1, edge.2)).collect::<Vec<_>>()
        });
        let mut wide = Dijkstra::one_to_all(&graph, 0);
        assert_eq!(wide.run(), Status::Found);
        let mut narrow = Dijkstra::new(Narrow::<_, u8>::new(Query::to_all(&graph, 0)));
        let status = narrow.run();
        let reached: Vec<_> = wide.closed_nodes().map(|closed| closed.node).collect();
        let fits = edges
            .iter()
            .filter(|edge| edge.2 != u32::MAX && wide.cost_to(&edge.0).is_some_and(|cost| cost < 254))
            .all(|edge| edge.2 < 254 && wide.cost_to(&edge.1).is_some_and(|cost| cost < 254));
        if fits {
            prop_assert_eq!(status, Status::Found);
            for node in reached {
                prop_assert_eq!(narrow.cost_to(&node).map(|cost| u32::from(cost.get())), wide.cost_to(&node));
            }
        } else {
            prop_assert!(matches!(status, Status::Failed(_)), "{:?}", status);
        }
    }
}
