//! [`CostQueue`]: an open list for keys that are the costs of the nodes.

use core::mem;

use super::bucket_queue::BucketQueue;
use super::dary_heap::{DaryHeap, Entry};
use super::{Buckets, OpenList, Rank};
use crate::Cost;
use crate::memory::Memory;

/// Keys with this spread do not get one bucket each. On a map with a single terrain cost, they spread less, since the
/// longest step costs 1393.
const WIDE: u64 = 3 << 9;

/// An open list for keys that are the costs of the nodes, as in Dijkstra's algorithm. The least cost comes first.
///
/// While keys are integers close together, each key has its own bucket. If keys are spread more widely, as on road
/// networks, entries move to a heap. In the heap, an entry takes 8 bytes, with key and node in one number. Keys that
/// need more than 32 bits (as those of `f64` do, but not those of `f32`) go to [`Buckets`], whose turn comes when the
/// heap is empty.
///
/// Keys may fall below those already taken. Equal keys come out in arbitrary order.
#[derive(Clone, Debug)]
pub struct CostQueue<C> {
    near: BucketQueue<C>,
    is_wide: bool,
    packed: DaryHeap<Packed>,
    /// The entries whose keys are larger than all in the heap.
    large: Buckets<C>,
}

/// A key's number in the upper half, a node in the lower half.
#[derive(Clone, Copy, Debug)]
struct Packed(u64);

impl Packed {
    /// Returns `None` if the key has more than 32 bits.
    #[inline]
    fn new<C: Cost>(key: C, node: u32) -> Option<Self> {
        let number = u32::try_from(key.number()?).ok()?;
        Some(Packed(u64::from(number) << u32::BITS | u64::from(node)))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    fn node(self) -> u32 {
        self.0 as u32
    }
}

impl Entry for Packed {
    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        self.0 < other.0
    }
}

impl<C: Cost> Default for CostQueue<C> {
    fn default() -> Self {
        CostQueue {
            near: BucketQueue::last_in_first_out(WIDE),
            is_wide: false,
            packed: DaryHeap::default(),
            large: Buckets::default(),
        }
    }
}

impl<C: Cost> CostQueue<C> {
    #[inline]
    fn push_wide(&mut self, node: u32, key: C, memory: &mut Memory) {
        match Packed::new(key, node) {
            Some(entry) => _ = self.packed.push(entry, memory),
            None => self.large.push(node, key, key, memory),
        }
    }

    /// Moves all entries out of the buckets, which have just refused one.
    #[cold]
    #[inline(never)]
    fn widen(&mut self, memory: &mut Memory) {
        self.is_wide = true;
        let mut near = mem::replace(&mut self.near, BucketQueue::last_in_first_out(WIDE));
        near.drain(|node, rank| self.push_wide(node, rank.key, memory));
        self.near = near;
    }
}

impl<C: Cost> OpenList<C, C> for CostQueue<C> {
    #[inline]
    fn push(&mut self, node: u32, key: C, cost: C, memory: &mut Memory) {
        if !self.is_wide {
            if self.near.try_push(node, Rank { key, cost }, memory) {
                return;
            }
            self.widen(memory);
        }
        self.push_wide(node, key, memory);
    }

    // A stale entry has a higher key than the entry that replaced it. When its turn comes, its node is therefore
    // closed, and the cost with which it was pushed need not be known. (If the path to an open node was withdrawn, its
    // stale entry may come first. The node is then expanded too early, and reopened for a cheaper path.)
    #[expect(clippy::inline_always, reason = "as in the queue of buckets")]
    #[inline(always)]
    fn pop_fresh(&mut self, memory: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        if !self.is_wide {
            return self
                .near
                .pop_fresh(memory, move |node, cost| is_fresh(node, Some(cost)));
        }
        while let Some(entry) = self.packed.pop() {
            if is_fresh(entry.node(), None) {
                return Some(entry.node());
            }
        }
        self.large.pop_fresh(memory, is_fresh)
    }

