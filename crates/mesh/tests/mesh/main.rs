//! Tests of meshes and of Polyanya.

#[cfg(feature = "grid")]
mod cells;
#[path = "../../../../tests/common/effort.rs"]
mod effort;
mod files;
mod laws;
#[cfg(feature = "outline")]
mod levels;
mod links;
mod making;
mod oracle;
#[cfg(feature = "outline")]
mod outline;
mod places;
mod random;
mod recast;
mod seen;
mod visibility;
mod walks;
#[cfg(feature = "outline")]
mod world;
