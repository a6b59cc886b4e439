//! [`CustomizableHierarchy`]: a graph prepared for fast queries, whose costs can change.

mod costs;
#[cfg(feature = "std")]
mod file;
mod topology;

use alloc::vec::Vec;
use core::fmt;

use crate::Hierarchy;
use crate::order::neighbours::{Neighbours, number};
use crate::{HierarchyError, Order};
use astride::problem::Exactly;
use astride::traits::NoSuchNode;
use astride::{Cost, Graph, Query, ReverseGraph};
use costs::{Costs, DOWN, UP};
use topology::{NONE, Topology};

/// A graph that is prepared for fast queries from node to node and whose costs can change: a customizable contraction
/// hierarchy.
///
/// A [`ContractionHierarchy`](crate::ContractionHierarchy) uses the costs to order the nodes and to leave out
/// shortcuts, so it has to be prepared again if the costs change. This hierarchy takes an [`Order`] that does not
/// depend on costs, and has every shortcut that may be needed, whatever the costs. It has more shortcuts than a
/// `ContractionHierarchy`, but computing their costs takes only 26 ms on the road network of Rome.
/// [`customize`](Self::customize) computes all costs, while [`set_cost`](Self::set_cost),
/// [`set_costs`](Self::set_costs) and [`update`](Self::update) compute only those that depend on changed edges. The
/// result of a change is the same as if all costs were recomputed.
///
/// The nodes of the hierarchy are the [indices](Graph::index) of the graph's nodes, so the graph can be a
/// [`CsrGraph`](astride::graphs::CsrGraph), a grid map, or any other graph whose nodes have indices. Costs must be
/// exact, as integers are, and must not be negative. An edge that costs [`Cost::INFINITY`] is closed, and can be opened
/// later. If edges may be added later, build the hierarchy from a graph that already has them, and
/// [`customize`](Self::customize) it with the graph without them.
///
/// A search borrows the hierarchy, so drop the search before you change costs, and create a new search afterwards.
///
/// As a graph, the hierarchy has only the edges that lead up, like a
/// [`ContractionHierarchy`](crate::ContractionHierarchy), so search it only with
/// [`HierarchySearch`](crate::HierarchySearch). [`RankedHierarchy`](crate::RankedHierarchy) provides
/// one-to-all searches, isochrones and cost matrices.
///
/// # Complexity
///
/// Let n be the number of nodes, and a the number of arcs ([`arc_count`](Self::arc_count)), which are the pairs of
/// nodes that an edge or a shortcut joins. The hierarchy is built once in O(n + a log n), and customized in O(n + t),
/// where t is the number of triangles of arcs. On graphs with small separators, such as road networks and maps, a is a
/// small multiple of the number of edges. A query visits the nodes to which either end can climb: a few hundred on the
/// maps and networks of the benchmarks.
///
/// With `u32` costs, the hierarchy takes 28 bytes per arc, 16 more per arc with an edge, and 20 per node (see
/// [`bytes`](Self::bytes)): 26 MB for Rome (231,550 nodes, 631,541 arcs), and 21 MB for a map of 28,000 cells with
/// eight neighbours each (638,322 arcs).
///
/// # Example
///
/// ```
/// use astride::Status;
/// use astride::graphs::CsrGraph;
/// use astride_roads::HierarchySearch;
/// use astride_roads::{CustomizableHierarchy, Order};
///
/// //   0 --7-- 1 --1-- 3
/// //    \--2-- 2 --4--/
/// let graph = CsrGraph::undirected(4, [(0, 1, 7_u32), (0, 2, 2), (1, 3, 1), (2, 3, 4)])?;
/// let order = Order::by_distances(&graph)?;
/// let mut hierarchy = CustomizableHierarchy::new(&graph, &order)?;
/// let path = HierarchySearch::new(hierarchy.query(0, 3)).find_path()?.unwrap();
/// assert_eq!((path.nodes, path.cost), (vec![0, 2, 3], 6));
///
/// // A traffic jam from 2 to 3.
/// hierarchy.set_cost(2, 3, 20)?;
/// let mut search = HierarchySearch::new(hierarchy.query(0, 3));
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().nodes, [0, 1, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// Dibbelt, Strasser, Wagner: Customizable Contraction Hierarchies. ACM Journal of Experimental Algorithmics 21, 2016.
#[doc(alias(
    "CCH",
    "customizable contraction hierarchies",
    "live traffic",
    "dynamic",
    "metric",
    "routing"
))]
#[derive(Clone, PartialEq, Eq)]
pub struct CustomizableHierarchy<C> {
    topology: Topology,
    costs: Costs<C>,
}

