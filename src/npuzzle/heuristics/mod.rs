//! [`TileHeuristic`]: estimates for sliding tiles, a file each.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;

use super::Tiles;
use super::patterns::PatternDatabases;

/// `Debug` as the name and the shape, without tables.
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
mod walking_distance;
mod walking_patterns;
mod zero;

pub use hamming::Hamming;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use manhattan_hamming::ManhattanPlusHamming;
pub use maximum::Maximum;
pub use walking_distance::WalkingDistance;
pub use zero::Zero;

/// A tile that has moved into the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The tile that moved.
    pub tile: u8,
    /// The cell that it left, where the blank is now.
    pub from: usize,
    /// The cell that it moved to, where the blank was.
    pub to: usize,
}

/// An estimate of how many moves a board is away from a goal.
///
/// A heuristic is built for one goal. Give it to a puzzle with
/// [`Puzzle::with_heuristic`](super::Puzzle::with_heuristic). The trait is object safe: a program that chooses at run
/// time can use a `Box<dyn TileHeuristic<T>>`, which is a heuristic, too.
///
/// An estimate for tiles of another shape than the goal's has no meaning, but does not panic.
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
/// let estimates: Vec<_> = choices.iter().map(|choice| (choice.name(), choice.estimate(tiles))).collect();
/// assert_eq!(estimates, [("hamming", 7), ("manhattan", 9), ("linear-conflict", 13)]);
/// # Ok::<(), astride::npuzzle::PuzzleError>(())
/// ```
pub trait TileHeuristic<T: Tiles> {
    /// The estimate for `tiles`, in moves.
    fn estimate(&self, tiles: T) -> u32;

    /// The estimate for `child`, given its parent's and the slide that led from one to the other.
    ///
    /// It must return what [`estimate`](Self::estimate) returns for `child`. Override it if the difference is cheaper
    /// to compute.
    #[inline]
    fn estimate_slide(&self, parent_estimate: u32, child: T, slide: Slide) -> u32 {
        let _ = (parent_estimate, slide);
        self.estimate(child)
    }

    /// The heuristic itself if it is [`Manhattan`], for which there is faster code. Not for others to implement.
    #[doc(hidden)]
    #[inline]
    fn as_manhattan(&self) -> Option<&Manhattan> {
        None
    }

    /// The heuristic itself if it is [`PatternDatabases`], for which there is faster code. Not for others to implement.
    #[doc(hidden)]
    #[inline]
    fn as_patterns(&self) -> Option<&PatternDatabases> {
        None
    }

    /// Whether no estimate is above the true number of moves: A* then finds shortest solutions.
    fn is_admissible(&self) -> bool;

    /// Whether the estimate changes by at most one with each move: A* and weighted A* then expand no board twice.
    fn is_consistent(&self) -> bool;

    /// Its name in lower case, such as `linear-conflict`.
    fn name(&self) -> &'static str;
}

/// Pointers to a heuristic are heuristics, too.
macro_rules! pointer {
    ($($pointer:ty),*) => {$(
        impl<T: Tiles, H: TileHeuristic<T> + ?Sized> TileHeuristic<T> for $pointer {
            #[inline]
            fn estimate(&self, tiles: T) -> u32 {
                (**self).estimate(tiles)
            }

            #[inline]
            fn estimate_slide(&self, parent_estimate: u32, child: T, slide: Slide) -> u32 {
                (**self).estimate_slide(parent_estimate, child, slide)
            }

            #[inline]
            fn as_manhattan(&self) -> Option<&Manhattan> {
                (**self).as_manhattan()
            }

            #[inline]
            fn as_patterns(&self) -> Option<&PatternDatabases> {
                (**self).as_patterns()
            }

            fn is_admissible(&self) -> bool {
                (**self).is_admissible()
            }

            fn is_consistent(&self) -> bool {
                (**self).is_consistent()
            }

            fn name(&self) -> &'static str {
                (**self).name()
            }
        }
    )*};
}

pointer!(&H, Box<H>, Rc<H>, Arc<H>);
