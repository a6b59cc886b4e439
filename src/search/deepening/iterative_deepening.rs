//! [`IterativeDeepening`]: the engine behind IDA\* and iterative deepening depth-first search.

use alloc::vec::Vec;
use core::fmt;

use super::branch::{Branch, BranchOf, Entry, EntryOf, Spot};
use super::depth_first::{Halt, search};
use super::keys::EstimateOf;
use super::table::Table;
use super::{Deepening, Iteration};
use crate::engine::{Allowance, Context, Engine, PathOf, Progress, ViewOf, check_cost_limit, checked_key};
use crate::error::Origin;
use crate::memory::Memory;
use crate::search::{Guidance, Search};
use crate::{Cost, NodeEvent, Observer, Problem, SearchError, Status};

/// The engine of iterative deepening.
///
/// Use this engine through its aliases, [`IdaStar`](crate::IdaStar) and [`IdDfs`](crate::IdDfs). The aliases differ
/// only in the [`Deepening`] `D`, which determines the key that is compared with the threshold of an iteration.
///
/// # Stored nodes
///
/// The search stores one branch, from a start to the node that is being expanded, and the successors along it, in
/// memory proportional to the depth. A node is therefore searched again for each path that leads to it. No path leads
/// from a node straight back to its parent, or, unless the threshold is a number of edges, back to a node on the branch
/// at the same cost. [`with_cycle_check`](Search#method.with_cycle_check) leaves out all successors that are already on
/// the branch.
///
/// As a result, some of the methods return less than in other searches:
/// * [`open_nodes`](Search::open_nodes) returns the waiting successors along the branch in the current iteration;
/// * [`closed_nodes`](Search::closed_nodes) returns the nodes on the branch, the start first;
/// * [`known_node`](Search::known_node), [`cost_to`](Search::cost_to) and [`path_to`](Search::path_to) find only the
///   nodes on the branch, and take time proportional to its length;
/// * in [`stats`](Search::stats), `nodes` is the maximum number of nodes stored at a time (a node stays until its last
///   sibling has been searched), `expanded` and `generated` are sums over all iterations, and `generated` does not
///   count steps straight back to the parent.
///
/// In every iteration, an observer is notified each time that a node is opened, but never of an improvement.
///
/// Without an observer and a cycle check, [`run`](Search::run), [`run_until`](Search::run_until), and
/// [`run_for`](Search::run_for) with only a time limit use recursion, and store nodes only when the search pauses. A
/// problem may have an even faster method: see [`Heuristic::search_below`](crate::Heuristic::search_below). Neither
/// recursion nor such a method changes the nodes that are searched or the counts of the iterations. However, `nodes`
/// and `max_open` then refer to the moments when nodes were stored, and the successors of some nodes are generated
/// twice. If a node has the same successor twice at the same cost, a search that pauses below the second copy continues
/// below the first one, and so searches some nodes again.
pub struct IterativeDeepening<P: Problem, D: Deepening<P>> {
    deepening: D,
    starts: Vec<StartOf<P, D>>,
    /// The next start of this iteration.
    next_start: usize,
    branch: BranchOf<P, D>,
    pub(super) table: Option<Table<P::Node, P::Cost>>,
    iterations: Vec<Iteration<D::Threshold>>,
    /// The maximum threshold that is searched.
    pub(super) limit: Option<D::Threshold>,
    /// The limit if it is one on costs, and otherwise infinity.
    pub(super) cost_limit: P::Cost,
}

/// A start and its key.
#[derive(Clone)]
pub(super) struct Start<E, K> {
    pub(super) entry: E,
    pub(super) key: K,
}

/// A start of a search with these keys.
pub(super) type StartOf<P, D> = Start<EntryOf<P, D>, <D as Deepening<P>>::Threshold>;

/// The name of a node, or of the path to the node with the least estimate.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Waiting {
    /// An entry of the branch.
    Entry(Spot),
    /// A start that has not been taken in this iteration.
    Start(usize),
    Nearest,
}

