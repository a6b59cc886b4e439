//! [`BucketQueue`]: an array of buckets for keys that are numbers.

use alloc::vec::Vec;
use core::mem;

use super::Rank;
use super::occupancy::Occupancy;
use super::stable_sort::sort_to_come_out;
use crate::Cost;
use crate::room::Room;

/// The most buckets. If the keys spread further, a bucket holds several keys.
const MOST: usize = 1 << 15;
const FEWEST: usize = 64;
const END: u32 = u32::MAX;

/// The number of entries of a bucket that are tested for freshness before the bucket is sorted.
const FEW: usize = 32;

/// The most entries of the current bucket that are moved to insert one beneath them.
const NEAR: usize = 64;

/// An array of buckets for keys that are numbers. Push and pop take O(1), except that a bucket is sorted when its turn
/// comes.
///
/// The order is exact: the least key first, then the largest cost. Among equals it is last in first out, if the bucket
/// has one key or few entries. Keys may fall below those already taken, as they do with inconsistent estimates.
///
/// The array is a ring as wide as the spread between the least and the greatest key in it (Dial, Communications of the
/// ACM 12, 1969). So keys may be large as long as they are close together. If they are not, the lower bits of their
/// numbers are left out.
#[derive(Clone, Debug)]
pub(super) struct BucketQueue<C> {
    /// The entries of the bucket whose turn it is. The next one comes last, and the newest one of equals.
    current: Vec<(Rank<C>, u32)>,
    current_number: u64,
    /// Whether an entry at or below the current number has gone into the ring.
    is_overtaken: bool,
    /// The newest entry of each bucket.
    ring: Vec<u32>,
    /// The number of bits that are left out of a key's number.
    shift: u32,
    occupied: Occupancy,
    /// The entries in the ring. Those of a bucket are chained, the newest first. Unused ones are chained from `free`.
    links: Vec<Link<C>>,
    free: u32,
    /// The bounds of all numbers. The current one is included, so that its entries can go back into the ring.
    lowest: u64,
    highest: u64,
    in_ring: usize,
    scratch: Vec<(Rank<C>, u32)>,
    /// The number of entries that have been sorted, and of those that had been sorted before: see
    /// [`is_overworked`](Self::is_overworked).
    sorted: u64,
    sorted_again: u64,
    /// See [`OpenList::is_out_of_memory`](super::OpenList::is_out_of_memory).
    pub(super) is_out_of_memory: bool,
    /// Numbers that spread this far are refused.
    too_wide: u64,
    /// The length of the ring, or `too_wide` if that is less, since an earlier search may have enlarged the ring.
    width: u64,
}

/// What becomes of an entry that is about to be pushed.
pub(super) enum Prospect {
    /// There is room for it.
    Fits,
    LacksRoom,
    /// It may be refused, and all entries be taken out.
    MayBeRefused,
}

#[derive(Clone, Copy, Debug)]
struct Link<C> {
    rank: Rank<C>,
    node: u32,
    next: u32,
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
            links: Vec::new(),
            free: END,
            lowest: 0,
            highest: 0,
            in_ring: 0,
            scratch: Vec::new(),
            sorted: 0,
            sorted_again: 0,
            is_out_of_memory: false,
            too_wide: u64::MAX,
            width: 0,
        }
    }
}

impl<C: Cost> BucketQueue<C> {
    /// An empty queue for keys that spread less than this. It must be at most 2¹⁵, so that each key has a bucket.
    pub(super) fn no_wider_than(too_wide: u64) -> Self {
        BucketQueue {
            too_wide,
            ..Self::default()
        }
    }

