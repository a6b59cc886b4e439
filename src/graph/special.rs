//! The traits that special searches require.

use alloc::vec::Vec;

#[cfg(doc)]
use crate::{Cost, Problem};
use crate::{Graph, Heuristic, ReverseGraph};

/// A graph prepared for [`HierarchySearch`](crate::search::HierarchySearch): its edges join lower and higher nodes, and
/// some are shortcuts, each of which stands for a path.
///
/// [`ContractionHierarchy`] prepares a road network. [`CustomizableHierarchy`] prepares any graph with small
/// separators, such as a map, and lets the costs change later. Both the [`successors`](Graph::successors) and the
/// [`predecessors`](ReverseGraph::predecessors) of a node are higher than the node. If paths lead from one node to
/// another, one of the cheapest must have a highest node that can be reached from both the start, along successors, and
/// the goal, along predecessors. Every node must have an [`index`](Graph::index), for which [`node_at`](Graph::node_at)
/// returns the node, and the indices should be dense.
///
/// [`CustomizableHierarchy`]: https://docs.rs/astride-roads/latest/astride_roads/struct.CustomizableHierarchy.html
/// [`ContractionHierarchy`]: https://docs.rs/astride-roads/latest/astride_roads/struct.ContractionHierarchy.html
#[diagnostic::on_unimplemented(
    message = "this search needs a prepared graph, but `{Self}` does not implement `Hierarchy`",
    label = "not a `Hierarchy`",
    note = "for a `CsrGraph`: `ContractionHierarchy` of the crate `astride-roads`, and `hierarchy.query(start, goal)`"
)]
pub trait Hierarchy: ReverseGraph {
    /// Returns the edges that lead from the node with this index to higher nodes or, if `is_backward`, from higher
    /// nodes to this node. Each edge is given by the index of the higher node, the cost, and a unique number. An edge
    /// with the cost [`Cost::INFINITY`](crate::Cost::INFINITY) is ignored.
    fn edges_up(&self, index: usize, is_backward: bool) -> impl DoubleEndedIterator<Item = (usize, Self::Cost, u32)>;

    /// Returns the costs of the two parts of a shortcut that was left out because their sum is too large for the cost
    /// type, if there is one.
    ///
    /// A search that finds no path then fails with [`CostOverflow`](crate::SearchError::CostOverflow), since the
    /// shortcut may belong to a path.
    #[inline]
    fn left_out(&self) -> Option<[Self::Cost; 2]> {
        None
    }

    /// Unpacks consecutive edges of a path: appends to `path` the nodes that these edges stand for, except for the
    /// first node. Each edge is given by its number and the node where it ends.
    fn unpack(&self, edges: &[(u32, Self::Node)], path: &mut Vec<Self::Node>);
}

/// A heuristic that also estimates the cost from the start, for bidirectional searches.
///
/// The estimate is admissible if it never exceeds the cost of a cheapest path from [`start`](Problem::start) to the
/// node. It is consistent if it never rises from a node to its successor by more than the cost of the edge. The
/// estimate must not be negative. [`Cost::INFINITY`] means that no path leads from the start to the node.
///
/// ```
/// use astride::graphs::{CsrError, CsrGraph};
/// use astride_roads::Coordinates;
/// use astride::{BidirectionalAStar, Query, Status};
///
/// let places = Coordinates::new(vec![(0, 0), (3, 4), (6, 8), (-50, 0)]);
/// let graph = CsrGraph::undirected(4, [(0, 1, 5_u32), (1, 2, 6), (0, 3, 50)])?;
/// let (start, goal) = (0, 2);
/// let query = Query::between(&graph, start, goal)
///     .with_heuristic(|node| places.floor_distance(*node, goal))
///     .with_reverse_heuristic(|node| places.floor_distance(start, *node));
/// let mut search = BidirectionalAStar::new(query);
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().nodes, [0, 1, 2]);
/// # Ok::<(), CsrError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "this search needs an estimate of the cost from the start, but `{Self}` does not implement `ReverseHeuristic`",
    label = "not a `ReverseHeuristic`",
    note = "implement `ReverseHeuristic`, or add the estimate to a query: `Query::between(…).with_heuristic(|node| …)\
            .with_reverse_heuristic(|node| …)`",
    note = "`BidirectionalDijkstra` and `BidirectionalBfs` search without estimates"
)]
pub trait ReverseHeuristic: Heuristic {
    /// Returns an estimate of the cost of a cheapest path from the problem's start to `node`.
    fn estimate_from_start(&self, node: &Self::Node) -> Self::Cost;
}

