//! [`Arrival`]: a point together with the direction in which a path came to it.

use core::borrow::Borrow;
use core::hash::{Hash, Hasher};

use super::Point;
use super::movement::DIRECTIONS;

/// A point together with the direction in which a path came to it: the node of [`CanonicalProblem`] and
/// [`JumpProblem`].
///
/// The direction decides which successors are left out. It does not distinguish nodes: `Eq` and `Hash` only use the
/// point.
///
/// [`CanonicalProblem`]: super::CanonicalProblem
/// [`JumpProblem`]: super::JumpProblem
///
/// # Example
///
/// ```
/// use astride_grid::{Arrival, CanonicalProblem, GridError, GridMap, Movement, Point};
/// use astride::{AStar, Status};
///
/// let problem = CanonicalProblem::new(GridMap::new(8, 8)?, Point::new(0, 0), Point::new(3, 1), Movement::Eight)?;
/// let mut search = AStar::new(problem);
/// assert_eq!(search.run(), Status::Found);
/// let steps: Vec<_> = search.path().unwrap().nodes.iter().map(Arrival::direction).collect();
/// assert_eq!(steps, [None, Some((1, 1)), Some((1, 0)), Some((1, 0))]);
/// # Ok::<(), GridError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// Where the path came to.
    pub point: Point,
    /// The number of the direction, or [`UNKNOWN`].
    direction: u8,
}

/// The number for "from nowhere in particular": no successor is left out then.
pub(super) const UNKNOWN: usize = DIRECTIONS.len();

impl Arrival {
    /// By a step in that direction, or [`UNKNOWN`].
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 8")]
    pub(super) fn by(direction: usize, point: Point) -> Self {
        Self {
            point,
            direction: direction as u8,
        }
    }

    /// The number of the direction, or [`UNKNOWN`].
    #[inline]
    pub(super) fn number(self) -> usize {
        self.direction.into()
    }

    /// The last step to the point, in columns and rows, each −1, 0 or 1. `None` for a start, and if the direction does
    /// not matter: for goals, and on maps of several terrain costs.
    pub fn direction(&self) -> Option<(i8, i8)> {
        DIRECTIONS.get(self.number()).copied()
    }
}

/// An arrival from nowhere: to ask a search about a point, or to give it another start.
impl From<Point> for Arrival {
    #[inline]
    fn from(point: Point) -> Self {
        Self::by(UNKNOWN, point)
    }
}

impl From<Arrival> for Point {
    #[inline]
    fn from(arrival: Arrival) -> Self {
        arrival.point
    }
}

/// So that paths and the nodes of a search can be drawn.
impl Borrow<Point> for Arrival {
    #[inline]
    fn borrow(&self) -> &Point {
        &self.point
    }
}

/// So that paths and the nodes of a search can be drawn by reference.
impl Borrow<Point> for &Arrival {
    #[inline]
    fn borrow(&self) -> &Point {
        &self.point
    }
}

impl PartialEq for Arrival {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.point == other.point
    }
}

impl Eq for Arrival {}

impl Hash for Arrival {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.point.hash(state);
    }
}
