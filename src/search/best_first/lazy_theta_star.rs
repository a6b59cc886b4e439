//! [`LazyThetaStar`]: Theta* with one look along a line for each node expanded.

use super::AnyAngleEngine;
use crate::search::Search;

/// Lazy Theta*: [`ThetaStar`](crate::ThetaStar) with one look along a line for each node expanded, for problems where
/// looking is expensive.
///
/// A line to a successor is taken on trust when it is found, and checked when that successor is expanded. If something
/// is in the way, the best way along an edge from a node expanded before takes its place. So there are fewer looks, and
/// paths are a little longer (less than a thousandth on average, on maps of games).
///
/// **It does not promise the cheapest path.** Otherwise it promises the same as [`ThetaStar`](crate::ThetaStar).
///
/// While the search is running, an open node's cost ([`cost_to`](Search::cost_to), [`open_nodes`](Search::open_nodes),
/// and what an [`Observer`](crate::Observer) receives before the node is expanded) is on trust, too, and may turn out
/// higher. Paths never are: [`path_to`](Search::path_to) and [`best_effort_path`](Search::best_effort_path) check such
/// a line first, and return the true cost.
///
/// # Methods
///
#[doc = include_str!("../methods.md")]
///
/// # Arguments
///
/// [`LazyThetaStar::new`] takes an [`AnyAngle`](crate::AnyAngle) problem, or a reference to one: on a grid map an
/// [`AnyAngleProblem`](crate::grid::AnyAngleProblem). Edges may be one-way.
///
/// # Returns
///
/// [`Status::Found`](crate::Status::Found) with a path; [`Status::Exhausted`](crate::Status::Exhausted) if there is
/// none.
///
/// # Complexity
///
/// That of [`ThetaStar`](crate::ThetaStar), with at most one look along a line for each node expanded, and two thirds
/// more memory for a node with `f64` costs: the best way to it along an edge.
///
/// # Errors
///
/// [`Status::Failed`](crate::Status::Failed) on a cost, a distance or an estimate that is negative or not a number, on
/// a sum too large for the cost type, at the node limit, without memory.
///
/// # Example
///
/// ```
/// use astride::grid::{AnyAngleProblem, GridError, GridMap, Movement, Point};
/// use astride::{LazyThetaStar, Status};
///
/// let map = GridMap::new(100, 60)?;
/// let problem = AnyAngleProblem::new(&map, Point::new(10, 10), Point::new(90, 50), Movement::Eight)?;
/// let mut search = LazyThetaStar::new(problem);
/// assert_eq!(search.run(), Status::Found);
/// assert!((search.path().unwrap().cost - 8000_f64.sqrt()).abs() < 1e-6, "straight ahead");
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// Nash, Koenig, Tovey: Lazy Theta*: any-angle path planning and path length analysis in 3D. AAAI 2010. Here the best
/// way along an edge is kept while nodes are generated, and not searched for among the neighbours. It is the same way,
/// and edges may be one-way.
#[doc(alias("theta*", "lazy theta*", "any angle", "any-angle"))]
pub type LazyThetaStar<P, W = ()> = Search<AnyAngleEngine<P, true>, W>;
