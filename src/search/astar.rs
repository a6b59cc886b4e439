//! [`AStar`]: a cheapest path, guided by an estimate.

use hashbrown::DefaultHashBuilder;

use super::evaluation::problem_estimate;
use super::{BestFirst, Evaluation, Optimal, Revisit};
use crate::open::DefaultOpen;
use crate::{Cost, Graph, Heuristic};

/// A*: a cheapest path, guided by an estimate.
///
/// Expands the open node with the least f = g + h, g being the cost of the path to the node and h its estimate; among
/// equals the one with the larger g. Closed nodes are opened again when a cheaper path to them turns up, so that the path
/// is a cheapest one with *every* admissible estimate, consistent or not.
///
/// # Methods
///
/// Those of [`BestFirst`], the engine that it shares with the others: [`step`](BestFirst::step), [`run`](BestFirst::run),
/// [`run_for`](BestFirst::run_for), [`path`](BestFirst::path), [`stats`](BestFirst::stats), [`reset`](BestFirst::reset) and
/// more.
///
/// # Arguments
///
/// [`AStar::new`] takes a [`Heuristic`], or a reference to one; [`astar`](crate::astar) takes closures.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a cheapest path; [`Status::Exhausted`](crate::Status::Exhausted) where
/// there is none.
///
/// # Complexity
///
/// With n nodes of f at most the cheapest path's cost, and b successors each: with a consistent estimate O(n · b) look-ups,
/// estimates and open-list operations (O(1) each for integer costs, O(log n) else), and memory for the nodes met, at most
/// n · b. With an inconsistent one nodes are expanded again, in the worst case exponentially often (Martelli 1977).
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) on a cost or an estimate that is negative or not a number, on a sum too large
/// for the cost type, at the node limit, without memory.
///
/// # Example
///
/// ```
/// use astride::{AStar, Graph, Heuristic, Problem, Status};
///
/// /// A knight on an endless chessboard.
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
///         // A move brings the knight nearer by at most three steps.
///         (x.abs_diff(20) + y.abs_diff(7)).div_ceil(3)
///     }
/// }
///
/// let mut search = AStar::new(Knight);
/// while search.step() == Status::Running {}
/// assert_eq!(search.path().unwrap().cost, 11);
/// ```
///
/// # Source
///
/// Hart, Nilsson, Raphael: A formal basis for the heuristic determination of minimum cost paths. IEEE Transactions on
/// Systems Science and Cybernetics 4(2), 1968.
pub type AStar<P, W = (), O = DefaultOpen<<P as Graph>::Cost>, S = DefaultHashBuilder> =
    BestFirst<P, CostPlusEstimate, W, O, S>;

impl<P: Heuristic> AStar<P> {
    /// A search that has not begun.
    pub fn new(problem: P) -> Self {
        BestFirst::with_evaluation(problem, CostPlusEstimate)
    }
}

/// The evaluation of [`AStar`]: f = g + h.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CostPlusEstimate;

impl<P: Heuristic> Evaluation<P> for CostPlusEstimate {
    problem_estimate!(P);

    #[inline]
    fn revisit(&self) -> Revisit {
        Revisit::Reopen
    }

    #[inline]
    fn key(&self, cost: P::Cost, estimate: P::Cost) -> Option<P::Cost> {
        cost.checked_add(estimate)
    }
}

impl<P: Heuristic> Optimal<P> for CostPlusEstimate {}
