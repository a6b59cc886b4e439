//! [`Board`]: the tiles of a position, with the shape of the board.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::{Move, PuzzleError, Shape};

/// The tiles of a position, with the shape of the board: the form in which programs read and print positions and pass
/// them to a [`Puzzle`](super::Puzzle).
///
/// Tiles are numbered from 1, and 0 is the blank. Every board contains each tile and the blank exactly once.
/// [`is_solvable`](Self::is_solvable) returns whether a board can reach a given goal.
///
/// A search works on the packed form of boards, [`Tiles`](super::Tiles).
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Board, Move};
///
/// let board: Board = "120483765".parse()?;
/// assert_eq!(board, Board::try_from([[1, 2, 0], [4, 8, 3], [7, 6, 5]])?);
/// assert_eq!(board.blank(), 2);
/// assert_eq!(board.moves().collect::<Vec<_>>(), [Move::Left, Move::Down]);
/// assert_eq!(board.apply(Move::Down)?.to_string(), "123480765");
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    shape: Shape,
    blank: u8,
    tiles: Box<[u8]>,
}

impl Board {
    /// Creates a board of the given shape from its tiles, row by row from the top left, where 0 is the blank.
    ///
    /// # Errors
    ///
    /// Returns the first of these errors that applies: [`WrongLength`](PuzzleError::WrongLength),
    /// [`NoBlank`](PuzzleError::NoBlank), [`TwoBlanks`](PuzzleError::TwoBlanks),
    /// [`TileTooLarge`](PuzzleError::TileTooLarge), or [`DuplicateTile`](PuzzleError::DuplicateTile), which also names
    /// a missing tile.
    ///
    /// # Complexity
    ///
    /// Linear in the number of cells.
    ///
    /// ```
    /// use astride::npuzzle::{Board, Shape};
    /// let board = Board::new(Shape::new(3, 2)?, &[1, 2, 3, 0, 4, 5])?;
    /// assert_eq!(board.tile(4), Some(4));
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn new(shape: Shape, tiles: &[u8]) -> Result<Self, PuzzleError> {
        Self::from_numbers(shape, tiles)
    }

    /// Does the same for numbers of any width, since a text may contain numbers larger than any tile.
    pub(super) fn from_numbers<N: Copy + Into<u64>>(shape: Shape, numbers: &[N]) -> Result<Self, PuzzleError> {
        if numbers.len() != shape.cells() {
            return Err(PuzzleError::WrongLength {
                found: numbers.len(),
                shape,
            });
        }
        let mut blanks = (0..)
            .zip(numbers)
            .filter(|(_, number)| (**number).into() == 0)
            .map(|(cell, _)| cell);
        let Some(first) = blanks.next() else {
            return Err(PuzzleError::NoBlank);
        };
        if let Some(second) = blanks.next() {
            return Err(PuzzleError::TwoBlanks { first, second });
        }

        // The cell in which each tile was found.
        let mut seen = [None; 256];
        let mut duplicate = None;
        let mut tiles = Vec::with_capacity(numbers.len());
        let largest = u8::try_from(shape.cells() - 1).unwrap_or(u8::MAX);
        for (cell, number) in numbers.iter().enumerate() {
            let number = (*number).into();
            let Some(tile) = u8::try_from(number).ok().filter(|tile| *tile <= largest) else {
                return Err(PuzzleError::TileTooLarge {
                    tile: number,
                    cell,
                    largest,
                });
            };
            if let Some(first) = seen[usize::from(tile)].replace(cell) {
                duplicate = duplicate.or(Some((tile, first, cell)));
            }
            tiles.push(tile);
        }
        if let Some((tile, first, second)) = duplicate {
            let missing = (0..=largest)
                .find(|tile| seen[usize::from(*tile)].is_none())
                .unwrap_or(tile);
            return Err(PuzzleError::DuplicateTile {
                tile,
                first,
                second,
                missing,
            });
        }
        Ok(Self::from_valid(shape, tiles.into_boxed_slice()))
    }

    /// Creates a board from tiles that are known to be valid.
    pub(super) fn from_valid(shape: Shape, tiles: Box<[u8]>) -> Self {
        let blank = (0..=u8::MAX)
            .zip(&tiles)
            .find(|(_, tile)| **tile == 0)
            .map_or(0, |(cell, _)| cell);
        Self { shape, blank, tiles }
    }

