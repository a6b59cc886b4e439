//! [`Frontier::sweep_records`]: the loop of best-first search where all nodes have records, which are found by hash or
//! by index.
//!
//! Like the [sweep](Frontier::sweep) over slots, the loop handles only the common case. In any other case (an invalid
//! cost, a node that is found in another way, a dead end), it leaves the expansion to [`BestFirst`](super::BestFirst),
//! which begins the expansion again. The node being expanded is not cloned: it stays in its record, and records are
//! added only after all of its successors have been generated.

use alloc::vec::Vec;

use super::sweep::Rest;
use crate::engine::{
    Allowance, Context, EstimateOf, Evaluation, Frontier, Nearest, Revisit, Successor, Taken, is_beyond, is_first_goal,
    keeps_cheapest, plain_key, plain_sum, reopens,
};
use crate::nodes::{Closed, Link, Records};
use crate::open::OpenList;
use crate::search::Guidance;
use crate::traits::Reached;
use crate::{Cost, NodeEvent, Observer, Problem, Status};

/// The largest number of successors of one node for which memory is allocated before it is known how many of them are
/// new.
const MOST_AT_ONCE: usize = 64;

impl<P: Problem, V: Evaluation<P>> Frontier<P, V> {
    /// Expands nodes until the allowance is used up or the search has ended. If a node has been taken and announced but
    /// still has to be expanded, returns this node. `waiting` is empty before and after the call. Returns `None` if
    /// nodes are stored in different ways, or if a node has been chosen.
    #[inline]
    pub(super) fn sweep_records<W: Observer<P::Node, P::Cost>>(
        &mut self,
        waiting: &mut Vec<Successor<P::Node, P::Cost>>,
        context: Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> Option<Rest<P>> {
        if self.chosen.is_some() {
            return None;
        }
        let parts = Parts {
            keeps_cheapest: keeps_cheapest(context.problem, &self.evaluation),
            context,
            records: self.nodes.records()?,
            open: &mut self.open,
            evaluation: &self.evaluation,
            chosen: &mut self.chosen,
            nearest: &mut self.nearest,
            cost_limit: self.cost_limit,
            has_late_start: self.has_late_start,
            has_reopened: &mut self.has_reopened,
            needs_all_edges: self.needs_all_edges,
        };
        Some(sweep(parts, waiting, allowance))
    }
}

/// The variables of the loop.
struct Parts<'a, P: Problem, V: Evaluation<P>, W> {
    context: Context<'a, P, W>,
    records: Records<'a, P::Node, P::Cost, EstimateOf<P, V>>,
    open: &'a mut V::Open,
    evaluation: &'a V,
    chosen: &'a mut Option<u32>,
    nearest: &'a mut Option<Nearest<u32, P::Cost>>,
    cost_limit: P::Cost,
    has_late_start: bool,
    has_reopened: &'a mut bool,
    needs_all_edges: bool,
    keeps_cheapest: bool,
}

/// Expands nodes until the allowance is used up or the search has ended, or until a node has to be expanded elsewhere.
// Not inlined, like the sweep over slots.
#[inline(never)]
fn sweep<P, V, W>(
    mut parts: Parts<'_, P, V, W>,
    waiting: &mut Vec<Successor<P::Node, P::Cost>>,
    allowance: Allowance<'_>,
) -> Rest<P>
where
    P: Problem,
    V: Evaluation<P>,
    W: Observer<P::Node, P::Cost>,
{
    let problem = parts.context.problem;
    let mut left = allowance.expansions;
    loop {
        let memory = &mut parts.context.progress.memory;
        let Some(id) = parts.open.pop_fresh(memory, parts.records.freshness()) else {
            parts.context.progress.exhaust(parts.cost_limit);
            break;
        };
        let Closed {
            node,
            cost,
            parent,
            value,
        } = parts.records.close(id)?;
        parts.context.progress.open -= 1;
        let taken = Taken { id, cost, parent };
        let is_goal = !V::TAKES_FIRST_GOAL && problem.is_goal(node);
        parts.announce(taken, value, is_goal);
        if is_goal {
            parts.context.progress.status = Status::Found;
            break;
        }
        let (generated, mut is_plain) = parts.generate(taken, waiting);
        is_plain = is_plain && parts.grow(waiting.len());
        if is_plain {
            for successor in waiting.drain(..) {
                is_plain = parts.reach(taken, value, successor);
                if !is_plain {
                    break;
                }
            }
        }
        waiting.clear();
        if !is_plain {
            let node = parts.records.node(id)?.clone();
            return Some((taken, node));
        }
        let has_memory = parts.context.progress.count_expansion(generated);
        parts.context.progress.note_open();
        left -= 1;
        if left == 0 || !has_memory || (V::TAKES_FIRST_GOAL && parts.chosen.is_some()) || allowance.is_stopped() {
            break;
        }
    }
    None
}

