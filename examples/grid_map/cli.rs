//! The command line.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use astride::grid::{Estimate, Movement, Point};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, ValueEnum};

use crate::algorithm::{Algorithm, Algorithms, Settings};
use crate::image::Kind;

/// Searches a grid map and draws what the search has seen: path, open and closed cells.
///
/// Without arguments: A* on a built-in map.
#[derive(Debug, Parser)]
#[command(name = "grid_map", after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// The map: a file, or `-` for standard input [default: a built-in map]
    pub(crate) map: Option<PathBuf>,

    /// Where the path begins; columns and rows count from 0 [default: S on the map, else the first free cell]
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(crate) from: Option<Point>,

    /// Where the path is to end [default: G on the map, else the last free cell]
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub(crate) to: Option<Point>,

    /// Run every scenario of this file (a .scen of the benchmarks) instead, and check the lengths
    #[arg(long, value_name = "FILE", requires = "map", conflicts_with_all = ["from", "to", "animate", "image"])]
    pub(crate) scen: Option<PathBuf>,

    /// astar, canonical, jps, jps+, theta, lazy-theta, dijkstra, greedy, bfs, dfs, wastar, several with commas between, or
    /// all that suit the map
    #[arg(short, long, value_name = "NAME", default_value = "astar")]
    pub(crate) algorithm: Algorithms,

    /// How many times the cheapest path's cost wastar's may cost, at least 1 [default: 1.5]
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true)]
    weight: Option<f64>,

    /// 4: no diagonal steps; 8: where no corner is cut; 8-cut: past one wall too; 8-squeeze: between two walls too
    #[arg(short, long, value_name = "RULE", default_value_t)]
    pub(crate) movement: Movement,

    /// zero, manhattan, octile, chebyshev or euclidean [default: the strongest one for the movement]
    #[arg(short, long, value_name = "NAME")]
    pub(crate) estimate: Option<Estimate>,

    /// What costs are counted in: integers (a straight step 985, a diagonal one 1393), or floats (1 and the root of 2);
    /// theta and lazy-theta always count in floats
    #[arg(long, value_name = "TYPE", value_enum, default_value_t = Costs::U32)]
    pub(crate) costs: Costs,

    /// Give up rather than store more than this many cells
    #[arg(long, value_name = "N")]
    pub(crate) limit_nodes: Option<usize>,

    /// Show the search at work before its result, where standard output is a terminal
    #[arg(long)]
    pub(crate) animate: bool,

    /// Milliseconds from one frame of the animation to the next, at most 10000
    #[arg(long, value_name = "MS", default_value_t = 40, requires = "animate",
          value_parser = clap::value_parser!(u64).range(..=10_000))]
    pub(crate) delay_ms: u64,

    /// Draw map, path, open and closed cells into this file, .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) image: Option<PathBuf>,

    /// What is printed: map and figures, an array with an object for each algorithm, or (with --scen) rows
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

const AFTER_HELP: &str = "\
Maps: a character a cell, a line a row. '.' free, '#' or '@' wall, '1' to '9' free with this terrain cost, 'S' start, \
'G' goal. Or a .map file of the MovingAI benchmarks, which begins with 'type octile', or a plain PGM ('P2') with terrain \
costs up to 255, 0 a wall.

Algorithms: canonical is A* that keeps one of the paths that differ in the order of their steps alone; jps looks for jump \
points as it goes, jps+ looks them up (both take every step where the terrain has different costs). theta and lazy-theta \
go straight wherever there is sight, with an estimate of their own; they refuse terrain of different costs. What jps and \
jps+ build from the map, once, is timed for itself. JSON has a path's cells, or of theta and lazy-theta the turns.

Scenarios: times are from asking the question to the end of the search, in memory that is used again. Each path is \
walked, outside of these times: it must lead from start to goal by steps (or lines) that are allowed, and be as long as \
the search says. Its length is then compared with the file's, up to its digits: astar, canonical, jps, jps+ and dijkstra \
must have the same, wastar at most --weight times as much, greedy, bfs and dfs no less. Paths at any angle are mostly \
shorter than the file's, whose are of steps. No theorem says that they always are, so that no more is asked of theta and \
lazy-theta than to find paths where there are any, no shorter than the straight line from start to goal. Of every \
algorithm is said how many of its paths were longer than the file's, and the longest in proportion.

Keys while it animates: space pauses and goes on, s makes one expansion, q shows the result, Ctrl-C ends the program.

Exit code: 0 path found, 1 no path found (there is none, or a limit was reached) or a scenario's length not as it has \
to be, 2 bad input.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Costs {
    U32,
    F64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Csv,
}

impl Args {
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            weight: self.weight.unwrap_or(1.5),
            costs: self.costs,
            limit_nodes: self.limit_nodes.unwrap_or(usize::MAX),
        }
    }

    /// What clap cannot know: options that would change nothing.
    fn contradiction(&self) -> Option<String> {
        let algorithms = self.algorithm.list();
        let names: Vec<&str> = algorithms.iter().copied().map(Algorithm::name).collect();
        let unused = |option| {
            format!(
                "the option '{option}' has no use with '--algorithm {}'",
                names.join(",")
            )
        };
        if self.estimate.is_some() && !algorithms.iter().any(|algorithm| algorithm.takes_estimate()) {
            Some(unused("--estimate"))
        } else if self.weight.is_some() && !algorithms.iter().any(|algorithm| algorithm.is_weighted()) {
            Some(unused("--weight"))
        } else if self.animate && self.format == Format::Json {
            Some("the options '--animate' and '--format json' cannot be used together".to_string())
        } else if self.scen.is_some() && self.movement != Movement::Eight {
            Some("scenarios have the option '--movement 8' and no other".to_string())
        } else if self.scen.is_none() && self.format == Format::Csv {
            Some("the option '--format csv' needs '--scen'".to_string())
        } else {
            self.image_fault()
        }
    }

    fn image_fault(&self) -> Option<String> {
        let path = self.image.as_deref()?;
        if Kind::of(path).is_none() {
            Some(format!("--image: {} ends neither in .svg nor in .png", path.display()))
        } else if self.algorithm.list().len() != 1 {
            Some("the option '--image' is for one algorithm".to_string())
        } else {
            None
        }
    }
}

/// The arguments, or the exit code where there is nothing more to do: after `--help`, or after a complaint.
pub(crate) fn parse() -> Result<Args, ExitCode> {
    let understood = Args::try_parse().and_then(|args| match args.contradiction() {
        Some(message) => Err(Args::command().error(ErrorKind::ArgumentConflict, message)),
        None => Ok(args),
    });
    understood.map_err(|error| {
        if error.use_stderr() {
            return complain(&first_paragraph(&error));
        }
        // A closed pipe is no error: whoever reads has seen enough.
        let _ = error.print();
        ExitCode::SUCCESS
    })
}

/// What is wrong, without the usage and the tips that clap adds.
fn first_paragraph(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().take_while(|line| !line.is_empty()).map(str::trim);
    let line = lines.collect::<Vec<_>>().join(" ");
    line.trim_start_matches("error: ").to_string()
}

/// One line on standard error, whatever is in the message, and the exit code for bad input.
pub(crate) fn complain(message: &str) -> ExitCode {
    let line: String = message
        .chars()
        .flat_map(|char| {
            let escaped = char.is_control().then(|| char.escape_default());
            let plain = (!char.is_control()).then_some(char);
            escaped.into_iter().flatten().chain(plain)
        })
        .collect();
    // There is nowhere left to complain to where this fails.
    let _ = writeln!(io::stderr(), "error: {line}");
    ExitCode::from(2)
}
