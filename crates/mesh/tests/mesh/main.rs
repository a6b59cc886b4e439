//! Tests of meshes and of Polyanya.

mod files;
