//! The puzzles other than sliding tiles: rows of numbers, parts of which are reversed.

use astride::Graph;

/// The parts of a row that are reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turns {
    /// The first two numbers, the first three, and so on, as in a stack of pancakes.
    Pancakes,
    /// The first four of a ring, which can also be rotated by one place: the puzzle *top-spin*.
    TopSpin,
}

/// A row of up to 16 numbers with four bits each, the first number in the lowest bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    turns: Turns,
    len: u32,
}

impl Row {
    /// Creates a row of `len` numbers, or returns `None` unless `len` is from 4 to 16.
    pub(crate) fn new(turns: Turns, len: u32) -> Option<Self> {
        (4..=16).contains(&len).then_some(Self { turns, len })
    }

    /// The numbers in order.
    pub(crate) fn start(self) -> u64 {
        0xfedc_ba98_7654_3210 & self.mask()
    }

    /// A human-readable name.
    pub(crate) fn name(self) -> String {
        match self.turns {
            Turns::Pancakes => format!("{} pancakes", self.len),
            Turns::TopSpin => format!("top-spin of {}", self.len),
        }
    }

    /// The numbers as people write them, starting at 1.
    pub(crate) fn label(self, row: u64) -> String {
        let numbers: Vec<_> = (0..self.len).map(|place| (row >> (4 * place) & 0xf) + 1).collect();
        numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
    }

    fn mask(self) -> u64 {
        u64::MAX >> (64 - 4 * self.len)
    }
}

impl Graph for Row {
    type Node = u64;
    type Cost = u32;

    #[inline]
    fn successors(&self, row: &u64) -> impl Iterator<Item = (u64, u32)> {
        let (row, last, mask, turns) = (*row, 4 * (self.len - 1), self.mask(), self.turns);
        let moves = match turns {
            Turns::Pancakes => 2..=self.len,
            Turns::TopSpin => 0..=2,
        };
        let move_by = move |number| match (turns, number) {
            (Turns::TopSpin, 0) => turned(row, 4),
            (Turns::TopSpin, 1) => (row << 4 | row >> last) & mask,
            (Turns::TopSpin, _) => row >> 4 | (row & 0xf) << last,
            (Turns::Pancakes, count) => turned(row, count),
        };
        moves.map(move |number| (move_by(number), 1))
    }
}

/// The row with its first numbers reversed.
fn turned(row: u64, count: u32) -> u64 {
    const LOW: u64 = u64::MAX / 0xff * 0xf;
    let bytes = row.swap_bytes();
    let all = bytes >> 4 & LOW | (bytes & LOW) << 4;
    let kept = row.checked_shr(4 * count).and_then(|rest| rest.checked_shl(4 * count));
    all >> (64 - 4 * count) | kept.unwrap_or(0)
}
