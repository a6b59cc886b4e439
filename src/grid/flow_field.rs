//! [`FlowField`]: from every cell the way to the nearest goal.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;

use super::movement::DIRECTIONS;
use super::{GridCost, GridError, GridMap, Movement, Point, ReversedGrid};
use crate::{Budget, Cost, Dijkstra, Observer, OneToAll, Path, Stats, Status};

/// From every cell the cost of the way to the nearest goal, and the next step of it: one search, for any number of units.
///
/// Dijkstra's algorithm from the goals over the [map turned round](ReversedGrid), so that terrain is charged as it is on
/// the way to the goal: on entering a cell. [`new`](Self::new) does it at once; [`begin`](Self::begin) and
/// [`run_for`](Self::run_for) in slices. [`reset`](Self::reset) begins anew, with other goals or another map, in the same
/// memory.
///
/// `M` is whatever lends a map, as for [`GridProblem`](super::GridProblem), and `C` what paths are counted in.
///
/// # Complexity
///
/// O(cells), and about 17 bytes a cell with `u32` costs; then O(1) for a cost or a step.
///
/// # Example
///
/// ```
/// use astride::grid::{FlowField, GridError, GridMap, Movement, Point};
///
/// let map: GridMap = "
///     ..9.
///     .##.
///     ....
/// ".parse()?;
/// let field = FlowField::new(&map, [Point::new(3, 0)], Movement::Four)?;
/// let unit = Point::new(0, 0);
/// assert_eq!(field.cost(unit), Some(7));
/// assert_eq!(field.next(unit), Some(Point::new(0, 1)), "round the swamp");
/// assert_eq!(field.path_from(unit).unwrap().nodes.len(), 8);
/// assert_eq!(field.cost(Point::new(1, 1)), None, "a wall");
///
/// // To the nearest of two.
/// let field = FlowField::new(&map, [Point::new(3, 0), Point::new(0, 2)], Movement::Four)?;
/// assert_eq!(field.cost(unit), Some(2));
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// E. W. Dijkstra: *A note on two problems in connexion with graphs* (Numerische Mathematik 1, 1959). That all units of a
/// crowd may follow one such field is from A. Treuille, S. Cooper, Z. Popović: *Continuum Crowds* (SIGGRAPH 2006).
#[derive(Clone)]
pub struct FlowField<M: Borrow<GridMap>, C: GridCost = u32> {
    search: Dijkstra<OneToAll<ReversedGrid<M, C>>, Arrows>,
}

/// Which way to go from each cell: notes what the search finds out.
#[derive(Clone, Debug, Default)]
struct Arrows {
    width: u16,
    /// Row by row, a direction's number, or [`NOWHERE`].
    directions: Vec<u8>,
}

/// At a goal, and where no goal can be reached.
const NOWHERE: u8 = u8::MAX;

impl Arrows {
    /// Forgets everything, for a map of that size.
    fn clear(&mut self, map: &GridMap) -> Result<(), GridError> {
        let (width, height) = (usize::from(map.width()), usize::from(map.height()));
        let more = (width * height).saturating_sub(self.directions.len());
        self.directions
            .try_reserve_exact(more)
            .map_err(|_| GridError::OutOfMemory { width, height })?;
        self.width = map.width();
        self.directions.clear();
        self.directions.resize(width * height, NOWHERE);
        Ok(())
    }

    fn cell(&self, point: Point) -> usize {
        usize::from(point.y) * usize::from(self.width) + usize::from(point.x)
    }

    fn set(&mut self, from: Point, to: Option<&Point>) {
        let direction = to.map_or(NOWHERE, |to| {
            // The search goes from a cell to one beside it.
            let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
            let found = (0..)
                .zip(DIRECTIONS)
                .find(|(_, (x, y))| (dx, dy) == ((*x).into(), (*y).into()));
            found.map_or(NOWHERE, |(direction, _)| direction)
        });
        let cell = self.cell(from);
        if let Some(arrow) = self.directions.get_mut(cell) {
            *arrow = direction;
        }
    }

