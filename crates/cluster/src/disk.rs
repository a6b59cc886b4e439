//! Enumeration by several processes with the levels on disk, for graphs with more nodes than fit into the memory of all
//! machines together, and for runs that must survive the loss of a process.
//!
//! * [`enumerate`] counts all reachable nodes, depth by depth. Each process keeps its nodes in a folder, in the file
//!   format of [`astride_disk`]. Each complete level is a checkpoint for all processes.
//! * [`Options`], [`Packed`] and [`Levels`] are re-exported from [`astride_disk`]. [`Levels::open`] reads the nodes of
//!   a process afterwards.
//! * [`Level`] is passed to the callback, and [`Enumeration`] is the result, with the number of nodes at each depth.
//!
//! ```
//! use astride::{Budget, FnGraph};
//! use astride_cluster::Cluster;
//! use astride_cluster::disk::{Levels, Options, enumerate};
//! use std::ops::ControlFlow;
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
//! let folder = std::env::temp_dir().join(format!("astride-cluster-pancakes-{}", std::process::id()));
//! // Or Cluster::processes(["10.0.0.1:4100", "10.0.0.2:4100"], me).with_threads(8), with a folder on each machine.
//! let cluster = Cluster::threads(2);
//! let options = Options::new().undirected().with_memory(64 << 20);
//! let run = |budget| {
//!     enumerate(&cluster, pancakes.clone(), [[1, 2, 3, 4, 5, 6, 7]], &folder, options.clone(), budget, |level| {
//!         println!("{} stacks need {} turns", level.nodes, level.depth);
//!         ControlFlow::Continue(()) // or `Break`
//!     })
//! };
//! // Pause after the level in which the hundredth stack is expanded.
//! let some = run(Budget::new().expansions(100))?;
//! assert!(!some.is_complete);
//! // Later, perhaps after a crash: expanded levels are not expanded again.
//! let all = run(Budget::new())?;
//! assert_eq!(all.counts, [1, 6, 30, 149, 543, 1357, 1903, 1016, 35]);
//! assert_eq!(some.expanded + all.expanded, all.total());
//!
//! // The nodes of this process at a depth. It is the only process here.
//! let levels = Levels::<[u8; 7]>::open(&folder)?;
//! assert_eq!(levels.nodes(8)?.count(), 35);
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! A hash of a node's key determines the process to which the node belongs
//! ([`Share::owner`](astride_disk::share::Share::owner)). The workers of a process expand its nodes of the last level,
//! and send the successors to the workers to which they belong. A worker collects successors in memory, and writes them
//! to a sorted file when the memory is full. When no more successors of the level can arrive, the workers merge the
//! files of their process with the levels that may contain the same nodes, as on one machine. Memory is therefore
//! needed only for buffers and for nodes in transit, which are the successors of at most 5 · 32,768 expansions of each
//! worker at a time.
//!
//! # Crash safety
//!
//! A level becomes complete in two phases:
//!
//! 1. When all processes have merged the level and made it durable, each adds it to its list of levels.
//! 2. When all processes have added the level to their lists, each removes the files that are no longer needed, and the
//!    next level begins.
//!
//! At whatever point a process is killed or its machine loses power, the lists therefore differ by at most one level.
//! The other processes return [`Error::Lost`], or [`Error::Frozen`] if the machine or its network has failed. Start all
//! processes again with the same arguments. The processes compare their levels, and those that have one more level than
//! the others discard this level. Only the work on the incomplete level is repeated.
//!
//! | Event | Error in every process |
//! |---|---|
//! | a process is killed, or its connection breaks | [`Error::Lost`] |
//! | a machine freezes or loses power, or the network is disconnected | [`Error::Frozen`] |
//! | a disk is full, or the limit of [`Options::with_disk`] is reached | [`Failure::DiskFull`], [`Failure::DiskLimit`] |
//! | a file is damaged, truncated or missing | [`Failure::Damaged`], [`Failure::File`] |
//! | a file was written by another version | [`Failure::Version`] |
//! | a folder belongs to another process, another graph, or a run with another number of processes | [`Failure::OtherRun`] |
//! | a folder is missing or empty, but others have two or more levels; or it was replaced by a copy that is several levels older | [`Failure::Folders`] |
//! | a folder was replaced by a copy that is one level older | none, or with two levels [`Failure::NotKept`] |
//! | the list of levels is missing, but there are levels | [`Failure::NoManifest`] |
//! | another process is using the folder | [`Failure::Locked`] |
//!
//! None of these errors changes a complete level. Once the cause is removed, all processes can be started again.
//!
//! # Limits
//!
//! * The number of processes is fixed when a run begins, since it determines which nodes belong to a process. The
//!   number of threads, the memory and the disk limit may change each time that the processes are started. The memory
//!   and the disk limit may also differ between processes.
//! * A process cannot join or leave while the others run. If a process is lost, the call fails in all others.
//! * If there are several processes, [`Levels::trace`] does not work, since it needs the nodes of all of them.
//! * A worker can expand at most 2⁴⁷ nodes of a level.

