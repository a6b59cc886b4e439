//! [`Ranking`]: a bit for every board that can reach the goal, with 60 bits per word.

use alloc::vec;
use alloc::vec::Vec;

use crate::lehmer;
use astride::npuzzle::{Board, Shape};

/// Numbers the boards that can reach a goal with the blank's cell, a word, and a bit of the word.
///
/// The tiles in reading order, without the blank, are a permutation. Its last five tiles, the *tail*, determine the bit
/// of the word, and the tiles before them the word, both in lexicographic order. The order of the last two tiles
/// follows from the parity, so 5! / 2 = 60 bits are enough. (On 2×2 cells there are three tiles, and one word of three
/// bits.)
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    shape: Shape,
    /// The number of tiles that determine the bit.
    tail: usize,
    /// Whether the tiles of the goal are an odd permutation, and the row of its blank.
    goal_is_odd: bool,
    goal_row: usize,
    /// A bit for each word, which is set if the tiles before the tail add an odd number of inversions.
    odd_words: Vec<u64>,
}

/// The place of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The blank's cell.
    pub(super) blank: usize,
    /// The word among those of this cell.
    pub(super) word: usize,
    /// The bit of the word.
    pub(super) bit: usize,
}

impl Ranking {
    /// The number of tiles that determine a bit of a word, if the board has that many.
    pub(super) const TAIL: usize = 5;

    /// The number of boards that can reach a goal of this shape, and the number of words for each cell of the blank.
    /// `u128::MAX` stands for any larger number.
    pub(super) fn size(shape: Shape) -> (u128, u128) {
        let cells = shape.cells() as u128;
        let words = ((Self::TAIL + 1) as u128..cells).fold(1, u128::saturating_mul);
        ((3..=cells).fold(1, u128::saturating_mul), words)
    }

    /// Creates the ranking of all boards that can reach `goal`. It allocates a bit for each word.
    pub(super) fn new(goal: &Board) -> Self {
        let shape = goal.shape();
        let mut ranking = Self {
            shape,
            tail: Self::TAIL.min(shape.cells() - 1),
            goal_is_odd: false,
            goal_row: shape.row(goal.blank()),
            odd_words: Vec::new(),
        };
        let digits = ranking.digits(goal);
        ranking.goal_is_odd = is_odd(&digits);
        ranking.odd_words = ranking.find_odd_words();
        ranking
    }

    /// The number of tiles on a board.
    pub(super) fn tiles(&self) -> usize {
        self.shape.cells() - 1
    }

    /// The number of tiles that determine the bit: 5, or 3 on 2×2 cells.
    pub(super) fn tail(&self) -> usize {
        self.tail
    }

    /// The position of the first tile of the tail, counted from 0.
    pub(super) fn first_of_tail(&self) -> usize {
        self.tiles() - self.tail
    }

    /// The number of words for each cell of the blank.
    pub(super) fn words(&self) -> usize {
        lehmer::arrangements(self.tiles(), self.first_of_tail())
    }

    /// Whether the tiles are an odd permutation if the blank is in this cell. A move along a row does not change the
    /// order. A move along a column takes a tile past the others of a row, whose number is odd if the width is even.
    pub(super) fn is_odd(&self, blank: usize) -> bool {
        let rows = self.shape.row(blank).abs_diff(self.goal_row);
        self.goal_is_odd ^ (rows % 2 == 1 && self.shape.width().is_multiple_of(2))
    }

    /// Whether the tiles before the tail add an odd number of inversions.
    #[inline]
    pub(super) fn is_odd_word(&self, word: usize) -> bool {
        let bits = self.odd_words.get(word / 64).copied().unwrap_or_default();
        bits >> (word % 64) & 1 == 1
    }

    /// The place of a board, which must be able to reach the goal.
    pub(super) fn place(&self, board: &Board) -> Place {
        let digits = self.digits(board);
        let (head, tail) = digits.split_at(self.first_of_tail());
        Place {
            blank: board.blank(),
            word: lehmer::number(head, self.tiles()),
            bit: tail_bit(tail),
        }
    }

    /// The board at a place.
    pub(super) fn board(&self, place: Place) -> Board {
        let mut digits = vec![0; self.tiles()];
        let (head, tail) = digits.split_at_mut(self.first_of_tail());
        lehmer::spell(place.word, self.shape.cells() - 1, head);
        let odd = self.is_odd(place.blank) ^ is_odd(head);
        tail.copy_from_slice(spell_tail(place.bit, odd, &mut [0; Self::TAIL], self.tail));
        lehmer::decode(&mut digits);
        let mut tiles: Vec<_> = digits.into_iter().map(|value| value + 1).collect();
        tiles.insert(place.blank.min(tiles.len()), 0);
        // Digits stand for an arrangement of all tiles, which is always a valid board.
        Board::new(self.shape, &tiles).unwrap_or_else(|_| Board::blank_first(self.shape))
    }

