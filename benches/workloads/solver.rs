//! `Solver`: the time to solve all boards, starting from scratch.

use std::time::Instant;

use astride::npuzzle::Board;
use astride_tiles::Solver;

use crate::Options;
use crate::support::instances::fifteen_puzzles;

pub(crate) fn run(options: &Options) {
    let instances = fifteen_puzzles();
    let goal = Board::blank_first(instances[0].start.shape());
    let chosen: Vec<_> = instances.iter().take(if options.is_long { 100 } else { 20 }).collect();
    let boards: Vec<Board> = chosen.iter().map(|instance| instance.start.clone()).collect();

    let solve = |solver: &Solver, how: &str| {
        let start = Instant::now();
        let solutions = solver.solve_all(&boards);
        let time = start.elapsed();
        let mut nodes = 0;
        for (solution, instance) in solutions.into_iter().zip(&chosen) {
            let solution = solution.expect("a solution");
            assert_eq!(solution.moves.len(), instance.length);
            nodes += solution.generated;
        }
        println!(
            "Korf's 1 to {}, {how}: {:.2} s in all, {nodes} nodes.",
            boards.len(),
            time.as_secs_f64()
        );
    };
    solve(&Solver::new(&goal), "from a cold start");
    if let Some(folder) = &options.folder {
        solve(
            &Solver::new(&goal).with_folder(folder),
            "with the best tables of the folder, reading them included",
        );
    }

    let goal = Board::blank_last("3".parse().expect("a legal shape"));
    let boards: Vec<Board> = (0..10_000).map(|seed| Board::random(&goal, seed)).collect();
    let solver = Solver::new(&goal);
    let start = Instant::now();
    let moves: usize = boards
        .iter()
        .map(|board| solver.solve(board).expect("a solution").moves.len())
        .sum();
    let each = start.elapsed() / 10_000;
    println!("10,000 random 8-puzzles, one after the other: {each:?} each, {moves} moves in all.");
}
