//! [`Branch`]: the nodes on one branch of a depth-first search, and the waiting ones along it.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use super::keys::{Cutoff, EstimateOf};
use super::{Deepening, Iteration};
use crate::memory::{MAX_RESERVED, Memory};
use crate::{Cost, Graph, Path, SearchError, SearchNode};

/// A node on the branch, or a waiting sibling of one.
#[derive(Clone, Debug)]
pub(super) struct Entry<N, C, V> {
    pub(super) node: N,
    pub(super) cost: C,
    pub(super) estimate: V,
}

/// The successors of one node that were not cut off, in the order in which they were generated. They begin where those
/// of the level above end. Those before `next` have been searched, except the last of them, which is on the branch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Level {
    pub(super) next: usize,
    pub(super) end: usize,
}

/// The state of a depth-first search below a threshold.
///
/// All entries are in one array, and no entry is ever moved. The successors of a node are written after its siblings.
/// The start forms a level by itself.
///
/// ```text
/// start │ a  b  c │ d  e │ f  g  h │ space
///            ↑       ↑   end      top           on the branch: start, b, d; f, g, h are the successors of d
///          next    next                         waiting: f, g, h, then e, then c
/// ```
#[derive(Clone, Debug)]
pub(super) struct Branch<N, C, V, K> {
    pub(super) entries: Vec<Entry<N, C, V>>,
    /// The levels above the last one.
    pub(super) levels: Vec<Level>,
    /// The level of the last node of the branch.
    pub(super) last: Level,
    /// The successors of the last node begin where its own level ends, and end here.
    pub(super) top: usize,
    pub(super) cutoff: Cutoff<K>,
    /// The ledger of its lists. A search on one thread lends it its own.
    pub(super) memory: Memory,
    pub(super) checks_cycles: bool,
    /// The node whose expansion left out the first path that is too expensive for the cost type, and why.
    pub(super) overflow: Option<(N, Box<SearchError>)>,
    pub(super) counts: Counts,
    pub(super) nearest: Nearest<N, C>,
}

/// An entry of a search with these keys.
pub(super) type EntryOf<P, D> = Entry<<P as Graph>::Node, <P as Graph>::Cost, EstimateOf<P, D>>;

/// The branch of a search with these keys.
pub(super) type BranchOf<P, D> =
    Branch<<P as Graph>::Node, <P as Graph>::Cost, EstimateOf<P, D>, <D as Deepening<P>>::Threshold>;

/// The name of an entry.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The number of nodes above it.
    depth: usize,
    place: usize,
}

impl Spot {
    /// Returns the number of nodes above it.
    pub(super) fn depth(self) -> usize {
        self.depth
    }
}

/// The counts of a branch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: u64,
    /// Successors, without the way back to the parent.
    pub(super) generated: u64,
    /// Nodes that a table left out.
    pub(super) left_out: u64,
    /// Waiting entries.
    pub(super) waiting: usize,
    /// The maximum number of waiting entries after an expansion.
    pub(super) max_waiting: usize,
}

impl<C> Iteration<C> {
    pub(super) fn count(&mut self, counts: Counts) {
        self.expanded += counts.expanded;
        self.generated += counts.generated;
        self.left_out += counts.left_out;
    }
}

/// The path to the node with the least estimate so far and, among equal estimates, the least cost.
#[derive(Clone, Debug)]
pub(super) struct Nearest<N, C> {
    pub(super) estimate: C,
    pub(super) cost: C,
    path: Vec<N>,
    /// The number of nodes that the branch and the path share at the beginning.
    pub(super) shared: usize,
}

impl<N, C: Cost, V, K: Cost> Branch<N, C, V, K> {
    pub(super) fn new() -> Self {
        Branch {
            entries: Vec::new(),
            levels: Vec::new(),
            last: Level::default(),
            top: 0,
            cutoff: Cutoff::new(),
            memory: Memory::default(),
            checks_cycles: false,
            overflow: None,
            counts: Counts::default(),
            nearest: Nearest {
                estimate: C::INFINITY,
                cost: C::ZERO,
                path: Vec::new(),
                shared: 0,
            },
        }
    }

    /// Removes all nodes, and keeps the memory and the settings.
    pub(super) fn clear(&mut self) {
        self.drop_branch();
        self.cutoff = Cutoff::new();
        self.entries.clear();
        self.overflow = None;
        self.counts = Counts::default();
        self.nearest.estimate = C::INFINITY;
        self.nearest.path.clear();
    }

    /// Reserves memory for this many entries in total, as far as the limits allow.
    pub(super) fn reserve(&mut self, entries: usize, memory: &mut Memory) {
        let entries = entries.min(MAX_RESERVED).min(memory.nodes_left());
        let more = entries.saturating_sub(self.entries.len());
        let _ = memory.grow_by(&mut self.entries, more, more);
    }

