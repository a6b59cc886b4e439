//! [`GridProblem`]: from one cell of a map to another.

use alloc::vec::Vec;
use core::borrow::{Borrow, BorrowMut};

use super::ends::between_cells;
use super::estimate::Gauge;
use super::movement::{DIRECTIONS, FIRST_DIAGONAL};
use super::numbers::Numbers;
use super::pruning::{Pruning, UNKNOWN};
use super::{Estimate, GridCost, GridError, GridMap, Movement, Point};
use astride::search::{Course, Replanning, Search};
use astride::traits::{Consistency, Hints, NoSuchNode, Reached};
use astride::{Graph, Heuristic, Observer, Problem, ReverseGraph};

/// The problem of getting from one cell of a map to another, a [`Problem`] with an admissible estimate.
///
/// `M` is a [`GridMap`] or a pointer to one, such as `&GridMap` or `Rc<GridMap>`. `C` is the type of the costs: see
/// [`GridCost`].
///
/// A step costs [`C::straight`](GridCost::straight) or [`C::diagonal`](GridCost::diagonal) times the terrain cost of
/// the cell that it enters. Successors come in a fixed order: up, right, down, left, then up-right, down-right,
/// down-left, up-left. [`Graph::index`] numbers the cells, so searches need not hash points. An additional start that
/// is in a wall is a dead end, and one off the map makes the search fail.
///
/// A search fails with an error if a path costs more than `C` can hold; see [`GridCost`] for the limits.
///
/// # Example
///
/// ```
/// use astride_grid::{GridError, GridMap, GridProblem, Movement, Point};
/// use astride::{Graph, Heuristic, Problem};
///
/// let map: GridMap = "\
///     ....
///     .#2.
///     ....".parse()?;
/// let problem = GridProblem::new(&map, Point::new(0, 0), Point::new(3, 2), Movement::Eight)?;
///
/// let successors: Vec<_> = problem.successors(&Point::new(2, 0)).collect();
/// assert_eq!(successors, [
///     (Point::new(3, 0), 985),
///     (Point::new(2, 1), 2 * 985),
///     (Point::new(1, 0), 985),
///     (Point::new(3, 1), 1393),
/// ]);
/// assert_eq!(problem.estimate(&problem.start()), 2 * 1393 + 985);
/// assert!(problem.is_goal(&Point::new(3, 2)));
/// # Ok::<(), GridError>(())
/// ```
#[derive(Clone, Copy)]
pub struct GridProblem<M, C = u32> {
    map: M,
    start: Point,
    goal: Point,
    movement: Movement,
    estimate: Estimate,
    gauge: Gauge<C>,
    /// The allowed steps for each neighbour byte.
    table: &'static [u8; 256],
    steps: StepCosts<C>,
    /// The numbers of the map's cells, for [`Graph::index`].
    pub(super) numbers: Numbers,
    /// The offsets from the index of a cell to those of its neighbours, added with wrapping.
    offsets: [usize; 8],
    /// The steps worth taking, for each direction of arrival and neighbour byte: see [`Graph::visit_successors`].
    onward: &'static Pruning,
    /// The same, for a search that keeps only cheapest paths.
    canonical: &'static Pruning,
    /// Whether paths may begin in a wall.
    pub(super) leaves_wall: bool,
}

impl<M: Borrow<GridMap>> GridProblem<M> {
    /// The problem of getting from `start` to `goal`, with `u32` costs and the strongest admissible estimate.
    ///
    /// # Arguments
    ///
    /// `map`: the map, or a pointer to it. `start` and `goal`: free cells of the map. `movement`: the movement rule.
    ///
    /// # Errors
    ///
    /// [`GridError::EndOutside`] or [`GridError::EndInWall`] if an end is not a free cell; the start is checked first.
    ///
    /// # Complexity
    ///
    /// O(1).
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::{End, GridError, GridMap, GridProblem, Movement, Point};
    ///
    /// let map: GridMap = "..#".parse()?;
    /// let goal = Point::new(2, 0);
    /// let error = GridProblem::new(&map, Point::new(0, 0), goal, Movement::Four).unwrap_err();
    /// assert_eq!(error, GridError::EndInWall { end: End::Goal, point: goal });
    /// assert_eq!(error.to_string(), "the goal 2,0 is in a wall");
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn new(map: M, start: Point, goal: Point, movement: Movement) -> Result<Self, GridError> {
        Self::new_typed(map, start, goal, movement)
    }

