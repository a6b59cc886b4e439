//! All shortest solutions, against counts computed from the goal for every board of the 8-puzzle.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::effort::progress;
use crate::tiles::{board, board_of, eight_puzzle, neighbours};
use astride::npuzzle::{LinearConflict, Maximum, Move, Puzzle, Tiles16};
use astride::search::OptimalPaths;
use astride_tiles::WalkingDistance;

/// Returns the number of shortest solutions of each board, as the sum over the boards that are one move nearer to the
/// goal.
fn counts_from_the_goal(goal: &str) -> BTreeMap<[u8; 9], (u32, u64)> {
    let all = eight_puzzle(goal);
    let mut counts: HashMap<[u8; 9], (u32, u64)> = HashMap::new();
    for (tiles, length) in &all {
        let nearer = neighbours(*tiles, 3).into_iter().filter_map(|next| counts.get(&next));
        let sum: u64 = nearer
            .filter(|(far, _)| far + 1 == *length)
            .map(|(_, count)| count)
            .sum();
        counts.insert(*tiles, (*length, sum.max(u64::from(*length == 0))));
    }
    counts.into_iter().collect()
}

/// Counts and lists all solutions of every board at one of the positions. Returns the number of solutions listed.
fn check_boards(places: impl Fn(usize) -> bool + Sync) -> usize {
    let goal = board("123456780");
    let truth = counts_from_the_goal("123456780");
    assert_eq!(truth.len(), 181_440);
    // These totals are known.
    let total: u64 = truth.values().map(|(_, count)| count).sum();
    let most = truth.values().map(|(_, count)| *count).max().unwrap();
    assert_eq!((total, most), (500_881, 64));
    assert_eq!(truth.values().filter(|(_, count)| *count == most).count(), 2);

    let heuristic = Maximum::new(LinearConflict::new(&goal), WalkingDistance::new(&goal).unwrap());
    let boards: Vec<_> = truth.into_iter().collect();
    let (next, listed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some((tiles, (length, count))) = boards.get(place) else {
                break;
            };
            if !places(place) && *length < 31 && *count < 64 {
                continue;
            }
            progress("boards with all their solutions");
            let puzzle = Puzzle::new(&board_of(*tiles, 3, 3), &goal).unwrap();
            let found = OptimalPaths::new(puzzle.with_heuristic(|_| &heuristic)).unwrap();
            assert_eq!(
                (found.cost(), found.count()),
                (Some(*length), Some((*count).into())),
                "{tiles:?}"
            );
            listed.fetch_add(found.iter().count(), Ordering::Relaxed);
            assert_eq!(found.iter().count() as u64, *count);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(work);
        }
    });
    listed.into_inner()
}

#[test]
fn boards_of_the_8_puzzle() {
    assert!(check_boards(|place| place % 2_003 == 0) > 500_881 / 2_500);
}

#[test]
#[ignore = "20 seconds: A* on every board"]
fn all_solutions_of_every_board() {
    assert_eq!(check_boards(|_| true), 500_881);
}

#[test]
fn the_hardest_boards() {
    let goal = board("123456780");
    for start in ["867254301", "647850321"].map(board) {
        let puzzle = Puzzle::new(&start, &goal).unwrap();
        let solutions = puzzle.optimal_solutions().unwrap();
        assert_eq!((solutions.length(), solutions.count()), (Some(31), Some(40)));
        let all: Vec<_> = solutions.iter().collect();
        assert_eq!(all.len(), 40);
        for (moves, path) in all.iter().zip(solutions.paths().iter()) {
            assert_eq!((moves.len(), path.edges()), (31, 31));
            assert_eq!(start.apply_all(moves.iter().copied()).unwrap(), goal);
        }
        // In the order of the moves, so each occurs only once.
        let alphabet = |moves: &Vec<Move>| -> Vec<_> {
            moves
                .iter()
                .map(|one| Move::ALL.iter().position(|other| other == one))
                .collect()
        };
        assert!(all.is_sorted_by(|one, next| alphabet(one) < alphabet(next)));
    }
    let solved = Puzzle::new(&goal, &goal).unwrap();
    let solutions = solved.optimal_solutions().unwrap();
    assert_eq!((solutions.length(), solutions.count()), (Some(0), Some(1)));
    assert_eq!(solutions.iter().collect::<Vec<_>>(), [Vec::new()]);
    let unsolvable = Puzzle::<Tiles16>::even_if_unsolvable(&board("2130"), &board("1230")).unwrap();
    let solutions = unsolvable.optimal_solutions().unwrap();
    assert_eq!(
        (solutions.length(), solutions.count(), solutions.iter().next()),
        (None, Some(0), None)
    );
}