    fn peek_fresh(&mut self, memory: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        if !self.is_wide {
            return self
                .near
                .peek_fresh(memory, move |node, cost| is_fresh(node, Some(cost)));
        }
        while let Some(entry) = self.packed.first() {
            if is_fresh(entry.node(), None) {
                return Some(entry.node());
            }
            self.packed.pop();
        }
        self.large.peek_fresh(memory, is_fresh)
    }

    fn clear(&mut self) {
        self.near.clear();
        self.is_wide = false;
        self.packed.clear();
        self.large.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use core::fmt::Debug;
    use proptest::prelude::*;

    /// Pushes and pops in any order, also with falling keys, compared with a list that is scanned from end to end. Some
    /// nodes are not fresh. The second round follows a reset.
    fn keys_come_out_in_order<C: Cost + PartialEq>(
        operations: &[Option<(C, bool)>],
        mut list: CostQueue<C>,
    ) -> Result<(), TestCaseError> {
        let key = |node: u32| operations[node as usize].map(|(key, _)| key);
        let is_fresh = |node: u32, _: Option<C>| operations[node as usize].is_some_and(|(_, is_fresh)| is_fresh);
        let memory = &mut Memory::default();
        for _ in 0..2 {
            let mut plain: Vec<u32> = Vec::new();
            for (node, operation) in (0_u32..).zip(operations) {
                if let Some((key, _)) = *operation {
                    list.push(node, key, key, memory);
                    if is_fresh(node, None) {
                        plain.push(node);
                    }
                } else {
                    let order = |one: &&u32, other: &&u32| match (key(**one), key(**other)) {
                        (Some(one), Some(other)) => one.order(&other),
                        _ => core::cmp::Ordering::Equal,
                    };
                    let expected = plain.iter().min_by(order).copied().and_then(key);
                    let peeked = list.peek_fresh(memory, is_fresh);
                    let taken = list.pop_fresh(memory, is_fresh);
                    prop_assert_eq!(peeked, taken);
                    prop_assert_eq!(taken.and_then(key), expected);
                    plain.retain(|node| Some(*node) != taken);
                }
            }
            list.clear();
            prop_assert_eq!(list.pop_fresh(memory, |_, _| true), None);
        }
        Ok(())
    }

    fn operations<C: Debug>(keys: impl Strategy<Value = C>) -> impl Strategy<Value = Vec<Option<(C, bool)>>> {
        prop::collection::vec(prop::option::weighted(0.6, (keys, prop::bool::weighted(0.8))), 0..400)
    }

    #[test]
    fn a_list_that_was_cleared_does_what_a_new_one_does() {
        let memory = &mut Memory::default();
        let mut used = CostQueue::default();
        used.push(0, 0_u32, 0, memory);
        used.push(1, 1_200, 1_200, memory);
        used.clear();
        let mut new = CostQueue::default();
        for list in [&mut used, &mut new] {
            list.push(7, 0, 0, memory);
            // The ring of the first queue is wide enough for these.
            for node in [8, 9] {
                list.push(node, 1_600, 1_600, memory);
            }
        }
        let mut order = |list: &mut CostQueue<u32>| [(); 3].map(|()| list.pop_fresh(memory, |_, _| true));
        assert_eq!(order(&mut used), order(&mut new));
    }

    /// A key far below the lowest one is not taken for one just above it, where numbers wrap.
    #[test]
    fn keys_near_the_greatest_number_come_out_last() {
        for greatest in [u64::MAX - 1, u64::MAX - 7, u64::MAX - 70] {
            for taken in [0, 1, 2] {
                let (mut list, memory) = (CostQueue::default(), &mut Memory::default());
                for (node, key) in (0..).zip([0, 1, greatest]) {
                    list.push(node, key, key, memory);
                }
                (0..taken).for_each(|node| assert_eq!(list.pop_fresh(memory, |_, _| true), Some(node)));
                list.push(3, 6, 6, memory);
                let rest: Vec<u32> = core::iter::from_fn(|| list.pop_fresh(memory, |_, _| true)).collect();
                assert_eq!(rest, (taken..2).chain([3, 2]).collect::<Vec<_>>(), "{greatest}");
            }
        }
        let (mut list, memory) = (CostQueue::default(), &mut Memory::default());
        list.push(0, u64::MAX - 1, 0, memory);
        list.push(1, 6, 0, memory);
        assert_eq!(list.pop_fresh(memory, |_, _| true), Some(1));
    }

    /// There is not enough memory to sort the bucket. The list reports this or does not need to sort.
    #[test]
    fn a_list_that_widens_loses_no_nodes_without_a_word() {
        for more in [100, 12_000, 20_000, 100_000] {
            let (mut list, memory) = (CostQueue::default(), &mut Memory::default());
            for node in 0..1_000 {
                list.push(node, 7_u32, 7, memory);
            }
            memory.set_limit(memory.bytes() + more);
            list.push(1_000, u32::MAX, u32::MAX, memory);
            let is_refused = memory.refusal().is_some();
            memory.set_limit(usize::MAX);
            let count = core::iter::from_fn(|| list.pop_fresh(memory, |_, _| true)).count();
            assert!(is_refused || count == 1_001, "{count} within {more}");
        }
    }

    proptest! {
        #[test]
        fn narrow_keys(operations in operations(0..600_u32)) {
            keys_come_out_in_order(&operations, CostQueue::default())?;
        }

        #[test]
        fn wide_keys(operations in operations(0..u32::MAX)) {
            keys_come_out_in_order(&operations, CostQueue::default())?;
        }

        #[test]
        fn keys_that_become_wide_and_then_too_large_to_be_packed(operations in operations(0..64_u32)) {
            // All magnitudes are equally likely, from a few units to the greatest number.
            let scaled = |key: u32| (1_u64 << key).wrapping_sub(u64::from(key % 3));
            let operations: Vec<_> = operations.iter().map(|step| step.map(|(key, is)| (scaled(key), is))).collect();
            keys_come_out_in_order(&operations, CostQueue::default())?;
        }

        #[test]
        fn floats_and_integers_without_a_number(operations in operations(0..1_000_000_u32)) {
            let float = |key: u32| f64::from(key) / 7.0;
            let floats: Vec<_> = operations.iter().map(|step| step.map(|(key, is)| (float(key), is))).collect();
            keys_come_out_in_order(&floats, CostQueue::default())?;
            let huge = |key: u32| u128::from(key) << (key % 90);
            let huge: Vec<_> = operations.iter().map(|step| step.map(|(key, fresh)| (huge(key), fresh))).collect();
            keys_come_out_in_order(&huge, CostQueue::default())?;
        }
    }

    #[test]
    fn many_equal_keys_come_out_however_large_they_are() {
        for key in [0, u64::MAX >> 1, 1 << 63, u64::MAX - 1] {
            let (mut list, memory) = (CostQueue::default(), &mut Memory::default());
            for node in 0..9_000 {
                // Some are less by one, so that the numbers of some ranks may be too large.
                let key = key.saturating_sub(u64::from(node % 3 / 2));
                list.push(node, key, key, memory);
            }
            let count = core::iter::from_fn(|| list.pop_fresh(memory, |_, _| true)).count();
            assert_eq!(count, 9_000, "{key}");
        }
    }

    #[test]
    fn many_equal_keys_widen_too() {
        let (mut list, memory) = (CostQueue::<u64>::default(), &mut Memory::default());
        for node in 0..9_000 {
            list.push(node, 7 + u64::from(node) / 5_000, 7 + u64::from(node) / 5_000, memory);
        }
        for node in (0..5_000).rev() {
            assert_eq!(list.pop_fresh(memory, |_, _| true), Some(node));
        }
        list.push(9_000, 1 << 20, 1 << 20, memory);
        assert!(list.is_wide);
        let mut rest: Vec<u32> = core::iter::from_fn(|| list.pop_fresh(memory, |_, _| true)).collect();
        assert_eq!(rest.pop(), Some(9_000));
        rest.sort_unstable();
        assert!(rest.into_iter().eq(5_000..9_000));
    }
}
