//! [`Nearest`]: the node at which the best path so far ends.

use crate::Cost;

/// The node with the least estimate so far and, among equal estimates, the least cost. A best-effort path leads there.
#[derive(Clone, Copy, Debug)]
pub struct Nearest<N, C> {
    /// The node, or its id.
    pub node: N,
    /// Its estimate.
    pub estimate: C,
    /// The cost of the path to it.
    pub cost: C,
}

impl<N, C: Cost> Nearest<N, C> {
    /// Replaces the nearest node if one to which a path of this cost has been found is nearer: it has a lower estimate
    /// or, with the same estimate, a lower cost. Without an estimate, does nothing.
    ///
    /// If this is called for every path to a node that becomes cheaper, the cost of the nearest node stays current.
    #[inline]
    pub fn note(nearest: &mut Option<Self>, node: N, estimate: Option<C>, cost: C) {
        if let Some(estimate) = estimate
            && nearest
                .as_ref()
                .is_none_or(|known| is_nearer((estimate, cost), (known.estimate, known.cost)))
        {
            *nearest = Some(Nearest { node, estimate, cost });
        }
    }
}

/// Whether a node with this estimate and cost is nearer than another: it has a lower estimate or, with the same
/// estimate, a lower cost. Usually, this takes one comparison.
#[inline]
pub(crate) fn is_nearer<C: Cost>((estimate, cost): (C, C), (least, known): (C, C)) -> bool {
    !least.is_less(&estimate) && (estimate.is_less(&least) || cost.is_less(&known))
}
