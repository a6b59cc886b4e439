//! [`Shape`]: the width and height of a board, and values derived from them.

use alloc::string::ToString;
use core::fmt;
use core::str::FromStr;

use super::{Move, PuzzleError};

/// The width and height of a board, each from 2 to 16 cells.
///
/// Cells are counted from 0, row by row from the top left. A shape is written `WIDTHxHEIGHT`: `3x5` has three columns
/// and five rows. A single number such as `4` is read as a square.
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Move, Shape};
///
/// let shape: Shape = "3x5".parse()?;
/// assert_eq!((shape.width(), shape.height(), shape.cells()), (3, 5, 15));
/// assert_eq!((shape.row(7), shape.column(7)), (2, 1));
/// assert_eq!(shape.neighbours(7).collect::<Vec<_>>(), [4, 6, 8, 10]);
/// assert_eq!(shape.target(7, Move::Down), Some(10));
/// assert_eq!("4".parse(), Shape::new(4, 4));
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    // Each is at most 16, so that a cell and a tile fit into a byte.
    width: u8,
    height: u8,
}

impl Shape {
    /// The shortest side that a board may have.
    pub const SHORTEST: usize = 2;

    /// The longest side that a board may have.
    pub const LONGEST: usize = 16;

    /// Creates a shape of `width` columns and `height` rows.
    ///
    /// # Errors
    ///
    /// Returns [`PuzzleError::SizeOutOfRange`] if `width` or `height` is below [`SHORTEST`](Self::SHORTEST) or above
    /// [`LONGEST`](Self::LONGEST).
    ///
    /// ```
    /// use astride::npuzzle::{PuzzleError, Shape};
    /// assert_eq!(Shape::new(1, 9), Err(PuzzleError::SizeOutOfRange { width: 1, height: 9 }));
    /// ```
    pub fn new(width: usize, height: usize) -> Result<Self, PuzzleError> {
        let side = |cells: usize| {
            let fits = (Self::SHORTEST..=Self::LONGEST).contains(&cells);
            u8::try_from(cells).ok().filter(|_| fits)
        };
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height }),
            _ => Err(PuzzleError::SizeOutOfRange { width, height }),
        }
    }

    /// The number of columns.
    #[inline]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// The number of rows.
    #[inline]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// The number of cells, including the blank cell: 4 to 256.
    #[inline]
    pub const fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// The row of `cell`, counted from 0 at the top. (If the cell is not on the board, neither is the row.)
    #[inline]
    pub const fn row(self, cell: usize) -> usize {
        cell / self.width()
    }

    /// The column of `cell`, counted from 0 at the left.
    #[inline]
    pub const fn column(self, cell: usize) -> usize {
        cell % self.width()
    }

    /// The number of moves that a tile needs from one cell to another on an otherwise empty board: the number of rows
    /// plus columns between them.
    ///
    /// ```
    /// use astride::npuzzle::Shape;
    /// assert_eq!(Shape::new(4, 4)?.distance(0, 15), 6);
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    #[inline]
    pub const fn distance(self, from: usize, to: usize) -> usize {
        self.row(from).abs_diff(self.row(to)) + self.column(from).abs_diff(self.column(to))
    }

    /// The cell that the blank enters if it makes this move from cell `blank`. `None` if the move leads off the board,
    /// or if `blank` is not on the board.
    #[inline]
    pub const fn target(self, blank: usize, direction: Move) -> Option<usize> {
        if blank >= self.cells() {
            return None;
        }
        let column = self.column(blank);
        match direction {
            Move::Up => blank.checked_sub(self.width()),
            Move::Left if column > 0 => Some(blank - 1),
            Move::Right if column + 1 < self.width() => Some(blank + 1),
            Move::Down if blank + self.width() < self.cells() => Some(blank + self.width()),
            _ => None,
        }
    }

    /// The two to four moves of a blank in cell `blank`, in the order Up, Left, Right, Down.
    ///
    /// ```
    /// use astride::npuzzle::Shape;
    /// assert_eq!(Shape::new(2, 2)?.moves(1).collect::<String>(), "LD");
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    #[inline]
    pub fn moves(self, blank: usize) -> impl Iterator<Item = Move> {
        Move::ALL
            .into_iter()
            .filter(move |direction| self.target(blank, *direction).is_some())
    }

    /// The cells that share a side with `cell`, in ascending order: above, left, right, below.
    #[inline]
    pub fn neighbours(self, cell: usize) -> impl DoubleEndedIterator<Item = usize> {
        Move::ALL
            .into_iter()
            .filter_map(move |direction| self.target(cell, direction))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Reads `4` as a square and `3x5` as `WIDTHxHEIGHT`.
impl FromStr for Shape {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        let side = |digits: &str| {
            digits
                .trim()
                .parse::<usize>()
                .map_err(|_| PuzzleError::ShapeSyntax { text: text.to_string() })
        };
        match text.split_once(['x', 'X', '×']) {
            Some((width, height)) => Self::new(side(width)?, side(height)?),
            None => side(text).and_then(|cells| Self::new(cells, cells)),
        }
    }
}
