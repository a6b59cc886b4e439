//! Compares explicit graphs with a plain adjacency list, and tests straight-line estimates on them.

use std::cell::RefCell;

use astride::graphs::{CsrError, CsrGraph, EdgeEnd, ReversibleGraph};
use astride::problem::Narrow;
use astride::search::Origin;
use astride::{AStar, Dijkstra, Graph, Path, Query, SearchError, Status};
use astride_roads::Coordinates;
use proptest::prelude::*;

pub(crate) type Edge = (u32, u32, u32);

/// Generates a number of nodes and the edges between them.
fn edge_lists() -> impl Strategy<Value = (usize, Vec<Edge>)> {
    (1..30_u32).prop_flat_map(|nodes| {
        let edge = (0..nodes, 0..nodes, 0..100_u32);
        (Just(nodes as usize), prop::collection::vec(edge, 0..120))
    })
}

pub(crate) fn pick(index: prop::sample::Index, nodes: usize) -> u32 {
    u32::try_from(index.index(nodes)).unwrap()
}

fn squared_distance(a: (i32, i32), b: (i32, i32)) -> u32 {
    a.0.abs_diff(b.0).pow(2) + a.1.abs_diff(b.1).pow(2)
}

/// The edges of each node, in the order of the list.
pub(crate) fn adjacency(nodes: usize, edges: &[Edge], is_directed: bool) -> Vec<Vec<(u32, u32)>> {
    let mut rows = vec![Vec::new(); nodes];
    for (from, to, cost) in edges {
        rows[*from as usize].push((*to, *cost));
        if !is_directed && from != to {
            rows[*to as usize].push((*from, *cost));
        }
    }
    rows
}

/// The costs from a node to all nodes.
pub(crate) fn distances(rows: &[Vec<(u32, u32)>], start: u32) -> Vec<Option<u32>> {
    let mut distances = vec![None; rows.len()];
    distances[start as usize] = Some(0);
    loop {
        let mut is_settled = true;
        for (from, row) in rows.iter().enumerate() {
            for (to, cost) in row {
                let Some(sum) = distances[from].map(|distance| distance + cost) else {
                    continue;
                };
                let known = &mut distances[*to as usize];
                if known.is_none_or(|known| sum < known) {
                    *known = Some(sum);
                    is_settled = false;
                }
            }
        }
        if is_settled {
            return distances;
        }
    }
}

/// The cost of a path, from its edges. The cheapest of parallel edges counts.
pub(crate) fn sum(graph: &CsrGraph<u32>, path: &Path<u32, u32>) -> u32 {
    let edge = |step: &[u32]| {
        let edges = graph.edges(step[0]).iter().filter(|(to, _)| *to == step[1]);
        edges.map(|(_, cost)| *cost).min().expect("an edge of the graph")
    };
    path.nodes.windows(2).map(edge).sum()
}

proptest! {
    #[test]
    fn a_graph_has_the_edges_that_it_was_given((nodes, edges) in edge_lists(), is_directed: bool) {
        let graph = if is_directed {
            CsrGraph::from_edges(nodes, edges.clone())
        } else {
            CsrGraph::undirected(nodes, edges.clone()).map(ReversibleGraph::into_graph)
        }.unwrap();
        let rows = adjacency(nodes, &edges, is_directed);
        prop_assert_eq!(graph.node_count(), nodes);
        prop_assert_eq!(graph.edge_count(), rows.iter().map(Vec::len).sum::<usize>());
        prop_assert!(graph.nodes().eq(0..u32::try_from(nodes).unwrap()));
        for (node, row) in graph.nodes().zip(&rows) {
            prop_assert_eq!(graph.edges(node), &row[..]);
            prop_assert!(graph.successors(&node).eq(row.iter().copied()));
            prop_assert_eq!(graph.index(&node), Some(node as usize));
        }
        // A graph built from its own edges is the same.
        prop_assert_eq!(&CsrGraph::from_edges(nodes, graph.iter()).unwrap(), &graph);
    }

    #[test]
    fn the_straight_line_guides_without_misleading(
        places in prop::collection::vec((-60..60_i32, -60..60_i32), 2..25),
        pairs in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..20_u32), 0..80),
        goal: prop::sample::Index,
    ) {
        // Each edge costs at least its length, rounded up.
        let edges: Vec<Edge> = pairs.iter().map(|(from, to, extra)| {
            let (from, to) = (pick(*from, places.len()), pick(*to, places.len()));
            let squared = squared_distance(places[from as usize], places[to as usize]);
            let length = (0..200_u32).find(|length| length.pow(2) >= squared).unwrap();
            (from, to, length + extra)
        }).collect();
        let goal = pick(goal, places.len());
        let expected = distances(&adjacency(places.len(), &edges, false), goal);
        let graph = CsrGraph::undirected(places.len(), edges).unwrap();
        let floats: Coordinates<f64> = places.iter().map(|(x, y)| (f64::from(*x), f64::from(*y))).collect();
        let places = Coordinates::from(places);
        for start in graph.nodes() {
            let estimate = |node: &u32| places.floor_distance(*node, goal);
            let squared = squared_distance(places.get(start).unwrap(), places.get(goal).unwrap());
            let line = estimate(&start);
            prop_assert!(line * line <= squared && squared < (line + 1) * (line + 1));
            prop_assert!((floats.distance(start, goal).powi(2) - f64::from(squared)).abs() < 1e-9);
            let mut search = AStar::new(Query::new(&graph, start, |node| *node == goal).with_heuristic(estimate));
            assert_ne!(search.run(), Status::Running);
            prop_assert_eq!(search.path().map(|path| path.cost), expected[start as usize]);
            prop_assert_eq!(search.stats().reopened, 0, "the estimate is consistent");
        }
    }
}

