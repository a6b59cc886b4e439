//! [`Hamming`]: the number of misplaced tiles.

use alloc::boxed::Box;

use super::{Slide, TileHeuristic};
use crate::npuzzle::{Board, Shape, Tiles};
use crate::traits::Consistency;

/// The number of tiles that are not in their goal cell, not counting the blank. It is admissible and consistent.
///
/// A move changes the cell of only one tile, so each tile out of place needs at least one move of its own.
///
/// # Complexity
///
/// Linear in the number of cells; O(1) for a slide.
///
/// # Source
///
/// J. E. Doran, D. Michie: Experiments with the Graph Traverser Program. Proceedings of the Royal Society A 294 (1966).
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Board, Hamming, TileHeuristic, Tiles, Tiles16};
///
/// let goal: Board = "123456780".parse()?;
/// let tiles = Tiles16::pack("123456708".parse::<Board>()?.cells()).unwrap();
/// assert_eq!(Hamming::new(&goal).estimate(tiles), 1);
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
#[derive(Clone)]
pub struct Hamming {
    /// The tile of each cell in the goal.
    goal: Box<[u8]>,
    shape: Shape,
}

short_debug!(Hamming);

impl Hamming {
    /// Creates the heuristic for a goal.
    pub fn new(goal: &Board) -> Self {
        Self {
            goal: goal.cells().into(),
            shape: goal.shape(),
        }
    }

    /// Returns whether the goal has `tile` in `cell`.
    #[inline]
    fn is_home(&self, cell: usize, tile: u8) -> bool {
        self.goal.get(cell) == Some(&tile)
    }

    /// The amounts that a slide adds to the sum and takes away from it.
    #[inline]
    pub(super) fn change(&self, slide: Slide) -> (u32, u32) {
        (
            u32::from(self.is_home(slide.from, slide.tile)),
            u32::from(self.is_home(slide.to, slide.tile)),
        )
    }

    #[inline]
    pub(super) fn sum<T: Tiles>(&self, tiles: T) -> u32 {
        let misplaced = |(cell, home): (usize, &u8)| {
            let tile = tiles.get(cell);
            u32::from(tile != 0 && tile != *home)
        };
        self.goal.iter().enumerate().map(misplaced).sum()
    }
}

impl<T: Tiles> TileHeuristic<T> for Hamming {
    #[inline]
    fn estimate(&self, tiles: T) -> u32 {
        self.sum(tiles)
    }

    #[inline]
    fn estimate_slide(&self, parent_estimate: u32, _: T, slide: Slide) -> u32 {
        let (up, down) = self.change(slide);
        parent_estimate.wrapping_add(up).wrapping_sub(down)
    }

    fn consistency(&self) -> Option<Consistency> {
        Some(Consistency::BothWays)
    }
}
