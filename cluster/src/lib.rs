//! State spaces too large for one machine: the [`Graph`](astride::Graph)s of [`astride`], searched by threads,
//! processes and machines together.
//!
//! * [`enumerate`] counts all nodes that can be reached, depth by depth, and returns those of a depth, or a sample.
//!   [`enumerate_visiting`] visits each node and checks an invariant.
//! * [`cheapest`] finds a cheapest path, by A\* or by Dijkstra's order.
//! * [`disk::enumerate`] is the first one with the levels on disk. It survives the loss of a process.
//! * [`Cluster`] names the processes and threads that take part. [`Launch`] makes one from a command line, from the
//!   environment of SLURM or MPI, or by processes that it starts. [`Error`] tells why a search failed.
//!
//! It buys memory: the nodes are spread over all workers. It buys little speed, since most nodes travel from one worker
//! to another. If the search fits into one machine, the searches of [`astride`] need less time for it.
//!
//! # In every process the same
//!
//! A program calls one of the two functions in every process. All arguments are the same everywhere, except for the
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
//! many as it can in a second, and their edges are compared. A difference further away is not noticed: a graph made
//! from a file is as good as the file on each machine. The program files are compared as well, unless
//! [`Cluster::with_program`] names a version.
//!
//! # How it works
//!
//! Every node belongs to one worker, by its hash. A worker keeps its own nodes, and sends each successor that is not
//! its own to the worker that it belongs to. The dataflow engine [`timely`] carries the nodes. A timestamp is the depth
//! of a breadth-first search, or the key of an A\* search. The engine knows when no node of a timestamp can come any
//! more, and then the workers go on to the next one. (Murray and others: Naiad: a timely dataflow system. SOSP 2013.)
//!
//! # What a node must be able to do
//!
//! [`Wire`] names the traits. Besides:
//!
//! * `Hash` and `Eq` must depend on the value alone, and not on addresses in memory or random numbers.
//! * All machines must have the same order of bytes, and words of 64 bits. That is compared when a search begins.
//! * A format that does not describe itself carries the nodes. So `serde` attributes such as `untagged`,
//!   `skip_serializing_if` and `flatten` do not work: the search fails with [`Failure::Unreadable`].
//! * A worker stores a node in the size that it has in memory, so small nodes are worth their trouble. An allocation of
//!   its own, as for a `Vec` of ten bytes, takes 32 bytes more.
//!   [`Tiles16`](astride::npuzzle::Tiles16) is an example: 8 bytes a board.
//!
//! # Failures
//!
//! A killed process, a frozen machine, memory that runs out, a limit of nodes, a panic in the code of the graph,
//! unequal settings: every process that is left returns the same [`Error`], and nothing of the search is left behind.
//!
//! # Safety
//!
//! The traffic is plain text. A secret keeps strangers out ([`Cluster::with_secret`]), and no reader. See [`Cluster`].
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

/// What a node or a cost must be able to do, to go from one worker to another. All types that can do it have this
/// trait.
pub trait Wire: serde::Serialize + serde::de::DeserializeOwned + Clone + Send + 'static {}

impl<T: serde::Serialize + serde::de::DeserializeOwned + Clone + Send + 'static> Wire for T {}

/// The code in the README is compiled with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
