//! Text files of the 9th DIMACS Implementation Challenge: graphs (`.gr`) and coordinates (`.co`).
//!
//! The fields of a line are separated by spaces or tabs, and nodes are numbered from 1:
//!
//! | line | in | meaning |
//! |---|---|---|
//! | `c …` | both | a comment; empty lines are also skipped |
//! | `p sp N M` | `.gr` | the header, before all arcs: there are N nodes and M arcs |
//! | `a U V W` | `.gr` | an arc from U to V with weight W |
//! | `p aux sp co N` | `.co` | the header, before all coordinates: there are N nodes |
//! | `v ID X Y` | `.co` | the coordinates of node ID |
//!
//! [`read_graph`] and [`read_coordinates`] read these files from anything that implements
//! [`BufRead`](std::io::BufRead). With the feature `gzip`, they also detect and read compressed data. In memory, nodes
//! are numbered from 0. [`write_graph`] and [`write_coordinates`] write these formats. A [`DimacsError`] names the line
//! and the column of an error in the text. The size of the input is [limited](ReadLimits). [`read_graph_within`] and
//! [`read_coordinates_within`] take other limits.
//!
//! # Example
//!
//! ```
//! use astride::graphs::CsrGraph;
//! use astride_roads::dimacs;
//! use astride::{AStar, Query, Status};
//!
//! # fn main() -> Result<(), dimacs::DimacsError> {
//! // From files: BufReader::new(File::open("rome.gr.gz")?)
//! let graph: CsrGraph<u32> = dimacs::read_graph("c three towns\np sp 3 2\na 1 2 5\na 2 3 6\n".as_bytes())?;
//! let places = dimacs::read_coordinates("p aux sp co 3\nv 1 0 0\nv 2 3 4\nv 3 6 8\n".as_bytes())?;
//!
//! let goal = 2;
//! let query = Query::new(&graph, 0, |node| *node == goal).with_heuristic(|node| places.floor_distance(*node, goal));
//! let mut search = AStar::new(query);
//! assert_eq!(search.run(), Status::Found);
//! assert_eq!(search.path().unwrap().cost, 11);
//!
//! let error = dimacs::read_graph::<u32>("p sp 3 2\na 1 4 5\n".as_bytes()).unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 5: the target is \"4\": a whole number from 1 to 3 is expected");
//! # Ok(())
//! # }
//! ```
//!
//! # Source
//!
//! Demetrescu, Goldberg, Johnson (editors): The Shortest Path Problem: Ninth DIMACS Implementation Challenge. DIMACS
//! Series in Discrete Mathematics and Theoretical Computer Science 74, 2009.

mod error;
mod limits;
mod lines;
mod read;
mod write;

pub use error::DimacsError;
pub use limits::ReadLimits;
pub use read::{read_coordinates, read_coordinates_within, read_graph, read_graph_within};
pub use write::{write_coordinates, write_graph};
