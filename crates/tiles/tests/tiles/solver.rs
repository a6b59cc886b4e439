//! The solver, which chooses the method for a shortest solution.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use astride::npuzzle::{Board, LinearConflict, Puzzle, PuzzleError};
use astride::{AStar, Budget, IdaStar, Status, Stepper};
use astride_tiles::patterns::{Partition, PatternBuilder, PatternDatabases, PatternError, StandardPartition};
use astride_tiles::{Instance, Method, Solution, Solver, SolverError};

fn shortest(start: &Board, goal: &Board) -> usize {
    let puzzle = Puzzle::new(start, goal).unwrap().with_heuristic(LinearConflict::new);
    let mut search = AStar::new(&puzzle);
    assert_eq!(search.run(), Status::Found);
    search.path().unwrap().edges()
}

/// Easy boards among Korf's hundred, with the lengths of their solutions.
fn korf() -> Vec<(Board, usize)> {
    let instances = Instance::read_all(include_str!("../../../../testdata/korf_15_puzzle.txt"), None).unwrap();
    let known = instances
        .into_iter()
        .map(|instance| (instance.start, instance.optimum.unwrap()));
    known.collect()
}

fn blank_first() -> Board {
    Board::blank_first("4".parse().unwrap())
}

#[test]
fn the_solver_finds_shortest_solutions() {
    for shape in ["2", "3", "2x5", "5x2", "3x4", "4x3", "2x8"] {
        let goals = [
            Board::blank_first(shape.parse().unwrap()),
            Board::random(&Board::blank_last(shape.parse().unwrap()), 3),
        ];
        for goal in goals {
            let solver = Solver::new(&goal);
            for seed in 0..crate::effort::share(10).into() {
                let start = Board::random_walk(&goal, 8 * seed, seed);
                let solution = solver.solve(&start).unwrap();
                assert_eq!(solution.moves.len(), shortest(&start, &goal), "{start} to {goal}");
                assert_eq!(start.apply_all(solution.moves).unwrap(), goal);
            }
        }
    }
}

#[test]
#[ignore = "hard boards, and tables for them: some ten seconds"]
fn hard_boards_get_databases() {
    for shape in ["3x5", "5x3"] {
        // A goal without a partition in the literature.
        let goal = Board::random(&Board::blank_last(shape.parse().unwrap()), 1);
        let solver = Solver::new(&goal);
        let solutions = (0..20).map(|seed| {
            let start = Board::random(&goal, seed);
            let solution = solver.solve(&start).unwrap();
            (start, solution)
        });
        let is_hard = |(_, solution): &(Board, Solution)| solution.method == Method::IdaStarWithPatterns;
        let (start, solution) = { solutions }.find(is_hard).unwrap();
        let puzzle = Puzzle::new(&start, &goal).unwrap().with_heuristic(LinearConflict::new);
        let mut search = IdaStar::new(&puzzle);
        assert_eq!(search.run(), Status::Found);
        assert_eq!(solution.moves.len(), search.path().unwrap().edges());
        assert_eq!(start.apply_all(solution.moves).unwrap(), goal);
        // From now on, databases are used immediately.
        let next = solver.solve(&Board::random_walk(&goal, 10, 1)).unwrap();
        assert_eq!(next.method, Method::IdaStarWithPatterns);
    }
}

#[test]
#[ignore = "hard boards, and tables for them: some ten seconds"]
fn many_boards_are_solved_in_their_order() {
    let (boards, lengths): (Vec<_>, Vec<_>) = korf().into_iter().unzip();
    let solutions = Solver::new(&blank_first()).solve_all(&boards);
    for ((board, length), solution) in boards.iter().zip(lengths).zip(solutions) {
        let solution = solution.unwrap();
        assert_eq!(solution.moves.len(), length);
        assert_eq!(board.apply_all(solution.moves).unwrap(), blank_first());
    }
    assert!(Solver::new(&blank_first()).solve_all(&[]).is_empty());
}

