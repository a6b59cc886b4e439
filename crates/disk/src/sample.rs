//! [`Smallest`]: a sample of nodes, drawn in one pass.

use std::collections::BinaryHeap;

use siphasher::sip::SipHasher13;

use crate::Error;
use crate::key::Key;

/// A hash, its key, the depth and the bytes in addition to the key, in the order in which nodes are drawn.
pub(crate) type Drawn<K> = (u64, K, usize, Vec<u8>);

/// Keeps the keys with the smallest hashes under a seed. The choice does not depend on the order in which keys arrive,
/// so all sets of this size are equally likely.
pub(crate) struct Smallest<K> {
    at_most: usize,
    hasher: SipHasher13,
    heap: BinaryHeap<Drawn<K>>,
    bytes: Vec<u8>,
}

impl<K: Key> Smallest<K> {
    pub(crate) fn new(at_most: usize, seed: u64) -> Self {
        Self {
            at_most,
            hasher: SipHasher13::new_with_keys(seed, 0),
            heap: BinaryHeap::new(),
            bytes: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, key: K, depth: usize, rest: &[u8]) -> Result<(), Error> {
        self.bytes.clear();
        key.write_rest(0, &mut self.bytes);
        let hash = self.hasher.hash(&self.bytes);
        if self.heap.len() < self.at_most {
            let bytes = size_of::<Drawn<K>>();
            self.heap.try_reserve(1).map_err(|_| Error::OutOfMemory { bytes })?;
        } else if self
            .heap
            .peek()
            .is_none_or(|largest| (largest.0, largest.1) <= (hash, key))
        {
            return Ok(());
        } else {
            self.heap.pop();
        }
        self.heap.push((hash, key, depth, rest.to_owned()));
        Ok(())
    }

    /// Returns the keys in the order of their hashes.
    pub(crate) fn drawn(self) -> Vec<Drawn<K>> {
        self.heap.into_sorted_vec()
    }
}
