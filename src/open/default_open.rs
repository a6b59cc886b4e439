//! [`DefaultOpen`]: the open list that is right for the cost type.

use super::bucket_queue::BucketQueue;
use super::{DaryHeap, OpenList};
use crate::Cost;

/// Buckets where costs have them and keys are close together, a heap for everything else.
///
/// For a cost type without [`Cost::bucket`] this is a [`DaryHeap`], and the buckets are compiled away. Otherwise a search
/// begins with a bucket queue and falls over to the heap by itself, all entries included, when keys spread wider than
/// the buckets reach: edge weights in the millions allocate no millions of buckets.
#[derive(Clone, Debug)]
pub struct DefaultOpen<C> {
    buckets: BucketQueue<C>,
    heap: DaryHeap<C>,
    in_heap: bool,
}

impl<C> Default for DefaultOpen<C> {
    fn default() -> Self {
        DefaultOpen {
            buckets: BucketQueue::default(),
            heap: DaryHeap::default(),
            in_heap: false,
        }
    }
}

impl<C: Cost> DefaultOpen<C> {
    /// A constant for a cost type without buckets.
    #[inline]
    fn has_buckets() -> bool {
        C::ZERO.bucket().is_some()
    }

    #[cold]
    fn fall_over(&mut self) {
        self.in_heap = true;
        while let Some((node, key, cost)) = self.buckets.pop() {
            self.heap.push(node, key, cost);
        }
    }
}

impl<C: Cost> OpenList<C> for DefaultOpen<C> {
    #[inline]
    fn push(&mut self, node: u32, key: C, cost: C) {
        if Self::has_buckets() && !self.in_heap {
            if !self.buckets.is_overworked() && self.buckets.try_push(node, key, cost) {
                return;
            }
            self.fall_over();
        }
        self.heap.push(node, key, cost);
    }

    #[inline]
    fn pop(&mut self) -> Option<(u32, Option<C>)> {
        if Self::has_buckets() && !self.in_heap {
            self.buckets.pop().map(|(node, _, cost)| (node, Some(cost)))
        } else {
            self.heap.pop()
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
