//! [`Distances`]: how far it is to the goal.

use crate::nodes::Key;
use crate::search::CostOnly;
use crate::search::best_first::frontier::{Frontier, Generation, Parent, Taken};
use crate::search::engine::Context;
use crate::{Cost, KnownGoal, Observer, ReverseGraph};

/// Dijkstra's algorithm from the goal against the edges, as far as it has been asked to go.
#[derive(Clone)]
pub(super) struct Distances<P: KnownGoal> {
    pub(super) frontier: Frontier<P, CostOnly>,
    /// Nodes that are not closed are at least this far from the goal.
    radius: P::Cost,
    /// Whether all nodes from which one gets to the goal are closed.
    is_complete: bool,
}

impl<P: KnownGoal + ReverseGraph> Distances<P> {
    pub(super) fn new() -> Self {
        Distances {
            frontier: Frontier::backward(CostOnly),
            radius: P::Cost::ZERO,
            is_complete: false,
        }
    }

    pub(super) fn clear(&mut self) {
        self.frontier.clear();
        self.radius = P::Cost::ZERO;
        self.is_complete = false;
    }

    /// Whether there may be nodes that are not known from which it costs less than this to the goal.
    pub(super) fn end_before(&mut self, cost: P::Cost) -> bool {
        self.radius.is_less(&cost) && self.can_grow()
    }

    /// Whether the distance from this node is not known, but may become known.
    pub(super) fn lack(&mut self, problem: &P, node: &P::Node) -> bool {
        let known = self.frontier.nodes.find(problem, node);
        known.is_none_or(|id| self.frontier.nodes.link(id).is_open()) && self.can_grow()
    }

    fn can_grow(&mut self) -> bool {
        self.is_complete = self.is_complete || self.frontier.next_open().is_none();
        !self.is_complete
    }

    /// The least that it can cost from a node to the goal; exact if it is known. `None` if no path leads there.
    #[inline]
    pub(super) fn at_least(&self, problem: &P, key: Key, node: &P::Node) -> Option<P::Cost> {
        if let Some(id) = self.frontier.nodes.get(problem, key, node) {
            let (cost, link) = self.frontier.nodes.state(id);
            if !link.is_open() {
                return Some(cost);
            }
        }
        (!self.is_complete).then_some(self.radius)
    }

    /// Opens the goal.
    pub(super) fn open<W: Observer<P::Node, P::Cost>>(&mut self, context: Context<'_, P, W>) {
        let goal = context.problem.goal();
        let key = self.frontier.nodes.key(context.problem, &goal);
        let mut generation = Generation { context, parent: None };
        self.frontier.meet(&mut generation, goal, P::Cost::ZERO, key, 0);
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
        frontier.tell(problem, context.observer, *taken, node, W::expanded);
        let mut generation = Generation {
            parent: Some(Parent {
                id,
                node,
                estimate: frontier.nodes.value(id),
            }),
            context,
        };
        let mut generated = 0;
        problem.predecessors(node).for_each(|(parent, edge)| {
            let place = generated;
            generated += 1;
            if let Some(sum) = generation.context.progress.sum(cost, edge, place) {
                let key = frontier.nodes.key(problem, &parent);
                frontier.meet(&mut generation, parent, sum, key, place);
            }
        });
        let progress = generation.context.progress;
        if !progress.count_expansion(generated) {
            frontier.put_back(id, progress);
        }
    }
}