/// Creates a start, or `None` if it is a dead end.
pub(super) fn new_start<P: Problem, D: Deepening<P>>(
    problem: &P,
    deepening: &D,
    node: P::Node,
    cost: P::Cost,
) -> Result<Option<StartOf<P, D>>, SearchError> {
    let estimate = D::Guidance::estimate(problem, &node);
    let key = deepening.threshold_key(cost, estimate, 0);
    let key = checked_key(key, cost, D::Guidance::as_cost(estimate), || Origin::Start).map_err(|error| *error)?;
    let entry = Entry { node, cost, estimate };
    Ok(key.map(|key| Start { entry, key }))
}

impl<P: Problem, D: Deepening<P>> Search<IterativeDeepening<P, D>> {
    /// Creates a search with your own [`Deepening`].
    pub fn with_deepening(problem: P, deepening: D) -> Self {
        let engine = IterativeDeepening {
            deepening,
            starts: Vec::new(),
            next_start: 0,
            branch: Branch::new(),
            table: None,
            iterations: Vec::new(),
            limit: None,
            cost_limit: P::Cost::INFINITY,
        };
        Search::with_engine(problem, engine)
    }
}

impl<P: Problem, D: Deepening<P>, W> Search<IterativeDeepening<P, D>, W> {
    /// Leaves out successors that are already on the branch, which takes O(depth) for each successor. Without a limit,
    /// the check is needed for a search of a finite graph with cycles to end with [`Exhausted`](Status::Exhausted).
    ///
    /// ```
    /// use astride::{FnGraph, IdaStar, Query, Status};
    ///
    /// let ring = FnGraph::new(|n: &u32| [((n + 1) % 6, 1_u32)]);
    /// let to = |goal: u32| Query::new(&ring, 0, move |n| *n == goal).with_heuristic(|_| 0);
    /// assert_eq!(IdaStar::new(to(4)).run(), Status::Found);
    /// assert_eq!(IdaStar::new(to(7)).with_cycle_check().run(), Status::Exhausted);
    /// ```
    pub fn with_cycle_check(mut self) -> Self {
        self.engine.branch.checks_cycles = true;
        self
    }

    /// Returns the counts of each iteration, the current one last. [`stats`](Self::stats) counts the generated nodes of
    /// all iterations, and each start once.
    pub fn iterations(&self) -> &[Iteration<D::Threshold>] {
        &self.engine.iterations
    }
}

impl<P: Problem, D: Deepening<P>> Engine for IterativeDeepening<P, D> {
    type Problem = P;
    type Id = Waiting;
    const BATCH: u64 = 1;

    fn advance<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> bool {
        self.branch.memory = context.progress.memory.clone();
        context.progress.status = self.search(&mut context, allowance).unwrap_or_else(Status::Failed);
        context.progress.memory = self.branch.memory.clone();
        self.record(context.progress);
        if let (Some((_, error)), None) = (&self.branch.overflow, &context.progress.overflow) {
            context
                .progress
                .fail_within(self.cost_limit.is_less(&P::Cost::INFINITY), (**error).clone());
        }
        context.progress.status.is_running()
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>, node: P::Node, cost: P::Cost) {
        let Context { problem, progress, .. } = context;
        progress.generated += 1;
        if let Err(error) = check_cost_limit(self.cost_limit) {
            return progress.fail(error);
        }
        match new_start(problem, &self.deepening, node, cost) {
            Ok(Some(start)) => {
                // An iteration with a threshold above the key of the new start may find a goal that is not the cheapest
                // one.
                if self.threshold().is_some_and(|threshold| start.key.is_less(&threshold)) {
                    self.branch.memory = progress.memory.clone();
                    let begun = self.begin_iteration(start.key);
                    progress.memory = self.branch.memory.clone();
                    if let Err(error) = begun {
                        return progress.fail(error);
                    }
                }
                progress.memory.push(&mut self.starts, start);
                self.record(progress);
            }
            Ok(None) => {}
            Err(error) => progress.fail_within(self.cost_limit.is_less(&P::Cost::INFINITY), error),
        }
    }

