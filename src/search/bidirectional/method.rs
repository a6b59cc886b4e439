//! [`Method`]: what makes one bidirectional search different from another.

use super::Bidirectional;
use super::meeting::Side;
use crate::limits::Refusal;
use crate::search::Evaluation;
use crate::search::engine::Progress;
use crate::{KnownGoal, Path, ReverseGraph};

/// What makes one bidirectional search different from another: which side's node is expanded next, and when the best
/// meeting is proven to be the best of all.
///
/// The trait is sealed.
#[doc(hidden)]
pub trait Method<P: KnownGoal + ReverseGraph>: sealed::Sealed + Clone + Sized {
    #[doc(hidden)]
    type Forward: Evaluation<P> + Clone + Default;

    #[doc(hidden)]
    type Backward: Evaluation<P> + Clone + Default;

    /// Whether a node that one side has closed is closed for the other one, too.
    #[doc(hidden)]
    const SHARES_CLOSED: bool = false;

    /// Whether the goal's side uses estimates of the way from the start.
    #[doc(hidden)]
    const HAS_ESTIMATES: bool = false;

    /// Whether both sides only climb in a hierarchy. One side that is done does not end the search then, and a node is
    /// left out if a way that comes down to it costs less.
    #[doc(hidden)]
    const CLIMBS: bool = false;

    /// Chooses the node to be expanded next, and returns its side. `None` if the search has come to an end. Both sides
    /// have open nodes.
    #[doc(hidden)]
    fn choose(engine: &mut Bidirectional<P, Self>, problem: &P, progress: &mut Progress) -> Option<Side>;

    /// Has the goal's side leave out its estimates from now on. Returns whether that is new.
    #[doc(hidden)]
    fn leave_out_estimates(_: &mut Self::Backward) -> bool {
        false
    }

    /// Gets ready for a start, which may have to come before the node that is chosen.
    #[doc(hidden)]
    fn welcome_start(engine: &mut Bidirectional<P, Self>, problem: &P) {
        engine.forward.release(problem);
    }

    /// Turns a path through the graph that is searched into the one that it stands for.
    #[doc(hidden)]
    fn unpack(_: &P, path: Path<P::Node, P::Cost>) -> Path<P::Node, P::Cost> {
        path
    }

    /// Why an open list of its own has dropped nodes, if it has.
    #[doc(hidden)]
    fn refusal(&mut self) -> Option<Refusal> {
        None
    }

    #[doc(hidden)]
    fn bytes(&self) -> usize {
        0
    }

    #[doc(hidden)]
    fn clear(&mut self) {}
}

pub(super) mod sealed {
    pub trait Sealed {}
}
