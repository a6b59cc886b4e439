//! Compares walking distance and maxima with a naive walking distance that shares no code with the library, and with
//! true lengths, on every board of the 8-puzzle and on random larger ones.

use std::collections::{HashMap, VecDeque};

use crate::PART;
use crate::effort::{progress, share};
use crate::tiles::{GOALS, board, eight_puzzle};
use astride::npuzzle::{
    Board, LinearConflict, Manhattan, Maximum, Puzzle, PuzzleError, Shape, Slide, TileBytes, TileHeuristic, Tiles,
    Tiles16, Zero,
};
use astride::traits::Consistency;
use astride::{AStar, Status};
use astride_tiles::WalkingDistance;

/// The number of tiles from each goal line in each line, and the line of the blank.
type Matrix = (Vec<Vec<u8>>, usize);

/// The distance of every matrix that can reach the goal's, from a breadth-first search over the matrices themselves.
fn naive(goal: Matrix) -> HashMap<Matrix, u32> {
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal]);
    while let Some(matrix) = queue.pop_front() {
        let distance = distances[&matrix];
        let (rows, blank) = matrix;
        for from in 0..rows.len() {
            for kind in (0..rows.len()).filter(|kind| from.abs_diff(blank) == 1 && rows[from][*kind] > 0) {
                let mut next = rows.clone();
                next[from][kind] -= 1;
                next[blank][kind] += 1;
                distances.entry((next.clone(), from)).or_insert_with(|| {
                    queue.push_back((next, from));
                    distance + 1
                });
            }
        }
    }
    distances
}

/// The matrix of the rows, or of the columns if `line` returns the column of a cell.
fn matrix(board: &Board, goal: &Board, lines: usize, line: impl Fn(usize) -> usize) -> Matrix {
    let mut rows = vec![vec![0; lines]; lines];
    for (cell, tile) in board.cells().iter().enumerate().filter(|(_, tile)| **tile != 0) {
        let home = goal.cells().iter().position(|other| other == tile).unwrap();
        rows[line(cell)][line(home)] += 1;
    }
    let blank = board.cells().iter().position(|tile| *tile == 0).unwrap();
    (rows, line(blank))
}

/// A walking distance written for the tests.
struct Naive<'a> {
    goal: &'a Board,
    rows: HashMap<Matrix, u32>,
    columns: HashMap<Matrix, u32>,
}

impl<'a> Naive<'a> {
    fn matrices(board: &Board, goal: &Board) -> [Matrix; 2] {
        let (width, height) = (goal.shape().width(), goal.shape().height());
        [
            matrix(board, goal, height, |cell| cell / width),
            matrix(board, goal, width, |cell| cell % width),
        ]
    }

    fn new(goal: &'a Board) -> Self {
        let [rows, columns] = Self::matrices(goal, goal).map(naive);
        Naive { goal, rows, columns }
    }

    fn estimate(&self, board: &Board) -> u32 {
        let [rows, columns] = Self::matrices(board, self.goal);
        self.rows[&rows] + self.columns[&columns]
    }
}

/// Checks that the estimate of each slide equals one computed from scratch and, if the heuristic is consistent, differs
/// from the parent's by at most one. Returns the board's estimate.
fn check_moves<T: Tiles>(heuristic: &impl TileHeuristic<T>, board: &Board) -> u32 {
    progress("boards with their walking distances");
    let shape = board.shape();
    let tiles = T::pack(board.cells()).unwrap();
    let estimate = heuristic.estimate(tiles);
    let blank = board.blank();
    for from in shape.neighbours(blank) {
        let slide = Slide {
            tile: tiles.get(from),
            from,
            to: blank,
        };
        let child = tiles.slide(blank, from);
        let after = heuristic.estimate_slide(estimate, child, slide);
        assert_eq!(after, heuristic.estimate(child), "{board} {slide:?}");
        assert!(
            heuristic.consistency() != Some(Consistency::BothWays) || after.abs_diff(estimate) <= 1,
            "{board}"
        );
    }
    estimate
}

#[test]
fn boards_of_the_8_puzzle() {
    every_nth_board(PART);
}

#[test]
#[ignore = "every board: some seconds"]
fn every_board_of_the_8_puzzle() {
    every_nth_board(1);
}

