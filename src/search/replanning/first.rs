//! The search from scratch, which is A*: the first search, and each one that replaces a repair that would take longer.

use core::cell::Cell;
use core::marker::PhantomData;
use core::mem;

use super::Course;
use super::engine::Replanning;
use crate::engine::{Allowance, Context, Engine, Evaluation, Frontier, Progress, Revisit, Successors};
use crate::nodes::NodeTable;
use crate::open::{Buckets, OpenList};
use crate::search::Informed;
use crate::search::best_first::BestFirst;
use crate::traits::{Consistency, Reached};
use crate::{Cost, Graph, Heuristic, KnownGoal, NodeEvent, Observer, Problem, ReverseGraph, Status};

/// A repair is given up when it has looked at this fraction (one in `PART`) of the edges that the last search from
/// scratch generated. With 64, ten changed cells around the robot of `benches/replanning.rs` take a third longer among
/// rooms; with 8 or 32, nothing is faster.
const PART: u64 = 16;

/// The number of edges that a repair may always look at. It corresponds to a few dozen expansions, so that a small
/// change to a small map is repaired. With 150, a door that closes on a map of 29 × 16 cells would take as long as a
/// search from scratch, and no map of `benches/replanning.rs` would gain more than 8 µs.
const LEAST: u64 = 300;

/// The method by which a search continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The search from scratch, with A*.
    First,
    /// The repair, from the first change that matters.
    Repair,
    /// The search from scratch also uses the methods of a repair, and no repair is given up.
    Careful,
}

/// The work of the search from scratch, and that of repairs.
#[derive(Clone, Debug, Default)]
pub(super) struct Effort {
    /// The counts of generated and reopened nodes when the search from scratch began.
    generated_before: u64,
    reopened_before: u64,
    /// The number of edges that the search from scratch looked at.
    first: u64,
    /// The number of edges that repairs have looked at since the last end.
    pub(super) repair: u64,
    /// The number of times that the search has begun again since the last end. Each time, the limit doubles, so that
    /// changes during searches cannot prevent the search from ending.
    restarts: u32,
}

impl Effort {
    /// Resets the limit after an end.
    pub(super) fn reset(&mut self) {
        (self.repair, self.restarts) = (0, 0);
    }
}

/// The problem of the search from scratch: the graph in the direction of the course.
struct Outward<'a, P: Problem, D> {
    problem: &'a P,
    /// The node where paths begin, to which estimates refer.
    start: &'a P::Node,
    /// The node at which the search arrives.
    end: &'a P::Node,
    has_dead_end: Cell<bool>,
    course: PhantomData<D>,
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Graph for Outward<'_, P, D> {
    type Node = P::Node;
    type Cost = P::Cost;

    #[inline]
    fn successors(&self, node: &P::Node) -> impl Iterator<Item = (P::Node, P::Cost)> {
        D::onward(self.problem, node)
    }

    #[inline]
    fn visit_successors(
        &self,
        node: &P::Node,
        reached: Reached<'_, P::Node>,
        visit: impl FnMut(P::Node, Option<usize>, P::Cost),
    ) {
        if D::IS_BACKWARD {
            self.problem.visit_predecessors(node, reached, visit);
        } else {
            self.problem.visit_successors(node, reached, visit);
        }
    }

    crate::forward_indices!(problem);

    #[inline]
    fn prefetch(&self, node: &P::Node) {
        if D::IS_BACKWARD {
            self.problem.prefetch_predecessors(node);
        } else {
            self.problem.prefetch(node);
        }
    }
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Problem for Outward<'_, P, D> {
    fn start(&self) -> P::Node {
        self.start.clone()
    }

    #[inline]
    fn is_goal(&self, node: &P::Node) -> bool {
        node == self.end
    }
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Heuristic for Outward<'_, P, D> {
    #[inline]
    fn estimate(&self, node: &P::Node) -> P::Cost {
        let estimate = D::estimate(self.problem, self.start, node);
        if estimate.order(&P::Cost::INFINITY).is_eq() {
            self.has_dead_end.set(true);
        }
        estimate
    }
}

