//! [`Branch`]: the nodes on one branch of a depth-first search, and the waiting ones along it.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::{iter, mem};

use crate::limits::{Limits, MAX_NODES, MAX_RESERVED, Room};
use crate::search::near::is_nearer;
use crate::{Cost, Path, SearchError, SearchNode};

/// A node on the branch, or a waiting one beside it.
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
/// start │ a  b  c │ d  e │ f  g  h │ room
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
    /// Nodes with a larger key are cut off.
    pub(super) threshold: K,
    /// The two previous thresholds, the last one first.
    pub(super) earlier: [K; 2],
    /// The least key that was cut off, or infinity.
    pub(super) beyond: K,
    /// The limits of the entries.
    pub(super) limits: Limits,
    /// Bytes that count towards the limit in addition to those of the entries.
    pub(super) beside: usize,
    pub(super) checks_cycles: bool,
    /// The node whose expansion left out the first path that is too expensive for the cost type, and why.
    pub(super) overflow: Option<(N, Box<SearchError>)>,
    pub(super) counts: Counts,
    pub(super) nearest: Nearest<N, C>,
}

/// The number of nodes above a waiting node, the node, and its parent.
type Waiting<'a, N, C, V> = (usize, &'a Entry<N, C, V>, Option<&'a Entry<N, C, V>>);

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
            threshold: K::ZERO,
            earlier: [K::ZERO; 2],
            beyond: K::INFINITY,
            limits: Limits::default(),
            beside: 0,
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
        self.set_threshold(K::ZERO);
        self.earlier = [K::ZERO; 2];
        self.entries.clear();
        self.overflow = None;
        self.counts = Counts::default();
        self.nearest.estimate = C::INFINITY;
        self.nearest.path.clear();
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    pub(super) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.limits.nodes = limits.nodes.min(MAX_NODES);
    }

    /// Reserves memory for this many entries in total if `room` suffices for that.
    pub(super) fn reserve(&mut self, entries: usize, mut room: Room) {
        let entries = entries.min(MAX_RESERVED).min(self.limits.nodes);
        let more = entries.saturating_sub(self.entries.len());
        let _ = room.grow_by(&mut self.entries, more, more);
    }

    /// The maximum number of entries so far.
    pub(super) fn stored(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry<N, C, V>>()
            + self.levels.capacity() * size_of::<Level>()
            + self.nearest.path.capacity() * size_of::<N>()
    }

    /// Returns the counts since the last call.
    pub(super) fn take_counts(&mut self) -> Counts {
        let fresh = Counts {
            waiting: self.counts.waiting,
            ..Counts::default()
        };
        mem::replace(&mut self.counts, fresh)
    }

    /// Records that a node with this key was not searched.
    #[inline]
    pub(super) fn cut_off(&mut self, key: K) {
        if key.is_less(&self.beyond) {
            self.beyond = key;
        }
    }

    /// Drops the branch and the waiting nodes, and continues with another threshold.
    pub(super) fn set_threshold(&mut self, threshold: K) {
        self.earlier = [self.threshold, self.earlier[0]];
        self.threshold = threshold;
        self.beyond = K::INFINITY;
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
        match self.entries.get_mut(self.top) {
            Some(place) => *place = entry,
            None => push(&mut self.entries, entry, self.limits, self.beside)?,
        }
        self.top += 1;
        self.counts.waiting += 1;
        Ok(())
    }

    /// Makes the successors of the last node the last level. The first `searched` of them have been searched.
    #[inline]
    pub(super) fn descend(&mut self, searched: usize) -> Result<(), Box<SearchError>> {
        push(&mut self.levels, self.last, Limits::default(), 0)?;
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
    pub(super) fn waiting_entries(&self) -> impl Iterator<Item = Waiting<'_, N, C, V>> {
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
            let parent = depth.checked_sub(1).and_then(|above| self.on_branch(self.level(above)));
            let entries = self.entries.get(places).unwrap_or_default();
            entries.iter().map(move |entry| (depth, entry, parent))
        })
    }

    /// Whether a node with this estimate and cost is nearer than the nearest one so far.
    #[inline]
    pub(super) fn is_nearer(&self, estimate: C, cost: C) -> bool {
        let Nearest {
            estimate: least,
            cost: known,
            ..
        } = &self.nearest;
        is_nearer((estimate, cost), (*least, *known))
    }

    /// The least estimate so far, and the cost of its node.
    #[cfg(feature = "rayon")]
    pub(super) fn nearest(&self) -> Option<(C, C)> {
        (!self.nearest.path.is_empty()).then_some((self.nearest.estimate, self.nearest.cost))
    }
}

