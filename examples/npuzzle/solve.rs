//! [`solve`]: one search, from the board to a [`Report`]. [`solve_by_itself`]: the same with a `Solver`.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use astride::npuzzle::{Move, Puzzle, PuzzleError, TileBytes, TileHeuristic, Tiles, Tiles16, Tiles25};
use astride::{Budget, SearchError, Status};
use astride_tiles::patterns::PatternError;
use astride_tiles::{Method, Solution, Solver, SolverError};

use crate::algorithm::{Algorithm, Promise};
use crate::cli::{Cli, Show};
use crate::error::Error;
use crate::heuristic::Databases;
use crate::input::Task;
use crate::progress::{Clock, grouped};
use crate::step;

/// The largest number of cells of a board.
const LARGEST: usize = 256;

/// The time for which a search runs between two reports.
const SLICE: Duration = Duration::from_millis(100);

/// The number of bytes that a search may use.
const MEMORY: usize = 1_000_000_000;

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) algorithm: Algorithm,
    /// The algorithm in a sentence.
    pub(crate) title: &'static str,
    /// `None` if the algorithm does not use one.
    pub(crate) heuristic: Option<&'static str>,
    /// `solved`; `limit` if the limit on time or memory was reached; `failed` if there was no more memory.
    pub(crate) status: &'static str,
    /// The reason why there is no solution.
    pub(crate) failure: Option<String>,
    pub(crate) moves: Option<Vec<Move>>,
    pub(crate) promise: Promise,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// `None` if this is not known.
    pub(crate) max_open: Option<usize>,
    pub(crate) seconds: f64,
}

impl Report {
    fn new(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            title: algorithm.title(),
            heuristic: None,
            status: "failed",
            failure: None,
            moves: None,
            promise: Promise::Shortest,
            expanded: 0,
            generated: 0,
            max_open: None,
            seconds: 0.0,
        }
    }

    fn ended(self, status: &'static str, failure: String) -> Self {
        Self {
            status,
            failure: Some(failure),
            ..self
        }
    }

    /// The number of moves.
    pub(crate) fn length(&self) -> Option<usize> {
        self.moves.as_ref().map(Vec::len)
    }

    /// Whether there is a solution of the right length.
    pub(crate) fn is_well(&self, task: &Task) -> bool {
        self.length().is_some() && !self.is_wrong(task)
    }

    /// Whether the solution has a wrong length.
    pub(crate) fn is_wrong(&self, task: &Task) -> bool {
        match (self.length(), task.optimum) {
            (Some(length), Some(optimum)) => length < optimum || self.promise == Promise::Shortest && length > optimum,
            _ => false,
        }
    }
}

/// Solves a board. This function chooses the packed form of the boards: the smallest one that can hold them.
pub(crate) fn solve(task: &Task, algorithm: Algorithm, cli: &Cli, databases: &Databases<'_>) -> Result<Report, Error> {
    databases.clock.restart();
    let cells = task.start.shape().cells();
    let report = if cells <= Tiles16::CAPACITY {
        solve_packed::<Tiles16>(task, algorithm, cli, databases)
    } else if cells <= Tiles25::CAPACITY {
        solve_packed::<Tiles25>(task, algorithm, cli, databases)
    } else {
        solve_packed::<TileBytes<LARGEST>>(task, algorithm, cli, databases)
    };
    match report {
        Err(Error::OutOfTime) => Ok(out_of_time(algorithm, databases.clock)),
        report => report,
    }
}

/// The report of a search whose time was up before it began.
fn out_of_time(algorithm: Algorithm, clock: &Clock) -> Report {
    let report = Report::new(algorithm).ended("limit", clock.verdict());
    Report {
        seconds: clock.seconds(),
        ..report
    }
}

