//! [`Replanning`]: the engine of searches that repair their paths when the graph changes.

use alloc::vec::Vec;
use core::{fmt, mem};

use super::Course;
use super::first::{self, Task};
use super::known::Reach;
use super::repair::{Next, Repair};
use crate::engine::{Allowance, Context, Engine, Nearest, PathOf, Progress, Successors, ViewOf};
use crate::memory::Memory;
use crate::search::Search;
use crate::{Cost, KnownGoal, NodeEvent, Observer, Problem, ReverseGraph, SearchNode, Status};

/// The engine of [`LpaStar`](crate::LpaStar) and [`DStarLite`](crate::DStarLite), which differ in the [`Course`] `D`.
///
/// Each node has two costs: the one that its last expansion propagated to its neighbours, and the one that follows from
/// the costs that its neighbours have propagated. If the two differ, the node is open. A changed edge changes the
/// second cost of one node, and expansions propagate this change as far as it matters for a path to the goal.
///
/// Until the first change that matters, closed nodes have propagated their costs and open ones have propagated nothing.
/// The search from scratch is therefore A*, and stores one cost per node.
#[doc(hidden)]
#[derive(Clone)]
pub struct Replanning<P: Problem, D> {
    repair: Repair<P, D>,
    /// The successors of the node that the search from scratch is expanding; empty between expansions.
    successors: Successors<P::Node, P::Cost>,
    /// Nodes at a changed edge whose costs still have to be recomputed, because of a failure.
    waiting: Vec<P::Node>,
    /// Whether the graph, an estimate or the start has changed since the search began.
    pub(super) has_changed: bool,
}

