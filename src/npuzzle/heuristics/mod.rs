//! [`TileHeuristic`]: estimates for sliding tiles, with one file for each.

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::{Board, Tiles};
use crate::graph::forward;
use crate::traits::{Below, Consistency, Subtree};

/// Implements `Debug` with the name and the shape, without tables.
macro_rules! short_debug {
    ($name:ident) => {
        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.shape)
            }
        }
    };
}

mod hamming;
mod linear_conflict;
mod manhattan;
mod manhattan_hamming;
mod maximum;
mod zero;

pub use hamming::Hamming;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use manhattan_hamming::ManhattanPlusHamming;
pub use maximum::Maximum;
pub use zero::Zero;

/// The move of a tile into the blank cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The tile that moved.
    pub tile: u8,
    /// The cell that the tile left, where the blank is now.
    pub from: usize,
    /// The cell to which the tile moved, where the blank was.
    pub to: usize,
}

/// The goal of a puzzle, as passed to [`TileHeuristic::search_below`].
#[derive(Clone, Copy, Debug)]
pub struct Goal<'a, T> {
    /// The board.
    pub board: &'a Board,
    /// The same board, packed.
    pub tiles: T,
}

/// An estimate of the number of moves from a board to a goal.
///
/// A heuristic is built for one goal. To use a heuristic in a puzzle, call
/// [`Puzzle::with_heuristic`](super::Puzzle::with_heuristic). The trait is object safe: a program that chooses a
/// heuristic at run time can use a `Box<dyn TileHeuristic<T>>`, which is also a heuristic.
///
/// For a board whose shape differs from the goal's, the estimate is meaningless, but computing it does not panic.
///
/// # Example
///
/// ```
/// use astride::npuzzle::{Board, Hamming, LinearConflict, Manhattan, TileHeuristic, Tiles, Tiles16};
///
/// let goal: Board = "123456780".parse()?;
/// let tiles = Tiles16::pack("213540678".parse::<Board>()?.cells()).unwrap();
///
/// let choices: [Box<dyn TileHeuristic<Tiles16>>; 3] =
///     [Box::new(Hamming::new(&goal)), Box::new(Manhattan::new(&goal)), Box::new(LinearConflict::new(&goal))];
/// let estimates: Vec<_> = choices.iter().map(|choice| choice.estimate(tiles)).collect();
/// assert_eq!(estimates, [7, 9, 13]);
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
pub trait TileHeuristic<T: Tiles> {
    /// Returns the estimate for `tiles`, in moves.
    fn estimate(&self, tiles: T) -> u32;

    /// Returns the estimate for `child`, given the parent's estimate and the slide that leads from the parent to it.
    ///
    /// The result must be the same as that of [`estimate`](Self::estimate) for `child`. Override this method if
    /// computing the change of the estimate is faster than computing the estimate from scratch.
    #[inline]
    fn estimate_slide(&self, parent_estimate: u32, child: T, slide: Slide) -> u32 {
        let _ = (parent_estimate, slide);
        self.estimate(child)
    }

    /// Searches a subtree on behalf of IDA\*, or returns `None`. This method is optional. A [`Puzzle`](super::Puzzle)
    /// forwards [`Heuristic::search_below`](crate::Heuristic::search_below) to this method.
    ///
    /// `goal` is the goal of the puzzle. It need not be the goal for which the heuristic was created: return `None` if
    /// the two differ.
    #[inline]
    fn search_below(&self, goal: &Goal<'_, T>, subtree: Subtree<'_, T, u32>) -> Option<Below<T, u32>> {
        let _ = (goal, subtree);
        None
    }

    /// Returns whether the estimate is admissible (never above the true number of moves), and whether it is consistent
    /// (changes by at most one with each move).
    ///
    /// Return `None` if the estimate is not admissible; the solutions that A* finds then need not be shortest. Return
    /// `Some(Unknown)` if the estimate is only admissible, and `Some(BothWays)` if it is also consistent, since every
    /// move can be undone. A [`Puzzle`](super::Puzzle) returns this value as its
    /// [`Hints::consistency`](crate::traits::Hints::consistency), with `Unknown` for `None`.
    fn consistency(&self) -> Option<Consistency>;
}

/// Implements the trait for pointers to a heuristic.
macro_rules! pointer {
    ($($pointer:ty),*) => {$(
        impl<T: Tiles, H: TileHeuristic<T> + ?Sized> TileHeuristic<T> for $pointer {
            forward!((**self) =>
                fn estimate(&self, tiles: T) -> u32;
                fn estimate_slide(&self, parent_estimate: u32, child: T, slide: Slide) -> u32;
                fn search_below(&self, goal: &Goal<'_, T>, subtree: Subtree<'_, T, u32>) -> Option<Below<T, u32>>;
                fn consistency(&self) -> Option<Consistency>;
            );
        }
    )*};
}

pointer!(&H, Box<H>, Arc<H>);
