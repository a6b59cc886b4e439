//! Random boards from a seed, the same on every machine.

use alloc::vec::Vec;

use super::{Board, Move};

impl Board {
    /// Creates a random board that can reach `goal`. All such boards are equally likely. (With more than 20 cells,
    /// there are more such boards than seeds.)
    ///
    /// The same goal and seed give the same board on every machine and in every release of the same major version.
    ///
    /// # Complexity
    ///
    /// Linear in the number of cells.
    ///
    /// ```
    /// use astride::npuzzle::Board;
    ///
    /// let goal: Board = "123456780".parse()?;
    /// let board = Board::random(&goal, 1);
    /// assert!(board.is_solvable(&goal)?);
    /// assert_eq!(board, Board::random(&goal, 1));
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn random(goal: &Self, seed: u64) -> Self {
        let mut random = SplitMix64(seed);
        let mut tiles: Vec<u8> = (0..=u8::MAX).take(goal.cells().len()).collect();
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, random.below(last + 1));
        }
        let board = Self::from_valid(goal.shape(), tiles.clone().into_boxed_slice());
        if board.is_solvable(goal) == Ok(true) {
            return board;
        }
        // Exchanging tiles 1 and 2 pairs each board that cannot reach the goal with one that can, so the distribution
        // remains uniform.
        for tile in &mut tiles {
            *tile = match *tile {
                1 => 2,
                2 => 1,
                other => other,
            };
        }
        Self::from_valid(goal.shape(), tiles.into_boxed_slice())
    }

    /// Creates the board at the end of a walk of `moves` random moves from `goal`. The walk never undoes a move with
    /// the next one.
    ///
    /// Use it for boards of limited difficulty: the distance to `goal` is at most `moves`, and is even if and only if
    /// `moves` is even. For typical boards, use [`random`](Self::random). On the 8-puzzle, where the mean distance of
    /// all boards is 22.0, walks of 10, 20, 30 and 50 moves end at a mean distance of 9.7, 17.3, 20.2 and 21.5 (2,000
    /// walks each).
    ///
    /// The same goal, moves and seed give the same board on every machine.
    ///
    /// # Complexity
    ///
    /// Linear in the number of cells and moves.
    ///
    /// ```
    /// use astride::npuzzle::Board;
    ///
    /// let goal: Board = "123456780".parse()?;
    /// assert_eq!(Board::random_walk(&goal, 0, 7), goal);
    /// assert!(Board::random_walk(&goal, 50, 7).is_solvable(&goal)?);
    /// # Ok::<(), astride::npuzzle::PuzzleError>(())
    /// ```
    pub fn random_walk(goal: &Self, moves: u64, seed: u64) -> Self {
        let mut random = SplitMix64(seed);
        let mut board = goal.clone();
        let mut back: Option<Move> = None;
        for _ in 0..moves {
            let onward = || board.moves().filter(|direction| Some(*direction) != back);
            // Every cell has at least two neighbours, so there is always another move.
            let choice = random.below(onward().count());
            let Some(direction) = onward().nth(choice) else { break };
            board.step(direction);
            back = Some(direction.opposite());
        }
        board
    }
}

/// A small random number generator with a fixed sequence.
///
/// G. L. Steele, D. Lea, C. H. Flood: Fast Splittable Pseudorandom Number Generators. OOPSLA 2014.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to `bound` - 1. All are equally likely. (If `bound` is 0, it returns 0.)
    fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        if bound == 0 {
            return 0;
        }
        // The last, incomplete round of remainders would favour small numbers, so another number is drawn.
        let incomplete = (u64::MAX % bound + 1) % bound;
        loop {
            let draw = self.next();
            if draw <= u64::MAX - incomplete {
                return usize::try_from(draw % bound).unwrap_or_default();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::npuzzle::Shape;
    use std::collections::HashMap;
    use std::string::ToString;

    #[test]
    fn the_generator_is_the_published_one() {
        // The first numbers from the seed 1234567 in other implementations of SplitMix64.
        let mut random = SplitMix64(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn the_boards_of_a_seed_never_change() {
        let goal = Board::blank_last(Shape::new(3, 3).unwrap());
        let boards: Vec<_> = (0..4).map(|seed| Board::random(&goal, seed).to_string()).collect();
        assert_eq!(boards, ["103568247", "243068175", "517386024", "418375620"]);
        let walks: Vec<_> = (0..4)
            .map(|seed| Board::random_walk(&goal, 30, seed).to_string())
            .collect();
        assert_eq!(walks, ["056213874", "586402137", "085741632", "073154286"]);
    }

    #[test]
    fn all_boards_are_equally_likely() {
        let goal = Board::blank_last(Shape::new(2, 2).unwrap());
        let mut counts = HashMap::new();
        for seed in 0..12_000 {
            *counts.entry(Board::random(&goal, seed)).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 12);
        // Each is expected 1000 times, with a standard deviation of 30.
        assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_walk_never_goes_straight_back() {
        // On a 2x2 board, there is then only one way around, and twelve moves lead back.
        let goal = Board::blank_last(Shape::new(2, 2).unwrap());
        for seed in 0..20 {
            assert_eq!(Board::random_walk(&goal, 12, seed), goal);
            assert_ne!(Board::random_walk(&goal, 6, seed), goal);
        }
    }
}
