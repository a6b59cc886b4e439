//! [`Near`]: the node at which the best path so far ends.

use crate::Cost;

/// A node with its estimate and its cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near<N, C> {
    pub(super) node: N,
    pub(super) estimate: C,
    pub(super) cost: C,
}

impl<N, C: Cost> Near<N, C> {
    /// Replaces the nearest node if one to which a path of this cost has been found [is nearer](is_nearer). Without
    /// estimates, does nothing.
    ///
    /// If this is called for every path to a node that becomes cheaper, the cost of the nearest node stays current.
    #[inline]
    pub(super) fn note(nearest: &mut Option<Self>, node: N, estimate: Option<C>, cost: C) {
        if let Some(estimate) = estimate
            && nearest
                .as_ref()
                .is_none_or(|known| is_nearer((estimate, cost), (known.estimate, known.cost)))
        {
            *nearest = Some(Near { node, estimate, cost });
        }
    }
}

/// Whether a node with this estimate and cost is nearer than another: it has a lower estimate or, with the same
/// estimate, a lower cost. Usually, this takes one comparison.
#[inline]
pub(super) fn is_nearer<C: Cost>((estimate, cost): (C, C), (least, known): (C, C)) -> bool {
    !least.is_less(&estimate) && (estimate.is_less(&least) || cost.is_less(&known))
}
