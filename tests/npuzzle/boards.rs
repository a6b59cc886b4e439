//! Boards read from text and written as text, and the puzzles created from them.

use astride::npuzzle::{Board, Puzzle, PuzzleError, Shape, TileBytes, Tiles, Tiles16, Tiles25};
use astride::{Graph, Heuristic, Problem};
use astride_tiles::Instance;
use proptest::prelude::*;

fn read(text: &str) -> Result<Board, PuzzleError> {
    text.parse()
}

#[test]
fn one_board_in_many_ways() {
    let board = Board::try_from([[1, 2, 3], [8, 0, 4], [7, 6, 5]]).unwrap();
    let ways = [
        "123804765",
        "1238_4765",
        " 123804765\n",
        "1 2 3 8 0 4 7 6 5",
        "1,2,3,8,_,4,7,6,5",
        "1, 2, 3, 8, _, 4, 7, 6, 5,",
        "123\n804\n765",
        "123\r\n804\r\n765\r\n",
        "1 2 3\n8 _ 4\n7 6 5\n",
        "\n1\t2\t3\n\n8\t0\t4\n7\t6\t5\n\n",
        "1,2,3,\n8,0,4,\n7,6,5",
        "01 02 03 08 00 04 07 06 05",
        "1\n2\n3\n8\n0\n4\n7\n6\n5",
        "123/804/765",
        "1 2 3 / 8 _ 4 / 7 6 5",
    ];
    for text in ways {
        assert_eq!(read(text), Ok(board.clone()), "{text:?}");
        assert_eq!(Board::parse(text, board.shape()), Ok(board.clone()), "{text:?}");
    }
}

#[test]
fn letters_follow_nine() {
    let board = Board::blank_last(Shape::new(4, 4).unwrap());
    assert_eq!(read("123456789abcdef0"), Ok(board.clone()));
    assert_eq!(read("123456789ABCDEF_"), Ok(board.clone()));
    assert_eq!(read("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 _"), Ok(board.clone()));
    let column = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n0";
    assert_eq!(Board::parse(column, board.shape()), Ok(board));
}

