//! [`CsrError`]: what can be wrong with a list of edges.

use core::fmt;

use super::MAX_NODES;

/// What can be wrong with a list of edges.
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
    /// More nodes than a search can tell apart.
    #[error("{nodes} nodes are too many: at most {MAX_NODES} are possible")]
    TooManyNodes {
        /// Nodes asked for.
        nodes: usize,
    },

    /// More than 2³² − 1 edges, an edge without direction counting as two.
    #[error("there are too many edges: at most {} are possible", u32::MAX)]
    TooManyEdges,

    /// An edge begins or ends at a node that the graph does not have.
    #[error("edge {edge}: its {end} is {node}, but the graph has {nodes} nodes, numbered from 0")]
    EndOutside {
        /// The edge's place in the list, from 0.
        edge: usize,
        /// Which end of it.
        end: EdgeEnd,
        /// The node there.
        node: u32,
        /// How many nodes the graph has.
        nodes: usize,
    },

    /// A graph that is read from rows has an offset that is not possible.
    #[error("offset {place}: offsets must begin with 0, never fall, and end with the number of edges, {edges}")]
    Offset {
        /// The place of the offset, starting at 0.
        place: usize,
        /// How many edges there are.
        edges: usize,
    },

    /// There is no memory for the graph.
    #[error("no memory for a graph of {nodes} nodes, with {edges} edges read")]
    OutOfMemory {
        /// Nodes asked for.
        nodes: usize,
        /// Edges read so far.
        edges: usize,
    },
}

/// One end of an edge: names the wrong end in a [`CsrError`].
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
