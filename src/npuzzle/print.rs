//! Writing boards as text: on one line, as rows, and as drawings.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::Board;

/// The largest number of cells whose tiles have one character each: ten digits and 26 letters.
const ONE_CHARACTER_EACH: usize = 36;

/// Writes one line: one character per tile on boards of up to 36 cells (such as `123456780`; `a` stands for 10),
/// otherwise numbers separated by spaces. Unless the board is a square, a `/` separates the rows (`123/450`).
/// [`str::parse`] reads the text back.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.shape();
        let ends_rows = shape.width() != shape.height();
        for (cell, tile) in self.cells().iter().enumerate() {
            let has_characters = shape.cells() <= ONE_CHARACTER_EACH;
            match shape.column(cell) {
                _ if cell == 0 => {}
                0 if ends_rows => f.write_str("/")?,
                _ if !has_characters => f.write_str(" ")?,
                _ => {}
            }
            match char::from_digit(u32::from(*tile), 36) {
                Some(character) if has_characters => write!(f, "{character}")?,
                _ => write!(f, "{tile}")?,
            }
        }
        Ok(())
    }
}

impl Board {
    /// Displays the board as rows of right-aligned numbers. The blank is `_`, and there is no newline at the end.
    ///
    /// [`str::parse`] reads the text back, whatever the shape of the board.
    ///
    /// ```
    /// use astride::npuzzle::{Board, Shape};
    ///
    /// let board = Board::blank_first(Shape::new(4, 3)?);
    /// assert_eq!(board.rows().to_string(), " _  1  2  3\n 4  5  6  7\n 8  9 10 11");
    /// assert_eq!(board.rows().to_string().parse(), Ok(board));
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn rows(&self) -> Rows<'_> {
        Rows { board: self }
    }

    /// Draws the board with box characters. The blank is an empty cell, and there is no newline at the end.
    ///
    /// ```
    /// use astride::npuzzle::Board;
    ///
    /// let board: Board = "1230".parse()?;
    /// assert_eq!(board.drawing().to_string(), "\
    /// ┌───┬───┐
    /// │ 1 │ 2 │
    /// ├───┼───┤
    /// │ 3 │   │
    /// └───┴───┘");
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn drawing(&self) -> Drawing<'_> {
        Drawing { board: self }
    }

    /// Returns one line that is easier to read than that of [`Display`](fmt::Display): `1 2 3 / 4 5 6 / 7 8 _`.
    pub(super) fn spaced(&self) -> String {
        let name = |tile: &u8| match tile {
            0 => "_".to_string(),
            _ => tile.to_string(),
        };
        let row = |tiles: &[u8]| tiles.iter().map(name).collect::<Vec<_>>().join(" ");
        self.by_row().map(row).collect::<Vec<_>>().join(" / ")
    }

    /// The tiles row by row.
    fn by_row(&self) -> impl Iterator<Item = &[u8]> {
        self.cells().chunks(self.shape().width())
    }

    /// The number of digits of the largest tile.
    fn digits(&self) -> usize {
        match self.cells().len() {
            0..=10 => 1,
            11..=100 => 2,
            _ => 3,
        }
    }
}

/// A board that is displayed as rows of numbers: see [`Board::rows`].
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    board: &'a Board,
}

impl fmt::Display for Rows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.board.digits();
        let mut newline = "";
        for row in self.board.by_row() {
            f.write_str(newline)?;
            newline = "\n";
            let mut space = "";
            for tile in row {
                match tile {
                    0 => write!(f, "{space}{:>digits$}", '_')?,
                    _ => write!(f, "{space}{tile:>digits$}")?,
                }
                space = " ";
            }
        }
        Ok(())
    }
}

/// A board that is displayed as a drawing: see [`Board::drawing`].
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    board: &'a Board,
}

impl Drawing<'_> {
    /// Writes a horizontal line, given its left end, the part between two columns, and its right end.
    fn line(self, f: &mut fmt::Formatter<'_>, [left, between, right]: [&str; 3]) -> fmt::Result {
        let digits = self.board.digits();
        f.write_str(left)?;
        for column in 0..self.board.shape().width() {
            if column > 0 {
                f.write_str(between)?;
            }
            write!(f, "─{:─>digits$}─", "")?;
        }
        f.write_str(right)
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.board.digits();
        let mut above = ["┌", "┬", "┐"];
        for row in self.board.by_row() {
            self.line(f, above)?;
            above = ["├", "┼", "┤"];
            f.write_str("\n│")?;
            for tile in row {
                match tile {
                    0 => write!(f, " {:>digits$} │", "")?,
                    _ => write!(f, " {tile:>digits$} │")?,
                }
            }
            f.write_str("\n")?;
        }
        self.line(f, ["└", "┴", "┘"])
    }
}
