//! [`solve_all`]: `--algorithm auto`, which leaves everything to a `Solver`.

use astride::Budget;
use astride::npuzzle::{Board, Method, Solution, Solver, SolverError};

use crate::Desk;
use crate::cli::Cli;
use crate::error::Error;
use crate::input::Task;
use crate::progress::Building;
use crate::solve::{Outcome, Report};

/// What the tables of the example call it.
pub(crate) const NAME: &str = "auto";

/// Solves all boards, as many at a time as there are threads, and reports each of them as soon as these are done.
pub(crate) fn solve_all(cli: &Cli, tasks: &[Task], desk: &mut Desk<'_>) -> Result<(), Error> {
    let budget = cli
        .limit_seconds
        .map_or(Budget::new(), |limit| Budget::new().time(limit));
    let mut has_begun = false;
    for same_goal in tasks.chunk_by(|one, next| one.goal == next.goal) {
        let solver = solver(cli, &same_goal[0].goal);
        for tasks in same_goal.chunks(threads()) {
            let starts: Vec<Board> = tasks.iter().map(|task| task.start.clone()).collect();
            let solutions = match &*starts {
                // All threads for the one board.
                [start] => vec![solver.solve_within(start, budget)],
                starts => solver.solve_all_within(starts, budget),
            };
            for (task, solution) in tasks.iter().zip(solutions) {
                let report = report(cli, task, solution)?;
                // What is wrong with pattern databases is found out before anything is printed.
                if !has_begun {
                    desk.output.begin()?;
                    has_begun = true;
                }
                desk.take(task, &report)?;
            }
        }
    }
    Ok(())
}

#[cfg(feature = "rayon")]
fn threads() -> usize {
    rayon::current_num_threads()
}

#[cfg(not(feature = "rayon"))]
fn threads() -> usize {
    1
}

fn solver(cli: &Cli, goal: &Board) -> Solver {
    let building = Building::default();
    let solver = Solver::new(goal).with_progress(move |progress| building.update(progress));
    match &cli.pdb_dir {
        Some(folder) => solver.with_folder(folder),
        None => solver,
    }
}

fn report(cli: &Cli, task: &Task, solution: Result<Solution, SolverError>) -> Result<Report, Error> {
    let (status, solution, work, failure) = match solution {
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
