//! The search from scratch, which is A*: the first search, and each one that replaces a repair that would take longer.

use core::cell::Cell;
use core::marker::PhantomData;
use core::mem;

use super::Course;
use crate::engine::{Allowance, Context, Engine, Evaluation, Frontier, Revisit, Successors};
use crate::nodes::NodeTable;
use crate::open::{Buckets, OpenList};
use crate::search::Informed;
use crate::search::best_first::BestFirst;
use crate::traits::{Consistency, Reached};
use crate::{Cost, Graph, Heuristic, KnownGoal, NodeEvent, Observer, Problem, ReverseGraph, Status};

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

/// The evaluation of A* in a search that can be repaired. The cost of each node must be the least that its
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
struct Forwarding<'a, W, N> {
    observer: &'a mut W,
    goal: &'a N,
    is_backward: bool,
}

impl<N, C: Cost, W: Observer<N, C>> Observer<N, C> for Forwarding<'_, W, N> {
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

/// An A* search with the data of a replanning search, which it gives back when dropped.
struct Borrowing<'a, P: Heuristic> {
    search: BestFirst<P, Repairable>,
    nodes: &'a mut NodeTable<P::Node, P::Cost, P::Cost>,
    open: &'a mut Buckets<P::Cost>,
    successors: &'a mut Successors<P::Node, P::Cost>,
}

impl<P: Heuristic> Borrowing<'_, P> {
    fn swap(&mut self) {
        let BestFirst { frontier, successors } = &mut self.search;
        mem::swap(&mut frontier.nodes, self.nodes);
        mem::swap(&mut frontier.open, self.open);
        mem::swap(successors, self.successors);
    }
}

impl<P: Heuristic> Drop for Borrowing<'_, P> {
    fn drop(&mut self) {
        self.swap();
    }
}

/// A task for A*.
pub(super) enum Task<'a, P: Problem> {
    Open(P::Node, P::Cost),
    Advance(Allowance<'a>),
}

/// Continues the search from scratch, in which estimates refer to `start`. Returns whether a repair can follow.
pub(super) fn search<P: KnownGoal + ReverseGraph, D: Course<P>, W: Observer<P::Node, P::Cost>>(
    context: &mut Context<'_, P, W>,
    start: &P::Node,
    nodes: &mut NodeTable<P::Node, P::Cost, P::Cost>,
    open: &mut Buckets<P::Cost>,
    successors: &mut Successors<P::Node, P::Cost>,
    task: Task<'_, P>,
) -> bool {
    let problem = context.problem;
    let goal = problem.goal();
    let outward = Outward {
        problem,
        start,
        end: if D::IS_BACKWARD { start } else { &goal },
        has_dead_end: Cell::new(false),
        course: PhantomData::<D>,
    };
    // The A* search borrows all its data, and gives it back even if the problem panics.
    let search = BestFirst {
        frontier: Frontier::of(Repairable, NodeTable::default(), Buckets::default()),
        successors: Successors::default(),
    };
    let mut borrowing = Borrowing {
        search,
        nodes,
        open,
        successors,
    };
    borrowing.swap();
    let search = &mut borrowing.search;
    context.progress.is_backward = D::IS_BACKWARD;
    let mut own = Context {
        problem: &outward,
        observer: &mut Forwarding {
            observer: &mut *context.observer,
            goal: &goal,
            is_backward: D::IS_BACKWARD,
        },
        progress: &mut *context.progress,
    };
    match task {
        Task::Open(node, cost) => search.open_start(own, node, cost),
        Task::Advance(allowance) => {
            let end = own.progress.expanded.saturating_add(allowance.expansions);
            let mut now = allowance;
            while search.advance(own.reborrow(), now)
                && own.progress.continues()
                && own.progress.expanded < end
                && !now.is_stopped()
            {
                now.expansions = end - own.progress.expanded;
            }
        }
    }
    let frontier = &mut search.frontier;
    context.progress.is_backward = false;
    // The end has not propagated its cost.
    if context.progress.status == Status::Found
        && let Some(id) = frontier.nodes.current
        && let Some(key) = frontier.key(&outward, id)
    {
        frontier.nodes.set_open(id, true);
        let cost = frontier.nodes.cost(id);
        frontier.open.push(id, key, cost, &mut context.progress.memory);
        context.progress.open += 1;
    }
    !outward.has_dead_end.get() && !matches!(context.progress.status, Status::Failed(_))
}