/// The evaluation of A* in a search that can be repaired. Each node must have been met at the least cost that its
/// closed neighbours offer.
struct Repairable;

impl<P: Heuristic> Evaluation<P> for Repairable {
    type Guidance = Informed;
    type Key = P::Cost;
    type Open = Buckets<P::Cost>;

    #[inline]
    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<P::Cost> {
        cost.plus(estimate)
    }

    /// Reopens closed nodes, since nothing is stated about the estimates. Unlike with [`Revisit::Reopen`], no edge is
    /// left out in favour of nodes that have not been expanded yet.
    #[inline]
    fn revisit(&self) -> Revisit {
        Revisit::ReopenUnless(Consistency::Consistent)
    }
}

/// Passes the events of A* on to the observer as events of the whole search.
struct Told<'a, W, N> {
    observer: &'a mut W,
    goal: &'a N,
    is_backward: bool,
}

impl<N, C: Cost, W: Observer<N, C>> Observer<N, C> for Told<'_, W, N> {
    #[inline]
    fn opened(&mut self, event: NodeEvent<'_, N, C>) {
        let is_backward = self.is_backward;
        self.observer.opened(NodeEvent { is_backward, ..event });
    }

    #[inline]
    fn expanded(&mut self, event: NodeEvent<'_, N, C>) {
        let is_backward = self.is_backward;
        self.observer.expanded(NodeEvent { is_backward, ..event });
    }

    #[inline]
    fn improved(&mut self, event: NodeEvent<'_, N, C>, old_g: C) {
        let is_backward = self.is_backward;
        self.observer.improved(NodeEvent { is_backward, ..event }, old_g);
    }

    fn found(&mut self, event: NodeEvent<'_, N, C>) {
        if self.is_backward {
            self.observer.found(NodeEvent::new(self.goal, None, event.g, None));
        } else {
            self.observer.found(event);
        }
    }

    #[inline]
    fn is_silent(&self) -> bool {
        self.observer.is_silent()
    }
}

/// An A* search with the data of a replanning search, which it gives back when it is dropped.
struct LentOut<'a, P: Heuristic> {
    search: BestFirst<P, Repairable>,
    nodes: &'a mut NodeTable<P::Node, P::Cost, P::Cost>,
    open: &'a mut Buckets<P::Cost>,
    successors: &'a mut Successors<P::Node, P::Cost>,
}

impl<P: Heuristic> LentOut<'_, P> {
    fn swap(&mut self) {
        let BestFirst { frontier, successors } = &mut self.search;
        mem::swap(&mut frontier.nodes, self.nodes);
        mem::swap(&mut frontier.open, self.open);
        mem::swap(successors, self.successors);
    }
}

impl<P: Heuristic> Drop for LentOut<'_, P> {
    fn drop(&mut self) {
        self.swap();
    }
}