mod batch;
mod dataflow;
mod failure;
mod home;
mod judge;

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex};

use astride::{Budget, Cost, Graph};
use astride_disk::share::Share;
pub use astride_disk::{Levels, Options, Packed};
use serde::{Deserialize, Serialize};

use self::dataflow::build;
use self::home::Home;
use self::judge::Judge;
use crate::Cluster;
use crate::data::lock;
use crate::error::Error;
#[cfg(doc)]
use crate::error::Failure;
use crate::likeness::fingerprints;
use crate::settings::{GRAPH, starts_as_setting};

/// A level that is complete in all processes, with statistics summed over all processes. Expanded nodes, sent
/// successors, and bytes written and read are counted from the beginning of the call to [`enumerate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level {
    /// The number of edges from the nearest start.
    pub depth: usize,
    /// The number of nodes at this depth.
    pub nodes: u64,
    /// The number of nodes up to this depth.
    pub total: u64,
    /// The number of nodes expanded.
    pub expanded: u64,
    /// The total size of all files in bytes.
    pub disk: u64,
    /// The number of bytes written.
    pub written: u64,
    /// The number of bytes read.
    pub read: u64,
    /// The number of successors sent from one worker to another.
    pub sent: u64,
}

/// The result of [`enumerate`], which is the same in every process.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Enumeration {
    /// The number of nodes at each depth, in all processes together.
    pub counts: Vec<u64>,
    /// Whether it is known that there are no deeper nodes. Otherwise, the budget or the callback has ended the call.
    pub is_complete: bool,
    /// The number of nodes that this call has expanded, in all processes together.
    pub expanded: u64,
}

