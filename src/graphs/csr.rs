//! [`CsrGraph`]: all edges in one array, sorted by the node where they begin.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::{CsrError, EdgeEnd, MAX_NODES, ReversibleGraph};
use crate::traits::NoSuchNode;
use crate::{Cost, Graph};

/// A graph given edge by edge, in compressed sparse rows: all edges in one array, sorted by the node where they begin.
///
/// Nodes are the numbers from 0 up to, but not including, [`node_count`](Self::node_count). Parallel edges and
/// self-loops are kept. The edges of a node lie side by side in the order in which they were given, target and cost
/// together, and [`Graph::index`] returns the node itself, so that a search reads the edges of a node in order and
/// hashes nothing. A node that is not in the graph has no edges, and a search from there fails.
///
/// # Complexity
///
/// Memory: 4 bytes per node and, per edge, 4 bytes plus the size of the cost (padded to the alignment of the cost). The
/// edges of a node are found in O(1).
///
/// # Examples
///
/// A cheapest path from one node to another:
///
/// ```
/// use astride::graphs::{CsrError, CsrGraph};
/// use astride::{Dijkstra, Query, Status};
///
/// //   0 --7-- 1 --1-- 3
/// //    \--2-- 2 --4--/
/// let graph = CsrGraph::undirected(4, [(0, 1, 7_u32), (0, 2, 2), (1, 3, 1), (2, 3, 4)])?;
/// let query = |start: u32, goal: u32| Query::new(&graph, start, move |node| *node == goal);
///
/// let mut search = Dijkstra::new(query(0, 3));
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().nodes, [0, 2, 3]);
///
/// // The next query, in the memory of the last search.
/// search.reset(query(1, 0));
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, 7);
/// # Ok::<(), CsrError>(())
/// ```
///
/// Cheapest paths from one node to all other nodes, over one-way streets:
///
/// ```
/// use astride::graphs::{CsrError, CsrGraph};
/// use astride::{Dijkstra, Status};
///
/// let graph = CsrGraph::from_edges(4, [(0, 1, 0.5), (1, 2, 0.25), (0, 2, 1.0), (3, 0, 1.0)])?; let mut search =
/// Dijkstra::one_to_all(&graph, 0); assert_eq!(search.run(), Status::Found); assert_eq!(graph.nodes().map(|node|
/// search.cost_to(&node)).collect::<Vec<_>>(), [Some(0.0), Some(0.5), Some(0.75), None]);
/// assert_eq!(search.path_to(&2).unwrap().nodes, [0, 1, 2]);
/// # Ok::<(), CsrError>(())
/// ```
///
/// With an estimate, here from [`Coordinates`], A\* finds a cheapest path and visits fewer nodes than Dijkstra's
/// algorithm:
///
/// [`Coordinates`]: https://docs.rs/astride-roads/latest/astride_roads/struct.Coordinates.html
///
/// ```
/// use astride::graphs::{CsrError, CsrGraph};
/// use astride_roads::Coordinates;
/// use astride::{AStar, Query, Status};
///
/// let places = Coordinates::new(vec![(0, 0), (3, 4), (6, 8), (-50, 0)]);
/// let graph = CsrGraph::undirected(4, [(0, 1, 5_u32), (1, 2, 6), (0, 3, 50)])?;
/// let goal = 2;
/// let query = Query::new(&graph, 0, |node| *node == goal).with_heuristic(|node| places.floor_distance(*node, goal));
/// let mut search = AStar::new(query);
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, 11);
/// # Ok::<(), CsrError>(())
/// ```
#[doc(alias("compressed sparse rows", "adjacency list", "edge list", "road network"))]
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "Rows<C>")
)]
pub struct CsrGraph<C> {
    /// The edges of node n are those from `offsets[n]` to `offsets[n + 1]`.
    offsets: Vec<u32>,
    // Pairs, not one array of targets and one of costs. This makes Dijkstra from one node to all about 5 % slower on a
    // road network of 231,550 nodes, which fits into the cache, but 6 % faster on 2.25 million nodes in random order,
    // where each array would cost a cache miss. Speed matters more on the larger graph.
    edges: Vec<(u32, C)>,
}

