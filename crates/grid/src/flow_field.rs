//! [`FlowField`]: the path from every cell to the nearest goal.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;

use super::{End, GridCost, GridError, GridMap, GridProblem, MapMut, Movement, Point};
use astride::problem::Reversed;
use astride::{
    Cost, Dijkstra, Graph, NodeEvent, Observer, OneToAll, Path, Pathfinder, Problem, Query, Stats, Status, Stepper,
};

/// For every cell, the cost of a cheapest path to the nearest goal and the next step on it: one search for any number
/// of units.
///
/// Use a flow field if many units go to the same goals, or if goals stay put while units move: one search serves all
/// units, and each unit then finds its next step in O(1). For a single path to a goal, use [`AStar`](astride::AStar),
/// which expands fewer cells.
///
/// The search is Dijkstra's algorithm from the goals over the [reversed](Reversed) map, so that units pay for the
/// terrain of the cells that they enter. The field is a [`Stepper`]: [`run`](Stepper::run) computes the field in one
/// call, and [`run_for`](Stepper::run_for) in slices, until its status is [`Status::Found`]. Meanwhile, the field
/// returns the costs and steps found so far; costs may still fall. [`reset`](Self::reset) starts again with other goals
/// or another map, in the same memory. If the field owns its map, [`set_cost`](Self::set_cost) changes a cell, and then
/// only the affected paths are recomputed. Otherwise, [`is_current`](Self::is_current) returns whether the field still
/// matches a map. A [`WorldField`](super::WorldField) follows moving goals and changes to the map of a
/// [`GridWorld`](super::GridWorld).
///
/// `M` and `C` have the same meaning as in [`GridProblem`](super::GridProblem).
///
/// # Complexity
///
/// O(cells log cells) to compute, or O(cells) with integer costs on a map of terrain cost 1; about 13 bytes per cell
/// for `u32` costs. Looking up a cost or a step then takes O(1).
///
/// # Example
///
/// ```
/// use astride::{Status, Stepper};
/// use astride_grid::{FlowField, GridError, GridMap, Movement, Point};
///
/// let map: GridMap = "
///     ..9.
///     .##.
///     ....
/// ".parse()?;
/// let mut field = FlowField::new(&map, [Point::new(3, 0)], Movement::Four)?;
/// assert_eq!(field.run(), Status::Found);
/// let unit = Point::new(0, 0);
/// assert_eq!(field.cost(unit), Some(7));
/// assert_eq!(field.next(unit), Some(Point::new(0, 1)), "round the swamp");
/// let path = field.path_from(unit).unwrap();
/// println!("{} steps, cost {}", path.edges(), path.cost); // prints: 7 steps, cost 7
/// assert_eq!(path.nodes.len(), 8);
/// assert_eq!(field.cost(Point::new(1, 1)), None, "a wall");
///
/// // To the nearest of two.
/// field.reset(&map, [Point::new(3, 0), Point::new(0, 2)])?;
/// assert_eq!(field.run(), Status::Found);
/// assert_eq!(field.cost(unit), Some(2));
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// E. W. Dijkstra: *A note on two problems in connexion with graphs* (Numerische Mathematik 1, 1959). The idea that all
/// units of a crowd follow one such field is from *Continuum Crowds* by Treuille, Cooper and Popović (SIGGRAPH 2006).
#[doc(alias("flow field", "vector field", "goal map", "dijkstra map", "distance field"))]
#[derive(Clone)]
pub struct FlowField<M: Borrow<GridMap>, C: GridCost = u32> {
    search: Dijkstra<OneToAll<Reversed<GridProblem<M, C>>>, Arrows>,
    repair: Repair,
    /// Whether the search has not ended since it began, so that cells may not have been reached yet.
    is_partial: bool,
    /// The goals that have costs of their own, sorted, without duplicates.
    costs: Vec<(Point, C)>,
}

/// The work left after cells have changed, which is done one cell at a time before the search can continue.
#[derive(Clone, Default)]
struct Repair {
    /// The cells around each changed one, and those whose path has been withdrawn.
    cells: Vec<Point>,
    /// How many of these cells have passed their withdrawal on to the cells behind them.
    passed_on: usize,
    /// How many of these cells have been offered edges again, which begins when no path is left to withdraw.
    offered: usize,
}

impl Repair {
    /// Removes everything and keeps the memory.
    fn clear(&mut self) {
        self.cells.clear();
        (self.passed_on, self.offered) = (0, 0);
    }
}

