//! [`JumpProblem`]: from one cell of a map to another, along jump points.

use alloc::vec::Vec;
use core::fmt;

use super::map::along;
use super::source::JumpPoints;
use super::source::sealed::{ENDS, Sweep, View};
use super::way::Way;
use crate::estimate::Gauge;
use crate::forward::forward;
use crate::movement::{DIRECTIONS, directions_of, opposite};
use crate::numbers::Numbers;
use crate::problem::{StepCosts, Steps};
use crate::pruning::{UNKNOWN, sides};
use crate::{Estimate, GridCost, GridError, GridMap, Movement, Point};
use astride::traits::{Consistency, Hints, NoSuchNode, Reached};
use astride::{Graph, Heuristic, Path, Problem};

/// The problem of getting from one cell of a map to another along jump points. Paths have the same cost as with
/// [`GridProblem`], but usually far fewer nodes.
///
/// Use it on a map that has one terrain cost and a few large walls, such as a game map: on seven maps (games, cities,
/// rooms and mazes), [`AStar`](astride::AStar) is 10 to 37 times as fast as with `GridProblem`. Among scattered walls,
/// a search is slower than with `GridProblem`, since there are almost as many jump points as cells. If a path may turn
/// at any angle, pass its [`cells`](Self::cells) to [`GridMap::pull_taut`](crate::GridMap::pull_taut).
///
/// Among paths that differ only in the order of their steps, one is kept, as with `GridProblem`. Besides the start and
/// the goal, a search stores only *jump points*: cells where the path may have to turn because a wall beside it begins
/// or ends. The successors of a node are the next jump points along rows, columns and diagonals, and to both sides of
/// each diagonal. If the goal is in sight along these lines, a search visits no other successor.
///
/// `J` is the source of jump points: a [`JumpMap`] finds them during the search, looking at 64 cells at a time, whereas
/// a [`JumpTable`] has computed them beforehand. `J` is either of these, or a pointer to one, such as `&JumpMap` or
/// `Rc<JumpTable>`. `C` is the type of the costs: see [`GridCost`].
///
/// The nodes of a path are jump points, from which the next need not be in sight; [`cells`](Self::cells) returns every
/// cell. A search expands one jump point per step, so it can be stepped, observed and given a budget like any other.
/// The directions in which the problem looks from a node depend on the movement rule:
///
/// | movement | straight lines | sweeps that look to their sides |
/// |---|---|---|
/// | [`Four`](Movement::Four) | up, down | left, right |
/// | the others | up, right, down, left | the diagonals |
///
/// On a map with several terrain costs, the order of steps matters, so every step leads to a successor, as in
/// `GridProblem`. Every step likewise leads to a successor on a map whose only terrain cost is so large that the
/// longest jump could cost more than a `u32` can hold or an `f64` can represent exactly.
///
/// # Which searches
///
/// All searches for one path that follow edges forwards and end at the goal can be used. A search that opens a node
/// again for every cheaper path, as [`AStar`](astride::AStar) does, visits jump points only in the directions that jump
/// point search allows, given the direction of arrival. Other searches visit jump points in all directions.
///
/// [`best_effort_path`](astride::search::Search::best_effort_path) also considers the cells that the search has passed
/// between jump points and towards dead ends, so it leads as near to the goal as over `GridProblem`. (A search that
/// forgets nodes, such as [`IdaStar`](astride::IdaStar), considers those passed from the nodes that it remembers.) It
/// scans the same lines again from each expanded jump point, cell by cell along diagonals.
///
/// A search from one cell to all others would meet only jump points, and a search for several paths, such as
/// [`DisjointPaths`](astride::search::DisjointPaths), would miss most of them, so use `GridProblem` for these.
///
/// # Example
///
/// ```
/// use astride_grid::{GridError, JumpMap, JumpProblem, Movement, Point};
/// use astride::{AStar, Status};
///
/// let map = JumpMap::new("\
///     ..........
///     ..........
///     ....######
///     ..........
///     ..........".parse()?, Movement::Eight)?;
/// let problem = JumpProblem::new(&map, Point::new(8, 1), Point::new(9, 4))?;
/// let mut search = AStar::new(problem);
/// assert_eq!(search.run(), Status::Found);
///
/// let path = search.path().unwrap();
/// let turns: Vec<_> = path.nodes.iter().map(|point| (point.x, point.y)).collect();
/// println!("{turns:?}"); // prints: [(8, 1), (3, 1), (3, 3), (9, 4)]
/// assert_eq!(turns, [(8, 1), (3, 1), (3, 3), (9, 4)]);
/// assert_eq!(path.cost, 12 * 985 + 1393);
/// assert_eq!(problem.cells(&path).len(), 14);
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// D. Harabor, A. Grastien: *Online Graph Pruning for Pathfinding on Grid Maps* (AAAI 2011) and *Improving Jump Point
/// Search* (ICAPS 2014), which introduced scans of blocks of cells, the omission of jump points on diagonals, and the
/// tables. The rule that decides which steps are left out is that of [`GridProblem`].
///
/// [`GridProblem`]: crate::GridProblem
/// [`JumpMap`]: crate::JumpMap
/// [`JumpTable`]: crate::JumpTable
#[doc(alias("jps", "jump point search"))]
#[derive(Clone, Copy)]
pub struct JumpProblem<J, C = u32> {
    jumps: J,
    start: Point,
    goal: Point,
    estimate: Estimate,
    gauge: Gauge<C>,
    steps: StepCosts<C>,
    numbers: Numbers,
    /// Whether jumps are enough. If terrain costs differ, every step has to be considered.
    has_jumps: bool,
    /// Whether jump points are numbered by the table rather than as cells.
    has_numbers: bool,
    /// The distance over which the goal can be approached in a straight line, by direction.
    approaches: [u16; 4],
    /// The difference that a straight step makes to the number of a cell, by direction.
    offsets: [usize; 4],
    /// Whether the start is a wall. Every step out of it leads to a successor.
    leaves_wall: bool,
}

