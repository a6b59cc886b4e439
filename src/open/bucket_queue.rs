//! [`BucketQueue`]: an array of buckets, a bucket for each key.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::occupancy::Occupancy;
use crate::Cost;

/// The widest spread of keys that is kept in buckets: half a megabyte of empty ones.
const WIDEST: usize = 1 << 15;
const NARROWEST: usize = 64;
const END: u32 = u32::MAX;

/// An array of buckets for keys that are small integers: push and pop in O(1).
///
/// The order is exact: the least key first, then the largest cost, then last in first out. Keys may fall below those
/// already taken, as they do with inconsistent estimates. The array is a ring as wide as the spread between the least and
/// the greatest key at hand (Dial, Communications of the ACM 12, 1969), so that keys may be large as long as they are
/// close together. What does not fit is refused.
#[derive(Clone, Debug)]
pub(super) struct BucketQueue<C> {
    /// A bucket has a run for each cost in it, in ascending order: the last one comes out first.
    buckets: Vec<Vec<Run<C>>>,
    occupied: Occupancy,
    /// Entries, chained from their run. Unused ones are chained from `free`.
    links: Vec<Link>,
    free: u32,
    /// All keys at hand lie between these two.
    lowest: usize,
    highest: usize,
    len: usize,
}

/// The entries of one key and one cost, the newest first.
#[derive(Clone, Copy, Debug)]
struct Run<C> {
    key: C,
    cost: C,
    head: u32,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    node: u32,
    next: u32,
}

impl<C> Default for BucketQueue<C> {
    fn default() -> Self {
        BucketQueue {
            buckets: Vec::new(),
            occupied: Occupancy::default(),
            links: Vec::new(),
            free: END,
            lowest: 0,
            highest: 0,
            len: 0,
        }
    }
}

impl<C: Cost> BucketQueue<C> {
    /// Adds an entry, or answers `false` where its key is no bucket's or too far from the others.
    #[inline]
    pub(super) fn try_push(&mut self, node: u32, key: C, cost: C) -> bool {
        let Some(bucket) = key.bucket() else { return false };
        let (lowest, highest) = if self.len == 0 {
            (bucket, bucket)
        } else {
            (self.lowest.min(bucket), self.highest.max(bucket))
        };
        if highest - lowest >= self.buckets.len() && !self.widen(highest - lowest) {
            return false;
        }
        (self.lowest, self.highest) = (lowest, highest);
        self.len += 1;

        let place = self.place(bucket);
        let runs = &mut self.buckets[place];
        let run = match runs.last_mut() {
            None => {
                self.occupied.set(place);
                runs.push(Run { key, cost, head: END });
                runs.len() - 1
            }
            Some(last) => match last.cost.order(&cost) {
                Ordering::Equal => runs.len() - 1,
                Ordering::Less => {
                    runs.push(Run { key, cost, head: END });
                    runs.len() - 1
                }
                Ordering::Greater => match runs.binary_search_by(|run| run.cost.order(&cost)) {
                    Ok(run) => run,
                    Err(run) => {
                        runs.insert(run, Run { key, cost, head: END });
                        run
                    }
                },
            },
        };
        let head = &mut runs[run].head;
        let link = Link { node, next: *head };
        if self.free == END {
            // There are at most as many entries as a u32 counts: each is a node's, or stale because that node's cost
            // fell, and a search is out of memory long before.
            #[expect(clippy::cast_possible_truncation, reason = "see above")]
            let end = self.links.len() as u32;
            *head = end;
            self.links.push(link);
        } else {
            *head = self.free;
            let slot = &mut self.links[self.free as usize];
            self.free = slot.next;
            *slot = link;
        }
        true
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, Option<C>)> {
        self.pop_entry().map(|(node, _, cost)| (node, Some(cost)))
    }

    /// Takes the first entry: node, key, cost.
    #[inline]
    pub(super) fn pop_entry(&mut self) -> Option<(u32, C, C)> {
        if self.len == 0 {
            return None;
        }
        let from = self.place(self.lowest);
        let place = self.occupied.next(from)?;
        self.lowest += place.wrapping_sub(from) & (self.buckets.len() - 1);
        let runs = &mut self.buckets[place];
        let run = runs.last_mut()?;
        let (key, cost, taken) = (run.key, run.cost, run.head);
        let link = &mut self.links[taken as usize];
        let node = link.node;
        run.head = link.next;
        link.next = self.free;
        self.free = taken;
        if run.head == END {
            runs.pop();
            if runs.is_empty() {
                self.occupied.unset(place);
            }
        }
        self.len -= 1;
        Some((node, key, cost))
    }

    pub(super) fn clear(&mut self) {
        // Each bucket that still has entries is found through its bit: an empty queue is cleared at once.
        while let Some(place) = if self.len == 0 { None } else { self.occupied.next(0) } {
            self.buckets[place].clear();
            self.occupied.unset(place);
        }
        self.links.clear();
        self.free = END;
        self.len = 0;
    }

    pub(super) fn bytes(&self) -> usize {
        let runs: usize = self.buckets.iter().map(Vec::capacity).sum();
        runs * size_of::<Run<C>>()
            + self.buckets.capacity() * size_of::<Vec<Run<C>>>()
            + self.links.capacity() * size_of::<Link>()
            + self.occupied.bytes()
    }

    /// A ring has a power of two of buckets, so that a key's place is its low bits.
    #[inline]
    fn place(&self, bucket: usize) -> usize {
        bucket & (self.buckets.len() - 1)
    }

    /// Makes the ring wide enough for keys that lie `spread` apart.
    #[cold]
    fn widen(&mut self, spread: usize) -> bool {
        if spread >= WIDEST {
            return false;
        }
        let size = (spread + 1).next_power_of_two().max(NARROWEST);
        let narrow = core::mem::take(&mut self.buckets);
        self.buckets.resize_with(size, Vec::new);
        self.occupied.resize(size);
        for runs in narrow {
            if let Some(bucket) = runs.first().and_then(|run| run.key.bucket()) {
                let place = self.place(bucket);
                self.occupied.set(place);
                self.buckets[place] = runs;
            }
        }
        true
    }
}
