//! [`enumerate`]: all reachable nodes, counted by depth.

mod dataflow;
mod part;

use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use astride::{Cost, Graph};
use serde::{Deserialize, Serialize};

use self::dataflow::build;
pub(crate) use self::dataflow::downgrade;
use self::part::Part;
use crate::data::lock;
use crate::error::{Error, Failure};
use crate::likeness::fingerprints;
use crate::owner::Owner;
use crate::settings::{GRAPH, starts_as_setting};
use crate::{Cluster, Wire};

/// The options of an [enumeration](enumerate): the levels that it stores, its node limit, and the nodes that it
/// returns.
///
/// ```
/// use astride_cluster::EnumerateOptions;
///
/// let options = EnumerateOptions::new().with_two_levels().with_node_limit(100_000_000).with_deepest(20);
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EnumerateOptions {
    two_levels: bool,
    node_limit: Option<u64>,
    level: Option<(usize, usize)>,
    deepest: usize,
    sample: Option<(usize, u64)>,
}

impl EnumerateOptions {
    /// Creates the default options: all nodes are stored without a limit, and none are returned.
    pub const fn new() -> Self {
        Self {
            two_levels: false,
            node_limit: None,
            level: None,
            deepest: 0,
            sample: None,
        }
    }

    /// Stores only the last two levels and the level that is being found, instead of all levels.
    ///
    /// This is correct if every edge leads both ways, since the successors of a level are then in the level before it,
    /// in the level itself, or in the next one. Between any two nodes, there must be as many edges in one direction as
    /// in the other.
    ///
    /// On other graphs, nodes of earlier levels would be counted again, perhaps forever. The enumeration therefore
    /// counts the edges from each level to the next and those that lead back. If these numbers differ, the enumeration
    /// fails with [`Failure::OneWay`]. This check is not a proof, since a graph can be constructed that passes it
    /// although some edges lead only one way.
    pub const fn with_two_levels(self) -> Self {
        Self {
            two_levels: true,
            ..self
        }
    }

    /// Sets the number of nodes that each worker may store. The enumeration fails with [`Failure::NodeLimit`] if a
    /// worker would have to store more nodes.
    pub const fn with_node_limit(self, nodes: u64) -> Self {
        Self {
            node_limit: Some(nodes),
            ..self
        }
    }

    /// Requests the nodes at this depth, which are returned in [`Enumeration::level`].
    ///
    /// If there are more than `at_most`, those with the smallest hashes are returned, which are the same with any
    /// number of workers. Each process holds all returned nodes, so `at_most` should be far below the number of nodes
    /// that a process can store.
    pub const fn with_level(self, depth: usize, at_most: usize) -> Self {
        Self {
            level: Some((depth, at_most)),
            ..self
        }
    }

    /// Requests the nodes of the last level, which are returned in [`Enumeration::deepest`]. If there are more than
    /// `at_most`, the nodes are chosen as in [`with_level`](Self::with_level).
    pub const fn with_deepest(self, at_most: usize) -> Self {
        Self {
            deepest: at_most,
            ..self
        }
    }

    /// Requests uniform random samples of up to `count` nodes: a sample of each level, returned in
    /// [`Enumeration::samples`], and a sample of all nodes, returned in [`Enumeration::sample_all`].
    ///
    /// The nodes are in random order, so the first ones are themselves a smaller sample. The same seed yields the same
    /// sample with any number of workers. Each process holds the samples of all levels.
    pub const fn with_sample(self, count: usize, seed: u64) -> Self {
        Self {
            sample: Some((count, seed)),
            ..self
        }
    }
}

/// A complete level, with statistics of the enumeration so far, summed over all workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level {
    /// The number of edges from the nearest start.
    pub depth: usize,
    /// The number of nodes at this depth.
    pub nodes: u64,
    /// The number of nodes up to this depth.
    pub total: u64,
    /// The number of bytes of all stored nodes and their hash tables. The memory that nodes allocate is estimated from
    /// the output of `serde`: a string or a sequence counts as its length plus the overhead of an allocator, whereas
    /// boxes and spare capacity do not count.
    pub bytes: u64,
    /// The number of nodes sent from one worker to another since the beginning, including repeated ones.
    pub sent: u64,
}

