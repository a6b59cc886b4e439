//! [`ThetaStar`]: short paths that turn at any angle, with each line checked when it is found.

use super::AnyAngleEngine;
use crate::search::Search;

/// Theta*: a short path that turns at any angle, not only by those of the edges.
///
/// It works as A*, but for each successor it asks whether the *parent* of the node being expanded sees it. If so, and
/// if that costs no more, the path goes straight there and leaves out the node between. On maps of games that takes two
/// to three times as long as A* along the edges, and more if there are few walls, since lines are then long.
///
/// **It does not promise the cheapest path**, at any angle or along the edges, however good the estimate: lines to the
/// successors of a node are tried only from its parent, and a node that has been expanded keeps its path. It does
/// promise that a path is found if there is one, that its lines are in sight, and that its cost is the true one.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// # Arguments
///
/// [`ThetaStar::new`] takes an [`AnyAngle`](crate::AnyAngle) problem, or a reference to one: on a grid map an
/// [`AnyAngleProblem`](crate::grid::AnyAngleProblem).
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a path; [`Status::Exhausted`](crate::Status::Exhausted) if there is
/// none. The path has a node for each turn, and some that lie on a straight line; it costs the sum of its lines'
/// [`distance`](crate::AnyAngle::distance)s (or of its edges' costs, if no line was better).
///
/// # Complexity
///
/// With n nodes expanded of b successors each: O(n · b) look-ups, estimates, distances and open-list operations as in
/// [`AStar`](crate::AStar), and a look along a line for each better way to a node, at most n · b. (The published
/// algorithm looks for each successor. Comparing costs first changes nothing else, and saves two looks out of three on
/// maps of games.)
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) on a cost, a distance or an estimate that is negative or not a number, on
/// a sum too large for the cost type, at the node limit, without memory.
///
/// # Example
///
/// ```
/// use astride::grid::{AnyAngleProblem, GridError, Movement, Point, TextMap};
/// use astride::{Status, ThetaStar};
///
/// let text: TextMap = "
///     S.......
///     ....#...
///     ....#...
///     ....#..G
/// ".parse()?;
/// let (start, goal) = (text.start.unwrap(), text.goal.unwrap());
/// let mut search = ThetaStar::new(AnyAngleProblem::new(&text.map, start, goal, Movement::Eight)?);
/// while search.step() == Status::Running {}
///
/// let path = search.path().unwrap();
/// assert_eq!(path.nodes, [start, Point::new(5, 0), goal]);
/// assert!((path.cost - (5.0 + 13_f64.sqrt())).abs() < 1e-6, "in steps it would be 5 + 1 + 2 * 1.414…");
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// Nash, Daniel, Koenig, Felner: Theta*: any-angle path planning on grids. AAAI 2007.
#[doc(alias("theta*", "any angle", "any-angle"))]
pub type ThetaStar<P, W = ()> = Search<AnyAngleEngine<P, false>, W>;
