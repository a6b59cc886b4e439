//! The searches of [`by_hashes`](super::by_hashes) with the guarantees of this crate.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, TryReserveError};
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicBool, Ordering};

use super::by_hashes::{Nodes, Stored};

/// A search over hashed nodes with the guarantees of this crate, as one would write it by hand for `u32` costs:
///
/// - It can be paused after any expansion, stopped from outside, and read in between: each node is open or closed.
/// - It counts what it expands, generates, reopens and holds open.
/// - Its nodes and bytes are limited, and a failed allocation is an error.
/// - A sum that is too large is not a path, and costs may be as large as the type allows.
/// - The node that is expanded is not cloned, and nothing is stored before all of its successors have been generated.
/// - It knows the node with the least estimate, to which there is a path if a goal is out of reach.
/// - Among open nodes of equal f, it takes one with the greatest cost.
///
/// Unlike this crate, it doubles its tables at once, however large they are, has no observer, needs consistent
/// estimates, and does not fetch buckets in advance.
pub(crate) struct Guarded<N> {
    nodes: Nodes<N>,
    /// The successors of the node that is being expanded, their costs and hashes.
    waiting: Vec<(N, u32, u64)>,
    open: Buckets,
    counts: Counts,
    limits: Limits,
    /// The least estimate, the cost, and the place of the node.
    nearest: Option<(u32, u32, u32)>,
    goal: Option<u32>,
}

#[derive(Default)]
struct Counts {
    expanded: u64,
    generated: u64,
    reopened: u64,
    open: u64,
    most_open: u64,
}

struct Limits {
    nodes: usize,
    bytes: usize,
    used: usize,
}

/// Why a search cannot go on.
#[derive(Debug)]
pub(crate) enum Refused {
    Limit,
    Memory,
}

impl From<TryReserveError> for Refused {
    fn from(_: TryReserveError) -> Self {
        Refused::Memory
    }
}

impl Limits {
    /// Makes room for `more` elements in a list.
    #[inline]
    fn grow<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), Refused> {
        if more <= list.capacity() - list.len() {
            return Ok(());
        }
        self.grow_now(list, more)
    }

    #[cold]
    #[inline(never)]
    fn grow_now<T>(&mut self, list: &mut Vec<T>, more: usize) -> Result<(), Refused> {
        let added = more.max(list.len()).max(4);
        self.take(added * size_of::<T>())?;
        list.try_reserve_exact(added)?;
        Ok(())
    }

    fn take(&mut self, bytes: usize) -> Result<(), Refused> {
        self.used += bytes;
        if self.used > self.bytes {
            Err(Refused::Limit)
        } else {
            Ok(())
        }
    }
}

impl<N: Clone + Eq + Hash> Guarded<N> {
    pub(crate) fn new(start: &N, estimate: u32) -> Result<Self, Refused> {
        let mut search = Guarded {
            nodes: Nodes::default(),
            waiting: Vec::new(),
            open: Buckets::default(),
            counts: Counts::default(),
            limits: Limits {
                nodes: (1 << 30) - 1,
                bytes: usize::MAX,
                used: 0,
            },
            nearest: None,
            goal: None,
        };
        search.grow(1)?;
        let hash = search.nodes.hasher.hash_one(start);
        search.add(hash, start.clone(), 0, estimate, 0)?;
        Ok(search)
    }

    /// Makes room for `more` nodes.
    #[inline]
    fn grow(&mut self, more: usize) -> Result<(), Refused> {
        self.limits.grow(&mut self.nodes.list, more)?;
        if more <= self.nodes.table.capacity() - self.nodes.table.len() {
            return Ok(());
        }
        self.grow_table(more)
    }

    #[cold]
    #[inline(never)]
    fn grow_table(&mut self, more: usize) -> Result<(), Refused> {
        let Nodes { list, table, hasher } = &mut self.nodes;
        let before = table.allocation_size();
        let more = more.max(table.len()).max(14);
        let entries = (table.len() + more).saturating_mul(2).next_power_of_two();
        self.limits.take(entries * 5)?;
        table
            .try_reserve(more, |place| hasher.hash_one(&list[*place as usize].node))
            .map_err(|_| Refused::Memory)?;
        self.limits.used = self.limits.used - entries * 5 + (table.allocation_size() - before);
        Ok(())
    }

