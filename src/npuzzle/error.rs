//! [`PuzzleError`]: errors in boards, shapes, sequences of moves and puzzles.

use alloc::string::String;

use super::{Board, Move, Shape};
use crate::text::TextError;

/// An error in a board, a shape, a sequence of moves or a puzzle.
///
/// A message names the invalid value, with its place if it has one. Cells are counted from 0, row by row from the top
/// left. Lines and columns of a text, and moves of a sequence, are counted from 1.
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Board, PuzzleError};
///
/// let error = "123456770".parse::<Board>().unwrap_err();
/// assert_eq!(error, PuzzleError::DuplicateTile { tile: 7, first: 6, second: 7, missing: 8 });
/// assert_eq!(error.to_string(), "tile 7 is in cell 6 and again in cell 7, and tile 8 is missing");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// A side of the board is shorter than 2 or longer than 16 cells.
    #[error("a board of {width}x{height} cells is not possible: each side must have 2 to 16 cells")]
    SizeOutOfRange {
        /// The number of cells in a row.
        width: usize,
        /// The number of cells in a column.
        height: usize,
    },

    /// A text is not a shape.
    #[error("{text:?} is not a shape: expected a number such as 4 (a square), or WIDTHxHEIGHT such as 3x5")]
    ShapeSyntax {
        /// The text.
        text: String,
    },

    /// The text of a board is malformed.
    #[error(transparent)]
    Text(#[from] TextError),

    /// A list of tiles without a shape does not fill a square.
    #[error("{tiles} tiles do not fill a square: give the shape, or write one row per line")]
    NotSquare {
        /// The number of tiles.
        tiles: usize,
    },

    /// The number of tiles, including the blank, differs from the number of cells of the board.
    #[error("{found} tiles, but a board of {shape} has {}, including the blank", shape.cells())]
    WrongLength {
        /// The number of tiles.
        found: usize,
        /// The shape that the tiles should fill.
        shape: Shape,
    },

    /// No cell is blank.
    #[error("no blank: one cell must be 0 or _")]
    NoBlank,

    /// More than one cell is blank.
    #[error("two blanks: cell {first} and cell {second}")]
    TwoBlanks {
        /// The first blank cell.
        first: usize,
        /// The second blank cell.
        second: usize,
    },

    /// A tile has a number that is too large for the board.
    #[error("tile {tile} in cell {cell} is too large: the largest is {largest}")]
    TileTooLarge {
        /// The tile. `u64::MAX` stands for any larger number.
        tile: u64,
        /// Its cell.
        cell: usize,
        /// The largest number that a tile may have.
        largest: u8,
    },

    /// A tile appears twice, so another one is missing.
    #[error("tile {tile} is in cell {first} and again in cell {second}, and tile {missing} is missing")]
    DuplicateTile {
        /// The tile.
        tile: u8,
        /// The first cell with this tile.
        first: usize,
        /// The second cell with this tile.
        second: usize,
        /// The smallest missing tile.
        missing: u8,
    },

    /// A move would take the blank off the board.
    #[error("move {position}, {direction}, would take the blank from cell {blank} off the board")]
    IllegalMove {
        /// The move.
        direction: Move,
        /// The place of the move in the sequence, counted from 1.
        position: usize,
        /// The cell of the blank before the move.
        blank: usize,
    },

    /// A character does not stand for a move.
    #[error("character {position} is {character:?}, not a move: expected U, L, R or D")]
    NotAMove {
        /// The character found.
        character: char,
        /// The place of the character in the text, counted in characters from 1.
        position: usize,
    },

    /// One move was expected, but the text has none or several.
    #[error("{text:?} is not one move: expected U, L, R or D")]
    MoveSyntax {
        /// The text.
        text: String,
    },

    /// The shape of a board differs from that of the goal.
    #[error("the boards have different shapes: {start} and {goal}")]
    ShapesDiffer {
        /// The shape of the start, or of the given board.
        start: Shape,
        /// The shape of the goal.
        goal: Shape,
    },

    /// No sequence of moves leads from the start to the goal, because they belong to different
    /// [halves](Board::is_solvable) of the set of all boards.
    #[error(
        "no moves lead from {} to {}: the first belongs to the {} half of all boards, the second to the {} half",
        start.spaced(), goal.spaced(), start.half(), goal.half()
    )]
    Unsolvable {
        /// The start.
        start: Board,
        /// The goal.
        goal: Board,
    },

    /// A board has more cells than the packed form can hold.
    #[error(
        "a board of {shape} has {cells} cells, but the packed state holds {capacity}: use Tiles25 (up to 25 cells) or \
         TileBytes<{cells}>, as in Puzzle::<TileBytes<{cells}>>::new_typed",
        cells = shape.cells()
    )]
    TooManyCells {
        /// The board's shape.
        shape: Shape,
        /// The number of cells that the packed form holds.
        capacity: usize,
    },

    /// Two consecutive nodes of a path are not one move apart.
    #[error("nodes {} and {position} of the path are not one move apart", position - 1)]
    NotNeighbours {
        /// The place of the second node, counted from 0 at the first node of the path.
        position: usize,
    },

    /// A table of a heuristic would be too large.
    #[error("a table of {heuristic} for a board of {shape} would take more than {limit} bytes")]
    TablesTooLarge {
        /// The heuristic's name.
        heuristic: &'static str,
        /// The board's shape.
        shape: Shape,
        /// The largest number of bytes that a table may take.
        limit: usize,
    },

    /// There is not enough memory for the tables of a heuristic.
    #[error("not enough memory for the tables of {heuristic} for a board of {shape}")]
    OutOfMemory {
        /// The heuristic's name.
        heuristic: &'static str,
        /// The board's shape.
        shape: Shape,
    },
}
