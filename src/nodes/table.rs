//! [`Table`]: the ids of nodes, by hash.

use alloc::vec::Vec;

use crate::memory::Memory;

/// A hash table of ids in buckets of one cache line. A lookup waits for memory once, and once more for the record.
///
/// It grows by linear hashing (Litwin 1980), a segment of buckets at a time, so that no call waits for the whole table.
/// The number of a bucket consists of some bits of the hash. When a segment is split, one more bit decides which of its
/// entries go to the new segment. An entry holds an id and, above it, the bits of the hash that follow. Ids gain a bit
/// when the numbers of the buckets do. The entry then loses only the bit by which it was sorted, and its node is not
/// hashed again.
///
/// Buckets are filled from the front, and an entry whose bucket is full goes to the next bucket of the segment. Such an
/// entry is marked, since the number of its bucket does not match its hash, and its node is hashed again when the
/// segment is split. Single entries are never removed.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// Each has [`SEGMENT`] buckets. A single segment may have fewer, a power of two.
    segments: Vec<Vec<Bucket>>,
    /// The number of buckets when it was last a power of two, minus 1.
    mask: u32,
    /// The number of these buckets, from the first on, that have been split since.
    split: u32,
    len: usize,
    /// The number of entries at which the next segment is split.
    capacity: usize,
    /// Ids for which there is no place in their segment, which happens only if thousands of nodes have the same hash.
    overflowing: Vec<u32>,
}

const WIDTH: usize = 16;

/// The number of bits that an id needs in addition to those of a bucket's number, as there are fewer ids than places.
const ID_BITS: u32 = WIDTH.ilog2();

/// The number of buckets of a segment, which takes 64 KB.
const SEGMENT: usize = 1 << 10;

/// Fewer segments than this (at most 192 KB) are in the cache anyway, so that prefetching would only take time.
const FEW: usize = 4;

/// The mark of an entry that is not in the bucket of its hash.
const DISPLACED: u32 = 1 << 31;

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([u32; WIDTH]);

impl Bucket {
    const EMPTY: Self = Bucket([0; WIDTH]);

    /// A bit for each entry with this tag, starting at bit 1.
    // As the bits start at 1, every entry is shifted, so that the compiler can use a few wide instructions.
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

/// The place where the search for a hash begins.
struct Home {
    segment: usize,
    bucket: usize,
    tag: u32,
    /// The bits of an entry that belong to the hash. The bits below them are the id plus 1, so that 0 is an empty
    /// entry.
    tag_bits: u32,
}

impl Table {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether there is capacity for `count` more entries, whose ids are below `ids`. Otherwise, the table has to
    /// [grow](Self::grow).
    #[inline]
    pub(super) fn has_capacity(&self, count: usize, ids: usize) -> bool {
        self.len + count <= self.capacity && ids >> ID_BITS <= self.mask as usize
    }

    /// The 31 bits of a hash that the table uses. The methods take these instead of a hash.
    #[inline]
    pub(super) fn bits(hash: u64) -> u32 {
        (hash >> 33) as u32
    }

    #[inline]
    fn home(&self, bits: u32) -> Home {
        let number = bits >> ID_BITS;
        let is_split = number & self.mask < self.split;
        let mask = if is_split { 2 * self.mask + 1 } else { self.mask };
        let tag_bits = !mask << ID_BITS & !DISPLACED;
        let number = (number & mask) as usize;
        Home {
            segment: number / SEGMENT,
            bucket: number % SEGMENT,
            tag: bits & tag_bits,
            tag_bits,
        }
    }

    /// Begins to fetch the hash's bucket from memory, without waiting for it.
    #[inline]
    pub(super) fn prefetch(&self, bits: u32) {
        if self.segments.len() < FEW {
            return;
        }
        let home = self.home(bits);
        if let Some(segment) = self.segments.get(home.segment) {
            #[cfg(feature = "prefetch")]
            prefetch_index::prefetch_index(segment, home.bucket);
            #[cfg(not(feature = "prefetch"))]
            core::hint::black_box(segment.get(home.bucket).map(|bucket| bucket.0[0]));
        }
    }

    /// The id with this hash for which `is_it` holds.
    #[expect(clippy::inline_always, reason = "called, a lookup takes a quarter more instructions")]
    #[inline(always)]
    pub(super) fn find(&self, bits: u32, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let home = self.home(bits);
        let segment = self.segments.get(home.segment)?;
        let mut number = home.bucket;
        loop {
            let bucket = segment.get(number)?;
            let mut matches = bucket.matches(home.tag, home.tag_bits);
            while matches != 0 {
                let entry = bucket.0[(matches.trailing_zeros() as usize - 1) % WIDTH];
                let id = (entry & !home.tag_bits & !DISPLACED).wrapping_sub(1);
                if entry != 0 && is_it(id) {
                    return Some(id);
                }
                matches &= matches - 1;
            }
            if !bucket.is_full() {
                return None;
            }
            number = (number + 1) & (segment.len() - 1);
            if number == home.bucket {
                return self.overflowing.iter().copied().find(|id| is_it(*id));
            }
        }
    }

