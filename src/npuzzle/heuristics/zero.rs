//! [`Zero`]: the estimate that is always 0.

use super::TileHeuristic;
use crate::npuzzle::{Board, Tiles};
use crate::traits::Consistency;

/// The estimate that is always 0, with which A* becomes Dijkstra's algorithm. It is meant for comparisons.
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
    /// Creates the heuristic. The goal is ignored, and is an argument only for uniformity with other heuristics.
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
