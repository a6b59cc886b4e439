//! [`BucketQueue`]: an array of buckets, a bucket for each key.

use alloc::vec::Vec;
use core::mem;

use super::occupancy::Occupancy;
use super::stable_sort::sort_by_cost;
use crate::Cost;

/// The widest spread of keys that is kept in buckets: a megabyte of empty ones.
const WIDEST: usize = 1 << 15;
const NARROWEST: usize = 64;

/// An array of buckets for keys that are small integers: push and pop in O(1), but for sorting a bucket by cost when its
/// turn comes.
///
/// The order is exact: the least key first, then the largest cost, then last in first out. Keys may fall below those
/// already taken, as they do with inconsistent estimates. The array is a ring as wide as the spread between the least and
/// the greatest key at hand (Dial, Communications of the ACM 12, 1969), so that keys may be large as long as they are
/// close together. What does not fit is refused.
#[derive(Clone, Debug)]
pub(super) struct BucketQueue<C> {
    buckets: Vec<Bucket<C>>,
    occupied: Occupancy,
    /// The memory of buckets that ran empty, for those that come next.
    spare: Vec<Vec<(C, u32)>>,
    scratch: Vec<(C, u32)>,
    /// All keys at hand lie between these two.
    lowest: usize,
    highest: usize,
    len: usize,
    /// How many entries have been pushed, and how many sorted: see [`is_overworked`](Self::is_overworked).
    pushed: u64,
    sorted: u64,
}

/// The entries of one key, each with its cost.
#[derive(Clone, Debug)]
struct Bucket<C> {
    key: C,
    /// Whether the entries are in ascending order of cost, the older one first among equals: the last is the next.
    is_sorted: bool,
    entries: Vec<(C, u32)>,
}

impl<C> Default for BucketQueue<C> {
    fn default() -> Self {
        BucketQueue {
            buckets: Vec::new(),
            occupied: Occupancy::default(),
            spare: Vec::new(),
            scratch: Vec::new(),
            lowest: 0,
            highest: 0,
            len: 0,
            pushed: 0,
            sorted: 0,
        }
    }
}

impl<C: Cost> BucketQueue<C> {
    /// Adds an entry, or answers `false` where its key is no bucket's or too far from the others.
    #[inline]
    pub(super) fn try_push(&mut self, node: u32, key: C, cost: C) -> bool {
        let Some(number) = key.bucket() else { return false };
        if self.len == 0 {
            (self.lowest, self.highest) = (number, number);
        }
        let (lowest, highest) = (self.lowest.min(number), self.highest.max(number));
        if highest - lowest >= self.buckets.len() && !self.widen(highest - lowest) {
            return false;
        }
        (self.lowest, self.highest) = (lowest, highest);
        let place = self.place(number);
        let bucket = &mut self.buckets[place];
        if let Some((last, _)) = bucket.entries.last() {
            bucket.is_sorted &= !cost.is_less(last);
        } else {
            if bucket.entries.capacity() == 0
                && let Some(spare) = self.spare.pop()
            {
                bucket.entries = spare;
            }
            bucket.key = key;
            bucket.is_sorted = true;
            self.occupied.set(place);
        }
        bucket.entries.push((cost, node));
        self.len += 1;
        self.pushed += 1;
        true
    }

    /// Takes the first entry: node, key, cost.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, C, C)> {
        if self.len == 0 {
            return None;
        }
        let from = self.place(self.lowest);
        let place = self.occupied.next(from)?;
        self.lowest += place.wrapping_sub(from) & (self.buckets.len() - 1);
        let bucket = &mut self.buckets[place];
        if !bucket.is_sorted {
            sort_by_cost(&mut bucket.entries, &mut self.scratch);
            self.sorted += bucket.entries.len() as u64;
            bucket.is_sorted = true;
        }
        let (cost, node) = bucket.entries.pop()?;
        let key = bucket.key;
        if bucket.entries.is_empty() {
            self.spare.push(mem::take(&mut bucket.entries));
            self.occupied.unset(place);
        }
        self.len -= 1;
        Some((node, key, cost))
    }

    /// Whether buckets are sorted again and again: an inconsistent estimate can make the search leave a large bucket for
    /// a lower key, and come back to it with one more entry, any number of times. Mostly each entry is sorted once.
    #[inline]
    pub(super) fn is_overworked(&self) -> bool {
        self.sorted > 8 * self.pushed + (1 << 12)
    }

    pub(super) fn clear(&mut self) {
        while self.len > 0
            && let Some(place) = self.occupied.next(0)
        {
            let mut entries = mem::take(&mut self.buckets[place].entries);
            self.len -= entries.len();
            entries.clear();
            self.spare.push(entries);
            self.occupied.unset(place);
        }
        (self.pushed, self.sorted) = (0, 0);
    }

    pub(super) fn bytes(&self) -> usize {
        let used = self.buckets.iter().map(|bucket| bucket.entries.capacity());
        let spare = self.spare.iter().map(Vec::capacity);
        let entries = used.chain(spare).sum::<usize>() + self.scratch.capacity();
        entries * size_of::<(C, u32)>()
            + self.buckets.capacity() * size_of::<Bucket<C>>()
            + self.spare.capacity() * size_of::<Vec<(C, u32)>>()
            + self.occupied.bytes()
    }

    /// A ring has a power of two of buckets, so that a key's place is its low bits.
    #[inline]
    fn place(&self, number: usize) -> usize {
        number & (self.buckets.len() - 1)
    }

    /// Makes the ring wide enough for keys that lie `spread` apart.
    #[cold]
    fn widen(&mut self, spread: usize) -> bool {
        if spread >= WIDEST {
            return false;
        }
        let size = (spread + 1).next_power_of_two().max(NARROWEST);
        let narrow = mem::take(&mut self.buckets);
        self.buckets.resize_with(size, || Bucket {
            key: C::ZERO,
            is_sorted: true,
            entries: Vec::new(),
        });
        self.occupied.resize(size);
        for bucket in narrow {
            if let (false, Some(number)) = (bucket.entries.is_empty(), bucket.key.bucket()) {
                let place = self.place(number);
                self.occupied.set(place);
                self.buckets[place] = bucket;
            }
        }
        true
    }
}
