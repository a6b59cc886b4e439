//! [`Ring`]: linked buckets for numbers that are close together.

use alloc::vec::Vec;
use core::mem;

use super::Rank;
use super::occupancy::Occupancy;
use crate::memory::Memory;
use crate::pieces::Pieces;

const END: u32 = u32::MAX;

/// The number of entries of a bucket that are tested for freshness before the bucket is sorted.
const FEW: usize = 32;

/// Entries in buckets by number, for numbers that are less than the width of the ring apart.
///
/// The number of buckets is a power of two, and the low bits of a number are its bucket's place.
#[derive(Clone, Debug)]
pub(super) struct Ring<C> {
    /// The newest entry of each bucket. An earlier search may have left more buckets than this one needs.
    heads: Vec<u32>,
    /// The number of buckets that a new ring would have.
    width: u64,
    occupied: Occupancy,
    /// The entries of a bucket are linked, the newest first. Unused entries are linked from `free`.
    links: Pieces<Link<C>>,
    free: u32,
    len: usize,
    /// No entry has a lower number.
    pub(super) lowest: u64,
}

#[derive(Clone, Copy, Debug)]
struct Link<C> {
    rank: Rank<C>,
    node: u32,
    next: u32,
}

impl<C> Default for Ring<C> {
    fn default() -> Self {
        Ring {
            heads: Vec::new(),
            width: 0,
            occupied: Occupancy::default(),
            links: Pieces::default(),
            free: END,
            len: 0,
            lowest: 0,
        }
    }
}

impl<C: Copy> Ring<C> {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All numbers must be less than this apart, as if the ring were new.
    #[inline]
    pub(super) fn width(&self) -> u64 {
        self.width
    }

