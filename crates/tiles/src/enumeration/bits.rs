//! [`Bits`]: a bit for every board, sorted by the colour and then the cell of the blank.

use alloc::vec::Vec;

use super::ranking::Place;
use astride::engine::filled;
use astride::npuzzle::Shape;

/// A bit for every board. Each move takes the blank from a cell of one chessboard colour to one of the other, so the
/// halves of both colours can be borrowed separately: one to read, and one to write.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    /// The colour of each cell, and its position among the cells of this colour.
    cells: Vec<(usize, usize)>,
    halves: [Vec<u64>; 2],
    words: usize,
}

impl Bits {
    /// Creates bits that are all zero, with this many words for each cell of the blank. Returns `None` if there is no
    /// memory for them.
    pub(super) fn new(shape: Shape, words: usize) -> Option<Self> {
        let mut counts = [0; 2];
        let mut cells = Vec::with_capacity(shape.cells());
        for cell in 0..shape.cells() {
            let colour = (shape.row(cell) + shape.column(cell)) % 2;
            cells.push((colour, counts[colour]));
            counts[colour] += 1;
        }
        let mut halves = [Vec::new(), Vec::new()];
        for (half, count) in halves.iter_mut().zip(counts) {
            *half = filled(0, words.checked_mul(count)?)?;
        }
        Some(Self { cells, halves, words })
    }

    /// The number of words for each cell of the blank.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The cells of a colour, in the order of their words in the half.
    pub(super) fn cells_of(&self, colour: usize) -> impl Iterator<Item = usize> {
        let cells = self.cells.iter().enumerate();
        cells.filter(move |(_, (own, _))| *own == colour).map(|(cell, _)| cell)
    }

    /// The colour of a cell, or 0 for a cell outside the board.
    pub(super) fn colour(&self, cell: usize) -> usize {
        self.cells.get(cell).map_or(0, |(colour, _)| *colour)
    }

    /// The position of the first word of a cell in the half of its colour.
    pub(super) fn offset(&self, cell: usize) -> usize {
        self.cells.get(cell).map_or(0, |(_, place)| place * self.words)
    }

    /// The half of a colour.
    pub(super) fn half(&self, colour: usize) -> &[u64] {
        &self.halves[colour % 2]
    }

    /// The half of a colour, for writing.
    pub(super) fn half_mut(&mut self, colour: usize) -> &mut [u64] {
        &mut self.halves[colour % 2]
    }

    /// The other colour's half for reading, and this colour's half for writing.
    pub(super) fn lend(&mut self, colour: usize) -> (&[u64], &mut [u64]) {
        let [first, second] = &mut self.halves;
        if colour == 0 { (second, first) } else { (first, second) }
    }

    /// The bit of a board.
    pub(super) fn get(&self, place: Place) -> bool {
        let word = self
            .half(self.colour(place.blank))
            .get(self.offset(place.blank) + place.word);
        word.is_some_and(|word| word >> place.bit & 1 == 1)
    }

    /// Sets the bit of a board.
    pub(super) fn set(&mut self, place: Place) {
        let index = self.offset(place.blank) + place.word;
        if let Some(word) = self.half_mut(self.colour(place.blank)).get_mut(index) {
            *word |= 1 << place.bit;
        }
    }

    /// The places of a colour whose bits are set.
    pub(super) fn places(&self, colour: usize) -> impl Iterator<Item = Place> {
        self.cells_of(colour).flat_map(move |blank| {
            let offset = self.offset(blank);
            let words = self.half(colour).get(offset..offset + self.words).unwrap_or_default();
            (0..).zip(words).flat_map(move |(word, bits)| {
                let bits = *bits;
                (0..64)
                    .filter(move |bit| bits >> bit & 1 == 1)
                    .map(move |bit| Place { blank, word, bit })
            })
        })
    }
}
