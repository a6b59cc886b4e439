//! [`BucketQueue`]: an array of buckets for keys that are numbers.

use alloc::vec::Vec;
use core::mem;

use super::Rank;
use super::occupancy::Occupancy;
use super::rank_queue::RankQueue;
use super::stable_sort::sort_to_come_out;
use crate::Cost;
use crate::limits::Room;
use crate::pieces::Pieces;

/// The largest number of buckets. If the keys spread further, a bucket holds several keys.
const MOST: usize = 1 << 15;
/// The largest number of buckets between the least and the greatest key if a bucket holds several keys. With `MOST`
/// buckets, the ring would not stay in the first-level cache, and A\* on grids in floats would take 1 to 5 % longer.
const MOST_COARSE: u64 = 1 << 13;
const FEWEST: usize = 64;
const END: u32 = u32::MAX;

/// The number of entries of a bucket that are tested for freshness before the bucket is sorted.
const FEW: usize = 32;

/// From this number of entries on, sorting a bucket would cause a noticeable pause.
const MANY: usize = 1 << 12;

/// The largest number of entries of the current bucket that are moved to insert one beneath them.
const NEAR: usize = 64;

/// An array of buckets for keys that are numbers. Push and pop take O(1), plus the time to sort a bucket when its turn
/// comes.
///
/// The order is exact: the least key first, then the largest cost. Among equal entries, it is last in first out if the
/// bucket has one key or few entries. Keys may fall below those already taken, as they do with inconsistent estimates.
///
/// The array is a ring as wide as the spread between the least and the greatest key in it (Dial, Communications of the
/// ACM 12, 1969). Keys may therefore be large as long as they are close together. If they are not, the lower bits of
/// their numbers are dropped.
///
/// If a bucket whose turn comes has one key and many entries, all entries move to a [`RankQueue`], if it can hold them,
/// so that no call has to sort a large bucket. Such searches, for example those of puzzles, have few different keys and
/// costs.
#[derive(Clone, Debug)]
pub(super) struct BucketQueue<C> {
    /// The entries of the bucket whose turn it is. The next entry is the last one, which is the newest among equals.
    current: Vec<(Rank<C>, u32)>,
    current_number: u64,
    /// Whether an entry at or below the current number has gone into the ring.
    is_overtaken: bool,
    /// The newest entry of each bucket.
    ring: Vec<u32>,
    /// The number of low bits dropped from a key's number.
    shift: u32,
    occupied: Occupancy,
    /// The entries in the ring. The entries of a bucket are linked, the newest first. Unused entries are linked from
    /// `free`.
    links: Pieces<Link<C>>,
    free: u32,
    /// The bounds of all numbers. The current number is included, so that its entries can go back into the ring.
    lowest: u64,
    highest: u64,
    in_ring: usize,
    scratch: Vec<(Rank<C>, u32)>,
    /// The number of entries sorted, and how many of them had been sorted before: see
    /// [`is_overworked`](Self::is_overworked).
    sorted: u64,
    sorted_again: u64,
    /// Numbers with this spread or more are refused.
    too_wide: u64,
    pub(super) room: Room,
    /// The length of the ring, or `too_wide` if that is less, since an earlier search may have enlarged the ring.
    width: u64,
    /// Whether the newest of equal keys comes first, whatever its cost. Nothing is sorted then.
    is_last_in: bool,
    ranks: RankQueue<C>,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// No bucket has been large so far.
    Ring,
    /// All entries are in `ranks`.
    Ranks,
    /// The entries have left `ranks` again, because there were too many ranks.
    Left,
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
            links: Pieces::default(),
            free: END,
            lowest: 0,
            highest: 0,
            in_ring: 0,
            scratch: Vec::new(),
            sorted: 0,
            sorted_again: 0,
            too_wide: u64::MAX,
            room: Room::default(),
            width: 0,
            is_last_in: false,
            ranks: RankQueue::default(),
            stage: Stage::Ring,
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

    /// An empty queue in which the newest of equal keys comes first, whatever its cost. Each key has a bucket.
    pub(super) fn last_in_first_out() -> Self {
        BucketQueue {
            is_last_in: true,
            ..Self::no_wider_than(MOST as u64)
        }
    }

