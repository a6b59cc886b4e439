//! [`ThetaStar`]: short paths that turn at any angle, with each line checked when it is found.

use astride::search::Search;

use super::AnyAngleEngine;
#[cfg(doc)]
use super::{AnyAngle, AnyAngleProblem};
#[cfg(doc)]
use crate::GridMap;

/// Theta*: a short path that can turn at any angle instead of following edges.
///
/// On a grid map, first try [`AStar`](astride::AStar), along the grid or with [jump points](crate::JumpProblem),
/// followed by [`GridMap::pull_taut`]. On thirteen maps, Theta* takes 4 to 11 times as long as A* and pulling taut
/// together, and the mean costs of the two kinds of paths differ by less than 0.6 %. Use Theta* for other problems with
/// lines of sight. If length matters most on a grid map, [`AnyAngleProblem::short_path`] returns the shorter of
/// Theta\*'s path and A\*'s, both pulled taut.
///
/// Theta* works like A*, but checks for each successor whether the *parent* of the expanded node sees it. If so, and if
/// the straight line costs no more than the way through the expanded node, the path leads straight from the parent to
/// the successor and skips the expanded node.
///
/// **Theta\* does not guarantee the cheapest path**, at any angle or along the edges, however good the estimate is:
/// lines to the successors of a node are tried only from its parent, and a node that has been expanded keeps its path.
/// It does guarantee that it finds a path if there is one, that nothing obstructs the path's lines, and that the cost
/// is the true one.
///
/// # Methods
///
/// Those of [`Search`], to drive it, to set limits and to see what it does.
///
/// # Arguments
///
/// `ThetaStar::new` takes an [`AnyAngle`] problem, or a reference to one, such as an
/// [`AnyAngleProblem`] on a grid map.
///
/// # Returns
///
/// [`Status::Found`](astride::Status::Found) with a path; [`Status::Exhausted`](astride::Status::Exhausted) if there is
/// none. The path has a node for each turn, and may have others on a straight line; its cost is the sum of the
/// [`distance`](crate::AnyAngle::distance)s of its lines and, where no line was better, the costs of its edges.
///
/// # Complexity
///
/// With n nodes expanded and b successors each: O(n · b) lookups, estimates, distances and open-list operations as in
/// [`AStar`](astride::AStar), and a line check for each better path to a node, at most n · b. (The published algorithm
/// checks a line for each successor. Comparing costs first saves two out of three checks on game maps, and changes
/// nothing else.)
///
/// # Errors
///
/// [`Status::Failed`](astride::Status::Failed) if a cost, a distance or an estimate is negative or not a number, if a
/// sum is too large for the cost type, if a limit is reached, or if memory is exhausted.
///
/// # Example
///
/// ```
/// use astride_grid::{AnyAngleProblem, GridError, Movement, Point, TextMap, ThetaStar};
/// use astride::Status;
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
/// println!("{} turn, length {:.2}", path.nodes.len() - 2, path.cost); // prints: 1 turn, length 8.61
/// assert_eq!(path.nodes, [start, Point::new(5, 0), goal]);
/// assert!((path.cost - (5.0 + 13_f64.sqrt())).abs() < 1e-6, "in steps it would be 5 + 1 + 2 * 1.414…");
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// Nash, Daniel, Koenig, Felner: Theta*: any-angle path planning on grids. AAAI 2007.
///
#[doc(alias("theta*", "any angle", "any-angle"))]
pub type ThetaStar<P, W = ()> = Search<AnyAngleEngine<P, false>, W>;
