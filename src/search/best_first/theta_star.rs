//! [`ThetaStar`]: short paths that turn at any angle, each line looked along when it is found.

use super::AnyAngleEngine;
use crate::search::Search;

/// Theta*: a short path that turns at any angle, not only by those of the edges.
///
/// As A*, but with each successor it asks whether the *parent* of the node being expanded sees it. If so, and if it is
/// no dearer, the path goes straight there and leaves out the node between. On maps of games that takes two to three
/// times the time of A* along the edges, and more where there are few walls, since lines are long there.
///
/// **It does not promise the cheapest path**, at any angle or along the edges, however good the estimate: a node's
/// parent is the one place from which lines to its successors are tried, and a node that has been expanded keeps its
/// path. What holds is that a path is found where there is one, that its lines are in sight, and that it costs what it
/// says.
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
/// [`Status::Found`](crate::Status::Found) with a path; [`Status::Exhausted`](crate::Status::Exhausted) where there is
/// none. The path has a node for each turn, and some that lie on a straight line; it costs the sum of its lines'
/// [`distance`](crate::AnyAngle::distance)s (of its edges' costs, where no line was better).
///
/// # Complexity
///
/// With n nodes expanded of b successors each: O(n · b) look-ups, estimates, distances and open-list operations as in
/// [`AStar`](crate::AStar), and a look along a line for each better way to a node, at most n · b. (As published it
/// looks for each successor. Asking first whether the line would be better at all changes nothing else: two looks out
/// of three are saved on maps of games.)
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
pub type ThetaStar<P, W = ()> = Search<AnyAngleEngine<P, false>, W>;