    /// The digits of the tiles in reading order.
    fn digits(&self, board: &Board) -> Vec<u8> {
        let mut digits = Vec::with_capacity(self.tiles());
        digits.extend(board.cells().iter().filter_map(|tile| tile.checked_sub(1)));
        lehmer::encode(&mut digits);
        digits
    }

    fn find_odd_words(&self) -> Vec<u64> {
        let words = self.words();
        let mut odd_words = vec![0; words.div_ceil(64)];
        let mut digits = vec![0; self.first_of_tail()];
        for word in 0..words {
            if let Some(bits) = odd_words.get_mut(word / 64) {
                *bits |= u64::from(is_odd(&digits)) << (word % 64);
            }
            // The next word in lexicographic order. Usually only the last digit grows.
            for (digit, largest) in digits.iter_mut().rev().zip(self.tail..=255) {
                if usize::from(*digit) < largest {
                    *digit += 1;
                    break;
                }
                *digit = 0;
            }
        }
        odd_words
    }
}

/// Whether these digits stand for an odd number of inversions.
fn is_odd(digits: &[u8]) -> bool {
    digits.iter().fold(0, |sum, digit| sum ^ digit) & 1 == 1
}

/// The bit for the digits of a tail, without the last two.
pub(super) fn tail_bit(digits: &[u8]) -> usize {
    let free = digits.len().saturating_sub(2);
    lehmer::number(digits.get(..free).unwrap_or_default(), digits.len())
}

/// Writes the digits of the odd or even tail for a bit.
pub(super) fn spell_tail(bit: usize, odd: bool, digits: &mut [u8; Ranking::TAIL], tail: usize) -> &mut [u8] {
    let (digits, _) = digits.split_at_mut(tail.min(Ranking::TAIL));
    if let [free @ .., before_last, last] = digits {
        lehmer::spell(bit, free.len() + 2, free);
        *before_last = u8::from(odd ^ is_odd(free));
        *last = 0;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shape() -> impl Strategy<Value = Shape> {
        let sizes = [
            (2, 2),
            (3, 2),
            (2, 3),
            (4, 2),
            (2, 4),
            (3, 3),
            (2, 5),
            (5, 2),
            (2, 6),
            (6, 2),
            (3, 4),
            (4, 3),
        ];
        proptest::sample::select(sizes.to_vec()).prop_map(|(width, height)| Shape::new(width, height).unwrap())
    }

    proptest! {
        #[test]
        fn a_place_leads_back_to_its_board(shape in shape(), goal: u64, seed: u64) {
            let goal = Board::random(&Board::blank_first(shape), goal);
            let ranking = Ranking::new(&goal);
            let board = Board::random(&goal, seed);
            let place = ranking.place(&board);
            prop_assert!(place.word < ranking.words() && place.bit < 60);
            prop_assert_eq!(ranking.board(place), board);
        }

        #[test]
        fn a_board_leads_back_to_its_place(shape in shape(), goal: u64, blank: usize, word: usize, bit: usize) {
            let goal = Board::random(&Board::blank_first(shape), goal);
            let ranking = Ranking::new(&goal);
            let bits = if ranking.tail() == 3 { 3 } else { 60 };
            let place = Place { blank: blank % shape.cells(), word: word % ranking.words(), bit: bit % bits };
            let board = ranking.board(place);
            prop_assert_eq!(board.is_solvable(&goal), Ok(true));
            prop_assert_eq!(ranking.place(&board), place);
        }
    }

    #[test]
    fn there_are_as_many_places_as_boards() {
        for (width, height, states) in [(2, 2, 12), (3, 2, 360), (3, 3, 181_440), (3, 4, 239_500_800)] {
            let shape = Shape::new(width, height).unwrap();
            let (boards, words) = Ranking::size(shape);
            let ranking = Ranking::new(&Board::blank_last(shape));
            assert_eq!(boards, states);
            assert_eq!(words, ranking.words() as u128);
            let bits = if ranking.tail() == 3 { 3 } else { 60 };
            assert_eq!(words * shape.cells() as u128 * bits, states);
        }
        assert_eq!(Ranking::size(Shape::new(16, 16).unwrap()), (u128::MAX, u128::MAX));
    }
}