fn every_nth_board(nth: usize) {
    for goal in GOALS.map(board).into_iter().chain([board("813402765")]) {
        let naive = Naive::new(&goal);
        let walking = WalkingDistance::new(&goal).unwrap();
        let (manhattan, conflict) = (Manhattan::new(&goal), LinearConflict::new(&goal));
        let maximum = Maximum::new(&conflict, &walking);
        let nested = Maximum::new(
            Zero::new(&goal),
            Maximum::new(&walking, Maximum::new(&manhattan, &conflict)),
        );
        let (mut walking_larger, mut conflict_larger) = (0, 0);
        for (cells, length) in eight_puzzle(&goal.to_string()).into_iter().step_by(nth) {
            let board = Board::new(goal.shape(), &cells).unwrap();
            let tiles = Tiles16::pack(&cells).unwrap();
            let of_walking = check_moves::<Tiles16>(&walking, &board);
            let of_conflict = check_moves::<Tiles16>(&conflict, &board);
            assert_eq!(of_walking, naive.estimate(&board), "{board}");
            assert!(of_walking <= length && of_walking % 2 == length % 2, "{board}");
            assert!(of_walking >= manhattan.estimate(tiles), "{board}");
            assert_eq!(check_moves::<Tiles16>(&maximum, &board), of_walking.max(of_conflict));
            assert_eq!(check_moves::<Tiles16>(&nested, &board), of_walking.max(of_conflict));
            walking_larger += usize::from(of_walking > of_conflict);
            conflict_larger += usize::from(of_conflict > of_walking);
        }
        // Neither is always larger, so the maximum is useful.
        assert!(
            walking_larger > 1_000 / nth && conflict_larger > 1_000 / nth,
            "{walking_larger} {conflict_larger}"
        );
    }
}

#[test]
fn random_boards_of_other_shapes() {
    for (width, height) in [(2, 2), (2, 3), (3, 2), (2, 5), (5, 2), (3, 4), (4, 3), (4, 4)] {
        let shape = Shape::new(width, height).unwrap();
        for seed in 0..share(3).into() {
            let goal = Board::random(&Board::blank_last(shape), seed);
            let naive = Naive::new(&goal);
            let walking = WalkingDistance::new(&goal).unwrap();
            assert_eq!(walking.patterns(), (naive.rows.len(), naive.columns.len()), "{shape}");
            let (conflict, manhattan) = (LinearConflict::new(&goal), Manhattan::new(&goal));
            let maximum = Maximum::new(&walking, &conflict);
            for seed in 0..200 {
                let board = Board::random(&goal, 1_000 + seed);
                let tiles = Tiles16::pack(board.cells()).unwrap();
                let of_walking = check_moves::<Tiles16>(&walking, &board);
                assert_eq!(of_walking, naive.estimate(&board), "{board}");
                assert!(of_walking >= manhattan.estimate(tiles));
                assert_eq!(
                    check_moves::<Tiles16>(&maximum, &board),
                    of_walking.max(check_moves::<Tiles16>(&conflict, &board))
                );
            }
        }
    }
}

#[test]
#[ignore = "160 searches on 3x4 cells: some ten seconds"]
fn admissible_on_samples_of_3x4() {
    for shape in ["3x4", "4x3"] {
        for goal in [
            Board::blank_last(shape.parse().unwrap()),
            Board::blank_first(shape.parse().unwrap()),
        ] {
            let walking = WalkingDistance::new(&goal).unwrap();
            let conflict = LinearConflict::new(&goal);
            for seed in 0..20 {
                let start = Board::random(&goal, seed);
                // The true length, found with an unrelated heuristic.
                let mut search = AStar::new(Puzzle::new(&start, &goal).unwrap());
                assert_eq!(search.run(), Status::Found);
                let length = search.path().unwrap().cost;
                // Also all boards on the path.
                for (left, tiles) in (0..=length).rev().zip(search.path().unwrap().nodes) {
                    let board = search.problem().board(&tiles);
                    assert!(check_moves::<Tiles16>(&walking, &board) <= left, "{board}");
                    let maximum = Maximum::new(&walking, &conflict);
                    assert!(check_moves::<Tiles16>(&maximum, &board) <= left, "{board}");
                }
                let puzzle = Puzzle::new(&start, &goal).unwrap();
                let puzzle = puzzle.with_heuristic(|_| Maximum::new(&walking, &conflict));
                let mut search = AStar::new(puzzle);
                assert_eq!(search.run(), Status::Found);
                assert_eq!(search.path().unwrap().cost, length, "{start}");
            }
        }
    }
}

