//! [`Branch`]: depth-first search below a threshold, which stores only one branch and the nodes that wait along it.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use super::Deepening;
use super::descent::{self, Leap};
use super::expansion::{Entry, Expansion, Rare, event, push};
use crate::limits::{Limits, MAX_NODES};
use crate::search::Guidance;
use crate::{Cost, Observer, Path, Problem, SearchError, SearchNode};

/// The successors of one node that were not cut off, in the order in which they were generated. They begin where those
/// of the level above end. Those before `next` have been searched, except for the last of them, which is on the branch.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    next: usize,
    end: usize,
}

/// A leap needs room for this many entries.
const LEAP_ROOM: usize = 1 << 12;

/// Why [`Branch::search`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// All allowed expansions have been made.
    Paused,
    /// A goal is at the end of the branch.
    Goal,
    /// Nothing waits any more.
    Done,
}

/// A depth-first search below a threshold.
///
/// All entries lie in one array, and none is ever moved. The successors of a node are written behind its own siblings.
/// The start is a level of its own.
///
/// ```text
/// start │ a  b  c │ d  e │ f  g  h │ room
///            ↑       ↑   end      top           on the branch: start, b, d; f, g, h are the successors of d
///          next    next                         waiting: f, g, h, then e, then c
/// ```
#[derive(Clone, Debug)]
pub(super) struct Branch<N, C, V, K> {
    entries: Vec<Entry<N, C, V>>,
    rare: Rare<N, C, V>,
    /// The levels above the last one; beyond `depth` there is room.
    levels: Vec<Level>,
    depth: usize,
    /// The level of the last node of the branch.
    last: Level,
    /// The successors of the last node begin where its own level ends, and end here.
    top: usize,
    /// Nodes with a larger key are cut off.
    threshold: K,
    /// The least key that was cut off, or infinity.
    beyond: K,
    /// Of the entries.
    limits: Limits,
    checks_cycles: bool,
    counts: Counts,
    nearest: Nearest<N, C>,
}

/// What a branch has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: u64,
    /// Successors, without the way back.
    pub(super) generated: u64,
    /// Entries that wait for their turn.
    pub(super) waiting: usize,
    /// The most of them after an expansion.
    pub(super) max_waiting: usize,
}

/// The path to the node with the least estimate so far.
#[derive(Clone, Debug)]
struct Nearest<N, C> {
    estimate: C,
    cost: C,
    path: Vec<N>,
    /// The number of nodes at the beginning that the branch and the path share.
    shared: usize,
}

impl<N, C: Cost, V, K: Cost> Branch<N, C, V, K> {
    pub(super) fn new() -> Self {
        Branch {
            entries: Vec::new(),
            rare: Rare::default(),
            levels: Vec::new(),
            depth: 0,
            last: Level::default(),
            top: 0,
            threshold: K::ZERO,
            beyond: K::INFINITY,
            limits: Limits::default(),
            checks_cycles: false,
            counts: Counts::default(),
            nearest: Nearest {
                estimate: C::INFINITY,
                cost: C::ZERO,
                path: Vec::new(),
                shared: 0,
            },
        }
    }

