//! [`Hints`]: what a search may know about a graph and its estimate in advance.

#[cfg(doc)]
use super::{Graph, Heuristic};

/// What a search may know in advance about a graph ([`Graph::hints`]) or about its estimate
/// ([`Heuristic::estimate_hints`]), in order to save time.
///
/// | hint | returned by | effect |
/// |---|---|---|
/// | [`consistency`](Self::consistency) | `estimate_hints` | [`WeightedAStar`](crate::WeightedAStar) and [`BoundedAStar`](crate::search::BoundedAStar) usually expand each node only once |
/// | [`prefers_last_in`](Self::prefers_last_in) | `estimate_hints` | [`AStar`](crate::AStar) breaks ties differently |
/// | [`expects_few_open`](Self::expects_few_open) | `estimate_hints` | [`AStar`](crate::AStar) uses a small heap |
/// | [`prefers_reopening`](Self::prefers_reopening) | `hints` | weighted A\* reopens closed nodes |
///
/// Other searches ignore a hint, and so do all searches if the other method returns it. Consistency is a promise, on
/// which results depend. The other hints affect time and memory, and which path is found if
/// several are equally good.
///
/// An adapter forwards `hints` if it forwards [`Graph::visit_successors`], and `estimate_hints` if it leaves costs and
/// estimates as they are. The two methods are separate so that an adapter with an estimate of its own does not forward
/// promises about another one.
///
/// ```
/// use astride::traits::{Consistency, Hints};
/// use astride::{FnGraph, Heuristic, Query};
///
/// let hints = Hints::NONE.with_consistency(Consistency::BothWays).preferring_last_in(true);
/// assert!(hints.prefers_last_in && !hints.expects_few_open);
///
/// let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
/// let query = Query::new(line, 0, |n| *n == 5)
///     .with_heuristic(|n| n.abs_diff(5)).with_consistency(Consistency::BothWays);
/// assert_eq!(query.estimate_hints(), Hints::NONE.with_consistency(Consistency::BothWays));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Hints {
    /// Whether the estimate is known to be consistent.
    ///
    /// The statement must hold for all edges of the graph and for all paths, whatever the start. It also promises that
    /// equal nodes have the same successors: for a graph whose successors depend on baggage, it must be `Unknown`. If
    /// the statement is false, a search may miss a path or return one that costs more than the bound allows, but does
    /// not panic.
    pub consistency: Consistency,
    /// Whether [`AStar`](crate::AStar) should break ties between open nodes with the same f by expanding the one that
    /// was opened last, instead of the one with the largest g.
    ///
    /// Expanding the node opened last saves time if costs are integers and f differs by less than 2¹⁵ among the open
    /// nodes, since nothing has to be sorted. The number of expansions hardly changes on grids, but becomes up to 1.9
    /// times as large on sliding-tile puzzles. See [`AStar::with_tie_breaking`](crate::AStar::with_tie_breaking).
    pub prefers_last_in: bool,
    /// Whether few nodes will be open at a time, with widely different values of f, as with jump points on grids.
    ///
    /// [`AStar`](crate::AStar) then keeps the open nodes in a small heap, and breaks ties between nodes with the same f
    /// arbitrarily, whatever `prefers_last_in` is.
    pub expects_few_open: bool,
    /// Whether searches such as weighted A\* should reopen closed nodes even if the estimate is consistent. This pays
    /// off if [`Graph::visit_successors`] leaves out many more successors when `reached.keeps_cheapest` is set.
    pub prefers_reopening: bool,
}

impl Hints {
    /// Nothing is known.
    pub const NONE: Self = Hints {
        consistency: Consistency::Unknown,
        prefers_last_in: false,
        expects_few_open: false,
        prefers_reopening: false,
    };

    /// Sets [`consistency`](Self::consistency).
    #[inline]
    pub const fn with_consistency(mut self, consistency: Consistency) -> Self {
        self.consistency = consistency;
        self
    }

    /// Sets [`prefers_last_in`](Self::prefers_last_in).
    #[inline]
    pub const fn preferring_last_in(mut self, is_preferred: bool) -> Self {
        self.prefers_last_in = is_preferred;
        self
    }

    /// Sets [`expects_few_open`](Self::expects_few_open).
    #[inline]
    pub const fn expecting_few_open(mut self, is_expected: bool) -> Self {
        self.expects_few_open = is_expected;
        self
    }

    /// Sets [`prefers_reopening`](Self::prefers_reopening).
    #[inline]
    pub const fn preferring_reopening(mut self, is_preferred: bool) -> Self {
        self.prefers_reopening = is_preferred;
        self
    }
}

/// The property that a [`Heuristic`] [states](Hints::consistency) for its estimate h, for every edge of cost c from a
/// node a to a node b. The variants are ordered: each one includes those before it.
///
/// With floats, rounding may violate both inequalities below. A search that relies on them may then exceed its bound,
/// but only by rounding errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Consistency {
    /// Nothing is known.
    #[default]
    Unknown,
    /// The estimate never falls by more than the cost of the edge, h(a) ≤ c + h(b), and it is 0 at goals. It is
    /// therefore admissible.
    Consistent,
    /// The estimate is consistent, and it never rises by more than the cost of the edge: h(b) ≤ c + h(a). A consistent
    /// estimate has this property if every edge leads both ways at the same cost.
    BothWays,
}
