//! [`AnyAngleProblem`]: from one cell of a map to another, along straight lines wherever nothing blocks them.

use core::borrow::Borrow;

use super::{AnyAngle, ThetaStar};
use crate::cost::length;
use crate::forward::forward;
use crate::{Estimate, GridError, GridMap, GridProblem, Movement, Point};
use astride::traits::{Hints, NoSuchNode};
use astride::{AStar, Graph, Heuristic, Path, Problem, ReverseGraph, SearchError};

/// The problem of getting from one cell of a map to another along straight lines wherever nothing blocks them, for
/// [`ThetaStar`](crate::ThetaStar) and [`LazyThetaStar`](crate::LazyThetaStar).
///
/// First try [`AStar`](astride::AStar) on a [`GridProblem`] or a [`JumpProblem`](crate::JumpProblem), followed by
/// [`GridMap::pull_taut`]: on thirteen maps, Theta* takes 4 to 11 times as long as A* and pulling taut together, and
/// the mean costs of the paths differ by less than 0.6 %.
///
/// A path leads from centre to centre, along lines that touch only what the movement rule allows: see
/// [`GridMap::line_of_sight`]. The cost of a path is its Euclidean length in cells, as `f64`, times the terrain cost of
/// the map, which must be the same everywhere. If diagonal steps are allowed, the estimate is the Euclidean one, since
/// the octile estimate is too large for lines. Under [`Movement::Four`], where lines run only along rows and columns,
/// it is the Manhattan one.
///
/// The length of a line is rounded up to a multiple of 2⁻²⁹ (2 · 10⁻⁹), and estimates are rounded down. Therefore sums
/// up to 2²⁴ are exact, no line is longer than a detour that consists of lines or steps, and the estimate is admissible
/// and consistent, all to the last bit.
///
/// `M` is a [`GridMap`] or a pointer to one, such as `&GridMap` or `Rc<GridMap>`.
///
/// # Length of the paths
///
/// Theta* finds short paths, but not always the shortest. [`GridMap::pull_taut`] removes most of the excess length in 1
/// to 2 % of the time that Theta* takes. A path of Theta* can be longer than a path of A* that has been pulled taut,
/// since the two may pass a wall on different sides; it can even be longer than the path of A* itself. On 1,850
/// scenarios of nine `MovingAI` maps and four generated ones (`cargo bench -p astride-grid --bench any_angle`):
///
/// | path | mean length | longer than A*, pulled taut | by at most |
/// |---|---|---|---|
/// | A* | 1 | | |
/// | A*, pulled taut | 0.953 | | |
/// | Theta* | 0.954 | about half | 3 % |
/// | Lazy Theta* | 0.954 | two in three | 3 % |
/// | Theta* or Lazy Theta*, pulled taut | 0.952 | one in seven | 1 % |
///
/// On the `MovingAI` maps, Theta* takes about ten times as long as A*. If time matters, search along the grid and pull
/// the path taut. If length matters, use [`short_path`](Self::short_path), which pulls the paths of both searches taut
/// and returns the shorter one.
///
/// # Example
///
/// ```
/// use astride_grid::{AnyAngle, AnyAngleProblem, GridError, GridMap, Movement, Point};
/// use astride::Heuristic;
///
/// let map: GridMap = "
///     ....
///     .#..
///     ....
/// ".parse()?;
/// let problem = AnyAngleProblem::new(&map, Point::new(0, 0), Point::new(3, 2), Movement::Eight)?;
/// let (corner, side) = (Point::new(0, 2), Point::new(2, 0));
/// assert!((problem.estimate(&corner) - 3.0).abs() < 1e-8);
/// assert!((problem.distance(&corner, &side) - 8_f64.sqrt()).abs() < 1e-8);
/// assert!(!problem.line_of_sight(&corner, &side));
/// # Ok::<(), GridError>(())
/// ```
#[doc(alias("theta*", "any angle", "any-angle"))]
#[derive(Clone, Copy, Debug)]
pub struct AnyAngleProblem<M> {
    problem: GridProblem<M, f64>,
    /// The terrain cost of every free cell.
    terrain: f64,
}

impl<M: Borrow<GridMap>> AnyAngleProblem<M> {
    /// The problem of getting from `start` to `goal`.
    ///
    /// # Arguments
    ///
    /// `map`: the map, or a pointer to it. `start` and `goal`: free cells of the map. `movement`: the movement rule,
    /// which also governs what a line may touch.
    ///
    /// # Errors
    ///
    /// [`GridError::TerrainVaries`] if not all free cells have the same terrain cost: Theta* assumes that no detour is
    /// cheaper than a straight line. Search such a map along the grid. [`GridError::EndOutside`] or
    /// [`GridError::EndInWall`] if an end is not a free cell; the start is checked first.
    ///
    /// # Complexity
    ///
    /// O(1), or O(cells) to find the cell that a `TerrainVaries` error names.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::{AnyAngleProblem, GridError, GridMap, Movement, Point};
    ///
    /// let swamp: GridMap = "..4..".parse()?;
    /// let error = AnyAngleProblem::new(&swamp, Point::new(0, 0), Point::new(4, 0), Movement::Eight).unwrap_err();
    /// assert_eq!(error, GridError::TerrainVaries { point: Point::new(2, 0), found: 4, least: 1 });
    /// # Ok::<(), GridError>(())
    /// ```
    pub fn new(map: M, start: Point, goal: Point, movement: Movement) -> Result<Self, GridError> {
        map.borrow().check_uniform()?;
        Self::over(GridProblem::new_typed(map, start, goal, movement)?)
    }

