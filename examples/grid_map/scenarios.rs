//! A file of scenarios: every one is searched, and its length is checked against the file's.

use std::time::{Duration, Instant};

use astride::Status;
use astride::grid::movingai::{Scenario, ScenarioFile};
use astride::grid::{FormatError, GridMap};
use indicatif::ProgressBar;
use serde::Serialize;

use crate::Failure;
use crate::algorithm::{Algorithm, Problem, Promise};
use crate::cli::Args;
use crate::input::{self, Question};
use crate::search::Unit;

/// What came of all scenarios by one algorithm.
#[derive(Debug, Serialize)]
pub(crate) struct Tally {
    pub(crate) algorithm: String,
    pub(crate) scenarios: usize,
    /// Microseconds a scenario: from setting the question to the end of the search.
    pub(crate) mean_micros: f64,
    pub(crate) median_micros: f64,
    /// 99 of 100 took no longer.
    pub(crate) p99_micros: f64,
    pub(crate) expanded: u64,
    pub(crate) mean_expanded: f64,
    /// The sum of the lengths of all paths, over that of the file's optima.
    pub(crate) length_ratio: f64,
    pub(crate) mismatches: Vec<Mismatch>,
}

/// A scenario whose path is not as the algorithm promises.
#[derive(Debug, Serialize)]
pub(crate) struct Mismatch {
    /// Its number in the file, from 1.
    pub(crate) scenario: usize,
    pub(crate) start: [u16; 2],
    pub(crate) goal: [u16; 2],
    pub(crate) optimum: String,
    /// The length of the path, if there is one.
    pub(crate) length: Option<f64>,
    pub(crate) status: String,
}

/// Reads the file, and refuses it where it is for another map.
pub(crate) fn read(args: &Args, question: &Question) -> Result<ScenarioFile, Failure> {
    let path = args.scen.as_deref().unwrap_or_else(|| "".as_ref());
    let (name, bytes) = input::read_bytes(path).map_err(Failure::Input)?;
    let fault = |error: FormatError| Failure::Input(input::in_file(&name, &error));
    let file = ScenarioFile::parse(&bytes).map_err(fault)?;
    if file.is_empty() {
        return Err(Failure::Input(format!("{name}: no scenarios")));
    }
    file.check_map(&question.map).map_err(fault)?;
    Ok(file)
}

/// Searches every scenario by every algorithm asked for.
pub(crate) fn run<C: Unit>(args: &Args, question: &Question, file: &ScenarioFile) -> Result<Vec<Tally>, Failure> {
    let name = args.scen.as_deref().unwrap_or_else(|| "".as_ref()).display();
    let mut problems = Vec::new();
    for (number, scenario) in (1..).zip(file) {
        let problem = Problem::<C>::with_cost(&question.map, scenario.start, scenario.goal, question.movement)
            .map_err(|error| Failure::Input(format!("{name}: scenario {number}: {error}")))?;
        problems.push(match question.estimate {
            None => problem,
            Some(estimate) => problem
                .with_estimate(estimate)
                .map_err(|error| Failure::Input(input::blame_argument(&error)))?,
        });
    }
    // On a terminal alone, and on standard error.
    let progress = ProgressBar::new((file.len() * args.algorithm.0.len()) as u64);
    let tallies = args.algorithm.0.iter();
    let tallies = tallies.map(|algorithm| tally(*algorithm, args, file, &problems, &progress));
    let tallies = tallies.collect::<Result<Vec<_>, String>>().map_err(Failure::Input);
    progress.finish_and_clear();
    tallies
}

fn tally<C: Unit>(
    algorithm: Algorithm,
    args: &Args,
    file: &ScenarioFile,
    problems: &[Problem<'_, C>],
    progress: &ProgressBar,
) -> Result<Tally, String> {
    let settings = args.settings();
    let promise = algorithm.promise(&settings);
    let mut search = algorithm.make(problems[0], &settings)?;
    let (mut times, mut expanded, mut mismatches) = (Vec::with_capacity(problems.len()), 0, Vec::new());
    let (mut lengths, mut optima) = (0.0, 0.0);
    for ((number, scenario), problem) in (1..).zip(file).zip(problems) {
        let begin = Instant::now();
        search.restart(*problem);
        let status = search.run();
        times.push(begin.elapsed());
        expanded += search.stats().expanded;
        let length = search.path().map(|path| path.cost.in_cells(problem.movement()));
        if let Some(length) = length {
            lengths += length;
            optima += scenario.optimum.value();
        }
        if !is_kept(promise, scenario, &status, length) {
            mismatches.push(Mismatch {
                scenario: number,
                start: [scenario.start.x, scenario.start.y],
                goal: [scenario.goal.x, scenario.goal.y],
                optimum: scenario.optimum.to_string(),
                length,
                status: words(&status),
            });
        }
        progress.inc(1);
    }
    times.sort_unstable();
    let count = times.len();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    // The least time that so many of a hundred do not exceed.
    let percentile = |percent: usize| micros(times[(count * percent).div_ceil(100).max(1) - 1]);
    #[expect(clippy::cast_precision_loss, reason = "means")]
    let mean = |sum: f64| sum / count as f64;
    #[expect(clippy::cast_precision_loss, reason = "means")]
    let mean_expanded = mean(expanded as f64);
    Ok(Tally {
        algorithm: algorithm.title(&settings),
        scenarios: count,
        mean_micros: mean(times.iter().copied().map(micros).sum()),
        median_micros: percentile(50),
        p99_micros: percentile(99),
        expanded,
        mean_expanded,
        length_ratio: if optima > 0.0 { lengths / optima } else { 1.0 },
        mismatches,
    })
}

/// Whether what was found is what the algorithm promises.
fn is_kept(promise: Promise, scenario: &Scenario, status: &Status, length: Option<f64>) -> bool {
    match (promise, status, length) {
        (_, Status::Running | Status::Failed(_), _) => false,
        (Promise::Shortest, ..) | (_, Status::Exhausted, _) | (.., None) => scenario.is_met_by(length),
        (_, Status::Found, Some(_)) if scenario.is_unreachable() => false,
        (Promise::Within(weight), Status::Found, Some(length)) => {
            let optimum = scenario.optimum;
            optimum.difference(length) >= 0.0 && optimum.difference(length / weight) <= 0.0
        }
        (Promise::SomePath, Status::Found, Some(length)) => scenario.optimum.difference(length) >= 0.0,
    }
}

fn words(status: &Status) -> String {
    match status {
        Status::Running => "running".to_string(),
        Status::Found => "found".to_string(),
        Status::Exhausted => "no path".to_string(),
        Status::Failed(error) => format!("failed: {error}"),
    }
}

/// How large the map is, for the head of a report.
pub(crate) fn size(map: &GridMap) -> String {
    format!("{} x {}", map.width(), map.height())
}
