//! Paths for several units, one after the other: each keeps out of the way of those before it.
//!
//! A node is a cell at a time, and the paths found so far are reservations in a table (D. Silver, *Cooperative
//! Pathfinding*, AIIDE 2005). Every move takes one time step, and so does waiting. If a unit finds no path, it is
//! planned first in the next attempt.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use astride::{AStar, Budget, Dijkstra, FnGraph, Graph, Heuristic, Problem, ReverseGraph, Status};
use astride_grid::{GridMap, GridProblem, Movement, Point};

use crate::limits::ALL;
use crate::protocol::Plan;
use crate::scene::Grid;
use crate::world::grid::{Map, point};

/// How long a plan may take.
const TIME: Duration = Duration::from_secs(2);
/// The most nodes of the search for one unit.
const NODES: usize = 1_000_000;
/// How many expansions are made between two looks at the clock.
const SLICE: u64 = 4096;

/// A cell at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Moment {
    cell: Point,
    time: u32,
}

/// Where units are, and when.
#[derive(Default)]
struct Table {
    taken: HashSet<Moment>,
    /// Steps, as twice the place half-way and the time at the end: units that change places, or cross on the diagonals,
    /// meet there.
    steps: HashSet<(u32, u32, u32)>,
    /// Since when a unit stands at its goal.
    parked: HashMap<Point, u32>,
    /// When a cell is taken for the last time.
    last: HashMap<Point, u32>,
}

fn half_way(from: Point, to: Point, time: u32) -> (u32, u32, u32) {
    (
        u32::from(from.x) + u32::from(to.x),
        u32::from(from.y) + u32::from(to.y),
        time,
    )
}

impl Table {
    fn reserve(&mut self, path: &[Point]) {
        for (time, cell) in (0..).zip(path) {
            self.taken.insert(Moment { cell: *cell, time });
            let last = self.last.entry(*cell).or_insert(time);
            *last = (*last).max(time);
        }
        for (time, step) in (1..).zip(path.windows(2)) {
            self.steps.insert(half_way(step[0], step[1], time));
        }
        if let Some(goal) = path.last() {
            self.parked
                .insert(*goal, u32::try_from(path.len() - 1).unwrap_or(u32::MAX));
        }
    }

    fn is_free(&self, from: Point, to: Moment) -> bool {
        let is_parked = self.parked.get(&to.cell).is_some_and(|since| *since <= to.time);
        !is_parked && !self.taken.contains(&to) && !self.steps.contains(&half_way(from, to.cell, to.time))
    }
}

/// The way of one unit.
struct Trip<'a> {
    steps: &'a GridProblem<&'a GridMap>,
    table: &'a Table,
    start: Point,
    goal: Point,
    /// The moves from each cell to the goal, if there were nobody else.
    distances: &'a HashMap<Point, u32>,
    /// There is no need to walk for longer.
    horizon: u32,
}

impl Graph for Trip<'_> {
    type Node = Moment;
    type Cost = u32;

    fn successors(&self, node: &Moment) -> impl Iterator<Item = (Moment, u32)> {
        let time = node.time + 1;
        let moves = self.steps.successors(&node.cell).map(|(cell, _)| cell);
        let moments = moves.chain([node.cell]).map(move |cell| Moment { cell, time });
        let from = node.cell;
        moments
            .filter(move |to| time <= self.horizon && self.table.is_free(from, *to))
            .map(|to| (to, 1))
    }
}

impl Problem for Trip<'_> {
    fn start(&self) -> Moment {
        Moment {
            cell: self.start,
            time: 0,
        }
    }

    fn is_goal(&self, node: &Moment) -> bool {
        // It has to stay there.
        node.cell == self.goal && self.table.last.get(&self.goal).is_none_or(|last| *last < node.time)
    }
}

impl Heuristic for Trip<'_> {
    fn estimate(&self, node: &Moment) -> u32 {
        self.distances.get(&node.cell).copied().unwrap_or(u32::MAX)
    }
}

