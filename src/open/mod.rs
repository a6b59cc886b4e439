//! Open lists: the lists from which an [`Evaluation`](crate::search::Evaluation) chooses one. Most users can ignore
//! this module.
//!
//! | list | order | push, pop | used by |
//! |---|---|---|---|
//! | [`Buckets`] | least key (a cost), then larger cost, then last in first out (in small buckets, or of one key); or as [`Heap`] | O(1), and sorting a bucket | A\*, weighted A\*, greedy, Theta\*, bidirectional searches with estimates |
//! | [`CostQueue`] | least key (the cost itself), then any | O(1), or O(1) expected and O(log n) | Dijkstra's algorithm |
//! | [`Heap`] | least key (anything that is `Ord`), then first in or last in first out | O(1) expected, O(log n) | bounded A\*, keys of your own |
//! | [`Passes`] | as [`Buckets`], each node once a pass | as these | ARA\* |
//! | [`Fifo`] | first in first out | O(1) | breadth-first search |

mod bucket_queue;
mod buckets;
mod cost_queue;
mod dary_heap;
mod fifo;
mod heap;
mod occupancy;
mod passes;
mod stable_sort;

pub use buckets::Buckets;
pub use cost_queue::CostQueue;
pub use fifo::Fifo;
pub use heap::{ByCost, Heap};
pub use passes::Passes;

use core::cmp::Ordering;
use core::fmt::Debug;

use crate::Cost;

/// A list of open nodes that is ordered by keys of type `K`, of a search with costs of type `C`.
///
/// The trait is sealed: an evaluation chooses one of the lists of this module.
pub trait OpenList<K, C>: Clone + Debug + Default + sealed::Sealed {
    /// Adds a node, or adds it again after its cost fell. The older entry is stale then.
    #[doc(hidden)]
    fn push(&mut self, node: u32, key: K, cost: C);

    /// Removes and returns the first node for which `is_fresh` holds, and drops the entries before it. `is_fresh` gets
    /// the cost that the entry was pushed with, if the list keeps it.
    #[doc(hidden)]
    fn pop_fresh(&mut self, is_fresh: impl Fn(u32, Option<C>) -> bool) -> Option<u32>;

    /// Returns what [`pop_fresh`](Self::pop_fresh) would return, and leaves it there.
    #[doc(hidden)]
    fn peek_fresh(&mut self, is_fresh: impl Fn(u32, Option<C>) -> bool) -> Option<u32>;

    /// Removes all nodes and keeps the allocated memory.
    #[doc(hidden)]
    fn clear(&mut self);

    /// Whether nodes were dropped for lack of memory. Nothing comes out any more then, until the list is cleared: the
    /// search has to fail.
    #[doc(hidden)]
    fn is_out_of_memory(&self) -> bool;

    /// The number of allocated bytes.
    #[doc(hidden)]
    fn bytes(&self) -> usize;
}

mod sealed {
    pub trait Sealed {}
    impl<C> Sealed for super::Buckets<C> {}
    impl<C> Sealed for super::CostQueue<C> {}
    impl<K, C> Sealed for super::Heap<K, C> {}
    impl Sealed for super::Fifo {}
    impl<C> Sealed for super::Passes<C> {}
}

/// What an entry of [`Buckets`] is ordered by: the least key first, among equal keys the larger cost.
#[derive(Clone, Copy, Debug)]
struct Rank<C> {
    key: C,
    cost: C,
}

impl<C: Cost> Rank<C> {
    /// Returns `Less` if this one comes out first.
    #[inline]
    fn order(&self, other: &Self) -> Ordering {
        self.key.order(&other.key).then_with(|| other.cost.order(&self.cost))
    }

    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        // Both comparisons are always made: a branch on the first would be mispredicted half of the time.
        let (key, cost) = (self.key.order(&other.key), other.cost.order(&self.cost));
        key.is_lt() | (key.is_eq() & cost.is_lt())
    }
}