    /// Forgets all nodes and keeps the memory and the settings.
    pub(super) fn clear(&mut self) {
        self.set_threshold(K::ZERO);
        self.entries.clear();
        // Some are left if the problem or the observer panicked.
        self.rare.clear();
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

    pub(super) fn check_cycles(&mut self) {
        self.checks_cycles = true;
    }

    /// Makes room for this many entries in all. It is a hint.
    pub(super) fn reserve(&mut self, entries: usize) {
        let more = entries.min(MAX_NODES).saturating_sub(self.entries.len());
        let _ = self.entries.try_reserve(more);
    }

    /// The most entries that there have been at a time.
    pub(super) fn stored(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry<N, C, V>>()
            + self.rare.bytes()
            + self.levels.capacity() * size_of::<Level>()
            + self.nearest.path.capacity() * size_of::<N>()
    }

    /// What was done since the last call.
    pub(super) fn take_counts(&mut self) -> Counts {
        let fresh = Counts {
            waiting: self.counts.waiting,
            ..Counts::default()
        };
        mem::replace(&mut self.counts, fresh)
    }

    /// The least key that was cut off, or infinity.
    pub(super) fn beyond(&self) -> K {
        self.beyond
    }

    /// Notes that a node of this key was not searched.
    pub(super) fn cut_off(&mut self, key: K) {
        if key.is_less(&self.beyond) {
            self.beyond = key;
        }
    }

    /// Drops the branch and what waits, and goes on with another threshold.
    pub(super) fn set_threshold(&mut self, threshold: K) {
        self.threshold = threshold;
        self.beyond = K::INFINITY;
        self.drop_branch();
    }

    fn drop_branch(&mut self) {
        self.depth = 0;
        self.last = Level::default();
        self.top = 0;
        self.counts.waiting = 0;
        self.nearest.shared = 0;
    }

    /// Replaces all entries by a start.
    pub(super) fn place(&mut self, start: Entry<N, C, V>) -> Result<(), Box<SearchError>> {
        self.drop_branch();
        match self.entries.first_mut() {
            Some(first) => *first = start,
            None => push(&mut self.entries, start, self.limits)?,
        }
        self.last.end = 1;
        self.top = 1;
        self.counts.waiting = 1;
        Ok(())
    }

    /// Returns a branch for each node that waits, in the order of the search. The branch leads to that node.
    #[cfg(feature = "rayon")]
    pub(super) fn split(&self) -> impl Iterator<Item = Self>
    where
        N: Clone,
        V: Clone,
    {
        // The successors of the last node, then the siblings of each node on the branch, from the last one up.
        let above = self.levels.iter().take(self.depth).enumerate();
        let siblings = above.chain([(self.depth, &self.last)]).rev();
        let siblings = siblings.map(|(depth, level)| (depth, level.next..level.end));
        let waiting = [(self.depth + 1, self.last.end..self.top)].into_iter().chain(siblings);
        waiting.flat_map(move |(depth, places)| {
            let entries = self.entries.get(places).unwrap_or_default();
            entries.iter().map(move |entry| self.branch_to(depth, entry))
        })
    }

    /// A branch that leads to a waiting entry with this many nodes above it.
    #[cfg(feature = "rayon")]
    fn branch_to(&self, depth: usize, entry: &Entry<N, C, V>) -> Self
    where
        N: Clone,
        V: Clone,
    {
        let alone = |place| Level {
            next: place + 1,
            end: place + 1,
        };
        let mut branch = Branch::new();
        branch.entries = self.nodes().take(depth).chain([entry]).cloned().collect();
        branch.levels = (0..depth).map(alone).collect();
        branch.depth = depth;
        branch.last = Level {
            next: depth,
            end: depth + 1,
        };
        branch.top = depth + 1;
        branch.threshold = self.threshold;
        branch.limits = self.limits;
        branch.checks_cycles = self.checks_cycles;
        branch.counts.waiting = 1;
        branch
    }

    /// The least estimate so far.
    #[cfg(feature = "rayon")]
    pub(super) fn nearest_estimate(&self) -> Option<C> {
        (!self.nearest.path.is_empty()).then_some(self.nearest.estimate)
    }

    /// The branch, the start first.
    pub(super) fn nodes(&self) -> impl Iterator<Item = &Entry<N, C, V>> {
        let above = self.levels.iter().take(self.depth);
        let levels = above.chain((self.last.next > 0).then_some(&self.last));
        levels.filter_map(|level| self.entries.get(level.next.checked_sub(1)?))
    }

    /// The last node of the branch.
    pub(super) fn current(&self) -> Option<&Entry<N, C, V>> {
        self.entries.get(self.last.next.checked_sub(1)?)
    }
}

impl<N: Clone, C: Cost, V, K: Cost> Branch<N, C, V, K> {
    /// The branch, the start first, as a search knows it. `estimate` reads the estimate of an entry.
    pub(super) fn closed(&self, estimate: impl Fn(&V) -> Option<C>) -> impl Iterator<Item = SearchNode<N, C>> {
        let parents = [None].into_iter().chain(self.nodes().map(Some));
        parents.zip(self.nodes()).map(move |(parent, entry)| SearchNode {
            is_open: false,
            ..entry.view(parent, &estimate)
        })
    }

