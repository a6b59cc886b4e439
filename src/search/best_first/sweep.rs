//! [`Frontier::sweep`]: the loop of best-first search where all nodes are in slots.
//!
//! It knows the common case, with all that it needs in local variables. If anything else turns up (an edge that is no
//! cost, an index without a slot, a dead end, a limit), the expansion is left to [`BestFirst`](super::BestFirst), which
//! begins it again: what has been met by then is known, and nothing happens to it twice.

use super::frontier::{Frontier, Taken, is_beyond, keeps_cheapest, reopens};
use super::{Evaluation, Revisit};
use crate::nodes::{Link, Sheet, Slot};
use crate::open::OpenList;
use crate::search::Guidance;
use crate::search::engine::{Allowance, Context, Progress};
use crate::search::sums::{plain_key, plain_sum};
use crate::traits::Reached;
use crate::{Cost, NodeEvent, Observer, Problem, SearchError, Status};

impl<P: Problem, V: Evaluation<P>> Frontier<P, V> {
    /// Whether all nodes are in slots, there is no memory limit, and no node has been chosen: what a sweep needs.
    #[inline]
    pub(super) fn can_sweep(&self) -> bool {
        self.nodes.is_sheet() && self.chosen.is_none()
    }

    /// Expands nodes until the allowance is used up or the search has ended. Returns a node that has been taken and
    /// announced, and still has to be expanded, if there is one.
    // Not inlined: on its own, what the loop needs stays in registers, and all ways of driving run the same code.
    #[inline(never)]
    pub(super) fn sweep<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: Context<'_, P, W>,
        allowance: Allowance<'_>,
    ) -> Option<(Taken<P::Cost>, P::Node)> {
        let problem = context.problem;
        let (needs_all_edges, keeps_cheapest) = (self.needs_all_edges, keeps_cheapest(problem, &self.evaluation));
        let Sheet {
            slots,
            stamp,
            stored,
            limit,
            current,
        } = self.nodes.sheet();
        let mut parts = Parts {
            tally: Tally {
                expansions_left: allowance.expansions,
                room: limit.saturating_sub(*stored),
                open: context.progress.open,
                max_open: context.progress.max_open,
                generated: 0,
                reopened: 0,
                taken: *current,
                allowance: allowance.expansions,
                limit,
                stored,
                current,
                progress: context.progress,
            },
            problem,
            observer: context.observer,
            slots,
            stamp,
            open: &mut self.open,
            evaluation: &self.evaluation,
            least: self.nearest.map_or(P::Cost::INFINITY, |(_, least)| least),
            nearest: &mut self.nearest,
            cost_limit: self.cost_limit,
            has_late_start: self.has_late_start,
        };
        while parts.tally.expansions_left > 0 && !allowance.is_stopped() {
            let Some(taken) = parts.take() else {
                parts.tally.progress.status = Status::Exhausted;
                break;
            };
            let index = taken.id as usize;
            let Some(node) = problem.node_at(index) else {
                parts.tally.progress.fail(SearchError::NoNodeAt { index });
                break;
            };
            let is_goal = problem.is_goal(&node);
            parts.announce(taken, &node, is_goal);
            if is_goal {
                parts.tally.progress.status = Status::Found;
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
                is_plain = is_plain && parts.meet(taken, &node, &child, index, edge);
            });
            if !is_plain {
                return Some((taken, node));
            }
            parts.tally.expansions_left -= 1;
            parts.tally.generated += generated;
            parts.tally.max_open = parts.tally.max_open.max(parts.tally.open);
        }
        None
    }
}

/// What the loop counts. It is in local variables, and written back when the loop ends, even if it panics.
struct Tally<'a> {
    expansions_left: u64,
    /// For this many nodes more.
    room: usize,
    open: usize,
    max_open: usize,
    generated: u64,
    reopened: u64,
    /// The node that was taken last.
    taken: Option<u32>,
    /// What there was at first.
    allowance: u64,
    limit: usize,
    stored: &'a mut usize,
    current: &'a mut Option<u32>,
    progress: &'a mut Progress,
}

