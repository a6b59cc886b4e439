//! Boards, shapes, moves and solvability.

mod shapes {
    use astride::npuzzle::{PuzzleError, Shape};

    fn all() -> impl Iterator<Item = Shape> {
        (2..=16).flat_map(|width| (2..=16).map(move |height| Shape::new(width, height).unwrap()))
    }

    #[test]
    fn neighbours_are_the_cells_at_distance_one() {
        for shape in all() {
            for cell in 0..shape.cells() {
                let (x, y) = (cell % shape.width(), cell / shape.width());
                let near = |other: &usize| {
                    let (u, v) = (other % shape.width(), other / shape.width());
                    x.abs_diff(u) + y.abs_diff(v) == 1
                };
                let expected: Vec<_> = (0..shape.cells()).filter(near).collect();
                assert_eq!(shape.neighbours(cell).collect::<Vec<_>>(), expected, "{shape} {cell}");
                assert!(shape.neighbours(cell).all(|other| shape.distance(cell, other) == 1));
            }
            assert_eq!(shape.neighbours(shape.cells()).count(), 0);
            assert_eq!(shape.moves(usize::MAX).count(), 0);
        }
    }

    #[test]
    fn a_move_is_taken_back_by_its_opposite() {
        for shape in all() {
            for cell in 0..shape.cells() {
                for step in shape.moves(cell) {
                    let target = shape.target(cell, step).unwrap();
                    assert_eq!(shape.target(target, step.opposite()), Some(cell));
                }
            }
        }
    }

    #[test]
    fn text_is_read_back() {
        for shape in all() {
            assert_eq!(shape.to_string().parse(), Ok(shape));
        }
        assert_eq!(" 3 X 5 ".parse(), Shape::new(3, 5));
        for text in [
            "",
            "x",
            "3x",
            "x3",
            "3x3x3",
            "-3",
            "3.0",
            "三",
            "99999999999999999999999",
        ] {
            assert_eq!(
                text.parse::<Shape>(),
                Err(PuzzleError::ShapeSyntax { text: text.to_string() })
            );
        }
        assert_eq!(
            "17".parse::<Shape>(),
            Err(PuzzleError::SizeOutOfRange { width: 17, height: 17 })
        );
        assert_eq!(
            "3x0".parse::<Shape>(),
            Err(PuzzleError::SizeOutOfRange { width: 3, height: 0 })
        );
    }
}

mod moves {
    use astride::npuzzle::{Move, PuzzleError};

    #[test]
    fn a_sequence_is_read_back() {
        let text = "ULRDDRLU";
        assert_eq!(
            Move::parse_sequence(text).unwrap().into_iter().collect::<String>(),
            text
        );
        assert_eq!(Move::parse_sequence(""), Ok(Vec::new()));
        assert_eq!(Move::parse_sequence(" u\nl "), Ok(vec![Move::Up, Move::Left]));
    }

    #[test]
    fn one_move_is_exactly_one() {
        assert_eq!("d".parse(), Ok(Move::Down));
        assert_eq!("dd".parse::<Move>(), Err(PuzzleError::MoveSyntax { text: "dd".into() }));
        assert_eq!("".parse::<Move>(), Err(PuzzleError::MoveSyntax { text: String::new() }));
        assert_eq!(
            "é".parse::<Move>(),
            Err(PuzzleError::NotAMove {
                character: 'é',
                position: 1
            })
        );
    }

    #[test]
    fn opposites_are_mutual() {
        for step in Move::ALL {
            assert_ne!(step.opposite(), step);
            assert_eq!(step.opposite().opposite(), step);
            assert_eq!(step.to_string().parse(), Ok(step));
        }
    }
}

mod solvable {
    use astride::npuzzle::{Board, PuzzleError, Shape};

    #[test]
    fn moves_keep_it_and_an_exchange_breaks_it() {
        for (width, height) in [(2, 2), (2, 7), (7, 2), (4, 4), (5, 4), (4, 5), (10, 10), (16, 16)] {
            let shape = Shape::new(width, height).unwrap();
            for seed in 0..20 {
                let goal = Board::random(&Board::blank_last(shape), seed);
                let board = Board::random_walk(&goal, seed * 7, seed);
                assert_eq!(board.is_solvable(&goal), Ok(true), "{board:?} {goal:?}");
                let exchanged: Vec<_> = board
                    .cells()
                    .iter()
                    .map(|tile| [0, 2, 1].get(usize::from(*tile)).map_or(*tile, |t| *t))
                    .collect();
                let exchanged = Board::new(shape, &exchanged).unwrap();
                assert_eq!(exchanged.is_solvable(&goal), Ok(false), "{exchanged:?} {goal:?}");
                assert_eq!(goal.is_solvable(&exchanged), Ok(false));
            }
        }
    }

    #[test]
    fn shapes_must_agree() {
        let (wide, high) = (Shape::new(3, 2).unwrap(), Shape::new(2, 3).unwrap());
        let answer = Board::blank_last(wide).is_solvable(&Board::blank_last(high));
        assert_eq!(
            answer,
            Err(PuzzleError::ShapesDiffer {
                start: wide,
                goal: high
            })
        );
    }
}

mod boards {
    use astride::npuzzle::{Board, PuzzleError, Shape};

    #[test]
    fn what_is_wrong_is_said() {
        let shape = Shape::new(3, 3).unwrap();
        let error = |tiles: &[u8]| Board::new(shape, tiles).unwrap_err();
        assert_eq!(error(&[1, 2, 0]), PuzzleError::WrongLength { found: 3, shape });
        assert_eq!(error(&[1, 2, 3, 4, 5, 6, 7, 8, 9]), PuzzleError::NoBlank);
        assert_eq!(
            error(&[1, 0, 3, 4, 5, 6, 7, 8, 0]),
            PuzzleError::TwoBlanks { first: 1, second: 8 }
        );
        let too_large = PuzzleError::TileTooLarge {
            tile: 9,
            cell: 7,
            largest: 8,
        };
        assert_eq!(error(&[1, 2, 3, 4, 5, 6, 7, 9, 0]), too_large);
        let duplicate = PuzzleError::DuplicateTile {
            tile: 2,
            first: 1,
            second: 3,
            missing: 4,
        };
        assert_eq!(error(&[1, 2, 3, 2, 5, 6, 7, 8, 0]), duplicate);
    }

    #[test]
    fn nested_arrays_have_the_shape_of_their_nesting() {
        let board = Board::try_from([[1, 2, 3], [4, 5, 0]]).unwrap();
        assert_eq!(board.shape().to_string(), "3x2");
        assert_eq!(
            Board::try_from([[0]]),
            Err(PuzzleError::SizeOutOfRange { width: 1, height: 1 })
        );
        assert_eq!(
            Board::try_from([[0_u8; 0]; 0]),
            Err(PuzzleError::SizeOutOfRange { width: 0, height: 0 })
        );
    }

    #[test]
    fn the_largest_board_fits() {
        let shape = Shape::new(16, 16).unwrap();
        let (first, last) = (Board::blank_first(shape), Board::blank_last(shape));
        assert_eq!((first.blank(), last.blank()), (0, 255));
        assert_eq!((first.tile(255), first.tile(256)), (Some(255), None));
        assert_eq!(Board::new(shape, last.cells()), Ok(last));
    }
}
