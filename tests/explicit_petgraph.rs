//! Searches directly on graphs of petgraph, against petgraph's own Dijkstra.

use std::hash::Hash;

use astride::graphs::PetGraph;
use astride::search::Origin;
use astride::{BidirectionalDijkstra, Dijkstra, Graph, Query, SearchError, Status};
use petgraph::adj::List;
use petgraph::csr::Csr;
use petgraph::graph::{DiGraph, Graph as AnyGraph, NodeIndex, UnGraph};
use petgraph::graphmap::{DiGraphMap, UnGraphMap};
use petgraph::matrix_graph::DiMatrix;
use petgraph::stable_graph::StableDiGraph;
use petgraph::visit::{
    EdgeFiltered, EdgeRef, IntoEdges, IntoEdgesDirected, IntoNodeIdentifiers, NodeIndexable, Reversed, Visitable,
};
use petgraph::{Directed, EdgeType};
use proptest::prelude::*;

/// A weight whose type is not a cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
struct Road {
    length: u32,
}

type Edges = Vec<(u32, u32, Road)>;

fn edge_lists() -> impl Strategy<Value = (u32, Edges)> {
    (1..20_u32).prop_flat_map(|nodes| {
        let edge = (0..nodes, 0..nodes, 0..100_u32).prop_map(|(from, to, length)| (from, to, Road { length }));
        (Just(nodes), prop::collection::vec(edge, 0..70))
    })
}

/// Keeps each pair of nodes at most once, for graphs without parallel edges.
fn simple(edges: &Edges) -> Edges {
    let mut edges = edges.clone();
    edges.sort_by_key(|(from, to, _)| (*from, *to));
    edges.dedup_by_key(|(from, to, _)| (*from, *to));
    edges
}

/// Checks the costs from every node to every other.
fn check<G>(graph: G) -> Result<(), TestCaseError>
where
    G: IntoEdges<EdgeWeight = Road> + NodeIndexable + IntoNodeIdentifiers + Visitable,
    G::NodeId: Eq + Hash + std::fmt::Debug,
{
    let adapter = PetGraph::new(graph, |edge| edge.weight().length);
    // A cost that depends on the direction must be the same as for petgraph's own search.
    let slope = |edge: &G::EdgeRef| {
        let (from, to) = (graph.to_index(edge.source()), graph.to_index(edge.target()));
        edge.weight().length + 50 * u32::from(from < to)
    };
    let slopes = PetGraph::new(graph, |edge| slope(&edge));
    for start in graph.node_identifiers() {
        let expected = petgraph::algo::dijkstra(graph, start, None, |edge| slope(&edge));
        let mut all = Dijkstra::one_to_all(&slopes, start);
        prop_assert_eq!(all.run(), Status::Found);
        for node in graph.node_identifiers() {
            prop_assert_eq!(all.cost_to(&node), expected.get(&node).copied());
        }
    }
    for start in graph.node_identifiers() {
        let expected = petgraph::algo::dijkstra(graph, start, None, |edge| edge.weight().length);
        let mut all = Dijkstra::one_to_all(&adapter, start);
        prop_assert_eq!(all.run(), Status::Found);
        for node in graph.node_identifiers() {
            prop_assert_eq!(adapter.index(&node), Some(graph.to_index(node)));
            prop_assert_eq!(
                all.cost_to(&node),
                expected.get(&node).copied(),
                "{:?} to {:?}",
                start,
                node
            );
            let mut one = Dijkstra::new(Query::new(&adapter, start, |other| *other == node));
            assert_ne!(one.run(), Status::Running);
            prop_assert_eq!(one.path().map(|path| path.cost), expected.get(&node).copied());
        }
    }
    Ok(())
}

/// The same, and bidirectionally; if `slope` is not zero, the cost depends on the direction.
fn check_both<G>(graph: G, slope: u32) -> Result<(), TestCaseError>
where
    G: IntoEdgesDirected<EdgeWeight = Road> + NodeIndexable + IntoNodeIdentifiers + Visitable,
    G::NodeId: Eq + Hash + std::fmt::Debug,
{
    let slopes = PetGraph::new(graph, |edge| {
        let (from, to) = (graph.to_index(edge.source()), graph.to_index(edge.target()));
        edge.weight().length + slope * u32::from(from < to)
    });
    for start in graph.node_identifiers() {
        let mut all = Dijkstra::one_to_all(&slopes, start);
        prop_assert_eq!(all.run(), Status::Found);
        for goal in graph.node_identifiers() {
            let mut search = BidirectionalDijkstra::new(Query::between(&slopes, start, goal));
            assert_ne!(search.run(), Status::Running);
            prop_assert_eq!(search.path().map(|path| path.cost), all.cost_to(&goal));
        }
    }
    check(graph)
}

