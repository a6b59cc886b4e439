//! Searches a grid map and draws what the search has seen: path, open and closed cells.
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
//! What to look at in it: [`algorithm`] chooses an algorithm at run time, [`search`] puts searches of different nodes
//! and costs behind one trait object, and [`show`] drives any of them a few expansions a frame.

mod algorithm;
mod image;
mod input;
mod scenarios;
mod search;
mod show;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use astride::Status;
use astride::grid::{Estimate, Movement, Point};
use clap::{Parser, ValueEnum};
use serde_json::{Value, json};

use algorithm::{Algorithm, Workshop};
use input::Question;
use search::MapSearch;

/// Searches a grid map and draws what the search has seen: path, open and closed cells.
///
/// Without arguments: A* on a built-in map.
#[derive(Debug, Parser)]
#[command(name = "grid_map", after_help = AFTER_HELP)]
struct Args {
    /// The map: a file, or `-` for standard input [default: a built-in map]
    map: Option<PathBuf>,

    /// The start; columns and rows count from 0 [default: S on the map, else the first free cell]
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    from: Option<Point>,

    /// The goal [default: G on the map, else the last free cell]
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    to: Option<Point>,

    /// One algorithm, several with commas between, or all that suit the map
    #[arg(
        short,
        long,
        value_name = "NAME",
        value_enum,
        value_delimiter = ',',
        default_value = "astar"
    )]
    algorithm: Vec<Algorithm>,

    /// How many times the cheapest path's cost wastar's path may cost, at least 1
    #[arg(long, value_name = "FACTOR", default_value_t = 1.5, allow_hyphen_values = true)]
    weight: f64,

    /// 4: no diagonal steps; 8: where no corner is cut; 8-cut: past one wall too; 8-squeeze: between two walls too
    #[arg(short, long, value_name = "RULE", default_value_t)]
    movement: Movement,

    /// zero, manhattan, octile, chebyshev or euclidean [default: the strongest one for the movement]
    #[arg(short, long, value_name = "NAME")]
    estimate: Option<Estimate>,

    /// Show the search at work before its result, if standard output is a terminal
    #[arg(long)]
    animate: bool,

    /// Print the map after each expansion, and f, g and h of the open nodes
    #[arg(long)]
    step: bool,

    /// List the expanded nodes in their order, with f, g and h
    #[arg(long)]
    expanded: bool,

    /// Draw the search into this file: .svg (with a legend), .png, or .apng (animated)
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,

    /// Run every scenario of this file (a .scen of the benchmarks) instead, and check the lengths
    #[arg(long, value_name = "FILE", requires = "map",
          conflicts_with_all = ["from", "to", "animate", "step", "expanded", "image"])]
    scen: Option<PathBuf>,

    /// What is printed: map and figures, or an array with an object for each algorithm
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with_all = ["animate", "step", "expanded"])]
    format: Format,
}

const AFTER_HELP: &str = "\
Maps: a character a cell, a line a row. '.' free, '#' or '@' wall, '1' to '9' free with this terrain cost, 'S' \
start, 'G' goal. Or a .map file of the MovingAI benchmarks, which begins with 'type octile', or a plain PGM ('P2') \
with terrain costs up to 255, where 0 is a wall.

Algorithms: canonical is A* that keeps one of the paths that differ only in the order of their steps; jps looks for \
jump points as it goes, jps+ looks them up (both take every step if the terrain has different costs). theta and \
lazy-theta go straight wherever there is sight, with an estimate of their own; they refuse terrain of different \
costs.

Scenarios: each path must lead from start to goal by allowed steps or lines, and be as long as the search says. Its \
length is then compared with the file's: astar, canonical, jps, jps+ and dijkstra must have the same, wastar at most \
--weight times as much, greedy, bfs and dfs no less. theta and lazy-theta must find a path if there is one. The \
times do not include these checks.

Exit code: 0 path found, 1 no path found or a scenario's length not as it has to be, 2 bad input.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// What can end the program before its report.
enum Failure {
    /// The input is bad: one line that says what and where.
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
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) if error.use_stderr() => return complain(&first_paragraph(&error)),
        Err(help) => {
            // If standard output is closed, the reader has seen enough.
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    let mut out = io::stdout().lock();
    match run(&args, &mut out).and_then(|is_well| Ok(out.flush().map(|()| is_well)?)) {
        Ok(is_well) => ExitCode::from(u8::from(!is_well)),
        Err(Failure::Input(message)) => complain(&message),
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => complain(&format!("standard output: {error}")),
    }
}

/// What is wrong, without the usage and the tips that clap adds.
fn first_paragraph(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.is_empty()).map(str::trim);
    let line = lines.collect::<Vec<_>>().join(" ");
    line.trim_start_matches("error: ").to_string()
}

/// Prints one line on standard error, whatever is in the message, and returns the exit code for bad input.
fn complain(message: &str) -> ExitCode {
    let escaped = |char: char| {
        if char.is_control() {
            char.escape_default().to_string()
        } else {
            char.to_string()
        }
    };
    // If this fails, there is nowhere left to complain to.
    let _ = writeln!(
        io::stderr(),
        "error: {}",
        message.chars().map(escaped).collect::<String>()
    );
    ExitCode::from(2)
}

/// Returns whether every algorithm has found a path, or has kept its promise in every scenario.
fn run(args: &Args, out: &mut dyn Write) -> Result<bool, Failure> {
    let question = Question::read(args).map_err(Failure::Input)?;
    let algorithms = Algorithm::for_map(&args.algorithm, &question.map);
    let workshop = Workshop::new(&question, args.weight, &algorithms);
    let workshop = workshop.map_err(|error| Failure::Input(error.to_string()))?;
    if let Some(path) = &args.scen {
        return scenarios::run(path, args.format, &workshop, &algorithms, out);
    }
    let mut outcomes = Vec::new();
    for algorithm in algorithms {
        outcomes.push(explore(args, &workshop, algorithm, out)?);
    }
    if let Some(path) = &args.image {
        let [(algorithm, search)] = outcomes.as_slice() else {
            return Err(Failure::Input("the option '--image' is for one algorithm".to_string()));
        };
        image::write(path, &workshop, *algorithm, &**search)
            .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    }
    let record = |(algorithm, search): &(Algorithm, Box<dyn MapSearch>)| record(&workshop, *algorithm, &**search);
    let records: Vec<Value> = outcomes.iter().map(record).collect();
    if args.format == Format::Json {
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
        if args.algorithm.contains(&Algorithm::All) && !has_theta {
            writeln!(
                out,
                "theta and lazy-theta are left out, since the terrain has different costs."
            )?;
        }
    }
    Ok(outcomes.iter().all(|(_, search)| search.status() == Status::Found))
}

/// Runs a search to its end, and shows it at work if that is asked for.
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

/// The columns of the table: their names, the fields of a record, and how many decimals they have.
const COLUMNS: [(&str, &str, usize); 7] = [
    ("algorithm", "algorithm", 0),
    ("status", "status", 0),
    ("cost", "cost", 2),
    ("steps", "steps", 0),
    ("expanded", "expanded", 0),
    ("max open", "max_open", 0),
    ("seconds", "seconds", 6),
];

/// What came of a search. Costs are in straight steps over plain ground. The path has neighbouring cells, or the turns
/// of a path at any angle.
fn record(workshop: &Workshop<'_>, algorithm: Algorithm, search: &dyn MapSearch) -> Value {
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
