//! [`PetGraph`]: a graph of the crate `petgraph`.

use core::fmt;
use core::hash::Hash;

use petgraph::Direction;
use petgraph::visit::{EdgeRef, IntoEdges, IntoEdgesDirected, IntoNodeIdentifiers, NodeIndexable};

use crate::traits::NoSuchNode;
use crate::{Cost, Graph, ReverseGraph};

/// A graph of the crate `petgraph`, searched as it is. Nodes are petgraph's node ids, and a closure returns the cost of
/// each edge.
///
/// `PetGraph` accepts every graph with the visit traits `IntoEdges`, `IntoNodeIdentifiers` and `NodeIndexable`:
/// references to `Graph`, `StableGraph`, `GraphMap`, `MatrixGraph`, `Csr` and `adj::List`, and adaptors of these such
/// as `Reversed` or `EdgeFiltered`. In an undirected graph, edges lead both ways; their source is then the node from
/// which a search follows them. An id that does not belong to a node has no edges. With the visit trait
/// `IntoEdgesDirected`, which all of these graphs except `Csr`, `adj::List` and an undirected `MatrixGraph` implement,
/// `PetGraph` is a [`ReverseGraph`]. (A directed `MatrixGraph` swaps the source and the target of the edges into a
/// node, so costs must not depend on them in bidirectional searches.)
///
/// # Complexity
///
/// [`Graph::index`] is petgraph's `to_index`, so searches need not hash nodes, unless the graph does so itself
/// (`GraphMap`). A [`CsrGraph`](super::CsrGraph) stores the edges of a node side by side, unlike most of petgraph's
/// graphs, so building a `CsrGraph` pays off if there are many searches. A start or a known goal without outgoing edges
/// is first looked up among all nodes, since it may have been removed from a `StableGraph`.
///
/// # Panics
///
/// A search over a `GraphMap` panics if it is given a node that is not in the graph, as a start or in `cost_to` or
/// `path_to`, because `GraphMap` panics in `to_index`.
///
/// # Example
///
/// ```
/// use astride::graphs::PetGraph;
/// use astride::{Dijkstra, Query};
/// use petgraph::graph::UnGraph;
///
/// struct Road {
///     kilometres: f64,
/// }
///
/// let mut map = UnGraph::<&str, Road>::default();
/// let [aix, bonn, cluj] = ["Aix", "Bonn", "Cluj"].map(|town| map.add_node(town));
/// map.add_edge(aix, bonn, Road { kilometres: 7.5 });
/// map.add_edge(aix, cluj, Road { kilometres: 2.0 });
/// map.add_edge(cluj, bonn, Road { kilometres: 4.0 });
///
/// let roads = PetGraph::new(&map, |edge| edge.weight().kilometres);
/// let mut search = Dijkstra::new(Query::new(&roads, aix, |town| map[*town] == "Bonn"));
/// let path = search.find_path()?.unwrap();
/// assert_eq!((path.nodes, path.cost), (vec![aix, cluj, bonn], 6.0));
/// # Ok::<(), astride::SearchError>(())
/// ```
///
/// With petgraph's trait `EdgeRef`, a cost may depend on the nodes at both ends and on the edge's id. Here each node
/// has a height. Every edge costs 10, plus twice the difference in height if it leads uphill:
///
/// ```
/// use astride::graphs::PetGraph;
/// use astride::{Dijkstra, Query};
/// use petgraph::graph::UnGraph;
/// use petgraph::visit::EdgeRef;
///
/// let mut hills = UnGraph::<u32, ()>::default();
/// let [valley, top] = [100, 300].map(|height| hills.add_node(height));
/// hills.add_edge(valley, top, ());
///
/// let paths = PetGraph::new(&hills, |edge| 10 + 2 * hills[edge.target()].saturating_sub(hills[edge.source()]));
/// for (from, to, cost) in [(valley, top, 410), (top, valley, 10)] {
///     let mut search = Dijkstra::new(Query::new(&paths, from, |node| *node == to));
///     assert_eq!(search.find_path()?.unwrap().cost, cost);
/// }
/// # Ok::<(), astride::SearchError>(())
/// ```
#[derive(Clone, Copy)]
pub struct PetGraph<G, F> {
    graph: G,
    cost: F,
    /// No node has this index or a greater one.
    bound: usize,
}

impl<G: IntoEdges + NodeIndexable, F> PetGraph<G, F> {
    /// Wraps `graph`, a reference to a graph of petgraph. `cost` returns the cost of an edge, given petgraph's
    /// reference to it. The reference provides the edge's weight and, with the trait `EdgeRef`, its source, target and
    /// id.
    pub fn new<C>(graph: G, cost: F) -> Self
    where
        F: Fn(G::EdgeRef) -> C,
    {
        PetGraph {
            graph,
            cost,
            bound: graph.node_bound(),
        }
    }

    /// Returns the wrapped graph.
    pub fn graph(&self) -> G {
        self.graph
    }
}

impl<G, F, C> Graph for PetGraph<G, F>
where
    G: IntoEdges + IntoNodeIdentifiers + NodeIndexable,
    G::NodeId: Eq + Hash,
    F: Fn(G::EdgeRef) -> C,
    C: Cost,
{
    type Node = G::NodeId;
    type Cost = C;

    #[inline]
    fn successors(&self, node: &G::NodeId) -> impl Iterator<Item = (G::NodeId, C)> {
        // For a node that is not in the graph, some of petgraph's graphs return no edges and some panic.
        let edges = self.index(node).map(|_| self.graph.edges(*node));
        edges
            .into_iter()
            .flatten()
            .map(|edge| (edge.target(), (self.cost)(edge)))
    }

    #[inline]
    fn index(&self, node: &G::NodeId) -> Option<usize> {
        Some(self.graph.to_index(*node)).filter(|index| *index < self.bound)
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<G::NodeId> {
        (index < self.bound).then(|| self.graph.from_index(index))
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        Some(self.bound)
    }

    fn check_node(&self, node: &G::NodeId) -> Result<(), NoSuchNode> {
        // A node that was removed from a `StableGraph` still has an index, but no edges.
        let has_edges = || self.graph.edges(*node).next().is_some();
        let is_listed = || self.graph.node_identifiers().any(|other| other == *node);
        let is_known = self.index(node).is_some() && (has_edges() || is_listed());
        NoSuchNode::unless(is_known, self.graph.to_index(*node))
    }
}

impl<G, F, C> ReverseGraph for PetGraph<G, F>
where
    G: IntoEdgesDirected + IntoNodeIdentifiers + NodeIndexable,
    G::NodeId: Eq + Hash,
    F: Fn(G::EdgeRef) -> C,
    C: Cost,
{
    #[inline]
    fn predecessors(&self, node: &G::NodeId) -> impl Iterator<Item = (G::NodeId, C)> {
        let edges = self
            .index(node)
            .map(|_| self.graph.edges_directed(*node, Direction::Incoming));
        // A `MatrixGraph` swaps the ends of edges that lead into a node.
        let from = |edge: G::EdgeRef| {
            if edge.source() == *node {
                edge.target()
            } else {
                edge.source()
            }
        };
        edges
            .into_iter()
            .flatten()
            .map(move |edge| (from(edge), (self.cost)(edge)))
    }
}

impl<G, F> fmt::Debug for PetGraph<G, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PetGraph").finish_non_exhaustive()
    }
}
