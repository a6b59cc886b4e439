//! Exact shortest paths on navigation meshes, for the graph searches of [`astride`].
//!
//! A [`Mesh`] consists of convex polygons, such as triangles. A [`MeshProblem`] is the problem of getting from one
//! place to another, and [`Polyanya`] is the search that solves it exactly. [`Mesh::path`] does all of this in one
//! call.
//!
//! ```
//! use astride::{Budget, Status};
//! use astride_mesh::{Mesh, MeshProblem, Point, Polyanya};
//!
//! // An L-shaped room.
//! let corners = [[0.0, 0.0], [1.0, 0.0], [4.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 5.0], [0.0, 5.0], [0.0, 1.0]];
//! let mesh = Mesh::new(corners, [vec![0, 1, 4, 7], vec![1, 2, 3, 4], vec![7, 4, 5, 6]])?;
//!
//! let mut search = Polyanya::new(MeshProblem::new(&mesh, [0.5, 4.0], [4.0, 0.5])?);
//! while search.run_for(Budget::new().expansions(2)) == Status::Running {
//!     println!("{} nodes are open", search.stats().open);
//! }
//! let path = search.problem().trace(&search.path().ok_or("no path")?);
//! assert_eq!(path.points, [[0.5, 4.0], [1.0, 1.0], [4.0, 0.5]].map(Point::from));
//! assert_eq!(path.polygons, [2, 0, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it does not do
//!
//! * Agents are points. For agents with a radius, make a mesh of the places at which their centre may be, as
//!   `Mesh::from_outline` does with the feature `outline`.
//! * Polygons have no costs. A cheapest path could enter the same polygon twice, so that Polyanya would not be exact.
//! * A mesh does not change, except that of a `MeshWorld`, whose obstacles may be added, moved and removed (with the
//!   feature `outline`). Building a mesh takes a few microseconds per triangle.
//! * Floors above each other can be joined across edges, or by [links](Mesh::add_link), which have costs of their own
//!   and can be closed. Lengths are those of the plan, without [heights](Mesh::set_heights).
// Marks each item with the feature that it needs. This is unstable, so only docs.rs uses it.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]
#![allow(
    clippy::float_cmp,
    reason = "coordinates are compared exactly: see the module `polyanya`"
)]
#![allow(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]

extern crate alloc;

mod error;
#[cfg(test)]
mod error_texts;
mod file;
mod geometry;
#[cfg(feature = "grid")]
mod grid;
mod mesh;
mod node;
#[cfg(feature = "outline")]
mod outline;
mod path;
mod point;
mod polyanya;
mod problem;
mod recast;
mod successors;
mod trace;

pub use error::{End, EndError, LinkError, MeshError};
pub use file::MeshFileError;
pub use mesh::{Link, Mesh};
pub use node::{MeshNode, NodeKind};
#[cfg(feature = "outline")]
pub use outline::{MeshWorld, ObstacleId, Outline, OutlineError, Ring};
pub use path::MeshPath;
pub use point::{Point, Position};
pub use polyanya::{Polyanya, PolyanyaEngine};
pub use problem::{MeshProblem, Place};
pub use recast::{RecastBox, RecastError, RecastMesh};

/// Compiles and runs the code of the README with the other doctests.
#[cfg(all(doctest, feature = "outline", feature = "std"))]
#[doc = include_str!("../README.md")]
pub struct Readme;
