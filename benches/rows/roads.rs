//! Searches on road networks.

use astride::graphs::{CsrGraph, ReversibleGraph};
use astride::search::{CostMatrixBuilder, Landmarks};
use astride::{AStar, BidirectionalDijkstra, Budget, Dijkstra, Query, Status, Stepper};
use astride_labels::Turns;

use crate::Table;
use crate::rows::common;
use crate::support::paired::Work;
use crate::support::road::RoadMap;

/// The number of queries on each network.
const QUERIES: usize = 6;

pub(crate) fn add_to(table: &mut Table) {
    on(table, "roads", &RoadMap::generate(150, 1));
    for (name, has_places) in [("rome", true), ("ny_time", false)] {
        if let Some(map) = RoadMap::read(name, has_places) {
            on(table, name, &map);
        }
    }
}

fn on(table: &mut Table, name: &str, map: &RoadMap) {
    let queries = map.queries(QUERIES, 2);
    let graph = map.graph.clone().reversible().expect("memory");
    let plain: Vec<_> = queries
        .iter()
        .map(|query| Query::between(&graph, query.0, query.1))
        .collect();
    let dijkstra = || Work::of(&plain, Dijkstra::new);
    table.add("BidirectionalDijkstra beside Dijkstra", name, dijkstra, || {
        Work::of(&plain, BidirectionalDijkstra::new)
    });
    if !map.places.is_empty() {
        let by_distance: Vec<_> = queries
            .iter()
            .map(|&(start, goal)| {
                Query::between(&graph, start, goal)
                    .with_heuristic(move |node| map.estimate(*node, goal))
                    .with_reverse_heuristic(move |node| map.estimate(start, *node))
            })
            .collect();
        table.add("A* beside Dijkstra", name, dijkstra, || {
            Work::of(&by_distance, AStar::new)
        });
        let workload = format!("{name}, distances");
        common::informed(table, &workload, &by_distance);
        common::compact(table, &workload, &by_distance);
        common::bidirectional(table, &workload, &by_distance);
    }
    let landmarks = Landmarks::farthest(&graph, queries[0].0, 8).expect("a small graph");
    let by_landmarks: Vec<_> = queries.iter().map(|query| landmarks.query(query.0, query.1)).collect();
    let row = "A* with Landmarks beside Dijkstra";
    table.add(row, name, dijkstra, || Work::of(&by_landmarks, AStar::new));
    let workload = format!("{name}, landmarks");
    common::informed(table, &workload, &by_landmarks);
    common::bidirectional(table, &workload, &by_landmarks);
    matrix(table, name, &graph, &queries);
    turns(table, name, &graph, &queries);
}

/// There are no U-turns, and three in four turns have a cost: with indexed nodes, with hashed ones, and as a graph of
/// turns.
fn turns(table: &mut Table, name: &str, graph: &ReversibleGraph<u32>, queries: &[(u32, u32)]) {
    let turn = |from: &u32, at: &u32, to: &u32| {
        if from == to {
            u32::MAX
        } else {
            ((from ^ at ^ to) & 3) * 50
        }
    };
    let hashed = Turns::new(graph, turn);
    let indexed = Turns::new(graph, turn).indexed().expect("memory");
    let (by_edges, map) = hashed.to_csr().expect("memory");
    let places: Vec<u32> = (by_edges.nodes().map(|number| map.turned(number)))
        .map(|turned| turned.map_or(u32::MAX, |turned| turned.at))
        .collect();
    // Leaves out the nodes for arrivals, so that there are as many nodes as the others expand.
    let rows = (by_edges.nodes()).map(|number| {
        let edges = by_edges.edges(number).iter().copied();
        edges.filter(|(to, _)| places[*to as usize] != u32::MAX)
    });
    let by_edges = CsrGraph::from_rows(rows).expect("memory");
    let numbered = || Work::of(queries, |query| Dijkstra::new(indexed.query(query.0, query.1)));
    let plain = || {
        Work::of(queries, |&(start, goal)| {
            let start = map.departure(&start).expect("a node of the graph");
            let places = &places;
            let is_goal = move |number: &u32| places[*number as usize] == goal;
            Dijkstra::new(Query::new(&by_edges, start, is_goal))
        })
    };
    let by_hash = || Work::of(queries, |query| Dijkstra::new(hashed.query(query.0, query.1)));
    table.add("Turns, indexed, beside a CsrGraph of the turns", name, plain, numbered);
    table.add("Turns, indexed, beside Turns, hashed", name, by_hash, numbered);
}

/// A matrix from six nodes to six others, compared with a search from each of the six to all nodes.
fn matrix(table: &mut Table, name: &str, graph: &ReversibleGraph<u32>, queries: &[(u32, u32)]) {
    // The nodes around a node that are closed first.
    let mut nearby = Dijkstra::one_to_all(graph, queries[0].0);
    let _ = nearby.run_for(Budget::new().expansions(12));
    let nearby: Vec<u32> = nearby.closed_nodes().map(|found| found.node).collect();
    let spread: (Vec<_>, Vec<_>) = queries.iter().copied().unzip();
    for (ends, (from, to)) in [
        ("near ends", (nearby[..6].to_vec(), nearby[6..].to_vec())),
        ("spread ends", spread),
    ] {
        let cost = |cost: Option<u32>| cost.map_or(f64::INFINITY, f64::from);
        let one_to_all = || {
            let mut work = Work::default();
            let mut search = Dijkstra::one_to_all(graph, from[0]);
            for start in &from {
                search.reset(Query::to_all(graph, *start));
                assert_eq!(search.run(), Status::Found);
                work.expanded += search.stats().expanded;
                work.bytes = search.stats().bytes;
                work.costs.extend(to.iter().map(|goal| cost(search.cost_to(goal))));
            }
            work
        };
        table.add(
            "CostMatrix beside one-to-all",
            &format!("{name}, {ends}"),
            one_to_all,
            || {
                let mut builder = CostMatrixBuilder::new(graph, from.clone(), to.clone());
                assert_eq!(builder.run(), Status::Found);
                let stats = builder.stats();
                let matrix = builder.finish().expect("a complete matrix");
                let pairs = (0..from.len()).flat_map(|source| (0..to.len()).map(move |target| (source, target)));
                Work {
                    expanded: stats.expanded,
                    bytes: stats.bytes,
                    costs: pairs
                        .map(|(source, target)| cost(matrix.cost(source, target)))
                        .collect(),
                }
            },
        );
    }
}