    /// Like [`new`](GridProblem::new), but either end may be a wall.
    ///
    /// - From a start in a wall, a unit can take every step that the movement rule would allow if the start were free.
    ///   (The rule checks the cells beside a diagonal step as usual.) For all other steps, the start remains a wall.
    /// - No step enters a goal in a wall, so the search ends as [`Exhausted`](astride::Status::Exhausted), and
    ///   [`best_effort_path`](astride::search::Search::best_effort_path) leads to the reachable cell with the least
    ///   estimate. To do without expanding every reachable cell, find the goal with
    ///   [`Components::nearest_connected`](super::Components::nearest_connected).
    ///
    /// # Errors
    ///
    /// [`GridError::EndOutside`] if an end is off the map; the start is checked first.
    ///
    /// # Complexity
    ///
    /// O(1).
    ///
    /// # Example
    ///
    /// ```
    /// use astride::{AStar, Status};
    /// use astride_grid::{GridError, GridMap, GridProblem, Movement, Point};
    ///
    /// let map: GridMap = "
    ///     #....
    ///     #..##
    ///     ...##
    /// ".parse()?;
    /// let (unit, clicked) = (Point::new(0, 0), Point::new(4, 2)); // both are walls
    /// let mut search = AStar::new(GridProblem::new_lenient(&map, unit, clicked, Movement::Four)?);
    /// assert_eq!(search.run(), Status::Exhausted);
    /// let path = search.best_effort_path().unwrap();
    /// assert_eq!((path.cost, path.nodes.last()), (4, Some(&Point::new(2, 2))));
    /// # Ok::<(), GridError>(())
    /// ```
    #[doc(alias("blocked goal", "blocked start", "nearest reachable"))]
    pub fn new_lenient(map: M, start: Point, goal: Point, movement: Movement) -> Result<Self, GridError> {
        Self::new_lenient_typed(map, start, goal, movement)
    }
}

impl<M: Borrow<GridMap>, C: GridCost> GridProblem<M, C> {
    /// Like [`new`](GridProblem::new), for any [`GridCost`].
    ///
    /// # Errors
    ///
    /// As for [`new`](GridProblem::new).
    ///
    /// # Example
    ///
    /// ```
    /// use astride::Heuristic;
    /// use astride_grid::{GridError, GridMap, GridProblem, Movement, Point};
    ///
    /// let map = GridMap::new(8, 8)?;
    /// let (start, goal) = (Point::new(0, 0), Point::new(7, 7));
    /// let problem = GridProblem::<_, f64>::new_typed(&map, start, goal, Movement::Eight)?;
    /// assert!((problem.estimate(&start) - 98_f64.sqrt()).abs() < 1e-9);
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn new_typed(map: M, start: Point, goal: Point, movement: Movement) -> Result<Self, GridError> {
        map.borrow().check_ends(Some(start), &[goal], false)?;
        Ok(Self::new_unchecked(map, start, goal, movement))
    }

    /// Like [`new_lenient`](GridProblem::new_lenient), for any [`GridCost`].
    ///
    /// # Errors
    ///
    /// As for [`new_lenient`](GridProblem::new_lenient).
    pub fn new_lenient_typed(map: M, start: Point, goal: Point, movement: Movement) -> Result<Self, GridError> {
        map.borrow().check_ends(Some(start), &[goal], true)?;
        Ok(Self {
            leaves_wall: true,
            ..Self::new_unchecked(map, start, goal, movement)
        })
    }

    /// Does not check the ends: nothing can be reached from a wall, and a wall is never reached.
    pub(super) fn new_unchecked(map: M, start: Point, goal: Point, movement: Movement) -> Self {
        let cells: &GridMap = map.borrow();
        let estimate = Estimate::strongest(movement);
        let gauge = Gauge::new(estimate, movement, cells);
        let steps = StepCosts::new(movement, cells);
        let numbers = Numbers::new(cells.width(), cells.height());
        let offsets = DIRECTIONS.map(|direction| cells.offset(direction));
        let (onward, canonical) = tables(movement, steps.is_uniform);
        Self {
            offsets,
            onward,
            canonical,
            map,
            start,
            goal,
            movement,
            estimate,
            gauge,
            table: movement.table(),
            steps,
            numbers,
            leaves_wall: false,
        }
    }

