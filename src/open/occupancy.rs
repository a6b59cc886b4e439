//! [`Occupancy`]: the set of buckets that are not empty.

use alloc::vec::Vec;

use super::bucket_queue::MOST;
use crate::memory::Memory;

const BITS: usize = u64::BITS as usize;

/// A ring of bits in two levels. Each bit of the upper level is set if a word of the lower level is not zero.
#[derive(Clone, Debug, Default)]
pub(super) struct Occupancy {
    words: Vec<u64>,
    summary: [u64; MOST / BITS / BITS],
}

impl Occupancy {
    /// Changes the ring to `size` unset bits; `size` is a power of two, at least 64 and at most [`MOST`]. Returns
    /// `None` and changes nothing if there is not enough memory.
    pub(super) fn resize(&mut self, size: usize, memory: &mut Memory) -> Option<()> {
        let words = size / BITS;
        let more = words.saturating_sub(self.words.len());
        memory.grow(&mut self.words, more)?;
        self.words.clear();
        self.words.resize(words, 0);
        self.summary.fill(0);
        Some(())
    }

    #[inline]
    pub(super) fn set(&mut self, place: usize) {
        let word = place / BITS;
        self.words[word] |= 1 << (place % BITS);
        self.summary[word / BITS] |= 1 << (word % BITS);
    }

    #[inline]
    pub(super) fn unset(&mut self, place: usize) {
        let word = place / BITS;
        self.words[word] &= !(1 << (place % BITS));
        if self.words[word] == 0 {
            self.summary[word / BITS] &= !(1 << (word % BITS));
        }
    }

    /// The first place at or after `place` that is set. The search wraps around the ring.
    #[inline]
    pub(super) fn next(&self, place: usize) -> Option<usize> {
        let word = place / BITS;
        let here = self.words.get(word)? & (u64::MAX << (place % BITS));
        if here != 0 {
            return Some(word * BITS + here.trailing_zeros() as usize);
        }
        self.next_word(word + 1)
            .or_else(|| self.next_word(0))
            .map(|word| word * BITS + self.words[word].trailing_zeros() as usize)
    }

    /// The first word at or after `word` that is not zero.
    #[inline]
    fn next_word(&self, word: usize) -> Option<usize> {
        let mut place = word / BITS;
        let mut bits = self.summary.get(place)? & (u64::MAX << (word % BITS));
        while bits == 0 {
            place += 1;
            bits = *self.summary.get(place)?;
        }
        Some(place * BITS + bits.trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_goes_around_the_ring() {
        for size in [64, 128, 4096, 16384] {
            let mut ring = Occupancy::default();
            ring.resize(size, &mut Memory::default()).unwrap();
            assert_eq!(ring.next(size / 2), None);
            for place in [0, 1, 63, size / 2, size - 1] {
                ring.set(place);
                for from in 0..size {
                    assert_eq!(ring.next(from), Some(place), "size {size}, from {from}");
                }
                ring.unset(place);
            }
            ring.set(3);
            ring.set(size - 2);
            assert_eq!(ring.next(0), Some(3));
            assert_eq!(ring.next(4), Some(size - 2));
            assert_eq!(ring.next(size - 1), Some(3));
        }
    }
}