impl<J: JumpPoints> JumpProblem<J> {
    /// The problem of getting from `start` to `goal`, with `u32` costs and the strongest admissible estimate.
    ///
    /// # Arguments
    ///
    /// `jumps`: a [`JumpMap`](crate::JumpMap), a [`JumpTable`](crate::JumpTable), or a pointer to either, which
    /// determines the map and the movement rule. `start` and `goal`: free cells of the map.
    ///
    /// # Errors
    ///
    /// [`GridError::EndOutside`] or [`GridError::EndInWall`] if an end is not a free cell; the start is checked first.
    ///
    /// # Complexity
    ///
    /// O(1), plus a scan along the row and the column of the goal.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::{End, GridError, JumpMap, JumpProblem, Movement, Point};
    ///
    /// let map = JumpMap::new("..#".parse()?, Movement::Eight)?;
    /// let goal = Point::new(2, 0);
    /// let error = JumpProblem::new(&map, Point::new(0, 0), goal).unwrap_err();
    /// assert_eq!(error, GridError::EndInWall { end: End::Goal, point: goal });
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn new(jumps: J, start: Point, goal: Point) -> Result<Self, GridError> {
        Self::new_typed(jumps, start, goal)
    }

    /// Like [`new`](JumpProblem::new), but either end may be a wall: see
    /// [`GridProblem::new_lenient`](crate::GridProblem::new_lenient).
    ///
    /// # Errors
    ///
    /// [`GridError::EndOutside`] if an end is off the map; the start is checked first.
    pub fn new_lenient(jumps: J, start: Point, goal: Point) -> Result<Self, GridError> {
        Self::new_lenient_typed(jumps, start, goal)
    }
}

impl<J: JumpPoints, C: GridCost> JumpProblem<J, C> {
    /// Like [`new`](JumpProblem::new), for any [`GridCost`].
    ///
    /// # Errors
    ///
    /// As for [`new`](JumpProblem::new).
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::{GridError, GridMap, JumpMap, JumpProblem, Movement, Point};
    /// use astride::{AStar, Status};
    ///
    /// let map = JumpMap::new(GridMap::new(8, 8)?, Movement::Eight)?;
    /// let problem = JumpProblem::<_, f64>::new_typed(&map, Point::new(0, 0), Point::new(7, 3))?;
    /// let mut search = AStar::new(problem);
    /// assert_eq!(search.run(), Status::Found);
    /// assert!((search.path().unwrap().cost - (4.0 + 3.0 * 2_f64.sqrt())).abs() < 1e-9);
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn new_typed(jumps: J, start: Point, goal: Point) -> Result<Self, GridError> {
        jumps.jump_map().map().check_ends(Some(start), &[goal], false)?;
        Self::new_lenient_typed(jumps, start, goal)
    }

