//! Faults on purpose: memory that runs out, code of the user that panics, disks that are full, files that are damaged,
//! and processes that are killed. The list of all searches is here, and so is what holds for each of them (`looks`).

mod allocator;
mod files;
mod hills;
mod looks;
mod memory;
mod panics;
