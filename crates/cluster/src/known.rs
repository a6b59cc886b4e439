//! [`Known`]: a set of nodes in order of insertion, each with its place.

use std::hash::Hash;

use prefetch_index::prefetch_index;

use crate::error::Failure;
use crate::owner::Owner;

/// The nodes of one worker: an array, and a hash table of places in it.
///
/// Both grow in small steps, since doubled arrays would be half empty in the worst case. The table is an array of
/// buckets, each one cache line. An entry is a place plus 1 in its lower bits, and as many bits of the hash as fit
/// above. A bucket is filled from the front, and a node whose bucket is full goes into the next one. When the table
/// grows, it is rebuilt from the nodes, so that the old table can be freed first.
pub(crate) struct Known<N> {
    nodes: Vec<N>,
    buckets: Vec<Bucket>,
    /// The number of bits of an entry that belong to the hash. The others are the place plus 1, and 0 means that there
    /// is no entry.
    tag_bits: u32,
    owner: Owner,
    /// The bytes of a node on the heap, and the sum of these bytes over all nodes.
    heap_of: fn(&N) -> usize,
    heap: usize,
}

const WIDTH: usize = 16;

/// The maximum average number of entries in a bucket. Above it, too many buckets overflow.
const LOAD: usize = WIDTH / 8 * 7;

/// The number of nodes by which prefetching is ahead while the table is rebuilt.
const AHEAD: usize = 16;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([u32; WIDTH]);

impl Bucket {
    /// Returns a set bit for each entry with this tag.
    #[inline]
    fn matches(&self, tag: u32, tag_bits: u32) -> u32 {
        let mut bits = 0;
        // Every entry is shifted, even the first, so that the compiler can use a few wide instructions.
        for (number, entry) in self.0.iter().enumerate() {
            bits |= u32::from(entry & tag_bits == tag) << (number + 1);
        }
        bits >> 1
    }

    fn is_full(&self) -> bool {
        self.0[WIDTH - 1] != 0
    }
}

impl<N: Eq + Hash> Known<N> {
    /// The maximum number of nodes, since an entry of 32 bits has the place plus 1.
    const MOST: usize = u32::MAX as usize;

    /// Creates an empty set. `heap_of` returns the bytes that a node has on the heap; it is not called if nodes have
    /// none.
    pub(crate) fn new(owner: Owner, heap_of: fn(&N) -> usize) -> Self {
        Self {
            nodes: Vec::new(),
            buckets: Vec::new(),
            tag_bits: 0,
            owner,
            heap_of,
            heap: 0,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node at a place that `find` or `insert` has returned.
    #[inline]
    pub(crate) fn get(&self, place: u32) -> &N {
        &self.nodes[place as usize]
    }

    /// Replaces a node with an equal one. (The two may differ in data that the comparison ignores.)
    pub(crate) fn replace(&mut self, place: u32, node: N) {
        let more = self.heap_of(&node);
        let old = std::mem::replace(&mut self.nodes[place as usize], node);
        self.heap = (self.heap + more).saturating_sub(self.heap_of(&old));
    }

    /// The place of a node.
    #[inline]
    pub(crate) fn find(&self, hash: u64, node: &N) -> Option<u32> {
        let (mut number, tag) = self.bucket(hash);
        loop {
            let bucket = self.buckets.get(number)?;
            let mut matches = bucket.matches(tag, self.tag_bits);
            while matches != 0 {
                let entry = bucket.0[matches.trailing_zeros() as usize % WIDTH];
                // An empty entry has tag 0 and leads to place 2³² − 1, where there is no node.
                let place = (entry ^ tag).wrapping_sub(1);
                if self.nodes.get(place as usize).is_some_and(|known| known == node) {
                    return Some(place);
                }
                matches &= matches - 1;
            }
            if !bucket.is_full() {
                return None;
            }
            number = self.after(number);
        }
    }

    /// Begins to fetch the memory that `find` and `insert` read first. Waiting for it takes most of their time.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        prefetch_index(&self.buckets, self.bucket(hash).0);
    }

    /// Begins to fetch the node that `find` and `insert` will compare. The bucket should already be in the cache.
    #[inline]
    pub(crate) fn prefetch_node(&self, hash: u64) {
        let (number, tag) = self.bucket(hash);
        if let Some(bucket) = self.buckets.get(number) {
            let matches = bucket.matches(tag, self.tag_bits);
            let entry = bucket.0[matches.trailing_zeros() as usize % WIDTH];
            prefetch_index(&self.nodes, (entry ^ tag).wrapping_sub(1) as usize);
        }
    }

    /// Returns the node's place and whether it is new. A known node is not replaced.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u64, node: N) -> Result<(u32, bool), Failure> {
        if let Some(place) = self.find(hash, &node) {
            return Ok((place, false));
        }
        Ok((self.add(hash, node)?, true))
    }

    /// Adds a node that is not in the set, and returns its place.
    pub(crate) fn add(&mut self, hash: u64, node: N) -> Result<u32, Failure> {
        if self.nodes.len() >= self.buckets.len() * LOAD {
            self.grow()?;
        }
        grow(&mut self.nodes, 1)?;
        self.heap += self.heap_of(&node);
        self.nodes.push(node);
        Ok(self.link(hash, self.nodes.len()))
    }

