//! [`Heap`]: an open list for keys of any type.

use core::cmp::Ordering;

use super::OpenList;
use super::dary_heap::{DaryHeap, Entry};
use crate::Cost;
use crate::memory::Memory;

/// A heap for keys of any type that is `Ord`, with the least key first. Equal keys come out in the order in which they
/// were pushed or, with [`last_in_first_out`](Self::last_in_first_out), in the opposite order.
///
/// Costs that are not `Ord`, such as floats, can be keys if they are wrapped in [`ByCost`]. Pushing takes O(1) expected
/// time, and popping takes O(log n).
#[derive(Clone, Debug)]
pub struct Heap<K, C> {
    entries: DaryHeap<HeapEntry<K, C>>,
    /// The number of entries pushed so far.
    pushed: u64,
    is_last_in_first_out: bool,
}

impl<K, C> Heap<K, C> {
    /// Creates an empty heap in which the entry that was pushed last comes out first among equal keys.
    pub fn last_in_first_out() -> Self {
        Heap {
            is_last_in_first_out: true,
            ..Self::default()
        }
    }
}

impl<K: Copy + Ord, C: Copy> Heap<K, C> {
    pub(super) fn remove_first(&mut self) {
        self.entries.pop();
    }
}

/// Creates an empty heap in which equal keys come out in the order in which they were pushed.
impl<K, C> Default for Heap<K, C> {
    fn default() -> Self {
        Heap {
            entries: DaryHeap::default(),
            pushed: 0,
            is_last_in_first_out: false,
        }
    }
}

impl<K: Copy + Ord + core::fmt::Debug, C: Cost> OpenList<K, C> for Heap<K, C> {
    fn push(&mut self, node: u32, key: K, cost: C, memory: &mut Memory) {
        let arrival = if self.is_last_in_first_out {
            u64::MAX - self.pushed
        } else {
            self.pushed
        };
        self.pushed += 1;
        let entry = HeapEntry {
            key,
            arrival,
            cost,
            node,
        };
        self.entries.push(entry, memory);
    }

    fn pop_fresh(&mut self, memory: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        let node = self.peek_fresh(memory, is_fresh)?;
        self.remove_first();
        Some(node)
    }

    fn peek_fresh(&mut self, _: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        loop {
            let HeapEntry { node, cost, .. } = *self.entries.first()?;
            if is_fresh(node, Some(cost)) {
                return Some(node);
            }
            self.entries.pop();
        }
    }

    fn clear(&mut self) {
        self.entries.clear();
        self.pushed = 0;
    }
}

#[derive(Clone, Copy, Debug)]
struct HeapEntry<K, C> {
    key: K,
    /// A number that is different for each entry.
    arrival: u64,
    cost: C,
    node: u32,
}

impl<K: Copy + Ord, C: Copy> Entry for HeapEntry<K, C> {
    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        self.key.cmp(&other.key).then(self.arrival.cmp(&other.arrival)).is_lt()
    }
}

/// A wrapper that turns a cost into a key, ordered by [`Cost::order`].
#[derive(Clone, Copy, Debug)]
pub struct ByCost<C>(pub C);

impl<C: Cost> Ord for ByCost<C> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.order(&other.0)
    }
}

impl<C: Cost> PartialOrd for ByCost<C> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<C: Cost> PartialEq for ByCost<C> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<C: Cost> Eq for ByCost<C> {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    #[test]
    fn costs_as_keys_are_in_their_order() {
        let costs = [f64::NEG_INFINITY, -1.0, 0.0, 1.0, f64::INFINITY, f64::NAN].map(ByCost);
        for (place, cost) in costs.iter().enumerate() {
            for (other_place, other) in costs.iter().enumerate() {
                let order = place.cmp(&other_place);
                assert_eq!((cost.partial_cmp(other), cost == other), (Some(order), order.is_eq()));
            }
        }
    }

    proptest! {
        #[test]
        fn equal_keys_come_out_in_the_order_of_arrival_or_the_other_way_round(
            operations in prop::collection::vec(prop::option::weighted(0.6, 0..5_u8), 0..200),
            is_last_in_first_out: bool,
        ) {
            let mut heap = if is_last_in_first_out { Heap::last_in_first_out() } else { Heap::default() };
            let (mut plain, memory) = (Vec::<(u8, u32)>::new(), &mut Memory::default());
            for (node, operation) in (0_u32..).zip(operations) {
                if let Some(key) = operation {
                    heap.push(node, key, 0_u32, memory);
                    plain.push((key, node));
                } else {
                    let order = |(key, node): &(u8, u32)| (*key, if is_last_in_first_out { u32::MAX - node } else { *node });
                    let first = plain.iter().copied().min_by_key(order);
                    plain.retain(|entry| Some(*entry) != first);
                    prop_assert_eq!(heap.peek_fresh(memory, |_, _| true), first.map(|(_, node)| node));
                    prop_assert_eq!(heap.pop_fresh(memory, |_, _| true), first.map(|(_, node)| node));
                }
            }
        }
    }
}
