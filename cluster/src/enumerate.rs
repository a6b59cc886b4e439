//! [`enumerate`]: all nodes that can be reached, counted by depth.

use std::collections::BinaryHeap;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use astride::{Cost, Graph};
use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::OutputBuilder;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::operators::{Capability, ConnectLoop, Feedback};
use timely::dataflow::{Scope, Stream};
use timely::worker::Worker;

use crate::abort::Abort;
use crate::error::{Error, Failure, guard};
use crate::known::Known;
use crate::owner::{Owner, fingerprint};
use crate::{Cluster, Wire};

/// Expansions after which a worker looks for messages.
const EXPANSIONS_AT_ONCE: u64 = 4096;

/// Expansions in a round. A worker that is [`ROUNDS_AHEAD`] rounds ahead of another one waits, since the engine would
/// keep any number of nodes that the slower one has not looked at yet.
const EXPANSIONS_IN_A_ROUND: u64 = 32_768;
const ROUNDS_AHEAD: u64 = 4;

/// Nodes that are looked for together: the memory of each is fetched while others are looked for.
const BATCH: usize = 64;

/// A timestamp is a depth, and in its lowest bits a round. A worker's 2³² nodes are fewer rounds than fit.
const ROUND_BITS: u32 = 20;

/// What an [enumeration](enumerate) remembers, where it gives up, and which nodes it returns.
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
}

impl EnumerateOptions {
    /// Remembers all nodes, has no limit, and returns no nodes.
    pub const fn new() -> Self {
        Self {
            two_levels: false,
            node_limit: None,
            level: None,
            deepest: 0,
        }
    }

    /// Remembers two levels and the one that is being found, instead of all.
    ///
    /// This is right if every edge leads both ways: the successors of a level then lie in the level before it, in
    /// itself and in the next one. Parallel edges have to lead back as often as they lead there.
    ///
    /// On another graph, nodes of earlier levels would be counted again, perhaps without an end. So the edges from each
    /// level to the next are counted, and those that lead back. If the numbers differ, the enumeration fails with
    /// [`Failure::OneWay`]. It is a check and no proof: a graph made for the purpose can deceive it.
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
}

/// A level that is complete, and what the enumeration has taken up to there. Sums are over all workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level {
    /// The number of edges from the nearest start.
    pub depth: usize,
    /// The number of nodes at this depth.
    pub nodes: u64,
    /// The number of nodes up to this depth.
    pub total: u64,
    /// The bytes of all nodes that are remembered, tables included.
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
    /// Whether there are no deeper nodes. If not, the callback has ended the enumeration.
    pub is_complete: bool,
    /// Nodes of the depth named by [`EnumerateOptions::with_level`], in the order of their hashes.
    pub level: Vec<N>,
    /// Nodes of the last level, as many as [`EnumerateOptions::with_deepest`] says, in the order of their hashes.
    pub deepest: Vec<N>,
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
/// the enumeration in all processes, and they return the levels up to there.
///
/// # Returns
///
/// The numbers of nodes, and nodes if [`EnumerateOptions`] ask for some. They are the same in every process, and the
/// same with any number of processes and threads. (The bytes and the traffic are the same in every process only.)
///
/// # Complexity
///
/// Each worker stores its share of the nodes, or of three levels: for a node of 8 bytes about 14 bytes, at most 2³² − 1
/// nodes a worker. Each successor is sent to its owner, which with *n* workers is another worker in all cases except
/// one of *n*. A level takes one exchange of messages between all workers at least, so that narrow and deep graphs gain
/// nothing from more of them.
///
/// # Errors
///
/// As [`Error`] says; the same in every process.
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
    let starts: Vec<_> = starts.into_iter().collect();
    let hashes = starts.iter().map(|start| Owner::among(1).of(start).1);
    let settings = vec![
        ("search", "enumerate".to_owned()),
        ("type of the nodes", std::any::type_name::<G::Node>().to_owned()),
        (
            "starts",
            format!("{} (hash {:x})", starts.len(), hashes.fold(0, u64::wrapping_add)),
        ),
        ("options", format!("{options:?}")),
        ("hash of a fixed value", format!("{:x}", fingerprint())),
    ];
    let graph = Arc::new(graph);
    // Behind locks, so that nodes and the callback need not be `Sync`.
    let (starts, on_level) = (Mutex::new(starts), Arc::new(Mutex::new(on_level)));
    let threads = cluster.threads_each();
    let ends = cluster.run(settings, move |worker, abort| {
        let mut part = Part::new(worker, Arc::clone(&graph), options, abort.clone());
        attempt(abort, || part.begin(&lock(&starts)));
        let on_level = Arc::clone(&on_level);
        build(worker, part, threads, move |level| lock(&on_level)(level))
    })?;
    let first = ends.first().map(|end| std::mem::replace(&mut *lock(end), End::new()));
    Ok(first.unwrap_or_else(End::new).result(options))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs the user's code, which may fail or panic.
