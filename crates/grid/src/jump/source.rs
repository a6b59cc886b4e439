//! [`JumpPoints`]: the sources of jump points, which find them during the search or look them up.

use alloc::boxed::Box;
use alloc::rc::Rc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;

use super::{JumpMap, JumpTable};
use crate::Point;
use crate::forward::forward;

/// A source of jump points, which finds them during the search ([`JumpMap`]) or looks them up ([`JumpTable`]).
///
/// The trait is sealed. References to either, and a `Box`, `Rc` or `Arc` of either, implement it as well.
pub trait JumpPoints: sealed::Jumps {}

impl JumpPoints for JumpMap {}
impl JumpPoints for JumpTable {}

pub(super) mod sealed {
    use crate::{JumpMap, Point};

    /// The first numbers are left to the start and the goal of a search, which need not be jump points.
    pub(crate) const ENDS: usize = 2;

    /// The queries of a search.
    pub trait Jumps {
        /// A cell to look from.
        type View<'a>: View
        where
            Self: 'a;

        fn jump_map(&self) -> &JumpMap;

        /// Whether cells that may be jump points have numbers besides those of all cells: see [`number`](Self::number).
        #[inline]
        fn has_numbers(&self) -> bool {
            false
        }

        /// The number of a cell that may be a jump point, given its number among all cells. It is at least [`ENDS`], or
        /// 0 if the cell has none.
        #[inline]
        fn number(&self, cell: usize) -> usize {
            let _ = cell;
            0
        }

        /// The cell with such a number.
        #[inline]
        fn numbered(&self, number: usize) -> Option<Point> {
            let _ = number;
            None
        }

        /// A number greater than all of these.
        #[inline]
        fn number_bound(&self) -> usize {
            0
        }

        /// The view from a cell, which is empty outside the map.
        fn view(&self, from: Point) -> Self::View<'_>;
    }

    /// The view from one cell.
    pub trait View {
        /// A sweep in progress.
        type Sweep: Sweep;

        /// The number of the cell.
        fn cell(&self) -> usize;

        /// The distance to the next jump point in a straight direction, or 0 if a wall comes first.
        fn straight(&self, direction: usize) -> u16;

        /// Begins a sweep whose first step is allowed.
        fn sweep(&self, direction: usize) -> Self::Sweep;

        /// Whether a sweep in this direction goes on for this many steps.
        fn sweeps(&self, direction: usize, steps: u16) -> bool;
    }

    /// Moves in one direction from cell to cell, looking to both sides.
    pub trait Sweep {
        /// Moves on to the next cell from which anything is in sight, if there is one before a wall.
        fn next_sight(&mut self) -> Option<Sight>;
    }

    /// The view from a cell of a sweep.
    #[derive(Clone, Copy, Debug)]
    pub struct Sight {
        /// The distance of the cell from the start of the sweep.
        pub swept: u16,
        /// The number of the cell.
        pub cell: usize,
        /// The distances from there to the jump points on both sides, in the order of [`sides`], or 0 if there is none.
        ///
        /// [`sides`]: crate::pruning::sides
        pub sides: [u16; 2],
        /// Whether the cell is itself a jump point, since walls may force a turn there. The sweep then ends there.
        pub is_jump_point: bool,
    }
}

macro_rules! pointer {
    ($($(#[$attribute:meta])* $pointer:ty),* $(,)?) => {$(
        $(#[$attribute])*
        impl<T: JumpPoints + ?Sized> JumpPoints for $pointer {}

        $(#[$attribute])*
        impl<T: JumpPoints + ?Sized> sealed::Jumps for $pointer {
            type View<'a>
                = T::View<'a>
            where
                Self: 'a;

            forward!((**self) =>
                fn jump_map(&self) -> &JumpMap;
                fn has_numbers(&self) -> bool;
                fn number(&self, cell: usize) -> usize;
                fn numbered(&self, number: usize) -> Option<Point>;
                fn number_bound(&self) -> usize;
                fn view(&self, from: Point) -> Self::View<'_>;
            );
        }
    )*};
}

pointer!(&T, Box<T>, Rc<T>, #[cfg(target_has_atomic = "ptr")] Arc<T>);