    /// Adds an id, for which there must be [capacity](Self::has_capacity). Returns whether its segment has a place for
    /// it.
    #[inline]
    pub(super) fn insert(&mut self, bits: u32, id: u32) -> bool {
        let Home {
            segment,
            bucket: home,
            tag,
            ..
        } = self.home(bits);
        let Some(segment) = self.segments.get_mut(segment) else {
            return false;
        };
        let (mut number, mut entry) = (home, tag | (id + 1));
        while segment[number].is_full() {
            entry |= DISPLACED;
            number = (number + 1) & (segment.len() - 1);
            if number == home {
                return false;
            }
        }
        let entries = &mut segment[number].0;
        // A binary search for the first empty entry: all used entries come before it.
        let mut free = 0;
        for half in [WIDTH / 2, WIDTH / 4, WIDTH / 8, WIDTH / 16] {
            free += half * usize::from(entries[(free + half - 1) % WIDTH] != 0);
        }
        entries[free % WIDTH] = entry;
        self.len += 1;
        true
    }

    /// Adds an id for which its segment has no place. Returns `None` if there is not enough memory.
    #[cold]
    pub(super) fn add_overflowing(&mut self, id: u32, memory: &mut Memory) -> Option<()> {
        memory.push(&mut self.overflowing, id)?;
        self.len += 1;
        Some(())
    }

    /// Adds buckets: doubles the only segment until it has its full size, and adds a segment afterwards. `bits` returns
    /// the [bits](Self::bits) of an id. Returns `None` if there is not enough memory.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self, bits: impl Fn(u32) -> u32, memory: &mut Memory) -> Option<()> {
        let Some(old) = self.segments.get(self.split as usize / SEGMENT) else {
            self.add_segment(1, memory)?;
            self.set_capacity();
            return Some(());
        };
        let width = old.len();
        let entries = old.iter().flat_map(|bucket| bucket.0);
        let displaced = entries.filter(|entry| entry & DISPLACED != 0).count();
        // This number is nearly always the same, so that the memory does not depend on the hasher.
        memory.grow(&mut self.overflowing, displaced.max(width * WIDTH / 4))?;
        let (lower, upper) = if width < SEGMENT {
            let only = &mut self.segments[0];
            memory.grow_by(only, width, width)?;
            only.resize(2 * width, Bucket::EMPTY);
            only.split_at_mut(width)
        } else {
            self.add_segment(SEGMENT, memory)?;
            let (old, new) = self
                .segments
                .split_at_mut((self.mask as usize + 1 + self.split as usize) / SEGMENT);
            (&mut old[self.split as usize / SEGMENT][..], &mut new[0][..])
        };
        let id_bits = (self.mask << ID_BITS) | ((1 << ID_BITS) - 1);
        let sorted_by = id_bits + 1;
        for (lower, upper) in lower.iter_mut().zip(upper) {
            // Sorted without branches, which would be mispredicted.
            let (mut sorted, mut counts) = ([[0; WIDTH]; 3], [0; 3]);
            for entry in lower.0 {
                let class = if entry & DISPLACED == 0 {
                    usize::from(entry & sorted_by != 0)
                } else {
                    2
                };
                sorted[class][counts[class] % WIDTH] = entry & !sorted_by;
                counts[class] += usize::from(entry != 0);
            }
            let [stay, go, displaced] = sorted;
            (lower.0, upper.0) = (stay, go);
            self.overflowing
                .extend(displaced[..counts[2]].iter().map(|entry| (entry & id_bits) - 1));
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most those of a segment")]
        let split = width as u32;
        self.split += split;
        if self.split > self.mask {
            (self.mask, self.split) = (2 * self.mask + 1, 0);
        }
        self.set_capacity();
        // Including those that found no place before.
        let mut left = 0;
        for number in 0..self.overflowing.len() {
            let id = self.overflowing[number];
            self.len -= 1;
            if !self.insert(bits(id), id) {
                self.overflowing[left] = id;
                left += 1;
                self.len += 1;
            }
        }
        self.overflowing.truncate(left);
        Some(())
    }