fn solve_packed<T: Tiles>(
    task: &Task,
    algorithm: Algorithm,
    cli: &Cli,
    databases: &Databases<'_>,
) -> Result<Report, Error> {
    let clock = databases.clock;
    let bad_board = |error: PuzzleError| Error::input(&task.start, error);
    let puzzle = Puzzle::<T>::new_typed(&task.start, &task.goal).map_err(bad_board)?;
    let heuristic = cli.heuristic().build(&task.goal, databases)?;
    let puzzle = puzzle.with_heuristic(|_| heuristic);
    let search = algorithm.search(&puzzle, cli.weight());
    let mut search = search.map_err(|error| Error::input("--weight", error))?;
    search.set_memory_limit(MEMORY);

    let end = loop {
        let Some(left) = clock.left() else {
            break Status::Running;
        };
        let status = match cli.show() {
            Show::Steps | Show::Expanded => step::step(&puzzle, &mut *search, cli.show())?,
            Show::Animation | Show::Result => search.run_for(Budget::new().time(left.min(SLICE))),
        };
        if !status.is_running() {
            break status;
        }
        clock.report(|| {
            let took = search.stats();
            let (expanded, open) = (grouped(took.expanded), grouped(took.open as u64));
            let megabytes = took.bytes / 1_000_000;
            format!("{}: {expanded} expanded, {open} open, {megabytes} MB", algorithm.name())
        });
    };

    let path = search.path();
    let moves = path
        .map(|path| puzzle.moves(&path.nodes))
        .transpose()
        .map_err(bad_board)?;
    let stats = search.stats();
    let report = Report {
        heuristic: algorithm.is_informed().then(|| cli.heuristic().name()),
        moves,
        promise: algorithm.promise(puzzle.heuristic().consistency().is_some(), cli.weight()),
        expanded: stats.expanded,
        generated: stats.generated,
        max_open: Some(stats.max_open),
        seconds: stats.elapsed.as_secs_f64(),
        ..Report::new(algorithm)
    };
    Ok(match end {
        Status::Found => Report {
            status: "solved",
            ..report
        },
        Status::Running => report.ended("limit", clock.verdict()),
        Status::Failed(error @ SearchError::MemoryLimit { .. }) => report.ended("limit", error.to_string()),
        // No board without a solution gets here, so no search exhausts its nodes.
        end => report.ended("failed", end.to_string()),
    })
}

/// Solves all boards with `--algorithm auto`, as many at a time as there are threads, and reports each batch as soon as
/// it is done.
pub(crate) fn solve_by_itself(
    cli: &Cli,
    tasks: &[Task],
    clock: &Arc<Clock>,
    mut take: impl FnMut(&Task, &Report) -> Result<(), Error>,
) -> Result<(), Error> {
    let budget = cli
        .limit_seconds
        .map_or(Budget::new(), |limit| Budget::new().time(limit));
    for same_goal in tasks.chunk_by(|one, next| one.goal == next.goal) {
        let building = clock.clone();
        let solver = Solver::new(&same_goal[0].goal).with_progress(move |progress| building.building(progress));
        let solver = match &cli.pdb_dir {
            Some(folder) => solver.with_folder(folder),
            None => solver,
        };
        for tasks in same_goal.chunks(threads()) {
            clock.restart();
            let solutions = match tasks {
                // All threads work on the only board.
                [task] => vec![solver.solve_within(&task.start, budget)],
                tasks => {
                    let starts: Vec<_> = tasks.iter().map(|task| task.start.clone()).collect();
                    solver.solve_all_within(&starts, budget)
                }
            };
            for (task, solution) in tasks.iter().zip(solutions) {
                take(task, &report(task, solution, clock)?)?;
            }
        }
    }
    Ok(())
}

/// The number of boards that are solved at a time.
fn threads() -> usize {
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    if cfg!(feature = "rayon") { processors() } else { 1 }
}

/// The result for a board with `--algorithm auto`.
fn report(task: &Task, solution: Result<Solution, SolverError>, clock: &Clock) -> Result<Report, Error> {
    let report = Report::new(Algorithm::Auto);
    Ok(match solution {
        Ok(solution) => Report {
            status: "solved",
            title: if solution.method == Method::AStarWithPatterns {
                "A*"
            } else {
                "IDA*"
            },
            heuristic: Some(match solution.method {
                Method::Manhattan => "manhattan",
                Method::LinearConflict => "linear-conflict",
                _ => "patterns",
            }),
            expanded: solution.expanded,
            generated: solution.generated,
            seconds: solution.elapsed.as_secs_f64(),
            moves: Some(solution.moves),
            ..report
        },
        Err(SolverError::OutOfBudget { expanded, generated }) => Report {
            expanded,
            generated,
            seconds: clock.seconds(),
            ..report
        }
        .ended("limit", clock.verdict()),
        Err(SolverError::Patterns(error)) => match *error {
            PatternError::Stopped => out_of_time(Algorithm::Auto, clock),
            _ => return Err(Error::input("--algorithm auto", error)),
        },
        Err(SolverError::Search(error)) => report.ended("failed", error.to_string()),
        Err(error) => return Err(Error::input(&task.start, error)),
    })
}
