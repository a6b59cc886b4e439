//! [`enumerate`]: all nodes that can be reached, counted by depth.

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
use crate::settings::GRAPH;
use crate::{Cluster, Wire};

/// The options of an [enumeration](enumerate): the levels that it remembers, its limit, and the nodes that it returns.
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
    /// Remembers all nodes, has no limit, and returns no nodes.
    pub const fn new() -> Self {
        Self {
            two_levels: false,
            node_limit: None,
            level: None,
            deepest: 0,
            sample: None,
        }
    }

    /// Remembers two levels and the one that is being found, instead of all.
    ///
    /// This is correct if every edge leads both ways: the successors of a level are then in the level before it, in the
    /// level itself or in the next one. Parallel edges must lead back as often as they lead there.
    ///
    /// On another graph, nodes of earlier levels would be counted again, perhaps forever. So the edges from each level
    /// to the next are counted, and those that lead back. If the numbers differ, the enumeration fails with
    /// [`Failure::OneWay`]. This is a check, not a proof: a graph made for the purpose can pass it.
    pub const fn with_two_levels(self) -> Self {
        Self {
            two_levels: true,
            ..self
        }
    }

    /// Fails with [`Failure::NodeLimit`] if a worker has to store more nodes than this.
    pub const fn with_node_limit(self, nodes: u64) -> Self {
        Self {
            node_limit: Some(nodes),
            ..self
        }
    }

    /// Returns the nodes of this depth, in [`Enumeration::level`].
    ///
    /// If there are more than `at_most`, those with the smallest hashes are returned. The same ones are chosen with any
    /// number of workers. Each process holds them all, so `at_most` should be far below what a process can store.
    pub const fn with_level(self, depth: usize, at_most: usize) -> Self {
        Self {
            level: Some((depth, at_most)),
            ..self
        }
    }

    /// Returns the nodes of the last level, in [`Enumeration::deepest`], chosen as those of
    /// [`with_level`](Self::with_level).
    pub const fn with_deepest(self, at_most: usize) -> Self {
        Self {
            deepest: at_most,
            ..self
        }
    }

    /// Returns a uniform random sample of the nodes of each level, in [`Enumeration::samples`], and of all, in
    /// [`Enumeration::sample_all`].
    ///
    /// The nodes are in random order, so the first ones are a smaller sample. The same seed yields the same sample,
    /// with any number of workers. Each process holds the samples of all levels.
    pub const fn with_sample(self, count: usize, seed: u64) -> Self {
        Self {
            sample: Some((count, seed)),
            ..self
        }
    }
}

/// A complete level, with statistics of the enumeration so far. Sums are over all workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level {
    /// The number of edges from the nearest start.
    pub depth: usize,
    /// The number of nodes at this depth.
    pub nodes: u64,
    /// The number of nodes up to this depth.
    pub total: u64,
    /// The bytes of all nodes that are remembered, tables included. Allocations of nodes are estimated from the output
    /// of `serde`: a string or a sequence counts with its length and the overhead of an allocator, and boxes and spare
    /// capacity are not counted.
    pub bytes: u64,
    /// The number of nodes that were sent from one worker to another since the beginning, repeated ones included.
    pub sent: u64,
}

/// The result of [`enumerate`]: the same in every process.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Enumeration<N> {
    /// The number of nodes at each depth.
    pub levels: Vec<u64>,
    /// Whether there are no deeper nodes. If not, the callback or a violation has ended the enumeration.
    pub is_complete: bool,
    /// Nodes of the depth named by [`EnumerateOptions::with_level`], in the order of their hashes.
    pub level: Vec<N>,
    /// Nodes of the last level, at most as many as set by [`EnumerateOptions::with_deepest`], in the order of their
    /// hashes.
    pub deepest: Vec<N>,
    /// For each depth, nodes drawn at random, at most as many as set by [`EnumerateOptions::with_sample`].
    pub samples: Vec<Vec<N>>,
    /// Nodes drawn at random from all depths, with their depths.
    pub sample_all: Vec<(usize, N)>,
    /// A node of the last level that violates the invariant of [`enumerate_visiting`]: the one with the smallest hash.
    pub violation: Option<N>,
    /// The largest number of bytes that the nodes of all workers took at the end of a level, tables included.
    pub bytes: u64,
    /// The number of nodes that were sent from one worker to another, repeated ones included.
    pub sent: u64,
}

