//! [`HierarchyError`]: why a graph cannot be prepared, or a file cannot be read.

use alloc::string::String;
#[cfg(feature = "std")]
use std::path::PathBuf;

use astride::graphs::CsrError;
#[cfg(feature = "std")]
use astride_files::BinaryFileError;

/// Why a [`ContractionHierarchy`](super::ContractionHierarchy) cannot be prepared, or its file cannot be read.
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
        /// The node where it ends.
        to: u32,
        /// What it costs, as text.
        cost: String,
    },

    /// A shortcut would cost more than the cost type can hold: a path between two nodes may, too.
    #[error(
        "a shortcut from {from} over {middle} to {to} costs {first} + {second}, which is too large for the cost type"
    )]
    CostOverflow {
        /// The node where the shortcut begins.
        from: u32,
        /// The node that it leads over.
        middle: u32,
        /// The node where it ends.
        to: u32,
        /// What its first part costs, as text.
        first: String,
        /// What its second part costs, as text.
        second: String,
    },

    /// Code of the cost type panicked during a step of a [`Preparation`](super::Preparation), and the panic was caught.
    #[error("the cost type panicked during the preparation")]
    Panicked,

    /// There are too many shortcuts, or there is no memory for them.
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
        /// The edge's place in the file, starting at 0.
        edge: usize,
        /// What it costs.
        cost: u64,
    },
}
