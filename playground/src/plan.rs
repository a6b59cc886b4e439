//! Plans for several units that walk at the same time without collisions, using the planners of `astride-agents`.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use astride::{Budget, SearchError, Status, Stepper};
use astride_agents::{AgentId, Cbs, Lacam, Pibt, Prioritized, Team, TeamError};
use astride_grid::{GridMap, Movement, Point};

use crate::catalogue::{Algorithm, Kind, unit_algorithms};
use crate::choice::Choice;
use crate::limits::{ALL, SEARCH_BYTES};
use crate::protocol::{Plan, PlannerChoice};
use crate::record::Sink;
use crate::scene::{Grid, SearchChoice, Unit};
use crate::world::grid::{Map, point};

/// The time limit for a plan.
const TIME: Duration = Duration::from_secs(2);
/// The number of configurations that `Lacam` examines between two readings of the clock.
const SLICE: u64 = 64;
/// The number of these slices that `Lacam` spends on better plans after the first one.
const IMPROVEMENTS: u32 = 32;
/// The maximum number of nodes of the tree of conflict-based search.
const CONFLICT_NODES: usize = 20_000;
/// The number of steps of a search for one unit between two looks at its status.
const STRIDE: u64 = 4_000;
/// The maximum number of moves that PIBT makes, since it need not terminate.
const MOVES: usize = 1_000;

type Paths = astride_agents::Plan<Point>;

/// A planner in progress.
enum Planner {
    Lacam {
        search: Box<Lacam<Point>>,
        improvements: u32,
    },
    Prioritized(Box<Prioritized<Point>>),
    Cbs(Box<Cbs<Point>>),
    Pibt(Box<Game>),
    Alone(Box<Alone>),
}

/// A search for each unit, regardless of the others.
struct Alone {
    map: GridMap,
    tasks: Vec<Task>,
    /// The path of each of the first units, and the number of expansions.
    found: Vec<(Vec<Point>, u64)>,
}

/// The start and the goal of a unit, and the algorithm that looks for a path between them.
#[derive(Clone, Copy)]
struct Task {
    start: Point,
    goal: Point,
    algorithm: &'static Algorithm,
}

/// The moves made by PIBT, without a plan.
struct Game {
    pibt: Pibt<Point>,
    agents: Vec<AgentId>,
    paths: Vec<Vec<Point>>,
    /// The number of units that are not at their goals.
    away: usize,
}

/// The result of planning: the position of every unit at each time, if there is a plan, the number of units that it
/// does not bring to their goals although paths lead there, and a remark about the plan, or why there is none.
struct Ending {
    paths: Option<Paths>,
    away: usize,
    remark: String,
}

/// A plan for all units of a map, which is made in slices.
pub(crate) struct Planning {
    width: usize,
    planner: Planner,
    /// The units that cannot reach their goals, counted from 1; their starts replace their goals.
    stuck: Vec<usize>,
    count: usize,
    spent: Duration,
    pub(crate) last_used: Duration,
}

impl Planning {
    /// Checks a map with its units.
    pub(crate) fn new(grid: &Grid, choice: PlannerChoice) -> Result<Self, String> {
        let (count, most) = (grid.units.len(), ALL.units);
        if count == 0 || count > most {
            return Err(format!(
                "\"units\": there are {count}, but there must be from 1 to {most}"
            ));
        }
        let map = Map::read(grid)?;
        let algorithms = algorithms(grid)?;
        let mut units: Vec<_> = grid
            .units
            .iter()
            .map(|unit| (point(unit.start), point(unit.goal)))
            .collect();
        let mut stuck: Vec<usize> = Vec::new();
        let team = loop {
            let agent = match Team::on_map(&map, Movement::Four, units.iter().copied()) {
                Ok(team) => break team,
                Err(TeamError::Unreachable { agent, .. }) => agent,
                // The goal of one unit is the cell in which another one has to stay.
                Err(TeamError::SameGoal { one, other, .. }) if stuck.contains(&(one + 1)) => other,
                Err(TeamError::SameGoal { one, other, .. }) if stuck.contains(&(other + 1)) => one,
                Err(TeamError::SameStart { one, other, .. } | TeamError::SameGoal { one, other, .. }) => {
                    let (one, other) = (one + 1, other + 1);
                    return Err(format!("units {one} and {other} have the same start or the same goal"));
                }
                Err(TeamError::NotFree { agent, end, node }) => {
                    return Err(format!(
                        "unit {}: the {end} {node} is in a wall or off the map",
                        agent + 1
                    ));
                }
                Err(error) => return Err(error.to_string()),
            };
            units[agent].1 = units[agent].0;
            stuck.push(agent + 1);
        };
        stuck.sort_unstable();
        Ok(Planning {
            width: grid.width,
            planner: Planner::new(choice, &team, map, algorithms),
            stuck,
            count,
            spent: Duration::ZERO,
            last_used: Duration::ZERO,
        })
    }

