//! Compares pattern databases with exhaustive distances, and with searches that use other estimates.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use crate::PART;
use crate::effort::{progress, share};
use crate::tiles::{GOALS, board, eight_puzzle};
use astride::npuzzle::{Board, Manhattan, Puzzle, PuzzleError, TileBytes, TileHeuristic, Tiles, Tiles16, Tiles25};
use astride::traits::Consistency;
use astride::{AStar, Graph, Heuristic, Problem, Status};
use astride_tiles::Instance;
use astride_tiles::patterns::{Partition, PatternDatabases, PatternError, PatternPuzzle, StandardPartition};

fn databases(goal: &Board, patterns: &[&[u8]]) -> PatternDatabases {
    PatternDatabases::build(&Partition::new(goal, patterns).unwrap()).unwrap()
}

/// Partitions of the 8-puzzle: with small and large patterns, even and uneven, and one pattern with all tiles.
const PARTITIONS: [&[&[u8]]; 6] = [
    &[&[1, 2, 3, 4], &[5, 6, 7, 8]],
    &[&[1, 2, 4, 5], &[3, 6, 7, 8]],
    &[&[1], &[2], &[3], &[4], &[5], &[6], &[7], &[8]],
    &[&[1, 4, 7], &[2, 5, 8], &[3, 6]],
    &[&[1, 2, 3, 5, 6, 8], &[4, 7]],
    &[&[1, 2, 3, 4, 5, 6, 7, 8]],
];

#[test]
fn estimates_are_what_they_claim() {
    estimates_on_every_nth_board(PART);
}

#[test]
#[ignore = "every board: some seconds"]
fn estimates_are_what_they_claim_on_every_board() {
    estimates_on_every_nth_board(1);
}

fn estimates_on_every_nth_board(nth: usize) {
    for goal in GOALS {
        let truth = eight_puzzle(goal);
        let goal = board(goal);
        for patterns in PARTITIONS {
            let databases = databases(&goal, patterns);
            let alone = databases.clone().without_reflection();
            let plain = Puzzle::new(&goal, &goal).unwrap().with_heuristic(|_| &databases);
            let carrying = PatternPuzzle::<Tiles16, _, 8>::new_typed(&goal, &databases).unwrap();
            let (mut jumps, mut jumps_alone) = (0, 0);
            for (tiles, length) in truth.iter().step_by(nth) {
                progress("boards with their pattern databases");
                let node = Tiles16::pack(tiles).unwrap();
                let (estimate, weaker) = (plain.estimate(&node), alone.estimate(node));
                assert!(weaker <= estimate && estimate <= *length, "{tiles:?} {databases:?}");
                // Each move moves one tile of one pattern, so the parity of the sums changes together with that of the
                // length.
                assert_eq!(
                    (estimate % 2, weaker % 2),
                    (length % 2, length % 2),
                    "{tiles:?} {databases:?}"
                );
                let is_whole = patterns.len() == 1;
                assert!(!is_whole || estimate == *length, "{tiles:?}");

                let carried = carrying.node(&plain.board(&node)).unwrap();
                assert_eq!(carrying.estimate(&carried), estimate);
                let children = carrying.successors(&carried).map(|(child, _)| child);
                for ((expected, _), child) in plain.successors(&node).zip(children) {
                    assert_eq!(child.tiles(), expected);
                    let fresh = plain.estimate(&expected);
                    assert_eq!(
                        carrying.estimate_child(&carried, estimate, &child),
                        fresh,
                        "{tiles:?} {databases:?}"
                    );
                    jumps += u32::from(estimate.abs_diff(fresh) > 1);
                    jumps_alone += u32::from(weaker.abs_diff(alone.estimate(expected)) > 1);
                }
            }
            // Jumps may be too rare to appear in a part of the boards.
            assert!(
                if nth == 1 {
                    (jumps_alone == 0) == alone.is_consistent()
                } else {
                    jumps_alone == 0 || !alone.is_consistent()
                },
                "{databases:?}: {jumps_alone} jumps"
            );
            assert!(jumps == 0 || !databases.is_consistent(), "{databases:?}: {jumps} jumps");
        }
    }
}