    /// What waits, the next one first, as a search knows it.
    pub(super) fn waiting(&self, estimate: impl Fn(&V) -> Option<C>) -> impl Iterator<Item = SearchNode<N, C>> {
        let range = |from, to| self.entries.get(from..to).unwrap_or_default();
        let last_of = |level: &Level| self.entries.get(level.next.checked_sub(1)?);
        let levels = self.levels.get(..self.depth).unwrap_or_default();
        // The successors of a node lie behind its own level.
        let successors = (range(self.last.end, self.top), self.current());
        let siblings = (range(self.last.next, self.last.end), levels.last().and_then(last_of));
        let above = (0..levels.len()).rev().map(move |depth| {
            let parent = depth.checked_sub(1).and_then(|above| last_of(&levels[above]));
            (range(levels[depth].next, levels[depth].end), parent)
        });
        let all = [successors, siblings].into_iter().chain(above);
        all.flat_map(|(entries, parent)| entries.iter().map(move |entry| (entry, parent)))
            .map(move |(entry, parent)| entry.view(parent, &estimate))
    }
}

impl<N: Clone, C: Copy, V> Entry<N, C, V> {
    /// What a search knows of an entry that waits.
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

impl<N: Clone, C: Cost, V, K: Cost> Branch<N, C, V, K> {
    /// The path to the last node.
    pub(super) fn path(&self) -> Option<Path<N, C>> {
        self.path_to(self.depth)
    }

    /// The path to the node of the branch that has this many above it.
    pub(super) fn path_to(&self, depth: usize) -> Option<Path<N, C>> {
        let mut nodes = Vec::new();
        let mut cost = None;
        for entry in self.nodes().take(depth + 1) {
            nodes.push(entry.node.clone());
            cost = Some(entry.cost);
        }
        Some(Path { nodes, cost: cost? })
    }

