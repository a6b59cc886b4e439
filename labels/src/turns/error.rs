//! [`TurnsError`]: why the edges of a graph cannot be numbered.

use alloc::string::String;

use astride::graphs::CsrError;
use astride::search::MAX_NODES;

/// Why the edges of a graph cannot be numbered: see [`Turns::indexed`](super::Turns::indexed) and
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
    /// The graph has no [`index_bound`](astride::Graph::index_bound) or no [`node_at`](astride::Graph::node_at), so its
    /// nodes cannot be listed.
    #[error("the nodes of the graph cannot be listed: that needs `index_bound` and `node_at`")]
    NotNumbered,

    /// An edge leads to a node that has no [`index`](astride::Graph::index), or one that is not below the bound.
    #[error("an edge from the node with index {from} leads to one {}", with(*.index, *.bound))]
    EndOutside {
        /// The index of the node where the edge begins.
        from: usize,
        /// The index of the node where it ends, if that has one.
        index: Option<usize>,
        /// The bound that the graph has stated.
        bound: usize,
    },

    /// More edges and nodes than a search can tell apart.
    #[error("{edges} edges or more and {nodes} nodes are too many: at most {MAX_NODES} are possible in all")]
    TooMany {
        /// The number of nodes.
        nodes: usize,
        /// The number of edges counted so far.
        edges: usize,
    },

    /// There is no memory for the numbers.
    #[error("no memory for the numbers of {edges} edges and {nodes} nodes")]
    OutOfMemory {
        /// The number of nodes.
        nodes: usize,
        /// The number of edges counted so far.
        edges: usize,
    },

    /// The graph of the turns cannot be built: there are too many turns, or there is no memory for them.
    #[error("the graph of the turns: {0}")]
    Csr(#[from] CsrError),
}

fn with(index: Option<usize>, bound: usize) -> String {
    match index {
        Some(index) => alloc::format!("with index {index}, which is not below the bound {bound}"),
        None => String::from("without an index"),
    }
}
