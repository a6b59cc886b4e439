//! [`HierarchyError`]: the reason why a graph cannot be prepared, or a file cannot be read.

use alloc::string::String;
#[cfg(feature = "std")]
use std::path::PathBuf;

use astride::graphs::CsrError;
#[cfg(feature = "std")]
use astride_files::BinaryFileError;

/// The reason why an order or a hierarchy cannot be computed, changed, queried, read or written.
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride_roads::ContractionHierarchy;
///
/// let graph = CsrGraph::from_edges(3, [(0, 1, 5), (1, 2, -5)])?;
/// let error = ContractionHierarchy::prepare(&graph).unwrap_err();
/// assert_eq!(error.to_string(), "the edge from 1 to 2 costs -5, which is below zero");
/// # Ok::<(), astride::graphs::CsrError>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HierarchyError {
    /// An edge costs less than zero.
    #[error("the edge from {from} to {to} costs {cost}, which is below zero")]
    NegativeCost {
        /// The node where the edge begins.
        from: u32,
        /// The node where the edge ends.
        to: u32,
        /// The cost of the edge, as text.
        cost: String,
    },

    /// The cost of an edge is not a number, or is above [`Cost::INFINITY`](astride::Cost::INFINITY).
    #[error("the edge from {from} to {to} costs {cost}, which is not a valid cost")]
    InvalidCost {
        /// The node where the edge begins.
        from: u32,
        /// The node where the edge ends.
        to: u32,
        /// The cost of the edge, as text.
        cost: String,
    },

    /// A limit of costs is not a number or is minus infinity.
    #[error("the limit is {limit}, but it must be finite or infinity")]
    InvalidLimit {
        /// The limit, as text.
        limit: String,
    },

    /// A cost is set for two nodes that no edge joined when the hierarchy was built.
    #[error("no edge joins {from} and {to} in the graph from which the hierarchy was built")]
    UnknownEdge {
        /// The node where the edge would begin.
        from: u32,
        /// The node where the edge would end.
        to: u32,
    },

    /// An order is not a permutation of the nodes.
    #[error(
        "the order has node {node} at position {place}: \
         each of the {nodes} nodes, numbered from 0, must occur exactly once"
    )]
    Order {
        /// The position in the order, counted from 0.
        place: usize,
        /// The node at this position, which is out of range or a duplicate.
        node: u32,
        /// The length of the order.
        nodes: usize,
    },

    /// An order belongs to a graph with a different number of nodes.
    #[error("the order has {order} nodes, but the graph has {nodes}")]
    OrderLength {
        /// The length of the order.
        order: usize,
        /// The number of nodes of the graph.
        nodes: usize,
    },

    /// A graph does not number its nodes: its [`index_bound`](astride::Graph::index_bound) returns `None`.
    #[error("the nodes of the graph have no indices, since its `index_bound` returns `None`")]
    NoIndices,

    /// An edge leads to a node that has no index, or whose index is not below
    /// [`index_bound`](astride::Graph::index_bound).
    #[error("an edge from the node with index {from} leads to a node without an index below {bound}")]
    NoIndex {
        /// The index of the node where the edge begins.
        from: usize,
        /// The index bound of the graph.
        bound: usize,
    },

    /// A cheapest path costs more than the cost type can hold.
    #[error("the cheapest path from {from} to {to} costs more than the cost type can hold")]
    PathOverflow {
        /// The node where the path begins.
        from: u32,
        /// The node where the path ends.
        to: u32,
    },

    /// Code of the cost type panicked during a step of a [`Preparation`](super::Preparation), and the panic was caught.
    #[error("the code of the cost type panicked during the preparation")]
    Panicked,

    /// There are too many nodes, edges or shortcuts, or memory is exhausted.
    #[error(transparent)]
    Graph(#[from] CsrError),

    /// A file cannot be read or written.
    #[cfg(feature = "std")]
    #[error(transparent)]
    File(#[from] BinaryFileError),

    /// A cost in a file is too large for the cost type.
    #[cfg(feature = "std")]
    #[error("{}: edge {edge} costs {cost}, which is too large for the cost type", path.display())]
    CostTooLarge {
        /// The file.
        path: PathBuf,
        /// The edge's position in the file, counted from 0.
        edge: usize,
        /// The cost of the edge.
        cost: u64,
    },
}