/// A task for A*.
pub(super) enum Task<'a, P: Problem> {
    Open(P::Node, P::Cost),
    Advance(Allowance<'a>),
}

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Replanning<P, D> {
    /// Continues the search from scratch.
    pub(super) fn go_on<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>, task: Task<'_, P>) {
        let problem = context.problem;
        let goal = problem.goal();
        let Some((start, _)) = self.starts.first() else { return };
        let outward = Outward {
            problem,
            start,
            end: if D::IS_BACKWARD { start } else { &goal },
            has_dead_end: Cell::new(false),
            course: PhantomData::<D>,
        };
        // The A* search borrows all its data, and gives it back even if the problem panics.
        let frontier = Frontier::of(Repairable, NodeTable::new(), Buckets::default());
        let successors = Successors::default();
        let mut lent_out = LentOut {
            search: BestFirst { frontier, successors },
            nodes: &mut self.known.nodes,
            open: &mut self.open,
            successors: &mut self.successors,
        };
        lent_out.swap();
        let search = &mut lent_out.search;
        context.progress.is_backward = D::IS_BACKWARD;
        let mut lent = Context {
            problem: &outward,
            observer: &mut Told {
                observer: &mut *context.observer,
                goal: &goal,
                is_backward: D::IS_BACKWARD,
            },
            progress: &mut *context.progress,
        };
        match task {
            Task::Open(node, cost) => search.open_start(lent, node, cost),
            Task::Advance(allowance) => {
                let end = lent.progress.expanded.saturating_add(allowance.expansions);
                let mut now = allowance;
                while search.advance(lent.reborrow(), now)
                    && lent.progress.continues()
                    && lent.progress.expanded < end
                    && !now.is_stopped()
                {
                    now.expansions = end - lent.progress.expanded;
                }
            }
        }
        let frontier = &mut search.frontier;
        self.is_spoilt |= outward.has_dead_end.get();
        context.progress.is_backward = false;
        match &context.progress.status {
            // The end has not propagated its cost.
            Status::Found => {
                if let Some(id) = frontier.nodes.current
                    && let Some(key) = frontier.key(&outward, id)
                {
                    frontier.nodes.set_open(id, true);
                    let cost = frontier.nodes.cost(id);
                    frontier.open.push(id, key, cost, &mut context.progress.memory);
                    context.progress.open += 1;
                }
                self.current = Some(goal.clone());
            }
            Status::Failed(_) => self.is_spoilt = true,
            Status::Running | Status::Exhausted => {}
        }
        drop(lent_out);
        if context.progress.take_news() {
            // A repair, unlike this search, keeps track of paths that were left out.
            self.begin_again(context, true);
        }
    }

    pub(super) fn is_first(&self) -> bool {
        self.phase == Phase::First
    }

    /// Whether nothing has been expanded, so that no change matters.
    pub(super) fn is_fresh(&self) -> bool {
        self.is_first() && !self.is_spoilt && self.known.nodes.current.is_none()
    }

    /// Whether a repair can continue from the current state. It cannot if the search from scratch has reopened a node,
    /// since the cost that this node has propagated is unknown, or if there are dead ends, since they are not marked as
    /// such.
    pub(super) fn can_be_repaired(&self, progress: &Progress) -> bool {
        !self.is_first() || !self.is_spoilt && progress.reopened == self.effort.reopened_before
    }

    /// Ends the search from scratch. A repair follows.
    pub(super) fn begin_repair(&mut self, progress: &mut Progress) {
        if self.is_first() {
            self.phase = Phase::Repair;
            self.effort.first = progress.generated - self.effort.generated_before;
            self.in_list = progress.open;
        }
    }

    /// Whether a repair has taken so long that it is better to begin again.
    pub(super) fn gives_up(&self, progress: &Progress) -> bool {
        let first = if self.is_first() {
            progress.generated - self.effort.generated_before
        } else {
            self.effort.first
        };
        let patience = (first / PART)
            .max(LEAST)
            .saturating_mul(1 << self.effort.restarts.min(32));
        self.phase != Phase::Careful && self.effort.repair > patience
    }

    /// Begins again from scratch with the same starts. If `carefully` is set, it uses the methods of a repair, which
    /// tolerate sums that are too large.
    pub(super) fn begin_again<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: &mut Context<'_, P, W>,
        carefully: bool,
    ) {
        let (starts, current) = (mem::take(&mut self.starts), self.current.take());
        let restarts = self.effort.restarts.saturating_add(1);
        self.clear(&mut context.progress.memory);
        // There are no estimates for several starts.
        if carefully || D::IS_BACKWARD && starts.len() > 1 {
            self.phase = Phase::Careful;
        }
        self.current = current;
        self.effort = Effort {
            generated_before: context.progress.generated,
            reopened_before: context.progress.reopened,
            restarts,
            ..Effort::default()
        };
        context.progress.open = 0;
        for (node, cost) in &starts {
            self.open_start(context.reborrow(), node.clone(), *cost);
        }
        let bytes = starts.capacity() * size_of::<(P::Node, P::Cost)>();
        context.progress.memory.release(bytes);
        // Each start counts once.
        context.progress.generated = self.effort.generated_before;
    }
}
