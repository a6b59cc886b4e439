//! [`Table`]: from a node's hash to its id.

use alloc::vec::Vec;
use core::hint::black_box;

/// A hash table of ids in buckets of one cache line: a look-up waits for memory once, and once more for the record.
///
/// An entry is an id, and above it as many bits of the hash as there is room for, so that nearly all records looked at
/// are the right ones. Buckets are filled from the front, and what finds its bucket full goes to the next one. Nothing
/// is ever removed on its own.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    len: usize,
    /// Which bits of an entry are the hash's. The others are the id plus 1: an entry of 0 is none.
    tag_bits: u32,
}

const WIDTH: usize = 16;

/// The most entries for each bucket: above that, too many run over.
const FULL: usize = 14;

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([u32; WIDTH]);

impl Bucket {
    const EMPTY: Self = Bucket([0; WIDTH]);

    /// A bit for each entry with this tag, from bit 1 on.
    // From bit 1 on, all entries are shifted: the compiler makes a few wide instructions of them.
    #[inline]
    fn matches(&self, tag: u32, tag_bits: u32) -> u32 {
        let mut bits = 0;
        for (place, entry) in self.0.iter().enumerate() {
            bits |= u32::from(entry & tag_bits == tag) << (place + 1);
        }
        bits
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.0[WIDTH - 1] != 0
    }
}