    /// The place of a number's bucket. There is no such place before the first entry, when there are no buckets.
    #[inline]
    pub(super) fn place(&self, number: u64) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "only the low bits are used")]
        let low = number as usize;
        low & self.heads.len().wrapping_sub(1)
    }

    /// Adds an entry, for which the ring must be wide enough. Returns `None` if there is not enough memory.
    #[expect(
        clippy::inline_always,
        reason = "in the loop of a best-first search the call would be a thirtieth of an expansion on a grid"
    )]
    #[inline(always)]
    pub(super) fn insert(&mut self, number: u64, node: u32, rank: Rank<C>, memory: &mut Memory) -> Option<()> {
        let place = self.place(number);
        let Some(unused) = self.links.get_mut(self.free as usize) else {
            return self.insert_in_new_room(place, node, rank, memory);
        };
        self.len += 1;
        let head = &mut self.heads[place];
        if *head == END {
            self.occupied.set(place);
        }
        let next = mem::replace(head, mem::replace(&mut self.free, unused.next));
        *unused = Link { rank, node, next };
        Some(())
    }

    /// The same, if there are no unused entries.
    #[inline(never)]
    fn insert_in_new_room(&mut self, place: usize, node: u32, rank: Rank<C>, memory: &mut Memory) -> Option<()> {
        if !self.links.has_capacity() {
            self.links.grow(memory)?;
        }
        self.len += 1;
        let head = &mut self.heads[place];
        if *head == END {
            self.occupied.set(place);
        }
        // A search runs out of memory long before it has 2³² entries.
        #[expect(clippy::cast_possible_truncation, reason = "see above")]
        let next = mem::replace(head, self.links.len() as u32);
        self.links.push(Link { rank, node, next });
        Some(())
    }

    /// The place of the first bucket that is not empty. Raises `lowest` to its number.
    #[inline]
    pub(super) fn next_place(&mut self) -> Option<usize> {
        let from = self.place(self.lowest);
        let place = self.occupied.next(from)?;
        self.lowest += (place.wrapping_sub(from) & (self.heads.len() - 1)) as u64;
        Some(place)
    }

    /// The same, for callers that mostly find the bucket of `lowest` in use.
    #[expect(clippy::inline_always, reason = "as that of `insert`")]
    #[inline(always)]
    fn first_place(&mut self) -> Option<usize> {
        let place = self.place(self.lowest);
        if *self.heads.get(place)? == END {
            self.later_place()
        } else {
            Some(place)
        }
    }

    /// The same, if the bucket of `lowest` is empty.
    #[inline(never)]
    fn later_place(&mut self) -> Option<usize> {
        self.next_place()
    }

    /// The newest entry with the number `lowest`.
    pub(super) fn newest_of_lowest(&self) -> Option<(Rank<C>, u32)> {
        let head = self.heads.get(self.place(self.lowest))?;
        self.links.get(*head as usize).map(|entry| (entry.rank, entry.node))
    }

    /// The newest fresh entry of the first bucket. Stale entries are dropped.
    pub(super) fn newest(&mut self, is_fresh: impl Fn(u32, C) -> bool) -> Option<u32> {
        loop {
            let place = self.first_place()?;
            let entry = self.links.get(self.heads[place] as usize)?;
            if is_fresh(entry.node, entry.rank.cost) {
                return Some(entry.node);
            }
            self.remove_newest(place);
        }
    }

    /// Removes and returns the newest entry of the first bucket.
    #[expect(clippy::inline_always, reason = "as that of `insert`")]
    #[inline(always)]
    pub(super) fn pop_newest(&mut self) -> Option<(u32, C)> {
        let place = self.first_place()?;
        let head = self.heads.get_mut(place)?;
        // With a call to `remove_newest` instead, an expansion on a grid takes 9 % more instructions.
        let entry = self.links.get_mut(*head as usize)?;
        let older = mem::replace(&mut entry.next, self.free);
        self.free = mem::replace(head, older);
        self.len -= 1;
        if older == END {
            self.occupied.unset(place);
        }
        Some((entry.node, entry.rank.cost))
    }

    /// Removes and returns the entry of the first bucket if the bucket has only one, which is the usual case for
    /// floats.
    #[inline]
    pub(super) fn pop_only(&mut self) -> Option<(Rank<C>, u32)> {
        let place = self.next_place()?;
        let entry = self.links.get(self.heads[place] as usize)?;
        if entry.next != END {
            return None;
        }
        let only = (entry.rank, entry.node);
        self.remove_newest(place);
        Some(only)
    }

    /// Removes the newest entry of a bucket that is not empty.
    #[inline]
    fn remove_newest(&mut self, place: usize) {
        let head = &mut self.heads[place];
        if let Some(entry) = self.links.get_mut(*head as usize) {
            let older = mem::replace(&mut entry.next, self.free);
            self.free = mem::replace(head, older);
            self.len -= 1;
            if older == END {
                self.occupied.unset(place);
            }
        }
    }

    /// Removes a bucket's entries and adds them to `entries`, the newest first. Among the first few, it adds only fresh
    /// ones. Testing them fetches their nodes, which are soon needed if the bucket is small. Returns `None` if there is
    /// not enough memory.
    #[inline]
    pub(super) fn take_bucket(
        &mut self,
        place: usize,
        entries: &mut Vec<(Rank<C>, u32)>,
        memory: &mut Memory,
        is_fresh: impl Fn(u32, C) -> bool,
    ) -> Option<()> {
        let head = mem::replace(&mut self.heads[place], END);
        let (mut link, mut end) = (head, END);
        while let Some(entry) = self.links.get(link as usize) {
            if entries.len() >= FEW || is_fresh(entry.node, entry.rank.cost) {
                memory.push(entries, (entry.rank, entry.node))?;
            }
            self.len -= 1;
            (end, link) = (link, entry.next);
        }
        if let Some(end) = self.links.get_mut(end as usize) {
            end.next = self.free;
            self.free = head;
        }
        self.occupied.unset(place);
        Some(())
    }

    /// The first bucket that is not empty, in the order of the places in a new ring.
    fn any_place(&self) -> Option<usize> {
        // In a new ring, the numbers in its first bucket are multiples of the width.
        let below = self.width.wrapping_sub(1);
        self.occupied.next(self.place(self.lowest.wrapping_add(below) & !below))
    }

    /// Removes all entries and adds them to `entries`, the newest of each bucket first. Returns `None` if there is not
    /// enough memory.
    pub(super) fn take_all(&mut self, entries: &mut Vec<(Rank<C>, u32)>, memory: &mut Memory) -> Option<()> {
        while let Some(place) = self.any_place() {
            self.take_bucket(place, entries, memory, |_, _| true)?;
        }
        Some(())
    }

    /// Removes all entries and passes them on, the oldest of each bucket first. This allocates nothing.
    pub(super) fn drain(&mut self, mut pass_on: impl FnMut(u32, Rank<C>)) {
        while let Some(place) = self.any_place() {
            let (mut link, mut newer) = (mem::replace(&mut self.heads[place], END), END);
            while let Some(entry) = self.links.get_mut(link as usize) {
                (link, newer) = (mem::replace(&mut entry.next, newer), link);
            }
            while let Some(entry) = self.links.get(newer as usize) {
                pass_on(entry.node, entry.rank);
                newer = entry.next;
            }
            self.occupied.unset(place);
        }
        self.clear();
    }

    /// Removes all entries and keeps the allocated memory.
    pub(super) fn clear(&mut self) {
        while let Some(place) = self.occupied.next(0) {
            self.heads[place] = END;
            self.occupied.unset(place);
        }
        self.width = 0;
        self.len = 0;
        self.links.clear();
        self.free = END;
    }

    /// Whether the ring can be [widened](Self::widen) to `size` buckets while it has entries.
    pub(super) fn has_buckets(&self, size: usize) -> bool {
        size <= self.heads.len()
    }

    /// Widens the ring, which must be empty unless it [has](Self::has_buckets) them, to at least `size` buckets.
    /// Returns `None` and changes nothing if there is not enough memory.
    pub(super) fn widen(&mut self, size: usize, memory: &mut Memory) -> Option<()> {
        if let Some(more) = size.checked_sub(self.heads.len()).filter(|more| *more > 0) {
            memory.grow(&mut self.heads, more)?;
            self.occupied.resize(size, memory)?;
            self.heads.clear();
            self.heads.resize(size, END);
        }
        self.width = self.width.max(size as u64);
        Some(())
    }
}
