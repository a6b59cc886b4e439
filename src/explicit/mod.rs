//! Explicit graphs: every node and edge given, such as a road network.
//!
//! * [`CsrGraph`] is made of a list of edges: compressed sparse rows, nodes numbered from 0, any cost. [`Coordinates`]
//!   of its nodes give A\* an estimate, and a [`Renumbering`] puts neighbours near each other in memory.
//!   [`ReversibleGraph`] also knows where edges come from.
//! * [`ContractionHierarchy`] is a graph prepared for fast queries by [`HierarchySearch`](crate::HierarchySearch). It
//!   can be saved to a file.
//! * `dimacs` (feature `std`) reads and writes graphs and coordinates in the text format of the 9th DIMACS
//!   Implementation Challenge. With the feature `gzip` it also reads compressed files.
//! * `PetGraph` (feature `petgraph`) searches a graph of the crate `petgraph` as it is, by that crate's node ids.
//!
//! ```
//! use astride::explicit::{Coordinates, CsrError, CsrGraph};
//! use astride::{AStar, Dijkstra, Query, Status};
//!
//! let edges = [(0, 1, 7_u32), (0, 2, 2), (1, 3, 1), (2, 3, 4)]; // from, to, cost
//! let graph = CsrGraph::undirected(4, edges)?; // `from_edges` for one-way streets
//!
//! let mut search = Dijkstra::one_to_all(&graph, 0);
//! assert_eq!(search.run(), Status::Exhausted);
//! assert_eq!(search.cost_to(&3), Some(6));
//!
//! let places = Coordinates::new(vec![(0, 0), (6, 0), (1, 1), (5, 0)]);
//! let goal = 3;
//! let distance = |node: &u32| places.floor_distance(*node, goal);
//! let query = Query::new(&graph, 0, |node| *node == goal).heuristic(distance);
//! let mut search = AStar::new(query);
//! assert_eq!(search.run(), Status::Found);
//! assert_eq!(search.path().unwrap().nodes, [0, 2, 3]);
//! # Ok::<(), CsrError>(())
//! ```

mod coordinates;
mod csr;
#[cfg(feature = "std")]
pub mod dimacs;
mod error;
mod hierarchy;
#[cfg(feature = "petgraph")]
mod pet_graph;
mod renumbering;
mod reversible;

pub use coordinates::Coordinates;
pub use csr::CsrGraph;
pub use error::{CsrError, EdgeEnd};
pub use hierarchy::{ContractionHierarchy, ContractionProgress, HierarchyError};
#[cfg(feature = "petgraph")]
pub use pet_graph::PetGraph;
pub use renumbering::Renumbering;
pub use reversible::ReversibleGraph;

/// A search tells nodes from 0 to 2³⁰ − 2 apart: see [`Graph::index`](crate::Graph::index).
use crate::nodes::MAX_NODES;
