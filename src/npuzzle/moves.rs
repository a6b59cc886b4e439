//! [`Move`]: one step of the blank.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::PuzzleError;

/// One step of the *blank*: `Up` exchanges the blank with the tile above, which thereby moves down.
///
/// Moves are written `U`, `L`, `R` and `D`.
///
/// # Example
///
/// ```
/// use astride::npuzzle::Move;
///
/// let moves = Move::parse_sequence("urDL")?;
/// assert_eq!(moves, [Move::Up, Move::Right, Move::Down, Move::Left]);
/// assert_eq!(moves.into_iter().collect::<String>(), "URDL");
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Move {
    /// The blank moves to the row above.
    #[cfg_attr(feature = "serde", serde(rename = "U"))]
    Up,
    /// The blank moves to the column on the left.
    #[cfg_attr(feature = "serde", serde(rename = "L"))]
    Left,
    /// The blank moves to the column on the right.
    #[cfg_attr(feature = "serde", serde(rename = "R"))]
    Right,
    /// The blank moves to the row below.
    #[cfg_attr(feature = "serde", serde(rename = "D"))]
    Down,
}

impl Move {
    /// All moves, in ascending order of the cells to which they take the blank. The successors of a board have the same
    /// order.
    ///
    /// ```
    /// use astride::npuzzle::Move;
    /// assert_eq!(Move::ALL.into_iter().collect::<String>(), "ULRD");
    /// ```
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// The opposite move.
    ///
    /// ```
    /// use astride::npuzzle::Move;
    /// assert_eq!(Move::Left.opposite(), Move::Right);
    /// ```
    #[inline]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
        }
    }

    /// Reads moves such as `URDL`, in upper or lower case. White space between moves is skipped.
    ///
    /// # Errors
    ///
    /// Returns [`PuzzleError::NotAMove`], with the first character that is not a move and its position.
    ///
    /// # Complexity
    ///
    /// Linear in the length of the text.
    ///
    /// ```
    /// use astride::npuzzle::{Move, PuzzleError};
    /// assert_eq!(Move::parse_sequence("U x"), Err(PuzzleError::NotAMove { character: 'x', position: 3 }));
    /// ```
    pub fn parse_sequence(text: &str) -> Result<Vec<Self>, PuzzleError> {
        let characters = text
            .chars()
            .enumerate()
            .filter(|(_, character)| !character.is_whitespace());
        let read = |(index, character)| {
            Self::from_letter(character).ok_or(PuzzleError::NotAMove {
                character,
                position: index + 1,
            })
        };
        characters.map(read).collect()
    }

    fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            'U' => Some(Self::Up),
            'L' => Some(Self::Left),
            'R' => Some(Self::Right),
            'D' => Some(Self::Down),
            _ => None,
        }
    }
}

impl From<Move> for char {
    fn from(step: Move) -> Self {
        match step {
            Move::Up => 'U',
            Move::Left => 'L',
            Move::Right => 'R',
            Move::Down => 'D',
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, char::from(*self))
    }
}

/// Reads exactly one move.
impl FromStr for Move {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        match Self::parse_sequence(text)?.as_slice() {
            [only] => Ok(*only),
            _ => Err(PuzzleError::MoveSyntax { text: text.to_string() }),
        }
    }
}

/// Writes moves one after another, as [`Move::parse_sequence`] reads them.
impl FromIterator<Move> for String {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        moves.into_iter().map(char::from).collect()
    }
}
