//! [`Descent`]: recursive depth-first search, whose nodes are in registers until it has to pause.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Deepening;
use super::branch::{BranchOf, Entry, EntryOf};
use super::keys::{Cutoff, EstimateOf, is_free, plain_sums, sums};
use crate::engine::is_nearer;
use crate::error::Origin;
use crate::search::Guidance;
use crate::{Cost, Graph, Problem, SearchError};

/// The maximum number of expansions in one descent: so many that the cost of a pause does not matter, and so few that
/// repeating them before a failure does not matter either. A search may allow fewer.
const MOST: u64 = 1 << 20;

/// The minimum number of expansions for which a leap is worthwhile, since the expansions along its path may be
/// repeated.
pub(super) const LEAST: u64 = 1 << 6;

/// The nodes of a path, with their costs.
pub(super) type Steps<P> = Vec<(<P as Graph>::Node, <P as Graph>::Cost)>;

/// Searches below the last node of a branch, with the problem's own method if it has one and otherwise with a
/// [`Descent`].
///
/// Returns the number of nodes expanded, including the last node, and the path from this node (without it) to a goal or
/// to the node where the search continues. `None` if the search would fail on a path whose nodes have been counted. In
/// that case, nothing is counted.
#[inline]
pub(super) fn leap<P: Problem, D: Deepening<P>>(
    branch: &mut BranchOf<P, D>,
    problem: &P,
    deepening: &D,
    expansions: u64,
) -> Option<(u64, Option<Steps<P>>)> {
    let expansions = expansions.min(MOST);
    let Entry { node, cost, estimate } = branch.chosen();
    let came_from = &branch.entries[branch.came_from()].node;
    let threshold = branch.cutoff.threshold;
    if let Some((below, beyond)) =
        deepening.search_below(problem, (node, came_from), *cost, *estimate, threshold, expansions)
    {
        branch.counts.generated += below.generated;
        branch.cutoff.record(beyond);
        return Some((below.expanded, below.path));
    }
    // The number of nodes above a node is less than the maximum number of entries.
    #[expect(clippy::cast_possible_truncation, reason = "entries are fewer than 2³¹")]
    let edges = branch.levels.len() as u32;
    let levels = levels::<P::Node>(size_of_result(|| problem.successors(node)));
    let run = branch.run().skip(1);
    let mut descent = Descent {
        problem,
        deepening,
        cutoff: branch.cutoff,
        left: expansions + 1,
        deepest: edges.saturating_add(levels),
        generated: 0,
        nearest: (branch.nearest.estimate, branch.nearest.cost),
        has_failed: false,
        overflow: None,
        path: Vec::new(),
        run: run.map(|entry| (entry.node.clone(), entry.cost)).collect(),
    };
    // Each half of `expand` gets the levels of one parity. On a board of tiles, the blank is then on cells of one
    // colour.
    let is_done = if edges.is_multiple_of(2) {
        descent.expand(node.clone(), came_from, *cost, *estimate, edges + 1)
    } else {
        descent.expand_level(node.clone(), came_from, *cost, *estimate, edges + 1, Descent::expand)
    };
    let path = (!is_done).then(|| descent.unwind(came_from, edges));
    if descent.has_failed {
        return None;
    }
    branch.counts.generated += descent.generated;
    branch.cutoff = descent.cutoff;
    branch.overflow = branch.overflow.take().or(descent.overflow);
    Some((expansions + 1 - descent.left, path))
}

/// A descent below a node of a [`Branch`](super::branch::Branch).
///
/// It searches as the branch does, but without an observer, a cycle check or limits. It stops at a goal, at a node with
/// the least estimate so far, and when it has to pause. The branch then repeats the expansions along the path, to get
/// the waiting nodes along it.
struct Descent<'a, P: Problem, D: Deepening<P>> {
    problem: &'a P,
    deepening: &'a D,
    cutoff: Cutoff<D::Threshold>,
    /// The number of expansions left, plus one.
    left: u64,
    /// Levels below this one are not searched, since the stack is limited.
    deepest: u32,
    generated: u64,
    /// The least estimate so far, and the least cost of a node with it.
    nearest: (P::Cost, P::Cost),
    /// Whether a successor has been generated on which the branch will fail.
    has_failed: bool,
    /// The first path left out, as on a branch.
    overflow: Option<(P::Node, Box<SearchError>)>,
    /// The path from the node where the descent stopped up to the root.
    path: Vec<EntryOf<P, D>>,
    /// The nodes above the current one from which the path leads along a [free](is_free) edge, with their costs. First,
    /// those above the root that are reached at its cost, in any order.
    run: Steps<P>,
}

/// The maximum number of levels of a descent to nodes of this type, given the size of an iterator over successors. Each
/// level takes the space of about four nodes on the stack, and that of the iterator.
fn levels<N>(successors: usize) -> u32 {
    const STACK: usize = 1 << 15;
    let levels = (STACK / (4 * size_of::<N>() + 256)).min(STACK / successors.max(1));
    u32::try_from(levels).unwrap_or(u32::MAX)
}

/// The size of the result of a closure, which is not called.
fn size_of_result<T>(_: impl FnOnce() -> T) -> usize {
    size_of::<T>()
}

