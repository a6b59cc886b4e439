//! [`Lines`]: the rows or the columns of a map as bits, to look along 64 cells at a time.

use alloc::vec::Vec;
use core::iter;

/// The rows or the columns of a map as bits.
///
/// A line begins with a bit of wall and ends with at least one, so that every look along it comes to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    /// Blocks a line.
    stride: usize,
    blocks: Vec<Block>,
}

/// 64 cells of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    free: u64,
    /// Where a look towards greater coordinates stops: at a wall, and at a cell from which there is more than one way on.
    ahead: u64,
    /// The same towards smaller coordinates.
    behind: u64,
}

const WALL: Block = Block {
    free: 0,
    ahead: u64::MAX,
    behind: u64::MAX,
};

const BITS: usize = u64::BITS as usize;

/// What is known of a cell of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) is_free: bool,
    /// Whether a path along the line towards greater coordinates has more than one way on from here.
    pub(super) turns_ahead: bool,
    /// The same towards smaller coordinates.
    pub(super) turns_behind: bool,
}

impl Lines {
    /// So many lines of so many cells, all wall. `None` where there is no memory for them.
    pub(super) fn new(lines: u16, length: u16) -> Option<Self> {
        let stride = (usize::from(length) + 2).div_ceil(BITS);
        let count = stride.checked_mul(lines.into())?;
        let mut blocks = Vec::new();
        blocks.try_reserve_exact(count).ok()?;
        blocks.extend(iter::repeat_n(WALL, count));
        Some(Self { stride, blocks })
    }

    pub(super) fn bytes(&self) -> usize {
        self.blocks.capacity() * size_of::<Block>()
    }

    /// The bit of a cell, counted from the first of its line, and the block where the line begins.
    #[inline]
    fn bit(&self, line: u16, cell: u16) -> (usize, usize) {
        (usize::from(cell) + 1, usize::from(line) * self.stride)
    }

    /// Enters what is known of a cell.
    pub(super) fn set(&mut self, line: u16, cell: u16, known: Cell) {
        let (bit, first) = self.bit(line, cell);
        let block = &mut self.blocks[first + bit / BITS];
        let bit = 1 << (bit % BITS);
        let enter = |word: &mut u64, is_set: bool| *word = if is_set { *word | bit } else { *word & !bit };
        enter(&mut block.free, known.is_free);
        enter(&mut block.ahead, known.turns_ahead || !known.is_free);
        enter(&mut block.behind, known.turns_behind || !known.is_free);
    }

    /// How far it is from a cell to the next one ahead that has more than one way on; `None` where a wall comes first.
    #[inline]
    pub(super) fn turn_ahead(&self, line: u16, cell: u16) -> Option<u16> {
        let (bit, first) = self.bit(line, cell);
        let (place, stop) = self.stop(first, bit, |block| block.ahead)?;
        let is_free = self.blocks[first + place].free >> stop & 1 == 1;
        is_free.then(|| distance(bit, place * BITS + stop))
    }

    /// The same, towards smaller coordinates.
    #[inline]
    pub(super) fn turn_behind(&self, line: u16, cell: u16) -> Option<u16> {
        let (bit, first) = self.bit(line, cell);
        let (place, stop) = self.stop_behind(first, bit, |block| block.behind)?;
        let is_free = self.blocks[first + place].free >> stop & 1 == 1;
        is_free.then(|| distance(place * BITS + stop, bit))
    }

    /// How many free cells come after a cell, up to the next wall ahead.
    #[inline]
    pub(super) fn run_ahead(&self, line: u16, cell: u16) -> u16 {
        let (bit, first) = self.bit(line, cell);
        let stop = self.stop(first, bit, |block| !block.free);
        stop.map_or(0, |(place, stop)| distance(bit, place * BITS + stop) - 1)
    }

