//! [`ContractionHierarchy`]: a graph prepared for fast queries from node to node.

mod contraction;
mod error;
#[cfg(feature = "std")]
mod file;
mod shortcuts;
mod witnesses;

use alloc::vec::Vec;
use core::fmt;

pub use contraction::Preparation;
pub use error::HierarchyError;

use shortcuts::Shortcuts;

use crate::Hierarchy;
use astride::graphs::{CsrError, CsrGraph};
use astride::problem::Exactly;
use astride::traits::NoSuchNode;
use astride::{Cost, Graph, Query, ReverseGraph};

/// A [`CsrGraph`] prepared for fast queries from node to node: a contraction hierarchy.
///
/// The preparation contracts the nodes one by one, the least important first. If a cheapest path may lead through a
/// contracted node, a *shortcut* joins the node's neighbours. Each node gets a rank, higher than those of the
/// neighbours contracted before it. There is then always a cheapest path that climbs along edges and shortcuts to a
/// node of high rank and descends from there. [`HierarchySearch`](crate::HierarchySearch) finds such a path
/// with a bidirectional search that climbs from both ends. On a road network, the search expands at most a few hundred
/// nodes, even if the ends are far apart.
///
/// Costs must be exact, as integers are, and must not be negative. If the roads change, the hierarchy must be prepared
/// again. If costs change often, use a [`CustomizableHierarchy`](crate::CustomizableHierarchy).
/// [`RankedHierarchy`](crate::RankedHierarchy) provides one-to-all searches, isochrones and cost matrices.
///
/// As a graph, the hierarchy has only the edges that lead up: both the successors and the predecessors of a node have
/// higher ranks than the node. Search the hierarchy only with [`HierarchySearch`](crate::HierarchySearch):
/// other searches may miss the cheapest path, or find no path at all.
///
/// # Complexity
///
/// The preparation takes seconds for a road network of a few hundred thousand nodes. The preparation time and the
/// number of shortcuts depend on the graph. A road network, whose long routes use few roads, gets about as many
/// shortcuts as it has edges. A graph in which all nodes are equally important, such as a random one, gets far more
/// shortcuts than it has edges, and Dijkstra's algorithm can then be faster than a query of the hierarchy. With `u32`
/// costs, the hierarchy takes 16 bytes per node and 12 per edge or shortcut. On road networks, each shortcut takes
/// another 16 to 18 bytes.
///
/// # Example
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride_roads::ContractionHierarchy;
/// use astride::Status;
/// use astride_roads::HierarchySearch;
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
/// // The next query reuses the memory of the previous one.
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
#[doc(alias("ch", "contraction hierarchies", "routing", "road network"))]
#[derive(Clone, PartialEq, Eq)]
pub struct ContractionHierarchy<C> {
    /// The rank of each node.
    ranks: Vec<u32>,
    /// The nodes by rank.
    nodes: Vec<u32>,
    /// Nodes are represented by their ranks, so those that every search visits are adjacent. Row 2n has the edges from
    /// node n to higher ones, and row 2n + 1 those from higher ones, reversed, because a search needs both at once. The
    /// ends in a row are sorted and unique.
    edges: CsrGraph<C>,
    shortcuts: Shortcuts,
    /// The costs of the two parts of a shortcut that costs too much for the type, if there is one. Such a shortcut is
    /// kept as an edge of infinite cost.
    left_out: Option<[C; 2]>,
}

/// Stands for the middle or the entry of a shortcut at an edge of the graph, which has none.
const NONE: u32 = u32::MAX;

/// An unpacked path can have at most this many times the nodes of the graph. A cheapest path has at most as many as the
/// graph, and a few more on cycles of zero cost. Only the shortcuts of a forged file can stand for more.
const LONGEST: usize = 16;

impl<C> ContractionHierarchy<C> {
    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.ranks.len()
    }

    /// The number of edges and shortcuts. Only the cheapest of parallel edges counts, and an edge that costs more than
    /// a detour may be left out.
    pub fn edge_count(&self) -> usize {
        self.edges.edge_count()
    }

    /// The number of shortcuts.
    pub fn shortcut_count(&self) -> usize {
        self.shortcuts.count()
    }

    /// The rank of a node, counted from 0, or `None` if the node is not in the graph.
    pub fn rank(&self, node: u32) -> Option<u32> {
        self.ranks.get(node as usize).copied()
    }

    /// The row of the edges from a node to higher ones, or an unused number if the node is not in the graph.
    #[inline]
    fn up_from(&self, node: u32) -> u32 {
        self.rank(node).map_or(NONE, up)
    }

    /// The row of the edges into a node from higher ones.
    #[inline]
    fn down_to(&self, node: u32) -> u32 {
        self.rank(node).map_or(NONE, down)
    }
}

