//! [`Rotation`]: the change of a permutation's number when one element changes its place.

use alloc::vec::Vec;

use super::PatternError;
use crate::lehmer;

/// Renumbers the permutations of `count` elements when the element at one place moves to another, and those in between
/// shift by one.
///
/// Permutations are numbered in lexicographic order. In the factorial number system, only the digits from one place to
/// the other change, independently of the digits around them. A small map of these middle digits is therefore
/// sufficient. Permutations that differ only in later digits form runs that stay together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rotation {
    run: usize,
    /// For the middle digits after the move, those before it.
    map: Vec<u32>,
}

impl Rotation {
    /// Moves the element at place `from` to place `to`, of `count` places.
    pub(super) fn new(count: usize, from: usize, to: usize) -> Result<Self, PatternError> {
        let (first, last) = (from.min(to), from.max(to));
        let move_back = |middle: &mut [u8]| {
            if from < to {
                middle.rotate_right(1);
            } else {
                middle.rotate_left(1);
            }
        };
        let (choices, places) = (count - first, last - first + 1);
        let bytes = lehmer::arrangements(choices, places) * size_of::<u32>();
        Ok(Self {
            run: (1..=count - 1 - last).product(),
            map: lehmer::rotations(choices, places, move_back).ok_or(PatternError::OutOfMemory { bytes })?,
        })
    }

    /// Calls `write` for each run of `after` with the run of `before` that moves there.
    #[inline]
    fn runs<const RUN: usize>(&self, after: &mut [u8], before: &[u8], write: impl Fn(&mut [u8; RUN], &[u8; RUN])) {
        let (after, _) = after.as_chunks_mut::<RUN>();
        let (before, _) = before.as_chunks::<RUN>();
        let blocks = after
            .chunks_exact_mut(self.map.len())
            .zip(before.chunks_exact(self.map.len()));
        for (after, before) in blocks {
            for (target, source) in after.iter_mut().zip(&self.map) {
                if let Some(source) = before.get(*source as usize) {
                    write(target, source);
                }
            }
        }
    }

    /// The same for runs of any length.
    #[inline]
    fn long_runs(&self, after: &mut [u8], before: &[u8], write: impl Fn(&mut [u8], &[u8])) {
        let size = self.map.len() * self.run;
        for (after, before) in after.chunks_exact_mut(size).zip(before.chunks_exact(size)) {
            for (target, source) in after.chunks_exact_mut(self.run).zip(&self.map) {
                let start = *source as usize * self.run;
                if let Some(source) = before.get(start..start + self.run) {
                    write(target, source);
                }
            }
        }
    }

    /// Replaces each byte of `after` with the result of `write` for it and the byte of `before` that moves there. Each
    /// permutation has one byte.
    #[inline]
    pub(super) fn gather(&self, after: &mut [u8], before: &[u8], write: impl Fn(u8, u8) -> u8 + Copy) {
        let short = |target: &mut [u8], source: &[u8]| {
            for (target, source) in target.iter_mut().zip(source) {
                *target = write(*target, *source);
            }
        };
        match self.run {
            1 => self.runs::<1>(after, before, |target, source| short(target, source)),
            2 => self.runs::<2>(after, before, |target, source| short(target, source)),
            6 => self.runs::<6>(after, before, |target, source| short(target, source)),
            24 => self.runs::<24>(after, before, |target, source| short(target, source)),
            _ => self.long_runs(after, before, short),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_permutation_goes_where_it_should() {
        for count in 1..=6 {
            let sequence = |number| {
                let mut digits = std::vec![0; count];
                lehmer::spell(number, count, &mut digits);
                lehmer::decode(&mut digits);
                digits
            };
            let all = || (0..(1..=count).product()).map(sequence);
            let numbers: Vec<u16> = (0..).zip(all()).map(|(number, _)| number).collect();
            for from in 0..count {
                for to in 0..count {
                    let rotation = Rotation::new(count, from, to).unwrap();
                    // A number takes two bytes, so the low and the high one are tested separately.
                    for shift in [0, 8] {
                        let bytes: Vec<u8> = numbers.iter().map(|number| number.to_le_bytes()[shift / 8]).collect();
                        let mut gathered = std::vec![0; bytes.len()];
                        rotation.gather(&mut gathered, &bytes, |_, byte| byte);
                        for (after, byte) in all().zip(gathered) {
                            let mut before = after;
                            let element = before.remove(to);
                            before.insert(from, element);
                            lehmer::encode(&mut before);
                            assert_eq!(byte, bytes[lehmer::number(&before, count)], "{count} {from} {to}");
                        }
                    }
                }
            }
        }
    }
}
