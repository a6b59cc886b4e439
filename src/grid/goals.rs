//! [`GridGoals`]: from one cell of a map to the nearest of several.

use alloc::vec::Vec;
use core::borrow::Borrow;

use super::{Estimate, GridCost, GridError, GridMap, GridProblem, Movement, Point};
use crate::{Graph, Heuristic, Problem};

/// From one cell of a map to the nearest of several goals: a [`Problem`] with an admissible estimate.
///
/// A search of it ends at the cheapest goal to get to; [`NearestGoals`](crate::NearestGoals) goes on to the next ones.
///
/// The estimate is the least one to any of the goals. With more than 8 it is the one to the rectangle that holds them all,
/// which takes the same time for any number of them. Both are admissible and consistent.
///
/// # Example
///
/// ```
/// use astride::grid::{GridError, GridGoals, GridMap, Movement, Point};
/// use astride::{AStar, Status};
///
/// let map: GridMap = "
///     ....#.
///     .##.#.
///     ......
/// ".parse()?;
/// let goals = [Point::new(5, 0), Point::new(3, 1)];
/// let mut search = AStar::new(GridGoals::new(&map, Point::new(0, 2), goals, Movement::Four)?);
/// assert_eq!(search.run(), Status::Found);
/// let path = search.path().unwrap();
/// assert_eq!((path.nodes.last(), path.cost), (Some(&Point::new(3, 1)), 4));
/// # Ok::<(), GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GridGoals<M, C = u32> {
    /// To the first goal.
    problem: GridProblem<M, C>,
    /// Sorted, each once.
    goals: Vec<Point>,
    /// The corners of the rectangle that holds them, the upper left and the lower right one.
    corners: [Point; 2],
}

/// With so many goals the estimate still looks at each of them.
const FEW: usize = 8;

impl<M: Borrow<GridMap>> GridGoals<M> {
    /// The way from `start` to the nearest of `goals`, counted in `u32`.
    ///
    /// # Arguments
    ///
    /// `map`: the map, or a pointer to it. `start`: a free cell of it. `goals`: free cells, at least one. `movement`: which
    /// steps are allowed.
    ///
    /// # Errors
    ///
    /// [`GridError::NoGoal`] where there is none; [`GridError::EndOutside`] or [`GridError::EndInWall`] for the first of the
    /// goals, or else the start, that is no free cell.
    ///
    /// # Complexity
    ///
    /// O(goals log goals).
    pub fn new(
        map: M,
        start: Point,
        goals: impl IntoIterator<Item = Point>,
        movement: Movement,
    ) -> Result<Self, GridError> {
        Self::new_typed(map, start, goals, movement)
    }
}

impl<M: Borrow<GridMap>, C: GridCost> GridGoals<M, C> {
    /// As [`new`](GridGoals::new), counted in any [`GridCost`].
    ///
    /// # Errors
    ///
    /// As for [`new`](GridGoals::new).
    pub fn new_typed(
        map: M,
        start: Point,
        goals: impl IntoIterator<Item = Point>,
        movement: Movement,
    ) -> Result<Self, GridError> {
        let mut goals: Vec<Point> = goals.into_iter().collect();
        map.borrow().check_ends(Some(start), &goals)?;
        goals.sort_unstable();
        goals.dedup();
        let corners = goals.iter().fold([goals[0]; 2], |[least, most], goal| {
            [
                Point::new(least.x.min(goal.x), least.y.min(goal.y)),
                Point::new(most.x.max(goal.x), most.y.max(goal.y)),
            ]
        });
        Ok(Self {
            problem: GridProblem::new_typed(map, start, goals[0], movement)?,
            goals,
            corners,
        })
    }

    /// The same question with another estimate.
    ///
    /// # Errors
    ///
    /// [`GridError::Inadmissible`] where the estimate can be more than the true cost with this movement.
    pub fn with_estimate(self, estimate: Estimate) -> Result<Self, GridError> {
        Ok(Self {
            problem: self.problem.with_estimate(estimate)?,
            ..self
        })
    }

    /// The goals in reading order, each once.
    pub fn goals(&self) -> &[Point] {
        &self.goals
    }

    /// The map.
    pub fn map(&self) -> &GridMap {
        self.problem.map()
    }

    /// Which steps are allowed.
    pub fn movement(&self) -> Movement {
        self.problem.movement()
    }
}

impl<M: Borrow<GridMap>, C: GridCost> Graph for GridGoals<M, C> {
    type Node = Point;
    type Cost = C;

    #[inline]
    fn successors(&self, node: &Point) -> impl Iterator<Item = (Point, C)> {
        self.problem.successors(node)
    }

    #[inline]
    fn index(&self, node: &Point) -> Option<usize> {
        self.problem.index(node)
    }
}

impl<M: Borrow<GridMap>, C: GridCost> Problem for GridGoals<M, C> {
    #[inline]
    fn start(&self) -> Point {
        self.problem.start()
    }

    #[inline]
    fn is_goal(&self, node: &Point) -> bool {
        self.goals.binary_search(node).is_ok()
    }
}

impl<M: Borrow<GridMap>, C: GridCost> Heuristic for GridGoals<M, C> {
    #[inline]
    fn estimate(&self, node: &Point) -> C {
        let to = |goal: Point| self.problem.estimate_between(*node, goal);
        if self.goals.len() <= FEW {
            let estimates = self.goals.iter().map(|goal| to(*goal));
            return estimates.min_by(C::order).unwrap_or(C::ZERO);
        }
        let [least, most] = self.corners;
        to(Point::new(node.x.clamp(least.x, most.x), node.y.clamp(least.y, most.y)))
    }
}
