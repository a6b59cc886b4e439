//! [`cheapest`]: a cheapest path, found with A\*.

mod dataflow;
mod key;
mod numbers;
mod open;
mod part;

use std::any::type_name;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};

use astride::{Cost, Heuristic, Path};
use serde::{Deserialize, Serialize};

use self::dataflow::build;
use self::part::Part;
use crate::error::{Error, guard};
use crate::likeness::fingerprints;
use crate::owner::Owner;
use crate::settings::{GRAPH, starts_as_setting};
use crate::{Cluster, Wire};

/// The options of [`cheapest`]: additional starts and a node limit.
///
/// ```
/// use astride_cluster::CheapestOptions;
///
/// let options = CheapestOptions::new().with_start("second door", 4_u32).with_node_limit(1_000_000);
/// # let _ = options;
/// ```
#[derive(Clone, Debug)]
pub struct CheapestOptions<N, C> {
    starts: Vec<(N, C)>,
    node_limit: u64,
}

impl<N, C> CheapestOptions<N, C> {
    /// Creates the default options: only the start of the problem, and no limit.
    pub fn new() -> Self {
        Self {
            starts: Vec::new(),
            node_limit: u64::MAX,
        }
    }

    /// Adds a start with the cost of beginning there. Beginning at the problem's own start costs nothing.
    pub fn with_start(mut self, node: N, cost: C) -> Self {
        self.starts.push((node, cost));
        self
    }

    /// Sets the number of nodes that each worker may store. The search fails with [`Failure::NodeLimit`] if a worker
    /// would have to store more nodes. By default, there is no limit.
    ///
    /// [`Failure::NodeLimit`]: crate::Failure::NodeLimit
    pub fn with_node_limit(self, nodes: u64) -> Self {
        Self {
            node_limit: nodes,
            ..self
        }
    }
}

impl<N, C> Default for CheapestOptions<N, C> {
    fn default() -> Self {
        Self::new()
    }
}

/// A cheapest path, with statistics summed over all processes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheapestPath<N, C> {
    /// The path from a start to a goal, or `None` if no path leads to a goal.
    pub path: Option<Path<N, C>>,
    /// The number of expansions, including repeated ones.
    pub expanded: u64,
    /// The number of times that a closed node was reopened because of a cheaper path.
    pub reopened: u64,
    /// The number of nodes generated: starts and successors.
    pub generated: u64,
    /// The number of nodes stored.
    pub nodes: u64,
    /// The number of successors sent from one worker to another.
    pub sent: u64,
    /// The largest number of bytes that the nodes of each worker took, summed over all workers. The memory that nodes
    /// allocate is estimated as for [`Level::bytes`](crate::Level::bytes).
    pub bytes: u64,
}

