//! Explicit graphs: every node and edge given, such as a road network.
//!
//! * [`CsrGraph`]: a graph from a list of edges, as compact as a search wants it. [`Coordinates`] say where its nodes
//!   lie, and so give A\* an estimate.
//! * `dimacs` (feature `std`): reads both from the text files of the 9th DIMACS Implementation Challenge, and writes them.
//!   Files compressed with gzip are read with the feature `gzip`.
//! * `PetGraph` (feature `petgraph`): searches a graph of the crate `petgraph`, its ids and weights kept.
//!
//! ```
//! use astride::explicit::{CsrError, CsrGraph};
//! use astride::{Dijkstra, Query, Status};
//!
//! let graph = CsrGraph::undirected(4, [(0, 1, 7_u32), (0, 2, 2), (1, 3, 1), (2, 3, 4)])?;
//! let mut search = Dijkstra::new(Query::new(&graph, 0, |node| *node == 3));
//! assert_eq!(search.run(), Status::Found);
//! assert_eq!(search.path().unwrap().nodes, [0, 2, 3]);
//! # Ok::<(), CsrError>(())
//! ```

mod coordinates;
mod csr;
#[cfg(feature = "std")]
pub mod dimacs;
mod error;
#[cfg(feature = "petgraph")]
mod pet_graph;

pub use coordinates::Coordinates;
pub use csr::CsrGraph;
pub use error::{CsrError, EdgeEnd};
#[cfg(feature = "petgraph")]
pub use pet_graph::PetGraph;

/// A search tells nodes from 0 to 2³⁰ − 3 apart: see [`Graph::index`](crate::Graph::index).
use crate::nodes::MAX_NODES;
