//! [`Tiles`]: the packed form of a board, which a search stores.

use core::fmt::{self, Debug};
use core::hash::{Hash, Hasher};

/// The packed tiles of a board, without its shape: the node of a search.
///
/// Most users can ignore this trait, since [`Puzzle`](super::Puzzle) converts boards into this form and back. Choose an
/// implementation by size: [`Tiles16`] for up to 16 cells, [`Tiles25`] for up to 25 cells, and [`TileBytes`] for larger
/// boards.
///
/// No method panics. If a cell is `CAPACITY` or greater, or `blank` is not the cell of the blank, the result is
/// meaningless.
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Tiles, Tiles16};
///
/// let tiles = Tiles16::pack(&[1, 2, 3, 4, 5, 6, 7, 0, 8]).unwrap();
/// assert_eq!((tiles.blank(), tiles.get(8)), (7, 8));
/// assert_eq!(tiles.slide(7, 8), Tiles16::pack(&[1, 2, 3, 4, 5, 6, 7, 8, 0]).unwrap());
/// ```
pub trait Tiles: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The largest number of cells that this form can hold.
    const CAPACITY: usize;

    /// Packs the tiles of a board, row by row. Returns `None` if there are more than [`CAPACITY`](Self::CAPACITY)
    /// cells, if a tile is `CAPACITY` or larger, or if there is no blank.
    ///
    /// Unused cells are filled with a fixed value, which is not that of the blank.
    fn pack(tiles: &[u8]) -> Option<Self>;

    /// Returns the tile in `cell`, or 0 for the blank.
    fn get(self, cell: usize) -> u8;

    /// Returns the cell of the blank.
    fn blank(self) -> usize;

    /// Returns the packed board after the tile in cell `from` has moved to `blank`, the cell of the blank.
    fn slide(self, blank: usize, from: usize) -> Self;
}

/// Returns whether a packed form of this capacity can hold these tiles.
fn fits(tiles: &[u8], capacity: usize) -> bool {
    tiles.len() <= capacity && tiles.iter().all(|tile| usize::from(*tile) < capacity) && tiles.contains(&0)
}

fn debug<T: Tiles>(tiles: T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.debug_list()
        .entries((0..T::CAPACITY).map(|cell| tiles.get(cell)))
        .finish()
}

/// Defines a packed form with a fixed number of bits per tile, in one number.
macro_rules! packed {
    ($(#[$documentation:meta])* $name:ident: $cells:literal cells, $width:literal bits in $number:ty, $left:ident, $right:ident) => {
        $(#[$documentation])*
        // An array of bytes has an alignment of 1, so that a search's record of a state has no padding.
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub struct $name([u8; size_of::<$number>()]);

        impl $name {
            #[doc = concat!("Returns the packed bits: ", $width, " per cell, with the first cell in the lowest bits.")]
            #[inline]
            pub fn bits(self) -> $number {
                <$number>::from_le_bytes(self.0)
            }

            /// Creates the tiles with these [`bits`](Self::bits), which need not be those of a board.
            #[inline]
            pub fn from_bits(bits: $number) -> Self {
                Self(bits.to_le_bytes())
            }

            /// The position of a cell's lowest bit. Shifts wrap around, so cells need not be checked.
            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "cells are few")]
            fn shift(cell: usize) -> u32 {
                (cell as u32).wrapping_mul($width)
            }
        }

        impl Tiles for $name {
            const CAPACITY: usize = $cells;

            fn pack(tiles: &[u8]) -> Option<Self> {
                let filled = (0..$cells)
                    .rev()
                    .map(|cell| tiles.get(cell).map_or((1 << $width) - 1, |tile| <$number>::from(*tile)));
                fits(tiles, $cells).then(|| Self::from_bits(filled.fold(0, |bits, tile| bits << $width | tile)))
            }

            #[inline]
            fn get(self, cell: usize) -> u8 {
                (self.bits().$right(Self::shift(cell)) & ((1 << $width) - 1)) as u8
            }

            #[inline]
            fn blank(self) -> usize {
                // Subtracting 1 from each field sets the highest bit of those that were 0. A borrow can also set bits
                // further up, but the lowest one is right. Bits above the last field are not in the mask.
                const ALL: $number = <$number>::MAX >> (<$number>::BITS - $cells * $width);
                const LOWEST: $number = ALL / ((1 << $width) - 1);
                const HIGHEST: $number = LOWEST << ($width - 1);
                let bits = self.bits();
                ((bits.wrapping_sub(LOWEST) & !bits & HIGHEST).trailing_zeros() / $width) as usize
            }

            #[inline]
            fn slide(self, blank: usize, from: usize) -> Self {
                // The blank's bits are all zero, so the tile is put into one place and cancelled in the other.
                let tile = <$number>::from(self.get(from));
                let moved = tile.$left(Self::shift(blank)) ^ tile.$left(Self::shift(from));
                Self::from_bits(self.bits() ^ moved)
            }
        }

        impl Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                debug(*self, f)
            }
        }
    };
}

packed! {
    /// Up to 16 cells of 4 bits each, in 8 bytes: for the 8-puzzle and the 15-puzzle.
    ///
    /// ```
    /// assert_eq!(size_of::<astride::npuzzle::Tiles16>(), 8);
    /// ```
    Tiles16: 16 cells, 4 bits in u64, rotate_left, rotate_right
}

packed! {
    /// Up to 25 cells of 5 bits each, in 16 bytes: for the 24-puzzle, and for rectangles up to 3×8, 4×6 and 2×12.
    ///
    /// ```
    /// assert_eq!(size_of::<astride::npuzzle::Tiles25>(), 16);
    /// ```
    Tiles25: 25 cells, 5 bits in u128, wrapping_shl, wrapping_shr
}

