//! Counts all states of a puzzle by their distance from the solved state, on several threads, processes and machines:
//! `cargo run --release -p astride-cluster --example enumerate -- --size 3x3 --processes 2`. The other options are in
//! `--help`.
//!
//! [`Launch`](astride_cluster::Launch) creates the cluster from the command line, and starts the other processes if
//! necessary. The search is a single call (`search`).

mod cli;
mod on_disk;
#[path = "../../../../examples/common/options.rs"]
#[expect(dead_code, reason = "other examples use all of it")]
mod options;
mod output;
mod plain;
#[path = "../../../../examples/common/shape.rs"]
mod shape;
mod worlds;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use astride::npuzzle::{Board, Puzzle, PuzzleError};
use astride::{Graph, Problem};
use astride_cluster::disk::Packed;
use astride_cluster::{Cluster, EnumerateOptions, Enumeration, LaunchError, Level, Wire, enumerate};
use cli::{Cli, World};
use output::Report;

/// The search failed.
const FAILED: u8 = 1;
/// The input was bad, or the output cannot be written.
const BAD_INPUT: u8 = 2;

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
enum Error {
    /// Not an error, but a text for standard output.
    #[error("{0}")]
    Help(&'static str),
    #[error(transparent)]
    Usage(#[from] lexopt::Error),
    #[error("invalid value for '--size': {0}")]
    Size(#[from] PuzzleError),
    #[error(transparent)]
    Launch(#[from] LaunchError),
    #[error("cannot write the result: {0}")]
    Output(#[from] io::Error),
    #[error("{0}")]
    Search(#[from] astride_cluster::Error),
}

fn main() -> ExitCode {
    let error = match Cli::read().and_then(|cli| run(&cli)) {
        Ok(()) => return ExitCode::SUCCESS,
        Err(error) => error,
    };
    match error {
        // If standard output is closed, the reader has seen enough.
        Error::Help(help) => drop(io::stdout().write_all(help.as_bytes())),
        Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        error => {
            let _ = writeln!(io::stderr(), "error: {error}");
            let is_search = matches!(error, Error::Search(_));
            return ExitCode::from(if is_search { FAILED } else { BAD_INPUT });
        }
    }
    ExitCode::SUCCESS
}

fn run(cli: &Cli) -> Result<(), Error> {
    match cli.world {
        World::Tiles(shape) => {
            let goal = Board::blank_last(shape);
            let puzzle = Puzzle::new(&goal, &goal)?;
            let boards = puzzle.clone();
            search(cli, puzzle.clone(), puzzle.start(), move |tiles| {
                boards.board(tiles).to_string()
            })
        }
        World::Row(row) => search(cli, row, row.start(), move |numbers| row.label(*numbers)),
    }
}

fn search<G>(cli: &Cli, graph: G, start: G::Node, label: impl Fn(&G::Node) -> String) -> Result<(), Error>
where
    G: Graph<Node: Wire + Packed> + Send + Sync + 'static,
{
    if cli.is_plain {
        let begun = Instant::now();
        let (levels, is_complete) = plain::levels(&graph, start, cli.two_levels, cli.depth);
        return output::write(
            cli,
            &Report {
                is_complete,
                ..Report::new(levels, begun.elapsed())
            },
        );
    }
    cli.launch.run(|cluster| match &cli.disk {
        Some(disk) => on_disk::search(cluster, cli, disk, graph, start),
        None => search_by(cluster, cli, graph, start, label),
    })?
}

/// Searches as one process of a cluster.
fn search_by<G>(
    cluster: &Cluster,
    cli: &Cli,
    graph: G,
    start: G::Node,
    label: impl Fn(&G::Node) -> String,
) -> Result<(), Error>
where
    G: Graph<Node: Wire> + Send + Sync + 'static,
{
    let begun = Instant::now();
    let mut options = EnumerateOptions::new().with_deepest(cli.deepest);
    if cli.two_levels {
        options = options.with_two_levels();
    }
    if let Some(nodes) = cli.node_limit {
        options = options.with_node_limit(nodes);
    }
    let (depth, shows_progress) = (cli.depth, cli.shows_progress || io::stderr().is_terminal());
    let all: Enumeration<_> = enumerate(cluster, graph, [start], options, move |level| {
        if shows_progress {
            show(level, begun);
        }
        if depth.is_some_and(|depth| level.depth >= depth) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    if cluster.process() != 0 {
        return Ok(());
    }
    let report = Report {
        is_complete: all.is_complete,
        deepest: all.deepest.iter().map(label).collect(),
        bytes: Some(all.bytes),
        sent: Some(all.sent),
        workers: (cluster.process_count(), cluster.thread_count()),
        ..Report::new(all.levels, begun.elapsed())
    };
    output::write(cli, &report)
}

/// Prints a line about a complete level.
#[expect(clippy::cast_precision_loss, reason = "a few digits are shown")]
fn show(level: Level, begun: Instant) {
    let (seconds, total) = (begun.elapsed().as_secs_f64(), level.total as f64);
    let (depth, nodes) = (level.depth, level.nodes);
    let (bytes, sent) = (level.bytes as f64 / total, level.sent as f64 / total);
    let speed = total / seconds / 1e6;
    // If standard error is closed, nobody reads this line.
    let _ = writeln!(
        io::stderr(),
        "depth {depth}: {nodes} states; up to there {seconds:.1} s, {speed:.2} million states a second, {bytes:.1} \
         bytes and {sent:.2} nodes sent a state"
    );
}
