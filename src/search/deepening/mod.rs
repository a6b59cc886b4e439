//! Iterative deepening: IDA* and iterative deepening depth-first search, on one or several threads.

mod branch;
mod depth_first;
mod descent;
#[cfg(feature = "rayon")]
mod division;
mod id_dfs;
mod ida_star;
mod iterative_deepening;
mod keys;
#[cfg(feature = "rayon")]
mod parallel_deepening;
#[cfg(feature = "rayon")]
mod parallel_ida_star;
mod table;

pub use id_dfs::{EdgeCount, IdDfs};
pub use ida_star::IdaStar;
pub use iterative_deepening::IterativeDeepening;
#[cfg(feature = "rayon")]
pub use parallel_deepening::ParallelDeepening;
#[cfg(feature = "rayon")]
pub use parallel_ida_star::ParallelIdaStar;

use crate::search::Guidance;
use crate::traits::Below;
use crate::{Cost, Problem};

/// The key that an [`IterativeDeepening`](super::IterativeDeepening) search compares with its threshold.
///
/// A best-first search expands the node with the least key first. Its iterative-deepening counterpart makes a
/// depth-first search of all nodes whose key is at most a threshold, and then raises the threshold to the least key of
/// the nodes that it cut off. IDA\* is the counterpart of A\*, and iterative deepening depth-first search is that of
/// breadth-first search. Most users can ignore this trait; implement it to try your own key.
pub trait Deepening<P: Problem> {
    /// [`Informed`](crate::search::Informed) if keys depend on estimates, otherwise
    /// [`Uninformed`](crate::search::Uninformed).
    type Guidance: Guidance<P>;

    /// The type of the threshold: a cost, or a number of edges.
    type Threshold: Cost;

    /// Returns the key of a node, which is compared with the threshold, or `None` if the key is not finite. The path to
    /// the node has this `cost` and this number of `edges`. `estimate` is a cost if the guidance is `Informed`, and
    /// otherwise `()`.
    fn threshold_key(
        &self,
        cost: P::Cost,
        estimate: <Self::Guidance as Guidance<P>>::Estimate,
        edges: u32,
    ) -> Option<Self::Threshold>;

    /// Searches a subtree in one call to [`Heuristic::search_below`], if thresholds are costs. The second part of the
    /// result is the least key that was cut off.
    #[doc(hidden)]
    #[inline]
    #[expect(
        clippy::type_complexity,
        reason = "the result and the least key, which are separated at once"
    )]
    fn search_below(
        &self,
        problem: &P,
        (node, came_from): (&P::Node, &P::Node),
        cost: P::Cost,
        estimate: <Self::Guidance as Guidance<P>>::Estimate,
        threshold: Self::Threshold,
        expansions: u64,
    ) -> Option<(Below<P::Node, P::Cost>, Self::Threshold)> {
        let _ = (problem, node, came_from, cost, estimate, threshold, expansions);
        None
    }
}

/// The counts of one iteration of an iterative-deepening search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Iteration<C> {
    /// The threshold: nodes with a larger key were cut off.
    pub threshold: C,
    /// Nodes expanded.
    pub expanded: u64,
    /// Successors generated, including those that were cut off, but not counting the edge back to a node's parent.
    pub generated: u64,
    /// Nodes that were not expanded because the [table](crate::IdaStar#method.with_table) contained them at the same or
    /// a lower cost; 0 without a table.
    pub left_out: u64,
}

impl<C> Iteration<C> {
    fn new(threshold: C) -> Self {
        Iteration {
            threshold,
            expanded: 0,
            generated: 0,
            left_out: 0,
        }
    }
}
