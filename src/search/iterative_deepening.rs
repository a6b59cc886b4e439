//! [`IterativeDeepening`]: the one engine behind IDA\* and iterative deepening by edges.

use alloc::vec::Vec;

use super::branch::{Branch, Halt};
use super::drive::{Engine, Progress, driving_surface};
use super::expansion::Entry;
use super::path_cost::{checked_key, start_cost};
use super::{Deepening, Iteration};
use crate::error::Origin;
use crate::{Cost, Observer, Path, Problem, SearchError, Status};

/// The one iterative deepening engine.
///
/// Use it by its other names: [`IdaStar`](crate::IdaStar), [`IdDfs`](crate::IdDfs). They differ in the [`Deepening`] `D`,
/// which says what an iteration is bounded by, and in nothing else. `W` is the [`Observer`].
///
/// # What it stores
///
/// One branch, from a start to the node that is being expanded, and the successors along it: memory in proportion to
/// the depth. A node is therefore searched again each time that a path leads to it, except straight back to where the
/// path came from. [`with_cycle_check`](Self::with_cycle_check) leaves out all nodes that are on the branch.
///
/// So some of the methods say less than those of a search that remembers:
/// * [`open_nodes`](Self::open_nodes) are the successors along the branch that wait for their turn in this iteration;
/// * [`closed_nodes`](Self::closed_nodes) is the branch, the start first;
/// * [`cost_to`](Self::cost_to) and [`path_to`](Self::path_to) know the nodes on the branch, and those alone;
/// * in [`stats`](Self::stats), `nodes` is the most that were stored at a time (one that was searched stays until its
///   last sibling is), `expanded` and `generated` are sums over all iterations, and `generated` leaves out the ways back.
///
/// An observer hears of a node each time that it is opened, in every iteration. Nothing is ever improved.
#[derive(Clone, Debug)]
pub struct IterativeDeepening<P: Problem, D: Deepening<P>, W = ()> {
    problem: P,
    deepening: D,
    observer: W,
    starts: Vec<Start<P, D>>,
    /// The start whose turn it is next in this iteration.
    next_start: usize,
    branch: Branch<P::Node, P::Cost, D::Estimate, D::Threshold>,
    iterations: Vec<Iteration<D::Threshold>>,
    limit: Option<D::Threshold>,
    progress: Progress,
}

/// A start and its key.
#[derive(Clone, Debug)]
pub(super) struct Start<P: Problem, D: Deepening<P>> {
    pub(super) entry: Entry<P::Node, P::Cost, D::Estimate>,
    pub(super) key: D::Threshold,
}

impl<P: Problem, D: Deepening<P>> Start<P, D> {
    /// A start, or `None` where it is a dead end.
    pub(super) fn new(problem: &P, deepening: &D, node: P::Node, cost: P::Cost) -> Result<Option<Self>, SearchError> {
        let cost = start_cost(cost)?;
        let estimate = deepening.estimate(problem, &node);
        let key = deepening.threshold_key(cost, estimate, 0);
        let key = checked_key(key, cost, D::as_cost(estimate), Origin::Start).map_err(|error| *error)?;
        Ok(key.map(|key| Start {
            entry: Entry { node, cost, estimate },
            key,
        }))
    }
}

impl<P: Problem, D: Deepening<P>> IterativeDeepening<P, D> {
    /// A search with a deepening of your own that has not begun.
    pub fn with_deepening(problem: P, deepening: D) -> Self {
        IterativeDeepening {
            problem,
            deepening,
            observer: (),
            starts: Vec::new(),
            next_start: 0,
            branch: Branch::new(),
            iterations: Vec::new(),
            limit: None,
            progress: Progress::default(),
        }
    }
}

impl<P: Problem, D: Deepening<P>, W> IterativeDeepening<P, D, W> {
    /// The same search, watched by `observer`, in place of the one it had. Lend it with `&mut` to have it back.
    pub fn observe<W2: Observer<P::Node, P::Cost>>(self, observer: W2) -> IterativeDeepening<P, D, W2> {
        IterativeDeepening {
            problem: self.problem,
            deepening: self.deepening,
            observer,
            starts: self.starts,
            next_start: self.next_start,
            branch: self.branch,
            iterations: self.iterations,
            limit: self.limit,
            progress: self.progress,
        }
    }