    /// The path to the node with the least estimate so far; without estimates, to the last one.
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
}

impl<N: Clone, C: Cost> Nearest<N, C> {
    /// Keeps the path to the last node of a branch. The part that it shares with the path kept before is not copied
    /// again, so a node is copied at most once while it is on the branch.
    #[cold]
    #[inline(never)]
    fn keep<V>(&mut self, entries: &[Entry<N, C, V>], above: &[Level], last: &Entry<N, C, V>, estimate: C) {
        self.path.truncate(self.shared);
        let rest = above.get(self.path.len()..).unwrap_or_default();
        self.path
            .extend(rest.iter().map(|level| entries[level.next - 1].node.clone()));
        self.path.push(last.node.clone());
        self.shared = self.path.len();
        (self.estimate, self.cost) = (estimate, last.cost);
    }
}

impl<N: Clone + Eq, C: Cost, V: Copy, K: Cost> Branch<N, C, V, K> {
    /// Goes on until a goal is chosen for expansion, nothing waits, or there are no expansions left.
    ///
    /// If it `may_leap`, it may search whole subtrees in one call, and make more expansions than are left. A leap that
    /// pauses, or comes to a goal, leaves a path: the expansions along it are made again, and not counted.
    // Its state is in local variables and not in `self`, so that it is not read and written at each step.
    #[expect(clippy::too_many_lines, reason = "one loop over variables of its own")]
    pub(super) fn search<P, D, W>(
        &mut self,
        problem: &P,
        deepening: &D,
        observer: &mut W,
        expansions: &mut u64,
        may_leap: bool,
    ) -> Result<Halt, Box<SearchError>>
    where
        P: Problem<Node = N, Cost = C>,
        D: Deepening<P, Threshold = K, Guidance: Guidance<P, Estimate = V>>,
        W: Observer<N, C>,
    {
        let mut may_leap = may_leap && !self.checks_cycles && observer.is_silent();
        let Branch {
            entries,
            levels,
            nearest,
            limits,
            checks_cycles,
            ..
        } = self;
        let mut expansion = Expansion {
            threshold: self.threshold,
            beyond: self.beyond,
            generated: self.counts.generated,
            rare: &mut self.rare,
        };
        let (mut depth, mut top, mut counts) = (self.depth, self.top, self.counts);
        let Level { mut next, mut end } = self.last;
        let mut parent = parent_of(levels, depth);
        let allowed = *expansions;
        let mut left = allowed;
        // The rest of the path of a leap.
        let mut onward = Vec::new().into_iter();
        let result = loop {
            // The successors before the next node of a leap's path have been searched.
            let mut searched = 0;
            if let Some((node, cost)) = onward.as_slice().first() {
                let is_it = |entry: &Entry<N, C, V>| entry.node == *node && entry.cost.order(cost).is_eq();
                searched = entries[end..top].iter().position(is_it).unwrap_or_default();
            }
            let is_last = left == 0 && onward.len() < 2;
            if is_last && searched == 0 {
                break Ok(Halt::Paused);
            }
            if top > end {
                // Down to the first successor.
                let level = Level { next, end };
                match levels.get_mut(depth) {
                    Some(room) => *room = level,
                    None => {
                        if let Err(error) = push(levels, level, Limits::default()) {
                            break Err(error);
                        }
                    }
                }
                depth += 1;
                parent = next - 1;
                (next, end) = (end + searched, top);
                counts.waiting -= searched;
                if is_last {
                    break Ok(Halt::Paused);
                }
            } else {
                if next == end {
                    let Some((level, above)) = up(&levels[..depth]) else {
                        break Ok(Halt::Done);
                    };
                    depth = above;
                    Level { next, end } = level;
                    parent = parent_of(levels, depth);
                }
                nearest.shared = nearest.shared.min(depth);
            }
            top = end;
            let (stored, room) = entries.split_at_mut(end);
            let chosen = &stored[next];
            next += 1;
            counts.waiting -= 1;
            let came_from = &stored[parent].node;
            // Below the limit of entries, which is below 2³¹.
            #[expect(clippy::cast_possible_truncation, reason = "as said")]
            let edges = (depth + 1) as u32;
            let is_passed = onward.next().is_some() && onward.len() > 0;
            if !is_passed {
                if let Some(estimate) = D::Guidance::as_cost(chosen.estimate)
                    && estimate.is_less(&nearest.estimate)
                {
                    nearest.keep(stored, &levels[..depth], chosen, estimate);
                }
                let above = (depth > 0).then_some(came_from);
                let event = event::<P, D::Guidance>(&chosen.node, above, chosen.cost, chosen.estimate);
                if problem.is_goal(&chosen.node) {
                    observer.found(event);
                    break Ok(Halt::Goal);
                }
                left -= 1;
                observer.expanded(event);
            }
            let allowed_room = match limits.bytes {
                usize::MAX => limits.nodes.saturating_sub(end),
                _ => limits.nodes.saturating_sub(end).min(room.len()),
            };
            if may_leap && !is_passed && allowed_room > LEAP_ROOM && left >= descent::LEAST {
                let is_limited = limits.has_memory_limit() || limits.nodes < MAX_NODES;
                let leap = expansion.leap(
                    problem,
                    deepening,
                    chosen,
                    came_from,
                    (edges - 1, left.min(descent::MOST)),
                    nearest.estimate,
                    is_limited.then_some(allowed_room),
                );
                if let Some(Leap { expanded, path }) = leap {
                    let more = expanded.saturating_sub(1);
                    counts.expanded += more.saturating_sub(left);
                    left = left.saturating_sub(more);
                    match path {
                        None => continue,
                        Some(path) => onward = path.into_iter(),
                    }
                } else {
                    // The search comes to the limit or to the failure step by step.
                    may_leap = false;
                }
            }
            top += if *checks_cycles {
                let above = &levels[..depth];
                let is_on_branch =
                    |node: &N| chosen.node == *node || above.iter().any(|level| stored[level.next - 1].node == *node);
                expansion.run(
                    problem,
                    deepening,
                    observer,
                    chosen,
                    came_from,
                    edges,
                    is_on_branch,
                    room,
                )
            } else {
                expansion.run(problem, deepening, observer, chosen, came_from, edges, |_| false, room)
            };
            if expansion.rare.has_happened {
                top = expansion.rare.append(entries, top, *limits);
                expansion.rare.has_happened = false;
                if let Some(error) = expansion.rare.failure.take() {
                    counts.waiting += top - end;
                    break Err(error);
                }
            }
            counts.waiting += top - end;
            counts.max_waiting = counts.max_waiting.max(counts.waiting);
        };
        counts.expanded += allowed - left;
        counts.generated = expansion.generated;
        *expansions = left;
        self.beyond = expansion.beyond;
        (self.depth, self.top, self.counts) = (depth, top, counts);
        self.last = Level { next, end };
        result
    }
}

/// The place of the parent of a node that has this many above it. For a start it is its own place.
#[inline]
fn parent_of(levels: &[Level], depth: usize) -> usize {
    match depth.checked_sub(1) {
        Some(above) => levels[above].next - 1,
        None => 0,
    }
}

/// The last level where something waits, and the number of levels above it.
#[inline]
fn up(levels: &[Level]) -> Option<(Level, usize)> {
    let depth = levels.iter().rposition(|level| level.next < level.end)?;
    Some((levels[depth], depth))
}

#[cfg(test)]
mod tests {
    use super::super::EdgeCount;
    use super::*;
    use crate::search::CostPlusEstimate;
    use crate::{FnGraph, Heuristic, Query};
    use alloc::{format, string::String};
    use proptest::prelude::*;

