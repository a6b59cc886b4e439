//! [`ParallelIdaStar`]: IDA\* on several threads.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::Iteration;
use super::branch::{Branch, Halt};
use super::expansion::{Entry, event};
use super::iterative_deepening::Start;
use crate::limits::Limits;
use crate::search::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf, sealed};
use crate::search::{CostPlusEstimate, Informed, Made, Search};
use crate::{Cost, Heuristic, NodeEvent, Observer, Path, SearchError, SearchNode, Status};

/// IDA* on several threads, with the same promise as [`IdaStar`](crate::IdaStar). It needs the feature `rayon`.
///
/// Take it for searches of some million expansions and more, such as hard 15-puzzles: on two cores they take half the
/// time. A smaller search is not faster than [`IdaStar`](crate::IdaStar): 8-puzzles take 1.2 times the processor time,
/// and 15-puzzles of half a million expansions 2.6 times. On a graph where many paths lead to one node neither is the
/// right choice: see there.
///
/// The first 100,000 expansions are made on one thread. After that, each iteration is searched breadth first, within
/// the threshold, until there are some hundred subtrees. Then the threads of the current `rayon` pool take one after
/// the other, in the order in which [`IdaStar`](crate::IdaStar) would search them. When one of them comes to a goal,
/// all stop.
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
/// * A node limit and a memory limit hold for each subtree, and [`with_capacity`](Search::with_capacity) does nothing.
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

/// The engine of [`ParallelIdaStar`].
#[doc(hidden)]
pub struct ParallelDeepening<P: Heuristic> {
    starts: Vec<Start<P, CostPlusEstimate>>,
    /// A branch without nodes, with the settings of all branches.
    blank: Subtree<P>,
    /// The subtrees to be divided further, one level of the tree after the other. All of them come after those in
    /// `subtrees`.
    to_divide: VecDeque<Subtree<P>>,
    /// The subtrees for the threads, in the order of the search. While an iteration is divided, it is the next level,
    /// as far as it is known.
    subtrees: Vec<Subtree<P>>,
    /// Whether the threads have begun to work on the subtrees.
    is_divided: bool,
    /// The number of nodes of this iteration that were expanded to divide it.
    divided: usize,
    /// The least key that was cut off in this iteration.
    beyond: P::Cost,
    iterations: Vec<Iteration<P::Cost>>,
    limit: Option<P::Cost>,
    found: Option<FoundPath<P>>,
    current: Option<P::Node>,
    /// The least estimate so far, and the path to its node.
    nearest: Option<(P::Cost, FoundPath<P>)>,
    /// The most entries at a time.
    stored: usize,
}

type Subtree<P> =
    Branch<<P as crate::Graph>::Node, <P as crate::Graph>::Cost, <P as crate::Graph>::Cost, <P as crate::Graph>::Cost>;

type FoundPath<P> = Path<<P as crate::Graph>::Node, <P as crate::Graph>::Cost>;

/// This many subtrees are enough.
const ENOUGH: usize = 1024;

/// The most expansions to divide an iteration, since a graph may not branch.
const MOST_DIVIDED: usize = 8 * ENOUGH;

/// A search makes this many expansions on one thread before it divides an iteration. To divide one and to wake the
/// other threads takes as long as thousands of expansions.
const ALONE: u64 = 100_000;

/// Expansions between two looks at what the other threads have found.
const SLICE: u64 = 1 << 12;

impl<P> ParallelIdaStar<P>
where
    P: Heuristic + Sync,
    P::Node: Send + Sync,
    P::Cost: Send + Sync,
{
    /// A search that has not begun.
    pub fn new(problem: P) -> Made<P, Self> {
        let engine = ParallelDeepening {
            starts: Vec::new(),
            blank: Branch::new(),
            to_divide: VecDeque::new(),
            subtrees: Vec::new(),
            is_divided: false,
            divided: 0,
            beyond: P::Cost::INFINITY,
            iterations: Vec::new(),
            limit: None,
            found: None,
            current: None,
            nearest: None,
            stored: 0,
        };
        Search::from_engine(problem, engine)
    }
}

