//! [`Distances`]: the distances to the goal, or lower bounds on them.

use crate::engine::{Context, Frontier, Generation, Parent, Taken};
use crate::memory::Memory;
use crate::nodes::Key;
use crate::search::CostOnly;
use crate::{Cost, Graph, Heuristic, KnownGoal, Observer, Problem, ReverseGraph};

/// Receives each predecessor, and the cost of the edge from it.
type Visit<'a, P> = &'a mut dyn FnMut(<P as Graph>::Node, <P as Graph>::Cost);

/// The source of the lower bounds. It holds functions, so that the search has one type, whatever traits its problem
/// has.
pub(super) enum Aim<P: Problem> {
    /// A backward search from the goal.
    Goal {
        goal: fn(&P) -> P::Node,
        predecessors: fn(&P, &P::Node, Visit<'_, P>),
        prefetch: fn(&P, &P::Node),
    },
    /// The estimates of the problem.
    Estimates(fn(&P, &P::Node) -> P::Cost),
}

impl<P: Problem> Aim<P> {
    pub(super) fn goal() -> Self
    where
        P: KnownGoal + ReverseGraph,
    {
        Aim::Goal {
            goal: P::goal,
            predecessors: |problem, node, visit| {
                problem
                    .predecessors(node)
                    .for_each(|(parent, edge)| visit(parent, edge));
            },
            prefetch: P::prefetch_predecessors,
        }
    }

    pub(super) fn nothing() -> Self {
        Aim::Estimates(|_, _| P::Cost::ZERO)
    }

    pub(super) fn estimates() -> Self
    where
        P: Heuristic,
    {
        Aim::Estimates(P::estimate)
    }
}

impl<P: Problem> Clone for Aim<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Problem> Copy for Aim<P> {}

/// Dijkstra's algorithm, run backwards from the goal as far as needed. Without a known goal, it never opens a node.
#[derive(Clone)]
pub(super) struct Distances<P: Problem> {
    aim: Aim<P>,
    pub(super) frontier: Frontier<P, CostOnly>,
    /// Nodes that are not closed are at least this far from the goal.
    radius: P::Cost,
    /// Whether all nodes from which the goal can be reached are closed.
    is_complete: bool,
}

impl<P: Problem> Distances<P> {
    pub(super) fn new(aim: Aim<P>) -> Self {
        let prefetch = match aim {
            Aim::Goal { prefetch, .. } => prefetch,
            Aim::Estimates(_) => P::prefetch,
        };
        Distances {
            aim,
            frontier: Frontier::backward(CostOnly, prefetch),
            radius: P::Cost::ZERO,
            is_complete: false,
        }
    }

    pub(super) fn clear(&mut self) {
        self.frontier.clear();
        self.radius = P::Cost::ZERO;
        self.is_complete = false;
    }

    /// Whether there may be unknown nodes whose distance to the goal is less than this.
    pub(super) fn end_before(&mut self, cost: P::Cost, memory: &mut Memory) -> bool {
        self.radius.is_less(&cost) && self.can_grow(memory)
    }

    /// Whether the distance of this node is unknown but may become known.
    pub(super) fn lack(&mut self, problem: &P, node: &P::Node, memory: &mut Memory) -> bool {
        let known = self.frontier.nodes.find(problem, node);
        known.is_none_or(|id| self.frontier.nodes.link(id).is_open()) && self.can_grow(memory)
    }

    fn can_grow(&mut self, memory: &mut Memory) -> bool {
        self.is_complete = self.is_complete || self.frontier.next_open(memory).is_none();
        !self.is_complete
    }

    /// A lower bound on the cost from a node to the goal, or the exact cost if it is known. `None` if no path leads
    /// there.
    #[inline]
    pub(super) fn at_least(&self, problem: &P, key: Key, node: &P::Node) -> Option<P::Cost> {
        if let Some(id) = self.frontier.nodes.get(key, node) {
            let (cost, link) = self.frontier.nodes.state(id);
            if !link.is_open() {
                return Some(cost);
            }
        }
        match self.aim {
            Aim::Goal { .. } => (!self.is_complete).then_some(self.radius),
            Aim::Estimates(estimate) => Some(estimate(problem, node)),
        }
    }

    /// The goal, if it is known.
    pub(super) fn goal(&self, problem: &P) -> Option<P::Node> {
        match self.aim {
            Aim::Goal { goal, .. } => Some(goal(problem)),
            Aim::Estimates(_) => None,
        }
    }

    /// Opens the goal, if it is known.
    pub(super) fn open<W: Observer<P::Node, P::Cost>>(&mut self, mut context: Context<'_, P, W>) {
        let Some(goal) = self.goal(context.problem) else { return };
        if !context.accepts_goal(&goal) {
            return;
        }
        let key = self.frontier.nodes.key(context.problem, &goal);
        let mut generation = Generation { context, parent: None };
        self.frontier.reach(&mut generation, goal, P::Cost::ZERO, key, 0);
    }

    /// Removes and closes the next open node.
    pub(super) fn take_open<W>(&mut self, context: &mut Context<'_, P, W>) -> Option<(Taken<P::Cost>, P::Node)> {
        let taken = self.frontier.take_open(context.progress)?;
        self.radius = taken.cost;
        let node = self.frontier.taken_node(context.problem, context.progress, taken.id)?;
        Some((taken, node))
    }

    /// Expands a node that has been taken.
    pub(super) fn expand<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: Context<'_, P, W>,
        (taken, node): &(Taken<P::Cost>, P::Node),
    ) {
        let (frontier, problem, Taken { id, cost, .. }) = (&mut self.frontier, context.problem, *taken);
        frontier.notify(problem, context.observer, *taken, node, W::expanded);
        let mut generation = Generation {
            parent: Some(Parent {
                id,
                node,
                estimate: frontier.nodes.value(id),
            }),
            context,
        };
        let mut generated = 0;
        let Aim::Goal { predecessors, .. } = self.aim else {
            return;
        };
        predecessors(problem, node, &mut |parent, edge| {
            let place = generated;
            generated += 1;
            let is_known = || frontier.nodes.find(problem, &parent).is_some();
            if let Some(sum) = generation.context.progress.sum_unless(cost, edge, place, is_known) {
                let key = frontier.nodes.key(problem, &parent);
                frontier.reach(&mut generation, parent, sum, key, place);
            }
        });
        generation.context.progress.count_expansion(generated);
    }
}
