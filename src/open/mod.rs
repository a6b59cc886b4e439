//! Open lists, from which an [`Evaluation`](crate::search::Evaluation) chooses one. Most users can ignore this module.
//!
//! | list | order | push, pop | used by |
//! |---|---|---|---|
//! | [`Buckets`] | least key (a cost), then as [`TieBreaking`] states | O(1), plus sorting a bucket | A\*, weighted A\*, greedy, Theta\*, bidirectional searches with estimates |
//! | [`CostQueue`] | least key (the cost itself), then any | O(1); in the heap, O(1) expected and O(log n) | Dijkstra's algorithm |
//! | [`Heap`] | least key (anything that is `Ord`), then first in or last in first out | O(1) expected, O(log n) | bounded A\*, custom keys |
//! | `Passes` (internal) | as [`Buckets`], each node once per pass | as [`Buckets`] | ARA\* |
//! | [`Fifo`] | first in first out | O(1) | breadth-first search |
//! | [`DaryHeap`] | as its [`Entry`] states | O(1) expected, O(log n) | engines with entries of their own, such as label setting |

mod bucket_queue;
mod buckets;
mod cost_queue;
mod dary_heap;
mod fifo;
mod heap;
mod occupancy;
mod passes;
mod rank_queue;
mod ring;
mod stable_sort;

pub use buckets::Buckets;
pub use cost_queue::CostQueue;
pub use dary_heap::{DaryHeap, Entry};
pub use fifo::Fifo;
pub use heap::{ByCost, Heap};
pub use passes::Passes;

use core::cmp::Ordering;
use core::fmt::Debug;

use crate::Cost;
use crate::memory::Memory;

/// How [`AStar`](crate::AStar) chooses between open nodes with the same f = g + h. With an admissible estimate, all
/// variants find a cheapest path, but they differ in how many of the nodes whose f equals the path's cost are expanded
/// before the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TieBreaking {
    /// The node with the largest g, which has the smallest estimate; if g is equal as well, usually the one opened
    /// last. This is the default, unless the problem's [hints](crate::traits::Hints) about its estimate differ.
    #[default]
    LargerCost,
    /// The node that was opened first.
    FirstIn,
    /// The node that was opened last. This variant is the fastest if f is an integer that differs little among the open
    /// nodes.
    LastIn,
    /// Any of them, from a heap whose entries take 8 bytes if costs take 4: the default of a problem that
    /// [expects](crate::traits::Hints::expects_few_open) few open nodes.
    #[doc(hidden)]
    Any,
}

impl TieBreaking {
    /// Whether entries go to a heap from the beginning.
    fn needs_heap(self) -> bool {
        matches!(self, Self::FirstIn | Self::Any)
    }
}

/// A list of open nodes, ordered by keys of type `K`, in a search with costs of type `C`.
///
/// The trait is sealed: an evaluation chooses one of the lists of this module.
pub trait OpenList<K, C>: Clone + Debug + Default + sealed::Sealed {
    /// Adds a node, or adds it again after its cost fell. The older entry is then stale.
    #[doc(hidden)]
    fn push(&mut self, node: u32, key: K, cost: C, memory: &mut Memory);

