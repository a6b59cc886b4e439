//! [`Guidance`]: whether a search uses estimates, and which ones.

use core::fmt::Debug;

use crate::traits::Consistency;
use crate::traits::ReverseHeuristic;
use crate::{Heuristic, Problem};

/// Whether a search uses estimates: [`Informed`], [`InformedBackward`] or [`Uninformed`]. The trait is sealed.
#[doc(hidden)]
pub trait Guidance<P: Problem>: sealed::Sealed {
    /// The value stored with a node: its estimate, or `()`.
    type Estimate: Copy + Debug;

    #[doc(hidden)]
    fn estimate(problem: &P, node: &P::Node) -> Self::Estimate;

    #[doc(hidden)]
    #[inline]
    fn estimate_child(
        problem: &P,
        parent: &P::Node,
        parent_estimate: Self::Estimate,
        child: &P::Node,
    ) -> Self::Estimate {
        let _ = (parent, parent_estimate);
        Self::estimate(problem, child)
    }

    /// The estimate as a cost, if there is one.
    #[doc(hidden)]
    fn as_cost(estimate: Self::Estimate) -> Option<P::Cost>;

    /// The estimate of a node, if the search uses estimates.
    #[doc(hidden)]
    fn h(problem: &P, node: &P::Node) -> Option<P::Cost> {
        Self::as_cost(Self::estimate(problem, node))
    }

    /// What the problem states about these estimates.
    #[doc(hidden)]
    fn consistency(problem: &P) -> Consistency {
        let _ = problem;
        Consistency::Unknown
    }
}

/// Marks a search that uses the estimates of a [`Heuristic`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Informed;

/// The search stores and uses the estimates of a [`ReverseHeuristic`]. This is the goal's side of a bidirectional
/// search.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct InformedBackward;

/// Marks a search that uses no estimates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Uninformed;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Informed {}
    impl Sealed for super::InformedBackward {}
    impl Sealed for super::Uninformed {}
}

impl<P: Heuristic> Guidance<P> for Informed {
    type Estimate = P::Cost;

    #[inline]
    fn estimate(problem: &P, node: &P::Node) -> P::Cost {
        problem.estimate(node)
    }

    #[inline]
    fn estimate_child(problem: &P, parent: &P::Node, parent_estimate: P::Cost, child: &P::Node) -> P::Cost {
        problem.estimate_child(parent, parent_estimate, child)
    }

    #[inline]
    fn as_cost(estimate: P::Cost) -> Option<P::Cost> {
        Some(estimate)
    }

    fn consistency(problem: &P) -> Consistency {
        problem.estimate_hints().consistency
    }
}

impl<P: ReverseHeuristic> Guidance<P> for InformedBackward {
    type Estimate = P::Cost;

    #[inline]
    fn estimate(problem: &P, node: &P::Node) -> P::Cost {
        problem.estimate_from_start(node)
    }

    #[inline]
    fn as_cost(estimate: P::Cost) -> Option<P::Cost> {
        Some(estimate)
    }
}

impl<P: Problem> Guidance<P> for Uninformed {
    type Estimate = ();

    #[inline]
    fn estimate(_: &P, _: &P::Node) {}

    #[inline]
    fn as_cost((): ()) -> Option<P::Cost> {
        None
    }
}
