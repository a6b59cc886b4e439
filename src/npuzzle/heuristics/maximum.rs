//! [`Maximum`]: the larger of two estimates.

use super::{Slide, TileHeuristic};
use crate::npuzzle::Tiles;
use crate::traits::Consistency;

/// The larger of two estimates. It is admissible if both are, and consistent if both are.
///
/// Both estimates must be for the same goal. The first estimate should be the one that is faster to compute. For three
/// or more estimates, nest this type.
///
/// # Complexity
///
/// The sum of the complexities of the two estimates. After a slide, each estimate is computed from scratch, since the
/// parent's maximum does not determine the smaller of its two estimates. If the first estimate exceeds the parent's
/// maximum and the second is consistent, the second cannot be larger than the first, and is not computed.
///
/// # Source
///
/// R. C. Holte, A. Felner, J. Newton, R. Meshulam, D. Furcy: Maximizing over multiple pattern databases speeds up
/// heuristic search. Artificial Intelligence 170 (2006).
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Board, LinearConflict, Maximum, Puzzle, PuzzleError, TileHeuristic, Tiles, Tiles16};
/// use astride_tiles::WalkingDistance;
///
/// let goal: Board = "123456780".parse()?;
/// let (conflict, walking) = (LinearConflict::new(&goal), WalkingDistance::new(&goal)?);
/// let estimates = |text: &str| {
///     let tiles = Tiles16::pack(text.parse::<Board>()?.cells()).unwrap();
///     let both = Maximum::new(&conflict, &walking).estimate(tiles);
///     Ok::<_, PuzzleError>([conflict.estimate(tiles), walking.estimate(tiles), both])
/// };
/// assert_eq!(estimates("321065847")?, [19, 11, 19]);
/// assert_eq!(estimates("867254301")?, [23, 25, 25]); // 31 moves in truth
///
/// let puzzle = Puzzle::new(&"867254301".parse()?, &goal)?.with_heuristic(|_| Maximum::new(&conflict, &walking));
/// # let _ = puzzle;
/// # Ok::<(), PuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Maximum<A, B> {
    first: A,
    second: B,
}

impl<A, B> Maximum<A, B> {
    /// Creates the heuristic from two others, which must be for the same goal.
    pub const fn new(first: A, second: B) -> Self {
        Self { first, second }
    }
}

impl<T: Tiles, A: TileHeuristic<T>, B: TileHeuristic<T>> TileHeuristic<T> for Maximum<A, B> {
    #[inline]
    fn estimate(&self, tiles: T) -> u32 {
        self.first.estimate(tiles).max(self.second.estimate(tiles))
    }

    #[inline]
    fn estimate_slide(&self, parent_estimate: u32, child: T, _: Slide) -> u32 {
        let first = self.first.estimate(child);
        // The second estimate was at most the maximum, and a consistent estimate grows by at most one.
        if first > parent_estimate && self.second.consistency() > Some(Consistency::Unknown) {
            first
        } else {
            first.max(self.second.estimate(child))
        }
    }

    fn consistency(&self) -> Option<Consistency> {
        self.first.consistency().min(self.second.consistency())
    }
}
