//! The 15-puzzle by IDA* with the Manhattan distance: five of Korf's instances.

use astride::{Graph, Heuristic, IdaStar, Problem, Status};

use super::fifteen_puzzle::length;
use crate::support::contest::{Contest, NO_PATH, Target, timed};
use crate::support::instances::{Instance, numbered};

/// Those of fewer than seven million nodes or so, for which `pathfinding` takes seconds, too.
const NUMBERS: [u64; 5] = [2, 5, 12, 28, 30];

/// `pathfinding` gets the same successors and estimates. It asks for each estimate from scratch, and sorts the
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
