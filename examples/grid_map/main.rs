//! Searches a grid map and draws what the search has seen: path, open and closed cells.
//!
//! ```text
//! cargo run --release --example grid_map
//! cargo run --release --example grid_map -- --algorithm all
//! cargo run --release --example grid_map -- --animate --movement 4 --algorithm dijkstra
//! cargo run --release --example grid_map -- my_map.txt --from 3,4 --to 60,7 --format json
//! cargo run --release --example grid_map -- my_map.txt --image seen.svg
//! cargo run --release --example grid_map -- den520d.map --scen den520d.map.scen --algorithm astar,jps,jps+,theta
//! ```
//!
//! What to look at in it: [`algorithm`] chooses an algorithm at run time, [`search`] puts searches of different nodes and costs behind
//! one trait object, [`animate`] drives any of them a few expansions a frame, and [`picture`] colours a map's `Drawing`.

mod algorithm;
mod animate;
mod cli;
mod columns;
mod image;
mod input;
mod outcome;
mod picture;
mod report;
mod scenarios;
mod search;
mod tallies;

use std::io::{self, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use astride::Status;

use algorithm::Workshop;
use animate::Ending;
use cli::{Args, Format};
use input::Question;
use outcome::Outcome;

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
    let (text, is_well) = if args.scen.is_some() {
        run_scenarios(args, &question)?
    } else {
        run_question(args, &question)?
    };
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(ExitCode::from(u8::from(!is_well)))
}

/// The report, and whether every algorithm has found a path.
fn run_question(args: &Args, question: &Question) -> Result<(String, bool), Failure> {
    let outcomes = explore(args, question)?;
    if let (Some(path), [outcome]) = (&args.image, outcomes.as_slice()) {
        let fault = |error: io::Error| Failure::Input(format!("{}: {error}", path.display()));
        if let Some(kind) = image::Kind::of(path) {
            image::write(path, kind, question, outcome).map_err(fault)?;
        }
    }
    let mut text = String::new();
    if args.format == Format::Json {
        text += &report::json(question, &outcomes);
    } else {
        let canvas = picture::Canvas::of_stdout();
        report::pictures(&mut text, canvas, question, &outcomes);
        report::figures(&mut text, canvas, question, &outcomes);
        report::left_out(&mut text, args, question);
    }
    let all_found = outcomes.iter().all(|outcome| outcome.status == Status::Found);
    Ok((text, all_found))
}

/// The report, and whether every algorithm has kept its promise in every scenario.
fn run_scenarios(args: &Args, question: &Question) -> Result<(String, bool), Failure> {
    let file = scenarios::read(args, question)?;
    let tallies = scenarios::run(args, question, &file)?;
    let name = args
        .scen
        .as_deref()
        .map(|path| path.display().to_string())
        .unwrap_or_default();
    let mut text = String::new();
    match args.format {
        Format::Text => {
            let estimates = scenarios::estimates_of(args, question);
            tallies::table(
                &mut text,
                picture::Canvas::of_stdout(),
                question,
                &name,
                &estimates,
                &tallies,
            );
            report::left_out(&mut text, args, question);
        }
        Format::Json => text += &tallies::json(question, &name, &tallies),
        Format::Csv => {
            let csv = tallies::csv(question, &name, &tallies);
            text += &csv.map_err(|error| Failure::Output(io::Error::other(error)))?;
        }
    }
    Ok((text, tallies.iter().all(|tally| tally.mismatches.is_empty())))
}

/// Runs every algorithm asked for, and shows it at work where that is asked for.
fn explore(args: &Args, question: &Question) -> Result<Vec<Outcome>, Failure> {
    let settings = args.settings();
    let workshop = Workshop::new(question, settings);
    let mut outcomes = Vec::new();
    for algorithm in args.algorithm.for_map(&question.map) {
        let searcher = || {
            let made = workshop.make(algorithm, question.from, question.to);
            made.map_err(Failure::Input)
        };
        let mut made = searcher()?;
        // The outcome is handled when it is reported.
        let _ = made.search.run();
        let outcome = Outcome::new(algorithm, &settings, question, made.building, &*made.search);
        if args.animate && picture::stdout_is_terminal() {
            let pace = animate::Pace::new(args.delay_ms, outcome.stats.expanded);
            if animate::watch(&mut *searcher()?.search, question, &outcome.title, pace)? == Ending::Interrupted {
                return Err(Failure::Interrupted);
            }
        }
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

/// Whether standard output takes colours: a terminal does, unless `NO_COLOR` is set.
fn stdout_takes_colours() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}
