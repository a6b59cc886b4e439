//! The sliding-tile puzzle: boards of 2×2 to 16×16 cells, towards any goal.
//!
//! # Overview
//!
//! * [`Board`] is a position as people see it: read it from text, print it, move its blank, ask whether it can reach
//!   another one ([`is_solvable`](Board::is_solvable)), draw a random one ([`random`](Board::random)).
//! * [`Puzzle`] is a start, a goal and a heuristic: a [`Problem`](crate::Problem) and a
//!   [`Heuristic`](crate::Heuristic), which every search of this crate takes.
//! * [`Zero`], [`Hamming`], [`Manhattan`], [`LinearConflict`] and [`WalkingDistance`] are admissible heuristics, and so is
//!   the [`Maximum`] of two; [`ManhattanPlusHamming`] is not. [`TileHeuristic`] is the trait for your own.
//! * [`patterns`] has additive pattern databases, the strongest estimates, and a puzzle that is fast with them.
//! * `Puzzle::solve` and `Solver` (both need the feature `std`) return a shortest solution, found by the fastest way
//!   for the size of the board.
//! * [`OptimalSolutions`] are all shortest solutions of a puzzle, counted and listed.
//! * [`Enumeration`] has all boards that can reach a goal: how many need how many moves, and which need most.
//! * [`Shape`], [`Move`] and [`PuzzleError`] go with them. [`Tiles`] and its implementations are the packed
//!   form that a search stores; most users can ignore them.
//!
//! # Example
//!
//! ```
//! use astride::npuzzle::{Board, LinearConflict, Puzzle};
//! use astride::{AStar, Status};
//!
//! let goal: Board = "123456780".parse()?;
//! let start: Board = "1 2 _, 4 8 3, 7 6 5".parse()?;
//! let puzzle = Puzzle::new(&start, &goal)?.with_heuristic(LinearConflict::new);
//!
//! let mut search = AStar::new(puzzle);
//! assert_eq!(search.run(), Status::Found);
//! let path = search.path().unwrap();
//! assert_eq!(path.cost, 6);
//!
//! let moves = search.problem().moves(&path.nodes)?;
//! assert_eq!(moves.iter().copied().collect::<String>(), "DDLURD");
//! assert_eq!(start.apply_all(moves)?, goal);
//! println!("{}", search.problem().board(&path.nodes[1]).drawing());
//! # Ok::<(), astride::npuzzle::PuzzleError>(())
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
pub use moves::Move;
pub use print::{Drawing, Rows};
pub use puzzle::Puzzle;
pub use shape::Shape;
pub use solutions::OptimalSolutions;
#[cfg(feature = "std")]
pub use solver::{Method, Solution, Solver, SolverError};
pub use tiles::{TileBytes, Tiles, Tiles16, Tiles25};
