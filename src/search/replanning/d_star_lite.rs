//! [`DStarLite`]: a cheapest path from a start that moves, while the graph changes.

use super::change::{ChangeError, check};
use super::{Replanning, ToGoal};
use crate::engine::Context;
use crate::search::{Made, Search};
use crate::traits::PairHeuristic;
use crate::{KnownGoal, Observer, ReverseGraph};

/// D* Lite: a cheapest path from a start that moves, repaired after each change to the graph.
///
/// Use it for a robot that learns about its surroundings on the way. The changes that it discovers are near the start,
/// and affect few costs because D* Lite searches from the goal. On benchmark grid maps, a repair after such changes
/// takes 5 to 45 µs, whereas a new [`AStar`](crate::AStar) search takes 265 to 1,572 µs. The first search takes up to
/// twice as long as an A* search. If edges change near the goal, a repair is soon given up, and the search starts
/// again. D* Lite then takes 0.07 to 1.4 times as long as a new A* search. If the start does not move,
/// [`LpaStar`](crate::LpaStar) is faster than D* Lite. On open ground, however, A* is three to nine times as fast as
/// D* Lite even after changes near the start: A* reaches the obstacles there first, whereas a search from the goal
/// reaches them last.
///
/// D* Lite is `LpaStar` run backwards from the goal, and starts again under the conditions described there. It computes
/// costs to the goal, which remain valid when the start moves.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// [`move_start`](Self::move_start) moves the start to the current position of the robot. To change the graph, call
/// [`change_edges`](Self::change_edges), [`change_nodes`](Self::change_nodes) or, on a grid map, [`set_cost`]. A search
/// that has ended can continue after any of these calls. If the graph changes without such a call, the results are
/// wrong.
///
/// The search runs from the goal: [`SearchNode::g`](crate::SearchNode::g) is the cost from a node to the goal, and
/// [`parent`](crate::SearchNode::parent) is the next node on the way there. [`cost_to`](Search::cost_to) and
/// [`path_to`](Search::path_to), which refer to paths from the start, return `None`.
/// [`best_effort_path`](Search::best_effort_path) is a path from the start to the goal, not necessarily a cheapest one,
/// or `None` until the search has reached the start. Open nodes and events are as in [`LpaStar`](crate::LpaStar).
///
/// # Arguments
///
/// [`DStarLite::new`](DStarLite#method.new) takes a [`KnownGoal`] that is a [`ReverseGraph`] and a [`PairHeuristic`],
/// such as a [`GridProblem`] that owns its map. If starts are added, the search finds the best path from any of them,
/// but is slower, because it uses no estimates until the start is moved.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a path and its true cost; the path is a cheapest one if the estimate is
/// admissible and, once the start has moved, satisfies the triangle inequality.
/// [`Status::Exhausted`](crate::Status::Exhausted) if there is no path.
///
/// # Complexity
///
/// As for [`LpaStar`](crate::LpaStar). While the robot follows the path and nothing changes, a move and the step after
/// it take O(1), plus O(length) for returning the path.
///
/// # Errors
///
/// As for [`LpaStar`](crate::LpaStar).
///
/// # Example
///
/// ```
/// use astride_grid::{ChangeCells, GridMap, GridProblem, Movement, Point};
/// use astride::{DStarLite, Status};
///
/// // The true map, and the map that the robot knows.
/// let truth: GridMap = "
///     .....
///     .##..
///     ..#..
///     .....
/// ".parse()?;
/// let (start, goal) = (Point::new(0, 2), Point::new(4, 2));
/// let known = GridMap::new(5, 4)?;
/// let mut search = DStarLite::new(GridProblem::new(known, start, goal, Movement::Four)?);
/// let (mut robot, mut steps) = (start, 0);
/// while robot != goal {
///     // The robot sees the cells around it.
///     for point in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
///         let point = (robot.x.wrapping_add_signed(point.0), robot.y.wrapping_add_signed(point.1));
///         let point = Point::new(point.0, point.1);
///         if truth.cost(point) == Some(0) {
///             search.set_cost(point, 0)?;
///         }
///     }
///     assert_eq!(search.run(), Status::Found);
///     robot = search.path().unwrap().nodes[1];
///     search.move_start(robot)?;
///     steps += 1;
/// }
/// println!("{steps} steps"); // prints: 6 steps
/// assert_eq!(steps, 6, "towards the wall, and around it");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// Koenig, Likhachev: D* Lite. AAAI 2002; with the key modifier `k_m`, which leaves all keys unchanged when the start
/// moves. Zero-cost edges and ties are treated as in [`LpaStar`](crate::LpaStar).
///
/// [`set_cost`]: https://docs.rs/astride-grid/latest/astride_grid/trait.ChangeCells.html
/// [`GridProblem`]: https://docs.rs/astride-grid/latest/astride_grid/struct.GridProblem.html
#[doc(alias("d*", "d* lite", "replanning", "incremental"))]
pub type DStarLite<P, W = ()> = Search<Replanning<P, ToGoal>, W>;

impl<P: PairHeuristic + KnownGoal + ReverseGraph> DStarLite<P> {
    /// Creates a search.
    pub fn new(problem: P) -> DStarLite<Made<P, Self>> {
        Search::replanning(problem)
    }
}

impl<P: PairHeuristic + KnownGoal + ReverseGraph, W: Observer<P::Node, P::Cost>> DStarLite<P, W> {
    /// Moves the start to any node, and drops added starts. The status changes as [`change_edges`](Self::change_edges)
    /// describes. [`Problem::start`](crate::Problem::start) does not change.
    ///
    /// # Errors
    ///
    /// [`ChangeError::NoSuchNode`] if the graph [does not have](crate::Graph::check_node) the node. The start is then
    /// unchanged.
    pub fn move_start(&mut self, node: P::Node) -> Result<(), ChangeError> {
        check(&self.problem, 0, &node)?;
        self.guarded(|search| {
            search.begin();
        });
        self.alter(
            |_| (),
            |engine, context: &mut Context<'_, P, W>| engine.move_start(context, node),
        );
        Ok(())
    }
}