fn attempt<T>(abort: &Abort, work: impl FnOnce() -> Result<T, Failure>) -> Option<T> {
    let result = guard(work).and_then(|result| result);
    result.map_err(|failure| abort.fail(failure)).ok()
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
    fn result(self, options: EnumerateOptions) -> Enumeration<N> {
        let Self { mut all, mut samples } = self;
        samples.sort_unstable_by_key(|sample| sample.hash);
        let (deepest, level): (Vec<_>, Vec<_>) = samples.into_iter().partition(|sample| sample.is_deepest);
        let nodes =
            |samples: Vec<Sample<N>>, at_most| samples.into_iter().map(|sample| sample.node).take(at_most).collect();
        all.level = nodes(level, options.level.map_or(0, |(_, at_most)| at_most));
        all.deepest = nodes(deepest, options.deepest);
        all
    }
}

/// What a worker reports when it has all nodes of a level.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Report {
    /// New nodes of its own.
    found: u64,
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
    is_deepest: bool,
    hash: u64,
    node: N,
}

/// The nodes of one worker.
struct Part<G: Graph> {
    graph: Arc<G>,
    owner: Owner,
    me: u64,
    options: EnumerateOptions,
    abort: Abort,
    /// All nodes are in the second one, or else the levels before, now and next.
    known: [Known<G::Node>; 3],
    /// The places of the level that is expanded, and the next one to be expanded.
    from: u32,
    to: u32,
    next: u32,
    stored: u64,
    /// Nodes that have come, with their hashes. They are looked for when there are [`BATCH`] of them.
    pending: Vec<(u64, G::Node)>,
    report: Report,
}

impl<G: Graph> Part<G> {
    fn new(worker: &Worker, graph: Arc<G>, options: EnumerateOptions, abort: Abort) -> Self {
        let owner = Owner::among(worker.peers());
        Self {
            graph,
            owner,
            me: worker.index() as u64,
            options,
            abort,
            known: [(); 3].map(|()| Known::new(owner)),
            from: 0,
            to: 0,
            next: 0,
            stored: 0,
            pending: Vec::with_capacity(BATCH),
            report: Report::default(),
        }
    }

    /// Stores the starts that belong to this worker.
    fn begin(&mut self, starts: &[G::Node]) -> Result<(), Failure> {
        for start in starts {
            let (owner, hash) = self.owner.of(start);
            if owner == self.me {
                self.discover(hash, start.clone())?;
            }
        }
        self.flush()?;
        self.report.there = 0;
        Ok(())
    }

    /// Takes a node of the next level, which may be known. It waits until [`flush`](Self::flush) is called.
    #[inline]
    fn discover(&mut self, hash: u64, node: G::Node) -> Result<(), Failure> {
        self.known.iter().for_each(|known| known.prefetch(hash));
        self.pending.push((hash, node));
        if self.pending.len() < BATCH {
            Ok(())
        } else {
            self.flush()
        }
    }

    /// Looks for the nodes that wait.
    fn flush(&mut self) -> Result<(), Failure> {
        let mut pending = std::mem::take(&mut self.pending);
        for (hash, _) in &pending {
            self.known.iter().for_each(|known| known.prefetch_node(*hash));
        }
        let result = pending.drain(..).try_for_each(|(hash, node)| self.store(hash, node));
        self.pending = pending;
        result
    }

