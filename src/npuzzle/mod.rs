//! The sliding-tile puzzle: boards of 2×2 to 16×16 cells, towards any goal.
//!
//! # Overview
//!
//! * [`Board`] is a position as people see it: you can read it from text, print it, move its blank, ask whether it can
//!   reach another one ([`is_solvable`](Board::is_solvable)), and draw a random one from a seed, the same on every
//!   machine ([`random`](Board::random), [`random_walk`](Board::random_walk)).
//! * [`Puzzle`] is a start, a goal and a heuristic: a [`Problem`](crate::Problem) and a
//!   [`Heuristic`](crate::Heuristic), which every search of this crate takes.
//! * [`Zero`], [`Hamming`], [`Manhattan`], [`LinearConflict`] and [`WalkingDistance`] are admissible heuristics, and so
//!   is the [`Maximum`] of two; [`ManhattanPlusHamming`] is not. [`TileHeuristic`] is the trait for your own.
//! * [`patterns`] has additive pattern databases, the strongest estimates, and a puzzle that is fast with them.
//! * `Puzzle::solve` and `Solver` (both need the feature `std`) return a shortest solution, found by the fastest way
//!   for the size of the board.
//! * [`OptimalSolutions`] are all shortest solutions of a puzzle, counted and listed.
//! * [`Enumeration`] has all boards that can reach a goal: how many need how many moves, and which need most.
//! * [`Instance`] reads files that list boards, with what they say about them.
//! * [`Shape`], [`Move`] and [`PuzzleError`] go with them. [`Tiles`] and its implementations are the packed
//!   form that a search stores; most users can ignore them.
//!
//! # If you only want the solution
//!
//! `Puzzle::solve` takes the fastest way for the size of the board: microseconds for an 8-puzzle, a fraction of a
//! second for a 15-puzzle. For many boards keep a `Solver`, which then takes milliseconds a board.
//!
//! ```
//! use astride::npuzzle::{Board, Puzzle, Solver, SolverError};
//!
//! let (start, goal): (Board, Board) = ("867254301".parse()?, "123456780".parse()?);
//! assert_eq!(Puzzle::new(&start, &goal)?.solve()?.moves.len(), 31);
//!
//! let solver = Solver::new(&goal); // `with_folder("tables")` keeps its tables for the next run
//! let boards: Vec<Board> = (0..100).map(|seed| Board::random(&goal, seed)).collect();
//! for solution in solver.solve_all(&boards) {
//!     let solution = solution?;
//!     println!("{} moves by {}", solution.moves.len(), solution.method);
//! }
//! # Ok::<(), SolverError>(())
//! ```
//!
//! # A puzzle is a problem like any other
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
//! [`Puzzle::new`] refuses a puzzle that cannot be solved. It is for up to 16 cells. For larger boards, name the form
//! in which they are stored: `Puzzle::<Tiles25>::packed(&start, &goal)`.
//!
//! [`IdaStar`](crate::IdaStar) without an observer and without a limit of expansions searches small subtrees of a
//! puzzle in one call, which is about three times as fast on 4×4 cells with the Manhattan distance.
//!
//! # Pattern databases
//!
//! Pattern databases are tables of exact distances for some of the tiles at a time, built once for a goal and kept in a
//! file. With them a search expands hundreds to thousands of times fewer nodes. With the feature `rayon`, all cores
//! build them.
//!
//! ```
//! use astride::npuzzle::patterns::{PatternDatabases, PatternError, PatternPuzzle, StandardPartition};
//! use astride::npuzzle::Board;
//! use astride::{IdaStar, Status};
//!
//! let goal = Board::blank_last("4".parse()?);
//! // Or 6-6-3, or 7-8; for the 24-puzzle 6-6-6-6; or a partition of your own.
//! let partition = StandardPartition::FiveFiveFive.of(&goal)?;
//! let databases = PatternDatabases::build(&partition)?; // or load_or_build("folder", …)
//! let puzzle = PatternPuzzle::new(&Board::random_walk(&goal, 80, 1), &databases)?;
//! let mut search = IdaStar::new(&puzzle);
//! assert_eq!(search.run(), Status::Found);
//! println!("{:?}", puzzle.moves(&search.path().unwrap().nodes)?);
//! # Ok::<(), PatternError>(())
//! ```
//!
//! # All boards at once
//!
//! [`Enumeration`] takes little more than a bit for each board: 3×4 cells (239,500,800 boards) take 33 MB and half a
//! second. With another bit it knows a shortest way from each of them.
//!
//! ```
//! use std::ops::ControlFlow;
//! use astride::npuzzle::{Board, Enumerator, EnumerationError};
//!
//! let goal: Board = "123456780".parse()?;
//! let all = Enumerator::new(&goal).with_depths().run(|level| {
//!     println!("depth {}: {} boards", level.depth, level.boards);
//!     ControlFlow::Continue(()) // or `Break`
//! })?;
//! assert_eq!((all.states(), all.greatest_depth()), (181_440, 31));
//! assert_eq!(all.deepest().count(), 2);
//! assert_eq!(all.depth(&"012345678".parse()?)?, 22);
//! assert_eq!(all.solve(&"012345678".parse()?)?.len(), 22);
//! # Ok::<(), EnumerationError>(())
//! ```
//!
//! # Facts
//!
//! Noyes Chapman's puzzle of 1880 has 15 tiles on 4×4 cells. Half of all arrangements can be solved (Johnson and Story,
//! 1879): on 3×3 cells 181,440, of which the hardest two take 31 moves and the mean 21.97 (with the goal's blank in a
//! corner); on 4×4 about 10¹³, of which the hardest take 80 (Brüngger, Marzetta, Fukuda, Nievergelt 1999). To find a
//! shortest solution on n×n cells is NP-hard (Ratner and Warmuth, 1986).

mod board;
mod enumeration;
mod error;
mod heuristics;
mod instance;
mod kernel;
mod moves;
mod parse;
pub mod patterns;
mod print;
mod puzzle;
mod random;
mod shape;
mod solutions;
mod solvable;
#[cfg(feature = "std")]
mod solver;
mod tiles;

pub use board::Board;
pub use enumeration::{Enumeration, EnumerationError, Enumerator, Level};
pub use error::PuzzleError;
pub use heuristics::{
    Hamming, LinearConflict, Manhattan, ManhattanPlusHamming, Maximum, Slide, TileHeuristic, WalkingDistance, Zero,
};
pub use instance::{Instance, InstanceError};
pub use moves::Move;
pub use print::{Drawing, Rows};
pub use puzzle::Puzzle;
pub use shape::Shape;
pub use solutions::OptimalSolutions;
#[cfg(feature = "std")]
pub use solver::{Method, Solution, Solver, SolverError};
pub use tiles::{TileBytes, Tiles, Tiles16, Tiles25};