#[test]
fn lists_that_are_no_graph_are_refused() {
    let outside = |edge, end, node, nodes| CsrError::EndOutside { edge, end, node, nodes };
    assert_eq!(
        CsrGraph::from_edges(0, [(0, 0, 1_u32)]),
        Err(outside(0, EdgeEnd::Source, 0, 0))
    );
    assert_eq!(
        CsrGraph::from_edges(2, [(0, 1, 1_u32), (2, 9, 1)]),
        Err(outside(1, EdgeEnd::Source, 2, 2))
    );
    assert_eq!(
        CsrGraph::undirected(2, [(1, u32::MAX, 1_u32)]),
        Err(outside(0, EdgeEnd::Target, u32::MAX, 2))
    );
    for nodes in [1 << 31, usize::MAX] {
        let error = CsrGraph::from_edges(nodes, [(0, 0, 1_u32)]).unwrap_err();
        assert_eq!(error, CsrError::TooManyNodes { nodes });
        assert_eq!(
            error.to_string(),
            format!("{nodes} nodes are too many: at most 1073741823 are possible")
        );
    }
}

#[test]
fn a_node_outside_has_no_edges_and_is_no_start() {
    let graph = CsrGraph::from_edges(2, [(0, 1, 1_u32), (1, 0, 1)]).unwrap();
    for outside in [2, 1 << 31, u32::MAX] {
        assert_eq!(graph.edges(outside), []);
        assert_eq!((graph.successors(&outside).count(), graph.index(&outside)), (0, None));
        let mut search = Dijkstra::new(Query::new(&graph, outside, |node| *node == 0));
        let error = SearchError::NoSuchNode {
            origin: Origin::Start,
            node: outside.to_string(),
        };
        assert_eq!(search.run(), Status::Failed(error));
        let mut search = Dijkstra::new(Query::new(&graph, 0, |node| *node == outside));
        assert_eq!(search.run(), Status::Exhausted);
        assert_eq!((search.cost_to(&1), search.cost_to(&outside)), (Some(1), None));
    }
}

#[test]
fn a_graph_may_be_empty() {
    let graph = CsrGraph::<u32>::from_edges(0, []).unwrap();
    assert_eq!(
        (graph.node_count(), graph.edge_count(), graph.iter().count()),
        (0, 0, 0)
    );
    assert_eq!(format!("{graph:?}"), "CsrGraph { nodes: 0, edges: 0 }");
}

#[test]
fn costs_are_looked_at_by_the_search() {
    let graph = CsrGraph::from_edges(3, [(0, 1, -1), (1, 2, 1)]).unwrap();
    let mut search = Dijkstra::one_to_all(&graph, 0);
    assert!(matches!(search.run(), Status::Failed(SearchError::NegativeCost { .. })));
    let graph = CsrGraph::from_edges(2, [(0, 1, f64::INFINITY)]).unwrap();
    let mut search = Dijkstra::one_to_all(&graph, 0);
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.cost_to(&1), None, "an infinite cost is no edge");
}

/// A graph that counts the calls to `prefetch` for each node.
struct Fetching {
    graph: CsrGraph<u32>,
    fetched: RefCell<Vec<u32>>,
}

impl Graph for Fetching {
    type Node = u32;
    type Cost = u32;

    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, u32)> {
        self.graph.successors(node)
    }

    fn prefetch(&self, node: &u32) {
        self.graph.prefetch(node);
        self.fetched.borrow_mut().push(*node);
    }
}

#[test]
fn each_node_is_fetched_once_when_it_is_opened() {
    let graph = CsrGraph::from_edges(5, [(0, 1, 9), (0, 2, 1), (2, 1, 1), (1, 3, 1), (4, 0, 1)]).unwrap();
    let graph = Fetching {
        graph,
        fetched: RefCell::default(),
    };
    assert_eq!(Dijkstra::one_to_all(&graph, 0).run(), Status::Found);
    assert_eq!(graph.fetched.take(), [0, 1, 2, 3]);
    let narrow = Narrow::<_, u8>::new(Query::new(&graph, 7, |node| *node == 3));
    assert_eq!(Dijkstra::new(narrow).run(), Status::Exhausted);
    assert_eq!(graph.fetched.take(), [7], "no node of the graph");
}
