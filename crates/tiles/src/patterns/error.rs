//! [`PatternError`]: an error in a partition, a build, or a file of databases.

use alloc::string::String;
#[cfg(feature = "std")]
use std::path::PathBuf;

use super::StandardPartition;
use astride::npuzzle::{Board, PuzzleError, Shape};
#[cfg(feature = "std")]
use astride_files::BinaryFileError;

/// An error in a partition, a build, a file of databases, or a puzzle.
///
/// Patterns are counted from 0.
///
/// # Example
///
/// ```
/// use astride::npuzzle::Board;
/// use astride_tiles::patterns::Partition;
///
/// let goal: Board = "123456780".parse()?;
/// let message = |patterns: &[&[u8]]| Partition::new(&goal, patterns).unwrap_err().to_string();
/// assert_eq!(message(&[&[1, 2, 3, 4], &[5, 6, 7]]), "tile 8 is in no pattern");
/// assert_eq!(message(&[&[1, 2, 3, 4], &[4, 5, 6, 7, 8]]), "tile 4 is in pattern 0 and again in pattern 1");
/// assert_eq!(message(&[&[1, 2, 3, 4], &[5, 6, 7, 9]]), "9 in pattern 1 is not a tile of 123456780, whose tiles are 1 to 8");
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// A board is too large for pattern databases.
    #[error("a board of {shape} is too large for pattern databases, which support at most 32 cells and 7 per side")]
    BoardTooLarge {
        /// Its shape.
        shape: Shape,
    },

    /// A pattern contains a number that is not a tile of the goal. (The blank is not a tile.)
    #[error("{tile} in pattern {pattern} is not a tile of {goal}, whose tiles are 1 to {}", goal.cells().len() - 1)]
    NotATile {
        /// The number.
        tile: u8,
        /// The pattern.
        pattern: usize,
        /// The goal.
        goal: Board,
    },

    /// A tile appears twice, so its moves would be counted twice.
    #[error("tile {tile} is in pattern {first} and again in pattern {second}")]
    TileTwice {
        /// The tile.
        tile: u8,
        /// The first pattern that contains the tile.
        first: usize,
        /// The second pattern that contains it: the same as `first` if one pattern contains the tile twice.
        second: usize,
    },

    /// A tile is in no pattern. (A single tile can also form a pattern; the table of such a pattern is small.)
    #[error("tile {tile} is in no pattern")]
    TileMissing {
        /// The smallest tile that is in no pattern.
        tile: u8,
    },

    /// A pattern has no tiles.
    #[error("pattern {pattern} has no tiles")]
    EmptyPattern {
        /// The pattern.
        pattern: usize,
    },

    /// The table of a pattern and the tables before it would together have 2³² entries or more.
    #[error(
        "the tables up to that of pattern {pattern}, which has {tiles} tiles, have 2^32 or more entries on {cells} \
         cells: use smaller patterns"
    )]
    TableTooLarge {
        /// The pattern.
        pattern: usize,
        /// The number of tiles in the pattern.
        tiles: usize,
        /// The number of cells of the board.
        cells: usize,
    },

    /// A text does not name a standard partition.
    #[error("{text:?} is not a standard partition: expected 4-4, 5-5-5, 6-6-3, 7-8 or 6-6-6-6")]
    UnknownPartition {
        /// The text.
        text: String,
    },

    /// A standard partition was requested for a goal that it does not fit.
    #[error(
        "the partition {partition} is for {side}x{side} cells and a goal with the blank in a corner, but {goal} \
         ({shape}) is not such a goal: divide its tiles with Partition::new",
        side = partition.side(),
        shape = goal.shape()
    )]
    NotForThisGoal {
        /// The partition.
        partition: StandardPartition,
        /// The goal.
        goal: Board,
    },

    /// A start does not fit the goal of the databases, or cannot reach it.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),

    /// There are more patterns than a node of a puzzle has room for.
    #[error(
        "{patterns} patterns, but each node has room for {room}: use PatternPuzzle::<T, _, {patterns}>::new_typed, \
         where T is the packed form, such as Tiles16"
    )]
    TooManyPatterns {
        /// The number of patterns.
        patterns: usize,
        /// The number of patterns that fit into a node.
        room: usize,
    },

    /// There is not enough memory for a table.
    #[error("not enough memory for a table of {bytes} bytes")]
    OutOfMemory {
        /// The number of bytes requested.
        bytes: usize,
    },

    /// The system could not start a thread.
    #[error("the system could not start a thread: {reason}")]
    Thread {
        /// The system's error message.
        reason: String,
    },

    /// A build was stopped before it was complete.
    #[error("the build of the tables was stopped before it was complete")]
    Stopped,

    /// A file cannot be read or written.
    #[cfg(feature = "std")]
    #[error(transparent)]
    File(#[from] BinaryFileError),

    /// A file contains the databases of a partition or goal other than the one requested.
    #[cfg(feature = "std")]
    #[error("{}: contains the databases of {found}, not of {expected}", path.display())]
    OtherPartition {
        /// The file.
        path: PathBuf,
        /// The partition in the file, as text.
        found: String,
        /// The partition requested, as text.
        expected: String,
    },
}