#[test]
#[ignore = "hard boards, and tables for them: some ten seconds"]
fn databases_are_kept_in_a_folder() {
    let folder = std::env::temp_dir().join(format!("astride-solver-{}", std::process::id()));
    let goal = Board::blank_last("3x5".parse().unwrap());
    let start = Board::random(&goal, 0);
    let builds = Arc::new(AtomicU32::new(0));
    let solver = || {
        let builds = builds.clone();
        Solver::new(&goal).with_folder(&folder).with_progress(move |progress| {
            if progress.table == 0 && progress.known == 1 {
                builds.fetch_add(1, Ordering::Relaxed);
            }
            ControlFlow::Continue(())
        })
    };
    let first = solver().solve(&start).unwrap();
    let built = builds.load(Ordering::Relaxed);
    let second = solver().solve(&start).unwrap();
    // With several threads, any of the shortest solutions may be found first.
    assert_eq!(first.moves.len(), second.moves.len());
    assert_eq!(second.method, Method::IdaStarWithPatterns);
    assert_eq!(builds.load(Ordering::Relaxed), built, "read, and not built again");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[ignore = "tables for 3x5 cells: some ten seconds"]
fn databases_in_the_folder_are_read_soon() {
    let folder = std::env::temp_dir().join(format!("astride-solver-stored-{}", std::process::id()));
    let goal = Board::blank_first("4".parse().unwrap());
    let partition = StandardPartition::SixSixThree.of(&goal).unwrap();
    let run = |builder: &mut PatternBuilder| assert_eq!(builder.run(), Status::Found);
    PatternDatabases::load_or_build(&folder, &partition, run).unwrap();
    // Instance 12 of Korf's hundred, which takes 546,344 nodes with the Manhattan distance, and instance 17, with 66
    // moves.
    let easy = Board::parse("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", goal.shape()).unwrap();
    let hard = Board::parse("15 14 0 4 11 1 6 13 7 5 8 9 3 2 10 12", goal.shape()).unwrap();
    let solve = |board: &Board| Solver::new(&goal).with_folder(&folder).solve(board).unwrap();
    assert_eq!(solve(&easy).method, Method::Manhattan);
    let solution = solve(&hard);
    assert_eq!(
        (solution.moves.len(), solution.method),
        (66, Method::IdaStarWithPatterns)
    );
    assert!(solution.expanded < 10_000_000, "{}", solution.expanded);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
#[ignore = "tables for 4x7 cells: some ten seconds"]
fn a_partition_is_used_on_a_board_of_any_size() {
    let goal = Board::blank_last("4x7".parse().unwrap());
    let tiles: Vec<u8> = (1..28).collect();
    let (threes, fours) = tiles.split_at(15);
    let partition = Partition::new(&goal, threes.chunks(3).chain(fours.chunks(4))).unwrap();
    let folder = std::env::temp_dir().join(format!("astride-solver-large-{}", std::process::id()));
    let run = |builder: &mut PatternBuilder| assert_eq!(builder.run(), Status::Found);
    PatternDatabases::load_or_build(&folder, &partition, run).unwrap();
    let solver = Solver::new(&goal)
        .with_folder(&folder)
        .with_partition(partition)
        .unwrap();
    // Takes 2,660,400 expansions with linear conflicts.
    let start = Board::random_walk(&goal, 80, 0);
    let solution = solver.solve(&start).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(
        (solution.moves.len(), solution.method),
        (60, Method::IdaStarWithPatterns)
    );
    assert_eq!(start.apply_all(solution.moves).unwrap(), goal);
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let goal: Board = "123456780".parse().unwrap();
    let solver = Solver::new(&goal);
    let unsolvable: Board = "213456780".parse().unwrap();
    let error = solver.solve(&unsolvable).unwrap_err();
    assert!(
        matches!(error, SolverError::Puzzle(PuzzleError::Unsolvable { .. })),
        "{error}"
    );
    let message = error.to_string();
    assert!(message.starts_with("no moves lead from 2 1 3 / 4 5 6 / 7 8 _ to 1 2 3 / 4 5 6 / 7 8 _: "));
    let error = solver.solve(&blank_first()).unwrap_err();
    assert!(
        matches!(error, SolverError::Puzzle(PuzzleError::ShapesDiffer { .. })),
        "{error}"
    );
    let answers = solver.solve_all(&[goal.clone(), unsolvable]);
    assert!(answers[0].as_ref().unwrap().moves.is_empty());
    assert!(answers[1].is_err());

    let other = StandardPartition::FourFour.of(&"012345678".parse().unwrap()).unwrap();
    let error = Solver::new(&goal).with_partition(other).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the partition is for the goal 012345678, but the solver's goal is 123456780"
    );
}

#[test]
fn budgets_and_builds_can_be_cut_short() {
    let goal = Board::blank_last("4".parse().unwrap());
    let start: Board = "fe8cb9a0d1246357".parse().unwrap();
    let start = if start.is_solvable(&goal).unwrap() {
        start
    } else {
        Board::random(&goal, 2)
    };
    let answer = Solver::new(&goal).solve_within(&start, Budget::new().expansions(5000));
    match answer {
        Err(SolverError::OutOfBudget { expanded, .. }) => assert!(expanded >= 5000, "{expanded}"),
        other => panic!("{other:?}"),
    }
    let goal = Board::blank_last("3x5".parse().unwrap());
    let solver = Solver::new(&goal).with_progress(|_| ControlFlow::Break(()));
    let mut answers = (0..20).map(|seed| solver.solve(&Board::random(&goal, seed)));
    let stopped = answers.find(Result::is_err).unwrap();
    assert!(is_stopped(&stopped), "{stopped:?}");
}

/// A clock that advances by a second whenever it is read.
fn clock() -> Duration {
    static READINGS: AtomicU32 = AtomicU32::new(0);
    Duration::from_secs(READINGS.fetch_add(1, Ordering::Relaxed).into())
}

#[test]
fn a_budget_has_its_own_clock_and_its_own_memory() {
    let goal = Board::blank_last("3x4".parse().unwrap());
    let patterns = [vec![1, 2, 3], vec![4, 5, 6], vec![7, 8, 9], vec![10, 11]];
    let solver = Solver::new(&goal).with_partition(Partition::new(&goal, patterns).unwrap());
    let solver = solver.unwrap();
    let is_out_of_budget = |answer: &Result<_, _>| matches!(answer, Err(SolverError::OutOfBudget { .. }));
    let answers = |budget: Budget| {
        (0..20)
            .map(move |seed| (seed, budget))
            .map(|(seed, budget)| solver.solve_within(&Board::random(&goal, seed), budget))
    };
    // A few seconds on this clock pass quickly, and many do not.
    let of = |seconds| Budget::new().time_by(Duration::from_secs(seconds), clock);
    assert!(answers(of(3)).any(|answer| is_out_of_budget(&answer)));
    assert!(answers(of(1_000_000)).all(|answer| answer.is_ok()));
    let methods = answers(Budget::new()).map(|answer| answer.unwrap().method);
    let limited: Vec<_> = methods.zip(answers(Budget::new().memory(20_000))).collect();
    assert!(limited.iter().any(|(_, answer)| is_out_of_budget(answer)));
    for (method, answer) in limited {
        assert!(answer.is_ok() || method == Method::AStarWithPatterns, "{method:?}");
    }
}

fn is_stopped(answer: &Result<Solution, SolverError>) -> bool {
    matches!(answer, Err(SolverError::Patterns(error)) if matches!(**error, PatternError::Stopped))
}

#[test]
fn a_build_that_fails_is_not_tried_again_for_each_board() {
    let goal = Board::blank_last("3x5".parse().unwrap());
    let calls = Arc::new(AtomicU32::new(0));
    let counter = calls.clone();
    let solver = Solver::new(&goal).with_progress(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Break(())
    });
    let boards: Vec<Board> = (0..20).map(|seed| Board::random(&goal, seed)).collect();
    let answers = solver.solve_all(&boards);
    assert!(answers.iter().filter(|answer| is_stopped(answer)).count() > 1);
    assert_eq!(calls.load(Ordering::Relaxed), 1);
    // Another call tries again, and easy boards need no databases.
    assert!(is_stopped(&solver.solve(&hard(&goal))));
    assert_eq!(calls.load(Ordering::Relaxed), 2);
    assert_eq!(
        solver.solve(&Board::random_walk(&goal, 8, 1)).unwrap().method,
        Method::LinearConflict
    );
}

