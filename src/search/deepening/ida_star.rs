//! [`IdaStar`]: a cheapest path in next to no memory.

use super::IterativeDeepening;
use crate::Heuristic;
use crate::search::{CostPlusEstimate, Search};

/// Iterative-deepening A*: a cheapest path, guided by an estimate, in memory in proportion to the path's length.
///
/// Goes depth first through all paths of f = g + h up to a threshold, at first the start's estimate; then again with
/// the threshold raised to the least f that was beyond, until a goal is found. Where A* runs out of memory (the
/// 15-puzzle), this goes on; on graphs where many paths lead to one node (a grid), it searches all of them, and A* is
/// the better choice.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// And [`iterations`](IdaStar#method.iterations) and
/// [`with_cycle_check`](IdaStar#method.with_cycle_check).
///
/// # Arguments
///
/// [`IdaStar::new`] takes a [`Heuristic`], or a reference to one; [`ida_star`](crate::ida_star) takes closures. A
/// heuristic may override [`search_below`](Heuristic::search_below) to be faster where neither an observer nor a limit
/// of expansions is set. The sliding-tile puzzle does.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a cheapest path, if the estimate is admissible, consistent or not;
/// [`Status::Exhausted`](crate::Status::Exhausted) where no threshold is left: every path ends within the last one. On
/// a graph with cycles that takes a [cycle check](IdaStar#method.with_cycle_check), else a search without a reachable
/// goal never ends. With a [cost limit](IdaStar::with_cost_limit) it means: no path within the limit.
///
/// # Complexity
///
/// Time in proportion to the *paths* of f at most the cheapest path's cost, in all iterations. With b successors a node
/// and depth d that is O(b^d) if each iteration is b times the one before; if each one adds but a few paths (costs of
/// many different values, such as floats) it is the square of that. Memory O(b · d), and 24 bytes or so for each
/// iteration.
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) on a cost or an estimate that is negative or not a number, on a sum too
/// large for the cost type, at the node limit, without memory.
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Board, Puzzle};
/// use astride::{IdaStar, Status};
///
/// let goal = Board::blank_first("4".parse()?);
/// let start: Board = "4 1 2 3, 5 9 6 7, 12 8 _ 11, 13 14 10 15".parse()?;
/// let mut search = IdaStar::new(Puzzle::new(&start, &goal)?);
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, 8);
/// for iteration in search.iterations() {
///     println!("up to {}: {} nodes expanded", iteration.threshold, iteration.expanded);
/// }
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
///
/// # Source
///
/// Korf: Depth-first iterative-deepening: an optimal admissible tree search. Artificial Intelligence 27(1), 1985.
pub type IdaStar<P, W = ()> = Search<IterativeDeepening<P, CostPlusEstimate>, W>;

impl<P: Heuristic> IdaStar<P> {
    /// A search that has not begun.
    pub fn new(problem: P) -> Self {
        Search::with_deepening(problem, CostPlusEstimate::default())
    }
}

impl<P: Heuristic, W> IdaStar<P, W> {
    /// Looks for no path that costs more than `limit`.
    pub fn with_cost_limit(mut self, limit: P::Cost) -> Self {
        self.engine.limit = Some(limit);
        self
    }
}
