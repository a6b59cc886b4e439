//! [`Buckets`]: an open list for keys that are costs.

use super::bucket_queue::{BucketQueue, MOST};
use super::dary_heap::{DaryHeap, Entry};
use super::{ByCost, Heap, OpenList, Rank, TieBreaking};
use crate::Cost;
use crate::memory::Memory;

/// Buckets for keys that are costs: the least key comes first, and [`TieBreaking`] orders equal keys. Among nodes with
/// the same f, those with a larger cost have a smaller estimate. If these nodes come first, A\* expands far fewer of
/// the nodes whose f is the cost of a cheapest path. If the newest node comes first, nothing has to be sorted.
///
/// While keys are integers close together, each key has its own bucket. If keys are spread more widely, as floats
/// always are, a bucket holds several keys and is sorted when its turn comes. There are at most 2¹⁵ buckets, so edge
/// weights in the millions do not take millions of buckets. For a cost type without [`Cost::number`], the list is a
/// heap, and the buckets are compiled away. If an inconsistent estimate makes a search return to half-finished buckets
/// again and again, all entries move to the heap for the rest of the search.
#[derive(Clone, Debug)]
pub struct Buckets<C> {
    queue: BucketQueue<C>,
    heap: Aside<C>,
    ties: TieBreaking,
    in_heap: bool,
}

/// The heap that takes the place of the buckets.
#[derive(Clone, Debug)]
enum Aside<C> {
    /// In the same order as the buckets.
    LargerCost(DaryHeap<(Rank<C>, u32)>),
    /// Used from the beginning if ties are broken by arrival.
    Arrival(Heap<ByCost<C>, C>),
    /// Ordered by the key alone. Used from the beginning.
    Any(DaryHeap<(C, u32)>),
}

impl<C: Cost> Entry for (C, u32) {
    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        self.0.is_less(&other.0)
    }
}

impl<C: Cost> Entry for (Rank<C>, u32) {
    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        self.0.is_before(&other.0)
    }
}

impl<C: Cost> Default for Buckets<C> {
    fn default() -> Self {
        Self::with_ties(TieBreaking::LargerCost)
    }
}

impl<C: Cost> Buckets<C> {
    /// Returns an empty list that breaks ties according to `ties`. For `FirstIn` and `Any`, the list is a heap.
    pub fn with_ties(ties: TieBreaking) -> Self {
        let (queue, heap) = match ties {
            TieBreaking::LargerCost => (BucketQueue::default(), Aside::LargerCost(DaryHeap::default())),
            TieBreaking::FirstIn => (BucketQueue::default(), Aside::Arrival(Heap::default())),
            TieBreaking::LastIn => (
                BucketQueue::last_in_first_out(MOST as u64),
                Aside::Arrival(Heap::last_in_first_out()),
            ),
            TieBreaking::Any => (BucketQueue::default(), Aside::Any(DaryHeap::default())),
        };
        Buckets {
            queue,
            heap,
            ties,
            in_heap: ties.needs_heap(),
        }
    }

    #[inline]
    fn is_in_buckets(&self) -> bool {
        // The first condition is a constant for each cost type.
        C::ZERO.number().is_some() && !self.in_heap
    }

    /// Moves all entries to the heap if the buckets have just refused one.
    // Neither this function nor the next two are inlined, so that the compiler inlines the common case, the buckets.
    #[inline(never)]
    fn push_to_heap(&mut self, node: u32, rank: Rank<C>, memory: &mut Memory) {
        let mut push = |heap: &mut Aside<C>, node: u32, rank: Rank<C>| match heap {
            Aside::LargerCost(heap) => _ = heap.push((rank, node), memory),
            Aside::Arrival(heap) => heap.push(node, ByCost(rank.key), rank.cost, memory),
            Aside::Any(heap) => _ = heap.push((rank.key, node), memory),
        };
        if !self.in_heap {
            self.in_heap = true;
            self.queue.drain(|node, rank| push(&mut self.heap, node, rank));
        }
        push(&mut self.heap, node, rank);
    }

    #[inline(never)]
    fn peek_in_heap(&mut self, memory: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        let heap = match &mut self.heap {
            Aside::LargerCost(heap) => heap,
            Aside::Arrival(heap) => return heap.peek_fresh(memory, is_fresh),
            Aside::Any(heap) => {
                while let Some((_, node)) = heap.first()
                    && !is_fresh(*node, None)
                {
                    heap.pop();
                }
                return heap.first().map(|(_, node)| *node);
            }
        };
        loop {
            let (rank, node) = *heap.first()?;
            if is_fresh(node, Some(rank.cost)) {
                return Some(node);
            }
            heap.pop();
        }
    }

