//! Breadth-first enumeration of the graphs of [`astride`] on disk, for graphs with more nodes than fit into memory.
//!
//! * [`Enumerator`] visits all nodes that can be reached, depth by depth. Each complete depth is a checkpoint: a
//!   process that is paused, killed or out of disk goes on from there.
//! * [`Levels`] are the results: the number of nodes at each depth, the nodes themselves in order, and shortest paths.
//! * [`Packed`] is the trait of nodes that take a fixed number of bytes. Integers, arrays of bytes and the boards of
//!   the sliding-tile puzzle have it.
//! * [`Options`] has the budgets of memory and disk, the threads, and whether the graph is undirected.
//! * [`Error`] names the file and the reason.
//!
//! # A first program
//!
//! ```
//! use astride::FnGraph;
//! use astride_disk::{Enumerator, Options};
//!
//! // A stack of seven pancakes of different sizes: a spatula turns the first two of them, the first three, …
//! let pancakes = FnGraph::new(|stack: &[u8; 7]| {
//!     let stack = *stack;
//!     (2..=7).map(move |count| {
//!         let mut turned = stack;
//!         turned[..count].reverse();
//!         (turned, 1_u32)
//!     })
//! });
//! let folder = std::env::temp_dir().join(format!("pancakes-{}", std::process::id()));
//! let options = Options::new().undirected().with_memory(64 << 20);
//! let mut search = Enumerator::open(&pancakes, [[1, 2, 3, 4, 5, 6, 7]], &folder, options)?;
//! while let Some(level) = search.next_level()? {
//!     println!("{} stacks need {} turns", level.nodes, level.depth);
//! }
//! let levels = search.levels();
//! assert_eq!(levels.counts().collect::<Vec<_>>(), [1, 6, 30, 149, 543, 1357, 1903, 1016, 35]);
//!
//! // The states of the last depth, and how one of them is made.
//! let hardest: [u8; 7] = levels.nodes(8)?.next().unwrap()?;
//! for stack in levels.trace(&pancakes, &hardest)? {
//!     println!("{stack:?}");
//! }
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), astride_disk::Error>(())
//! ```
//!
//! # What to do with the states
//!
//! * Fold over a depth: [`Levels::nodes`] is an iterator over its nodes, sorted by their keys.
//! * Check them: [`Enumerator::with_invariant`] ends with the first depth that has a violation, and [`Levels::trace`]
//!   returns a shortest path to it.
//! * Read them later, or from another program: [`Levels::open`] opens a folder. The README describes the files.
//!
//! # How it works
//!
//! The nodes of a depth are expanded in order. Their successors go to buckets, by a hash, in memory. Full buckets are
//! sorted and written. When all nodes are expanded, the files of each bucket are merged with the depths that may have
//! the same nodes, and what is new is the next depth (*delayed duplicate detection*). So all files are written and read
//! from the beginning to the end, and memory is needed for buffers alone.
#![forbid(unsafe_code)]
#![allow(
    clippy::cast_possible_truncation,
    reason = "keys and blocks are short, files and buckets are few"
)]

mod disk;
mod enumerator;
mod error;
#[cfg(test)]
mod error_texts;
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

/// The code in the README is compiled and run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
