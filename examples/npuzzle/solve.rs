//! [`solve`]: one search, from the board to a [`Report`].

use std::fmt;
use std::time::Duration;

use astride::npuzzle::{Board, Move, Puzzle, PuzzleError, TileBytes, TileHeuristic, Tiles, Tiles16, Tiles25};
use astride::{Budget, SearchError, Status};
use serde::{Serialize, Serializer};

use crate::algorithm::{Algorithm, AnyPuzzle, AnySearch, Settings};
use crate::cli::Cli;
use crate::error::Error;
use crate::heuristic::{Databases, HeuristicName};
use crate::input::Task;
use crate::progress::Progress;

/// The most cells that a board can have.
const LARGEST: usize = 256;

/// How long a search goes on between two looks at it.
const SLICE: Duration = Duration::from_millis(100);

/// What came of a search: a row of the table.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Report {
    #[serde(serialize_with = "as_text")]
    pub(crate) board: Board,
    pub(crate) algorithm: &'static str,
    /// `None` where the algorithm has no use for one.
    pub(crate) heuristic: Option<&'static str>,
    pub(crate) status: Outcome,
    pub(crate) length: Option<usize>,
    /// The length of a shortest solution, where the input says it.
    pub(crate) optimum: Option<usize>,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// `None` where it is not known.
    pub(crate) max_open: Option<usize>,
    pub(crate) seconds: f64,
    #[serde(serialize_with = "as_letters")]
    pub(crate) moves: Option<Vec<Move>>,
    /// The algorithm in a sentence.
    #[serde(skip)]
    pub(crate) title: &'static str,
    /// What the algorithm promises about the length.
    #[serde(skip)]
    pub(crate) promise: String,
    /// Whether it promises the fewest moves.
    #[serde(skip)]
    pub(crate) is_optimal: bool,
    /// Why there is no solution.
    #[serde(skip)]
    pub(crate) failure: Option<String>,
}

impl Report {
    /// Whether the solution has another length than it must have.
    pub(crate) fn is_wrong(&self) -> bool {
        match (self.length, self.optimum) {
            (Some(length), Some(optimum)) => length < optimum || self.is_optimal && length > optimum,
            _ => false,
        }
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Solved,
    /// There is no solution within the depth limit.
    Exhausted,
    /// A limit of the command line was reached.
    Limit,
    /// There was no more memory.
    Failed,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Solved => "solved",
            Self::Exhausted => "exhausted",
            Self::Limit => "limit",
            Self::Failed => "failed",
        })
    }
}

/// A search that is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) task: &'a Task,
    pub(crate) algorithm: Algorithm,
    heuristic: HeuristicName,
    databases: &'a Databases,
    weight: f64,
    depth_limit: Option<u32>,
    node_limit: Option<usize>,
    time_limit: Option<Duration>,
}

/// A search that has begun, and what its driver has to know about it.
pub(crate) struct Search<'a, T: Tiles> {
    pub(crate) puzzle: &'a AnyPuzzle<T>,
    pub(crate) pathfinder: AnySearch<'a, T>,
    pub(crate) algorithm: Algorithm,
    pub(crate) time_limit: Option<Duration>,
}

/// Brings a search to its end. Which packed form the boards have makes no difference to it.
pub(crate) trait Driver {
    fn drive<T: Tiles>(&mut self, search: &mut Search<'_, T>) -> Result<End, Error>;
}

/// How a driver left a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The search has ended.
    Status(Status),
    /// Its time is up.
    OutOfTime,
}

/// Runs a search to its end or limit.
pub(crate) fn solve(request: &Request<'_>) -> Result<Report, Error> {
    request.drive(&mut ToTheEnd)
}

struct ToTheEnd;

impl Driver for ToTheEnd {
    fn drive<T: Tiles>(&mut self, search: &mut Search<'_, T>) -> Result<End, Error> {
        let mut progress = Progress::default();
        loop {
            let Some(slice) = search.next_slice(SLICE) else {
                return Ok(End::OutOfTime);
            };
            match search.pathfinder.run_for(Budget::new().time(slice)) {
                Status::Running => progress.update(search.algorithm.name(), &search.pathfinder.stats()),
                end => return Ok(End::Status(end)),
            }
        }
    }
}

impl<T: Tiles> Search<'_, T> {
    /// Whether its time is up.
    pub(crate) fn is_out_of_time(&self) -> bool {
        self.next_slice(SLICE).is_none()
    }

    /// How long it may go on now: `slice`, or less where the time limit is nearer. `None` once it is reached.
    fn next_slice(&self, slice: Duration) -> Option<Duration> {
        match self.time_limit {
            None => Some(slice),
            Some(limit) => {
                let left = limit.saturating_sub(self.pathfinder.stats().elapsed);
                (!left.is_zero()).then(|| left.min(slice))
            }
        }
    }
}

