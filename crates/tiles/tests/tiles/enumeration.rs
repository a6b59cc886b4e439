//! Compares enumerations of whole puzzles with a plain breadth-first search and with published depths.

use std::collections::{BTreeMap, BTreeSet};

use crate::effort::progress;
use crate::tiles::{GOALS, all_lengths, board, board_of, permutations};
use astride::npuzzle::{Board, Puzzle, PuzzleError, Shape};
use astride::{AStar, Budget, Status, Stepper};
use astride_tiles::{Enumeration, EnumerationError, Enumerator};

fn blank_last(shape: &str) -> Board {
    Board::blank_last(shape.parse().unwrap())
}

fn keeping_depths(goal: &Board) -> Enumeration {
    finished(Enumerator::new(goal).with_depths())
}

fn finished(mut enumerator: Enumerator) -> Enumeration {
    while enumerator.step().is_running() {
        progress("steps of enumerations");
    }
    enumerator.finish().unwrap()
}

/// Compares all results of an enumeration with the plain search, and the depth of one board in `step`.
fn compare<const N: usize>(goal: [u8; N], width: usize, step: usize) {
    let truth = all_lengths(goal, width);
    let board = |tiles| board_of(tiles, width, N / width);
    let mut histogram = BTreeMap::new();
    for (_, length) in &truth {
        *histogram.entry(*length).or_insert(0_u64) += 1;
    }
    let histogram: Vec<_> = histogram.into_values().collect();
    let greatest = truth.last().unwrap().1;

    let enumeration = keeping_depths(&board(goal));
    assert_eq!(enumeration.histogram(), histogram, "{goal:?}");
    assert_eq!(enumeration.states(), truth.len() as u64);
    assert_eq!(enumeration.greatest_depth(), greatest);
    let found: Vec<_> = enumeration.deepest().collect();
    let deepest: BTreeSet<_> = found.iter().map(Board::to_string).collect();
    assert_eq!(deepest.len(), found.len());
    let expected = truth.iter().filter(|(_, length)| *length == greatest);
    assert_eq!(deepest, expected.map(|(tiles, _)| board(*tiles).to_string()).collect());

    for (tiles, length) in truth.iter().step_by(step) {
        let start = board(*tiles);
        assert_eq!(enumeration.depth(&start), Ok(*length), "{start} {goal:?}");
        let moves = enumeration.solve(&start).unwrap();
        assert_eq!(
            (moves.len(), start.apply_all(moves)),
            (*length as usize, Ok(board(goal)))
        );
    }
    // The result does not depend on whether depths are kept.
    let plain = Enumeration::from_goal(&board(goal)).unwrap();
    assert_eq!(plain.histogram(), enumeration.histogram());
    assert!(plain.deepest().eq(enumeration.deepest()));
}

fn smallest_boards(nth: usize) {
    for goal in permutations::<4>() {
        compare(goal, 2, 1);
    }
    for goal in permutations::<6>().into_iter().step_by(nth) {
        compare(goal, 2, 7);
        compare(goal, 3, 7);
    }
}

#[test]
fn smallest_boards_towards_goals() {
    smallest_boards(97);
}

#[test]
#[ignore = "720 goals: half a minute"]
fn smallest_boards_towards_every_goal() {
    smallest_boards(1);
}

#[test]
#[ignore = "sixteen enumerations beside plain searches: some seconds"]
fn two_by_four_with_every_cell_of_the_blank() {
    for blank in 0..8 {
        let mut goal = [3, 1, 4, 7, 5, 2, 6, 0];
        goal.swap(blank, 7);
        compare(goal, 2, 101);
        compare(goal, 4, 101);
    }
}

#[test]
#[ignore = "eight enumerations beside plain searches: half a minute"]
fn eight_puzzle_with_every_cell_of_the_blank() {
    for goal in GOALS {
        compare::<9>(board(goal).cells().try_into().unwrap(), 3, 97);
    }
    for blank in [1, 3, 5, 6, 7] {
        let mut goal = [8, 1, 6, 3, 0, 7, 4, 2, 5];
        goal.swap(blank, 4);
        compare(goal, 3, 1009);
    }
}