    fn next(&self, point: Point) -> Option<Point> {
        let direction = *self.directions.get(self.cell(point))?;
        let (dx, dy) = *DIRECTIONS.get(usize::from(direction))?;
        Some(Point {
            x: point.x.checked_add_signed(dx.into())?,
            y: point.y.checked_add_signed(dy.into())?,
        })
    }
}

impl<C: Cost> Observer<Point, C> for Arrows {
    #[inline]
    fn opened(&mut self, node: &Point, parent: Option<&Point>, _: C) {
        self.set(*node, parent);
    }

    #[inline]
    fn improved(&mut self, node: &Point, parent: Option<&Point>, _: C, _: C) {
        self.set(*node, parent);
    }
}

impl<M: Borrow<GridMap>> FlowField<M> {
    /// The field towards the nearest of the goals, counted in `u32`.
    ///
    /// # Arguments
    ///
    /// `map`: the map, or a pointer to it. `movement`: which steps are allowed. `goals`: free cells, at least one, in any
    /// order; a cell that is there twice is one goal.
    ///
    /// # Errors
    ///
    /// [`GridError::NoGoal`] where there is none; [`GridError::EndOutside`] or [`GridError::EndInWall`] for the first goal
    /// that is not a free cell; [`GridError::Failed`] where a path costs more than `u32` holds, or without memory.
    pub fn new(map: M, goals: impl IntoIterator<Item = Point>, movement: Movement) -> Result<Self, GridError> {
        Self::new_typed(map, goals, movement)
    }
}

impl<M: Borrow<GridMap>, C: GridCost> FlowField<M, C> {
    /// As [`new`](FlowField::new), counted in any [`GridCost`].
    ///
    /// # Errors
    ///
    /// As for [`new`](FlowField::new).
    pub fn new_typed(map: M, goals: impl IntoIterator<Item = Point>, movement: Movement) -> Result<Self, GridError> {
        let mut field = Self::begin(map, goals, movement)?;
        match field.search.run() {
            Status::Failed(error) => Err(GridError::Failed(error)),
            _ => Ok(field),
        }
    }

    /// A field that is not computed yet: [`run_for`](Self::run_for) does it, a slice a call. Meanwhile it knows the costs
    /// and steps that it has found so far; a cost may still fall.
    ///
    /// # Errors
    ///
    /// As for [`new`](FlowField::new), but for the failures, which are `run_for`'s to tell.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::grid::{FlowField, GridError, GridMap, Movement, Point};
    /// use astride::{Budget, Status};
    ///
    /// let map = GridMap::new(100, 100)?;
    /// let mut field = FlowField::<_, u32>::begin(&map, [Point::new(0, 0)], Movement::Eight)?;
    /// let mut frames = 1;
    /// while field.run_for(Budget::new().expansions(1000)) == Status::Running {
    ///     frames += 1;
    /// }
    /// assert_eq!((frames, field.status()), (11, Status::Exhausted));
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn begin(map: M, goals: impl IntoIterator<Item = Point>, movement: Movement) -> Result<Self, GridError> {
        let goals: Vec<Point> = goals.into_iter().collect();
        let grid = map.borrow();
        grid.check_ends(None, &goals)?;
        let mut arrows = Arrows::default();
        arrows.clear(grid)?;
        let cells = (usize::from(grid.width()) + 1) * usize::from(grid.height());
        let search = Dijkstra::one_to_all(ReversedGrid::new_typed(map, movement), goals[0]);
        let mut field = Self {
            search: search.observe(arrows).with_capacity(cells),
        };
        field.add_goals(&goals[1..]);
        Ok(field)
    }

