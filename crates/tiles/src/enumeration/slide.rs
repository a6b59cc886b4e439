//! [`Slide`]: a move of the blank along a column, applied to all boards of a cell at once.
//!
//! In reading order, without the blank, such a move takes one tile past the `width - 1` tiles in between, so it rotates
//! a window of `width` tiles by one place. The digits before and after the window do not change, and the new digits
//! within it depend only on the old ones within it. With the digits as in [`Ranking`], there are three cases:
//!
//! * If the window lies before the tail, whole words change places, 60 boards at a time.
//! * If it lies in the tail, the bits of each word are permuted in the same way for all words of one parity.
//! * If it crosses the beginning of the tail, the rotation consists of a rotation of words, an exchange of two
//!   neighbours, and a rotation of bits, in this order or the reverse. The last tile before the tail is exchanged with
//!   the first tile of the tail, which involves six words together.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::ranking::{Ranking, spell_tail, tail_bit};
use crate::lehmer;

/// The move of a tile from one end of a window to the other, for all boards at once.
#[derive(Clone, Debug)]
pub(super) enum Slide {
    /// The window lies before the tail.
    Words(WordRotation),
    /// The window lies in the tail.
    Bits(BitRotation),
    /// The window crosses the beginning of the tail, and its first tile becomes the last.
    IntoTail(WordRotation, BitRotation),
    /// The window crosses the beginning of the tail, and its last tile becomes the first.
    OutOfTail(BitRotation, WordRotation),
}

/// The direction in which a window is rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// The first tile becomes the last: the blank has moved up.
    FirstToLast,
    /// The last tile becomes the first: the blank has moved down.
    LastToFirst,
}

impl Slide {
    /// Creates the move of the blank from cell `from` to cell `to`, `width` cells before or after it. Returns `None` if
    /// there is not enough memory.
    pub(super) fn new(ranking: &Ranking, from: usize, to: usize) -> Option<Self> {
        let turn = if to < from {
            Turn::FirstToLast
        } else {
            Turn::LastToFirst
        };
        let (first, end) = (from.min(to), from.max(to));
        let tail = ranking.first_of_tail();
        if end <= tail {
            return WordRotation::new(ranking, first, end, turn).map(Self::Words);
        }
        let odd = ranking.is_odd(from);
        if first >= tail {
            return Some(Self::Bits(BitRotation::new(
                ranking,
                first - tail,
                end - tail,
                turn,
                odd,
            )));
        }
        // The direction of the lookup is reversed if words are written instead of read.
        let words = WordRotation::new(ranking, first, tail, Turn::FirstToLast)?;
        Some(match turn {
            Turn::FirstToLast => {
                // The tiles before the tail are already in place, so the parity is that of the result.
                let odd = ranking.is_odd(to) ^ (end - tail).is_multiple_of(2);
                Self::IntoTail(words, BitRotation::new(ranking, 0, end - tail, turn, odd))
            }
            Turn::LastToFirst => Self::OutOfTail(BitRotation::new(ranking, 0, end - tail, turn, odd), words),
        })
    }

    /// The number of words that a portion for [`add`](Self::add) must have. It divides the ranking's number of words.
    pub(super) fn portion(ranking: &Ranking, width: usize) -> usize {
        // A window that crosses the beginning of the tail has at most `width - 1` tiles before it.
        let tiles = (ranking.tail() + width - 1).min(ranking.tiles());
        lehmer::arrangements(tiles, tiles - ranking.tail())
    }

    /// Moves the boards of `source`, and adds them to a portion of the moved boards that begins with word `start`.
    pub(super) fn add(&self, ranking: &Ranking, source: &[u64], start: usize, portion: &mut [u64]) {
        let own = source.get(start..start + portion.len()).unwrap_or_default();
        // The words that an exchange involves are adjacent, and a portion has all of them.
        let blocks = |size| (start..).step_by(size).zip(own.chunks(size));
        match self {
            Self::Words(words) => words.add(source, start, portion),
            Self::Bits(bits) => {
                for ((word, from), target) in (start..).zip(own).zip(portion) {
                    *target |= bits.turn(*from, ranking.is_odd_word(word));
                }
            }
            Self::IntoTail(words, bits) => {
                let size = words.block();
                for ((start, source), target) in blocks(size).zip(portion.chunks_mut(size)) {
                    add_into_tail(ranking, words, bits, start, source, target);
                }
            }
            Self::OutOfTail(bits, words) => {
                let size = words.block();
                for ((start, source), target) in blocks(size).zip(portion.chunks_mut(size)) {
                    add_out_of_tail(ranking, bits, words, start, source, target);
                }
            }
        }
    }
}

