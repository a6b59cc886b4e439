//! An algorithm of one's own: beam search on a hard 15-puzzle, with beams of different widths.
//!
//! `cargo run --release --example beam_search`
//!
//! The engine is in `beam.rs`. With it, the search pauses, keeps limits and shows its progress like every other search.

mod beam;

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use astride::npuzzle::Puzzle;
use astride::{Budget, Heuristic};
use beam::Beam;

const HELP: &str = "Solves a 15-puzzle by beam search, with beams of different widths. No arguments are expected.";

/// The twelfth of Korf's instances, whose shortest solution has 45 moves.
const START: &str = "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15";
const GOAL: &str = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";

fn table() -> Result<String, Box<dyn Error>> {
    let puzzle = Puzzle::new(&START.parse()?, &GOAL.parse()?)?;
    let rows = [1, 10, 100, 1000, 10_000].map(|width| {
        let mut search = Beam::search(&puzzle, width).with_memory_limit(1 << 30);
        search.run_for(Budget::new().expansions(5000));
        let so_far = search.best_effort_path().and_then(|path| path.nodes.last().copied());
        let left = so_far.map(|board| puzzle.estimate(&board)).unwrap_or_default();
        search.run();
        let moves = search.path().map_or("none".into(), |path| path.edges().to_string());
        let expanded = search.stats().expanded;
        format!("{width:>7}  {moves:>5}  {expanded:>9}  {left}\n")
    });
    Ok(format!(
        "  width  moves   expanded  left to go after 5000\n{}",
        rows.concat()
    ))
}

fn main() -> ExitCode {
    if let Some(argument) = env::args_os().nth(1) {
        if argument == "--help" || argument == "-h" {
            // If standard output is closed, the reader has read enough.
            let _ = writeln!(io::stdout(), "{HELP}");
            return ExitCode::SUCCESS;
        }
        let _ = writeln!(
            io::stderr(),
            "error: '{}': no arguments are expected",
            argument.display()
        );
        return ExitCode::from(2);
    }
    let written = table().and_then(|table| Ok(io::stdout().write_all(table.as_bytes())?));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error)
            if error
                .downcast_ref::<io::Error>()
                .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) =>
        {
            // A reader that closes the pipe has read enough.
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}