/// The direction to take from each cell, noted during the search.
#[derive(Clone, Default)]
struct Arrows {
    width: u16,
    /// Row by row, the number of a direction, or [`NOWHERE`].
    directions: Vec<u8>,
}

/// The entry of a goal, and of a cell from which no goal can be reached.
const NOWHERE: u8 = u8::MAX;

impl Arrows {
    /// Removes all directions and makes room for those of this map.
    fn clear(&mut self, map: &GridMap) -> Result<(), GridError> {
        let cells = usize::from(map.width()) * usize::from(map.height());
        let more = cells.saturating_sub(self.directions.len());
        self.directions
            .try_reserve_exact(more)
            .map_err(|_| map.out_of_memory())?;
        self.width = map.width();
        self.directions.clear();
        self.directions.resize(cells, NOWHERE);
        Ok(())
    }

    fn cell(&self, point: Point) -> usize {
        usize::from(point.y) * usize::from(self.width) + usize::from(point.x)
    }

    fn set(&mut self, from: Point, to: Option<&Point>) {
        // The search goes from a cell to an adjacent one.
        let direction = to.and_then(|to| from.direction_to(*to));
        let cell = self.cell(from);
        if let Some(arrow) = self.directions.get_mut(cell) {
            *arrow = direction
                .and_then(|direction| u8::try_from(direction).ok())
                .unwrap_or(NOWHERE);
        }
    }

    fn next(&self, point: Point) -> Option<Point> {
        let direction = *self.directions.get(self.cell(point))?;
        point.step(direction.into())
    }
}

impl<C: Cost> Observer<Point, C> for Arrows {
    #[inline]
    fn opened(&mut self, event: NodeEvent<'_, Point, C>) {
        self.set(*event.node, event.parent);
    }

    #[inline]
    fn improved(&mut self, event: NodeEvent<'_, Point, C>, _: C) {
        self.set(*event.node, event.parent);
    }
}

impl<M: Borrow<GridMap>> FlowField<M> {
    /// Creates a field that leads to the nearest of the goals, with `u32` costs. Nothing is computed yet: until the
    /// field is [run](Stepper::run), [`next`](Self::next) and [`cost`](Self::cost) return `None` for cells that have
    /// not been reached.
    ///
    /// # Arguments
    ///
    /// `map`: the map, or a pointer to it. `goals`: free cells, at least one, in any order and with or without
    /// duplicates. `movement`: the movement rule.
    ///
    /// # Errors
    ///
    /// [`GridError::NoGoal`] if `goals` is empty; [`GridError::EndOutside`] or [`GridError::EndInWall`] for the first
    /// goal that is not a free cell; [`GridError::OutOfMemory`].
    ///
    /// # Example
    ///
    /// ```
    /// use astride::{Budget, Status, Stepper};
    /// use astride_grid::{FlowField, GridError, GridMap, Movement, Point};
    ///
    /// let map = GridMap::new(100, 100)?;
    /// let mut field = FlowField::new(&map, [Point::new(0, 0)], Movement::Eight)?;
    /// let mut frames = 1;
    /// while field.run_for(Budget::new().expansions(1000)) == Status::Running {
    ///     frames += 1;
    /// }
    /// assert_eq!((frames, field.status()), (11, Status::Found));
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn new(map: M, goals: impl IntoIterator<Item = Point>, movement: Movement) -> Result<Self, GridError> {
        Self::new_typed(map, goals, movement)
    }