/// Fetches six words, exchanges and rotates them, and adds them in place.
fn add_into_tail(
    ranking: &Ranking,
    words: &WordRotation,
    bits: &BitRotation,
    start: usize,
    source: &[u64],
    target: &mut [u64],
) {
    let sixes = words.sources.chunks(6).zip(target.chunks_mut(6));
    for (start, (sources, targets)) in (start..).step_by(6).zip(sixes) {
        let mut six = [0; 6];
        for (word, from) in six.iter_mut().zip(sources) {
            *word = source.get(*from as usize).copied().unwrap_or_default();
        }
        if six.iter().all(|word| *word == 0) {
            continue;
        }
        for ((word, moved), target) in (start..).zip(exchange(six)).zip(targets) {
            *target |= bits.turn(moved, ranking.is_odd_word(word));
        }
    }
}

/// Rotates six words, exchanges them, and adds them at their new positions.
fn add_out_of_tail(
    ranking: &Ranking,
    bits: &BitRotation,
    words: &WordRotation,
    start: usize,
    source: &[u64],
    target: &mut [u64],
) {
    let sixes = source.chunks(6).zip(words.sources.chunks(6));
    for (start, (sources, targets)) in (start..).step_by(6).zip(sixes) {
        if sources.iter().all(|word| *word == 0) {
            continue;
        }
        let mut six = [0; 6];
        for ((word, from), turned) in (start..).zip(sources).zip(&mut six) {
            *turned = bits.turn(*from, ranking.is_odd_word(word));
        }
        for (to, moved) in targets.iter().zip(exchange(six)) {
            if let Some(target) = target.get_mut(*to as usize) {
                *target |= moved;
            }
        }
    }
}

/// Exchanges the last tile before the tail, which is the word's last digit, with the first tile of the tail, which
/// determines one of five groups of twelve bits.
#[inline]
fn exchange(six: [u64; 6]) -> [u64; 6] {
    const GROUP: u64 = (1 << 12) - 1;
    let mut exchanged = [0; 6];
    for (word, target) in exchanged.iter_mut().enumerate() {
        for group in 0..5 {
            // This exchanges the values behind the two digits, the second of which does not count the first value. The
            // exchange is its own inverse.
            let (source, from) = if group < word {
                (group, word - 1)
            } else {
                (group + 1, word)
            };
            *target |= (six[source] >> (12 * from) & GROUP) << (12 * group);
        }
    }
    exchanged
}

/// The rotation of a window that lies before the tail.
#[derive(Clone, Debug)]
pub(super) struct WordRotation {
    /// For each arrangement of the window, the one from which it results.
    sources: Vec<u32>,
    /// The number of consecutive words for each arrangement.
    run: usize,
}

impl WordRotation {
    /// Rotates the tiles from `first` up to `end`. Returns `None` if there is not enough memory.
    fn new(ranking: &Ranking, first: usize, end: usize, turn: Turn) -> Option<Self> {
        let choices = ranking.tiles() - first;
        let turn_back = |window: &mut [u8]| match turn {
            Turn::FirstToLast => window.rotate_right(1),
            Turn::LastToFirst => window.rotate_left(1),
        };
        Some(Self {
            sources: lehmer::rotations(choices, end - first, turn_back)?,
            run: lehmer::arrangements(ranking.tiles() - end, ranking.first_of_tail() - end),
        })
    }

    /// The number of adjacent words that the rotation permutes.
    fn block(&self) -> usize {
        self.sources.len() * self.run
    }

