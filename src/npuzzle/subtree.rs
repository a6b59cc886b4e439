//! [`search`]: a subtree of any puzzle at one go, by recursion.

use alloc::vec::Vec;

use crate::{Below, Heuristic, Subtree};

/// A puzzle whose successors come with their estimates and without the way back.
pub(super) trait Onward: Heuristic<Cost = u32> {
    /// The successors of a node with their estimates. The way back is left out before its board is computed.
    fn onward(
        &self,
        node: &Self::Node,
        estimate: u32,
        came_from: &Self::Node,
    ) -> impl Iterator<Item = (Self::Node, u32)>;
}

/// Whether a subtree is small enough to be searched at one go, and its recursion shallow enough.
///
/// A subtree is as deep as there are moves left below the threshold. How fast it grows depends on how many of them may
/// lead away from the goal. The weight and the limit are measured: on the 15-puzzle with the Manhattan distance no
/// subtree had more than 80,000 boards (0.7 ms on a busy machine). Subtrees a hundred times as large are at most 7 %
/// faster.
#[inline]
pub(super) fn is_small<N>(subtree: &Subtree<'_, N, u32>) -> bool {
    let left = subtree.threshold.saturating_sub(subtree.cost);
    let away = left.saturating_sub(subtree.estimate);
    left.saturating_add(away.saturating_mul(4)) <= 60
}

/// Searches a subtree: see [`Heuristic::search_below`]. Returns `None` if the subtree is too large, or if a sum is, so
/// that the engine comes to that sum by itself and reports it.
#[inline]
pub(super) fn search<P: Onward>(puzzle: &P, subtree: &Subtree<'_, P::Node, u32>) -> Option<Below<P::Node, u32>> {
    if !is_small(subtree) {
        return None;
    }
    let below = Below {
        expanded: 0,
        generated: 0,
        beyond: u32::MAX,
        path: None,
    };
    let mut search = Search {
        puzzle,
        threshold: subtree.threshold,
        below,
        path: Vec::new(),
        has_overflown: false,
    };
    let is_found = search.expand(subtree.node, subtree.cost, subtree.estimate, subtree.came_from);
    if search.has_overflown {
        return None;
    }
    search.path.reverse();
    search.below.path = is_found.then_some(search.path);
    Some(search.below)
}

struct Search<'a, P: Heuristic> {
    puzzle: &'a P,
    threshold: u32,
    below: Below<P::Node, u32>,
    /// From the goal upwards, once it is found.
    path: Vec<(P::Node, u32)>,
    has_overflown: bool,
}

impl<P: Onward> Search<'_, P> {
    /// Expands a node and what is below it. Returns whether that is the end: a goal, or a sum that is too large.
    fn expand(&mut self, node: &P::Node, cost: u32, estimate: u32, came_from: &P::Node) -> bool {
        self.below.expanded += 1;
        let cost = cost.saturating_add(1);
        for (child, estimate) in self.puzzle.onward(node, estimate, came_from) {
            self.below.generated += 1;
            let key = cost.saturating_add(estimate);
            if key > self.threshold {
                // An infinite estimate marks a dead end.
                self.has_overflown = key == u32::MAX && estimate != u32::MAX;
                if self.has_overflown {
                    return true;
                }
                self.below.beyond = self.below.beyond.min(key);
            } else if self.puzzle.is_goal(&child) || self.expand(&child, cost, estimate, node) {
                self.path.push((child, cost));
                return true;
            }
        }
        false
    }
}
