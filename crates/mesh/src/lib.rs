//! Exact shortest paths on navigation meshes, for the graph searches of [`astride`].
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
mod point;
mod polyanya;
mod problem;
mod successors;
mod trace;

pub use error::{End, EndError, MeshError};
pub use file::MeshFileError;
pub use mesh::Mesh;
pub use node::{MeshNode, NodeKind};
pub use point::{Point, Position};
pub use polyanya::{Polyanya, PolyanyaEngine};
pub use problem::{MeshProblem, Place};
pub use trace::MeshPath;
