//! [`BucketQueue`]: an array of buckets for keys that are numbers.

use alloc::vec::Vec;
use core::mem;

use super::Rank;
use super::rank_queue::RankQueue;
use super::ring::Ring;
use super::stable_sort::sort_to_come_out;
use crate::Cost;
use crate::memory::Memory;

/// The largest number of buckets. If the keys spread further, a bucket holds several keys.
pub(super) const MOST: usize = 1 << 15;
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
    pub(super) fn last_in_first_out(too_wide: u64) -> Self {
        BucketQueue {
            is_last_in: true,
            ..Self::no_wider_than(too_wide)
        }
    }

    /// Adds an entry. Returns `false` if its key has no number, if the key is too far away, or if this entry would
    /// overtake the current bucket after too many others have.
    #[expect(
        clippy::inline_always,
        reason = "in the loop of a best-first search the call would be a thirtieth of an expansion on a grid"
    )]
    #[inline(always)]
    pub(super) fn try_push(&mut self, node: u32, rank: Rank<C>, memory: &mut Memory) -> bool {
        let Some(number) = rank.key.number().map(|number| number >> self.shift) else {
            return false;
        };
        let fits = number
            .checked_sub(self.ring.lowest)
            .is_some_and(|above| above < self.width);
        // In most cases, the number is larger than the current one and fits, or the entry comes next.
        if number > self.current_number && fits {
            self.highest = self.highest.max(number);
            // Without memory, the search ends in any case.
            let _ = self.ring.insert(number, node, rank, memory);
            true
        } else if number == self.current_number
            && let Some((next, _)) = self.current.last()
            && !next.is_before(&rank)
            && self.current.len() < self.current.capacity()
        {
            self.current.push((rank, node));
            true
        } else {
            self.push_aside(node, rank, memory)
        }
    }

    /// Removes all entries and passes them on. The order is arbitrary, except that within a bucket of the ring the
    /// oldest comes first. This allocates nothing.
    #[cold]
    pub(super) fn drain(&mut self, mut pass_on: impl FnMut(u32, Rank<C>)) {
        for (rank, node) in self.current.drain(..) {
            pass_on(node, rank);
        }
        self.ring.drain(&mut pass_on);
        while let Some((rank, node)) = self.ranks.pop() {
            pass_on(node, rank);
        }
        self.clear();
    }

    /// Removes and returns the first entry.
    #[cfg(test)]
    pub(super) fn pop(&mut self, memory: &mut Memory) -> Option<(Rank<C>, u32)> {
        let node = self.peek_fresh(memory, |_, _| true)?;
        let rank = self.first().map(|(rank, _)| rank)?;
        self.pop_fresh(memory, |_, _| true).map(|popped| {
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
    fn make_current(&mut self, memory: &mut Memory) -> Option<()> {
        if self.is_overtaken || self.current.is_empty() {
            self.advance(memory, |_, _| true)?;
        }
        Some(())
    }

    /// Returns the node that [`pop_fresh`](Self::pop_fresh) would return, without removing it.
    pub(super) fn peek_fresh(&mut self, memory: &mut Memory, is_fresh: impl Fn(u32, C) -> bool + Copy) -> Option<u32> {
        loop {
            if self.is_last_in {
                return self.ring.newest(is_fresh);
            }
            if !self.is_by_rank() {
                self.make_current(memory)?;
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
    #[expect(
        clippy::inline_always,
        reason = "in the loop of a best-first search the call would be a tenth of an expansion"
    )]
    #[inline(always)]
    pub(super) fn pop_fresh(&mut self, memory: &mut Memory, is_fresh: impl Fn(u32, C) -> bool + Copy) -> Option<u32> {
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
                self.advance(memory, is_fresh)?;
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
        // Left over if there was not enough memory.
        self.scratch.clear();
        self.is_overtaken = false;
        self.ring.clear();
        // The keys of the next search may be closer together, and it must behave like a new search.
        self.shift = 0;
        self.ranks.clear();
        self.stage = Stage::Ring;
        // The first entry then sets the bounds of all numbers.
        self.width = 0;
        (self.sorted, self.sorted_again) = (0, 0);
    }

    /// Adds an entry that `try_push` has not handled: one for the middle of the current bucket, one that overtakes it,
    /// the first one, or one that is far away.
    #[inline(never)]
    fn push_aside(&mut self, node: u32, rank: Rank<C>, memory: &mut Memory) -> bool {
        // Without memory, the search ends in any case.
        if memory.refusal().is_some() {
            return true;
        }
        self.try_push_aside(node, rank, memory).unwrap_or_else(|| {
            self.width = 0;
            true
        })
    }

    /// The same, but returns `None` if there is not enough memory.
    fn try_push_aside(&mut self, node: u32, rank: Rank<C>, memory: &mut Memory) -> Option<bool> {
        let Some(fine) = rank.key.number() else {
            return Some(false);
        };
        if self.is_by_rank() {
            if self.ranks.push(node, rank, memory)? {
                return Some(true);
            }
            if self.too_wide != u64::MAX {
                return Some(false);
            }
            self.leave_ranks(memory)?;
        }
        loop {
            let number = fine >> self.shift;
            let is_overtaking = number <= self.current_number && !self.current.is_empty();
            if is_overtaking && number == self.current_number && self.insert_near(node, rank, memory)? {
                return Some(true);
            }
            if is_overtaking && self.is_overworked() {
                return Some(false);
            }
            let (lowest, highest) = if self.ring.is_empty() && self.current.is_empty() {
                // So that `try_push` takes all numbers from the lowest on. If the newest comes first, no bucket is ever
                // the current one.
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
                self.ring.insert(number, node, rank, memory)?;
                return Some(true);
            }
            self.rebuild(spread, memory)?;
        }
    }

    /// Puts an entry into the current bucket if its place is near the end, and returns whether it is. Returns `None` if
    /// there is not enough memory.
    fn insert_near(&mut self, node: u32, rank: Rank<C>, memory: &mut Memory) -> Option<bool> {
        memory.grow(&mut self.current, 1)?;
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

    /// Makes the first bucket of the ring the current one. Stale entries may be dropped. Returns `None` if there is not
    /// enough memory.
    fn advance(&mut self, memory: &mut Memory, is_fresh: impl Fn(u32, C) -> bool + Copy) -> Option<()> {
        // After a lack of memory, entries may be missing.
        if memory.refusal().is_some() {
            return None;
        }
        let Some(place) = self.ring.next_place().filter(|_| !self.ring.is_empty()) else {
            return Some(());
        };
        if self.is_overtaken && !self.yields(memory)? {
            return Some(());
        }
        self.current_number = self.ring.lowest;
        // Now there are no current entries, or they have the same number and are older.
        let (entries, scratch) = (&mut self.current, &mut self.scratch);
        memory.grow(scratch, entries.len())?;
        scratch.extend(entries.drain(..).rev());
        self.ring.take_bucket(place, entries, memory, is_fresh)?;
        memory.grow(entries, scratch.len())?;
        entries.append(scratch);
        let is_exact = self.shift == 0 && C::ZERO.number().is_some();
        if is_exact && entries.len() >= MANY && self.stage == Stage::Ring {
            return self.move_to_ranks(memory);
        }
        if entries.len() > 1 {
            sort_to_come_out(entries, scratch, is_exact, memory)?;
            scratch.clear();
            if scratch.capacity() > MOST {
                // This much memory is rarely needed again.
                let before = scratch.capacity();
                scratch.shrink_to(MOST);
                memory.release((before - scratch.capacity()) * size_of::<(Rank<C>, u32)>());
            }
        }
        self.sorted += entries.len() as u64;
        Some(())
    }

    /// Returns whether the current entries, which have been overtaken, give way to those that have overtaken them.
    /// Returns `None` if there is not enough memory.
    #[cold]
    fn yields(&mut self, memory: &mut Memory) -> Option<bool> {
        self.is_overtaken = false;
        self.sorted_again += self.current.len() as u64;
        if self.ring.lowest > self.current_number {
            // The entries that went into the ring have been taken out again.
            self.ring.lowest = self.current_number;
            return Some(false);
        }
        if self.ring.lowest < self.current_number {
            self.put_back(memory)?;
        }
        Some(true)
    }

    /// Puts the current entries back into the ring, beneath later ones of the same bucket. Returns `None` if there is
    /// not enough memory.
    #[cold]
    fn put_back(&mut self, memory: &mut Memory) -> Option<()> {
        let number = self.current_number;
        let (entries, newer) = (&mut self.current, &mut self.scratch);
        let place = self.ring.place(number);
        self.ring.take_bucket(place, newer, memory, |_, _| true)?;
        memory.grow(entries, newer.len())?;
        entries.extend(newer.drain(..).rev());
        for (rank, node) in entries.drain(..) {
            self.ring.insert(number, node, rank, memory)?;
        }
        Some(())
    }

    /// Moves all entries to the ranks: those in the ring, and the current ones, the newest first. Returns `None` if
    /// there is not enough memory.
    #[cold]
    #[inline(never)]
    fn move_to_ranks(&mut self, memory: &mut Memory) -> Option<()> {
        self.ring.take_all(&mut self.current, memory)?;
        (self.stage, self.width) = (Stage::Ranks, 0);
        let mut entries = mem::take(&mut self.current);
        let pushed = self.push_again(&mut entries, memory);
        self.current = entries;
        pushed
    }

    /// Moves all entries back to the ring, since there are too many ranks. Returns `None` if there is not enough
    /// memory.
    #[cold]
    fn leave_ranks(&mut self, memory: &mut Memory) -> Option<()> {
        while let Some(entry) = self.ranks.pop() {
            memory.push(&mut self.scratch, entry)?;
        }
        self.stage = Stage::Left;
        self.width = self.too_wide.min(self.ring.width());
        let mut entries = mem::take(&mut self.scratch);
        let pushed = self.push_again(&mut entries, memory);
        // Pushing needs the list only for entries that are spread more widely than those of the ring.
        memory.release(self.scratch.capacity() * size_of::<(Rank<C>, u32)>());
        self.scratch = entries;
        pushed
    }

    /// Pushes entries that were in the queue before, given the newest first. Returns `None` if there is not enough
    /// memory.
    fn push_again(&mut self, entries: &mut Vec<(Rank<C>, u32)>, memory: &mut Memory) -> Option<()> {
        for (rank, node) in entries.drain(..).rev() {
            if !self.try_push_aside(node, rank, memory)? {
                // The ranks have refused an entry that was in the ring, which can hold it and all others.
                self.leave_ranks(memory)?;
                self.try_push_aside(node, rank, memory)?;
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
    fn rebuild(&mut self, spread: u64, memory: &mut Memory) -> Option<()> {
        let is_exact = self.shift == 0 && spread < MOST as u64;
        let most = if is_exact { MOST as u64 } else { MOST_COARSE };
        let mut coarser = 0;
        while spread >> coarser >= most {
            coarser += 1;
        }
        // This allows the spread to double. Otherwise, each new greatest key could require a new ring.
        coarser += u32::from(coarser > 0);
        let size = usize::try_from((spread >> coarser) + 2).unwrap_or(MOST);
        let size = size.next_power_of_two().clamp(FEWEST, MOST);
        let entries = &mut self.scratch;
        if coarser > 0 || !self.ring.has_buckets(size) {
            self.ring.take_all(entries, memory)?;
        }
        self.shift += coarser;
        (self.ring.lowest, self.highest) = (self.ring.lowest >> coarser, self.highest >> coarser);
        self.current_number >>= coarser;
        // Entries in the ring may now have the current number.
        self.is_overtaken |= coarser > 0 && !self.current.is_empty() && !entries.is_empty();
        self.ring.widen(size, memory)?;
        self.width = self.too_wide.min(self.ring.width());
        // Each list was read with the newest entry first.
        for (rank, node) in entries.drain(..).rev() {
            if let Some(number) = rank.key.number() {
                self.ring.insert(number >> self.shift, node, rank, memory)?;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_rebuild_keys_may_spread_twice_as_far_before_the_next() {
        let memory = &mut Memory::default();
        for spread in [1_u64 << 15, (1 << 16) - 1, 1 << 16, 100_000, (1 << 17) - 1, 1 << 40] {
            let mut queue = BucketQueue::default();
            for key in [0, spread] {
                assert!(queue.try_push(0, Rank { key, cost: 0 }, memory));
            }
            let shift = queue.shift;
            assert!(queue.try_push(
                0,
                Rank {
                    key: 2 * spread,
                    cost: 0
                },
                memory
            ));
            assert_eq!(queue.shift, shift, "{spread}");
        }
    }
}