impl<P, W> ParallelIdaStar<P, W>
where
    P: Heuristic + Sync,
    P::Node: Send + Sync,
    P::Cost: Send + Sync,
{
    /// Leaves out successors that are already on the branch, as [`IdaStar`](crate::IdaStar).
    pub fn with_cycle_check(mut self) -> Self {
        self.engine.blank.check_cycles();
        self
    }

    /// Ignores paths that cost more than `limit`.
    pub fn with_cost_limit(mut self, limit: P::Cost) -> Self {
        self.engine.limit = Some(limit);
        self
    }

    /// Returns the figures of each iteration, the current one last.
    pub fn iterations(&self) -> &[Iteration<P::Cost>] {
        &self.engine.iterations
    }
}

impl<P: Heuristic> sealed::Sealed for ParallelDeepening<P> {}

impl<P> Engine for ParallelDeepening<P>
where
    P: Heuristic + Sync,
    P::Node: Send + Sync,
    P::Cost: Send + Sync,
{
    type Problem = P;
    const STEP: u64 = 1 << 16;
    const BATCH: u64 = Self::STEP;

    fn advance<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> bool {
        context.progress.status = self.search(&mut context, allowance).unwrap_or_else(Status::Failed);
        self.count_open(context.progress);
        context.progress.status.is_running()
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        node: P::Node,
        cost: P::Cost,
    ) {
        context.progress.generated += 1;
        match Start::new(context.problem, &CostPlusEstimate::default(), node, cost) {
            Ok(Some(start)) => {
                let key = start.key;
                self.starts.push(start);
                // An iteration with a larger threshold may find a goal that is not the nearest one from here.
                if let Some(threshold) = self.threshold() {
                    let begun = if key.is_less(&threshold) {
                        self.begin_iteration(&mut context, key)
                    } else {
                        self.take_start(&mut context, self.starts.len() - 1, threshold)
                    };
                    if let Err(error) = begun {
                        context.progress.fail(error);
                    }
                }
                self.count_open(context.progress);
            }
            Ok(None) => {}
            Err(error) => context.progress.fail(error),
        }
    }

    fn stored(&self) -> usize {
        self.stored
    }

    fn bytes(&self) -> usize {
        self.branches().map(Branch::bytes).sum::<usize>()
            + self.starts.capacity() * size_of::<Start<P, CostPlusEstimate>>()
            + (self.subtrees.capacity() + self.to_divide.capacity()) * size_of::<Subtree<P>>()
            + self.iterations.capacity() * size_of::<Iteration<P::Cost>>()
    }

    fn limits(&self) -> Limits {
        self.blank.limits()
    }

    fn set_limits(&mut self, limits: Limits) {
        self.blank.set_limits(limits);
        for branch in self.to_divide.iter_mut().chain(&mut self.subtrees) {
            branch.set_limits(limits);
        }
    }

    fn reserve(&mut self, _: &P, _: usize) {}

    fn clear(&mut self) {
        self.starts.clear();
        self.to_divide.clear();
        self.subtrees.clear();
        self.is_divided = false;
        self.divided = 0;
        self.beyond = P::Cost::INFINITY;
        self.iterations.clear();
        self.found = None;
        self.current = None;
        self.nearest = None;
        self.stored = 0;
    }

    fn current(&self, _: &P) -> Option<P::Node> {
        self.current.clone()
    }

    fn next_node(&mut self, _: &P) -> Option<ViewOf<Self>> {
        let least = self.starts.iter().min_by(|a, b| a.key.order(&b.key));
        let start = least.map(|start| start.entry.view(None, estimate));
        self.branches()
            .find_map(|branch| branch.waiting(estimate).next())
            .or(start)
    }

    fn ends(&self, problem: &P) -> [Option<ViewOf<Self>>; 2] {
        let start = problem.start();
        let h = Some(problem.estimate(&start));
        [Some(SearchNode::end(start, h)), None]
    }

    fn open_nodes(&self, _: &P) -> impl Iterator<Item = ViewOf<Self>> {
        let starts = self.starts.iter().filter(|_| self.iterations.is_empty());
        let starts = starts.map(|start| start.entry.view(None, estimate));
        starts.chain(self.branches().flat_map(|branch| branch.waiting(estimate)))
    }

    fn closed_nodes(&self, _: &P) -> impl Iterator<Item = ViewOf<Self>> {
        self.branches().flat_map(|branch| branch.closed(estimate))
    }

    fn find(&self, problem: &P, node: &P::Node) -> Option<ViewOf<Self>> {
        self.closed_nodes(problem).find(|found| found.node == *node)
    }

    fn current_path(&self, _: &P) -> Option<PathOf<Self>> {
        self.found.clone()
    }

    fn best_effort_path(&self, _: &P) -> Option<PathOf<Self>> {
        self.nearest.as_ref().map(|(_, path)| path.clone())
    }

    fn path_to(&self, _: &P, node: &P::Node) -> Option<PathOf<Self>> {
        self.branches().find_map(|branch| {
            let place = branch.nodes().position(|entry| entry.node == *node)?;
            branch.path_to(place)
        })
    }
}

