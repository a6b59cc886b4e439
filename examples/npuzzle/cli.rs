//! [`Cli`]: the command line.

use std::path::PathBuf;
use std::time::Duration;

use astride::npuzzle::Shape;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, ValueEnum};

use crate::algorithm::Algorithm;
use crate::error::Error;
use crate::heuristic::HeuristicName;

/// Solves sliding puzzles: a random 8-puzzle if no board is given.
///
/// A board is written as one character a tile (120483765, with a for 10) or as numbers separated by spaces or commas
/// ("1 2 _, 4 8 3, 7 6 5"; a single board needs no quotes). The blank is 0 or _. Moves are those of the blank: U up, L
/// left, R right, D down.
#[derive(Debug, Parser)]
#[command(name = "npuzzle", version, after_help = AFTER_HELP, after_long_help = AFTER_LONG_HELP)]
pub(crate) struct Cli {
    /// Boards to solve; - reads them from standard input, one a line, or typed row by row with an empty line between
    /// boards
    #[arg(value_name = "BOARD")]
    pub(crate) boards: Vec<String>,

    /// Reads boards from a file, one a line or row by row; - is standard input
    ///
    /// Empty lines, and what follows a #, are skipped. Tables of instances are understood as well: a line of numbers
    /// may begin with an id, and have further columns after the tiles. If a comment before them names the columns (#
    /// Fields: id, 16 tiles, optimal length), the lengths of the solutions are checked. A comment # GOAL: sets the
    /// goal, unless --goal does.
    #[arg(long, value_name = "FILE", help_heading = "Boards")]
    pub(crate) file: Vec<PathBuf>,

    /// Solves N random boards, each equally likely [default: 1 if no board is given]
    #[arg(long, value_name = "N", conflicts_with_all = ["boards", "file"], help_heading = "Boards")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) random: Option<u32>,

    /// Shuffles by N random moves from the goal instead: easier boards
    #[arg(long, value_name = "N", conflicts_with_all = ["boards", "file"], help_heading = "Boards")]
    #[arg(value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    pub(crate) walk: Option<u64>,

    /// Which random boards: the same seed gives the same ones everywhere [default: 1]
    #[arg(long, value_name = "S", conflicts_with_all = ["boards", "file"], help_heading = "Boards")]
    pub(crate) seed: Option<u64>,

    /// Width and height: 4 is 4x4, 3x5 is three columns and five rows [default: as the boards are, or 3]
    #[arg(long, value_name = "SIZE", help_heading = "Boards")]
    pub(crate) size: Option<Shape>,

    /// The board to get to: blank-last (1 2 ... 0), blank-first (0 1 2 ...) or any board [default: as the file says, or
    /// blank-last]
    #[arg(long, value_name = "GOAL", help_heading = "Boards")]
    pub(crate) goal: Option<String>,

    /// How to search
    #[arg(
        short,
        long,
        value_enum,
        default_value = "astar",
        hide_default_value = true,
        help_heading = "Search"
    )]
    pub(crate) algorithm: Algorithm,

    /// How to guess the moves that are left [default: manhattan]
    #[arg(long, value_enum, help_heading = "Search")]
    heuristic: Option<HeuristicName>,

    /// How much wastar trusts the heuristic: 1 or more [default: 1.5]
    #[arg(long, value_name = "W", help_heading = "Search")]
    weight: Option<f64>,

    /// Keeps pattern databases in this folder, for the heuristics that have some and for auto
    ///
    /// They are read from it, or built and written into it. Without it they are built for this one run.
    #[arg(long, value_name = "FOLDER", help_heading = "Search")]
    pub(crate) pdb_dir: Option<PathBuf>,

    /// Gives a search up after this many seconds, such as 10 or 0.5
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Search")]
    pub(crate) limit_seconds: Option<Duration>,

    /// Prints a row for each search [default: the drawn solution of one, a table of several]
    #[arg(long, value_enum, help_heading = "Output")]
    pub(crate) format: Option<Format>,

    /// Shows the solution move by move in the terminal
    #[arg(long, conflicts_with_all = ["format", "step", "expanded"], help_heading = "Output")]
    animate: bool,

    /// Prints the board after each expansion, and f, g and h of the open boards
    #[arg(long, conflicts_with_all = ["format", "expanded"], help_heading = "Output")]
    step: bool,

    /// Lists the expanded boards in their order, with f, g and h
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    expanded: bool,
}