    /// Stores a node of the next level, unless it is known.
    #[inline]
    fn store(&mut self, hash: u64, node: G::Node) -> Result<(), Failure> {
        let [before, now, next] = &mut self.known;
        let target = if self.options.two_levels {
            if before.find(hash, &node).is_some() {
                self.report.back += 1;
                return Ok(());
            }
            if now.find(hash, &node).is_some() {
                return Ok(());
            }
            self.report.there += 1;
            next
        } else {
            now
        };
        if target.insert(hash, node)?.1 {
            if let Some(nodes) = self.options.node_limit.filter(|limit| *limit == self.stored) {
                return Err(Failure::NodeLimit { nodes });
            }
            self.stored += 1;
            self.report.found += 1;
        }
        Ok(())
    }

    /// Makes what has been found the level to expand, if there is anything. Returns the nodes of it that are asked for.
    fn turn(&mut self, verdict: Verdict, depth: usize) -> Result<Vec<Sample<G::Node>>, Failure> {
        let mut level = self.options.level.filter(|(asked, _)| *asked == depth);
        if verdict.found == 0 {
            level = None;
        } else {
            self.from = self.to;
            let [before, now, next] = &mut self.known;
            if self.options.two_levels {
                self.stored -= before.len() as u64;
                before.clear();
                std::mem::swap(before, now);
                std::mem::swap(now, next);
                self.from = 0;
            }
            self.to = u32::try_from(now.len()).unwrap_or(u32::MAX);
            self.next = self.from;
        }
        let mut samples = self.sample(false, level.map_or(0, |(_, at_most)| at_most))?;
        if !verdict.goes_on {
            samples.append(&mut self.sample(true, self.options.deepest)?);
        }
        Ok(samples)
    }

    /// Expands some nodes, and gives successors of other workers to `send`.
    fn expand(&mut self, nodes: u64, mut send: impl FnMut(G::Node)) -> Result<(), Failure> {
        let graph = Arc::clone(&self.graph);
        let mut result = Ok(());
        for _ in 0..nodes {
            if self.next == self.to || self.abort.is_set() {
                break;
            }
            let node = self.known[1].get(self.next).clone();
            self.next += 1;
            graph.successors(&node).for_each(|(child, cost)| {
                if result.is_err() || !cost.is_less(&G::Cost::INFINITY) {
                    return;
                }
                let (owner, hash) = self.owner.of(&child);
                if owner == self.me {
                    result = self.discover(hash, child);
                } else {
                    self.report.sent += 1;
                    send(child);
                }
            });
        }
        result.and_then(|()| self.flush())
    }

    /// What there is to say about the level that has been found.
    fn report(&mut self) -> Report {
        let bytes = self.known.iter().map(Known::bytes).sum::<usize>() as u64;
        Report {
            bytes,
            ..std::mem::take(&mut self.report)
        }
    }

    /// The nodes of the level with the smallest hashes.
    fn sample(&self, is_deepest: bool, at_most: usize) -> Result<Vec<Sample<G::Node>>, Failure> {
        let mut smallest = BinaryHeap::new();
        let places = if at_most == 0 { 0..0 } else { self.from..self.to };
        for place in places {
            let hash = self.owner.of(self.known[1].get(place)).1;
            if smallest.len() < at_most {
                let bytes = size_of::<(u64, u32)>() as u64;
                smallest.try_reserve(1).map_err(|_| Failure::OutOfMemory { bytes })?;
            } else if smallest.peek().is_none_or(|largest| *largest <= (hash, place)) {
                continue;
            } else {
                smallest.pop();
            }
            smallest.push((hash, place));
        }
        let sample = |(hash, place)| Sample {
            to: 0,
            is_deepest,
            hash,
            node: self.known[1].get(place).clone(),
        };
        Ok(smallest.into_iter().map(sample).collect())
    }
}

/// What a worker does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// It expands nodes of the level.
    Expand,
    /// It waits until all workers have expanded the level and all of their messages have come.
    Receive,
    /// It waits for the verdict.
    Listen,
}

