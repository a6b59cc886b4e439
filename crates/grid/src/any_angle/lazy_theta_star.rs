//! [`LazyThetaStar`]: a variant of Theta* that checks at most one line for each node expanded.

use astride::search::Search;

use super::AnyAngleEngine;
#[cfg(doc)]
use super::{AnyAngle, AnyAngleProblem};
#[cfg(doc)]
use crate::GridMap;

/// Lazy Theta*: [`ThetaStar`](crate::ThetaStar) with at most one line check for each node expanded.
///
/// Use it instead of `ThetaStar` if checking a line of sight is expensive. On a grid map, such a check is cheap: Lazy
/// Theta* takes about as long as Theta*, that is, 4 to 11 times as long as [`AStar`](astride::AStar) and
/// [`GridMap::pull_taut`] together, so first try these two.
///
/// A line to a successor is assumed clear when the successor is generated, and is checked when the successor is
/// expanded. If the line is blocked, the successor takes the best path whose last step is an edge from a node expanded
/// earlier. Checking lines later saves checks, but makes paths a little longer (by less than a thousandth on average,
/// on game maps).
///
/// **Lazy Theta\* does not guarantee the cheapest path.** Its other guarantees are those of
/// [`ThetaStar`](crate::ThetaStar).
///
/// While the search is running, an open node's cost ([`cost_to`](Search::cost_to), [`open_nodes`](Search::open_nodes),
/// and the cost that an [`Observer`](astride::Observer) receives before the node is expanded) rests on the assumption
/// that a line is clear, and may be too low. Paths are not affected: [`path_to`](Search::path_to) and
/// [`best_effort_path`](Search::best_effort_path) check such a line first, and return the true cost.
///
/// # Methods
///
/// Those of [`Search`], to drive it, to set limits and to see what it does.
///
/// # Arguments
///
/// `LazyThetaStar::new` takes an [`AnyAngle`] problem, or a reference to one, such as an
/// [`AnyAngleProblem`] on a grid map. Edges may be one-way.
///
/// # Returns
///
/// [`Status::Found`](astride::Status::Found) with a path; [`Status::Exhausted`](astride::Status::Exhausted) if there is
/// none.
///
/// # Complexity
///
/// As for [`ThetaStar`](crate::ThetaStar), but with at most one line check for each node expanded. A node with
/// `f64` costs takes two thirds more memory than in `ThetaStar`, since the best path that ends with an edge is stored
/// as well.
///
/// # Errors
///
/// [`Status::Failed`](astride::Status::Failed) if a cost, a distance or an estimate is negative or not a number, if a
/// sum is too large for the cost type, if a limit is reached, or if memory is exhausted.
///
/// # Example
///
/// ```
/// use astride_grid::{AnyAngleProblem, GridError, GridMap, LazyThetaStar, Movement, Point};
/// use astride::Status;
///
/// let map = GridMap::new(100, 60)?;
/// let problem = AnyAngleProblem::new(&map, Point::new(10, 10), Point::new(90, 50), Movement::Eight)?;
/// let mut search = LazyThetaStar::new(problem);
/// assert_eq!(search.run(), Status::Found);
/// let path = search.path().unwrap();
/// println!("length {:.2} in {} line", path.cost, path.edges()); // prints: length 89.44 in 1 line
/// assert!((path.cost - 8000_f64.sqrt()).abs() < 1e-6, "straight ahead");
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// Nash, Koenig, Tovey: Lazy Theta*: any-angle path planning and path length analysis in 3D. AAAI 2010. While nodes are
/// generated, this implementation records the best path that ends with an edge, instead of searching for it among the
/// neighbours later. It finds the same path as the published algorithm, and edges may be one-way.
///
#[doc(alias("theta*", "lazy theta*", "any angle", "any-angle"))]
pub type LazyThetaStar<P, W = ()> = Search<AnyAngleEngine<P, true>, W>;
