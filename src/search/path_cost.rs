//! Sums along a path, and what is said where there is none.

use alloc::format;

use crate::error::Origin;
use crate::{Cost, SearchError};

/// A sum that is not simply one.
pub(super) enum NoSum {
    /// The edge costs infinity: it counts as missing.
    NoEdge,
    Failed(SearchError),
}

/// The cost of a path and one more edge.
#[inline]
pub(super) fn path_cost<C: Cost>(cost: C, edge: C, origin: Origin) -> Result<C, NoSum> {
    match cost.checked_add(edge) {
        Some(sum) if !edge.is_less(&C::ZERO) => Ok(sum),
        _ => explain(cost, edge, origin),
    }
}

/// The cost of a start.
pub(super) fn start_cost<C: Cost>(cost: C) -> Result<C, SearchError> {
    path_cost(C::ZERO, cost, Origin::Start).map_err(|no_sum| match no_sum {
        NoSum::NoEdge => SearchError::InvalidCost {
            cost: format!("{cost:?}"),
            origin: Origin::Start,
        },
        NoSum::Failed(error) => error,
    })
}

#[cold]
fn explain<C: Cost>(cost: C, edge: C, origin: Origin) -> Result<C, NoSum> {
    if edge.order(&C::INFINITY).is_eq() {
        return Err(NoSum::NoEdge);
    }
    let Some(alone) = C::ZERO.checked_add(edge) else {
        return Err(NoSum::Failed(SearchError::InvalidCost {
            cost: format!("{edge:?}"),
            origin,
        }));
    };
    // A float's minus zero is in the total order below zero. The sum above is a plain zero again.
    if alone.is_less(&C::ZERO) {
        return Err(NoSum::Failed(SearchError::NegativeCost {
            cost: format!("{edge:?}"),
            origin,
        }));
    }
    cost.checked_add(edge).ok_or_else(|| {
        NoSum::Failed(SearchError::CostOverflow {
            cost: format!("{cost:?}"),
            edge: format!("{edge:?}"),
            origin,
        })
    })
}

/// Why a node has no key.
pub(super) enum NoKey {
    /// The estimate is infinite: no goal can be reached from the node.
    DeadEnd,
    Failed(SearchError),
}

/// The key of a node, if its estimate allows for one.
#[inline]
pub(super) fn checked_key<C: Cost>(
    key: Option<C>,
    cost: C,
    estimate: Option<C>,
    origin: impl Fn() -> Origin,
) -> Result<C, NoKey> {
    match (key, estimate) {
        (Some(key), None) => Ok(key),
        (Some(key), Some(estimate)) if !estimate.is_less(&C::ZERO) => Ok(key),
        _ => explain_key(key, cost, estimate, origin()),
    }
}

#[cold]
fn explain_key<C: Cost>(key: Option<C>, cost: C, estimate: Option<C>, origin: Origin) -> Result<C, NoKey> {
    let Some(estimate) = estimate else {
        return key.ok_or(NoKey::DeadEnd);
    };
    if estimate.order(&C::INFINITY).is_eq() {
        return Err(NoKey::DeadEnd);
    }
    let text = format!("{estimate:?}");
    if C::ZERO
        .checked_add(estimate)
        .is_none_or(|alone| alone.is_less(&C::ZERO))
    {
        return Err(NoKey::Failed(SearchError::InvalidEstimate { estimate: text, origin }));
    }
    key.ok_or_else(|| {
        NoKey::Failed(SearchError::EstimateOverflow {
            cost: format!("{cost:?}"),
            estimate: text,
            origin,
        })
    })
}