    fn add_segment(&mut self, buckets: usize, memory: &mut Memory) -> Option<()> {
        memory.grow(&mut self.segments, 1)?;
        let mut segment = Vec::new();
        memory.grow_by(&mut segment, buckets, buckets)?;
        segment.resize(buckets, Bucket::EMPTY);
        self.segments.push(segment);
        Some(())
    }

    /// The next segment is split when its buckets have 13.5 to 14.5 entries on average, so that few of them overflow.
    fn set_capacity(&mut self) {
        self.capacity = (self.mask as usize + 1) * 27 / 2 + self.split as usize;
    }

    pub(super) fn clear(&mut self) {
        if self.len > 0 {
            for segment in &mut self.segments {
                segment.fill(Bucket::EMPTY);
            }
            self.overflowing.clear();
            self.len = 0;
        }
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
            first_id in prop_oneof![Just(0), Just(70_000), Just(1_000_000)],
        ) {
            // Different nodes may have the same hash.
            let mut model = BTreeMap::<u64, Vec<u32>>::new();
            let mut table = Table::default();
            for (hash, id) in hashes.iter().zip(first_id..) {
                while !table.has_capacity(1, id as usize + 1) {
                    table.grow(|id| Table::bits(hashes[(id - first_id) as usize]), &mut Memory::default()).unwrap();
                }
                if !table.insert(Table::bits(*hash), id) {
                    table.add_overflowing(id, &mut Memory::default()).unwrap();
                }
                model.entry(*hash).or_default().push(id);
            }
            prop_assert_eq!(table.len(), hashes.len());
            for (hash, ids) in &model {
                for id in ids {
                    prop_assert_eq!(table.find(Table::bits(*hash), |found| found == *id), Some(*id));
                }
            }
            for hash in others.iter().filter(|hash| !model.contains_key(hash)) {
                // Another node may have the same tag, and only a comparison of the nodes distinguishes them.
                prop_assert_eq!(table.find(Table::bits(*hash), |_| false), None);
            }
            table.clear();
            prop_assert_eq!(table.len(), 0);
            prop_assert!(hashes.iter().all(|hash| table.find(Table::bits(*hash), |_| true).is_none()));
        }
    }

    /// A table of ids with the hashes that `hash` returns.
    fn table_of(count: u32, hash: impl Fn(u32) -> u64) -> Table {
        let mut table = Table::default();
        for id in 0..count {
            while !table.has_capacity(1, id as usize + 1) {
                table.grow(|id| Table::bits(hash(id)), &mut Memory::default()).unwrap();
            }
            if !table.insert(Table::bits(hash(id)), id) {
                table.add_overflowing(id, &mut Memory::default()).unwrap();
            }
        }
        table
    }

    #[test]
    fn entries_lie_in_all_buckets_and_tags_tell_them_apart() {
        let hash = |id: u32| u64::from(id).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        // With few buckets, with one segment, and with several segments of which some have been split.
        for count in [200, 13_000, 60_000, 112_000, 113_000, 150_000] {
            let table = table_of(count, hash);
            let buckets = table.segments.iter().flatten();
            assert!(buckets.clone().all(|bucket| bucket.0[0] != 0));
            assert!(table.capacity >= count as usize && buckets.clone().count() * WIDTH / 3 < count as usize);
            let entries = buckets.flat_map(|bucket| bucket.0);
            let displaced = entries.filter(|entry| entry & DISPLACED != 0).count();
            assert!(displaced < count as usize / 10 + 10, "{displaced} of {count}");
            let mut tested = 0;
            for id in 0..2 * count {
                let found = table.find(Table::bits(hash(id)), |found| {
                    tested += 1;
                    found == id
                });
                assert_eq!(found, (id < count).then_some(id));
            }
            assert!(tested < count + count / 100, "{tested}");
        }
    }

    #[test]
    fn nodes_with_one_hash_are_found_when_their_segment_is_full() {
        let hash = |id: u32| {
            if id < 20_000 {
                7
            } else {
                u64::from(id).wrapping_mul(0xD6E8_FEB8_6659_FD93)
            }
        };
        let table = table_of(60_000, hash);
        assert!(table.overflowing.len() > 3_000 && table.segments.len() > 3);
        for id in (0..20_000).step_by(97).chain(20_000..60_000) {
            assert_eq!(table.find(Table::bits(hash(id)), |found| found == id), Some(id));
        }
        assert_eq!(table.find(7, |_| false), None);
    }

    #[test]
    fn an_empty_table_has_nothing() {
        let table = Table::default();
        table.prefetch(7);
        assert_eq!(table.find(7, |_| true), None);
        assert!(!table.has_capacity(1, 1));
    }
}
