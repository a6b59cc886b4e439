//! [`Pair`]: which of two agents' shortest paths are compatible.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use astride::Stats;

use super::mdd::Mdd;
use crate::places::NONE;

/// The number of pairs of moves after which the comparison of two diagrams is given up.
const EFFORT: usize = 1 << 20;

/// Blocked cells of an agent, as pairs of time and place, in order. Of those on one path, only the first is listed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    pub(crate) cells: Arc<[(u32, u32)]>,
}

impl Part {
    /// Whether a path passes one of the cells.
    pub(crate) fn is_passed_by(&self, path: &[u32]) -> bool {
        let mut cells = self.cells.iter();
        cells.any(|(time, place)| path.get(*time as usize) == Some(place))
    }
}

/// What two agents' shortest paths say about each other.
///
/// A cell of one agent's diagram, that is, a place at a time, is *blocked* if no path to it is compatible with any of
/// the other agent's ways through its diagram until this time. Whoever is in a diagram at some time has been in it at
/// all earlier times. So if one agent is at a blocked cell at some time, and the other one at a blocked cell of its own
/// diagram, they have collided.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// Whether each shortest path of one agent conflicts with each shortest path of the other.
    pub(crate) is_dependent: bool,
    /// The blocked cells of the first agent.
    pub(crate) one: Part,
    /// Those of the other agent.
    pub(crate) other: Part,
}

/// Sets of positions in the levels of the other agent's diagram, one for each position in a level of the first one's.
struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    fn new(rows: usize, columns: usize) -> Self {
        let words = columns.div_ceil(64);
        Rows {
            words,
            bits: vec![0; rows * words],
        }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    fn add(&mut self, row: usize, column: usize) {
        self.bits[row * self.words + column / 64] |= 1 << (column % 64);
    }

    fn has(&self, row: usize, column: usize) -> bool {
        self.row(row)[column / 64] >> (column % 64) & 1 == 1
    }

    fn columns(&self, row: usize) -> impl Iterator<Item = usize> {
        (0..).zip(self.row(row)).flat_map(|(word, bits)| {
            let mut left = *bits;
            core::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    64 * word + bit
                })
            })
        })
    }
}

impl Pair {
    /// Compares two agents' shortest paths, which takes O(pairs of places at the same time) time.
    pub(crate) fn new(one: &Mdd, other: &Mdd, can_follow: bool, stats: &mut Stats) -> Self {
        let last = one.moves().max(other.moves());
        let mut reached = Rows::new(1, 1);
        reached.add(0, 0);
        let (mut blocked, mut blocked_other) = (Vec::new(), Vec::new());
        let (mut open, mut open_other) = (vec![true], vec![true]);
        let mut effort = 0;
        let mut is_dependent = false;
        for time in 0..last {
            let (here, there) = (one.spots(time), other.spots(time));
            let (next, next_other) = (one.spots(time + 1), other.spots(time + 1));
            let mut after = Rows::new(next.len(), next_other.len());
            for (row, from) in here.iter().copied().enumerate() {
                for column in reached.columns(row) {
                    let from_other = there[column];
                    stats.expanded += 1;
                    let moves = other.next(time, column);
                    for to in one.next(time, row) {
                        let entered = next[*to as usize];
                        effort += moves.len();
                        for to_other in moves {
                            let entered_other = next_other[*to_other as usize];
                            let is_free = |to: u32, left: u32| to == NONE || to != left;
                            let is_swap = entered != NONE && (entered, entered_other) == (from_other, from);
                            let follows = !(is_free(entered, from_other) && is_free(entered_other, from));
                            if is_free(entered, entered_other) && !is_swap && (can_follow || !follows) {
                                after.add(*to as usize, *to_other as usize);
                            }
                        }
                    }
                }
            }
            if effort > EFFORT {
                return Pair {
                    is_dependent: false,
                    one: Part::default(),
                    other: Part::default(),
                };
            }
            let is_open = |row: usize| after.row(row).iter().any(|word| *word != 0);
            let open_after: Vec<bool> = (0..next.len()).map(is_open).collect();
            let is_open = |column: usize| (0..next.len()).any(|row| after.has(row, column));
            let open_after_other: Vec<bool> = (0..next_other.len()).map(is_open).collect();
            close(one, time, &open, &open_after, &mut blocked);
            close(other, time, &open_other, &open_after_other, &mut blocked_other);
            (reached, open, open_other) = (after, open_after, open_after_other);
            is_dependent = !open.contains(&true);
            if is_dependent {
                break;
            }
        }
        blocked.sort_unstable();
        blocked_other.sort_unstable();
        Pair {
            is_dependent,
            one: Part { cells: blocked.into() },
            other: Part {
                cells: blocked_other.into(),
            },
        }
    }
}

/// Adds the cells after a move that are blocked although a cell before the move was not.
fn close(mdd: &Mdd, time: u32, open: &[bool], open_after: &[bool], blocked: &mut Vec<(u32, u32)>) {
    if time >= mdd.moves() {
        return;
    }
    let mut is_listed = vec![false; open_after.len()];
    for from in (0..open.len()).filter(|from| open[*from]) {
        for to in mdd.next(time, from) {
            let to = *to as usize;
            if !open_after[to] && !core::mem::replace(&mut is_listed[to], true) {
                blocked.extend(mdd.place(time + 1, to).map(|place| (time + 1, place)));
            }
        }
    }
}
