//! The sliding-tile puzzle against exhaustive facts: every board of the 8-puzzle, from a separate breadth-first search.

use std::collections::HashMap;

use crate::PART;
use crate::effort::progress;
use crate::tiles::{GOALS, all_lengths, board, board_of, eight_puzzle, permutations};
use astride::npuzzle::{
    Board, Hamming, LinearConflict, Manhattan, ManhattanPlusHamming, Maximum, Move, Puzzle, PuzzleError, Shape,
    TileBytes, TileHeuristic, Tiles, Tiles16, Tiles25, Zero,
};
use astride::traits::Consistency;
use astride::{Graph, Heuristic, Problem};
use astride_tiles::patterns::{PatternDatabases, PatternPuzzle, StandardPartition};
use astride_tiles::{Enumeration, Solver, WalkingDistance};
use proptest::prelude::*;

fn heuristics(goal: &Board) -> [Box<dyn TileHeuristic<Tiles16>>; 7] {
    let walking = || WalkingDistance::new(goal).unwrap();
    [
        Box::new(Zero::new(goal)),
        Box::new(Hamming::new(goal)),
        Box::new(Manhattan::new(goal)),
        Box::new(LinearConflict::new(goal)),
        Box::new(ManhattanPlusHamming::new(goal)),
        Box::new(walking()),
        Box::new(Maximum::new(LinearConflict::new(goal), walking())),
    ]
}

#[test]
fn depths_of_the_8_puzzle() {
    let histogram = |goal: &str| {
        let mut histogram = vec![0; 32];
        for (_, length) in eight_puzzle(goal) {
            histogram[length as usize] += 1;
        }
        histogram
    };
    let corner = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
        23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(histogram("123456780"), corner);
    assert_eq!(histogram("012345678"), corner);
    assert_eq!(corner.iter().sum::<u32>(), 181_440);

    let mean = |histogram: &[u32]| {
        let sum: u32 = (0..).zip(histogram).map(|(length, count)| length * count).sum();
        f64::from(sum) / 181_440.0
    };
    assert!((mean(&corner) - 21.972).abs() < 0.000_5);
    let centre = histogram("123804765");
    assert!((mean(&centre) - 21.503).abs() < 0.000_5);
    assert_eq!((centre[30] > 0, centre[31]), (true, 0));

    let deepest: Vec<_> = eight_puzzle("123456780")
        .into_iter()
        .filter(|(_, length)| *length == 31)
        .collect();
    let mut deepest: Vec<_> = deepest
        .iter()
        .map(|(tiles, _)| board_of::<9>(*tiles, 3, 3).to_string())
        .collect();
    deepest.sort();
    assert_eq!(deepest, ["647850321", "867254301"]);
}

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
        for (number, heuristic) in heuristics(&goal).into_iter().enumerate() {
            let stated = heuristic.consistency();
            let (admissible, consistent) = (stated.is_some(), stated == Some(Consistency::BothWays));
            let puzzle = Puzzle::new(&goal, &goal).unwrap().with_heuristic(|_| heuristic);
            let (mut too_much, mut jumps) = (0, 0);
            assert_eq!(puzzle.estimate(&puzzle.start()), 0, "{number}");
            for (tiles, length) in truth.iter().step_by(nth) {
                progress("boards with their estimates");
                let node = Tiles16::pack(tiles).unwrap();
                let estimate = puzzle.estimate(&node);
                too_much += u32::from(estimate > *length);
                // Every edge is visited in both directions.
                puzzle.successors(&node).for_each(|(child, cost)| {
                    let fresh = puzzle.estimate(&child);
                    assert_eq!(
                        puzzle.estimate_child(&node, estimate, &child),
                        fresh,
                        "{number} {tiles:?}"
                    );
                    assert_eq!(cost, 1);
                    jumps += u32::from(estimate.abs_diff(fresh) > 1);
                });
            }
            assert_eq!(
                too_much == 0,
                admissible,
                "{number}: {too_much} estimates are too large"
            );
            assert_eq!(jumps == 0, consistent, "{number}: {jumps} estimates jump");
        }
    }
}

