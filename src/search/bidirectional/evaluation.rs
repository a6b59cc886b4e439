//! [`Onward`], [`Homeward`]: cost plus estimate on either side.

use crate::open::Buckets;
use crate::search::{Evaluation, Informed, InformedBackward, Revisit};
use crate::{Cost, Heuristic, ReverseHeuristic};

/// On the side of the start: f = g + h. Closed nodes are opened again only if it `REOPENS` them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Onward<const REOPENS: bool>;

/// On the side of the goal: the same with estimates from the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Homeward<const REOPENS: bool> {
    /// Whether the estimates are left out.
    pub(super) is_blind: bool,
}

fn revisit(reopens: bool) -> Revisit {
    if reopens { Revisit::Reopen } else { Revisit::WhileOpen }
}

impl<P: Heuristic, const REOPENS: bool> Evaluation<P> for Onward<REOPENS> {
    type Guidance = Informed;
    type Key = P::Cost;
    type Open = Buckets<P::Cost>;

    #[inline]
    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<P::Cost> {
        cost.plus(estimate)
    }

    #[inline]
    fn revisit(&self) -> Revisit {
        revisit(REOPENS)
    }
}

impl<P: ReverseHeuristic, const REOPENS: bool> Evaluation<P> for Homeward<REOPENS> {
    type Guidance = InformedBackward;
    type Key = P::Cost;
    type Open = Buckets<P::Cost>;

    #[inline]
    fn key(&self, _: &P::Node, cost: P::Cost, estimate: P::Cost) -> Option<P::Cost> {
        if self.is_blind { Some(cost) } else { cost.plus(estimate) }
    }

    #[inline]
    fn revisit(&self) -> Revisit {
        revisit(REOPENS)
    }
}
