//! [`ManhattanPlusHamming`]: a sum that is too large.

use super::{Hamming, Manhattan, Slide, TileHeuristic};
use crate::npuzzle::{Board, Tiles};
use crate::traits::Consistency;

/// [`Manhattan`] plus [`Hamming`]. **Not admissible**: the solutions that A* finds with it need not be shortest.
///
/// It adds a move for each tile out of place, which is most wrong near the goal. Over all 181,440 boards of the
/// 8-puzzle (goal 123456780), the solutions of [`AStar`](crate::AStar) are 0.57 moves too long in the mean and at most
/// 4; 74 % are shortest. It saves nothing there: the search expands 790 boards in the mean, while [`Manhattan`] alone,
/// with shortest solutions, expands 788, and [`LinearConflict`](super::LinearConflict) 399. It is here because it is
/// often asked for, and for comparison.
///
/// # Complexity
///
/// Linear in the cells; O(1) for a slide.
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Board, ManhattanPlusHamming, TileHeuristic, Tiles, Tiles16};
///
/// let goal: Board = "123456780".parse()?;
/// let heuristic = ManhattanPlusHamming::new(&goal);
/// let tiles = Tiles16::pack("123456708".parse::<Board>()?.cells()).unwrap();
/// assert_eq!(heuristic.estimate(tiles), 2); // one move in truth
/// assert_eq!(TileHeuristic::<Tiles16>::consistency(&heuristic), None);
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ManhattanPlusHamming {
    manhattan: Manhattan,
    hamming: Hamming,
}

impl ManhattanPlusHamming {
    /// The heuristic for a goal.
    pub fn new(goal: &Board) -> Self {
        Self {
            manhattan: Manhattan::new(goal),
            hamming: Hamming::new(goal),
        }
    }
}

impl<T: Tiles> TileHeuristic<T> for ManhattanPlusHamming {
    #[inline]
    fn estimate(&self, tiles: T) -> u32 {
        self.manhattan.sum(tiles) + self.hamming.sum(tiles)
    }

    #[inline]
    fn estimate_slide(&self, parent_estimate: u32, child: T, slide: Slide) -> u32 {
        // Both change by a difference of their own, so the sum can be passed through one and then the other.
        let sum = self.manhattan.estimate_slide(parent_estimate, child, slide);
        self.hamming.estimate_slide(sum, child, slide)
    }

    fn consistency(&self) -> Option<Consistency> {
        None
    }
}