    /// Creates a field in which each goal has a cost of its own: it leads to the goal for which the sum of this cost
    /// and the cost of the path is least. The sum is also the [`cost`](Self::cost) of a cell.
    ///
    /// A goal from which a path to another goal is cheaper than its own cost does not end paths. While a goal with a
    /// cost is in a wall, after [`set_cost`](Self::set_cost), it is ignored.
    ///
    /// # Errors
    ///
    /// As for [`new`](FlowField::new). If a cost is negative, infinite or not a number, the field
    /// is [`Failed`](Status::Failed).
    ///
    /// # Example
    ///
    /// Units flee from a predator: every cell is a goal, the cheaper the farther it is from the predator. With a factor
    /// of more than 1, here 6/5, it pays to run to the end of a corridor; with a larger one, units also run past nearer
    /// refuges.
    ///
    /// ```
    /// use astride::{Status, Stepper};
    /// use astride_grid::{FlowField, GridError, GridMap, Movement, Point};
    ///
    /// let map: GridMap = "
    ///     .........
    ///     ....@@@@@
    ///     ....@@@@@
    /// ".parse()?;
    /// let predator = Point::new(3, 1);
    /// let mut hunt = FlowField::new(&map, [predator], Movement::Eight)?;
    /// assert_eq!(hunt.run(), Status::Found);
    ///
    /// let farthest = map.points().filter_map(|cell| hunt.cost(cell)).max().unwrap();
    /// let refuges = map.points().filter_map(|cell| Some((cell, (farthest - hunt.cost(cell)?) * 6 / 5)));
    /// let mut flee = FlowField::new_with_costs(&map, refuges, Movement::Eight)?;
    /// assert_eq!(flee.run(), Status::Found);
    /// let refuge = |unit| flee.path_from(unit).unwrap().nodes.last().copied();
    /// assert_eq!(refuge(Point::new(4, 0)), Some(Point::new(8, 0)));
    /// assert_eq!(refuge(Point::new(2, 2)), Some(Point::new(0, 2)));
    /// # Ok::<(), GridError>(())
    /// ```
    ///
    /// # Source
    ///
    /// The idea of such fields is from *The Incredible Power of Dijkstra Maps* (`RogueBasin`, 2010), where distances
    /// are multiplied by −1.2.
    #[doc(alias("flee map", "safety map", "desire map"))]
    pub fn new_with_costs(
        map: M,
        goals: impl IntoIterator<Item = (Point, u32)>,
        movement: Movement,
    ) -> Result<Self, GridError> {
        Self::new_with_costs_typed(map, goals, movement)
    }
}

impl<M: Borrow<GridMap>, C: GridCost> FlowField<M, C> {
    /// Like [`new`](FlowField::new), for any [`GridCost`].
    ///
    /// # Errors
    ///
    /// As for [`new`](FlowField::new).
    pub fn new_typed(map: M, goals: impl IntoIterator<Item = Point>, movement: Movement) -> Result<Self, GridError> {
        Self::new_with_costs_typed(map, goals.into_iter().map(|goal| (goal, C::ZERO)), movement)
    }

    /// Like [`new_with_costs`](FlowField::new_with_costs), for any [`GridCost`].
    ///
    /// # Errors
    ///
    /// As for [`new_with_costs`](FlowField::new_with_costs).
    pub fn new_with_costs_typed(
        map: M,
        goals: impl IntoIterator<Item = (Point, C)>,
        movement: Movement,
    ) -> Result<Self, GridError> {
        let goals: Vec<(Point, C)> = goals.into_iter().collect();
        check_goals(map.borrow(), &goals)?;
        Self::new_unchecked(map, &goals, movement)
    }

    /// `goals` must not be empty. No path leads to a goal in a wall.
    pub(super) fn new_unchecked(map: M, goals: &[(Point, C)], movement: Movement) -> Result<Self, GridError> {
        let grid = map.borrow();
        let mut arrows = Arrows::default();
        arrows.clear(grid)?;
        let cells = grid.index_bound();
        let first = first_goal(goals);
        let steps = GridProblem::new_unchecked(map, first, first, movement);
        let search = Dijkstra::one_to_all(Reversed::new(steps), first);
        let mut field = Self {
            search: search.with_observer(arrows).with_capacity(cells),
            repair: Repair::default(),
            is_partial: true,
            costs: Vec::new(),
        };
        field.add_goals(goals);
        Ok(field)
    }

    /// Starts again with these goals on this map, in the same memory; [`run`](Stepper::run) or
    /// [`run_for`](Stepper::run_for) computes the field. After an error, the field is unchanged.
    ///
    /// # Errors
    ///
    /// As for [`new`](FlowField::new).
    ///
    /// # Example
    ///
    /// ```
    /// use astride::{Status, Stepper};
    /// use astride_grid::{FlowField, GridError, GridMap, Movement, Point};
    /// use std::rc::Rc;
    ///
    /// let mut map = Rc::new("...\n.#.\n".parse::<GridMap>()?);
    /// let goal = Point::new(2, 1);
    /// let mut field = FlowField::new(map.clone(), [goal], Movement::Four)?;
    /// assert_eq!(field.run(), Status::Found);
    /// assert_eq!(field.cost(Point::new(0, 1)), Some(4));
    ///
    /// // The field shares the map, so this change copies it first.
    /// Rc::make_mut(&mut map).set_free(Point::new(1, 1))?;
    /// assert!(!field.is_current(&map));
    /// field.reset(map.clone(), [goal])?;
    /// assert_eq!(field.run(), Status::Found);
    /// assert_eq!(field.cost(Point::new(0, 1)), Some(2));
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn reset(&mut self, map: M, goals: impl IntoIterator<Item = Point>) -> Result<(), GridError> {
        self.reset_with_costs(map, goals.into_iter().map(|goal| (goal, C::ZERO)))
    }

