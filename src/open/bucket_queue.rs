//! [`BucketQueue`]: an array of buckets for keys that are numbers.

use alloc::vec::Vec;
use core::mem;

use super::Rank;
use super::rank_queue::RankQueue;
use super::ring::Ring;
use super::stable_sort::sort_to_come_out;
use crate::Cost;
use crate::limits::Room;

/// The largest number of buckets. If the keys spread further, a bucket holds several keys.
const MOST: usize = 1 << 15;
/// The largest number of buckets between the least and the greatest key if a bucket holds several keys. With `MOST`
/// buckets, the ring would not stay in the first-level cache, and A\* on grids in floats would take 1 to 5 % longer.
const MOST_COARSE: u64 = 1 << 13;
const FEWEST: usize = 64;

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
    /// All other entries. Its lowest number is at most the current one, so that the current entries can go back.
    ring: Ring<C>,
    /// The number of low bits dropped from a key's number.
    shift: u32,
    /// No entry has a greater number.
    highest: u64,
    scratch: Vec<(Rank<C>, u32)>,
    /// The number of entries sorted, and how many of them had been sorted before: see
    /// [`is_overworked`](Self::is_overworked).
    sorted: u64,
    sorted_again: u64,
    /// Numbers with this spread or more are refused.
    too_wide: u64,
    pub(super) room: Room,
    /// The width of the ring, or `too_wide` if that is less. If it is 0, `try_push` leaves each entry to `push_aside`.
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