/// The row of the edges from the node with this rank to higher ones.
#[inline]
fn up(rank: u32) -> u32 {
    rank.saturating_mul(2)
}

/// The row of the edges into the node with this rank from higher ones.
#[inline]
fn down(rank: u32) -> u32 {
    up(rank).saturating_add(1)
}

/// The start and the end of an edge of a row whose other node is `high`.
fn ends(row: u32, high: u32) -> (u32, u32) {
    let low = row / 2;
    if row == up(low) { (low, high) } else { (high, low) }
}

/// The number of the edge of a row whose other node is `high`.
fn find<C>(edges: &CsrGraph<C>, row: u32, high: u32) -> Option<usize> {
    let place = edges.edges(row).binary_search_by_key(&high, |(end, _)| *end).ok()?;
    Some(edges.edge_numbers(row).start + place)
}

impl<C: Cost> ContractionHierarchy<C> {
    /// Creates a hierarchy, given the middle of each edge.
    fn new(ranks: Vec<u32>, nodes: Vec<u32>, edges: CsrGraph<C>, middles: &[u32]) -> Result<Self, CsrError> {
        let infinite = |row: u32| {
            let all = edges.edge_numbers(row).zip(edges.edges(row));
            all.filter(|(_, (_, cost))| !cost.is_less(&C::INFINITY))
                .map(move |(number, (end, _))| (number, ends(row, *end)))
        };
        let left_out = edges.nodes().flat_map(infinite).find_map(|(number, ends)| {
            let [first, second] = shortcuts::parts(&edges, ends, middles[number])?;
            Some([edges.edge(first as usize)?.1, edges.edge(second as usize)?.1])
        });
        Ok(ContractionHierarchy {
            shortcuts: Shortcuts::new(&edges, middles, &nodes)?,
            left_out,
            ranks,
            nodes,
            edges,
        })
    }

    /// Returns the problem of finding a path from `start` to `goal`, for
    /// [`HierarchySearch`](crate::HierarchySearch).
    pub fn query(&self, start: u32, goal: u32) -> Query<&Self, Exactly<u32>> {
        Query::between(self, start, goal)
    }
}

impl<C: Cost> Graph for ContractionHierarchy<C> {
    type Node = u32;
    type Cost = C;

    /// Shortcuts stand for paths that are cheapest with these costs.
    const FIXED_COSTS: bool = true;

    /// Returns the nodes of higher rank to which an edge or a shortcut leads from a node.
    #[inline]
    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, C)> {
        let edges = self.edges.edges(self.up_from(*node)).iter();
        edges.map(|(rank, cost)| (self.nodes[*rank as usize], *cost))
    }

    /// Returns the rank.
    #[inline]
    fn index(&self, node: &u32) -> Option<usize> {
        self.rank(*node).map(|rank| rank as usize)
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<u32> {
        self.nodes.get(index).copied()
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        Some(self.node_count())
    }

    fn check_node(&self, node: &u32) -> Result<(), NoSuchNode> {
        NoSuchNode::unless(self.rank(*node).is_some(), node)
    }

    #[inline]
    fn prefetch(&self, node: &u32) {
        self.edges.prefetch(&self.up_from(*node));
        self.edges.prefetch(&self.down_to(*node));
    }
}

impl<C: Cost> ReverseGraph for ContractionHierarchy<C> {
    /// Returns the nodes of higher rank from which an edge or a shortcut leads to a node.
    #[inline]
    fn predecessors(&self, node: &u32) -> impl Iterator<Item = (u32, C)> {
        let edges = self.edges.edges(self.down_to(*node)).iter();
        edges.map(|(rank, cost)| (self.nodes[*rank as usize], *cost))
    }
}

impl<C: Cost> Hierarchy for ContractionHierarchy<C> {
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2³² edges")]
    fn edges_up(&self, index: usize, is_backward: bool) -> impl DoubleEndedIterator<Item = (usize, C, u32)> {
        let row = u32::try_from(index).map_or(NONE, if is_backward { down } else { up });
        let first = self.edges.edge_numbers(row).start;
        let edges = self.edges.edges(row).iter().enumerate();
        edges.map(move |(place, (above, cost))| (*above as usize, *cost, (first + place) as u32))
    }

    #[inline]
    fn left_out(&self) -> Option<[C; 2]> {
        self.left_out
    }

    fn unpack(&self, edges: &[(u32, u32)], path: &mut Vec<u32>) {
        self.shortcuts
            .unpack(edges, self.node_count().saturating_mul(LONGEST), path);
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
