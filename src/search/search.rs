//! [`Search`]: the type behind nearly every search of this crate, and its methods.

use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::budget::{Clock, Left, Watch};
use crate::engine::{
    Allowance, Context, CostOf, Engine, NodeOf, PathOf, Progress, ViewOf, check_node, path_cost, start_cost,
};
use crate::error::Origin;
use crate::observer::OnEvent;
use crate::{Budget, Cost, Event, Graph, Heuristic, Observer, Problem, SearchError, Stats, Status};

/// A search: the type behind [`AStar`](crate::AStar), [`Dijkstra`](crate::Dijkstra), [`Dfs`](crate::Dfs),
/// [`IdaStar`](crate::IdaStar) and nearly all other searches, which are aliases of it.
///
/// An alias has two parameters, the problem and the observer. Here, `E` is the [`Engine`], the part that differs
/// between algorithms, and `W` is the [`Observer`].
///
/// # Methods
///
#[doc = include_str!("methods.md")]
///
/// To choose an algorithm at run time, see [`Pathfinder`](crate::Pathfinder). To cancel a search, stop calling
/// [`step`](Self::step), or set the flag of [`run_until`](Self::run_until) in another thread. A search is `Send` if its
/// problem, nodes, costs and observer are.
///
/// # Panics in the problem
///
/// If the problem's or the observer's code panics during a step and the panic is caught, the search is
/// [`Failed`](Status::Failed) with [`SearchError::Panicked`] until it is [restarted](Self::restart) or
/// [reset](Self::reset).
pub struct Search<E: Engine, W = ()> {
    pub(super) problem: E::Problem,
    pub(super) observer: W,
    pub(super) engine: E,
    pub(super) progress: Progress,
    /// The node at which the first path was left out that is too expensive for the cost type.
    overflow_node: Option<NodeOf<E>>,
}

impl<E: Engine, W: Observer<NodeOf<E>, CostOf<E>>> Search<E, W> {
    /// Expands one node and returns the status. The first step also opens the start. A parallel search expands a batch
    /// of nodes.
    #[inline]
    pub fn step(&mut self) -> Status {
        self.guarded(|search| {
            if search.begin() {
                if search.progress.samples.is_due() {
                    search.measured_step();
                } else {
                    search.advance(Allowance::strictly(E::STEP));
                }
            }
        })
    }

    #[cold]
    fn measured_step(&mut self) {
        let watch = Watch::start(None);
        self.advance_apart(Allowance::strictly(E::STEP));
        self.progress.elapsed += self.progress.samples.enter(watch.elapsed());
    }

    /// Steps until the search ends. A search of an infinite graph without a reachable goal never ends: limit it with
    /// [`run_for`](Self::run_for) or a [node limit](Self::with_node_limit).
    pub fn run(&mut self) -> Status {
        self.timed(None, |search, _| while search.advance(Allowance::UNLIMITED) {})
    }