/// A graph with an estimate of the cost between any two nodes, for [`DStarLite`](crate::DStarLite), whose start moves.
///
/// The estimate is admissible if it never exceeds the cost of a cheapest path from one node to the other. It is
/// consistent if, moreover, the estimate from a given node never rises along an edge by more than the cost of the edge,
/// and the estimate from one node to another never exceeds the sum of the estimates through a third node. The estimate
/// must not be negative. [`Cost::INFINITY`] means that no path leads from one node to the other.
///
/// To turn a [`Query`](crate::Query) into a `PairHeuristic`, call
/// [`with_heuristic_between`](crate::Query::with_heuristic_between).
#[diagnostic::on_unimplemented(
    message = "this search needs an estimate between any two nodes, but `{Self}` does not implement `PairHeuristic`",
    label = "not a `PairHeuristic`",
    note = "implement `PairHeuristic`, or add the estimate to a query: `Query::between(…).with_heuristic_between(|from, to| …)`",
    note = "if the start does not move, `LpaStar` needs only a `Heuristic`"
)]
pub trait PairHeuristic: Graph {
    /// Returns an estimate of the cost of a cheapest path from one node to another.
    fn estimate_between(&self, from: &Self::Node, to: &Self::Node) -> Self::Cost;
}

/// A heuristic on a graph in a plane or in space, for paths that may also lead straight to any node in sight.
///
/// [`ThetaStar`](crate::search::ThetaStar) and [`LazyThetaStar`](crate::search::LazyThetaStar) require this trait.
///
/// The estimate must not exceed the cost of a path along straight lines, which may be lower than that along edges. On a
/// grid with diagonal steps, use the Euclidean distance, not the octile one. A line should cost no more than a detour,
/// and no more than an edge between the same two nodes: a search takes the line only if the path then costs at most as
/// much as with the edge.
///
/// # Example
///
/// A boat on a lake follows the channels between buoys, or goes straight if no island is in the way:
///
/// ```
/// use astride::{Graph, Heuristic, Problem, Status};
/// use astride::search::ThetaStar;
/// use astride::traits::AnyAngle;
///
/// struct Lake {
///     buoys: Vec<(f64, f64)>,
///     /// Centre and radius.
///     island: ((f64, f64), f64),
/// }
///
/// impl Graph for Lake {
///     type Node = usize;
///     type Cost = f64;
///     /// Channels lead from each buoy to the one before and the one after.
///     fn successors(&self, buoy: &usize) -> impl Iterator<Item = (usize, f64)> {
///         let buoy = *buoy;
///         let channels = [buoy.checked_sub(1), Some(buoy + 1).filter(|next| *next < self.buoys.len())];
///         channels.into_iter().flatten().map(move |next| (next, self.distance(&buoy, &next)))
///     }
/// }
///
/// impl Problem for Lake {
///     fn start(&self) -> usize { 0 }
///     fn is_goal(&self, buoy: &usize) -> bool { buoy + 1 == self.buoys.len() }
/// }
///
/// impl Heuristic for Lake {
///     fn estimate(&self, buoy: &usize) -> f64 { self.distance(buoy, &(self.buoys.len() - 1)) }
/// }
///
/// impl AnyAngle for Lake {
///     fn distance(&self, from: &usize, to: &usize) -> f64 {
///         let ((ax, ay), (bx, by)) = (self.buoys[*from], self.buoys[*to]);
///         (ax - bx).hypot(ay - by)
///     }
///     fn line_of_sight(&self, from: &usize, to: &usize) -> bool {
///         let ((cx, cy), radius) = self.island;
///         let ((ax, ay), (bx, by)) = (self.buoys[*from], self.buoys[*to]);
///         let (dx, dy) = (bx - ax, by - ay);
///         let along = (((cx - ax) * dx + (cy - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
///         (ax + along * dx - cx).hypot(ay + along * dy - cy) > radius
///     }
/// }
///
/// let buoys = vec![(0.0, 0.0), (1.0, 2.0), (2.0, 3.0), (4.0, 3.0), (6.0, 2.0), (8.0, 0.0)];
/// let mut search = ThetaStar::new(Lake { buoys, island: ((4.0, 0.0), 2.0) });
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().nodes, [0, 3, 5]);
/// ```
#[diagnostic::on_unimplemented(
    message = "any-angle search needs lines of sight, but `{Self}` does not implement `AnyAngle`",
    label = "not `AnyAngle`",
    note = "implement `AnyAngle`; on a grid map, search an `AnyAngleProblem` of the crate `astride-grid`"
)]
pub trait AnyAngle: Heuristic {
    /// Returns the cost of the straight line between two nodes, or [`Cost::INFINITY`](crate::Cost::INFINITY) if they
    /// are not in sight of each other.
    ///
    /// The cost must not be negative, and it may differ between the two directions.
    fn distance(&self, from: &Self::Node, to: &Self::Node) -> Self::Cost;

    /// Returns whether a path may lead straight from one node to the other. This method is called only for pairs of
    /// nodes with a finite distance.
    #[doc(alias = "line of sight")]
    fn line_of_sight(&self, from: &Self::Node, to: &Self::Node) -> bool;
}