/// A stored node, or the node that was expanded last, whose path is that from a start to the goal.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Spot {
    Node(u32),
    Current,
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Search<Replanning<P, D>> {
    /// Creates a search.
    pub(super) fn replanning(problem: P) -> Self {
        let engine = Replanning {
            repair: Repair::new(),
            successors: Successors::default(),
            waiting: Vec::new(),
            has_changed: false,
        };
        Search::with_engine(problem, engine)
    }
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Engine for Replanning<P, D> {
    type Problem = P;
    type Id = Spot;

    /// The search from scratch makes as many expansions as it is allowed to.
    const BATCH: u64 = 1;

    fn advance<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> bool {
        let can_expand = self.recompute_waiting(&mut context);
        if can_expand && self.repair.effort.is_first() {
            self.repair.current = None;
            self.search_from_scratch(&mut context, Task::Advance(allowance));
        } else if can_expand {
            self.repair_once(&mut context);
        }
        self.repair.note_open(context.progress);
        if matches!(context.progress.status, Status::Found | Status::Exhausted) {
            self.repair.effort.end();
        }
        context.progress.status.is_running()
    }

    fn open_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        mut context: Context<'_, P, W>,
        node: P::Node,
        cost: P::Cost,
    ) {
        let problem = context.problem;
        let goal = problem.goal();
        if !context.accepts_goal(&goal) {
            return;
        }
        let had_estimates = self.repair.ends.has_estimates();
        self.repair.ends.add_start(&node, cost, &mut context.progress.memory);
        let keeps_estimates = self.repair.ends.has_estimates();
        if self.repair.effort.is_first() && !keeps_estimates {
            self.begin_again(&mut context, false);
            context.progress.generated += 1;
            return;
        }
        let (root, cost) = if D::IS_BACKWARD {
            (goal, P::Cost::ZERO)
        } else {
            (node, cost)
        };
        if self.repair.effort.is_first() {
            self.search_from_scratch(&mut context, Task::Open(root.clone(), cost));
        } else {
            context.progress.generated += 1;
        }
        let (known, memory) = (&mut self.repair.known, &mut context.progress.memory);
        let id = known.nodes.find(problem, &root);
        if let Some(id) = id.or_else(|| known.store(problem, root.clone(), Reach::NONE, None, memory)) {
            self.repair.ends.add_root(id, cost, memory);
            if !self.repair.effort.is_first() {
                self.revise(&mut context, [root]);
            }
        }
        if had_estimates != keeps_estimates {
            self.repair.order_again(&mut context);
        }
        self.repair.note_open(context.progress);
    }

    fn clear(&mut self, memory: &mut Memory) {
        self.repair.clear(memory);
        // Left over if the problem panicked.
        self.successors.clear();
        self.waiting.clear();
        self.has_changed = false;
    }

    fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory) {
        let known = &mut self.repair.known;
        known.nodes.reserve(problem, &problem.start(), nodes, memory);
    }

    fn next(&mut self, problem: &P, progress: &mut Progress) -> Option<Spot> {
        let repair = &mut self.repair;
        if repair.effort.is_first() {
            let first = repair.open.first(&repair.known.nodes, &mut progress.memory);
            return first.map(|(id, _)| Spot::Node(id));
        }
        // An error is dropped here, since it occurs again in the next step, which returns it.
        let before = progress.clone();
        let mut context = Context {
            problem,
            observer: &mut (),
            progress,
        };
        let next = match self.repair.choose(&mut context) {
            Next::Expansion(id) | Next::Found(id, _) => Some(id),
            Next::Nothing => None,
        };
        let memory = mem::take(&mut progress.memory);
        *progress = Progress { memory, ..before };
        progress.open = self.repair.count_open();
        next.map(Spot::Node)
    }

    fn last(&self, _: &P) -> Option<Spot> {
        let current = self.repair.current.as_ref().map(|_| Spot::Current);
        current.or_else(|| self.repair.known.nodes.current.map(Spot::Node))
    }

    fn best(&self, problem: &P) -> Option<Spot> {
        if D::IS_BACKWARD || self.arrival(problem).is_some() {
            return Some(Spot::Current);
        }
        let Repair { known, ends, .. } = &self.repair;
        let mut nearest = None;
        for id in known.nodes.ids().filter(|id| known.has_path(*id)) {
            let estimate = known.nodes.node(problem, id).map(|node| ends.estimate(problem, &node));
            Nearest::note(&mut nearest, id, estimate, known.nodes.cost(id));
        }
        Some(Spot::Node(nearest?.node))
    }

    fn ids(&self, is_open: bool) -> impl Iterator<Item = Spot> {
        let known = &self.repair.known;
        let wanted = move |id: &u32| known.nodes.link(*id).is_open() == is_open && known.is_reached(*id);
        known.nodes.ids().filter(wanted).map(Spot::Node)
    }

    fn id_of(&self, problem: &P, node: &P::Node) -> Option<Spot> {
        let known = &self.repair.known;
        let id = known.nodes.find(problem, node)?;
        known.is_reached(id).then_some(Spot::Node(id))
    }

    fn view(&self, problem: &P, id: Spot) -> Option<ViewOf<Self>> {
        match id {
            Spot::Node(id) => self.repair.view(problem, id),
            Spot::Current => self
                .repair
                .current
                .clone()
                .map(|node| SearchNode::new(node, P::Cost::ZERO, None, None, true)),
        }
    }

    fn path(&self, problem: &P, id: Spot) -> Option<PathOf<Self>> {
        let id = match id {
            Spot::Current => self.arrival(problem)?,
            Spot::Node(_) if D::IS_BACKWARD => return None,
            Spot::Node(id) => id,
        };
        self.repair.ends.path(problem, &self.repair.known, id)
    }
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Replanning<P, D> {
    /// The end of the paths at which the search arrives, if there is a path.
    fn arrival(&self, problem: &P) -> Option<u32> {
        self.repair.ends.arrival(problem, &self.repair.known).map(|(id, _)| id)
    }

    /// Continues the search from scratch.
    fn search_from_scratch<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        task: Task<'_, P>,
    ) {
        let (repair, successors) = (&mut self.repair, &mut self.successors);
        let (nodes, open) = (&mut repair.known.nodes, &mut repair.open.list);
        let Some((start, _)) = repair.ends.starts.first() else {
            return;
        };
        let can_repair = first::search::<P, D, W>(context, start, nodes, open, successors, task);
        repair.effort.is_unrepairable |= !can_repair;
        if context.progress.status == Status::Found {
            repair.current = Some(context.problem.goal());
        }
        if context.progress.take_news() {
            // A repair, unlike this search, keeps track of paths that were left out.
            self.begin_again(context, true);
        }
    }

    /// Makes one expansion of the repair, or ends it.
    fn repair_once<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) {
        let repair = &mut self.repair;
        match repair.choose(context) {
            _ if !context.progress.can_expand() => {}
            Next::Expansion(id) => {
                repair.expand(context, id);
                if repair.effort.gives_up(context.progress)
                    && context.progress.status.is_running()
                    && let Next::Expansion(_) = repair.choose(context)
                {
                    self.begin_again(context, false);
                }
            }
            Next::Found(id, cost) => {
                let goal = context.problem.goal();
                match repair.view(context.problem, id) {
                    Some(view) if !D::IS_BACKWARD => context.observer.found(view.event()),
                    _ => context.observer.found(NodeEvent::new(&goal, None, cost, None)),
                }
                repair.current = Some(goal);
                context.progress.status = Status::Found;
            }
            // After a change, the sum may no longer be too large.
            Next::Nothing if self.has_changed && repair.overflow.is_some() => self.begin_again(context, true),
            Next::Nothing => {
                context.progress.status = Status::Exhausted;
                let overflow = repair.overflow.clone();
                let overflow = overflow.or_else(|| repair.ends.overflowing_start(context.problem, &repair.known));
                if let Some((node, error)) = overflow {
                    context.progress.status = Status::Failed(*error);
                    repair.current = Some(node);
                }
            }
        }
    }

    /// Begins again from scratch with the same starts. If `is_careful` is set, it uses the methods of a repair, which
    /// tolerate sums that are too large.
    fn begin_again<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>, is_careful: bool) {
        let starts = mem::take(&mut self.repair.ends.starts);
        let current = self.repair.current.take();
        // There are no estimates for several starts.
        let is_careful = is_careful || D::IS_BACKWARD && starts.len() > 1;
        let effort = self.repair.effort.again(context.progress, is_careful);
        let generated = context.progress.generated;
        self.clear(&mut context.progress.memory);
        (self.repair.current, self.repair.effort) = (current, effort);
        context.progress.open = 0;
        for (node, cost) in &starts {
            self.open_start(context.reborrow(), node.clone(), *cost);
        }
        let bytes = starts.capacity() * size_of::<(P::Node, P::Cost)>();
        context.progress.memory.release(bytes);
        // Each start counts once.
        context.progress.generated = generated;
    }

    /// Recomputes the costs of these nodes, whose edges have changed.
    pub(super) fn revise<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        nodes: impl IntoIterator<Item = P::Node>,
    ) {
        if self.repair.is_fresh() {
            return;
        }
        if !self.repair.effort.can_repair(context.progress) {
            return self.begin_again(context, false);
        }
        for node in nodes {
            context.progress.memory.push(&mut self.waiting, node);
        }
        self.repair.begin_round(context);
        self.recompute_waiting(context);
        if self.repair.effort.is_first() && self.repair.overflow.is_none() {
            // Nothing has changed, and A* continues without labels.
            self.repair.known.clear_labels();
        } else {
            self.repair.begin(context.progress);
        }
        self.repair.note_open(context.progress);
    }

    /// Recomputes the costs of the waiting nodes. Returns whether the search is still running.
    #[inline]
    fn recompute_waiting<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) -> bool {
        while context.progress.can_expand()
            && let Some(node) = self.waiting.pop()
        {
            if self.repair.effort.gives_up(context.progress) {
                self.begin_again(context, false);
                break;
            }
            self.repair.recompute(context, &node);
            if !context.progress.status.is_running() {
                self.waiting.push(node);
            }
        }
        context.progress.can_expand()
    }

    /// Begins the repair if it can continue from the current state, and otherwise begins again. Returns whether the
    /// repair has begun.
    fn begin_repair<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) -> bool {
        let can_repair = !self.repair.is_fresh() && self.repair.effort.can_repair(context.progress);
        if can_repair {
            self.repair.begin(context.progress);
        } else {
            self.begin_again(context, false);
        }
        can_repair
    }

    /// Updates the search after estimates have changed.
    pub(super) fn reestimate<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) {
        if self.begin_repair(context) {
            self.repair.order_again(context);
        }
    }

    /// Makes `node` the only start.
    pub(super) fn move_start<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>, node: P::Node) {
        let starts = &mut self.repair.ends.starts;
        let (last, here) = (starts.drain(..).next(), node.clone());
        context.progress.memory.push(starts, (node, P::Cost::ZERO));
        if !self.begin_repair(context) {
            return;
        }
        // If there were several starts, keys were computed without estimates, so they are not too large in this case
        // either.
        let way = last.map_or(P::Cost::ZERO, |(last, _)| D::estimate(context.problem, &last, &here));
        if self.repair.open.raise(way).is_some() {
            self.repair.begin_round(context);
        } else {
            self.repair.order_again(context);
        }
        self.repair.note_open(context.progress);
    }
}

impl<P: Problem, D> fmt::Debug for Replanning<P, D> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = core::any::type_name::<D>();
        let name = name.rsplit("::").next().unwrap_or(name);
        formatter
            .debug_tuple("Replanning")
            .field(&format_args!("{name}"))
            .finish()
    }
}
