//! Solves sliding puzzles: `cargo run --release --example npuzzle`, and `-- --help` after it for all that it can do.
//!
//! A search takes three lines: make a `Puzzle`, make a search of it, run the search (`solve.rs` and `algorithm.rs`).
//! Around them, `input.rs` reads the boards, and `output.rs` writes the solutions.

mod algorithm;
mod animate;
mod auto;
mod cli;
mod drawing;
mod error;
mod heuristic;
mod input;
mod instances;
mod machine;
mod output;
mod progress;
mod solve;
mod step;
mod story;
mod style;
mod table;
mod totals;

use std::io::Write;
use std::process::ExitCode;

use algorithm::Selection;
use cli::{Cli, Show};
use error::Error;
use heuristic::Databases;
use input::Task;
use output::Output;
use solve::{Outcome, Report, Request};

/// Some board was not solved, or not as it should be.
const NOT_SOLVED: u8 = 1;
/// The input was bad, or the output cannot be written.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    match Cli::read().and_then(|cli| run(&cli)) {
        Ok(code) => code,
        Err(Error::Help(help)) => {
            // If standard output is closed, the reader has seen enough.
            let _ = help.print();
            ExitCode::SUCCESS
        }
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Solves every board with every algorithm that is asked for.
fn run(cli: &Cli) -> Result<ExitCode, Error> {
    if cli.show() == Show::Animation {
        animate::require_terminal()?;
    }
    cli.use_threads()?;
    let tasks = input::tasks(cli)?;
    let mut desk = Desk {
        cli,
        output: output::choose(cli, &tasks),
        all_solved: true,
    };
    if cli.algorithm == Selection::Auto {
        auto::solve_all(cli, &tasks, &mut desk)?;
    } else {
        let databases = Databases::new(cli.pdb_dir.clone());
        // What is wrong with pattern databases is found out before anything is printed.
        if let Some(task) = tasks.first() {
            cli.heuristic().prepare(&task.goal, &databases)?;
        }
        desk.output.begin()?;
        solve_one_by_one(cli, &tasks, &databases, &mut desk)?;
    }
    desk.output.end()?;
    Ok(if desk.all_solved {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(NOT_SOLVED)
    })
}

fn solve_one_by_one(cli: &Cli, tasks: &[Task], databases: &Databases, desk: &mut Desk<'_>) -> Result<(), Error> {
    let algorithms = cli.algorithms();
    for (task, algorithm) in tasks
        .iter()
        .flat_map(|task| algorithms.iter().map(move |algorithm| (task, *algorithm)))
    {
        let request = Request::new(cli, task, algorithm, databases);
        let report = match cli.show() {
            show @ (Show::Steps | Show::Expanded) => step::solve(&request, show)?,
            Show::Animation | Show::Result => solve::solve(&request)?,
        };
        desk.take(task, &report)?;
    }
    Ok(())
}

/// Where reports are taken.
struct Desk<'a> {
    cli: &'a Cli,
    output: Box<dyn Output>,
    all_solved: bool,
}

impl Desk<'_> {
    fn take(&mut self, task: &Task, report: &Report) -> Result<(), Error> {
        self.all_solved &= report.status == Outcome::Solved && !report.is_wrong();
        if let (Show::Animation, Some(moves)) = (self.cli.show(), &report.moves) {
            animate::animate(&task.start, moves)?;
        }
        Ok(self.output.report(task, report)?)
    }
}