/// The result of [`enumerate`], which is the same in every process.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Enumeration<N> {
    /// The number of nodes at each depth.
    pub levels: Vec<u64>,
    /// Whether it is known that there are no deeper nodes. Otherwise, the callback or a violation has ended the
    /// enumeration.
    pub is_complete: bool,
    /// Nodes at the depth set with [`EnumerateOptions::with_level`], in the order of their hashes.
    pub level: Vec<N>,
    /// Nodes of the last level, up to the number set with [`EnumerateOptions::with_deepest`], in the order of their
    /// hashes.
    pub deepest: Vec<N>,
    /// For each depth, nodes drawn at random, up to the number set with [`EnumerateOptions::with_sample`].
    pub samples: Vec<Vec<N>>,
    /// Nodes drawn at random from all depths, with their depths.
    pub sample_all: Vec<(usize, N)>,
    /// The node with the smallest hash among those of the last level that violate the invariant of
    /// [`enumerate_visiting`].
    pub violation: Option<N>,
    /// The largest number of bytes that the nodes of all workers and their hash tables took at the end of a level.
    pub bytes: u64,
    /// The number of nodes sent from one worker to another, including repeated ones.
    pub sent: u64,
}

impl<N> Enumeration<N> {
    /// Returns the total number of nodes.
    pub fn total(&self) -> u64 {
        self.levels.iter().sum()
    }
}

/// Counts the nodes that can be reached from `starts`, depth by depth. The depth of a node is the number of edges from
/// the nearest start.
///
/// Edges with a cost of [`Cost::INFINITY`] are ignored. Other costs do not matter.
///
/// # Arguments
///
/// Every process must call this function with the same arguments, except for `on_level` and the number of the process
/// in `cluster`. A start that is given twice counts once.
///
/// `on_level` is called only in process 0, on a thread of the search, whenever a level is complete. `Break` ends the
/// enumeration in all processes, which return the levels up to this one.
///
/// # Returns
///
/// The number of nodes at each depth, and the nodes that were requested with [`EnumerateOptions`]. The numbers and the
/// nodes are the same in every process, and with any number of processes and threads. (The bytes and the traffic are
/// also the same in every process, but they depend on the numbers of processes and threads.)
///
/// # Complexity
///
/// Each worker stores its share of all nodes or, with [`EnumerateOptions::with_two_levels`], of the nodes of three
/// levels. A node of 8 bytes takes about 14 bytes in all, and a worker stores at most 2³² − 1 nodes. Each successor is
/// sent to its owner; with *n* workers, all but about one in *n* successors are sent to another worker. A level takes
/// at least one exchange of messages between all workers, so narrow and deep graphs gain nothing from more workers.
///
/// # Errors
///
/// Every process returns the same [`Error`].
///
/// # Example
///
/// ```
/// use astride::FnGraph;
/// use astride_cluster::{Cluster, EnumerateOptions, enumerate};
/// use std::ops::ControlFlow;
///
/// // The corners of a twelve-dimensional cube, on two threads.
/// let cube = FnGraph::new(|corner: &u16| {
///     let corner = *corner;
///     (0..12).map(move |side| (corner ^ 1 << side, 1_u32))
/// });
/// let options = EnumerateOptions::new().with_two_levels().with_deepest(10);
/// let all = enumerate(&Cluster::threads(2), cube, [0], options, |level| {
///     println!("depth {}: {} nodes, {} bytes", level.depth, level.nodes, level.bytes);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((all.total(), &all.levels[..4]), (4096, &[1, 12, 66, 220][..]));
/// assert_eq!(all.deepest, [0xfff]);
/// # Ok::<(), astride_cluster::Error>(())
/// ```
///
/// # Source
///
/// Zhou, Hansen: Breadth-first heuristic search. ICAPS 2004. This paper shows why two levels suffice if edges lead both
/// ways.
///
/// [`Cost::INFINITY`]: astride::Cost::INFINITY
pub fn enumerate<G>(
    cluster: &Cluster,
    graph: G,
    starts: impl IntoIterator<Item = G::Node>,
    options: EnumerateOptions,
    on_level: impl FnMut(Level) -> ControlFlow<()> + Send + 'static,
) -> Result<Enumeration<G::Node>, Error>
where
    G: Graph<Node: Wire> + Send + Sync + 'static,
{
    enumerate_visiting(cluster, graph, starts, options, |_, _| true, on_level)
}

