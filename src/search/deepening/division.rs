//! The division of an iteration into subtrees, and the work of the threads on them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::Iteration;
use super::branch::{Branch, Entry};
use super::depth_first::{Halt, search};
use super::parallel_deepening::{ParallelDeepening, Subtree};
use crate::engine::{Allowance, Context, Progress, is_nearer};
use crate::search::CostPlusEstimate;
use crate::{Cost, Heuristic, NodeEvent, Observer, SearchError, Status};

/// An iteration is divided until there are this many subtrees.
const ENOUGH: usize = 1024;

/// The maximum number of expansions for dividing an iteration, since a graph might never branch.
const MOST_DIVIDED: usize = 8 * ENOUGH;

/// A search makes this many expansions on one thread before it divides an iteration, since dividing it and waking the
/// other threads takes as long as thousands of expansions.
const ALONE: u64 = 100_000;

/// Expansions between two checks of the results of the other threads.
const SLICE: u64 = 1 << 12;

impl<P: Heuristic<Node: Send + Sync, Cost: Send + Sync> + Sync> ParallelDeepening<P> {
    pub(super) fn count_open(&self, progress: &mut Progress) {
        let waiting = self.branches().map(|branch| branch.counts.waiting).sum::<usize>();
        let starts = if self.iterations.is_empty() {
            self.starts.len()
        } else {
            0
        };
        progress.set_open(waiting + starts);
        self.count_memory(&mut progress.memory);
    }

    pub(super) fn has_cost_limit(&self) -> bool {
        self.limit.is_some_and(|limit| limit.is_less(&P::Cost::INFINITY))
    }

    pub(super) fn threshold(&self) -> Option<P::Cost> {
        self.iterations.last().map(|iteration| iteration.threshold)
    }

    pub(super) fn begin_iteration<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        threshold: P::Cost,
    ) -> Result<(), SearchError> {
        self.iterations.push(Iteration::new(threshold));
        self.to_divide.clear();
        self.subtrees.clear();
        (self.is_divided, self.divided) = (false, 0);
        self.cutoff = self.cutoff.next(threshold);
        (0..self.starts.len()).try_for_each(|place| self.take_start(context, place))
    }

    pub(super) fn take_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        place: usize,
    ) -> Result<(), SearchError> {
        let start = &self.starts[place];
        if self.cutoff.cuts_off(start.key) {
            return Ok(());
        }
        let mut branch = Branch::new();
        branch.set_threshold(self.cutoff.threshold);
        branch.memory = context.progress.memory.empty();
        branch.checks_cycles = self.checks_cycles;
        branch.place(start.entry.clone()).map_err(|error| *error)?;
        let Entry { node, cost, estimate } = &start.entry;
        context
            .observer
            .opened(NodeEvent::new(node, None, *cost, Some(*estimate)));
        self.to_divide.push_back(branch);
        Ok(())
    }

    pub(super) fn search<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> Result<Status, SearchError> {
        let never = AtomicBool::new(false);
        let cancelled = allowance.stop.unwrap_or(&never);
        // The threads check the flag and need no other pause.
        let mut left = if allowance.stop.is_some() {
            u64::MAX
        } else {
            allowance.expansions
        };
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
            let Some(least) = self.next_threshold() else {
                return Ok(Status::Exhausted);
            };
            self.begin_iteration(context, least)?;
        }
    }

    /// Searches an iteration on this thread while the search is small: the starts one after another, depth first.
    /// Returns the status if the search ends. If the search becomes large, each waiting node becomes a subtree to be
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
                self.cutoff.record(branch.cutoff.beyond);
            } else if has_paused && context.progress.expanded >= ALONE {
                self.cutoff.record(branch.cutoff.beyond);
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

    /// Makes at most `allowed` expansions in a branch, on the caller's thread.
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
        let Context { problem, observer, .. } = context;
        let result = search(branch, *problem, &evaluation, *observer, None, &mut slice, may_leap);
        *left -= allowed - slice;
        self.current = branch.current().map(|entry| entry.node.clone());
        result
    }

    /// Expands breadth first until there are enough subtrees. Returns the status if the search ends.
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
            // The branch has paused because it has made its one expansion.
            let end = self.enter(context, &mut branch, result, true);
            self.subtrees.extend(branch.split());
            self.cutoff.record(branch.cutoff.beyond);
            if let Some(end) = end? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Lets the threads work on the subtrees. Returns the status if the search ends; otherwise, the unfinished subtrees
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
        // A parallel iterator over a slice would begin in the middle.
        let in_order = self.subtrees.iter_mut().zip(&mut results).par_bridge();
        in_order.for_each(|(branch, result)| {
            *result = work_on(problem, branch, &budget, may_leap, &[&stop, cancelled]);
        });
        *left = budget.into_inner();
        let entries = self.branches().map(|branch| branch.memory.nodes()).sum();
        self.stored = self.stored.max(entries);
        let mut end = None;
        for (mut branch, result) in core::mem::take(&mut self.subtrees).into_iter().zip(results) {
            let has_paused = result == Ok(Halt::Paused);
            // If several subtrees end the search, the first one counts, with its node, whatever the order of the
            // threads.
            if end.is_none() && branch.current().is_some() {
                self.current = branch.current().map(|entry| entry.node.clone());
            }
            let settled = self.enter(context, &mut branch, result, false).transpose();
            end = end.or(settled);
            if has_paused {
                self.subtrees.push(branch);
            } else {
                self.cutoff.record(branch.cutoff.beyond);
            }
        }
        end.transpose()
    }

    /// Adds up the counts of a branch. Returns the status if the branch has ended the search.
    fn enter<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        branch: &mut Subtree<P>,
        result: Result<Halt, Box<SearchError>>,
        was_notified: bool,
    ) -> Result<Option<Status>, SearchError> {
        let counts = branch.take_counts();
        if let Some(iteration) = self.iterations.last_mut() {
            iteration.count(counts);
        }
        context.progress.expanded += counts.expanded;
        context.progress.generated += counts.generated;
        self.stored = self.stored.max(branch.memory.nodes());
        if let Some((node, error)) = branch.overflow.take() {
            self.overflow_node.get_or_insert(node);
            context.progress.fail_within(self.has_cost_limit(), *error);
        }
        if let Some((estimate, cost)) = branch.nearest()
            && self
                .nearest
                .as_ref()
                .is_none_or(|(least, path)| is_nearer((estimate, cost), (*least, path.cost)))
        {
            self.nearest = branch.best_effort_path().map(|path| (estimate, path));
        }
        match result {
            Ok(Halt::Goal) => {
                if self.found.is_none() {
                    self.found = branch.last().and_then(|last| branch.path_to(last));
                    // Reported once, although several threads may have found a goal. (A goal found while the iteration
                    // was divided has been reported already.)
                    if let (Some(entry), false) = (branch.current(), was_notified) {
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

/// Works on a subtree until it is finished, the budget is used up, or the stop flag is set. Sets the flag when it finds
/// a goal or fails.
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
            let evaluation = CostPlusEstimate::default();
            search(branch, problem, &evaluation, &mut (), None, &mut slice, may_leap)
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