/// A graph that has been read but not yet checked.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Rows<C> {
    offsets: Vec<u32>,
    edges: Vec<(u32, C)>,
}

#[cfg(feature = "serde")]
impl<C> TryFrom<Rows<C>> for CsrGraph<C> {
    type Error = CsrError;

    fn try_from(Rows { offsets, edges }: Rows<C>) -> Result<Self, CsrError> {
        let mut before = 0;
        for (place, offset) in offsets.iter().enumerate() {
            if *offset < before || (place == 0 && *offset > 0) {
                return Err(CsrError::Offset {
                    place,
                    edges: edges.len(),
                });
            }
            before = *offset;
        }
        if offsets.is_empty() || before as usize != edges.len() {
            let place = offsets.len().saturating_sub(1);
            return Err(CsrError::Offset {
                place,
                edges: edges.len(),
            });
        }
        let nodes = offsets.len() - 1;
        if nodes > MAX_NODES {
            return Err(CsrError::TooManyNodes { nodes });
        }
        check_targets(nodes, &edges)?;
        Ok(without_reserve(offsets, edges))
    }
}

impl<C: Cost> CsrGraph<C> {
    /// Creates a graph with this many nodes from edges given as triples: the node where the edge begins, the node where
    /// it ends, and its cost.
    ///
    /// Costs are checked by the search, not here: see [`Graph::successors`].
    ///
    /// # Complexity
    ///
    /// O(nodes + edges), with a counting sort. While the graph is built, a list of the edges is also in memory.
    ///
    /// # Errors
    ///
    /// Returns a [`CsrError`] if an edge begins or ends outside the graph, if there are too many nodes or edges, or if
    /// there is not enough memory.
    #[doc(alias = "edge list")]
    pub fn from_edges(nodes: usize, edges: impl IntoIterator<Item = (u32, u32, C)>) -> Result<Self, CsrError> {
        Self::sort(nodes, &collect(nodes, edges)?, Direction::OneWay)
    }

    /// Does the same as [`from_edges`](Self::from_edges) with a list that is already in memory, without making a second
    /// list.
    ///
    /// # Errors
    ///
    /// As for [`from_edges`](Self::from_edges).
    pub fn from_edge_slice(nodes: usize, edges: &[(u32, u32, C)]) -> Result<Self, CsrError> {
        if nodes > MAX_NODES {
            return Err(CsrError::TooManyNodes { nodes });
        }
        for (edge, (from, to, _)) in edges.iter().enumerate() {
            check_ends(nodes, edge, *from, *to)?;
        }
        Self::sort(nodes, edges, Direction::OneWay)
    }

    /// Creates a graph with this many nodes, in which each of these edges leads both ways at the same cost. An edge
    /// between different nodes counts as two in [`edge_count`](Self::edge_count), and a self-loop as one. The graph is
    /// its own reverse, so bidirectional and replanning searches accept it.
    ///
    /// # Complexity
    ///
    /// As for [`from_edges`](Self::from_edges).
    ///
    /// # Errors
    ///
    /// As for [`from_edges`](Self::from_edges).
    ///
    /// ```
    /// use astride::graphs::CsrGraph;
    /// use astride::{KShortestPaths, Query};
    ///
    /// let ring = CsrGraph::undirected(4, [(0, 1, 1_u32), (1, 2, 1), (2, 3, 1), (3, 0, 1)])?;
    /// let mut search = KShortestPaths::new(Query::between(&ring, 0, 3));
    /// assert_eq!(search.paths().map(|path| path.unwrap().cost).collect::<Vec<_>>(), [1, 3]);
    /// # Ok::<(), astride::graphs::CsrError>(())
    /// ```
    pub fn undirected(
        nodes: usize,
        edges: impl IntoIterator<Item = (u32, u32, C)>,
    ) -> Result<ReversibleGraph<C>, CsrError> {
        Self::sort(nodes, &collect(nodes, edges)?, Direction::BothWays).map(ReversibleGraph::symmetric)
    }

