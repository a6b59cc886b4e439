//! [`TurnsError`]: the reason why the edges of a graph cannot be numbered.

use alloc::string::String;

use astride::engine::MAX_NODES;
use astride::graphs::CsrError;

/// The reason why the edges of a graph cannot be numbered: see [`Turns::indexed`](super::Turns::indexed) and
/// [`Turns::to_csr`](super::Turns::to_csr).
///
/// ```
/// use astride::FnGraph;
/// use astride_labels::{Turns, TurnsError};
///
/// let endless = FnGraph::new(|n: &u64| [(n + 1, 1_u32)]);
/// let error = Turns::new(endless, |_, _, _| 0).indexed().unwrap_err();
/// assert_eq!(error, TurnsError::NotNumbered);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TurnsError {
    /// The nodes of the graph cannot be listed, since its [`index_bound`](astride::Graph::index_bound) returns `None`,
    /// or its [`node_at`](astride::Graph::node_at) does so for all indices.
    #[error("the nodes of the graph cannot be listed, which requires `index_bound` and `node_at`")]
    NotNumbered,

    /// An edge leads to a node that has no [`index`](astride::Graph::index), or whose index is not below the bound.
    #[error("an edge from the node with index {from} leads to a node {}", with(*.index, *.bound))]
    EndOutside {
        /// The index of the node where the edge begins.
        from: usize,
        /// The index of the node where the edge ends, if that node has an index.
        index: Option<usize>,
        /// The index bound of the graph.
        bound: usize,
    },

    /// There are more edges and nodes than a search can number.
    #[error("at least {edges} edges and {nodes} nodes are too many: at most {MAX_NODES} in total are possible")]
    TooMany {
        /// The number of nodes.
        nodes: usize,
        /// The number of edges counted so far.
        edges: usize,
    },

    /// There is not enough memory for the numbers.
    #[error("not enough memory to number {edges} edges and {nodes} nodes")]
    OutOfMemory {
        /// The number of nodes.
        nodes: usize,
        /// The number of edges counted so far.
        edges: usize,
    },

    /// The edge-based graph cannot be built: there are too many turns, or not enough memory for them.
    #[error("cannot build the edge-based graph: {0}")]
    Csr(#[from] CsrError),
}

fn with(index: Option<usize>, bound: usize) -> String {
    match index {
        Some(index) => alloc::format!("with index {index}, which is not below the bound {bound}"),
        None => String::from("without an index"),
    }
}