    /// Returns the node that `peek_fresh` returns, with its key. It also returns `None` if ties are broken by arrival
    /// or arbitrarily.
    pub(crate) fn first_fresh(
        &mut self,
        memory: &mut Memory,
        is_fresh: impl Fn(u32, Option<C>) -> bool + Copy,
    ) -> Option<(u32, C)> {
        self.peek_fresh(memory, is_fresh)?;
        let first = match &self.heap {
            Aside::Arrival(_) | Aside::Any(_) => None,
            Aside::LargerCost(_) if self.is_in_buckets() => self.queue.first(),
            Aside::LargerCost(heap) => heap.first().copied(),
        };
        first.map(|(rank, node)| (node, rank.key))
    }

    #[inline(never)]
    fn pop_from_heap(&mut self, memory: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        if let Aside::Any(heap) = &mut self.heap {
            // A stale entry has a higher key than the entry that replaced it. When its turn comes, its node is
            // therefore closed, and the cost with which it was pushed need not be known.
            return loop {
                let (_, node) = heap.pop()?;
                if is_fresh(node, None) {
                    break Some(node);
                }
            };
        }
        let node = self.peek_in_heap(memory, is_fresh)?;
        match &mut self.heap {
            Aside::LargerCost(heap) => {
                heap.pop();
            }
            Aside::Arrival(heap) => heap.remove_first(),
            Aside::Any(_) => {}
        }
        Some(node)
    }
}

