//! [`Expansion`]: what becomes of the successors of a node on a [`Branch`](super::branch::Branch).

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Deepening;
use super::path_cost::{checked_key, explain_path_cost, path_cost};
use crate::error::Origin;
use crate::{Cost, Observer, Problem, SearchError};

/// A node on the branch, or one that waits beside it.
#[derive(Clone, Debug)]
pub(super) struct Entry<N, C, V> {
    pub(super) node: N,
    pub(super) cost: C,
    pub(super) estimate: V,
}

/// What expansions have in common.
pub(super) struct Expansion<'a, N, C, V, K> {
    pub(super) threshold: K,
    pub(super) beyond: K,
    pub(super) generated: u64,
    pub(super) rare: &'a mut Rare<N, C, V>,
}

impl<N: Eq, C: Cost, V: Copy, K: Cost> Expansion<'_, N, C, V, K> {
    /// Generates the successors of a node and writes those that are not cut off into `room`. Answers how many.
    // Not inlined: it needs all the registers.
    #[inline(never)]
    #[expect(clippy::too_many_arguments, reason = "by reference, they would be read from memory")]
    pub(super) fn run<P, D, W>(
        &mut self,
        problem: &P,
        deepening: &D,
        observer: &mut W,
        chosen: &Entry<N, C, V>,
        came_from: &N,
        edges: u32,
        is_left_out: impl Fn(&N) -> bool,
        room: &mut [Entry<N, C, V>],
    ) -> usize
    where
        P: Problem<Node = N, Cost = C>,
        D: Deepening<P, Estimate = V, Threshold = K>,
        W: Observer<N, C>,
    {
        let (threshold, cost) = (self.threshold, chosen.cost);
        let (mut generated, mut kept) = (0, 0);
        for (child, edge, estimate) in deepening.estimated_successors(problem, &chosen.node, chosen.estimate, came_from)
        {
            generated += 1;
            if is_left_out(&child) {
                continue;
            }
            let plain = match path_cost(cost, edge) {
                Some(sum) => plain_key(deepening, sum, estimate, edges).map(|key| (sum, key)),
                None => None,
            };
            let (cost, key) = if let Some(sums) = plain {
                sums
            } else {
                let sums = self
                    .rare
                    .explain(problem, deepening, chosen, came_from, generated, edge, estimate, edges);
                match sums {
                    Some(sums) => sums,
                    None if self.rare.failure.is_some() => break,
                    None => continue,
                }
            };
            if threshold.is_less(&key) {
                if key.is_less(&self.beyond) {
                    lower(&mut self.beyond, key);
                }
                continue;
            }
            observer.opened(&child, Some(&chosen.node), cost);
            let entry = Entry {
                node: child,
                cost,
                estimate,
            };
            match room.get_mut(kept) {
                Some(place) => {
                    *place = entry;
                    kept += 1;
                }
                None => self.rare.spill(entry),
            }
        }
        self.generated += generated;
        kept
    }
}

/// What seldom happens in an expansion, kept out of its way; empty between expansions.
#[derive(Clone, Debug)]
pub(super) struct Rare<N, C, V> {
    pub(super) has_happened: bool,
    /// Successors for which there was no room in the array.
    spilled: Vec<Entry<N, C, V>>,
    pub(super) failure: Option<Box<SearchError>>,
}

impl<N, C, V> Default for Rare<N, C, V> {
    fn default() -> Self {
        Rare {
            has_happened: false,
            spilled: Vec::new(),
            failure: None,
        }
    }
}

impl<N, C, V> Rare<N, C, V> {
    pub(super) fn capacity(&self) -> usize {
        self.spilled.capacity()
    }
}

/// The key of a node whose estimate is in order.
#[inline]
fn plain_key<P: Problem, D: Deepening<P>>(
    deepening: &D,
    cost: P::Cost,
    estimate: D::Estimate,
    edges: u32,
) -> Option<D::Threshold> {
    let is_below_zero = D::as_cost(estimate).is_some_and(|estimate| estimate.is_less(&P::Cost::ZERO));
    if is_below_zero {
        return None;
    }
    deepening.threshold_key(cost, estimate, edges)
}

impl<N: Eq, C: Cost, V: Copy> Rare<N, C, V> {
    /// The cost and the key of a successor that do not come about simply. `None` where it is not to be searched, and a
    /// failure where that is a mistake. It is the successor that was generated as the `count`th, the way back not counted.
    #[cold]
    #[inline(never)]
    #[expect(
        clippy::too_many_arguments,
        reason = "all that is known of a successor, put together here alone"
    )]
    fn explain<P, D>(
        &mut self,
        problem: &P,
        deepening: &D,
        parent: &Entry<N, C, V>,
        came_from: &N,
        count: u64,
        edge: C,
        estimate: V,
        edges: u32,
    ) -> Option<(C, D::Threshold)>
    where
        P: Problem<Node = N, Cost = C>,
        D: Deepening<P, Estimate = V>,
    {
        let mut onward = 0;
        let is_it = |(child, _): (N, C)| {
            onward += u64::from(child != *came_from);
            onward == count
        };
        let place = problem.successors(&parent.node).position(is_it).unwrap_or_default();
        let origin = Origin::Successor(place);
        let explain = || {
            let cost = match path_cost(parent.cost, edge) {
                Some(cost) => cost,
                None => match explain_path_cost(parent.cost, edge, origin)? {
                    Some(cost) => cost,
                    None => return Ok(None),
                },
            };
            let key = deepening.threshold_key(cost, estimate, edges);
            let key = checked_key(key, cost, D::as_cost(estimate), origin)?;
            Ok(key.map(|key| (cost, key)))
        };
        explain().unwrap_or_else(|error| {
            self.has_happened = true;
            self.failure = Some(error);
            None
        })
    }

    /// Takes a successor for which there is no room.
    #[cold]
    #[inline(never)]
    fn spill(&mut self, entry: Entry<N, C, V>) {
        self.has_happened = true;
        self.spilled.push(entry);
    }

    /// Makes room for what was spilled, and answers where it ends.
    #[cold]
    #[inline(never)]
    pub(super) fn append(&mut self, entries: &mut Vec<Entry<N, C, V>>, top: usize, limit: usize) -> usize {
        if self.spilled.is_empty() {
            return top;
        }
        for entry in self.spilled.drain(..) {
            if let Err(error) = push(entries, entry, limit) {
                self.failure.get_or_insert(error);
                break;
            }
        }
        entries.len()
    }
}

/// Not inlined: it happens once or twice in an iteration.
#[cold]
#[inline(never)]
fn lower<K>(least: &mut K, key: K) {
    *least = key;
}

/// Makes an entry more.
pub(super) fn push<T>(entries: &mut Vec<T>, entry: T, limit: usize) -> Result<(), Box<SearchError>> {
    let nodes = entries.len();
    if nodes >= limit {
        return Err(Box::new(SearchError::NodeLimit { limit }));
    }
    match entries.try_reserve(1) {
        Ok(()) => {
            entries.push(entry);
            Ok(())
        }
        Err(_) => Err(Box::new(SearchError::OutOfMemory { nodes })),
    }
}