    /// Like [`reset`](Self::reset), to goals with [costs of their own](FlowField::new_with_costs).
    ///
    /// # Errors
    ///
    /// As for [`new_with_costs`](FlowField::new_with_costs).
    pub fn reset_with_costs(&mut self, map: M, goals: impl IntoIterator<Item = (Point, C)>) -> Result<(), GridError> {
        let goals: Vec<(Point, C)> = goals.into_iter().collect();
        check_goals(map.borrow(), &goals)?;
        self.reset_unchecked(map, &goals)
    }

    /// `goals` must not be empty.
    pub(super) fn reset_unchecked(&mut self, map: M, goals: &[(Point, C)]) -> Result<(), GridError> {
        self.search.observer_mut().clear(map.borrow())?;
        self.repair.clear();
        self.is_partial = true;
        let first = first_goal(goals);
        let steps = GridProblem::new_unchecked(map, first, first, self.movement());
        self.search.reset(Query::to_all(Reversed::new(steps), first));
        self.add_goals(goals);
        Ok(())
    }

    /// Opens all goals, of which the search opens the [first](first_goal) one by itself, at no cost.
    fn add_goals(&mut self, goals: &[(Point, C)]) {
        let first = self.search.problem().start();
        self.costs.clear();
        self.costs.extend(goals.iter().filter(|(_, cost)| !is_zero(cost)));
        let costs = &mut self.costs;
        costs.sort_unstable_by(|(goal, cost), (other, more)| goal.cmp(other).then_with(|| cost.order(more)));
        costs.dedup_by_key(|(goal, _)| *goal);
        if goals.iter().all(|(_, cost)| !is_zero(cost)) {
            let _ = self.search.next_node();
            self.search.withdraw(&first);
        }
        for (goal, cost) in goals {
            if *goal != first || !is_zero(cost) {
                self.search.add_start(*goal, *cost);
            }
        }
    }

    /// The cost of a goal that has one.
    fn goal_cost(&self, point: Point) -> Option<C> {
        let found = self.costs.binary_search_by_key(&point, |(goal, _)| *goal);
        Some(self.costs[found.ok()?].1)
    }

    /// The search behind the field, for example to inspect its open cells and the cell that it expanded last. The
    /// search runs from the goals to all other cells, so a cell's parent is the [`next`](Self::next) cell. While a
    /// field is being repaired, a cell with infinite cost is waiting for a new cost.
    ///
    /// ```
    /// use astride_grid::{FlowField, GridError, GridMap, Movement, Point};
    /// use astride::{Budget, Pathfinder, Status, Stepper};
    ///
    /// let mut field = FlowField::new(GridMap::new(3, 3)?, [Point::new(1, 1)], Movement::Four)?;
    /// assert_eq!(field.run_for(Budget::new().expansions(1)), Status::Running);
    /// assert_eq!(field.search().current(), Some(Point::new(1, 1)));
    /// assert_eq!(field.search().open_nodes().count(), 4);
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn search(&self) -> &(impl Pathfinder<Node = Point, Cost = C> + use<M, C>) {
        &self.search
    }

    /// Returns whether the map is the field's own [`map`](Self::map), or one is an unchanged copy of the other. O(1).
    pub fn is_current(&self, map: &GridMap) -> bool {
        self.map().cells.is(&map.cells)
    }

    /// The map.
    pub fn map(&self) -> &GridMap {
        self.steps().map()
    }

    /// The movement rule.
    pub fn movement(&self) -> Movement {
        self.steps().movement()
    }

    fn steps(&self) -> &GridProblem<M, C> {
        self.search.problem().graph().graph()
    }

    /// The cost of a cheapest path from the point to a goal, including the cost of the goal if it has one; otherwise 0
    /// for a goal. `None` if no path to a goal has been found (if the status is [`Status::Found`], there is none), and
    /// for points off the map or in walls. O(1).
    #[inline]
    pub fn cost(&self, point: Point) -> Option<C> {
        self.left(point).filter(|_| self.map().is_free(point))
    }

    /// The same, but 0 for a goal in a wall as well.
    #[inline]
    fn left(&self, point: Point) -> Option<C> {
        self.search.cost_to(&point)
    }

