//! Four instances of the 15-puzzle, with the lengths of their shortest solutions.
//!
//! R. E. Korf: Depth-first iterative-deepening: an optimal admissible tree search. Artificial Intelligence 27, 1985.

use astride::npuzzle::{Board, Puzzle};

/// An instance of the paper's table. The goal has the blank first: 0 1 2 … 15.
pub(crate) struct Instance {
    pub(crate) number: u32,
    pub(crate) length: u32,
    tiles: [u8; 16],
}

/// From easy to hard.
pub(crate) const INSTANCES: [Instance; 4] = [
    Instance {
        number: 12,
        length: 45,
        tiles: [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15],
    },
    Instance {
        number: 28,
        length: 52,
        tiles: [13, 14, 6, 12, 4, 5, 1, 0, 9, 3, 10, 2, 15, 11, 8, 7],
    },
    Instance {
        number: 5,
        length: 56,
        tiles: [4, 7, 14, 13, 10, 3, 9, 12, 11, 5, 6, 15, 1, 2, 8, 0],
    },
    Instance {
        number: 2,
        length: 55,
        tiles: [13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6],
    },
];

impl Instance {
    pub(crate) fn puzzle(&self) -> Puzzle {
        let goal = Board::blank_first("4".parse().expect("a legal shape"));
        let start = Board::new(goal.shape(), &self.tiles).expect("a legal board");
        Puzzle::new(&start, &goal).expect("a solvable board")
    }
}
