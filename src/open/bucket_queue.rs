//! [`BucketQueue`]: an array of buckets for keys that are numbers.

use alloc::vec::Vec;
use core::mem;

use super::Rank;
use super::occupancy::Occupancy;
use super::stable_sort::sort_to_come_out;
use crate::Cost;

/// The most buckets: where keys spread further, a bucket holds several.
const MOST: usize = 1 << 12;
const FEWEST: usize = 64;

/// How many entries make room for one that belongs beneath them in the current bucket.
const NEAR: usize = 64;

/// An array of buckets for keys that are numbers: push and pop in O(1), but for sorting a bucket when its turn comes.
///
/// The order is exact: the least key first, then the largest cost, then (where a bucket has one key, or few entries) last
/// in first out. Keys may fall below those already taken, as they do with inconsistent estimates. The array is a ring as
/// wide as the spread between the least and the greatest key at hand (Dial, Communications of the ACM 12, 1969), so that
/// keys may be large as long as they are close together; where they are not, the lower bits of their numbers are left out.
#[derive(Clone, Debug)]
pub(super) struct BucketQueue<C> {
    /// The entries whose turn it is, the next one last, among equals the newest.
    current: Vec<(Rank<C>, u32)>,
    current_number: u64,
    /// Whether an entry at or below the current number has gone into the ring.
    is_overtaken: bool,
    /// The other entries, in each bucket the newest last. An emptied bucket keeps its memory, or that of the current one.
    ring: Vec<Vec<(Rank<C>, u32)>>,
    /// How many bits of a key's number are left out.
    shift: u32,
    occupied: Occupancy,
    /// All numbers lie between these two, the current one included, so that its entries can go back into the ring.
    lowest: u64,
    highest: u64,
    in_ring: usize,
    /// For how many entries the buckets have memory.
    capacity: usize,
    scratch: Vec<(Rank<C>, u32)>,
    /// How many entries have been sorted, and how many of these had been before: see
    /// [`is_overworked`](Self::is_overworked).
    sorted: u64,
    sorted_again: u64,
}

impl<C: Cost> Default for BucketQueue<C> {
    fn default() -> Self {
        BucketQueue {
            current: Vec::new(),
            current_number: 0,
            is_overtaken: false,
            ring: Vec::new(),
            shift: 0,
            occupied: Occupancy::default(),
            lowest: 0,
            highest: 0,
            in_ring: 0,
            capacity: 0,
            scratch: Vec::new(),
            sorted: 0,
            sorted_again: 0,
        }
    }
}

impl<C: Cost> BucketQueue<C> {
    /// Adds an entry. Returns `false` if its key is no number, or if it is one more that overtakes the current bucket when
    /// too many have done so.
    #[inline]
    pub(super) fn try_push(&mut self, node: u32, rank: Rank<C>) -> bool {
        let Some(number) = rank.key.number().map(|number| number >> self.shift) else {
            return false;
        };
        // Mostly the number is larger than the current one and fits, or the entry comes next.
        if number > self.current_number && number.wrapping_sub(self.lowest) < self.ring.len() as u64 {
            self.highest = self.highest.max(number);
            self.put(node, number, rank);
            true
        } else if number == self.current_number
            && let Some((next, _)) = self.current.last()
            && !next.is_before(&rank)
        {
            push(&mut self.current, &mut self.capacity, (rank, node));
            true
        } else {
            self.push_aside(node, rank)
        }
    }

    /// Removes and returns the first entry.
    pub(super) fn pop(&mut self) -> Option<(Rank<C>, u32)> {
        self.make_current();
        self.current.pop()
    }

    /// Makes sure that the first entry is the last one of the current ones.
    #[inline]
    fn make_current(&mut self) {
        if self.is_overtaken || self.current.is_empty() {
            self.advance();
        }
    }

