//! [`ParallelIdaStar`]: IDA\* on several threads.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::branch::{Branch, Halt};
use super::drive::{Engine, Progress, driving_surface};
use super::iterative_deepening::Start;
use super::{CostPlusEstimate, Iteration};
use crate::{Cost, Heuristic, Observer, Path, SearchError, Status};

/// IDA* on several threads: the same promise as [`IdaStar`](crate::IdaStar), sooner. Needs the feature `rayon`.
///
/// In each iteration the start is searched breadth first, within the threshold, until there are some hundred subtrees;
/// then the threads of the present `rayon` pool take one after the other. When one of them comes to a goal, all stop.
///
/// # Methods
///
/// Those of [`IdaStar`](crate::IdaStar), and [`run_until`](Self::run_until), by which another thread can have it stop.
/// One [`step`](Self::step) makes up to 65,536 expansions, shared by the threads. [`run_for`](Self::run_for) keeps to the
/// number of expansions exactly, and reads the clock after as many as a step has. An observer hears of what is done before
/// an iteration is divided, and of the goal. [`open_nodes`](Self::open_nodes) and [`closed_nodes`](Self::closed_nodes) are
/// those of all subtrees, so that a node on several branches is closed several times. A node limit holds for each subtree.
///
/// # Arguments
///
/// [`ParallelIdaStar::new`] takes a [`Heuristic`] that threads can share, or a reference to one.
///
/// # Returns
///
/// As [`IdaStar`](crate::IdaStar). The cost of the path is always the same, that of a cheapest one; where there are several
/// cheapest ones, it may be a different one each time. What the iterations before the last one expand and generate is
/// exactly what [`IdaStar`](crate::IdaStar) does there; in the last one it may be more or less, and differ from run to run.
///
/// # Complexity
///
/// As [`IdaStar`](crate::IdaStar), divided by the number of threads where iterations are long; memory for some hundred
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
/// use astride::{ParallelIdaStar, Status};
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
/// Rao, Kumar, Ramesh: A parallel implementation of iterative-deepening-A*. AAAI 1987. (There work is divided on
/// demand; here beforehand, into so many parts that it comes out even.)
#[derive(Clone, Debug)]
pub struct ParallelIdaStar<P: Heuristic, W = ()> {
    problem: P,
    observer: W,
    starts: Vec<Start<P, CostPlusEstimate>>,
    /// A branch without nodes, with the settings that each one gets.
    blank: Subtree<P>,
    /// What is divided further, breadth first.
    to_divide: VecDeque<Subtree<P>>,
    /// What the threads work on.
    subtrees: Vec<Subtree<P>>,
    /// How many nodes of this iteration were expanded to divide it.
    divided: usize,
    /// The least key that was cut off in this iteration.
    beyond: P::Cost,
    iterations: Vec<Iteration<P::Cost>>,
    limit: Option<P::Cost>,
    found: Option<PathOf<P>>,
    current: Option<P::Node>,
    /// The least estimate so far, and the path to its node.
    nearest: Option<(P::Cost, PathOf<P>)>,
    /// The most entries at a time.
    stored: usize,
    progress: Progress,
}

type Subtree<P> =
    Branch<<P as crate::Graph>::Node, <P as crate::Graph>::Cost, <P as crate::Graph>::Cost, <P as crate::Graph>::Cost>;

type PathOf<P> = Path<<P as crate::Graph>::Node, <P as crate::Graph>::Cost>;

/// So many subtrees are enough.
const ENOUGH: usize = 1024;

/// Expansions to divide an iteration, at most: a graph may not branch.
const MOST_DIVIDED: usize = 8 * ENOUGH;

/// Expansions of a step.
const STEP: u64 = 1 << 16;

/// Expansions between two looks at what the other threads have found.
const SLICE: u64 = 1 << 12;

impl<P: Heuristic> ParallelIdaStar<P> {
    /// A search that has not begun.
    pub fn new(problem: P) -> Self {
        ParallelIdaStar {
            problem,
            observer: (),
            starts: Vec::new(),
            blank: Branch::new(),
            to_divide: VecDeque::new(),
            subtrees: Vec::new(),
            divided: 0,
            beyond: P::Cost::INFINITY,
            iterations: Vec::new(),
            limit: None,
            found: None,
            current: None,
            nearest: None,
            stored: 0,
            progress: Progress::default(),
        }
    }
}

