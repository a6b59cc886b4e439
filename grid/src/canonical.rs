//! [`CanonicalProblem`]: from one cell of a map to another, with one order of steps among those that cost the same.

use core::borrow::Borrow;
use core::fmt;

use super::arrival::UNKNOWN;
use super::problem::Steps;
use super::pruning::Pruning;
use super::{Arrival, Estimate, GridCost, GridError, GridMap, GridProblem, Movement, Point};
use astride::traits::Consistency;
use astride::{Graph, Heuristic, Problem};

/// A [`GridProblem`] without most of the paths that differ only in the order of their steps.
///
/// Use it with A*, weighted A* or Dijkstra's algorithm on a map with one terrain cost: there [`AStar`](astride::AStar)
/// takes 0.59 to 0.83 of its time with `GridProblem` (eight benchmark maps). On a map with several terrain costs it
/// gains nothing, and takes 1.05 to 1.08 of the time. [`JumpProblem`](super::JumpProblem) is faster by far where
/// walls are few and large, and about as fast where they are scattered.
///
/// On a grid, nearly every cell can be reached by many paths of the same cost, so a search generates each cell from all
/// sides. Here a path takes its diagonal steps before its straight ones unless a wall is in the way. (With
/// [`Movement::Four`], horizontal steps come before vertical ones.) Most cells are then generated once instead of up to
/// eight times. The path found costs the same, and the search takes the same memory.
///
/// The direction of arrival and the free neighbours determine which steps are left out, by a table of nine times 256
/// bytes. Nothing is prepared for a map, so nothing becomes stale when the map changes.
///
/// A node is an [`Arrival`]. On a map with several terrain costs the order of steps matters, and no step is left out.
///
/// # Which searches
///
/// [`AStar`](astride::AStar), [`WeightedAStar`](astride::WeightedAStar) and [`Dijkstra`](astride::Dijkstra) find paths
/// as they do with `GridProblem`; a weighted path may cost less than its stated cost. Only *cheapest* paths are certain
/// to be kept. A search that keeps the first path to a cell may therefore miss a path that exists:
/// [`Greedy`](astride::Greedy), [`Bfs`](astride::Bfs), [`Dfs`](astride::Dfs), and weighted A* without reopening. (By
/// default, it opens closed nodes again here, since the problem [states](astride::Heuristic::consistency) nothing.) Use
/// `GridProblem` for these, and for searches that follow edges backwards: the edges of a cell depend on the direction
/// of arrival.
///
/// # Example
///
/// ```
/// use astride_grid::{CanonicalProblem, GridError, GridMap, GridProblem, Movement, Point};
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
#[doc(alias("canonical ordering", "canonical a*"))]
#[derive(Clone, Copy)]
pub struct CanonicalProblem<M, C = u32> {
    plain: GridProblem<M, C>,
    pruning: &'static Pruning,
}

impl<M: Borrow<GridMap>> CanonicalProblem<M> {
    /// The problem of getting from `start` to `goal`, with `u32` costs and the strongest admissible estimate.
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
    /// As [`new`](CanonicalProblem::new), for any [`GridCost`].
    ///
    /// # Errors
    ///
    /// As for [`new`](CanonicalProblem::new).
    pub fn new_typed(map: M, start: Point, goal: Point, movement: Movement) -> Result<Self, GridError> {
        GridProblem::new_typed(map, start, goal, movement).map(Self::from)
    }

    /// Replaces the estimate.
    ///
    /// # Errors
    ///
    /// [`GridError::Inadmissible`] if the estimate can exceed the true cost under this movement rule.
    pub fn with_estimate(self, estimate: Estimate) -> Result<Self, GridError> {
        self.plain.with_estimate(estimate).map(Self::from)
    }

    /// The map.
    pub fn map(&self) -> &GridMap {
        self.plain.map()
    }

    /// Returns the map, to change it, for example.
    pub fn into_map(self) -> M {
        self.plain.into_map()
    }

    /// The cell where paths end. [`Problem::start`] is where they begin.
    pub fn goal(&self) -> Point {
        self.plain.goal()
    }

    /// The movement rule.
    pub fn movement(&self) -> Movement {
        self.plain.movement()
    }

    /// The estimate that [`Heuristic::estimate`] computes.
    pub fn kind_of_estimate(&self) -> Estimate {
        self.plain.kind_of_estimate()
    }
}

impl<M: fmt::Debug, C> fmt::Debug for CanonicalProblem<M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CanonicalProblem").field(&self.plain).finish()
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

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        self.plain.index_bound()
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

    /// Stated only where no step is left out. Elsewhere the direction of arrival decides about the successors, so that
    /// a cell closed by a detour can lead on to fewer cells.
    #[inline]
    fn consistency(&self) -> Consistency {
        if self.map().is_uniform() {
            Consistency::Unknown
        } else {
            self.plain.consistency()
        }
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