impl<'a> Request<'a> {
    pub(crate) fn new(cli: &Cli, task: &'a Task, algorithm: Algorithm, databases: &'a Databases) -> Self {
        Self {
            task,
            algorithm,
            heuristic: cli.heuristic(),
            databases,
            weight: cli.weight(),
            depth_limit: cli.depth_limit,
            node_limit: cli.limit_nodes,
            time_limit: cli.limit_seconds,
        }
    }

    /// Lets the driver drive it. This is where the packed form of the boards is chosen: the smallest that they fit.
    pub(crate) fn drive(&self, driver: &mut impl Driver) -> Result<Report, Error> {
        let cells = self.task.start.shape().cells();
        if cells <= Tiles16::CAPACITY {
            self.drive_packed::<Tiles16>(driver, 20_000_000)
        } else if cells <= Tiles25::CAPACITY {
            self.drive_packed::<Tiles25>(driver, 15_000_000)
        } else {
            self.drive_packed::<TileBytes<LARGEST>>(driver, 2_000_000)
        }
    }

    fn drive_packed<T: Tiles>(&self, driver: &mut impl Driver, default_limit: usize) -> Result<Report, Error> {
        let bad_board = |error: PuzzleError| Error::input(&self.task.start, error);
        let puzzle = Puzzle::<T>::packed(&self.task.start, &self.task.goal).map_err(bad_board)?;
        let heuristic = self.heuristic.build(&self.task.goal, self.databases)?;
        let puzzle: AnyPuzzle<T> = puzzle.with_heuristic(|_| heuristic);
        let settings = Settings {
            weight: self.weight,
            depth_limit: self.depth_limit,
            node_limit: self.node_limit.unwrap_or(default_limit),
        };
        let pathfinder = self.algorithm.search(&puzzle, settings);
        let mut search = Search {
            puzzle: &puzzle,
            pathfinder: pathfinder.map_err(|error| Error::input("--weight", error))?,
            algorithm: self.algorithm,
            time_limit: self.time_limit,
        };
        let end = driver.drive(&mut search)?;

        let path = search.pathfinder.path();
        let moves = path
            .map(|path| puzzle.moves(&path.nodes))
            .transpose()
            .map_err(bad_board)?;
        let (outcome, failure) = self.outcome(end);
        let stats = search.pathfinder.stats();
        let is_admissible = puzzle.heuristic().is_admissible();
        let heuristic = self.algorithm.is_informed().then(|| puzzle.heuristic());
        Ok(Report {
            board: self.task.start.clone(),
            algorithm: self.algorithm.name(),
            heuristic: heuristic.map(TileHeuristic::name),
            status: outcome,
            length: moves.as_ref().map(Vec::len),
            optimum: self.task.optimum,
            expanded: stats.expanded,
            generated: stats.generated,
            max_open: Some(stats.max_open),
            seconds: stats.elapsed.as_secs_f64(),
            moves,
            title: self.algorithm.title(),
            promise: self.algorithm.promise(is_admissible, self.weight),
            is_optimal: self.algorithm.is_optimal(is_admissible),
            failure,
        })
    }

    /// How the search ended, and why, where that needs to be said.
    fn outcome(&self, end: End) -> (Outcome, Option<String>) {
        match end {
            End::Status(Status::Found) => (Outcome::Solved, None),
            End::Status(Status::Exhausted) => {
                let limit = self
                    .depth_limit
                    .map(|moves| format!("no solution found within {moves} moves"));
                (Outcome::Exhausted, limit)
            }
            End::Status(Status::Failed(error @ SearchError::NodeLimit { .. })) => {
                (Outcome::Limit, Some(error.to_string()))
            }
            End::Status(Status::Failed(error)) => (Outcome::Failed, Some(error.to_string())),
            End::OutOfTime => {
                let seconds = self.time_limit.unwrap_or_default().as_secs_f64();
                (
                    Outcome::Limit,
                    Some(format!("the limit of {seconds} seconds is reached")),
                )
            }
            End::Status(Status::Running) => (Outcome::Failed, None),
        }
    }
}

fn as_text<S: Serializer>(board: &Board, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(board)
}

#[expect(clippy::ref_option, reason = "as serde calls it")]
fn as_letters<S: Serializer>(moves: &Option<Vec<Move>>, serializer: S) -> Result<S::Ok, S::Error> {
    let letters: Option<String> = moves.as_ref().map(|moves| moves.iter().copied().collect());
    letters.serialize(serializer)
}
