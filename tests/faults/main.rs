//! Fault injection: memory that runs out, user code that panics, full disks, damaged files, and killed processes.
//! `tests/laws.rs` makes the code of each search's problem panic, and limits its memory.

mod allocator;
#[path = "../common/effort.rs"]
mod effort;
mod files;
mod memory;
mod panics;
