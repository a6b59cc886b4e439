//! [`OpenNodes`]: the open nodes of a replanning search, in the order of their keys.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::hash::Hash;
use core::mem;

use hashbrown::DefaultHashBuilder;
use priority_queue::PriorityQueue;

use crate::Cost;
use crate::memory::{Memory, Refusal};
use crate::nodes::NodeTable;
use crate::open::{Buckets, ByCost, OpenList};

/// The key of a node. The open node with the greatest key is expanded first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key<C> {
    /// A lower bound on the cost of a path through the node.
    bound: Reverse<C>,
    cost: Lower<C>,
}

/// The lower of a node's two costs, which decides between equal bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lower<C> {
    /// The largest cost comes first, as in A*.
    Reached(C),
    /// The cost of the node has risen. Such nodes come before others, and those with the least costs first, so that no
    /// other node relies on costs that no longer hold.
    Raised(Reverse<C>),
}

impl<C: Cost> Key<ByCost<C>> {
    #[inline]
    pub(super) fn new(bound: C, cost: C, is_raised: bool) -> Self {
        let (bound, cost) = (Reverse(ByCost(bound)), ByCost(cost));
        let cost = if is_raised {
            Lower::Raised(Reverse(cost))
        } else {
            Lower::Reached(cost)
        };
        Key { bound, cost }
    }

    #[inline]
    pub(super) fn bound(&self) -> C {
        self.bound.0.0
    }
}

/// The offset has grown too large for the cost type.
pub(super) struct Overflow;

/// The open nodes, each in one of two lists.
#[derive(Clone)]
pub(super) struct OpenNodes<C: Cost> {
    /// The open nodes of the search from scratch. A repair takes the nodes from this list that are not in the queue.
    pub(super) list: Buckets<C>,
    /// The number of open nodes that are not in the queue.
    pub(super) listed: usize,
    queue: PriorityQueue<u32, Key<ByCost<C>>, DefaultHashBuilder>,
    /// The amount by which new keys are raised because the start has moved (`k_m` in the paper), so that no key in the
    /// queue is too large.
    offset: C,
    /// Whether the start has moved since all keys were computed, so that they may be too small.
    pub(super) has_moved: bool,
    /// The largest bound expanded since the last change. No key is less, so that inconsistent estimates cannot make
    /// costs chase each other forever.
    floor: C,
    /// Nodes whose proper key cannot be used: it is below the floor, too large, or infinite.
    pub(super) misplaced: Vec<u32>,
}

impl<C: Cost> OpenNodes<C> {
    pub(super) fn new() -> Self {
        OpenNodes {
            list: Buckets::default(),
            listed: 0,
            queue: PriorityQueue::with_default_hasher(),
            offset: C::ZERO,
            has_moved: false,
            floor: C::ZERO,
            misplaced: Vec::new(),
        }
    }

    /// Removes all nodes, keeps the memory, and sets the number of open nodes that will be inserted again.
    pub(super) fn clear(&mut self, listed: usize) {
        self.list.clear();
        self.listed = listed;
        self.queue.clear();
        (self.offset, self.has_moved, self.floor) = (C::ZERO, false, C::ZERO);
        self.misplaced.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.queue.len() + self.listed
    }

    /// Allows keys below those of expanded nodes, and returns the nodes to be inserted again.
    pub(super) fn begin_round(&mut self) -> Vec<u32> {
        self.floor = C::ZERO;
        mem::take(&mut self.misplaced)
    }

    /// Raises new keys by the estimate of the way that the start has moved. Returns `None`, and changes nothing, if
    /// this is impossible.
    pub(super) fn raise(&mut self, way: C) -> Option<()> {
        self.offset = self.offset.plus(way).filter(|_| !way.is_less(&C::ZERO))?;
        self.has_moved = true;
        Some(())
    }

    /// The bound in the queue of a path that costs this much.
    #[inline]
    pub(super) fn raised(&self, cost: C) -> Result<C, Overflow> {
        cost.plus(self.offset).ok_or(Overflow)
    }

    /// Raises a bound to the floor. If this is necessary, the node is placed again in the next round.
    #[inline]
    pub(super) fn at_least(&mut self, bound: C, id: u32, memory: &mut Memory) -> C {
        if bound.is_less(&self.floor) {
            memory.push(&mut self.misplaced, id);
            return self.floor;
        }
        bound
    }

    /// Puts a node into the queue, or changes its key there. Returns `None` if there is not enough memory, which is
    /// known only after the queue has grown.
    pub(super) fn insert(&mut self, id: u32, key: Key<ByCost<C>>, was_open: bool, memory: &mut Memory) -> Option<()> {
        let before = self.queue.capacity();
        if self.queue.try_reserve(1).is_err() {
            return memory.refuse(Refusal::OutOfMemory);
        }
        // An entry of the map and of its two lists.
        memory.add(
            (self.queue.capacity() - before) * (size_of::<(u64, u32, Key<ByCost<C>>)>() + 4 * size_of::<usize>()),
        )?;
        let was_listed = self.queue.push(id, key).is_none() && was_open;
        self.listed -= usize::from(was_listed);
        Some(())
    }

    /// Removes an open node, and returns its key if it was in the queue.
    pub(super) fn remove(&mut self, id: u32) -> Option<Key<ByCost<C>>> {
        let removed = self.queue.remove(&id);
        self.listed -= usize::from(removed.is_none());
        Some(removed?.1)
    }

    /// Removes an open node that is expanded.
    pub(super) fn take(&mut self, id: u32) {
        if let Some(key) = self.remove(id)
            && self.floor.is_less(&key.bound())
        {
            self.floor = key.bound();
        }
    }

    /// The node to be expanded first, if all keys are right.
    pub(super) fn first<N: Clone + Eq + Hash>(
        &mut self,
        nodes: &NodeTable<N, C, C>,
        memory: &mut Memory,
    ) -> Option<(u32, Key<ByCost<C>>)> {
        let queue = &self.queue;
        let is_fresh = |id: u32, pushed| nodes.is_fresh(id, pushed) && queue.get(&id).is_none();
        let listed = self.list.first_fresh(memory, is_fresh);
        let listed = listed.map(|(id, bound)| (id, Key::new(bound, nodes.cost(id), false)));
        let queued = queue.peek().map(|(id, key)| (*id, *key));
        match (listed, queued) {
            (Some(listed), Some(queued)) if queued.1 < listed.1 => Some(listed),
            _ => queued.or(listed),
        }
    }
}
