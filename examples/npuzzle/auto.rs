//! [`solve_all`]: `--algorithm auto`, which leaves everything to a `Solver`.

use astride::Budget;
use astride::npuzzle::{Board, Method, Solution, Solver, SolverError};

use crate::cli::Cli;
use crate::error::Error;
use crate::input::Task;
use crate::progress::Building;
use crate::solve::{Outcome, Report};

/// What the tables of the example call it.
pub(crate) const NAME: &str = "auto";

/// Solves all boards, those with the same goal together. The reports come in the boards' order.
pub(crate) fn solve_all(cli: &Cli, tasks: &[Task]) -> Result<Vec<Report>, Error> {
    let budget = cli
        .limit_seconds
        .map_or(Budget::new(), |limit| Budget::new().time(limit));
    let mut reports: Vec<(usize, Report)> = Vec::new();
    let mut left: Vec<(usize, &Task)> = tasks.iter().enumerate().collect();
    while let Some((_, first)) = left.first() {
        let goal = &first.goal;
        let (same, others): (Vec<_>, Vec<_>) = left.iter().partition(|(_, task)| task.goal == *goal);
        let solver = solver(cli, goal);
        let starts: Vec<Board> = same.iter().map(|(_, task)| task.start.clone()).collect();
        let answers = match &*starts {
            // All threads for the one board.
            [start] => vec![solver.solve_within(start, budget)],
            starts => solver.solve_all_within(starts, budget),
        };
        for ((place, task), answer) in same.into_iter().zip(answers) {
            reports.push((place, report(cli, task, answer)?));
        }
        left = others;
    }
    reports.sort_by_key(|(place, _)| *place);
    Ok(reports.into_iter().map(|(_, report)| report).collect())
}

fn solver(cli: &Cli, goal: &Board) -> Solver {
    let building = Building::default();
    let solver = Solver::new(goal).with_progress(move |progress| building.update(progress));
    match &cli.pdb_dir {
        Some(folder) => solver.with_folder(folder),
        None => solver,
    }
}

fn report(cli: &Cli, task: &Task, answer: Result<Solution, SolverError>) -> Result<Report, Error> {
    let (status, solution, work, failure) = match answer {
        Ok(solution) => (Outcome::Solved, Some(solution), (0, 0), None),
        Err(SolverError::OutOfBudget { expanded, generated }) => {
            let seconds = cli.limit_seconds.unwrap_or_default().as_secs_f64();
            let failure = if cli.limit_seconds.is_some() {
                format!("the limit of {seconds} seconds is reached")
            } else {
                "the board is too large for it".to_string()
            };
            (Outcome::Limit, None, (expanded, generated), Some(failure))
        }
        Err(SolverError::Search(error)) => (Outcome::Failed, None, (0, 0), Some(error.to_string())),
        Err(SolverError::Patterns(error)) => return Err(Error::input("--algorithm auto", error)),
        Err(error) => return Err(Error::input(&task.start, error)),
    };
    let method = solution.as_ref().map(|solution| solution.method);
    Ok(Report {
        board: task.start.clone(),
        algorithm: NAME,
        heuristic: method.map(heuristic),
        status,
        length: solution.as_ref().map(|solution| solution.moves.len()),
        optimum: task.optimum,
        expanded: solution.as_ref().map_or(work.0, |solution| solution.expanded),
        generated: solution.as_ref().map_or(work.1, |solution| solution.generated),
        max_open: None,
        seconds: solution
            .as_ref()
            .map_or(cli.limit_seconds.unwrap_or_default().as_secs_f64(), |solution| {
                solution.elapsed.as_secs_f64()
            }),
        moves: solution.map(|solution| solution.moves),
        title: method.map_or("the fastest way", title),
        promise: "the fewest possible".into(),
        is_optimal: true,
        failure,
    })
}

fn heuristic(method: Method) -> &'static str {
    match method {
        Method::Manhattan => "manhattan",
        Method::LinearConflict => "linear-conflict",
        _ => "patterns",
    }
}

fn title(method: Method) -> &'static str {
    match method {
        Method::AStarWithPatterns => "A*",
        _ => "IDA*",
    }
}
