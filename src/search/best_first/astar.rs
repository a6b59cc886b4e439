//! [`AStar`]: a cheapest path, guided by an estimate.

use super::{BestFirst, Optimal};
use crate::engine::{Evaluation, Revisit};
use crate::open::{Buckets, TieBreaking};
use crate::search::{Informed, Made, Search};
use crate::{Cost, Heuristic};

/// A*: a cheapest path, guided by an estimate.
///
/// Use this search by default for a path to a goal. If there is no estimate, use [`Dijkstra`](crate::Dijkstra); if a
/// path that costs a little more than the cheapest is acceptable, [`WeightedAStar`](crate::WeightedAStar); for many
/// queries on a road network that does not change,
/// [`HierarchySearch`](https://docs.rs/astride-roads/latest/astride_roads/type.HierarchySearch.html). On seven grid
/// maps with one terrain cost (game worlds, cities, rooms and mazes), a [`JumpProblem`] makes A* 10 to 37 times as
/// fast, without making paths more expensive. Among random walls, a `JumpProblem` makes A* slower.
///
/// A\* expands the open node with the least f = g + h, where g is the cost of the path to the node and h its estimate.
/// Among nodes with the same f, it expands the one with the largest g, unless the problem's
/// [hints](Heuristic::estimate_hints) ask for the one opened last, or for any of them. Closed nodes are reopened if a
/// cheaper path to them is found, so the path is a cheapest one with *every* admissible estimate, consistent or not.
///
/// # Methods
///
/// [`JumpProblem`]: https://docs.rs/astride-grid/latest/astride_grid/struct.JumpProblem.html
///
#[doc = include_str!("../methods.md")]
///
/// # Arguments
///
/// [`AStar::new`](AStar#method.new) takes a [`Heuristic`], or a reference to one; [`astar`](crate::astar) takes
/// closures.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a cheapest path if the estimate is admissible;
/// [`Status::Exhausted`](crate::Status::Exhausted) if there is no path.
///
/// # Complexity
///
/// Let n be the number of nodes whose f is at most the cost of a cheapest path, with b successors each. With a
/// consistent estimate, the search takes O(n · b) lookups, estimates and open-list operations (O(1) each for integer
/// costs close together, otherwise O(log n)), and memory for the nodes reached, at most n · b. With an inconsistent
/// estimate, nodes may be expanded again, in the worst case exponentially often (Martelli 1977).
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) if a cost or an estimate is negative or not a number, if a sum is too
/// large for the cost type, if a limit is reached, or if memory is exhausted.
///
/// # Example
///
/// ```
/// use astride::{AStar, Graph, Heuristic, Problem, Status};
///
/// /// A knight on an infinite chessboard.
/// struct Knight;
///
/// impl Graph for Knight {
///     type Node = (i32, i32);
///     type Cost = u32;
///     fn successors(&self, &(x, y): &(i32, i32)) -> impl Iterator<Item = ((i32, i32), u32)> {
///         [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
///             .into_iter()
///             .map(move |(dx, dy)| ((x + dx, y + dy), 1))
///     }
/// }
///
/// impl Problem for Knight {
///     fn start(&self) -> (i32, i32) { (0, 0) }
///     fn is_goal(&self, node: &(i32, i32)) -> bool { *node == (20, 7) }
/// }
///
/// impl Heuristic for Knight {
///     fn estimate(&self, &(x, y): &(i32, i32)) -> u32 {
///         // A move brings the knight at most three steps nearer.
///         (x.abs_diff(20) + y.abs_diff(7)).div_ceil(3)
///     }
/// }
///
/// let mut search = AStar::new(Knight);
/// while search.step() == Status::Running {}
/// let moves = search.path().unwrap().cost;
/// println!("{moves} moves"); // prints: 11 moves
/// assert_eq!(moves, 11);
/// ```
///
/// # Source
///
/// Hart, Nilsson, Raphael: A formal basis for the heuristic determination of minimum cost paths. IEEE Transactions on
/// Systems Science and Cybernetics 4(2), 1968.
#[doc(alias("a*", "a star", "best first", "best-first", "shortest path", "routing"))]
pub type AStar<P, W = ()> = Search<BestFirst<P, CostPlusEstimate>, W>;

impl<P: Heuristic> AStar<P> {
    /// Creates a search.
    pub fn new(problem: P) -> AStar<Made<P, Self>> {
        let hints = problem.estimate_hints();
        let ties = if hints.expects_few_open {
            TieBreaking::Any
        } else if hints.prefers_last_in {
            TieBreaking::LastIn
        } else {
            TieBreaking::LargerCost
        };
        Search::with_evaluation(problem, CostPlusEstimate { ties })
    }
}

impl<P: Heuristic, W> AStar<P, W> {
    /// Sets how ties between open nodes with the same f are broken.
    ///
    /// ```
    /// use astride::open::TieBreaking;
    /// use astride::{AStar, FnGraph, Query, Status};
    ///
    /// let plane = FnGraph::new(|&(x, y): &(u32, u32)| [((x + 1, y), 1_u32), ((x, y + 1), 1)]);
    /// let query = Query::new(plane, (0, 0), |end| *end == (20, 20));
    /// let query = query.with_heuristic(|(x, y)| x.abs_diff(20) + y.abs_diff(20));
    /// let expanded = |ties| {
    ///     let mut search = AStar::new(&query).with_tie_breaking(ties);
    ///     assert_eq!(search.run(), Status::Found);
    ///     search.stats().expanded
    /// };
    /// assert_eq!(expanded(TieBreaking::LargerCost), 40);
    /// assert!(expanded(TieBreaking::FirstIn) > 400);
    /// ```
    pub fn with_tie_breaking(mut self, ties: TieBreaking) -> Self {
        let evaluation = CostPlusEstimate { ties };
        let memory = &mut self.progress.memory;
        self.engine.frontier.set_evaluation(&self.problem, evaluation, memory);
        self
    }
}

/// The evaluation of [`AStar`] and the key that [`IdaStar`](crate::IdaStar) compares with its threshold: f = g + h.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CostPlusEstimate {
    ties: TieBreaking,
}

impl<P: Heuristic> Evaluation<P> for CostPlusEstimate {
    type Guidance = Informed;
    type Key = P::Cost;
    type Open = Buckets<P::Cost>;

    #[inline]
    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<P::Cost> {
        cost.plus(estimate)
    }

    fn open_list(&self) -> Self::Open {
        Buckets::with_ties(self.ties)
    }
}

impl<P: Heuristic> Optimal<P> for CostPlusEstimate {}

/// The evaluation of New Bidirectional A\* on the start's side, and of any-angle search: f = g + h, and closed nodes
/// stay closed.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
pub struct ClosedOnce;

impl<P: Heuristic> Evaluation<P> for ClosedOnce {
    type Guidance = Informed;
    type Key = P::Cost;
    type Open = Buckets<P::Cost>;

    #[inline]
    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<P::Cost> {
        cost.plus(estimate)
    }

    #[inline]
    fn revisit(&self) -> Revisit {
        Revisit::WhileOpen
    }
}
