//! Paths for several units, one after the other: each keeps out of the way of those before it.
//!
//! A node is a cell at a time, and the paths found so far are reservations in a table (D. Silver, *Cooperative
//! Pathfinding*, AIIDE 2005). Every move takes one time step, and so does waiting. If a unit finds no path, it is
//! planned first in the next attempt.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::time::Duration;

use astride::{AStar, Budget, Graph, Heuristic, Problem, ReverseGraph};
use astride_grid::{GridMap, GridProblem, Point};

use crate::limits::ALL;
use crate::protocol::Plan;
use crate::scene::Grid;
use crate::world::grid::{Map, point};

/// How long a plan may take in all.
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

/// The rule for steps on a map.
type Steps = GridProblem<Rc<GridMap>>;

/// The way of one unit.
struct Trip {
    steps: Rc<Steps>,
    table: Rc<RefCell<Table>>,
    start: Point,
    goal: Point,
    /// The moves from each cell to the goal, if there were nobody else.
    distances: Rc<Vec<u32>>,
    /// There is no need to walk for longer.
    horizon: u32,
}

impl Graph for Trip {
    type Node = Moment;
    type Cost = u32;

    fn successors(&self, node: &Moment) -> impl Iterator<Item = (Moment, u32)> {
        let time = node.time + 1;
        let moves = self.steps.successors(&node.cell).map(|(cell, _)| cell);
        let moments = moves.chain([node.cell]).map(move |cell| Moment { cell, time });
        let from = node.cell;
        moments
            .filter(move |to| time <= self.horizon && self.table.borrow().is_free(from, *to))
            .map(|to| (to, 1))
    }
}

impl Problem for Trip {
    fn start(&self) -> Moment {
        Moment {
            cell: self.start,
            time: 0,
        }
    }

    fn is_goal(&self, node: &Moment) -> bool {
        // It has to stay there.
        node.cell == self.goal
            && self
                .table
                .borrow()
                .last
                .get(&self.goal)
                .is_none_or(|last| *last < node.time)
    }
}

impl Heuristic for Trip {
    fn estimate(&self, node: &Moment) -> u32 {
        self.distances
            .get(place(self.steps.map(), node.cell))
            .copied()
            .unwrap_or(u32::MAX)
    }
}

/// The number of a cell.
fn place(map: &GridMap, cell: Point) -> usize {
    usize::from(cell.y) * usize::from(map.width()) + usize::from(cell.x)
}

/// A plan for all units of a map, which is made in slices. If a unit finds no path, it comes first in the next attempt.
pub(crate) struct Planning {
    /// Start and goal of each unit.
    units: Vec<(Point, Point)>,
    steps: Rc<Steps>,
    /// For each unit so far, the moves from each cell to its goal.
    distances: Vec<Rc<Vec<u32>>>,
    order: Vec<usize>,
    /// Those without a path stand still in the last attempts, and the others have to find a way around them.
    still: Option<Vec<usize>>,
    attempts: usize,
    attempt: Attempt,
    spent: Duration,
}

/// Plans all units, in one order.
#[derive(Default)]
struct Attempt {
    waiting: VecDeque<usize>,
    table: Rc<RefCell<Table>>,
    search: Option<(usize, AStar<Trip>)>,
    paths: Vec<Option<Vec<Point>>>,
    failed: Vec<usize>,
}

impl Planning {
    /// Checks a map with its units.
    pub(crate) fn new(grid: &Grid) -> Result<Self, String> {
        let (count, most) = (grid.units.len(), ALL.units);
        if count == 0 || count > most {
            return Err(format!("\"units\": there are {count}, but must be from 1 to {most}"));
        }
        let map = Rc::new(Map::read(grid)?);
        let movement = Map::movement(grid)?;
        let steps = |start, goal| GridProblem::new(map.clone(), start, goal, movement);
        for (number, unit) in grid.units.iter().enumerate() {
            steps(point(unit.start), point(unit.goal)).map_err(|error| format!("unit {}: {error}", number + 1))?;
            for (other, before) in grid.units[..number].iter().enumerate() {
                if before.start == unit.start || before.goal == unit.goal {
                    return Err(format!(
                        "units {} and {} have the same start or the same goal",
                        other + 1,
                        number + 1
                    ));
                }
            }
        }
        let units = grid.units.iter().map(|unit| (point(unit.start), point(unit.goal)));
        let units: Vec<_> = units.collect();
        let steps = steps(units[0].0, units[0].1).map_err(|error| error.to_string())?;
        let mut planning = Planning {
            steps: Rc::new(steps),
            distances: Vec::new(),
            order: (0..count).collect(),
            still: None,
            attempts: 0,
            attempt: Attempt::default(),
            spent: Duration::ZERO,
            units,
        };
        planning.try_again();
        Ok(planning)
    }

