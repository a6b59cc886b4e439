//! [`Frontier::sweep`]: the loop of best-first search for nodes that are all in slots.
//!
//! The loop handles only the common case, with everything that it needs in local variables. In any other case (an
//! invalid cost, an index without a slot, a dead end, a limit), it leaves the expansion to
//! [`BestFirst`](super::BestFirst), which begins the expansion again. The successors reached by then are already known
//! at the same cost, so reaching them again has no effect.

use crate::engine::{
    Allowance, Context, Evaluation, Frontier, Nearest, Revisit, Taken, is_beyond, is_first_goal, keeps_cheapest,
    plain_key, plain_sum, reopens,
};
use crate::nodes::{Link, Slots};
use crate::open::OpenList;
use crate::search::Guidance;
use crate::traits::Reached;
use crate::{Cost, Graph, NodeEvent, Observer, Problem, SearchError, Status};

/// The end of a sweep: the allowance is used up or the search has ended (`None`), or a node has been taken and announced
/// but still has to be expanded.
pub(super) type Rest<P> = Option<(Taken<<P as Graph>::Cost>, <P as Graph>::Node)>;

impl<P: Problem, V: Evaluation<P>> Frontier<P, V> {
    /// Whether a sweep is possible: all nodes are in slots, and no node has been chosen.
    #[inline]
    pub(super) fn can_sweep(&self) -> bool {
        self.nodes.is_in_slots() && self.chosen.is_none()
    }

    /// Expands nodes until the allowance is used up or the search has ended. If a node has been taken and announced but
    /// still has to be expanded, returns this node.
    // Not inlined: in a separate function, the loop keeps its variables in registers, and all driving methods run the
    // same code.
    #[inline(never)]
    pub(super) fn sweep<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> Rest<P> {
        let problem = context.problem;
        let (needs_all_edges, keeps_cheapest) = (self.needs_all_edges, keeps_cheapest(problem, &self.evaluation));
        let mut parts = Parts {
            context,
            slots: self.nodes.slots_mut(),
            open: &mut self.open,
            evaluation: &self.evaluation,
            chosen: &mut self.chosen,
            nearest: &mut self.nearest,
            cost_limit: self.cost_limit,
            has_late_start: self.has_late_start,
            has_reopened: &mut self.has_reopened,
        };
        let mut left = allowance.expansions;
        loop {
            let Some(taken) = parts.take() else {
                parts.context.progress.exhaust(parts.cost_limit);
                break;
            };
            let index = taken.id as usize;
            let Some(node) = problem.node_at(index) else {
                parts.context.progress.fail(SearchError::NoNodeAt { index });
                break;
            };
            let is_goal = !V::TAKES_FIRST_GOAL && problem.is_goal(&node);
            parts.announce(taken, &node, is_goal);
            if is_goal {
                parts.context.progress.status = Status::Found;
                break;
            }
            let reached = Reached {
                index: Some(index),
                parent_index: taken.parent.filter(|_| !needs_all_edges).map(|parent| parent as usize),
                parent: None,
                keeps_cheapest,
            };
            let (mut is_plain, mut generated) = (true, 0);
            problem.visit_successors(&node, reached, |child, index, edge| {
                generated += 1;
                is_plain = is_plain && parts.reach(taken, &node, &child, index, edge);
            });
            if !is_plain {
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
}

/// The variables of the loop.
struct Parts<'a, P: Problem, V: Evaluation<P>, W> {
    context: Context<'a, P, W>,
    slots: Slots<'a, P::Cost>,
    open: &'a mut V::Open,
    evaluation: &'a V,
    chosen: &'a mut Option<u32>,
    nearest: &'a mut Option<Nearest<u32, P::Cost>>,
    cost_limit: P::Cost,
    has_late_start: bool,
    has_reopened: &'a mut bool,
}

impl<P: Problem, V: Evaluation<P>, W: Observer<P::Node, P::Cost>> Parts<'_, P, V, W> {
    /// Removes and closes the next open node.
    #[inline]
    fn take(&mut self) -> Option<Taken<P::Cost>> {
        let memory = &mut self.context.progress.memory;
        let id = self.open.pop_fresh(memory, self.slots.freshness())?;
        let slot = self.slots.all.get_mut(id as usize)?;
        let (cost, link) = (slot.0, Link(slot.1));
        slot.1 = link.with_open(false).0;
        self.context.progress.open -= 1;
        *self.slots.current = Some(id);
        let parent = link.parent();
        Some(Taken { id, cost, parent })
    }

    /// Notifies the observer of a node that has been taken. Costs nothing without an observer.
    #[inline]
    fn announce(&mut self, taken: Taken<P::Cost>, node: &P::Node, is_goal: bool) {
        let Context { problem, observer, .. } = &mut self.context;
        if observer.is_silent() {
            return;
        }
        let parent = taken.parent.and_then(|parent| problem.node_at(parent as usize));
        let event = NodeEvent {
            node,
            parent: parent.as_ref(),
            g: taken.cost,
            h: V::Guidance::h(problem, node),
            is_backward: false,
        };
        if is_goal {
            observer.found(event);
        } else {
            observer.expanded(event);
        }
    }

    /// Reaches a successor. Returns whether it was the common case; if not, nothing has been done.
    #[expect(
        clippy::inline_always,
        reason = "the loop is fast because everything in it is one function"
    )]
    #[inline(always)]
    fn reach(
        &mut self,
        taken: Taken<P::Cost>,
        parent: &P::Node,
        child: &P::Node,
        index: Option<usize>,
        edge: P::Cost,
    ) -> bool {
        let Some(cost) = plain_sum(taken.cost, edge) else {
            // An edge of infinite cost does not exist.
            return edge.order(&P::Cost::INFINITY).is_eq();
        };
        let slot = index.and_then(|index| Some((index, self.slots.all.get_mut(index)?)));
        let Some((index, slot)) = slot else {
            return false;
        };
        let is_first = slot.2 != self.slots.stamp;
        let takes_better = self.evaluation.revisit() != Revisit::Never;
        if !is_first && (!takes_better || !cost.is_less(&slot.0)) {
            return true;
        }
        let Context {
            problem,
            observer,
            progress,
        } = &mut self.context;
        let estimate = V::Guidance::estimate(problem, child);
        let h = V::Guidance::as_cost(estimate);
        let Some(key) = plain_key(self.evaluation.key(child, cost, estimate), h) else {
            return false;
        };
        let event = NodeEvent {
            node: child,
            parent: Some(parent),
            g: cost,
            h,
            is_backward: false,
        };
        #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2³⁰ slots")]
        let id = index as u32;
        if is_first {
            if is_beyond(self.cost_limit, cost, h) {
                return true;
            }
            if progress.memory.add_node().is_none() {
                return true;
            }
            problem.prefetch(child);
            observer.opened(event);
            *self.slots.stored += 1;
            progress.open += 1;
        } else {
            if !Link(slot.1).is_open() {
                if !reopens::<P, V>(problem, self.evaluation, self.has_late_start, self.cost_limit) {
                    return true;
                }
                progress.open += 1;
                progress.count_reopened();
                *self.has_reopened = true;
            }
            observer.improved(event, slot.0);
        }
        Nearest::note(self.nearest, id, h, cost);
        *slot = (cost, Link::new(Some(taken.id), true).0, self.slots.stamp);
        if is_first && is_first_goal::<P, V>(problem, *self.chosen, child) {
            *self.chosen = Some(id);
        } else {
            self.open.push(id, key, cost, &mut progress.memory);
        }
        true
    }
}