/// A board that is not solved without databases.
fn hard(goal: &Board) -> Board {
    let stopped = |board: &Board| is_stopped(&Solver::new(goal).with_progress(|_| ControlFlow::Break(())).solve(board));
    (0..50).map(|seed| Board::random(goal, seed)).find(stopped).unwrap()
}

#[test]
fn easy_boards_never_depend_on_databases() {
    let goal = Board::blank_last("3x5".parse().unwrap());
    let folder = std::env::temp_dir().join(format!("astride-solver-file-{}", std::process::id()));
    std::fs::write(&folder, "not a folder").unwrap();
    let solver = Solver::new(&goal).with_folder(&folder);
    assert!(matches!(solver.solve(&hard(&goal)), Err(SolverError::Patterns(_))));
    assert!(solver.solve(&goal).unwrap().moves.is_empty());
    assert!(solver.solve(&Board::random_walk(&goal, 10, 2)).is_ok());
    std::fs::remove_file(&folder).unwrap();
}

#[test]
fn what_needs_no_work_needs_no_budget() {
    let goal = blank_first();
    let nothing = Budget::new().expansions(0);
    assert!(
        Solver::new(&goal)
            .solve_within(&goal, nothing)
            .unwrap()
            .moves
            .is_empty()
    );
    // A limit on nodes does not apply to the branch of a depth-first search.
    let (start, length) = korf().swap_remove(0);
    let solution = Solver::new(&goal).solve_within(&start, Budget::new().nodes(1)).unwrap();
    assert_eq!((solution.moves.len(), solution.method), (length, Method::Manhattan));
}