    /// Like [`new_lenient`](JumpProblem::new_lenient), for any [`GridCost`].
    ///
    /// # Errors
    ///
    /// As for [`new_lenient`](JumpProblem::new_lenient).
    pub fn new_lenient_typed(jumps: J, start: Point, goal: Point) -> Result<Self, GridError> {
        let map = jumps.jump_map();
        map.map().check_ends(Some(start), &[goal], true)?;
        let movement = map.movement();
        let estimate = Estimate::strongest(movement);
        let steps = StepCosts::new(movement, map.map());
        let has_jumps = steps.is_uniform && is_countable::<C>(map.map(), movement);
        let approach = |direction| map.run(goal, opposite(direction));
        let approaches = core::array::from_fn(|direction| {
            if map.map().is_free(goal) {
                approach(direction)
            } else {
                0
            }
        });
        Ok(Self {
            start,
            goal,
            estimate,
            gauge: Gauge::new(estimate, movement, map.map()),
            steps,
            numbers: Numbers::new(map.map().width(), map.map().height()),
            has_jumps,
            has_numbers: has_jumps && jumps.has_numbers(),
            approaches,
            offsets: core::array::from_fn(|direction| map.map().offset(DIRECTIONS[direction])),
            leaves_wall: !map.map().is_free(start),
            jumps,
        })
    }

    /// Replaces the estimate.
    ///
    /// # Errors
    ///
    /// [`GridError::Inadmissible`] if the estimate can exceed the true cost under this movement rule.
    pub fn with_estimate(mut self, estimate: Estimate) -> Result<Self, GridError> {
        self.gauge = Gauge::checked(estimate, self.movement(), self.map())?;
        self.estimate = estimate;
        Ok(self)
    }

    forward!(self.jumps.jump_map() =>
        /// The map.
        pub fn map(&self) -> &GridMap;
        /// The movement rule.
        pub fn movement(&self) -> Movement;
    );

    /// The source of the jump points.
    #[inline]
    pub fn jumps(&self) -> &J {
        &self.jumps
    }

    /// Consumes the problem and returns its source of jump points, for example to change the map.
    pub fn into_jumps(self) -> J {
        self.jumps
    }

    /// The cell where paths end. They begin at [`Problem::start`].
    #[inline]
    pub fn goal(&self) -> Point {
        self.goal
    }

    /// The kind of estimate that [`Heuristic::estimate`] computes.
    #[inline]
    pub fn kind_of_estimate(&self) -> Estimate {
        self.estimate
    }

