//! [`GridGoals`]: from one cell of a map to the nearest of several.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;

use super::forward::forward;
use super::{Estimate, GridCost, GridError, GridMap, GridProblem, Movement, Point};
use astride::traits::{Hints, PairHeuristic, Reached};
use astride::{Graph, Heuristic, Problem, ReverseGraph};

/// The problem of getting from one cell of a map to the nearest of several goals, a [`Problem`] with an admissible
/// estimate.
///
/// A search ends at the goal that is cheapest to reach; [`NearestGoals`](astride::NearestGoals) continues to the next
/// goals. If goals have costs of their own, wrap a [`GridProblem`] in a [`VirtualEnds`](astride::problem::VirtualEnds).
///
/// The estimate is the least of the estimates to the goals. With more than 8 goals, it is the estimate to their
/// bounding rectangle, computed in the same time for any number of goals. Both estimates are admissible and consistent.
///
/// # Example
///
/// ```
/// use astride_grid::{GridError, GridGoals, GridMap, Movement, Point};
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
/// println!("cost {} to {:?}", path.cost, path.nodes.last().unwrap()); // prints: cost 4 to Point { x: 3, y: 1 }
/// assert_eq!((path.nodes.last(), path.cost), (Some(&Point::new(3, 1)), 4));
/// # Ok::<(), GridError>(())
/// ```
#[doc(alias("multiple goals", "nearest goal"))]
#[derive(Clone)]
pub struct GridGoals<M, C = u32> {
    /// The problem of getting to the first goal.
    problem: GridProblem<M, C>,
    /// Sorted, without duplicates.
    goals: Vec<Point>,
    /// The upper left and lower right corners of the bounding rectangle of the goals.
    corners: [Point; 2],
}

/// The greatest number of goals for which the estimate considers each one.
const FEW: usize = 8;

impl<M: Borrow<GridMap>> GridGoals<M> {
    /// The problem of getting from `start` to the nearest of `goals`, with `u32` costs.
    ///
    /// # Arguments
    ///
    /// `map`: the map, or a pointer to it. `start`: a free cell of the map. `goals`: free cells, at least one.
    /// `movement`: the movement rule.
    ///
    /// # Errors
    ///
    /// [`GridError::NoGoal`] if `goals` is empty; [`GridError::EndOutside`] or [`GridError::EndInWall`] for the first
    /// end that is not a free cell; the start is checked before the goals.
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

    /// Like [`new`](GridGoals::new), but the start and the goals may be walls: see [`GridProblem::new_lenient`].
    ///
    /// # Errors
    ///
    /// [`GridError::NoGoal`] if `goals` is empty; [`GridError::EndOutside`] for the first end off the map.
    pub fn new_lenient(
        map: M,
        start: Point,
        goals: impl IntoIterator<Item = Point>,
        movement: Movement,
    ) -> Result<Self, GridError> {
        Self::new_lenient_typed(map, start, goals, movement)
    }
}

impl<M: Borrow<GridMap>, C: GridCost> GridGoals<M, C> {
    /// Like [`new`](GridGoals::new), for any [`GridCost`].
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
        let goals: Vec<Point> = goals.into_iter().collect();
        map.borrow().check_ends(Some(start), &goals, false)?;
        Self::new_lenient_typed(map, start, goals, movement)
    }

    /// Like [`new_lenient`](GridGoals::new_lenient), for any [`GridCost`].
    ///
    /// # Errors
    ///
    /// As for [`new_lenient`](GridGoals::new_lenient).
    pub fn new_lenient_typed(
        map: M,
        start: Point,
        goals: impl IntoIterator<Item = Point>,
        movement: Movement,
    ) -> Result<Self, GridError> {
        let mut goals: Vec<Point> = goals.into_iter().collect();
        map.borrow().check_ends(Some(start), &goals, true)?;
        goals.sort_unstable();
        goals.dedup();
        let corners = goals.iter().fold([goals[0]; 2], |[least, most], goal| {
            [
                Point::new(least.x.min(goal.x), least.y.min(goal.y)),
                Point::new(most.x.max(goal.x), most.y.max(goal.y)),
            ]
        });
        Ok(Self {
            problem: GridProblem::new_lenient_typed(map, start, goals[0], movement)?,
            goals,
            corners,
        })
    }

    /// Replaces the estimate.
    ///
    /// # Errors
    ///
    /// [`GridError::Inadmissible`] if the estimate can exceed the true cost under this movement rule.
    pub fn with_estimate(self, estimate: Estimate) -> Result<Self, GridError> {
        Ok(Self {
            problem: self.problem.with_estimate(estimate)?,
            ..self
        })
    }

    /// The goals in reading order, without duplicates.
    pub fn goals(&self) -> &[Point] {
        &self.goals
    }

    forward!(self.problem =>
        /// The map.
        pub fn map(&self) -> &GridMap;
        /// The movement rule.
        pub fn movement(&self) -> Movement;
        /// The kind of estimate that [`Heuristic::estimate`] computes.
        pub fn kind_of_estimate(&self) -> Estimate;
    );

    /// Consumes the problem and returns its map, for example to change it.
    pub fn into_map(self) -> M {
        self.problem.into_map()
    }

    /// The problem of getting to the first of the goals, on the same map.
    #[inline]
    pub(super) fn to_first(&self) -> &GridProblem<M, C> {
        &self.problem
    }
}

/// Shows the number of goals instead of the goals.
impl<M: fmt::Debug, C> fmt::Debug for GridGoals<M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GridGoals")
            .field("goals", &self.goals.len())
            .field("first", &self.problem)
            .finish_non_exhaustive()
    }
}

impl<M: Borrow<GridMap>, C: GridCost> Graph for GridGoals<M, C> {
    type Node = Point;
    type Cost = C;

    forward!(self.problem =>
        fn successors(&self, node: &Point) -> impl Iterator<Item = (Point, C)>;
        fn visit_successors(
            &self,
            node: &Point,
            reached: Reached<'_, Point>,
            visit: impl FnMut(Point, Option<usize>, C)
        );
        fn hints(&self) -> Hints;
    );

    astride::forward_indices!(problem);
}

impl<M: Borrow<GridMap>, C: GridCost> ReverseGraph for GridGoals<M, C> {
    forward!(self.problem =>
        fn predecessors(&self, node: &Point) -> impl Iterator<Item = (Point, C)>;
        fn visit_predecessors(
            &self,
            node: &Point,
            reached: Reached<'_, Point>,
            visit: impl FnMut(Point, Option<usize>, C)
        );
    );
}

impl<M: Borrow<GridMap>, C: GridCost> Problem for GridGoals<M, C> {
    forward!(self.problem => fn start(&self) -> Point;);

    #[inline]
    fn is_goal(&self, node: &Point) -> bool {
        self.goals.binary_search(node).is_ok()
    }
}

impl<M: Borrow<GridMap>, C: GridCost> Heuristic for GridGoals<M, C> {
    #[inline]
    fn estimate(&self, node: &Point) -> C {
        let to = |goal: &Point| self.problem.estimate_between(node, goal);
        if self.goals.len() <= FEW {
            let estimates = self.goals.iter().map(to);
            return estimates.min_by(C::order).unwrap_or(C::ZERO);
        }
        let [least, most] = self.corners;
        let nearest = Point::new(node.x.clamp(least.x, most.x), node.y.clamp(least.y, most.y));
        to(&nearest)
    }

    forward!(self.problem => fn estimate_hints(&self) -> Hints;);
}