    /// Runs the search and returns the path, or `None` if there is none.
    ///
    /// # Errors
    ///
    /// Those of [`Status::Failed`].
    ///
    /// ```
    /// use astride::{Dijkstra, graphs::NamedGraph};
    ///
    /// let mut roads = NamedGraph::new();
    /// roads.edge("Arad", "Sibiu", 140);
    /// let path = Dijkstra::new(roads.query("Arad", "Sibiu")?).find_path()?.expect("a road");
    /// assert_eq!(path.cost, 140);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_path(&mut self) -> Result<Option<PathOf<E>>, SearchError> {
        match self.run() {
            Status::Failed(error) => Err(error),
            _ => Ok(self.path()),
        }
    }

    /// Steps until the search ends or the budget is used up. In the latter case, it returns [`Status::Running`], and
    /// the next call continues from there.
    #[doc(alias("pause", "resume", "time slice", "timeout"))]
    pub fn run_for(&mut self, budget: Budget) -> Status {
        if budget.is_empty() {
            return self.status();
        }
        self.timed(budget.clock, |search, watch| {
            let Progress { expanded, memory, .. } = &search.progress;
            let mut left = Left::new(budget, watch, *expanded, (memory.nodes(), memory.bytes()));
            while !left.is_over(
                || search.progress.expanded,
                || search.progress.memory.nodes(),
                || search.progress.memory.bytes(),
            ) {
                let allowance = left.allowance(search.progress.expanded, E::BATCH);
                if !search.advance(allowance) {
                    break;
                }
            }
        })
    }

    /// Like [`run`](Self::run), but returns [`Status::Running`] soon after another thread sets `stop`. The next call
    /// continues from there.
    ///
    /// ```
    /// use astride::{Dijkstra, FnGraph, Query, Status};
    /// use std::sync::atomic::{AtomicBool, Ordering};
    ///
    /// let endless = FnGraph::new(|n: &u64| [(n + 1, 1_u64)]);
    /// let mut search = Dijkstra::new(Query::new(endless, 0, |_| false));
    /// let stop = AtomicBool::new(false);
    /// std::thread::scope(|scope| {
    ///     scope.spawn(|| stop.store(true, Ordering::Relaxed));
    ///     assert_eq!(search.run_until(&stop), Status::Running);
    /// });
    /// ```
    #[doc(alias("cancel", "stop", "abort", "interrupt"))]
    pub fn run_until(&mut self, stop: &AtomicBool) -> Status {
        // Expansions between two checks of the flag, for engines that do not check it themselves.
        const SLICE: u64 = 1 << 12;
        if stop.load(Ordering::Relaxed) {
            return self.status();
        }
        let allowance = Allowance {
            expansions: SLICE.max(E::STEP),
            is_strict: false,
            stop: Some(stop),
        };
        self.timed(None, |search, _| {
            while !stop.load(Ordering::Relaxed) && search.advance_apart(allowance) {}
        })
    }

    /// Adds another start, with the initial cost `cost`. After the search has ended, this has no effect. An invalid
    /// cost makes the search [fail](Status::Failed).
    pub fn add_start(&mut self, node: NodeOf<E>, cost: CostOf<E>) {
        self.guarded(|search| {
            if search.begin() {
                search.open_start(node, cost);
            }
        });
    }

    /// Returns the node that the next step will expand, or `None` if there is none. A call before the first step opens
    /// the start. Amortized O(1), plus O(waiting successors that have been visited) in depth-first search.
    pub fn next_node(&mut self) -> Option<ViewOf<E>> {
        let status = self.guarded(|search| {
            search.begin();
        });
        if !status.is_running() {
            return None;
        }
        self.progress.is_under_way = true;
        let next = self.engine.next(&self.problem, &mut self.progress);
        let next = next.and_then(|id| self.engine.view(&self.problem, id));
        self.progress.is_under_way = false;
        next
    }

    /// Runs code of the problem and the observer, and marks the search so that a panic is detected.
    #[inline]
    pub(super) fn guarded(&mut self, work: impl FnOnce(&mut Self)) -> Status {
        if self.progress.is_under_way {
            return self.end();
        }
        self.progress.is_under_way = true;
        work(self);
        self.progress.is_under_way = false;
        if self.progress.status.is_running() {
            return Status::Running;
        }
        self.end()
    }

    fn timed(&mut self, clock: Option<Clock>, work: impl FnOnce(&mut Self, &Watch)) -> Status {
        self.guarded(|search| {
            let watch = Watch::start(clock);
            if search.begin() {
                work(search, &watch);
            }
            search.progress.elapsed += watch.elapsed();
        })
    }

    /// Advances the engine of a running search. Returns whether the search is still running.
    #[expect(clippy::inline_always, reason = "called, it takes a twentieth of a step")]
    #[inline(always)]
    fn advance(&mut self, allowance: Allowance<'_>) -> bool {
        let context = Context {
            problem: &self.problem,
            observer: &mut self.observer,
            progress: &mut self.progress,
        };
        if self.engine.advance(context, allowance) && !self.progress.has_to_settle() {
            return true;
        }
        self.settle()
    }

    /// The same, but compiled only once, for the driving methods in which a call costs little.
    #[inline(never)]
    fn advance_apart(&mut self, allowance: Allowance<'_>) -> bool {
        self.advance(allowance)
    }

    /// Opens the problem's start. Returns whether the search is running.
    #[inline]
    pub(super) fn begin(&mut self) -> bool {
        if !self.progress.has_begun {
            self.open_first();
        }
        // A limit may have been set below the memory in use.
        self.progress.status.is_running() && (!self.progress.memory.exceeds_limit() || self.settle())
    }

    #[cold]
    fn open_first(&mut self) {
        if self.progress.status.is_running() {
            self.progress.has_begun = true;
            let goal = self.problem.only_goal();
            match goal.map_or(Ok(()), |goal| check_node(&self.problem, &goal, Origin::Goal)) {
                Ok(()) => self.open_start(self.problem.start(), CostOf::<E>::ZERO),
                Err(error) => self.refuse(error),
            }
        }
    }

    #[cold]
    fn open_start(&mut self, node: NodeOf<E>, cost: CostOf<E>) {
        let checked = check_node(&self.problem, &node, Origin::Start);
        match checked.and_then(|()| start_cost(cost).map_err(|error| *error)) {
            Ok(cost) => {
                self.progress.is_backward = false;
                let context = Context {
                    problem: &self.problem,
                    observer: &mut self.observer,
                    progress: &mut self.progress,
                };
                self.engine.open_start(context, node, cost);
                self.settle();
            }
            Err(error) => self.refuse(error),
        }
    }

    /// Fails because of a start or the goal. The side that was searched last does not matter.
    fn refuse(&mut self, error: SearchError) {
        self.observer.failed(&error);
        self.progress.is_backward = false;
        self.progress.fail(error);
    }

    /// Notes where a path was left out. If the search has ended, notifies the observer of the end. (The engine has
    /// already notified it of a goal.) Fails if there was not enough memory. Returns whether the search is still
    /// running.
    #[cold]
    pub(super) fn settle(&mut self) -> bool {
        if core::mem::take(&mut self.progress.has_news) {
            self.overflow_node = self.engine.overflow_node(&self.problem);
        }
        let memory = &mut self.progress.memory;
        memory.check();
        if memory.refusal().is_some() && !matches!(self.progress.status, Status::Failed(_)) {
            self.progress.status = Status::Failed(memory.error());
        } else if self.progress.status == Status::Exhausted
            && let Some(error) = self.missing_path()
        {
            self.progress.status = Status::Failed(error);
        }
        match &self.progress.status {
            Status::Exhausted => {
                self.observer.exhausted();
                if !self.problem.seeks_goal() {
                    self.progress.status = Status::Found;
                }
            }
            Status::Failed(error) => self.observer.failed(error),
            Status::Running | Status::Found => {}
        }
        self.progress.status.is_running()
    }

    /// Why the search cannot know that there is no path, after it has run out of open nodes: a path was left out, and
    /// no other one leads to the same node, as far as this is known.
    fn missing_path(&mut self) -> Option<SearchError> {
        let overflow = self.progress.overflow.as_deref()?;
        if !E::KEEPS_CLOSED || !matches!(overflow, SearchError::CostOverflow { .. }) {
            return Some(overflow.clone());
        }
        // A node left out may have been reached along another path since.
        let is_reached = |node: &_| self.cost_to(node).is_some();
        // A dead end has not been expanded.
        let is_dead_end = |estimate: CostOf<E>| !estimate.is_less(&Cost::INFINITY);
        let mut expanded = self.views(false).filter(|view| !view.h.is_some_and(is_dead_end));
        let missing = expanded.find_map(|view| {
            let mut edges = self.problem.successors(&view.node).enumerate();
            let error = edges.find_map(|(place, (child, edge))| {
                let error = path_cost(view.g, edge, || Origin::Successor(place)).err()?;
                (error.is_overflow() && !is_reached(&child)).then_some(error)
            })?;
            Some((view.node.clone(), error))
        });
        drop(expanded);
        let (node, error) = missing?;
        self.overflow_node = Some(node);
        Some(*error)
    }
}