    /// Creates the board 0 1 2 …: the blank first, followed by the tiles in order.
    ///
    /// ```
    /// use astride::npuzzle::{Board, Shape};
    /// assert_eq!(Board::blank_first(Shape::new(3, 3)?).to_string(), "012345678");
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn blank_first(shape: Shape) -> Self {
        Self::from_valid(shape, (0..=u8::MAX).take(shape.cells()).collect())
    }

    /// Creates the board 1 2 … 0: the tiles in order, followed by the blank.
    ///
    /// ```
    /// use astride::npuzzle::{Board, Shape};
    /// assert_eq!(Board::blank_last(Shape::new(4, 4)?).to_string(), "123456789abcdef0");
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn blank_last(shape: Shape) -> Self {
        let tiles = (1..=u8::MAX).take(shape.cells() - 1);
        Self::from_valid(shape, tiles.chain([0]).collect())
    }

    /// The board's shape.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The tile in each cell, row by row from the top left; 0 is the blank.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        &self.tiles
    }

    /// The tile in `cell`, or 0 for the blank. `None` if the cell is not on the board.
    #[inline]
    pub fn tile(&self, cell: usize) -> Option<u8> {
        self.tiles.get(cell).copied()
    }

    /// The cell of the blank.
    #[inline]
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// The cell of the blank, followed by the cell of each tile. Entries after the last tile are 0.
    pub fn positions(&self) -> [u8; 256] {
        let mut positions = [0; 256];
        for (cell, tile) in (0..=u8::MAX).zip(&self.tiles) {
            positions[usize::from(*tile)] = cell;
        }
        positions
    }

    /// The legal moves, in the order Up, Left, Right, Down.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<> {
        self.shape.moves(self.blank())
    }

    /// Returns the board after one move of the blank.
    ///
    /// # Errors
    ///
    /// Returns [`PuzzleError::IllegalMove`] if the move leads off the board.
    pub fn apply(&self, direction: Move) -> Result<Self, PuzzleError> {
        self.apply_all([direction])
    }

    /// Returns the board after a sequence of moves.
    ///
    /// # Errors
    ///
    /// Returns [`PuzzleError::IllegalMove`], with the first move that leads off the board and its place in the
    /// sequence.
    ///
    /// # Complexity
    ///
    /// Linear in the number of cells and moves.
    ///
    /// ```
    /// use astride::npuzzle::{Board, Move, PuzzleError};
    ///
    /// let board: Board = "123480765".parse()?;
    /// assert_eq!(board.apply_all(Move::parse_sequence("DLUR")?)?.to_string(), "123450786");
    /// let error = board.apply_all([Move::Up, Move::Right]).unwrap_err();
    /// assert_eq!(error, PuzzleError::IllegalMove { direction: Move::Right, position: 2, blank: 2 });
    /// # Ok::<(), PuzzleError>(())
    /// ```
    pub fn apply_all(&self, moves: impl IntoIterator<Item = Move>) -> Result<Self, PuzzleError> {
        let mut board = self.clone();
        for (index, direction) in moves.into_iter().enumerate() {
            if !board.step(direction) {
                let blank = board.blank();
                return Err(PuzzleError::IllegalMove {
                    direction,
                    position: index.saturating_add(1),
                    blank,
                });
            }
        }
        Ok(board)
    }

    /// Makes a move in place. If the move leads off the board, it changes nothing and returns `false`.
    pub(super) fn step(&mut self, direction: Move) -> bool {
        let blank = self.blank();
        let Some(target) = self.shape.target(blank, direction) else {
            return false;
        };
        self.tiles.swap(blank, target);
        self.blank = u8::try_from(target).unwrap_or_default();
        true
    }
}

impl<const W: usize, const H: usize> TryFrom<[[u8; W]; H]> for Board {
    type Error = PuzzleError;

    fn try_from(rows: [[u8; W]; H]) -> Result<Self, PuzzleError> {
        Self::new(Shape::new(W, H)?, rows.as_flattened())
    }
}

/// The output is short, since boards appear in the messages of failing assertions.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({} {self})", self.shape)
    }
}
