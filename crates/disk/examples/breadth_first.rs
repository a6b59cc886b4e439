//! Counts all states of a puzzle by their distance from the solved state, on disk: `cargo run --release -p astride-disk
//! --example breadth_first -- --size 3x3 --folder boards`. The other options are in `--help`.
//!
//! You can stop it with Ctrl-C at any time. When started again with the same puzzle and folder, it continues from the
//! last complete depth. This needs no code here: however a process ends, it leaves a folder that can be opened.

#[path = "../../../examples/common/options.rs"]
#[expect(dead_code, reason = "other examples use all of it")]
mod options;
#[path = "../../../examples/common/shape.rs"]
mod shape;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use astride::npuzzle::{Board, Puzzle, PuzzleError, Shape};
use astride::{FnGraph, Graph, Problem};
use astride_disk::{Coding, Enumerator, Fingerprints, Options, Packed, Whole};
use options::{exclude, once, whole};

const HELP: &str = "\
Counts all states of a puzzle by their distance from the solved state, on disk or in memory.

Usage: breadth_first [OPTIONS]

With a folder, Ctrl-C pauses the program. Started again with the same puzzle and folder, it continues from the last
complete depth.

      --size <SIZE>      Sliding tiles of this width and height, up to 16 cells (4 means 4x4) [default: 3x3]
      --pancakes <N>     A stack of N pancakes (2 to 16), where a move flips the top two, three, …
      --folder <FOLDER>  The folder for the states, created if needed and used for nothing else [default: in memory]
      --keep             Keeps all depths instead of only the last two
      --fingerprints <N> Compares states by hashes of N bytes (8 or 16) instead of whole
      --deepest <N>      Prints up to N of the deepest states [default: 0]
      --memory <MB>      Memory for buffers, in millions of bytes [default: 256]
      --disk <MB>        The maximum size of the files, in millions of bytes [default: no limit]
      --threads <N>      The number of threads [default: 1]
  -h, --help             Prints this help

Exit code: 0 success, 1 the search failed or its folder cannot be used, 2 bad input.
";