/// Plans the paths of all units of a map.
pub(crate) fn plan(grid: &Grid, now: &dyn Fn() -> Duration) -> Result<Plan, String> {
    let (count, most) = (grid.units.len(), ALL.units);
    if count == 0 || count > most {
        return Err(format!("\"units\": there are {count}, and must be from 1 to {most}"));
    }
    let map = Map::read(grid)?;
    let movement = Map::movement(grid)?;
    for (number, unit) in grid.units.iter().enumerate() {
        let ends = GridProblem::new(&map, point(unit.start), point(unit.goal), movement);
        ends.map_err(|error| format!("units[{number}]: {error}"))?;
        for (other, before) in grid.units[..number].iter().enumerate() {
            if before.start == unit.start || before.goal == unit.goal {
                return Err(format!(
                    "units[{other}] and units[{number}] have the same start or the same goal"
                ));
            }
        }
    }
    let deadline = now() + TIME;
    let goals = grid.units.iter().map(|unit| point(unit.goal));
    let planner = Planner {
        units: grid
            .units
            .iter()
            .map(|unit| (point(unit.start), point(unit.goal)))
            .collect(),
        distances: goals.map(|goal| distances(&map, movement, goal)).collect(),
        map,
        movement,
        is_over: &|| now() >= deadline,
    };
    let paths = planner.paths();
    let map = &planner.map;
    let width = usize::from(map.width());
    let cell = |point: &Point| u32::try_from(usize::from(point.y) * width + usize::from(point.x)).unwrap_or(0);
    let missing = (1..).zip(&paths).filter(|(_, path)| path.is_none());
    let missing: Vec<String> = missing.map(|(unit, _): (usize, _)| unit.to_string()).collect();
    let steps = paths.iter().flatten().map(|path| path.len() - 1).max().unwrap_or(0);
    let words = match &*missing {
        [] if count == 1 => format!("The unit is at its goal after {steps} time steps."),
        [] => format!("All {count} units are at their goals after {steps} time steps, and none walks through another."),
        [unit] => format!("Unit {unit} finds no path past the others."),
        units => format!("Units {} find no path past the others.", units.join(", ")),
    };
    let numbered = |path: Option<Vec<Point>>| path.map(|path| path.iter().map(cell).collect());
    Ok(Plan {
        paths: paths.into_iter().map(numbered).collect(),
        steps,
        words,
    })
}

/// Plans all units, in different orders.
struct Planner<'a> {
    /// Start and goal of each.
    units: Vec<(Point, Point)>,
    /// For each unit, the moves from each cell to its goal.
    distances: Vec<HashMap<Point, u32>>,
    map: GridMap,
    movement: Movement,
    is_over: &'a dyn Fn() -> bool,
}

impl Planner<'_> {
    /// Returns the path of each unit that finds one.
    fn paths(&self) -> Vec<Option<Vec<Point>>> {
        let mut order: Vec<usize> = (0..self.units.len()).collect();
        let mut failed = Vec::new();
        for _ in 0..=order.len() {
            let (paths, without) = self.attempt(&order, &[]);
            match without.first() {
                None => return paths,
                // Who found no path comes first in the next attempt.
                Some(unit) if order[0] != *unit && !(self.is_over)() => {
                    order.retain(|other| other != unit);
                    order.insert(0, *unit);
                    failed = without;
                }
                Some(_) => {
                    failed = without;
                    break;
                }
            }
        }
        // Those without a path stand still, and the others have to find a way around them.
        loop {
            let (paths, without) = self.attempt(&order, &failed);
            if without.is_empty() {
                return paths;
            }
            failed.extend(without);
        }
    }

    /// Plans in one order. Some units stand still, and have no path. The second result is which of the others found
    /// none.
    fn attempt(&self, order: &[usize], still: &[usize]) -> (Vec<Option<Vec<Point>>>, Vec<usize>) {
        let mut table = Table::default();
        for unit in still {
            table.reserve(&[self.units[*unit].0]);
        }
        // Those who wait for their turn are where they are.
        for (start, _) in &self.units {
            table.taken.insert(Moment { cell: *start, time: 0 });
        }
        let mut paths = vec![None; self.units.len()];
        let mut failed = Vec::new();
        for unit in order.iter().copied().filter(|unit| !still.contains(unit)) {
            let path = self.path(unit, &table);
            if path.is_none() {
                failed.push(unit);
            }
            table.reserve(path.as_deref().unwrap_or(&[self.units[unit].0]));
            paths[unit] = path;
        }
        (paths, failed)
    }

    fn path(&self, unit: usize, table: &Table) -> Option<Vec<Point>> {
        let (start, goal) = self.units[unit];
        let steps = GridProblem::new(&self.map, start, goal, self.movement).ok()?;
        let latest = table.last.values().max().copied().unwrap_or(0);
        let mut search = AStar::new(Trip {
            steps: &steps,
            table,
            start,
            goal,
            distances: &self.distances[unit],
            // From then on everyone else stands still.
            horizon: latest.saturating_add(self.map.free_cells()),
        })
        .with_node_limit(NODES);
        while search.run_for(Budget::new().expansions(SLICE)).is_running() && !(self.is_over)() {}
        search
            .path()
            .map(|path| path.nodes.iter().map(|moment| moment.cell).collect())
    }
}

/// The number of moves from each cell to a goal.
fn distances(map: &GridMap, movement: Movement, goal: Point) -> HashMap<Point, u32> {
    let Ok(problem) = GridProblem::new(map, goal, goal, movement) else {
        return HashMap::new();
    };
    let back = FnGraph::new(|cell: &Point| {
        let cells: Vec<_> = problem.predecessors(cell).map(|(cell, _)| (cell, 1_u32)).collect();
        cells
    });
    let mut search = Dijkstra::one_to_all(&back, goal);
    match search.run() {
        Status::Found => search.closed_nodes().map(|node| (node.node, node.g)).collect(),
        _ => HashMap::new(),
    }
}