    /// Returns every cell of a path of jump points, the start first. From one jump point to the next, diagonal steps
    /// come before straight ones. (With [`Movement::Four`], horizontal steps come before vertical ones.)
    ///
    /// ```
    /// # use astride_grid::{GridError, GridMap, JumpMap, JumpProblem, Movement, Point};
    /// use astride::{AStar, Status};
    ///
    /// let map = JumpMap::new(GridMap::new(8, 8)?, Movement::Eight)?;
    /// let mut search = AStar::new(JumpProblem::new(&map, Point::new(0, 0), Point::new(3, 1))?);
    /// assert_eq!(search.run(), Status::Found);
    /// let path = search.path().unwrap();
    /// let cells = search.problem().cells(&path);
    /// assert_eq!(cells, [(0, 0), (1, 1), (2, 1), (3, 1)].map(Point::from));
    /// let drawing = map.map().drawing().path(&cells).closed(search.closed_nodes().map(|closed| closed.node));
    /// assert!(drawing.to_string().starts_with("*.......\n.***....\n"));
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn cells(&self, path: &Path<Point, C>) -> Vec<Point> {
        let mut cells = Vec::new();
        cells.extend(path.nodes.first());
        for pair in path.nodes.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let way = Way::between(from, to, self.movement());
            cells.extend((1..=way.swept).map(|steps| along(from, way.sweep, steps)));
            let corner = along(from, way.sweep, way.swept);
            cells.extend((1..=way.straight).map(|steps| along(corner, way.line, steps)));
        }
        cells
    }

    /// The goal and the cost of going there, if it is in sight of a cell along a sweep and then a straight line. The
    /// first step must be one of those in `kept`.
    #[inline]
    fn goal_seen(&self, from: Point, view: &impl View, kept: u8) -> Option<(Point, C)> {
        let way = Way::between(from, self.goal, self.movement());
        let first = if way.swept != 0 { way.sweep } else { way.line };
        if kept >> first & 1 == 0
            || from == self.goal
            || way.straight > self.approaches[way.line & 3]
            || !view.sweeps(way.sweep, way.swept)
        {
            return None;
        }
        Some((self.goal, self.cost_of(&way)))
    }

    /// The cost of a way without walls.
    #[inline]
    fn cost_of(&self, way: &Way) -> C {
        let swept = self.sweep_step().times(way.swept.into());
        swept.add(self.steps.straight.times(way.straight.into()))
    }

    /// Compares all cells in sight of a jump point, which was reached at this cost, with the nearest cell so far.
    ///
    /// The estimate falls along a straight line up to the cell that is level with the goal, and never falls after it.
    fn look_for_nearest(&self, from: Point, cost: C, nearest: &mut Nearest<C>) {
        let map = self.jumps.jump_map();
        for sweep in directions_of(self.movement().sweeps()) {
            let mut swept = 0;
            loop {
                let at = along(from, sweep, swept);
                let steps = map.kept(at, UNKNOWN);
                for side in sides(sweep) {
                    let estimate = |straight: u16| self.estimate(&along(at, side, straight));
                    let (dx, dy) = DIRECTIONS[side];
                    let ahead = |from: u16, to: u16, sign: i8| (i32::from(to) - i32::from(from)) * i32::from(sign);
                    let ahead = ahead(at.x, self.goal.x, dx) + ahead(at.y, self.goal.y, dy);
                    let run = if steps >> side & 1 == 1 { map.run(at, side) } else { 0 };
                    let level = u16::try_from(ahead).unwrap_or(if ahead < 0 { 0 } else { run }).min(run);
                    let least = estimate(level);
                    if nearest.estimate.is_less(&least) {
                        continue;
                    }
                    // The first of several cells with the least estimate is the cheapest.
                    let (mut straight, mut end) = (0, level);
                    while straight < end {
                        let middle = straight + (end - straight) / 2;
                        if least.is_less(&estimate(middle)) {
                            straight = middle + 1;
                        } else {
                            end = middle;
                        }
                    }
                    let way = Way {
                        sweep,
                        swept,
                        line: side,
                        straight,
                    };
                    let cost = cost.add(self.cost_of(&way));
                    if least.is_less(&nearest.estimate) || cost.is_less(&nearest.cost) {
                        let ends = Some((from, along(at, side, straight)));
                        *nearest = Nearest {
                            estimate: least,
                            cost,
                            ends,
                        };
                    }
                }
                if steps >> sweep & 1 == 0 {
                    break;
                }
                swept += 1;
            }
        }
    }

    /// The cost of a step of a sweep.
    #[inline]
    fn sweep_step(&self) -> C {
        if self.movement().has_diagonals() {
            self.steps.diagonal
        } else {
            self.steps.straight
        }
    }
}

impl<J: fmt::Debug, C> fmt::Debug for JumpProblem<J, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JumpProblem")
            .field("jumps", &self.jumps)
            .field("start", &self.start)
            .field("goal", &self.goal)
            .field("estimate", &self.estimate)
            .finish_non_exhaustive()
    }
}

/// Whether the cost of the longest jump is a number that `C` represents exactly.
fn is_countable<C: GridCost>(map: &GridMap, movement: Movement) -> bool {
    let side = u32::from(map.width().max(map.height()));
    let longest = C::straight(movement).add(C::diagonal(movement)).times(side);
    let factor = map.least_cost().unwrap_or(1);
    longest.greatest_factor(factor) == factor
}

