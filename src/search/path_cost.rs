//! Sums along a path, and what is said where there is none.

use alloc::boxed::Box;
use alloc::format;

use crate::error::Origin;
use crate::{Cost, Graph, SearchError};

/// The cost of a path and one more edge, where that is a plain sum. Otherwise [`explain_path_cost`] tells why not.
#[inline]
pub(super) fn path_cost<C: Cost>(cost: C, edge: C) -> Option<C> {
    if edge.is_less(&C::ZERO) {
        None
    } else {
        cost.checked_add(edge)
    }
}

/// The same for any edge. `None` where it costs infinity: it counts as missing.
#[cold]
pub(super) fn explain_path_cost<C: Cost>(cost: C, edge: C, origin: Origin) -> Result<Option<C>, SearchError> {
    if edge.order(&C::INFINITY).is_eq() {
        return Ok(None);
    }
    let Some(alone) = C::ZERO.checked_add(edge) else {
        return Err(SearchError::InvalidCost {
            cost: format!("{edge:?}"),
            origin,
        });
    };
    // A float's minus zero is in the total order below zero. The sum above is a plain zero again.
    if alone.is_less(&C::ZERO) {
        return Err(SearchError::NegativeCost {
            cost: format!("{edge:?}"),
            origin,
        });
    }
    match cost.checked_add(edge) {
        Some(sum) => Ok(Some(sum)),
        None => Err(SearchError::CostOverflow {
            cost: format!("{cost:?}"),
            edge: format!("{edge:?}"),
            origin,
        }),
    }
}

/// What a path costs whose first node is reached at `cost`: each edge is asked for its cost again, and the cheapest of
/// parallel ones counts. `None` where there is no such edge: a successor rule that depends on baggage may not lead on
/// from a node whose baggage has changed.
pub(super) fn cost_along<'a, G: Graph>(
    graph: &G,
    cost: G::Cost,
    nodes: impl Iterator<Item = &'a G::Node>,
) -> Option<G::Cost>
where
    G::Node: 'a,
{
    let mut nodes = nodes.peekable();
    let mut cost = cost;
    while let Some(parent) = nodes.next() {
        let Some(child) = nodes.peek() else { break };
        let edges = graph.successors(parent).filter(|(node, _)| node == *child);
        cost = cost.checked_add(edges.map(|(_, edge)| edge).min_by(G::Cost::order)?)?;
    }
    Some(cost)
}

/// The cost of a start.
pub(super) fn start_cost<C: Cost>(cost: C) -> Result<C, SearchError> {
    explain_path_cost(C::ZERO, cost, Origin::Start)?.ok_or_else(|| SearchError::InvalidCost {
        cost: format!("{cost:?}"),
        origin: Origin::Start,
    })
}

/// The key of a node if it has one, or `None` for a dead end: an infinite estimate.
#[inline]
pub(super) fn checked_key<K: Copy, C: Cost>(
    key: Option<K>,
    cost: C,
    estimate: Option<C>,
    origin: Origin,
) -> Result<Option<K>, Box<SearchError>> {
    match (key, estimate) {
        (Some(key), None) => Ok(Some(key)),
        (Some(key), Some(estimate)) if !estimate.is_less(&C::ZERO) => Ok(Some(key)),
        _ => explain_key(key, cost, estimate, origin),
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
    // A float's minus zero is in the total order below zero, and not when added to zero.
    if C::ZERO
        .checked_add(estimate)
        .is_none_or(|alone| alone.is_less(&C::ZERO))
    {
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
