//! A file of scenarios: each one is searched, and its length is checked against the file's.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use astride::Status;
use astride::grid::movingai::{Scenario, ScenarioFile};
use astride::grid::{GridMap, Movement, Point};
use astride::text::TextError;
use console::Term;
use serde::Serialize;

use crate::algorithm::{Algorithm, Promise, Workshop};
use crate::search::Way;
use crate::{Failure, Format, input, show};

/// What came of all scenarios by one algorithm.
#[derive(Serialize)]
struct Tally {
    map: String,
    file: String,
    algorithm: String,
    scenarios: usize,
    /// Microseconds to build what the algorithm knows of the map beforehand: once, and part of no other time.
    building_micros: Option<f64>,
    /// Microseconds a scenario: from asking the question to the end of the search.
    mean_micros: f64,
    median_micros: f64,
    /// 99 of 100 took no longer.
    p99_micros: f64,
    mean_expanded: f64,
    /// The sum of the lengths of all paths, over that of the file's optima.
    length_ratio: f64,
    /// How many paths are longer than the file's optimum.
    longer: usize,
    /// The greatest length of a path in proportion to the optimum; 0 without a path.
    greatest_ratio: f64,
    mismatches: Vec<Mismatch>,
}

/// A scenario whose path is not as the algorithm promises.
#[derive(Serialize)]
struct Mismatch {
    /// Its number in the file, starting at 1.
    scenario: usize,
    start: [u16; 2],
    goal: [u16; 2],
    optimum: String,
    /// The length of the path, if there is one.
    length: Option<f64>,
    status: String,
}

/// Searches every scenario by every algorithm and prints what came of it. Returns whether there is no mismatch.
pub(crate) fn run(
    path: &Path,
    format: Format,
    workshop: &Workshop<'_>,
    algorithms: &[Algorithm],
    out: &mut dyn Write,
) -> Result<bool, Failure> {
    let question = workshop.question;
    if question.movement != Movement::Eight {
        return Err(Failure::Input(
            "scenarios have the option '--movement 8' and no other".to_string(),
        ));
    }
    let (name, bytes) = input::read_bytes(path).map_err(Failure::Input)?;
    let fault = |error: TextError| Failure::Input(input::in_file(&name, &error));
    let file = ScenarioFile::parse(&bytes).map_err(fault)?;
    file.check_map(&question.map).map_err(fault)?;
    if file.is_empty() {
        return Err(Failure::Input(format!("{name}: no scenarios")));
    }
    for (number, scenario) in (1..).zip(&file) {
        let problem = scenario.problem(&question.map);
        problem.map_err(|error| Failure::Input(format!("{name}: scenario {number}: {error}")))?;
    }
    let tallies = algorithms
        .iter()
        .map(|algorithm| tally(*algorithm, workshop, &name, &file));
    let tallies = tallies.collect::<Result<Vec<_>, String>>().map_err(Failure::Input)?;
    if format == Format::Json {
        serde_json::to_writer(&mut *out, &tallies).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        let (map, width, height) = (&question.name, question.map.width(), question.map.height());
        writeln!(
            out,
            "{map}, {width} x {height} cells: {} scenarios of {name}",
            file.len()
        )?;
        print(out, &tallies)?;
    }
    Ok(tallies.iter().all(|tally| tally.mismatches.is_empty()))
}