impl Table {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket>()
    }

    /// The number of bytes that a table with room for `count` entries takes.
    pub(super) fn bytes_for(count: usize) -> usize {
        (count / FULL + 1) * size_of::<Bucket>()
    }

    /// Whether one more entry, the id `id`, needs a larger table first.
    #[inline]
    pub(super) fn is_full_for(&self, id: u32) -> bool {
        self.len >= self.buckets.len() * FULL || (id + 1) & self.tag_bits != 0
    }

    /// An empty table with room for `count` entries with ids up to `highest`, or `None` if there is no memory.
    pub(super) fn with_room(count: usize, highest: u32) -> Option<Self> {
        let buckets = count / FULL + 1;
        let mut table = Table {
            buckets: Vec::new(),
            len: 0,
            tag_bits: !(u32::MAX >> (highest + 1).leading_zeros()),
        };
        table.buckets.try_reserve_exact(buckets).ok()?;
        table.buckets.resize(buckets, Bucket::EMPTY);
        Some(table)
    }

    /// The number of entries for which there is room.
    pub(super) fn capacity(&self) -> usize {
        self.buckets.len() * FULL
    }

    /// The number of a hash's bucket, and its tag.
    #[inline]
    fn place(&self, hash: u64) -> (usize, u32) {
        // A hasher that is not the default one may leave the upper bits alone.
        let mixed = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (upper, lower) = (mixed >> 32, mixed & u64::from(u32::MAX));
        // Below the number of buckets, in the proportion of the upper half: that number need be no power of two.
        #[expect(clippy::cast_possible_truncation, reason = "both halves have 32 bits")]
        let (bucket, tag) = (((upper * self.buckets.len() as u64) >> 32) as usize, lower as u32);
        (bucket, tag & self.tag_bits)
    }

    /// Begins to fetch the hash's bucket from memory, without waiting for it.
    #[inline]
    pub(super) fn warm(&self, hash: u64) {
        let (bucket, _) = self.place(hash);
        black_box(self.buckets.get(bucket).map(|bucket| bucket.0[0]));
    }

    /// The id with that hash for which `is_it` holds.
    #[inline]
    pub(super) fn find(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let (mut number, tag) = self.place(hash);
        loop {
            let bucket = self.buckets.get(number)?;
            let mut matches = bucket.matches(tag, self.tag_bits);
            while matches != 0 {
                let entry = bucket.0[(matches.trailing_zeros() as usize - 1) % WIDTH];
                // An empty entry has tag 0, and id 2³² − 1.
                let id = (entry ^ tag).wrapping_sub(1);
                if entry != 0 && is_it(id) {
                    return Some(id);
                }
                matches &= matches - 1;
            }
            if !bucket.is_full() {
                return None;
            }
            number = self.next(number);
        }
    }

    /// Adds an id, for which there must be [room](Self::is_full_for).
    #[inline]
    pub(super) fn insert(&mut self, hash: u64, id: u32) {
        let (mut number, tag) = self.place(hash);
        while self.buckets[number].is_full() {
            number = self.next(number);
        }
        let entries = &mut self.buckets[number].0;
        // The first empty one, by halves: all that are used lie before it.
        let mut free = 0;
        for half in [WIDTH / 2, WIDTH / 4, WIDTH / 8, WIDTH / 16] {
            free += half * usize::from(entries[(free + half - 1) % WIDTH] != 0);
        }
        entries[free % WIDTH] = tag | (id + 1);
        self.len += 1;
    }

    #[inline]
    fn next(&self, number: usize) -> usize {
        if number + 1 == self.buckets.len() {
            0
        } else {
            number + 1
        }
    }

    pub(super) fn clear(&mut self) {
        if self.len > 0 {
            self.buckets.fill(Bucket::EMPTY);
            self.len = 0;
        }
    }

    /// All ids, in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        let tag_bits = self.tag_bits;
        let entries = self.buckets.iter().flat_map(|bucket| bucket.0);
        entries
            .filter(|entry| *entry != 0)
            .map(move |entry| (entry & !tag_bits) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn finds_what_was_put_in(
            hashes in prop::collection::vec(prop_oneof![any::<u64>(), 0..40_u64, (0..40_u64).prop_map(|hash| hash << 58)], 0..600),
            others in prop::collection::vec(prop_oneof![any::<u64>(), 0..60_u64], 0..100),
            first_id in prop_oneof![Just(0), Just(70_000), Just((1_u32 << 31) - 1000)],
        ) {
            // Different nodes may have the same hash.
            let mut model = BTreeMap::<u64, Vec<u32>>::new();
            let mut table = Table::default();
            for (hash, id) in hashes.iter().zip(first_id..) {
                if table.is_full_for(id) {
                    let mut larger = Table::with_room(table.len() * 2 + 1, id).unwrap();
                    for (hash, ids) in &model {
                        for id in ids {
                            larger.insert(*hash, *id);
                        }
                    }
                    table = larger;
                }
                table.insert(*hash, id);
                model.entry(*hash).or_default().push(id);
            }
            prop_assert_eq!(table.len(), hashes.len());
            let mut ids: Vec<u32> = table.iter().collect();
            ids.sort_unstable();
            prop_assert!(ids.into_iter().eq((first_id..).take(hashes.len())));
            for (hash, ids) in &model {
                for id in ids {
                    prop_assert_eq!(table.find(*hash, |found| found == *id), Some(*id));
                }
            }
            for hash in others.iter().filter(|hash| !model.contains_key(hash)) {
                // Another node may share the tag, and is told apart by what it is.
                prop_assert_eq!(table.find(*hash, |_| false), None);
            }
            table.clear();
            prop_assert_eq!(table.len(), 0);
            prop_assert!(hashes.iter().all(|hash| table.find(*hash, |_| true).is_none()));
        }
    }

    #[test]
    fn entries_lie_in_all_buckets_and_tags_tell_them_apart() {
        let count = 20_000_u32;
        let hash = |id: u32| u64::from(id).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mut table = Table::with_room(2 * count as usize, count).unwrap();
        for id in 0..count {
            table.insert(hash(id), id);
        }
        let full = table.buckets.iter().filter(|bucket| bucket.is_full()).count();
        assert!(full < table.buckets.len() / 20, "{full} of {}", table.buckets.len());
        let mut tested = 0;
        for id in 0..2 * count {
            table.find(hash(id), |found| {
                tested += 1;
                found == id
            });
        }
        assert!(tested < count + count / 100, "{tested}");
    }

    #[test]
    fn an_empty_table_has_nothing() {
        let table = Table::default();
        table.warm(7);
        assert_eq!(table.find(7, |_| true), None);
        assert!(table.is_full_for(0));
    }
}
