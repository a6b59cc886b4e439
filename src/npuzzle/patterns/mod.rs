//! Additive pattern databases: the strongest estimates for the sliding-tile puzzle.

mod build;
mod database;
mod error;
#[cfg(feature = "std")]
mod file;
mod partition;
mod puzzle;
mod ranking;
mod regions;
mod rotation;
mod standard;
mod symmetry;
mod table;

pub use build::BuildProgress;
pub use database::PatternDatabases;
pub use error::PatternError;
pub use partition::Partition;
pub use puzzle::{PatternNode, PatternPuzzle};
pub use standard::StandardPartition;
