//! Reading boards from text.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::str::FromStr;

use super::{Board, PuzzleError, Shape};
use crate::text::{Fault, TextError};

impl Board {
    /// Reads a board of a known shape.
    ///
    /// A board is written on a single line, or with one line for each row, where a `/` also ends a line. There are two
    /// notations:
    ///
    /// * One character per tile, with nothing in between: `120483765`, `123456789abcdef0`. The letters `a` to `z`, in
    ///   upper or lower case, stand for 10 to 35.
    /// * Numbers separated by white space or commas: `1 2 3, 4 5 0`. One number per line is also allowed.
    ///
    /// The blank is `0` or `_`. Empty lines, and separators at the ends of a line, are skipped.
    ///
    /// # Errors
    ///
    /// Returns [`PuzzleError::Text`], with the place, for an unknown character, a row of the wrong length or a text
    /// without tiles, and otherwise the errors of [`Board::new`].
    ///
    /// # Complexity
    ///
    /// Linear in the length of the text.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::npuzzle::{Board, PuzzleError, Shape};
    ///
    /// let shape = Shape::new(4, 2)?;
    /// let board = Board::parse("1 2 3 4 5 6 7 _", shape)?;
    /// assert_eq!(board, Board::parse("1234\n5670", shape)?);
    /// let error = Board::parse("1234567?", shape).unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 8: unknown character \"?\" (known: 0-9 a-z _)");
    /// # Ok::<(), PuzzleError>(())
    /// ```
    pub fn parse(text: &str, shape: Shape) -> Result<Self, PuzzleError> {
        // A column of numbers has no separators within its lines, so it is recognized by having as many lines as the
        // board has cells.
        let column = lines(text).count() == shape.cells();
        let rows = read(text, column)?;
        if !is_flat(&rows) {
            rows_fit(&rows, shape.width())?;
        }
        Self::from_numbers(shape, &flatten(rows))
    }
}

/// Reads a board whose shape follows from the text. Lines are rows. A single line, or a column of single characters, is
/// read as a square.
///
/// [`Board::parse`] describes the notation of tiles, and can also read a rectangle on a single line, or one number per
/// line.
///
/// # Errors
///
/// Returns the errors of [`Board::parse`], and [`NotSquare`](PuzzleError::NotSquare) or
/// [`SizeOutOfRange`](PuzzleError::SizeOutOfRange) if the tiles do not fill a board.
impl FromStr for Board {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let rows = read(text, false)?;
        let shape = if is_flat(&rows) {
            let tiles: usize = rows.iter().map(|row| row.tiles.len()).sum();
            let side = tiles.isqrt();
            if side * side != tiles {
                return Err(PuzzleError::NotSquare { tiles });
            }
            Shape::new(side, side)?
        } else {
            let width = rows.first().map_or(0, |row| row.tiles.len());
            rows_fit(&rows, width)?;
            Shape::new(width, rows.len())?
        };
        Self::from_numbers(shape, &flatten(rows))
    }
}

/// The tiles of one line.
struct Row {
    line: usize,
    tiles: Vec<u64>,
}

fn is_separator(character: char) -> bool {
    character == ',' || character.is_whitespace()
}

/// The lines that are not empty, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    // Some editors begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..)
        .zip(text.split(['\n', '/']))
        .filter(|(_, line)| !line.chars().all(is_separator))
}

/// Reads the lines as numbers if `numbers` is set or if one of them has a separator between two tiles, and otherwise as
/// one character per tile.
fn read(text: &str, numbers: bool) -> Result<Vec<Row>, PuzzleError> {
    let separated = lines(text).any(|(_, line)| line.trim_matches(is_separator).contains(is_separator));
    let read_line = if numbers || separated {
        read_numbers
    } else {
        read_characters
    };
    let rows: Vec<_> = lines(text)
        .map(|(line, text)| {
            Ok(Row {
                line,
                tiles: read_line(text, line)?,
            })
        })
        .collect::<Result<_, PuzzleError>>()?;
    if rows.is_empty() {
        Err(error(
            1,
            1,
            Fault::Missing {
                field: "the first tile",
            },
        ))
    } else {
        Ok(rows)
    }
}

fn error(line: usize, column: usize, fault: Fault) -> PuzzleError {
    TextError { line, column, fault }.into()
}

fn unknown(line: usize, column: usize, character: char, known: &'static str) -> PuzzleError {
    let (what, text) = ("character", character.to_string());
    error(line, column, Fault::Unknown { what, text, known })
}

fn read_characters(text: &str, line: usize) -> Result<Vec<u64>, PuzzleError> {
    let read = |(column, character): (usize, char)| match character {
        '_' => Ok(0),
        _ => character
            .to_digit(36)
            .map(u64::from)
            .ok_or_else(|| unknown(line, column, character, "0-9 a-z _")),
    };
    (1..)
        .zip(text.chars())
        .filter(|(_, character)| !is_separator(*character))
        .map(read)
        .collect()
}

fn read_numbers(text: &str, line: usize) -> Result<Vec<u64>, PuzzleError> {
    let mut tiles = Vec::new();
    let mut column = 1;
    for word in text.split(is_separator) {
        if word == "_" {
            tiles.push(0);
        } else if !word.is_empty() {
            tiles.push(read_number(word, line, column)?);
        }
        column += word.chars().count() + 1;
    }
    Ok(tiles)
}

/// Returns the number, or `u64::MAX` if it is larger, which is not a tile either.
fn read_number(word: &str, line: usize, column: usize) -> Result<u64, PuzzleError> {
    let mut number = 0_u64;
    for (column, character) in (column..).zip(word.chars()) {
        let digit = character
            .to_digit(10)
            .ok_or_else(|| unknown(line, column, character, "0-9 _"))?;
        number = number.saturating_mul(10).saturating_add(digit.into());
    }
    Ok(number)
}

/// Returns whether the lines do not define rows: there is only one, or each has a single tile.
fn is_flat(rows: &[Row]) -> bool {
    rows.len() == 1 || rows.iter().all(|row| row.tiles.len() == 1)
}

fn rows_fit(rows: &[Row], width: usize) -> Result<(), PuzzleError> {
    match rows.iter().find(|row| row.tiles.len() != width) {
        Some(row) => {
            let (what, found, expected) = ("tiles in the row", row.tiles.len(), width);
            Err(error(row.line, 1, Fault::WrongCount { what, found, expected }))
        }
        None => Ok(()),
    }
}

fn flatten(rows: Vec<Row>) -> Vec<u64> {
    rows.into_iter().flat_map(|row| row.tiles).collect()
}
