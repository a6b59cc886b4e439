//! Faults on purpose: memory that runs out, code of the user that panics, disks that are full, files that are damaged,
//! and processes that are killed.

mod allocator;
mod files;
mod hills;
mod memory;
mod panics;
