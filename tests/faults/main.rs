//! Fault injection: memory that runs out, user code that panics, full disks, damaged files, and killed processes. The
//! list of all searches is also here, with checks that apply to each of them (`looks`).

mod allocator;
mod files;
mod hills;
mod looks;
mod memory;
mod panics;