impl<E: Engine, W> Search<E, W> {
    /// Returns the status of the search.
    #[inline]
    pub fn status(&self) -> Status {
        if self.progress.status.is_running() && !self.progress.is_under_way {
            return Status::Running;
        }
        self.end()
    }

    /// Returns the path found, or `None` before [`Status::Found`] or if the problem [seeks no
    /// goal](Problem::seeks_goal). O(length), and clones each node. If the search has [reopened](Stats::reopened)
    /// nodes, it also generates their successors again.
    pub fn path(&self) -> Option<PathOf<E>> {
        match self.status() {
            Status::Found if self.problem.seeks_goal() => {
                self.engine.path(&self.problem, self.engine.last(&self.problem)?)
            }
            _ => None,
        }
    }

    /// Returns the best path so far, for an agent that sets out early, or whose goal cannot be reached. `None` if there
    /// is none yet. O(length), and clones each node; in [`LpaStar`](crate::LpaStar), O(stored nodes).
    ///
    /// In searches from the start that use estimates, it leads to the node with the least estimate, then the least
    /// cost: the nearest reachable node, if no goal can be reached. For other searches, see [Partial
    /// paths](crate::search#partial-paths).
    #[doc(alias("anytime", "partial path"))]
    pub fn best_effort_path(&self) -> Option<PathOf<E>> {
        let path = self.engine.path(&self.problem, self.engine.best(&self.problem)?)?;
        let expanded = self.views(false).filter(|closed| !closed.is_backward);
        let expanded = expanded.map(|closed| (closed.node, closed.g));
        let nearest = (path.nodes.last()?, path.cost);
        let Some((from, to, cost)) = self.problem.nearest_passed(nearest, expanded) else {
            return Some(path);
        };
        let longer = || {
            let mut longer = self.path_to(&from)?;
            longer.cost = longer.cost.plus(cost)?;
            if longer.nodes.last() != Some(&to) {
                longer.nodes.push(to);
            }
            Some(longer)
        };
        longer().or(Some(path))
    }