impl<P: Heuristic, W> ParallelIdaStar<P, W> {
    /// The same search, watched by `observer`, in place of the one it had. Lend it with `&mut` to have it back.
    pub fn observe<W2: Observer<P::Node, P::Cost>>(self, observer: W2) -> ParallelIdaStar<P, W2> {
        ParallelIdaStar {
            problem: self.problem,
            observer,
            starts: self.starts,
            blank: self.blank,
            to_divide: self.to_divide,
            subtrees: self.subtrees,
            divided: self.divided,
            beyond: self.beyond,
            iterations: self.iterations,
            limit: self.limit,
            found: self.found,
            current: self.current,
            nearest: self.nearest,
            stored: self.stored,
            progress: self.progress,
        }
    }

    /// As [`IterativeDeepening::with_cycle_check`](super::IterativeDeepening::with_cycle_check).
    pub fn with_cycle_check(mut self) -> Self {
        self.blank.check_cycles();
        self
    }

    /// Looks for no path that costs more than `limit`.
    pub fn with_cost_limit(mut self, limit: P::Cost) -> Self {
        self.limit = Some(limit);
        self
    }

    /// What each iteration has done so far, the present one last.
    pub fn iterations(&self) -> &[Iteration<P::Cost>] {
        &self.iterations
    }
}

driving_surface! {
    impl<P: Heuristic, W> ParallelIdaStar<P, W>, node P::Node, cost P::Cost,
    where { P: Sync, P::Node: Send + Sync, P::Cost: Send + Sync, W: Observer<P::Node, P::Cost> }
}

