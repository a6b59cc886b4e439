//! [`Batch`]: the searches of a session on the scenarios of a file, one after another, without observers.

use std::time::Duration;

use astride_grid::movingai::{Scenario, ScenarioFile};
use astride_grid::{Movement, Point};

use crate::choice::Choice;
use crate::measure::{SLICE, Unwatched};
use crate::protocol::{Batched, BatchedRow, BatchedRun, Number, ScenarioView, Standing};
use crate::scene::World;
use crate::world::Ground;
use crate::world::grid::Map;

/// A search that takes longer than this is stopped.
const LONG: Duration = Duration::from_secs(10);

/// Reads the scenarios of a file, and checks that they are for this map.
fn read(text: &str, world: &World) -> Result<ScenarioFile, String> {
    let World::Grid(grid) = world else {
        return Err(String::from("scenarios need their map: open it first"));
    };
    let file = ScenarioFile::parse(text.as_bytes()).map_err(|error| error.to_string())?;
    file.check_map(&Map::read(grid)?).map_err(|error| error.to_string())?;
    Ok(file)
}

/// Returns the scenarios as the page lists them.
pub(crate) fn list(text: &str, world: &World) -> Result<Vec<ScenarioView>, String> {
    let view = |scenario: &Scenario| ScenarioView {
        bucket: scenario.bucket,
        start: [scenario.start.x, scenario.start.y],
        goal: [scenario.goal.x, scenario.goal.y],
        optimum: (!scenario.is_unreachable()).then(|| scenario.optimum.value()),
    };
    Ok(read(text, world)?.iter().map(view).collect())
}

/// Scenarios that are being run.
pub(crate) struct Batch {
    ground: Ground,
    width: u32,
    /// Whether the lengths in the file apply to the movement rule of the map.
    is_comparable: bool,
    choices: Vec<Choice>,
    scenarios: Vec<Scenario>,
    /// The current scenario, and the results of the searches on it so far.
    at: usize,
    runs: Vec<BatchedRun>,
    now: Option<Unwatched>,
}

impl Batch {
    pub(crate) fn new(text: &str, world: &World, choices: Vec<Choice>) -> Result<Self, String> {
        let scenarios = read(text, world)?;
        let (width, is_comparable) = match world {
            World::Grid(grid) => (grid.width, Map::movement(grid)? == Movement::Eight),
            _ => (1, false),
        };
        Ok(Batch {
            ground: Ground::new(world)?,
            width: u32::try_from(width).unwrap_or(u32::MAX),
            is_comparable,
            choices,
            scenarios: scenarios.iter().cloned().collect(),
            at: 0,
            runs: Vec::new(),
            now: None,
        })
    }

    /// Continues for a slice of time.
    pub(crate) fn go_on(&mut self, clock: &dyn Fn() -> Duration) -> Batched {
        let begin = clock();
        let mut rows = Vec::new();
        while let Some(scenario) = self.scenarios.get(self.at) {
            if clock().saturating_sub(begin) >= SLICE {
                break;
            }
            if let Some(run) = self.search(&scenario.clone(), clock) {
                self.runs.push(run);
            }
            if self.runs.len() == self.choices.len() {
                rows.push(BatchedRow {
                    scenario: self.at,
                    runs: std::mem::take(&mut self.runs),
                });
                self.at += 1;
            }
        }
        Batched {
            rows,
            count: self.scenarios.len(),
            more: self.at < self.scenarios.len(),
        }
    }

    /// Continues the next search. Returns its result if it has ended.
    fn search(&mut self, scenario: &Scenario, clock: &dyn Fn() -> Duration) -> Option<BatchedRun> {
        let mut search = match self.now.take() {
            Some(search) => search,
            None => match self.begin(scenario) {
                Ok(search) => search,
                Err(words) => {
                    return Some(BatchedRun {
                        status: Standing::Refused,
                        words: Some(words),
                        ..BatchedRun::default()
                    });
                }
            },
        };
        if !search.rush(clock) && search.spent < LONG {
            self.now = Some(search);
            return None;
        }
        let (outcome, stats) = (search.driver.outcome(), search.driver.stats());
        let standing = Standing::from(&search.driver.status());
        // The lengths in the file do not include costs of turns.
        let has_turns = self
            .choices
            .get(self.runs.len())
            .is_some_and(|choice| choice.turn_cost() > 0);
        let is_proven = matches!(standing, Standing::Found | Standing::Exhausted);
        Some(BatchedRun {
            status: standing,
            words: None,
            cost: outcome.cost.map(Number),
            agrees: (self.is_comparable && !has_turns && is_proven).then(|| scenario.is_met_by(outcome.cost)),
            expanded: stats.expanded,
            generated: stats.generated,
            seconds: Some(search.spent.as_secs_f64()),
        })
    }

    fn begin(&self, scenario: &Scenario) -> Result<Unwatched, String> {
        if self.choices[self.runs.len()].recording.is_some() {
            return Err(String::from("A recorded run applies only to its own problem."));
        }
        let cell = |point: Point| u32::from(point.y) * self.width + u32::from(point.x);
        let mut ground = self
            .ground
            .between(Some(cell(scenario.start)), Some(cell(scenario.goal)))?;
        // Agents do not matter here.
        let mut choice = self.choices[self.runs.len()].clone();
        (choice.start, choice.goal) = (None, None);
        Unwatched::new(&mut ground, &choice)
    }
}