    /// Replaces the estimate.
    ///
    /// # Errors
    ///
    /// [`GridError::Inadmissible`] if the estimate can exceed the true cost under this movement rule.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::{Estimate, GridError, GridMap, GridProblem, Movement, Point};
    ///
    /// let map = GridMap::new(8, 8)?;
    /// let problem = GridProblem::new(&map, Point::new(0, 0), Point::new(7, 7), Movement::Eight)?;
    /// assert!(problem.with_estimate(Estimate::Euclidean).is_ok());
    /// let (estimate, movement) = (Estimate::Manhattan, Movement::Eight);
    /// assert_eq!(problem.with_estimate(estimate).unwrap_err(), GridError::Inadmissible { estimate, movement });
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn with_estimate(mut self, estimate: Estimate) -> Result<Self, GridError> {
        self.gauge = Gauge::checked(estimate, self.movement, self.map())?;
        self.estimate = estimate;
        Ok(self)
    }

    /// The movement rule.
    #[inline]
    pub fn movement(&self) -> Movement {
        self.movement
    }

    /// The kind of estimate that [`Heuristic::estimate`] computes.
    #[inline]
    pub fn kind_of_estimate(&self) -> Estimate {
        self.estimate
    }

    #[inline]
    fn measure(&self, from: Point, to: Point) -> C {
        self.gauge.measure(from, to)
    }

    /// The direction of the step from one cell to another, or [`UNKNOWN`] if that is not a step.
    #[inline]
    fn direction_between(&self, from: usize, to: usize) -> usize {
        let step = to.wrapping_sub(from);
        let found = self.offsets.iter().position(|offset| *offset == step);
        found.unwrap_or(UNKNOWN)
    }

    /// The steps out of a cell, even if it is a wall. The cell must be on the map.
    pub(super) fn steps_out(&self, from: Point) -> Steps<'_, C> {
        let map = self.map();
        Steps::new(map, self.steps, from, self.table[usize::from(map.bits(from))])
    }

    /// The free neighbours of a cell that may be the start, as bits. A start in a wall may have some as well.
    #[inline]
    fn free_around(&self, point: Point, number: usize) -> u8 {
        match self.map().neighbours_of(number) {
            0 if self.leaves_wall && point == self.start => self.map().bits(point),
            free => free,
        }
    }

    /// Visits the neighbours of a cell that are worth a step, given the costs of the steps. Steps from a start in a
    /// wall are visited if `may_leave_wall` is set.
    #[inline]
    fn visit_steps(
        &self,
        from: Point,
        costs: &StepCosts<C>,
        reached: Reached<'_, Point>,
        may_leave_wall: bool,
        mut visit: impl FnMut(Point, Option<usize>, C),
    ) {
        let number = reached.index.unwrap_or_else(|| self.numbers.number(from));
        let (arrival, free) = match reached.parent_index {
            Some(parent) => (self.direction_between(parent, number), self.map().neighbours_of(number)),
            // No step leads to a start in a wall.
            None if may_leave_wall => (UNKNOWN, self.free_around(from, number)),
            None => (UNKNOWN, self.map().neighbours_of(number)),
        };
        let tables = if reached.keeps_cheapest {
            self.canonical
        } else {
            self.onward
        };
        let left = tables[arrival][usize::from(free)];
        self.visit_directions(from, number, costs, left, |_, to, number, cost| {
            visit(to, Some(number), cost);
        });
    }

    /// Visits the neighbours in the directions whose bits are set, all of which are on the map, each with the
    /// direction, its number and the cost of the step.
    #[inline]
    fn visit_directions(
        &self,
        from: Point,
        number: usize,
        costs: &StepCosts<C>,
        directions: u8,
        mut visit: impl FnMut(usize, Point, usize, C),
    ) {
        let mut left = u32::from(directions);
        while left != 0 {
            let direction = left.trailing_zeros() as usize;
            left &= left - 1;
            let (to, cost) = costs.step(self.map(), from, direction);
            visit(direction, to, number.wrapping_add(self.offsets[direction & 7]), cost);
        }
    }

    /// Visits all steps from a cell, or those in some directions, each with the direction, the cell that it leads to,
    /// the number of that cell and the cost of the step.
    #[inline]
    pub(super) fn visit_all_steps(
        &self,
        from: Point,
        number: usize,
        directions: u8,
        visit: impl FnMut(usize, Point, usize, C),
    ) {
        let allowed = self.table[usize::from(self.free_around(from, number))];
        self.visit_directions(from, number, &self.steps, allowed & directions, visit);
    }
}

