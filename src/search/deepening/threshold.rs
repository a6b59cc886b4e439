//! [`Deepening`]: what the iterations of an iterative deepening search are bounded by.

use crate::search::{CostPlusEstimate, Guidance, Informed, Uninformed};
use crate::traits::{Below, Subtree};
use crate::{Cost, Heuristic, Problem};

/// What the iterations of an [`IterativeDeepening`](super::IterativeDeepening) search are bounded by.
///
/// A best-first search expands the node with the least key first. Its iterative deepening counterpart goes depth first
/// through all nodes whose key is at most a threshold. Then it raises the threshold to the least key that it cut off.
/// IDA\* is the counterpart of A\*, iterative deepening by edges that of breadth-first search. Most users can ignore
/// this trait. Implement it to try a key of your own.
pub trait Deepening<P: Problem> {
    /// [`Informed`] if keys depend on estimates, otherwise [`Uninformed`].
    type Guidance: Guidance<P>;

    /// What is compared with the threshold: a cost, or a number of edges.
    type Threshold: Cost;

    /// Returns what is compared with the threshold for a node that is reached at `cost` by `edges` edges, or `None` if
    /// that is not finite. `estimate` is a cost if the guidance is `Informed`, and otherwise `()`.
    fn threshold_key(
        &self,
        cost: P::Cost,
        estimate: <Self::Guidance as Guidance<P>>::Estimate,
        edges: u32,
    ) -> Option<Self::Threshold>;

    /// Searches a subtree in one call of [`Heuristic::search_below`], if thresholds are costs. The second part of the
    /// result is the least key that was cut off.
    #[doc(hidden)]
    #[inline]
    #[expect(
        clippy::type_complexity,
        reason = "what was found and the least key, taken apart at once"
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

/// The deepening of [`IdaStar`](crate::IdaStar): f = g + h.
impl<P: Heuristic> Deepening<P> for CostPlusEstimate {
    type Guidance = Informed;
    type Threshold = P::Cost;

    #[inline]
    fn threshold_key(&self, cost: P::Cost, estimate: P::Cost, _edges: u32) -> Option<P::Cost> {
        cost.plus(estimate)
    }

    #[inline]
    fn search_below(
        &self,
        problem: &P,
        (node, came_from): (&P::Node, &P::Node),
        cost: P::Cost,
        estimate: P::Cost,
        threshold: P::Cost,
        expansions: u64,
    ) -> Option<(Below<P::Node, P::Cost>, P::Cost)> {
        let below = problem.search_below(Subtree {
            node,
            cost,
            estimate,
            came_from,
            threshold,
            expansions,
        })?;
        let beyond = below.beyond;
        Some((below, beyond))
    }
}

/// The number of edges: what [`IdDfs`](crate::IdDfs) compares with its threshold.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EdgeCount;

impl<P: Problem> Deepening<P> for EdgeCount {
    type Guidance = Uninformed;
    type Threshold = u32;

    #[inline]
    fn threshold_key(&self, _cost: P::Cost, (): (), edges: u32) -> Option<u32> {
        Some(edges)
    }
}

/// The figures of one iteration of an iterative deepening search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Iteration<C> {
    /// Nodes with a larger key were cut off.
    pub threshold: C,
    /// Nodes expanded.
    pub expanded: u64,
    /// Successors generated, including those that were cut off, without the way back to a node's parent.
    pub generated: u64,
}
