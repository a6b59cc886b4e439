//! Boards to text: flat, as rows, and drawn.

use core::fmt;

use super::Board;

/// The most cells whose tiles have one character each: ten digits and 26 letters.
const ONE_CHARACTER_EACH: usize = 36;

/// Flat: one character a tile on boards of up to 36 cells (`123456780`, `a` is 10), otherwise numbers separated by
/// spaces. [`Board::parse`] reads it back with the board's shape, and for a square so does [`str::parse`].
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for tile in self.cells() {
            match char::from_digit(u32::from(*tile), 36) {
                Some(character) if self.cells().len() <= ONE_CHARACTER_EACH => write!(f, "{character}")?,
                _ => write!(f, "{separator}{tile}")?,
            }
            separator = " ";
        }
        Ok(())
    }
}

impl Board {
    /// The board as rows of right-aligned numbers, the blank as `_`, without a newline at the end.
    ///
    /// [`str::parse`] reads it back, whatever the shape.
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

    /// The board drawn with box characters, the blank empty, without a newline at the end.
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

    /// The tiles row by row.
    fn by_row(&self) -> impl Iterator<Item = &[u8]> {
        self.cells().chunks(self.shape().width())
    }

    /// How many digits the largest tile has.
    fn digits(&self) -> usize {
        match self.cells().len() {
            0..=10 => 1,
            11..=100 => 2,
            _ => 3,
        }
    }
}

/// A board that displays as rows of numbers: see [`Board::rows`].
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

/// A board that displays as a drawing: see [`Board::drawing`].
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    board: &'a Board,
}

impl Drawing<'_> {
    /// A horizontal line: its left end, what it has between two columns, its right end.
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

#[cfg(test)]
mod tests {
    use crate::npuzzle::{Board, Shape};
    use proptest::prelude::*;
    use std::string::ToString;

    fn boards() -> impl Strategy<Value = Board> {
        let shapes = (2_usize..=16, 2_usize..=16).prop_map(|(width, height)| Shape::new(width, height).unwrap());
        shapes.prop_flat_map(|shape| {
            let tiles = Board::blank_first(shape).cells().to_vec();
            Just(tiles)
                .prop_shuffle()
                .prop_map(move |tiles| Board::new(shape, &tiles).unwrap())
        })
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(board in boards()) {
            let flat = board.to_string();
            prop_assert_eq!(Board::parse(&flat, board.shape()), Ok(board.clone()));
            if board.shape().width() == board.shape().height() {
                prop_assert_eq!(flat.parse(), Ok(board.clone()));
            }
            let rows = board.rows().to_string();
            prop_assert_eq!(Board::parse(&rows, board.shape()), Ok(board.clone()));
            prop_assert_eq!(rows.parse(), Ok(board.clone()));
        }

        #[test]
        fn a_drawing_is_a_rectangle(board in boards()) {
            let drawing = board.drawing().to_string();
            let widths: std::vec::Vec<_> = drawing.lines().map(|line| line.chars().count()).collect();
            prop_assert_eq!(widths.len(), 2 * board.shape().height() + 1);
            prop_assert!(widths.iter().all(|width| *width == widths[0]));
        }
    }
}
