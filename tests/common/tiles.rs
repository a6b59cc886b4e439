//! Every board of a small sliding-tile puzzle, with the length of its solution, from a plain breadth-first search.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use astride::npuzzle::{Board, Shape};

/// The goals, with the blank in the last corner, in the first corner, and in the centre.
pub(crate) const GOALS: [&str; 3] = ["123456780", "012345678", "123804765"];

pub(crate) fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// Returns all boards that are one move away, simply by exchanging the blank with a neighbour.
pub(crate) fn neighbours<const N: usize>(tiles: [u8; N], width: usize) -> Vec<[u8; N]> {
    let blank = tiles.iter().position(|tile| *tile == 0).unwrap();
    let beside = |cell: usize| {
        let (row, column) = (cell / width, cell % width);
        row.abs_diff(blank / width) + column.abs_diff(blank % width) == 1
    };
    let exchanged = |cell: usize| {
        let mut tiles = tiles;
        tiles.swap(blank, cell);
        tiles
    };
    (0..N).filter(|cell| beside(*cell)).map(exchanged).collect()
}

/// Returns the number of moves to the goal of every board that can reach it, in breadth-first order.
pub(crate) fn all_lengths<const N: usize>(goal: [u8; N], width: usize) -> Vec<([u8; N], u32)> {
    let mut lengths = HashMap::from([(goal, 0)]);
    let mut queue = VecDeque::from([goal]);
    let mut order = Vec::new();
    while let Some(tiles) = queue.pop_front() {
        let length = lengths[&tiles];
        order.push((tiles, length));
        for next in neighbours(tiles, width) {
            lengths.entry(next).or_insert_with(|| {
                queue.push_back(next);
                length + 1
            });
        }
    }
    order
}

type Lengths = Vec<([u8; 9], u32)>;

/// Returns the lengths of the 8-puzzle, computed once for each goal.
pub(crate) fn eight_puzzle(goal: &str) -> Lengths {
    static KNOWN: Mutex<BTreeMap<String, Lengths>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let lengths = || all_lengths(board(goal).cells().try_into().unwrap(), 3);
    known.entry(goal.into()).or_insert_with(lengths).clone()
}

/// Returns all permutations of the numbers below `N`.
pub(crate) fn permutations<const N: usize>() -> Vec<[u8; N]> {
    fn extend<const N: usize>(tiles: &mut [u8; N], fixed: usize, all: &mut Vec<[u8; N]>) {
        if fixed == N {
            all.push(*tiles);
        }
        for next in fixed..N {
            tiles.swap(fixed, next);
            extend(tiles, fixed + 1, all);
            tiles.swap(fixed, next);
        }
    }
    let mut all = Vec::new();
    extend(
        &mut std::array::from_fn(|tile| u8::try_from(tile).unwrap()),
        0,
        &mut all,
    );
    all
}

pub(crate) fn board_of<const N: usize>(tiles: [u8; N], width: usize, height: usize) -> Board {
    Board::new(Shape::new(width, height).unwrap(), &tiles).unwrap()
}
