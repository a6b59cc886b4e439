//! [`Reach`]: the cells that a unit can reach with its movement points.

use alloc::format;
use core::fmt;

use super::{GridCost, GridError, GridMap, GridProblem, Movement, Point};

use astride::{Dijkstra, OneToAll, Path, Problem, Query, Status};

/// The cells that a unit can reach with its movement points, with the cost of each and the path to it: the result of
/// [`GridMap::reach`].
///
/// A straight step into a cell of terrain cost 1 takes one point, and a diagonal one takes √2 (1393 / 985, which is
/// about 1.41421). Both numbers are multiplied by the terrain cost of the cell that is entered. Five points are
/// therefore enough for five straight steps, or three diagonal steps, or one straight step into terrain of cost 5.
///
/// Points and costs are floats, since the number of points left after a diagonal step is not an integer. Comparisons
/// allow for rounding: a unit with as many points as [`cost`](Self::cost) returns for a cell can reach that cell.
///
/// The result holds a copy of the relevant part of the map and borrows nothing.
///
/// # Example
///
/// ```
/// use astride_grid::{GridError, GridMap, Movement, Point};
///
/// let map: GridMap = "
///     ..2..
///     .#2..
///     .....
/// ".parse()?;
/// let start = Point::new(0, 0);
/// let reach = map.reach(start, Movement::Four, 4)?;
/// let cells: Vec<String> = reach.cells().map(|(cell, cost)| format!("{cell}: {cost}")).collect();
/// println!("{}", cells.join("  ")); // prints: 0,0: 0  1,0: 1  2,0: 3  3,0: 4  0,1: 1  0,2: 2  1,2: 3  2,2: 4
/// assert_eq!(cells.len(), 8);
///
/// let goal = Point::new(3, 0);
/// assert_eq!(reach.cost(goal), Some(4.0));
/// assert_eq!(reach.path_to(goal).unwrap().nodes, [(0, 0), (1, 0), (2, 0), (3, 0)].map(Point::from));
/// assert_eq!(reach.cost(Point::new(2, 1)), None, "too far");
/// # Ok::<(), GridError>(())
/// ```
///
/// # Source
///
/// E. W. Dijkstra: *A note on two problems in connexion with graphs* (Numerische Mathematik 1, 1959). Here, the search
/// ignores paths whose cost exceeds the movement points.
#[doc(alias("movement points", "movement range", "action points", "reachable cells"))]
#[derive(Clone)]
pub struct Reach {
    points: f64,
    /// The position on the map of the upper left cell of the copied part.
    origin: Point,
    search: Dijkstra<OneToAll<GridProblem<GridMap, u64>>>,
}

impl GridMap {
    /// Returns the cells that a unit can reach with this many movement points. A straight step into a cell of terrain
    /// cost 1 takes one point: see [`Reach`].
    ///
    /// For units that cover several cells or have their own terrain costs, call this on the map that
    /// [`for_unit`](Self::for_unit) returns, or on the map of a [`UnitMap`](super::UnitMap).
    ///
    /// # Arguments
    ///
    /// `start`: a free cell, where the unit stands. `movement`: the movement rule. `points`: the movement points, at
    /// least 0; with infinitely many, the unit can reach every cell that is connected to `start`.
    ///
    /// # Errors
    ///
    /// [`GridError::EndOutside`] or [`GridError::EndInWall`] for the start; [`GridError::BadPoints`] if `points` is
    /// negative or not a number; [`GridError::OutOfMemory`] or [`GridError::Failed`] if there is not enough memory.
    ///
    /// # Complexity
    ///
    /// O(r² log r), whatever the size of the map, where r is `points` divided by the least terrain cost of the map. On
    /// open ground, r² is proportional to the number of cells reached.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::{GridError, GridMap, Movement, Point};
    ///
    /// let map = GridMap::new(1000, 1000)?;
    /// let reach = map.reach(Point::new(500, 500), Movement::Eight, 5)?;
    /// assert_eq!(reach.cells().count(), 73);
    /// let (cell, left) = (Point::new(503, 503), 5.0 - reach.cost(Point::new(503, 503)).unwrap());
    /// println!("{left:.3} points are left at {cell}"); // prints: 0.757 points are left at 503,503
    /// # assert_eq!(format!("{left:.3}"), "0.757");
    /// # Ok::<(), GridError>(())
    /// ```
    #[doc(alias("movement points", "movement range", "action points", "reachable cells"))]
    pub fn reach(&self, start: Point, movement: Movement, points: impl Into<f64>) -> Result<Reach, GridError> {
        self.check_ends(Some(start), &[start], false)?;
        self.reach_lenient(start, movement, points)
    }

    /// Like [`reach`](Self::reach), but the start may be a wall, which the unit leaves by the steps that
    /// [`GridProblem::new_lenient`] describes.
    ///
    /// # Errors
    ///
    /// As for [`reach`](Self::reach), except [`GridError::EndInWall`].
    #[doc(alias("blocked start"))]
    pub fn reach_lenient(&self, start: Point, movement: Movement, points: impl Into<f64>) -> Result<Reach, GridError> {
        let points = points.into();
        let (origin, limit, problem) = part(self, start, movement, points)?;
        let mut reach = Reach {
            points,
            origin,
            search: Dijkstra::new(to_all(problem)).with_cost_limit(limit),
        };
        reach.run()?;
        Ok(reach)
    }
}