#[derive(Debug, thiserror::Error)]
enum Error {
    /// Not an error, but a text for standard output.
    #[error("{HELP}")]
    Help,
    #[error(transparent)]
    Usage(#[from] lexopt::Error),
    #[error("invalid value for '--size': {0}")]
    Size(#[from] PuzzleError),
    #[error("cannot write the result: {0}")]
    Output(#[from] io::Error),
    #[error("{0}")]
    Search(#[from] astride_disk::Error),
}

#[derive(Debug)]
struct Cli {
    shape: Shape,
    pancakes: Option<u32>,
    folder: Option<PathBuf>,
    fingerprints: Option<u8>,
    deepest: usize,
    options: Options,
}

impl Cli {
    fn read() -> Result<Self, Error> {
        use lexopt::Arg::{Long, Short};
        let (mut size, mut pancakes, mut folder, mut deepest) = (None, None, None, None);
        let (mut memory, mut disk, mut threads, mut keeps) = (None, None, None, false);
        let mut fingerprints = None;
        let parser = &mut lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Long("size") => once(&mut size, "--size", parser, shape::shape)?,
                Long("pancakes") => once(&mut pancakes, "--pancakes", parser, whole(2..=16))?,
                Long("folder") => folder = Some(parser.value()?.into()),
                Long("keep") => keeps = true,
                Long("fingerprints") => once(&mut fingerprints, "--fingerprints", parser, width)?,
                Long("deepest") => once(&mut deepest, "--deepest", parser, whole(0..=usize::MAX))?,
                Long("memory") => once(&mut memory, "--memory", parser, whole(1..=1 << 20))?,
                Long("disk") => once(&mut disk, "--disk", parser, whole(1..=1 << 40))?,
                Long("threads") => once(&mut threads, "--threads", parser, whole(1..=256))?,
                Short('h') | Long("help") => return Err(Error::Help),
                _ => return Err(argument.unexpected().into()),
            }
        }
        exclude(&[("--size", size.is_some())], &[("--pancakes", pancakes.is_some())])?;
        let options = if keeps {
            Options::new().undirected()
        } else {
            Options::new().with_two_levels()
        };
        let disk = disk.map_or(u64::MAX, |megabytes: u64| megabytes * 1_000_000);
        let options = options.with_disk(disk).with_threads(threads.unwrap_or(1));
        Ok(Self {
            shape: size.map_or_else(|| Shape::new(3, 3), Ok)?,
            pancakes,
            folder,
            fingerprints,
            deepest: deepest.unwrap_or(0),
            options: options.with_memory(memory.unwrap_or(256) * 1_000_000),
        })
    }
}

fn width(text: &str) -> Result<u8, String> {
    match text {
        "8" => Ok(8),
        "16" => Ok(16),
        _ => Err("not 8 or 16".to_owned()),
    }
}

fn main() -> ExitCode {
    match Cli::read().and_then(|cli| run(&cli)) {
        Ok(()) => return ExitCode::SUCCESS,
        // If standard output is closed, the reader has seen enough.
        Err(Error::Help) => drop(io::stdout().write_all(HELP.as_bytes())),
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            let is_search = matches!(error, Error::Search(_));
            return ExitCode::from(if is_search { 1 } else { 2 });
        }
    }
    ExitCode::SUCCESS
}

fn run(cli: &Cli) -> Result<(), Error> {
    if let Some(count) = cli.pancakes {
        let stack = (0..u64::from(count)).fold(0, |stack, pancake| stack | pancake << (4 * pancake));
        let graph = FnGraph::new(move |stack: &u64| {
            let stack = *stack;
            (2..=count).map(move |pancakes| (turned(stack, pancakes), 1_u32))
        });
        let options = cli.options.clone().with_name(format!("{count} pancakes"));
        let label = |stack: &u64| {
            let pancakes = (0..count).map(|place| (stack >> (4 * place) & 15) + 1);
            pancakes
                .map(|pancake| pancake.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        return enumerate(cli, &graph, stack, options, label);
    }
    let goal = Board::blank_last(cli.shape);
    let puzzle = Puzzle::new(&goal, &goal)?;
    let options = cli.options.clone().with_name(format!("{} tiles", cli.shape));
    enumerate(cli, &puzzle, puzzle.start(), options, |tiles| {
        puzzle.board(tiles).to_string()
    })
}

/// The stack, with 4 bits for each pancake, after its first pancakes were flipped.
fn turned(stack: u64, pancakes: u32) -> u64 {
    const LOW: u64 = u64::MAX / 0xff * 0xf;
    let bytes = stack.swap_bytes();
    let all = bytes >> 4 & LOW | (bytes & LOW) << 4;
    let rest = stack.checked_shr(4 * pancakes).unwrap_or(0);
    all >> (64 - 4 * pancakes) | rest.checked_shl(4 * pancakes).unwrap_or(0)
}

fn enumerate<G>(
    cli: &Cli,
    graph: &G,
    start: G::Node,
    options: Options,
    label: impl Fn(&G::Node) -> String,
) -> Result<(), Error>
where
    G: Graph<Node: Packed> + Sync,
{
    match cli.fingerprints {
        None => enumerate_with(cli, Whole, graph, start, options, label),
        Some(8) => enumerate_with(cli, Fingerprints::of_8_bytes(KEY), graph, start, options, label),
        Some(_) => enumerate_with(cli, Fingerprints::of_16_bytes(KEY), graph, start, options, label),
    }
}

/// The key of the fingerprints, which can be any number.
const KEY: u128 = 0x6173_7472_6964_6521;

#[expect(clippy::cast_precision_loss, reason = "a digit is shown")]
fn enumerate_with<G, C>(
    cli: &Cli,
    coding: C,
    graph: &G,
    start: G::Node,
    options: Options,
    label: impl Fn(&G::Node) -> String,
) -> Result<(), Error>
where
    G: Graph<Node: Packed> + Sync,
    C: Coding<G::Node>,
{
    let mut search = match &cli.folder {
        Some(folder) => Enumerator::open_with(coding, graph, [start], folder, options)?,
        None => Enumerator::in_memory_with(coding, graph, [start], options)?,
    };
    let begin = Instant::now();
    let out = &mut io::stdout().lock();
    writeln!(out, "depth          states           total   bytes of files")?;
    let (mut before, mut traffic) = (0, None);
    for (depth, nodes) in search.levels().counts().enumerate() {
        before += nodes;
        writeln!(out, "{depth:>5} {nodes:>15} {before:>15}")?;
    }
    while let Some(level) = search.next_level()? {
        writeln!(
            out,
            "{:>5} {:>15} {:>15} {:>15}",
            level.depth, level.nodes, level.total, level.disk
        )?;
        out.flush()?;
        traffic = Some(level);
    }
    let levels = search.levels();
    for node in levels.nodes(levels.counts().len() - 1)?.take(cli.deepest) {
        writeln!(out, "deepest: {}", label(&node?))?;
    }
    let total = levels.total();
    write!(out, "{total} states, {:.2} s", begin.elapsed().as_secs_f64())?;
    if let Some(level) = traffic {
        let each = |bytes| bytes as f64 / (total - before) as f64;
        write!(
            out,
            ", {:.1} bytes written and {:.1} read per new state",
            each(level.written),
            each(level.read)
        )?;
    }
    if cli.fingerprints.is_some() {
        write!(
            out,
            ", with a probability of at most {:.1e} that any were lost",
            levels.loss()
        )?;
    }
    writeln!(out)?;
    Ok(out.flush()?)
}