    fn waiting<V, K: Cost>(branch: &Branch<u32, u32, V, K>) -> Vec<u32> {
        branch.waiting(|_| None).map(|entry| entry.node).collect()
    }

    /// Searches with this many expansions at a time. Returns all that can be seen in the end.
    fn search<P, D>(problem: &P, deepening: &D, threshold: u32, slice: u64) -> String
    where
        P: Heuristic<Node = u32, Cost = u32>,
        D: Deepening<P, Threshold = u32>,
    {
        let mut branch = Branch::new();
        let (node, cost) = (problem.start(), 0);
        let estimate = D::Guidance::estimate(problem, &node);
        branch.set_threshold(threshold);
        branch.place(Entry { node, cost, estimate }).unwrap();
        loop {
            let (mut left, before) = (slice, branch.counts.expanded);
            let halt = branch.search(problem, deepening, &mut (), &mut left, false).unwrap();
            assert_eq!(branch.counts.expanded, before + (slice - left));
            assert_eq!(waiting(&branch).len(), branch.counts.waiting);
            if halt != Halt::Paused {
                let paths = (branch.path(), branch.best_effort_path(), waiting(&branch));
                return format!("{halt:?} {:?} {paths:?} {}", branch.counts, branch.beyond());
            }
            assert_eq!(left, 0);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_search_in_slices_is_the_same(
            edges in prop::collection::vec((0..9_u32, 0..9_u32, 1..5_u32), 0..24),
            threshold in 0..9_u32,
            goal in 0..12_u32,
            slice in 1..4_u64,
        ) {
            let graph = FnGraph::new(|node: &u32| {
                let node = *node;
                edges.iter().filter(move |edge| edge.0 == node).map(|edge| (edge.1, edge.2)).collect::<Vec<_>>()
            });
            let query = Query::new(graph, 0, |node| *node == goal);
            let query = query.with_heuristic(|node| u32::from(*node != goal) + node % 2);
            let by_cost = search(&query, &CostPlusEstimate::default(), threshold, u64::MAX);
            prop_assert_eq!(search(&query, &CostPlusEstimate::default(), threshold, slice), by_cost);
            let by_edges = search(&query, &EdgeCount, threshold.min(5), u64::MAX);
            prop_assert_eq!(search(&query, &EdgeCount, threshold.min(5), slice), by_edges);
        }
    }
}
