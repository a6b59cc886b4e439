//! Solves sliding puzzles: `cargo run --release --example npuzzle`. Add `-- --help` to see all options.
//!
//! A search takes three lines: create a `Puzzle`, create a search from it, and run the search (`solve.rs` and
//! `algorithm.rs`). Around these, `input.rs` reads the boards, and `output.rs` writes the solutions.

mod algorithm;
mod cli;
mod drawing;
mod error;
mod heuristic;
mod input;
#[path = "../common/options.rs"]
mod options;
mod output;
mod progress;
mod solve;
mod step;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

use algorithm::Algorithm;
use cli::{Cli, Show};
use error::Error;
use heuristic::Databases;
use output::Output;
use progress::Clock;

/// A board was not solved, or its solution has the wrong length.
const NOT_SOLVED: u8 = 1;
/// The input is bad, or the output cannot be written.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    match Cli::read().and_then(|cli| run(&cli)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(NOT_SOLVED),
        Err(Error::Help(help)) => {
            // If standard output is closed, the reader has read enough.
            let _ = io::stdout().write_all(help.as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Solves every board with every requested algorithm. Returns whether all boards are solved, with solutions of the
/// right length.
fn run(cli: &Cli) -> Result<bool, Error> {
    if cli.show() == Show::Animation && !io::stdout().is_terminal() {
        return Err(Error::input("--animate", "standard output is not a terminal"));
    }
    let tasks = input::tasks(cli)?;
    let clock = Arc::new(Clock::new(cli.limit_seconds));
    let mut output = Output::new(cli, &tasks);
    let mut is_all_well = true;
    let mut take = |task: &_, report: &_| {
        clock.clear();
        is_all_well &= solve::Report::is_well(report, task);
        output.report(task, report)
    };
    if cli.algorithm() == Algorithm::Auto {
        solve::solve_by_itself(cli, &tasks, &clock, take)?;
    } else {
        let databases = Databases::new(cli.pdb_dir.as_deref(), &clock);
        for task in &tasks {
            for algorithm in cli.algorithm().members() {
                take(task, &solve::solve(task, algorithm, cli, &databases)?)?;
            }
        }
    }
    output.end()?;
    Ok(is_all_well)
}
