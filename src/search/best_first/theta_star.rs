//! [`ThetaStar`]: short paths that turn at any angle, with each line checked when it is found.

use super::AnyAngleEngine;
use crate::search::{Made, Search};
use crate::traits::AnyAngle;

/// Theta*: a short path that can turn at any angle instead of following edges.
///
/// On a grid map, first try [`AStar`](crate::AStar), along the grid or with [jump points], followed by
/// [`GridMap::pull_taut`]. On thirteen maps, Theta* takes 4 to 11 times as long as A* and pulling taut together, and
/// the mean costs of the two kinds of paths differ by less than 0.6 %. Use Theta* for other problems with lines of
/// sight. If length matters most on a grid map, [`AnyAngleProblem::short_path`] returns the shorter of Theta\*'s path
/// and A\*'s, both pulled taut.
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
/// [jump points]: https://docs.rs/astride-grid/latest/astride_grid/struct.JumpProblem.html
/// [`GridMap::pull_taut`]: https://docs.rs/astride-grid/latest/astride_grid/struct.GridMap.html#method.pull_taut
/// [`AnyAngleProblem::short_path`]: https://docs.rs/astride-grid/latest/astride_grid/struct.AnyAngleProblem.html#method.short_path
///
#[doc = include_str!("../methods.md")]
///
/// # Arguments
///
/// [`ThetaStar::new`](ThetaStar#method.new) takes an [`AnyAngle`] problem, or a reference to one, such as an
/// [`AnyAngleProblem`] on a grid map.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a path; [`Status::Exhausted`](crate::Status::Exhausted) if there is
/// none. The path has a node for each turn, and may have others on a straight line; its cost is the sum of the
/// [`distance`](crate::traits::AnyAngle::distance)s of its lines and, where no line was better, the costs of its edges.
///
/// # Complexity
///
/// With n nodes expanded and b successors each: O(n · b) lookups, estimates, distances and open-list operations as in
/// [`AStar`](crate::AStar), and a line check for each better path to a node, at most n · b. (The published algorithm
/// checks a line for each successor. Comparing costs first saves two out of three checks on game maps, and changes
/// nothing else.)
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) if a cost, a distance or an estimate is negative or not a number, if a sum
/// is too large for the cost type, if a limit is reached, or if memory is exhausted.
///
/// # Example
///
/// ```
/// use astride_grid::{AnyAngleProblem, GridError, Movement, Point, TextMap};
/// use astride::Status;
/// use astride::search::ThetaStar;
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
/// [`AnyAngleProblem`]: https://docs.rs/astride-grid/latest/astride_grid/struct.AnyAngleProblem.html
#[doc(alias("theta*", "any angle", "any-angle"))]
pub type ThetaStar<P, W = ()> = Search<AnyAngleEngine<P, false>, W>;

impl<P: AnyAngle> ThetaStar<P> {
    /// Creates a search.
    pub fn new(problem: P) -> ThetaStar<Made<P, Self>> {
        Search::any_angle(problem)
    }
}
