//! [`ContractionHierarchy`]: a graph prepared for fast queries from node to node.

mod contraction;
mod error;
#[cfg(feature = "std")]
mod file;
mod witnesses;

use alloc::vec::Vec;
use core::fmt;

pub use contraction::Preparation;
pub use error::HierarchyError;

use astride::graphs::CsrGraph;
use astride::problem::Exactly;
use astride::traits::Hierarchy;
use astride::{Cost, Graph, Query, ReverseGraph};

/// A [`CsrGraph`] prepared for fast queries from node to node: a contraction hierarchy.
///
/// The preparation takes the nodes away one by one, the least important first. If a cheapest path may lead over the
/// node that is taken away, a *shortcut* joins its neighbours. The order in which the nodes were taken away gives each
/// its rank. There is then always a cheapest path that climbs along edges and shortcuts to a node of high rank and
/// descends from there. [`HierarchySearch`](astride::search::HierarchySearch) looks for it from both sides, and both
/// climb: on a road network it expands a few hundred nodes, whatever the distance.
///
/// Costs must be exact, as those of integers are, and must not be negative. If the roads change, the hierarchy must be
/// prepared again.
///
/// As a graph it has the edges that lead up: its successors are higher than the node, and so are its predecessors.
/// Therefore it is to be searched by [`HierarchySearch`](astride::search::HierarchySearch) only. All other searches
/// would find the paths that always climb.
///
/// # Complexity
///
/// The preparation takes seconds for a road network of some hundred thousand nodes. Its time and the number of
/// shortcuts depend on the graph. A road network, whose long ways lead over few roads, gets about as many shortcuts as
/// it has edges. A graph in which every node is as important as any other, such as a random one, gets so many that
/// Dijkstra's algorithm is faster. The hierarchy takes 12 bytes a node, and 8 bytes and the cost for each edge or
/// shortcut.
///
/// # Example
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride_roads::ContractionHierarchy;
/// use astride::Status;
/// use astride::search::HierarchySearch;
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
#[doc(alias("ch", "contraction hierarchies", "routing", "road network"))]
#[derive(Clone, PartialEq, Eq)]
pub struct ContractionHierarchy<C> {
    /// When each node was contracted: each number once.
    ranks: Vec<u32>,
    /// Row 2n has the edges from node n to higher ones, row 2n + 1 those into it from higher ones, reversed. A
    /// search needs both at once. The ends of a row rise, and no two are the same.
    edges: CsrGraph<C>,
    /// For each edge the number of its shortcut, or `NONE` if it is an edge of the graph.
    numbers: Vec<u32>,
    shortcuts: Vec<Shortcut>,
}

/// What an edge stands for: two edges that meet in a lower node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shortcut {
    middle: u32,
    /// The numbers of the edges to the middle and from it.
    parts: [u32; 2],
}

/// The number of an edge that is no shortcut.
const NONE: u32 = u32::MAX;

/// A path that is unpacked has at most this many times as many nodes as the graph. A cheapest path has at most as many
/// as the graph, and a few more around circles that cost nothing. Only a forged file has shortcuts that stand for more.
const LONGEST: usize = 16;

impl<C> ContractionHierarchy<C> {
    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.ranks.len()
    }

    /// The number of edges and shortcuts. Of parallel edges only the cheapest counts. An edge that costs more than a
    /// way around may be left out.
    pub fn edge_count(&self) -> usize {
        self.numbers.len()
    }

    /// The number of shortcuts.
    pub fn shortcut_count(&self) -> usize {
        self.numbers.iter().filter(|number| **number != NONE).count()
    }

    /// The rank of a node, starting at 0. `None` for a node that is not in the graph.
    pub fn rank(&self, node: u32) -> Option<u32> {
        self.ranks.get(node as usize).copied()
    }

    /// The place of the edge from one node to another among all.
    fn place(&self, from: u32, to: u32) -> Option<usize> {
        let (row, high) = if self.rank(from) < self.rank(to) {
            (up(from), to)
        } else {
            (down(to), from)
        };
        let place = self
            .edges
            .edges(row)
            .binary_search_by_key(&high, |(end, _)| *end)
            .ok()?;
        Some(self.edges.edge_numbers(row).start + place)
    }
}

/// The row of the edges from a node to higher ones. A number that no row has, if the node is not in the graph.
#[inline]
fn up(node: u32) -> u32 {
    node.saturating_mul(2)
}

/// The row of the edges into a node from higher ones.
#[inline]
fn down(node: u32) -> u32 {
    up(node).saturating_add(1)
}

impl<C: Cost> ContractionHierarchy<C> {
    /// Returns the problem of going from one node to another: for
    /// [`HierarchySearch`](astride::search::HierarchySearch).
    pub fn query(&self, start: u32, goal: u32) -> Query<&Self, Exactly<u32>> {
        Query::between(self, start, goal)
    }
}

impl<C: Cost> Graph for ContractionHierarchy<C> {
    type Node = u32;
    type Cost = C;

    /// The ends of the edges and shortcuts that lead up from a node.
    #[inline]
    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, C)> {
        self.edges.edges(up(*node)).iter().copied()
    }

    #[inline]
    fn index(&self, node: &u32) -> Option<usize> {
        let index = *node as usize;
        (index < self.node_count()).then_some(index)
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<u32> {
        self.edges.node_at(index)
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        Some(self.node_count())
    }

    #[inline]
    fn prefetch(&self, node: &u32) {
        self.edges.prefetch(&up(*node));
        self.edges.prefetch(&down(*node));
    }
}

impl<C: Cost> ReverseGraph for ContractionHierarchy<C> {
    /// The higher nodes from which an edge or a shortcut leads down to a node.
    #[inline]
    fn predecessors(&self, node: &u32) -> impl Iterator<Item = (u32, C)> {
        self.edges.edges(down(*node)).iter().copied()
    }
}

impl<C: Cost> Hierarchy for ContractionHierarchy<C> {
    fn unpack(&self, nodes: Vec<u32>) -> Vec<u32> {
        let mut path: Vec<u32> = nodes.first().copied().into_iter().collect();
        // The parts still to be unpacked, each with its end.
        let mut waiting = Vec::new();
        for ends in nodes.windows(2) {
            let number = self.place(ends[0], ends[1]).map_or(NONE, |place| self.numbers[place]);
            waiting.push((number, ends[1]));
            while let Some((number, end)) = waiting.pop() {
                match self.shortcuts.get(number as usize) {
                    Some(Shortcut { middle, parts }) => waiting.extend([(parts[1], end), (parts[0], *middle)]),
                    None => path.push(end),
                }
                if path.len() > self.node_count().saturating_mul(LONGEST) {
                    return nodes;
                }
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
