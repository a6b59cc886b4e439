//! [`Bfs`]: a path with the fewest edges.

use super::BestFirst;
use crate::Problem;
use crate::engine::{Evaluation, Revisit};
use crate::open::Fifo;
use crate::search::{Made, Search, Uninformed};

/// Breadth-first search: a path with the fewest edges, whatever they cost.
///
/// Use it if all edges cost the same, or if only their number counts. If costs differ, use
/// [`Dijkstra`](crate::Dijkstra). If the goal is known and edges can be followed backwards, use
/// [`BidirectionalBfs`](crate::search::BidirectionalBfs), which took 0.3 to 0.6 times as long as `Bfs` on two road
/// networks.
///
/// The search expands nodes in the order in which they were first generated. As soon as it has generated a goal, it
/// takes this goal, without expanding the nodes before it: no path to a goal has fewer edges. It therefore asks the
/// problem about each node that it generates, instead of each that it expands.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// # Arguments
///
/// [`Bfs::new`](Bfs#method.new) takes a [`Problem`], or a reference to one; [`bfs`](crate::bfs) takes closures.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a path that has the fewest edges, and its true cost (among parallel
/// edges, the first one counts); [`Status::Exhausted`](crate::Status::Exhausted) if there is none. The edges are
/// counted from the start of the path, even if that start was added with a cost. A start that is added during the
/// search is appended to the queue.
///
/// # Complexity
///
/// O(n + m) for n nodes nearer to the start than the goal and m edges from them; memory for the nodes reached.
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) if a cost is negative or not a number, if a sum is too large for the cost
/// type, if a limit is reached, or if memory is exhausted.
///
/// # Example
///
/// ```
/// use astride::{Bfs, FnGraph, Query, Status};
///
/// let doubling = FnGraph::new(|n: &u64| [(n + 1, 1_u32), (n * 2, 1)]);
/// let mut search = Bfs::new(Query::new(doubling, 1, |n| *n == 100));
/// assert_eq!(search.run(), Status::Found);
/// let path = search.path().unwrap();
/// println!("{} edges: {:?}", path.edges(), path.nodes); // prints: 8 edges: [1, 2, 3, 6, 12, 24, 25, 50, 100]
/// assert_eq!(path.nodes, [1, 2, 3, 6, 12, 24, 25, 50, 100]);
/// ```
///
/// # Source
///
/// Moore: The shortest path through a maze. Proceedings of an International Symposium on the Theory of Switching, 1959.
#[doc(alias("breadth first", "breadth-first search"))]
pub type Bfs<P, W = ()> = Search<BestFirst<P, FirstMet>, W>;

impl<P: Problem> Bfs<P> {
    /// Creates a search.
    pub fn new(problem: P) -> Bfs<Made<P, Self>> {
        Search::with_evaluation(problem, FirstMet)
    }
}

/// The evaluation of [`Bfs`], which has no keys because its open list is a queue.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FirstMet;

impl<P: Problem> Evaluation<P> for FirstMet {
    type Guidance = Uninformed;
    type Key = ();
    type Open = Fifo;

    /// The first goal to be generated is also the first one in the queue.
    const TAKES_FIRST_GOAL: bool = true;

    #[inline]
    fn key(&self, _: &P::Node, _cost: P::Cost, (): ()) -> Option<()> {
        Some(())
    }

    #[inline]
    fn revisit(&self) -> Revisit {
        Revisit::Never
    }
}