impl<C: Cost> Default for BucketQueue<C> {
    fn default() -> Self {
        BucketQueue {
            current: Vec::new(),
            current_number: 0,
            is_overtaken: false,
            ring: Ring::default(),
            shift: 0,
            highest: 0,
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
        if number > self.current_number && number.wrapping_sub(self.ring.lowest) < self.width {
            self.highest = self.highest.max(number);
            self.ring
                .insert(number, node, rank, &mut self.room)
                .unwrap_or_else(|| self.give_up());
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
        self.ring.drain(|node, rank| pass_on(node, rank, room));
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
                return self.ring.newest(is_fresh);
            }
            if !self.is_by_rank() {
                self.make_current();
            }
            match self.first() {
                Some((rank, node)) if is_fresh(node, rank.cost) => return Some(node),
                None if self.ring.is_empty() => return None,
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
            return self.ring.newest_of_lowest();
        }
        self.current.last().copied()
    }

    /// Removes and returns the first node for which `is_fresh` holds, given the cost with which it was pushed, and
    /// drops the entries before it.
    #[inline]
    pub(super) fn pop_fresh(&mut self, is_fresh: impl Fn(u32, C) -> bool + Copy) -> Option<u32> {
        loop {
            if self.is_last_in {
                let (node, cost) = self.ring.pop_newest()?;
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
                    && let Some((rank, node)) = self.ring.pop_only()
                {
                    self.current_number = self.ring.lowest;
                    if is_fresh(node, rank.cost) {
                        return Some(node);
                    }
                    continue;
                }
                self.advance(is_fresh);
            }
            match self.current.pop() {
                Some((rank, node)) if is_fresh(node, rank.cost) => return Some(node),
                None if self.ring.is_empty() && !self.is_by_rank() => return None,
                _ => {}
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.current.clear();
        self.is_overtaken = false;
        self.ring.clear();
        // The keys of the next search may be closer together, and it must behave like a new search.
        self.shift = 0;
        self.ranks.clear();
        self.stage = Stage::Ring;
        // The first entry then sets the bounds of all numbers.
        self.width = 0;
        (self.sorted, self.sorted_again) = (0, 0);
        self.room.refusal = None;
    }

    pub(super) fn bytes(&self) -> usize {
        (self.current.capacity() + self.scratch.capacity()) * size_of::<(Rank<C>, u32)>()
            + self.ring.bytes()
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

    /// The same, but returns `None` if there is not enough memory.
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
            let (lowest, highest) = if self.ring.is_empty() && self.current.is_empty() {
                // A number larger than the current one must not be below the lowest: see `try_push`. If the newest
                // comes first, no bucket is ever the current one.
                if !self.is_last_in {
                    self.current_number = number.saturating_sub(1);
                }
                (number, number)
            } else {
                (self.ring.lowest.min(number), self.highest.max(number))
            };
            let spread = highest - lowest;
            if spread >= self.too_wide {
                return Some(false);
            }
            if spread < self.width {
                (self.ring.lowest, self.highest) = (lowest, highest);
                self.is_overtaken |= is_overtaking;
                self.ring.insert(number, node, rank, &mut self.room)?;
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
    /// there is not enough memory.
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

    /// Makes the first bucket of the ring the current one. Stale entries may be dropped.
    fn advance(&mut self, is_fresh: impl Fn(u32, C) -> bool + Copy) {
        if !self.ring.is_empty() && self.try_advance(is_fresh).is_none() {
            self.give_up();
        }
    }

    /// The same, if the ring is not empty. Returns `None` if there is not enough memory.
    #[inline]
    fn try_advance(&mut self, is_fresh: impl Fn(u32, C) -> bool + Copy) -> Option<()> {
        let Some(place) = self.ring.next_place() else {
            return Some(());
        };
        if self.is_overtaken && !self.yields()? {
            return Some(());
        }
        self.current_number = self.ring.lowest;
        // Now there are no current entries, or they have the same number and are older.
        let mut entries = mem::take(&mut self.current);
        let mut scratch = mem::take(&mut self.scratch);
        self.room.grow(&mut scratch, entries.len())?;
        scratch.extend(entries.drain(..).rev());
        self.ring.take_bucket(place, &mut entries, &mut self.room, is_fresh)?;
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
    /// Returns `None` if there is not enough memory.
    #[cold]
    fn yields(&mut self) -> Option<bool> {
        self.is_overtaken = false;
        self.sorted_again += self.current.len() as u64;
        if self.ring.lowest > self.current_number {
            // The entries that went into the ring have been taken out again.
            self.ring.lowest = self.current_number;
            return Some(false);
        }
        if self.ring.lowest < self.current_number {
            self.put_back()?;
        }
        Some(true)
    }

    /// Puts the current entries back into the ring, beneath later ones of the same bucket. Returns `None` if there is
    /// not enough memory.
    #[cold]
    fn put_back(&mut self) -> Option<()> {
        let number = self.current_number;
        let mut entries = mem::take(&mut self.current);
        let mut newer = mem::take(&mut self.scratch);
        let place = self.ring.place(number);
        self.ring.take_bucket(place, &mut newer, &mut self.room, |_, _| true)?;
        self.room.grow(&mut entries, newer.len())?;
        entries.extend(newer.drain(..).rev());
        self.scratch = newer;
        for (rank, node) in entries.drain(..) {
            self.ring.insert(number, node, rank, &mut self.room)?;
        }
        self.current = entries;
        Some(())
    }

    /// Moves all entries to the ranks: those in the ring, and the given ones, the newest first. Returns `None` if there
    /// is not enough memory.
    #[cold]
    #[inline(never)]
    fn move_to_ranks(&mut self, mut entries: Vec<(Rank<C>, u32)>) -> Option<()> {
        self.ring.take_all(&mut entries, &mut self.room)?;
        (self.stage, self.width) = (Stage::Ranks, 0);
        self.push_again(&mut entries)?;
        self.current = entries;
        Some(())
    }

    /// Moves all entries back to the ring, since there are too many ranks. Returns `None` if there is not enough
    /// memory.
    #[cold]
    fn leave_ranks(&mut self) -> Option<()> {
        let mut entries = mem::take(&mut self.scratch);
        while let Some(entry) = self.ranks.pop() {
            self.room.grow(&mut entries, 1)?;
            entries.push(entry);
        }
        self.stage = Stage::Left;
        self.width = self.too_wide.min(self.ring.width());
        self.push_again(&mut entries)?;
        self.scratch = entries;
        Some(())
    }

    /// Pushes entries that were in the queue before, given the newest first. Returns `None` if there is not enough
    /// memory.
    fn push_again(&mut self, entries: &mut Vec<(Rank<C>, u32)>) -> Option<()> {
        for (rank, node) in entries.drain(..).rev() {
            if !self.try_push_aside(node, rank)? {
                // The ranks have refused an entry that was in the ring, which can hold it and all others.
                self.leave_ranks()?;
                self.try_push_aside(node, rank)?;
            }
        }
        Some(())
    }

    /// Whether entries are sorted again and again. An inconsistent estimate can make the search leave a large bucket
    /// for a lower key and return to it with one more entry, any number of times. Usually each entry is sorted once.
    fn is_overworked(&self) -> bool {
        self.sorted_again > self.sorted / 2 + (1 << 12)
    }

    /// Makes the ring wide enough for numbers that lie `spread` apart, or makes the numbers coarser. Returns `None` if
    /// there is not enough memory.
    #[cold]
    fn rebuild(&mut self, spread: u64) -> Option<()> {
        let is_exact = self.shift == 0 && spread < MOST as u64;
        let most = if is_exact { MOST as u64 } else { MOST_COARSE };
        let mut coarser = 0;
        while spread >> coarser >= most {
            coarser += 1;
        }
        // This leaves room for the spread to double. Otherwise, each new greatest key could require a new ring.
        coarser += u32::from(coarser > 0);
        let size = usize::try_from((spread >> coarser) + 2).unwrap_or(MOST);
        let size = size.next_power_of_two().clamp(FEWEST, MOST);
        let mut entries = mem::take(&mut self.scratch);
        if coarser > 0 || !self.ring.has_buckets(size) {
            self.ring.take_all(&mut entries, &mut self.room)?;
        }
        self.shift += coarser;
        (self.ring.lowest, self.highest) = (self.ring.lowest >> coarser, self.highest >> coarser);
        self.current_number >>= coarser;
        // Entries in the ring may now have the current number.
        self.is_overtaken |= coarser > 0 && !self.current.is_empty() && !entries.is_empty();
        self.ring.widen(size, &mut self.room)?;
        self.width = self.too_wide.min(self.ring.width());
        // Each list was read with the newest entry first.
        for (rank, node) in entries.drain(..).rev() {
            if let Some(number) = rank.key.number() {
                self.ring.insert(number >> self.shift, node, rank, &mut self.room)?;
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