impl Hash for Tiles16 {
    #[inline]
    fn hash<S: Hasher>(&self, state: &mut S) {
        // This hashes one word, whereas the derived implementation would hash a slice with its length.
        state.write_u64(self.bits());
    }
}

impl Hash for Tiles25 {
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
    fn hash<S: Hasher>(&self, state: &mut S) {
        // This hashes two words, since many hashers have no fast method for a `u128`.
        let bits = self.bits();
        state.write_u64(bits as u64);
        state.write_u64((bits >> 64) as u64);
    }
}

/// The packed form of larger boards: up to `N` cells (at most 256) in `N` bytes, one for each cell.
///
/// ```
/// use astride::npuzzle::{Board, Shape, TileBytes, Tiles};
///
/// let board = Board::blank_last(Shape::new(10, 10)?);
/// assert_eq!(TileBytes::<100>::pack(board.cells()).unwrap().blank(), 99);
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TileBytes<const N: usize>([u8; N]);

impl<const N: usize> Tiles for TileBytes<N> {
    const CAPACITY: usize = N;

    fn pack(tiles: &[u8]) -> Option<Self> {
        let mut bytes = [u8::MAX; N];
        bytes.iter_mut().zip(tiles).for_each(|(byte, tile)| *byte = *tile);
        fits(tiles, N).then_some(Self(bytes))
    }

    #[inline]
    fn get(self, cell: usize) -> u8 {
        self.0.get(cell).copied().unwrap_or_default()
    }

    #[inline]
    fn blank(self) -> usize {
        self.0.iter().position(|tile| *tile == 0).unwrap_or_default()
    }

    #[inline]
    fn slide(mut self, blank: usize, from: usize) -> Self {
        if blank.max(from) < N {
            self.0.swap(blank, from);
        }
        self
    }
}

impl<const N: usize> Debug for TileBytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(*self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::npuzzle::{Board, Shape};
    use proptest::prelude::*;

    #[test]
    fn sizes_leave_no_padding() {
        assert_eq!((size_of::<Tiles16>(), align_of::<Tiles16>()), (8, 1));
        assert_eq!((size_of::<Tiles25>(), align_of::<Tiles25>()), (16, 1));
        assert_eq!((size_of::<TileBytes<36>>(), align_of::<TileBytes<36>>()), (36, 1));
    }

    /// Walks over the board and compares the result with [`Board::step`] at each move.
    fn agrees_with_board<T: Tiles>(width: usize, height: usize) {
        let mut board = Board::blank_last(Shape::new(width, height).unwrap());
        let mut tiles = T::pack(board.cells()).unwrap();
        for round in 0..400 {
            let step = board.moves().nth(round % board.moves().count()).unwrap();
            let (blank, from) = (board.blank(), board.shape().target(board.blank(), step).unwrap());
            assert!(board.step(step));
            tiles = tiles.slide(blank, from);
            assert_eq!(Some(tiles), T::pack(board.cells()), "{board:?}");
            assert_eq!(tiles.blank(), board.blank(), "{board:?}");
            assert!(
                (0..board.cells().len()).all(|cell| Some(tiles.get(cell)) == board.tile(cell)),
                "{board:?}"
            );
            assert!(
                (board.cells().len()..T::CAPACITY).all(|cell| tiles.get(cell) != 0),
                "{board:?}"
            );
        }
    }

    #[test]
    fn packed_boards_move_like_boards() {
        for (width, height) in [(2, 2), (2, 3), (3, 2), (3, 3), (5, 3), (2, 8), (8, 2), (4, 4)] {
            agrees_with_board::<Tiles16>(width, height);
            agrees_with_board::<Tiles25>(width, height);
            agrees_with_board::<TileBytes<16>>(width, height);
            agrees_with_board::<TileBytes<21>>(width, height);
        }
        for (width, height) in [(5, 5), (3, 8), (12, 2)] {
            agrees_with_board::<Tiles25>(width, height);
            agrees_with_board::<TileBytes<25>>(width, height);
        }
        agrees_with_board::<TileBytes<100>>(10, 10);
        agrees_with_board::<TileBytes<256>>(16, 16);
    }

    #[test]
    fn a_slide_from_outside_changes_nothing() {
        let bytes = TileBytes([1, 2, 3, 0]);
        for outside in [4, 5, usize::MAX] {
            assert_eq!((bytes.slide(3, outside), bytes.slide(outside, 3)), (bytes, bytes));
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(Tiles16::pack(&[1, 2, 3]), None, "no blank");
        assert_eq!(Tiles16::pack(&[16, 0]), None, "16 is too large");
        assert_eq!(Tiles16::pack(&[0; 17]), None, "too many");
        assert_eq!(Tiles25::pack(&[0; 26]), None);
        assert_eq!(TileBytes::<0>::pack(&[]), None);
    }

    proptest! {
        #[test]
        fn nothing_panics(bytes: [u8; 16], bits: u64, cell: usize, other: usize) {
            let tiles = Tiles16::from_bits(bits);
            let _ = (tiles.get(cell), tiles.blank(), tiles.slide(cell, other));
            let tiles = Tiles25(bytes);
            let _ = (tiles.get(cell), tiles.blank(), tiles.slide(cell, other));
            let tiles = TileBytes(bytes);
            let _ = (tiles.get(cell), tiles.blank(), tiles.slide(cell, other));
        }
    }
}
