//! Solves sliding puzzles: `cargo run --release --example npuzzle`, and `-- --help` after it for all that it can do.
//!
//! A search is three lines of it: make a `Puzzle`, make a search of it, run the search (`solve.rs` and `algorithm.rs`).
//! Around them, a file each: where the boards come from (`input.rs`) and where the solutions go (`output.rs`).

mod algorithm;
mod animate;
mod cli;
mod drawing;
mod error;
mod heuristic;
mod input;
mod instances;
mod machine;
mod output;
mod progress;
mod screen;
mod solve;
mod step;
mod story;
mod style;
mod table;
mod totals;

use std::io::Write;
use std::process::ExitCode;

use cli::{Cli, Show};
use error::Error;
use solve::{Outcome, Request};

/// Some board was not solved, or not as it should be.
const NOT_SOLVED: u8 = 1;
/// The input was bad, or the output cannot be written.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    match Cli::read().and_then(|cli| run(&cli)) {
        Ok(code) => code,
        Err(Error::Help(help)) => {
            // Whoever closes the pipe has read enough.
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
    screen::require_terminal(cli.show())?;
    let tasks = input::tasks(cli)?;
    let algorithms = cli.algorithms();
    let mut output = output::choose(cli, &tasks);
    let mut all_solved = true;

    output.begin()?;
    'tasks: for task in &tasks {
        for algorithm in &algorithms {
            let request = Request::new(cli, task, *algorithm);
            let report = match cli.show() {
                Show::Steps => step::solve(&request)?,
                Show::Animation | Show::Result => solve::solve(&request)?,
            };
            if report.status == Outcome::Stopped {
                break 'tasks;
            }
            all_solved &= report.status == Outcome::Solved && !report.is_wrong();
            if let (Show::Animation, Some(moves)) = (cli.show(), &report.moves) {
                animate::animate(&task.start, moves)?;
            }
            output.report(task, &report)?;
        }
    }
    output.end()?;
    Ok(if all_solved {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(NOT_SOLVED)
    })
}
