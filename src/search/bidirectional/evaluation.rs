//! [`Homeward`]: cost plus estimate on the side of the goal.

use crate::Cost;
use crate::open::Buckets;
use crate::search::{Evaluation, InformedBackward, Revisit};
use crate::traits::ReverseHeuristic;

/// f = g + h, with estimates from the start. Closed nodes are opened again only if it `REOPENS` them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Homeward<const REOPENS: bool> {
    /// Whether the estimates are left out.
    pub(super) is_blind: bool,
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
        if REOPENS { Revisit::Reopen } else { Revisit::WhileOpen }
    }
}