    /// Begins anew with these goals on this map, in the same memory: [`run`](Self::run) or [`run_for`](Self::run_for)
    /// computes it. After an error the field is as it was.
    ///
    /// # Errors
    ///
    /// As for [`begin`](Self::begin).
    ///
    /// # Example
    ///
    /// ```
    /// use astride::Status;
    /// use astride::grid::{FlowField, GridError, GridMap, Movement, Point};
    /// use std::rc::Rc;
    ///
    /// let mut map = Rc::new("...\n.#.\n".parse::<GridMap>()?);
    /// let goal = Point::new(2, 1);
    /// let mut field = FlowField::new(map.clone(), [goal], Movement::Four)?;
    /// assert_eq!(field.cost(Point::new(0, 1)), Some(4));
    ///
    /// // The field holds the map, so that it cannot change under it; this copies it once.
    /// Rc::make_mut(&mut map).set_free(Point::new(1, 1))?;
    /// field.reset(map.clone(), [goal])?;
    /// assert_eq!(field.run(), Status::Exhausted);
    /// assert_eq!(field.cost(Point::new(0, 1)), Some(2));
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn reset(&mut self, map: M, goals: impl IntoIterator<Item = Point>) -> Result<(), GridError> {
        let goals: Vec<Point> = goals.into_iter().collect();
        map.borrow().check_ends(None, &goals)?;
        self.search.observer_mut().clear(map.borrow())?;
        let graph = ReversedGrid::new_typed(map, self.movement());
        self.search.reset(OneToAll::new(graph, goals[0]));
        self.add_goals(&goals[1..]);
        Ok(())
    }

    fn add_goals(&mut self, others: &[Point]) {
        for goal in others {
            self.search.add_start(*goal, C::ZERO);
        }
    }

    /// Computes the field to its end: [`Status::Exhausted`], that is, every cell has been reached that can be, or
    /// [`Status::Failed`].
    pub fn run(&mut self) -> Status {
        self.search.run()
    }

    /// Computes the field until it is done or the budget is used up: then it answers [`Status::Running`].
    pub fn run_for(&mut self, budget: Budget) -> Status {
        self.search.run_for(budget)
    }

    /// [`Status::Exhausted`] once all is computed.
    pub fn status(&self) -> Status {
        self.search.status()
    }

    /// What the search has done so far.
    pub fn stats(&self) -> Stats {
        self.search.stats()
    }

    /// The map.
    pub fn map(&self) -> &GridMap {
        self.graph().map()
    }

    /// Which steps are allowed.
    pub fn movement(&self) -> Movement {
        self.graph().movement()
    }

    fn graph(&self) -> &ReversedGrid<M, C> {
        self.search.problem().graph()
    }

    /// What the cheapest path from the point to a goal costs, 0 for a goal. `None` where no goal can be reached, and for
    /// points off the map and in walls. O(1).
    #[inline]
    pub fn cost(&self, point: Point) -> Option<C> {
        self.search.cost_to(&point)
    }

    /// Where to step from the point, on a cheapest path to a goal. `None` at a goal, and where [`cost`](Self::cost) is
    /// `None`. O(1).
    #[inline]
    pub fn next(&self, point: Point) -> Option<Point> {
        if self.map().contains(point) {
            self.search.observer().next(point)
        } else {
            None
        }
    }

    /// A cheapest path from the point to a goal, the point itself first. `None` where [`cost`](Self::cost) is. O(length).
    pub fn path_from(&self, point: Point) -> Option<Path<Point, C>> {
        let cost = self.cost(point)?;
        let nodes = core::iter::successors(Some(point), |point| self.next(*point)).collect();
        Some(Path { nodes, cost })
    }
}

/// The size alone: the cells would be too much.
impl<M: Borrow<GridMap>, C: GridCost> fmt::Debug for FlowField<M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlowField")
            .field("map", self.map())
            .field("movement", &self.movement())
            .field("status", &self.status())
            .finish_non_exhaustive()
    }
}
