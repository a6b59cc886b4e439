//! Searches of state spaces that are too large for one machine: the nodes of a [`Graph`](astride::Graph) of [`astride`]
//! are distributed over many threads, processes and machines.
//!
//! * [`enumerate`] counts all reachable nodes, depth by depth, and can return the nodes at a depth, or a sample.
//!   [`enumerate_visiting`] also visits each node and can check an invariant.
//! * [`cheapest`] finds a cheapest path, with A\* or Dijkstra's algorithm.
//! * [`disk::enumerate`] counts all reachable nodes, stores the levels on disk, and can continue after the loss of a
//!   process.
//! * [`Cluster`] specifies the processes and threads that take part. [`Launch`] creates a cluster from a command line,
//!   from the environment of SLURM or MPI, or from processes that it starts. [`Error`] is the reason that a search
//!   failed.
//!
//! A cluster provides memory, since the nodes are distributed over all workers. It adds little speed, since most nodes
//! are sent from one worker to another. If a search fits into the memory of one machine, the searches of [`astride`]
//! are faster.
//!
//! # Several processes
//!
//! A program calls one of the above functions in every process. All arguments must be the same everywhere, except for
//! those named in the function's documentation, such as the number of the process in the [`Cluster`]. Every process
//! gets the same result or the same error.
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
//! The graph must also be the same in every process. Before the search, each process expands the first 4096 nodes, or
//! fewer if that takes more than a second, and their edges are compared. Differences beyond these nodes are not
//! detected, so if the graph is read from a file, each machine needs the same file. The program files are compared as
//! well, unless [`Cluster::with_program`] names a version.
//!
//! # How it works
//!
//! A hash of each node determines the worker to which the node belongs. A worker keeps the nodes that belong to it, and
//! sends every other successor to the worker that owns it. The dataflow engine [`timely`] transports the nodes. Each
//! message has a timestamp, which is the depth in a breadth-first search or the key in an A\* search. When the engine
//! detects that no more nodes with the current timestamp can arrive, the workers proceed to the next one. (Murray and
//! others: Naiad: a timely dataflow system. SOSP 2013.)
//!
//! # Requirements on nodes
//!
//! [`Wire`] lists the required traits. In addition:
//!
//! * `Hash` and `Eq` must depend only on the value, and not on memory addresses or random numbers.
//! * All machines must have the same byte order and 64-bit words. Byte order and word size are compared when a search
//!   begins.
//! * Nodes are sent in a format that is not self-describing, so `serde` attributes such as `untagged`,
//!   `skip_serializing_if` and `flatten` do not work. With such attributes, a search usually fails with
//!   [`Failure::Unreadable`] or [`Failure::Panicked`] when a worker sends a node to another.
//! * Nodes are stored as they are, so it is worth making them small: a board as [`Tiles16`](astride::npuzzle::Tiles16)
//!   takes 8 bytes. Each allocation that a node owns takes at least 32 additional bytes, even that of a `Vec` of ten
//!   bytes.
//!
//! # Failures
//!
//! If a process is killed, a machine freezes, memory runs out, a node limit is reached, the code of the graph panics,
//! or settings differ, every remaining process returns the same [`Error`], except a process that was
//! [refused](Error::Refused). No thread and no connection of the search remains.
//!
//! # Safety
//!
//! The traffic is plain text. A secret ([`Cluster::with_secret`]) prevents strangers from taking part, but not from
//! reading the traffic. See [`Cluster`].
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

/// A node or a cost that can be sent from one worker to another. Every type with the required traits implements `Wire`.
pub trait Wire: serde::Serialize + serde::de::DeserializeOwned + Clone + Send + 'static {}

impl<T: serde::Serialize + serde::de::DeserializeOwned + Clone + Send + 'static> Wire for T {}

/// Compiles the code in the README along with the documentation's examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
