//! [`ParallelIdaStar`]: IDA\* on several threads.

use super::Iteration;
use super::parallel_deepening::ParallelDeepening;
use crate::Heuristic;
use crate::search::{Made, Search};
/// IDA* on several threads, with the same promise as [`IdaStar`](crate::IdaStar). It needs the feature `rayon`.
///
/// Use it for searches of a few million expansions and more, such as hard 15-puzzles: on two cores they take half the
/// time. A smaller search is not faster than [`IdaStar`](crate::IdaStar): 8-puzzles take 1.2 times the processor time,
/// and 15-puzzles of half a million expansions 2.6 times. Neither is suitable for graphs in which many paths lead to
/// each node.
///
/// The first 100,000 expansions are made on one thread. After that, each iteration is searched breadth first, within
/// the threshold, until there are some hundred subtrees. Then the threads of the current `rayon` pool take one after
/// the other, in the order in which [`IdaStar`](crate::IdaStar) would search them. When one of them finds a goal, all
/// stop.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// In addition, [`iterations`](ParallelIdaStar#method.iterations) and
/// [`with_cycle_check`](ParallelIdaStar#method.with_cycle_check). These differ:
///
/// * One [`step`](Search::step) makes up to 65,536 expansions, shared by the threads. [`run_for`](Search::run_for)
///   makes exactly the number of expansions of its budget, and reads the clock after each such batch.
/// * An observer receives the events of the first 100,000 expansions, those of later iterations until they are divided,
///   and the goal.
/// * [`open_nodes`](Search::open_nodes) and [`closed_nodes`](Search::closed_nodes) are those of all subtrees, so that a
///   node on several branches is closed several times. [`next_node`](Search::next_node) is one of several.
/// * A node limit and a memory limit hold for each subtree, and [`with_capacity`](Search::with_capacity) has no effect.
///
/// # Arguments
///
/// [`ParallelIdaStar::new`](ParallelIdaStar#method.new) takes a [`Heuristic`] that threads can share, or a reference to
/// one.
///
/// # Returns
///
/// As [`IdaStar`](crate::IdaStar). The cost of the path is always the same, that of a cheapest one; if there are
/// several cheapest ones, it may be a different one each time. The iterations before the last one expand and generate
/// exactly the nodes that [`IdaStar`](crate::IdaStar) does. The last one may make fewer expansions, or more by those of
/// the other threads, and their number may differ from run to run.
///
/// # Complexity
///
/// As [`IdaStar`](crate::IdaStar), divided by the number of threads if iterations are long; memory for some hundred
/// branches.
///
/// # Errors
///
/// As [`IdaStar`](crate::IdaStar).
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
/// Rao, Kumar, Ramesh: A parallel implementation of iterative-deepening-A*. AAAI 1987. (There, work is divided on
/// demand. Here it is divided beforehand, into so many parts that all threads finish at about the same time.)
#[doc(alias("ida*", "parallel ida*"))]
pub type ParallelIdaStar<P, W = ()> = Search<ParallelDeepening<P>, W>;

impl<P> ParallelIdaStar<P>
where
    P: Heuristic + Sync,
    P::Node: Send + Sync,
    P::Cost: Send + Sync,
{
    /// Creates a search.
    pub fn new(problem: P) -> Made<P, Self> {
        Search::from_engine(problem, ParallelDeepening::new())
    }
}

impl<P, W> ParallelIdaStar<P, W>
where
    P: Heuristic + Sync,
    P::Node: Send + Sync,
    P::Cost: Send + Sync,
{
    /// Leaves out successors that are already on the branch, as in [`IdaStar`](crate::IdaStar).
    pub fn with_cycle_check(mut self) -> Self {
        self.engine.blank.checks_cycles = true;
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
