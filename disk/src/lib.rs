//! Breadth-first enumeration of the graphs of [`astride`] on disk, for graphs with more nodes than fit into memory, or
//! in memory.
//!
//! * [`Enumerator`] visits all nodes that can be reached, depth by depth. Each complete depth is a checkpoint: a
//!   process that is paused, killed or out of disk space continues from there.
//! * [`Levels`] gives the results: the number of nodes at each depth, the nodes themselves in order, samples of them,
//!   and shortest paths.
//! * [`Distances`] is a table of depths: a pattern database or an endgame table.
//! * [`Packed`] is the trait of nodes that take a fixed number of bytes. Integers, arrays of bytes and the boards of
//!   the sliding-tile puzzle implement it.
//! * [`Fingerprints`] represents all other nodes, which are [`Encoded`], by hashes of 8 or 16 bytes, with a bound on
//!   the probability that a node is lost.
//! * [`Options`] sets the budgets of memory and disk, the number of threads, and whether the graph is undirected.
//! * [`Error`] names the file and the reason.
//! * [`share`] divides an enumeration among several processes, for programs that carry nodes between them.
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
//! The calls are the same in memory and on disk, since only [`Enumerator::in_memory`] and [`Enumerator::open`] differ.
//! The function `enumerate` of [`astride-cluster`] is a single call in every process, so it takes options and callbacks
//! where this crate has methods:
//!
//! | Task | In memory and on disk | On a cluster |
//! |---|---|---|
//! | each level when it is complete, and to stop there | [`Enumerator::next_level`] | `on_level` |
//! | the number of nodes at each depth, and of all | [`Levels::counts`], [`total`](Levels::total) | `Enumeration::levels`, `total` |
//! | to visit the nodes of a level, or fold over them | [`Levels::nodes`], an iterator, in order | `enumerate_visiting`, on many threads and in no order |
//! | an invariant | [`Enumerator::with_invariant`], [`Levels::violation`] | `enumerate_visiting`, `Enumeration::violation` |
//! | a shortest path to a node | [`Levels::trace`] | none, since neither levels nor parents are stored: search for that node with `cheapest` |
//! | a random sample of each level | [`Levels::sample`] | `with_sample`, `Enumeration::samples` |
//! | a random sample of all nodes | [`Levels::sample_all`] | `with_sample`, `Enumeration::sample_all` |
//! | distances in a table | [`Levels::distances`], [`add_distances`](Levels::add_distances) | `enumerate_visiting` writes into a table of atomic bytes |
//! | the nodes later, or in another program | [`Levels::open`]; the README describes the files | `with_level`, `with_deepest` |
//! | only the last two levels | [`Options::with_two_levels`] | `with_two_levels` |
//!
//! [`astride-cluster`]: https://docs.rs/astride-cluster
//!
//! On disk, a visitor is a loop. It sees each node once, even after interruptions:
//!
//! ```
//! use astride::FnGraph;
//! use astride_disk::{Enumerator, Options};
//!
//! // Which numbers of matches can be left after a move that takes one, two or five?
//! let matches = FnGraph::new(|left: &u32| {
//!     let left = *left;
//!     [1, 2, 5].into_iter().filter_map(move |taken| Some((left.checked_sub(taken)?, 1_u32)))
//! });
//! let mut search = Enumerator::in_memory(&matches, [20], Options::new())?;
//! while let Some(level) = search.next_level()? {
//!     let mut nodes = search.levels().nodes(level.depth)?;
//!     let least = nodes.try_fold(u32::MAX, |least, left| left.map(|left| least.min(left)))?;
//!     println!("after {} moves, at least {least} are left", level.depth);
//!     if least == 0 {
//!         assert_eq!(level.depth, 4);
//!         break;
//!     }
//! }
//! # Ok::<(), astride_disk::Error>(())
//! ```
//!
//! # How it works
//!
//! The nodes of a depth are expanded in order. Their successors go to buckets in memory, chosen by a hash. Full buckets
//! are sorted and written. When all nodes are expanded, the files of each bucket are merged with the depths that may
//! contain the same nodes, and the new nodes form the next depth (*delayed duplicate detection*). So all files are
//! written and read sequentially, and memory is needed only for buffers.
#![forbid(unsafe_code)]
#![allow(
    clippy::cast_possible_truncation,
    reason = "keys and blocks are short, files and buckets are few"
)]

mod coding;
mod disk;
mod distances;
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
mod memory;
mod merge;
mod options;
mod run;
mod sample;
pub mod share;
mod spill;

pub use coding::{Coding, Encoded, Fingerprints, Whole};
pub use distances::Distances;
pub use enumerator::{Enumerator, Level};
pub use error::Error;
pub use key::{Key, Packed};
pub use levels::{Levels, Nodes};
pub use options::Options;

/// The code in the README is compiled and run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
