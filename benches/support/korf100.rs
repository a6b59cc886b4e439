//! Korf's hundred 15-puzzles, with the lengths of their shortest solutions and the nodes of his IDA*.

use astride::npuzzle::{Board, Puzzle};

/// An instance of the table in `testdata/korf100.txt`, which says what is counted.
pub(crate) struct Instance {
    pub(crate) number: u64,
    pub(crate) puzzle: Puzzle,
    pub(crate) length: u64,
    pub(crate) nodes: u64,
    /// Of those the ones of the last iteration.
    pub(crate) nodes_last: u64,
}

pub(crate) fn instances() -> Vec<Instance> {
    let goal = Board::blank_first("4".parse().expect("a legal shape"));
    let lines = include_str!("../../testdata/korf100.txt").lines();
    let instance = |line: &str| {
        let fields: Vec<u64> = line
            .split_whitespace()
            .map(|field| field.parse().expect("a number"))
            .collect();
        let tiles: Vec<u8> = fields[1..17]
            .iter()
            .map(|tile| u8::try_from(*tile).expect("a tile"))
            .collect();
        let start = Board::new(goal.shape(), &tiles).expect("a legal board");
        Instance {
            number: fields[0],
            puzzle: Puzzle::new(&start, &goal).expect("a solvable board"),
            length: fields[18],
            nodes: fields[19],
            nodes_last: fields[20],
        }
    };
    lines.filter(|line| !line.starts_with('#')).map(instance).collect()
}