#[test]
fn stronger_heuristics_are_never_lower() {
    let goal = board(GOALS[0]);
    let [zero, hamming, manhattan, conflict, _, walking, maximum] = heuristics(&goal);
    for (tiles, _) in eight_puzzle(GOALS[0]).into_iter().step_by(41) {
        let node = Tiles16::pack(&tiles).unwrap();
        for row in [
            [&zero, &hamming, &manhattan, &conflict, &maximum],
            [&zero, &hamming, &manhattan, &walking, &maximum],
        ] {
            let values = row.map(|heuristic| heuristic.estimate(node));
            assert!(values.is_sorted(), "{tiles:?} {values:?}");
        }
    }
}

#[test]
fn estimates_that_are_known() {
    let goal = board("123456780");
    let manhattan = |text: &str| Manhattan::new(&goal).estimate(Tiles16::pack(board(text).cells()).unwrap());
    assert_eq!(manhattan("213540678"), 9);
    assert_eq!(manhattan("647850321"), 21);
}

/// Computes linear conflict slowly: for each line, the smallest set of tiles without which the rest is in order.
fn linear_conflict_by_definition(board: &Board, goal: &Board) -> u32 {
    let shape = board.shape();
    let home = |tile: u8| goal.cells().iter().position(|other| *other == tile).unwrap();
    let rows = (0..shape.height()).map(|row| (0..shape.width()).map(|x| row * shape.width() + x).collect::<Vec<_>>());
    let columns = (0..shape.width()).map(|column| {
        (0..shape.height())
            .map(|y| y * shape.width() + column)
            .collect::<Vec<_>>()
    });
    let leavers = |line: Vec<usize>| {
        let tiles = line.iter().map(|cell| board.cells()[*cell]);
        let homes: Vec<_> = tiles
            .filter(|tile| *tile != 0)
            .map(home)
            .filter(|home| line.contains(home))
            .collect();
        let in_order = |kept: u32| {
            let left: Vec<_> = (0..homes.len())
                .filter(|index| kept >> index & 1 == 1)
                .map(|index| homes[index])
                .collect();
            left.is_sorted()
        };
        let most = (0..1_u32 << homes.len())
            .filter(|kept| in_order(*kept))
            .map(u32::count_ones)
            .max()
            .unwrap();
        u32::try_from(homes.len()).unwrap() - most
    };
    let tiles = (0..shape.cells()).filter(|cell| board.cells()[*cell] != 0);
    let manhattan: usize = tiles.map(|cell| shape.distance(cell, home(board.cells()[cell]))).sum();
    u32::try_from(manhattan).unwrap() + 2 * rows.chain(columns).map(leavers).sum::<u32>()
}

#[test]
fn linear_conflict_is_what_it_is_defined_as() {
    linear_conflict_on_every_nth_board(PART);
}

#[test]
#[ignore = "every board: some seconds"]
fn linear_conflict_on_every_board() {
    linear_conflict_on_every_nth_board(1);
}

fn linear_conflict_on_every_nth_board(nth: usize) {
    let goal = board(GOALS[0]);
    let conflict = LinearConflict::new(&goal);
    for (tiles, length) in eight_puzzle(GOALS[0]).into_iter().step_by(nth) {
        progress("boards with their linear conflicts");
        let estimate = conflict.estimate(Tiles16::pack(&tiles).unwrap());
        assert_eq!(estimate, linear_conflict_by_definition(&board_of(tiles, 3, 3), &goal));
        assert!(estimate <= length);
    }
}

/// Checks estimates on larger boards and rectangles against the definition, along walks, in every packed form.
fn larger_boards<T: Tiles>(width: usize, height: usize) {
    let shape = Shape::new(width, height).unwrap();
    for seed in 0..4 {
        let goal = Board::random(&Board::blank_last(shape), 1000 + seed);
        let puzzle = Puzzle::<T>::new_typed(&Board::random(&goal, seed), &goal)
            .unwrap()
            .with_heuristic(LinearConflict::new);
        let manhattan = Manhattan::new(&goal);
        let mut node = if seed % 2 == 0 {
            puzzle.start()
        } else {
            puzzle.tiles(&goal).unwrap()
        };
        let mut estimate = puzzle.estimate(&node);
        let mut path = vec![node];
        for step in 0..60 {
            assert_eq!(estimate, linear_conflict_by_definition(&puzzle.board(&node), &goal));
            assert!(manhattan.estimate(node) <= estimate);
            let next: Vec<_> = puzzle
                .successors(&node)
                .filter(|(child, _)| !path.ends_with(&[*child, node]))
                .collect();
            let (child, _) = next[(step * 7 + path.len() * 3) % next.len()];
            let child_estimate = puzzle.estimate_child(&node, estimate, &child);
            assert_eq!(child_estimate.abs_diff(estimate), 1);
            (node, estimate) = (child, child_estimate);
            path.push(node);
        }
        let moves = puzzle.moves(&path).unwrap();
        assert_eq!(puzzle.board(&path[0]).apply_all(moves), Ok(puzzle.board(&node)));
    }
}

