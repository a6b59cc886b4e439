//! Breadth-first enumeration of [`astride`] graphs, in memory or, for graphs with more nodes than fit there, on disk.
//!
//! * [`Enumerator`] visits all reachable nodes, depth by depth. Each complete level on disk is a checkpoint, from which
//!   an enumeration that was paused or killed, or that ran out of disk space, can continue.
//! * [`Levels`] provides the results: the number of nodes at each depth, the nodes themselves in order, samples of
//!   them, and shortest paths.
//! * [`Distances`] is a table of depths, such as a pattern database or an endgame table.
//! * [`Packed`] is the trait for nodes that take a fixed number of bytes, such as unsigned integers, byte arrays and
//!   the boards of the sliding-tile puzzle.
//! * [`Fingerprints`] represents nodes of any type that implements [`Encoded`] by hashes of 8 or 16 bytes, with a bound
//!   on the probability that a node is lost.
//! * [`Options`] specifies the memory and disk limits, the number of threads, and whether the graph is undirected.
//! * [`Error`] is the reason that an enumeration stopped, or that its levels cannot be read.
//! * [`share`] divides an enumeration among several processes, for programs that transfer nodes between them.
//!
//! # A first program
//!
//! ```
//! use astride::FnGraph;
//! use astride_disk::{Enumerator, Options};
//!
//! // A stack of seven pancakes of different sizes: a spatula flips the top two, the top three, …
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
//! // A state at the last depth, and a shortest path to it.
//! let hardest: [u8; 7] = levels.nodes(8)?.next().unwrap()?;
//! for stack in levels.trace(&pancakes, &hardest)? {
//!     println!("{stack:?}");
//! }
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), astride_disk::Error>(())
//! ```
//!
//! # Common tasks
//!
//! The calls are the same in memory and on disk, except for the one that begins the enumeration:
//! [`Enumerator::in_memory`] or [`Enumerator::open`]. The function `enumerate` of [`astride-cluster`] is a single call
//! in every process, so it takes options and callbacks where this crate has methods:
//!
//! | Task | In memory and on disk | On a cluster |
//! |---|---|---|
//! | get each level when it is complete, and possibly stop there | [`Enumerator::next_level`] | `on_level` |
//! | count the nodes at each depth, and all nodes | [`Levels::counts`], [`total`](Levels::total) | `Enumeration::levels`, `total` |
//! | visit the nodes of a level, or fold over them | [`Levels::nodes`], an iterator, in order | `enumerate_visiting`, on many threads and in no order |
//! | check an invariant | [`Enumerator::with_invariant`], [`Levels::violation`] | `enumerate_visiting`, `Enumeration::violation` |
//! | find a shortest path to a node | [`Levels::trace`] | not available, since neither levels nor parents are stored; search for that node with `cheapest` |
//! | draw a random sample of each level | [`Levels::sample`] | `with_sample`, `Enumeration::samples` |
//! | draw a random sample of all nodes | [`Levels::sample_all`] | `with_sample`, `Enumeration::sample_all` |
//! | collect distances in a table | [`Levels::distances`], [`add_distances`](Levels::add_distances) | `enumerate_visiting`, with a table of atomic bytes |
//! | read the nodes later, or in another program | [`Levels::open`]; the README describes the files | `with_level`, `with_deepest` |
//! | keep only the last two levels | [`Options::with_two_levels`] | `with_two_levels` |
//!
//! [`astride-cluster`]: https://docs.rs/astride-cluster
//!
//! With this crate, visiting the nodes takes only a loop:
//!
//! ```
//! use astride::FnGraph;
//! use astride_disk::{Enumerator, Options};
//!
//! // Each move takes one, two or five matches. Which numbers of matches can be left?
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
//! The nodes at a depth are expanded. Each successor goes to a bucket in memory, chosen by a hash. When a bucket is
//! full, all buckets are sorted and written to a file. When all nodes have been expanded, each bucket of these files is
//! merged with the levels that may contain the same nodes, and the new nodes form the next level. With this *delayed
//! duplicate detection*, all files are written and read sequentially, and memory is needed only for buffers.
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

/// Compiles and runs the code in the README along with the documentation's examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