    fn add(&self, source: &[u64], start: usize, portion: &mut [u64]) {
        let count = self.sources.len();
        let (mut arrangement, mut skipped) = (start / self.run % count, start % self.run);
        let mut block_start = start - start % self.block();
        let mut rest = portion;
        while !rest.is_empty() {
            let length = (self.run - skipped).min(rest.len());
            let (targets, after) = rest.split_at_mut(length);
            let from =
                block_start + self.sources.get(arrangement).map_or(0, |from| *from as usize) * self.run + skipped;
            for (target, word) in targets.iter_mut().zip(source.get(from..).unwrap_or_default()) {
                *target |= word;
            }
            rest = after;
            skipped = 0;
            arrangement += 1;
            if arrangement == count {
                arrangement = 0;
                block_start += self.block();
            }
        }
    }
}

/// The rotation of a window in the tail: the result for each group of six bits of a word. One table is for even words,
/// and one for odd words.
#[derive(Clone, Debug)]
pub(super) struct BitRotation(Box<[[[u64; 64]; 10]; 2]>);

impl BitRotation {
    /// Rotates the tiles from `first` up to `end` of a tail. `odd` states whether the permutation of the whole board is
    /// odd.
    fn new(ranking: &Ranking, first: usize, end: usize, turn: Turn, odd: bool) -> Self {
        let tail = ranking.tail();
        let bits = lehmer::arrangements(tail, tail) / 2;
        let target = |bit, odd| {
            let mut digits = [0; Ranking::TAIL];
            let digits = spell_tail(bit, odd, &mut digits, tail);
            lehmer::decode(digits);
            let window = digits.get_mut(first..end).unwrap_or_default();
            match turn {
                Turn::FirstToLast => window.rotate_left(1),
                Turn::LastToFirst => window.rotate_right(1),
            }
            lehmer::encode(digits);
            tail_bit(digits)
        };
        let mut tables = Box::new([[[0; 64]; 10]; 2]);
        for (odd_word, tables) in [false, true].into_iter().zip(tables.iter_mut()) {
            for bit in 0..bits {
                let moved = 1 << target(bit, odd ^ odd_word);
                for (value, entry) in tables[bit / 6].iter_mut().enumerate() {
                    *entry |= if value >> (bit % 6) & 1 == 1 { moved } else { 0 };
                }
            }
        }
        Self(tables)
    }

    #[inline]
    fn turn(&self, word: u64, odd_word: bool) -> u64 {
        if word == 0 {
            return 0;
        }
        let mut rest = word;
        let mut turned = 0;
        for table in &self.0[usize::from(odd_word)] {
            turned |= table[(rest & 63) as usize];
            rest >>= 6;
        }
        turned
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::npuzzle::{Board, Move, Shape};
    use proptest::prelude::*;

    proptest! {
        /// A single board moves to the right place, and nothing else appears, wherever the window lies.
        #[test]
        fn one_board_slides_as_its_blank_moves(
            (width, height) in proptest::sample::select(vec![(2, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2), (6, 2), (4, 3)]),
            seeds: (u64, u64),
            direction in proptest::sample::select(vec![Move::Up, Move::Down]),
        ) {
            let goal = Board::random(&Board::blank_last(Shape::new(width, height).unwrap()), seeds.0);
            let ranking = Ranking::new(&goal);
            let board = Board::random(&goal, seeds.1);
            let Ok(moved) = board.apply(direction) else { return Ok(()) };
            let (from, to) = (ranking.place(&board), ranking.place(&moved));
            let slide = Slide::new(&ranking, from.blank, to.blank).unwrap();
            let mut source = vec![0; ranking.words()];
            source[from.word] = 1 << from.bit;
            let mut target = vec![0; ranking.words()];
            let size = Slide::portion(&ranking, width);
            prop_assert_eq!(ranking.words() % size, 0);
            for (start, portion) in (0..).step_by(size).zip(target.chunks_mut(size)) {
                slide.add(&ranking, &source, start, portion);
            }
            let found: Vec<_> = (0..).zip(&target).filter(|(_, bits)| **bits != 0).collect();
            prop_assert_eq!(found, [(to.word, &(1 << to.bit))]);
            prop_assert_eq!(ranking.board(to), moved);
        }
    }
}
