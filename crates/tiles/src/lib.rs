//! A solver, pattern databases and enumerations for the sliding-tile puzzle of the crate [`astride`].
//!
//! The puzzle itself, its boards, and the heuristics without tables are in [`astride::npuzzle`].
//!
//! * [`solve`] and [`Solver`] (feature `std`) return a shortest solution, using the fastest method for the size of the
//!   board.
//! * [`patterns`] contains additive pattern databases, which provide the strongest estimates, and a puzzle type that
//!   speeds up searches with them.
//! * [`WalkingDistance`] is an admissible heuristic with small tables (150 kB on 4×4 cells).
//! * [`Enumeration`] covers all boards that can reach a goal. It contains the number of boards at each distance, and
//!   the boards that need the most moves.
//! * [`Instance`] reads lists of boards, with the lengths of their solutions.
//!
//! # If you only want the solution
//!
//! [`solve`] chooses the fastest method for the size of the board. Solving takes microseconds for an 8-puzzle, and a
//! fraction of a second for a 15-puzzle. For many boards with one goal, reuse a [`Solver`]: once its pattern databases
//! are ready, a 15-puzzle takes milliseconds.
//!
//! ```
//! use astride::npuzzle::Board;
//! use astride_tiles::{Solver, SolverError, solve};
//!
//! let (start, goal): (Board, Board) = ("867254301".parse()?, "123456780".parse()?);
//! assert_eq!(solve(&start, &goal)?.moves.len(), 31);
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
//! # Pattern databases
//!
//! A pattern database is a table of exact distances for some of the tiles. It is built once for each goal, on all cores
//! if the feature `rayon` is enabled, and can be kept in a file. With pattern databases, a search of the 15-puzzle
//! expands fewer nodes than with the Manhattan distance, by a factor of about 100 to 10,000.
//!
//! ```
//! use astride_tiles::patterns::{PatternDatabases, PatternError, PatternPuzzle, StandardPartition};
//! use astride::npuzzle::Board;
//! use astride::{IdaStar, Status};
//!
//! let goal = Board::blank_last("4".parse()?);
//! // Or 6-6-3, or 7-8; for the 24-puzzle 6-6-6-6; or a custom partition.
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
//! [`Enumeration`] takes little more than a bit per board: enumerating the 239,500,800 boards of 3×4 cells takes 33 MB
//! and half a second. With a second bit per board, an enumeration can also return a shortest path from any board to the
//! goal.
//!
//! ```
//! use astride::npuzzle::Board;
//! use astride_tiles::{Enumerator, EnumerationError};
//!
//! let goal: Board = "123456780".parse()?;
//! let all = Enumerator::new(&goal).with_depths().finish()?; // or in slices, with `run_for`
//! assert_eq!((all.states(), all.greatest_depth()), (181_440, 31));
//! assert_eq!(all.deepest().count(), 2);
//! assert_eq!(all.depth(&"012345678".parse()?)?, 22);
//! assert_eq!(all.solve(&"012345678".parse()?)?.len(), 22);
//! # Ok::<(), EnumerationError>(())
//! ```
// Marks each item with the feature that it needs. This is unstable, so only docs.rs uses it.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod enumeration;
#[cfg(all(test, feature = "std"))]
mod error_texts;
mod instance;
mod lehmer;
pub mod patterns;
// The solver uses clocks and threads, which are missing in a browser.
#[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
mod solver;
mod walking_distance;
mod walking_patterns;

pub use enumeration::{Enumeration, EnumerationError, Enumerator};
pub use instance::{Instance, InstanceError};
#[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
pub use solver::{Method, Solution, Solver, SolverError, solve};
pub use walking_distance::WalkingDistance;

/// Compiles and runs the code of the README with the other doctests.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
pub struct Readme;