    /// Leaves out successors that are on the branch already, by comparing each with all nodes of the branch.
    ///
    /// Needed where a cycle costs nothing, which would be followed without end, and where a search of a finite graph has
    /// to end as [`Exhausted`](Status::Exhausted): without it, the threshold rises around the cycles for ever. It takes
    /// time in proportion to the depth for each successor.
    ///
    /// ```
    /// use astride::{FnGraph, IdaStar, Query, Status};
    ///
    /// let ring = FnGraph::new(|n: &u32| [((n + 1) % 6, 0_u32)]);
    /// let to = |goal: u32| Query::new(&ring, 0, move |n| *n == goal).heuristic(|_| 0);
    /// assert_eq!(IdaStar::new(to(4)).with_cycle_check().run(), Status::Found);
    /// assert_eq!(IdaStar::new(to(7)).with_cycle_check().run(), Status::Exhausted);
    /// ```
    pub fn with_cycle_check(mut self) -> Self {
        self.branch.check_cycles();
        self
    }

    /// For builders: thresholds above `limit` are not searched.
    pub(crate) fn limited(mut self, limit: D::Threshold) -> Self {
        self.limit = Some(limit);
        self
    }

    /// What each iteration has done so far, the present one last.
    ///
    /// The sum of what they generated, and one for each start, is [`stats`](Self::stats)`().generated`.
    pub fn iterations(&self) -> &[Iteration<D::Threshold>] {
        &self.iterations
    }
}

driving_surface! {
    impl<P: Problem, D, W> IterativeDeepening<P, D, W>, node P::Node, cost P::Cost,
    where { D: Deepening<P>, W: Observer<P::Node, P::Cost> }
}

impl<P: Problem, D: Deepening<P>, W: Observer<P::Node, P::Cost>> Engine for IterativeDeepening<P, D, W> {
    const BATCH: u64 = 1;

    fn advance(&mut self) -> bool {
        self.advance_by(1)
    }

    fn advance_by(&mut self, expansions: u64) -> bool {
        if !self.progress.status.is_running() {
            return false;
        }
        self.begin();
        if self.progress.status.is_running() {
            self.progress.status = self.search(expansions);
            self.record();
        }
        self.progress.status.is_running()
    }

    fn progress(&self) -> &Progress {
        &self.progress
    }

    fn progress_mut(&mut self) -> &mut Progress {
        &mut self.progress
    }

    fn stored(&self) -> usize {
        self.branch.stored()
    }

    fn bytes(&self) -> usize {
        self.branch.bytes()
            + self.starts.capacity() * size_of::<Start<P, D>>()
            + self.iterations.capacity() * size_of::<Iteration<D::Threshold>>()
    }
}

impl<P: Problem, D: Deepening<P>, W: Observer<P::Node, P::Cost>> IterativeDeepening<P, D, W> {
    fn open_start(&mut self, node: P::Node, cost: P::Cost) {
        self.progress.generated += 1;
        match Start::new(&self.problem, &self.deepening, node, cost) {
            Ok(Some(start)) => {
                // An iteration with a larger threshold may find a goal that is not the nearest one from here.
                if self.threshold().is_some_and(|threshold| start.key.is_less(&threshold)) {
                    self.begin_iteration(start.key);
                }
                self.starts.push(start);
                self.record();
            }
            Ok(None) => {}
            Err(error) => self.progress.status = Status::Failed(error),
        }
    }

    /// The threshold of the present iteration.
    fn threshold(&self) -> Option<D::Threshold> {
        self.iterations.last().map(|iteration| iteration.threshold)
    }

    fn begin_iteration(&mut self, threshold: D::Threshold) {
        self.iterations.push(Iteration {
            threshold,
            expanded: 0,
            generated: 0,
        });
        self.branch.set_threshold(threshold);
        self.next_start = 0;
    }