    /// Returns the path to the known node with the least estimate, then the least cost, in any search of a problem with
    /// estimates. `None` if there is none yet. O(stored nodes).
    ///
    /// In searches that use estimates, [`best_effort_path`](Self::best_effort_path) takes less time.
    ///
    /// ```
    /// use astride::{Bfs, FnGraph, Query, Status};
    ///
    /// // The edges lead to all numbers from 0 to 9, but not to the goal.
    /// let line = FnGraph::new(|n: &u32| [n + 1, n.saturating_sub(1)].map(|next| (next.min(9), 1_u32)));
    /// let mut search = Bfs::new(Query::new(line, 3, |n| *n == 12).with_heuristic(|n| n.abs_diff(12)));
    /// assert_eq!(search.run(), Status::Exhausted);
    /// assert_eq!(search.nearest_path().unwrap().nodes, [3, 4, 5, 6, 7, 8, 9]);
    /// ```
    #[doc(alias("partial path", "nearest reachable"))]
    pub fn nearest_path(&self) -> Option<PathOf<E>>
    where
        E::Problem: Heuristic,
    {
        let problem = &self.problem;
        let nearest = |known: &mut dyn Iterator<Item = ViewOf<E>>| {
            let known = known.filter(|view| !view.is_backward && view.g.is_less(&CostOf::<E>::INFINITY));
            let keys = known.map(|view| (problem.estimate(&view.node), view.g, view.node));
            let (.., node) = keys.min_by(|one, other| one.0.order(&other.0).then_with(|| one.1.order(&other.1)))?;
            self.path_to(&node)
        };
        let (open, closed) = (nearest(&mut self.views(true)), nearest(&mut self.views(false)));
        // In iterative deepening, this path may lead to a node that is no longer stored.
        let paths = [open, closed, self.best_effort_path()].into_iter().flatten();
        let keys = paths.filter_map(|path| Some((problem.estimate(path.nodes.last()?), path)));
        let (_, path) = keys.min_by(|(one, path), (other, other_path)| {
            let by_estimate = one.order(other);
            by_estimate.then_with(|| path.cost.order(&other_path.cost))
        })?;
        Some(path)
    }