/// Finds a cheapest path from a start to a goal.
///
/// This is A\*, or Dijkstra's algorithm if all estimates are zero, for problems that are too large for the memory of
/// one machine. **A cluster provides memory, not speed.** One worker takes about twice the processor time of
/// [`AStar`](astride::AStar), since nodes are stored compactly and pass through a dataflow engine. Several workers take
/// even more processor time, since they send each other most successors. For problems that fit into the memory of one
/// machine, use [`AStar`](astride::AStar) or [`CompactAStar`](astride::search::CompactAStar).
///
/// # Arguments
///
/// * `cluster`: the threads and processes that run the search.
/// * `problem`: the same problem in every process. The heuristic must be admissible, but need not be consistent.
/// * `options`: additional starts and a node limit.
///
/// Costs can be of any type that implements [`Cost::number`]. Nodes whose sums of cost and estimate are equal form a
/// layer, and the workers finish one layer before they begin the next. The fewer different sums there are, the better,
/// so integers are best. If almost every node has a different sum, which is common with floats, the workers wait for
/// each other at every node, and an open node takes several hundred bytes.
///
/// # Returns
///
/// A cheapest path with its cost, or no path if no goal can be reached. Every process gets the same result, including
/// the same path, but another run may find a different path.
///
/// # Complexity
///
/// One worker expands as many nodes as [`AStar`](astride::AStar). In the last layer, deep nodes should be expanded
/// first, but each worker sees only its own nodes. Several workers therefore expand a few more nodes than one worker:
/// on easy instances of the 15-puzzle, 5 to 6 % more in total, and up to 20 % more on a single instance.
///
/// A node takes its size plus 10 to 13 bytes if its cost is below 256, and four more bytes while it is open. On the
/// 15-puzzle, a node of 8 bytes took 19 to 21 bytes in all.
///
/// # Errors
///
/// Every process returns the same [`Error`]. These variants of [`Failure`] come from the problem:
///
/// * [`Failure::Cost`] or [`Failure::Estimate`]: the cost of an edge or a start, or an estimate, is negative or not a
///   number, or the cost of a start is [`Cost::INFINITY`].
/// * [`Failure::Overflow`]: a sum of costs is too large. For an edge or an estimate, [`Cost::INFINITY`] is not an
///   error: it means that there is no edge, or that no goal can be reached from the node.
/// * [`Failure::NoNumber`]: a cost has no [number](Cost::number).
/// * [`Failure::Panicked`]: the code of the problem panicked.
///
/// # Example
///
/// ```
/// use astride::Query;
/// use astride_cluster::{CheapestOptions, Cluster, cheapest};
///
/// // A step from `n` adds 1 (at a cost of 1) or doubles it (at a cost of 2).
/// let graph = astride::FnGraph::new(|n: &u64| [(n + 1, 1_u32), (n * 2, 2)]);
/// let query = Query::new(graph, 1, |n| *n == 40).with_heuristic(|n| if *n > 40 { u32::MAX } else { 0 });
///
/// let found = cheapest(&Cluster::threads(2), query, CheapestOptions::new())?;
/// assert_eq!(found.path.unwrap().cost, 10);
/// # Ok::<(), astride_cluster::Error>(())
/// ```
///
/// # Source
///
/// Kishimoto, Fukunaga, Botea: Scalable, parallel best-first search for optimal sequential planning (HDA\*). ICAPS
/// 2009. In HDA\*, the workers do not wait for each other; here, all workers finish a layer before the next one begins.
///
/// [`Failure`]: crate::Failure
/// [`Failure::Cost`]: crate::Failure::Cost
/// [`Failure::Estimate`]: crate::Failure::Estimate
/// [`Failure::Overflow`]: crate::Failure::Overflow
/// [`Failure::NoNumber`]: crate::Failure::NoNumber
/// [`Failure::Panicked`]: crate::Failure::Panicked
pub fn cheapest<P>(
    cluster: &Cluster,
    problem: P,
    options: CheapestOptions<P::Node, P::Cost>,
) -> Result<CheapestPath<P::Node, P::Cost>, Error>
where
    P: Heuristic<Node: Wire, Cost: Wire> + Send + Sync + 'static,
{
    let CheapestOptions { mut starts, node_limit } = options;
    let described = starts_as_setting(starts.len() + 1, || {
        starts.insert(0, (problem.start(), P::Cost::ZERO));
        let numbers: Vec<_> = starts.iter().map(|(node, cost)| (node, cost.number())).collect();
        Owner::among(1).of(&numbers).1
    })?;
    let mut settings = vec![
        ("search", "cheapest".to_owned()),
        ("type of the problem", type_name::<P>().to_owned()),
        described,
        ("node limit", node_limit.to_string()),
    ];
    if cluster.process_count() > 1 {
        let nodes: Vec<_> = starts.iter().map(|(node, _)| node.clone()).collect();
        let fingerprints = fingerprints(&nodes, |node, take| {
            for (child, cost) in problem.successors(node) {
                take(child, cost.number().unwrap_or(u64::MAX));
            }
            u64::from(problem.is_goal(node))
        });
        settings.push((GRAPH, fingerprints));
        // If this panics, the search will report it.
        let estimate = guard(|| format!("{:?}", problem.estimate(&nodes[0])));
        settings.push(("estimate of the start", estimate.unwrap_or_default()));
    }
    // With a lock, nodes and costs need not be `Sync`.
    let (problem, starts) = (Arc::new(problem), Mutex::new(starts));
    let results = cluster.run(settings, move |worker, abort| {
        let starts = starts.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let part = Part::new(worker, Arc::clone(&problem), starts, node_limit);
        build(worker, part, abort)
    })?;
    let mut found = CheapestPath {
        path: None,
        expanded: 0,
        reopened: 0,
        generated: 0,
        nodes: 0,
        sent: 0,
        bytes: 0,
    };
    // Every worker has received the same notes.
    for result in results.iter().take(1).flat_map(Receiver::try_iter) {
        match result {
            Note::Path(path) => found.path = Some(path),
            Note::Counts(counts) => {
                found.expanded += counts.expanded;
                found.reopened += counts.reopened;
                found.generated += counts.generated;
                found.nodes += counts.nodes;
                found.sent += counts.sent;
                found.bytes += counts.bytes;
            }
            Note::Way { .. } => {}
        }
    }
    Ok(found)
}

/// A node that has been reached, with its parent.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Reached<N, C> {
    node: N,
    cost: C,
    parent: Reference,
}

/// The owner of a node and its place in the owner's table, or [`START`]. It is a number, so that it is stored in as few
/// bytes as possible.
type Reference = u64;

/// The reference that a start has instead of a parent.
const START: Reference = 0;

/// The counts of one worker.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Counts {
    expanded: u64,
    reopened: u64,
    generated: u64,
    nodes: u64,
    sent: u64,
    bytes: u64,
}

/// A goal that ends the search.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Goal<C> {
    cost: C,
    place: Reference,
}

/// A message between workers when the search is over.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Note<N, C> {
    Counts(Counts),
    /// The path backwards from the goal so far, and the node with which it continues.
    Way {
        cost: C,
        nodes: Vec<N>,
        next: Reference,
    },
    Path(Path<N, C>),
}

/// A message with the worker to which it goes.
type Letter<T> = (u64, T);
