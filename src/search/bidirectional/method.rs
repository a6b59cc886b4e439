//! [`Method`]: the difference between one bidirectional search and another, and the data on which its choices depend:
//! the progress of the two [`Sides`], and where they have met.

use core::cmp::Ordering;

use super::Bidirectional;
use crate::engine::{Progress, Side};
use crate::search::Evaluation;
use crate::{Cost, KnownGoal, ReverseGraph};

/// The difference between one bidirectional search and another: the side whose node is expanded next, and the proof
/// that no later meeting can be better than the best one found.
///
/// The trait is sealed.
#[doc(hidden)]
pub trait Method<P: KnownGoal + ReverseGraph>: sealed::Sealed + Clone + Sized {
    #[doc(hidden)]
    type Forward: Evaluation<P> + Clone + Default;

    #[doc(hidden)]
    type Backward: Evaluation<P> + Clone + Default;

    /// Whether a node that one side has closed is also closed for the other side.
    #[doc(hidden)]
    const SHARES_CLOSED: bool = false;

    /// Whether the goal's side uses estimates of the cost from the start.
    #[doc(hidden)]
    const HAS_ESTIMATES: bool = false;

    /// Chooses the node to be expanded next, and returns its side. `None` if the search has ended. Called only if both
    /// sides have open nodes.
    #[doc(hidden)]
    fn choose(engine: &mut Bidirectional<P, Self>, problem: &P, progress: &mut Progress) -> Option<Side>;

    /// Makes the goal's side ignore its estimates from now on. Returns whether it used them before.
    #[doc(hidden)]
    fn leave_out_estimates(_: &mut Self::Backward) -> bool {
        false
    }

    /// Prepares for a start, from which paths may cost less than all others.
    #[doc(hidden)]
    fn prepare_for_start(&mut self) {}

    #[doc(hidden)]
    fn clear(&mut self) {}
}

pub(super) mod sealed {
    pub trait Sealed {}
}

/// The progress of both sides. Arrays have the value of the start's side first.
#[derive(Clone, Debug)]
pub(super) struct Sides<C> {
    /// The numbers of open nodes.
    pub(super) open: [usize; 2],
    /// Lower bounds on the keys of open nodes.
    pub(super) least: [C; 2],
    /// The side whose node is expanded next. `None` before the search begins and after it has ended.
    pub(super) next: Option<Side>,
    /// The side whose node was expanded last.
    pub(super) last: Option<Side>,
    pub(super) is_found: bool,
}

impl<C: Cost> Sides<C> {
    pub(super) fn new() -> Self {
        Sides {
            open: [0; 2],
            least: [C::ZERO; 2],
            next: None,
            last: None,
            is_found: false,
        }
    }

    /// The next side if the sides take turns.
    #[inline]
    pub(super) fn in_turn(&self) -> Side {
        self.last.map_or(Side::Forward, Side::other)
    }

    /// The side with fewer open nodes.
    #[inline]
    pub(super) fn smaller(&self) -> Side {
        match self.open[0].cmp(&self.open[1]) {
            Ordering::Less => Side::Forward,
            Ordering::Greater => Side::Backward,
            Ordering::Equal => self.in_turn(),
        }
    }
}