    /// Adds an entry. Returns `false` if its key has no number, if the key is too far away, or if this entry would
    /// overtake the current bucket after too many others have.
    #[expect(
        clippy::inline_always,
        reason = "in the loop of a best-first search the call would be a thirtieth of an expansion on a grid"
    )]
    #[inline(always)]
    pub(super) fn try_push(&mut self, node: u32, rank: Rank<C>) -> bool {
        let Some(number) = rank.key.number().map(|number| number >> self.shift) else {
            return false;
        };
        // In most cases, the number is larger than the current one (and thus not below the lowest) and fits, or the
        // entry comes next.
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

    /// Removes all entries and passes them on. The order is arbitrary, except that within a bucket of the ring the
    /// oldest comes first. This allocates nothing.
    #[cold]
    pub(super) fn drain(&mut self, mut pass_on: impl FnMut(u32, Rank<C>, &mut Room)) {
        let room = &mut self.room;
        for (rank, node) in self.current.drain(..) {
            pass_on(node, rank, room);
        }
        while let Some(place) = self.occupied.next(0) {
            let (mut link, mut newer) = (mem::replace(&mut self.ring[place], END), END);
            while let Some(entry) = self.links.get_mut(link as usize) {
                (link, newer) = (mem::replace(&mut entry.next, newer), link);
            }
            while let Some(entry) = self.links.get(newer as usize) {
                pass_on(entry.node, entry.rank, room);
                newer = entry.next;
            }
            self.occupied.unset(place);
        }
        while let Some((rank, node)) = self.ranks.pop() {
            pass_on(node, rank, room);
        }
        let room = self.room;
        self.clear();
        self.room = room;
    }

    /// Removes and returns the first entry.
    #[cfg(test)]
    pub(super) fn pop(&mut self) -> Option<(Rank<C>, u32)> {
        let node = self.peek_fresh(|_, _| true)?;
        let rank = self.first().map(|(rank, _)| rank)?;
        self.pop_fresh(|_, _| true).map(|popped| {
            assert_eq!(popped, node);
            (rank, node)
        })
    }

    #[inline]
    pub(super) fn is_by_rank(&self) -> bool {
        self.stage == Stage::Ranks
    }

    /// Makes sure that the first entry is the last one of `current`.
    // This is a separate function so that it is compiled once for each cost type, and not for each test of freshness.
    fn make_current(&mut self) {
        if self.is_overtaken || self.current.is_empty() {
            self.advance(|_, _| true);
        }
    }

    /// Returns the node that [`pop_fresh`](Self::pop_fresh) would return, without removing it.
    pub(super) fn peek_fresh(&mut self, is_fresh: impl Fn(u32, C) -> bool + Copy) -> Option<u32> {
        loop {
            if self.is_last_in {
                return self.newest(is_fresh);
            }
            if !self.is_by_rank() {
                self.make_current();
            }
            match self.first() {
                Some((rank, node)) if is_fresh(node, rank.cost) => return Some(node),
                None if self.in_ring == 0 => return None,
                _ if self.is_by_rank() => self.ranks.pop(),
                _ => self.current.pop(),
            };
        }
    }

    /// The entry that [`peek_fresh`](Self::peek_fresh) has found.
    pub(super) fn first(&mut self) -> Option<(Rank<C>, u32)> {
        if self.is_by_rank() {
            return self.ranks.first();
        }
        if self.is_last_in {
            let head = self.ring.get(self.place(self.lowest))?;
            return self.links.get(*head as usize).map(|entry| (entry.rank, entry.node));
        }
        self.current.last().copied()
    }

    /// Removes and returns the first node for which `is_fresh` holds, given the cost with which it was pushed, and
    /// drops the entries before it.
    #[inline]
    pub(super) fn pop_fresh(&mut self, is_fresh: impl Fn(u32, C) -> bool + Copy) -> Option<u32> {
        loop {
            if self.is_last_in {
                let (node, cost) = self.pop_newest()?;
                if is_fresh(node, cost) {
                    return Some(node);
                }
                continue;
            }
            if self.is_by_rank() {
                let (rank, node) = self.ranks.pop()?;
                if is_fresh(node, rank.cost) {
                    return Some(node);
                }
                continue;
            }
            if self.is_overtaken || self.current.is_empty() {
                if !self.is_overtaken
                    && let Some((rank, node)) = self.only()
                {
                    if is_fresh(node, rank.cost) {
                        return Some(node);
                    }
                    continue;
                }
                self.advance(is_fresh);
            }
            match self.current.pop() {
                Some((rank, node)) if is_fresh(node, rank.cost) => return Some(node),
                None if self.in_ring == 0 && !self.is_by_rank() => return None,
                _ => {}
            }
        }
    }

    /// Takes the entry of the first bucket of the ring, if the bucket has exactly one, which is the most frequent case
    /// for floats.
    #[inline]
    fn only(&mut self) -> Option<(Rank<C>, u32)> {
        if self.in_ring == 0 {
            return None;
        }
        let from = self.place(self.lowest);
        let place = self.occupied.next(from)?;
        let entry = self.links.get(self.ring[place] as usize)?;
        if entry.next != END {
            return None;
        }
        let (rank, node) = (entry.rank, entry.node);
        self.lowest += (place.wrapping_sub(from) & (self.ring.len() - 1)) as u64;
        self.current_number = self.lowest;
        self.remove_newest(place);
        Some((rank, node))
    }

    /// The bucket of the ring with the least number.
    #[expect(clippy::inline_always, reason = "as that of `try_push`")]
    #[inline(always)]
    fn first_place(&mut self) -> Option<usize> {
        let place = self.place(self.lowest);
        if *self.ring.get(place)? == END {
            self.next_place(place)
        } else {
            Some(place)
        }
    }

    /// The same, if the bucket of the lowest number is empty.
    #[inline(never)]
    fn next_place(&mut self, place: usize) -> Option<usize> {
        let next = self.occupied.next(place)?;
        self.lowest += (next.wrapping_sub(place) & (self.ring.len() - 1)) as u64;
        Some(next)
    }

    /// Takes the newest entry of the first bucket.
    #[expect(clippy::inline_always, reason = "as that of `try_push`")]
    #[inline(always)]
    fn pop_newest(&mut self) -> Option<(u32, C)> {
        let place = self.first_place()?;
        let head = self.ring.get_mut(place)?;
        let entry = self.links.get_mut(*head as usize)?;
        let older = mem::replace(&mut entry.next, self.free);
        self.free = mem::replace(head, older);
        self.in_ring -= 1;
        if older == END {
            self.occupied.unset(place);
        }
        Some((entry.node, entry.rank.cost))
    }

    /// The newest fresh entry of the first bucket. Stale entries are dropped.
    fn newest(&mut self, is_fresh: impl Fn(u32, C) -> bool) -> Option<u32> {
        loop {
            let place = self.first_place()?;
            let entry = self.links.get(self.ring[place] as usize)?;
            if is_fresh(entry.node, entry.rank.cost) {
                return Some(entry.node);
            }
            self.remove_newest(place);
        }
    }

    /// Removes the newest entry of a bucket that is not empty.
    #[inline]
    fn remove_newest(&mut self, place: usize) {
        let head = &mut self.ring[place];
        if let Some(entry) = self.links.get_mut(*head as usize) {
            let older = mem::replace(&mut entry.next, self.free);
            self.free = mem::replace(head, older);
            self.in_ring -= 1;
            if older == END {
                self.occupied.unset(place);
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
        // The keys of the next search may be closer together, and it must behave like a new search.
        self.shift = 0;
        self.ranks.clear();
        self.stage = Stage::Ring;
        self.width = self.too_wide.min(self.ring.len() as u64);
        (self.sorted, self.sorted_again) = (0, 0);
        self.room.refusal = None;
    }

    pub(super) fn bytes(&self) -> usize {
        (self.current.capacity() + self.scratch.capacity()) * size_of::<(Rank<C>, u32)>()
            + self.ring.capacity() * size_of::<u32>()
            + self.links.bytes()
            + self.occupied.bytes()
            + self.ranks.bytes()
    }

    /// Adds an entry that `try_push` has not handled: one for the middle of the current bucket, one that overtakes it,
    /// the first one, or one that is far away.
    #[inline(never)]
    fn push_aside(&mut self, node: u32, rank: Rank<C>) -> bool {
        if self.room.refusal.is_some() {
            return true;
        }
        self.try_push_aside(node, rank).unwrap_or_else(|| {
            self.give_up();
            true
        })
    }

    /// The same, but returns `None` if there is no memory.
    fn try_push_aside(&mut self, node: u32, rank: Rank<C>) -> Option<bool> {
        let Some(fine) = rank.key.number() else {
            return Some(false);
        };
        if self.is_by_rank() {
            if self.ranks.push(node, rank, &mut self.room)? {
                return Some(true);
            }
            if self.too_wide != u64::MAX {
                return Some(false);
            }
            self.leave_ranks()?;
        }
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
                // A number larger than the current one must not be below the lowest: see `try_push`.
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

    /// Drops all entries, and all that will be pushed, for lack of memory.
    #[cold]
    fn give_up(&mut self) {
        *self = BucketQueue {
            room: self.room,
            is_last_in: self.is_last_in,
            ..Self::no_wider_than(self.too_wide)
        };
    }

    /// Puts an entry into the current bucket if its place is near the end, and returns whether it is. Returns `None` if
    /// there is no memory.
    fn insert_near(&mut self, node: u32, rank: Rank<C>) -> Option<bool> {
        self.room.grow(&mut self.current, 1)?;
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

    /// Puts an entry into the ring, which is wide enough for it. Returns `None` if there is no memory.
    #[expect(clippy::inline_always, reason = "as that of `try_push`")]
    #[inline(always)]
    fn link(&mut self, node: u32, number: u64, rank: Rank<C>) -> Option<()> {
        let place = self.place(number);
        let Some(unused) = self.links.get_mut(self.free as usize) else {
            return self.link_in_new_room(node, place, rank);
        };
        self.in_ring += 1;
        let head = &mut self.ring[place];
        if *head == END {
            self.occupied.set(place);
        }
        let next = mem::replace(head, mem::replace(&mut self.free, unused.next));
        *unused = Link { rank, node, next };
        Some(())
    }

    /// The same, if there are no unused entries.
    #[inline(never)]
    fn link_in_new_room(&mut self, node: u32, place: usize, rank: Rank<C>) -> Option<()> {
        if !self.links.has_room() {
            self.links.grow(&mut self.room)?;
        }
        self.in_ring += 1;
        let head = &mut self.ring[place];
        if *head == END {
            self.occupied.set(place);
        }
        // A search runs out of memory long before it has 2³² entries.
        #[expect(clippy::cast_possible_truncation, reason = "see above")]
        let next = mem::replace(head, self.links.len() as u32);
        self.links.push(Link { rank, node, next });
        Some(())
    }

    /// Makes the first bucket of the ring the current one. Stale entries may be dropped.
    fn advance(&mut self, is_fresh: impl Fn(u32, C) -> bool + Copy) {
        if self.in_ring > 0 && self.try_advance(is_fresh).is_none() {
            self.give_up();
        }
    }

    /// The same, if the ring is not empty. Returns `None` if there is no memory.
    #[inline]
    fn try_advance(&mut self, is_fresh: impl Fn(u32, C) -> bool + Copy) -> Option<()> {
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
        self.room.grow(&mut scratch, entries.len())?;
        scratch.extend(entries.drain(..).rev());
        self.take_list(place, &mut entries, is_fresh)?;
        self.room.grow(&mut entries, scratch.len())?;
        entries.append(&mut scratch);
        let is_exact = self.shift == 0 && C::ZERO.number().is_some();
        if is_exact && entries.len() >= MANY && self.stage == Stage::Ring {
            self.scratch = scratch;
            return self.move_to_ranks(entries);
        }
        if entries.len() > 1 {
            sort_to_come_out(&mut entries, &mut scratch, is_exact, &mut self.room)?;
            scratch.clear();
            // This much room is rarely needed again.
            scratch.shrink_to(MOST);
        }
        self.sorted += entries.len() as u64;
        (self.current, self.scratch) = (entries, scratch);
        Some(())
    }

    /// Returns whether the current entries, which have been overtaken, give way to those that have overtaken them.
    /// Returns `None` if there is no memory.
    #[cold]
    fn yields(&mut self) -> Option<bool> {
        self.is_overtaken = false;
        self.sorted_again += self.current.len() as u64;
        if self.lowest > self.current_number {
            // The entries that went into the ring have been taken out again.
            self.lowest = self.current_number;
            return Some(false);
        }
        if self.lowest < self.current_number {
            self.put_back()?;
        }
        Some(true)
    }

    /// Takes a bucket's entries out of the ring and adds them to `entries`, the newest first. Among the first few, it
    /// adds only fresh ones. Testing them fetches their nodes, which are soon needed if the bucket is small. Returns
    /// `None` if there is no memory.
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
                self.room.grow(entries, 1)?;
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

    /// Puts the current entries back into the ring, beneath later ones of the same bucket. Returns `None` if there is
    /// no memory.
    #[cold]
    fn put_back(&mut self) -> Option<()> {
        let number = self.current_number;
        let mut entries = mem::take(&mut self.current);
        let mut newer = mem::take(&mut self.scratch);
        self.take_list(self.place(number), &mut newer, |_, _| true)?;
        self.room.grow(&mut entries, newer.len())?;
        entries.extend(newer.drain(..).rev());
        self.scratch = newer;
        for (rank, node) in entries.drain(..) {
            self.link(node, number, rank)?;
        }
        self.current = entries;
        Some(())
    }

    /// Moves all entries to the ranks: those in the ring, and the given ones, the newest first. Returns `None` if there
    /// is no memory.
    #[cold]
    #[inline(never)]
    fn move_to_ranks(&mut self, mut entries: Vec<(Rank<C>, u32)>) -> Option<()> {
        while let Some(place) = self.occupied.next(0) {
            self.take_list(place, &mut entries, |_, _| true)?;
        }
        // With no width, `try_push` leaves each entry to `push_aside`.
        (self.stage, self.width) = (Stage::Ranks, 0);
        self.push_again(&mut entries)?;
        self.current = entries;
        Some(())
    }

    /// Moves all entries back to the ring, since there are too many ranks. Returns `None` if there is no memory.
    #[cold]
    fn leave_ranks(&mut self) -> Option<()> {
        let mut entries = mem::take(&mut self.scratch);
        while let Some(entry) = self.ranks.pop() {
            self.room.grow(&mut entries, 1)?;
            entries.push(entry);
        }
        self.stage = Stage::Left;
        self.width = self.too_wide.min(self.ring.len() as u64);
        self.push_again(&mut entries)?;
        self.scratch = entries;
        Some(())
    }

    /// Pushes entries that were in the queue before, given the newest first. Returns `None` if there is no memory.
    fn push_again(&mut self, entries: &mut Vec<(Rank<C>, u32)>) -> Option<()> {
        for (rank, node) in entries.drain(..).rev() {
            self.try_push_aside(node, rank)?;
        }
        Some(())
    }

    /// Whether entries are sorted again and again. An inconsistent estimate can make the search leave a large bucket
    /// for a lower key and return to it with one more entry, any number of times. Usually each entry is sorted once.
    fn is_overworked(&self) -> bool {
        self.sorted_again > self.sorted / 2 + (1 << 12)
    }

    /// The place of a number in the ring, which is given by its low bits, since the number of buckets is a power of
    /// two. There is no such place before the first entry, when the ring has no buckets.
    #[inline]
    fn place(&self, number: u64) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "only the low bits are used")]
        let low = number as usize;
        low & self.ring.len().wrapping_sub(1)
    }

    /// Gives the ring, which is empty, at least `size` buckets. Returns `None` if there is no memory.
    fn widen(&mut self, size: usize) -> Option<()> {
        if size > self.ring.len() {
            self.ring.clear();
            self.room.grow(&mut self.ring, size)?;
            self.ring.resize(size, END);
            self.occupied.resize(size, &mut self.room)?;
            self.width = self.too_wide.min(size as u64);
        }
        Some(())
    }

    /// Makes the ring wide enough for numbers that lie `spread` apart, or makes the numbers coarser. Returns `None` if
    /// there is no memory.
    #[cold]
    fn rebuild(&mut self, spread: u64) -> Option<()> {
        let mut entries = mem::take(&mut self.scratch);
        while let Some(place) = self.occupied.next(0) {
            self.take_list(place, &mut entries, |_, _| true)?;
        }
        let is_exact = self.shift == 0 && spread < MOST as u64;
        let most = if is_exact { MOST as u64 } else { MOST_COARSE };
        let mut coarser = 0;
        while spread >> coarser >= most {
            coarser += 1;
        }
        // This leaves room for the spread to double. Otherwise, each new greatest key could require a new ring.
        coarser += u32::from(coarser > 0);
        self.shift += coarser;
        (self.lowest, self.highest) = (self.lowest >> coarser, self.highest >> coarser);
        self.current_number >>= coarser;
        // Entries in the ring may now have the current number.
        self.is_overtaken |= coarser > 0 && !self.current.is_empty() && !entries.is_empty();
        let size = usize::try_from((spread >> coarser) + 2).unwrap_or(MOST);
        let size = size.next_power_of_two().clamp(FEWEST, MOST);
        self.widen(size)?;
        // Each list was read with the newest entry first.
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