impl<P: Problem, D: Deepening<P>> Descent<'_, P, D> {
    /// Expands a node and everything below it. The node's successors are reached by `edges` edges. Returns whether
    /// everything was searched.
    // One function handles two levels: processors predict the branches better if each level has its own.
    fn expand(
        &mut self,
        node: P::Node,
        came_from: &P::Node,
        cost: P::Cost,
        estimate: EstimateOf<P, D>,
        edges: u32,
    ) -> bool {
        let below = |this: &mut Self, node, came_from: &P::Node, cost, estimate, edges| {
            this.expand_level(node, came_from, cost, estimate, edges, Self::expand)
        };
        self.expand_level(node, came_from, cost, estimate, edges, below)
    }

    /// Expands a node, and calls `below` to search each successor.
    // The node and its sums stay in registers, and the data that all levels share is in memory. Rare cases are in a
    // separate function that ends the loop, because the compiler does not unroll a loop that continues after a call.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the code is meant to be duplicated for two levels")]
    #[expect(clippy::needless_pass_by_value, reason = "a reference would be read from memory")]
    fn expand_level(
        &mut self,
        node: P::Node,
        came_from: &P::Node,
        cost: P::Cost,
        estimate: EstimateOf<P, D>,
        edges: u32,
        below: impl Fn(&mut Self, P::Node, &P::Node, P::Cost, EstimateOf<P, D>, u32) -> bool,
    ) -> bool {
        self.left -= 1;
        let is_nearest =
            D::Guidance::as_cost(estimate).is_some_and(|estimate| is_nearer((estimate, cost), self.nearest));
        if self.left == 0 || edges > self.deepest || is_nearest || self.problem.is_goal(&node) {
            self.left += 1;
            return self.stop(&node, cost, estimate);
        }
        let problem = self.problem;
        for (child, edge) in problem.successors(&node) {
            if child == *came_from {
                continue;
            }
            self.generated += 1;
            let child_estimate = D::Guidance::estimate_child(problem, &node, estimate, &child);
            let Some((child_cost, key)) = plain_sums(self.deepening, (cost, edge), child_estimate, edges) else {
                return self.expand_rest(&node, came_from, cost, estimate, edges);
            };
            if !self.cutoff.cuts_off(key) && !below(self, child, &node, child_cost, child_estimate, edges + 1) {
                return self.stop(&node, cost, estimate);
            }
        }
        true
    }

    /// Continues the expansion from the first successor that is not an ordinary one, which has already been counted.
    #[cold]
    #[inline(never)]
    fn expand_rest(
        &mut self,
        node: &P::Node,
        came_from: &P::Node,
        cost: P::Cost,
        estimate: EstimateOf<P, D>,
        edges: u32,
    ) -> bool {
        self.generated -= 1;
        let mut is_before = true;
        for (place, (child, edge)) in self.problem.successors(node).enumerate() {
            if child == *came_from {
                continue;
            }
            let child_estimate = D::Guidance::estimate_child(self.problem, node, estimate, &child);
            is_before = is_before && plain_sums(self.deepening, (cost, edge), child_estimate, edges).is_some();
            if is_before {
                continue;
            }
            self.generated += 1;
            let origin = || Origin::Successor(place);
            match sums(self.deepening, (cost, edge), child_estimate, edges, origin) {
                Ok(Some((_, key))) if self.cutoff.cuts_off(key) => {}
                Ok(Some(sums)) => {
                    let is_free = is_free(self.deepening, (cost, edge), sums, child_estimate);
                    if is_free && (child == *node || self.is_in_run(&child, cost)) {
                        continue;
                    }
                    let length = self.run.len();
                    self.run.extend(is_free.then(|| (node.clone(), cost)));
                    let is_done = self.expand(child, node, sums.0, child_estimate, edges + 1);
                    self.run.truncate(length);
                    if !is_done {
                        return self.stop(node, cost, estimate);
                    }
                }
                Ok(None) => {}
                Err(error) if error.is_overflow() => {
                    self.overflow.get_or_insert_with(|| (node.clone(), error));
                }
                Err(_) => {
                    self.has_failed = true;
                    return false;
                }
            }
        }
        true
    }

    /// Whether the path leads to this node at this cost, which is that of the current node, and on along free edges.
    fn is_in_run(&self, node: &P::Node, cost: P::Cost) -> bool {
        let mut run = self.run.iter().rev().take_while(|(_, reached)| !reached.is_less(&cost));
        run.any(|(above, _)| above == node)
    }

    /// Adds a node to the path.
    #[cold]
    #[inline(never)]
    fn stop(&mut self, node: &P::Node, cost: P::Cost, estimate: EstimateOf<P, D>) -> bool {
        let node = node.clone();
        self.path.push(Entry { node, cost, estimate });
        false
    }

    /// Returns the path without the root, which has `edges` edges above it. The successors that the branch will
    /// generate again are not counted. If one of them is invalid, the branch will fail on it.
    #[cold]
    #[inline(never)]
    fn unwind(&mut self, came_from: &P::Node, mut edges: u32) -> Steps<P> {
        let path = core::mem::take(&mut self.path);
        let mut came_from = came_from;
        for (above, below) in path.iter().rev().zip(path.iter().rev().skip(1)) {
            edges += 1;
            let successors = self.problem.successors(&above.node);
            let mut is_generated = true;
            for (child, edge) in successors.filter(|(child, _)| child != came_from) {
                self.generated = self.generated.saturating_sub(u64::from(is_generated));
                let estimate = D::Guidance::estimate_child(self.problem, &above.node, above.estimate, &child);
                let sums = sums(self.deepening, (above.cost, edge), estimate, edges, || Origin::Start);
                self.has_failed |= sums.as_ref().is_err_and(|error| !error.is_overflow());
                let reached = sums.ok().flatten().map(|(cost, _)| cost);
                is_generated &= child != below.node || reached.is_none_or(|cost| cost.order(&below.cost).is_ne());
            }
            came_from = &above.node;
        }
        let rest = path.into_iter().rev().skip(1);
        rest.map(|entry| (entry.node, entry.cost)).collect()
    }
}
