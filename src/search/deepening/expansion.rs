//! [`Expansion`]: what becomes of the successors of a node on a [`Branch`](super::branch::Branch).

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Deepening;

use crate::error::Origin;
use crate::limits::Limits;
use crate::search::Guidance;
use crate::search::sums::{checked_key, path_cost, plain_sum};
use crate::{Cost, Graph, NodeEvent, Observer, Problem, SearchError};

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
    /// Generates the successors of a node, writes those that are not cut off into `room`, and returns their number.
    ///
    /// At the first successor that is not an ordinary one, [`go_on`](Self::go_on) takes over. So this is a loop without
    /// calls, which leaves all registers to the compiler.
    #[inline]
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
        D: Deepening<P, Threshold = K, Guidance: Guidance<P, Estimate = V>>,
        W: Observer<N, C>,
    {
        let (threshold, beyond) = (self.threshold, self.beyond);
        let (mut generated, mut kept) = (0, 0);
        for (child, edge) in onward(problem, &chosen.node, came_from) {
            let estimate = D::Guidance::estimate_child(problem, &chosen.node, chosen.estimate, &child);
            let plain = match plain_sum(chosen.cost, edge) {
                Some(sum) => plain_key(deepening, sum, estimate, edges).map(|key| (sum, key)),
                None => None,
            };
            let is_common = match plain {
                _ if is_left_out(&child) => true,
                Some((_, key)) if threshold.is_less(&key) => !key.is_less(&beyond),
                Some((cost, _)) => match room.get_mut(kept) {
                    Some(place) => {
                        observer.opened(event::<P, D::Guidance>(&child, Some(&chosen.node), cost, estimate));
                        *place = Entry {
                            node: child,
                            cost,
                            estimate,
                        };
                        kept += 1;
                        true
                    }
                    None => false,
                },
                None => false,
            };
            if !is_common {
                return self.go_on(
                    problem,
                    deepening,
                    observer,
                    chosen,
                    came_from,
                    edges,
                    is_left_out,
                    room,
                    (generated, kept),
                );
            }
            generated += 1;
        }
        self.generated += generated as u64;
        kept
    }

    /// Does the same for the rest of the successors, after the first ones have been generated and some of them kept.
    #[cold]
    #[inline(never)]
    #[expect(clippy::too_many_arguments, reason = "those of `run`, and how far it came")]
    fn go_on<P, D, W>(
        &mut self,
        problem: &P,
        deepening: &D,
        observer: &mut W,
        chosen: &Entry<N, C, V>,
        came_from: &N,
        edges: u32,
        is_left_out: impl Fn(&N) -> bool,
        room: &mut [Entry<N, C, V>],
        (mut generated, mut kept): (usize, usize),
    ) -> usize
    where
        P: Problem<Node = N, Cost = C>,
        D: Deepening<P, Threshold = K, Guidance: Guidance<P, Estimate = V>>,
        W: Observer<N, C>,
    {
        for (child, edge) in onward(problem, &chosen.node, came_from).skip(generated) {
            let estimate = D::Guidance::estimate_child(problem, &chosen.node, chosen.estimate, &child);
            generated += 1;
            if is_left_out(&child) {
                continue;
            }
            let origin = || origin(problem, &chosen.node, came_from, generated);
            let (cost, key) = match sums(deepening, (chosen.cost, edge), estimate, edges, origin) {
                Ok(Some(sums)) => sums,
                Ok(None) => continue,
                Err(error) => {
                    self.rare.has_happened = true;
                    self.rare.failure = Some(error);
                    break;
                }
            };
            if self.threshold.is_less(&key) {
                self.cut_off(key);
                continue;
            }
            observer.opened(event::<P, D::Guidance>(&child, Some(&chosen.node), cost, estimate));
            let entry = Entry {
                node: child,
                cost,
                estimate,
            };
            if let Some(place) = room.get_mut(kept) {
                *place = entry;
                kept += 1;
            } else {
                self.rare.has_happened = true;
                if let Err(error) = push(&mut self.rare.spilled, entry, Limits::default()) {
                    self.rare.failure = Some(error);
                    break;
                }
            }
        }
        self.generated += generated as u64;
        kept
    }

    /// Notes that a node of this key was not searched.
    #[inline]
    pub(super) fn cut_off(&mut self, key: K) {
        if key.is_less(&self.beyond) {
            self.beyond = key;
        }
    }
}