fn graph<Ty: EdgeType>(nodes: u32, edges: &Edges) -> AnyGraph<(), Road, Ty> {
    let mut graph = AnyGraph::default();
    for _ in 0..nodes {
        graph.add_node(());
    }
    graph.extend_with_edges(edges);
    graph
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn graphs((nodes, edges) in edge_lists()) {
        let directed: DiGraph<(), Road> = graph(nodes, &edges);
        check_both(&directed, 50)?;
        check_both(Reversed(&directed), 50)?;
        check_both(&EdgeFiltered::from_fn(&directed, |edge| edge.weight().length % 3 > 0), 50)?;
        let undirected: UnGraph<(), Road> = graph(nodes, &edges);
        check_both(&undirected, 50)?;
    }

    #[test]
    fn stable_graphs_with_holes((nodes, edges) in edge_lists(), removed: Vec<prop::sample::Index>) {
        let mut stable = StableDiGraph::from(graph::<Directed>(nodes, &edges));
        for node in removed.iter().take(5) {
            stable.remove_node(NodeIndex::new(node.index(nodes as usize)));
        }
        check_both(&stable, 50)?;
    }

    #[test]
    fn graph_maps((nodes, edges) in edge_lists()) {
        let mut directed = DiGraphMap::<u32, Road>::from_edges(&edges);
        let mut undirected = UnGraphMap::<u32, Road>::from_edges(&edges);
        // A node without edges, and node numbers that are not positions.
        directed.add_node(nodes * 1_000_000);
        undirected.add_node(nodes * 1_000_000);
        check_both(&directed, 50)?;
        check_both(&undirected, 50)?;
    }

    #[test]
    fn graphs_without_parallel_edges((nodes, edges) in edge_lists()) {
        let edges = simple(&edges);
        let mut rows = Csr::<(), Road>::with_nodes(nodes as usize);
        let mut matrix = DiMatrix::<(), Road>::default();
        let mut list = List::<Road>::new();
        for _ in 0..nodes {
            matrix.add_node(());
            list.add_node();
        }
        for (from, to, road) in &edges {
            rows.add_edge(*from, *to, *road);
            matrix.add_edge(NodeIndex::new(*from as usize), NodeIndex::new(*to as usize), *road);
            list.add_edge(*from, *to, *road);
        }
        check(&rows)?;
        check_both(&matrix, 0)?;
        check(&list)?;
    }
}

#[test]
fn a_removed_node_is_refused() {
    let mut stable: StableDiGraph<(), Road> = StableDiGraph::from_edges([
        (0, 1, Road::default()),
        (1, 2, Road::default()),
        (0, 3, Road::default()),
    ]);
    stable.remove_node(NodeIndex::new(1));
    let stable = PetGraph::new(&stable, |edge| edge.weight().length);
    for (start, goal, origin) in [(1, 1, Origin::Goal), (1, 0, Origin::Start), (0, 1, Origin::Goal)] {
        let [start, goal] = [start, goal].map(NodeIndex::new);
        let error = SearchError::NoSuchNode {
            origin,
            node: "1".into(),
        };
        assert_eq!(
            Dijkstra::new(Query::between(&stable, start, goal)).run(),
            Status::Failed(error)
        );
    }
    // Nodes without outgoing edges are there.
    for (start, goal, status) in [(0, 3, Status::Found), (2, 2, Status::Found), (3, 2, Status::Exhausted)] {
        let [start, goal] = [start, goal].map(NodeIndex::new);
        assert_eq!(Dijkstra::new(Query::between(&stable, start, goal)).run(), status);
    }
}

#[test]
fn a_node_outside_is_refused() {
    let plain: DiGraph<(), Road> = graph(2, &vec![(0, 1, Road::default())]);
    let plain = PetGraph::new(&plain, |edge| edge.weight().length);
    assert_eq!(plain.node_at(1), Some(NodeIndex::new(1)));
    assert_eq!((plain.node_at(2), plain.node_at(usize::MAX)), (None, None));
    for outside in [2, 1 << 30, u32::MAX as usize].map(NodeIndex::new) {
        let mut search = Dijkstra::new(Query::new(&plain, outside, |_| true));
        let error = SearchError::NoSuchNode {
            origin: Origin::Start,
            node: outside.index().to_string(),
        };
        assert_eq!(search.run(), Status::Failed(error));
    }
    let rows = Csr::<(), Road>::with_nodes(2);
    let rows = PetGraph::new(&rows, |edge| edge.weight().length);
    assert_eq!(rows.successors(&7).count(), 0, "although petgraph panics");
    let mut list = List::<Road>::new();
    list.add_node();
    let list = PetGraph::new(&list, |edge| edge.weight().length);
    assert_eq!(list.successors(&7).count(), 0, "although petgraph panics");
    assert_eq!(list.graph().node_bound(), 1);
}
