//! A file of scenarios: each one is searched, and the length of the path is compared with that in the file.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use astride::Status;
use astride::text::TextError;
use astride_grid::movingai::{Scenario, ScenarioFile};
use astride_grid::{GridMap, Movement, Point};
use console::Term;
use serde_json::{Value, json};

use crate::algorithm::{Algorithm, Workshop};
use crate::search::Way;
use crate::{Failure, Format, input, show};

/// The columns of the table: their names, the fields of a tally, and the numbers of decimals.
const COLUMNS: [(&str, &str, usize); 8] = [
    ("algorithm", "algorithm", 0),
    ("mean µs", "mean_micros", 1),
    ("median µs", "median_micros", 1),
    ("expanded, mean", "mean_expanded", 1),
    ("length/optimum", "length_ratio", 4),
    ("longer", "longer", 0),
    ("at most", "greatest_ratio", 4),
    ("mismatches", "mismatches", 0),
];

/// Beyond this number, mismatches of an algorithm are counted but not printed.
const LISTED: usize = 10;

/// Searches every scenario with every algorithm and prints the results. Returns whether there is no mismatch.
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
    let tallies = tallies.collect::<Result<Vec<_>, _>>().map_err(Failure::Input)?;
    if format == Format::Json {
        serde_json::to_writer(&mut *out, &tallies).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        let (map, width, height, count) = (&question.name, question.map.width(), question.map.height(), file.len());
        writeln!(out, "{map}, {width} x {height} cells: {count} scenarios of {name}")?;
        show::table(out, &COLUMNS, &tallies)?;
        for tally in &tallies {
            let lines = tally["mismatches"].as_array().into_iter().flatten();
            for line in lines.filter_map(Value::as_str).take(LISTED) {
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(tallies.iter().all(|tally| tally["mismatches"] == json!([])))
}

/// The results of one algorithm on all scenarios, with a line for each mismatch.
fn tally(algorithm: Algorithm, workshop: &Workshop<'_>, name: &str, file: &ScenarioFile) -> Result<Value, String> {
    let question = workshop.question;
    // The search is created for some query and then reset for each scenario.
    let mut search = workshop.make(algorithm, question.from, question.to)?;
    let (mut times, mut expanded) = (Vec::with_capacity(file.len()), 0);
    let (mut lengths, mut optima, mut longer, mut greatest_ratio) = (0.0, 0.0, 0, 0.0_f64);
    let mut mismatches = Vec::new();
    let progress = Term::stderr();
    // If standard error is closed, nobody reads this.
    let show_progress = |text: String| {
        if progress.is_term() {
            let _ = progress
                .clear_line()
                .and_then(|()| (&progress).write_all(text.as_bytes()));
        }
    };
    for (number, scenario) in (1..).zip(file) {
        if number % 100 == 1 {
            show_progress(format!("{}: {number} of {}", algorithm.name(), file.len()));
        }
        let begin = Instant::now();
        search
            .restart(scenario.start, scenario.goal)
            .map_err(|error| input::blame_argument(&error))?;
        let status = search.advance(u64::MAX);
        times.push(begin.elapsed());
        expanded += search.stats().expanded;
        let (way, optimum) = (search.way(), scenario.optimum);
        if let Some(way) = &way {
            lengths += way.cost;
            optima += optimum.value();
            longer += usize::from(optimum.difference(way.cost) > 0.0);
            if optimum.value() > 0.0 {
                greatest_ratio = greatest_ratio.max(way.cost / optimum.value());
            }
        }
        let is_right = match &way {
            None => status == Status::Exhausted && scenario.is_unreachable(),
            Some(way) => {
                let bound = algorithm.bound(workshop.weight);
                !scenario.is_unreachable()
                    && is_walked(&question.map, question.movement, scenario, way)
                    && bound.is_none_or(|times| {
                        optimum.difference(way.cost) >= 0.0 && optimum.difference(way.cost / times) <= 0.0
                    })
            }
        };
        if !is_right {
            let (name, start, goal) = (algorithm.name(), scenario.start, scenario.goal);
            let length = way.map_or_else(String::new, |way| format!(" {:.8}", way.cost));
            mismatches.push(format!(
                "{name}: scenario {number} from {start} to {goal}: optimum {optimum}, {status}{length}"
            ));
        }
    }
    show_progress(String::new());
    times.sort_unstable();
    let count = times.len();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    #[expect(clippy::cast_precision_loss, reason = "means")]
    let (mean_micros, mean_expanded) = (
        times.iter().copied().map(micros).sum::<f64>() / count as f64,
        expanded as f64 / count as f64,
    );
    // The times are microseconds per scenario, from making the problem to the end of the search. The tables that the
    // algorithm needs are built once in advance and are not included.
    Ok(json!({
        "map": question.name,
        "file": name,
        "algorithm": algorithm.name(),
        "scenarios": count,
        "mean_micros": mean_micros,
        "median_micros": micros(times[count / 2]),
        "mean_expanded": mean_expanded,
        // The sum of the lengths of all paths, divided by that of the optima in the file.
        "length_ratio": if optima > 0.0 { lengths / optima } else { 1.0 },
        // The number of paths that are longer than the optimum in the file, and the greatest ratio of a length to the
        // optimum.
        "longer": longer,
        "greatest_ratio": greatest_ratio,
        "mismatches": mismatches,
    }))
}

/// The largest relative difference between lengths in different units: 1393/985 is less than the square root of 2 by a
/// quarter of this.
const ROUNDING: f64 = 1.5e-6;

/// Whether a path leads from start to goal along allowed lines, and has the length that the search reports. If terrain
/// costs are not all 1, the cost of a path differs from its length.
fn is_walked(map: &GridMap, movement: Movement, scenario: &Scenario, way: &Way) -> bool {
    let legs = || way.line.windows(2).map(|leg| (leg[0], leg[1]));
    let distance = |(from, to): (Point, Point)| f64::from(from.x.abs_diff(to.x)).hypot(from.y.abs_diff(to.y).into());
    let length: f64 = legs().map(distance).sum();
    let is_plain = map.is_uniform() && map.least_cost() == Some(1);
    way.line.first() == Some(&scenario.start)
        && way.line.last() == Some(&scenario.goal)
        && legs().all(|(from, to)| map.line_of_sight(from, to, movement))
        && (!is_plain || (length - way.cost).abs() <= length * ROUNDING)
}
