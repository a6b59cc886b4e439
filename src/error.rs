//! [`SearchError`]: why a search failed, which is not the same as finding no path.

use alloc::string::String;
use core::fmt;

use crate::memory::{Memory, Refusal};

/// Why a search ended as [`Status::Failed`](crate::Status::Failed).
///
/// Costs are kept as their `Debug` text, so that the error needs no type parameter and a caller can box it. If an edge
/// caused the failure, the search's `current()` is the node whose expansion encountered the edge, and [`Origin`]
/// identifies the edge.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum SearchError {
    /// The cost of an edge, or a cost given to `add_start`, is below zero.
    #[error("the cost of {origin} is {cost}, which is below zero")]
    NegativeCost {
        /// The cost, as text.
        cost: String,
        /// The origin of the cost.
        origin: Origin,
    },
    /// A cost is not a number or is minus infinity, or a cost given to `add_start` is infinite.
    #[error("the cost of {origin} is {cost}, which is not a valid cost")]
    InvalidCost {
        /// The cost, as text.
        cost: String,
        /// The origin of the cost.
        origin: Origin,
    },
    /// The sum of the costs along a path is too large for the cost type.
    ///
    /// Such a path is left out, so a search fails in this way only where it would otherwise end as
    /// [`Exhausted`](crate::Status::Exhausted): the path that it seeks may be among those left out. This applies to
    /// searches for all nodes if they have not reached one of the nodes left out, to the next of several paths, and to
    /// a pair of disjoint paths. A search that does not look for the least cost, such as [`Bfs`](crate::Bfs) or
    /// [`Dfs`](crate::Dfs), may fail although a cheaper path fits; and a path with the fewest edges is then one of those
    /// that were not left out. With a [cost limit](crate::search::Search::with_cost_limit), no search fails in this way,
    /// since a path left out exceeds the limit.
    #[error("the cost of {origin} is {edge}, and {cost} + {edge} is too large for the cost type")]
    CostOverflow {
        /// The cost of the path so far, as text.
        cost: String,
        /// The cost of the edge, as text.
        edge: String,
        /// The edge.
        origin: Origin,
    },
    /// A [cost limit](crate::search::Search::with_cost_limit) is not a number or is minus infinity.
    #[error("the cost limit is {limit}, but it must be finite or infinity")]
    InvalidCostLimit {
        /// The limit, as text.
        limit: String,
    },
    /// An estimate is below zero, or not a number.
    #[error("the estimate of {origin} is {estimate}, which is not a valid estimate")]
    InvalidEstimate {
        /// The estimate, as text.
        estimate: String,
        /// The origin of the estimate.
        origin: Origin,
    },
    /// The key computed from a path's cost and the estimate at its end, usually their sum, is too large for the cost
    /// type.
    ///
    /// Such a path is left out as with [`CostOverflow`](Self::CostOverflow). If the estimate is admissible, no path
    /// that fits is lost. Otherwise, the search may find a more expensive path, or fail although there is one.
    #[error(
        "the estimate of {origin} is {estimate}, \
         and the key computed from it and the cost {cost} is too large for the cost type"
    )]
    EstimateOverflow {
        /// The cost of the path to the node, as text.
        cost: String,
        /// The estimate of the node, as text.
        estimate: String,
        /// The origin of the estimate.
        origin: Origin,
    },
    /// The estimates on one side of a bidirectional search, or in a [`LabelSearch`], are not consistent, although the
    /// search relies on consistency: the sum of a path's cost and the estimate at its end falls along an edge.
    ///
    /// [`LabelSearch`]: https://docs.rs/astride-labels/latest/astride_labels/type.LabelSearch.html
    #[error(
        "an estimate is not consistent, as this search requires: cost plus estimate falls from {before} to {after} along an edge"
    )]
    InconsistentEstimate {
        /// The sum at one end of the edge, as text.
        before: String,
        /// The sum at the other end, as text.
        after: String,
    },
    /// The ranks in a [`LabelSearch`] are not consistent, as the contract of [`Labels`] requires: the rank falls along
    /// an edge, and cost plus estimate does not rise.
    ///
    /// [`LabelSearch`]: https://docs.rs/astride-labels/latest/astride_labels/type.LabelSearch.html
    /// [`Labels`]: https://docs.rs/astride-labels/latest/astride_labels/trait.Labels.html
    #[error(
        "a rank is not consistent, as this search requires: it falls from {before} to {after} along an edge, \
         while cost plus estimate stays the same"
    )]
    InconsistentRank {
        /// The rank at the beginning of the edge, as text.
        before: String,
        /// The rank at the end of the edge, as text.
        after: String,
    },
    /// A start, or the goal of a problem that knows it, is not in the graph: see
    /// [`Graph::check_node`](crate::Graph::check_node).
    #[error("{origin} is not in the graph: there is no node {node}")]
    NoSuchNode {
        /// Whether it is a start or the goal.
        origin: Origin,
        /// The node, as text.
        node: String,
    },
    /// The problem's `goal` is a node for which its `is_goal` returns `false`.
    #[error("the problem's `is_goal` returns `false` for the node that its `goal` returns")]
    GoalDenied,
    /// The search needs to store more nodes than the limit allows. [`Budget::nodes`](crate::Budget::nodes) pauses a
    /// search instead.
    #[error("node limit reached: at most {limit} nodes may be stored")]
    NodeLimit {
        /// The limit.
        limit: usize,
    },
    /// The search needs more memory than the limit allows, and fails before it allocates more.
    /// [`Budget::memory`](crate::Budget::memory) pauses a search instead. While [`LabelSearch`] enlarges its hash
    /// table, the old table also counts towards the limit. The queues of [`LpaStar`](crate::LpaStar) and
    /// [`DStarLite`](crate::DStarLite) may exceed the limit by one doubling, since it is checked only after they have
    /// grown. The paths of [`DisjointPaths`](crate::search::DisjointPaths) are not counted.
    ///
    /// [`LabelSearch`]: https://docs.rs/astride-labels/latest/astride_labels/type.LabelSearch.html
    #[error("memory limit reached: at most {limit} bytes may be allocated")]
    MemoryLimit {
        /// The limit, in bytes.
        limit: usize,
    },
    /// `Graph::index` returned a number that is too large: 2³⁰ − 1 or more.
    #[error(
        "a node has the index {index}, but at most {} is possible; nodes without an index are hashed",
        crate::memory::MAX_NODES - 1
    )]
    IndexTooLarge {
        /// The number.
        index: usize,
    },
    /// `Graph::node_at` returned no node for an index that `Graph::index` had returned, although it had returned a node
    /// for this or another index earlier in the search.
    #[error("no node at the index {index}: `node_at` must return the node of every index that `index` returns")]
    NoNodeAt {
        /// The index.
        index: usize,
    },
    /// There is not enough memory for another node, for its entry in the open list, or for another list or table of the
    /// search. The search stays failed unless it is reset.
    ///
    /// Not all allocations are checked in this way. The program aborts if there is not enough memory for a list that is
    /// at most as long as a path, for a path that a search returns, or for a parallel search.
    #[error("not enough memory to continue: {nodes} nodes are stored")]
    OutOfMemory {
        /// The number of nodes stored.
        nodes: usize,
    },
    /// The code of the problem or of the observer panicked, and the panic was caught. The state of the search may then
    /// be incomplete, so the search does not continue unless it is reset.
    #[error("the code of the problem or of the observer panicked, so the search cannot continue")]
    Panicked,
    /// A [`Stepper`](crate::Stepper) from another crate failed for the given reason; or, in a [`LabelSearch`], a [rank]
    /// is too large, or a [completed] label becomes better along an edge.
    ///
    /// [`LabelSearch`]: https://docs.rs/astride-labels/latest/astride_labels/type.LabelSearch.html
    /// [rank]: https://docs.rs/astride-labels/latest/astride_labels/trait.Labels.html#method.rank
    /// [completed]: https://docs.rs/astride-labels/latest/astride_labels/trait.Labels.html#method.completed
    #[error("{reason}")]
    Other {
        /// The reason, as text.
        reason: String,
    },
}