impl<C: Cost> OpenList<C, C> for Buckets<C> {
    #[expect(
        clippy::inline_always,
        reason = "in the loop of a best-first search the call would be a thirtieth of an expansion on a grid"
    )]
    #[inline(always)]
    fn push(&mut self, node: u32, key: C, cost: C, memory: &mut Memory) {
        let rank = Rank { key, cost };
        if !self.is_in_buckets() || !self.queue.try_push(node, rank, memory) {
            self.push_to_heap(node, rank, memory);
        }
    }

    #[expect(clippy::inline_always, reason = "as in the queue of buckets")]
    #[inline(always)]
    fn pop_fresh(&mut self, memory: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        if self.is_in_buckets() {
            return self
                .queue
                .pop_fresh(memory, move |node, cost| is_fresh(node, Some(cost)));
        }
        self.pop_from_heap(memory, is_fresh)
    }

    fn peek_fresh(&mut self, memory: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        if self.is_in_buckets() {
            return self
                .queue
                .peek_fresh(memory, move |node, cost| is_fresh(node, Some(cost)));
        }
        self.peek_in_heap(memory, is_fresh)
    }

    fn clear(&mut self) {
        self.queue.clear();
        // A search that is reset must behave like a new one, including its ties.
        self.in_heap = self.ties.needs_heap();
        match &mut self.heap {
            Aside::LargerCost(heap) => heap.clear(),
            Aside::Arrival(heap) => heap.clear(),
            Aside::Any(heap) => heap.clear(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// A list that is scanned from end to end: the least key, then the largest cost, then the last one in.
    #[derive(Default)]
    struct Plain(Vec<(u64, u64, u32)>);

    impl Plain {
        fn pop(&mut self) -> Option<(u64, u64, u32)> {
            let first = (0..self.0.len()).min_by_key(|place| {
                let (key, cost, _) = self.0[*place];
                (key, u64::MAX - cost, self.0.len() - place)
            })?;
            Some(self.0.remove(first))
        }
    }

    /// A key far below the lowest one is not taken for one just above it, where numbers wrap.
    #[test]
    fn keys_near_the_greatest_number_come_out_last() {
        for ties in [
            TieBreaking::LargerCost,
            TieBreaking::FirstIn,
            TieBreaking::LastIn,
            TieBreaking::Any,
        ] {
            for greatest in [u64::MAX - 1, u64::MAX - 7, u64::MAX - 70] {
                let (mut list, memory) = (Buckets::with_ties(ties), &mut Memory::default());
                for (node, key) in [greatest, 6, greatest, 7].into_iter().enumerate() {
                    list.push(u32::try_from(node).unwrap(), key, 0, memory);
                }
                let nodes = [(); 2].map(|()| list.pop_fresh(memory, |_, _| true));
                assert_eq!(nodes, [Some(1), Some(3)], "{ties:?} {greatest}");
            }
        }
    }

    fn operations(
        keys: std::ops::Range<u64>,
        costs: std::ops::Range<u64>,
    ) -> impl Strategy<Value = Vec<Option<(u64, u64)>>> {
        prop::collection::vec(prop::option::weighted(0.6, (keys, costs)), 0..400)
    }

    fn same(operations: &[Option<(u64, u64)>]) -> Result<(), TestCaseError> {
        let (mut buckets, mut plain, memory) = (BucketQueue::default(), Plain::default(), &mut Memory::default());
        for round in 0..2 {
            for (node, operation) in (0_u32..).zip(operations) {
                if let Some((key, cost)) = *operation {
                    if buckets.try_push(node, Rank { key, cost }, memory) {
                        plain.0.push((key, cost, node));
                    }
                } else {
                    let taken = buckets.pop(memory).map(|(rank, node)| (rank.key, rank.cost, node));
                    prop_assert_eq!(taken, plain.pop(), "round {}", round);
                }
            }
            if round == 1 {
                while let Some(taken) = buckets.pop(memory) {
                    prop_assert_eq!(Some((taken.0.key, taken.0.cost, taken.1)), plain.pop());
                }
                prop_assert!(plain.0.is_empty());
            }
            buckets.clear();
            plain.0.clear();
        }
        Ok(())
    }

    fn by_key_and_cost(operations: &[Option<(u64, u64)>]) -> Result<(), TestCaseError> {
        let (mut list, mut plain, memory) = (Buckets::default(), Plain::default(), &mut Memory::default());
        for (node, operation) in (0_u32..).zip(operations) {
            if let Some((key, cost)) = *operation {
                list.push(node, key, cost, memory);
                plain.0.push((key, cost, node));
            } else {
                let expected = plain.pop().map(|(key, cost, _)| (key, cost));
                let peeked = list.peek_fresh(memory, |_, _| true);
                let taken = list.pop_fresh(memory, |_, _| true);
                prop_assert_eq!(peeked, taken);
                prop_assert_eq!(taken.and_then(|node| operations[node as usize]), expected);
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn buckets_keep_the_exact_order_close_together(operations in operations(0..6, 0..4)) {
            same(&operations)?;
        }

        #[test]
        fn buckets_keep_the_exact_order_when_they_are_large(
            operations in operations(0..2, 0..400),
            is_alone: bool,
            step in 0..400_u64,
        ) {
            let more = (0..).map(|place| Some((1, place * step % 400)));
            let operations = operations.into_iter().map(|step| step.map(|(key, cost)| (key.max(is_alone.into()), cost)));
            let doubled: Vec<_> = more.zip(operations).flat_map(|(one, other)| [one, other]).collect();
            same(&doubled)?;
        }

        #[test]
        fn buckets_keep_the_exact_order_when_keys_are_as_far_apart_as_the_ring_is_long(
            operations in operations(0..12, 0..3),
            length in 6..14_u32,
        ) {
            let near = |(key, cost)| (((key / 3) << length) + key % 3, cost);
            let operations: Vec<_> = operations.into_iter().map(|operation| operation.map(near)).collect();
            same(&operations)?;
        }

        #[test]
        fn buckets_keep_the_exact_order_far_apart(operations in operations(0..100_000, 0..3)) {
            same(&operations)?;
        }

        #[test]
        fn the_list_goes_by_key_and_cost_wherever_it_keeps_the_entries(operations in operations(0..60_000, 0..1000)) {
            by_key_and_cost(&operations)?;
        }

        #[test]
        fn the_list_can_go_by_the_key_alone(operations in operations(0..60_000, 0..1000)) {
            let (mut list, mut plain) = (Buckets::with_ties(TieBreaking::Any), Plain::default());
            let memory = &mut Memory::default();
            for (node, operation) in (0_u32..).zip(&operations) {
                if let Some((key, cost)) = *operation {
                    list.push(node, key, cost, memory);
                    plain.0.push((key, cost, node));
                } else {
                    let peeked = list.peek_fresh(memory, |_, _| true);
                    let taken = list.pop_fresh(memory, |_, _| true);
                    prop_assert_eq!(peeked, taken);
                    let key = taken.and_then(|node| operations[node as usize]).map(|(key, _)| key);
                    prop_assert_eq!(key, plain.pop().map(|(key, _, _)| key));
                }
            }
        }

        #[test]
        fn the_list_goes_by_key_from_the_least_number_to_the_greatest(operations in operations(0..40, 0..4)) {
            let far_apart = |(key, cost)| (if key < 20 { key } else { u64::MAX - key }, cost);
            let operations: Vec<_> = operations.into_iter().map(|operation| operation.map(far_apart)).collect();
            by_key_and_cost(&operations)?;
        }

        #[test]
        fn what_is_not_fresh_is_left_out_and_the_rest_keeps_its_order(
            operations in operations(0..40, 0..4),
            keys in 1..40_u64,
            stale_from in prop::collection::vec(prop::option::of(0..400_u32), 400),
        ) {
            let (mut list, mut plain, memory) = (Buckets::default(), Plain::default(), &mut Memory::default());
            for (now, operation) in (0_u32..).zip(operations) {
                // A stale entry stays stale.
                let is_fresh = |node: u32| stale_from[node as usize].is_none_or(|from| now < from);
                if let Some((key, cost)) = operation {
                    list.push(now, key % keys, cost, memory);
                    plain.0.push((key % keys, cost, now));
                } else {
                    let expected = core::iter::from_fn(|| plain.pop()).find(|(_, _, node)| is_fresh(*node));
                    if now % 3 == 0 {
                        let peeked = list.peek_fresh(memory, |node, _| is_fresh(node));
                        prop_assert_eq!(peeked, expected.map(|(_, _, node)| node));
                    }
                    let taken = list.pop_fresh(memory, |node, _| is_fresh(node));
                    prop_assert_eq!(taken, expected.map(|(_, _, node)| node));
                }
            }
        }
    }

    #[test]
    fn a_queue_refuses_when_it_sorts_the_same_entries_again_and_again() {
        let count = 3_000;
        let (mut queue, memory) = (BucketQueue::default(), &mut Memory::default());
        for node in 0..count {
            assert!(queue.try_push(
                node,
                Rank {
                    key: 5,
                    cost: u64::from(node % 100)
                },
                memory
            ));
        }
        let mut rounds = 0;
        loop {
            // The search leaves the large bucket for a lower key and returns to it.
            assert_eq!(queue.pop(memory).map(|(rank, _)| rank.key), Some(5));
            if !queue.try_push(0, Rank { key: 4, cost: 0 }, memory) {
                break;
            }
            assert_eq!(queue.pop(memory).map(|(rank, _)| rank.key), Some(4));
            assert!(queue.try_push(1, Rank { key: 5, cost: 50 }, memory));
            rounds += 1;
        }
        assert_eq!(rounds, 4);
    }

    #[test]
    fn a_queue_does_not_refuse_what_goes_beneath_a_few() {
        let (mut queue, memory) = (BucketQueue::default(), &mut Memory::default());
        for (node, cost) in (0_u32..).zip((5_000..5_010_u64).chain((0..5_000).rev())) {
            assert!(queue.try_push(node, Rank { key: 5, cost }, memory), "{node}");
            if node >= 9 {
                assert!(queue.pop(memory).is_some());
            }
        }
    }

    #[test]
    fn a_queue_does_not_refuse_because_its_ring_grows() {
        let (mut queue, memory) = (BucketQueue::default(), &mut Memory::default());
        let ranks = (0..10_000).map(|cost| Rank { key: 0, cost: cost + 1 });
        for rank in ranks.chain([Rank { key: 1, cost: 0 }]) {
            assert!(queue.try_push(0, rank, memory));
        }
        assert_eq!(queue.pop(memory).map(|(rank, _)| rank.cost), Some(10_000));
        // The ring grows, and the large bucket stays the current one.
        assert!(queue.try_push(0, Rank { key: 1_000, cost: 0 }, memory));
        assert_eq!(queue.pop(memory).map(|(rank, _)| rank.cost), Some(9_999));
        assert!(queue.try_push(0, Rank { key: 0, cost: 0 }, memory));
    }

    /// Pushes many entries with few ranks, then one with a rank outside these, and more.
    fn by_rank(seed: u64, outside: Option<Rank<u64>>) {
        let (mut queue, mut model, memory) = (BucketQueue::default(), BTreeSet::new(), &mut Memory::default());
        let mut state = seed;
        let mut random = |below: u64| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (state >> 33) % below
        };
        for node in 0..60_000_u32 {
            if node < 20_000 || node == 40_000 || random(100) < 45 {
                let key = 50 + random(4) + random(4) * u64::from(node / 20_000);
                let rank = match outside {
                    Some(rank) if node == 40_000 => rank,
                    _ => Rank {
                        key,
                        cost: key - random(40),
                    },
                };
                if !queue.try_push(node, rank, memory) {
                    // Other keys keep coming in between, so large buckets would be sorted each time.
                    assert!(!queue.is_by_rank() && node > 40_000);
                    return;
                }
                model.insert((rank.key, u64::MAX - rank.cost, u32::MAX - node));
            } else {
                let expected = model.pop_first();
                let expected = expected.map(|(key, cost, node)| (key, u64::MAX - cost, u32::MAX - node));
                assert_eq!(
                    queue.pop(memory).map(|(rank, node)| (rank.key, rank.cost, node)),
                    expected
                );
            }
            assert!(node != 39_999 || queue.is_by_rank());
        }
        let fits = outside.is_none_or(|rank| rank.key < 1_000 && rank.cost <= rank.key);
        assert_eq!(queue.is_by_rank(), fits);
        queue.clear();
        assert!(queue.pop(memory).is_none() && !queue.is_by_rank());
    }

    #[test]
    fn a_large_bucket_makes_way_for_one_for_each_rank() {
        for seed in 0..4 {
            by_rank(seed, None);
            // More buckets, too many buckets, and a cost beyond the key.
            by_rank(seed, Some(Rank { key: 80, cost: 20 }));
            by_rank(
                seed,
                Some(Rank {
                    key: 20_000,
                    cost: 19_999,
                }),
            );
            by_rank(seed, Some(Rank { key: 52, cost: 53 }));
        }
    }

    #[test]
    fn a_queue_that_was_cleared_does_what_a_new_one_does() {
        let (mut used, memory) = (BucketQueue::default(), &mut Memory::default());
        for key in [50, 32_800_u64] {
            assert!(used.try_push(0, Rank { key, cost: 0 }, memory));
        }
        assert_eq!(used.pop(memory).map(|(rank, _)| rank.key), Some(50));
        used.clear();
        let mut new = BucketQueue::default();
        for queue in [&mut used, &mut new] {
            for (node, key) in (0..200).map(|node| (node, if node == 0 { 100 } else { 10 })) {
                assert!(queue.try_push(node, Rank { key, cost: 0 }, memory));
            }
        }
        let mut order = |queue: &mut BucketQueue<u64>| [(); 200].map(|()| queue.pop(memory).map(|(_, node)| node));
        assert_eq!(order(&mut used), order(&mut new));
    }

    /// Buckets that hold several keys are large, so that the order of equal entries depends on how they were filled.
    #[test]
    fn a_list_that_was_cleared_breaks_ties_as_a_new_one_does() {
        let count = 400;
        for (first, step, far) in [(62, 1, &[1 << 40][..]), (0, 16, &[40_000, 100_000, 200_000])] {
            let (mut used, mut new, memory) = (Buckets::default(), Buckets::default(), &mut Memory::default());
            for key in [0, 30_000_u64] {
                used.push(0, key, 0, memory);
            }
            used.clear();
            for list in [&mut used, &mut new] {
                for node in 0..count {
                    list.push(node, first + step * u64::from(node % 4), 0, memory);
                }
                for (node, key) in (count..).zip(far) {
                    list.push(node, *key, 0, memory);
                }
            }
            let mut order = |mut list: Buckets<u64>| -> Vec<u32> {
                core::iter::from_fn(|| list.pop_fresh(memory, |_, _| true)).collect()
            };
            assert_eq!(order(used), order(new), "{far:?}");
        }
    }

    #[test]
    fn the_room_for_entries_grows_by_a_quarter() {
        let (mut queue, mut grown, count, memory) = (BucketQueue::default(), 0, 20_000, &mut Memory::default());
        for node in 0..count {
            let bytes = memory.bytes();
            assert!(queue.try_push(
                node,
                Rank {
                    key: u64::from(node % 1_000),
                    cost: 0
                },
                memory
            ));
            grown += usize::from(memory.bytes() != bytes);
        }
        let each = size_of::<(Rank<u64>, u32, u32)>();
        assert!(
            grown < 60 && memory.bytes() < count as usize * each * 5 / 4 + 10_000,
            "{grown}, {}",
            memory.bytes()
        );
    }
}
