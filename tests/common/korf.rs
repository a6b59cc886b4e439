//! R. E. Korf's hundred instances of the 15-puzzle, with the numbers of nodes that his IDA\* generated.

use astride::npuzzle::{Board, Puzzle, Shape};
use astride::{Heuristic, Problem};

/// One of the instances.
pub(crate) struct Instance {
    pub(crate) number: u32,
    pub(crate) puzzle: Puzzle,
    pub(crate) length: u32,
    pub(crate) nodes: u64,
    pub(crate) nodes_last: u64,
}

pub(crate) fn instances() -> impl Iterator<Item = Instance> {
    let goal = Board::blank_first(Shape::new(4, 4).unwrap());
    let lines = include_str!("../../testdata/korf100.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(move |line| {
        let fields: Vec<u64> = line.split_whitespace().map(|field| field.parse().unwrap()).collect();
        let [number, tiles @ .., estimate, length, nodes, nodes_last] = &fields[..] else {
            panic!("{line}")
        };
        let tiles: Vec<_> = tiles.iter().map(|tile| u8::try_from(*tile).unwrap()).collect();
        let puzzle = Puzzle::new(&Board::new(goal.shape(), &tiles).unwrap(), &goal).unwrap();
        assert_eq!(u64::from(puzzle.estimate(&puzzle.start())), *estimate);
        Instance {
            number: u32::try_from(*number).unwrap(),
            puzzle,
            length: u32::try_from(*length).unwrap(),
            nodes: *nodes,
            nodes_last: *nodes_last,
        }
    })
}
