//! [`Table`]: from a node's hash to the number of its record.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hint::black_box;

use super::Refusal;
use super::indexed::filled;

/// A hash table of numbers that does not stop the search to grow: it consists of segments, and each of them grows by itself.
///
/// A small table is one segment. A large one has 256, told apart by the uppermost bits of the hash, so that growth moves
/// a small part of the numbers at a time, and does not look at the nodes for it.
#[derive(Clone, Debug)]
pub(super) struct Table {
    segments: Box<[Segment]>,
    /// How many bits of a hash are for the place within its segment. Those above are the segment's number.
    place_bits: u32,
    /// So many bits that are set.
    place_mask: u32,
    bytes: usize,
}

/// A hash table in buckets of one cache line: a look-up waits for memory once, and once more for the record.
///
/// A hash is a number below 2²⁸ or 2²⁰ here. As many consecutive hashes as `span` share a bucket. An entry is the number
/// of the record plus `numbers` times the hash's position among those, plus 1, since 0 is no entry. Hence nearly all
/// records looked at are the right ones, and the hashes are known when the entries move to more buckets.
///
/// Buckets are filled from the front, and what finds its bucket full goes to the next one. Nothing is ever removed on
/// its own.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
struct Segment {
    buckets: Box<[Bucket]>,
    span: u32,
    /// 2⁶⁴ / `span`, rounded up: to divide by multiplication.
    reciprocal: u64,
    /// All record numbers are below.
    numbers: u32,
    /// How many entries there are, and how many there may be.
    len: u32,
    room: u32,
    /// A bit for each entry that is not in its hash's bucket, by bucket.
    displaced: Box<[u16]>,
}

const WIDTH: usize = 16;
/// How many entries there may be for each bucket. Above that, too many buckets run over.
const LOAD: usize = WIDTH / 8 * 7;

/// The bits of a hash that count.
const HASH_BITS: u32 = 28;
const SEGMENT_BITS: u32 = 8;
const SEGMENTS: usize = 1 << SEGMENT_BITS;
/// From so many entries on a table has several segments.
const LARGE: usize = 1 << 16;

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([u32; WIDTH]);

impl Bucket {
    const EMPTY: Self = Bucket([0; WIDTH]);

    /// A bit for each entry from `first` on with one of so many `numbers`, from bit 1 on.
    // From bit 1 on, all entries are shifted: the compiler makes a few wide instructions of them.
    #[inline]
    fn matches(&self, first: u32, numbers: u32) -> u32 {
        // Both sides are moved by 2³¹: the instructions compare signed numbers.
        const MIDDLE: u32 = 1 << 31;
        let (first, numbers) = (first.wrapping_add(MIDDLE), numbers.wrapping_sub(MIDDLE).cast_signed());
        let mut bits = 0;
        for (place, entry) in self.0.iter().enumerate() {
            bits |= u32::from(entry.wrapping_sub(first).cast_signed() < numbers) << (place + 1);
        }
        bits
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.0[WIDTH - 1] != 0
    }
}

impl Default for Table {
    fn default() -> Self {
        Table {
            segments: [Segment::default()].into(),
            place_bits: HASH_BITS,
            place_mask: (1 << HASH_BITS) - 1,
            bytes: 0,
        }
    }
}

impl Table {
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The part of a hash that counts.
    #[inline]
    pub(super) fn bits(hash: u64) -> u32 {
        (hash >> (u64::BITS - HASH_BITS)) as u32
    }

    #[inline]
    fn segment_of(&self, bits: u32) -> usize {
        (bits >> self.place_bits) as usize
    }

    /// The bits below those for the segment.
    #[inline]
    fn rest_of(&self, bits: u32) -> u32 {
        bits & self.place_mask
    }

    /// Has the bucket for these [bits](Self::bits) fetched from memory, without waiting for it.
    #[inline]
    pub(super) fn warm(&self, bits: u32) {
        let segment = &self.segments[self.segment_of(bits)];
        let (bucket, _) = segment.home(self.rest_of(bits));
        black_box(segment.buckets.get(bucket).map(|bucket| bucket.0[0]));
    }

    /// The number with these bits for which `is_it` holds.
    #[inline]
    pub(super) fn find(&self, bits: u32, is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        self.segments[self.segment_of(bits)].find(self.rest_of(bits), is_it)
    }

