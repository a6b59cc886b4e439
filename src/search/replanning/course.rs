//! [`Course`]: the end from which a replanning search begins.

use crate::traits::PairHeuristic;
use crate::{Graph, Heuristic, KnownGoal, ReverseGraph};

/// The end from which a replanning search begins: [`FromStart`] or [`ToGoal`]. The trait is sealed.
#[doc(hidden)]
pub trait Course<P: Graph>: sealed::Sealed {
    /// Whether the costs are those from a node to the goal.
    const IS_BACKWARD: bool;

    /// The nodes whose costs depend on that of `node`, with the costs of the edges between them.
    #[doc(hidden)]
    fn onward(problem: &P, node: &P::Node) -> impl Iterator<Item = (P::Node, P::Cost)>;

    /// The nodes on whose costs that of `node` depends, with the costs of the edges between them.
    #[doc(hidden)]
    fn back(problem: &P, node: &P::Node) -> impl Iterator<Item = (P::Node, P::Cost)>;

    /// The estimate of the rest of a path through `node`, if paths begin at `start`.
    #[doc(hidden)]
    fn estimate(problem: &P, start: &P::Node, node: &P::Node) -> P::Cost;
}

/// The course of [`LpaStar`](crate::LpaStar): costs are those of paths from the start.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FromStart;

/// The course of [`DStarLite`](crate::DStarLite): costs are those of paths to the goal, so that they remain valid when
/// the start moves.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ToGoal;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::FromStart {}
    impl Sealed for super::ToGoal {}
}

impl<P: Heuristic + KnownGoal + ReverseGraph> Course<P> for FromStart {
    const IS_BACKWARD: bool = false;

    #[inline]
    fn onward(problem: &P, node: &P::Node) -> impl Iterator<Item = (P::Node, P::Cost)> {
        problem.successors(node)
    }

    #[inline]
    fn back(problem: &P, node: &P::Node) -> impl Iterator<Item = (P::Node, P::Cost)> {
        problem.predecessors(node)
    }

    #[inline]
    fn estimate(problem: &P, _: &P::Node, node: &P::Node) -> P::Cost {
        problem.estimate(node)
    }
}

impl<P: PairHeuristic + KnownGoal + ReverseGraph> Course<P> for ToGoal {
    const IS_BACKWARD: bool = true;

    #[inline]
    fn onward(problem: &P, node: &P::Node) -> impl Iterator<Item = (P::Node, P::Cost)> {
        problem.predecessors(node)
    }

    #[inline]
    fn back(problem: &P, node: &P::Node) -> impl Iterator<Item = (P::Node, P::Cost)> {
        problem.successors(node)
    }

    #[inline]
    fn estimate(problem: &P, start: &P::Node, node: &P::Node) -> P::Cost {
        problem.estimate_between(start, node)
    }
}