    /// Continues for a slice of time. Returns the plan, which has paths once it is complete.
    pub(crate) fn go_on(&mut self, now: &dyn Fn() -> Duration) -> Plan {
        let (begin, slice) = (now(), Duration::from_secs_f64(ALL.milliseconds / 1e3));
        loop {
            let passed = now().saturating_sub(begin);
            let is_late = self.spent + passed >= TIME;
            if let Some(ending) = self.planner.go_on(is_late) {
                return self.complete(&ending);
            }
            if passed >= slice {
                self.spent += passed;
                self.last_used = begin + passed;
                return Plan {
                    more: true,
                    at: self.numbers(&self.planner.positions()),
                    ..Plan::default()
                };
            }
        }
    }

    fn complete(&self, ending: &Ending) -> Plan {
        let stuck = self.stuck.clone();
        let Some(paths) = &ending.paths else {
            return Plan {
                paths: vec![None; self.count],
                words: join(&ending.remark, &self.stuck_words()),
                stuck,
                ..Plan::default()
            };
        };
        let words = if stuck.len() == self.count {
            self.stuck_words()
        } else {
            let arrival = self.arrival(paths, ending.away);
            join(&join(&arrival, &ending.remark), &self.stuck_words())
        };
        let path = |unit| Some(self.numbers(&paths.path(unit).copied().collect::<Vec<_>>()));
        Plan {
            paths: (0..self.count).map(path).collect(),
            steps: paths.makespan(),
            stuck,
            words,
            ..Plan::default()
        }
    }

    /// Says how many units a plan brings to their goals, and in how many moves.
    fn arrival(&self, paths: &Paths, away: usize) -> String {
        let moves = match paths.makespan() {
            1 => String::from("1 move"),
            moves => format!("{moves} moves"),
        };
        match (self.count - away - self.stuck.len(), self.count) {
            (1, 1) => format!("The unit reaches its goal in {moves}."),
            (there, count) if there == count => format!(
                "All {count} units reach their goals in {moves}, {} in total.",
                paths.sum_of_costs()
            ),
            (there, count) if away == 0 => format!(
                "{there} of {count} units reach their goals in {moves}, {} in total.",
                paths.sum_of_costs()
            ),
            (there, count) => format!("After {moves}, {there} of {count} units are at their goals."),
        }
    }

    /// Names the units to whose goals no path leads.
    fn stuck_words(&self) -> String {
        let units: Vec<String> = self.stuck.iter().map(usize::to_string).collect();
        match units.as_slice() {
            [] => String::new(),
            [_] if self.count == 1 => String::from("No path leads to the goal of the unit, so it does not move."),
            units if units.len() == self.count => {
                String::from("No path leads to the goal of any unit, so none of them moves.")
            }
            [unit] => format!("No path leads to the goal of unit {unit}, which moves only to make way."),
            [units @ .., last] => format!(
                "No path leads to the goals of units {} and {last}, which move only to make way.",
                units.join(", ")
            ),
        }
    }

    /// Returns the numbers of cells.
    fn numbers(&self, cells: &[Point]) -> Vec<u32> {
        let number = |cell: &Point| usize::from(cell.y) * self.width + usize::from(cell.x);
        cells
            .iter()
            .map(|cell| u32::try_from(number(cell)).unwrap_or(0))
            .collect()
    }
}

impl Planner {
    fn new(choice: PlannerChoice, team: &Team<Point>, map: GridMap, algorithms: Vec<&'static Algorithm>) -> Self {
        match choice {
            PlannerChoice::Lacam => Planner::Lacam {
                search: Box::new(Lacam::new(team).with_memory_limit(SEARCH_BYTES)),
                improvements: 0,
            },
            PlannerChoice::Prioritized => Planner::Prioritized(Box::new(Prioritized::new(team))),
            PlannerChoice::Cbs => Planner::Cbs(Box::new(Cbs::new(team).with_node_limit(CONFLICT_NODES))),
            PlannerChoice::Pibt => {
                let pibt = Pibt::new(team);
                Planner::Pibt(Box::new(Game {
                    agents: pibt.agents().collect(),
                    paths: team.agents().map(|(start, _)| vec![*start]).collect(),
                    away: team.agents().filter(|(start, goal)| start != goal).count(),
                    pibt,
                }))
            }
            PlannerChoice::Alone => Planner::Alone(Box::new(Alone {
                map,
                tasks: team
                    .agents()
                    .zip(algorithms)
                    .map(|((&start, &goal), algorithm)| Task { start, goal, algorithm })
                    .collect(),
                found: Vec::new(),
            })),
        }
    }