between_cells!(GridProblem, GridMap, Point, GridCost, "cell"; movement, estimate);

impl<M: Borrow<GridMap>, C: GridCost> Graph for GridProblem<M, C> {
    type Node = Point;
    type Cost = C;

    #[inline]
    fn successors(&self, node: &Point) -> impl Iterator<Item = (Point, C)> {
        let free = self.free_around(*node, self.numbers.number(*node));
        Steps::new(self.map(), self.steps, *node, self.table[usize::from(free)])
    }

    /// Prefers reopening if all terrain costs are the same: on such maps, weighted A\* with a weight of 2 takes 0.5 to
    /// 0.7 times as long with reopening as without.
    #[inline]
    fn hints(&self) -> Hints {
        Hints::NONE.preferring_reopening(self.steps.is_uniform)
    }

    /// `y * (width + 1) + x`: because of the extra column, no point off the map has the number of a cell.
    #[inline]
    fn index(&self, node: &Point) -> Option<usize> {
        Some(self.numbers.number(*node))
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<Point> {
        Some(self.numbers.point(index))
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        Some(self.map.borrow().index_bound())
    }

    fn check_node(&self, node: &Point) -> Result<(), NoSuchNode> {
        NoSuchNode::unless(self.map().contains(*node), node)
    }

    /// Leaves out the cells that the parent's expansion has reached at least as cheaply as steps from this cell would.
    /// If the search keeps only cheapest paths and all terrain costs are the same, one order of steps is enough:
    /// diagonal ones before straight ones (with [`Movement::Four`], horizontal ones before vertical ones), unless a
    /// wall is in the way.
    ///
    /// N. R. Sturtevant, S. Rabin: *Canonical Orderings on Grids* (IJCAI 2016).
    #[inline]
    fn visit_successors(&self, node: &Point, reached: Reached<'_, Point>, visit: impl FnMut(Point, Option<usize>, C)) {
        self.visit_steps(*node, &self.steps, reached, true, visit);
    }
}

impl<M: Borrow<GridMap>, C: GridCost> Heuristic for GridProblem<M, C> {
    #[inline]
    fn estimate(&self, node: &Point) -> C {
        self.measure(*node, self.goal)
    }

    /// A step changes the estimate by at most the step's cost on the cheapest terrain, in either direction. Prefers the
    /// node opened last if costs are integers, and terrain costs are all the same and small.
    #[inline]
    fn estimate_hints(&self) -> Hints {
        let has_narrow_keys = self.steps.have_narrow_keys();
        Hints::NONE
            .with_consistency(Consistency::BothWays)
            .preferring_last_in(has_narrow_keys)
    }
}

impl<M: Borrow<GridMap>, C: GridCost> ReverseGraph for GridProblem<M, C> {
    #[inline]
    fn predecessors(&self, node: &Point) -> impl Iterator<Item = (Point, C)> {
        let map = self.map();
        // Whether a step is allowed depends on the cells beside it, which are the same in both directions.
        let allowed = self.table[usize::from(map.neighbours(*node))];
        Steps::new(map, self.steps.into_cell(map.factor(*node)), *node, allowed).chain(self.step_from_wall(*node))
    }

