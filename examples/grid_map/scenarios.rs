//! A file of scenarios: every one is searched, and its length is checked against the file's.

use std::time::{Duration, Instant};

use astride::Status;
use astride::grid::movingai::{Scenario, ScenarioFile};
use astride::grid::{GridMap, Movement, Point};
use astride::text::TextError;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::Failure;
use crate::algorithm::{Algorithm, Promise, Workshop};
use crate::cli::Args;
use crate::input::{self, Question};
use crate::outcome::estimates;
use crate::search::{MapSearch, Way};

/// What came of all scenarios by one algorithm.
#[derive(Debug, Serialize)]
pub(crate) struct Tally {
    pub(crate) algorithm: String,
    pub(crate) scenarios: usize,
    /// Microseconds to find out what has to be known of the map beforehand: once, and part of no other time.
    pub(crate) building_micros: Option<f64>,
    /// Microseconds a scenario: from asking the question to the end of the search.
    pub(crate) mean_micros: f64,
    pub(crate) median_micros: f64,
    /// 99 of 100 took no longer.
    pub(crate) p99_micros: f64,
    pub(crate) expanded: u64,
    pub(crate) mean_expanded: f64,
    /// The sum of the lengths of all paths, over that of the file's optima.
    pub(crate) length_ratio: f64,
    /// How many paths are longer than the file's optimum.
    pub(crate) longer: usize,
    /// The greatest length of a path in proportion to the optimum; 0 without a path.
    pub(crate) greatest_ratio: f64,
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
    let fault = |error: TextError| Failure::Input(input::in_file(&name, &error));
    let file = ScenarioFile::parse(&bytes).map_err(fault)?;
    if file.is_empty() {
        return Err(Failure::Input(format!("{name}: no scenarios")));
    }
    file.check_map(&question.map).map_err(fault)?;
    Ok(file)
}

/// Searches every scenario by every algorithm asked for.
pub(crate) fn run(args: &Args, question: &Question, file: &ScenarioFile) -> Result<Vec<Tally>, Failure> {
    let name = args.scen.as_deref().unwrap_or_else(|| "".as_ref()).display();
    for (number, scenario) in (1..).zip(file) {
        scenario
            .problem(&question.map)
            .map_err(|error| Failure::Input(format!("{name}: scenario {number}: {error}")))?;
    }
    let algorithms = args.algorithm.for_map(&question.map);
    let workshop = Workshop::new(question, args.settings());
    // On a terminal alone, and on standard error.
    let progress = ProgressBar::new((file.len() * algorithms.len()) as u64);
    let tallies = algorithms.iter();
    let tallies = tallies.map(|algorithm| tally(*algorithm, args, question, &workshop, file, &progress));
    let tallies = tallies.collect::<Result<Vec<_>, String>>().map_err(Failure::Input);
    progress.finish_and_clear();
    tallies
}

fn tally(
    algorithm: Algorithm,
    args: &Args,
    question: &Question,
    workshop: &Workshop<'_>,
    file: &ScenarioFile,
    progress: &ProgressBar,
) -> Result<Tally, String> {
    let settings = args.settings();
    let promise = algorithm.promise(&settings);
    // Made with any question; they follow.
    let first = file.iter().next().expect("an empty file has been refused");
    let mut made = workshop.make(algorithm, first.start, first.goal)?;
    let search = &mut *made.search;
    let (mut times, mut expanded, mut mismatches) = (Vec::with_capacity(file.len()), 0, Vec::new());
    let (mut lengths, mut optima) = (0.0, 0.0);
    let (mut longer, mut greatest_ratio) = (0, 0.0_f64);
    for (number, scenario) in (1..).zip(file) {
        let begin = Instant::now();
        search
            .restart(scenario.start, scenario.goal)
            .map_err(|error| input::blame_argument(&error))?;
        let status = search.run();
        times.push(begin.elapsed());
        expanded += search.stats().expanded;
        let way = search.way();
        let length = way.as_ref().map(|way| way.cost.as_f64() / search.unit().as_f64());
        if let Some(length) = length {
            let optimum = scenario.optimum;
            lengths += length;
            optima += optimum.value();
            longer += usize::from(optimum.difference(length) > 0.0);
            if optimum.value() > 0.0 {
                greatest_ratio = greatest_ratio.max(length / optimum.value());
            }
        }
        let is_way = way.is_none_or(|way| is_walked(&question.map, question.movement, scenario, &way, search));
        if !is_way || !is_kept(promise, scenario, &status, length) {
            mismatches.push(Mismatch {
                scenario: number,
                start: [scenario.start.x, scenario.start.y],
                goal: [scenario.goal.x, scenario.goal.y],
                optimum: scenario.optimum.to_string(),
                length,
                status: if is_way {
                    words(&status)
                } else {
                    "not a way".to_string()
                },
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
        building_micros: made.building.map(micros),
        mean_micros: mean(times.iter().copied().map(micros).sum()),
        median_micros: percentile(50),
        p99_micros: percentile(99),
        expanded,
        mean_expanded,
        length_ratio: if optima > 0.0 { lengths / optima } else { 1.0 },
        longer,
        greatest_ratio,
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
        (Promise::Straight, Status::Found, Some(length)) => {
            length >= distance(scenario.start, scenario.goal) * (1.0 - ROUNDING)
        }
    }
}

/// By how much lengths may differ that were counted in different units: 1393/985 is less than the root of 2 by a quarter of
/// this.
const ROUNDING: f64 = 1.5e-6;

fn distance(from: Point, to: Point) -> f64 {
    f64::from(from.x.abs_diff(to.x)).hypot(from.y.abs_diff(to.y).into())
}

/// Whether a way leads from start to goal, along lines that are allowed, and is as long as it says. Where terrain costs are
/// not all 1, its cost is something else than its length.
fn is_walked(map: &GridMap, movement: Movement, scenario: &Scenario, way: &Way, search: &dyn MapSearch) -> bool {
    let legs = || way.line.windows(2).map(|leg| (leg[0], leg[1]));
    let length: f64 = legs().map(|(from, to)| distance(from, to)).sum();
    let cost = way.cost.as_f64() / search.unit().as_f64();
    let is_plain = map.is_uniform() && map.least_cost() == Some(1);
    way.line.first() == Some(&scenario.start)
        && way.line.last() == Some(&scenario.goal)
        && legs().all(|(from, to)| map.line_of_sight(from, to, movement))
        && (!is_plain || (length - cost).abs() <= length * ROUNDING)
}

/// The estimates that the algorithms use.
pub(crate) fn estimates_of(args: &Args, question: &Question) -> String {
    let algorithms = args.algorithm.for_map(&question.map);
    estimates(algorithms.iter().map(|algorithm| algorithm.estimate(question)))
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