    /// Makes a small part of the plan. Returns the result once the plan is complete or there is no time left.
    fn go_on(&mut self, is_late: bool) -> Option<Ending> {
        match self {
            Planner::Lacam { search, improvements } => {
                let status = search.improve(Budget::new().expansions(SLICE));
                *improvements += u32::from(search.cost().is_some());
                let is_over = !matches!(status, Status::Running | Status::Found);
                if !is_over && !is_late && *improvements < IMPROVEMENTS {
                    return None;
                }
                let proof = match (&status, search.lower_bound()) {
                    (Status::Exhausted, _) => String::from("No plan is better."),
                    (_, Some(bound)) => format!(
                        "No plan has a sum of loss below {bound}; that of this plan is {}.",
                        search.cost().unwrap_or(0)
                    ),
                    _ => String::new(),
                };
                Some(Ending::new(search.plan(), &status, &proof))
            }
            Planner::Prioritized(search) => {
                let status = search.step();
                if status.is_running() && !is_late {
                    return None;
                }
                let attempts = match search.attempts() {
                    1 => String::from("It took one attempt."),
                    attempts => format!("It took {attempts} attempts."),
                };
                Some(Ending::new(search.plan(), &status, &attempts))
            }
            Planner::Cbs(search) => {
                let status = search.step();
                if status.is_running() && !is_late {
                    return None;
                }
                let tree = format!(
                    "No plan costs less: {} nodes of the tree were expanded.",
                    search.stats().expanded
                );
                Some(Ending::new(search.plan(), &status, &tree))
            }
            Planner::Pibt(game) => {
                let moves = game.paths.first().map_or(0, Vec::len) - 1;
                if game.away > 0 && moves < MOVES && !is_late {
                    game.make_move();
                    return None;
                }
                Some(game.ending())
            }
            Planner::Alone(alone) => {
                alone.search_more();
                if alone.found.len() == alone.tasks.len() {
                    return Some(alone.ending());
                }
                is_late.then(|| Ending::new(None, &Status::Running, ""))
            }
        }
    }

    /// Returns the position of every unit in the configuration that the planner is considering.
    fn positions(&self) -> Vec<Point> {
        match self {
            Planner::Lacam { search, .. } => search.configuration().copied().collect(),
            Planner::Pibt(game) => game.paths.iter().filter_map(|path| path.last().copied()).collect(),
            Planner::Prioritized(_) | Planner::Cbs(_) | Planner::Alone(_) => Vec::new(),
        }
    }
}

impl Ending {
    fn new(paths: Option<Paths>, status: &Status, remark: &str) -> Self {
        let remark = match (&paths, status) {
            (Some(_), _) => String::from(remark),
            (None, Status::Exhausted) => String::from("There is no plan that brings all units to their goals."),
            (None, Status::Failed(SearchError::Other { reason })) => format!("No plan was found: {reason}."),
            (None, Status::Failed(error)) => format!("No plan was found: {error}."),
            (None, _) => format!("No plan was found in {} seconds.", TIME.as_secs()),
        };
        Ending { paths, away: 0, remark }
    }
}

/// Joins two sentences, either of which may be empty.
fn join(one: &str, other: &str) -> String {
    format!("{one} {other}").trim().into()
}

impl Game {
    fn make_move(&mut self) {
        self.away = self.pibt.next_move();
        for (agent, path) in self.agents.iter().zip(&mut self.paths) {
            path.extend(self.pibt.position(*agent).ok().copied());
        }
    }

    fn ending(&self) -> Ending {
        // This succeeds, since no path is empty.
        let paths = Paths::from_paths(self.paths.iter().cloned()).ok();
        Ending {
            paths,
            away: self.away,
            remark: String::from("Nothing was planned: each move was chosen separately."),
        }
    }
}

/// Returns the number of searches that run at the same time, and where they run.
#[cfg(feature = "server")]
fn place() -> (usize, String) {
    match rayon::current_num_threads() {
        1 => (1, String::from("on a pool of 1 thread")),
        threads => (threads, format!("on a pool of {threads} threads")),
    }
}