#[test]
#[ignore = "linear conflicts by their definition: half a minute"]
fn larger_boards_and_rectangles() {
    for (width, height) in [(2, 2), (2, 3), (3, 2), (5, 3), (3, 5), (2, 8), (8, 2), (4, 4)] {
        larger_boards::<Tiles16>(width, height);
    }
    for (width, height) in [(5, 5), (4, 6), (6, 4), (2, 12), (12, 2)] {
        larger_boards::<Tiles25>(width, height);
    }
    larger_boards::<TileBytes<100>>(10, 10);
    larger_boards::<TileBytes<256>>(16, 4);
}

#[test]
#[ignore = "all arrangements towards three goals: some ten seconds"]
fn solvable_is_what_can_be_reached_on_the_8_puzzle() {
    let all: Vec<_> = permutations::<9>()
        .into_iter()
        .map(|tiles| (tiles, board_of(tiles, 3, 3)))
        .collect();
    assert_eq!(all.len(), 362_880);
    for goal in GOALS {
        let reached: HashMap<_, _> = eight_puzzle(goal).into_iter().collect();
        let goal = board(goal);
        for (tiles, board) in &all {
            assert_eq!(board.is_solvable(&goal), Ok(reached.contains_key(tiles)), "{board:?}");
        }
    }
}

/// Checks all boards with all goals.
fn solvable_is_what_can_be_reached<const N: usize>(width: usize, height: usize) {
    let all = permutations::<N>();
    let mut component = HashMap::new();
    for tiles in &all {
        if !component.contains_key(tiles) {
            component.extend(
                all_lengths(*tiles, width)
                    .into_iter()
                    .map(|(reached, _)| (reached, *tiles)),
            );
        }
    }
    let all: Vec<_> = all
        .iter()
        .map(|tiles| (component[tiles], board_of(*tiles, width, height)))
        .collect();
    for (start_component, start) in &all {
        for (goal_component, goal) in &all {
            assert_eq!(
                start.is_solvable(goal),
                Ok(start_component == goal_component),
                "{start:?} {goal:?}"
            );
        }
    }
}

#[test]
fn solvable_is_what_can_be_reached_on_all_small_boards() {
    solvable_is_what_can_be_reached::<4>(2, 2);
    solvable_is_what_can_be_reached::<6>(2, 3);
    solvable_is_what_can_be_reached::<6>(3, 2);
}

#[test]
fn unsolvable_puzzles_are_refused_unless_asked_for() {
    let goal = board("123456780");
    for start in ["213456780", "123450768"].map(board) {
        let error = Puzzle::new(&start, &goal).unwrap_err();
        assert_eq!(
            error,
            PuzzleError::Unsolvable {
                start: start.clone(),
                goal: goal.clone()
            }
        );
        let message = error.to_string();
        let (from, to) = message
            .strip_prefix("no moves lead from ")
            .and_then(|rest| rest.split_once(" to "))
            .unwrap();
        let (to, halves) = to.split_once(": ").unwrap();
        assert_eq!((board(from), board(to)), (start.clone(), goal.clone()));
        assert_eq!(
            halves,
            "the first belongs to the odd half of all boards, the second to the even half"
        );
        assert!(Puzzle::<Tiles25>::new_typed(&start, &goal).is_err());
        let puzzle = Puzzle::<Tiles16>::even_if_unsolvable(&start, &goal).unwrap();
        assert_eq!(puzzle.start(), puzzle.tiles(&start).unwrap());
    }
}

#[test]
fn lengths_that_are_known() {
    let lengths: HashMap<_, _> = eight_puzzle("123456780")
        .into_iter()
        .map(|(tiles, length)| (board_of(tiles, 3, 3), length))
        .collect();
    for (start, length) in [
        ("120483765", 6),
        ("208135467", 15),
        ("704851632", 19),
        ("213540678", 19),
        ("536407182", 22),
        ("638541720", 28),
        ("378206451", 24),
        ("162043758", 7),
        ("608435127", 23),
        ("012345678", 22),
    ] {
        assert_eq!(lengths.get(&board(start)), Some(&length), "{start}");
    }
}

