//! Sums along a path, and the errors if a sum is not a valid cost.

use alloc::boxed::Box;
use alloc::format;

use crate::error::Origin;
use crate::traits::NoSuchNode;
use crate::{Cost, Graph, SearchError};

/// Returns the cost of a path and one more edge, if the sum is finite and the edge is not negative. Otherwise,
/// [`path_cost`] says why there is none.
#[inline]
pub fn plain_sum<C: Cost>(cost: C, edge: C) -> Option<C> {
    if edge.is_less(&C::ZERO) { None } else { cost.plus(edge) }
}

/// Returns the cost of a path and one more edge. `None` if the edge costs infinity, because such an edge counts as
/// missing.
///
/// # Errors
///
/// [`InvalidCost`](SearchError::InvalidCost), [`NegativeCost`](SearchError::NegativeCost), or
/// [`CostOverflow`](SearchError::CostOverflow) if the sum is too large.
#[inline]
pub fn path_cost<C: Cost>(cost: C, edge: C, origin: impl FnOnce() -> Origin) -> Result<Option<C>, Box<SearchError>> {
    match plain_sum(cost, edge) {
        Some(sum) => Ok(Some(sum)),
        None => explain_path_cost(cost, edge, origin()),
    }
}

#[cold]
fn explain_path_cost<C: Cost>(cost: C, edge: C, origin: Origin) -> Result<Option<C>, Box<SearchError>> {
    if edge.order(&C::INFINITY).is_eq() {
        return Ok(None);
    }
    let text = format!("{edge:?}");
    let Some(alone) = C::ZERO.plus(edge) else {
        return Err(Box::new(SearchError::InvalidCost { cost: text, origin }));
    };
    // A cost type may order −0 below 0. The sum above turns it into 0 again.
    if alone.is_less(&C::ZERO) {
        return Err(Box::new(SearchError::NegativeCost { cost: text, origin }));
    }
    match cost.plus(edge) {
        Some(sum) => Ok(Some(sum)),
        None => Err(Box::new(SearchError::CostOverflow {
            cost: format!("{cost:?}"),
            edge: text,
            origin,
        })),
    }
}

/// Checks that the graph has a start or the goal.
pub(crate) fn check_node<G: Graph>(graph: &G, node: &G::Node, origin: Origin) -> Result<(), SearchError> {
    let checked = graph.check_node(node);
    checked.map_err(|NoSuchNode { node }| SearchError::NoSuchNode { origin, node })
}

/// Checks the cost of a start.
pub(crate) fn start_cost<C: Cost>(cost: C) -> Result<C, Box<SearchError>> {
    path_cost(C::ZERO, cost, || Origin::Start)?.ok_or_else(|| {
        Box::new(SearchError::InvalidCost {
            cost: format!("{cost:?}"),
            origin: Origin::Start,
        })
    })
}

/// Checks a limit for the costs of paths.
pub(crate) fn check_cost_limit<C: Cost>(limit: C) -> Result<(), SearchError> {
    if C::ZERO.plus(limit).is_some() || limit.order(&C::INFINITY).is_eq() {
        return Ok(());
    }
    Err(SearchError::InvalidCostLimit {
        limit: format!("{limit:?}"),
    })
}

/// The key of a node, if its estimate is valid and it is not a dead end.
#[inline]
pub(crate) fn plain_key<K, C: Cost>(key: Option<K>, estimate: Option<C>) -> Option<K> {
    key.filter(|_| estimate.is_none_or(|estimate| !estimate.is_less(&C::ZERO)))
}

/// Returns the key of a node, or `None` for a dead end, whose estimate is infinite. `key` is `None` if it is not finite.
///
/// # Errors
///
/// [`InvalidEstimate`](SearchError::InvalidEstimate), or [`EstimateOverflow`](SearchError::EstimateOverflow) if the key
/// is too large.
#[inline]
pub fn checked_key<K: Copy, C: Cost>(
    key: Option<K>,
    cost: C,
    estimate: Option<C>,
    origin: impl FnOnce() -> Origin,
) -> Result<Option<K>, Box<SearchError>> {
    match plain_key(key, estimate) {
        Some(key) => Ok(Some(key)),
        None => explain_key(key, cost, estimate, origin()),
    }
}

#[cold]
fn explain_key<K: Copy, C: Cost>(
    key: Option<K>,
    cost: C,
    estimate: Option<C>,
    origin: Origin,
) -> Result<Option<K>, Box<SearchError>> {
    let Some(estimate) = estimate else { return Ok(key) };
    if estimate.order(&C::INFINITY).is_eq() {
        return Ok(None);
    }
    let text = format!("{estimate:?}");
    // A cost type may order −0 below 0. Added to 0, it becomes 0.
    if C::ZERO.plus(estimate).is_none_or(|alone| alone.is_less(&C::ZERO)) {
        return Err(Box::new(SearchError::InvalidEstimate { estimate: text, origin }));
    }
    match key {
        Some(key) => Ok(Some(key)),
        None => Err(Box::new(SearchError::EstimateOverflow {
            cost: format!("{cost:?}"),
            estimate: text,
            origin,
        })),
    }
}
