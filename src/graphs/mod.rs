//! Graphs that are given edge by edge.
//!
//! * [`CsrGraph`] is made from a list of edges and stores them in compressed sparse rows. Nodes are numbered from 0,
//!   and any cost type is allowed. [`ReversibleGraph`] also stores the edges into each node.
//! * [`NamedGraph`] is built edge by edge, with nodes identified by name.
//! * `PetGraph` (feature `petgraph`) wraps a graph of the crate `petgraph`, which is searched as it is, with that
//!   crate's node ids.
//!
//! For road networks, the crate `astride-roads` adds coordinates, contraction hierarchies and support for DIMACS files.
//!
//! ```
//! use astride::graphs::{CsrError, CsrGraph};
//! use astride::{Dijkstra, Status};
//!
//! let edges = [(0, 1, 7_u32), (0, 2, 2), (1, 3, 1), (2, 3, 4)]; // from, to, cost
//! let graph = CsrGraph::undirected(4, edges)?; // `from_edges` for one-way streets
//!
//! let mut search = Dijkstra::one_to_all(&graph, 0);
//! assert_eq!(search.run(), Status::Found);
//! assert_eq!(search.cost_to(&3), Some(6));
//! assert_eq!(search.path_to(&3).unwrap().nodes, [0, 2, 3]);
//! # Ok::<(), CsrError>(())
//! ```

mod csr;
mod error;
mod named;
#[cfg(feature = "petgraph")]
mod pet_graph;
mod reversible;

pub use csr::CsrGraph;
pub use error::{CsrError, EdgeEnd};
pub use named::{NamedGraph, UnknownName};
#[cfg(feature = "petgraph")]
pub use pet_graph::PetGraph;
pub use reversible::ReversibleGraph;

use crate::engine::MAX_NODES;