impl<C: Cost> CustomizableHierarchy<C> {
    /// Builds the hierarchy of a graph with the given order, and customizes it. Edges that cost [`Cost::INFINITY`] are
    /// closed, and can be opened later.
    ///
    /// # Errors
    ///
    /// [`OrderLength`](HierarchyError::OrderLength), [`Graph`](HierarchyError::Graph) if there are too many nodes,
    /// edges or arcs, or if memory is exhausted, and the errors of [`customize`](Self::customize).
    pub fn new<G: Graph<Cost = C>>(graph: &G, order: &Order) -> Result<Self, HierarchyError> {
        let mut hierarchy = Self::closed(&Neighbours::new(graph)?, order.nodes())?;
        hierarchy.customize(graph)?;
        Ok(hierarchy)
    }

    /// Creates a hierarchy whose edges are all closed.
    fn closed(neighbours: &Neighbours, order: &[u32]) -> Result<Self, HierarchyError> {
        let topology = Topology::new(neighbours, order)?;
        Ok(CustomizableHierarchy {
            costs: Costs::new(&topology)?,
            topology,
        })
    }

    /// Returns the problem of finding a path from `start` to `goal`, for
    /// [`HierarchySearch`](crate::HierarchySearch).
    pub fn query(&self, start: u32, goal: u32) -> Query<&Self, Exactly<u32>> {
        Query::between(self, start, goal)
    }

    /// The cost of the edge from one node to another, or of the cheapest of parallel edges. It is [`Cost::INFINITY`] if
    /// the edge is closed, and `None` if no edge joined the nodes when the hierarchy was built.
    pub fn cost(&self, from: u32, to: u32) -> Option<C> {
        let (edge, is_down) = self.topology.edge(from, to)?;
        Some(self.costs.edges[edge][usize::from(is_down)])
    }
}

impl<C> CustomizableHierarchy<C> {
    /// The number of nodes, which is the index bound of the graph.
    pub fn node_count(&self) -> usize {
        self.topology.node_count()
    }

    /// The number of arcs, which are the pairs of nodes that an edge or a shortcut joins.
    pub fn arc_count(&self) -> usize {
        self.topology.heads.len()
    }

    /// The rank of a node, counted from 0, or `None` if the node is not in the graph. The ranks may differ from those in
    /// the [`Order`], but lead to the same shortcuts.
    pub fn rank(&self, node: u32) -> Option<u32> {
        self.topology.ranks.get(node as usize).copied()
    }

    /// The number of bytes that the hierarchy takes.
    pub fn bytes(&self) -> usize {
        let costs = size_of_val(&self.costs.edges[..]) + size_of_val(&self.costs.arcs[..]);
        self.topology.bytes() + costs + size_of_val(&self.costs.middles[..])
    }
}

impl<C: Cost> CustomizableHierarchy<C> {
    /// The arcs up from a rank in one direction: their upper ends, costs and numbers. Closed arcs are included, since
    /// skipping them would make searches slower.
    #[inline]
    fn arcs(&self, rank: u32, direction: usize) -> impl DoubleEndedIterator<Item = (usize, C, u32)> {
        let arcs = self.topology.arcs(rank);
        let heads = self.topology.heads.get(arcs.clone()).unwrap_or_default();
        let costs = self.costs.arcs.get(arcs.clone()).unwrap_or_default();
        let all = heads.iter().zip(costs).enumerate();
        all.map(move |(place, (high, cost))| {
            let number = edge_number(arcs.start + place, direction);
            (*high as usize, cost[direction], number)
        })
    }