/// The shapes for which there are tables.
#[test]
#[ignore = "all tables that are possible: half a minute"]
fn shapes_that_are_too_large_are_refused() {
    let is_possible = |width: usize, height: usize| {
        let (short, long) = (width.min(height), width.max(height));
        long <= 5 || matches!((short, long), (2, 6 | 7) | (3, 6))
    };
    for width in 2..=16 {
        for height in 2..=16 {
            let goal = Board::blank_first(Shape::new(width, height).unwrap());
            // These shapes take seconds.
            let is_slow = matches!((width, height), (5, 5) | (2, 7) | (7, 2) | (3, 6) | (6, 3));
            if is_slow {
                continue;
            }
            match WalkingDistance::new(&goal) {
                Ok(_) => assert!(is_possible(width, height), "{width}x{height}"),
                Err(error) => {
                    assert!(!is_possible(width, height), "{width}x{height}");
                    assert!(matches!(
                        error,
                        PuzzleError::TablesTooLarge {
                            heuristic: "walking-distance",
                            ..
                        }
                    ));
                }
            }
        }
    }
}

#[test]
#[ignore = "half a minute: the largest tables"]
fn the_largest_tables() {
    for (shape, patterns) in [
        ("5x5", (65_650_495, 65_650_495)),
        ("2x7", (16_854_390, 14)),
        ("7x2", (14, 16_854_390)),
        ("3x6", (50_388_240, 966)),
        ("6x3", (966, 50_388_240)),
    ] {
        let goal = Board::blank_last(shape.parse().unwrap());
        let walking = WalkingDistance::new(&goal).unwrap();
        assert_eq!(walking.patterns(), patterns, "{shape}");
        let manhattan = Manhattan::new(&goal);
        for seed in 0..1_000 {
            let board = Board::random(&goal, seed);
            let tiles = TileBytes::<25>::pack(board.cells()).unwrap();
            let estimate = check_moves::<TileBytes<25>>(&walking, &board);
            assert!(estimate >= manhattan.estimate(tiles) && estimate % 2 == manhattan.estimate(tiles) % 2);
        }
    }
}

#[test]
fn what_a_maximum_says_of_itself() {
    /// A heuristic without any guarantees.
    struct Wild;
    impl TileHeuristic<Tiles16> for Wild {
        fn estimate(&self, tiles: Tiles16) -> u32 {
            u32::from(tiles.get(0)) * 3
        }
        fn consistency(&self) -> Option<Consistency> {
            None
        }
    }
    fn says<H: TileHeuristic<Tiles16>>(heuristic: &H) -> Option<Consistency> {
        heuristic.consistency()
    }
    let goal = board("123456780");
    let (zero, manhattan) = (Zero::new(&goal), Manhattan::new(&goal));
    assert_eq!(says(&Maximum::new(zero, &manhattan)), Some(Consistency::BothWays));
    assert_eq!(says(&Maximum::new(Wild, &manhattan)), None);
    assert_eq!(says(&Maximum::new(&manhattan, Wild)), None);
    assert_eq!(says(&WalkingDistance::new(&goal).unwrap()), Some(Consistency::BothWays));
    // An inconsistent heuristic is evaluated after each slide, whether it comes first or second in the maximum.
    for seed in 0..500 {
        let board = Board::random(&goal, seed);
        check_moves::<Tiles16>(&Maximum::new(&manhattan, Wild), &board);
        check_moves::<Tiles16>(&Maximum::new(Wild, &manhattan), &board);
    }
}

/// Tiles of another shape have no meaning, but do no harm.
#[test]
fn tiles_of_another_shape() {
    let walking = WalkingDistance::new(&board("123456780")).unwrap();
    for shape in ["2", "4x3", "5", "16"] {
        let tiles = TileBytes::<256>::pack(Board::blank_last(shape.parse().unwrap()).cells()).unwrap();
        let _ = walking.estimate(tiles);
        for (from, to) in [(0, 1), (1, 0), (0, 16), (255, 239), (usize::MAX, 0)] {
            let _ = walking.estimate_slide(0, tiles, Slide { tile: 255, from, to });
        }
    }
}
