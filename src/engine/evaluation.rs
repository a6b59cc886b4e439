//! [`Evaluation`]: the difference between one best-first search and another.

use core::fmt::Debug;

use super::Guidance;
use crate::Problem;
use crate::open::OpenList;
use crate::traits::Consistency;

/// The difference between one best-first search and another: the key of a node, the open list that orders the keys, and
/// the treatment of a known node to which a cheaper path is found.
///
/// A\*, Dijkstra, greedy and breadth-first search share one engine, [`BestFirst`](crate::search::BestFirst), and differ
/// in their evaluations. Most users can ignore this trait. To try your own key, implement this trait, and pass the
/// implementation to [`Search::with_evaluation`](crate::search::Search::with_evaluation).
///
/// # Example
///
/// A search ordered by f = g + h, with ties broken by h:
///
/// ```
/// use astride::open::Heap;
/// use astride::search::{Evaluation, Informed, Search};
/// use astride::{FnGraph, Heuristic, Query, Status};
///
/// struct LeastEstimateFirst;
///
/// impl<P: Heuristic<Cost = u32>> Evaluation<P> for LeastEstimateFirst {
///     type Guidance = Informed;
///     type Key = (u32, u32);
///     type Open = Heap<(u32, u32), u32>;
///
///     fn key(&self, _node: &P::Node, cost: u32, estimate: u32) -> Option<(u32, u32)> {
///         Some((cost.checked_add(estimate)?, estimate))
///     }
/// }
///
/// let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
/// let query = Query::new(line, 0, |n| *n == 5).with_heuristic(|n| n.abs_diff(5));
/// let mut search = Search::with_evaluation(query, LeastEstimateFirst);
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, 5);
/// ```
///
/// With `type Key = u32` and `Heap<u32, u32>`, equal keys come out in the order of arrival. With `type Key = ()` and
/// [`Fifo`](crate::open::Fifo), all nodes are expanded in the order of arrival.
pub trait Evaluation<P: Problem> {
    /// [`Informed`](crate::search::Informed) if keys depend on estimates, otherwise
    /// [`Uninformed`](crate::search::Uninformed).
    type Guidance: Guidance<P>;

    /// The key that orders open nodes: the node with the least key is expanded next.
    type Key: Copy + Debug;

    /// The open list that orders the keys: one of the lists in the module [`open`](crate::open).
    type Open: OpenList<Self::Key, P::Cost>;

    /// Whether the first goal that is generated is expanded next, without regard to its key. This is right only if its
    /// path is known to be one that the search looks for.
    const TAKES_FIRST_GOAL: bool = false;

    /// Returns the key of a node that is reached at `cost`, or `None` if the key is not finite. `estimate` is a cost if
    /// the guidance is `Informed`, and otherwise `()`.
    fn key(&self, node: &P::Node, cost: P::Cost, estimate: EstimateOf<P, Self>) -> Option<Self::Key>;

    /// Returns how the search treats a known node to which it finds a cheaper path. The returned value must stay the
    /// same throughout a search.
    #[inline]
    fn revisit(&self) -> Revisit {
        Revisit::Reopen
    }

    /// Returns an empty open list.
    fn open_list(&self) -> Self::Open {
        Self::Open::default()
    }
}

/// The type of the estimates that an [`Evaluation`] takes.
pub type EstimateOf<P, V> = <<V as Evaluation<P>>::Guidance as Guidance<P>>::Estimate;

/// The treatment of a known node to which a cheaper path is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Revisit {
    /// Takes the cheaper path, and reopens the node if it was closed. With inconsistent estimates, this is needed to
    /// guarantee a cheapest path.
    Reopen,
    /// The same as `WhileOpen` if the problem [states](crate::traits::Hints::consistency) at least this consistency,
    /// and otherwise the same as `Reopen`. Even with this consistency, closed nodes are reopened if the graph
    /// [prefers](crate::traits::Hints::prefers_reopening) it, if there is a [cost
    /// limit](crate::search::Search::with_cost_limit), and after a start has been added to a search that has already
    /// expanded nodes: in the last two cases, consistency does not ensure that the paths to closed nodes are good
    /// enough.
    ReopenUnless(Consistency),
    /// Takes the cheaper path while the node is open, and leaves closed nodes alone.
    WhileOpen,
    /// Keeps the first path.
    Never,
}