    /// Goes on for a slice of time. Returns the plan once it is complete.
    pub(crate) fn go_on(&mut self, now: &dyn Fn() -> Duration) -> Option<Plan> {
        let (begin, slice) = (now(), Duration::from_secs_f64(ALL.milliseconds / 1e3));
        loop {
            if self.step() {
                return Some(self.plan());
            }
            let passed = now().saturating_sub(begin);
            if passed >= slice {
                self.spent += passed;
                return None;
            }
        }
    }

    /// Makes a small part of the plan. Returns whether it is complete.
    fn step(&mut self) -> bool {
        let is_over = self.spent >= TIME;
        let attempt = &mut self.attempt;
        if let Some((_, goal)) = self.units.get(self.distances.len()) {
            self.distances.push(Rc::new(distances(&self.steps, *goal)));
        } else if let Some((unit, search)) = &mut attempt.search {
            if search.run_for(Budget::new().expansions(SLICE)).is_running() && !is_over {
                return false;
            }
            let unit = *unit;
            let path = search.path();
            let path: Option<Vec<Point>> = path.map(|path| path.nodes.iter().map(|moment| moment.cell).collect());
            attempt.search = None;
            let stays = [self.units[unit].0];
            attempt.table.borrow_mut().reserve(path.as_deref().unwrap_or(&stays));
            if path.is_none() {
                attempt.failed.push(unit);
            }
            attempt.paths[unit] = path;
        } else if let Some(unit) = attempt.waiting.pop_front() {
            let (start, goal) = self.units[unit];
            let latest = attempt.table.borrow().last.values().max().copied().unwrap_or(0);
            let trip = Trip {
                steps: self.steps.clone(),
                table: attempt.table.clone(),
                start,
                goal,
                distances: self.distances[unit].clone(),
                // From then on everyone else stands still.
                horizon: latest.saturating_add(self.steps.map().free_cells()),
            };
            attempt.search = Some((unit, AStar::new(trip).with_node_limit(NODES)));
        } else if attempt.failed.is_empty() {
            return true;
        } else {
            let failed = std::mem::take(&mut attempt.failed);
            let first = failed[0];
            match &mut self.still {
                Some(still) => still.extend(failed),
                // Who found no path comes first in the next attempt.
                None if self.order[0] != first && !is_over && self.attempts <= self.order.len() => {
                    self.order.retain(|other| *other != first);
                    self.order.insert(0, first);
                }
                None => self.still = Some(failed),
            }
            self.try_again();
        }
        false
    }

    /// Begins an attempt.
    fn try_again(&mut self) {
        self.attempts += 1;
        let still = self.still.as_deref().unwrap_or_default();
        let mut table = Table::default();
        for unit in still {
            table.reserve(&[self.units[*unit].0]);
        }
        // Those who wait for their turn are where they are.
        for (start, _) in &self.units {
            table.taken.insert(Moment { cell: *start, time: 0 });
        }
        self.attempt = Attempt {
            waiting: self
                .order
                .iter()
                .copied()
                .filter(|unit| !still.contains(unit))
                .collect(),
            table: Rc::new(RefCell::new(table)),
            search: None,
            paths: vec![None; self.units.len()],
            failed: Vec::new(),
        };
    }

    /// The complete plan.
    fn plan(&self) -> Plan {
        let (count, paths) = (self.units.len(), &self.attempt.paths);
        let missing = (1..).zip(paths).filter(|(_, path)| path.is_none());
        let missing: Vec<String> = missing.map(|(unit, _): (usize, _)| unit.to_string()).collect();
        let steps = paths.iter().flatten().map(|path| path.len() - 1).max().unwrap_or(0);
        let words = match &*missing {
            [] if count == 1 => format!("The unit is at its goal after {steps} time steps."),
            [] => {
                format!(
                    "All {count} units are at their goals after {steps} time steps, and none walks through another."
                )
            }
            [unit] => format!("Unit {unit} finds no path past the others."),
            units => format!("Units {} find no path past the others.", units.join(", ")),
        };
        let cell = |point: &Point| u32::try_from(place(self.steps.map(), *point)).unwrap_or(0);
        let numbered = |path: &Option<Vec<Point>>| Some(path.as_ref()?.iter().map(cell).collect());
        Plan {
            plan: 0,
            more: false,
            paths: paths.iter().map(numbered).collect(),
            steps,
            words,
        }
    }
}

/// The number of moves from each cell to a goal.
fn distances(steps: &Steps, goal: Point) -> Vec<u32> {
    let map = steps.map();
    let mut distances = vec![u32::MAX; usize::from(map.width()) * usize::from(map.height())];
    let mut queue = VecDeque::from([goal]);
    distances[place(map, goal)] = 0;
    while let Some(cell) = queue.pop_front() {
        let next = distances[place(map, cell)] + 1;
        for (before, _) in steps.predecessors(&cell) {
            let distance = &mut distances[place(map, before)];
            if *distance == u32::MAX {
                *distance = next;
                queue.push_back(before);
            }
        }
    }
    distances
}
