//! [`JumpProblem`]: from one cell of a map to another, by jump points.

use alloc::vec::Vec;
use core::fmt;

use super::map::along;
use super::source::JumpPoints;
use super::successors::{Seen, Successors};
use super::way::Way;
use crate::estimate::Gauge;
use crate::problem::{StepCosts, Steps};
use crate::{Arrival, Estimate, GridCost, GridError, GridMap, Movement, Point};
use astride::traits::Consistency;
use astride::{Graph, Heuristic, Path, Problem};

/// From one cell of a map to another by jump points: a path of the same cost as with [`GridProblem`], from far fewer
/// nodes.
///
/// Use it on a map with one terrain cost whose walls are few and large, such as maps of games: on six of them,
/// [`AStar`](astride::AStar) is 11 to 72 times faster than with `GridProblem`. Among scattered walls it is 1.5 times
/// faster, little more than with a [`CanonicalProblem`]. If a path may turn at any angle, pass its points to
/// [`GridMap::pull_taut`](crate::GridMap::pull_taut).
///
/// Of all paths that differ only in the order of their steps, one is kept, as in [`CanonicalProblem`]. A search stores
/// only its *jump points*: cells where the path may have to turn because a wall beside it begins or ends. The problem
/// finds the next jump points along whole rows and columns, 64 cells at a time, and on both sides of every diagonal. If
/// the goal is in sight, it is the only successor.
///
/// `J` is the source of jump points: a [`JumpMap`] finds them during the search, a [`JumpTable`] has computed them
/// beforehand. It may be a reference, an `Rc` or an `Arc` of either. `C` is the type of the costs: see [`GridCost`].
///
/// The nodes of a path are jump points, as [`Arrival`]s; [`cells`](Self::cells) returns every cell. Each jump point is
/// one expansion, so a search can be stepped, observed and given a budget like any other.
///
/// | movement | straight lines | sweeps that look to their sides |
/// |---|---|---|
/// | [`Four`](Movement::Four) | up, down | left, right |
/// | the others | up, right, down, left | the diagonals |
///
/// On a map with several terrain costs the order of steps matters, so every step is a successor, as in `GridProblem`.
/// The same holds on a map with one terrain cost so large that the cost of the longest jump does not fit into `C`.
///
/// # Which searches
///
/// [`AStar`](astride::AStar), [`WeightedAStar`](astride::WeightedAStar) and [`Dijkstra`](astride::Dijkstra) find paths
/// as they do with `GridProblem`; a weighted path may cost less than its stated cost. Only *cheapest* paths are certain
/// to be kept. A search that keeps the first path to a cell may therefore miss a path that exists:
/// [`Greedy`](astride::Greedy), [`Bfs`](astride::Bfs), [`Dfs`](astride::Dfs), and weighted A* without reopening. A
/// search from one cell to all others meets only jump points. Use `GridProblem` for these.
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
/// let turns: Vec<_> = path.nodes.iter().map(|node| (node.point.x, node.point.y)).collect();
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
/// Search* (ICAPS 2014), from which come looking along blocks of cells, leaving out the jump points on diagonals, and
/// the tables. The rule by which steps are left out is that of `CanonicalProblem`.
///
/// [`GridProblem`]: crate::GridProblem
/// [`CanonicalProblem`]: crate::CanonicalProblem
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
    /// Whether jumps will do: where terrain costs differ, every step has to be looked at.
    has_jumps: bool,
    /// How far one can come straight *to* the goal, by direction.
    approaches: [u16; 4],
}

impl<J: JumpPoints> JumpProblem<J> {
    /// The problem of getting from `start` to `goal`, with `u32` costs and the strongest admissible estimate.
    ///
    /// # Arguments
    ///
    /// `jumps`: a [`JumpMap`](crate::JumpMap), a [`JumpTable`](crate::JumpTable), or a pointer to one,
    /// which has the map and the movement rule. `start` and `goal`: free cells of the map.
    ///
    /// # Errors
    ///
    /// [`GridError::EndOutside`] or [`GridError::EndInWall`], for the start first.
    ///
    /// # Complexity
    ///
    /// O(1), except for a look along the row and the column of the goal.
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
}

