//! [`Frontier::sweep`]: the loop of best-first search where all nodes are in slots.
//!
//! It knows the common case, with all that it needs in local variables. If anything else turns up (an edge that is no
//! cost, an index without a slot, a dead end, a limit), the expansion is left to [`BestFirst`](super::BestFirst), which
//! begins it again: what has been met by then is known, and nothing happens to it twice.

use super::frontier::{Frontier, Taken, is_beyond, keeps_cheapest, reopens};
use super::{Evaluation, Revisit};
use crate::nodes::{Link, Sheet};
use crate::open::OpenList;
use crate::search::Guidance;
use crate::search::engine::{Allowance, Context};
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
        let Context {
            problem,
            observer,
            progress,
        } = context;
        let Sheet {
            slots,
            stamp,
            stored,
            limit,
            current,
        } = self.nodes.sheet();
        let (open, evaluation, nearest) = (&mut self.open, &self.evaluation, &mut self.nearest);
        let (cost_limit, has_late_start, needs_all_edges) =
            (self.cost_limit, self.has_late_start, self.needs_all_edges);
        let has_cost_limit = cost_limit.is_less(&P::Cost::INFINITY);
        let takes_better = evaluation.revisit() != Revisit::Never;
        let reached = Reached {
            keeps_cheapest: keeps_cheapest(problem, evaluation),
            ..Reached::default()
        };
        let mut left = allowance.expansions;
        while left > 0 && !allowance.is_stopped() {
            left -= 1;
            let next = open.pop_fresh(|id, pushed| {
                slots.get(id as usize).is_some_and(|(cost, link, _)| {
                    Link(*link).is_open() && pushed.is_none_or(|pushed| pushed.order(cost).is_eq())
                })
            });
            let Some((id, slot)) = next.and_then(|id| Some((id, slots.get_mut(id as usize)?))) else {
                progress.status = Status::Exhausted;
                break;
            };
            let (cost, link, _) = *slot;
            slot.1 = Link(link).with_open(false).0;
            let parent = Link(link).parent();
            progress.open -= 1;
            *current = Some(id);
            let Some(node) = problem.node_at(id as usize) else {
                progress.fail(SearchError::NoNodeAt { index: id as usize });
                break;
            };
            let is_goal = problem.is_goal(&node);
            if !observer.is_silent() {
                let parent = parent.and_then(|parent| problem.node_at(parent as usize));
                let event = NodeEvent {
                    node: &node,
                    parent: parent.as_ref(),
                    g: cost,
                    h: V::Guidance::h(problem, &node),
                    is_backward: false,
                };
                if is_goal {
                    observer.found(event);
                } else {
                    observer.expanded(event);
                }
            }
            if is_goal {
                progress.status = Status::Found;
                break;
            }
            let (mut is_odd, mut generated) = (false, 0);
            let reached = Reached {
                index: Some(id as usize),
                parent_index: parent.filter(|_| !needs_all_edges).map(|parent| parent as usize),
                ..reached
            };
            problem.visit_successors(&node, reached, |child, index, edge| {
                generated += 1;
                let Some(sum) = plain_sum(cost, edge) else {
                    is_odd |= !edge.order(&P::Cost::INFINITY).is_eq();
                    return;
                };
                let slot = index.and_then(|index| Some((index, slots.get_mut(index)?)));
                let Some((index, slot)) = slot else {
                    is_odd = true;
                    return;
                };
                let is_first = slot.2 != stamp;
                if !is_first && !(takes_better && sum.is_less(&slot.0)) || is_odd {
                    return;
                }
                let estimate = V::Guidance::estimate(problem, &child);
                let h = V::Guidance::as_cost(estimate);
                let Some(key) = plain_key(evaluation.key(&child, sum, estimate), h) else {
                    is_odd = true;
                    return;
                };
                let event = NodeEvent {
                    node: &child,
                    parent: Some(&node),
                    g: sum,
                    h,
                    is_backward: false,
                };
                #[expect(clippy::cast_possible_truncation, reason = "there are less than 2³⁰ slots")]
                let number = index as u32;
                if is_first {
                    if has_cost_limit && is_beyond(cost_limit, sum, h) {
                        return;
                    }
                    if *stored >= limit {
                        is_odd = true;
                        return;
                    }
                    problem.prefetch(&child);
                    observer.opened(event);
                    *stored += 1;
                    progress.open += 1;
                    if let Some(h) = h
                        && nearest.is_none_or(|(_, least)| h.is_less(&least))
                    {
                        *nearest = Some((number, h));
                    }
                } else {
                    if !Link(slot.1).is_open() {
                        if !reopens::<P, V>(problem, evaluation, has_late_start, cost_limit) {
                            return;
                        }
                        progress.open += 1;
                        progress.reopened += 1;
                    }
                    observer.improved(event, slot.0);
                }
                *slot = (sum, Link::new(Some(id), true).0, stamp);
                open.push(number, key, sum);
            });
            if is_odd {
                return Some((Taken { id, cost, parent }, node));
            }
            progress.count_expansion(generated);
            progress.note_open();
        }
        None
    }
}
