//! [`JumpPoints`]: where jump points come from, found as the search goes or looked up.

use alloc::boxed::Box;
use alloc::rc::Rc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;

use super::{JumpMap, JumpTable};
use crate::Point;

/// Where jump points come from: found as the search goes ([`JumpMap`]), or looked up ([`JumpTable`]).
///
/// Pointers to either implement it as well: `&JumpMap`, or an `Rc` or `Arc`. The trait is sealed.
pub trait JumpPoints: sealed::Jumps {}

impl JumpPoints for JumpMap {}
impl JumpPoints for JumpTable {}

pub(super) mod sealed {
    use crate::{JumpMap, Point};

    /// What a search asks.
    pub trait Jumps {
        /// A cell to look from.
        type View<'a>: View
        where
            Self: 'a;

        fn jump_map(&self) -> &JumpMap;

        /// What can be seen from a cell; nothing from outside the map.
        fn view(&self, from: Point) -> Self::View<'_>;
    }

    /// What can be seen from one cell.
    pub trait View {
        /// A sweep under way.
        type Sweep: Sweep;

        /// How far it is to the next jump point in a straight direction; 0 where a wall comes first.
        fn straight(&self, direction: usize) -> u16;

        /// Begins a sweep, the first step of which is allowed.
        fn sweep(&self, direction: usize) -> Self::Sweep;

        /// Whether a sweep in that direction goes so far.
        fn sweeps(&self, direction: usize, steps: u16) -> bool;
    }

    /// Goes in one direction from cell to cell and looks to both sides.
    pub trait Sweep {
        /// Goes on to the next cell from where there is something to be seen, if there is one before a wall.
        fn next_sight(&mut self) -> Option<Sight>;
    }

    /// What is seen from a cell of a sweep.
    #[derive(Clone, Copy, Debug)]
    pub struct Sight {
        /// How far the cell is from where the sweep began.
        pub swept: u16,
        /// How far it is from there to the jump points at both sides, in the order of [`sides`]; 0 where there is none.
        ///
        /// [`sides`]: crate::pruning::sides
        pub sides: [u16; 2],
        /// Whether the cell is a jump point itself, since walls leave it more ways on. The sweep ends here then.
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

            #[inline]
            fn jump_map(&self) -> &JumpMap {
                (**self).jump_map()
            }

            #[inline]
            fn view(&self, from: Point) -> Self::View<'_> {
                (**self).view(from)
            }
        }
    )*};
}

pointer!(&T, Box<T>, Rc<T>, #[cfg(target_has_atomic = "ptr")] Arc<T>);