    /// The next cell on a cheapest path from the point to a goal. `None` at a goal, and if [`cost`](Self::cost) is
    /// `None`. O(1).
    #[inline]
    pub fn next(&self, point: Point) -> Option<Point> {
        if self.map().contains(point) {
            self.search.observer().next(point)
        } else {
            None
        }
    }

    /// Like [`next`](Self::next), but also leads a unit out of a wall: if the point is a wall, returns the next cell on
    /// a cheapest path that begins with a step that the movement rule would allow if the point were free. O(1).
    ///
    /// ```
    /// use astride::{Status, Stepper};
    /// use astride_grid::{FlowField, GridError, GridMap, Movement, Point};
    ///
    /// let map: GridMap = "...\n.#.\n".parse()?;
    /// let mut field = FlowField::new(&map, [Point::new(2, 0)], Movement::Four)?;
    /// assert_eq!(field.run(), Status::Found);
    /// let unit = Point::new(1, 1);
    /// assert_eq!((field.next(unit), field.next_lenient(unit)), (None, Some(Point::new(1, 0))));
    /// # Ok::<(), GridError>(())
    /// ```
    #[doc(alias("blocked start"))]
    pub fn next_lenient(&self, point: Point) -> Option<Point> {
        let map = self.map();
        if map.is_free(point) || !map.contains(point) {
            return self.next(point);
        }
        let steps = self.steps().steps_out(point);
        let ways = steps.filter_map(|(next, step)| Some((next, self.cost(next)?.plus(step)?)));
        ways.min_by(|(_, one), (_, other)| one.order(other))
            .map(|(next, _)| next)
    }

    /// A cheapest path from the point to a goal, starting with the point itself. `None` if [`cost`](Self::cost) is
    /// `None`, or while the path is being repaired. O(length).
    pub fn path_from(&self, point: Point) -> Option<Path<Point, C>> {
        let cost = self.cost(point)?;
        let nodes: Vec<Point> = core::iter::successors(Some(point), |point| self.next(*point)).collect();
        // A cell whose path has been withdrawn has no cost.
        self.cost(*nodes.last()?)?;
        Some(Path { nodes, cost })
    }

