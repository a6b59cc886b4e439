//! [`Manhattan`]: the sum of the distances of all tiles.

use alloc::boxed::Box;
use alloc::vec;

use super::{Goal, Slide, TileHeuristic};
use crate::npuzzle::kernel::Kernel;
use crate::npuzzle::{Board, Shape, Tiles};
use crate::traits::{Below, Consistency, Subtree};

/// The number of rows plus columns between a tile and its goal cell, summed over all tiles except the blank. It is
/// admissible and consistent.
///
/// This is the number of moves that would be needed if tiles could slide over each other, since each move takes one
/// tile one cell nearer to its goal cell or further away from it. The estimate is never less than that of
/// [`Hamming`](super::Hamming). Computing an estimate from the parent's takes two lookups in a table of 256 bytes on
/// the 15-puzzle (800 bytes on the 24-puzzle, 64 KB on the largest board).
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
/// use astride::npuzzle::{Board, Manhattan, TileHeuristic, Tiles, Tiles16};
///
/// let goal: Board = "123456780".parse()?;
/// let tiles = Tiles16::pack("647850321".parse::<Board>()?.cells()).unwrap();
/// assert_eq!(Manhattan::new(&goal).estimate(tiles), 21); // 31 moves in truth
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
#[derive(Clone)]
pub struct Manhattan {
    shape: Shape,
    /// A row of distances for each tile, and of zeros for the blank. A row has `1 << shift` bytes, which avoids a
    /// multiplication.
    shift: u32,
    distances: Box<[u8]>,
    /// The same for packed forms of up to 16 cells, in rows of 16, since a place of four bits needs no bounds check.
    small: [[u8; 16]; 16],
    /// Faster code for 4×4 cells.
    kernel: Option<Kernel>,
}

short_debug!(Manhattan);

impl Manhattan {
    /// Creates the heuristic for a goal.
    pub fn new(goal: &Board) -> Self {
        let (shape, cells) = (goal.shape(), goal.cells().len());
        let shift = cells.next_power_of_two().trailing_zeros();
        let mut distances = vec![0; cells << shift].into_boxed_slice();
        for (home, tile) in goal.cells().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            let row = distances.iter_mut().skip(usize::from(*tile) << shift);
            for (cell, distance) in row.take(cells).enumerate() {
                *distance = u8::try_from(shape.distance(cell, home)).unwrap_or(u8::MAX);
            }
        }
        let mut small = [[0; 16]; 16];
        for (row, distances) in small.iter_mut().zip(distances.chunks(1 << shift)) {
            row.iter_mut().zip(distances).for_each(|(to, from)| *to = *from);
        }
        Self {
            shape,
            shift,
            distances,
            small,
            kernel: Kernel::new(goal),
        }
    }

    #[inline]
    fn distance<T: Tiles>(&self, tile: u8, cell: usize) -> u32 {
        if T::CAPACITY <= 16 {
            return u32::from(self.small[usize::from(tile & 0xf)][cell & 0xf]);
        }
        self.distances
            .get(usize::from(tile) << self.shift | cell)
            .map_or(0, |distance| u32::from(*distance))
    }

    /// The amounts that a slide adds to the sum and takes away from it.
    #[inline]
    pub(super) fn change<T: Tiles>(&self, slide: Slide) -> (u32, u32) {
        (
            self.distance::<T>(slide.tile, slide.to),
            self.distance::<T>(slide.tile, slide.from),
        )
    }

    #[inline]
    pub(super) fn sum<T: Tiles>(&self, tiles: T) -> u32 {
        (0..self.shape.cells())
            .map(|cell| self.distance::<T>(tiles.get(cell), cell))
            .sum()
    }
}

impl<T: Tiles> TileHeuristic<T> for Manhattan {
    #[inline]
    fn estimate(&self, tiles: T) -> u32 {
        self.sum(tiles)
    }

    #[inline]
    fn estimate_slide(&self, parent_estimate: u32, _: T, slide: Slide) -> u32 {
        let (up, down) = self.change::<T>(slide);
        parent_estimate.wrapping_add(up).wrapping_sub(down)
    }

    #[inline]
    fn search_below(&self, goal: &Goal<'_, T>, subtree: Subtree<'_, T, u32>) -> Option<Below<T, u32>> {
        // The heuristic may have been created for another goal, even one of another shape.
        let kernel = self.kernel.as_ref().filter(|_| Kernel::is_for(goal.board.shape()))?;
        kernel.search(goal.tiles, subtree)
    }

    fn consistency(&self) -> Option<Consistency> {
        Some(Consistency::BothWays)
    }
}