impl<N: Clone, C: Cost, V, K: Cost> Branch<N, C, V, K> {
    /// The nodes of the branch as a search returns them, the start first. `estimate` reads the estimate of an entry.
    pub(super) fn closed(&self, estimate: impl Fn(&V) -> Option<C>) -> impl Iterator<Item = SearchNode<N, C>> {
        let parents = iter::once(None).chain(self.nodes().map(Some));
        parents.zip(self.nodes()).map(move |(parent, entry)| SearchNode {
            is_open: false,
            ..entry.view(parent, &estimate)
        })
    }

    /// The waiting nodes as a search returns them, the next one first.
    pub(super) fn waiting(&self, estimate: impl Fn(&V) -> Option<C>) -> impl Iterator<Item = SearchNode<N, C>> {
        self.waiting_entries()
            .map(move |(_, entry, parent)| entry.view(parent, &estimate))
    }

    /// The path to the last node.
    pub(super) fn path(&self) -> Option<Path<N, C>> {
        self.path_to(self.levels.len())
    }

    /// The path to the node on the branch that has this many nodes above it.
    pub(super) fn path_to(&self, depth: usize) -> Option<Path<N, C>> {
        let cost = self.nodes().nth(depth)?.cost;
        let nodes = self.nodes().take(depth + 1).map(|entry| entry.node.clone()).collect();
        Some(Path { nodes, cost })
    }

    /// The path to the node with the least estimate so far, or without estimates to the last node.
    pub(super) fn best_effort_path(&self) -> Option<Path<N, C>> {
        let Nearest { cost, path, .. } = &self.nearest;
        if path.is_empty() {
            return self.path();
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
    pub(super) fn keep_nearest(&mut self, estimate: C) {
        let mut path = mem::take(&mut self.nearest.path);
        path.truncate(self.nearest.shared);
        let rest = (path.len()..=self.levels.len()).filter_map(|depth| self.on_branch(self.level(depth)));
        path.extend(rest.map(|entry| entry.node.clone()));
        self.nearest = Nearest {
            estimate,
            cost: self.current().map_or(C::ZERO, |entry| entry.cost),
            shared: path.len(),
            path,
        };
    }
}

impl<N: Clone, C: Copy, V> Entry<N, C, V> {
    /// A waiting entry as a search returns it.
    pub(super) fn view(&self, parent: Option<&Self>, estimate: impl Fn(&V) -> Option<C>) -> SearchNode<N, C> {
        SearchNode {
            node: self.node.clone(),
            g: self.cost,
            h: estimate(&self.estimate),
            parent: parent.map(|parent| parent.node.clone()),
            is_open: true,
            is_backward: false,
        }
    }
}

/// Appends an entry.
#[inline]
fn push<T>(entries: &mut Vec<T>, entry: T, limits: Limits, beside: usize) -> Result<(), Box<SearchError>> {
    let nodes = entries.len();
    if nodes < entries.capacity() && nodes < limits.nodes {
        entries.push(entry);
        return Ok(());
    }
    grow(entries, limits, beside)?;
    entries.push(entry);
    Ok(())
}

/// Allocates memory for one more entry.
#[cold]
#[inline(never)]
fn grow<T>(entries: &mut Vec<T>, limits: Limits, beside: usize) -> Result<(), Box<SearchError>> {
    let nodes = entries.len();
    if nodes >= limits.nodes {
        return Err(Box::new(SearchError::NodeLimit { limit: limits.nodes }));
    }
    // While the array doubles, the old and the new one together take three times as many bytes.
    if nodes.saturating_mul(3 * size_of::<T>()) > limits.less(0, beside).bytes {
        return Err(Box::new(SearchError::MemoryLimit { limit: limits.bytes }));
    }
    let room = entries.try_reserve(1);
    room.map_err(|_| Box::new(SearchError::OutOfMemory { nodes }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_grows_as_long_as_the_old_one_and_the_new_one_are_within_the_limit() {
        for bytes in 0..400 {
            let limits = Limits {
                bytes,
                ..Limits::default()
            };
            let mut entries = Vec::<u32>::new();
            let error = loop {
                let before = entries.capacity();
                match push(&mut entries, 7, limits, 0) {
                    Ok(()) if before == 0 || before == entries.capacity() => {}
                    Ok(()) => assert!(size_of::<u32>() * (before + entries.capacity()) <= bytes),
                    Err(error) => break error,
                }
            };
            assert_eq!(*error, SearchError::MemoryLimit { limit: bytes });
            assert_eq!(entries.len(), entries.capacity());
            assert!(size_of::<u32>() * 3 * entries.capacity() > bytes);
        }
    }
}