#[test]
fn random_boards_are_typical_and_walks_are_not() {
    let goal = board("123456780");
    let lengths: HashMap<_, _> = eight_puzzle("123456780")
        .into_iter()
        .map(|(tiles, length)| (board_of(tiles, 3, 3), length))
        .collect();
    let mean = |draw: &dyn Fn(u64) -> Board| {
        let drawn = (0..2000).map(|seed| lengths[&draw(seed)]);
        f64::from(drawn.sum::<u32>()) / 2000.0
    };
    let uniform = mean(&|seed| Board::random(&goal, seed));
    assert!((uniform - 21.972).abs() < 0.3, "{uniform}");
    // The figures in the documentation of Board::random_walk.
    for (moves, expected) in [(10, 9.68), (20, 17.325), (30, 20.197), (50, 21.525)] {
        let mean = mean(&|seed| Board::random_walk(&goal, moves, seed));
        assert!((mean - expected).abs() < 0.01, "{moves}: {mean}");
        assert!((0..500).all(|seed| lengths[&Board::random_walk(&goal, moves + 1, seed)] % 2 == 1));
    }
}

proptest! {
    // There is no crate root beside this file in which failing cases could be kept.
    #![proptest_config(crate::effort::cases(256))]

    #[test]
    fn arbitrary_text_never_panics(text in any::<String>(), width in 2_usize..=16, height in 2_usize..=16) {
        let shape = Shape::new(width, height).unwrap();
        let _ = (text.parse::<Board>(), Board::parse(&text, shape), text.parse::<Shape>(), Move::parse_sequence(&text));
    }

    #[test]
    fn text_that_is_nearly_a_board_never_panics(text in "[0-9a-zA-Z_,x \n\t-]{0,60}", side in 2_usize..=6) {
        let shape = Shape::new(side, side).unwrap();
        for read in [text.parse::<Board>(), Board::parse(&text, shape)] {
            match read {
                // Any accepted value is a board: it can be read back from its own text.
                Ok(board) => prop_assert_eq!(Board::parse(&board.to_string(), board.shape()), Ok(board)),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }

    #[test]
    fn arbitrary_tiles_never_panic(tiles in prop::collection::vec(any::<u8>(), 0..40), width in 0_usize..9, height in 0_usize..9) {
        if let Ok(shape) = Shape::new(width, height) {
            let _ = Board::new(shape, &tiles);
        }
    }

    #[test]
    fn moves_are_taken_back_by_their_opposites(seed: u64, width in 2_usize..=10, height in 2_usize..=10) {
        let start = Board::random(&Board::blank_first(Shape::new(width, height).unwrap()), seed);
        let mut board = start.clone();
        let mut moves = Vec::new();
        for round in 0..40 {
            let step = board.moves().nth(round % board.moves().count()).unwrap();
            board = board.apply(step).unwrap();
            moves.push(step);
        }
        prop_assert_eq!(start.apply_all(moves.iter().copied()), Ok(board.clone()));
        prop_assert_eq!(board.apply_all(moves.iter().rev().map(|step| step.opposite())), Ok(start));
    }
}

/// `Debug` shows the kind and the size of a value, without its tables.
#[test]
fn debug_is_short() {
    let goal = Board::blank_last("4".parse().unwrap());
    let start = Board::random_walk(&goal, 20, 1);
    let small = Board::blank_last("3".parse().unwrap());
    let puzzle = Puzzle::new(&start, &goal).unwrap();
    let databases = PatternDatabases::build(&StandardPartition::FourFour.of(&small).unwrap()).unwrap();
    let texts = [
        format!("{puzzle:#?}"),
        format!("{:#?}", puzzle.optimal_solutions().unwrap()),
        format!("{:#?}", puzzle.clone().with_heuristic(LinearConflict::new)),
        format!("{:#?}", puzzle.clone().with_heuristic(ManhattanPlusHamming::new)),
        format!("{:#?}", WalkingDistance::new(&goal).unwrap()),
        format!("{:#?}", Enumeration::from_goal(&small).unwrap()),
        format!("{:#?}", PatternPuzzle::new(&small, &databases).unwrap()),
        format!("{:#?}", Solver::new(&goal)),
        format!("{:#?}", databases.partition()),
    ];
    for text in texts {
        assert!(text.len() < 600 && text.lines().count() < 20, "{text}");
    }
}
