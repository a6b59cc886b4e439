//! [`IdaStar`]: a cheapest path, in very little memory.

use super::table::Table;
use super::{Deepening, IterativeDeepening};
use crate::search::{CostPlusEstimate, Informed, Made, Search};
use crate::traits::{Below, Subtree};
use crate::{Cost, Heuristic};

/// Iterative-deepening A*: a cheapest path, guided by an estimate, in memory proportional to its length.
///
/// Use it for problems on which A* runs out of memory, such as the 15-puzzle. On 15-puzzles that are easy enough for
/// A*, IDA* takes a fifth of A*'s time. If many paths lead to each node, as on a grid, use [`AStar`](crate::AStar),
/// since IDA* searches every one of these paths. On an 8×8 grid, 20 million expansions are not enough to prove that a
/// goal cannot be reached, whereas A* needs only 47.
///
/// It makes a depth-first search of all paths whose f = g + h is at most a threshold. The first threshold is the
/// start's estimate, and each later one is the least f that exceeded the previous one, until a goal is found.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// This search also has the methods [`iterations`](Search::iterations), [`with_cycle_check`](Search::with_cycle_check)
/// and [`with_table`](IdaStar#method.with_table).
///
/// # Table
///
/// A [table](IdaStar#method.with_table) of half a megabyte saves about a third of the expansions on hard 15-puzzles,
/// and a table never adds any. With an admissible estimate, the path costs the same as without the table. Equal nodes
/// must have the same successors.
///
/// The table has a fixed size, so a new node may replace another one. A table larger than the processor's caches is
/// rarely worthwhile. Usually, the search looks up only nodes with large subtrees. It looks up all nodes while
/// iterations are small, or while many nodes are left out, as counted by
/// [`Iteration::left_out`](crate::search::Iteration::left_out). Nodes are cloned into the table, along with any heap
/// memory that they own.
///
/// The table is allocated when the search begins, and counts towards [`Stats::bytes`](crate::Stats::bytes) and the
/// memory limit. If the number of bytes is too small for one node, there is no table.
///
/// # Arguments
///
/// [`IdaStar::new`](IdaStar#method.new) takes a [`Heuristic`], or a reference to one; [`ida_star`](crate::ida_star)
/// takes closures. A heuristic may override [`search_below`](Heuristic::search_below), as the sliding-tile puzzle does,
/// to speed up searches without an observer or a limit on expansions.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a cheapest path, if the estimate is admissible, consistent or not;
/// [`Status::Exhausted`](crate::Status::Exhausted) if no threshold is left, because an iteration has cut off no path.
/// Cycles that cost nothing do no harm, since a path does not return to a node at the same cost. On a graph with cycles
/// of positive cost, a search for an unreachable goal is sure to end only with a [cycle
/// check](Search::with_cycle_check) or a cost limit. With a [cost limit](IdaStar#method.with_cost_limit), `Exhausted`
/// means that there is no path within the limit, if the estimate is admissible.
///
/// # Complexity
///
/// An iteration takes time proportional to the number of *paths* whose f is at most its threshold; the threshold of the
/// iteration that finds the path is the cost of that path. With b ≥ 2 successors per node and depth d, all iterations
/// together take O(b^d) if each is b times as large as the previous one. If each iteration adds only a few paths,
/// because costs have many different values, as with floats, the time grows with the square of the number of paths. The
/// memory is O(b · d), plus about 32 bytes for each iteration.
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) if a cost or an estimate is negative or not a number, if a sum is too
/// large for the cost type, if a limit is reached, or if memory is exhausted.
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
#[doc(alias("ida*", "iterative deepening"))]
pub type IdaStar<P, W = ()> = Search<IterativeDeepening<P, CostPlusEstimate>, W>;

impl<P: Heuristic> IdaStar<P> {
    /// Creates a search.
    pub fn new(problem: P) -> IdaStar<Made<P, Self>> {
        Search::with_deepening(problem, CostPlusEstimate::default())
    }
}

impl<P: Heuristic, W> IdaStar<P, W> {
    /// Ignores paths that cost more than `limit`. Estimates must be admissible.
    pub fn with_cost_limit(mut self, limit: P::Cost) -> Self {
        self.engine.limit = Some(limit);
        self.engine.cost_limit = limit;
        self
    }

    /// Adds a [table](IdaStar#table) of this many bytes, so that a node reached again in the same iteration, at the same
    /// or a higher cost, is not expanded again.
    ///
    /// ```
    /// use astride::npuzzle::{Board, Puzzle};
    /// use astride::{IdaStar, Status};
    ///
    /// let goal = "123456780".parse()?;
    /// let puzzle = Puzzle::new(&"867254301".parse()?, &goal)?;
    /// let mut plain = IdaStar::new(&puzzle);
    /// let mut search = IdaStar::new(&puzzle).with_table(1 << 16);
    /// assert_eq!((plain.run(), search.run()), (Status::Found, Status::Found));
    /// assert_eq!(search.path(), plain.path());
    /// assert!(search.stats().expanded < plain.stats().expanded);
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn with_table(mut self, bytes: usize) -> Self {
        self.engine.table = Some(Table::new(bytes));
        self
    }
}

/// The deepening of [`IdaStar`](crate::IdaStar): f = g + h.
impl<P: Heuristic> Deepening<P> for CostPlusEstimate {
    type Guidance = Informed;
    type Threshold = P::Cost;

    #[inline]
    fn threshold_key(&self, cost: P::Cost, estimate: P::Cost, _edges: u32) -> Option<P::Cost> {
        cost.plus(estimate)
    }

    #[inline]
    fn search_below(
        &self,
        problem: &P,
        (node, came_from): (&P::Node, &P::Node),
        cost: P::Cost,
        estimate: P::Cost,
        threshold: P::Cost,
        expansions: u64,
    ) -> Option<(Below<P::Node, P::Cost>, P::Cost)> {
        let below = problem.search_below(Subtree {
            node,
            cost,
            estimate,
            came_from,
            threshold,
            expansions,
        })?;
        let beyond = below.beyond;
        Some((below, beyond))
    }
}