/// Returns the number of searches that run at the same time, and where they run.
#[cfg(not(feature = "server"))]
fn place() -> (usize, String) {
    (1, String::from("one after another, in slices of time"))
}

/// Returns the algorithm of each unit.
fn algorithms(grid: &Grid) -> Result<Vec<&'static Algorithm>, String> {
    let of_unit = |(i, unit): (usize, &Unit)| {
        let id = unit.algorithm.as_deref().unwrap_or("astar");
        let known = unit_algorithms().find(|known| known.id == id);
        known.ok_or_else(|| format!("unit {}: there is no search {id:?} for units", i + 1))
    };
    grid.units.iter().enumerate().map(of_unit).collect()
}

/// Finds a path. Returns it with the number of expansions; without a path, the unit stays at its start.
fn search(map: &GridMap, task: Task) -> (Vec<Point>, u64) {
    run(map, task).unwrap_or_else(|_| (vec![task.start], 0))
}

fn run(map: &GridMap, Task { start, goal, algorithm }: Task) -> Result<(Vec<Point>, u64), String> {
    let choice = SearchChoice {
        algorithm: algorithm.id.into(),
        heuristic: None,
        start: None,
        goal: None,
        trace: None,
        parameters: BTreeMap::new(),
    };
    let map = Map {
        cells: Rc::new(map.clone()),
        movement: Movement::Four,
        start,
        goals: vec![goal],
    };
    let choice = Choice::new(&choice, Kind::Grid, false)?;
    let mut search = map.make(&choice, Sink::deaf())?.driver;
    while search.status().is_running() {
        search.rush(STRIDE);
    }
    let width = u32::from(map.cells.width());
    let side = |side: u32| u16::try_from(side).unwrap_or(u16::MAX);
    let cell = |cell: u32| Point::new(side(cell % width), side(cell / width));
    let mut path: Vec<Point> = search.outcome().path.into_iter().map(cell).collect();
    if path.is_empty() {
        path.push(start);
    }
    Ok((path, search.stats().expanded))
}

impl Alone {
    /// Searches for a path for each of the next units: as many as run at the same time.
    fn search_more(&mut self) {
        let next = self.tasks.iter().skip(self.found.len()).take(place().0);
        let next: Vec<Task> = next.copied().collect();
        #[cfg(feature = "server")]
        let found: Vec<_> = {
            use rayon::iter::{IntoParallelIterator, ParallelIterator};
            next.into_par_iter().map(|task| search(&self.map, task)).collect()
        };
        #[cfg(not(feature = "server"))]
        let found: Vec<_> = next.into_iter().map(|task| search(&self.map, task)).collect();
        self.found.extend(found);
    }

    /// Returns the number of times at which a unit is on the same cell as an earlier one.
    fn encounters(paths: &Paths) -> usize {
        let shared = |at: &[Point]| (0..at.len()).filter(|i| at[..*i].contains(&at[*i])).count();
        paths.configurations().map(shared).sum()
    }

    /// Says what the searches of each algorithm took and found, in the order of the first unit of each.
    fn work(&self) -> String {
        let mut groups: Vec<(&str, [u64; 3])> = Vec::new();
        for (task, (path, expanded)) in self.tasks.iter().zip(&self.found) {
            let name = task.algorithm.name;
            let place = groups.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
                groups.push((name, [0; 3]));
                groups.len() - 1
            });
            let more = [1, path.len() as u64 - 1, *expanded];
            groups[place]
                .1
                .iter_mut()
                .zip(more)
                .for_each(|(sum, more)| *sum += more);
        }
        let counted = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let group = |(name, [units, moves, expanded]): (&str, [u64; 3])| {
            let [units, moves] = [counted(units, "unit"), counted(moves, "move")];
            format!("{name}: {units}, {moves}, {}.", counted(expanded, "expansion"))
        };
        groups.into_iter().map(group).collect::<Vec<_>>().join(" ")
    }

    fn ending(&self) -> Ending {
        // This succeeds, since no path is empty.
        let paths = Paths::from_paths(self.found.iter().map(|(path, _)| path.clone())).ok();
        let encounters = match paths.as_ref().map_or(0, Alone::encounters) {
            0 => String::from("They never meet."),
            1 => String::from("Once, two of them are in the same cell."),
            times => format!("{times} times, one of them is in the cell of another."),
        };
        Ending {
            paths,
            away: 0,
            remark: format!(
                "Each has a search of its own, which ignores the others, {}. {} {encounters}",
                place().1,
                self.work()
            ),
        }
    }
}
