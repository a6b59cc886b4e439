//! [`Cli`]: the command line. `help.txt` explains it.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use astride::npuzzle::Shape;
use lexopt::prelude::{Long, Short, Value};
use lexopt::{Parser, ValueExt};

use crate::algorithm::Algorithm;
use crate::error::Error;
use crate::heuristic::HeuristicName;
use crate::options::{by_name, decimal, exclude, once, whole};

/// The options of the command line.
#[derive(Debug, Default)]
pub(crate) struct Cli {
    pub(crate) boards: Vec<String>,
    pub(crate) file: Vec<PathBuf>,
    pub(crate) random: Option<u32>,
    pub(crate) walk: Option<u64>,
    pub(crate) seed: Option<u64>,
    pub(crate) size: Option<Shape>,
    pub(crate) goal: Option<String>,
    algorithm: Option<Algorithm>,
    heuristic: Option<HeuristicName>,
    weight: Option<f64>,
    pub(crate) pdb_dir: Option<PathBuf>,
    pub(crate) limit_seconds: Option<Duration>,
    pub(crate) format: Option<Format>,
    animate: bool,
    step: bool,
    expanded: bool,
}

/// The format of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Table,
    Json,
}

const FORMATS: [(&str, Format); 2] = [("table", Format::Table), ("json", Format::Json)];

/// The largest number of boards, and the largest number of moves in a random walk.
const MOST: u32 = 1_000_000;

/// The output of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// The result.
    Result,
    /// The animated solution, and the result.
    Animation,
    /// The search itself, step by step, and the result.
    Steps,
    /// The expanded boards, and the result.
    Expanded,
}

impl Cli {
    /// Reads the command line of this process.
    pub(crate) fn read() -> Result<Self, Error> {
        let cli = Self::parse(&mut Parser::from_env())?;
        match cli.contradiction() {
            Some(message) => Err(Error::Usage(message)),
            None => Ok(cli),
        }
    }

    fn parse(parser: &mut Parser) -> Result<Self, Error> {
        let mut cli = Self::default();
        while let Some(argument) = parser.next()? {
            match argument {
                Value(board) => cli.boards.push(board.string()?),
                Long("file") => cli.file.push(parser.value()?.into()),
                Long("random") => once(&mut cli.random, "--random", parser, whole(1..=MOST))?,
                Long("walk") => once(&mut cli.walk, "--walk", parser, whole(0..=MOST.into()))?,
                Long("seed") => once(&mut cli.seed, "--seed", parser, whole(0..=u64::MAX))?,
                Long("size") => once(&mut cli.size, "--size", parser, Shape::from_str)?,
                Long("goal") => once(&mut cli.goal, "--goal", parser, String::from_str)?,
                Short('a') | Long("algorithm") => {
                    once(&mut cli.algorithm, "--algorithm", parser, |name| {
                        by_name(&Algorithm::NAMES, name)
                    })?;
                }
                Long("heuristic") => {
                    once(&mut cli.heuristic, "--heuristic", parser, |name| {
                        by_name(&HeuristicName::NAMES, name)
                    })?;
                }
                Long("weight") => once(&mut cli.weight, "--weight", parser, decimal)?,
                Long("pdb-dir") => cli.pdb_dir = Some(parser.value()?.into()),
                Long("limit-seconds") => once(&mut cli.limit_seconds, "--limit-seconds", parser, seconds)?,
                Long("format") => once(&mut cli.format, "--format", parser, |name| by_name(&FORMATS, name))?,
                Long("animate") => cli.animate = true,
                Long("step") => cli.step = true,
                Long("expanded") => cli.expanded = true,
                Short('h') | Long("help") => return Err(Error::Help(include_str!("help.txt"))),
                Short('V') | Long("version") => {
                    return Err(Error::Help(concat!("npuzzle ", env!("CARGO_PKG_VERSION"), "\n")));
                }
                _ => return Err(argument.unexpected().into()),
            }
        }
        let random = [
            ("--random", cli.random.is_some()),
            ("--walk", cli.walk.is_some()),
            ("--seed", cli.seed.is_some()),
        ];
        exclude(
            &random,
            &[("BOARD", !cli.boards.is_empty()), ("--file", !cli.file.is_empty())],
        )?;
        let shows = [
            ("--format", cli.format.is_some()),
            ("--expanded", cli.expanded),
            ("--step", cli.step),
            ("--animate", cli.animate),
        ];
        for (place, show) in shows.iter().enumerate() {
            exclude(&[*show], &shows[..place])?;
        }
        Ok(cli)
    }

    pub(crate) fn algorithm(&self) -> Algorithm {
        self.algorithm.unwrap_or(Algorithm::AStar)
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

    /// Returns an error for an option that the chosen algorithm and heuristic do not use.
    fn contradiction(&self) -> Option<String> {
        let algorithms = self.algorithm().members();
        let is_auto = self.algorithm() == Algorithm::Auto;
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
            "the option '{option}' has no effect with '--algorithm {}{heuristic}'",
            self.algorithm().name()
        ))
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = decimal(text)?;
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("not from 0 to {}", u64::MAX))
}
