//! [`Numbers`]: an array of numbers, each of which takes only as many bytes as the largest one needs.

use crate::error::Failure;
use crate::known::grow;

/// Numbers by place. All have the same number of bytes, which grows when a larger number is stored.
pub(crate) struct Numbers {
    bytes: Vec<u8>,
    width: usize,
}

impl Numbers {
    pub(crate) fn new() -> Self {
        Self {
            bytes: Vec::new(),
            width: 1,
        }
    }

    #[inline]
    pub(crate) fn get(&self, place: u32) -> u64 {
        let bytes = &self.bytes[place as usize * self.width..][..self.width];
        bytes
            .iter()
            .rev()
            .fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    #[inline]
    pub(crate) fn set(&mut self, place: u32, number: u64) -> Result<(), Failure> {
        self.widen(number)?;
        let bytes = &mut self.bytes[place as usize * self.width..][..self.width];
        write(bytes, number);
        Ok(())
    }

    #[inline]
    pub(crate) fn push(&mut self, number: u64) -> Result<(), Failure> {
        self.widen(number)?;
        grow(&mut self.bytes, self.width)?;
        let end = self.bytes.len();
        self.bytes.resize(end + self.width, 0);
        write(&mut self.bytes[end..], number);
        Ok(())
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes.capacity()
    }

    /// Makes all numbers as wide as this one if it is wider.
    #[inline]
    fn widen(&mut self, number: u64) -> Result<(), Failure> {
        let width = (u64::BITS - number.leading_zeros()).div_ceil(8) as usize;
        if width > self.width {
            self.move_apart(width)
        } else {
            Ok(())
        }
    }

    #[cold]
    fn move_apart(&mut self, width: usize) -> Result<(), Failure> {
        let (narrow, count) = (self.width, self.bytes.len() / self.width);
        grow(&mut self.bytes, count * (width - narrow))?;
        self.bytes.resize(count * width, 0);
        // Starts with the last number, so that no number overwrites one that has not been moved yet.
        for place in (0..count).rev() {
            self.bytes
                .copy_within(place * narrow..(place + 1) * narrow, place * width);
            self.bytes[place * width + narrow..(place + 1) * width].fill(0);
        }
        self.width = width;
        Ok(())
    }
}

#[inline]
fn write(bytes: &mut [u8], mut number: u64) {
    for byte in bytes {
        #[expect(clippy::cast_possible_truncation, reason = "the lowest byte")]
        let lowest = number as u8;
        *byte = lowest;
        number >>= 8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_what_they_are_when_a_wider_one_comes() {
        let (mut numbers, mut model) = (Numbers::new(), Vec::new());
        let mut place = 0;
        for bits in 0..=u64::BITS {
            let largest = u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0);
            for number in [largest, largest / 3, 0] {
                numbers.push(number).unwrap();
                model.push(number);
                place += 1;
            }
            numbers.set(place / 2, largest).unwrap();
            model[place as usize / 2] = largest;
            assert!((0..place).all(|place| numbers.get(place) == model[place as usize]));
            assert_eq!(numbers.width, bits.div_ceil(8).max(1) as usize);
        }
    }
}
