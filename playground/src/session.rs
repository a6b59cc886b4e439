//! [`Session`]: the runs of one scene.

use std::iter::repeat;
use std::time::Duration;

use crate::batch::Batch;
use crate::choice::Choice;
use crate::limits;
use crate::measure::Measuring;
use crate::protocol::{Batched, Measured, View, Views};
use crate::run::Run;
use crate::scene::{Scene, World};
use crate::world::Ground;
use crate::world::grid::terrain;

/// The number of steps between two readings of the clock.
const STRIDE: u64 = 16;

/// The bytes of a cell, a node or an edge in the world, which all runs share, and in the scene.
const PLACE: usize = 24;

/// A scene and its runs.
pub(crate) struct Session {
    pub(crate) scene: Scene,
    /// The bytes that a run may use for going back.
    history: usize,
    pub(crate) runs: Vec<Run>,
    measuring: Option<(Vec<bool>, Measuring)>,
    batch: Option<Batch>,
    pub(crate) last_used: Duration,
}

impl Session {
    /// Checks a scene and returns its world and its searches, ready to start.
    pub(crate) fn check(scene: &Scene) -> Result<(Ground, Vec<Choice>), String> {
        let most = limits::ALL.searches;
        let count = scene.searches.len();
        if count == 0 || count > most {
            return Err(format!(
                "\"searches\": there are {count}, but there must be from 1 to {most}"
            ));
        }
        let ground = Ground::new(&scene.world).map_err(|error| format!("world: {error}"))?;
        let choices = ('A'..).zip(&scene.searches).map(|(letter, search)| {
            Choice::new(search, ground.kind(), ground.has_diagonals())
                .map_err(|error| format!("search {letter}: {error}"))
        });
        let choices = choices.collect::<Result<_, _>>()?;
        Ok((ground, choices))
    }

    /// Begins a session. Also returns remarks about the scene.
    pub(crate) fn new(scene: Scene, history: usize, now: Duration) -> Result<(Self, Vec<String>), String> {
        let (mut ground, choices) = Session::check(&scene)?;
        let count = choices.len();
        let notes = ground.notes();
        let choices = choices.into_iter();
        let runs = choices
            .map(|choice| Run::new(&mut ground, choice, history / count))
            .collect();
        let session = Session {
            scene,
            history: history / count,
            runs,
            measuring: None,
            batch: None,
            last_used: now,
        };
        Ok((session, notes))
    }

    /// Returns the bytes that the runs of the session have allocated, plus those of the world.
    pub(crate) fn bytes(&self) -> usize {
        let places = match &self.scene.world {
            World::Grid(grid) => grid.cells.len(),
            World::Graph(network) => network.nodes.len() + network.edges.len(),
            World::Mesh(level) => level.areas.iter().chain(&level.walls).map(Vec::len).sum(),
            World::Puzzle(_) => 0,
        };
        places * PLACE + self.runs.iter().map(Run::bytes).sum::<usize>()
    }

    /// Returns the world and one of the runs.
    pub(crate) fn run(&mut self, run: usize) -> Result<(&World, &mut Run), String> {
        let runs = self.runs.len();
        match self.runs.get_mut(run) {
            Some(found) => Ok((&self.scene.world, found)),
            None => Err(format!(
                "there is no run {run}: the session has {runs}, numbered from 0"
            )),
        }
    }

    pub(crate) fn views(&mut self) -> Vec<View> {
        self.runs.iter_mut().map(Run::view).collect()
    }

    /// Moves each run to its step, as far as the time allows.
    pub(crate) fn seek(
        &mut self,
        steps: &[u64],
        whole: bool,
        has_room: bool,
        now: &dyn Fn() -> Duration,
    ) -> Result<Views, String> {
        if steps.len() != self.runs.len() {
            let (steps, runs) = (steps.len(), self.runs.len());
            return Err(format!(
                "\"steps\" has {steps} numbers, but must have one for each run: {runs}"
            ));
        }
        let mut more = false;
        let share = share(limits::ALL.milliseconds, self.runs.len());
        for (run, step) in self.runs.iter_mut().zip(steps) {
            if whole {
                run.begin_anew();
            }
            more |= go_on(run, *step, share, has_room, now);
        }
        Ok(self.collect(more))
    }

    /// Advances the runs, each for its share of the time.
    pub(crate) fn advance(
        &mut self,
        steps: Option<u64>,
        time: f64,
        has_room: bool,
        now: &dyn Fn() -> Duration,
    ) -> Views {
        let share = share(time, self.runs.len());
        let mut more = false;
        for run in &mut self.runs {
            let target = steps.map_or(u64::MAX, |steps| run.log().shown().saturating_add(steps));
            more |= go_on(run, target, share, has_room, now) && steps.is_some();
        }
        self.collect(more)
    }

