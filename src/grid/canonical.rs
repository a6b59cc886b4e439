//! [`CanonicalProblem`]: from one cell of a map to another, one order of steps kept of all that cost the same.

use core::borrow::Borrow;

use super::arrival::UNKNOWN;
use super::problem::Steps;
use super::pruning::Pruning;
use super::{Arrival, Estimate, GridCost, GridError, GridMap, GridProblem, Movement, Point};
use crate::{Graph, Heuristic, Problem};

/// As [`GridProblem`], with most of the ways left out that only differ in the order of their steps.
///
/// On a grid nearly every cell can be reached by many paths of the same cost, and a search looks at each cell from all
/// sides. Here a path takes its diagonal steps before its straight ones (with [`Movement::Four`] the horizontal before the
/// vertical) unless a wall is in the way, so that most cells are generated once instead of up to eight times. The cost of
/// the path found is the same, and so is the memory. A look-up in a table of nine times 256 bytes decides which steps are
/// left out, by the direction of arrival and the free neighbours: nothing is prepared and nothing grows stale when the map
/// changes.
///
/// A node is an [`Arrival`]. Where the map has several terrain costs the order of steps matters, and nothing is left out:
/// it is a `GridProblem` then. [`JumpProblem`](super::JumpProblem) is faster still on maps with few walls in large pieces;
/// on maps of scattered walls this one is.
///
/// # Which searches
///
/// [`AStar`](crate::AStar), [`WeightedAStar`](crate::WeightedAStar) and [`Dijkstra`](crate::Dijkstra) find here what they
/// find with `GridProblem`; a weighted path may cost less than it says. What is left out is what a *cheapest* path does
/// not need: a search that stays with the first path to a cell ([`Greedy`](crate::Greedy), [`Bfs`](crate::Bfs),
/// [`Dfs`](crate::Dfs), weighted A* without reopening) may end without a path where there is one. Use `GridProblem` for
/// these, and for searches that go backwards along edges: an edge that is there from one direction of arrival is not from
/// another.
///
/// # Example
///
/// ```
/// use astride::grid::{CanonicalProblem, GridError, GridMap, GridProblem, Movement, Point};
/// use astride::{AStar, Status};
///
/// let map = GridMap::new(100, 100)?;
/// let (start, goal) = (Point::new(3, 7), Point::new(96, 60));
/// let mut plain = AStar::new(GridProblem::new(&map, start, goal, Movement::Eight)?);
/// let mut canonical = AStar::new(CanonicalProblem::new(&map, start, goal, Movement::Eight)?);
/// assert_eq!((plain.run(), canonical.run()), (Status::Found, Status::Found));
/// assert_eq!(plain.path().unwrap().cost, canonical.path().unwrap().cost);
/// assert!(canonical.stats().generated * 3 < plain.stats().generated);
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// N. R. Sturtevant, S. Rabin: *Canonical Orderings on Grids* (IJCAI 2016).
#[derive(Clone, Copy, Debug)]
pub struct CanonicalProblem<M, C = u32> {
    plain: GridProblem<M, C>,
    pruning: &'static Pruning,
}

impl<M: Borrow<GridMap>> CanonicalProblem<M> {
    /// The way from `start` to `goal`, counted in `u32`, with the strongest admissible estimate.
    ///
    /// # Arguments
    ///
    /// Those of [`GridProblem::new`].
    ///
    /// # Errors
    ///
    /// [`GridError::EndOutside`] or [`GridError::EndInWall`], for the start first.
    ///
    /// # Complexity
    ///
    /// O(1).
    pub fn new(map: M, start: Point, goal: Point, movement: Movement) -> Result<Self, GridError> {
        Self::new_typed(map, start, goal, movement)
    }
}

impl<M: Borrow<GridMap>, C: GridCost> CanonicalProblem<M, C> {
    /// As [`new`](CanonicalProblem::new), counted in any [`GridCost`].
    ///
    /// # Errors
    ///
    /// As for [`new`](CanonicalProblem::new).
    pub fn new_typed(map: M, start: Point, goal: Point, movement: Movement) -> Result<Self, GridError> {
        GridProblem::new_typed(map, start, goal, movement).map(Self::from)
    }

    /// The same question with another estimate.
    ///
    /// # Errors
    ///
    /// [`GridError::Inadmissible`] where the estimate can be more than the true cost with this movement.
    pub fn with_estimate(self, estimate: Estimate) -> Result<Self, GridError> {
        self.plain.with_estimate(estimate).map(Self::from)
    }

    /// The same question with nothing left out: map, goal, movement and estimate can be asked of it.
    ///
    /// ```
    /// # use astride::grid::{CanonicalProblem, GridError, GridMap, Movement, Point};
    /// let problem = CanonicalProblem::new(GridMap::new(8, 8)?, Point::new(0, 0), Point::new(7, 7), Movement::Four)?;
    /// assert_eq!(problem.plain().goal(), Point::new(7, 7));
    /// # Ok::<(), GridError>(())
    /// ```
    #[inline]
    pub fn plain(&self) -> &GridProblem<M, C> {
        &self.plain
    }

    /// Gives the plain question back, and with it the map.
    ///
    /// ```
    /// # use astride::grid::{CanonicalProblem, GridError, GridMap, Movement, Point};
    /// let problem = CanonicalProblem::new(GridMap::new(8, 8)?, Point::new(0, 0), Point::new(7, 7), Movement::Four)?;
    /// let map: GridMap = problem.into_plain().into_map();
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn into_plain(self) -> GridProblem<M, C> {
        self.plain
    }
}

impl<M: Borrow<GridMap>, C: GridCost> From<GridProblem<M, C>> for CanonicalProblem<M, C> {
    fn from(plain: GridProblem<M, C>) -> Self {
        Self {
            pruning: plain.movement().pruning(),
            plain,
        }
    }
}

impl<M: Borrow<GridMap>, C: GridCost> Graph for CanonicalProblem<M, C> {
    type Node = Arrival;
    type Cost = C;

    #[inline]
    fn successors(&self, node: &Arrival) -> impl Iterator<Item = (Arrival, C)> {
        let neighbours = self.plain.map().neighbours(node.point);
        let kept = self.pruning[node.number()][usize::from(neighbours)];
        CanonicalSteps(self.plain.steps_from(node.point, kept))
    }

    #[inline]
    fn index(&self, node: &Arrival) -> Option<usize> {
        self.plain.index(&node.point)
    }
}

impl<M: Borrow<GridMap>, C: GridCost> Problem for CanonicalProblem<M, C> {
    #[inline]
    fn start(&self) -> Arrival {
        self.plain.start().into()
    }

    #[inline]
    fn is_goal(&self, node: &Arrival) -> bool {
        self.plain.is_goal(&node.point)
    }
}

impl<M: Borrow<GridMap>, C: GridCost> Heuristic for CanonicalProblem<M, C> {
    #[inline]
    fn estimate(&self, node: &Arrival) -> C {
        self.plain.estimate(&node.point)
    }
}

/// The steps that are kept, each remembered by its direction.
struct CanonicalSteps<'map, C>(Steps<'map, C>);

impl<C: GridCost> Iterator for CanonicalSteps<'_, C> {
    type Item = (Arrival, C);

    #[inline]
    fn next(&mut self) -> Option<(Arrival, C)> {
        let (direction, point, cost) = self.0.next_step()?;
        // Where terrain costs differ the order of steps matters, and every step has to be looked at.
        let arrival = if self.0.is_uniform() { direction } else { UNKNOWN };
        Some((Arrival::by(arrival, point), cost))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}