    /// Goes on for so many expansions, through as many iterations as they last for.
    fn search(&mut self, expansions: u64) -> Status {
        let (mut left, may_leap) = (expansions, expansions == u64::MAX);
        loop {
            match self
                .branch
                .search(&self.problem, &self.deepening, &mut self.observer, &mut left, may_leap)
            {
                Ok(Halt::Paused) => return Status::Running,
                Ok(Halt::Goal) => return Status::Found,
                Ok(Halt::Done) => {}
                Err(error) => return Status::Failed(*error),
            }
            self.record();
            match self.take_start() {
                Ok(true) => {}
                Ok(false) => return Status::Exhausted,
                Err(error) => return Status::Failed(error),
            }
        }
    }

    /// Puts the next start on the branch, in the next iteration if need be. Answers whether there is one.
    fn take_start(&mut self) -> Result<bool, SearchError> {
        loop {
            while let Some(start) = self.starts.get(self.next_start) {
                let Some(threshold) = self.threshold() else { break };
                self.next_start += 1;
                if threshold.is_less(&start.key) {
                    self.branch.cut_off(start.key);
                    continue;
                }
                let Entry { node, cost, .. } = &start.entry;
                self.branch.place(start.entry.clone()).map_err(|error| *error)?;
                self.observer.opened(node, None, *cost);
                return Ok(true);
            }
            let least = if self.threshold().is_some() {
                self.branch.beyond()
            } else {
                let keys = self.starts.iter().map(|start| start.key);
                keys.min_by(Cost::order).unwrap_or(D::Threshold::INFINITY)
            };
            let is_beyond = self.limit.is_some_and(|limit| limit.is_less(&least));
            if is_beyond || least.order(&D::Threshold::INFINITY).is_eq() {
                return Ok(false);
            }
            self.begin_iteration(least);
        }
    }

    /// Enters what the branch has done.
    fn record(&mut self) {
        let counts = self.branch.take_counts();
        if let Some(iteration) = self.iterations.last_mut() {
            iteration.expanded += counts.expanded;
            iteration.generated += counts.generated;
        }
        let progress = &mut self.progress;
        progress.expanded += counts.expanded;
        progress.generated += counts.generated;
        let starts = self.starts.len() - self.next_start;
        progress.open = counts.waiting + starts;
        progress.max_open = progress.max_open.max(counts.max_waiting + starts).max(progress.open);
    }

    fn current_node(&self) -> Option<&P::Node> {
        self.branch.current().map(|entry| &entry.node)
    }

    fn current_path(&self) -> Option<Path<P::Node, P::Cost>> {
        self.branch.path()
    }

    fn nearest_path(&self) -> Option<Path<P::Node, P::Cost>> {
        self.branch.best_effort_path()
    }

    fn open_iter(&self) -> impl Iterator<Item = (&P::Node, P::Cost)> {
        let starts = self.starts.iter().skip(self.next_start).map(|start| &start.entry);
        self.branch
            .waiting()
            .chain(starts)
            .map(|entry| (&entry.node, entry.cost))
    }

    fn closed_iter(&self) -> impl Iterator<Item = (&P::Node, P::Cost)> {
        self.branch.nodes().map(|entry| (&entry.node, entry.cost))
    }

    fn find_cost(&self, node: &P::Node) -> Option<P::Cost> {
        self.closed_iter()
            .find(|(other, _)| *other == node)
            .map(|(_, cost)| cost)
    }

    fn find_path(&self, node: &P::Node) -> Option<Path<P::Node, P::Cost>> {
        let place = self.closed_iter().position(|(other, _)| other == node)?;
        self.branch.path_to(place)
    }

    fn limit_nodes(&mut self, limit: usize) {
        self.branch.limit(limit);
    }

    fn reserve(&mut self, nodes: usize) {
        self.branch.reserve(nodes);
    }

    fn clear(&mut self) {
        self.branch.clear();
        self.starts.clear();
        self.next_start = 0;
        self.iterations.clear();
    }
}