impl Drop for Tally<'_> {
    // Not inlined, so that the compiler keeps one copy of each number, in memory: it has too few registers for them.
    #[inline(never)]
    fn drop(&mut self) {
        let progress = &mut *self.progress;
        progress.expanded += self.allowance - self.expansions_left;
        progress.generated += self.generated;
        progress.reopened += self.reopened;
        (progress.open, progress.max_open) = (self.open, self.max_open);
        *self.stored = self.limit - self.room;
        *self.current = self.taken;
    }
}

/// What the loop works with.
struct Parts<'a, P: Problem, V: Evaluation<P>, W> {
    tally: Tally<'a>,
    problem: &'a P,
    observer: &'a mut W,
    slots: &'a mut [Slot<P::Cost>],
    /// That of this search's slots.
    stamp: u32,
    open: &'a mut V::Open,
    evaluation: &'a V,
    /// The least estimate, which is that of the `nearest` node, if there is one.
    least: P::Cost,
    nearest: &'a mut Option<(u32, P::Cost)>,
    cost_limit: P::Cost,
    has_late_start: bool,
}

impl<P: Problem, V: Evaluation<P>, W: Observer<P::Node, P::Cost>> Parts<'_, P, V, W> {
    /// Removes and closes the next open node.
    #[inline]
    fn take(&mut self) -> Option<Taken<P::Cost>> {
        let slots = &mut *self.slots;
        let id = self.open.pop_fresh(|id, pushed| {
            slots.get(id as usize).is_some_and(|(cost, link, _)| {
                Link(*link).is_open() && pushed.is_none_or(|pushed| pushed.order(cost).is_eq())
            })
        })?;
        let slot = slots.get_mut(id as usize)?;
        let (cost, link) = (slot.0, Link(slot.1));
        slot.1 = link.with_open(false).0;
        self.tally.open -= 1;
        self.tally.taken = Some(id);
        let parent = link.parent();
        Some(Taken { id, cost, parent })
    }

    /// Tells the observer of a node that has been taken: costs nothing without one.
    #[inline]
    fn announce(&mut self, taken: Taken<P::Cost>, node: &P::Node, is_goal: bool) {
        let (problem, observer) = (self.problem, &mut *self.observer);
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

    /// Meets a successor. Returns whether there was nothing out of the ordinary about it; if there was, nothing has
    /// been done.
    #[expect(
        clippy::inline_always,
        reason = "the loop is fast because everything in it is one function"
    )]
    #[inline(always)]
    fn meet(
        &mut self,
        taken: Taken<P::Cost>,
        parent: &P::Node,
        child: &P::Node,
        index: Option<usize>,
        edge: P::Cost,
    ) -> bool {
        let Some(cost) = plain_sum(taken.cost, edge) else {
            // An infinite edge is none.
            return edge.order(&P::Cost::INFINITY).is_eq();
        };
        let slot = index.and_then(|index| Some((index, self.slots.get_mut(index)?)));
        let Some((index, slot)) = slot else {
            return false;
        };
        let is_first = slot.2 != self.stamp;
        let takes_better = self.evaluation.revisit() != Revisit::Never;
        if !is_first && (!takes_better || !cost.is_less(&slot.0)) {
            return true;
        }
        let (problem, observer) = (self.problem, &mut *self.observer);
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
        #[expect(clippy::cast_possible_truncation, reason = "there are less than 2³⁰ slots")]
        let id = index as u32;
        if is_first {
            if is_beyond(self.cost_limit, cost, h) {
                return true;
            }
            let Some(room) = self.tally.room.checked_sub(1) else {
                return false;
            };
            problem.prefetch(child);
            observer.opened(event);
            self.tally.room = room;
            self.tally.open += 1;
            if let Some(h) = h
                && h.is_less(&self.least)
            {
                self.least = h;
                *self.nearest = Some((id, h));
            }
        } else {
            if !Link(slot.1).is_open() {
                if !reopens::<P, V>(problem, self.evaluation, self.has_late_start, self.cost_limit) {
                    return true;
                }
                self.tally.open += 1;
                self.tally.reopened += 1;
            }
            observer.improved(event, slot.0);
        }
        *slot = (cost, Link::new(Some(taken.id), true).0, self.stamp);
        self.open.push(id, key, cost);
        true
    }
}
