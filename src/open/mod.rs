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
use crate::room::Room;

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

    /// Makes sure that [`push`](Self::push) with this key and cost takes no more memory than `room`. Returns whether it
    /// does.
    #[doc(hidden)]
    fn make_room(&mut self, key: K, cost: C, room: &mut Room) -> bool;

    /// Makes sure that [`pop_fresh`](Self::pop_fresh) takes no more memory than `room`. Returns whether it does.
    #[doc(hidden)]
    fn make_room_to_pop(&mut self, is_fresh: impl Fn(u32, Option<C>) -> bool, room: Room) -> bool {
        let _ = (is_fresh, room);
        true
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Pushes and pops as long as there is room, which is made larger whenever there is not.
    fn takes_no_more_than_the_room<K: Copy, C: Cost, L: OpenList<K, C>>(
        operations: &[Option<u64>],
        room: usize,
        cost: impl Fn(u64) -> C,
        key: impl Fn(C) -> K,
    ) -> Result<(), TestCaseError> {
        let (mut list, mut limit) = (L::default(), 0);
        let is_fresh = |node: u32, _: Option<C>| !node.is_multiple_of(5);
        for (node, operation) in (0..).zip(operations) {
            loop {
                let mut left = Room(limit - list.bytes());
                let has_room = match operation {
                    Some(number) => list.make_room(key(cost(*number)), cost(*number), &mut left),
                    None => list.make_room_to_pop(is_fresh, left),
                };
                prop_assert!(
                    list.bytes() <= limit,
                    "{} of {} for {}",
                    list.bytes(),
                    limit,
                    core::any::type_name::<L>()
                );
                // What has been allocated is not left any more.
                prop_assert!(operation.is_none() || left.0 <= limit - list.bytes());
                if has_room {
                    break;
                }
                limit += room;
            }
            match operation {
                Some(number) => list.push(node, key(cost(*number)), cost(*number)),
                None => drop(list.pop_fresh(is_fresh)),
            }
            prop_assert!(list.bytes() <= limit, "{} of {} at {}", list.bytes(), limit, node);
        }
        prop_assert!(!list.is_out_of_memory());
        Ok(())
    }

    proptest! {
        #[test]
        fn no_list_takes_more_memory_than_the_room_that_was_made(
            operations in prop::collection::vec(prop::option::weighted(0.6, any::<u64>()), 0..2000),
            bits in 1..64_u32,
            room in 8..5000_usize,
        ) {
            // Numbers of any size, and not all of one.
            let number = |number: u64| number >> (63 - (bits >> (number % 2)));
            let short = |cost: u64| u32::try_from(number(cost) >> 32).unwrap();
            #[expect(clippy::cast_precision_loss, reason = "any float")]
            let float = |cost: u64| number(cost) as f64;
            takes_no_more_than_the_room::<u64, u64, Buckets<u64>>(&operations, room, number, |cost| cost)?;
            takes_no_more_than_the_room::<f64, f64, Buckets<f64>>(&operations, room, float, |cost| cost)?;
            takes_no_more_than_the_room::<u32, u32, CostQueue<u32>>(&operations, room, short, |cost| cost)?;
            takes_no_more_than_the_room::<u64, u64, CostQueue<u64>>(&operations, room, number, |cost| cost)?;
            takes_no_more_than_the_room::<f64, f64, CostQueue<f64>>(&operations, room, float, |cost| cost)?;
            takes_no_more_than_the_room::<u64, u64, Passes<u64>>(&operations, room, number, |cost| cost)?;
            takes_no_more_than_the_room::<u64, u64, Heap<u64, u64>>(&operations, room, number, |cost| cost)?;
            takes_no_more_than_the_room::<(), u64, Fifo>(&operations, room, number, |_| ())?;
        }
    }
}