impl<J: JumpPoints, C: GridCost> JumpProblem<J, C> {
    /// The node number of a point whose number among all cells is `cell`.
    #[inline]
    fn number(&self, point: Point, cell: usize) -> usize {
        if !self.has_numbers {
            return cell;
        }
        match self.jumps.number(cell) {
            0 => self.number_of_other(point),
            number => number,
        }
    }

    /// The number of a point that is not a jump point: the number of the start or the goal, or one that is greater than
    /// those of all jump points.
    #[cold]
    fn number_of_other(&self, point: Point) -> usize {
        if point == self.start {
            0
        } else if point == self.goal {
            1
        } else {
            self.first_other() + self.numbers.number(point)
        }
    }

    fn first_other(&self) -> usize {
        ENDS + self.map().index_bound()
    }

    /// The point with a number.
    #[inline]
    fn point(&self, number: usize) -> Point {
        if !self.has_numbers {
            return self.numbers.point(number);
        }
        match self.jumps.numbered(number) {
            Some(point) if number >= ENDS => point,
            _ => self.other_point(number),
        }
    }

    #[cold]
    fn other_point(&self, number: usize) -> Point {
        match number {
            0 => self.start,
            1 => self.goal,
            _ => self.numbers.point(number.wrapping_sub(self.first_other())),
        }
    }

    /// Visits the jump points in sight of a cell, given how it was reached, or its neighbours if jumps are not enough.
    /// Each is passed on with its number among all cells. If the goal is in sight, nothing else is needed, unless all
    /// successors are wanted.
    #[inline]
    fn visit_seen<const ALL: bool>(
        &self,
        from: Point,
        reached: Reached<'_, Point>,
        mut visit: impl FnMut(Point, usize, C),
    ) {
        let map = self.jumps.jump_map();
        let arrival = match reached.parent_index {
            Some(parent) => Way::between(self.point(parent), from, self.movement()).arrival(),
            // No step leads to a start in a wall.
            None if self.leaves_wall && from == self.start => return self.visit_steps_out(from, &mut visit),
            None => UNKNOWN,
        };
        if !self.has_jumps {
            let onward = &self.movement().onward(self.steps.is_uniform)[arrival];
            let steps = onward[usize::from(map.map().neighbours(from))];
            return Steps::new(map.map(), self.steps, from, steps)
                .for_each(|(to, cost)| visit(to, self.numbers.number(to), cost));
        }
        let kept = map.kept(from, if reached.keeps_cheapest { arrival } else { UNKNOWN });
        let view = self.jumps.view(from);
        if let Some((goal, cost)) = self.goal_seen(from, &view, kept) {
            visit(goal, self.numbers.number(goal), cost);
            if !ALL {
                return;
            }
        }
        let sweeps = map.movement().sweeps();
        for direction in directions_of(kept & !sweeps) {
            self.visit_straight(
                (from, view.cell()),
                C::ZERO,
                direction,
                view.straight(direction),
                &mut visit,
            );
        }
        let step = self.sweep_step();
        for direction in directions_of(kept & sweeps) {
            let mut sweep = view.sweep(direction);
            while let Some(sight) = sweep.next_sight() {
                // A sweep does not stop at a cell from which a side leads to a jump point. That cell would only be an
                // intermediate node, so the jump points to its sides are made successors directly (intermediate
                // pruning). The sweep does stop if a wall beside it forces a turn.
                let (at, cost) = (along(from, direction, sight.swept), step.times(sight.swept.into()));
                if sight.is_jump_point {
                    visit(at, sight.cell, cost);
                    break;
                }
                for (side, steps) in sides(direction).into_iter().zip(sight.sides) {
                    self.visit_straight((at, sight.cell), cost, side, steps, &mut visit);
                }
            }
        }
    }

    /// Visits the free neighbours of a wall.
    #[cold]
    #[inline(never)]
    fn visit_steps_out(&self, from: Point, visit: &mut impl FnMut(Point, usize, C)) {
        let map = self.map();
        let steps = self.movement().table()[usize::from(map.bits(from))];
        Steps::new(map, self.steps, from, steps).for_each(|(to, cost)| visit(to, self.numbers.number(to), cost));
    }

