//! [`Frontier::sweep_hashed`]: the loop of best-first search where all nodes are found by hash.
//!
//! Like the [sweep](Frontier::sweep) over slots, the loop handles only the common case. In any other case (an invalid
//! cost, a node with an index, a dead end, a limit), it leaves the expansion to [`BestFirst`](super::BestFirst), which
//! begins the expansion again. The node being expanded is not cloned: it stays in its record, and records are added
//! only after all of its successors have been generated.

use alloc::vec::Vec;

use crate::engine::{
    Allowance, Context, EstimateOf, Evaluation, Frontier, Nearest, Revisit, Successor, Taken, is_beyond,
    keeps_cheapest, plain_key, plain_sum, reopens,
};
use crate::memory::Memory;
use crate::nodes::Link;
use crate::open::OpenList;
use crate::search::Guidance;
use crate::traits::Reached;
use crate::{Cost, NodeEvent, Observer, Problem, Status};

/// The largest number of successors of one node for which memory is allocated before it is known how many of them are
/// new.
const MOST_AT_ONCE: usize = 64;

impl<P: Problem, V: Evaluation<P>> Frontier<P, V> {
    /// Whether this sweep is possible: all nodes are found by hash, and no node has been chosen.
    #[inline]
    pub(super) fn can_sweep_hashed(&self) -> bool {
        self.nodes.is_hashed() && self.chosen.is_none()
    }

    /// Expands nodes until the allowance is used up or the search has ended. If a node has been taken and announced but
    /// still has to be expanded, returns this node. `waiting` is empty before and after the call.
    // Not inlined, like the sweep over slots.
    #[inline(never)]
    pub(super) fn sweep_hashed<W: Observer<P::Node, P::Cost>>(
        &mut self,
        waiting: &mut Vec<Successor<P::Node, P::Cost>>,
        mut context: Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> Option<(Taken<P::Cost>, P::Node)> {
        let problem = context.problem;
        let mut left = allowance.expansions;
        loop {
            let Some(taken) = self.take_open(context.progress) else {
                self.exhaust(context.progress);
                break;
            };
            let node = self.nodes.recorded(taken.id)?;
            let is_goal = problem.is_goal(node);
            if is_goal {
                self.notify(problem, context.observer, taken, node, W::found);
                context.progress.status = Status::Found;
                break;
            }
            self.notify(problem, context.observer, taken, node, W::expanded);
            let (generated, mut is_plain) = self.generate(problem, taken, node, waiting, &mut context.progress.memory);
            let estimate = self.nodes.value(taken.id);
            let mut capacity = waiting.len().min(MOST_AT_ONCE);
            if !self.nodes.has_capacity(capacity)
                && self.nodes.grow_for(capacity, &mut context.progress.memory).is_none()
            {
                waiting.clear();
                capacity = 0;
            }
            for successor in waiting.drain(..) {
                is_plain = is_plain && self.reach_hashed(context.reborrow(), taken, estimate, successor, &mut capacity);
            }
            if !is_plain {
                let node = self.nodes.node(problem, taken.id)?;
                return Some((taken, node));
            }
            let has_memory = context.progress.count_expansion(generated);
            context.progress.note_open();
            left -= 1;
            if left == 0 || !has_memory || allowance.is_stopped() {
                break;
            }
        }
        None
    }

    /// Generates the successors of a node and begins to look them up. Returns their number, and whether all of them
    /// were the common case.
    #[inline]
    fn generate(
        &self,
        problem: &P,
        taken: Taken<P::Cost>,
        node: &P::Node,
        waiting: &mut Vec<Successor<P::Node, P::Cost>>,
        memory: &mut Memory,
    ) -> (usize, bool) {
        let nodes = &self.nodes;
        let parent = taken.parent.filter(|_| !self.needs_all_edges);
        let reached = Reached {
            index: None,
            parent_index: None,
            parent: parent.and_then(|id| nodes.recorded(id)),
            keeps_cheapest: keeps_cheapest(problem, &self.evaluation),
        };
        let (mut generated, mut is_plain) = (0, true);
        problem.visit_successors(node, reached, |child, index, edge| {
            generated += 1;
            let Some(cost) = plain_sum(taken.cost, edge) else {
                // An edge of infinite cost does not exist.
                is_plain = is_plain && edge.order(&P::Cost::INFINITY).is_eq();
                return;
            };
            if index.is_some() {
                is_plain = false;
                return;
            }
            // Lookups in a large hash table wait for main memory, here all at once instead of one after another.
            let bits = nodes.prefetch(&child);
            let successor = Successor {
                node: child,
                cost,
                bits,
                // Only errors need the place, and this loop reports none.
                place: 0,
            };
            memory.push(waiting, successor);
        });
        (generated, is_plain)
    }

    /// Reaches a successor, given capacity for `capacity` new nodes. Returns whether it was the common case; if not,
    /// nothing has been done.
    #[expect(
        clippy::inline_always,
        reason = "the loop is fast because everything in it is one function"
    )]
    #[inline(always)]
    fn reach_hashed<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: Context<'_, P, W>,
        taken: Taken<P::Cost>,
        parent_estimate: Option<EstimateOf<P, V>>,
        successor: Successor<P::Node, P::Cost>,
        capacity: &mut usize,
    ) -> bool {
        let Context {
            problem,
            observer,
            progress,
        } = context;
        let Successor { node, cost, bits, .. } = successor;
        let known = self.nodes.get_hashed(bits, &node);
        let takes_better = self.evaluation.revisit() != Revisit::Never;
        if let Some((_, least)) = known
            && !(takes_better && cost.is_less(&least))
        {
            return true;
        }
        let parent = self.nodes.recorded(taken.id);
        let estimate = match (known, parent, parent_estimate) {
            (None, Some(parent), Some(estimate)) => V::Guidance::estimate_child(problem, parent, estimate, &node),
            (None, ..) => V::Guidance::estimate(problem, &node),
            (Some((id, _)), ..) => self.estimate_of(problem, id, &node),
        };
        let h = V::Guidance::as_cost(estimate);
        let Some(key) = plain_key(self.evaluation.key(&node, cost, estimate), h) else {
            return false;
        };
        let event = NodeEvent {
            node: &node,
            parent,
            g: cost,
            h,
            is_backward: false,
        };
        let link = Link::new(Some(taken.id), true);
        let id = if let Some((id, old_cost)) = known {
            if !self.nodes.link(id).is_open() {
                if !reopens::<P, V>(problem, &self.evaluation, self.has_late_start, self.cost_limit) {
                    return true;
                }
                progress.open += 1;
                progress.count_reopened();
                self.has_reopened = true;
            }
            observer.improved(event, old_cost);
            self.nodes.improve(problem, id, node, cost, link);
            id
        } else {
            if is_beyond(self.cost_limit, cost, h) {
                return true;
            }
            let Some(left) = capacity.checked_sub(1) else {
                return false;
            };
            if progress.memory.add_node().is_none() {
                return true;
            }
            *capacity = left;
            problem.prefetch(&node);
            observer.opened(event);
            let memory = &mut progress.memory;
            let Some(id) = self.nodes.add_hashed(bits, node, cost, link, estimate, memory) else {
                memory.remove_nodes(1);
                return true;
            };
            progress.open += 1;
            id
        };
        Nearest::note(&mut self.nearest, id, h, cost);
        self.open.push(id, key, cost, &mut progress.memory);
        true
    }
}
