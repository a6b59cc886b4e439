//! [`Slide`]: what a move of the blank along a column does to all boards of a cell at once.
//!
//! In reading order, without the blank, such a move takes one tile past the `width - 1` tiles between: it rotates a
//! window of `width` tiles by one place. The digits before the window and behind it stay as they are, and the new
//! digits within it depend only on the old ones within it. So, with the digits as in [`Ranking`]:
//!
//! * If the window lies before the tail, whole words change places, 60 boards at a time.
//! * If it lies in the tail, the bits of each word are permuted, in the same way for all words of one parity.
//! * If it lies across, the rotation is a rotation of words, an exchange of two neighbours, and a rotation of bits, in
//!   this order or the reverse. The exchange is that of the last tile before the tail with its first, and takes six
//!   words together.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::lehmer;
use super::ranking::{Ranking, spell_tail, tail_bit};

/// The move of a tile from one end of a window to the other, for all boards at once.
#[derive(Clone, Debug)]
pub(super) enum Slide {
    /// The window lies before the tail.
    Words(WordRotation),
    /// The window lies in the tail.
    Bits(BitRotation),
    /// The window lies across, and its first tile becomes the last.
    IntoTail(WordRotation, BitRotation),
    /// The window lies across, and its last tile becomes the first.
    OutOfTail(BitRotation, WordRotation),
}

/// Which way a window is rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// The first tile becomes the last: the blank has moved up.
    FirstToLast,
    /// The last tile becomes the first: the blank has moved down.
    LastToFirst,
}

impl Slide {
    /// What becomes of the boards with the blank in cell `from` when it moves to `to`, `width` cells before or after.
    pub(super) fn new(ranking: &Ranking, from: usize, to: usize) -> Self {
        let turn = if to < from {
            Turn::FirstToLast
        } else {
            Turn::LastToFirst
        };
        let (first, end) = (from.min(to), from.max(to));
        let tail = ranking.first_of_tail();
        if end <= tail {
            return Self::Words(WordRotation::new(ranking, first, end, turn));
        }
        let odd = ranking.is_odd(from);
        if first >= tail {
            return Self::Bits(BitRotation::new(ranking, first - tail, end - tail, turn, odd));
        }
        // The words are looked up the other way round when they are written to instead of read from.
        let words = WordRotation::new(ranking, first, tail, Turn::FirstToLast);
        match turn {
            Turn::FirstToLast => {
                // The tiles before the tail are in their places already, so that the parity is that of the result.
                let odd = ranking.is_odd(to) ^ (end - tail).is_multiple_of(2);
                Self::IntoTail(words, BitRotation::new(ranking, 0, end - tail, turn, odd))
            }
            Turn::LastToFirst => Self::OutOfTail(BitRotation::new(ranking, 0, end - tail, turn, odd), words),
        }
    }

    /// The number of words, a divisor of the ranking's, that must be in one portion for [`add`](Self::add).
    pub(super) fn portion(ranking: &Ranking, width: usize) -> usize {
        // A window across the tail has at most `width - 1` tiles before it.
        let tiles = (ranking.tail() + width - 1).min(ranking.tiles());
        lehmer::arrangements(tiles, tiles - ranking.tail())
    }

    /// Adds to a portion of the moved boards, which begins with word `start`, those that the boards of `source` become.
    pub(super) fn add(&self, ranking: &Ranking, source: &[u64], start: usize, portion: &mut [u64]) {
        let own = source.get(start..start + portion.len()).unwrap_or_default();
        // The words among which an exchange changes places lie together, and a portion has all of them.
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

/// Six words are fetched, exchanged, turned, and added where they belong.
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

/// Six words are turned where they are, exchanged, and added where they get to.
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

/// Exchanges the last tile before the tail, the word's last digit, with the first of it, which chooses one of five
/// groups of twelve bits.
#[inline]
fn exchange(six: [u64; 6]) -> [u64; 6] {
    const GROUP: u64 = (1 << 12) - 1;
    let mut exchanged = [0; 6];
    for (word, target) in exchanged.iter_mut().enumerate() {
        for group in 0..5 {
            // The digits as values: the second one counts only what the first has left. It is its own opposite.
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
    /// For each arrangement of the window, the one that becomes it.
    sources: Vec<u32>,
    /// The words that follow each other for each of them.
    run: usize,
}

impl WordRotation {
    /// Rotates the tiles from `first` to before `end`.
    fn new(ranking: &Ranking, first: usize, end: usize, turn: Turn) -> Self {
        let choices = ranking.tiles() - first;
        let mut digits = vec![0; end - first];
        let mut source = |target| {
            lehmer::spell(target, choices, &mut digits);
            lehmer::decode(&mut digits);
            match turn {
                Turn::FirstToLast => digits.rotate_right(1),
                Turn::LastToFirst => digits.rotate_left(1),
            }
            lehmer::encode(&mut digits);
            u32::try_from(lehmer::number(&digits, choices)).unwrap_or(u32::MAX)
        };
        Self {
            sources: (0..lehmer::arrangements(choices, end - first))
                .map(&mut source)
                .collect(),
            run: lehmer::arrangements(ranking.tiles() - end, ranking.first_of_tail() - end),
        }
    }

    /// The words among which this changes places.
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

/// The rotation of a window in the tail: for each six bits of a word, what they become. One table for even tails, one
/// for odd ones.
#[derive(Clone, Debug)]
pub(super) struct BitRotation(Box<[[[u64; 64]; 10]; 2]>);

impl BitRotation {
    /// Rotates the tiles from `first` to before `end` of a tail; `odd` tells whether the permutation of the whole board
    /// is odd.
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
        /// A single board goes where its move takes it, and nothing else appears, wherever the window lies.
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
            let slide = Slide::new(&ranking, from.blank, to.blank);
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
