//! Instances from the literature: Korf's hundred 15-puzzles, and fifty 24-puzzles of Korf and Felner.

use astride::npuzzle::{Board, Puzzle, Shape};

/// An instance from `testdata/korf100.txt` or `testdata/korf_24_puzzle.txt`, which describe the counts. Their goals
/// have the blank first.
pub(crate) struct Instance {
    pub(crate) number: u64,
    pub(crate) start: Board,
    pub(crate) length: usize,
    /// The nodes of IDA*, with the Manhattan distance (15) or with pattern databases (24).
    pub(crate) nodes: u64,
    /// Those of the last iteration, if they are known.
    pub(crate) nodes_last: Option<u64>,
}

pub(crate) fn fifteen_puzzles() -> Vec<Instance> {
    // The estimate stands between the tiles and the length.
    read(include_str!("../../testdata/korf100.txt"), 4, 1)
}

/// The 15-puzzles with these numbers, in this order.
pub(crate) fn numbered(numbers: impl IntoIterator<Item = u64>) -> Vec<Instance> {
    let mut all = fifteen_puzzles();
    let mut take = |number| {
        let place = all.iter().position(|instance| instance.number == number);
        all.swap_remove(place.expect("the number of an instance, once"))
    };
    numbers.into_iter().map(&mut take).collect()
}

pub(crate) fn twenty_four_puzzles() -> Vec<Instance> {
    read(include_str!("../../testdata/korf_24_puzzle.txt"), 5, 0)
}

impl Instance {
    /// The instance as a problem, of up to 16 cells.
    pub(crate) fn puzzle(&self) -> Puzzle {
        Puzzle::new(&self.start, &Board::blank_first(self.start.shape())).expect("a solvable board")
    }
}

fn read(text: &str, side: usize, skipped: usize) -> Vec<Instance> {
    let shape = Shape::new(side, side).expect("a legal shape");
    let instance = |line: &str| {
        let fields: Vec<u64> = line
            .split_whitespace()
            .map(|field| field.parse().expect("a number"))
            .collect();
        let (tiles, further) = fields[1..].split_at(shape.cells());
        let tiles: Vec<u8> = tiles.iter().map(|tile| u8::try_from(*tile).expect("a tile")).collect();
        Instance {
            number: fields[0],
            start: Board::new(shape, &tiles).expect("a legal board"),
            length: usize::try_from(further[skipped]).expect("a length"),
            nodes: further[skipped + 1],
            nodes_last: further.get(skipped + 2).copied(),
        }
    };
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(instance)
        .collect()
}