#[test]
fn single_tiles_add_up_to_manhattan() {
    let goal = board(GOALS[0]);
    let databases = databases(&goal, PARTITIONS[2]);
    let manhattan = Manhattan::new(&goal);
    for (tiles, _) in eight_puzzle(GOALS[0]) {
        let tiles = Tiles16::pack(&tiles).unwrap();
        assert_eq!(databases.estimate(tiles), manhattan.estimate(tiles));
    }
    assert!(databases.is_consistent());
    assert!(!databases.is_reflected(), "it is its own reflection");
    assert_eq!(databases.bytes(), 9 * 3, "a corner, a side, the centre");
}

/// A puzzle with the blank in any corner is the same puzzle rotated, so each estimate has the same number of boards.
#[test]
#[ignore = "five enumerations by plain searches: some seconds"]
fn every_corner_has_the_same_estimates() {
    let histogram = |goal: &str| {
        let databases = PatternDatabases::build(&StandardPartition::FourFour.of(&board(goal)).unwrap()).unwrap();
        let mut histogram = [0; 32];
        for (tiles, _) in eight_puzzle(goal) {
            histogram[databases.estimate(Tiles16::pack(&tiles).unwrap()) as usize] += 1;
        }
        (histogram, databases.bytes(), databases.is_consistent())
    };
    let first = histogram("012345678");
    for goal in ["120345678", "123456078", "123456780", "835214670"] {
        assert_eq!(histogram(goal), first, "{goal}");
    }
}

#[test]
fn searches_are_optimal() {
    for goal in GOALS {
        let lengths: HashMap<_, _> = eight_puzzle(goal).into_iter().collect();
        let goal = board(goal);
        for patterns in PARTITIONS {
            let databases = databases(&goal, patterns);
            for seed in 0..share(20).into() {
                let start = Board::random(&goal, seed);
                let puzzle = PatternPuzzle::<Tiles16, _, 8>::new_typed(&start, &databases).unwrap();
                let mut search = AStar::new(&puzzle);
                assert_eq!(search.run(), Status::Found);
                let path = search.path().unwrap();
                assert_eq!(path.cost, lengths[start.cells()], "{start:?} {databases:?}");
                let moves = puzzle.moves(&path.nodes).unwrap();
                assert_eq!(start.apply_all(moves).unwrap(), goal);
            }
        }
    }
}

fn length<P: Heuristic<Cost = u32>>(problem: P) -> u32 {
    let mut search = AStar::new(problem);
    assert_eq!(search.run(), Status::Found);
    search.path().unwrap().cost
}

#[test]
fn rectangles_agree_with_manhattan() {
    let middle: Board = "1 2 3 4\n5 6 0 7\n8 9 10 11".parse().unwrap();
    for goal in [
        Board::blank_last("3x4".parse().unwrap()),
        Board::blank_first("4x3".parse().unwrap()),
        middle,
    ] {
        let databases = databases(&goal, &[&[1, 2, 3, 5, 6], &[4, 7, 8, 11], &[9, 10]]);
        for seed in 0..share(12).into() {
            let start = Board::random_walk(&goal, 60, seed);
            let manhattan = Puzzle::new(&start, &goal).unwrap();
            let expected = length(&manhattan);
            assert_eq!(
                length(PatternPuzzle::new(&start, &databases).unwrap()),
                expected,
                "{start:?}"
            );
            assert_eq!(length(manhattan.with_heuristic(|_| &databases)), expected, "{start:?}");
        }
        // Along any walk, the sums stored in a node are those computed from its tiles alone.
        let puzzle = PatternPuzzle::<TileBytes<12>, _, 3>::new_typed(&goal, &databases).unwrap();
        walk(&puzzle, &databases);
    }
}

