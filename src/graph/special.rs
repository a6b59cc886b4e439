//! The traits that special searches require.

#[cfg(doc)]
use crate::{Cost, Problem};
use crate::{Graph, Heuristic};

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