#[test]
fn what_is_wrong_is_said() {
    use PuzzleError as E;
    let three = Shape::new(3, 3).unwrap();
    for (text, expected) in [
        ("", "line 1, column 1: the first tile is missing"),
        (" ,\n\t", "line 1, column 1: the first tile is missing"),
        ("1 2 3\n4 5\n6 7 0", "line 2, column 1: 2 tiles in the row instead of 3"),
        ("123\n\n45\n678", "line 3, column 1: 2 tiles in the row instead of 3"),
        ("123/4560", "line 2, column 1: 4 tiles in the row instead of 3"),
        (
            "12345678-",
            "line 1, column 9: unknown character \"-\" (known: 0-9 a-z _)",
        ),
        (
            "123\n045/7é8",
            "line 3, column 2: unknown character \"é\" (known: 0-9 a-z _)",
        ),
        (
            "1 2 3\n4 5 6\n7 é 0",
            "line 3, column 3: unknown character \"é\" (known: 0-9 _)",
        ),
        (
            "1 2 3\n4 5 6\n7  8_ 0",
            "line 3, column 5: unknown character \"_\" (known: 0-9 _)",
        ),
        (
            "1 2 3 4 5 6 7 a 0",
            "line 1, column 15: unknown character \"a\" (known: 0-9 _)",
        ),
    ] {
        let error = read(text).unwrap_err();
        assert!(matches!(error, E::Text(_)));
        assert_eq!(error.to_string(), expected, "{text:?}");
    }
    assert_eq!(read("12345678"), Err(E::NotSquare { tiles: 8 }));
    assert_eq!(read("0"), Err(E::SizeOutOfRange { width: 1, height: 1 }));
    assert_eq!(read("123456789"), Err(E::NoBlank));
    assert_eq!(read("123456700"), Err(E::TwoBlanks { first: 7, second: 8 }));
    for (large, tile) in [("9", 9), ("99999999999999999999999", u64::MAX)] {
        let (cell, largest) = (7, 8);
        let error = E::TileTooLarge { tile, cell, largest };
        assert_eq!(read(&format!("1 2 3 4 5 6 7 {large} 0")), Err(error));
    }
    for (text, found) in [("1230", 4), ("123\n450", 6)] {
        assert_eq!(Board::parse(text, three), Err(E::WrongLength { found, shape: three }));
    }
    let error = Board::parse("123\n450", Shape::new(2, 3).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 1: 3 tiles in the row instead of 2");
    let wide: Vec<_> = (0..34).map(|tile| tile.to_string()).collect();
    let wide = format!("{}\n{}", wide[..17].join(" "), wide[17..].join(" "));
    assert_eq!(read(&wide), Err(E::SizeOutOfRange { width: 17, height: 2 }));
}

fn boards() -> impl Strategy<Value = Board> {
    let shapes = (2_usize..=16, 2_usize..=16).prop_map(|(width, height)| Shape::new(width, height).unwrap());
    shapes.prop_flat_map(|shape| {
        let tiles = Board::blank_first(shape).cells().to_vec();
        Just(tiles)
            .prop_shuffle()
            .prop_map(move |tiles| Board::new(shape, &tiles).unwrap())
    })
}

#[test]
fn every_shape_is_read_back() {
    for (width, height) in (2..=16).flat_map(|width| (2..=16).map(move |height| (width, height))) {
        let board = Board::blank_last(Shape::new(width, height).unwrap());
        assert_eq!(board.to_string().parse(), Ok(board));
    }
    let wide = Board::blank_last(Shape::new(8, 2).unwrap());
    assert_eq!(wide.to_string(), "12345678/9abcdef0");
    let large = Board::blank_first(Shape::new(9, 5).unwrap()).to_string();
    assert!(large.starts_with("0 1 2 3 4 5 6 7 8/9 10 11"), "{large}");
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(board in boards()) {
        let flat = board.to_string();
        prop_assert_eq!(Board::parse(&flat, board.shape()), Ok(board.clone()));
        prop_assert_eq!(flat.parse(), Ok(board.clone()));
        let rows = board.rows().to_string();
        prop_assert_eq!(Board::parse(&rows, board.shape()), Ok(board.clone()));
        prop_assert_eq!(rows.parse(), Ok(board.clone()));
    }

    #[test]
    fn a_drawing_is_a_rectangle(board in boards()) {
        let drawing = board.drawing().to_string();
        let widths: Vec<_> = drawing.lines().map(|line| line.chars().count()).collect();
        prop_assert_eq!(widths.len(), 2 * board.shape().height() + 1);
        prop_assert!(widths.iter().all(|width| *width == widths[0]));
    }
}

#[test]
fn too_many_cells_say_what_to_use() {
    let goal = Board::blank_last(Shape::new(5, 4).unwrap());
    let error = Puzzle::new(&goal, &goal).unwrap_err();
    assert_eq!(
        error,
        PuzzleError::TooManyCells {
            shape: goal.shape(),
            capacity: 16
        }
    );
    assert!(
        error.to_string().ends_with("Puzzle::<TileBytes<20>>::new_typed"),
        "{error}"
    );
    assert!(Puzzle::<Tiles25>::new_typed(&goal, &goal).is_ok());
    assert!(Puzzle::<TileBytes<20>>::new_typed(&goal, &goal).is_ok());
    assert!(Puzzle::<TileBytes<19>>::new_typed(&goal, &goal).is_err());
}

#[test]
fn shapes_must_agree() {
    let (wide, high) = (Shape::new(3, 2).unwrap(), Shape::new(2, 3).unwrap());
    let (start, goal) = (Board::blank_last(wide), Board::blank_last(high));
    let error = PuzzleError::ShapesDiffer {
        start: wide,
        goal: high,
    };
    assert_eq!(Puzzle::new(&start, &goal).unwrap_err(), error);
    assert_eq!(Puzzle::new(&goal, &goal).unwrap().tiles(&start), Err(error));
}

#[test]
fn foreign_nodes_do_no_harm() {
    let small = Puzzle::new(&"1230".parse().unwrap(), &"1230".parse().unwrap()).unwrap();
    let large = Board::blank_last(Shape::new(4, 4).unwrap());
    let large = Tiles16::pack(large.cells()).unwrap();
    assert_eq!(small.successors(&large).count(), 0);
    let board = small.board(&large);
    let _ = (
        board.to_string(),
        board.is_solvable(small.goal_board()),
        board.rows().to_string(),
    );
    let _ = (
        small.estimate(&large),
        small.estimate_child(&large, 0, &large),
        small.moves(&[large, large]),
    );
}

#[test]
fn successors_come_in_the_order_of_the_moves() {
    let goal = Board::blank_last(Shape::new(4, 3).unwrap());
    for seed in 0..50 {
        let board = Board::random(&goal, seed);
        let puzzle = Puzzle::new(&board, &goal).unwrap();
        let nodes: Vec<_> = puzzle
            .successors(&puzzle.start())
            .map(|(node, _)| puzzle.board(&node))
            .collect();
        let expected: Vec<_> = board.moves().map(|direction| board.apply(direction).unwrap()).collect();
        assert_eq!(nodes, expected);
    }
}

#[test]
fn an_error_in_a_list_is_placed_in_the_whole_text() {
    for (text, expected) in [
        ("1230\n\n1 2 / 3 ?", (3, 9)),
        ("12/30\n12/?0", (2, 4)),
        ("# comment\n1 2 3\n4 5 6/7 8 x", (3, 11)),
    ] {
        let error = Instance::read_all(text, None).unwrap_err();
        let PuzzleError::Text(error) = &error.error else {
            panic!("{error}")
        };
        assert_eq!((error.line, error.column), expected, "{text:?}: {error}");
    }
}

#[test]
fn the_goal_of_a_file_is_one_or_none() {
    let goal = |text: &str| {
        let text = format!("# GOAL: {text}\n120483765\n");
        Instance::read_all(&text, None).unwrap().swap_remove(0).goal
    };
    assert_eq!(
        goal("0 1 2 / 3 .. 5 / 6 .. 8 (blank first)."),
        Some(Board::blank_first("3".parse().unwrap()))
    );
    // As on the line of a board, and with a range that needs no spaces.
    for text in ["_ 1..8", "0, 1, 2, 3..8", "0 1 2/3..5/6 7 8"] {
        assert_eq!(goal(text), Some(Board::blank_first("3".parse().unwrap())), "{text}");
    }
    // After the largest number, there is none.
    for text in [
        "255 .. 3", "8..0", "0 1 x 8", "0 .. 15", ".. 8", "0 1 2 3", "no tiles", "",
    ] {
        assert_eq!(goal(text), None, "{text}");
    }
}
