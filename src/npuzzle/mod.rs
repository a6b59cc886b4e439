//! The sliding-tile puzzle: boards of 2×2 to 16×16 cells, with any goal.
//!
//! # Overview
//!
//! * [`Board`] is a position as people see it. You can read it from text, print it, move its blank, find out whether it
//!   can reach another board ([`is_solvable`](Board::is_solvable)), and create a random board from a seed, the same on
//!   every machine ([`random`](Board::random), [`random_walk`](Board::random_walk)).
//! * [`Puzzle`] is a start, a goal and a heuristic: a [`Problem`](crate::Problem) and a
//!   [`Heuristic`](crate::Heuristic), which most searches of this crate accept.
//! * [`Zero`], [`Hamming`], [`Manhattan`] and [`LinearConflict`] are admissible heuristics, and so is the [`Maximum`]
//!   of two such heuristics; [`ManhattanPlusHamming`] is not. [`TileHeuristic`] is the trait for your own heuristic.
//! * [`OptimalSolutions`] counts and lists all shortest solutions of a puzzle.
//! * [`Board`] and [`Puzzle`] use [`Shape`], [`Move`] and [`PuzzleError`]. The implementations of [`Tiles`] are the
//!   packed forms of boards that a search stores; most users can ignore them.
//!
//! The crate `astride-tiles` provides stronger tools for the same puzzle: a solver that chooses the fastest method for
//! the size of the board, pattern databases, walking distance, enumerations of all boards, and a reader for lists of
//! boards.
//!
//! # A puzzle is an ordinary problem
//!
//! ```
//! use astride::npuzzle::{Board, LinearConflict, Move, Puzzle, PuzzleError};
//! use astride::{AStar, Status};
//!
//! let goal = Board::blank_last("4".parse()?); // or any board
//! let start: Board = "5 1 2 4, 9 6 3 8, 13 10 7 11, _ 14 15 12".parse()?;
//! let puzzle = Puzzle::new(&start, &goal)?.with_heuristic(LinearConflict::new);
//! let mut search = AStar::new(&puzzle);
//! assert_eq!(search.run(), Status::Found);
//!
//! let moves = puzzle.moves(&search.path().unwrap().nodes)?;
//! assert_eq!(moves.iter().copied().map(char::from).collect::<String>(), "UUURRDDRD");
//! assert_eq!(start.apply_all(moves)?, goal);
//! println!("{}", start.drawing());
//!
//! let error = Puzzle::new(&"213456780".parse()?, &"123456780".parse()?).unwrap_err();
//! assert!(error.to_string().starts_with("no moves lead from 2 1 3 / 4 5 6 / 7 8 _ to 1 2 3 / 4 5 6 / 7 8 _: "));
//! assert_eq!(Move::parse_sequence("UL")?, [Move::Up, Move::Left]); // the blank's moves
//! # Ok::<(), PuzzleError>(())
//! ```
//!
//! [`Puzzle::new`] supports up to 16 cells, and returns an error for a puzzle that cannot be solved. For larger boards,
//! name the form in which they are stored: `Puzzle::<Tiles25>::new_typed(&start, &goal)`.
//!
//! On 4×4 cells with the Manhattan distance, [`IdaStar`](crate::IdaStar) searches small subtrees in one call unless it
//! has an observer, a cycle check or a limit on expansions. This is about four times as fast as searching node by node.
//!
//! # Facts
//!
//! The 15-puzzle, which Noyes Chapman invented in the 1870s, has 15 tiles on 4×4 cells. Half of all arrangements of the
//! tiles can be solved (Johnson and Story, 1879). There are 181,440 solvable boards of 3×3 cells: the two hardest take
//! 31 moves, and the mean is 21.97 moves (with the goal's blank in a corner). There are about 10¹³ solvable boards of
//! 4×4 cells, and the hardest take 80 moves (Brüngger, Marzetta, Fukuda, Nievergelt 1999). Finding a shortest solution
//! on n×n cells is NP-hard (Ratner and Warmuth, 1986).

mod board;
mod error;
mod heuristics;
mod kernel;
mod moves;
mod parse;
mod print;
mod puzzle;
mod random;
mod shape;
mod solutions;
mod solvable;
mod tiles;

pub use board::Board;
pub use error::PuzzleError;
pub use heuristics::{
    Goal, Hamming, LinearConflict, Manhattan, ManhattanPlusHamming, Maximum, Slide, TileHeuristic, Zero,
};
pub use moves::Move;
pub use print::{Drawing, Rows};
pub use puzzle::Puzzle;
pub use shape::Shape;
pub use solutions::OptimalSolutions;
pub use tiles::{TileBytes, Tiles, Tiles16, Tiles25};