/// What an observer is told of a node.
#[inline]
pub(super) fn event<'a, P: Problem, G: Guidance<P>>(
    node: &'a P::Node,
    parent: Option<&'a P::Node>,
    cost: P::Cost,
    estimate: G::Estimate,
) -> NodeEvent<'a, P::Node, P::Cost> {
    NodeEvent::new(node, parent, cost, G::as_cost(estimate))
}

/// The successors of a node without the way back.
#[inline]
pub(super) fn onward<P: Problem>(
    problem: &P,
    node: &P::Node,
    came_from: &P::Node,
) -> impl Iterator<Item = (P::Node, P::Cost)> {
    problem.successors(node).filter(move |(child, _)| child != came_from)
}

/// The key of a node whose estimate is valid.
#[inline]
pub(super) fn plain_key<P: Problem, D: Deepening<P>>(
    deepening: &D,
    cost: P::Cost,
    estimate: <D::Guidance as Guidance<P>>::Estimate,
    edges: u32,
) -> Option<D::Threshold> {
    let is_below_zero = D::Guidance::as_cost(estimate).is_some_and(|estimate| estimate.is_less(&P::Cost::ZERO));
    if is_below_zero {
        return None;
    }
    deepening.threshold_key(cost, estimate, edges)
}

/// A node's cost and key.
pub(super) type Sums<P, D> = (<P as Graph>::Cost, <D as Deepening<P>>::Threshold);

/// The cost and the key of any successor. `None` if it is not to be searched.
pub(super) fn sums<P: Problem, D: Deepening<P>>(
    deepening: &D,
    (cost, edge): (P::Cost, P::Cost),
    estimate: <D::Guidance as Guidance<P>>::Estimate,
    edges: u32,
    origin: impl Fn() -> Origin,
) -> Result<Option<Sums<P, D>>, Box<SearchError>> {
    let Some(cost) = path_cost(cost, edge, &origin)? else {
        return Ok(None);
    };
    if let Some(key) = plain_key(deepening, cost, estimate, edges) {
        return Ok(Some((cost, key)));
    }
    let key = deepening.threshold_key(cost, estimate, edges);
    let key = checked_key(key, cost, D::Guidance::as_cost(estimate), origin)?;
    Ok(key.map(|key| (cost, key)))
}

/// The position among the node's successors of the `count`th that was generated, without the way back.
fn origin<P: Problem>(problem: &P, node: &P::Node, came_from: &P::Node, count: usize) -> Origin {
    let mut onward = 0;
    let is_it = |(child, _): (P::Node, P::Cost)| {
        onward += usize::from(child != *came_from);
        onward == count
    };
    Origin::Successor(problem.successors(node).position(is_it).unwrap_or_default())
}

/// What seldom happens in an expansion. Empty between expansions.
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
    pub(super) fn bytes(&self) -> usize {
        self.spilled.capacity() * size_of::<Entry<N, C, V>>()
    }

    pub(super) fn clear(&mut self) {
        self.spilled.clear();
        self.failure = None;
        self.has_happened = false;
    }

    /// Appends what was spilled, and returns where it ends.
    #[cold]
    #[inline(never)]
    pub(super) fn append(&mut self, entries: &mut Vec<Entry<N, C, V>>, top: usize, limits: Limits) -> usize {
        if self.spilled.is_empty() {
            return top;
        }
        for entry in self.spilled.drain(..) {
            if let Err(error) = push(entries, entry, limits) {
                self.failure.get_or_insert(error);
                break;
            }
        }
        entries.len()
    }
}

/// Appends an entry.
pub(super) fn push<T>(entries: &mut Vec<T>, entry: T, limits: Limits) -> Result<(), Box<SearchError>> {
    let nodes = entries.len();
    if nodes >= limits.nodes {
        return Err(Box::new(SearchError::NodeLimit { limit: limits.nodes }));
    }
    // While it doubles, it takes three times as many bytes.
    if nodes == entries.capacity() && nodes.saturating_mul(3 * size_of::<T>()) > limits.bytes {
        return Err(Box::new(SearchError::MemoryLimit { limit: limits.bytes }));
    }
    match entries.try_reserve(1) {
        Ok(()) => {
            entries.push(entry);
            Ok(())
        }
        Err(_) => Err(Box::new(SearchError::OutOfMemory { nodes })),
    }
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
                match push(&mut entries, 7, limits) {
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
