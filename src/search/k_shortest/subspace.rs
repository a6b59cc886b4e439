//! [`Waiting`]: paths that have been found and sets of paths that have not been searched yet, in one queue.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::Cost;

/// A path, each node with the cost of the path to it.
pub(super) type Costed<N, C> = Vec<(N, C)>;

/// The paths that begin as a known one does and leave it at a certain node, not by an edge to certain nodes.
#[derive(Clone, Debug)]
pub(super) struct Subspace<N> {
    /// The number of the known path.
    pub(super) path: usize,
    /// The place on it of the last common node.
    pub(super) spur: usize,
    /// The nodes that do not come next.
    pub(super) banned: Vec<N>,
    /// How many expansions the search for a cheapest one has made before it was put off.
    pub(super) effort: u64,
}

/// A path to be returned.
#[derive(Clone, Debug)]
pub(super) struct Candidate<N, C> {
    pub(super) nodes: Costed<N, C>,
    /// The subspace of which it is a cheapest path.
    pub(super) of: Subspace<N>,
}

#[derive(Clone, Debug)]
pub(super) enum Item<N, C> {
    Candidate(Candidate<N, C>),
    Subspace(Subspace<N>),
}

/// An entry of the queue.
#[derive(Clone, Debug)]
pub(super) struct Waiting<N, C> {
    /// No path in the subspace costs less. For a candidate, its cost.
    pub(super) bound: C,
    /// Of equals the first one comes out first.
    pub(super) number: u64,
    pub(super) item: Item<N, C>,
}

impl<N, C: Cost> Waiting<N, C> {
    /// A standard library's heap returns its greatest element: the one with the least bound. A candidate comes before a
    /// subspace, which then may never be searched.
    fn rank(&self, other: &Self) -> Ordering {
        let is_candidate = |waiting: &Self| matches!(waiting.item, Item::Candidate(_));
        let by_bound = other.bound.order(&self.bound);
        let by_kind = is_candidate(self).cmp(&is_candidate(other));
        by_bound.then(by_kind).then(other.number.cmp(&self.number))
    }
}

impl<N, C: Cost> PartialEq for Waiting<N, C> {
    fn eq(&self, other: &Self) -> bool {
        self.rank(other).is_eq()
    }
}

impl<N, C: Cost> Eq for Waiting<N, C> {}

impl<N, C: Cost> PartialOrd for Waiting<N, C> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<N, C: Cost> Ord for Waiting<N, C> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank(other)
    }
}