impl Enumeration {
    /// Returns the total number of nodes.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// Counts the nodes that can be reached from `starts`, depth by depth, and stores the levels on disk. This begins a
/// run, or continues the one whose levels are in the folders.
///
/// Edges with a cost of [`Cost::INFINITY`] are ignored. Other costs do not matter. The section [Crash
/// safety](self#crash-safety) describes what happens if a process is lost.
///
/// # Arguments
///
/// Every process must call this function with the same arguments, except for the number of the process in `cluster`,
/// `folder`, the memory, the disk limit, `budget` and `on_level`. A start that is given twice counts once.
///
/// * `folder`: a folder that belongs only to this process and is not used for anything else. The folder is created if
///   no process has levels yet.
/// * `options`: the same options as on one machine, except that `cluster` determines the number of threads.
///   [`Options::with_memory`] sets the memory for the buffers of all threads of this process.
/// * `budget`: the call ends after the level in which the budget of expansions, new nodes or time is used up. No work
///   is repeated. Each call completes at least one level unless the budget is zero, or its time is used up by
///   connecting the processes and opening the folders. Only the budget of process 0 counts. A memory limit in the
///   budget has no effect.
/// * `on_level`: called only in process 0, on a thread of the search, for each level (except that of the starts) that
///   this call has completed in all processes. `Break` ends the call.
///
/// # Returns
///
/// The number of nodes at each depth. If there may be deeper nodes, call the function again to continue.
/// [`Levels::open`] reads the nodes of this process.
///
/// # Complexity
///
/// Each process does the work of an [`Enumerator`](astride_disk::Enumerator) for the nodes that belong to it. In
/// addition, each successor is sent to its owner; with *n* workers, all but about one in *n* successors are sent to
/// another worker. A level requires a few exchanges of messages between all workers, and each process waits two or
/// three times until its files are durable. If there are several processes, each also expands up to 4096 nodes near the
/// starts, to compare the graphs; [`Enumeration::expanded`] does not count these expansions.
///
/// # Errors
///
/// Every process returns the same [`Error`]. Complete levels remain as they are.
///
/// # Source
///
/// Korf, Schultze: Large-scale parallel breadth-first search. AAAI 2005. Kunkle, Cooperman: Twenty-six moves suffice
/// for Rubik's cube. ISSAC 2007.
pub fn enumerate<G>(
    cluster: &Cluster,
    graph: G,
    starts: impl IntoIterator<Item = G::Node>,
    folder: impl AsRef<Path>,
    options: Options,
    budget: Budget,
    on_level: impl FnMut(Level) -> ControlFlow<()> + Send + 'static,
) -> Result<Enumeration, Error>
where
    G: Graph<Node: Packed> + Send + Sync + 'static,
{
    let starts: Vec<_> = starts.into_iter().collect();
    let mut settings = Vec::new();
    if cluster.process_count() > 1 {
        let compared = options.clone().with_memory(0).with_disk(0).with_threads(1);
        settings.extend([
            ("search", "enumerate on disk".to_owned()),
            ("type of the nodes", std::any::type_name::<G::Node>().to_owned()),
            starts_as_setting(starts.len(), || {
                starts.iter().map(Share::hash).fold(0, u64::wrapping_add)
            })?,
            ("options", format!("{compared:?}")),
            (GRAPH, fingerprints_of(&graph, &starts)),
        ]);
    }
    let place = (cluster.process(), cluster.process_count());
    let threads = cluster.thread_count();
    let home = Arc::new(Home::new(graph, starts, folder.as_ref(), options, place, threads));
    // With a lock, the callback need not be `Sync`.
    let judge = Arc::new(Mutex::new(Judge::new(budget, on_level)));
    let ends = cluster.run(settings, move |worker, abort| {
        build(worker, Arc::clone(&home), Arc::clone(&judge), abort)
    })?;
    let first = ends.first().map(|end| std::mem::take(&mut *lock(end)));
    Ok(first.unwrap_or_default())
}

/// A node that is hashed by its key.
#[derive(Clone)]
struct Keyed<N>(N);

impl<N: Packed> Hash for Keyed<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(Share::hash(&self.0));
    }
}

fn fingerprints_of<G: Graph<Node: Packed>>(graph: &G, starts: &[G::Node]) -> String {
    let starts: Vec<_> = starts.iter().cloned().map(Keyed).collect();
    fingerprints(&starts, |Keyed(node), take| {
        let edges = graph
            .successors(node)
            .filter(|(_, cost)| cost.is_less(&G::Cost::INFINITY));
        edges.for_each(|(child, _)| take(Keyed(child), 0));
        0
    })
}

/// The state of a process's share, as the process reports it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    /// The number of commits so far; 0 if there is no share yet.
    commits: usize,
    counts: Vec<u64>,
    is_complete: bool,
}

/// The report of a worker that has carried out an order. The first worker of a process also reports for the process.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Report {
    process: usize,
    /// Before and after [`Order::Begin`].
    state: Option<State>,
    expanded: u64,
    sent: u64,
    found: u64,
    /// The edges back to the level before, and the edges that have led from there (see [`Share::edges_to_last`]).
    back: u64,
    there: Option<u64>,
    /// The bytes of all files, and the numbers of bytes written and read.
    traffic: [u64; 3],
}

/// The message from worker 0 to each worker when all have carried out the previous order.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Verdict {
    to: u64,
    order: Order,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Order {
    /// Open the folders, and go back to this many commits.
    Begin { commits: usize },
    /// Forget the levels that are no longer needed, and expand the last level.
    Expand,
    /// Merge the successors that have arrived.
    Merge,
    /// Add the level to the list.
    Commit { is_over: bool },
    /// End with this result.
    End(Enumeration),
}