impl<P> ParallelDeepening<P>
where
    P: Heuristic + Sync,
    P::Node: Send + Sync,
    P::Cost: Send + Sync,
{
    fn branches(&self) -> impl Iterator<Item = &Subtree<P>> {
        self.to_divide.iter().chain(&self.subtrees)
    }

    fn count_open(&self, progress: &mut Progress) {
        let waiting = self
            .branches()
            .map(|branch| branch.waiting(estimate).count())
            .sum::<usize>();
        let starts = if self.iterations.is_empty() {
            self.starts.len()
        } else {
            0
        };
        progress.set_open(waiting + starts);
    }

    fn threshold(&self) -> Option<P::Cost> {
        self.iterations.last().map(|iteration| iteration.threshold)
    }

    fn begin_iteration<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        threshold: P::Cost,
    ) -> Result<(), SearchError> {
        self.iterations.push(Iteration {
            threshold,
            expanded: 0,
            generated: 0,
        });
        self.to_divide.clear();
        self.subtrees.clear();
        self.is_divided = false;
        self.divided = 0;
        self.beyond = P::Cost::INFINITY;
        (0..self.starts.len()).try_for_each(|place| self.take_start(context, place, threshold))
    }

    fn take_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        place: usize,
        threshold: P::Cost,
    ) -> Result<(), SearchError> {
        let start = &self.starts[place];
        if threshold.is_less(&start.key) {
            self.cut_off(start.key);
            return Ok(());
        }
        let mut branch = self.blank.clone();
        branch.set_threshold(threshold);
        // A start only becomes branches, which no limit refuses.
        branch.set_limits(Limits::default());
        branch.place(start.entry.clone()).map_err(|error| *error)?;
        branch.set_limits(self.limits());
        let Entry { node, cost, estimate } = &start.entry;
        context
            .observer
            .opened(event::<P, Informed>(node, None, *cost, *estimate));
        self.to_divide.push_back(branch);
        Ok(())
    }

    fn cut_off(&mut self, key: P::Cost) {
        if key.is_less(&self.beyond) {
            self.beyond = key;
        }
    }

    fn search<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> Result<Status, SearchError> {
        let never = AtomicBool::new(false);
        let cancelled = allowance.stop.unwrap_or(&never);
        // The threads look at the flag and need no other pause.
        let expansions = if allowance.stop.is_some() {
            u64::MAX
        } else {
            allowance.expansions
        };
        let mut left = expansions;
        loop {
            if let Some(end) = self.search_alone(context, &mut left, allowance.may_leap(), cancelled)? {
                return Ok(end);
            }
            if context.progress.expanded < ALONE && !self.to_divide.is_empty() {
                return Ok(Status::Running);
            }
            if let Some(end) = self.divide(context, &mut left)? {
                return Ok(end);
            }
            if left == 0 || cancelled.load(Ordering::Relaxed) {
                return Ok(Status::Running);
            }
            self.subtrees.extend(self.to_divide.drain(..));
            if !self.subtrees.is_empty() {
                self.is_divided = true;
                if let Some(end) = self.conquer(context, &mut left, allowance.may_leap(), cancelled)? {
                    return Ok(end);
                }
                if !self.subtrees.is_empty() {
                    return Ok(Status::Running);
                }
            }
            let least = if self.iterations.is_empty() {
                let keys = self.starts.iter().map(|start| start.key);
                keys.min_by(Cost::order).unwrap_or(P::Cost::INFINITY)
            } else {
                self.beyond
            };
            let is_beyond = self.limit.is_some_and(|limit| limit.is_less(&least));
            if is_beyond || least.order(&P::Cost::INFINITY).is_eq() {
                return Ok(Status::Exhausted);
            }
            self.begin_iteration(context, least)?;
        }
    }

    /// Searches an iteration on this thread, as long as the search is small: the starts one after the other, depth
    /// first. Returns the end, if it comes to one. If the search becomes large, each node that waits is a subtree to be
    /// divided.
    fn search_alone<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        left: &mut u64,
        may_leap: bool,
        cancelled: &AtomicBool,
    ) -> Result<Option<Status>, SearchError> {
        while *left > 0 && context.progress.expanded < ALONE && !cancelled.load(Ordering::Relaxed) {
            let Some(mut branch) = self.to_divide.pop_front() else {
                break;
            };
            let allowed = SLICE.min(*left).min(ALONE - context.progress.expanded);
            let result = self.search_branch(context, &mut branch, allowed, left, may_leap);
            let is_done = result == Ok(Halt::Done);
            let has_paused = result == Ok(Halt::Paused);
            let end = self.enter(context, &mut branch, result, true);
            if is_done {
                self.cut_off(branch.beyond());
            } else if has_paused && context.progress.expanded >= ALONE {
                self.cut_off(branch.beyond());
                let later = core::mem::take(&mut self.to_divide);
                self.to_divide.extend(branch.split());
                self.to_divide.extend(later);
            } else {
                self.to_divide.push_front(branch);
            }
            if let Some(end) = end? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Makes at most `allowed` expansions in a branch, on the thread of the caller.
    fn search_branch<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        branch: &mut Subtree<P>,
        allowed: u64,
        left: &mut u64,
        may_leap: bool,
    ) -> Result<Halt, Box<SearchError>> {
        let mut slice = allowed;
        let evaluation = CostPlusEstimate::default();
        let result = branch.search(context.problem, &evaluation, context.observer, &mut slice, may_leap);
        *left -= allowed - slice;
        self.current = branch.current().map(|entry| entry.node.clone());
        result
    }

    /// Expands breadth first until there are enough subtrees. Returns the end, if it comes to one.
    fn divide<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        left: &mut u64,
    ) -> Result<Option<Status>, SearchError> {
        while *left > 0 && self.divided < MOST_DIVIDED && self.to_divide.len() + self.subtrees.len() < ENOUGH {
            let Some(mut branch) = self.to_divide.pop_front() else {
                if self.is_divided || self.subtrees.is_empty() {
                    return Ok(None);
                }
                self.to_divide.extend(self.subtrees.drain(..));
                continue;
            };
            self.divided += 1;
            let result = self.search_branch(context, &mut branch, 1, left, false);
            // A branch has paused because it has made its expansion.
            let end = self.enter(context, &mut branch, result, true);
            self.subtrees.extend(branch.split());
            self.cut_off(branch.beyond());
            if let Some(end) = end? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Lets the threads work on the subtrees. Returns the end, if they come to one; otherwise, the unfinished subtrees
    /// remain.
    fn conquer<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        left: &mut u64,
        may_leap: bool,
        cancelled: &AtomicBool,
    ) -> Result<Option<Status>, SearchError> {
        let (budget, stop) = (AtomicU64::new(*left), AtomicBool::new(false));
        let problem = context.problem;
        let mut results: Vec<_> = self.subtrees.iter().map(|_| Ok(Halt::Paused)).collect();
        // A parallel iterator over a slice would begin in its middle.
        let in_order = self.subtrees.iter_mut().zip(&mut results).par_bridge();
        in_order.for_each(|(branch, result)| {
            *result = work_on(problem, branch, &budget, may_leap, &[&stop, cancelled]);
        });
        *left = budget.into_inner();
        let entries = self.branches().map(Branch::stored).sum();
        self.stored = self.stored.max(entries);
        let mut end = None;
        for (mut branch, result) in core::mem::take(&mut self.subtrees).into_iter().zip(results) {
            let has_paused = result == Ok(Halt::Paused);
            // Of several ends, the one of the first subtree counts, with its node. It does not depend on the threads'
            // order.
            if end.is_none() && branch.current().is_some() {
                self.current = branch.current().map(|entry| entry.node.clone());
            }
            let settled = self.enter(context, &mut branch, result, false).transpose();
            end = end.or(settled);
            if has_paused {
                self.subtrees.push(branch);
            } else {
                self.cut_off(branch.beyond());
            }
        }
        end.transpose()
    }

    /// Enters the figures of a branch. Returns the end, if it has come to one.
    fn enter<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        branch: &mut Subtree<P>,
        result: Result<Halt, Box<SearchError>>,
        was_heard: bool,
    ) -> Result<Option<Status>, SearchError> {
        let counts = branch.take_counts();
        if let Some(iteration) = self.iterations.last_mut() {
            iteration.expanded += counts.expanded;
            iteration.generated += counts.generated;
        }
        context.progress.expanded += counts.expanded;
        context.progress.generated += counts.generated;
        self.stored = self.stored.max(branch.stored());
        if let Some(estimate) = branch.nearest_estimate()
            && self.nearest.as_ref().is_none_or(|(least, _)| estimate.is_less(least))
        {
            self.nearest = branch.best_effort_path().map(|path| (estimate, path));
        }
        match result {
            Ok(Halt::Goal) => {
                if self.found.is_none() {
                    self.found = branch.path();
                    // Only once, although several threads may have come to a goal. (A goal that was found while the
                    // iteration was divided has been reported.)
                    if let (Some(entry), false) = (branch.current(), was_heard) {
                        let (node, h) = (&entry.node, Some(entry.estimate));
                        let before = self.found.as_ref().and_then(|path| path.nodes.iter().nth_back(1));
                        let event = NodeEvent::new(node, before, entry.cost, h);
                        context.observer.found(event);
                    }
                }
                Ok(Some(Status::Found))
            }
            Ok(Halt::Paused | Halt::Done) => Ok(None),
            Err(error) => Err(*error),
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "as branches ask for it")]
fn estimate<C: Copy>(estimate: &C) -> Option<C> {
    Some(*estimate)
}

