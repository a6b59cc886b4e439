//! [`LpaStar`]: a cheapest path, again and again, while the graph changes.

use super::{FromStart, Replanning};
use crate::search::Search;
use crate::{Heuristic, KnownGoal, ReverseGraph};

/// LPA* (Lifelong Planning A*): a cheapest path between two nodes, again after each change of the graph.
///
/// The first search expands about the nodes that [`AStar`](crate::AStar) does. When edges change, the search is told of
/// them, and only computes again what depends on them. That is much less if the changes are few and far from the start.
/// If they are near the start, nearly everything depends on them: search from the goal then, by
/// [`DStarLite`](crate::DStarLite), or from scratch.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// A change is made by a call that has the search go from its end back to [`Running`](crate::Status::Running):
/// [`change_edges`](Self::change_edges) and [`change_nodes`](Self::change_nodes), and on a grid map
/// [`set_cost`](Self::set_cost). Nothing else does, and a change that the search is not told of makes its results
/// worthless. Changes may also be made while it is running.
///
/// An expansion passes on that the cost of a node has fallen, or that it has risen. So a node is open if its neighbours
/// do not know its cost. [`SearchNode::cost`](crate::SearchNode::cost) is what follows from what its neighbours have
/// told, and [`Cost::INFINITY`](crate::Cost::INFINITY) for an open node to which no path is known any more. An observer
/// does not learn of costs that rise, except by the expansion, which has the old cost. A node to which no path is left
/// stays stored. [`best_effort_path`](Search::best_effort_path) takes O(stored nodes).
///
/// # Arguments
///
/// [`LpaStar::new`] takes a [`KnownGoal`] that is a [`Heuristic`] and a [`ReverseGraph`]. The problem should be owned
/// by the search, not borrowed, unless its graph can be changed while it is shared. More starts can be added at any
/// time.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a path whose cost is that of its edges, and a cheapest one if the
/// estimate is admissible. [`Status::Exhausted`](crate::Status::Exhausted) if there is none.
///
/// With a consistent estimate no node is expanded more than twice after a change. With another one nodes may be
/// expanded again and again, on finite graphs a finite number of times.
///
/// # Complexity
///
/// As [`AStar`](crate::AStar), with O(log open nodes) for each open-list operation, and an expansion of a node whose
/// cost has risen looks at the predecessors of its successors. Of nodes with the same f the one with the larger g comes
/// first, as in A*, unless the cost of one has risen. Memory: about three times that of A*.
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) as in [`AStar`](crate::AStar), and if `is_goal` denies the goal. A sum too
/// large for the cost type is an error only if no path is found. What is wrong with a change is a
/// [`ChangeError`](crate::search::ChangeError).
///
/// # Example
///
/// ```
/// use astride::grid::{GridError, GridMap, GridProblem, Movement, Point};
/// use astride::{LpaStar, Status};
///
/// let map: GridMap = "
///     ......
///     .####.
///     ......
/// ".parse()?;
/// let (start, goal) = (Point::new(0, 1), Point::new(5, 1));
/// let mut search = LpaStar::new(GridProblem::new(map, start, goal, Movement::Four)?);
/// while search.step() == Status::Running {}
/// assert_eq!(search.path().unwrap().cost, 7);
///
/// // A gap opens, and the search goes on.
/// for x in 1..5 {
///     search.set_cost(Point::new(x, 1), 1)?;
/// }
/// assert_eq!(search.status(), Status::Running);
/// while search.step() == Status::Running {}
/// assert_eq!(search.path().unwrap().cost, 5);
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// Koenig, Likhachev, Furcy: Lifelong Planning A*. Artificial Intelligence 155, 2004. There costs must be positive.
/// Here an edge may cost nothing, since among paths of the same cost the one with the fewest edges counts.
#[doc(alias("lpa*", "lifelong planning", "replanning", "incremental"))]
pub type LpaStar<P, W = ()> = Search<Replanning<P, FromStart>, W>;

impl<P: Heuristic + KnownGoal + ReverseGraph> LpaStar<P> {
    /// A search that has not begun.
    pub fn new(problem: P) -> Self {
        Search::replanning(problem)
    }
}
