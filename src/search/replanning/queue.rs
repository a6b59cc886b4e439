//! [`Queue`]: the open nodes of a search that replans, whose keys change and which leave from the middle.

use core::cmp::Ordering;

use hashbrown::DefaultHashBuilder;
use priority_queue::PriorityQueue;

use crate::Cost;

/// What it takes to get to a node: the cost, and among equals the number of edges. A further edge always makes it
/// larger, also one that costs nothing and one whose cost is lost in rounding. So no two nodes can owe their costs to
/// each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach<C> {
    pub(super) cost: C,
    pub(super) edges: u32,
}

impl<C: Cost> Reach<C> {
    /// No path is known.
    pub(super) const NONE: Self = Reach {
        cost: C::INFINITY,
        edges: 0,
    };

    #[inline]
    pub(super) fn order(&self, other: &Self) -> Ordering {
        self.cost.order(&other.cost).then(self.edges.cmp(&other.edges))
    }

    #[inline]
    pub(super) fn is_less(&self, other: &Self) -> bool {
        self.order(other).is_lt()
    }

    #[inline]
    pub(super) fn is_some(&self) -> bool {
        self.cost.is_less(&C::INFINITY)
    }
}

/// The place of a node in the queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key<C> {
    /// The least cost of a path through the node, as far as is known.
    pub(super) bound: C,
    /// Whether the cost of the node has risen. Among equals such nodes come first, those with the least costs before
    /// others, so that no others rely on costs that no longer hold.
    pub(super) is_raised: bool,
    /// The lower one of the node's two costs. Among the other nodes that with the largest one comes first, as in A*.
    pub(super) cost: C,
}

/// The greatest comes first in a [`PriorityQueue`]: that is the least bound.
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

/// The bytes that a queue has allocated, or nearly so: an entry with its hash, its places in the heap, and its place in
/// the hash table.
pub(super) fn bytes<C: Cost>(queue: &Queue<C>) -> usize {
    queue.capacity() * (size_of::<(u64, u32, Key<C>)>() + 4 * size_of::<usize>())
}