fn walk<T: Tiles, const P: usize>(puzzle: &PatternPuzzle<T, &PatternDatabases, P>, databases: &PatternDatabases) {
    let mut node = puzzle.start();
    for round in 0..share(2_000) as usize {
        let children: Vec<_> = puzzle.successors(&node).map(|(child, _)| child).collect();
        node = children[(round * round / 7) % children.len()];
        assert_eq!(puzzle.estimate(&node), databases.estimate(node.tiles()), "{node:?}");
    }
}

#[test]
fn all_orientations_of_a_table_are_kept_up_to_date() {
    // Eight patterns of three tiles in a corner share one table in eight orientations.
    let goal = Board::blank_first("5".parse().unwrap());
    let corners: [&[u8]; 9] = [
        &[2, 1, 6],
        &[3, 4, 8],
        &[9, 14, 13],
        &[5, 10, 11],
        &[15, 20, 16],
        &[21, 22, 17],
        &[24, 23, 18],
        &[19],
        &[7, 12],
    ];
    let databases = databases(&goal, &corners);
    assert!(
        databases.bytes() < 9 * 25 * 24 * 23 / 2,
        "shared: {} bytes",
        databases.bytes()
    );
    walk(
        &PatternPuzzle::<Tiles25, _, 9>::new_typed(&goal, &databases).unwrap(),
        &databases,
    );
    // On the longest sides, a tile passes up to six others, each of which may belong to its pattern.
    for shape in ["7x2", "2x7", "7x4", "4x7", "6x5"] {
        let goal = Board::blank_last(shape.parse().unwrap());
        let tiles: Vec<u8> = (1..).take(goal.cells().len() - 1).collect();
        let patterns: Vec<&[u8]> = tiles.chunks(3).collect();
        let databases = PatternDatabases::build(&Partition::new(&goal, patterns).unwrap()).unwrap();
        walk(
            &PatternPuzzle::<TileBytes<32>, _, 10>::new_typed(&goal, &databases).unwrap(),
            &databases,
        );
        for seed in 0..20 {
            let board = Board::random(&goal, seed);
            let puzzle = PatternPuzzle::<TileBytes<32>, _, 10>::new_typed(&board, &databases).unwrap();
            for (child, _) in puzzle.successors(&puzzle.start()) {
                assert_eq!(
                    puzzle.estimate(&child),
                    databases.estimate(child.tiles()),
                    "{board} {child:?}"
                );
            }
        }
    }
}

