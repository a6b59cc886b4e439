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

/// The key of a node if it has one, or `None` for a dead end: an infinite estimate.
#[inline]
pub(super) fn checked_key<C: Cost>(
    key: Option<C>,
    cost: C,
    estimate: Option<C>,
    origin: Origin,
) -> Result<Option<C>, SearchError> {
    match (key, estimate) {
        (Some(key), None) => Ok(Some(key)),
        (Some(key), Some(estimate)) if !estimate.is_less(&C::ZERO) => Ok(Some(key)),
        _ => explain_key(key, cost, estimate, origin),
    }
}

#[cold]
fn explain_key<C: Cost>(
    key: Option<C>,
    cost: C,
    estimate: Option<C>,
    origin: Origin,
) -> Result<Option<C>, SearchError> {
    let Some(estimate) = estimate else { return Ok(key) };
    if estimate.order(&C::INFINITY).is_eq() {
        return Ok(None);
    }
    let text = format!("{estimate:?}");
    // A float's minus zero is in the total order below zero, and not when added to zero.
    if C::ZERO
        .checked_add(estimate)
        .is_none_or(|alone| alone.is_less(&C::ZERO))
    {
        return Err(SearchError::InvalidEstimate { estimate: text, origin });
    }
    match key {
        Some(key) => Ok(Some(key)),
        None => Err(SearchError::EstimateOverflow {
            cost: format!("{cost:?}"),
            estimate: text,
            origin,
        }),
    }
}
