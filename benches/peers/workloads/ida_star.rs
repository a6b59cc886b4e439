//! The 15-puzzle by IDA* with the Manhattan distance: five of Korf's instances, and two more compared with recursions
//! written by hand.

use astride::{Graph, Heuristic, IdaStar, Problem, Status};

use super::fifteen_puzzle::length;
use crate::support::contest::{Contest, NO_PATH, Target, Timed, timed};
use crate::support::ida_limit::{Fifteen, Recursion, by_hand};
use crate::support::instances::{Instance, numbered};

/// The instances of fewer than about seven million nodes, for which `pathfinding` also takes only seconds.
const NUMBERS: [u64; 5] = [2, 5, 12, 28, 30];

/// `pathfinding` gets the same successors and estimates. It computes each estimate from scratch and sorts the
/// successors by it.
pub(crate) fn run() {
    let instances = numbered(NUMBERS);
    let puzzles: Vec<_> = instances.iter().map(Instance::puzzle).collect();
    let solve_all = |solve: &dyn Fn(&astride::npuzzle::Puzzle) -> Option<u32>| {
        timed(|| {
            let lengths = puzzles.iter().map(solve);
            lengths.map(|length| length.map_or(NO_PATH, f64::from)).collect()
        })
    };
    Contest::new("15-puzzle, IDA*, five instances", puzzles.len(), 3)
        .expect(instances.iter().map(length).collect())
        .ours("new", || {
            solve_all(&|puzzle| {
                let mut search = IdaStar::new(puzzle);
                assert_ne!(search.run(), Status::Running);
                search.path().map(|path| path.cost)
            })
        })
        .peer("pathfinding", Target::None, || {
            solve_all(&|puzzle| {
                let path = pathfinding::directed::idastar::idastar(
                    &puzzle.start(),
                    |node| puzzle.successors(node).collect::<Vec<_>>(),
                    |node| puzzle.estimate(node),
                    |node| puzzle.is_goal(node),
                );
                path.map(|(_, cost)| cost)
            })
        })
        .run();
}

/// Hand-written recursions also solve Korf's instances 1 and 2, with the crate's puzzle and with one that has no
/// kernel.
pub(crate) fn run_by_hand() {
    /// For 32,768 boards and for eight times as many, at 16 bytes per board.
    const TABLES: [usize; 2] = [1 << 19, 1 << 22];
    let instances = numbered([1, 2]);
    let puzzles: Vec<_> = instances.iter().map(Instance::puzzle).collect();
    let fifteens: Vec<_> = instances.iter().map(|one| Fifteen::new(one.start.cells())).collect();
    let recursion = |bytes: usize| move |puzzle: &Fifteen| Recursion::new(puzzle, bytes / 16).solve();
    Contest::new("15-puzzle, IDA*, recursions by hand", puzzles.len(), 3)
        .expect(instances.iter().map(length).collect())
        .ours("kernel", || solve_all(&puzzles, |puzzle| cost(puzzle, 0)))
        .ours("kernel, table", || {
            solve_all(&puzzles, |puzzle| cost(puzzle, TABLES[0]))
        })
        .ours("no kernel", || solve_all(&fifteens, |puzzle| cost(puzzle, 0)))
        .ours("no kernel, table", || {
            solve_all(&fifteens, |puzzle| cost(puzzle, TABLES[0]))
        })
        .ours("no kernel, large table", || {
            solve_all(&fifteens, |puzzle| cost(puzzle, TABLES[1]))
        })
        .peer("hand-written", Target::None, || solve_all(&fifteens, by_hand))
        .peer("same promises", Target::None, || solve_all(&fifteens, recursion(0)))
        .peer("same promises, table", Target::None, || {
            solve_all(&fifteens, recursion(TABLES[0]))
        })
        .peer("same promises, large table", Target::None, || {
            solve_all(&fifteens, recursion(TABLES[1]))
        })
        .run();
}

fn cost<P: Heuristic<Cost = u32>>(puzzle: &P, table: usize) -> u32 {
    let mut search = IdaStar::new(puzzle).with_table(table);
    assert_eq!(search.run(), Status::Found);
    search.path().map_or(u32::MAX, |path| path.cost)
}

fn solve_all<P>(puzzles: &[P], solve: impl Fn(&P) -> u32) -> Timed {
    timed(|| puzzles.iter().map(|puzzle| f64::from(solve(puzzle))).collect())
}
