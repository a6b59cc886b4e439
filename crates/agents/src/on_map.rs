//! [`Team::on_map`]: teams on grid maps, whose walls are checked.

use alloc::format;
use alloc::vec::Vec;

use astride_grid::{GridMap, GridProblem, Movement, Point};

use crate::{Team, TeamError};

#[cfg_attr(docsrs, doc(cfg(feature = "grid")))]
impl Team<Point> {
    /// Creates a team on a map from the start and the goal of each agent, for example from a `ScenarioFile` of
    /// `astride_grid::movingai`.
    ///
    /// The standard benchmarks for multi-agent path finding use [`Movement::Four`]. With diagonal moves, the paths of
    /// two agents may cross between four cells.
    ///
    /// # Errors
    ///
    /// [`TeamError::NotFree`] for the first agent whose start or goal is a wall or off the map, and the errors of
    /// [`Team::new`].
    ///
    /// # Example
    ///
    /// ```
    /// use astride_agents::Team;
    /// use astride_grid::movingai::{ScenarioFile, TerrainMap};
    /// use astride_grid::Movement;
    ///
    /// let map = TerrainMap::parse(b"type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n")?.to_grid_map()?;
    /// let scenarios = b"version 1\n0\tsmall.map\t3\t2\t0\t0\t2\t1\t3\n0\tsmall.map\t3\t2\t1\t1\t0\t0\t1\n";
    /// let scenarios = ScenarioFile::parse(scenarios)?;
    /// let pairs = || scenarios.iter().map(|one| (one.start, one.goal));
    /// let team = Team::on_map(&map, Movement::Four, pairs().take(1))?;
    /// assert_eq!((team.len(), team.node_count()), (1, 5));
    /// let error = Team::on_map(&map, Movement::Four, pairs()).unwrap_err();
    /// assert_eq!(error.to_string(), "the start (1,1) of agent 1 is a wall or off the map");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Planners ignore the costs of cells. If the map has terrain, let steps take as many [moves](Team::with_durations)
    /// as the cells cost. Here, a step into the swamp takes nine moves. The way around it takes eight, but passes the
    /// goal of the second agent, so the first agent goes through the swamp in twelve moves:
    ///
    /// ```
    /// use astride::Stepper;
    /// use astride_agents::{Cbs, Team};
    /// use astride_grid::{GridMap, Movement, Point};
    ///
    /// let map: GridMap = "..9..\n.@@@.\n.....".parse()?;
    /// let at = Point::new;
    /// let plan = |agents: &[(Point, Point)]| {
    ///     let team = Team::on_map(&map, Movement::Four, agents.iter().copied())?;
    ///     let team = team.with_durations(|_, cell| map.cost(*cell).map_or(1, u32::from))?;
    ///     let mut search = Cbs::new(&team);
    ///     search.run();
    ///     let plan = search.plan().ok_or("no plan")?;
    ///     plan.check(&team)?; // also checks that no agent arrives too early
    ///     Ok::<_, Box<dyn std::error::Error>>(plan)
    /// };
    /// let (first, second) = ((at(0, 0), at(4, 0)), (at(0, 1), at(4, 1)));
    /// assert_eq!(plan(&[first])?.sum_of_costs(), 8);
    /// assert_eq!(plan(&[first, second])?.sum_of_costs(), 12 + 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// With diagonal moves, return for example twice the cost for a straight step and three times the cost for a
    /// diagonal one.
    pub fn on_map(
        map: &GridMap,
        movement: Movement,
        agents: impl IntoIterator<Item = (Point, Point)>,
    ) -> Result<Self, TeamError> {
        let agents: Vec<(Point, Point)> = agents.into_iter().collect();
        for (agent, (start, goal)) in agents.iter().enumerate() {
            for (end, cell) in [("start", start), ("goal", goal)] {
                if !map.is_free(*cell) {
                    let node = format!("({cell})");
                    return Err(TeamError::NotFree { agent, end, node });
                }
            }
        }
        let (start, goal) = *agents.first().ok_or(TeamError::NoAgents)?;
        // Both are on the map.
        let graph = GridProblem::new(map, start, goal, movement).map_err(|_| TeamError::TooLarge)?;
        Team::new(&graph, agents)
    }
}
