//! [`Table`]: the nodes reached in this iteration, so that a node reached again at no lower cost is left out.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use core::mem;
use core::num::NonZeroU32;

use super::Deepening;
use super::branch::EntryOf;
use super::keys::Cutoff;
use crate::memory::Memory;
use crate::{Cost, Problem};

/// A table of nodes that have been expanded in this iteration, each with the cost at which it was expanded.
///
/// A node reached again in the same iteration, at the same cost or a higher one, is left out, because everything below
/// it within the threshold has been searched, or will have been by the end of the iteration. Neither the order of the
/// nodes nor the loss of entries matters, as long as each expansion is finished within its iteration.
///
/// *Claim:* if no estimate is too high and a path of cost c leads to a goal, no threshold exceeds c, so the path to the
/// first goal found is optimal. *Proof:* let an iteration with threshold t end without a goal. Consider the expanded
/// nodes from which a path (the remainder) leads to a goal such that g and the cost of the remainder add up to at most
/// c. The start is such a node; choose the one whose remainder has the fewest edges. The next node x on the remainder
/// has a key of at most c. If x was expanded, left out because it had been expanded at no higher cost, or skipped as
/// the parent or as a node on the branch, which had also been expanded at no higher cost, then x is such a node with a
/// shorter remainder, a contradiction. So x was cut off: its key exceeds t, and the next threshold is at most c.
///
/// A node has one place, determined by its hash, and replaces the node that was there. A node is looked up if this is
/// worthwhile and if its parent was looked up: see [`visit`](Self::visit). The nodes searched therefore do not depend
/// on whether the search leaps below other nodes.
#[derive(Clone, Debug)]
pub(super) struct Table<N, C> {
    /// The number of bytes for the places.
    size: usize,
    /// Empty before the first iteration.
    places: Vec<Option<Place<N, C>>>,
    /// The number of the iteration.
    iteration: u32,
    /// Nodes with at least this many edges above them are not looked up.
    depth: usize,
    /// The number of edges above the node on the branch below which no node is looked up, if there is one.
    below: usize,
    /// The number of expansions in the previous iteration.
    before: u64,
    /// The counts of this iteration by the number of edges above a node. The last entry stands for all greater numbers.
    done: Vec<Done>,
}

/// A node that was expanded.
#[derive(Clone, Debug)]
struct Place<N, C> {
    /// An entry of an older iteration does not count.
    iteration: NonZeroU32,
    cost: C,
    node: N,
}

/// The counts at one depth.
#[derive(Clone, Copy, Debug, Default)]
struct Done {
    /// Expanded nodes whose parents were looked up.
    nodes: u64,
    left_out: u64,
    /// These nodes, and the nodes expanded below them at depths where none was looked up.
    expanded: u64,
}

const DEPTHS: usize = 256;

/// After an iteration with fewer expansions, all nodes are looked up.
const SMALL: u64 = 1 << 12;

/// A node is looked up if this many expansions are made below it, on average.
const ENOUGH: u64 = 100;

/// All nodes are looked up if one in this many is left out, since otherwise each level that is not looked up would
/// multiply the nodes of the next one.
const OFTEN: u64 = 3;

impl<N: Clone + Eq + Hash, C: Cost> Table<N, C> {
    /// Creates a table of this many bytes without allocating it.
    pub(super) fn new(size: usize) -> Self {
        Table {
            size,
            places: Vec::new(),
            iteration: 0,
            depth: usize::MAX,
            below: usize::MAX,
            before: 0,
            done: Vec::new(),
        }
    }

    /// Removes all nodes and keeps the memory.
    pub(super) fn clear(&mut self) {
        if mem::needs_drop::<N>() {
            self.places.fill(None);
        }
        self.forget();
        self.done.fill(Done::default());
        self.depth = usize::MAX;
        self.before = 0;
    }

    /// Begins another iteration, in which nodes reached before do not count.
    pub(super) fn begin_iteration(&mut self, memory: &mut Memory) -> Option<()> {
        if self.done.is_empty() {
            self.allocate(memory)?;
        }
        self.forget();
        self.depth = self.depth_that_pays_off();
        self.done.fill(Done::default());
        Some(())
    }

    fn allocate(&mut self, memory: &mut Memory) -> Option<()> {
        let places = self.size / size_of::<Option<Place<N, C>>>();
        memory.grow_by(&mut self.places, places, places)?;
        memory.grow_by(&mut self.done, DEPTHS, DEPTHS)?;
        self.places.resize(places, None);
        self.done.resize(DEPTHS, Done::default());
        Some(())
    }