    /// Measures the ended searches, except recorded runs, without an observer for a slice of time.
    pub(crate) fn measure(&mut self, clock: &dyn Fn() -> Duration) -> Result<Measured, String> {
        let ended: Vec<bool> = self
            .runs
            .iter()
            .map(|run| !run.is_running() && !run.is_refused() && run.choice().recording.is_none())
            .collect();
        let before = self.measuring.take().filter(|(before, _)| *before == ended);
        let (is_measured, mut measuring) = if let Some(before) = before {
            before
        } else {
            let choices = self.runs.iter().zip(&ended).filter(|(_, is_ended)| **is_ended);
            let choices = choices.map(|(run, _)| run.choice().clone()).collect();
            (ended, Measuring::new(&self.scene.world, choices)?)
        };
        let is_complete = measuring.go_on(clock)?;
        let measured = measuring.measured(&is_measured, !is_complete);
        if !is_complete {
            self.measuring = Some((is_measured, measuring));
        }
        Ok(measured)
    }

    /// Runs the searches on the scenarios of a file for a slice of time. Without a file, continues the current one.
    pub(crate) fn batch(&mut self, text: Option<&str>, clock: &dyn Fn() -> Duration) -> Result<Batched, String> {
        let mut batch = match text {
            Some(text) => {
                let choices = self.runs.iter().map(|run| run.choice().clone()).collect();
                Batch::new(text, &self.scene.world, choices)?
            }
            None => self
                .batch
                .take()
                .ok_or("no scenarios are being run: \"text\" is missing")?,
        };
        let batched = batch.go_on(clock);
        self.batch = batched.more.then_some(batch);
        Ok(batched)
    }

    fn collect(&mut self, more: bool) -> Views {
        let runs = self.views();
        Views {
            more: more || runs.iter().any(|view| view.more),
            runs,
            changed: Vec::new(),
        }
    }

    /// Changes cells of the map while agents stand at `starts`, or `None` for those that have not left the start of
    /// their run. Runs that cannot repair their results start again.
    pub(crate) fn change(&mut self, cells: &[(u32, char)], starts: &[Option<u32>]) -> Result<Views, String> {
        let World::Grid(grid) = &mut self.scene.world else {
            return Err(String::from("only the cells of maps can be changed"));
        };
        let mut changed = grid.clone();
        let mut symbols: Vec<char> = changed.cells.chars().collect();
        let mut costs = Vec::with_capacity(cells.len());
        for (cell, symbol) in cells {
            let cost = terrain(*symbol).ok_or_else(|| format!("a cell cannot become {symbol:?}"))?;
            let place = symbols.get_mut(*cell as usize);
            *place.ok_or_else(|| format!("there is no cell {cell}"))? = *symbol;
            costs.push((*cell, cost));
        }
        changed.cells = symbols.into_iter().collect();
        let world = World::Grid(changed);
        // This checks that neither the start nor a goal is in a wall.
        let mut ground = Ground::new(&world)?;
        let mut words = Vec::new();
        let starts = starts.iter().copied().chain(repeat(None));
        for (run, start) in self.runs.iter_mut().zip(starts) {
            run.place_agent(start);
            let name = run.choice().algorithm.name;
            let fresh = Run::new(&mut ground, run.choice().clone(), self.history);
            // The start or the goal of its agent may now be in a wall.
            let has_begun = run.log().last() > 0;
            let has_path = run.is_found();
            let changed = if fresh.is_refused() || !has_begun {
                None
            } else {
                run.change(start, &costs)
            };
            words.push(if let Some(Ok(())) = changed {
                run.renew_look(fresh);
                format!("{name} repairs its {}.", if has_path { "path" } else { "results" })
            } else {
                *run = fresh;
                match changed {
                    _ if run.is_refused() => format!("{name} cannot begin."),
                    Some(Err(error)) => format!("{name} starts again: {error}."),
                    // There is nothing to be told about a search that has not begun.
                    _ if !has_begun => String::new(),
                    _ => format!("{name} starts again."),
                }
            });
        }
        self.scene.world = world;
        self.measuring = None;
        self.batch = None;
        Ok(Views {
            changed: words,
            ..self.collect(false)
        })
    }
}

fn share(milliseconds: f64, runs: usize) -> Duration {
    let most = limits::ALL.milliseconds;
    let milliseconds = if milliseconds.is_finite() {
        milliseconds.clamp(0.0, most)
    } else {
        most
    };
    let runs = u32::try_from(runs).unwrap_or(u32::MAX).max(1);
    Duration::from_secs_f64(milliseconds / 1e3) / runs
}

/// Moves a run to a step, or as far as its time allows. If there is no room, only repeats steps made before. Returns
/// whether the run has not reached the step yet.
fn go_on(run: &mut Run, target: u64, time: Duration, has_room: bool, now: &dyn Fn() -> Duration) -> bool {
    run.is_starved = !has_room && target > run.log().last() && run.is_running();
    let target = if run.is_starved { run.log().last() } else { target };
    if target <= run.log().last() {
        run.show(target);
        return false;
    }
    let begin = now();
    let mut is_over = false;
    'all: while !is_over {
        for _ in 0..STRIDE {
            if run.log().shown() >= target || !run.advance() {
                break 'all;
            }
        }
        is_over = now().saturating_sub(begin) >= time;
    }
    is_over && run.log().shown() < target && (run.is_running() || run.log().shown() < run.log().last())
}