    /// Stores a node, for which there must be room.
    #[inline]
    fn add(&mut self, hash: u64, node: N, cost: u32, estimate: u32, parent: u32) -> Result<u32, Refused> {
        if self.nodes.list.len() >= self.limits.nodes {
            return Err(Refused::Limit);
        }
        let place = self.nodes.add(hash, node, cost, estimate, parent);
        self.counts.open += 1;
        if self
            .nearest
            .is_none_or(|(least, least_cost, _)| (estimate, cost) < (least, least_cost))
        {
            self.nearest = Some((estimate, cost, place));
        }
        Ok(place)
    }

    /// Generates the successors of a node.
    #[inline]
    fn generate<I: IntoIterator<Item = (N, u32)>>(
        &mut self,
        place: u32,
        successors: &impl Fn(&N) -> I,
    ) -> Result<(), Refused> {
        let Stored { node, cost, .. } = &self.nodes.list[place as usize];
        for (child, edge) in successors(node) {
            self.counts.generated += 1;
            let Some(cost) = cost.checked_add(edge).filter(|cost| *cost < u32::MAX) else {
                continue;
            };
            let hash = self.nodes.hasher.hash_one(&child);
            self.limits.grow(&mut self.waiting, 1)?;
            self.waiting.push((child, cost, hash));
        }
        self.grow(self.waiting.len())
    }

    #[inline]
    fn count_expansion(&mut self) {
        self.counts.expanded += 1;
        self.counts.most_open = self.counts.most_open.max(self.counts.open);
    }

    /// Breadth-first search for up to `left` expansions. Returns whether it goes on.
    #[inline(never)]
    pub(crate) fn breadth_first<I: IntoIterator<Item = (N, u32)>>(
        &mut self,
        successors: impl Fn(&N) -> I,
        is_goal: impl Fn(&N) -> bool,
        mut left: u64,
        stop: &AtomicBool,
    ) -> Result<bool, Refused> {
        while left > 0 && !stop.load(Ordering::Relaxed) {
            #[expect(clippy::cast_possible_truncation, reason = "fewer than the limit")]
            let place = self.counts.expanded as u32;
            let Some(taken) = self.nodes.list.get_mut(place as usize) else {
                return Ok(false);
            };
            taken.is_open = false;
            self.counts.open -= 1;
            self.generate(place, &successors)?;
            let mut waiting = std::mem::take(&mut self.waiting);
            for (child, cost, hash) in waiting.drain(..) {
                if self.nodes.find(hash, &child).is_none() {
                    let is_first = self.goal.is_none() && is_goal(&child);
                    let new = self.add(hash, child, cost, 0, place)?;
                    if is_first {
                        self.goal = Some(new);
                    }
                }
            }
            self.waiting = waiting;
            self.count_expansion();
            if self.goal.is_some() {
                return Ok(false);
            }
            left -= 1;
        }
        Ok(true)
    }

    /// A\* for up to `left` expansions. Returns whether it goes on.
    #[inline(never)]
    pub(crate) fn best_first<I: IntoIterator<Item = (N, u32)>>(
        &mut self,
        successors: impl Fn(&N) -> I,
        estimate: impl Fn(&N) -> u32,
        is_goal: impl Fn(&N) -> bool,
        mut left: u64,
        stop: &AtomicBool,
    ) -> Result<bool, Refused> {
        if self.counts.expanded == 0 {
            self.open.push(self.nodes.list[0].estimate, 0, 0, &mut self.limits)?;
        }
        while left > 0 && !stop.load(Ordering::Relaxed) {
            let Some((cost, place)) = self.open.pop(&mut self.limits)? else {
                return Ok(false);
            };
            let taken = &mut self.nodes.list[place as usize];
            if !taken.is_open || taken.cost != cost {
                continue;
            }
            taken.is_open = false;
            self.counts.open -= 1;
            if is_goal(&taken.node) {
                self.goal = Some(place);
                return Ok(false);
            }
            self.generate(place, &successors)?;
            let mut waiting = std::mem::take(&mut self.waiting);
            for (child, cost, hash) in waiting.drain(..) {
                if let Some(known) = self.nodes.find(hash, &child) {
                    let stored = &mut self.nodes.list[known as usize];
                    if cost >= stored.cost {
                        continue;
                    }
                    if !stored.is_open {
                        self.counts.open += 1;
                        self.counts.reopened += 1;
                    }
                    (stored.node, stored.cost, stored.parent, stored.is_open) = (child, cost, place, true);
                    let Some(f) = cost.checked_add(stored.estimate) else {
                        continue;
                    };
                    self.open.push(f, cost, known, &mut self.limits)?;
                } else {
                    let h = estimate(&child);
                    let Some(f) = cost.checked_add(h).filter(|f| *f < u32::MAX) else {
                        continue;
                    };
                    let new = self.add(hash, child, cost, h, place)?;
                    self.open.push(f, cost, new, &mut self.limits)?;
                }
            }
            self.waiting = waiting;
            self.count_expansion();
            left -= 1;
        }
        Ok(true)
    }

