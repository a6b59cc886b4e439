//! [`CostsError`]: errors in a graph with several costs, or in a query on it.

use alloc::string::String;

use astride::engine::MAX_NODES;

/// The reason why a [`SeveralCosts`](crate::SeveralCosts) could not be built, or why a query on it is invalid.
///
/// Nodes and costs of generic types are stored as their `Debug` text, so the error needs no type parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CostsError {
    /// A cost below zero.
    #[error("{which} of the edge from {from} to {to} is {cost}, which is below zero")]
    NegativeCost {
        /// The node where the edge begins, as text.
        from: String,
        /// The node where the edge ends, as text.
        to: String,
        /// The kind of cost.
        which: Which,
        /// The cost, as text.
        cost: String,
    },
    /// A cost that is not a number, or is above [`Cost::INFINITY`](astride::Cost::INFINITY).
    #[error("{which} of the edge from {from} to {to} is {cost}, which is not a valid cost")]
    InvalidCost {
        /// The node where the edge begins, as text.
        from: String,
        /// The node where the edge ends, as text.
        to: String,
        /// The kind of cost.
        which: Which,
        /// The cost, as text.
        cost: String,
    },
    /// The two graphs do not have the same edges.
    #[error("successor {place} of node {node} is not the same in both graphs")]
    OtherEdges {
        /// The node where the edge begins.
        node: u32,
        /// The position of the edge among the node's successors, counted from 0.
        place: usize,
    },
    /// The two graphs do not have the same number of nodes.
    #[error("one graph has {one} nodes and the other {other}, but both must have the same number")]
    OtherNodes {
        /// The number of nodes of the first graph.
        one: usize,
        /// The number of nodes of the second graph.
        other: usize,
    },
    /// There are more nodes than a search can store, or more than 2³² − 1 edges.
    #[error(
        "there are too many nodes or edges: at most {MAX_NODES} nodes and {} edges are possible",
        u32::MAX
    )]
    TooLarge,
    /// There is not enough memory for the graph.
    #[error("not enough memory for another edge: {edges} edges are stored")]
    OutOfMemory {
        /// The number of edges stored.
        edges: usize,
    },
    /// A limit, a departure, a window or a battery of [`ParetoPaths`](crate::ParetoPaths) that is not a valid value.
    #[error("{argument} is {value}, but it must be {expected}")]
    InvalidArgument {
        /// The argument, such as "the limit of resource 0".
        argument: String,
        /// Its value, as text.
        value: String,
        /// The valid values.
        expected: &'static str,
    },
    /// A node that is not in the graph.
    #[error("node {node} is not in the graph")]
    UnknownNode {
        /// The node, as text.
        node: String,
    },
}

/// One of the costs of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Which {
    /// The cost that orders the paths.
    Cost,
    /// The resource at this position, counted from 0.
    Resource(usize),
}

impl core::fmt::Display for Which {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Which::Cost => formatter.write_str("the cost"),
            Which::Resource(place) => write!(formatter, "resource {place}"),
        }
    }
}
