//! Road networks for the graph searches of [`astride`].
//!
//! * [`Coordinates`] of the nodes of a [`CsrGraph`](astride::graphs::CsrGraph) give A\* an estimate, and a
//!   [`Renumbering`] puts neighbours near each other in memory.
//! * [`ContractionHierarchy`] is a graph prepared for fast queries by
//!   [`HierarchySearch`](astride::search::HierarchySearch). It can be saved to a file.
//! * [`CustomizableHierarchy`] is another one, whose costs can change: all of them, or those of single edges. It is built
//!   by an [`Order`], which [`Dissection`] finds. It also serves grid maps, and any other graph with indices.
//! * [`RankedHierarchy`] has what both can do beside queries: one to all, isochrones, and many to many.
//! * `dimacs` (feature `std`) reads and writes graphs and coordinates in the text format of the 9th DIMACS
//!   Implementation Challenge. With the feature `gzip` it also reads compressed files.
//!
//! ```
//! use astride::graphs::{CsrError, CsrGraph};
//! use astride::{AStar, Query, Status};
//! use astride_roads::Coordinates;
//!
//! let edges = [(0, 1, 7_u32), (0, 2, 2), (1, 3, 1), (2, 3, 4)]; // from, to, cost
//! let graph = CsrGraph::undirected(4, edges)?; // `from_edges` for one-way streets
//!
//! let places = Coordinates::new(vec![(0, 0), (6, 0), (1, 1), (5, 0)]);
//! let goal = 3;
//! let distance = |node: &u32| places.floor_distance(*node, goal);
//! let query = Query::new(&graph, 0, |node| *node == goal).with_heuristic(distance);
//! let mut search = AStar::new(query);
//! assert_eq!(search.run(), Status::Found);
//! assert_eq!(search.path().unwrap().nodes, [0, 2, 3]);
//! # Ok::<(), CsrError>(())
//! ```
// Marks each item with the feature that it needs: unstable, so for docs.rs alone.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod alternatives;
#[cfg(feature = "std")]
mod content;
mod coordinates;
mod customizable;
#[cfg(feature = "std")]
pub mod dimacs;
mod hierarchy;
#[cfg(feature = "std")]
mod network;
mod order;
#[cfg(feature = "std")]
mod position;
mod ranked;
mod renumbering;

pub use alternatives::{AlternativeRoute, Alternatives, RouteLimitError, RouteLimits};
#[cfg(feature = "std")]
pub use astride_files::BinaryFileError;
pub use coordinates::Coordinates;
pub use customizable::CustomizableHierarchy;
pub use hierarchy::{ContractionHierarchy, HierarchyError, Preparation};
#[cfg(feature = "csv")]
pub use network::{CsvError, Table};
#[cfg(feature = "std")]
pub use network::{Network, NetworkError, RoadCost, Street};
pub use order::{Dissection, Order};
#[cfg(feature = "std")]
pub use position::{EARTH_RADIUS, Position, PositionError};
pub use ranked::RankedHierarchy;
pub use renumbering::Renumbering;

/// The code in the README is compiled and run with the documentation's.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
pub struct Readme;
