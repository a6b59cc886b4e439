//! The texts of all errors of this crate.

#[macro_use]
#[path = "../../../tests/common/error_texts.rs"]
mod table;

use std::sync::Arc;

use astride::SearchError;
use astride::npuzzle::{Board, PuzzleError, Shape};
use astride::text::{Fault, TextError};
use astride_files::BinaryFileError;

use crate::patterns::{PatternError, StandardPartition};
use crate::{EnumerationError, InstanceError, SolverError};

fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

fn shape(text: &str) -> Shape {
    text.parse().expect("a shape")
}

fn damaged() -> BinaryFileError {
    BinaryFileError::Damaged {
        path: "6-6-3.pdb".into(),
        fault: "the checksum of pattern 1 does not match".into(),
    }
}

error_texts! {
    PatternError {
        BoardTooLarge { shape: shape("4x9") } =>
            "a board of 4x9 is too large for pattern databases, which support at most 32 cells and 7 per side";
        NotATile { tile: 9, pattern: 1, goal: board("123456780") } =>
            "9 in pattern 1 is not a tile of 123456780, whose tiles are 1 to 8";
        TileTwice { tile: 4, first: 0, second: 1 } => "tile 4 is in pattern 0 and again in pattern 1";
        TileMissing { tile: 8 } => "tile 8 is in no pattern";
        EmptyPattern { pattern: 1 } => "pattern 1 has no tiles";
        TableTooLarge { pattern: 1, tiles: 9, cells: 25 } =>
            "the tables up to that of pattern 1, which has 9 tiles, have 2^32 or more entries on 25 cells: use smaller \
             patterns";
        UnknownPartition { text: "5-5".into() } =>
            "\"5-5\" is not a standard partition: expected 4-4, 5-5-5, 6-6-3, 7-8 or 6-6-6-6";
        NotForThisGoal { partition: StandardPartition::SixSixThree, goal: board("123456780") } =>
            "the partition 6-6-3 is for 4x4 cells and a goal with the blank in a corner, but 123456780 (3x3) is not \
             such a goal: divide its tiles with Partition::new";
        Puzzle(PuzzleError::NoBlank) => "no blank: one cell must be 0 or _";
        TooManyPatterns { patterns: 5, room: 4 } =>
            "5 patterns, but each node has room for 4: use PatternPuzzle::<T, _, 5>::new_typed, where T is the packed \
             form, such as Tiles16";
        OutOfMemory { bytes: 57_657_600 } => "not enough memory for a table of 57657600 bytes";
        Thread { reason: "resource temporarily unavailable".into() } =>
            "the system could not start a thread: resource temporarily unavailable";
        Stopped => "the build of the tables was stopped before it was complete";
        File(damaged()) => "6-6-3.pdb: damaged: the checksum of pattern 1 does not match";
        OtherPartition { path: "6-6-3.pdb".into(), found: "7-8".into(), expected: "6-6-3".into() } =>
            "6-6-3.pdb: contains the databases of 7-8, not of 6-6-3";
    }
    EnumerationError {
        TooLarge { shape: shape("4"), states: 10_461_394_944_000, bytes: 1_394_852_659_200, limit: 1 << 30 } =>
            "4x4 has 10461394944000 boards, which take 1394852659200 bytes: more than the limit of 1073741824 bytes";
        TooLarge { shape: shape("16"), states: u128::MAX, bytes: u128::MAX, limit: 1 << 30 } =>
            "16x16 has more than 2^128 boards, which take more than 2^128 bytes: more than the limit of 1073741824 \
             bytes";
        OutOfMemory { shape: shape("3x4"), states: 239_500_800, bytes: 31_933_440 } =>
            "not enough memory for 31933440 bytes, which the 239500800 boards of 3x4 take";
        DepthsNotKept => "the depths were not kept: call Enumerator::with_depths first";
        Board(PuzzleError::NoBlank) => "no blank: one cell must be 0 or _";
    }
    SolverError {
        Puzzle(PuzzleError::NoBlank) => "no blank: one cell must be 0 or _";
        Patterns(Arc::new(PatternError::Stopped)) => "the build of the tables was stopped before it was complete";
        OtherGoal { expected: board("123456780"), found: board("012345678") } =>
            "the partition is for the goal 012345678, but the solver's goal is 123456780";
        Search(SearchError::GoalDenied) =>
            "the problem's `is_goal` returns `false` for the node that its `goal` returns";
        OutOfBudget { expanded: 1000, generated: 2000 } => "no solution within the budget: 1000 boards expanded";
    }
}

#[test]
fn errors_that_are_structs_have_their_texts() {
    let at = |error| InstanceError { line: 3, error }.to_string();
    assert_eq!(at(PuzzleError::NoBlank), "line 3: no blank: one cell must be 0 or _");
    let error = TextError {
        line: 4,
        column: 7,
        fault: Fault::Missing { field: "a tile" },
    };
    assert_eq!(at(PuzzleError::Text(error)), "line 4, column 7: a tile is missing");
}