    /// Adds a number and returns `true`, if there is room for it.
    #[inline]
    pub(super) fn insert(&mut self, bits: u32, number: u32) -> bool {
        let (segment, rest) = (self.segment_of(bits), self.rest_of(bits));
        let segment = &mut self.segments[segment];
        let has_room = segment.len < segment.room && number < segment.numbers;
        if has_room {
            let (bucket, first) = segment.home(rest);
            segment.insert(bucket, first + number);
        }
        has_room
    }

    /// Makes room for a number with these bits, in at most `bytes` more. `bits_of` returns those of the numbers that are
    /// there.
    #[cold]
    #[inline(never)]
    pub(super) fn make_room(
        &mut self,
        bits: u32,
        number: u32,
        bytes: usize,
        bits_of: impl Fn(u32) -> u32,
    ) -> Result<(), Refusal> {
        let (place, range) = (self.segment_of(bits), self.range());
        let old = &self.segments[place];
        if self.segments.len() == 1 && old.len as usize >= LARGE {
            let mean = old.len as usize / SEGMENTS;
            // Of different sizes, so that they do not all grow at the same time.
            return self.rebuild(SEGMENTS, number, bytes, bits_of, |place| {
                mean + mean * place / (4 * SEGMENTS)
            });
        }
        // By a quarter where it is large: spare room is memory.
        let span = match self.segments.len() {
            _ if old.buckets.is_empty() => range,
            1 => old.span / 2,
            _ => old.span - old.span.div_ceil(5),
        };
        let mut larger = Segment::new(range, span.min(most_span(number)), bytes)?;
        larger.fill(old, |number| self.rest_of(bits_of(number)));
        self.bytes = self.bytes - old.bytes() + larger.bytes();
        self.segments[place] = larger;
        Ok(())
    }

    /// Makes room for `count` numbers in all, which are not larger than that.
    pub(super) fn reserve(&mut self, count: usize, bits_of: impl Fn(u32) -> u32) -> Result<(), Refusal> {
        let segments = if count < LARGE { self.segments.len() } else { SEGMENTS };
        // Hashes are spread by chance.
        let mean = count / segments;
        let room = mean + mean / 32 + WIDTH;
        if self.segments.len() == segments && self.segments.iter().all(|segment| segment.room as usize >= mean) {
            return Ok(());
        }
        let largest = u32::try_from(count).unwrap_or(1 << 30);
        self.rebuild(segments, largest, usize::MAX, bits_of, |_| room)
    }

    /// Replaces the segments, one or all, by so many with at least this `room` each for numbers up to `largest`.
    fn rebuild(
        &mut self,
        segments: usize,
        largest: u32,
        bytes: usize,
        bits_of: impl Fn(u32) -> u32,
        room: impl Fn(usize) -> usize,
    ) -> Result<(), Refusal> {
        let place_bits = HASH_BITS - segments.ilog2();
        let mut larger = Table {
            place_bits,
            place_mask: (1 << place_bits) - 1,
            ..Table::default()
        };
        let mut parts = Vec::new();
        parts.try_reserve_exact(segments).map_err(|_| Refusal::OutOfMemory)?;
        let mut counts = [0; SEGMENTS];
        self.for_each(&bits_of, |bits, _| counts[larger.segment_of(bits)] += 1);
        for (place, count) in counts.iter().take(segments).enumerate() {
            let buckets = room(place).max(count + count / 4) / LOAD + 1;
            let span = larger.range() / u32::try_from(buckets).unwrap_or(u32::MAX);
            let segment = Segment::new(larger.range(), span.min(most_span(largest)), bytes - larger.bytes)?;
            larger.bytes += segment.bytes();
            parts.push(segment);
        }
        larger.segments = parts.into();
        self.for_each(&bits_of, |bits, number| {
            larger.insert(bits, number);
        });
        *self = larger;
        Ok(())
    }

    /// Passes on all numbers with the bits of their hashes that count.
    fn for_each(&self, bits_of: impl Fn(u32) -> u32, mut receive: impl FnMut(u32, u32)) {
        for (segment, first) in self.segments.iter().zip((0..).step_by(1 << self.place_bits)) {
            let rest_of = |number| self.rest_of(bits_of(number));
            segment.for_each(rest_of, |rest, number| receive(first + rest, number));
        }
    }

    /// How many hashes a segment has.
    fn range(&self) -> u32 {
        1 << self.place_bits
    }

