//! [`IndexedHeap`]: a heap that knows where each node is.

use core::cmp::Ordering;
use core::hash::{BuildHasherDefault, Hasher};

use priority_queue::PriorityQueue;

use super::{OpenList, Rank};
use crate::Cost;

/// A heap with one entry a node, whose priority is changed in place: the crate `priority-queue`.
///
/// It holds fewer entries than [`DaryHeap`](super::DaryHeap) and answers no stale ones, at the price of a table from
/// node to place that every move in the heap has to write. Choose it where costs fall often, or memory for stale entries
/// counts.
#[derive(Clone, Debug)]
pub struct IndexedHeap<C: Cost> {
    queue: PriorityQueue<u32, Priority<C>, BuildHasherDefault<IdHasher>>,
}

impl<C: Cost> Default for IndexedHeap<C> {
    fn default() -> Self {
        IndexedHeap {
            queue: PriorityQueue::with_default_hasher(),
        }
    }
}

impl<C: Cost> OpenList<C> for IndexedHeap<C> {
    fn push(&mut self, node: u32, key: C, cost: C) {
        self.queue.push(node, Priority(Rank { key, cost }));
    }

    fn pop(&mut self) -> Option<(u32, Option<C>)> {
        Some((self.queue.pop()?.0, None))
    }

    fn clear(&mut self) {
        self.queue.clear();
    }

    fn bytes(&self) -> usize {
        // An entry of the index map (hash, node, priority; a table slot and its control byte), and the two
        // permutations between heap and map.
        let entry = size_of::<(usize, u32, Priority<C>)>() + size_of::<usize>() + 1;
        self.queue.capacity() * (entry + 2 * size_of::<usize>())
    }
}

/// The greatest priority comes out first, the least rank has to.
#[derive(Clone, Copy, Debug)]
struct Priority<C>(Rank<C>);

impl<C: Cost> Ord for Priority<C> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.order(&self.0)
    }
}

impl<C: Cost> PartialOrd for Priority<C> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<C: Cost> PartialEq for Priority<C> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<C: Cost> Eq for Priority<C> {}

/// Ids are dense numbers: one multiplication spreads them over the high bits that the table looks at (Fibonacci
/// hashing, Knuth, The Art of Computer Programming 3, section 6.4).
#[derive(Clone, Copy, Debug, Default)]
struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, id: u32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(id)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