    /// Removes and returns the first node for which `is_fresh` holds, and drops the entries before it. `is_fresh` gets
    /// the cost with which the entry was pushed, if the list keeps it.
    #[doc(hidden)]
    fn pop_fresh(&mut self, memory: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32>;

    /// Returns the node that [`pop_fresh`](Self::pop_fresh) would return, without removing it.
    #[doc(hidden)]
    fn peek_fresh(&mut self, memory: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32>;

    /// Removes all nodes and keeps the allocated memory.
    #[doc(hidden)]
    fn clear(&mut self);
}

mod sealed {
    pub trait Sealed {}
    impl<C> Sealed for super::Buckets<C> {}
    impl<C> Sealed for super::CostQueue<C> {}
    impl<K, C> Sealed for super::Heap<K, C> {}
    impl Sealed for super::Fifo {}
    impl<C> Sealed for super::Passes<C> {}
}

/// The rank of an entry in [`Buckets`]: the least key comes first, and among equal keys the larger cost.
#[derive(Clone, Copy, Debug)]
struct Rank<C> {
    key: C,
    cost: C,
}

impl<C: Cost> Rank<C> {
    /// Returns `Less` if this rank comes out first.
    #[inline]
    fn order(&self, other: &Self) -> Ordering {
        self.key.order(&other.key).then_with(|| other.cost.order(&self.cost))
    }

    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        // Both comparisons are always made, since a branch on the first would be mispredicted half of the time.
        let (key, cost) = (self.key.order(&other.key), other.cost.order(&self.cost));
        key.is_lt() | (key.is_eq() & cost.is_lt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Pushes and pops until the list refuses a node, which it may do only if it needs more memory.
    fn keeps_to_the_limit<K: Copy, C: Cost, L: OpenList<K, C>>(
        operations: &[Option<u64>],
        limit: usize,
        cost: impl Fn(u64) -> C,
        key: impl Fn(C) -> K,
    ) -> Result<(), TestCaseError> {
        let (mut list, mut unlimited) = (L::default(), L::default());
        let (mut memory, mut enough) = (Memory::default(), Memory::default());
        memory.set_limit(limit);
        let is_fresh = |node: u32, _: Option<C>| !node.is_multiple_of(5);
        for (node, operation) in (0..).zip(operations) {
            let popped =
                [(&mut list, &mut memory), (&mut unlimited, &mut enough)].map(|(list, memory)| match operation {
                    Some(number) => {
                        list.push(node, key(cost(*number)), cost(*number), memory);
                        None
                    }
                    None => list.pop_fresh(memory, is_fresh),
                });
            let name = core::any::type_name::<L>();
            prop_assert!(
                memory.bytes() <= limit,
                "{} of {limit} at {node}: {name}",
                memory.bytes()
            );
            if memory.refusal().is_some() {
                prop_assert!(enough.bytes() > limit, "{} fit into {limit}: {name}", enough.bytes());
                list.clear();
                memory.restart();
                prop_assert!(list.pop_fresh(&mut memory, is_fresh).is_none());
                return Ok(());
            }
            prop_assert_eq!(popped[0], popped[1]);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn no_list_takes_more_memory_than_the_limit_allows(
            operations in prop::collection::vec(prop::option::weighted(0.6, any::<u64>()), 0..2000),
            bits in 1..64_u32,
            limit in 8..50_000_usize,
        ) {
            // Numbers of different magnitudes.
            let number = |number: u64| number >> (63 - (bits >> (number % 2)));
            let short = |cost: u64| u32::try_from(number(cost) >> 32).unwrap();
            #[expect(clippy::cast_precision_loss, reason = "any float")]
            let float = |cost: u64| number(cost) as f64;
            keeps_to_the_limit::<u64, u64, Buckets<u64>>(&operations, limit, number, |cost| cost)?;
            keeps_to_the_limit::<f64, f64, Buckets<f64>>(&operations, limit, float, |cost| cost)?;
            keeps_to_the_limit::<u32, u32, CostQueue<u32>>(&operations, limit, short, |cost| cost)?;
            keeps_to_the_limit::<u64, u64, CostQueue<u64>>(&operations, limit, number, |cost| cost)?;
            keeps_to_the_limit::<f64, f64, CostQueue<f64>>(&operations, limit, float, |cost| cost)?;
            keeps_to_the_limit::<u64, u64, Passes<u64>>(&operations, limit, number, |cost| cost)?;
            keeps_to_the_limit::<u64, u64, Heap<u64, u64>>(&operations, limit, number, |cost| cost)?;
            keeps_to_the_limit::<(), u64, Fifo>(&operations, limit, number, |_| ())?;
        }
    }
}