    fn forget(&mut self) {
        self.below = usize::MAX;
        self.iteration = self.iteration.checked_add(1).unwrap_or_else(|| {
            self.places.fill(None);
            1
        });
    }

    /// Returns the depth above which nodes are looked up in the next iteration: those with enough expansions below them
    /// in the last one, on average, or all nodes if they were often left out.
    fn depth_that_pays_off(&mut self) -> usize {
        let total = self.done.iter().map(|done| done.expanded).sum::<u64>();
        let growth = total / mem::replace(&mut self.before, total).max(1);
        let mut below = total;
        let left_out = self.done.iter().map(|done| done.left_out).sum::<u64>();
        if below < SMALL || left_out >= below / OFTEN {
            return usize::MAX;
        }
        let mut depth = 0;
        for (place, done) in self.done.iter().enumerate() {
            let average = (below / done.nodes.max(1)).saturating_mul(growth.clamp(1, 16));
            if average >= ENOUGH {
                depth = place + 1;
            }
            if place + 1 >= self.depth {
                // The levels below have not been counted separately. A node is assumed to have about two successors.
                depth += (average / ENOUGH).checked_ilog2().map_or(0, |levels| levels as usize);
                break;
            }
            below -= done.expanded;
        }
        if depth >= DEPTHS { usize::MAX } else { depth }
    }

    /// Whether an entry with `depth` edges above it is worth a lookup: all are, or it was within the threshold two
    /// iterations ago, which means that the subtree below it is large.
    #[inline]
    pub(super) fn is_worth<P: Problem<Node = N, Cost = C>, D: Deepening<P>>(
        &self,
        deepening: &D,
        cutoff: &Cutoff<D::Threshold>,
        depth: usize,
        entry: &EntryOf<P, D>,
    ) -> bool {
        let is_large = || {
            let edges = u32::try_from(depth).unwrap_or(u32::MAX);
            let key = deepening.threshold_key(entry.cost, entry.estimate, edges);
            key.is_some_and(|key| !cutoff.earlier[1].is_less(&key))
        };
        self.depth == usize::MAX || is_large()
    }

    /// Visits the node put on the branch, which has `depth` edges above it. It is looked up if `is_worth` is set,
    /// because the subtree below it is large. Returns whether it is left out; if not, it is stored.
    pub(super) fn visit(&mut self, depth: usize, is_worth: bool, node: &N, cost: C) -> bool {
        if depth > self.below {
            self.count(1);
            return false;
        }
        let is_looked_up = !self.places.is_empty() && is_worth && depth < self.depth;
        if is_looked_up {
            let place = self.place(node);
            if self.is_in(place, node, cost) {
                self.below = usize::MAX;
                self.done[depth.min(DEPTHS - 1)].left_out += 1;
                return true;
            }
            let node = node.clone();
            self.places[place] = NonZeroU32::new(self.iteration).map(|iteration| Place { iteration, cost, node });
        }
        if let Some(done) = self.done.get_mut(depth.min(DEPTHS - 1)) {
            done.nodes += 1;
            done.expanded += 1;
        }
        let has_more = is_looked_up && depth + 1 < self.depth;
        self.below = if has_more { usize::MAX } else { depth };
        false
    }

    /// Whether the nodes below the last one visited are looked up.
    #[inline]
    pub(super) fn is_used_below(&self) -> bool {
        self.below == usize::MAX
    }

    /// Counts expansions below a node below which no node is looked up.
    #[inline]
    pub(super) fn count(&mut self, expanded: u64) {
        if let Some(done) = self.done.get_mut(self.below.min(DEPTHS - 1)) {
            done.expanded += expanded;
        }
    }

    /// Whether a node with `depth` edges above it will be left out if it is the next one.
    pub(super) fn has(&self, depth: usize, is_worth: bool, node: &N, cost: C) -> bool {
        let is_looked_up = depth <= self.below && depth < self.depth && is_worth && !self.places.is_empty();
        is_looked_up && self.is_in(self.place(node), node, cost)
    }

    fn is_in(&self, place: usize, node: &N, cost: C) -> bool {
        self.places[place].as_ref().is_some_and(|place| {
            place.iteration.get() == self.iteration && !cost.is_less(&place.cost) && place.node == *node
        })
    }

    /// The place of a node. The table must not be empty.
    #[expect(clippy::cast_possible_truncation, reason = "it is less than the number of places")]
    fn place(&self, node: &N) -> usize {
        let mut hasher = Folding(0);
        node.hash(&mut hasher);
        ((u128::from(hasher.0) * self.places.len() as u128) >> 64) as usize
    }
}

/// A hash function without a random seed, so that a search is the same each time.
struct Folding(u64);

impl Hasher for Folding {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}