#[test]
fn partitions_that_a_solver_has_no_room_for_are_refused() {
    let goal = blank_first();
    let singles = Partition::new(&goal, (1..16).map(|tile| [tile])).unwrap();
    let error = Solver::new(&goal).with_partition(singles).unwrap_err();
    let SolverError::Patterns(error) = error else {
        panic!("{error}")
    };
    assert!(
        matches!(*error, PatternError::TooManyPatterns { patterns: 15, room: 8 }),
        "{error}"
    );
}

/// A task that waits for a build must not start another task that waits for it.
#[cfg(feature = "rayon")]
#[test]
fn tasks_can_share_a_solver() {
    use rayon::prelude::*;
    let goal = Board::blank_last("3".parse().unwrap());
    let boards: Vec<Board> = (0..40).map(|seed| Board::random(&goal, seed)).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build().unwrap();
    for _ in 0..200 {
        let solver = Solver::new(&goal);
        let solve = |board: &Board| solver.solve(board).unwrap().moves.len();
        let moves: usize = pool.install(|| boards.par_iter().with_max_len(1).map(solve).sum());
        assert!(moves > 0);
    }
    let goal = Board::blank_last("3x4".parse().unwrap());
    let boards: Vec<Board> = (0..30).map(|seed| Board::random(&goal, seed)).collect();
    for _ in 0..3 {
        let solver = Solver::new(&goal);
        let solve = |board: &Board| solver.solve(board).unwrap().moves.len();
        let moves: usize = pool.install(|| boards.par_iter().with_max_len(1).map(solve).sum());
        assert!(moves > 0);
    }
}
