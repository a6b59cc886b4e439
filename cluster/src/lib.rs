//! State spaces too large for one machine: the [`Graph`](astride::Graph)s of [`astride`], searched by threads,
//! processes and machines together.
//!
//! * [`enumerate`] counts all nodes that can be reached, depth by depth, and returns those of a depth, or a sample.
//!   [`enumerate_visiting`] visits each node and checks an invariant.
//! * [`cheapest`] finds a cheapest path, by A\* or by Dijkstra's order.
//! * [`disk::enumerate`] counts them with the levels on disk, and survives the loss of a process.
//! * [`Cluster`] names the processes and threads that take part. [`Launch`] makes one from a command line, from the
//!   environment of SLURM or MPI, or of processes that it starts. [`Error`] is the reason why a search failed.
//!
//! It provides memory: the nodes are distributed over all workers. It provides little speed, since most nodes are sent
//! from one worker to another. If the search fits into one machine, the searches of [`astride`] take less time.
//!
//! # The same in every process
//!
//! A program calls one of these functions in every process. All arguments are the same everywhere, except for the
//! number of the process in the [`Cluster`]. Every process gets the same result, or the same error.
//!
//! ```
//! use astride::Problem;
//! use astride::npuzzle::{Board, Puzzle};
//! use astride_cluster::{Cluster, EnumerateOptions, enumerate};
//! use std::ops::ControlFlow;
//!
//! let goal = Board::blank_last("3x2".parse()?);
//! let puzzle = Puzzle::new(&goal, &goal)?;
//! // On two machines: Cluster::processes(["10.0.0.1:4100", "10.0.0.2:4100"], me).with_threads(8)
//! let cluster = Cluster::threads(2);
//! let options = EnumerateOptions::new().with_two_levels().with_deepest(5);
//! let all = enumerate(&cluster, puzzle.clone(), [puzzle.start()], options, |level| {
//!     println!("depth {}: {} boards", level.depth, level.nodes);
//!     ControlFlow::Continue(()) // or `Break`
//! })?;
//! assert_eq!((all.total(), all.levels.len() - 1), (360, 21));
//! assert_eq!(all.deepest.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The graph must be the same in every process, too. Each process expands the first 4096 nodes before the search, or as
//! many as it can in a second, and their edges are compared. A difference farther away is not detected: if the graph is
//! made from a file, each machine needs the same file. The program files are compared as well, unless
//! [`Cluster::with_program`] names a version.
//!
//! # How it works
//!
//! Every node belongs to one worker, by its hash. A worker keeps its own nodes, and sends each other successor to the
//! worker that it belongs to. The dataflow engine [`timely`] carries the nodes. A timestamp is the depth of a
//! breadth-first search, or the key of an A\* search. The engine knows when no more nodes of a timestamp can come, and
//! then the workers proceed to the next one. (Murray and others: Naiad: a timely dataflow system. SOSP 2013.)
//!
//! # Requirements on nodes
//!
//! [`Wire`] lists the traits. In addition:
//!
//! * `Hash` and `Eq` must depend on the value alone, and not on addresses in memory or random numbers.
//! * All machines must have the same byte order and 64-bit words. Both are compared when a search begins.
//! * Nodes are sent in a format that is not self-describing. So `serde` attributes such as `untagged`,
//!   `skip_serializing_if` and `flatten` do not work: the search fails with [`Failure::Unreadable`].
//! * A worker stores a node at its size in memory, so small nodes are worth the trouble:
//!   [`Tiles16`](astride::npuzzle::Tiles16) takes 8 bytes per board. An allocation, such as that of a `Vec` of ten
//!   bytes, takes 32 bytes more.
//!
//! # Failures
//!
//! A killed process, a frozen machine, memory that runs out, a limit of nodes, a panic in the code of the graph,
//! unequal settings: in all of these cases, every remaining process returns the same [`Error`], and nothing of the
//! search is left behind.
//!
//! # Safety
//!
//! The traffic is plain text. A secret ([`Cluster::with_secret`]) keeps strangers from taking part, but not from
//! reading. See [`Cluster`].
#![forbid(unsafe_code)]

mod abort;
mod cheapest;
mod cluster;
mod control;
mod data;
pub mod disk;
mod enumerate;
mod error;
#[cfg(test)]
mod error_texts;
mod greet;
mod heap;
mod known;
mod launch;
mod likeness;
mod line;
mod owner;
mod seal;
mod settings;

pub use cheapest::{CheapestOptions, CheapestPath, cheapest};
pub use cluster::Cluster;
pub use enumerate::{EnumerateOptions, Enumeration, Level, enumerate, enumerate_visiting};
pub use error::{Error, Failure};
pub use launch::{Launch, LaunchError};

/// The traits of a node or a cost that can be sent from one worker to another. All types with these traits implement
/// it.
pub trait Wire: serde::Serialize + serde::de::DeserializeOwned + Clone + Send + 'static {}

impl<T: serde::Serialize + serde::de::DeserializeOwned + Clone + Send + 'static> Wire for T {}

/// The code in the README is compiled with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