    /// Gives a cell of the field's map a terrain cost from 1 to 255, or makes it a wall if `cost` is 0. Then
    /// [`run`](Stepper::run) or [`run_for`](Stepper::run_for) repairs the field. Until then, costs may be outdated.
    /// [`next`](Self::next) never returns a step that the change forbids: if the next step from the changed cell or
    /// from one of its neighbours has become impossible or more expensive, it returns `None` for that cell until the
    /// cell has a new path.
    ///
    /// The repaired costs are those that a new field would have, but where there are several cheapest paths, the two
    /// fields may hold different ones.
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`]; [`GridError::EndInWall`] if a goal without a cost would become a wall. The field is then
    /// unchanged.
    ///
    /// # Complexity
    ///
    /// O(1). Then `run` goes through the cells whose cost changes and, if the changed cell becomes more expensive,
    /// those whose path leads through it. One step repairs one cell.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::{Status, Stepper};
    /// use astride_grid::{FlowField, GridError, GridMap, Movement, Point};
    ///
    /// let map: GridMap = "...\n.#.\n".parse()?;
    /// let mut field = FlowField::new(map, [Point::new(2, 1)], Movement::Four)?;
    /// assert_eq!(field.run(), Status::Found);
    /// assert_eq!(field.cost(Point::new(0, 1)), Some(4));
    /// field.set_cost(Point::new(1, 1), 1)?;
    /// assert_eq!(field.run(), Status::Found);
    /// assert_eq!(field.cost(Point::new(0, 1)), Some(2));
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn set_cost(&mut self, point: Point, cost: u8) -> Result<(), GridError>
    where
        M: MapMut,
    {
        self.map().check_inside(point)?;
        let is_first = self.search.problem().start() == point && self.goal_cost(point).is_none();
        if cost == 0 && (is_first || self.left(point).is_some_and(|left| is_zero(&left))) {
            let end = End::Goal;
            return Err(GridError::EndInWall { end, point });
        }
        self.set_cost_unchecked(point, cost)
    }

    /// A goal may become a wall, and be freed again.
    pub(super) fn set_cost_unchecked(&mut self, point: Point, cost: u8) -> Result<(), GridError>
    where
        M: MapMut,
    {
        self.search.repair().graph_mut().graph_mut().set_cost(point, cost)?;

        // A wall also changes the diagonal steps past it.
        let around: Vec<Point> = self.map().around(point).chain([point]).collect();
        let is_more_expensive = |cell: &Point| {
            let (Some(cost), Some(next)) = (self.left(*cell), self.next(*cell)) else {
                return false;
            };
            let mut edges = self.steps().successors(cell);
            let edge = edges.find(|(to, _)| *to == next).map(|(_, edge)| edge);
            let now = edge.and_then(|edge| self.left(next)?.plus(edge));
            now.is_none_or(|now| cost.is_less(&now))
        };
        let more_expensive: Vec<Point> = around.iter().copied().filter(is_more_expensive).collect();
        for cell in more_expensive {
            self.take_back(cell);
        }
        // A field that has failed is not repaired, so the cells would pile up.
        if self.search.status().is_running() {
            self.repair.cells.extend(around);
        }
        Ok(())
    }

    /// Forgets the path from a cell. [`Repair`] later handles the cells behind it.
    fn take_back(&mut self, cell: Point) {
        self.search.withdraw(&cell);
        self.search.observer_mut().set(cell, None);
    }

    /// Does the next part of the repair. Returns whether there was anything to do.
    fn repair_cell(&mut self) -> bool {
        if let Some(cell) = self.repair.cells.get(self.repair.passed_on).copied() {
            self.repair.passed_on += 1;
            if self.left(cell).is_none() {
                let around = self.map().around(cell);
                let behind: Vec<Point> = around.filter(|other| self.next(*other) == Some(cell)).collect();
                for cell in behind {
                    self.take_back(cell);
                    self.repair.cells.push(cell);
                }
            }
            return true;
        }
        let Some(cell) = self.repair.cells.get(self.repair.offered).copied() else {
            self.repair.clear();
            return false;
        };
        self.repair.offered += 1;
        if let Some(cost) = self.goal_cost(cell) {
            self.search.add_start(cell, cost);
        }
        self.offer_edges(cell);
        if self.is_partial {
            // An expanded cell has left out its step to a cell that another one was to reach as cheaply. If the path of
            // the other one was withdrawn before that happened, no search makes up for the step.
            let around: Vec<Point> = self.map().around(cell).collect();
            for cell in around {
                self.offer_edges(cell);
            }
        }
        true
    }

    /// Offers a cell all of its steps to cells with a path.
    fn offer_edges(&mut self, cell: Point) {
        let edges = self.steps().successors(&cell).enumerate();
        let edges: Vec<_> = edges.filter(|(_, (next, _))| self.left(*next).is_some()).collect();
        for (place, (next, edge)) in edges {
            self.search.offer(cell, &next, edge, place);
        }
    }
}

fn is_zero<C: Cost>(cost: &C) -> bool {
    cost.order(&C::ZERO).is_eq()
}

/// A goal without a cost of its own, if there is one. There must be a goal.
fn first_goal<C: Cost>(goals: &[(Point, C)]) -> Point {
    let free = goals.iter().find(|(_, cost)| is_zero(cost));
    free.unwrap_or(&goals[0]).0
}

fn check_goals<C>(map: &GridMap, goals: &[(Point, C)]) -> Result<(), GridError> {
    let goals: Vec<Point> = goals.iter().map(|(goal, _)| *goal).collect();
    map.check_ends(None, &goals, false)
}

impl<M: Borrow<GridMap>, C: GridCost> Stepper for FlowField<M, C> {
    fn step(&mut self) -> Status {
        if self.repair_cell() {
            return self.search.status();
        }
        let status = self.search.step();
        self.is_partial &= status.is_running();
        status
    }

    fn status(&self) -> Status {
        self.search.status()
    }

    fn stats(&self) -> Stats {
        self.search.stats()
    }
}

impl<M: Borrow<GridMap>, C: GridCost> fmt::Debug for FlowField<M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FlowField")
            .field("map", self.map())
            .field("movement", &self.movement())
            .field("status", &self.status())
            .field("expanded", &self.stats().expanded)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_has_failed_keeps_no_cells_to_repair() {
        let map = GridMap::from_fn(20_000, 1, |_| 255).unwrap();
        let mut field = FlowField::new(map, [Point::new(0, 0)], Movement::Eight).unwrap();
        assert!(matches!(field.run(), Status::Failed(_)));
        for cost in [0, 255] {
            field.set_cost(Point::new(9, 0), cost).unwrap();
            assert_eq!(field.repair.cells, []);
        }
    }
}
