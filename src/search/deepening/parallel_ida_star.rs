//! [`ParallelIdaStar`]: IDA\* on several threads.

use super::Iteration;
use super::parallel_deepening::ParallelDeepening;
use crate::Heuristic;
use crate::search::{Made, Search};

/// IDA* on several threads, with the same guarantee as [`IdaStar`](crate::IdaStar). This search needs the feature
/// `rayon`.
///
/// Use it for searches of several million expansions or more, such as hard 15-puzzles: on two cores, they take half as
/// long as with [`IdaStar`](crate::IdaStar). Smaller searches do not become faster: 8-puzzles take 1.2 times as much
/// processor time as with `IdaStar`, and 15-puzzles that need half a million expansions take 2.6 times as much. Neither
/// search is suitable for graphs in which many paths lead to each node.
///
/// The first 100,000 expansions are made on one thread. After that, each iteration is searched breadth first, within
/// the threshold, until there are about a thousand subtrees. The threads of the current `rayon` pool then take one
/// subtree after another, in the order in which [`IdaStar`](crate::IdaStar) would search them. When a thread finds a
/// goal, all threads stop.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// This search also has the methods [`iterations`](ParallelIdaStar#method.iterations) and
/// [`with_cycle_check`](ParallelIdaStar#method.with_cycle_check). It differs from other searches as follows:
///
/// * One [`step`](Search::step) makes up to 65,536 expansions, shared among the threads. [`run_for`](Search::run_for)
///   never exceeds the number of expansions in its budget, and reads the clock every 65,536 expansions.
/// * An observer receives the events of the first 100,000 expansions, those of each later iteration until it is divided
///   into subtrees, and the one that reports the goal.
/// * [`open_nodes`](Search::open_nodes) and [`closed_nodes`](Search::closed_nodes) return the nodes of all subtrees, so
///   a node on several branches occurs several times among the closed nodes. [`next_node`](Search::next_node) returns
///   one of several nodes that will be expanded next.
/// * A node limit or a memory limit applies to each subtree separately, and [`with_capacity`](Search::with_capacity)
///   has no effect.
///
/// # Arguments
///
/// [`ParallelIdaStar::new`](ParallelIdaStar#method.new) takes a [`Heuristic`] that threads can share, or a reference to
/// one.
///
/// # Returns
///
/// As for [`IdaStar`](crate::IdaStar). The cost is always that of a cheapest path; if there are several cheapest paths,
/// the search may return a different one each time. The iterations before the last one expand and generate exactly the
/// same nodes as in [`IdaStar`](crate::IdaStar). The last iteration may make fewer expansions than in `IdaStar` or,
/// because of the other threads, more, and their number may differ from run to run.
///
/// # Complexity
///
/// As for [`IdaStar`](crate::IdaStar), with the time divided by the number of threads if iterations are long, and
/// memory for about a thousand branches.
///
/// # Errors
///
/// As for [`IdaStar`](crate::IdaStar).
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Board, Puzzle};
/// use astride::Status;
/// use astride::search::ParallelIdaStar;
///
/// let goal = Board::blank_first("4".parse()?);
/// let start: Board = "14 1 9 6, 4 8 12 5, 7 2 3 _, 10 11 13 15".parse()?;
/// let mut search = ParallelIdaStar::new(Puzzle::new(&start, &goal)?);
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, 45);
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
///
/// # Source
///
/// Rao, Kumar, Ramesh: A parallel implementation of iterative-deepening-A*. AAAI 1987. (In their algorithm, work is
/// divided on demand; here, it is divided beforehand into so many parts that all threads finish at about the same
/// time.)
#[doc(alias("ida*", "parallel ida*"))]
pub type ParallelIdaStar<P, W = ()> = Search<ParallelDeepening<P>, W>;

impl<P> ParallelIdaStar<P>
where
    P: Heuristic + Sync,
    P::Node: Send + Sync,
    P::Cost: Send + Sync,
{
    /// Creates a search.
    pub fn new(problem: P) -> ParallelIdaStar<Made<P, Self>> {
        Search::with_engine(problem, ParallelDeepening::new())
    }
}

impl<P, W> ParallelIdaStar<P, W>
where
    P: Heuristic + Sync,
    P::Node: Send + Sync,
    P::Cost: Send + Sync,
{
    /// Leaves out successors that are already on the branch, as [`IdaStar`](crate::IdaStar) does with its [cycle
    /// check](Search::with_cycle_check).
    pub fn with_cycle_check(mut self) -> Self {
        self.engine.checks_cycles = true;
        self
    }

    /// Ignores paths that cost more than `limit`.
    pub fn with_cost_limit(mut self, limit: P::Cost) -> Self {
        self.engine.limit = Some(limit);
        self
    }

    /// Returns the counts of each iteration, the current one last.
    pub fn iterations(&self) -> &[Iteration<P::Cost>] {
        &self.engine.iterations
    }
}
