//! [`Deepening`]: what makes one iterative deepening search different from another.

use alloc::vec::Vec;

use super::{CostPlusEstimate, Evaluation, FirstMet};
use crate::{Cost, Graph, Heuristic, Problem};

/// What the iterations of an [`IterativeDeepening`](super::IterativeDeepening) search are bounded by.
///
/// A best-first search expands the node with the least key first; its iterative deepening counterpart goes depth first
/// through all nodes whose key is no larger than a threshold, and raises the threshold to the least key that it met
/// beyond. IDA\* is so the counterpart of A\*, iterative deepening by edges that of breadth-first search. Most users can
/// ignore it; to try a key of your own, implement it.
pub trait Deepening<P: Problem>: Evaluation<P> {
    /// What is compared with the threshold: a cost, or a number of edges.
    type Threshold: Cost;

    /// What is compared with the threshold for a node that is reached at `cost` by so many `edges`. `None` where it has no
    /// finite value.
    fn threshold_key(&self, cost: P::Cost, estimate: Self::Estimate, edges: u32) -> Option<Self::Threshold>;

    /// The successors of a node, each with the cost of the edge and its estimate, but for those that equal `came_from`:
    /// see [`Heuristic::estimated_successors`].
    fn estimated_successors(
        &self,
        problem: &P,
        node: &P::Node,
        estimate: Self::Estimate,
        came_from: &P::Node,
    ) -> impl Iterator<Item = (P::Node, P::Cost, Self::Estimate)>;

    /// Searches all that is below a node and within the threshold at one go, where there is a faster way than node by node.
    /// `None` where there is none, which is the default, and where it would take too long for one step.
    ///
    /// It has to do what the engine would do: leave out the way back to `came_from` (which is the node itself where that is a
    /// start), search successors in their order, and stop at the first goal. The node itself has been chosen for expansion
    /// and is no goal. Neither an observer nor [`best_effort_path`](super::IterativeDeepening::best_effort_path) hears of what is
    /// below. It is not asked where there is a [cycle check](super::IterativeDeepening::with_cycle_check).
    #[inline]
    fn search_below(
        &self,
        problem: &P,
        node: &P::Node,
        cost: P::Cost,
        estimate: Self::Estimate,
        came_from: &P::Node,
        threshold: Self::Threshold,
    ) -> Option<Below<P::Node, P::Cost, Self::Threshold>> {
        let _ = (problem, node, cost, estimate, came_from, threshold);
        None
    }
}

/// What [`Deepening::search_below`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Below<N, C, K> {
    /// Nodes expanded, the one that it began with included.
    pub expanded: u64,
    /// Successors generated, but for the ways back.
    pub generated: u64,
    /// The least key that was cut off, or infinity.
    pub beyond: K,
    /// Where a goal was found, the nodes that lead to it with their costs: the successor of the first node first, the goal
    /// last.
    pub path: Option<Vec<(N, C)>>,
}

/// That of [`IdaStar`](crate::IdaStar): f = g + h.
impl<P: Heuristic> Deepening<P> for CostPlusEstimate {
    type Threshold = P::Cost;

    #[inline]
    fn threshold_key(&self, cost: P::Cost, estimate: P::Cost, _edges: u32) -> Option<P::Cost> {
        cost.checked_add(estimate)
    }

    #[inline]
    fn estimated_successors(
        &self,
        problem: &P,
        node: &P::Node,
        estimate: P::Cost,
        came_from: &P::Node,
    ) -> impl Iterator<Item = (P::Node, P::Cost, P::Cost)> {
        problem.estimated_successors(node, estimate, came_from)
    }
}

/// That of [`IdDfs`](crate::IdDfs): the number of edges.
impl<P: Problem> Deepening<P> for FirstMet {
    type Threshold = u32;

    #[inline]
    fn threshold_key(&self, _cost: P::Cost, (): (), edges: u32) -> Option<u32> {
        Some(edges)
    }

    #[inline]
    fn estimated_successors(
        &self,
        problem: &P,
        node: &P::Node,
        (): (),
        came_from: &P::Node,
    ) -> impl Iterator<Item = (P::Node, P::Cost, ())> {
        let onward = problem.successors(node).filter(move |(child, _)| child != came_from);
        onward.map(|(child, cost): (<P as Graph>::Node, _)| (child, cost, ()))
    }
}

/// What one iteration of an iterative deepening search did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Iteration<C> {
    /// Nodes with a larger key were cut off.
    pub threshold: C,
    /// Nodes expanded.
    pub expanded: u64,
    /// Successors generated, those that were cut off included, but for the way back to a node's parent.
    pub generated: u64,
}
