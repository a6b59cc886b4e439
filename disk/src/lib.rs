//! Breadth-first enumeration of [`astride`]'s graphs on disk, for graphs with more nodes than fit into memory.
#![forbid(unsafe_code)]

mod disk;
mod enumerator;
mod error;
#[cfg(test)]
mod faults;
mod key;
mod levels;
mod lock;
mod manifest;
mod merge;
mod options;
mod run;
mod spill;

pub use enumerator::{Enumerator, Level};
pub use error::Error;
pub use key::{Key, Packed};
pub use levels::{Levels, Nodes};
pub use options::Options;
