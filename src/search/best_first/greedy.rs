//! [`Greedy`]: some path, guided by the estimate alone.

use super::BestFirst;
use crate::engine::{Evaluation, Revisit};
use crate::open::Buckets;
use crate::search::{Informed, Made, Search};
use crate::{Cost, Heuristic};

/// Greedy best-first search: some path, guided by the estimate alone.
///
/// Use it if any path is acceptable and should be found quickly. On nine benchmark grid maps, it expands 2 to 41 % as
/// many cells as [`AStar`](crate::AStar), and on average, its paths cost 9 to 35 % more than the cheapest ones. There
/// is no bound on the cost of a path; if you need one, use [`WeightedAStar`](crate::WeightedAStar), and for a path that
/// improves while there is time, [`AraStar`](crate::AraStar).
///
/// It expands the open node with the least estimate h. A closed node stays closed.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// # Arguments
///
/// [`Greedy::new`](Greedy#method.new) takes a [`Heuristic`], or a reference to one; [`greedy`](crate::greedy) takes
/// closures.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a path and its true cost;
/// [`Status::Exhausted`](crate::Status::Exhausted) if there is none, provided that infinite estimates are correct.
///
/// # Complexity
///
/// At most one expansion for each reachable node, and memory for the nodes reached.
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) if a cost or an estimate is negative or not a number, if a sum is too
/// large for the cost type, if a limit is reached, or if memory is exhausted.
///
/// # Example
///
/// ```
/// use astride::{FnGraph, Greedy, Query, Status};
///
/// // The estimate leads to the more expensive path.
/// let graph = FnGraph::new(|n: &u32| match n {
///     0 => vec![(1, 1_u32), (2, 9)],
///     1 => vec![(3, 1)],
///     2 => vec![(3, 9)],
///     _ => vec![],
/// });
/// let mut search = Greedy::new(Query::new(graph, 0, |n| *n == 3).with_heuristic(|n| 3 - n));
/// assert_eq!(search.run(), Status::Found);
/// let path = search.path().unwrap();
/// println!("{:?} costs {}", path.nodes, path.cost); // prints: [0, 2, 3] costs 18
/// assert_eq!(path.cost, 18); // through node 1 it would be 2
/// ```
///
/// # Source
///
/// Doran, Michie: Experiments with the Graph Traverser program. Proceedings of the Royal Society A 294, 1966.
#[doc(alias("best first", "best-first", "gbfs"))]
pub type Greedy<P, W = ()> = Search<BestFirst<P, EstimateOnly>, W>;

impl<P: Heuristic> Greedy<P> {
    /// Creates a search.
    pub fn new(problem: P) -> Greedy<Made<P, Self>> {
        Search::with_evaluation(problem, EstimateOnly)
    }
}

/// The evaluation of [`Greedy`]: h.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EstimateOnly;

impl<P: Heuristic> Evaluation<P> for EstimateOnly {
    type Guidance = Informed;
    type Key = P::Cost;
    type Open = Buckets<P::Cost>;

    #[inline]
    fn key(&self, _: &P::Node, _cost: P::Cost, estimate: P::Cost) -> Option<P::Cost> {
        // The addition rejects estimates that are not finite.
        P::Cost::ZERO.plus(estimate)
    }

    #[inline]
    fn revisit(&self) -> Revisit {
        Revisit::WhileOpen
    }
}
