//! Searches a grid map and draws the path and the open and closed cells.
//!
//! ```text
//! cargo run --release --example grid_map
//! cargo run --release --example grid_map -- --algorithm all
//! cargo run --release --example grid_map -- --algorithm jps --animate
//! cargo run --release --example grid_map -- --algorithm theta --image theta.svg
//! cargo run --release --example grid_map -- my_map.txt --from 3,4 --to 60,7 --step
//! cargo run --release --example grid_map -- den520d.map --scen den520d.map.scen --algorithm astar,jps,jps+,theta
//! ```
//!
//! Points to note: [`algorithm`] chooses an algorithm at run time, [`search`] puts searches with different nodes and
//! costs behind one trait object, and [`show`] drives any of them a few expansions per frame.

mod algorithm;
mod image;
mod input;
#[path = "../common/options.rs"]
#[expect(dead_code, reason = "other examples use all of it")]
mod options;
mod scenarios;
mod search;
mod show;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

use astride::Status;
use astride_grid::{Estimate, Movement, Point};
use lexopt::Parser;
use lexopt::prelude::{Long, Short, Value};
use serde_json::json;

use algorithm::{Algorithm, Workshop};
use input::Question;
use options::{by_name, decimal, exclude, once};
use search::MapSearch;

/// The options of the command line, which `help.txt` explains.
#[derive(Debug, Default)]
struct Args {
    map: Option<PathBuf>,
    from: Option<Point>,
    to: Option<Point>,
    algorithms: Option<Vec<Algorithm>>,
    weight: Option<f64>,
    movement: Option<Movement>,
    estimate: Option<Estimate>,
    animate: bool,
    step: bool,
    expanded: bool,
    image: Option<PathBuf>,
    scen: Option<PathBuf>,
    format: Option<Format>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Text,
    Json,
}

const FORMATS: [(&str, Format); 2] = [("text", Format::Text), ("json", Format::Json)];

impl Args {
    /// Reads the command line of this process. Returns `None` if the help was requested.
    fn read() -> Result<Option<Self>, lexopt::Error> {
        let (mut args, parser) = (Self::default(), &mut Parser::from_env());
        while let Some(argument) = parser.next()? {
            match argument {
                Value(map) if args.map.is_none() => args.map = Some(map.into()),
                Long("from") => once(&mut args.from, "--from", parser, Point::from_str)?,
                Long("to") => once(&mut args.to, "--to", parser, Point::from_str)?,
                Short('a') | Long("algorithm") => once(&mut args.algorithms, "--algorithm", parser, algorithms)?,
                Long("weight") => once(&mut args.weight, "--weight", parser, decimal)?,
                Short('m') | Long("movement") => once(&mut args.movement, "--movement", parser, Movement::from_str)?,
                Short('e') | Long("estimate") => once(&mut args.estimate, "--estimate", parser, Estimate::from_str)?,
                Long("animate") => args.animate = true,
                Long("step") => args.step = true,
                Long("expanded") => args.expanded = true,
                Long("image") => args.image = Some(parser.value()?.into()),
                Long("scen") => args.scen = Some(parser.value()?.into()),
                Long("format") => once(&mut args.format, "--format", parser, |name| by_name(&FORMATS, name))?,
                Short('h') | Long("help") => return Ok(None),
                _ => return Err(argument.unexpected()),
            }
        }
        let shows = [
            ("--animate", args.animate),
            ("--step", args.step),
            ("--expanded", args.expanded),
        ];
        let of_one_search = [
            ("--from", args.from.is_some()),
            ("--to", args.to.is_some()),
            ("--image", args.image.is_some()),
        ];
        exclude(&shows, &[("--format", args.format.is_some())])?;
        exclude(
            &[("--scen", args.scen.is_some())],
            &[&shows[..], &of_one_search].concat(),
        )?;
        if args.scen.is_some() && args.map.is_none() {
            return Err("the option '--scen' needs the argument <MAP>".into());
        }
        Ok(Some(args))
    }

    fn format(&self) -> Format {
        self.format.unwrap_or(Format::Text)
    }
}

fn algorithms(names: &str) -> Result<Vec<Algorithm>, String> {
    names.split(',').map(|name| by_name(&Algorithm::NAMES, name)).collect()
}

