//! [`ReversedGrid`]: a map with every step reversed, to search from the goals.

use core::borrow::Borrow;

use super::map::point;
use super::problem::{StepCosts, Steps};
use super::{GridCost, GridMap, Movement, Point};
use crate::Graph;

/// A map with every step reversed: the successors of a cell are those from which one can step into it.
///
/// The cell that is *entered* decides what a step costs; here that is the cell whose successors are returned. Costs
/// from a goal are therefore costs *to* the goal on the map itself: `Dijkstra::one_to_all(graph, goal)` finds the cost
/// from every cell to the goal. [`FlowField`](super::FlowField) does that for any number of goals, and has the paths,
/// too. This graph is for searches of your own.
///
/// `M` and `C` are those of [`GridProblem`](super::GridProblem). A point off the map or in a wall has no successors.
///
/// # Example
///
/// ```
/// use astride::grid::{GridError, GridMap, GridProblem, Movement, Point, ReversedGrid};
/// use astride::{AStar, Dijkstra, Status};
///
/// let map: GridMap = ".9.".parse()?;
/// let (left, middle, right) = (Point::new(0, 0), Point::new(1, 0), Point::new(2, 0));
/// let mut search = Dijkstra::one_to_all(ReversedGrid::new(&map, Movement::Four), middle);
/// assert_eq!(search.run(), Status::Exhausted);
/// assert_eq!(search.cost_to(&left), Some(9), "from the left into the middle");
///
/// let mut forward = AStar::new(GridProblem::new(&map, left, middle, Movement::Four)?);
/// assert_eq!(forward.run(), Status::Found);
/// assert_eq!(forward.path().unwrap().cost, 9);
/// # Ok::<(), GridError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ReversedGrid<M, C = u32> {
    map: M,
    movement: Movement,
    steps: StepCosts<C>,
}

impl<M: Borrow<GridMap>> ReversedGrid<M> {
    /// The reversed steps of `movement` on the map, with `u32` costs.
    pub fn new(map: M, movement: Movement) -> Self {
        Self::new_typed(map, movement)
    }
}

impl<M: Borrow<GridMap>, C: GridCost> ReversedGrid<M, C> {
    /// As [`new`](ReversedGrid::new), for any [`GridCost`].
    pub fn new_typed(map: M, movement: Movement) -> Self {
        let steps = StepCosts::new(movement, map.borrow());
        Self { map, movement, steps }
    }

    /// The map.
    pub fn map(&self) -> &GridMap {
        self.map.borrow()
    }

    /// The movement rule.
    pub fn movement(&self) -> Movement {
        self.movement
    }
}

impl<M: Borrow<GridMap>, C: GridCost> Graph for ReversedGrid<M, C> {
    type Node = Point;
    type Cost = C;

    #[inline]
    fn successors(&self, node: &Point) -> impl Iterator<Item = (Point, C)> {
        let map = self.map.borrow();
        // Whether a step is allowed depends on cells beside it, the same ones in both directions.
        let allowed = self.movement.table()[usize::from(map.neighbours(*node))];
        Steps::new(map, self.steps.into_cell(map.factor(*node)), *node, allowed)
    }

    #[inline]
    fn index(&self, node: &Point) -> Option<usize> {
        Some(self.map.borrow().index(*node))
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<Point> {
        Some(point(self.map.borrow().width, index))
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        Some(self.map.borrow().index_bound())
    }
}
