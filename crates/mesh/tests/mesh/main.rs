//! Tests of meshes and of Polyanya.

#[path = "../../../../tests/common/effort.rs"]
mod effort;
mod files;
mod oracle;
mod random;