    /// Sorts the edges with a counting sort. The ends of all edges must be below `nodes`.
    fn sort(nodes: usize, list: &[(u32, u32, C)], direction: Direction) -> Result<Self, CsrError> {
        let leads_back = |from: u32, to: u32| direction == Direction::BothWays && from != to;
        let two_way = list.iter().filter(|(from, to, _)| leads_back(*from, *to)).count();
        let total = list.len().saturating_add(two_way);
        if u32::try_from(total).is_err() {
            return Err(CsrError::TooManyEdges);
        }
        let out_of_memory = |_| out_of_memory(nodes, list.len());

        // The number of edges of each node, one place to the right. The running sums are where each node's edges begin.
        let mut offsets = Vec::new();
        offsets.try_reserve_exact(nodes + 1).map_err(out_of_memory)?;
        offsets.resize(nodes + 1, 0_u32);
        for (from, to, _) in list {
            offsets[*from as usize + 1] += 1;
            if leads_back(*from, *to) {
                offsets[*to as usize + 1] += 1;
            }
        }
        let mut sum = 0;
        for offset in &mut offsets {
            sum += *offset;
            *offset = sum;
        }

        let mut edges = Vec::new();
        edges.try_reserve_exact(total).map_err(out_of_memory)?;
        edges.resize(total, (0, C::ZERO));
        let mut place = |from: u32, to: u32, cost: C| {
            let next = &mut offsets[from as usize];
            edges[*next as usize] = (to, cost);
            *next += 1;
        };
        for (from, to, cost) in list {
            place(*from, *to, *cost);
            if leads_back(*from, *to) {
                place(*to, *from, *cost);
            }
        }
        // Each offset has moved on to where the next node's edges begin.
        offsets.copy_within(..nodes, 1);
        offsets[0] = 0;
        Ok(CsrGraph { offsets, edges })
    }

    /// Creates a graph from rows, one for each node, in order. A row lists the edges that begin at its node, each as
    /// the node where the edge ends and its cost.
    ///
    /// # Complexity
    ///
    /// O(nodes + edges). No list of edges is made in addition to the graph.
    ///
    /// # Errors
    ///
    /// As for [`from_edges`](Self::from_edges).
    ///
    /// ```
    /// use astride::graphs::CsrGraph;
    ///
    /// let adjacency = vec![vec![(1, 5_u32), (2, 6)], vec![(2, 1)], vec![]];
    /// let graph = CsrGraph::from_rows(adjacency)?;
    /// assert_eq!((graph.node_count(), graph.edges(0)), (3, &[(1, 5), (2, 6)][..]));
    /// # Ok::<(), astride::graphs::CsrError>(())
    /// ```
    pub fn from_rows(rows: impl IntoIterator<Item = impl IntoIterator<Item = (u32, C)>>) -> Result<Self, CsrError> {
        let rows = rows.into_iter();
        let (mut offsets, mut edges) = (Vec::new(), Vec::new());
        // The size is only a hint, which may be wrong. A real lack of memory is detected below.
        let _ = offsets.try_reserve(rows.size_hint().0.saturating_add(1));
        offsets.push(0);
        for row in rows {
            let nodes = offsets.len();
            if nodes > MAX_NODES {
                return Err(CsrError::TooManyNodes { nodes });
            }
            for edge in row {
                edges.try_reserve(1).map_err(|_| out_of_memory(nodes, edges.len()))?;
                edges.push(edge);
            }
            let end = u32::try_from(edges.len()).map_err(|_| CsrError::TooManyEdges)?;
            offsets.try_reserve(1).map_err(|_| out_of_memory(nodes, edges.len()))?;
            offsets.push(end);
        }
        check_targets(offsets.len() - 1, &edges)?;
        Ok(without_reserve(offsets, edges))
    }
}

