//! [`DefaultOpen`]: the open list that is right for the cost type.

use super::bucket_queue::BucketQueue;
use super::{DaryHeap, OpenList};
use crate::Cost;

/// Buckets where costs are numbers, a heap for everything else.
///
/// A bucket for each key while keys are small integers close together. Where they spread wider (floats always do) a bucket
/// holds several keys, as many as it takes for 2¹⁵ buckets to reach, and is sorted when its turn comes: edge weights in the
/// millions allocate no millions of buckets. For a cost type without [`Cost::coarse`] this is a [`DaryHeap`], and the
/// buckets are compiled away. A search falls over to the heap by itself, all entries included, when an inconsistent
/// estimate has it come back to half-finished buckets again and again.
#[derive(Clone, Debug)]
pub struct DefaultOpen<C> {
    buckets: BucketQueue<C>,
    heap: DaryHeap<C>,
    in_heap: bool,
}

impl<C: Cost> Default for DefaultOpen<C> {
    fn default() -> Self {
        DefaultOpen {
            buckets: BucketQueue::default(),
            heap: DaryHeap::default(),
            in_heap: false,
        }
    }
}

impl<C: Cost> DefaultOpen<C> {
    /// A constant for a cost type without numbers.
    #[inline]
    fn has_buckets() -> bool {
        C::ZERO.coarse().is_some()
    }

    #[inline]
    fn is_in_buckets(&self) -> bool {
        Self::has_buckets() && !self.in_heap
    }

    /// Where the buckets have just refused an entry, all others move to the heap, too.
    // Not inlined, as below: buckets are what is common, and what the compiler should see.
    #[inline(never)]
    fn push_to_heap(&mut self, node: u32, key: C, cost: C) {
        if self.is_in_buckets() {
            self.in_heap = true;
            while let Some((node, key, cost)) = self.buckets.pop() {
                self.heap.push(node, key, cost);
            }
        }
        self.heap.push(node, key, cost);
    }

    #[inline(never)]
    fn pop_from_heap(&mut self) -> Option<(u32, Option<C>)> {
        self.heap.pop()
    }
}

impl<C: Cost> OpenList<C> for DefaultOpen<C> {
    #[inline]
    fn push(&mut self, node: u32, key: C, cost: C) {
        if !self.is_in_buckets() || !self.buckets.try_push(node, key, cost) {
            self.push_to_heap(node, key, cost);
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<(u32, Option<C>)> {
        if self.is_in_buckets() {
            self.buckets.pop().map(|(node, _, cost)| (node, Some(cost)))
        } else {
            self.pop_from_heap()
        }
    }

    #[inline]
    fn pop_fresh(&mut self, is_fresh: impl Fn(u32, Option<C>) -> bool) -> Option<u32> {
        if self.is_in_buckets() {
            return self.buckets.pop_fresh(|node, cost| is_fresh(node, Some(cost)));
        }
        loop {
            let (node, cost) = self.pop_from_heap()?;
            if is_fresh(node, cost) {
                return Some(node);
            }
        }
    }

    fn clear(&mut self) {
        self.buckets.clear();
        self.heap.clear();
        // A search that is reset must do what a new one does, ties included.
        self.in_heap = false;
    }

    fn bytes(&self) -> usize {
        self.buckets.bytes() + self.heap.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// A list that is searched as a whole: the least key, then the largest cost, then the last one.
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

    fn operations(
        keys: std::ops::Range<u64>,
        costs: std::ops::Range<u64>,
    ) -> impl Strategy<Value = Vec<Option<(u64, u64)>>> {
        prop::collection::vec(prop::option::weighted(0.6, (keys, costs)), 0..400)
    }

    fn same(operations: &[Option<(u64, u64)>]) -> Result<(), TestCaseError> {
        let (mut buckets, mut plain) = (BucketQueue::default(), Plain::default());
        for round in 0..2 {
            for (node, operation) in (0_u32..).zip(operations) {
                if let Some((key, cost)) = *operation {
                    if buckets.try_push(node, key, cost) {
                        plain.0.push((key, cost, node));
                    }
                } else {
                    let taken = buckets.pop().map(|(node, key, cost)| (key, cost, node));
                    prop_assert_eq!(taken, plain.pop(), "round {}", round);
                }
            }
            buckets.clear();
            plain.0.clear();
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn buckets_keep_the_exact_order_close_together(operations in operations(0..6, 0..4)) {
            same(&operations)?;
        }

        #[test]
        fn buckets_keep_the_exact_order_when_they_are_large(operations in operations(0..2, 0..400)) {
            let doubled: Vec<_> = operations.iter().flat_map(|operation| [Some((1, 7)), *operation]).collect();
            same(&doubled)?;
        }

        #[test]
        fn buckets_keep_the_exact_order_far_apart(operations in operations(0..100_000, 0..3)) {
            same(&operations)?;
        }

        #[test]
        fn the_default_list_answers_by_key_and_cost_wherever_it_keeps_them(
            operations in operations(0..60_000, 0..1000),
        ) {
            let (mut list, mut plain) = (DefaultOpen::default(), Plain::default());
            for (node, operation) in (0_u32..).zip(operations) {
                if let Some((key, cost)) = operation {
                    list.push(node, key, cost);
                    plain.0.push((key, cost, node));
                } else {
                    let expected = plain.pop();
                    prop_assert_eq!(list.pop().map(|(_, cost)| cost), expected.map(|(_, cost, _)| Some(cost)));
                }
            }
        }

        #[test]
        fn what_is_not_fresh_is_left_out_and_the_rest_keeps_its_order(
            operations in operations(0..40, 0..4),
            stale in prop::collection::vec(any::<bool>(), 400),
        ) {
            let (mut list, mut plain) = (DefaultOpen::default(), Plain::default());
            let is_fresh = |node: u32| !stale[node as usize];
            for (node, operation) in (0_u32..).zip(operations) {
                if let Some((key, cost)) = operation {
                    list.push(node, key, cost);
                    plain.0.push((key, cost, node));
                } else {
                    let expected = core::iter::from_fn(|| plain.pop()).find(|(_, _, node)| is_fresh(*node));
                    let taken = list.pop_fresh(|node, _| is_fresh(node));
                    prop_assert_eq!(taken, expected.map(|(_, _, node)| node));
                }
            }
        }
    }
}
