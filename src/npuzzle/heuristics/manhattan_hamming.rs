//! [`ManhattanPlusHamming`]: a sum that overestimates.

use super::{Hamming, Manhattan, Slide, TileHeuristic};
use crate::npuzzle::{Board, Tiles};
use crate::traits::Consistency;

/// [`Manhattan`] plus [`Hamming`]. **Not admissible**: the solutions that A* finds with it need not be shortest.
///
/// It adds one move for each misplaced tile to the Manhattan distance. Over all 181,440 boards of the 8-puzzle (with
/// the goal 123456780), it overestimates by up to 8 moves. On average, the estimate is too high for boards up to 19
/// moves from the goal, and too low for boards farther away. The solutions that [`AStar`](crate::AStar) finds are too
/// long by 0.57 moves on average, and by at most 4; 74 % of them are shortest. The heuristic saves no expansions: the
/// search expands 790 boards on average, whereas with [`Manhattan`] alone it finds shortest solutions after 788
/// expansions, and with [`LinearConflict`](super::LinearConflict) after 399. The heuristic is included because it is
/// often requested, and for comparison.
///
/// # Complexity
///
/// Linear in the number of cells; O(1) for a slide.
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
    /// Creates the heuristic for a goal.
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
        // Each adds its own difference to an estimate, so the sum can be passed through one and then through the other.
        let sum = self.manhattan.estimate_slide(parent_estimate, child, slide);
        self.hamming.estimate_slide(sum, child, slide)
    }

    fn consistency(&self) -> Option<Consistency> {
        None
    }
}
