//! The keys, which determine the open nodes of a replanning search and their order.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem;

use hashbrown::DefaultHashBuilder;
use priority_queue::PriorityQueue;

use super::Course;
use super::engine::Replanning;
use crate::engine::{Context, checked_key};
use crate::error::Origin;
use crate::memory::{Memory, Refusal};
use crate::open::OpenList;
use crate::{Cost, KnownGoal, Observer, ReverseGraph, SearchError};

/// The key of a node in the queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key<C> {
    /// A lower bound on the cost of a path through the node.
    pub(super) bound: C,
    /// Whether the cost of the node has risen. Among equal bounds, such nodes come first, those with the least costs
    /// before others, so that no other node relies on costs that no longer hold.
    pub(super) is_raised: bool,
    /// The lower of the node's two costs. Among the other nodes with equal bounds, the one with the largest cost comes
    /// first, as in A*.
    pub(super) cost: C,
}

/// The greatest key comes first in a [`PriorityQueue`], so the key with the least bound is the greatest.
impl<C: Cost> Ord for Key<C> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let by_bound = other.bound.order(&self.bound);
        by_bound.then(self.is_raised.cmp(&other.is_raised)).then_with(|| {
            let by_cost = self.cost.order(&other.cost);
            if self.is_raised { by_cost.reverse() } else { by_cost }
        })
    }
}

impl<C: Cost> PartialOrd for Key<C> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<C: Cost> PartialEq for Key<C> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<C: Cost> Eq for Key<C> {}

/// The ids of nodes with their keys.
pub(super) type Queue<C> = PriorityQueue<u32, Key<C>, DefaultHashBuilder>;

/// Makes room for one more entry. Returns `None` if there is not enough memory, which is known only after the queue has
/// grown.
fn grow<C: Cost>(queue: &mut Queue<C>, memory: &mut Memory) -> Option<()> {
    let before = queue.capacity();
    if queue.try_reserve(1).is_err() {
        return memory.refuse(Refusal::OutOfMemory);
    }
    // An entry of the map and of its two lists.
    memory.add((queue.capacity() - before) * (size_of::<(u64, u32, Key<C>)>() + 4 * size_of::<usize>()))
}

/// The offset has grown too large for the cost type.
pub(super) struct Overflow;

impl<P: KnownGoal + ReverseGraph, D: Course<P>> Replanning<P, D> {
    /// Puts a node into the queue at its proper place if it is open, and otherwise removes it.
    pub(super) fn place<W>(&mut self, context: &mut Context<'_, P, W>, id: u32) {
        match self.known.nodes.node(context.problem, id) {
            Some(node) => self.place_node(context, id, &node, Origin::Current),
            None => context.progress.fail(SearchError::NoNodeAt { index: id as usize }),
        }
    }

    pub(super) fn place_node<W>(&mut self, context: &mut Context<'_, P, W>, id: u32, node: &P::Node, origin: Origin) {
        if self.unfinished == Some(id) {
            return;
        }
        let key = match self.key(context, id, node, origin) {
            Ok(key) => key,
            // The new order also places this node.
            Err(Overflow) => return self.order_anew(context),
        };
        let is_open = self.known.nodes.link(id).is_open();
        match key {
            Some(_) if grow(&mut self.queue, &mut context.progress.memory).is_none() => {}
            Some(key) => {
                let is_queued = self.queue.push(id, key).is_some();
                if is_open {
                    self.in_list -= usize::from(!is_queued);
                } else {
                    self.known.nodes.set_open(id, true);
                    let told = self.known.told(id, &mut context.progress.memory);
                    context.progress.reopened += u64::from(told.is_some());
                }
            }
            None if is_open => {
                self.in_list -= usize::from(self.queue.remove(&id).is_none());
                self.known.nodes.set_open(id, false);
            }
            None => {}
        }
    }