/// One worker's part of the dataflow:
///
/// ```text
///    ┌─▶ expand ──nodes─────────────────────────┐
///    │     │  └───reports──▶ judge ──verdicts───┤
///    │     └──────samples──▶ collect            │
///    └──────────────── (time + 1) ◀─────────────┘
/// ```
///
/// A worker keeps the right to send at the time of its depth and round, and gives the earlier ones up. So the engine
/// knows when no node of a level, or of a round, can come any more.
fn build<G>(
    worker: &mut Worker,
    mut part: Part<G>,
    threads: usize,
    on_level: impl FnMut(Level) -> ControlFlow<()> + 'static,
) -> Arc<Mutex<End<G::Node>>>
where
    G: Graph<Node: Wire> + 'static,
{
    let (peers, owner, abort) = (worker.peers() as u64, part.owner, part.abort.clone());
    let end = Arc::new(Mutex::new(End::new()));
    let (told, collected) = (Arc::clone(&end), Arc::clone(&end));
    worker.dataflow::<u64, _, _>(move |scope| {
        let (nodes_loop, nodes) = scope.feedback::<Vec<G::Node>>(1);
        let (verdicts_loop, verdicts) = scope.feedback::<Vec<Verdict>>(1);

        let mut expand = OperatorBuilder::new("expand".to_owned(), scope);
        let mut nodes = expand.new_input(nodes, Exchange::new(move |node: &G::Node| owner.of(node).0));
        let mut verdicts = expand.new_input(verdicts, Exchange::new(|verdict: &Verdict| verdict.to));
        let (children, children_stream) = expand.new_output::<Vec<G::Node>>();
        let (reports, reports_stream) = expand.new_output::<Vec<Report>>();
        let (samples, samples_stream) = expand.new_output::<Vec<Sample<G::Node>>>();
        let mut children = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(children);
        let mut reports = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(reports);
        let mut samples = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(samples);
        let activator = scope.activator_for(expand.operator_info().address);
        let failing = abort.clone();
        expand.build(move |rights| {
            // The rights to send nodes, reports and samples at the present time; given up at the end.
            let mut rights = Some(rights);
            let (mut phase, mut left) = (Phase::Receive, EXPANSIONS_IN_A_ROUND);
            move |frontiers| {
                if abort.is_set() {
                    return;
                }
                let (mut children, mut reports) = (children.activate(), reports.activate());
                let mut samples = samples.activate();
                let work = || {
                    let mut heard = None;
                    verdicts.for_each(|_, verdicts| heard = verdicts.pop());
                    if let (Some(verdict), Some([_, _, right])) = (heard, rights.as_deref()) {
                        let depth = lock(&told).hear(verdict)?;
                        let mut session = samples.session(right);
                        for sample in part.turn(verdict, depth)? {
                            // To the first worker of each process.
                            let to_all = (0..peers).step_by(threads);
                            session.give_iterator(to_all.map(|to| Sample { to, ..sample.clone() }));
                        }
                        drop(session);
                        phase = Phase::Expand;
                        if !verdict.goes_on {
                            rights = None;
                        }
                    }
                    if phase == Phase::Listen {
                        // Nodes that come now are those of workers that have heard the verdict before this one.
                        return Ok(());
                    }
                    let mut result = Ok(());
                    nodes.for_each(|_, nodes| {
                        for node in nodes.drain(..) {
                            if result.is_ok() {
                                let hash = owner.of(&node).1;
                                result = part.discover(hash, node);
                            }
                        }
                    });
                    result.and_then(|()| part.flush())?;
                    let Some(rights) = &mut rights else {
                        return Ok(());
                    };
                    let time = *rights[0].time();
                    if phase == Phase::Expand {
                        if frontiers[0].less_equal(&time.saturating_sub(ROUNDS_AHEAD)) {
                            return Ok(());
                        }
                        let mut session = children.session(&rights[0]);
                        part.expand(EXPANSIONS_AT_ONCE, |child| session.give(child))?;
                        drop(session);
                        if part.next < part.to {
                            left -= EXPANSIONS_AT_ONCE;
                            if left == 0 {
                                left = EXPANSIONS_IN_A_ROUND;
                                downgrade(rights, time + 1);
                            }
                            activator.activate();
                            return Ok(());
                        }
                        let deeper = ((time >> ROUND_BITS) + 1) << ROUND_BITS;
                        downgrade(rights, deeper);
                        (phase, left) = (Phase::Receive, EXPANSIONS_IN_A_ROUND);
                    }
                    if phase == Phase::Receive && !frontiers[0].less_equal(rights[0].time()) {
                        reports.session(&rights[1]).give(part.report());
                        phase = Phase::Listen;
                    }
                    Ok(())
                };
                attempt(&abort, work);
            }
        });

        collect(scope, samples_stream, collected);
        let verdicts_stream = judge(scope, reports_stream, peers, failing, on_level);
        children_stream.connect_loop(nodes_loop);
        verdicts_stream.connect_loop(verdicts_loop);
    });
    end
}