/// A failure that ends the program before its report.
enum Failure {
    /// The input is bad. The text is one line that names the place.
    Input(String),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn main() -> ExitCode {
    let args = match Args::read() {
        Ok(Some(args)) => args,
        Ok(None) => {
            // If standard output is closed, the reader has read enough.
            let _ = io::stdout().write_all(include_bytes!("help.txt"));
            return ExitCode::SUCCESS;
        }
        Err(error) => return complain(&error.to_string()),
    };
    let mut out = io::stdout().lock();
    match run(&args, &mut out).and_then(|is_well| Ok(out.flush().map(|()| is_well)?)) {
        Ok(is_well) => ExitCode::from(u8::from(!is_well)),
        Err(Failure::Input(message)) => complain(&message),
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => complain(&format!("standard output: {error}")),
    }
}

/// Prints exactly one line on standard error, whatever the message contains, and returns the exit code for bad input.
fn complain(message: &str) -> ExitCode {
    let escaped = |char: char| {
        if char.is_control() {
            char.escape_default().to_string()
        } else {
            char.to_string()
        }
    };
    // If this fails, there is nowhere left to report it.
    let _ = writeln!(
        io::stderr(),
        "error: {}",
        message.chars().map(escaped).collect::<String>()
    );
    ExitCode::from(2)
}

/// Returns whether every algorithm has found a path, or has kept its guarantee in every scenario.
fn run(args: &Args, out: &mut dyn Write) -> Result<bool, Failure> {
    let question = Question::read(args).map_err(Failure::Input)?;
    let wanted = args.algorithms.as_deref().unwrap_or(&[Algorithm::AStar]);
    let algorithms = Algorithm::for_map(wanted, &question.map);
    if args.weight.is_some() && !algorithms.contains(&Algorithm::WeightedAStar) {
        return Err(Failure::Input(
            "the option '--weight' has no effect without '--algorithm wastar'".into(),
        ));
    }
    if args.image.is_some() && algorithms.len() > 1 {
        return Err(Failure::Input("the option '--image' is for one algorithm".into()));
    }
    let workshop = Workshop::new(&question, args.weight.unwrap_or(1.5), &algorithms);
    let workshop = workshop.map_err(|error| Failure::Input(error.to_string()))?;
    if let Some(path) = &args.scen {
        return scenarios::run(path, args.format(), &workshop, &algorithms, out);
    }
    let mut outcomes = Vec::new();
    for algorithm in algorithms {
        outcomes.push(explore(args, &workshop, algorithm, out)?);
    }
    if let (Some(path), [(algorithm, search)]) = (&args.image, outcomes.as_slice()) {
        image::write(path, &workshop, *algorithm, &**search)
            .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    }
    let record = |(algorithm, search): &(Algorithm, Box<dyn MapSearch>)| record(&workshop, *algorithm, &**search);
    let records: Vec<serde_json::Value> = outcomes.iter().map(record).collect();
    if args.format() == Format::Json {
        serde_json::to_writer(&mut *out, &records).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        show::result(out, &question, &outcomes)?;
        let Question {
            name,
            map,
            from,
            to,
            movement,
            ..
        } = &question;
        let (width, height) = (map.width(), map.height());
        writeln!(
            out,
            "{name}, {width} x {height} cells: from {from} to {to}, movement {movement}"
        )?;
        show::table(out, &COLUMNS, &records)?;
        for (algorithm, search) in &outcomes {
            if let Status::Failed(error) = search.status() {
                writeln!(out, "{} failed: {error}", algorithm.name())?;
            }
        }
        let has_theta = outcomes.iter().any(|(algorithm, _)| *algorithm == Algorithm::Theta);
        if wanted.contains(&Algorithm::All) && !has_theta {
            writeln!(
                out,
                "theta and lazy-theta are left out, since the terrain has different costs."
            )?;
        }
    }
    Ok(outcomes.iter().all(|(_, search)| search.status() == Status::Found))
}

/// Runs a search to its end, and shows it at work if requested.
fn explore<'w>(
    args: &Args,
    workshop: &'w Workshop<'_>,
    algorithm: Algorithm,
    out: &mut dyn Write,
) -> Result<(Algorithm, Box<dyn MapSearch + 'w>), Failure> {
    let question = workshop.question;
    let make = || {
        workshop
            .make(algorithm, question.from, question.to)
            .map_err(Failure::Input)
    };
    let mut search = make()?;
    if args.step {
        show::steps(out, question, algorithm, &mut *make()?)?;
    }
    if args.expanded {
        show::expanded(out, algorithm, &mut *make()?)?;
    }
    while search.advance(u64::MAX).is_running() {}
    if args.animate {
        show::animate(out, question, algorithm, &mut *make()?, search.stats().expanded)?;
    }
    Ok((algorithm, search))
}

/// The columns of the table: their names, the fields of a record, and the numbers of decimals.
const COLUMNS: [(&str, &str, usize); 7] = [
    ("algorithm", "algorithm", 0),
    ("status", "status", 0),
    ("cost", "cost", 2),
    ("steps", "steps", 0),
    ("expanded", "expanded", 0),
    ("max open", "max_open", 0),
    ("seconds", "seconds", 6),
];

/// The result of a search. Costs are in straight steps over plain ground. The path consists of neighbouring cells, or
/// of the turns of a path at any angle.
fn record(workshop: &Workshop<'_>, algorithm: Algorithm, search: &dyn MapSearch) -> serde_json::Value {
    let pair = |point: Point| [point.x, point.y];
    let (question, stats, way) = (workshop.question, search.stats(), search.way());
    json!({
        "map": question.name,
        "width": question.map.width(),
        "height": question.map.height(),
        "from": pair(question.from),
        "to": pair(question.to),
        "movement": question.movement.to_string(),
        "algorithm": algorithm.name(),
        "status": match search.status() {
            Status::Running => "running",
            Status::Found => "found",
            Status::Exhausted => "no path",
            Status::Failed(_) => "failed",
        },
        "error": match search.status() {
            Status::Failed(error) => Some(error.to_string()),
            _ => None,
        },
        "cost": way.as_ref().map(|way| way.cost),
        "steps": way.as_ref().map(|way| way.line.len().saturating_sub(1)),
        "expanded": stats.expanded,
        "generated": stats.generated,
        "reopened": stats.reopened,
        "max_open": stats.max_open,
        "nodes": stats.nodes,
        "seconds": stats.elapsed.as_secs_f64(),
        "path": way.map(|way| way.line.into_iter().map(pair).collect::<Vec<_>>()),
    })
}