    /// Returns the counts of the work done so far. O(1), except O(paths found) in
    /// [`KShortestPaths`](crate::KShortestPaths) and O(subtrees) in `ParallelIdaStar`.
    pub fn stats(&self) -> Stats {
        let progress = &self.progress;
        Stats {
            expanded: progress.expanded,
            generated: progress.generated,
            reopened: progress.reopened,
            open: progress.open,
            max_open: progress.max_open,
            nodes: progress.memory.nodes(),
            bytes: progress.memory.bytes(),
            elapsed: progress.elapsed,
        }
    }

    /// Returns the node expanded last, the goal once one is found, or the node with the invalid edge after a failure.
    /// `None` if there is none yet.
    pub fn current(&self) -> Option<NodeOf<E>> {
        match &self.progress.status {
            Status::Failed(error) if error.is_overflow() && self.overflow_node.is_some() => self.overflow_node.clone(),
            _ => Some(self.engine.view(&self.problem, self.engine.last(&self.problem)?)?.node),
        }
    }

    /// Returns the open nodes, in no particular order. O(stored nodes). The start is opened by the first step, or by
    /// [`next_node`](Self::next_node) before it. In depth-first search, these are the waiting successors, one for each
    /// edge; in iterative deepening, those along the branch.
    pub fn open_nodes(&self) -> impl Iterator<Item = ViewOf<E>> {
        self.views(true)
    }

    /// Returns the nodes that were expanded and not reopened, a goal chosen for expansion, and those with an infinite
    /// estimate, in no particular order. In iterative deepening, these are the nodes on the branch. O(stored nodes).
    pub fn closed_nodes(&self) -> impl Iterator<Item = ViewOf<E>> {
        self.views(false)
    }

    fn views(&self, is_open: bool) -> impl Iterator<Item = ViewOf<E>> {
        let ids = self.engine.ids(is_open);
        ids.filter_map(|id| self.engine.view(&self.problem, id))
    }

    /// Returns the state of a node, or `None` if the search has not reached it. Iterative deepening knows only nodes on
    /// the branch. Usually one lookup; O(depth) in iterative deepening, and O(waiting nodes) in depth-first search for
    /// an unvisited node.
    pub fn known_node(&self, node: &NodeOf<E>) -> Option<ViewOf<E>> {
        self.engine.view(&self.problem, self.engine.id_of(&self.problem, node)?)
    }

    /// Returns the stored cost of the path to `node`, if there is one. In Dijkstra's algorithm, this cost is final once the node is
    /// closed or nothing is left to expand.
    pub fn cost_to(&self, node: &NodeOf<E>) -> Option<CostOf<E>> {
        let view = self.known_node(node)?;
        (!view.is_backward && view.g.is_less(&CostOf::<E>::INFINITY)).then_some(view.g)
    }

    /// Returns the stored path to `node`, or `None` if there is none or its cost is too large for the cost type.
    /// O(length), and clones each node.
    ///
    /// The path's cost may be less than [`cost_to`](Self::cost_to) if a cheaper path to an earlier node has been found
    /// since, and may be more in [`Dfs`](crate::Dfs) with a depth limit.
    pub fn path_to(&self, node: &NodeOf<E>) -> Option<PathOf<E>> {
        let id = self.engine.id_of(&self.problem, node)?;
        let view = self.engine.view(&self.problem, id);
        let is_backward = view.is_some_and(|view| view.is_backward);
        (!is_backward).then(|| self.engine.path(&self.problem, id))?
    }