fn tally(algorithm: Algorithm, workshop: &Workshop<'_>, name: &str, file: &ScenarioFile) -> Result<Tally, String> {
    let (question, promise) = (workshop.question, algorithm.promise(workshop.weight));
    // Made with any question; the others follow.
    let mut search = workshop.make(algorithm, question.from, question.to)?;
    let (mut times, mut expanded, mut mismatches) = (Vec::with_capacity(file.len()), 0, Vec::new());
    let (mut lengths, mut optima, mut longer, mut greatest_ratio) = (0.0, 0.0, 0, 0.0_f64);
    let mut progress = Term::stderr();
    for (number, scenario) in (1..).zip(file) {
        if progress.is_term() && number % 100 == 1 {
            // If standard error is closed, nobody is waiting for this.
            let _ = progress.clear_line();
            let _ = write!(progress, "{}: {number} of {}", algorithm.name(), file.len());
        }
        let begin = Instant::now();
        search
            .restart(scenario.start, scenario.goal)
            .map_err(|error| input::blame_argument(&error))?;
        let status = search.advance(u64::MAX);
        times.push(begin.elapsed());
        expanded += search.stats().expanded;
        let way = search.way();
        let length = way.as_ref().map(|way| way.cost);
        if let Some(length) = length {
            let optimum = scenario.optimum;
            lengths += length;
            optima += optimum.value();
            longer += usize::from(optimum.difference(length) > 0.0);
            if optimum.value() > 0.0 {
                greatest_ratio = greatest_ratio.max(length / optimum.value());
            }
        }
        let is_way = way.is_none_or(|way| is_walked(&question.map, question.movement, scenario, &way));
        if !is_way || !is_kept(promise, scenario, &status, length) {
            mismatches.push(Mismatch {
                scenario: number,
                start: [scenario.start.x, scenario.start.y],
                goal: [scenario.goal.x, scenario.goal.y],
                optimum: scenario.optimum.to_string(),
                length,
                status: if is_way {
                    status.to_string()
                } else {
                    "not a way".to_string()
                },
            });
        }
    }
    if progress.is_term() {
        let _ = progress.clear_line();
    }
    times.sort_unstable();
    let count = times.len();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    // The least time that so many of a hundred do not exceed.
    let percentile = |percent: usize| micros(times[(count * percent).div_ceil(100).max(1) - 1]);
    #[expect(clippy::cast_precision_loss, reason = "means")]
    let (mean_micros, mean_expanded) = (
        times.iter().copied().map(micros).sum::<f64>() / count as f64,
        expanded as f64 / count as f64,
    );
    Ok(Tally {
        map: question.name.clone(),
        file: name.to_string(),
        algorithm: algorithm.name(),
        scenarios: count,
        building_micros: workshop.building(algorithm).map(micros),
        mean_micros,
        median_micros: percentile(50),
        p99_micros: percentile(99),
        mean_expanded,
        length_ratio: if optima > 0.0 { lengths / optima } else { 1.0 },
        longer,
        greatest_ratio,
        mismatches,
    })
}

/// A line for each algorithm, and the mismatches below.
fn print(out: &mut dyn Write, tallies: &[Tally]) -> io::Result<()> {
    const LISTED: usize = 10;
    let header = [
        "algorithm",
        "building, µs",
        "mean µs",
        "median µs",
        "99 % µs",
        "expanded, mean",
        "length/optimum",
        "longer",
        "at most",
        "mismatches",
    ];
    let rows = tallies.iter().map(|tally| {
        [
            tally.algorithm.clone(),
            tally
                .building_micros
                .map_or_else(|| "-".to_string(), |micros| format!("{micros:.0}")),
            format!("{:.1}", tally.mean_micros),
            format!("{:.1}", tally.median_micros),
            format!("{:.1}", tally.p99_micros),
            format!("{:.1}", tally.mean_expanded),
            format!("{:.4}", tally.length_ratio),
            tally.longer.to_string(),
            format!("{:.4}", tally.greatest_ratio),
            tally.mismatches.len().to_string(),
        ]
    });
    show::table(out, &header, &rows.collect::<Vec<_>>())?;
    for tally in tallies {
        for mismatch in tally.mismatches.iter().take(LISTED) {
            let [[x, y], [to_x, to_y]] = [mismatch.start, mismatch.goal];
            let (name, number, optimum) = (&tally.algorithm, mismatch.scenario, &mismatch.optimum);
            let length = mismatch
                .length
                .map_or_else(String::new, |length| format!(" {length:.8}"));
            let status = &mismatch.status;
            writeln!(
                out,
                "{name}: scenario {number} from {x},{y} to {to_x},{to_y}: optimum {optimum}, {status}{length}"
            )?;
        }
        if let Some(more) = tally.mismatches.len().checked_sub(LISTED).filter(|more| *more > 0) {
            writeln!(out, "{}: and {more} more", tally.algorithm)?;
        }
    }
    Ok(())
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

/// By how much lengths may differ that were counted in different units: 1393/985 is less than the root of 2 by a
/// quarter of this.
const ROUNDING: f64 = 1.5e-6;

fn distance(from: Point, to: Point) -> f64 {
    f64::from(from.x.abs_diff(to.x)).hypot(from.y.abs_diff(to.y).into())
}

/// Whether a way leads from start to goal, along lines that are allowed, and is as long as it says. Where terrain costs
/// are not all 1, its cost is something else than its length.
fn is_walked(map: &GridMap, movement: Movement, scenario: &Scenario, way: &Way) -> bool {
    let legs = || way.line.windows(2).map(|leg| (leg[0], leg[1]));
    let length: f64 = legs().map(|(from, to)| distance(from, to)).sum();
    let is_plain = map.is_uniform() && map.least_cost() == Some(1);
    way.line.first() == Some(&scenario.start)
        && way.line.last() == Some(&scenario.goal)
        && legs().all(|(from, to)| map.line_of_sight(from, to, movement))
        && (!is_plain || (length - way.cost).abs() <= length * ROUNDING)
}
