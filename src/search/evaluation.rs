//! [`Evaluation`]: what makes one best-first search different from another.

use core::fmt::Debug;

use crate::Problem;

/// The key by which a best-first search orders its open nodes, and what it does when it meets a node again.
///
/// A*, Dijkstra, greedy and breadth-first search are one engine, [`BestFirst`](super::BestFirst), with one of these each.
/// Most users can ignore it; to try a key of your own, implement it.
pub trait Evaluation<P: Problem> {
    /// What is stored of a node besides its cost: its estimate, or `()`.
    type Estimate: Copy + Debug;

    /// What to do when a path to a known node turns out cheaper. The same throughout a search.
    fn revisit(&self) -> Revisit;

    /// The estimate of a start.
    fn estimate(&self, problem: &P, node: &P::Node) -> Self::Estimate;

    /// The estimate of a successor.
    fn estimate_child(
        &self,
        problem: &P,
        parent: &P::Node,
        parent_estimate: Self::Estimate,
        child: &P::Node,
    ) -> Self::Estimate;

    /// The estimate as a cost, if it is one: for `best_effort_path` and for telling dead ends and mistakes.
    fn as_cost(estimate: Self::Estimate) -> Option<P::Cost>;

    /// The key of a node: the open node with the least one is expanded next. `None` where it has no finite value.
    fn key(&self, cost: P::Cost, estimate: Self::Estimate) -> Option<P::Cost>;
}

/// An evaluation by which a search finds a cheapest path, if the estimates are admissible: that of A\* and that of
/// Dijkstra's algorithm. [`OptimalPaths`](super::OptimalPaths) relies on it.
///
/// Who implements it promises two things: that the key of a node, reached at its least cost, is at most the cost of every
/// path that leads on from there to a goal; and that a node is opened again when a cheaper path to it turns up
/// ([`Revisit::Reopen`], or a key by which that cannot happen).
pub trait Optimal<P: Problem>: Evaluation<P> {}

/// What a search does when a path to a known node turns out cheaper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Revisit {
    /// Takes the cheaper path, and opens the node again if it was closed: needed to promise the cheapest path.
    Reopen,
    /// Takes the cheaper path while the node is open, and leaves closed nodes alone.
    WhileOpen,
    /// Stays with the first path.
    Never,
}

/// Evaluations without an estimate.
macro_rules! no_estimate {
    ($problem:ty) => {
        type Estimate = ();

        #[inline]
        fn estimate(&self, _problem: &$problem, _node: &<$problem as crate::Graph>::Node) {}

        #[inline]
        fn estimate_child(
            &self,
            _problem: &$problem,
            _parent: &<$problem as crate::Graph>::Node,
            (): (),
            _child: &<$problem as crate::Graph>::Node,
        ) {
        }

        #[inline]
        fn as_cost((): ()) -> Option<<$problem as crate::Graph>::Cost> {
            None
        }
    };
}
pub(super) use no_estimate;

/// Evaluations with the problem's own estimate.
macro_rules! problem_estimate {
    ($problem:ty) => {
        type Estimate = <$problem as crate::Graph>::Cost;

        #[inline]
        fn estimate(&self, problem: &$problem, node: &<$problem as crate::Graph>::Node) -> Self::Estimate {
            problem.estimate(node)
        }

        #[inline]
        fn estimate_child(
            &self,
            problem: &$problem,
            parent: &<$problem as crate::Graph>::Node,
            parent_estimate: Self::Estimate,
            child: &<$problem as crate::Graph>::Node,
        ) -> Self::Estimate {
            problem.estimate_child(parent, parent_estimate, child)
        }

        #[inline]
        fn as_cost(estimate: Self::Estimate) -> Option<<$problem as crate::Graph>::Cost> {
            Some(estimate)
        }
    };
}
pub(super) use problem_estimate;