/// Gives up the rights to send before `time`.
fn downgrade(rights: &mut [Capability<u64>], time: u64) {
    for right in rights {
        right.downgrade(&time);
    }
}

/// In worker 0: hears the reports of all workers, and decides whether to go on.
fn judge<'scope>(
    scope: Scope<'scope, u64>,
    reports: Stream<'scope, u64, Vec<Report>>,
    peers: u64,
    abort: Abort,
    mut on_level: impl FnMut(Level) -> ControlFlow<()> + 'static,
) -> Stream<'scope, u64, Vec<Verdict>> {
    let mut builder = OperatorBuilder::new("judge".to_owned(), scope);
    let mut reports = builder.new_input(reports, Exchange::new(|_: &Report| 0));
    let (verdicts, verdicts_stream) = builder.new_output::<Vec<Verdict>>();
    let mut verdicts = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(verdicts);
    builder.build(move |_| {
        let (mut judge, mut right) = (Judge::default(), None);
        move |_| {
            let mut verdicts = verdicts.activate();
            reports.for_each(|capability, reports| {
                right = capability.retain_least(0);
                for report in reports.drain(..) {
                    judge.hear(report);
                }
            });
            if judge.heard < peers {
                return;
            }
            let verdict = attempt(&abort, || judge.decide(&mut on_level));
            if let (Some(verdict), Some(right)) = (verdict, right.take()) {
                let to_all = (0..peers).map(|to| Verdict { to, ..verdict });
                verdicts.session(&right).give_iterator(to_all);
            }
        }
    });
    verdicts_stream
}

/// In the first worker of each process: keeps the nodes that are to be returned.
fn collect<'scope, N: Wire>(
    scope: Scope<'scope, u64>,
    samples: Stream<'scope, u64, Vec<Sample<N>>>,
    end: Arc<Mutex<End<N>>>,
) {
    let mut builder = OperatorBuilder::new("collect".to_owned(), scope);
    let mut samples = builder.new_input(samples, Exchange::new(|sample: &Sample<N>| sample.to));
    builder.build(move |_| move |_| samples.for_each(|_, samples| lock(&end).samples.append(samples)));
}

/// Adds up the reports of all workers, in worker 0.
#[derive(Default)]
struct Judge {
    heard: u64,
    sum: Report,
    /// The edges to the level before.
    there: u64,
    depth: usize,
    total: u64,
    sent: u64,
}

impl Judge {
    fn hear(&mut self, report: Report) {
        self.heard += 1;
        let sum = &mut self.sum;
        sum.found += report.found;
        sum.there += report.there;
        sum.back += report.back;
        sum.sent += report.sent;
        sum.bytes += report.bytes;
    }

    /// When all have reported: whether to go on.
    fn decide(&mut self, on_level: impl FnOnce(Level) -> ControlFlow<()>) -> Result<Verdict, Failure> {
        let sum = std::mem::take(&mut self.sum);
        self.heard = 0;
        let there = std::mem::replace(&mut self.there, sum.there);
        if sum.back != there {
            let (depth, back) = (self.depth.saturating_sub(2) as u64, sum.back);
            return Err(Failure::OneWay { depth, there, back });
        }
        self.total += sum.found;
        self.sent += sum.sent;
        let level = Level {
            depth: self.depth,
            nodes: sum.found,
            total: self.total,
            bytes: sum.bytes,
            sent: self.sent,
        };
        self.depth += 1;
        Ok(Verdict {
            to: 0,
            found: sum.found,
            sent: self.sent,
            bytes: sum.bytes,
            goes_on: sum.found > 0 && on_level(level).is_continue(),
        })
    }
}