#[test]
fn eight_puzzle_as_published() {
    let enumeration = Enumeration::from_goal(&board("123456780")).unwrap();
    let published = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
        23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(enumeration.histogram(), published);
    assert_eq!(format!("{:.3}", enumeration.mean_depth()), "21.972");
    let centre = Enumeration::from_goal(&board("123804765")).unwrap();
    assert_eq!(
        (centre.greatest_depth(), format!("{:.3}", centre.mean_depth())),
        (30, "21.503".into())
    );
}

#[test]
fn seven_puzzle_as_published() {
    // OEIS A090035.
    let published = [
        1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985, 1194, 1414, 1664, 1884,
        1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1,
    ];
    assert_eq!(greatest_depth_is("4x2", 36).histogram(), published);
}

/// OEIS A151944, with the blank in a corner of the goal.
fn greatest_depth_is(shape: &str, depth: u32) -> Enumeration {
    let enumeration = finished(Enumerator::new(&blank_last(shape)));
    assert_eq!(enumeration.greatest_depth(), depth, "{shape}");
    let states: u64 = (3..=shape.parse::<Shape>().unwrap().cells() as u64).product();
    assert_eq!(
        (enumeration.states(), enumeration.histogram().iter().sum()),
        (states, states)
    );
    enumeration
}

#[test]
fn greatest_depths_as_published() {
    for (shape, depth) in [
        ("2x2", 6),
        ("2x3", 21),
        ("3x2", 21),
        ("2x4", 36),
        ("4x2", 36),
        ("3x3", 31),
    ] {
        greatest_depth_is(shape, depth);
    }
}

/// A board and its reflection about the diagonal need the same number of moves, and their enumerations share no table.
#[test]
fn two_by_five_as_published_and_five_by_two_alike() {
    let enumeration = greatest_depth_is("2x5", 55);
    assert_eq!(enumeration.histogram(), greatest_depth_is("5x2", 55).histogram());
    // The goal has the blank in the middle, and is reflected by hand.
    let (high, wide): (Board, Board) = (
        Board::new("2x5".parse().unwrap(), &[1, 2, 3, 4, 0, 5, 6, 7, 8, 9]).unwrap(),
        Board::new("5x2".parse().unwrap(), &[1, 3, 0, 6, 8, 2, 4, 5, 7, 9]).unwrap(),
    );
    let (high, wide) = (keeping_depths(&high), keeping_depths(&wide));
    assert_eq!(high.histogram(), wide.histogram());
    for seed in 0..200 {
        let start = Board::random(high.goal(), seed);
        let reflected: Vec<_> = (0..10).map(|cell| start.cells()[cell % 5 * 2 + cell / 5]).collect();
        let reflected = Board::new(Shape::new(5, 2).unwrap(), &reflected).unwrap();
        assert_eq!(high.depth(&start), wide.depth(&reflected));
    }
}

#[test]
#[ignore = "two enumerations of 239,500,800 boards: some ten seconds"]
fn twelve_cells_as_published() {
    assert_eq!(greatest_depth_is("3x4", 53).deepest().count(), 18);
    // OEIS A090167.
    let published = [
        1, 2, 3, 6, 11, 20, 36, 60, 95, 155, 258, 426, 688, 1106, 1723, 2615, 3901, 5885, 8851, 13205, 19508, 28593,
        41179, 58899, 83582, 118_109, 165_136, 228_596, 312_542, 423_797, 568_233, 755_727, 994_641, 1_296_097,
        1_667_002, 2_119_476, 2_660_415, 3_300_586, 4_038_877,
    ];
    assert_eq!(greatest_depth_is("2x6", 80).histogram()[..39], published);
}

#[test]
#[ignore = "eight enumerations of 239,500,800 boards: some ten seconds"]
fn twelve_cells_lying_and_standing_and_towards_the_middle() {
    let alike = |high, wide, depth| {
        let (high, wide) = (greatest_depth_is(high, depth), greatest_depth_is(wide, depth));
        assert_eq!(high.histogram(), wide.histogram());
    };
    alike("3x4", "4x3", 53);
    alike("2x6", "6x2", 80);
    // The depths of boards that another kind of search can still solve.
    let tiles = [1, 2, 3, 4, 5, 0, 6, 7, 8, 9, 10, 11];
    for shape in ["3x4", "4x3", "2x6", "6x2"] {
        let goal = Board::new(shape.parse().unwrap(), &tiles).unwrap();
        let enumeration = keeping_depths(&goal);
        assert_eq!(enumeration.states(), 239_500_800);
        for seed in 0..20 {
            let start = Board::random_walk(&goal, 30, seed);
            let mut search = AStar::new(Puzzle::new(&start, &goal).unwrap());
            assert_eq!(search.run(), Status::Found);
            assert_eq!(enumeration.depth(&start), Ok(search.path().unwrap().cost));
        }
    }
}

