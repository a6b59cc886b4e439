//! [`ContractionHierarchy`]: a graph prepared for fast queries from node to node.

mod contraction;
mod error;
mod witnesses;

use alloc::vec::Vec;
use core::fmt;

pub use contraction::ContractionProgress;
pub use error::HierarchyError;

use super::{CsrError, CsrGraph};
use crate::{Cost, Exactly, Graph, Hierarchy, Query, ReverseGraph};

/// A [`CsrGraph`] prepared for fast queries from node to node: a contraction hierarchy.
///
/// The preparation takes the nodes away one by one, the least important first. If a cheapest path may lead over the
/// node that is taken away, a *shortcut* joins its neighbours. The order in which the nodes were taken away gives each
/// its rank. There is then always a cheapest path that climbs along edges and shortcuts to a node of high rank and
/// descends from there. [`HierarchySearch`](crate::HierarchySearch) looks for it from both ends, and both climb: on a
/// road network it expands a few hundred nodes, whatever the distance.
///
/// Costs must be exact, as those of integers are, and must not be negative. If the roads change, the hierarchy must be
/// prepared anew.
///
/// As a graph it has the edges that lead up: its successors are higher than the node, and so are its predecessors.
/// Therefore it is to be searched by [`HierarchySearch`](crate::HierarchySearch) only. All other searches would find
/// the paths that always climb.
///
/// # Complexity
///
/// The preparation takes seconds for a road network of some hundred thousand nodes. Its time and the number of shortcuts
/// depend on the graph. A road network, whose long ways lead over few roads, gets about as many shortcuts as it has
/// edges. A graph in which every node is as important as any other, such as a random one, gets so many that Dijkstra's
/// algorithm is faster. The hierarchy takes 12 bytes a node, and 8 bytes and the cost for each edge or shortcut.
///
/// # Example
///
/// ```
/// use astride::explicit::{ContractionHierarchy, CsrGraph};
/// use astride::{HierarchySearch, Status};
///
/// //   0 --7-- 1 --1-- 3
/// //    \--2-- 2 --4--/
/// let graph = CsrGraph::undirected(4, [(0, 1, 7_u32), (0, 2, 2), (1, 3, 1), (2, 3, 4)])?;
/// let hierarchy = ContractionHierarchy::prepare(&graph)?;
///
/// let mut search = HierarchySearch::new(hierarchy.query(0, 3));
/// assert_eq!(search.run(), Status::Found);
/// let path = search.path().unwrap();
/// assert_eq!((path.nodes, path.cost), (vec![0, 2, 3], 6));
///
/// // The next query, in the memory of the last one.
/// search.reset(hierarchy.query(1, 0));
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().nodes, [1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// Geisberger, Sanders, Schultes, Vetter: Exact Routing in Large Road Networks Using Contraction Hierarchies.
/// Transportation Science 46(3), 2012.
#[derive(Clone, PartialEq, Eq)]
pub struct ContractionHierarchy<C> {
    /// When each node was contracted: each number once.
    ranks: Vec<u32>,
    /// The edges from each node to higher ones.
    up: Half<C>,
    /// The edges into each node from higher ones, turned round.
    down: Half<C>,
}

/// The edges that lead up, in one direction. No two of them have the same ends.
#[derive(Clone, PartialEq, Eq)]
struct Half<C> {
    edges: CsrGraph<C>,
    /// For each edge the lower node that it leads over, or `NONE` if it is an edge of the graph.
    middles: Vec<u32>,
}

/// No node.
const NONE: u32 = u32::MAX;

impl<C> ContractionHierarchy<C> {
    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.ranks.len()
    }

    /// The number of edges and shortcuts. Of parallel edges only the cheapest counts. An edge that costs more than a
    /// way around may be left out.
    pub fn edge_count(&self) -> usize {
        self.up.middles.len() + self.down.middles.len()
    }

    /// The number of shortcuts.
    pub fn shortcut_count(&self) -> usize {
        let middles = self.up.middles.iter().chain(&self.down.middles);
        middles.filter(|middle| **middle != NONE).count()
    }

    /// The rank of a node, starting at 0. `None` for a node that is not in the graph.
    pub fn rank(&self, node: u32) -> Option<u32> {
        self.ranks.get(node as usize).copied()
    }

    /// The node that the edge from one node to another leads over. `None` if it is an edge of the graph.
    fn middle(&self, from: u32, to: u32) -> Option<u32> {
        let (half, low, high) = if self.rank(from) < self.rank(to) {
            (&self.up, from, to)
        } else {
            (&self.down, to, from)
        };
        let (_, middle) = half.find(low, high)?;
        (middle != NONE).then_some(middle)
    }
}

impl<C: Cost> ContractionHierarchy<C> {
    /// Returns the problem of going from one node to another: for [`HierarchySearch`](crate::HierarchySearch).
    pub fn query(&self, start: u32, goal: u32) -> Query<&Self, Exactly<u32>> {
        Query::between(self, start, goal)
    }
}

impl<C> Half<C> {
    /// The cost and the middle of the edge between a node and a higher one.
    #[inline]
    fn find(&self, low: u32, high: u32) -> Option<(&C, u32)> {
        let row = self.edges.row(low);
        let place = self.edges.edges(low).iter().position(|(end, _)| *end == high)?;
        Some((&self.edges.edges(low)[place].1, *self.middles.get(row.start + place)?))
    }
}

impl<C: Cost> Half<C> {
    /// Of the edges of each node.
    fn new(rows: &[Vec<contraction::Edge<C>>]) -> Result<Self, CsrError> {
        let all = || {
            (0..)
                .zip(rows)
                .flat_map(|(low, row)| row.iter().map(move |edge| (low, edge)))
        };
        let middles: Vec<u32> = all().map(|(_, edge)| edge.middle).collect();
        let edges = all().map(|(low, edge)| (low, edge.end, edge.cost));
        Ok(Half {
            edges: CsrGraph::from_edges(rows.len(), edges)?,
            middles,
        })
    }
}

impl<C: Cost> Graph for ContractionHierarchy<C> {
    type Node = u32;
    type Cost = C;

    /// The ends of the edges and shortcuts that lead up from a node.
    #[inline]
    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, C)> {
        self.up.edges.successors(node)
    }

    #[inline]
    fn index(&self, node: &u32) -> Option<usize> {
        self.up.edges.index(node)
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<u32> {
        self.up.edges.node_at(index)
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        self.up.edges.index_bound()
    }

    #[inline]
    fn prefetch(&self, node: &u32) {
        self.up.edges.prefetch(node);
        self.down.edges.prefetch(node);
    }
}

impl<C: Cost> ReverseGraph for ContractionHierarchy<C> {
    /// The higher nodes from which an edge or a shortcut leads down to a node.
    #[inline]
    fn predecessors(&self, node: &u32) -> impl Iterator<Item = (u32, C)> {
        self.down.edges.successors(node)
    }
}

impl<C: Cost> Hierarchy for ContractionHierarchy<C> {
    fn unpack(&self, mut nodes: Vec<u32>) -> Vec<u32> {
        nodes.reverse();
        let mut path: Vec<u32> = nodes.pop().into_iter().collect();
        while let (Some(from), Some(to)) = (path.last(), nodes.last()) {
            match self.middle(*from, *to) {
                Some(middle) => nodes.push(middle),
                None => path.extend(nodes.pop()),
            }
        }
        path
    }
}

impl<C> fmt::Debug for ContractionHierarchy<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ContractionHierarchy")
            .field("nodes", &self.node_count())
            .field("edges", &self.edge_count())
            .field("shortcuts", &self.shortcut_count())
            .finish()
    }
}
