//! How far a path that was found earlier can still be followed.

use super::world::GridWorld;
use super::{GridMap, Ground, Movement, Point, UnitMap};

impl GridMap {
    /// Returns the part of a path, from its beginning, that is still open: up to the first point that cannot be reached
    /// from the one before it in a [straight line](Self::line_of_sight).
    ///
    /// Use it for a path that is held while the map changes. If the part is shorter than the path, search again, from
    /// where the unit is or from the end of the part. A path that is open still need not be a cheapest one: a wall that
    /// was removed may have opened a shortcut, and terrain may have become more expensive.
    ///
    /// # Arguments
    ///
    /// `path`: what is left of the path, from the unit's position on. It may consist of single steps, or of the points
    /// of an any-angle path. For a jump point path, pass its [`cells`](super::JumpProblem::cells). `movement`: the
    /// movement rule of the path.
    ///
    /// # Returns
    ///
    /// A slice that begins like `path`. It is empty if the first point is now in a wall or off the map.
    ///
    /// # Complexity
    ///
    /// O(cells on the path).
    ///
    /// # Example
    ///
    /// ```
    /// use astride::AStar;
    /// use astride_grid::{GridMap, GridProblem, Movement, Point};
    ///
    /// let mut map = GridMap::new(9, 3)?;
    /// let (start, goal) = (Point::new(0, 1), Point::new(8, 1));
    /// let path = AStar::new(GridProblem::new(&map, start, goal, Movement::Four)?).find_path()?.ok_or("no path")?;
    /// assert_eq!(map.open_part(&path.nodes, Movement::Four), path.nodes);
    ///
    /// map.set_wall(Point::new(6, 1))?;
    /// let open = map.open_part(&path.nodes, Movement::Four);
    /// assert_eq!(open.last(), Some(&Point::new(5, 1)));
    /// assert_eq!(path.nodes[open.len()], Point::new(6, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("stale path", "path validation", "is path valid", "repath", "blocked"))]
    pub fn open_part<'path>(&self, path: &'path [Point], movement: Movement) -> &'path [Point] {
        let begins = path.first().is_some_and(|first| self.is_free(*first));
        let steps = path
            .windows(2)
            .take_while(|pair| self.line_of_sight(pair[0], pair[1], movement));
        let points = if begins { 1 + steps.count() } else { 0 };
        &path[..points]
    }
}

impl<M: Ground> UnitMap<M> {
    /// Returns the part of a path, from its beginning, that is still open for a unit of this kind: see
    /// [`GridMap::open_part`].
    pub fn open_part<'path>(&self, path: &'path [Point]) -> &'path [Point] {
        self.map().open_part(path, self.components().movement())
    }
}

impl<M: Ground> GridWorld<M> {
    /// Returns the part of a path, from its beginning, that is still open for a unit of one cell: see
    /// [`GridMap::open_part`].
    ///
    /// ```
    /// use astride::AStar;
    /// use astride_grid::{GridMap, GridProblem, GridWorld, Movement, Point};
    ///
    /// type World = GridWorld<GridMap>;
    ///
    /// fn find(world: &World, from: Point, to: Point) -> Result<Vec<Point>, Box<dyn std::error::Error>> {
    ///     let problem = GridProblem::new(world.map(), from, to, world.movement())?;
    ///     Ok(AStar::new(problem).find_path()?.ok_or("no path")?.nodes)
    /// }
    ///
    /// let mut world = World::new(GridMap::new(9, 3)?, Movement::Eight)?;
    /// let goal = Point::new(8, 1);
    /// let mut path = find(&world, Point::new(0, 1), goal)?; // from the unit's position on
    /// let mut moves = 0;
    /// while path[0] != goal {
    ///     if path[0].x == 3 {
    ///         world.set_wall(Point::new(5, 1))?; // while the unit is on its way
    ///     }
    ///     if world.open_part(&path).len() < path.len() {
    ///         path = find(&world, path[0], goal)?;
    ///     }
    ///     path.remove(0);
    ///     moves += 1;
    /// }
    /// assert_eq!(moves, 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_part<'path>(&self, path: &'path [Point]) -> &'path [Point] {
        self.map().open_part(path, self.movement())
    }
}