    /// Returns what [`pop_fresh`](Self::pop_fresh) would return, and leaves it there.
    pub(super) fn peek_fresh(&mut self, mut is_fresh: impl FnMut(u32, C) -> bool) -> Option<u32> {
        loop {
            self.make_current();
            let (rank, node) = self.current.last()?;
            if is_fresh(*node, rank.cost) {
                return Some(*node);
            }
            self.current.pop();
        }
    }

    /// Removes and returns the first node for which `is_fresh` holds, given the cost that it was pushed with, and drops the
    /// entries before it.
    #[inline]
    pub(super) fn pop_fresh(&mut self, mut is_fresh: impl FnMut(u32, C) -> bool) -> Option<u32> {
        loop {
            self.make_current();
            let (rank, node) = self.current.pop()?;
            if is_fresh(node, rank.cost) {
                return Some(node);
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.current.clear();
        self.is_overtaken = false;
        while let Some(place) = self.occupied.next(0) {
            self.ring[place].clear();
            self.occupied.unset(place);
        }
        self.in_ring = 0;
        // The next search may need fewer buckets a key, and must do what a new one does.
        self.shift = 0;
        (self.sorted, self.sorted_again) = (0, 0);
    }

    pub(super) fn bytes(&self) -> usize {
        (self.capacity + self.scratch.capacity()) * size_of::<(Rank<C>, u32)>()
            + self.ring.capacity() * size_of::<Vec<(Rank<C>, u32)>>()
            + self.occupied.bytes()
    }

    /// An entry for the middle of the current bucket, one that overtakes it, the first one, or one that is far away.
    #[inline(never)]
    fn push_aside(&mut self, node: u32, rank: Rank<C>) -> bool {
        let Some(fine) = rank.key.number() else { return false };
        loop {
            let number = fine >> self.shift;
            let is_overtaking = number <= self.current_number && !self.current.is_empty();
            if is_overtaking && number == self.current_number && self.insert_near(node, rank) {
                return true;
            }
            if is_overtaking && self.is_overworked() {
                return false;
            }
            let (lowest, highest) = if self.in_ring == 0 && self.current.is_empty() {
                (number, number)
            } else {
                (self.lowest.min(number), self.highest.max(number))
            };
            let spread = highest - lowest;
            if spread < self.ring.len() as u64 {
                (self.lowest, self.highest) = (lowest, highest);
                self.is_overtaken |= is_overtaking;
                self.put(node, number, rank);
                return true;
            }
            self.rebuild(spread);
        }
    }

    /// Puts an entry into the current bucket, if its place is near the end.
    fn insert_near(&mut self, node: u32, rank: Rank<C>) -> bool {
        let near = self.current.len().saturating_sub(NEAR);
        let above = self.current[near..].iter();
        let place = match above.clone().rposition(|(other, _)| !other.is_before(&rank)) {
            Some(place) => near + place + 1,
            None if near == 0 => 0,
            None => return false,
        };
        push(&mut self.current, &mut self.capacity, (rank, node));
        self.current[place..].rotate_right(1);
        true
    }

    /// Puts an entry into the ring, which is wide enough for it.
    #[inline]
    fn put(&mut self, node: u32, number: u64, rank: Rank<C>) {
        self.in_ring += 1;
        let place = self.place(number);
        let bucket = &mut self.ring[place];
        if bucket.is_empty() {
            self.occupied.set(place);
        }
        push(bucket, &mut self.capacity, (rank, node));
    }

    /// Makes the first bucket of the ring the current one.
    // Compiled once for each cost type.
    #[inline(never)]
    fn advance(&mut self) {
        let from = self.place(self.lowest);
        let Some(place) = self.occupied.next(from) else { return };
        self.lowest += (place.wrapping_sub(from) & (self.ring.len() - 1)) as u64;
        if self.is_overtaken && !self.yields() {
            return;
        }
        self.current_number = self.lowest;
        // Now the current entries are none, or of the same number and older.
        let bucket = &mut self.ring[place];
        self.in_ring -= bucket.len();
        self.occupied.unset(place);
        if self.current.is_empty() {
            mem::swap(&mut self.current, bucket);
        } else {
            let before = self.current.capacity();
            self.current.append(bucket);
            self.capacity += self.current.capacity() - before;
        }
        if self.current.len() > 1 {
            let is_exact = self.shift == 0;
            sort_to_come_out(&mut self.current, &mut self.scratch, is_exact);
            self.scratch.clear();
            // Where it is as large as that, it is seldom wanted.
            self.scratch.shrink_to(1 << 15);
        }
        self.sorted += self.current.len() as u64;
    }

    /// Whether the current entries, which others have overtaken, give way to them.
    #[cold]
    fn yields(&mut self) -> bool {
        self.is_overtaken = false;
        self.sorted_again += self.current.len() as u64;
        if self.lowest > self.current_number {
            // What went into the ring has been taken out again.
            self.lowest = self.current_number;
            return false;
        }
        if self.lowest < self.current_number {
            self.put_back();
        }
        true
    }

    /// Puts the current entries back into the ring, beneath those of their bucket that came later.
    #[cold]
    fn put_back(&mut self) {
        let place = self.place(self.current_number);
        self.in_ring += self.current.len();
        let bucket = &mut self.ring[place];
        let before = self.current.capacity();
        self.current.append(bucket);
        self.capacity += self.current.capacity() - before;
        mem::swap(&mut self.current, bucket);
        if !bucket.is_empty() {
            self.occupied.set(place);
        }
    }

    /// Whether entries are sorted again and again: an inconsistent estimate can make the search leave a large bucket for a
    /// lower key, and come back to it with one more entry, any number of times. Mostly each entry is sorted once.
    fn is_overworked(&self) -> bool {
        self.sorted_again > self.sorted / 2 + (1 << 12)
    }

    /// A ring has a power of two of buckets, so that a number's place is its low bits.
    #[inline]
    fn place(&self, number: u64) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "only the low bits are used")]
        let low = number as usize;
        low & self.ring.len().wrapping_sub(1)
    }

    /// Makes the ring wide enough for numbers that lie `spread` apart, or the numbers coarser.
    #[cold]
    fn rebuild(&mut self, spread: u64) {
        let mut entries = mem::take(&mut self.scratch);
        while let Some(place) = self.occupied.next(0) {
            entries.append(&mut self.ring[place]);
            self.occupied.unset(place);
        }
        self.in_ring = 0;
        let mut coarser = 0;
        while spread >> coarser >= MOST as u64 {
            coarser += 1;
        }
        // With room for the spread to double: otherwise each new greatest key could mean to build anew.
        coarser += u32::from(coarser > 0);
        self.shift += coarser;
        (self.lowest, self.highest) = (self.lowest >> coarser, self.highest >> coarser);
        self.current_number >>= coarser;
        // Entries of the ring may have become entries of the current number.
        self.is_overtaken |= coarser > 0 && !self.current.is_empty() && !entries.is_empty();
        let size = usize::try_from((spread >> coarser) + 2).unwrap_or(MOST);
        let size = size.next_power_of_two().clamp(FEWEST, MOST);
        if size > self.ring.len() {
            self.ring.resize_with(size, Vec::new);
            self.occupied.resize(size);
        }
        for (rank, node) in entries.drain(..) {
            if let Some(number) = rank.key.number() {
                self.put(node, number >> self.shift, rank);
            }
        }
        self.scratch = entries;
    }
}

/// Adds an entry to a bucket, and enters its growth.
#[inline]
fn push<E>(bucket: &mut Vec<E>, capacity: &mut usize, entry: E) {
    if bucket.len() == bucket.capacity() {
        grow(bucket, capacity);
    }
    bucket.push(entry);
}

/// By half: spare room is memory.
#[cold]
#[inline(never)]
fn grow<E>(bucket: &mut Vec<E>, capacity: &mut usize) {
    let before = bucket.capacity();
    bucket.reserve_exact((before / 2).max(8));
    *capacity += bucket.capacity() - before;
}
