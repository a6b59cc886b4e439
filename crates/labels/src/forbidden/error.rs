//! [`ForbiddenPathsError`].

use astride::graphs::CsrError;

/// The reason why paths cannot be forbidden: see [`ForbiddenPaths`](super::ForbiddenPaths).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ForbiddenPathsError {
    /// A path has fewer than three nodes. To forbid a single edge, leave it out of the graph.
    #[error("forbidden path {path} has {nodes} nodes, but must have at least 3")]
    TooShort {
        /// The position of the path in the given order, starting at 0.
        path: usize,
        /// The number of its nodes.
        nodes: usize,
    },

    /// The forbidden paths have more than 4,294,967,295 different beginnings.
    #[error("there are too many forbidden paths: at most 4294967295 different beginnings are possible")]
    TooMany,

    /// The nodes of the graph cannot be listed, since its [`index_bound`](astride::Graph::index_bound) returns `None`.
    #[error("the nodes of the graph cannot be listed, which requires `index_bound` and `node_at`")]
    NotNumbered,

    /// An edge leads to a node that has no [`index`](astride::Graph::index), or whose index is not below the bound.
    #[error("an edge from the node with index {from} leads to a node without an index below {bound}")]
    EndOutside {
        /// The index of the node where the edge begins.
        from: usize,
        /// The number of nodes.
        bound: usize,
    },

    /// The graph with numbered nodes cannot be built: there are too many edges, or not enough memory for them.
    #[error("cannot build the graph with numbered nodes: {0}")]
    Csr(#[from] CsrError),
}