    /// Starts again with another problem, and keeps the memory, the observer and the limits. If nodes have an
    /// [`index`](crate::Graph::index) and own nothing on the heap, this takes constant time, plus the time to empty the
    /// open list.
    ///
    /// The type of the problem cannot change. Since each closure has its own type, create queries over closures in one
    /// place in the program:
    ///
    /// ```
    /// use astride::{AStar, FnGraph, Query, Status};
    ///
    /// let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
    /// let query = |goal: i32| Query::new(&line, 0, move |n| *n == goal);
    /// let to = |goal: i32| query(goal).with_heuristic(move |n| n.abs_diff(goal));
    ///
    /// let mut search = AStar::new(to(5));
    /// assert_eq!(search.run(), Status::Found);
    /// search.reset(to(-7));
    /// assert_eq!(search.run(), Status::Found);
    /// assert_eq!(search.path().unwrap().cost, 7);
    /// ```
    pub fn reset(&mut self, problem: E::Problem) {
        self.problem = problem;
        self.restart();
    }

    /// Starts again with the same problem in the same memory, without added starts. Unlike [`reset`](Self::reset), this
    /// works for a `Box<dyn Pathfinder>`.
    ///
    /// ```
    /// use astride::{Bfs, Dijkstra, FnGraph, Pathfinder, Query, Status};
    ///
    /// let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
    /// let query = || Query::new(&line, 0, |n| *n == 7);
    /// let searches: [Box<dyn Pathfinder<Node = i32, Cost = u32>>; 2] =
    ///     [Box::new(Bfs::new(query())), Box::new(Dijkstra::new(query()))];
    /// for mut search in searches {
    ///     assert_eq!(search.run(), Status::Found);
    ///     let expanded = search.stats().expanded;
    ///     search.restart();
    ///     assert_eq!((search.status(), search.stats().expanded), (Status::Running, 0));
    ///     assert_eq!(search.run(), Status::Found);
    ///     assert_eq!(search.stats().expanded, expanded);
    /// }
    /// ```
    pub fn restart(&mut self) {
        self.engine.clear(&mut self.progress.memory);
        self.progress.restart();
        self.overflow_node = None;
    }

    /// Returns the problem.
    pub fn problem(&self) -> &E::Problem {
        &self.problem
    }

    /// Replaces the observer. To keep ownership of the new observer, pass `&mut observer`.
    pub fn with_observer<W2: Observer<NodeOf<E>, CostOf<E>>>(self, observer: W2) -> Search<E, W2> {
        Search {
            problem: self.problem,
            observer,
            engine: self.engine,
            progress: self.progress,
            overflow_node: self.overflow_node,
        }
    }