    #[inline]
    fn visit_predecessors(
        &self,
        node: &Point,
        reached: Reached<'_, Point>,
        mut visit: impl FnMut(Point, Option<usize>, C),
    ) {
        // In this direction as well, a straight step never costs more than a detour.
        let steps = self.steps.into_cell(self.map().factor(*node));
        self.visit_steps(*node, &steps, reached, false, &mut visit);
        if let Some((start, cost)) = self.step_from_wall(*node) {
            visit(start, self.index(&start), cost);
        }
    }
}

/// A map that can be changed: a [`GridMap`], a `Box` of one, or a mutable reference to one.
///
/// The methods `set_cost` of fields, problems and searches require such a map. If a search holds `&map` or an `Rc`
/// instead, the compiler explains that the search has to own the map or a copy of it.
///
/// ```compile_fail,E0277
/// use astride_grid::{FlowField, GridMap, Movement, Point};
///
/// let map = GridMap::new(2, 2)?;
/// let mut field = FlowField::new(&map, [Point::new(0, 0)], Movement::Four)?;
/// field.set_cost(Point::new(1, 1), 0)?; // compiles for `FlowField::new(map.clone(), …)`
/// # Ok::<(), astride_grid::GridError>(())
/// ```
///
/// ```compile_fail,E0277
/// use astride::DStarLite;
/// use astride_grid::{ChangeCells, GridMap, GridProblem, Movement, Point};
///
/// let map = GridMap::new(2, 2)?;
/// let problem = GridProblem::new(&map, Point::new(0, 0), Point::new(1, 1), Movement::Four)?;
/// DStarLite::new(problem).set_cost(Point::new(1, 0), 0)?; // compiles for `GridProblem::new(map.clone(), …)`
/// # Ok::<(), astride_grid::GridError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a map held as `{Self}` cannot be changed: pass the `GridMap` itself, or `map.clone()`",
    label = "has to own its map"
)]
pub trait MapMut: BorrowMut<GridMap> {}

#[diagnostic::do_not_recommend]
impl<M: BorrowMut<GridMap>> MapMut for M {}

impl<M: Borrow<GridMap>, C: GridCost> GridProblem<M, C> {
    /// Like [`GridMap::set_cost`], for a problem that owns its map. The estimate is updated as well.
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`].
    pub fn set_cost(&mut self, point: Point, cost: u8) -> Result<(), GridError>
    where
        M: MapMut,
    {
        let map = self.map.borrow_mut();
        let least = map.least_cost();
        map.set_cost(point, cost)?;
        self.steps = StepCosts::new(self.movement, map);
        (self.onward, self.canonical) = tables(self.movement, self.steps.is_uniform);
        if map.least_cost() != least {
            self.gauge = Gauge::new(self.estimate, self.movement, map);
        }
        Ok(())
    }
}

/// Changes to the map of a search that replans: an [`LpaStar`](astride::LpaStar) or a [`DStarLite`](astride::DStarLite)
/// over a [`GridProblem`] that owns its map.
///
/// ```
/// use astride::{DStarLite, Status};
/// use astride_grid::{ChangeCells, GridMap, GridProblem, Movement, Point};
///
/// let map = GridMap::new(5, 1)?;
/// let problem = GridProblem::new(map, Point::new(0, 0), Point::new(4, 0), Movement::Four)?;
/// let mut search = DStarLite::new(problem);
/// assert_eq!(search.run(), Status::Found);
/// search.set_cost(Point::new(2, 0), 0)?; // a wall
/// assert_eq!(search.run(), Status::Exhausted);
/// # Ok::<(), astride_grid::GridError>(())
/// ```
pub trait ChangeCells {
    /// The type that holds the map: `M` in `GridProblem<M, C>`.
    type Map;