    fn overflow_node(&self, _: &P) -> Option<P::Node> {
        let (node, _) = self.branch.overflow.as_ref()?;
        Some(node.clone())
    }

    fn clear(&mut self, memory: &mut Memory) {
        // The branch may have grown before a panic.
        memory.raise(self.branch.memory.bytes());
        self.branch.clear();
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.starts.clear();
        self.next_start = 0;
        self.iterations.clear();
    }

    fn reserve(&mut self, _: &P, nodes: usize, memory: &mut Memory) {
        self.branch.reserve(nodes, memory);
    }

    fn next(&mut self, _: &P, _: &mut Progress) -> Option<Waiting> {
        let (starts, branch) = (&self.starts, &self.branch);
        let is_left_out = |depth, entry: &Entry<_, _, _>| {
            self.table.as_ref().is_some_and(|table| {
                let is_worth = table.is_worth::<P, D>(&self.deepening, &branch.cutoff, depth, entry);
                table.has(depth, is_worth, &entry.node, entry.cost)
            })
        };
        let is_next = |spot: &Spot| {
            let entry = branch.entry(*spot);
            entry.is_some_and(|entry| !is_left_out(spot.depth(), entry))
        };
        if let Some(spot) = branch.waiting().find(is_next) {
            return Some(Waiting::Entry(spot));
        }
        let within = |threshold: D::Threshold| move |place: &usize| !threshold.is_less(&starts[*place].key);
        let threshold = self.threshold();
        let is_gone = |place: &usize| {
            threshold.is_some_and(|threshold| within(threshold)(place)) && is_left_out(0, &starts[*place].entry)
        };
        let rest = (self.next_start..starts.len()).filter(|place| !is_gone(place));
        let in_this = threshold.and_then(|threshold| rest.clone().find(within(threshold)));
        let start = in_this.or_else(|| {
            let keys = rest.map(|place| starts[place].key);
            let next = keys.chain([self.next_threshold()]).min_by(Cost::order)?;
            (0..starts.len()).find(within(next)).filter(|_| self.admits(next))
        });
        start.map(Waiting::Start)
    }

    fn last(&self, _: &P) -> Option<Waiting> {
        self.branch.last().map(Waiting::Entry)
    }

    fn best(&self, _: &P) -> Option<Waiting> {
        Some(Waiting::Nearest)
    }

    fn ids(&self, is_open: bool) -> impl Iterator<Item = Waiting> {
        let starts = (self.next_start..self.starts.len()).map(Waiting::Start);
        let open = self.branch.waiting().map(Waiting::Entry).chain(starts);
        let closed = self.branch.closed().map(Waiting::Entry);
        open.filter(move |_| is_open).chain(closed.filter(move |_| !is_open))
    }

    fn id_of(&self, _: &P, node: &P::Node) -> Option<Waiting> {
        let is_it = |spot: &Spot| self.branch.entry(*spot).is_some_and(|entry| entry.node == *node);
        self.branch.closed().find(is_it).map(Waiting::Entry)
    }

    fn view(&self, _: &P, id: Waiting) -> Option<ViewOf<Self>> {
        let estimate = |estimate: &EstimateOf<P, D>| D::Guidance::as_cost(*estimate);
        match id {
            Waiting::Entry(spot) => self.branch.view(spot, estimate),
            Waiting::Start(place) => Some(self.starts.get(place)?.entry.view(None, estimate)),
            Waiting::Nearest => None,
        }
    }

    fn path(&self, _: &P, id: Waiting) -> Option<PathOf<Self>> {
        match id {
            Waiting::Entry(spot) => self.branch.path_to(spot),
            Waiting::Start(_) => None,
            Waiting::Nearest => self.branch.best_effort_path(),
        }
    }
}

impl<P: Problem, D: Deepening<P>> IterativeDeepening<P, D> {
    /// The threshold of the current iteration.
    fn threshold(&self) -> Option<D::Threshold> {
        self.iterations.last().map(|iteration| iteration.threshold)
    }

