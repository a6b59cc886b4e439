//! Additive pattern databases: estimates for the sliding-tile puzzle from tables of exact distances.
//!
//! # Overview
//!
//! * [`Partition`] divides the tiles into patterns. [`StandardPartition`] has the partitions from the literature.
//! * [`PatternDatabases`] are the tables of a partition, and a [`TileHeuristic`](astride::npuzzle::TileHeuristic) for
//!   every [`Puzzle`](astride::npuzzle::Puzzle) with the partition's goal. [`build`](PatternDatabases::build) builds
//!   them, a [`PatternBuilder`] builds them in slices, and `PatternDatabases::load_or_build` (feature `std`) keeps them
//!   in a folder.
//! * [`PatternPuzzle`] is a puzzle whose nodes store the numbers of their patterns' placements, which makes A\* several
//!   times as fast as with `Puzzle`, but usually does not speed up IDA\*.
//! * [`BuildProgress`] is the progress of a build. [`PatternError`] is an error in a partition, a build, a file of
//!   databases, or a puzzle.
//!
//! # Example
//!
//! ```
//! use astride_tiles::patterns::{PatternDatabases, PatternPuzzle, StandardPartition};
//! use astride::npuzzle::Board;
//! use astride::{AStar, Status};
//!
//! let goal = Board::blank_first("4".parse()?);
//! let databases = PatternDatabases::build(&StandardPartition::FiveFiveFive.of(&goal)?)?;
//! let start = Board::random_walk(&goal, 100, 4);
//! let mut search = AStar::new(PatternPuzzle::new(&start, &databases)?);
//! assert_eq!(search.run(), Status::Found);
//! let path = search.path().unwrap();
//! assert_eq!(start.apply_all(search.problem().moves(&path.nodes)?)?, goal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which partition
//!
//! The numbers of nodes are those generated in all iterations of IDA\*, averaged over Korf's hundred 15-puzzles. The
//! estimates from partitions include the reflected sum.
//!
//! | estimate | nodes | memory | processor time to build |
//! |---|---|---|---|
//! | Manhattan | 363,028,080 | | |
//! | `5-5-5` | 3,726,351 | 1 MB | 0.07 s |
//! | `6-6-3` | 406,297 | 12 MB | 0.8 s |
//! | `7-8` | 38,362 | 577 MB | 65 s |
//!
//! With `6-6-6-6` (255 MB, 20 s to build), the easiest of Korf's random 24-puzzles are solved in seconds.

mod build;
mod database;
mod error;
#[cfg(feature = "std")]
mod file;
mod partition;
mod puzzle;
mod ranking;
mod regions;
mod rotation;
mod slides;
mod standard;
mod subtree;
mod symmetry;
mod table;

#[cfg(feature = "std")]
pub use astride_files::BinaryFileError;
pub use build::{BuildProgress, PatternBuilder};
pub use database::PatternDatabases;
pub use error::PatternError;
pub use partition::Partition;
pub use puzzle::{PatternNode, PatternPuzzle};
pub use standard::StandardPartition;