impl SearchError {
    /// Whether a path was left out because of a sum that is too large for the cost type.
    pub(crate) fn is_overflow(&self) -> bool {
        matches!(
            self,
            SearchError::CostOverflow { .. } | SearchError::EstimateOverflow { .. }
        )
    }

    /// Returns the same failure. If `is_backward`, marks the edge as followed backwards.
    pub(crate) fn in_direction(mut self, is_backward: bool) -> Self {
        if is_backward {
            self.turn_round();
        }
        self
    }

    /// Moves the origin of the failure to the goal's side of a bidirectional search.
    pub(crate) fn turn_round(&mut self) {
        match self {
            // Unlike a start, the goal has no cost of its own.
            SearchError::InvalidEstimate {
                origin: origin @ Origin::Start,
                ..
            }
            | SearchError::EstimateOverflow {
                origin: origin @ Origin::Start,
                ..
            }
            | SearchError::NoSuchNode {
                origin: origin @ Origin::Start,
                ..
            } => *origin = Origin::Goal,
            SearchError::NegativeCost { origin, .. }
            | SearchError::InvalidCost { origin, .. }
            | SearchError::CostOverflow { origin, .. }
            | SearchError::InvalidEstimate { origin, .. }
            | SearchError::EstimateOverflow { origin, .. } => {
                if let Origin::Successor(place) = *origin {
                    *origin = Origin::Predecessor(place);
                }
            }
            _ => {}
        }
    }
}

impl Memory {
    /// Returns the error of the [refusal](Self::refusal).
    #[cold]
    pub fn error(&self) -> SearchError {
        let (nodes, bytes) = self.limits();
        match self.refusal() {
            Some(Refusal::NodeLimit) => SearchError::NodeLimit { limit: nodes },
            Some(Refusal::MemoryLimit) => SearchError::MemoryLimit { limit: bytes },
            Some(Refusal::IndexTooLarge(index)) => SearchError::IndexTooLarge { index },
            Some(Refusal::OutOfMemory) | None => SearchError::OutOfMemory { nodes: self.nodes() },
        }
    }
}

/// The origin of the value in a [`SearchError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Origin {
    /// A start: the problem's, or one given to `add_start`.
    Start,
    /// The successor at this position, counted from 0, among the successors of the search's `current()` node.
    Successor(usize),
    /// The straight line from the parent of the search's `current()` node to the successor at this position, counted
    /// from 0.
    Line(usize),
    /// The goal from which a bidirectional search begins.
    Goal,
    /// The predecessor at this position, counted from 0, among the predecessors of the search's `current()` node.
    Predecessor(usize),
    /// The path to the goal from a node where the two sides of a bidirectional search have met, or from a start in a
    /// search that replans from the goal.
    Remainder,
    /// The `current()` node itself, in a search that replans.
    Current,
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Start => formatter.write_str("a start"),
            Origin::Successor(place) => write!(formatter, "successor {place} of the current node"),
            Origin::Line(place) => {
                write!(
                    formatter,
                    "the line from the current node's parent to successor {place} of the current node"
                )
            }
            Origin::Goal => formatter.write_str("the goal"),
            Origin::Predecessor(place) => write!(formatter, "predecessor {place} of the current node"),
            Origin::Remainder => formatter.write_str("the rest of the path to the goal"),
            Origin::Current => formatter.write_str("the current node"),
        }
    }
}
