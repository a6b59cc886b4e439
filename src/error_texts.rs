//! The messages of all errors of this crate.

#[macro_use]
#[path = "../tests/common/error_texts.rs"]
mod table;

use std::io;
use std::path::PathBuf;

use crate::SearchError;
use crate::error::Origin;
use crate::graphs::{CsrError, EdgeEnd, UnknownName};
use crate::npuzzle::{Board, Move, PuzzleError, Shape};
use crate::search::{ChangeError, OptimalPathsError, WeightError, WeightsError};
use crate::text::{Fault, FileError, TextError};

fn malformed() -> TextError {
    TextError {
        line: 3,
        column: 7,
        fault: Fault::Missing { field: "the height" },
    }
}

fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

fn shape(text: &str) -> Shape {
    text.parse().expect("a shape")
}

error_texts! {
    SearchError {
        NegativeCost { cost: "-3".into(), origin: Origin::Successor(2) } =>
            "the cost of successor 2 of the current node is -3, which is below zero";
        NegativeCost { cost: "-3".into(), origin: Origin::Start } => "the cost of a start is -3, which is below zero";
        InvalidCost { cost: "NaN".into(), origin: Origin::Line(2) } =>
            "the cost of the line from the current node's parent to successor 2 of the current node is NaN, which is \
             not a valid cost";
        InvalidCost { cost: "inf".into(), origin: Origin::Goal } =>
            "the cost of the goal is inf, which is not a valid cost";
        CostOverflow { cost: "200".into(), edge: "100".into(), origin: Origin::Predecessor(2) } =>
            "the cost of predecessor 2 of the current node is 100, and 200 + 100 is too large for the cost type";
        CostOverflow { cost: "200".into(), edge: "100".into(), origin: Origin::Remainder } =>
            "the cost of the rest of the path to the goal is 100, and 200 + 100 is too large for the cost type";
        InvalidCostLimit { limit: "NaN".into() } => "the cost limit is NaN, but it must be finite or infinity";
        InvalidEstimate { estimate: "-1".into(), origin: Origin::Successor(2) } =>
            "the estimate of successor 2 of the current node is -1, which is not a valid estimate";
        EstimateOverflow { cost: "200".into(), estimate: "100".into(), origin: Origin::Current } =>
            "the estimate of the current node is 100, and the key computed from it and the cost 200 is too large for \
             the cost type";
        InconsistentEstimate { before: "9".into(), after: "7".into() } =>
            "an estimate is not consistent, as this search requires: cost plus estimate falls from 9 to 7 along an \
             edge";
        InconsistentRank { before: "9".into(), after: "7".into() } =>
            "a rank is not consistent, as this search requires: it falls from 9 to 7 along an edge, while cost plus \
             estimate stays the same";
        NoSuchNode { origin: Origin::Goal, node: "9".into() } => "the goal is not in the graph: there is no node 9";
        GoalDenied => "the problem's `is_goal` returns `false` for the node that its `goal` returns";
        NodeLimit { limit: 1000 } => "node limit reached: at most 1000 nodes may be stored";
        MemoryLimit { limit: 65_536 } => "memory limit reached: at most 65536 bytes may be allocated";
        IndexTooLarge { index: 1 << 31 } =>
            "a node has the index 2147483648, but at most 1073741822 is possible; nodes without an index are hashed";
        NoNodeAt { index: 12 } =>
            "no node at the index 12: `node_at` must return the node of every index that `index` returns";
        OutOfMemory { nodes: 1000 } => "not enough memory to continue: 1000 nodes are stored";
        Panicked => "the code of the problem or of the observer panicked, so the search cannot continue";
        Other { reason: "the door is locked".into() } => "the door is locked";
    }
    OptimalPathsError {
        Search(SearchError::GoalDenied) =>
            "the problem's `is_goal` returns `false` for the node that its `goal` returns";
        ZeroCostCycle =>
            "a cheapest path follows a cycle of edges that cost nothing: list the paths with `KShortestPaths`";
        Tolerance { tolerance: "-0.5".into() } => "the tolerance is -0.5, but it must be finite and not negative";
    }
    ChangeError {
        NoSuchEdge { place: 1 } => "edge 1 of the change exists neither before nor after it";
        NoSuchNode { place: 1, node: "9".into() } => "position 1 of the change: there is no node 9";
    }
    WeightsError {
        First(WeightError { weight: 0.5 }) => "the weight is 0.5, but it must be finite and at least 1";
        Decrease { decrease: 0.0 } => "the decrease of the weight is 0, but it must be finite and above 0";
    }
    CsrError {
        TooManyNodes { nodes: 1 << 31 } => "2147483648 nodes are too many: at most 1073741823 are possible";
        TooManyEdges => "there are too many edges: at most 4294967295 are possible";
        EndOutside { edge: 1, end: EdgeEnd::Source, node: 3, nodes: 3 } =>
            "edge 1: its source is 3, but the graph has 3 nodes, numbered from 0";
        EndOutside { edge: 1, end: EdgeEnd::Target, node: 3, nodes: 3 } =>
            "edge 1: its target is 3, but the graph has 3 nodes, numbered from 0";
        Offset { place: 2, edges: 5 } =>
            "offset 2: offsets must begin with 0, never fall, and end with the number of edges, 5";
        OutOfMemory { nodes: 1000, edges: 500 } =>
            "not enough memory for a graph of 1000 nodes, after 500 edges were read";
    }
    Fault {
        Expected { expected: "height", found: "hight".into() } => "found \"hight\" where \"height\" was expected";
        Expected { expected: "height", found: String::new() } =>
            "found the end of the line where \"height\" was expected";
        Missing { field: "the height" } => "the height is missing";
        Unexpected { text: "x".into() } => "unexpected \"x\" after the end";
        Invalid { field: "the height", text: "-3".into(), expected: "a number from 1 to 65535".into() } =>
            "the height is \"-3\": a number from 1 to 65535 is expected";
        Unknown { what: "terrain", text: "x".into(), known: ". @" } => "unknown terrain \"x\" (known: . @)";
        WrongCount { what: "columns", found: 5, expected: 4 } => "5 columns instead of 4";
        Second { what: "goal".into(), first: 3 } => "a second goal: the first one is in line 3";
        OverLimit { what: "nodes", found: 400, limit: 300 } => "400 nodes exceed the limit of 300";
        TooLarge { width: 65_535, height: 65_535 } => "a map of 65535 x 65535 cells is too large";
    }
    FileError {
        Io { path: PathBuf::from("a.map"), source: io::Error::other("permission denied") } =>
            "a.map: permission denied";
        TooLong { path: PathBuf::from("a.map"), limit: 1 << 30 } =>
            "a.map: longer than the limit of 1073741824 bytes";
        Text { path: PathBuf::from("a.map"), source: malformed() } => "a.map:3:7: the height is missing";
    }
    PuzzleError {
        SizeOutOfRange { width: 1, height: 4 } =>
            "a board of 1x4 cells is not possible: each side must have 2 to 16 cells";
        ShapeSyntax { text: "3x".into() } =>
            "\"3x\" is not a shape: expected a number such as 4 (a square), or WIDTHxHEIGHT such as 3x5";
        Text(malformed()) => "line 3, column 7: the height is missing";
        NotSquare { tiles: 7 } => "7 tiles do not fill a square: give the shape, or write one row per line";
        WrongLength { found: 8, shape: shape("3") } => "8 tiles, but a board of 3x3 has 9, including the blank";
        NoBlank => "no blank: one cell must be 0 or _";
        TwoBlanks { first: 0, second: 8 } => "two blanks: cell 0 and cell 8";
        TileTooLarge { tile: 9, cell: 4, largest: 8 } => "tile 9 in cell 4 is too large: the largest is 8";
        DuplicateTile { tile: 7, first: 6, second: 7, missing: 8 } =>
            "tile 7 is in cell 6 and again in cell 7, and tile 8 is missing";
        IllegalMove { direction: Move::Up, position: 3, blank: 1 } =>
            "move 3, U, would take the blank from cell 1 off the board";
        NotAMove { character: 'x', position: 3 } => "character 3 is 'x', not a move: expected U, L, R or D";
        MoveSyntax { text: "UU".into() } => "\"UU\" is not one move: expected U, L, R or D";
        ShapesDiffer { start: shape("3"), goal: shape("4") } => "the boards have different shapes: 3x3 and 4x4";
        Unsolvable { start: board("123456870"), goal: board("123456780") } =>
            "no moves lead from 1 2 3 / 4 5 6 / 8 7 _ to 1 2 3 / 4 5 6 / 7 8 _: the first belongs to the odd half of \
             all boards, the second to the even half";
        TooManyCells { shape: shape("5"), capacity: 16 } =>
            "a board of 5x5 has 25 cells, but the packed state holds 16: use Tiles25 (up to 25 cells) or \
             TileBytes<25>, as in Puzzle::<TileBytes<25>>::new_typed";
        NotNeighbours { position: 3 } => "nodes 2 and 3 of the path are not one move apart";
        TablesTooLarge { heuristic: "walking distance", shape: shape("6"), limit: 1 << 30 } =>
            "a table of walking distance for a board of 6x6 would take more than 1073741824 bytes";
        OutOfMemory { heuristic: "walking distance", shape: shape("5") } =>
            "not enough memory for the tables of walking distance for a board of 5x5";
    }
}

#[test]
fn errors_that_are_structs_have_their_texts() {
    assert_eq!(malformed().to_string(), "line 3, column 7: the height is missing");
    let weight = WeightError { weight: f64::NAN };
    assert_eq!(
        weight.to_string(),
        "the weight is NaN, but it must be finite and at least 1"
    );
    let name = UnknownName { name: "Rome".into() };
    assert_eq!(name.to_string(), "no node is named \"Rome\"");
}