impl<P, W> Engine for ParallelIdaStar<P, W>
where
    P: Heuristic + Sync,
    P::Node: Send + Sync,
    P::Cost: Send + Sync,
    W: Observer<P::Node, P::Cost>,
{
    const BATCH: u64 = STEP;

    fn advance(&mut self) -> bool {
        self.advance_by(STEP)
    }

    fn advance_by(&mut self, expansions: u64) -> bool {
        self.advance_until(expansions, &AtomicBool::new(false))
    }

    fn progress(&self) -> &Progress {
        &self.progress
    }

    fn progress_mut(&mut self) -> &mut Progress {
        &mut self.progress
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
}

impl<P, W> ParallelIdaStar<P, W>
where
    P: Heuristic + Sync,
    P::Node: Send + Sync,
    P::Cost: Send + Sync,
    W: Observer<P::Node, P::Cost>,
{
    /// Goes on until the search ends or `cancelled` is set, by another thread: then it answers [`Status::Running`] soon,
    /// and can go on from there.
    ///
    /// ```
    /// use astride::npuzzle::{Board, Puzzle};
    /// use astride::{ParallelIdaStar, Status};
    /// use std::sync::atomic::{AtomicBool, Ordering};
    ///
    /// let goal = Board::blank_first("4".parse()?);
    /// let hard: Board = "14 13 15 7, 11 12 9 5, 6 _ 2 1, 4 8 10 3".parse()?;
    /// let mut search = ParallelIdaStar::new(Puzzle::new(&hard, &goal)?);
    /// let cancelled = AtomicBool::new(false);
    /// std::thread::scope(|scope| {
    ///     scope.spawn(|| cancelled.store(true, Ordering::Relaxed));
    ///     let status = search.run_until(&cancelled);
    ///     assert!(matches!(status, Status::Running | Status::Found));
    /// });
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn run_until(&mut self, cancelled: &AtomicBool) -> Status {
        while !cancelled.load(Ordering::Relaxed) && self.advance_until(u64::MAX, cancelled) {}
        self.progress.status.clone()
    }

    fn advance_until(&mut self, expansions: u64, cancelled: &AtomicBool) -> bool {
        if !self.progress.status.is_running() {
            return false;
        }
        self.begin();
        if self.progress.status.is_running() {
            self.progress.status = self.search(expansions, cancelled).unwrap_or_else(Status::Failed);
            self.count_open();
        }
        self.progress.status.is_running()
    }

    fn open_start(&mut self, node: P::Node, cost: P::Cost) {
        self.progress.generated += 1;
        match Start::new(&self.problem, &CostPlusEstimate, node, cost) {
            Ok(Some(start)) => {
                let key = start.key;
                self.starts.push(start);
                // An iteration with a larger threshold may find a goal that is not the nearest one from here.
                if let Some(threshold) = self.threshold() {
                    let begun = if key.is_less(&threshold) {
                        self.begin_iteration(key)
                    } else {
                        self.take_start(self.starts.len() - 1, threshold)
                    };
                    if let Err(error) = begun {
                        self.progress.status = Status::Failed(error);
                    }
                }
                self.count_open();
            }
            Ok(None) => {}
            Err(error) => self.progress.status = Status::Failed(error),
        }
    }

    fn threshold(&self) -> Option<P::Cost> {
        self.iterations.last().map(|iteration| iteration.threshold)
    }

    fn begin_iteration(&mut self, threshold: P::Cost) -> Result<(), SearchError> {
        self.iterations.push(Iteration {
            threshold,
            expanded: 0,
            generated: 0,
        });
        self.to_divide.clear();
        self.subtrees.clear();
        self.divided = 0;
        self.beyond = P::Cost::INFINITY;
        (0..self.starts.len()).try_for_each(|place| self.take_start(place, threshold))
    }

    fn take_start(&mut self, place: usize, threshold: P::Cost) -> Result<(), SearchError> {
        let start = &self.starts[place];
        if threshold.is_less(&start.key) {
            self.cut_off(start.key);
            return Ok(());
        }
        let mut branch = self.blank.clone();
        branch.set_threshold(threshold);
        branch.place(start.entry.clone()).map_err(|error| *error)?;
        self.observer.opened(&start.entry.node, None, start.entry.cost);
        self.to_divide.push_back(branch);
        Ok(())
    }

    fn cut_off(&mut self, key: P::Cost) {
        if key.is_less(&self.beyond) {
            self.beyond = key;
        }
    }

    fn search(&mut self, expansions: u64, cancelled: &AtomicBool) -> Result<Status, SearchError> {
        let (mut left, may_leap) = (expansions, expansions == u64::MAX);
        loop {
            if let Some(end) = self.divide(&mut left)? {
                return Ok(end);
            }
            if left == 0 || cancelled.load(Ordering::Relaxed) {
                return Ok(Status::Running);
            }
            self.subtrees.extend(self.to_divide.drain(..));
            if let Some(end) = self.conquer(&mut left, may_leap, cancelled)? {
                return Ok(end);
            }
            if !self.subtrees.is_empty() {
                return Ok(Status::Running);
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
            self.begin_iteration(least)?;
        }
    }

    /// Expands breadth first until there are enough subtrees. Answers an end.
    fn divide(&mut self, left: &mut u64) -> Result<Option<Status>, SearchError> {
        while *left > 0 && self.divided < MOST_DIVIDED && self.to_divide.len() + self.subtrees.len() < ENOUGH {
            let Some(mut branch) = self.to_divide.pop_front() else {
                return Ok(None);
            };
            self.divided += 1;
            let mut one = 1;
            let result = branch.search(&self.problem, &CostPlusEstimate, &mut self.observer, &mut one, false);
            *left -= 1 - one;
            self.to_divide.extend(branch.split());
            self.current = branch.current().map(|entry| entry.node.clone());
            if let Some(end) = self.settle(&mut branch, result, true)? {
                return Ok(Some(end));
            }
            self.cut_off(branch.beyond());
        }
        Ok(None)
    }

    /// Lets the threads work on the subtrees. Answers an end; without one, what is not done remains.
    fn conquer(
        &mut self,
        left: &mut u64,
        may_leap: bool,
        cancelled: &AtomicBool,
    ) -> Result<Option<Status>, SearchError> {
        let (budget, stop) = (AtomicU64::new(*left), AtomicBool::new(false));
        let problem = &self.problem;
        let results: Vec<_> = self
            .subtrees
            .par_iter_mut()
            .with_max_len(1)
            .map(|branch| work_on(problem, branch, &budget, may_leap, &[&stop, cancelled]))
            .collect();
        *left = budget.into_inner();
        let entries = self.branches().map(Branch::stored).sum();
        self.stored = self.stored.max(entries);
        let mut end = None;
        for (mut branch, result) in core::mem::take(&mut self.subtrees).into_iter().zip(results) {
            let is_paused = result == Ok(Halt::Paused);
            // Of several ends that of the first subtree, and its node: which that is does not depend on the threads' order.
            if end.is_none() && branch.current().is_some() {
                self.current = branch.current().map(|entry| entry.node.clone());
            }
            let settled = self.settle(&mut branch, result, false).transpose();
            end = end.or(settled);
            if is_paused {
                self.subtrees.push(branch);
            } else {
                self.cut_off(branch.beyond());
            }
        }
        end.transpose()
    }

    /// Enters what a branch has done. Answers an end.
    fn settle(
        &mut self,
        branch: &mut Subtree<P>,
        result: Result<Halt, Box<SearchError>>,
        was_heard: bool,
    ) -> Result<Option<Status>, SearchError> {
        let counts = branch.take_counts();
        if let Some(iteration) = self.iterations.last_mut() {
            iteration.expanded += counts.expanded;
            iteration.generated += counts.generated;
        }
        self.progress.expanded += counts.expanded;
        self.progress.generated += counts.generated;
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
                    // Once, though several threads may have come to a goal. (One that was found while the iteration was
                    // divided has been told of.)
                    if let (Some(entry), false) = (branch.current(), was_heard) {
                        self.observer.found(&entry.node, entry.cost);
                    }
                }
                Ok(Some(Status::Found))
            }
            Ok(Halt::Paused | Halt::Done) => Ok(None),
            Err(error) => Err(*error),
        }
    }

    fn branches(&self) -> impl Iterator<Item = &Subtree<P>> {
        self.to_divide.iter().chain(&self.subtrees)
    }

    fn count_open(&mut self) {
        self.progress.open = self.open_iter().count();
        self.progress.max_open = self.progress.max_open.max(self.progress.open);
    }

    fn current_node(&self) -> Option<&P::Node> {
        self.current.as_ref()
    }

    fn current_path(&self) -> Option<Path<P::Node, P::Cost>> {
        self.found.clone()
    }

    fn nearest_path(&self) -> Option<Path<P::Node, P::Cost>> {
        self.nearest.as_ref().map(|(_, path)| path.clone())
    }

    fn open_iter(&self) -> impl Iterator<Item = (&P::Node, P::Cost)> {
        let starts = self.starts.iter().filter(|_| self.iterations.is_empty());
        let entries = self.branches().flat_map(Branch::waiting);
        let all = starts.map(|start| &start.entry).chain(entries);
        all.map(|entry| (&entry.node, entry.cost))
    }

    fn closed_iter(&self) -> impl Iterator<Item = (&P::Node, P::Cost)> {
        let entries = self.branches().flat_map(Branch::nodes);
        entries.map(|entry| (&entry.node, entry.cost))
    }

    fn find_cost(&self, node: &P::Node) -> Option<P::Cost> {
        self.find_path(node).map(|path| path.cost)
    }

    fn find_path(&self, node: &P::Node) -> Option<Path<P::Node, P::Cost>> {
        self.branches().find_map(|branch| {
            let place = branch.nodes().position(|entry| entry.node == *node)?;
            branch.path_to(place)
        })
    }

    fn limit_nodes(&mut self, limit: usize) {
        self.blank.limit(limit);
    }

    #[expect(clippy::unused_self, reason = "subtrees make room for themselves")]
    fn reserve(&mut self, _nodes: usize) {}

    fn clear(&mut self) {
        self.starts.clear();
        self.to_divide.clear();
        self.subtrees.clear();
        self.divided = 0;
        self.beyond = P::Cost::INFINITY;
        self.iterations.clear();
        self.found = None;
        self.current = None;
        self.nearest = None;
        self.stored = 0;
    }
}

/// Works on a subtree until it is done, the budget is used up, or somebody says stop: that is what this says where it
/// comes to an end of the search.
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
            branch.search(problem, &CostPlusEstimate, &mut (), &mut slice, may_leap)
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