impl<N> Enumeration<N> {
    /// Returns the number of nodes.
    pub fn total(&self) -> u64 {
        self.levels.iter().sum()
    }
}

/// Counts the nodes that can be reached from `starts`, by the number of edges to them.
///
/// Edges with a cost of [`Cost::INFINITY`] count as no edges, and other costs do not matter.
///
/// # Arguments
///
/// Every process calls this function with the same arguments, except for the number of the process in `cluster` and for
/// `on_level`. A start that is given twice counts once.
///
/// `on_level` is called in process 0 alone, on a thread of the search, for each level when it is complete. `Break` ends
/// the enumeration in all processes, which return the levels up to this one.
///
/// # Returns
///
/// The numbers of nodes, and the nodes that [`EnumerateOptions`] requests. They are the same in every process, and with
/// any number of processes and threads. (The bytes and the traffic are the same only in every process.)
///
/// # Complexity
///
/// Each worker stores its share of the nodes, or of three levels: for a node of 8 bytes about 14 bytes, at most 2³² − 1
/// nodes per worker. Each successor is sent to its owner, which with *n* workers is another worker in all except one of
/// *n* cases. A level takes at least one exchange of messages between all workers, so narrow and deep graphs gain
/// nothing from more workers.
///
/// # Errors
///
/// Those of [`Error`], the same in every process.
///
/// # Example
///
/// ```
/// use astride::FnGraph;
/// use astride_cluster::{Cluster, EnumerateOptions, enumerate};
/// use std::ops::ControlFlow;
///
/// // The corners of a cube of twelve dimensions, by two threads.
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
/// For why two levels suffice if edges lead both ways, Zhou, Hansen: Breadth-first heuristic search. ICAPS 2004.
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

/// Like [`enumerate`], but also calls `visit` once for each node, with its depth and the node itself.
///
/// `visit` is called by the worker that owns the node, when it finds it: on any thread, in any process, in any order
/// within a level. So a fold over the nodes of a process needs atomic numbers or a lock.
///
/// `visit` is also an invariant: if it returns `false` for any node, the enumeration ends with the level of that node,
/// and [`Enumeration::violation`] is such a node of this level. There are no parents from which a path could be made,
/// but [`cheapest`](crate::cheapest) finds a shortest path to that node.
///
/// # Errors
///
/// As [`enumerate`].
///
/// # Example
///
/// The distance of each state to a goal, in a table, by a backward pass from the goal:
///
/// ```
/// use astride::FnGraph;
/// use astride_cluster::{Cluster, EnumerateOptions, enumerate_visiting};
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU8, Ordering};
///
/// // Which numbers of turns of a dial, by 1, 7 or 30 either way, lead to 0? Edges lead both ways.
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
    let hashes = starts.iter().map(|start| Owner::among(1).of(start).1);
    let mut settings = vec![
        ("search", "enumerate".to_owned()),
        ("type of the nodes", std::any::type_name::<G::Node>().to_owned()),
        (
            "starts",
            format!("{} (hash {:x})", starts.len(), hashes.fold(0, u64::wrapping_add)),
        ),
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
    // Behind locks, so that nodes and the callback need not be `Sync`.
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

/// How the search ended, as one worker knows it.
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

    /// Returns the depth of the last level.
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

    /// The result in the first worker of a process, which has the nodes to be returned.
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

/// What a worker reports when it has all nodes of a level.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Report {
    /// New nodes of its own.
    found: u64,
    /// Whether one of these violates the invariant.
    is_violated: bool,
    /// With two levels: how many edges led to the new level, and how many to the one before.
    there: u64,
    back: u64,
    sent: u64,
    bytes: u64,
}

/// What worker 0 tells each worker when a level is complete everywhere: sums over all workers, and whether to go on.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Verdict {
    to: u64,
    found: u64,
    sent: u64,
    bytes: u64,
    goes_on: bool,
}

/// A node to be returned, on its way to the first worker of a process.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Sample<N> {
    to: u64,
    why: Why,
    hash: u64,
    node: N,
}

/// Why a node is returned.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Why {
    /// Its level was asked for.
    Level,
    /// It is one of the last level.
    Deepest,
    /// It was drawn at random.
    Drawn { depth: usize },
    /// It violates the invariant.
    Violation,
}

/// Returns whether a node at a depth is as it should be.
type Visit<N> = dyn Fn(usize, &N) -> bool + Send + Sync;