    /// The upper ends of the open arcs of a node.
    fn neighbours(&self, node: u32, direction: usize) -> impl Iterator<Item = (u32, C)> {
        let arcs = self.arcs(self.rank(node).unwrap_or(NONE), direction);
        arcs.filter(|(_, cost, _)| cost.is_less(&C::INFINITY))
            .map(|(high, cost, _)| (self.topology.nodes[high], cost))
    }
}

/// The number of one direction of an arc.
#[inline]
fn edge_number(arc: usize, direction: usize) -> u32 {
    number(2 * arc + direction)
}

impl<C: Cost> Graph for CustomizableHierarchy<C> {
    type Node = u32;
    type Cost = C;

    /// Shortcuts stand for paths that are cheapest with these costs.
    const FIXED_COSTS: bool = true;

    /// Returns the nodes of higher rank to which an edge or a shortcut leads from a node.
    #[inline]
    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, C)> {
        self.neighbours(*node, UP)
    }

    /// Returns the rank.
    #[inline]
    fn index(&self, node: &u32) -> Option<usize> {
        self.rank(*node).map(|rank| rank as usize)
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<u32> {
        self.topology.nodes.get(index).copied()
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        Some(self.node_count())
    }

    fn check_node(&self, node: &u32) -> Result<(), NoSuchNode> {
        NoSuchNode::unless(self.rank(*node).is_some(), node)
    }
}

impl<C: Cost> ReverseGraph for CustomizableHierarchy<C> {
    /// Returns the nodes of higher rank from which an edge or a shortcut leads to a node.
    #[inline]
    fn predecessors(&self, node: &u32) -> impl Iterator<Item = (u32, C)> {
        self.neighbours(*node, DOWN)
    }
}

impl<C: Cost> Hierarchy for CustomizableHierarchy<C> {
    #[inline]
    fn prefers_index_order(&self) -> bool {
        true
    }

    #[inline]
    fn edges_up(&self, index: usize, is_backward: bool) -> impl DoubleEndedIterator<Item = (usize, C, u32)> {
        self.arcs(u32::try_from(index).unwrap_or(NONE), usize::from(is_backward))
    }

    #[inline]
    fn left_out(&self) -> Option<[C; 2]> {
        (self.costs.too_large > 0).then(|| self.costs.left_out(&self.topology))?
    }

    fn unpack(&self, edges: &[(u32, u32)], path: &mut Vec<u32>) {
        let Topology { nodes, heads, .. } = &self.topology;
        path.reserve(4 * edges.len());
        // The edges still to be unpacked, each with its number and the ranks that it joins.
        let mut waiting: Vec<(u32, u32, u32)> = Vec::new();
        for (edge, _) in edges {
            let Some(high) = heads.get(*edge as usize / 2) else {
                continue;
            };
            let low = self.topology.low(edge / 2);
            waiting.push(if edge % 2 == 0 {
                (*edge, low, *high)
            } else {
                (*edge, *high, low)
            });
            while let Some((edge, from, to)) = waiting.pop() {
                let middle = self.costs.middles[edge as usize / 2][edge as usize % 2];
                let part = |end, direction| Some(edge_number(self.topology.arc(middle, end)?, direction));
                if middle != NONE
                    && let (Some(first), Some(second)) = (part(from, DOWN), part(to, UP))
                {
                    waiting.push((second, middle, to));
                    waiting.push((first, from, middle));
                } else {
                    path.push(nodes[to as usize]);
                }
            }
        }
    }
}

impl<C> fmt::Debug for CustomizableHierarchy<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("CustomizableHierarchy")
            .field("nodes", &self.node_count())
            .field("arcs", &self.arc_count())
            .field("edges", &self.topology.edges.len())
            .finish_non_exhaustive()
    }
}