/// Like [`enumerate`], but also calls `visit` once for each node, with its depth and the node.
///
/// `visit` is called when the worker that owns the node finds it: on any thread, in any process, and in any order
/// within a level. A fold over the nodes of a process therefore needs atomic numbers or a lock.
///
/// `visit` also serves as an invariant: if it returns `false` for any node, the enumeration ends with the level of that
/// node, and [`Enumeration::violation`] is a violating node of this level. Since no parents are stored, the enumeration
/// cannot return a path to this node, but [`cheapest`](crate::cheapest) can find one.
///
/// # Errors
///
/// The errors of [`enumerate`].
///
/// # Example
///
/// A table with the distance from each state to a goal, filled by an enumeration from the goal:
///
/// ```
/// use astride::FnGraph;
/// use astride_cluster::{Cluster, EnumerateOptions, enumerate_visiting};
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU8, Ordering};
///
/// // A dial turns by 1, 7 or 30 either way. How many turns lead to 0? Edges lead both ways.
/// let dial = FnGraph::new(|at: &u8| {
///     let at = *at;
///     [1, 7, 30, 70, 93, 99].map(move |turn| ((at + turn) % 100, 1_u32))
/// });
/// let table: Arc<Vec<AtomicU8>> = Arc::new((0..100).map(|_| AtomicU8::new(u8::MAX)).collect());
/// let entries = Arc::clone(&table);
/// let visit = move |depth: usize, at: &u8| {
///     entries[usize::from(*at)].store(u8::try_from(depth).unwrap_or(u8::MAX), Ordering::Relaxed);
///     true
/// };
/// let options = EnumerateOptions::new();
/// let cluster = Cluster::threads(2);
/// enumerate_visiting(&cluster, dial, [0], options, visit, |_| ControlFlow::Continue(()))?;
/// assert_eq!((table[37].load(Ordering::Relaxed), table[50].load(Ordering::Relaxed)), (2, 5));
/// # Ok::<(), astride_cluster::Error>(())
/// ```
pub fn enumerate_visiting<G>(
    cluster: &Cluster,
    graph: G,
    starts: impl IntoIterator<Item = G::Node>,
    options: EnumerateOptions,
    visit: impl Fn(usize, &G::Node) -> bool + Send + Sync + 'static,
    on_level: impl FnMut(Level) -> ControlFlow<()> + Send + 'static,
) -> Result<Enumeration<G::Node>, Error>
where
    G: Graph<Node: Wire> + Send + Sync + 'static,
{
    let starts: Vec<_> = starts.into_iter().collect();
    let hash_of = |start| Owner::among(1).of(start).1;
    let mut settings = vec![
        ("search", "enumerate".to_owned()),
        ("type of the nodes", std::any::type_name::<G::Node>().to_owned()),
        starts_as_setting(starts.len(), || starts.iter().map(hash_of).fold(0, u64::wrapping_add))?,
        ("options", format!("{options:?}")),
    ];
    if cluster.process_count() > 1 {
        let fingerprints = fingerprints(&starts, |node, take| {
            let edges = graph
                .successors(node)
                .filter(|(_, cost)| cost.is_less(&G::Cost::INFINITY));
            edges.for_each(|(child, _)| take(child, 0));
            0
        });
        settings.push((GRAPH, fingerprints));
    }
    let (graph, visit): (_, Arc<Visit<G::Node>>) = (Arc::new(graph), Arc::new(visit));
    // With locks, nodes and the callback need not be `Sync`.
    let (starts, on_level) = (Mutex::new(starts), Arc::new(Mutex::new(on_level)));
    let threads = cluster.thread_count();
    let ends = cluster.run(settings, move |worker, abort| {
        let mut part = Part::new(worker, Arc::clone(&graph), Arc::clone(&visit), options, abort.clone());
        abort.attempt(|| part.begin(&lock(&starts)));
        let on_level = Arc::clone(&on_level);
        build(worker, part, threads, move |level| lock(&on_level)(level))
    })?;
    let first = ends.first().map(|end| std::mem::replace(&mut *lock(end), End::new()));
    Ok(first.unwrap_or_else(End::new).result(options))
}