    /// Visits the jump point `steps` steps away in a straight direction, unless `steps` is 0.
    #[inline]
    fn visit_straight(
        &self,
        (from, cell): (Point, usize),
        cost: C,
        direction: usize,
        steps: u16,
        visit: &mut impl FnMut(Point, usize, C),
    ) {
        if steps != 0 {
            let cost = cost.add(self.steps.straight.times(steps.into()));
            let cell = cell.wrapping_add(self.offsets[direction & 3].wrapping_mul(steps.into()));
            visit(along(from, direction, steps), cell, cost);
        }
    }
}

impl<J: JumpPoints, C: GridCost> Graph for JumpProblem<J, C> {
    type Node = Point;
    type Cost = C;

    /// A path with other costs might have to turn between jump points.
    const FIXED_COSTS: bool = true;

    /// Returns the successors in all directions; a search that knows how it reached the cell visits only some of them,
    /// and only the goal if that is in sight.
    fn successors(&self, node: &Point) -> impl Iterator<Item = (Point, C)> {
        let mut seen = Vec::new();
        self.visit_seen::<true>(*node, Reached::default(), |point, _, cost| seen.push((point, cost)));
        seen.into_iter()
    }

    #[inline]
    fn visit_successors(
        &self,
        node: &Point,
        reached: Reached<'_, Point>,
        mut visit: impl FnMut(Point, Option<usize>, C),
    ) {
        self.visit_seen::<false>(*node, reached, |point, cell, cost| {
            visit(point, Some(self.number(point, cell)), cost);
        });
    }

    #[inline]
    fn hints(&self) -> Hints {
        Hints::NONE.preferring_reopening(self.has_jumps)
    }

    /// Returns `y * (width + 1) + x`, as [`GridProblem`](crate::GridProblem) does. The jump points of a
    /// [`JumpTable`](crate::JumpTable) that has few of them are numbered one after another instead.
    #[inline]
    fn index(&self, node: &Point) -> Option<usize> {
        Some(self.number(*node, self.numbers.number(*node)))
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<Point> {
        Some(self.point(index))
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        Some(if self.has_numbers {
            self.jumps.number_bound()
        } else {
            self.map().index_bound()
        })
    }

    fn check_node(&self, node: &Point) -> Result<(), NoSuchNode> {
        NoSuchNode::unless(self.map().contains(*node), node)
    }
}

impl<J: JumpPoints, C: GridCost> Problem for JumpProblem<J, C> {
    #[inline]
    fn start(&self) -> Point {
        self.start
    }

    #[inline]
    fn is_goal(&self, node: &Point) -> bool {
        *node == self.goal
    }

    /// Looks again from each jump point, along all rows, columns and diagonals, also those that end at a wall.
    fn nearest_passed(
        &self,
        (node, cost): (&Point, C),
        expanded: impl Iterator<Item = (Point, C)>,
    ) -> Option<(Point, Point, C)> {
        if !self.has_jumps || *node == self.goal {
            return None;
        }
        let mut nearest = Nearest {
            estimate: self.estimate(node),
            cost,
            ends: None,
        };
        for (from, cost) in expanded {
            self.look_for_nearest(from, cost, &mut nearest);
        }
        let (from, to) = nearest.ends?;
        let way = Way::between(from, to, self.movement());
        Some((from, to, self.cost_of(&way)))
    }
}

/// The cell with the least estimate that a search has passed, and among those with the same estimate, the one that is
/// cheapest to reach.
struct Nearest<C> {
    estimate: C,
    cost: C,
    /// The jump point from which the cell is in sight, and the cell.
    ends: Option<(Point, Point)>,
}

impl<J: JumpPoints, C: GridCost> Heuristic for JumpProblem<J, C> {
    #[inline]
    fn estimate(&self, node: &Point) -> C {
        self.gauge.measure(*node, self.goal)
    }

    /// No path, in either direction, costs less than the estimate between its ends.
    #[inline]
    fn estimate_hints(&self) -> Hints {
        Hints::NONE
            .with_consistency(Consistency::BothWays)
            .expecting_few_open(self.has_jumps)
    }
}
