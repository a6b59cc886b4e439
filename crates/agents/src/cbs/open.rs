//! [`Open`]: the open nodes of the constraint tree, sorted by bounds and by conflicts.

use alloc::collections::BTreeSet;
use core::cmp::Reverse;

/// The criteria by which a node of the tree is chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rank {
    /// A lower bound on the cost of all plans below the node.
    pub(crate) bound: u64,
    /// The cost of the paths of the node.
    pub(crate) cost: u64,
    pub(crate) conflicts: usize,
}

/// The open nodes. The next one has the fewest conflicts among those whose cost is within a factor of the least bound.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    factor: f64,
    /// All of them.
    bounds: BTreeSet<(u64, usize)>,
    /// Those within the factor of the least bound, by conflicts and then cost. Ties go to the last one.
    near: BTreeSet<(usize, u64, Reverse<usize>)>,
    /// The others, by the larger of cost and bound.
    far: BTreeSet<(u64, usize, usize, u64)>,
}

impl Open {
    pub(crate) fn new(factor: f64) -> Self {
        Open {
            factor,
            bounds: BTreeSet::new(),
            near: BTreeSet::new(),
            far: BTreeSet::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.bounds.len()
    }

    /// The least bound of all open nodes.
    pub(crate) fn bound(&self) -> Option<u64> {
        self.bounds.first().map(|(bound, _)| *bound)
    }

    pub(crate) fn push(&mut self, node: usize, rank: Rank) {
        self.bounds.insert((rank.bound, node));
        self.far
            .insert((rank.cost.max(rank.bound), node, rank.conflicts, rank.cost));
    }

    /// Takes out the next node. `bound_of` returns the bound with which a node was pushed.
    pub(crate) fn pop(&mut self, bound_of: impl Fn(usize) -> u64) -> Option<usize> {
        let most = scaled(self.bound()?, self.factor);
        while let Some((key, node, conflicts, cost)) = self.far.first().copied() {
            if key > most {
                break;
            }
            self.far.pop_first();
            self.near.insert((conflicts, cost, Reverse(node)));
        }
        let (.., Reverse(node)) = self.near.pop_first()?;
        self.bounds.remove(&(bound_of(node), node));
        Some(node)
    }
}

/// A factor times a cost, rounded down.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "costs are far below 2⁵³, and the factor is at least 1"
)]
pub(crate) fn scaled(cost: u64, factor: f64) -> u64 {
    (cost as f64 * factor) as u64
}