impl<J: JumpPoints, C: GridCost> JumpProblem<J, C> {
    /// As [`new`](JumpProblem::new), for any [`GridCost`].
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
        let map = jumps.jump_map();
        map.map().check_ends(Some(start), &[goal])?;
        let movement = map.movement();
        let estimate = Estimate::strongest(movement);
        let steps = StepCosts::new(movement, map.map());
        let approaches = core::array::from_fn(|direction| map.run(goal, (direction + 2) & 3));
        Ok(Self {
            start,
            goal,
            estimate,
            gauge: Gauge::new(estimate, movement, map.map()),
            steps,
            has_jumps: steps.is_uniform && is_countable::<C>(map.map(), movement),
            approaches,
            jumps,
        })
    }

    /// Replaces the estimate.
    ///
    /// # Errors
    ///
    /// [`GridError::Inadmissible`] if the estimate can exceed the true cost under this movement rule.
    pub fn with_estimate(self, estimate: Estimate) -> Result<Self, GridError> {
        let movement = self.movement();
        if !estimate.is_admissible(movement) {
            return Err(GridError::Inadmissible { estimate, movement });
        }
        let gauge = Gauge::new(estimate, movement, self.map());
        Ok(Self {
            estimate,
            gauge,
            ..self
        })
    }

    /// The map.
    #[inline]
    pub fn map(&self) -> &GridMap {
        self.jumps.jump_map().map()
    }

    /// The source of the jump points.
    #[inline]
    pub fn jumps(&self) -> &J {
        &self.jumps
    }

    /// Returns the source of the jump points, to change the map, for example.
    pub fn into_jumps(self) -> J {
        self.jumps
    }

    /// The cell where paths end. [`Problem::start`] is where they begin.
    #[inline]
    pub fn goal(&self) -> Point {
        self.goal
    }

    /// The movement rule.
    #[inline]
    pub fn movement(&self) -> Movement {
        self.jumps.jump_map().movement()
    }

    /// The estimate that [`Heuristic::estimate`] computes.
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
    pub fn cells(&self, path: &Path<Arrival, C>) -> Vec<Point> {
        let mut cells = Vec::new();
        cells.extend(path.nodes.first().map(|node| node.point));
        for pair in path.nodes.windows(2) {
            let (from, to) = (pair[0].point, pair[1].point);
            let way = Way::between(from, to, self.movement());
            cells.extend((1..=way.swept).map(|steps| along(from, way.sweep, steps)));
            let corner = along(from, way.sweep, way.swept);
            cells.extend((1..=way.straight).map(|steps| along(corner, way.line, steps)));
        }
        cells
    }

    /// The goal and what it costs to go there, where it can be seen from another cell: by a sweep first and then
    /// straight, the way beginning with one of the steps `kept`.
    #[inline]
    fn goal_seen(&self, from: Point, kept: u8) -> Option<(Arrival, C)> {
        let way = Way::between(from, self.goal, self.movement());
        let first = if way.swept != 0 { way.sweep } else { way.line };
        if kept >> first & 1 == 0
            || from == self.goal
            || way.straight > self.approaches[way.line & 3]
            || !self.jumps.sweeps(from, way.sweep, way.swept)
        {
            return None;
        }
        let sweep = if self.movement().has_diagonals() {
            self.steps.diagonal
        } else {
            self.steps.straight
        };
        let cost = sweep
            .times(way.swept.into())
            .add(self.steps.straight.times(way.straight.into()));
        Some((self.goal.into(), cost))
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

/// Whether the longest jump's cost is a number that `C` holds exactly.
fn is_countable<C: GridCost>(map: &GridMap, movement: Movement) -> bool {
    let side = u32::from(map.width().max(map.height()));
    let longest = C::straight(movement).add(C::diagonal(movement)).times(side);
    let factor = map.least_cost().unwrap_or(1);
    longest.greatest_factor(factor) == factor
}

impl<J: JumpPoints, C: GridCost> Graph for JumpProblem<J, C> {
    type Node = Arrival;
    type Cost = C;

    #[inline]
    fn successors(&self, node: &Arrival) -> impl Iterator<Item = (Arrival, C)> {
        let map = self.jumps.jump_map();
        let kept = map.kept(node.point, node.number());
        if !self.has_jumps {
            return Successors::Steps(Steps::new(map.map(), self.steps, node.point, kept));
        }
        if let Some(goal) = self.goal_seen(node.point, kept) {
            return Successors::Goal(Some(goal));
        }
        let sweeps = map.movement().sweeps();
        Successors::Seen(Seen::new(
            &self.jumps,
            self.steps,
            node.point,
            kept & !sweeps,
            kept & sweeps,
        ))
    }

    /// `y * (width + 1) + x`, as for [`GridProblem`](crate::GridProblem).
    #[inline]
    fn index(&self, node: &Arrival) -> Option<usize> {
        Some(self.map().index(node.point))
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        Some(self.map().index_bound())
    }
}

impl<J: JumpPoints, C: GridCost> Problem for JumpProblem<J, C> {
    #[inline]
    fn start(&self) -> Arrival {
        self.start.into()
    }

    #[inline]
    fn is_goal(&self, node: &Arrival) -> bool {
        node.point == self.goal
    }
}

impl<J: JumpPoints, C: GridCost> Heuristic for JumpProblem<J, C> {
    #[inline]
    fn estimate(&self, node: &Arrival) -> C {
        self.gauge.measure(node.point, self.goal)
    }

    /// Stated only where every step is a successor. With jumps, the direction of arrival decides about the successors,
    /// so that a cell closed by a detour can lead on to fewer cells.
    #[inline]
    fn consistency(&self) -> Consistency {
        if self.has_jumps {
            Consistency::Unknown
        } else {
            Consistency::BothWays
        }
    }
}
