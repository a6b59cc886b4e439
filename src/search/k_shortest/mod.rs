//! [`KShortestPaths`]: the cheapest simple paths, one after another.

mod distances;
mod engine;
mod spur;

use distances::Aim;
pub use engine::Deviations;

use super::{Made, Search};
#[cfg(doc)]
use crate::Status;
use crate::{Heuristic, KnownGoal, Problem, ReverseGraph};

/// The k shortest simple paths, one after another, as many as you need.
///
/// A path is simple if it visits no node twice. Each path ends at the first goal that it reaches. Paths differ if their
/// nodes differ, so only the cheapest of parallel edges counts. Except for rounding errors, each path costs at least as
/// much as the previous ones, and on a finite graph, the search eventually finds all simple paths.
///
/// The cost of a path is summed from its start, but the order of the paths depends on distances to the goal or on
/// estimates. If [sums are rounded](crate::Cost::IS_EXACT), this order may differ slightly from that of the costs: with
/// `f32` and `f64`, a path may cost less than an earlier one, by at most the
/// [`rounding`](crate::traits::NumericCost::rounding) of n additions in a graph of n nodes. Sums of multiples of a
/// power of two, such as 0.25, are exact up to 2²⁴ times that power with `f32`, and up to 2⁵³ times with `f64`.
///
/// Each time it finds a path, the search ends with [`Found`](crate::Status::Found). After
/// [`seek_next`](Search::seek_next), the search can be driven to the next path. [`paths`](Search::paths) returns an
/// iterator over the remaining paths.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// The nodes that [`known_node`](Search::known_node) and similar methods return belong to one of two searches. Nodes
/// with [`is_backward`](crate::SearchNode::is_backward) belong to the search with Dijkstra's algorithm from the goal,
/// which computes the distances to the goal; a [`forward`](Self::forward) search has no such nodes. All other nodes
/// belong to the search for the next path. [`cost_to`](Search::cost_to) and [`path_to`](Search::path_to) find only the
/// nodes of the search for the next path. [`best_effort_path`](Search::best_effort_path) returns the last path found.
///
/// # Arguments
///
/// | constructor | takes | is guided by |
/// |---|---|---|
/// | [`new`](KShortestPaths#method.new) | a [`KnownGoal`](crate::KnownGoal) that is a [`ReverseGraph`](crate::ReverseGraph), such as [`Query::between`](crate::Query::between) | the distances to the goal |
/// | [`forward`](KShortestPaths#method.forward) | any [`Problem`], with any number of goals | nothing |
/// | [`forward_with_estimates`](KShortestPaths#method.forward_with_estimates) | a [`Heuristic`](crate::Heuristic) | its estimates, which have to be admissible |
///
/// Each constructor also takes a reference to the problem. More starts can be added, each with a cost, and the paths
/// from all starts come in one sequence, ordered by cost. If a start is added after the first step, the paths begin
/// again with the first one.
///
/// # Returns
///
/// [`Status::Found`] with the next path; [`Status::Exhausted`] after the last one, or if there is none.
///
/// # Complexity
///
/// With `new`, there is one [`Dijkstra`](crate::Dijkstra) search from the goal, up to the cost of the last path. The
/// paths that leave a found path at the same node form a set. Each node of a found path is expanded at most once, to
/// compute a lower bound on the costs in its set. A set is searched only when its bound is the least of all, as is
/// usually the case for one or two sets per path. For a path of n nodes, such a search begins with O(n) lookups and
/// makes about n expansions. In the worst case, as in Yen's algorithm, there is one search for each node of each path.
/// The search stores the nodes reached and the paths found. A search of a set is postponed if it proves expensive, so
/// that a set without a path does not keep the search from finding the other paths, even on an infinite graph.
///
/// With [`forward`](Self::forward), there is no search from the goal. Each search for a path uses Dijkstra's algorithm
/// or, with estimates, A\*, and nearly every node of each path requires such a search. On random graphs of 10,000 nodes
/// with four edges each, without estimates, `forward` needed 17 to 160 times as many expansions as `new` for twenty
/// paths.
///
/// # Errors
///
/// [`Status::Failed`] as in [`AStar`](crate::AStar), and with `new` also if `is_goal` is false for the goal.
///
/// # Example
///
/// ```
/// use astride::graphs::{CsrError, CsrGraph};
/// use astride::{KShortestPaths, Query, Status};
///
/// // A common example in the literature, from C to H.
/// let (c, d, e, f, g, h) = (0, 1, 2, 3, 4, 5);
/// let roads = CsrGraph::from_edges(
///     6,
///     [(c, d, 3_u32), (c, e, 2), (d, f, 4), (e, d, 1), (e, f, 2), (e, g, 3), (f, g, 2), (f, h, 1), (g, h, 2)],
/// )?;
/// let roads = roads.reversible()?;
/// let mut search = KShortestPaths::new(Query::between(&roads, c, h));
/// for (length, nodes) in [(5, vec![c, e, f, h]), (7, vec![c, e, g, h])] {
///     while search.step() == Status::Running {}
///     let path = search.path().unwrap();
///     assert_eq!((path.cost, path.nodes), (length, nodes));
///     search.seek_next();
/// }
///
/// search.reset(Query::between(&roads, c, h));
/// let lengths: Vec<u32> = search.paths().map(|path| path.unwrap().cost).collect();
/// assert_eq!(lengths, [5, 7, 8, 8, 8, 11, 11]);
/// # Ok::<(), CsrError>(())
/// ```
///
/// If a state records the places visited, many states are goals. Listing the tours of four towns, the shortest first,
/// therefore needs a `forward` search:
///
/// ```
/// use astride::{FnGraph, KShortestPaths, Query};
///
/// let tours = FnGraph::new(|visited: &Vec<usize>| {
///     let towns = [0_i32, 1, 5, 7]; // kilometres along a road
///     let (here, many) = (towns[visited[visited.len() - 1]], visited.len());
///     let next = (0..4).filter(|town| !visited.contains(town) || (many == 4 && *town == 0));
///     let steps = next.map(|town| ([&visited[..], &[town]].concat(), here.abs_diff(towns[town])));
///     steps.collect::<Vec<_>>()
/// });
/// let mut search = KShortestPaths::forward(Query::new(&tours, vec![0], |visited| visited.len() == 5));
/// let lengths: Vec<u32> = search.paths().take(5).map(|path| path.unwrap().cost).collect();
/// assert_eq!(lengths, [14, 14, 14, 14, 22]);
/// ```
///
/// # Source
///
/// Yen: Finding the K shortest loopless paths in a network. Management Science 17(11), 1971. Lawler: A procedure for
/// computing the K best solutions to discrete optimization problems and its application to the shortest path problem.
/// Management Science 18(7), 1972. Bounds before searches: Chang, Lin, Qin, Yu, Pei: Efficiently Computing Top-K
/// Shortest Path Join. EDBT 2015.
#[doc(alias("yen", "k shortest paths", "alternative routes"))]
pub type KShortestPaths<P, W = ()> = Search<Deviations<P>, W>;

impl<P: Problem> KShortestPaths<P> {
    /// Creates a search that is guided by the distances to the goal.
    pub fn new(problem: P) -> KShortestPaths<Made<P, Self>>
    where
        P: KnownGoal + ReverseGraph,
    {
        Search::with_engine(problem, Deviations::new(Aim::goal()))
    }

    /// Creates a search that follows edges forwards only, for graphs without [`ReverseGraph`] and for several goals.
    pub fn forward(problem: P) -> KShortestPaths<Made<P, Self>> {
        Search::with_engine(problem, Deviations::new(Aim::nothing()))
    }

    /// Creates a [`forward`](Self::forward) search that is guided by the problem's estimates, which must be admissible.
    pub fn forward_with_estimates(problem: P) -> KShortestPaths<Made<P, Self>>
    where
        P: Heuristic,
    {
        Search::with_engine(problem, Deviations::new(Aim::estimates()))
    }
}
