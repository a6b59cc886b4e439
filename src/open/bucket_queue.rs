//! [`BucketQueue`]: an array of buckets, a bucket for each key.

use alloc::vec::Vec;
use core::mem;

use super::occupancy::Occupancy;
use super::stable_sort::sort_by_cost;
use crate::Cost;

/// The widest spread of keys that is kept in buckets: a quarter of a megabyte of empty ones.
const WIDEST: usize = 1 << 15;
const NARROWEST: usize = 64;
const END: u32 = u32::MAX;

/// An array of buckets for keys that are small integers: push and pop in O(1), but for sorting a bucket by cost when its
/// turn comes.
///
/// The order is exact: the least key first, then the largest cost, then last in first out. Keys may fall below those
/// already taken, as they do with inconsistent estimates. The array is a ring as wide as the spread between the least and
/// the greatest key at hand (Dial, Communications of the ACM 12, 1969), so that keys may be large as long as they are
/// close together. What does not fit is refused.
#[derive(Clone, Debug)]
pub(super) struct BucketQueue<C> {
    /// The entries whose turn it is, in ascending order of cost, the older one first among equals: the last is the next.
    current: Vec<(C, u32)>,
    current_key: C,
    current_number: usize,
    /// Whether an entry at or below the current number has gone into the ring.
    is_overtaken: bool,
    ring: Vec<Bucket<C>>,
    occupied: Occupancy,
    /// The entries in the ring, chained from their bucket, the newest first. Unused ones are chained from `free`.
    links: Vec<Link<C>>,
    free: u32,
    /// All numbers lie between these two, the current one included, so that its entries can go back into the ring.
    lowest: usize,
    highest: usize,
    in_ring: usize,
    scratch: Vec<(C, u32)>,
    /// How many entries have been sorted, and how many of these had been before: see
    /// [`is_overworked`](Self::is_overworked).
    sorted: u64,
    sorted_again: u64,
}

#[derive(Clone, Copy, Debug)]
struct Bucket<C> {
    key: C,
    head: u32,
}

#[derive(Clone, Copy, Debug)]
struct Link<C> {
    cost: C,
    node: u32,
    next: u32,
}

impl<C: Cost> Default for BucketQueue<C> {
    fn default() -> Self {
        BucketQueue {
            current: Vec::new(),
            current_key: C::ZERO,
            current_number: 0,
            is_overtaken: false,
            ring: Vec::new(),
            occupied: Occupancy::default(),
            links: Vec::new(),
            free: END,
            lowest: 0,
            highest: 0,
            in_ring: 0,
            scratch: Vec::new(),
            sorted: 0,
            sorted_again: 0,
        }
    }
}

impl<C: Cost> BucketQueue<C> {
    /// Adds an entry, or answers `false` where its key is no bucket's, too far from the others, or one more that overtakes
    /// the current bucket when too many have done so.
    #[inline]
    pub(super) fn try_push(&mut self, node: u32, key: C, cost: C) -> bool {
        let Some(number) = key.bucket() else { return false };
        // Mostly the key is larger than the current one and fits, or is the same with a larger cost.
        if number > self.current_number && number.wrapping_sub(self.lowest) < self.ring.len() {
            self.highest = self.highest.max(number);
            self.link(node, number, key, cost);
            true
        } else if number == self.current_number
            && let Some((last, _)) = self.current.last()
            && !cost.is_less(last)
        {
            self.current.push((cost, node));
            true
        } else {
            self.push_aside(node, number, key, cost)
        }
    }