/// Returns memory that the lists reserved while they grew.
fn without_reserve<C>(mut offsets: Vec<u32>, mut edges: Vec<(u32, C)>) -> CsrGraph<C> {
    offsets.shrink_to_fit();
    edges.shrink_to_fit();
    CsrGraph { offsets, edges }
}

fn out_of_memory(nodes: usize, edges: usize) -> CsrError {
    CsrError::OutOfMemory { nodes, edges }
}

/// Refuses an edge that ends outside a graph of `nodes` nodes.
fn check_targets<C>(nodes: usize, edges: &[(u32, C)]) -> Result<(), CsrError> {
    match edges.iter().enumerate().find(|(_, (node, _))| *node as usize >= nodes) {
        Some((edge, (node, _))) => {
            let (end, node) = (EdgeEnd::Target, *node);
            Err(CsrError::EndOutside { edge, end, node, nodes })
        }
        None => Ok(()),
    }
}

/// Whether the edges of a list also lead back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    OneWay,
    BothWays,
}

/// Refuses an edge with an end outside a graph of `nodes` nodes.
fn check_ends(nodes: usize, edge: usize, from: u32, to: u32) -> Result<(), CsrError> {
    for (end, node) in [(EdgeEnd::Source, from), (EdgeEnd::Target, to)] {
        if node as usize >= nodes {
            return Err(CsrError::EndOutside { edge, end, node, nodes });
        }
    }
    Ok(())
}

/// Collects the edges into a list and refuses those with an end outside the graph.
fn collect<C>(nodes: usize, edges: impl IntoIterator<Item = (u32, u32, C)>) -> Result<Vec<(u32, u32, C)>, CsrError> {
    if nodes > MAX_NODES {
        return Err(CsrError::TooManyNodes { nodes });
    }
    let edges = edges.into_iter();
    let mut list = Vec::new();
    // The size is only a hint, which may be wrong. A real lack of memory is detected below.
    let _ = list.try_reserve(edges.size_hint().0);
    for (edge, (from, to, cost)) in edges.enumerate() {
        check_ends(nodes, edge, from, to)?;
        if edge >= u32::MAX as usize {
            return Err(CsrError::TooManyEdges);
        }
        list.try_reserve(1).map_err(|_| out_of_memory(nodes, edge))?;
        list.push((from, to, cost));
    }
    Ok(list)
}

impl<C> CsrGraph<C> {
    /// The number of nodes.
    #[inline]
    pub fn node_count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The number of edges. An undirected edge counts as two, unless it is a self-loop.
    #[inline]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// All nodes, in order.
    #[expect(clippy::cast_possible_truncation, reason = "there are at most MAX_NODES nodes")]
    pub fn nodes(&self) -> Range<u32> {
        0..self.node_count() as u32
    }

    /// The edges that begin at `node`, each with the node where it ends and its cost, in the order in which they were
    /// given. A node that is not in the graph has no edges.
    ///
    /// ```
    /// use astride::graphs::CsrGraph;
    ///
    /// let graph = CsrGraph::from_edges(3, [(2, 1, 5_u32), (0, 2, 6), (2, 0, 7)])?;
    /// assert_eq!(graph.edges(2), [(1, 5), (0, 7)]);
    /// assert_eq!(graph.edges(3), []);
    /// # Ok::<(), astride::graphs::CsrError>(())
    /// ```
    #[inline]
    pub fn edges(&self, node: u32) -> &[(u32, C)] {
        self.edges.get(self.edge_numbers(node)).unwrap_or(&[])
    }

    /// The numbers of the edges that begin at `node`, in the order of [`edges`](Self::edges). All edges are numbered
    /// from 0, sorted by the node where they begin, so that you can keep a value for each edge in an array next to the
    /// graph.
    #[inline]
    pub fn edge_numbers(&self, node: u32) -> Range<usize> {
        match self.offsets.get(node as usize..) {
            Some([begin, end, ..]) => *begin as usize..*end as usize,
            _ => 0..0,
        }
    }