    pub(super) fn clear(&mut self) {
        for segment in &mut self.segments {
            if segment.len > 0 {
                segment.buckets.fill(Bucket::EMPTY);
                segment.displaced.fill(0);
                segment.len = 0;
            }
        }
    }
}

/// The most hashes that may share a bucket where numbers are as large as that, and get larger by a quarter.
fn most_span(largest: u32) -> u32 {
    u32::MAX / (largest + largest / 4 + 1)
}

/// 2⁶⁴ / `divisor`, rounded up, for [`divide`].
fn reciprocal(divisor: u32) -> u64 {
    u64::MAX / u64::from(divisor) + 1
}

/// A quotient by multiplication. It is exact (Lemire, Kaser, Kurz: Faster remainder by direct computation, 2019).
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "it is at most the dividend")]
fn divide(dividend: u32, reciprocal: u64) -> u32 {
    ((u128::from(dividend) * u128::from(reciprocal)) >> 64) as u32
}

impl Segment {
    /// An empty segment for hashes below `range`, `span` of them a bucket, in at most `bytes`.
    fn new(range: u32, span: u32, bytes: usize) -> Result<Self, Refusal> {
        // The least span that has a reciprocal. With one of 1 there would be 2³² entries, or equal hashes without end.
        if span < 2 {
            return Err(Refusal::OutOfMemory);
        }
        let count = range.div_ceil(span) as usize;
        if count * (size_of::<Bucket>() + size_of::<u16>()) > bytes {
            return Err(Refusal::MemoryLimit);
        }
        Ok(Segment {
            buckets: filled(&Bucket::EMPTY, count)?.into(),
            span,
            reciprocal: reciprocal(span),
            numbers: u32::MAX / span,
            len: 0,
            room: u32::try_from(count * LOAD).unwrap_or(u32::MAX),
            displaced: filled(&0, count)?.into(),
        })
    }

    fn bytes(&self) -> usize {
        self.buckets.len() * (size_of::<Bucket>() + size_of::<u16>())
    }

    /// The number of a hash's bucket, and the first entry that the hash can have.
    #[inline]
    fn home(&self, hash: u32) -> (usize, u32) {
        let bucket = divide(hash, self.reciprocal);
        let position = hash.wrapping_sub(bucket.wrapping_mul(self.span));
        (bucket as usize, position.wrapping_mul(self.numbers).wrapping_add(1))
    }

    #[inline]
    fn find(&self, hash: u32, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let (mut number, first) = self.home(hash);
        loop {
            let bucket = self.buckets.get(number)?;
            let mut matches = bucket.matches(first, self.numbers);
            while matches != 0 {
                let found = bucket.0[(matches.trailing_zeros() as usize - 1) % WIDTH].wrapping_sub(first);
                if is_it(found) {
                    return Some(found);
                }
                matches &= matches - 1;
            }
            if !bucket.is_full() {
                return None;
            }
            number = self.next(number);
        }
    }

    /// Puts an entry into its bucket or, if that is full, into one behind. Returns which, and how many are there now.
    #[inline]
    fn insert(&mut self, home: usize, entry: u32) -> (usize, usize) {
        let mut bucket = home;
        while self.buckets[bucket].is_full() {
            bucket = self.next(bucket);
        }
        let entries = &mut self.buckets[bucket].0;
        // The first empty one, by halves: all that are used lie before it.
        let mut free = 0;
        for half in [WIDTH / 2, WIDTH / 4, WIDTH / 8, WIDTH / 16] {
            free += half * usize::from(entries[(free + half - 1) % WIDTH] != 0);
        }
        entries[free % WIDTH] = entry;
        if bucket != home {
            self.displaced[bucket] |= 1 << free;
        }
        self.len += 1;
        (bucket, free + 1)
    }

    /// Puts the entries of a smaller segment into this empty one.
    fn fill(&mut self, other: &Segment, hash_of: impl Fn(u32) -> u32) {
        // Buckets into which entries have gone lately, and how many are in them: mostly the next one goes there, too.
        let mut recent = [(usize::MAX, 0); 4];
        other.for_each(hash_of, |hash, number| {
            let (home, first) = self.home(hash);
            let (bucket, count) = recent[home % 4];
            let (bucket, count) = if bucket == home && count < WIDTH {
                self.buckets[bucket].0[count] = first + number;
                self.len += 1;
                (bucket, count + 1)
            } else {
                self.insert(home, first + number)
            };
            recent[bucket % 4] = (bucket, count);
        });
    }

