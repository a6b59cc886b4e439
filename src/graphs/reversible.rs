//! [`ReversibleGraph`]: a graph in compressed sparse rows that also stores the edges into each node.

use alloc::vec::Vec;
use core::ops::Deref;

use super::{CsrError, CsrGraph};
use crate::graph::forward;
use crate::traits::NoSuchNode;
use crate::{Cost, Graph, ReverseGraph};

/// A [`CsrGraph`] that also stores the edges into each node: a [`ReverseGraph`], for bidirectional searches.
///
/// [`CsrGraph::reversible`] and [`CsrGraph::undirected`] create a `ReversibleGraph`, which dereferences to a
/// [`CsrGraph`].
///
/// # Complexity
///
/// The edges into the nodes take as much memory again as the graph: 4 bytes per node and, per edge, 4 bytes plus the
/// size of the cost. If every edge also leads back at the same cost, as in a graph created by [`CsrGraph::undirected`],
/// the edges into the nodes take no additional memory. The edges into a node are found in O(1).
///
/// # Example
///
/// ```
/// use astride::graphs::{CsrError, CsrGraph};
/// use astride::{BidirectionalDijkstra, Query, Status};
///
/// let graph = CsrGraph::from_edges(4, [(0, 1, 7_u32), (0, 2, 2), (1, 3, 1), (2, 3, 4)])?.reversible()?;
/// assert_eq!(graph.edges_into(3), [(1, 1), (2, 4)]);
///
/// let mut search = BidirectionalDijkstra::new(Query::between(&graph, 0, 3));
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().nodes, [0, 2, 3]);
/// # Ok::<(), CsrError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReversibleGraph<C> {
    graph: CsrGraph<C>,
    /// All edges, reversed. `None` if the reversed edges are the same.
    reversed: Option<CsrGraph<C>>,
}

impl<C: Cost> CsrGraph<C> {
    /// Stores the edges into each node as well.
    ///
    /// # Complexity
    ///
    /// O(nodes + edges), plus the time to sort the edges of each node.
    ///
    /// # Errors
    ///
    /// Returns [`CsrError::OutOfMemory`] if there is not enough memory.
    pub fn reversible(self) -> Result<ReversibleGraph<C>, CsrError> {
        let reversed = CsrGraph::from_edges(self.node_count(), self.iter().map(|(from, to, cost)| (to, from, cost)))?;
        let sorted = |edges: &[(u32, C)]| {
            let mut edges: Vec<_> = edges.to_vec();
            edges.sort_unstable_by(|(left, cost), (right, other)| left.cmp(right).then(cost.order(other)));
            edges
        };
        let is_same = |(left, right): (&(u32, C), &(u32, C))| left.0 == right.0 && left.1.order(&right.1).is_eq();
        let leads_both_ways = |node| {
            let (out, into) = (self.edges(node), reversed.edges(node));
            out.len() == into.len() && sorted(out).iter().zip(&sorted(into)).all(is_same)
        };
        let is_symmetric = self.nodes().all(leads_both_ways);
        Ok(ReversibleGraph {
            reversed: (!is_symmetric).then_some(reversed),
            graph: self,
        })
    }
}

impl<C> ReversibleGraph<C> {
    /// Wraps a graph whose edges all lead both ways at the same cost.
    pub(super) fn symmetric(graph: CsrGraph<C>) -> Self {
        ReversibleGraph { graph, reversed: None }
    }

    /// Returns the [`CsrGraph`], without the edges into each node.
    pub fn into_graph(self) -> CsrGraph<C> {
        self.graph
    }

    /// The edges that end at `node`, each with the node where it begins and its cost. A node that is not in the graph
    /// has no edges.
    #[inline]
    pub fn edges_into(&self, node: u32) -> &[(u32, C)] {
        self.reversed.as_ref().unwrap_or(&self.graph).edges(node)
    }
}

impl<C> Deref for ReversibleGraph<C> {
    type Target = CsrGraph<C>;

    fn deref(&self) -> &CsrGraph<C> {
        &self.graph
    }
}

impl<C: Cost> Graph for ReversibleGraph<C> {
    type Node = u32;
    type Cost = C;

    forward!(self.graph =>
        fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, C)>;
        fn index(&self, node: &u32) -> Option<usize>;
        fn node_at(&self, index: usize) -> Option<u32>;
        fn index_bound(&self) -> Option<usize>;
        fn check_node(&self, node: &u32) -> Result<(), NoSuchNode>;
        fn prefetch(&self, node: &u32);
    );
}

impl<C: Cost> ReverseGraph for ReversibleGraph<C> {
    #[inline]
    fn predecessors(&self, node: &u32) -> impl Iterator<Item = (u32, C)> {
        self.edges_into(*node).iter().copied()
    }

    #[inline]
    fn prefetch_predecessors(&self, node: &u32) {
        self.reversed.as_ref().unwrap_or(&self.graph).prefetch(node);
    }
}
