//! [`JumpPoints`]: where jump points come from, found as the search goes or looked up.

use alloc::boxed::Box;
use alloc::rc::Rc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;

use super::{JumpMap, JumpTable};

/// Where jump points come from: found as the search goes ([`JumpMap`]), or looked up ([`JumpTable`]).
///
/// Pointers to either are one, too: `&JumpMap`, or an `Rc` or `Arc`. The trait is sealed.
pub trait JumpPoints: sealed::Jumps {}

impl JumpPoints for JumpMap {}
impl JumpPoints for JumpTable {}

pub(super) mod sealed {
    use crate::grid::{JumpMap, Point};

    /// What a search asks.
    pub trait Jumps {
        fn jump_map(&self) -> &JumpMap;

        /// How far it is to the next jump point in a straight direction, if there is one before a wall.
        fn straight(&self, from: Point, direction: usize) -> Option<u16>;

        /// How far a sweep in that direction goes to the next cell that is worth a look to its sides, if there is one
        /// before a wall. A first step must be allowed.
        fn sweep(&self, from: Point, direction: usize) -> Option<u16>;

        /// Whether a sweep in that direction goes so far.
        fn sweeps(&self, from: Point, direction: usize, steps: u16) -> bool;
    }
}

macro_rules! pointer {
    ($($(#[$attribute:meta])* $pointer:ty),* $(,)?) => {$(
        $(#[$attribute])*
        impl<T: JumpPoints + ?Sized> JumpPoints for $pointer {}

        $(#[$attribute])*
        impl<T: JumpPoints + ?Sized> sealed::Jumps for $pointer {
            #[inline]
            fn jump_map(&self) -> &JumpMap {
                (**self).jump_map()
            }

            #[inline]
            fn straight(&self, from: crate::grid::Point, direction: usize) -> Option<u16> {
                (**self).straight(from, direction)
            }

            #[inline]
            fn sweep(&self, from: crate::grid::Point, direction: usize) -> Option<u16> {
                (**self).sweep(from, direction)
            }

            #[inline]
            fn sweeps(&self, from: crate::grid::Point, direction: usize, steps: u16) -> bool {
                (**self).sweeps(from, direction, steps)
            }
        }
    )*};
}

pointer!(&T, Box<T>, Rc<T>, #[cfg(target_has_atomic = "ptr")] Arc<T>);