    /// Takes the first entry: node, key, cost.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, C, C)> {
        if self.is_overtaken || self.current.is_empty() {
            self.advance();
        }
        let (cost, node) = self.current.pop()?;
        Some((node, self.current_key, cost))
    }

    /// Whether entries are sorted again and again: an inconsistent estimate can make the search leave a large bucket for a
    /// lower key, and come back to it with one more entry, any number of times. Mostly each entry is sorted once.
    fn is_overworked(&self) -> bool {
        self.sorted_again > self.sorted / 2 + (1 << 12)
    }

    pub(super) fn clear(&mut self) {
        self.current.clear();
        self.is_overtaken = false;
        while let Some(place) = self.occupied.next(0) {
            self.ring[place].head = END;
            self.occupied.unset(place);
        }
        self.in_ring = 0;
        self.links.clear();
        self.free = END;
        (self.sorted, self.sorted_again) = (0, 0);
    }

    pub(super) fn bytes(&self) -> usize {
        (self.current.capacity() + self.scratch.capacity()) * size_of::<(C, u32)>()
            + self.ring.capacity() * size_of::<Bucket<C>>()
            + self.links.capacity() * size_of::<Link<C>>()
            + self.occupied.bytes()
    }

    /// An entry that overtakes the current ones, or the first one, or one that is far away.
    #[cold]
    fn push_aside(&mut self, node: u32, number: usize, key: C, cost: C) -> bool {
        let is_overtaking = number <= self.current_number && !self.current.is_empty();
        if is_overtaking && self.is_overworked() {
            return false;
        }
        let (lowest, highest) = if self.in_ring == 0 && self.current.is_empty() {
            (number, number)
        } else {
            (self.lowest.min(number), self.highest.max(number))
        };
        if highest - lowest >= self.ring.len() && !self.widen(highest - lowest) {
            return false;
        }
        (self.lowest, self.highest) = (lowest, highest);
        self.is_overtaken |= is_overtaking;
        self.link(node, number, key, cost);
        true
    }

    /// Puts an entry into the ring, which is wide enough for it.
    #[inline]
    fn link(&mut self, node: u32, number: usize, key: C, cost: C) {
        self.in_ring += 1;
        let place = self.place(number);
        let bucket = &mut self.ring[place];
        if bucket.head == END {
            bucket.key = key;
            self.occupied.set(place);
        }
        let link = Link {
            cost,
            node,
            next: bucket.head,
        };
        if let Some(unused) = self.links.get_mut(self.free as usize) {
            bucket.head = mem::replace(&mut self.free, unused.next);
            *unused = link;
        } else {
            // A search runs out of memory long before it has 2³² entries.
            #[expect(clippy::cast_possible_truncation, reason = "see above")]
            let end = self.links.len() as u32;
            bucket.head = end;
            self.links.push(link);
        }
    }

    /// Makes the first bucket of the ring the current one.
    fn advance(&mut self) {
        if self.in_ring == 0 {
            return;
        }
        let from = self.place(self.lowest);
        let Some(place) = self.occupied.next(from) else { return };
        self.lowest += place.wrapping_sub(from) & (self.ring.len() - 1);
        if self.is_overtaken {
            self.sorted_again += self.current.len() as u64;
            if self.lowest != self.current_number {
                self.put_back();
            }
        }
        self.is_overtaken = false;
        self.current_number = self.lowest;
        self.current_key = self.ring[place].key;
        // Now the current entries are none, or of the same number and older.
        let (mut entries, mut scratch) = (mem::take(&mut self.current), mem::take(&mut self.scratch));
        scratch.extend(entries.drain(..).rev());
        self.take_list(place, &mut entries);
        entries.append(&mut scratch);
        sort_by_cost(&mut entries, &mut scratch);
        scratch.clear();
        self.sorted += entries.len() as u64;
        (self.current, self.scratch) = (entries, scratch);
    }

    /// Takes a bucket's entries out of the ring and adds them to `entries`, the newest first.
    #[inline]
    fn take_list(&mut self, place: usize, entries: &mut Vec<(C, u32)>) {
        let head = mem::replace(&mut self.ring[place].head, END);
        let (mut link, mut end) = (head, END);
        while let Some(entry) = self.links.get(link as usize) {
            entries.push((entry.cost, entry.node));
            self.in_ring -= 1;
            (end, link) = (link, entry.next);
        }
        if let Some(end) = self.links.get_mut(end as usize) {
            end.next = self.free;
            self.free = head;
        }
        self.occupied.unset(place);
    }

    /// Puts the current entries back into the ring, beneath those of their bucket that came later.
    #[cold]
    fn put_back(&mut self) {
        let (number, key) = (self.current_number, self.current_key);
        let mut entries = mem::take(&mut self.current);
        if self.highest >= number {
            let mut newer = mem::take(&mut self.scratch);
            self.take_list(self.place(number), &mut newer);
            entries.extend(newer.drain(..).rev());
            self.scratch = newer;
        }
        for (cost, node) in entries.drain(..) {
            self.link(node, number, key, cost);
        }
        self.current = entries;
    }

    /// A ring has a power of two of buckets, so that a number's place is its low bits.
    #[inline]
    fn place(&self, number: usize) -> usize {
        number & (self.ring.len() - 1)
    }

    /// Makes the ring wide enough for numbers that lie `spread` apart.
    #[cold]
    fn widen(&mut self, spread: usize) -> bool {
        if spread >= WIDEST {
            return false;
        }
        let size = (spread + 1).next_power_of_two().max(NARROWEST);
        let narrow = mem::take(&mut self.ring);
        self.ring.resize(
            size,
            Bucket {
                key: C::ZERO,
                head: END,
            },
        );
        self.occupied.resize(size);
        for bucket in narrow.into_iter().filter(|bucket| bucket.head != END) {
            if let Some(number) = bucket.key.bucket() {
                let place = self.place(number);
                self.occupied.set(place);
                self.ring[place] = bucket;
            }
        }
        true
    }
}