/// One thread and several threads build the same tables: this test runs with and without the feature `rayon`.
#[test]
#[ignore = "twelve million placements: some ten seconds"]
fn tables_are_the_same_however_they_are_built() {
    let databases = |partition: StandardPartition| {
        let goal = Board::blank_first("4".parse().unwrap());
        PatternDatabases::build(&partition.of(&goal).unwrap()).unwrap()
    };
    let path = std::env::temp_dir().join(format!("astride-same-{}.pdb", std::process::id()));
    let hash = |databases: &PatternDatabases| {
        databases.save(&path).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        // FNV-1a.
        bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    let five = databases(StandardPartition::FiveFiveFive);
    assert_eq!((five.bytes(), hash(&five)), (1_048_320, 1_838_229_954_805_425_182));
    let six = databases(StandardPartition::SixSixThree);
    assert_eq!((six.bytes(), hash(&six)), (11_534_880, 15_143_169_948_899_488_827));
    assert!(!five.is_consistent() && !six.is_consistent());
}

/// Instances of R. E. Korf: Depth-first iterative-deepening (Artificial Intelligence 27, 1985), with their lengths.
#[test]
#[ignore = "the tables of 6, 6 and 3 tiles: some seconds"]
fn the_15_puzzle_is_solved() {
    let goal = Board::blank_first("4".parse().unwrap());
    let databases = PatternDatabases::build(&StandardPartition::SixSixThree.of(&goal).unwrap()).unwrap();
    let mut solved = 0;
    let instances = Instance::read_all(include_str!("../../../../testdata/korf_15_puzzle.txt"), None).unwrap();
    for Instance { start, optimum, .. } in instances {
        let expected = u32::try_from(optimum.unwrap()).unwrap();
        let puzzle = PatternPuzzle::<Tiles16, _, 3>::new_typed(&start, &databases).unwrap();
        assert_eq!(length(puzzle), expected, "{start:?}");
        solved += 1;
    }
    assert!(solved > 2, "{solved} instances");
}

#[test]
fn databases_tell_what_they_are() {
    // Every reflection maps the last two partitions onto themselves.
    for (goal, patterns, is_consistent, is_reflected) in [
        (GOALS[0], PARTITIONS[0], false, true),
        (GOALS[0], PARTITIONS[2], true, false),
        ("123804765", &[&[1, 3, 5, 7][..], &[2, 4, 6, 8]], false, false),
    ] {
        let databases = databases(&board(goal), patterns);
        let expected = if is_consistent {
            Consistency::BothWays
        } else {
            Consistency::Unknown
        };
        assert_eq!(
            TileHeuristic::<Tiles16>::consistency(&databases),
            Some(expected),
            "{databases:?}"
        );
        assert_eq!(databases.is_reflected(), is_reflected, "{databases:?}");
        assert!(!databases.without_reflection().is_reflected());
    }
}

#[test]
fn nodes_are_equal_and_hashed_by_their_boards() {
    let goal = board(GOALS[0]);
    let databases = databases(&goal, PARTITIONS[0]);
    let puzzle = PatternPuzzle::new(&goal, &databases).unwrap();
    let boards: Vec<Board> = (0..50).map(|seed| Board::random(&goal, seed)).collect();
    let nodes: HashSet<_> = boards.iter().map(|board| puzzle.node(board).unwrap()).collect();
    assert_eq!(nodes.len(), boards.iter().collect::<HashSet<_>>().len());
    let hashes: HashSet<u64> = nodes
        .iter()
        .map(|node| BuildHasherDefault::<DefaultHasher>::default().hash_one(node))
        .collect();
    assert_eq!(hashes.len(), nodes.len());
    for board in boards {
        assert!(nodes.contains(&puzzle.node(&board).unwrap()));
    }
}

#[test]
fn puzzles_that_do_not_fit_are_refused() {
    let goal = board(GOALS[0]);
    let databases = databases(&goal, PARTITIONS[3]);
    let error = |start: &str| PatternPuzzle::new(&start.parse().unwrap(), &databases).unwrap_err();
    assert!(matches!(
        error("213456780"),
        PatternError::Puzzle(PuzzleError::Unsolvable { .. })
    ));
    assert!(matches!(
        error("1230"),
        PatternError::Puzzle(PuzzleError::ShapesDiffer { .. })
    ));
    let error = PatternPuzzle::<Tiles16, _, 2>::new_typed(&goal, &databases).unwrap_err();
    assert_eq!(
        error.to_string(),
        "3 patterns, but each node has room for 2: use PatternPuzzle::<T, _, 3>::new_typed, where T is the packed \
         form, such as Tiles16"
    );
    let error = PatternPuzzle::<TileBytes<4>, _>::new_typed(&goal, &databases).unwrap_err();
    assert!(matches!(error, PatternError::Puzzle(PuzzleError::TooManyCells { .. })));
    let puzzle = PatternPuzzle::new(&goal, databases).unwrap();
    assert!(matches!(
        puzzle.node(&"1230".parse().unwrap()),
        Err(PuzzleError::ShapesDiffer { .. })
    ));
    assert_eq!(puzzle.board(&puzzle.start()), goal);
}