    /// The same, towards smaller coordinates.
    #[inline]
    pub(super) fn run_behind(&self, line: u16, cell: u16) -> u16 {
        let (bit, first) = self.bit(line, cell);
        let stop = self.stop_behind(first, bit, |block| !block.free);
        stop.map_or(0, |(place, stop)| distance(place * BITS + stop, bit) - 1)
    }

    /// The first bit set after `bit`: its block, counted from the first of the line, and its number in there.
    #[inline]
    fn stop(&self, first: usize, bit: usize, stops: impl Fn(&Block) -> u64) -> Option<(usize, usize)> {
        let mut place = bit / BITS;
        // Two shifts: one by 64 is none.
        let mut left = stops(self.blocks.get(first + place)?) & (u64::MAX << (bit % BITS) << 1);
        while left == 0 {
            place += 1;
            left = stops(self.blocks.get(first + place)?);
        }
        Some((place, left.trailing_zeros() as usize))
    }

    /// The last bit set before `bit`.
    #[inline]
    fn stop_behind(&self, first: usize, bit: usize, stops: impl Fn(&Block) -> u64) -> Option<(usize, usize)> {
        let mut place = bit / BITS;
        let mut left = stops(self.blocks.get(first + place)?) & !(u64::MAX << (bit % BITS));
        while left == 0 {
            place = place.checked_sub(1)?;
            left = stops(self.blocks.get(first + place)?);
        }
        Some((place, BITS - 1 - left.leading_zeros() as usize))
    }
}

/// Between two bits of a line, which has at most 65535 cells and a bit more on either side.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "see above")]
fn distance(from: usize, to: usize) -> u16 {
    (to - from) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn looks_along_a_line_stop_where_a_walk_does() {
        let cell = prop_oneof![
            30 => Just(Cell { is_free: true, turns_ahead: false, turns_behind: false }),
            1 => any::<[bool; 3]>().prop_map(|[is_free, turns_ahead, turns_behind]| Cell {
                is_free,
                turns_ahead,
                turns_behind
            }),
        ];
        proptest!(|(cells in prop::collection::vec(cell, 1..300))| {
            let length = u16::try_from(cells.len()).unwrap();
            let mut lines = Lines::new(3, length).unwrap();
            for (place, cell) in (0..).zip(&cells) {
                lines.set(1, place, *cell);
            }
            let at = |place: u16| cells[usize::from(place)];
            for from in 0..length {
                let walk_ahead = || (from + 1..length).take_while(|place| at(*place).is_free);
                let walk_behind = || (0..from).rev().take_while(|place| at(*place).is_free);
                prop_assert_eq!(usize::from(lines.run_ahead(1, from)), walk_ahead().count());
                prop_assert_eq!(usize::from(lines.run_behind(1, from)), walk_behind().count());
                let turn = walk_ahead().find(|place| at(*place).turns_ahead);
                prop_assert_eq!(lines.turn_ahead(1, from), turn.map(|place| place - from));
                let turn = walk_behind().find(|place| at(*place).turns_behind);
                prop_assert_eq!(lines.turn_behind(1, from), turn.map(|place| from - place));
                for line in [0, 2] {
                    prop_assert_eq!(lines.turn_ahead(line, from), None);
                    prop_assert_eq!(lines.run_behind(line, from), 0);
                }
            }
        });
    }

    #[test]
    fn the_longest_line_is_seen_from_end_to_end() {
        let mut lines = Lines::new(1, u16::MAX).unwrap();
        for place in 0..u16::MAX {
            lines.set(
                0,
                place,
                Cell {
                    is_free: true,
                    turns_ahead: place == 65_534,
                    turns_behind: place == 0,
                },
            );
        }
        assert_eq!(
            (lines.turn_ahead(0, 0), lines.turn_behind(0, 65_534)),
            (Some(65_534), Some(65_534))
        );
        assert_eq!((lines.run_ahead(0, 0), lines.run_behind(0, 65_534)), (65_534, 65_534));
    }
}