    /// The threshold of the next iteration, as far as it is known.
    fn next_threshold(&self) -> D::Threshold {
        if self.iterations.is_empty() {
            let keys = self.starts.iter().map(|start| start.key);
            keys.min_by(Cost::order).unwrap_or(D::Threshold::INFINITY)
        } else {
            self.branch.cutoff.beyond
        }
    }

    /// Whether there is an iteration with this threshold.
    fn admits(&self, threshold: D::Threshold) -> bool {
        let is_within = self.limit.is_none_or(|limit| !limit.is_less(&threshold));
        is_within && threshold.is_less(&D::Threshold::INFINITY)
    }

    fn begin_iteration(&mut self, threshold: D::Threshold) -> Result<(), SearchError> {
        let memory = &mut self.branch.memory;
        let begun = memory.push(&mut self.iterations, Iteration::new(threshold));
        let begun = begun.and_then(|()| match &mut self.table {
            Some(table) => table.begin_iteration(memory),
            None => Some(()),
        });
        begun.ok_or_else(|| memory.error())?;
        self.branch.set_threshold(threshold);
        self.next_start = 0;
        Ok(())
    }

    /// Makes the allowed expansions, in as many iterations as needed.
    fn search<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> Result<Status, SearchError> {
        let mut left = allowance.expansions;
        loop {
            let Context { problem, observer, .. } = context;
            let (branch, table) = (&mut self.branch, self.table.as_mut());
            let may_leap = allowance.may_leap();
            let halt = search(branch, *problem, &self.deepening, *observer, table, &mut left, may_leap);
            match halt.map_err(|error| *error)? {
                Halt::Paused => return Ok(Status::Running),
                Halt::Goal => return Ok(Status::Found),
                Halt::Done => {}
            }
            self.record(context.progress);
            if !self.take_start(context.observer)? {
                return Ok(Status::Exhausted);
            }
        }
    }

    /// Puts the next start on the branch, beginning the next iteration if necessary. Returns whether there is a start.
    fn take_start<W: Observer<P::Node, P::Cost>>(&mut self, observer: &mut W) -> Result<bool, SearchError> {
        loop {
            while let Some(start) = self.starts.get(self.next_start) {
                if self.iterations.is_empty() {
                    break;
                }
                if self.branch.cutoff.cuts_off(start.key) {
                    self.next_start += 1;
                    continue;
                }
                let Entry { node, cost, estimate } = &start.entry;
                self.branch.place(start.entry.clone()).map_err(|error| *error)?;
                self.next_start += 1;
                observer.opened(NodeEvent::new(node, None, *cost, D::Guidance::as_cost(*estimate)));
                return Ok(true);
            }
            let least = self.next_threshold();
            if !self.admits(least) {
                return Ok(false);
            }
            self.begin_iteration(least)?;
        }
    }

    /// Adds up the counts of the branch.
    fn record(&mut self, progress: &mut Progress) {
        let counts = self.branch.take_counts();
        if let Some(iteration) = self.iterations.last_mut() {
            iteration.count(counts);
        }
        progress.expanded += counts.expanded;
        progress.generated += counts.generated;
        let starts = self.starts.len() - self.next_start;
        progress.set_open(counts.waiting + starts);
        progress.max_open = progress.max_open.max(counts.max_waiting + starts);
    }
}

impl<P: Problem, D: Deepening<P> + Clone> Clone for IterativeDeepening<P, D> {
    fn clone(&self) -> Self {
        IterativeDeepening {
            deepening: self.deepening.clone(),
            starts: self.starts.clone(),
            next_start: self.next_start,
            branch: self.branch.clone(),
            table: self.table.clone(),
            iterations: self.iterations.clone(),
            limit: self.limit,
            cost_limit: self.cost_limit,
        }
    }
}

impl<P: Problem, D: Deepening<P>> fmt::Debug for IterativeDeepening<P, D> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("IterativeDeepening")
            .field("iterations", &self.iterations.len())
            .field("threshold", &self.threshold())
            .finish_non_exhaustive()
    }
}