/// Works on a subtree until it is finished, the budget is used up, or the stop flag is set. Sets the flag when it comes
/// to an end of the search.
fn work_on<P: Heuristic>(
    problem: &P,
    branch: &mut Subtree<P>,
    budget: &AtomicU64,
    may_leap: bool,
    stop: &[&AtomicBool; 2],
) -> Result<Halt, Box<SearchError>> {
    loop {
        let allowed = budget.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
            (left > 0).then(|| left - left.min(SLICE))
        });
        let Ok(left) = allowed else { return Ok(Halt::Paused) };
        let mut slice = left.min(SLICE);
        let is_stopped = stop.iter().any(|flag| flag.load(Ordering::Relaxed));
        let result = if is_stopped {
            Ok(Halt::Paused)
        } else {
            branch.search(problem, &CostPlusEstimate::default(), &mut (), &mut slice, may_leap)
        };
        budget.fetch_add(slice, Ordering::Relaxed);
        if matches!(result, Ok(Halt::Goal) | Err(_)) {
            stop[0].store(true, Ordering::Relaxed);
        }
        if is_stopped || result != Ok(Halt::Paused) {
            return result;
        }
    }
}

impl<P: Heuristic> Clone for ParallelDeepening<P> {
    fn clone(&self) -> Self {
        ParallelDeepening {
            starts: self.starts.clone(),
            blank: self.blank.clone(),
            to_divide: self.to_divide.clone(),
            subtrees: self.subtrees.clone(),
            iterations: self.iterations.clone(),
            found: self.found.clone(),
            current: self.current.clone(),
            nearest: self.nearest.clone(),
            ..*self
        }
    }
}

impl<P: Heuristic> fmt::Debug for ParallelDeepening<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ParallelDeepening")
            .field("iterations", &self.iterations.len())
            .field("subtrees", &self.subtrees.len())
            .finish_non_exhaustive()
    }
}