    /// Removes all nodes and keeps the allocated memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.heap = 0;
        self.buckets.fill(Bucket([0; WIDTH]));
    }

    #[inline]
    fn heap_of(&self, node: &N) -> usize {
        if std::mem::needs_drop::<N>() {
            (self.heap_of)(node)
        } else {
            0
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.heap + self.nodes.capacity() * size_of::<N>() + self.buckets.capacity() * size_of::<Bucket>()
    }

    /// The number of the bucket for a hash, and the tag.
    #[inline]
    fn bucket(&self, hash: u64) -> (usize, u32) {
        // Scales the upper half to the number of buckets, which need not be a power of two.
        let number = ((hash >> 32) * self.buckets.len() as u64) >> 32;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the lower half; and a number of a bucket"
        )]
        (number as usize, hash as u32 & self.tag_bits)
    }

    fn after(&self, number: usize) -> usize {
        if number + 1 == self.buckets.len() {
            0
        } else {
            number + 1
        }
    }

    /// Enters the last of `count` nodes into the table, which must have capacity, and returns its place.
    #[inline]
    fn link(&mut self, hash: u64, count: usize) -> u32 {
        let (mut number, tag) = self.bucket(hash);
        while self.buckets[number].is_full() {
            number = self.after(number);
        }
        let entries = &mut self.buckets[number].0;
        let used = entries.iter().filter(|entry| **entry != 0).count();
        #[expect(clippy::cast_possible_truncation, reason = "at most `MOST`")]
        let count = count as u32;
        entries[used % WIDTH] = tag | count;
        count - 1
    }

    /// Makes the table a quarter larger.
    fn grow(&mut self) -> Result<(), Failure> {
        let nodes = self.nodes.len();
        if nodes >= Self::MOST - LOAD {
            return Err(Failure::NodeLimit { nodes: nodes as u64 });
        }
        let buckets = (self.buckets.len() + (self.buckets.len() / 4).max(4)).min(Self::MOST / LOAD);
        // The old table is freed before the new one is built from the nodes.
        self.buckets = Vec::new();
        reserve(&mut self.buckets, buckets)?;
        self.buckets.resize(buckets, Bucket([0; WIDTH]));
        #[expect(clippy::cast_possible_truncation, reason = "at most `MOST`")]
        let highest = (buckets * LOAD) as u32;
        self.tag_bits = u32::MAX.checked_shl(u32::BITS - highest.leading_zeros()).unwrap_or(0);
        for place in 0..nodes {
            if let Some(later) = self.nodes.get(place + AHEAD) {
                self.prefetch(self.owner.of(later).1);
            }
            let (_, hash) = self.owner.of(&self.nodes[place]);
            self.link(hash, place + 1);
        }
        Ok(())
    }
}

/// Allocates memory for `more` values in an array, which grows by at least an eighth.
#[inline]
pub(crate) fn grow<T>(array: &mut Vec<T>, more: usize) -> Result<(), Failure> {
    if array.capacity() - array.len() < more {
        reserve(array, more.max(array.len() / 8).max(64))?;
    }
    Ok(())
}

/// Allocates memory for exactly `more` values.
#[cold]
pub(crate) fn reserve<T>(array: &mut Vec<T>, more: usize) -> Result<(), Failure> {
    array.try_reserve_exact(more).map_err(|_| Failure::OutOfMemory {
        bytes: (more * size_of::<T>()) as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node that may have the same hash as many others.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Clumped(u32);

    impl Hash for Clumped {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            state.write_u32(if self.0 < 300 { self.0 % 3 } else { self.0 });
        }
    }

    #[test]
    fn a_node_has_the_place_at_which_it_came() {
        let owner = Owner::among(1);
        let mut known = Known::new(owner, |_| 0);
        for _ in 0..2 {
            for place in 0..20_000 {
                let node = Clumped(place);
                let (_, hash) = owner.of(&node);
                assert_eq!(known.find(hash, &node), None);
                assert_eq!(known.insert(hash, node), Ok((place, true)));
                assert_eq!(known.insert(hash, node), Ok((place, false)));
                assert_eq!(known.get(place), &node);
            }
            for place in 0..20_000 {
                let node = Clumped(place);
                assert_eq!(known.find(owner.of(&node).1, &node), Some(place));
            }
            known.clear();
            assert_eq!((known.len(), known.find(0, &Clumped(0))), (0, None));
        }
    }

    #[test]
    fn little_of_the_memory_is_spare() {
        let owner = Owner::among(1);
        let mut known = Known::new(owner, |_| 0);
        for node in 0..200_000_u64 {
            known.insert(owner.of(&node).1, node).unwrap();
            // 8 for the node and 4 for its place, at the minimum load of a table that has just grown.
            assert!(
                node < 10_000 || known.bytes() < known.len() * 15,
                "{} bytes of {node}",
                known.bytes()
            );
        }
    }
}
