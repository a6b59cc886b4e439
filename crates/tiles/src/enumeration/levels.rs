//! [`Levels`]: steps from the boards at one depth to those at the next.

#[cfg(feature = "rayon")]
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

#[cfg(feature = "rayon")]
use rayon::prelude::*;

use super::bits::Bits;
use super::ranking::Ranking;
use super::slide::Slide;
use astride::engine::filled;
use astride::npuzzle::Shape;

/// A move of the blank into a cell from a neighbouring one.
#[derive(Debug)]
struct Arrival {
    /// The position of the boards with the blank in the neighbouring cell, within their half.
    offset: usize,
    /// The effect of a move along a column. A move along a row has none, since the tiles keep their order.
    slide: Option<Slide>,
}

impl Arrival {
    /// Adds the boards that come from the neighbouring cell to a portion of a cell's words, which begins with word
    /// `start`.
    fn add(&self, ranking: &Ranking, source: &[u64], start: usize, portion: &mut [u64]) {
        if let Some(slide) = &self.slide {
            slide.add(ranking, source, start, portion);
        } else {
            let source = source.get(start..).unwrap_or_default();
            for (target, word) in portion.iter_mut().zip(source) {
                *target |= word;
            }
        }
    }
}

/// Moves all boards at one depth to the next, a portion of one cell's words at a time.
#[derive(Debug)]
pub(super) struct Levels {
    /// The arrivals for each cell of each colour.
    arrivals: [Vec<Vec<Arrival>>; 2],
    /// The number of words in a portion.
    portion: usize,
    /// A portion for the boards that arrive there, if only one thread works.
    scratch: Vec<u64>,
}

impl Levels {
    /// The minimum number of tiles whose arrangements form a portion, which has 24 kB and fits into the first-level
    /// cache.
    const PORTION_TILES: usize = 9;

    /// The minimum number of words in a half that are divided among threads. On boards with ten cells, waking the
    /// threads takes as long as their work.
    #[cfg(feature = "rayon")]
    const PARALLEL_WORDS: usize = 1 << 15;

    /// Builds the tables. Returns `None` if there is not enough memory.
    pub(super) fn new(ranking: &Ranking, bits: &Bits, shape: Shape) -> Option<Self> {
        let arrival = |from: usize, cell| {
            let is_column = shape.row(from) != shape.row(cell);
            Some(Arrival {
                offset: bits.offset(from),
                slide: if is_column {
                    Some(Slide::new(ranking, from, cell)?)
                } else {
                    None
                },
            })
        };
        let arrivals = |cell| shape.neighbours(cell).map(|from| arrival(from, cell)).collect();
        let of_colour = |colour| bits.cells_of(colour).map(arrivals).collect::<Option<_>>();
        let portion = Slide::portion(ranking, shape.width().max(Self::PORTION_TILES + 1 - Ranking::TAIL));
        Some(Self {
            arrivals: [of_colour(0)?, of_colour(1)?],
            portion,
            scratch: filled(0, portion)?,
        })
    }

    /// The number of portions of a colour.
    pub(super) fn portions(&self, bits: &Bits, colour: usize) -> usize {
        bits.half(colour).len() / self.portion
    }

    /// The number of portions that take a few milliseconds.
    pub(super) fn portions_at_once(&self) -> usize {
        (1 << 20) / self.portion + 1
    }

    /// Replaces the boards of a colour in some portions, which are at depth d - 1, with those at depth d + 1. The
    /// boards of the other colour are at depth d. Every neighbour of a board at depth d has one of these two depths, so
    /// no other depths have to be stored. Returns the number of new boards. If `marks` is given, their bits are also
    /// set in it.
    pub(super) fn next(
        &mut self,
        ranking: &Ranking,
        bits: &mut Bits,
        colour: usize,
        marks: Option<&mut [u64]>,
        range: Range<usize>,
    ) -> u64 {
        let portions = bits.words() / self.portion;
        let (source, target) = bits.lend(colour);
        let words = range.start * self.portion..target.len().min(range.end * self.portion);
        let target = target.get_mut(words.clone()).unwrap_or_default();
        let marks = marks.map(|marks| marks.get_mut(words).unwrap_or_default());
        let fill = |scratch: &mut Vec<u64>, number: usize, target: &mut [u64]| {
            scratch.fill(0);
            let number = range.start + number;
            let start = number % portions * self.portion;
            for arrival in self.arrivals[colour].get(number / portions).into_iter().flatten() {
                let source = source.get(arrival.offset..arrival.offset + portions * self.portion);
                arrival.add(ranking, source.unwrap_or_default(), start, scratch);
            }
            let mut count = 0;
            for (target, arrived) in target.iter_mut().zip(scratch) {
                *target = *arrived & !*target;
                count += u64::from(target.count_ones());
            }
            count
        };
        let fill_and_mark = |scratch: &mut Vec<u64>, number, target: &mut [u64], marks: &mut [u64]| {
            let count = fill(scratch, number, target);
            for (mark, word) in marks.iter_mut().zip(target) {
                *mark |= *word;
            }
            count
        };
        #[cfg(feature = "rayon")]
        if target.len() >= Self::PARALLEL_WORDS {
            let scratch = || vec![0; self.portion];
            let targets = target.par_chunks_mut(self.portion).enumerate();
            return match marks {
                None => targets
                    .map_init(scratch, |scratch, (number, target)| fill(scratch, number, target))
                    .sum(),
                Some(marks) => targets
                    .zip(marks.par_chunks_mut(self.portion))
                    .map_init(scratch, |scratch, ((number, target), marks)| {
                        fill_and_mark(scratch, number, target, marks)
                    })
                    .sum(),
            };
        }
        let scratch = &mut self.scratch;
        let targets = target.chunks_mut(self.portion).enumerate();
        match marks {
            None => targets.map(|(number, target)| fill(scratch, number, target)).sum(),
            Some(marks) => targets
                .zip(marks.chunks_mut(self.portion))
                .map(|((number, target), marks)| fill_and_mark(scratch, number, target, marks))
                .sum(),
        }
    }
}