    /// Adds an entry. Returns `false` if its key is no number, if the key is too far away, or if too many entries have
    /// overtaken the current bucket and this one would, too.
    #[inline]
    pub(super) fn try_push(&mut self, node: u32, rank: Rank<C>) -> bool {
        let Some(number) = rank.key.number().map(|number| number >> self.shift) else {
            return false;
        };
        // In most cases the number is larger than the current one, and so not below the lowest, and fits, or the entry
        // comes next.
        if number > self.current_number && number.wrapping_sub(self.lowest) < self.width {
            self.highest = self.highest.max(number);
            self.link(node, number, rank).unwrap_or_else(|| self.give_up());
            true
        } else if number == self.current_number
            && let Some((next, _)) = self.current.last()
            && !next.is_before(&rank)
            && self.current.len() < self.current.capacity()
        {
            self.current.push((rank, node));
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

    /// Makes sure that the first entry is the last one of `current`.
    // Apart, so that it is compiled once for each cost type, and not for each test of freshness.
    fn make_current(&mut self) {
        if self.is_overtaken || self.current.is_empty() {
            self.advance(|_, _| true);
        }
    }

    /// Returns what [`pop_fresh`](Self::pop_fresh) would return, and leaves it there.
    pub(super) fn peek_fresh(&mut self, is_fresh: impl Fn(u32, C) -> bool) -> Option<u32> {
        loop {
            self.make_current();
            match self.current.last() {
                Some((rank, node)) if is_fresh(*node, rank.cost) => return Some(*node),
                None => return None,
                _ => self.current.pop(),
            };
        }
    }

    /// Removes and returns the first node for which `is_fresh` holds, given the cost that it was pushed with, and drops
    /// the entries before it.
    #[inline]
    pub(super) fn pop_fresh(&mut self, is_fresh: impl Fn(u32, C) -> bool) -> Option<u32> {
        loop {
            if self.is_overtaken || self.current.is_empty() {
                self.advance(&is_fresh);
            }
            match self.current.pop() {
                Some((rank, node)) if is_fresh(node, rank.cost) => return Some(node),
                None if self.in_ring == 0 => return None,
                _ => {}
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.current.clear();
        self.is_overtaken = false;
        while let Some(place) = self.occupied.next(0) {
            self.ring[place] = END;
            self.occupied.unset(place);
        }
        self.in_ring = 0;
        self.links.clear();
        self.free = END;
        // The keys of the next search may be closer together, and it must do what a new search does.
        self.shift = 0;
        (self.sorted, self.sorted_again) = (0, 0);
        self.is_out_of_memory = false;
    }

    pub(super) fn len(&self) -> usize {
        self.current.len() + self.in_ring
    }

    /// The greatest number of a key, or 0 if there are no entries.
    pub(super) fn highest(&self) -> u64 {
        // The bits that are left out may all be set.
        let fill = (1_u64 << self.shift) - 1;
        if self.len() == 0 {
            0
        } else {
            self.highest << self.shift | fill
        }
    }

    /// Makes sure that an entry can be pushed without more memory than `room`, or that all can be popped if this one is
    /// refused.
    pub(super) fn make_room(&mut self, rank: &Rank<C>, room: &mut Room) -> Prospect {
        if self.is_out_of_memory {
            return Prospect::Fits;
        }
        let Some(fine) = rank.key.number() else {
            return self.make_room_to_leave(room);
        };
        let number = fine >> self.shift;
        let is_overtaking = number <= self.current_number && !self.current.is_empty();
        let (lowest, highest) = if self.len() == 0 {
            (number, number)
        } else {
            (self.lowest.min(number), self.highest.max(number))
        };
        let spread = highest - lowest;
        if spread >= self.too_wide {
            return self.make_room_to_leave(room);
        }
        let is_rebuilt = spread >= self.width;
        // A rebuilt ring may have the number of the current bucket.
        let is_near = is_rebuilt || is_overtaking;
        let more_links = (self.links.len() / 8).max(FEWEST);
        let fits = (self.free != END || room.reserve(&mut self.links, 1, more_links))
            && (!is_near || room.double(&mut self.current, 1))
            && (!is_rebuilt || self.make_room_to_rebuild(spread, room));
        match fits {
            true if is_near && self.is_overworked() => self.make_room_to_leave(room),
            true => Prospect::Fits,
            false => Prospect::LacksRoom,
        }
    }

    fn make_room_to_rebuild(&mut self, spread: u64, room: &mut Room) -> bool {
        let buckets = usize::try_from(spread.saturating_add(2))
            .unwrap_or(MOST)
            .clamp(FEWEST, MOST)
            .next_power_of_two();
        let ring = if buckets > self.ring.len() {
            buckets * size_of::<u32>() + Occupancy::bytes_for(buckets)
        } else {
            0
        };
        room.reserve(&mut self.scratch, self.in_ring, self.in_ring) && room.take(ring)
    }

    /// Makes sure that `entries` more entries of any keys can be pushed into an empty queue without more memory than
    /// `room`. Returns whether they can.
    pub(super) fn make_room_for(&mut self, entries: usize, room: &mut Room) -> bool {
        let all = self.len() + entries;
        room.reserve(&mut self.links, entries, entries)
            && room.reserve(&mut self.current, entries, entries)
            && room.reserve(&mut self.scratch, all, all)
            && self.make_room_to_rebuild(u64::MAX, room)
    }

    /// Makes sure that all entries can be popped without more memory than `room`.
    fn make_room_to_leave(&mut self, room: &mut Room) -> Prospect {
        if self.make_room_to_sort(self.len(), room) {
            Prospect::MayBeRefused
        } else {
            Prospect::LacksRoom
        }
    }

    /// Makes sure that a bucket with at most `entries` entries can become the current one.
    fn make_room_to_sort(&mut self, entries: usize, room: &mut Room) -> bool {
        // Entries that give way to others go through the second list into the ring. What has one key is sorted by means
        // of that list, too.
        let is_exact = self.shift == 0 && C::ZERO.number().is_some();
        let in_scratch = if self.is_overtaken || is_exact { entries } else { 0 };
        let more = entries.saturating_sub(self.current.len());
        let unused = self.links.len() - self.in_ring;
        let links = self.current.len().saturating_sub(unused);
        room.reserve(&mut self.current, more, more)
            && room.reserve(&mut self.scratch, in_scratch, in_scratch)
            && (!self.is_overtaken || room.reserve(&mut self.links, links, links))
    }

    /// Makes sure that the first entry that is fresh can be popped without more memory than `room`. Returns whether it
    /// can.
    pub(super) fn make_room_to_pop(&mut self, is_fresh: impl Fn(u32, C) -> bool, room: Room) -> bool {
        let before = self.bytes();
        loop {
            if self.in_ring > 0 && (self.is_overtaken || self.current.is_empty()) {
                let mut left = Room((room.0 + before).saturating_sub(self.bytes()));
                let entries = if self.is_overtaken {
                    self.len()
                } else {
                    self.count_next()
                };
                if !self.make_room_to_sort(entries, &mut left) {
                    return false;
                }
            }
            self.make_current();
            match self.current.last() {
                Some((rank, node)) if !is_fresh(*node, rank.cost) => self.current.pop(),
                _ => return true,
            };
        }
    }

    /// The number of entries in the next bucket.
    fn count_next(&self) -> usize {
        let mut count = 0;
        if let Some(place) = self.occupied.next(self.place(self.lowest)) {
            let mut link = self.ring[place];
            while let Some(entry) = self.links.get(link as usize) {
                (count, link) = (count + 1, entry.next);
            }
        }
        count
    }

    pub(super) fn bytes(&self) -> usize {
        (self.current.capacity() + self.scratch.capacity()) * size_of::<(Rank<C>, u32)>()
            + self.ring.capacity() * size_of::<u32>()
            + self.links.capacity() * size_of::<Link<C>>()
            + self.occupied.bytes()
    }

    /// Adds an entry that `try_push` has not handled: one for the middle of the current bucket, one that overtakes it,
    /// the first one, or one that is far away.
    #[inline(never)]
    fn push_aside(&mut self, node: u32, rank: Rank<C>) -> bool {
        if self.is_out_of_memory {
            return true;
        }
        self.try_push_aside(node, rank).unwrap_or_else(|| {
            self.give_up();
            true
        })
    }

    /// The same. `None` if there is no memory.
    fn try_push_aside(&mut self, node: u32, rank: Rank<C>) -> Option<bool> {
        let Some(fine) = rank.key.number() else {
            return Some(false);
        };
        loop {
            let number = fine >> self.shift;
            let is_overtaking = number <= self.current_number && !self.current.is_empty();
            if is_overtaking && number == self.current_number && self.insert_near(node, rank)? {
                return Some(true);
            }
            if is_overtaking && self.is_overworked() {
                return Some(false);
            }
            let (lowest, highest) = if self.in_ring == 0 && self.current.is_empty() {
                // Whatever is larger than the current number must not be below the lowest one: see `try_push`.
                self.current_number = number.saturating_sub(1);
                (number, number)
            } else {
                (self.lowest.min(number), self.highest.max(number))
            };
            let spread = highest - lowest;
            if spread >= self.too_wide {
                return Some(false);
            }
            if spread < self.width {
                (self.lowest, self.highest) = (lowest, highest);
                self.is_overtaken |= is_overtaking;
                self.link(node, number, rank)?;
                return Some(true);
            }
            self.rebuild(spread)?;
        }
    }

    /// Drops all entries for lack of memory, and those that will be pushed.
    #[cold]
    fn give_up(&mut self) {
        *self = BucketQueue {
            is_out_of_memory: true,
            ..Self::no_wider_than(self.too_wide)
        };
    }

    /// Puts an entry into the current bucket, if its place is near the end. Returns whether it is, or `None` if there
    /// is no memory.
    fn insert_near(&mut self, node: u32, rank: Rank<C>) -> Option<bool> {
        self.current.try_reserve(1).ok()?;
        let near = self.current.len().saturating_sub(NEAR);
        let place = self.current[near..]
            .iter()
            .rposition(|(other, _)| !other.is_before(&rank));
        match place {
            Some(place) => self.current.insert(near + place + 1, (rank, node)),
            None if near == 0 => self.current.insert(0, (rank, node)),
            None => return Some(false),
        }
        Some(true)
    }

    /// Puts an entry into the ring, which is wide enough for it. `None` if there is no memory.
    #[inline]
    fn link(&mut self, node: u32, number: u64, rank: Rank<C>) -> Option<()> {
        self.in_ring += 1;
        let place = self.place(number);
        let head = &mut self.ring[place];
        if *head == END {
            self.occupied.set(place);
        }
        let link = Link {
            rank,
            node,
            next: *head,
        };
        if let Some(unused) = self.links.get_mut(self.free as usize) {
            *head = mem::replace(&mut self.free, unused.next);
            *unused = link;
        } else {
            // A search runs out of memory long before it has 2³² entries.
            #[expect(clippy::cast_possible_truncation, reason = "see above")]
            let end = self.links.len() as u32;
            if self.links.len() == self.links.capacity() {
                // Less spare room than `Vec` takes by itself: there are about as many entries as stored nodes.
                let more = (self.links.len() / 8).max(FEWEST);
                self.links.try_reserve_exact(more).ok()?;
            }
            *head = end;
            self.links.push(link);
        }
        Some(())
    }

    /// Makes the first bucket of the ring the current one. Entries that are stale may be dropped.
    fn advance(&mut self, is_fresh: impl Fn(u32, C) -> bool) {
        if self.in_ring > 0 && self.try_advance(is_fresh).is_none() {
            self.give_up();
        }
    }

    /// The same, with something in the ring. `None` if there is no memory.
    #[inline]
    fn try_advance(&mut self, is_fresh: impl Fn(u32, C) -> bool) -> Option<()> {
        let from = self.place(self.lowest);
        let Some(place) = self.occupied.next(from) else {
            return Some(());
        };
        self.lowest += (place.wrapping_sub(from) & (self.ring.len() - 1)) as u64;
        if self.is_overtaken && !self.yields()? {
            return Some(());
        }
        self.current_number = self.lowest;
        // Now there are no current entries, or they have the same number and are older.
        let mut entries = mem::take(&mut self.current);
        let mut scratch = mem::take(&mut self.scratch);
        scratch.try_reserve(entries.len()).ok()?;
        scratch.extend(entries.drain(..).rev());
        self.take_list(place, &mut entries, is_fresh)?;
        entries.try_reserve(scratch.len()).ok()?;
        entries.append(&mut scratch);
        if entries.len() > 1 {
            let is_exact = self.shift == 0 && C::ZERO.number().is_some();
            sort_to_come_out(&mut entries, &mut scratch, is_exact)?;
            scratch.clear();
            // So much room is seldom needed again.
            scratch.shrink_to(MOST);
        }
        self.sorted += entries.len() as u64;
        (self.current, self.scratch) = (entries, scratch);
        Some(())
    }

    /// Whether the current entries, which others have overtaken, give way to them. `None` if there is no memory.
    #[cold]
    fn yields(&mut self) -> Option<bool> {
        self.is_overtaken = false;
        self.sorted_again += self.current.len() as u64;
        if self.lowest > self.current_number {
            // What went into the ring has been taken out again.
            self.lowest = self.current_number;
            return Some(false);
        }
        if self.lowest < self.current_number {
            self.put_back()?;
        }
        Some(true)
    }

    /// Takes a bucket's entries out of the ring and adds them to `entries`, the newest first. Of the first few it adds
    /// only those that are fresh. The test fetches their nodes, which are needed soon if the bucket is small. `None` if
    /// there is no memory.
    #[inline]
    fn take_list(
        &mut self,
        place: usize,
        entries: &mut Vec<(Rank<C>, u32)>,
        is_fresh: impl Fn(u32, C) -> bool,
    ) -> Option<()> {
        let head = mem::replace(&mut self.ring[place], END);
        let (mut link, mut end) = (head, END);
        while let Some(entry) = self.links.get(link as usize) {
            if entries.len() >= FEW || is_fresh(entry.node, entry.rank.cost) {
                entries.try_reserve(1).ok()?;
                entries.push((entry.rank, entry.node));
            }
            self.in_ring -= 1;
            (end, link) = (link, entry.next);
        }
        if let Some(end) = self.links.get_mut(end as usize) {
            end.next = self.free;
            self.free = head;
        }
        self.occupied.unset(place);
        Some(())
    }

    /// Puts the current entries back into the ring, beneath those of their bucket that came later. `None` if there is
    /// no memory.
    #[cold]
    fn put_back(&mut self) -> Option<()> {
        let number = self.current_number;
        let mut entries = mem::take(&mut self.current);
        let mut newer = mem::take(&mut self.scratch);
        self.take_list(self.place(number), &mut newer, |_, _| true)?;
        entries.try_reserve(newer.len()).ok()?;
        entries.extend(newer.drain(..).rev());
        self.scratch = newer;
        for (rank, node) in entries.drain(..) {
            self.link(node, number, rank)?;
        }
        self.current = entries;
        Some(())
    }

    /// Whether entries are sorted again and again. An inconsistent estimate can make the search leave a large bucket
    /// for a lower key and come back to it with one more entry, any number of times. Usually each entry is sorted once.
    fn is_overworked(&self) -> bool {
        self.sorted_again > self.sorted / 2 + (1 << 12)
    }

    /// A ring has a power of two of buckets, so that a number's place is its low bits.
    #[inline]
    fn place(&self, number: u64) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "only the low bits are used")]
        let low = number as usize;
        low & (self.ring.len() - 1)
    }

    /// Makes the ring wide enough for numbers that lie `spread` apart, or makes the numbers coarser. `None` if there is
    /// no memory.
    #[cold]
    fn rebuild(&mut self, spread: u64) -> Option<()> {
        let mut entries = mem::take(&mut self.scratch);
        while let Some(place) = self.occupied.next(0) {
            self.take_list(place, &mut entries, |_, _| true)?;
        }
        let mut coarser = 0;
        while spread >> coarser >= MOST as u64 {
            coarser += 1;
        }
        // With room for the spread to double. Otherwise each new greatest key could mean a new ring.
        coarser += u32::from(coarser > 0);
        self.shift += coarser;
        (self.lowest, self.highest) = (self.lowest >> coarser, self.highest >> coarser);
        self.current_number >>= coarser;
        // Entries in the ring may now have the current number.
        self.is_overtaken |= coarser > 0 && !self.current.is_empty() && !entries.is_empty();
        let size = usize::try_from((spread >> coarser) + 2).unwrap_or(MOST);
        let size = size.next_power_of_two().clamp(FEWEST, MOST);
        if size > self.ring.len() {
            self.ring.clear();
            self.ring.try_reserve(size).ok()?;
            self.ring.resize(size, END);
            self.occupied.resize(size)?;
            self.width = self.too_wide.min(size as u64);
        }
        // Each list came the newest first.
        for (rank, node) in entries.drain(..).rev() {
            if let Some(number) = rank.key.number() {
                self.link(node, number >> self.shift, rank)?;
            }
        }
        self.scratch = entries;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_rebuild_keys_may_spread_twice_as_far_before_the_next() {
        for spread in [1_u64 << 15, (1 << 16) - 1, 1 << 16, 100_000, (1 << 17) - 1, 1 << 40] {
            let mut queue = BucketQueue::default();
            for key in [0, spread] {
                assert!(queue.try_push(0, Rank { key, cost: 0 }));
            }
            let shift = queue.shift;
            assert!(queue.try_push(
                0,
                Rank {
                    key: 2 * spread,
                    cost: 0
                }
            ));
            assert_eq!(queue.shift, shift, "{spread}");
        }
    }
}