impl<P, V, W> Parts<'_, P, V, W>
where
    P: Problem,
    V: Evaluation<P>,
    W: Observer<P::Node, P::Cost>,
{
    /// Notifies the observer of a node that has been taken. Costs nothing without an observer.
    #[inline]
    fn announce(&mut self, taken: Taken<P::Cost>, estimate: EstimateOf<P, V>, is_goal: bool) {
        let observer = &mut *self.context.observer;
        if observer.is_silent() {
            return;
        }
        let Some(node) = self.records.node(taken.id) else {
            return;
        };
        let event = NodeEvent {
            node,
            parent: taken.parent.and_then(|parent| self.records.node(parent)),
            g: taken.cost,
            h: V::Guidance::as_cost(estimate),
            is_backward: false,
        };
        if is_goal {
            observer.found(event);
        } else {
            observer.expanded(event);
        }
    }

    /// Generates the successors of a node and begins to look them up. Returns their number, and whether all of them
    /// were the common case.
    #[inline]
    fn generate(&mut self, taken: Taken<P::Cost>, waiting: &mut Vec<Successor<P::Node, P::Cost>>) -> (usize, bool) {
        let (records, problem) = (&self.records, self.context.problem);
        let memory = &mut self.context.progress.memory;
        let Some(node) = records.node(taken.id) else {
            return (0, false);
        };
        let parent = taken.parent.filter(|_| !self.needs_all_edges);
        let parent = parent.and_then(|id| records.node(id));
        let reached = Reached {
            index: problem.index(node),
            parent_index: parent.and_then(|parent| problem.index(parent)),
            parent,
            keeps_cheapest: self.keeps_cheapest,
        };
        let (mut missing, mut is_plain) = (0, true);
        problem.visit_successors(node, reached, |child, index, edge| {
            let Some(cost) = plain_sum(taken.cost, edge) else {
                // An edge of infinite cost does not exist.
                missing += 1;
                is_plain = is_plain && edge.order(&P::Cost::INFINITY).is_eq();
                return;
            };
            // Lookups in a large table wait for main memory, here all at once instead of one after another.
            let Some(bits) = records.key(&child, index) else {
                is_plain = false;
                return;
            };
            let successor = Successor {
                node: child,
                cost,
                bits,
                // Only errors need the place, and this loop reports none.
                place: 0,
            };
            memory.push(waiting, successor);
        });
        (waiting.len() + missing, is_plain)
    }

    /// Makes sure that there is capacity for all successors of a node. If they are many, of which most may be known, no
    /// memory is allocated for them here.
    #[inline]
    fn grow(&mut self, successors: usize) -> bool {
        self.records.has_capacity(successors)
            || (successors <= MOST_AT_ONCE
                && self
                    .records
                    .grow(successors, &mut self.context.progress.memory)
                    .is_some())
    }

    /// Reaches a successor of a node with this estimate. Returns whether it was the common case; if not, nothing has
    /// been done.
    #[expect(
        clippy::inline_always,
        reason = "the loop is fast because everything in it is one function"
    )]
    #[inline(always)]
    fn reach(
        &mut self,
        taken: Taken<P::Cost>,
        parent_estimate: EstimateOf<P, V>,
        successor: Successor<P::Node, P::Cost>,
    ) -> bool {
        let Context {
            problem,
            observer,
            progress,
        } = &mut self.context;
        let Successor { node, cost, bits, .. } = successor;
        let takes_better = self.evaluation.revisit() != Revisit::Never;
        let link = Link::new(Some(taken.id), true);
        let Some((id, old_cost)) = self.records.find(bits, &node) else {
            if self.records.make_place(bits, &mut progress.memory).is_none() {
                return true;
            }
            let Some(parent) = self.records.node(taken.id) else {
                return false;
            };
            let estimate = V::Guidance::estimate_child(problem, parent, parent_estimate, &node);
            let h = V::Guidance::as_cost(estimate);
            let Some(key) = plain_key(self.evaluation.key(&node, cost, estimate), h) else {
                return false;
            };
            if is_beyond(self.cost_limit, cost, h) || progress.memory.add_node().is_none() {
                return true;
            }
            problem.prefetch(&node);
            observer.opened(NodeEvent {
                node: &node,
                parent: Some(parent),
                g: cost,
                h,
                is_backward: false,
            });
            let is_first_goal = is_first_goal::<P, V>(problem, *self.chosen, &node);
            let memory = &mut progress.memory;
            let Some(id) = self.records.add(bits, node, cost, link, estimate, memory) else {
                memory.remove_nodes(1);
                return true;
            };
            progress.open += 1;
            Nearest::note(self.nearest, id, h, cost);
            if is_first_goal {
                *self.chosen = Some(id);
            } else {
                self.open.push(id, key, cost, memory);
            }
            return true;
        };
        if !(takes_better && cost.is_less(&old_cost)) {
            return true;
        }
        let Some((estimate, is_open)) = self.records.state(id) else {
            return false;
        };
        let h = V::Guidance::as_cost(estimate);
        let Some(key) = plain_key(self.evaluation.key(&node, cost, estimate), h) else {
            return false;
        };
        if !is_open {
            if !reopens::<P, V>(problem, self.evaluation, self.has_late_start, self.cost_limit) {
                return true;
            }
            progress.open += 1;
            progress.count_reopened();
            *self.has_reopened = true;
        }
        observer.improved(
            NodeEvent {
                node: &node,
                parent: self.records.node(taken.id),
                g: cost,
                h,
                is_backward: false,
            },
            old_cost,
        );
        self.records.improve(id, node, cost, link);
        Nearest::note(self.nearest, id, h, cost);
        self.open.push(id, key, cost, &mut progress.memory);
        true
    }
}