    /// The edge with this [number](Self::edge_numbers): the node where it ends, and its cost.
    #[inline]
    pub fn edge(&self, number: usize) -> Option<&(u32, C)> {
        self.edges.get(number)
    }

    /// All edges as triples (from, to, cost), sorted by the node where they begin.
    ///
    /// The same graph with its edges reversed, for searching backwards from a goal:
    ///
    /// ```
    /// use astride::graphs::CsrGraph;
    ///
    /// let graph = CsrGraph::from_edges(3, [(0, 1, 5_u32), (2, 1, 6)])?;
    /// let back = CsrGraph::from_edges(graph.node_count(), graph.iter().map(|(from, to, cost)| (to, from, cost)))?;
    /// assert_eq!(back.edges(1), [(0, 5), (2, 6)]);
    /// # Ok::<(), astride::graphs::CsrError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32, C)>
    where
        C: Copy,
    {
        self.nodes()
            .flat_map(|from| self.edges(from).iter().map(move |(to, cost)| (from, *to, *cost)))
    }
}

impl<C: Cost> Graph for CsrGraph<C> {
    type Node = u32;
    type Cost = C;

    #[inline]
    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, C)> {
        self.edges(*node).iter().copied()
    }

    /// Returns the node itself, if it is in the graph.
    #[inline]
    fn index(&self, node: &u32) -> Option<usize> {
        let index = *node as usize;
        (index < self.node_count()).then_some(index)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "an index is a node")]
    fn node_at(&self, index: usize) -> Option<u32> {
        Some(index as u32)
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        Some(self.node_count())
    }

    fn check_node(&self, node: &u32) -> Result<(), NoSuchNode> {
        NoSuchNode::unless(self.index(node).is_some(), node)
    }

    #[cfg(feature = "prefetch")]
    #[inline]
    fn prefetch(&self, node: &u32) {
        if let Some([begin, end, ..]) = self.offsets.get(*node as usize..) {
            prefetch_index::prefetch_index(&self.edges, *begin as usize);
            prefetch_index::prefetch_index(&self.edges, (*end as usize).wrapping_sub(1));
        }
    }
}

impl<C> fmt::Debug for CsrGraph<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CsrGraph")
            .field("nodes", &self.node_count())
            .field("edges", &self.edge_count())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ReverseGraph;

    #[test]
    fn no_memory_is_kept_in_reserve() {
        let rows = (0..1000_u32).map(|node| [(node, 1_u32); 5]);
        // Neither the number of rows nor that of their edges is known beforehand.
        let graph = CsrGraph::from_rows(rows.filter(|_| true)).unwrap();
        assert_eq!((graph.offsets.capacity(), graph.edges.capacity()), (1001, 5000));
        #[cfg(feature = "serde")]
        {
            let bytes = postcard::to_stdvec(&graph).unwrap();
            let read: CsrGraph<u32> = postcard::from_bytes(&bytes).unwrap();
            assert_eq!((read.offsets.capacity(), read.edges.capacity()), (1001, 5000));
        }
    }

    proptest! {
        #[test]
        fn a_reversible_graph_has_all_edges_in_both_directions(
            edges in prop::collection::vec((0..9_u32, 0..9_u32, 0..3_u32), 0..30), is_symmetric: bool,
        ) {
            let graph = if is_symmetric {
                CsrGraph::undirected(9, edges)
            } else {
                CsrGraph::from_edges(9, edges).and_then(CsrGraph::reversible)
            };
            let graph = graph.unwrap();
            let mut expected: Vec<_> = graph.iter().collect();
            let mut found: Vec<_> = graph.nodes().flat_map(|node| {
                graph.predecessors(&node).map(move |(from, cost)| (from, node, cost)).collect::<Vec<_>>()
            }).collect();
            expected.sort_unstable();
            found.sort_unstable();
            prop_assert_eq!(found, expected);
            prop_assert_eq!(graph.predecessors(&9).count(), 0);
        }
    }
}
