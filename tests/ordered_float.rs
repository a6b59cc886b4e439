//! Costs of the crate `ordered-float` against the floats that they wrap, on random graphs.

use astride::graphs::CsrGraph;
use astride::traits::NumericCost;
use astride::{AStar, Cost, Dijkstra, IdaStar, Pathfinder, Query, WeightedAStar};
use ordered_float::OrderedFloat;
use proptest::prelude::*;

type Edges = Vec<(u32, u32, f32)>;

fn graphs() -> impl Strategy<Value = (u32, Edges)> {
    // Invalid costs cause the same errors.
    let cost = prop_oneof![40 => 0.0..9.0_f32, 1 => prop::num::f32::ANY];
    (1..15_u32).prop_flat_map(move |nodes| {
        let edge = (0..nodes, 0..nodes, cost.clone());
        (Just(nodes), prop::collection::vec(edge, 0..50))
    })
}

/// Returns the end, the path and the statistics of each search, with costs as floats.
fn results<C: NumericCost>(nodes: u32, edges: &Edges, wrap: fn(f32) -> C, unwrap: fn(C) -> f64) -> Vec<String> {
    let edges = edges.iter().map(|(from, to, cost)| (*from, *to, wrap(*cost)));
    let graph = CsrGraph::from_edges(nodes as usize, edges).unwrap();
    let query = || {
        Query::new(&graph, 0, |node| *node == nodes - 1)
            .with_heuristic(|node| wrap(f32::from(*node < nodes - 1) * 0.01))
    };
    let report = |search: &mut dyn Pathfinder<Node = u32, Cost = C>| {
        let end = search.run_for(astride::Budget::new().expansions(500));
        let path = search.path().map(|path| (path.nodes, unwrap(path.cost)));
        let stats = search.stats();
        format!(
            "{end} {path:?} {} {} {}",
            stats.expanded, stats.generated, stats.reopened
        )
    };
    vec![
        report(&mut Dijkstra::new(query())),
        report(&mut AStar::new(query())),
        report(&mut WeightedAStar::new(query(), 1.5).unwrap()),
        report(&mut IdaStar::new(query())),
    ]
}

/// Removes the name of the wrapper, which failures contain because they show the cost with `Debug`.
fn unwrapped(reports: &[String]) -> Vec<String> {
    reports
        .iter()
        .map(|report| report.replace("OrderedFloat(", "").replace(')', ""))
        .collect()
}

proptest! {
    #[test]
    fn searches_are_those_over_plain_floats((nodes, edges) in graphs()) {
        let plain = results(nodes, &edges, |cost| cost, f64::from);
        let wrapped = results(nodes, &edges, OrderedFloat, |cost| cost.0.into());
        prop_assert_eq!(unwrapped(&plain), unwrapped(&wrapped));
        let plain = results(nodes, &edges, f64::from, |cost| cost);
        let wrapped = results(nodes, &edges, |cost| OrderedFloat(f64::from(cost)), |cost| cost.0);
        prop_assert_eq!(unwrapped(&plain), unwrapped(&wrapped));
    }

    #[test]
    fn arithmetic_is_that_of_the_float(a: f64, b: f64, factor in 1.0..9.0_f64) {
        let (x, y) = (OrderedFloat(a), OrderedFloat(b));
        prop_assert_eq!(x.plus(y).map(|sum| sum.0), a.plus(b));
        prop_assert_eq!(x.order(&y), a.order(&b));
        prop_assert_eq!(x.scaled(factor).map(|cost| cost.0), a.scaled(factor));
    }
}
