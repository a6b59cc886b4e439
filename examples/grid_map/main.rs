//! Searches a grid map and draws what the search has seen: path, open and closed cells.
//!
//! ```text
//! cargo run --release --example grid_map
//! cargo run --release --example grid_map -- --algorithm all
//! cargo run --release --example grid_map -- --animate --movement 4 --algorithm dijkstra
//! cargo run --release --example grid_map -- my_map.txt --from 3,4 --to 60,7 --format json
//! ```
//!
//! What to look at in it: [`search`] chooses an algorithm at run time behind `dyn Pathfinder`, [`animate`] drives any of
//! them a few expansions a frame, and [`picture`] colours a map's `Drawing`.

mod animate;
mod cli;
mod input;
mod picture;
mod report;
mod search;

use std::io::{self, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use astride::Status;
use astride::grid::{GridMap, GridProblem};

use animate::Ending;
use cli::{Args, Costs, Format};
use input::Question;
use search::{Outcome, Unit};

/// What can end the program before its report.
enum Failure {
    /// The input is bad: one line that says what and where.
    Input(String),
    /// The output cannot be written.
    Output(io::Error),
    /// Ctrl-C.
    Interrupted,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn main() -> ExitCode {
    let args = match cli::parse() {
        Ok(args) => args,
        Err(code) => return code,
    };
    match run(&args) {
        Ok(code) => code,
        Err(Failure::Input(message)) => cli::complain(&message),
        // Whoever reads has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => cli::complain(&format!("standard output: {error}")),
        Err(Failure::Interrupted) => ExitCode::from(130),
    }
}

fn run(args: &Args) -> Result<ExitCode, Failure> {
    let question = Question::read(args).map_err(Failure::Input)?;
    let outcomes = match args.costs {
        Costs::U32 => explore::<u32>(args, &question)?,
        Costs::F64 => explore::<f64>(args, &question)?,
    };
    let mut text = String::new();
    match args.format {
        Format::Json => text += &report::json(&question, &outcomes),
        Format::Text => {
            let canvas = picture::Canvas::of_stdout();
            report::pictures(&mut text, canvas, &question, &outcomes);
            report::figures(&mut text, canvas, &question, &outcomes);
        }
    }
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    let all_found = outcomes.iter().all(|outcome| outcome.status == Status::Found);
    Ok(ExitCode::from(u8::from(!all_found)))
}

/// Runs every algorithm asked for, and shows it at work where that is asked for.
fn explore<C: Unit>(args: &Args, question: &Question) -> Result<Vec<Outcome>, Failure> {
    let problem = problem::<C>(question).map_err(Failure::Input)?;
    let mut outcomes = Vec::new();
    for &algorithm in &args.algorithm.0 {
        let make = || {
            search::new(algorithm, &problem, args.weight(), args.limit_nodes)
                .map_err(|error| Failure::Input(format!("--weight: {error}")))
        };
        let mut search = make()?;
        // The outcome is handled when it is reported.
        let _ = search.run();
        let outcome = Outcome::new(algorithm, args.weight(), &problem, &*search);
        if args.animate && picture::stdout_is_terminal() {
            let pace = animate::Pace::new(args.delay_ms, outcome.stats.expanded);
            let title = outcome.title();
            if animate::watch(&mut *make()?, question, &title, pace)? == Ending::Interrupted {
                return Err(Failure::Interrupted);
            }
        }
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

/// The question as the library takes it. What it refuses can only come from the arguments.
fn problem<C: Unit>(question: &Question) -> Result<GridProblem<&GridMap, C>, String> {
    let problem = GridProblem::with_cost(&question.map, question.from, question.to, question.movement)
        .map_err(|error| input::blame_argument(&error))?;
    match question.estimate {
        None => Ok(problem),
        Some(estimate) => problem
            .with_estimate(estimate)
            .map_err(|error| input::blame_argument(&error)),
    }
}

/// Whether standard output takes colours: a terminal does, unless `NO_COLOR` is set.
fn stdout_takes_colours() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}