    #[inline]
    fn next(&self, number: usize) -> usize {
        if number + 1 == self.buckets.len() {
            0
        } else {
            number + 1
        }
    }

    /// Passes on the hashes and numbers of all entries. `hash_of` returns those of entries that are not in their bucket.
    fn for_each(&self, hash_of: impl Fn(u32) -> u32, mut receive: impl FnMut(u32, u32)) {
        let reciprocal = reciprocal(self.numbers.max(2));
        let mut base = 0;
        for (bucket, displaced) in self.buckets.iter().zip(&self.displaced) {
            for (place, entry) in bucket.0.iter().enumerate() {
                let Some(entry) = entry.checked_sub(1) else { break };
                let position = divide(entry, reciprocal);
                let number = entry - position * self.numbers;
                let is_displaced = displaced >> place & 1 != 0;
                let hash = if is_displaced { hash_of(number) } else { base + position };
                receive(hash, number);
            }
            base += self.span;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use proptest::prelude::*;

    /// Whether the table has all of these, and nothing else.
    fn check(table: &Table, hashes: &[u32], others: &[u32], first: u32) -> Result<(), TestCaseError> {
        // Different nodes may have the same hash.
        let mut model = BTreeMap::<u32, Vec<u32>>::new();
        for (bits, number) in hashes.iter().zip(first..) {
            model.entry(*bits).or_default().push(number);
        }
        for (bits, numbers) in &model {
            for number in numbers {
                prop_assert_eq!(table.find(*bits, |found| found == *number), Some(*number));
            }
        }
        for bits in others.iter().filter(|bits| !model.contains_key(bits)) {
            // Another node may look alike, and is told apart by what it is.
            prop_assert_eq!(table.find(*bits, |_| false), None);
        }
        let len: u32 = table.segments.iter().map(|segment| segment.len).sum();
        prop_assert_eq!(len as usize, hashes.len());
        prop_assert_eq!(table.bytes, table.segments.iter().map(Segment::bytes).sum::<usize>());
        Ok(())
    }

    fn enter(table: &mut Table, hashes: &[u32], first: u32) {
        for (bits, number) in hashes.iter().zip(first..) {
            if !table.insert(*bits, number) {
                let made = table.make_room(*bits, number, usize::MAX, |number| hashes[(number - first) as usize]);
                assert!(made.is_ok() && table.insert(*bits, number));
            }
        }
    }

    fn some_bits() -> impl Strategy<Value = u32> {
        const ALL: u32 = 1 << HASH_BITS;
        prop_oneof![0..ALL, 0..40_u32, (0..40_u32).prop_map(|bits| (bits << 22) % ALL)]
    }

    proptest! {
        #[test]
        fn finds_what_was_put_in(
            hashes in prop::collection::vec(some_bits(), 0..600),
            others in prop::collection::vec(some_bits(), 0..100),
            first in prop_oneof![Just(0), Just(70_000), Just(1_000_000)],
            room in prop_oneof![Just(0), Just(100), Just(LARGE)],
        ) {
            let mut table = Table::default();
            for _ in 0..2 {
                prop_assert!(table.reserve(room, |_| 0).is_ok());
                enter(&mut table, &hashes, first);
                check(&table, &hashes, &others, first)?;
                table.clear();
                prop_assert!(hashes.iter().all(|bits| table.find(*bits, |_| true).is_none()));
            }
        }
    }

    /// As many as it takes for segments to divide and to grow, spread evenly or not.
    #[test]
    fn finds_all_of_many() {
        for (count, first_bit) in [(300_000_u32, 4), (300_000, 8), (5_000, 20)] {
            let hashes: Vec<u32> = (0..count).map(|n| n.wrapping_mul(0x9E37_79B9) >> first_bit).collect();
            let mut table = Table::default();
            enter(&mut table, &hashes, 0);
            check(&table, &hashes, &[1, 2, 3, 0x0FFF_FFFF], 0).unwrap();
        }
    }

    #[test]
    fn an_empty_table_has_nothing_and_a_limit_is_kept() {
        let mut table = Table::default();
        table.warm(7);
        assert_eq!(table.find(7, |_| true), None);
        assert!(!table.insert(7, 0));
        assert!(matches!(table.make_room(7, 0, 65, |_| 0), Err(Refusal::MemoryLimit)));
        assert!(table.make_room(7, 0, 66, |_| 0).is_ok());
        assert_eq!((table.insert(7, 0), table.bytes()), (true, 66));
    }
}