    /// Gives a cell of the map a terrain cost from 1 to 255, or makes it a wall if `cost` is 0. The search takes the
    /// change into account. A search that has found a path, or proved that there is none, can then be run again.
    ///
    /// # Errors
    ///
    /// [`GridError::Outside`]; the search is then unchanged.
    ///
    /// # Complexity
    ///
    /// O(1), or O(cells reached) if the least terrain cost of the map falls, since all estimates then fall as well.
    fn set_cost(&mut self, point: Point, cost: u8) -> Result<(), GridError>
    where
        Self::Map: MapMut;
}

impl<M, C, D, W> ChangeCells for Search<Replanning<GridProblem<M, C>, D>, W>
where
    M: Borrow<GridMap>,
    C: GridCost,
    D: Course<GridProblem<M, C>>,
    W: Observer<Point, C>,
{
    type Map = M;

    fn set_cost(&mut self, point: Point, cost: u8) -> Result<(), GridError>
    where
        M: MapMut,
    {
        let map = self.problem().map();
        map.check_inside(point)?;
        let least = map.least_cost();
        // A wall also changes the diagonal steps past it.
        let around: Vec<Point> = map.around(point).chain([point]).collect();
        // All of these points are on the map.
        let _ = self.change_nodes(around, |problem| problem.set_cost(point, cost));
        if self.problem().map().least_cost() < least {
            self.change_estimates(|_| ());
        }
        Ok(())
    }
}

/// The steps worth taking, and those of them that the canonical order keeps.
fn tables(movement: Movement, is_uniform: bool) -> (&'static Pruning, &'static Pruning) {
    let onward = movement.onward(is_uniform);
    // If terrain costs differ, the order of steps matters.
    (onward, if is_uniform { movement.pruning() } else { onward })
}

/// Integers below this are small compared with the differences that [`Hints::prefers_last_in`] allows.
pub(super) const NARROW: u64 = 1 << 13;

/// The costs of steps on one map.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepCosts<C> {
    /// Includes the terrain cost if it is the same everywhere.
    pub(super) straight: C,
    pub(super) diagonal: C,
    /// Whether the terrain cost is the same everywhere, so that it need not be looked up.
    pub(super) is_uniform: bool,
}

impl<C: GridCost> StepCosts<C> {
    pub(super) fn new(movement: Movement, map: &GridMap) -> Self {
        let is_uniform = map.is_uniform();
        let factor = if is_uniform {
            map.least_cost().unwrap_or(1).into()
        } else {
            1
        };
        Self {
            straight: C::straight(movement).times(factor),
            diagonal: C::diagonal(movement).times(factor),
            is_uniform,
        }
    }

    /// Whether the keys of the open nodes are integers that lie close together: f rises by at most two steps.
    pub(super) fn have_narrow_keys(self) -> bool {
        let is_narrow = |step: C| step.number().is_some_and(|number| number < NARROW);
        let is_integer = C::straight(Movement::Four).number() == Some(1);
        is_integer && self.is_uniform && is_narrow(self.straight) && is_narrow(self.diagonal)
    }

    /// The costs of steps into a cell of this terrain, from any direction.
    #[inline]
    pub(super) fn into_cell(self, terrain: u8) -> Self {
        if self.is_uniform {
            return self;
        }
        Self {
            straight: self.straight.times(terrain.into()),
            diagonal: self.diagonal.times(terrain.into()),
            is_uniform: true,
        }
    }

    /// The step in a direction from a cell to a neighbour on the map, so that nothing wraps.
    #[inline]
    fn step(&self, map: &GridMap, from: Point, direction: usize) -> (Point, C) {
        let (dx, dy) = DIRECTIONS[direction & 7];
        let to = Point {
            x: from.x.wrapping_add_signed(dx.into()),
            y: from.y.wrapping_add_signed(dy.into()),
        };
        let cost = if direction < FIRST_DIAGONAL {
            self.straight
        } else {
            self.diagonal
        };
        let cost = if self.is_uniform {
            cost
        } else {
            cost.times(map.factor(to).into())
        };
        (to, cost)
    }
}

/// The steps from one cell, with a bit for each that is left.
pub(super) struct Steps<'map, C> {
    left: u8,
    from: Point,
    costs: StepCosts<C>,
    map: &'map GridMap,
}

impl<'map, C: GridCost> Steps<'map, C> {
    #[inline]
    pub(super) fn new(map: &'map GridMap, costs: StepCosts<C>, from: Point, left: u8) -> Self {
        Self { left, from, costs, map }
    }
}

impl<C: GridCost> Iterator for Steps<'_, C> {
    type Item = (Point, C);

    #[inline]
    fn next(&mut self) -> Option<(Point, C)> {
        let direction = self.left.trailing_zeros() as usize;
        self.left &= self.left.checked_sub(1)?;
        Some(self.costs.step(self.map, self.from, direction))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left.count_ones() as usize;
        (left, Some(left))
    }

    #[inline]
    fn fold<B, F: FnMut(B, (Point, C)) -> B>(self, init: B, mut f: F) -> B {
        let mut folded = init;
        let mut left = u32::from(self.left);
        while left != 0 {
            folded = f(
                folded,
                self.costs.step(self.map, self.from, left.trailing_zeros() as usize),
            );
            left &= left - 1;
        }
        folded
    }
}
