//! [`Levels`]: from the boards at one depth to those at the next.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

#[cfg(feature = "rayon")]
use rayon::prelude::*;

use super::bits::Bits;
use super::ranking::Ranking;
use super::slide::Slide;
use astride::npuzzle::Shape;

/// How the blank gets into a cell from those beside it.
#[derive(Debug)]
struct Arrival {
    /// Where the boards with the blank in the cell beside begin in their half.
    offset: usize,
    /// What a move along a column does to them. One along a row changes nothing: the tiles keep their order.
    slide: Option<Slide>,
}

impl Arrival {
    /// Adds to a portion of a cell's words, which begins with word `start`, what comes from the cell beside.
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

/// Takes all boards at one depth to the next depth, a portion of one cell's words at a time.
#[derive(Debug)]
pub(super) struct Levels {
    /// For each colour, for each of its cells.
    arrivals: [Vec<Vec<Arrival>>; 2],
    /// The words of one portion.
    portion: usize,
}

impl Levels {
    /// The least number of tiles whose arrangements make a portion: 24 kB, which the innermost cache holds.
    const PORTION_TILES: usize = 9;

    /// The least number of words in a half that are shared among threads. With ten cells, waking them takes as long as
    /// their work.
    #[cfg(feature = "rayon")]
    const PARALLEL_WORDS: usize = 1 << 15;

    /// Makes the tables.
    pub(super) fn new(ranking: &Ranking, bits: &Bits, shape: Shape) -> Self {
        let arrivals = |cell| {
            let arrival = |from: usize| Arrival {
                offset: bits.offset(from),
                slide: (shape.row(from) != shape.row(cell)).then(|| Slide::new(ranking, from, cell)),
            };
            shape.neighbours(cell).map(arrival).collect()
        };
        Self {
            arrivals: [0, 1].map(|colour| bits.cells_of(colour).map(arrivals).collect()),
            portion: Slide::portion(ranking, shape.width().max(Self::PORTION_TILES + 1 - Ranking::TAIL)),
        }
    }

    /// The number of portions of a colour.
    pub(super) fn portions(&self, bits: &Bits, colour: usize) -> usize {
        bits.half(colour).len() / self.portion
    }

    /// The number of portions that take some milliseconds.
    pub(super) fn portions_at_once(&self) -> usize {
        (1 << 20) / self.portion + 1
    }

    /// Replaces the boards of a colour in some portions, which are those at depth d - 1, by those at depth d + 1; the
    /// other colour's are at depth d. Every board beside one at depth d has one of these two depths, so no others have
    /// to be remembered. Returns how many they are. If `marks` has this half, their bits are set there, too.
    pub(super) fn next(
        &self,
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
        let mut scratch = vec![0; self.portion];
        let targets = target.chunks_mut(self.portion).enumerate();
        match marks {
            None => targets.map(|(number, target)| fill(&mut scratch, number, target)).sum(),
            Some(marks) => targets
                .zip(marks.chunks_mut(self.portion))
                .map(|((number, target), marks)| fill_and_mark(&mut scratch, number, target, marks))
                .sum(),
        }
    }
}