const AFTER_HELP: &str = "\
Exit code: 0 all boards solved, 1 some not solved within the limits or not as the file says, 2 bad input.

A search is given up when it takes a gigabyte. Built with --features rayon, idastar, auto and pattern databases use as
many threads as there are processors, or as the variable RAYON_NUM_THREADS says.";

const AFTER_LONG_HELP: &str = "\
Examples:
  npuzzle                                     a random 8-puzzle
  npuzzle 867254301 --algorithm all           one of the two hardest, by each algorithm
  npuzzle --size 4 --walk 40 --animate        a 15-puzzle, move by move
  npuzzle --file boards.txt --format json     a batch, for another program
  npuzzle --size 4 --random 100 --algorithm auto          a hundred 15-puzzles, as fast as it can

A search is given up when it takes a gigabyte. Built with --features rayon, idastar, auto and pattern databases use as
many threads as there are processors, or as the variable RAYON_NUM_THREADS says.

Exit code:
  0  all boards were solved
  1  some board was not solved within the limits (its status is `limit`), or its solution has another length than the
     file says it must have
  2  bad input: standard error says in one line what is wrong and where; nothing is solved";

/// What a row looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns; long solutions are shortened
    Table,
    /// An array of objects
    Json,
}

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// The result.
    Result,
    /// The solution as it slides, and the result.
    Animation,
    /// The search itself, a step at a time, and the result.
    Steps,
    /// The expanded boards, and the result.
    Expanded,
}

impl Cli {
    /// Reads the command line of this process.
    pub(crate) fn read() -> Result<Self, Error> {
        let understood = Self::try_parse().and_then(|cli| match cli.contradiction() {
            Some(message) => Err(Self::command().error(ErrorKind::ArgumentConflict, message)),
            None => Ok(cli),
        });
        understood.map_err(|error| {
            if error.use_stderr() {
                Error::Usage(one_line(&error.to_string()))
            } else {
                Error::Help(error)
            }
        })
    }

    pub(crate) fn heuristic(&self) -> HeuristicName {
        self.heuristic.unwrap_or(HeuristicName::Manhattan)
    }

    pub(crate) fn weight(&self) -> f64 {
        self.weight.unwrap_or(1.5)
    }

    pub(crate) fn show(&self) -> Show {
        match (self.animate, self.step, self.expanded) {
            (true, ..) => Show::Animation,
            (_, true, _) => Show::Steps,
            (.., true) => Show::Expanded,
            _ => Show::Result,
        }
    }

    /// What clap cannot check: options that the chosen algorithm and heuristic do not use.
    fn contradiction(&self) -> Option<String> {
        let algorithms = self.algorithm.members();
        let is_auto = self.algorithm == Algorithm::Auto;
        let any = |is_used: fn(Algorithm) -> bool| algorithms.iter().any(|one| is_used(*one));
        let is_one = algorithms.len() == 1;
        let options = [
            ("--heuristic", self.heuristic.is_some(), any(Algorithm::is_informed)),
            (
                "--weight",
                self.weight.is_some(),
                any(|one| one == Algorithm::WeightedAStar),
            ),
            (
                "--pdb-dir",
                self.pdb_dir.is_some(),
                is_auto || self.heuristic().has_databases(),
            ),
            ("--animate", self.animate, is_one),
            ("--step", self.step, is_one && !is_auto),
            ("--expanded", self.expanded, is_one && !is_auto),
        ];
        let (option, ..) = options
            .into_iter()
            .find(|(_, is_given, is_used)| *is_given && !is_used)?;
        let heuristic = if is_auto {
            String::new()
        } else {
            format!(" --heuristic {}", self.heuristic().name())
        };
        Some(format!(
            "the option '{option}' has no use with '--algorithm {}{heuristic}'",
            self.algorithm.name()
        ))
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|error| format!("{error}"))?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// The message of an error without the paragraphs on how to call the program.
fn one_line(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let paragraphs = message.split("\n\n").filter(|paragraph| {
        !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information") && !paragraph.is_empty()
    });
    let joined = paragraphs.map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    joined.collect::<Vec<_>>().join("; ")
}
