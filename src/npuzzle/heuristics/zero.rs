//! [`Zero`]: no estimate.

use super::TileHeuristic;
use crate::npuzzle::{Board, Tiles};
use crate::traits::Consistency;

/// Always 0: A* becomes Dijkstra's algorithm. It is meant for comparisons.
///
/// ```
/// use astride::npuzzle::{Board, TileHeuristic, Tiles, Tiles16, Zero};
///
/// let goal: Board = "123456780".parse()?;
/// let tiles = Tiles16::pack("867254301".parse::<Board>()?.cells()).unwrap();
/// assert_eq!(Zero::new(&goal).estimate(tiles), 0);
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl Zero {
    /// The heuristic for any goal, with the signature of the others.
    pub fn new(goal: &Board) -> Self {
        let _ = goal;
        Self
    }
}

impl<T: Tiles> TileHeuristic<T> for Zero {
    #[inline]
    fn estimate(&self, _: T) -> u32 {
        0
    }

    fn consistency(&self) -> Option<Consistency> {
        Some(Consistency::BothWays)
    }
}
