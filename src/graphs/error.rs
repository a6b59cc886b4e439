//! [`CsrError`]: errors in a list of edges.

use core::fmt;

use super::MAX_NODES;

/// An error in a list of edges.
///
/// ```
/// use astride::graphs::{CsrError, CsrGraph, EdgeEnd};
///
/// let error = CsrGraph::from_edges(3, [(0, 1, 5_u32), (1, 3, 5)]).unwrap_err();
/// assert_eq!(error, CsrError::EndOutside { edge: 1, end: EdgeEnd::Target, node: 3, nodes: 3 });
/// assert_eq!(error.to_string(), "edge 1: its target is 3, but the graph has 3 nodes, numbered from 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CsrError {
    /// There are more nodes than a search can distinguish.
    #[error("{nodes} nodes are too many: at most {MAX_NODES} are possible")]
    TooManyNodes {
        /// The number of nodes requested.
        nodes: usize,
    },

    /// There are more than 2³² − 1 edges. An undirected edge counts as two, unless it is a self-loop.
    #[error("there are too many edges: at most {} are possible", u32::MAX)]
    TooManyEdges,

    /// An edge begins or ends at a node that the graph does not have.
    #[error("edge {edge}: its {end} is {node}, but the graph has {nodes} nodes, numbered from 0")]
    EndOutside {
        /// The position of the edge in the list, starting at 0.
        edge: usize,
        /// The end that is not in the graph.
        end: EdgeEnd,
        /// The node at that end.
        node: u32,
        /// The number of nodes of the graph.
        nodes: usize,
    },

    /// A deserialized graph has an impossible offset.
    #[error("offset {place}: offsets must begin with 0, never fall, and end with the number of edges, {edges}")]
    Offset {
        /// The position of the offset, starting at 0.
        place: usize,
        /// The number of edges.
        edges: usize,
    },

    /// There is not enough memory for the graph.
    #[error("not enough memory for a graph of {nodes} nodes, after {edges} edges were read")]
    OutOfMemory {
        /// The number of nodes requested.
        nodes: usize,
        /// The number of edges read so far.
        edges: usize,
    },
}

/// One end of an edge: in a [`CsrError`], the invalid end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeEnd {
    /// Where the edge begins.
    Source,
    /// Where it ends.
    Target,
}

impl fmt::Display for EdgeEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Source => "source",
            Self::Target => "target",
        })
    }
}