    /// The key of a node, if it belongs in the queue.
    #[inline]
    pub(super) fn key<W>(
        &mut self,
        context: &mut Context<'_, P, W>,
        id: u32,
        node: &P::Node,
        origin: Origin,
    ) -> Result<Option<Key<P::Cost>>, Overflow> {
        let memory = &mut context.progress.memory;
        let (reach, told) = (self.known.reach(id, memory), self.known.told(id, memory));
        let is_raised = match told.order(&reach) {
            Ordering::Equal => return Ok(None),
            order => order.is_lt(),
        };
        let cost = if is_raised { told.cost } else { reach.cost };
        let estimate = self.estimate(context.problem, node);
        let bound = match checked_key(cost.plus(estimate), cost, Some(estimate), || origin) {
            Ok(Some(bound)) => bound.plus(self.offset).ok_or(Overflow)?,
            out => {
                context.progress.memory.push(&mut self.misplaced, id);
                if let Err(error) = out {
                    self.refuse(context.progress, node, error);
                }
                return Ok(None);
            }
        };
        let key = |bound| Key { bound, is_raised, cost };
        if bound.is_less(&self.floor) {
            context.progress.memory.push(&mut self.misplaced, id);
            return Ok(Some(key(self.floor)));
        }
        Ok(Some(key(bound)))
    }

    /// The node to be expanded first, if all keys are right.
    pub(super) fn first(&mut self, memory: &mut Memory) -> Option<(u32, Key<P::Cost>)> {
        let (nodes, queue) = (&self.known.nodes, &self.queue);
        let is_fresh = |id: u32, pushed| nodes.is_fresh(id, pushed) && queue.get(&id).is_none();
        let listed = self.open.first_fresh(memory, is_fresh).map(|(id, bound)| {
            let cost = nodes.cost(id);
            (
                id,
                Key {
                    bound,
                    is_raised: false,
                    cost,
                },
            )
        });
        let queued = queue.peek().map(|(id, key)| (*id, *key));
        match (listed, queued) {
            (Some(listed), Some(queued)) if queued.1 < listed.1 => Some(listed),
            _ => queued.or(listed),
        }
    }

    /// Updates the search after estimates have changed.
    pub(super) fn reestimate<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>) {
        if self.is_fresh() || !self.can_be_repaired(context.progress) {
            return self.begin_again(context, false);
        }
        self.begin_repair(context.progress);
        self.order_anew(context);
    }

    /// Computes the keys of all open nodes again.
    pub(super) fn order_anew<W>(&mut self, context: &mut Context<'_, P, W>) {
        self.offset = P::Cost::ZERO;
        self.has_moved = false;
        self.floor = P::Cost::ZERO;
        self.misplaced.clear();
        self.in_list += self.queue.len();
        self.queue.clear();
        self.open.clear();
        let mut ids = Vec::new();
        for id in self.known.nodes.ids(context.problem) {
            context.progress.memory.push(&mut ids, id);
        }
        for id in &ids {
            self.place(context, *id);
        }
        context.progress.memory.release(ids.capacity() * size_of::<u32>());
        self.note_open(context.progress);
    }

    /// Prepares for a change, after which keys may be less than those of expanded nodes.
    pub(super) fn begin_round<W>(&mut self, context: &mut Context<'_, P, W>) {
        self.floor = P::Cost::ZERO;
        let misplaced = mem::take(&mut self.misplaced);
        for id in &misplaced {
            self.place(context, *id);
        }
        context.progress.memory.release(misplaced.capacity() * size_of::<u32>());
    }

    /// Makes `node` the only start.
    pub(super) fn move_start<W: Observer<P::Node, P::Cost>>(&mut self, context: &mut Context<'_, P, W>, node: P::Node) {
        if self.is_fresh() || !self.can_be_repaired(context.progress) {
            self.starts.clear();
            context.progress.memory.push(&mut self.starts, (node, P::Cost::ZERO));
            return self.begin_again(context, false);
        }
        self.begin_repair(context.progress);
        // If there were several starts, keys were computed without estimates, so they are not too large in this case
        // either.
        let way = match self.starts.first() {
            Some((last, _)) => D::estimate(context.problem, last, &node),
            None => P::Cost::ZERO,
        };
        self.starts.clear();
        context.progress.memory.push(&mut self.starts, (node, P::Cost::ZERO));
        match self.offset.plus(way) {
            Some(offset) if !way.is_less(&P::Cost::ZERO) => {
                self.offset = offset;
                self.has_moved = true;
                self.begin_round(context);
            }
            _ => self.order_anew(context),
        }
        self.note_open(context.progress);
    }
}
