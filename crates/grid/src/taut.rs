//! Pulling a path taut, which shortens it to straight lines wherever nothing blocks them.

use alloc::vec::Vec;

use super::cost::length;
use super::{GridError, GridMap, Movement, Point, cells_on_line};
use astride::Path;

impl GridMap {
    /// Pulls a path taut like a string: removes every unnecessary turn, and moves the others along the path where this
    /// shortens it.
    ///
    /// The nodes of the new path are its ends and its turns, and its cost is the Euclidean length of its lines times
    /// the terrain cost of the map. The new path is never longer than `path`, and its lines touch only what `movement`
    /// allows: see [`line_of_sight`](Self::line_of_sight). The new path is not necessarily the shortest one that passes
    /// the walls on the same sides, and a path that passes them on other sides may be shorter still.
    ///
    /// # Arguments
    ///
    /// `path`: points, each of which sees the next, such as the nodes of a path of steps or lines. The nodes of a jump
    /// point path need not see each other, so pass its [`cells`](super::JumpProblem::cells). `movement`: the movement
    /// rule of the path, or one that allows more.
    ///
    /// # Errors
    ///
    /// [`GridError::NoLineOfSight`] if one point does not see the next; [`GridError::TerrainVaries`] on a map of
    /// several terrain costs, where a shorter path need not be cheaper.
    ///
    /// # Complexity
    ///
    /// For a path of n cells and k turns, each round makes O(k log n) line checks and examines O(n log n) cells in
    /// total. The first round removes turns. Further rounds also try the cells on the new lines as turns, starting at
    /// alternate ends of the path, until two rounds in a row have not shortened it. On game maps, all rounds together
    /// take a tenth to a fifth of the time that an A* search takes.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::{GridError, GridProblem, Movement, TextMap, cells_on_line};
    /// use astride::{AStar, Status};
    ///
    /// let text: TextMap = "
    ///     S.......
    ///     ....#...
    ///     ....#...
    ///     ....#..G
    /// ".parse()?;
    /// let (start, goal) = (text.start.unwrap(), text.goal.unwrap());
    /// let mut search = AStar::new(GridProblem::new(&text.map, start, goal, Movement::Eight)?);
    /// assert_eq!(search.run(), Status::Found);
    ///
    /// let taut = text.map.pull_taut(&search.path().unwrap().nodes, Movement::Eight)?;
    /// println!("length {:.2}", taut.cost); // prints: length 8.61
    /// assert_eq!(taut.nodes.len(), 3, "one turn");
    /// let cells = taut.nodes.windows(2).flat_map(|pair| cells_on_line(pair[0], pair[1]));
    /// assert_eq!(text.map.drawing().path(cells).start(start).goal(goal).to_string(), "\
    /// S*****..
    /// ....#**.
    /// ....#.**
    /// ....#..G
    /// ");
    /// # Ok::<(), GridError>(())
    /// ```
    #[doc(alias(
        "string pulling",
        "funnel",
        "path smoothing",
        "waypoint",
        "waypoints",
        "any angle",
        "any-angle"
    ))]
    pub fn pull_taut(&self, path: &[Point], movement: Movement) -> Result<Path<Point, f64>, GridError> {
        self.check_uniform()?;
        let open = self.open_part(path, movement);
        if let Some(to) = path.get(open.len()).copied() {
            let from = open.last().copied().unwrap_or(to);
            return Err(GridError::NoLineOfSight { from, to, movement });
        }

        let mut best = self.with_length(self.without_needless_turns(path, movement));
        let mut turns = best.nodes.clone();
        let mut cells = Vec::new();
        let (mut is_reversed, mut idle_rounds) = (false, 0);
        while idle_rounds < 2 {
            turns.reverse();
            is_reversed = !is_reversed;
            cells.clear();
            cells.extend(turns.windows(2).flat_map(|pair| cells_on_line(pair[0], pair[1])));
            let pulled = self.with_length(self.without_needless_turns(&cells, movement));
            turns.clone_from(&pulled.nodes);
            idle_rounds += 1;
            if pulled.cost < best.cost {
                best = pulled;
                idle_rounds = 0;
                if is_reversed {
                    best.nodes.reverse();
                }
            }
        }
        Ok(best)
    }

    /// Goes from each turn as far as the path is in sight, and then removes each turn whose neighbours see each other.
    fn without_needless_turns(&self, path: &[Point], movement: Movement) -> Vec<Point> {
        let mut turns: Vec<Point> = Vec::new();
        let mut turn = |point| {
            while let [.., before, _] = turns[..]
                && self.line_of_sight(before, point, movement)
            {
                turns.pop();
            }
            if turns.last() != Some(&point) {
                turns.push(point);
            }
        };
        let Some((start, _)) = path.split_first() else {
            return turns;
        };
        turn(*start);
        let mut from = 0;
        while from + 1 < path.len() {
            let next = self.farthest_in_sight(&path[from..], movement);
            from += next;
            turn(path[from]);
        }
        turns
    }

    /// The farthest place in sight from the beginning of the path that doubling and then halving the stride finds. At
    /// least 1, since each point sees the next.
    fn farthest_in_sight(&self, path: &[Point], movement: Movement) -> usize {
        let sees = |place: usize| {
            path.get(place)
                .is_some_and(|point| self.line_of_sight(path[0], *point, movement))
        };
        let (mut place, mut stride) = (1, 1);
        while sees(place + stride) {
            place += stride;
            stride *= 2;
        }
        while stride > 0 {
            if sees(place + stride) {
                place += stride;
            }
            stride /= 2;
        }
        place
    }

    /// Returns an error unless the shortest lines are also the cheapest.
    pub(super) fn check_uniform(&self) -> Result<(), GridError> {
        if self.is_uniform() {
            return Ok(());
        }
        let least = self.least_cost().unwrap_or(1);
        // Searches cell by cell, so that the error can name a cell.
        let other = self.points().find_map(|point| {
            let found = self.factor(point);
            (found > least).then_some(GridError::TerrainVaries { point, found, least })
        });
        other.map_or(Ok(()), Err)
    }

    fn with_length(&self, nodes: Vec<Point>) -> Path<Point, f64> {
        let terrain = self.least_cost().unwrap_or(1);
        let lines = nodes.windows(2).map(|pair| {
            let (dx, dy) = (pair[0].x.abs_diff(pair[1].x), pair[0].y.abs_diff(pair[1].y));
            length(dx, dy) * f64::from(terrain)
        });
        let cost = lines.fold(0.0, |sum, line| sum + line);
        Path { nodes, cost }
    }
}
