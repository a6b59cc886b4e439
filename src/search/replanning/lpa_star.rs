//! [`LpaStar`]: a cheapest path, repaired each time the graph changes.

use super::{FromStart, Replanning};
use crate::search::{Made, Search};
use crate::{Heuristic, KnownGoal, ReverseGraph};

/// LPA* (Lifelong Planning A*): a cheapest path between two nodes, repaired after each change to the graph.
///
/// Use it if few edges change at a time, far from the start: on benchmark grid maps, a repair then takes 5 to 45 µs,
/// whereas a new [`AStar`](crate::AStar) search takes 265 to 1,572 µs. The first search takes up to twice as long as an
/// A* search. If edges change near the start, nearly all costs depend on them, and a repair saves no time. In that
/// case, use [`DStarLite`](crate::DStarLite), which searches from the goal.
///
/// The first search is A*. After a change, a repair recomputes only costs that depend on the changed edges. The search
/// starts again with A* once the repair has inspected more than 300 edges and more than a sixteenth of the number in
/// the last A* search. This may happen during the call that changes the graph, in which case only the starts are
/// open after the call. If the search starts again before it has ended, both limits double, so that frequent changes
/// cannot prevent it from ending. It also starts again after a change if the last A* search found an infinite estimate
/// or reopened a closed node.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// To change the graph, call [`change_edges`](Self::change_edges), [`change_nodes`](Self::change_nodes) or, on a grid
/// map, [`set_cost`]. A search that has ended can continue after such a call. If the graph changes without such a call,
/// the results are wrong. Changes may also be made while the search is running.
///
/// An expansion propagates a change in a node's cost, up or down, to its neighbours. A node is open until its
/// neighbours have received its cost. A node's [`SearchNode::g`](crate::SearchNode::g) follows from the costs that its
/// neighbours have propagated, and is [`Cost::INFINITY`](crate::Cost::INFINITY) for an open node to which no path is
/// known any longer. An observer is not notified of a rise in cost, but only of the expansion, with the old cost. A
/// node to which no path is left remains stored. Until a path to the goal is known,
/// [`best_effort_path`](Search::best_effort_path) takes O(n) for n stored nodes.
///
/// # Arguments
///
/// [`LpaStar::new`](LpaStar#method.new) takes a [`KnownGoal`] that is a [`Heuristic`] and a [`ReverseGraph`]. The
/// search should own the problem unless the graph can be changed through a shared reference. More starts can be added
/// while the search is running.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a path and its true cost; the path is a cheapest one if the estimate is
/// admissible. [`Status::Exhausted`](crate::Status::Exhausted) if there is no path.
///
/// With a consistent estimate, and if every edge costs more than zero, no node is expanded more than twice after a
/// change, or three times if the search starts again. Without these conditions, the number of expansions is still
/// finite on a finite graph.
///
/// # Complexity
///
/// As for [`AStar`](crate::AStar). In a repair, each open-list operation takes O(log n) with n open nodes, and an
/// expansion of a node whose cost has risen also inspects the predecessors of its successors. Among nodes with the same
/// f, the one with the largest g comes first, as in A*, unless the cost of one of them has risen. A node takes as much
/// memory as in A*, or about three times as much once a repair has inspected it.
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) as in [`AStar`](crate::AStar), and if `is_goal` is false for the goal. A
/// sum too large for the cost type is an error only if no path is found. A call with an invalid change returns a
/// [`ChangeError`](crate::search::ChangeError).
///
/// # Example
///
/// ```
/// use astride_grid::{ChangeCells, GridError, GridMap, GridProblem, Movement, Point};
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
/// println!("{} steps", search.path().unwrap().cost); // prints: 7 steps
/// assert_eq!(search.path().unwrap().cost, 7);
///
/// // The wall is removed, and the search continues.
/// for x in 1..5 {
///     search.set_cost(Point::new(x, 1), 1)?;
/// }
/// assert_eq!(search.status(), Status::Running);
/// while search.step() == Status::Running {}
/// println!("{} steps", search.path().unwrap().cost); // prints: 5 steps
/// assert_eq!(search.path().unwrap().cost, 5);
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// Koenig, Likhachev, Furcy: Lifelong Planning A*. Artificial Intelligence 155, 2004. The article requires positive
/// costs. In this crate, an edge may also cost nothing, because ties between paths are broken in favour of the one with
/// fewer edges, so that two nodes cannot derive their costs from each other.
///
/// [`set_cost`]: https://docs.rs/astride-grid/latest/astride_grid/trait.ChangeCells.html
#[doc(alias("lpa*", "lifelong planning", "replanning", "incremental"))]
pub type LpaStar<P, W = ()> = Search<Replanning<P, FromStart>, W>;

impl<P: Heuristic + KnownGoal + ReverseGraph> LpaStar<P> {
    /// Creates a search.
    pub fn new(problem: P) -> LpaStar<Made<P, Self>> {
        Search::replanning(problem)
    }
}