    /// Returns the counts since the last call.
    pub(super) fn take_counts(&mut self) -> Counts {
        let fresh = Counts {
            waiting: self.counts.waiting,
            ..Counts::default()
        };
        mem::replace(&mut self.counts, fresh)
    }

    /// Drops the branch and the waiting nodes, and continues with another threshold.
    pub(super) fn set_threshold(&mut self, threshold: K) {
        self.cutoff = self.cutoff.next(threshold);
        self.drop_branch();
    }

    fn drop_branch(&mut self) {
        self.levels.clear();
        self.last = Level::default();
        self.top = 0;
        self.counts.waiting = 0;
        self.nearest.shared = 0;
    }

    /// Replaces all entries with a start.
    pub(super) fn place(&mut self, start: Entry<N, C, V>) -> Result<(), Box<SearchError>> {
        self.drop_branch();
        self.add(start)?;
        self.last.end = 1;
        Ok(())
    }

    /// Adds a successor of the last node.
    #[inline]
    pub(super) fn add(&mut self, entry: Entry<N, C, V>) -> Result<(), Box<SearchError>> {
        if let Some(place) = self.entries.get_mut(self.top) {
            *place = entry;
        } else {
            let pushed = self.memory.push(&mut self.entries, entry);
            let counted = pushed.and_then(|()| self.memory.add_node());
            counted.ok_or_else(|| Box::new(self.memory.error()))?;
        }
        self.top += 1;
        self.counts.waiting += 1;
        Ok(())
    }

    /// Makes the successors of the last node the last level. The first `searched` of them have been searched.
    #[inline]
    pub(super) fn descend(&mut self, searched: usize) -> Result<(), Box<SearchError>> {
        let pushed = self.memory.push(&mut self.levels, self.last);
        pushed.ok_or_else(|| Box::new(self.memory.error()))?;
        self.counts.waiting -= searched;
        self.last = Level {
            next: self.last.end + searched,
            end: self.top,
        };
        Ok(())
    }

    /// Puts the next waiting node on the branch. Returns whether there is one.
    #[inline]
    pub(super) fn choose(&mut self) -> Result<bool, Box<SearchError>> {
        if self.top > self.last.end {
            self.descend(0)?;
        } else {
            if self.last.next == self.last.end {
                let waits = |level: &Level| level.next < level.end;
                let Some(above) = self.levels.iter().rposition(waits) else {
                    return Ok(false);
                };
                self.last = self.levels[above];
                self.levels.truncate(above);
            }
            self.top = self.last.end;
            self.nearest.shared = self.nearest.shared.min(self.levels.len());
        }
        self.last.next += 1;
        self.counts.waiting -= 1;
        Ok(true)
    }

    /// The nodes of the branch, the start first.
    pub(super) fn nodes(&self) -> impl DoubleEndedIterator<Item = &Entry<N, C, V>> {
        let levels = self.levels.iter().chain((self.last.next > 0).then_some(&self.last));
        levels.filter_map(|level| self.on_branch(level))
    }

    /// The nodes at the end of the branch that are reached at the same cost as the last one, which comes first.
    pub(super) fn run(&self) -> impl Iterator<Item = &Entry<N, C, V>> {
        let last = self.current();
        let is_same = move |entry: &&Entry<N, C, V>| last.is_some_and(|last| !entry.cost.is_less(&last.cost));
        self.nodes().rev().take_while(is_same)
    }

    fn on_branch(&self, level: &Level) -> Option<&Entry<N, C, V>> {
        self.entries.get(level.next.checked_sub(1)?)
    }

    /// The last node of the branch.
    pub(super) fn current(&self) -> Option<&Entry<N, C, V>> {
        self.on_branch(&self.last)
    }

    /// The last node of a branch, which must have one.
    #[inline]
    pub(super) fn chosen(&self) -> &Entry<N, C, V> {
        &self.entries[self.last.next - 1]
    }

    /// The place of the node before the last one. For a start, this is its own place.
    #[inline]
    pub(super) fn came_from(&self) -> usize {
        self.levels.last().unwrap_or(&self.last).next - 1
    }

    /// The level of the node on the branch that has this many nodes above it.
    fn level(&self, depth: usize) -> &Level {
        self.levels.get(depth).unwrap_or(&self.last)
    }

    /// The waiting entries, the next one first.
    pub(super) fn waiting(&self) -> impl Iterator<Item = Spot> {
        // First the successors of the last node, then the siblings of each node on the branch, from the last one
        // upwards.
        let below = self.levels.len() + 1;
        (0..=below).rev().flat_map(move |depth| {
            let level = self.level(depth);
            let places = if depth == below {
                level.end..self.top
            } else {
                level.next..level.end
            };
            places.map(move |place| Spot { depth, place })
        })
    }

    /// The nodes of the branch, the start first.
    pub(super) fn closed(&self) -> impl Iterator<Item = Spot> {
        (0..=self.levels.len()).filter_map(|depth| self.closed_at(depth))
    }