    /// Like [`new`](Self::new), but either end may be a wall: see [`GridProblem::new_lenient`]. The first line from a
    /// start in a wall is a single step.
    ///
    /// # Errors
    ///
    /// [`GridError::TerrainVaries`], as for [`new`](Self::new); [`GridError::EndOutside`] if an end is off the map.
    pub fn new_lenient(map: M, start: Point, goal: Point, movement: Movement) -> Result<Self, GridError> {
        map.borrow().check_uniform()?;
        Self::over(GridProblem::new_lenient_typed(map, start, goal, movement)?)
    }

    fn over(problem: GridProblem<M, f64>) -> Result<Self, GridError> {
        let movement = problem.movement();
        // Under `Four`, lines are no shorter than steps, so the strongest estimate is the right one.
        let problem = if movement.has_diagonals() {
            problem.with_estimate(Estimate::Euclidean)?
        } else {
            problem
        };
        let terrain = problem.map().least_cost().unwrap_or(1).into();
        Ok(Self { problem, terrain })
    }

    /// Returns the shorter of two paths, that of Theta* and that of A* along the grid with `f64` costs, each [pulled
    /// taut](GridMap::pull_taut). Returns `None` if there is no path.
    ///
    /// The path is never longer than that of Theta* or of A*, pulled taut or not, but it need not be the shortest of
    /// all.
    ///
    /// # Errors
    ///
    /// The [`SearchError`] of a search that failed.
    ///
    /// # Complexity
    ///
    /// The complexity of both searches together: they run one after the other, each with its own memory. To interrupt
    /// or observe the searches, or to reuse their memory, run them yourself.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::{AnyAngleProblem, Movement, TextMap};
    ///
    /// let text: TextMap = "
    ///     S.......
    ///     ....#...
    ///     ....#...
    ///     ....#..G
    /// ".parse()?;
    /// let (start, goal) = (text.start.unwrap(), text.goal.unwrap());
    /// let problem = AnyAngleProblem::new(&text.map, start, goal, Movement::Eight)?;
    /// let path = problem.short_path()?.unwrap();
    /// assert_eq!(path.nodes.len(), 3, "one turn");
    /// assert!(path.cost < 8.61);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn short_path(&self) -> Result<Option<Path<Point, f64>>, SearchError> {
        // The estimate for lines is too small for a quick search along steps.
        let mut steps = GridProblem::<_, f64>::new_unchecked(self.map(), self.start(), self.goal(), self.movement());
        steps.leaves_wall = self.problem.leaves_wall;
        let steps = AStar::new(steps).find_path()?;
        // If there is no path of steps, there is no path of lines either.
        let Some(steps) = steps else { return Ok(None) };
        let lines = ThetaStar::new(self).find_path()?;
        let taut = |path: Path<Point, f64>| {
            // Each node sees the next, unless the start is in a wall, and the map has one terrain cost.
            let pulled = self.map().pull_taut(&path.nodes, self.movement());
            pulled.unwrap_or(path)
        };
        let smooth = [lines.map(taut), Some(taut(steps))];
        let smooth = smooth.into_iter().flatten();
        Ok(smooth.min_by(|left, right| left.cost.total_cmp(&right.cost)))
    }

    forward!(self.problem =>
        /// The map.
        pub fn map(&self) -> &GridMap;
        /// The cell where paths end. They begin at [`Problem::start`].
        pub fn goal(&self) -> Point;
        /// The movement rule, which also governs what a line may touch.
        pub fn movement(&self) -> Movement;
        /// The kind of estimate that [`Heuristic::estimate`] computes.
        pub fn kind_of_estimate(&self) -> Estimate;
    );

    /// Consumes the problem and returns its map, for example to change it.
    pub fn into_map(self) -> M {
        self.problem.into_map()
    }
}

impl<M: Borrow<GridMap>> Graph for AnyAngleProblem<M> {
    type Node = Point;
    type Cost = f64;

    forward!(self.problem =>
        fn successors(&self, node: &Point) -> impl Iterator<Item = (Point, f64)>;
        fn index(&self, node: &Point) -> Option<usize>;
        fn index_bound(&self) -> Option<usize>;
        fn check_node(&self, node: &Point) -> Result<(), NoSuchNode>;
    );

    // There is no `node_at`, so that estimates are stored: any-angle search also uses those of closed cells, and
    // computing one takes a square root.
}

impl<M: Borrow<GridMap>> ReverseGraph for AnyAngleProblem<M> {
    forward!(self.problem => fn predecessors(&self, node: &Point) -> impl Iterator<Item = (Point, f64)>;);
}

impl<M: Borrow<GridMap>> Problem for AnyAngleProblem<M> {
    forward!(self.problem =>
        fn start(&self) -> Point;
        fn is_goal(&self, node: &Point) -> bool;
    );
}

impl<M: Borrow<GridMap>> Heuristic for AnyAngleProblem<M> {
    forward!(self.problem =>
        fn estimate(&self, node: &Point) -> f64;
        fn estimate_hints(&self) -> Hints;
    );
}

impl<M: Borrow<GridMap>> AnyAngle for AnyAngleProblem<M> {
    #[inline]
    fn distance(&self, from: &Point, to: &Point) -> f64 {
        length(from.x.abs_diff(to.x), from.y.abs_diff(to.y)) * self.terrain
    }

    #[inline]
    fn line_of_sight(&self, from: &Point, to: &Point) -> bool {
        // Looks from the far end, the new one, since obstacles are mostly closer to it.
        self.map().line_of_sight(*to, *from, self.movement())
    }
}