#[test]
#[ignore = "43,589,145,600 boards: 6 GB and some minutes"]
fn fourteen_cells_as_published() {
    let enumeration = finished(Enumerator::new(&blank_last("2x7")).with_memory_limit(6 << 30));
    assert_eq!(
        (enumeration.states(), enumeration.greatest_depth()),
        (43_589_145_600, 108)
    );
}

#[test]
fn an_enumeration_in_slices_is_the_same() {
    let goal = board("123456780");
    let whole = keeping_depths(&goal);
    let mut enumerator = Enumerator::new(&goal).with_depths();
    assert!(enumerator.histogram().is_empty());
    for slice in 1_usize.. {
        if enumerator.run_for(Budget::new().expansions(1)) == Status::Found {
            break;
        }
        // A level with so few boards takes one step.
        assert_eq!(enumerator.histogram(), &whole.histogram()[..slice]);
    }
    assert_eq!(enumerator.step(), Status::Found);
    let sliced = enumerator.finish().unwrap();
    assert_eq!((sliced.histogram(), sliced.states()), (whole.histogram(), 181_440));
    assert_eq!(sliced.depth(&board("012345678")), Ok(22));
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |goal: &Board, limit: u64| Enumerator::new(goal).with_memory_limit(limit).finish();
    for shape in ["4", "5", "16", "2x7", "16x2"] {
        let error = Enumeration::from_goal(&blank_last(shape)).unwrap_err();
        assert!(matches!(error, EnumerationError::TooLarge { .. }), "{error}");
    }
    let error = Enumeration::from_goal(&blank_last("16")).unwrap_err().to_string();
    let text =
        "16x16 has more than 2^128 boards, which take more than 2^128 bytes: more than the limit of 1073741824 bytes";
    assert_eq!(error, text);
    // There is not that much memory, even if the limit allows it.
    for shape in ["5", "16", "2x10", "3x7"] {
        let error = refused(&blank_last(shape), u64::MAX).unwrap_err();
        let none = matches!(
            error,
            EnumerationError::OutOfMemory { .. } | EnumerationError::TooLarge { .. }
        );
        assert!(none, "{error}");
    }
    let goal = blank_last("3x3");
    let enumerator = Enumerator::new(&goal);
    let bytes = 9 * 8 * 7 * 6 * 8;
    assert_eq!(
        (enumerator.bytes(), enumerator.with_depths().bytes()),
        (bytes, 2 * bytes)
    );
    let error = refused(&goal, 24191).unwrap_err();
    let (shape, states) = (goal.shape(), 181_440);
    assert_eq!(
        error,
        EnumerationError::TooLarge {
            shape,
            states,
            bytes,
            limit: 24191
        }
    );
    assert_eq!(refused(&goal, 24192).unwrap().states(), 181_440);
}

#[test]
fn depths_that_cannot_be_told() {
    let goal = board("123456780");
    assert_eq!(
        Enumeration::from_goal(&goal).unwrap().depth(&goal),
        Err(EnumerationError::DepthsNotKept)
    );
    let enumeration = keeping_depths(&goal);
    let odd = board("213456780");
    let (start, goal) = (odd.clone(), goal);
    let unsolvable = PuzzleError::Unsolvable { start, goal };
    assert_eq!(enumeration.solve(&odd), Err(EnumerationError::Board(unsolvable)));
    let error = enumeration.depth(&blank_last("3x2")).unwrap_err();
    assert_eq!(error.to_string(), "the boards have different shapes: 3x2 and 3x3");
}

/// Every bit is the same for any number of threads. (Boards with fewer than twelve cells are not divided among
/// threads.)
#[cfg(feature = "rayon")]
#[test]
fn threads_change_nothing() {
    for shape in ["3x4", "6x2"] {
        let goal = blank_last(shape);
        let by = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| keeping_depths(&goal))
        };
        let (one, four) = (by(1), by(4));
        assert_eq!(one.histogram(), four.histogram());
        assert!(one.deepest().eq(four.deepest()));
        for seed in 0..200 {
            let start = Board::random(&goal, seed);
            assert_eq!(one.solve(&start), four.solve(&start));
        }
    }
}