    /// Replaces the observer with a closure that receives every [`Event`].
    ///
    /// ```
    /// use astride::{AStar, Event, FnGraph, Query, Status};
    ///
    /// let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
    /// let query = Query::new(line, 0, |n| *n == 2).with_heuristic(|n| n.abs_diff(2));
    /// let mut expanded = Vec::new();
    /// let mut search = AStar::new(query).on_event(|event| {
    ///     if let Event::Expanded(event) = event {
    ///         expanded.push(*event.node);
    ///     }
    /// });
    /// assert_eq!(search.run(), Status::Found);
    /// drop(search);
    /// assert_eq!(expanded, [0, 1]);
    /// ```
    pub fn on_event<F>(self, receive: F) -> Search<E, OnEvent<F>>
    where
        F: FnMut(Event<'_, NodeOf<E>, CostOf<E>>),
    {
        self.with_observer(OnEvent::new(receive))
    }

    /// Returns the observer.
    pub fn observer(&self) -> &W {
        &self.observer
    }

    /// Returns a mutable reference to the observer.
    pub fn observer_mut(&mut self) -> &mut W {
        &mut self.observer
    }

    /// Ends the search and returns its observer.
    pub fn into_observer(self) -> W {
        self.observer
    }

    /// Sets the maximum number of stored nodes, at most 2³⁰ − 1. A search that would exceed it fails with
    /// [`SearchError::NodeLimit`]. To pause instead, see [`Budget::nodes`].
    ///
    /// ```
    /// use astride::{Bfs, FnGraph, Query, SearchError, Status};
    ///
    /// let doubling = FnGraph::new(|n: &u64| [(n + 1, 1_u32), (n * 2, 1)]);
    /// let mut search = Bfs::new(Query::new(doubling, 1, |n| *n == 100)).with_node_limit(10);
    /// assert_eq!(search.run(), Status::Failed(SearchError::NodeLimit { limit: 10 }));
    ///
    /// search.set_node_limit(1_000);
    /// search.restart();
    /// assert_eq!(search.run(), Status::Found);
    /// assert_eq!(search.path().unwrap().cost, 8);
    /// ```
    pub fn with_node_limit(mut self, limit: usize) -> Self {
        self.set_node_limit(limit);
        self
    }

    /// Changes the [node limit](Self::with_node_limit). A search that has failed stays failed until it is
    /// [restarted](Self::restart) or [reset](Self::reset).
    pub fn set_node_limit(&mut self, limit: usize) {
        self.progress.memory.set_node_limit(limit);
    }

    /// Sets the maximum number of bytes for nodes and the open list, as counted by [`Stats::bytes`]. A search that
    /// would exceed it fails with [`SearchError::MemoryLimit`], whose documentation lists the exceptions. To pause
    /// instead, see [`Budget::memory`].
    pub fn with_memory_limit(mut self, bytes: usize) -> Self {
        self.set_memory_limit(bytes);
        self
    }

    /// Changes the [memory limit](Self::with_memory_limit). A search that has failed stays failed until it is
    /// [restarted](Self::restart) or [reset](Self::reset).
    pub fn set_memory_limit(&mut self, bytes: usize) {
        self.progress.memory.set_limit(bytes);
    }

    /// Reserves memory for this many nodes (at most 2²⁰ if nodes have no index), as far as limits and the system allow.
    ///
    /// If nodes have an [`index`](crate::Graph::index), pass a number greater than every index. In iterative
    /// deepening, pass the number of nodes on one branch, including waiting siblings.
    pub fn with_capacity(mut self, nodes: usize) -> Self {
        let memory = &mut self.progress.memory;
        if memory.is_within_limit() {
            self.engine.reserve(&self.problem, nodes, memory);
            // This is only a hint: a lack of memory is not an error until a node cannot be stored.
            memory.accept();
        }
        self
    }

    #[cold]
    fn end(&self) -> Status {
        if self.progress.is_under_way {
            return Status::Failed(SearchError::Panicked);
        }
        self.progress.status.clone()
    }
}

impl<E: Engine + Default> Search<E> {
    /// Creates a search with the default engine.
    pub fn new(problem: E::Problem) -> Self {
        Self::with_engine(problem, E::default())
    }
}

impl<E: Engine> Search<E> {
    /// Creates a search with your own [`Engine`].
    pub fn with_engine(problem: E::Problem, engine: E) -> Self {
        Search {
            problem,
            observer: (),
            engine,
            progress: Progress::default(),
            overflow_node: None,
        }
    }
}

impl<E: Engine + Clone, W: Clone> Clone for Search<E, W>
where
    E::Problem: Clone,
{
    fn clone(&self) -> Self {
        Search {
            problem: self.problem.clone(),
            observer: self.observer.clone(),
            engine: self.engine.clone(),
            progress: self.progress.clone(),
            overflow_node: self.overflow_node.clone(),
        }
    }
}

/// Prints the engine, the status and the counts, but no nodes.
impl<E: Engine + fmt::Debug, W> fmt::Debug for Search<E, W> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Search")
            .field("engine", &self.engine)
            .field("status", &self.status())
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}
