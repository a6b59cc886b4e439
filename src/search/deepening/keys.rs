//! The costs and keys of successors, and the [`Cutoff`] with which keys are compared.

use alloc::boxed::Box;

use super::Deepening;
use crate::engine::{checked_key, path_cost, plain_sum};
use crate::error::Origin;
use crate::search::Guidance;
use crate::{Cost, Graph, Problem, SearchError};

/// The stored form of a node's estimate.
pub(super) type EstimateOf<P, D> = <<D as Deepening<P>>::Guidance as Guidance<P>>::Estimate;

/// The threshold of an iteration, and the keys beyond it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cutoff<K> {
    /// Nodes with a larger key are cut off.
    pub(super) threshold: K,
    /// The two previous thresholds, the last one first.
    pub(super) earlier: [K; 2],
    /// The least key that was cut off, or infinity.
    pub(super) beyond: K,
}

impl<K: Cost> Cutoff<K> {
    pub(super) fn new() -> Self {
        Cutoff {
            threshold: K::ZERO,
            earlier: [K::ZERO; 2],
            beyond: K::INFINITY,
        }
    }

    /// The cutoff of the next iteration.
    pub(super) fn next(&self, threshold: K) -> Self {
        Cutoff {
            threshold,
            earlier: [self.threshold, self.earlier[0]],
            beyond: K::INFINITY,
        }
    }

    /// Records that a node with this key was not searched.
    #[inline]
    pub(super) fn record(&mut self, key: K) {
        if key.is_less(&self.beyond) {
            self.beyond = key;
        }
    }

    /// Whether a node with this key is cut off, which is recorded.
    #[inline]
    pub(super) fn cuts_off(&mut self, key: K) -> bool {
        let is_beyond = self.threshold.is_less(&key);
        if is_beyond {
            self.record(key);
        }
        is_beyond
    }
}

/// A node's cost and key.
pub(super) type Sums<P, D> = (<P as Graph>::Cost, <D as Deepening<P>>::Threshold);

/// The cost and the key of an ordinary successor, to which the edge is not [free](is_free).
#[inline]
pub(super) fn plain_sums<P: Problem, D: Deepening<P>>(
    deepening: &D,
    (cost, edge): (P::Cost, P::Cost),
    estimate: EstimateOf<P, D>,
    edges: u32,
) -> Option<Sums<P, D>> {
    let is_below_zero = D::Guidance::as_cost(estimate).is_some_and(|estimate| estimate.is_less(&P::Cost::ZERO));
    if is_below_zero {
        return None;
    }
    let sum = plain_sum(cost, edge)?;
    let key = deepening.threshold_key(sum, estimate, edges)?;
    (!is_free(deepening, (cost, edge), (sum, key), estimate)).then_some((sum, key))
}

/// Whether a path does not come closer to the threshold by an edge, since the edge costs nothing, or nothing compared
/// with the cost of the path, and keys do not depend on the number of edges.
#[inline]
pub(super) fn is_free<P: Problem, D: Deepening<P>>(
    deepening: &D,
    (cost, edge): (P::Cost, P::Cost),
    (sum, key): Sums<P, D>,
    estimate: EstimateOf<P, D>,
) -> bool {
    let has_risen = P::Cost::ZERO.is_less(&edge) && (P::Cost::IS_EXACT || cost.is_less(&sum));
    let is_same = || {
        deepening
            .threshold_key(sum, estimate, 0)
            .is_some_and(|alone| alone.order(&key).is_eq())
    };
    !has_risen && is_same()
}

/// The cost and the key of a successor, or `None` if it need not be searched.
#[inline]
pub(super) fn sums<P: Problem, D: Deepening<P>>(
    deepening: &D,
    (cost, edge): (P::Cost, P::Cost),
    estimate: EstimateOf<P, D>,
    edges: u32,
    origin: impl Fn() -> Origin,
) -> Result<Option<Sums<P, D>>, Box<SearchError>> {
    let Some(cost) = path_cost(cost, edge, &origin)? else {
        return Ok(None);
    };
    let key = deepening.threshold_key(cost, estimate, edges);
    let key = checked_key(key, cost, D::Guidance::as_cost(estimate), origin)?;
    Ok(key.map(|key| (cost, key)))
}