    /// The path that was found, and its cost.
    pub(crate) fn path(&self) -> Option<(Vec<N>, u32)> {
        self.goal.map(|place| self.nodes.path(place))
    }
}

/// The number of buckets.
const WIDTH: u32 = 1 << 12;

/// Buckets by f, each of which is sorted by cost when its turn comes, and a heap for those with larger f.
#[derive(Default)]
struct Buckets {
    /// The costs and places of nodes.
    near: Vec<Vec<(u32, u32)>>,
    /// The f of the first bucket.
    base: u32,
    current: usize,
    /// Whether the current bucket has been sorted.
    is_sorted: bool,
    len: usize,
    far: BinaryHeap<(Reverse<u32>, u32, u32)>,
}

impl Buckets {
    #[inline]
    fn push(&mut self, f: u32, cost: u32, place: u32, limits: &mut Limits) -> Result<(), Refused> {
        if self.len == 0 && self.far.is_empty() {
            (self.base, self.current, self.is_sorted) = (f, 0, false);
        }
        let number = f.saturating_sub(self.base);
        if number >= WIDTH {
            self.far.try_reserve(1)?;
            self.far.push((Reverse(f), cost, place));
            return Ok(());
        }
        self.push_near(number as usize, cost, place, limits)
    }

    #[inline]
    fn push_near(&mut self, number: usize, cost: u32, place: u32, limits: &mut Limits) -> Result<(), Refused> {
        if number >= self.near.len() {
            let more = (number + 1 + number / 2).min(WIDTH as usize) - self.near.len();
            limits.grow(&mut self.near, more)?;
            self.near.resize_with(self.near.len() + more, Vec::new);
        }
        if number < self.current {
            (self.current, self.is_sorted) = (number, false);
        }
        let bucket = &mut self.near[number];
        limits.grow(bucket, 1)?;
        self.len += 1;
        if number == self.current && self.is_sorted && bucket.last().is_some_and(|(last, _)| *last > cost) {
            let lower = bucket.partition_point(|(other, _)| *other <= cost);
            bucket.insert(lower, (cost, place));
        } else {
            bucket.push((cost, place));
        }
        Ok(())
    }

    #[inline]
    fn pop(&mut self, limits: &mut Limits) -> Result<Option<(u32, u32)>, Refused> {
        if self.len == 0 && !self.refill(limits)? {
            return Ok(None);
        }
        loop {
            let bucket = &mut self.near[self.current];
            if !self.is_sorted {
                bucket.sort_by_key(|(cost, _)| *cost);
                self.is_sorted = true;
            }
            if let Some(entry) = bucket.pop() {
                self.len -= 1;
                return Ok(Some(entry));
            }
            (self.current, self.is_sorted) = (self.current + 1, false);
        }
    }

    /// Moves entries from the heap to the buckets. Returns whether there were any.
    #[cold]
    fn refill(&mut self, limits: &mut Limits) -> Result<bool, Refused> {
        let Some((first, ..)) = self.far.peek() else {
            return Ok(false);
        };
        (self.base, self.current, self.is_sorted) = (first.0, 0, false);
        let last = self.base.saturating_add(WIDTH - 1);
        let mut far = std::mem::take(&mut self.far);
        while let Some((f, cost, place)) = far.peek().copied().filter(|(f, ..)| f.0 <= last) {
            far.pop();
            self.push_near((f.0 - self.base) as usize, cost, place, limits)?;
        }
        self.far = far;
        Ok(true)
    }
}