impl Reach {
    /// Starts again for another unit or another map, in the same memory and with the same movement rule.
    ///
    /// # Errors
    ///
    /// As for [`GridMap::reach`].
    pub fn reset(&mut self, map: &GridMap, start: Point, points: impl Into<f64>) -> Result<(), GridError> {
        map.check_ends(Some(start), &[start], false)?;
        let points = points.into();
        let (origin, limit, problem) = part(map, start, self.movement(), points)?;
        (self.points, self.origin) = (points, origin);
        self.search.set_cost_limit(limit);
        self.search.reset(to_all(problem));
        self.run()
    }

    fn run(&mut self) -> Result<(), GridError> {
        match self.search.run() {
            Status::Failed(error) => {
                // An empty result is better than an incomplete one.
                self.search.restart();
                Err(error.into())
            }
            _ => Ok(()),
        }
    }

    /// The cell where the unit stands.
    pub fn start(&self) -> Point {
        self.on_map(self.problem().start())
    }

    /// The movement points.
    pub fn points(&self) -> f64 {
        self.points
    }

    /// The movement rule.
    pub fn movement(&self) -> Movement {
        self.problem().movement()
    }

    /// The cells within reach, including the start, each with its cost in points, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Point, f64)> {
        let part = self.problem().map().points().map(|point| self.on_map(point));
        part.filter_map(|point| Some((point, self.cost(point)?)))
    }

    /// The points that the unit needs to get to the cell. `None` if the cell is out of reach. O(1).
    #[inline]
    pub fn cost(&self, point: Point) -> Option<f64> {
        Some(self.in_points(self.search.cost_to(&self.in_part(point)?)?))
    }

    /// A cheapest path to the cell, beginning at the start. `None` if [`cost`](Self::cost) is `None`. O(length).
    pub fn path_to(&self, point: Point) -> Option<Path<Point, f64>> {
        let Path { mut nodes, cost } = self.search.path_to(&self.in_part(point)?)?;
        for node in &mut nodes {
            *node = self.on_map(*node);
        }
        let cost = self.in_points(cost);
        Some(Path { nodes, cost })
    }

    fn in_points(&self, cost: u64) -> f64 {
        cost.in_cells(self.movement())
    }

    fn in_part(&self, point: Point) -> Option<Point> {
        let (x, y) = (point.x.checked_sub(self.origin.x)?, point.y.checked_sub(self.origin.y)?);
        Some(Point { x, y }).filter(|point| self.problem().map().contains(*point))
    }

    fn on_map(&self, point: Point) -> Point {
        Point::new(point.x + self.origin.x, point.y + self.origin.y)
    }

    fn problem(&self) -> &GridProblem<GridMap, u64> {
        self.search.problem().graph()
    }
}

fn to_all(problem: GridProblem<GridMap, u64>) -> OneToAll<GridProblem<GridMap, u64>> {
    let start = problem.start();
    Query::to_all(problem, start)
}

/// The part of a map that a unit with this many points may reach: its upper left cell, the points as a cost, and the
/// problem on it.
fn part(
    map: &GridMap,
    start: Point,
    movement: Movement,
    points: f64,
) -> Result<(Point, u64, GridProblem<GridMap, u64>), GridError> {
    if points.is_nan() || points < 0.0 {
        let points = format!("{points}");
        return Err(GridError::BadPoints { points });
    }
    map.check_ends(Some(start), &[start], true)?;
    let step = u64::straight(movement);
    let limit = as_cost(points, movement);

    // No step is cheaper than a straight one on the cheapest terrain, and none leads further.
    let steps = limit / (step * u64::from(map.least_cost().unwrap_or(1)));
    let steps = u16::try_from(steps).unwrap_or(u16::MAX);
    let origin = Point::new(start.x.saturating_sub(steps), start.y.saturating_sub(steps));
    let side = |from: u16, start: u16, sides: u16| {
        let end = start.saturating_add(steps).min(sides - 1);
        usize::from(end - from) + 1
    };
    let (width, height) = (
        side(origin.x, start.x, map.width()),
        side(origin.y, start.y, map.height()),
    );
    let part = GridMap::from_fn(width, height, |point| {
        map.factor(Point::new(point.x + origin.x, point.y + origin.y))
    })?;
    let start = Point::new(start.x - origin.x, start.y - origin.y);
    Ok((
        origin,
        limit,
        GridProblem::new_lenient_typed(part, start, start, movement)?,
    ))
}

/// The greatest cost that these points pay for.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "not negative, and more than a u64 holds is without limit"
)]
fn as_cost(points: f64, movement: Movement) -> u64 {
    let cost = points * f64::from(u32::straight(movement));
    // The product is rounded, and so are the points left after some steps, but by far less than the least difference
    // between two costs.
    let cost = cost * (1.0 + 4.0 * f64::EPSILON) + 1e-6;
    (cost as u64).min(u64::MAX - 1)
}

impl fmt::Debug for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reach")
            .field("start", &self.start())
            .field("points", &self.points)
            .field("cells", &self.search.stats().expanded)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path costs less than 1393 times 255 for each of 2³⁰ cells.
    #[test]
    fn the_points_that_a_cost_takes_pay_for_it() {
        let greatest = (1393 * 255) << 30;
        let costs = (0..49).flat_map(|bit| (0..999).map(move |part| (1_u64 << bit) + part * ((1 << bit) / 999 + 1)));
        for (cost, movement) in costs.flat_map(|cost| [(cost, Movement::Four), (cost, Movement::Eight)]) {
            let points = cost.in_cells(movement);
            assert!(cost > greatest || as_cost(points, movement) == cost, "{cost}");
        }
        assert_eq!(as_cost(f64::INFINITY, Movement::Eight), u64::MAX - 1);
    }
}