    /// The node of the branch that has this many nodes above it.
    fn closed_at(&self, depth: usize) -> Option<Spot> {
        let place = self.level(depth).next.checked_sub(1)?;
        Some(Spot { depth, place })
    }

    /// The last node of the branch.
    pub(super) fn last(&self) -> Option<Spot> {
        self.closed_at(self.levels.len())
    }

    /// The entry at a spot.
    pub(super) fn entry(&self, spot: Spot) -> Option<&Entry<N, C, V>> {
        self.entries.get(spot.place)
    }

    /// The least estimate so far, and the cost of its node.
    #[cfg(feature = "rayon")]
    pub(super) fn nearest(&self) -> Option<(C, C)> {
        (!self.nearest.path.is_empty()).then_some((self.nearest.estimate, self.nearest.cost))
    }
}

impl<N: Clone, C: Cost, V, K: Cost> Branch<N, C, V, K> {
    /// An entry as a search returns it. `estimate` reads its estimate.
    pub(super) fn view(&self, spot: Spot, estimate: impl Fn(&V) -> Option<C>) -> Option<SearchNode<N, C>> {
        let Spot { depth, place } = spot;
        let parent = depth.checked_sub(1).and_then(|above| self.on_branch(self.level(above)));
        Some(SearchNode {
            is_open: self.closed_at(depth) != Some(spot),
            ..self.entries.get(place)?.view(parent, estimate)
        })
    }

    /// The path to an entry.
    pub(super) fn path_to(&self, spot: Spot) -> Option<Path<N, C>> {
        let last = self.entry(spot)?;
        let nodes = self.nodes().take(spot.depth).chain([last]);
        Some(Path {
            nodes: nodes.map(|entry| entry.node.clone()).collect(),
            cost: last.cost,
        })
    }

    /// The path to the node with the least estimate so far, or without estimates to the last node.
    pub(super) fn best_effort_path(&self) -> Option<Path<N, C>> {
        let Nearest { cost, path, .. } = &self.nearest;
        if path.is_empty() {
            return self.path_to(self.last()?);
        }
        Some(Path {
            nodes: path.clone(),
            cost: *cost,
        })
    }

    /// Keeps the path to the last node, which has the least estimate so far. The part that it shares with the previous
    /// path is not copied again, so a node is copied at most once while it is on the branch.
    #[cold]
    #[inline(never)]
    pub(super) fn keep_nearest(&mut self, estimate: C) -> Result<(), Box<SearchError>> {
        let more = (self.levels.len() + 1).saturating_sub(self.nearest.path.len());
        let grown = self.memory.grow(&mut self.nearest.path, more);
        grown.ok_or_else(|| Box::new(self.memory.error()))?;
        self.nearest.path.truncate(self.nearest.shared);
        for depth in self.nearest.path.len()..=self.levels.len() {
            let node = self.on_branch(self.level(depth)).map(|entry| entry.node.clone());
            self.nearest.path.extend(node);
        }
        self.nearest.estimate = estimate;
        self.nearest.cost = self.current().map_or(C::ZERO, |entry| entry.cost);
        self.nearest.shared = self.nearest.path.len();
        Ok(())
    }
}

impl<N: Clone, C: Copy, V> Entry<N, C, V> {
    /// A waiting entry as a search returns it.
    pub(super) fn view(&self, parent: Option<&Self>, estimate: impl Fn(&V) -> Option<C>) -> SearchNode<N, C> {
        let parent = parent.map(|parent| parent.node.clone());
        SearchNode::new(self.node.clone(), self.cost, estimate(&self.estimate), parent, true)
    }
}

#[cfg(feature = "rayon")]
impl<N: Clone, C: Cost, V: Clone, K: Cost> Branch<N, C, V, K> {
    /// Returns, for each waiting node, a branch that leads to it, in the order of the search.
    pub(super) fn split(&self) -> impl Iterator<Item = Self> {
        self.waiting()
            .filter_map(|spot| Some(self.branch_to(spot.depth(), self.entry(spot)?)))
    }

    /// A branch that leads to a waiting entry with this many nodes above it.
    fn branch_to(&self, depth: usize, entry: &Entry<N, C, V>) -> Self {
        let alone = |place| Level {
            next: place + 1,
            end: place + 1,
        };
        let entries: Vec<_> = self.nodes().take(depth).chain([entry]).cloned().collect();
        let levels: Vec<_> = (0..depth.saturating_sub(1)).map(alone).collect();
        let mut memory = self.memory.empty();
        let bytes = entries.capacity() * size_of::<Entry<N, C, V>>() + levels.capacity() * size_of::<Level>();
        memory.set_counts(entries.len(), bytes);
        Branch {
            entries,
            levels,
            memory,
            last: depth.checked_sub(1).map_or(Level { next: 0, end: 1 }, alone),
            top: depth + 1,
            cutoff: self.cutoff.next(self.cutoff.threshold),
            checks_cycles: self.checks_cycles,
            counts: Counts {
                waiting: 1,
                ..Counts::default()
            },
            ..Branch::new()
        }
    }
}