/// The end of the search, as known to one worker.
struct End<N> {
    all: Enumeration<N>,
    samples: Vec<Sample<N>>,
}

impl<N> End<N> {
    fn new() -> Self {
        let all = Enumeration {
            levels: Vec::new(),
            is_complete: false,
            level: Vec::new(),
            deepest: Vec::new(),
            samples: Vec::new(),
            sample_all: Vec::new(),
            violation: None,
            bytes: 0,
            sent: 0,
        };
        let samples = Vec::new();
        Self { all, samples }
    }

    /// Takes the verdict on the last level and returns the depth of this level.
    fn hear(&mut self, verdict: Verdict) -> Result<usize, Failure> {
        let all = &mut self.all;
        if verdict.found > 0 {
            all.levels
                .try_reserve(1)
                .map_err(|_| Failure::OutOfMemory { bytes: 8 })?;
            all.levels.push(verdict.found);
        }
        all.is_complete = verdict.found == 0;
        all.bytes = all.bytes.max(verdict.bytes);
        all.sent = verdict.sent;
        Ok(all.levels.len().saturating_sub(1))
    }

    /// The result in the first worker of a process, which has received the nodes to be returned.
    fn result(self, options: EnumerateOptions) -> Enumeration<N>
    where
        N: Clone,
    {
        let Self { mut all, mut samples } = self;
        samples.sort_by_key(|sample| sample.hash);
        all.samples = all.levels.iter().map(|_| Vec::new()).collect();
        let (drawn, _) = options.sample.unwrap_or_default();
        let push = |nodes: &mut Vec<N>, at_most: usize, node| {
            if nodes.len() < at_most {
                nodes.push(node);
            }
        };
        for Sample { why, node, .. } in samples {
            match why {
                Why::Level => push(&mut all.level, options.level.map_or(0, |(_, at_most)| at_most), node),
                Why::Deepest => push(&mut all.deepest, options.deepest, node),
                Why::Violation => all.violation = all.violation.or(Some(node)),
                Why::Drawn { depth } => {
                    if all.sample_all.len() < drawn {
                        all.sample_all.push((depth, node.clone()));
                    }
                    if let Some(nodes) = all.samples.get_mut(depth) {
                        push(nodes, drawn, node);
                    }
                }
            }
        }
        all
    }
}

/// The report of a worker that has all nodes of a level.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Report {
    /// The number of new nodes of this worker.
    found: u64,
    /// Whether any of these violates the invariant.
    is_violated: bool,
    /// With two levels: the number of edges to the new level, and the number of edges to the level before the expanded
    /// one.
    there: u64,
    back: u64,
    sent: u64,
    bytes: u64,
}

/// The message from worker 0 to each worker when a level is complete everywhere: sums over all workers, and whether to
/// continue.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Verdict {
    to: u64,
    found: u64,
    sent: u64,
    bytes: u64,
    goes_on: bool,
}

/// A node to be returned, which is sent to the first worker of each process.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Sample<N> {
    to: u64,
    why: Why,
    hash: u64,
    node: N,
}

/// The reason that a node is returned.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Why {
    /// Its level was requested.
    Level,
    /// It is in the last level.
    Deepest,
    /// It was drawn at random.
    Drawn { depth: usize },
    /// It violates the invariant.
    Violation,
}

/// Returns whether a node at a depth satisfies the invariant.
type Visit<N> = dyn Fn(usize, &N) -> bool + Send + Sync;
