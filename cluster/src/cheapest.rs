//! [`cheapest`]: a cheapest path, by A\*.

use std::any::type_name;
use std::cell::RefCell;
use std::convert::identity;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use astride::{Cost, Heuristic, Path};
use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::OutputBuilder;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::operators::{Capability, ConnectLoop, Feedback};
use timely::dataflow::{Scope, StreamVec};
use timely::progress::Antichain;
use timely::worker::Worker;

use crate::abort::Abort;
use crate::error::{Error, Failure, guard};
use crate::key::{Hops, Key};
use crate::known::Known;
use crate::numbers::Numbers;
use crate::open::Open;
use crate::owner::{Owner, fingerprint};
use crate::{Cluster, Wire};

/// Nodes that a worker expands before it looks for messages: few at the beginning, and later a thousandth of those that
/// it has expanded. What it expands while a deeper node is under way to it may be in vain.
const LEAST_AT_ONCE: u64 = 32;
const MOST_AT_ONCE: u64 = 1024;

/// The number of times that a worker may expand so many nodes before the slowest worker does so once. The engine stores
/// all messages until they are read, and sets no limit to them.
const BATCHES_AHEAD: u64 = 16;

/// How [`cheapest`] searches: from where, and up to which size.
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
    /// The start of the problem alone, and no limit.
    pub fn new() -> Self {
        Self {
            starts: Vec::new(),
            node_limit: u64::MAX,
        }
    }

    /// Adds a start, and what it costs to begin there. The problem's own start costs nothing.
    pub fn with_start(mut self, node: N, cost: C) -> Self {
        self.starts.push((node, cost));
        self
    }

    /// The most nodes that a worker stores. One more is a [`Failure::NodeLimit`]. Not limited by default.
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

/// A cheapest path, and what it took to find it: in all processes together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheapestPath<N, C> {
    /// The path from a start to a goal, or `None` if no path leads to a goal.
    pub path: Option<Path<N, C>>,
    /// Nodes expanded, those that were expanded again included.
    pub expanded: u64,
    /// Closed nodes that were opened again, for a cheaper path.
    pub reopened: u64,
    /// Successors generated.
    pub generated: u64,
    /// Nodes stored.
    pub nodes: u64,
    /// Successors sent from one worker to another.
    pub sent: u64,
    /// The most bytes that the nodes of each worker took, summed over all workers.
    pub bytes: u64,
}

/// Finds a cheapest path from a start to a goal.
///
/// This is A\*, or Dijkstra's algorithm if all estimates are zero, for problems that are too large for the memory of
/// one machine. **It buys memory, not speed.** One worker takes about twice the processor time of
/// [`AStar`](astride::AStar), since nodes are stored compactly and pass through a dataflow engine. Several workers
/// spend more, since they send each other most successors. Use [`AStar`](astride::AStar) or
/// [`CompactAStar`](astride::CompactAStar) for whatever fits into the memory of one machine.
///
/// # Arguments
///
/// * `cluster`: the threads and processes that search.
/// * `problem`: the same in every process. The estimate must be admissible, and need not be consistent.
/// * `options`: more starts, and a limit of nodes.
///
/// Costs can be of any type that has [numbers](Cost::number). Nodes whose sums of cost and estimate are equal make up a
/// layer, and the workers finish one layer before the next. So the fewer different sums there are, the better: integers
/// are best. If almost every node has a sum of its own, which is common with floats, the workers wait for each other at
/// every node, and an open node takes some hundred bytes.
///
/// # Returns
///
/// A cheapest path with its cost, or no path if no goal can be reached. Every process gets the same result, the same
/// path included. It need not be the same path when the search is run again.
///
/// # Complexity
///
/// One worker expands as many nodes as [`AStar`](astride::AStar). In the last layer, deep nodes come first, but each
/// worker sees only its own nodes. So several workers expand some more: on easy instances of the 15-puzzle 5 to 6 %
/// more, and at most 20 % on one of them.
///
/// A node takes its own size and 10 to 13 bytes if its cost is below 256, and four more while it is open. On the
/// 15-puzzle, a node of 8 bytes took 20 to 21 bytes in all.
///
/// # Errors
///
/// Every process returns the same [`Error`]. Of those that [`Failure`] names, these come from the problem:
///
/// * [`Failure::Cost`] or [`Failure::Estimate`]: an edge, a start or an estimate is negative, or not a number.
/// * [`Failure::Overflow`]: a sum of costs is too large. An edge or an estimate of [`Cost::INFINITY`] is no error: it
///   stands for no edge, or for a node from which no goal can be reached.
/// * [`Failure::NoNumber`]: a cost has no [number](Cost::number).
/// * [`Failure::Panicked`]: the code of the problem panicked.
///
/// # Example
///
/// ```
/// use astride::Query;
/// use astride_cluster::{CheapestOptions, Cluster, cheapest};
///
/// // From `n` one may add 1 (for 1) or double (for 2).
/// let graph = astride::FnGraph::new(|n: &u64| [(n + 1, 1_u32), (n * 2, 2)]);
/// let query = Query::new(graph, 1, |n| *n == 40).heuristic(|n| if *n > 40 { u32::MAX } else { 0 });
///
/// let found = cheapest(&Cluster::threads(2), query, CheapestOptions::new())?;
/// assert_eq!(found.path.unwrap().cost, 10);
/// # Ok::<(), astride_cluster::Error>(())
/// ```
pub fn cheapest<P>(
    cluster: &Cluster,
    problem: P,
    options: CheapestOptions<P::Node, P::Cost>,
) -> Result<CheapestPath<P::Node, P::Cost>, Error>
where
    P: Heuristic<Node: Wire, Cost: Wire> + Send + Sync + 'static,
{
    let CheapestOptions { mut starts, node_limit } = options;
    let hashed = guard(|| {
        starts.insert(0, (problem.start(), P::Cost::ZERO));
        let numbers: Vec<_> = starts.iter().map(|(node, cost)| (node, cost.number())).collect();
        Owner::among(1).of(&numbers).1
    });
    let hash = hashed.map_err(|failure| Error::Failed { worker: 0, failure })?;
    let settings = vec![
        ("search", "cheapest".to_owned()),
        ("type of the problem", type_name::<P>().to_owned()),
        ("starts", format!("{} (hash {hash:x})", starts.len())),
        ("node limit", node_limit.to_string()),
        ("hash of a fixed value", format!("{:x}", fingerprint())),
    ];
    // Behind a lock, so that nodes and costs need not be `Sync`.
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
    // Every worker has heard the same.
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

/// A node that has been reached, and from where.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Reached<N, C> {
    node: N,
    cost: C,
    parent: Reference,
}

/// A node's place in the table of its owner, or [`START`]. As a number, so that it is stored in as few bytes as it
/// needs.
type Reference = u64;

/// In place of a parent: the node is a start.
const START: Reference = 0;

/// What one worker counts.
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

/// What workers tell each other when the search is over.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Note<N, C> {
    Counts(Counts),
    /// The way from the goal, backwards, and where it goes on.
    Way {
        cost: C,
        nodes: Vec<N>,
        next: Reference,
    },
    Path(Path<N, C>),
}

/// What goes to one worker, or to each of them.
type Letter<T> = (u64, T);

/// The nodes of one worker.
struct Part<P: Heuristic> {
    problem: Arc<P>,
    starts: Vec<(P::Node, P::Cost)>,
    owner: Owner,
    me: u64,
    workers: u64,
    limit: u64,
    known: Known<P::Node>,
    /// By place: the number of the node's cost.
    costs: Numbers,
    /// By place: twice the parent's reference, and 1 more if the node is closed.
    parents: Numbers,
    open: Open<P::Cost, Capability<Key>>,
    counts: Counts,
}

impl<C: Copy> Open<C, Capability<Key>> {
    /// The first layer's nodes are a hop further on.
    fn next_hop(&mut self) {
        if let Some(right) = self.right_mut() {
            let Key { layer, hops } = *right.time();
            right.downgrade(&Key { layer, hops: hops + 1 });
        }
    }
}

impl<P: Heuristic> Part<P> {
    fn new(worker: &Worker, problem: Arc<P>, starts: Vec<(P::Node, P::Cost)>, limit: u64) -> Self {
        let owner = Owner::among(worker.peers());
        Self {
            problem,
            starts,
            owner,
            me: worker.index() as u64,
            workers: worker.peers() as u64,
            limit,
            known: Known::new(owner),
            costs: Numbers::new(),
            parents: Numbers::new(),
            open: Open::new(),
            counts: Counts::default(),
        }
    }

    /// The reference to a node of this worker.
    fn reference(&self, place: u32) -> Reference {
        u64::from(place) * self.workers + self.me + 1
    }

    /// The worker and the place of a node that is no [`START`].
    fn resolve(&self, node: Reference) -> (u64, u32) {
        let number = node - 1;
        #[expect(clippy::cast_possible_truncation, reason = "it was made from a place")]
        let place = (number / self.workers) as u32;
        (number % self.workers, place)
    }

    /// Takes in the starts that belong to this worker.
    fn open_starts(&mut self, right: impl Fn(u64) -> Capability<Key>) -> Result<(), Failure> {
        for (node, cost) in self.starts.clone() {
            let (owner, hash) = self.owner.of(&node);
            if owner != self.me {
                continue;
            }
            self.counts.generated += 1;
            let cost = sum(P::Cost::ZERO, cost, |cost| Failure::Cost { cost })?.ok_or_else(|| Failure::Cost {
                cost: format!("{cost:?}"),
            })?;
            let reached = Reached {
                node,
                cost,
                parent: START,
            };
            self.reach(hash, reached, 0, &right)?;
        }
        Ok(())
    }

    /// Takes in a node, unless it is known at no higher cost. It goes into the layer of its key, or into the layer
    /// `least` if that is higher. `right` gives the right to send in a layer.
    #[inline]
    fn reach(
        &mut self,
        hash: u64,
        reached: Reached<P::Node, P::Cost>,
        least: u64,
        right: impl FnOnce(u64) -> Capability<Key>,
    ) -> Result<(), Failure> {
        let Reached { node, cost, parent } = reached;
        let number = number(cost)?;
        let known = self.known.find(hash, &node);
        if known.is_some_and(|place| self.costs.get(place) <= number) {
            return Ok(());
        }
        let estimate = self.problem.estimate(&node);
        let Some(key) = sum(cost, estimate, |estimate| Failure::Estimate { estimate })? else {
            return Ok(());
        };
        let layer = self::number(key)?.max(least);
        let place = if let Some(place) = known {
            self.counts.reopened += self.parents.get(place) & 1;
            self.known.replace(place, node);
            self.costs.set(place, number)?;
            self.parents.set(place, parent << 1)?;
            place
        } else {
            if self.known.len() as u64 >= self.limit {
                return Err(Failure::NodeLimit { nodes: self.limit });
            }
            let place = self.known.add(hash, node)?;
            self.costs.push(number)?;
            self.parents.push(parent << 1)?;
            place
        };
        self.open.push(layer, || right(layer), (number, cost), place)
    }

    /// Expands some nodes of the first layer. Successors of other workers go to `send`.
    fn expand(
        &mut self,
        right: &Capability<Key>,
        mut send: impl FnMut(Reached<P::Node, P::Cost>),
    ) -> Result<Layer<P::Cost>, Failure> {
        let problem = Arc::clone(&self.problem);
        let Key { layer, hops } = *right.time();
        for _ in 0..(self.counts.expanded / 1024).clamp(LEAST_AT_ONCE, MOST_AT_ONCE) {
            let Some((place, number, cost)) = self.open.pop(layer) else {
                return Ok(Layer::Empty);
            };
            let parent = self.parents.get(place);
            if parent & 1 == 1 || self.costs.get(place) != number {
                continue;
            }
            self.parents.set(place, parent | 1)?;
            let (node, reference) = (self.known.get(place).clone(), self.reference(place));
            // Of the nodes that are left, none leads to a goal for less than the layer.
            if problem.is_goal(&node) && number <= layer {
                return Ok(Layer::Goal(Goal { cost, place: reference }));
            }
            self.counts.expanded += 1;
            problem.successors(&node).try_for_each(|(child, edge)| {
                self.counts.generated += 1;
                let Some(cost) = sum(cost, edge, |cost| Failure::Cost { cost })? else {
                    return Ok(());
                };
                let (owner, hash) = self.owner.of(&child);
                let reached = Reached {
                    node: child,
                    cost,
                    parent: reference,
                };
                if owner != self.me {
                    self.counts.sent += 1;
                    send(reached);
                    return Ok(());
                }
                self.reach(hash, reached, layer, |next| {
                    let hops = if next == layer { hops } else { 0 };
                    right.delayed(&Key { layer: next, hops })
                })
            })?;
        }
        Ok(Layer::Open)
    }

    /// Brings the counts of memory up to date.
    fn measure(&mut self) {
        let bytes = self.known.bytes() + self.costs.bytes() + self.parents.bytes() + self.open.bytes();
        self.counts.nodes = self.known.len() as u64;
        self.counts.bytes = self.counts.bytes.max(bytes as u64);
    }

    /// Follows a way to the start, as long as it stays with this worker. Returns what is next, and who gets it: all, if
    /// nobody is named.
    fn follow(
        &self,
        cost: P::Cost,
        mut nodes: Vec<P::Node>,
        mut next: Reference,
    ) -> (Option<u64>, Note<P::Node, P::Cost>) {
        while next != START {
            let (worker, place) = self.resolve(next);
            if worker != self.me {
                return (Some(worker), Note::Way { cost, nodes, next });
            }
            nodes.push(self.known.get(place).clone());
            next = self.parents.get(place) >> 1;
        }
        nodes.reverse();
        let cost = self.cost_along(&nodes).unwrap_or(cost);
        (None, Note::Path(Path { nodes, cost }))
    }

    /// The cost of a path, from its edges. The goal's cost may be higher if sums are rounded.
    fn cost_along(&self, nodes: &[P::Node]) -> Option<P::Cost> {
        let start = self.starts.iter().filter(|(start, _)| nodes.first() == Some(start));
        let first = start.map(|(_, cost)| *cost).min_by(P::Cost::order)?;
        nodes.windows(2).try_fold(P::Cost::ZERO.plus(first)?, |sum, pair| {
            let [from, to] = pair else { return None };
            let edges = self.problem.successors(from).filter(|(child, _)| child == to);
            sum.plus(edges.map(|(_, edge)| edge).min_by(P::Cost::order)?)
        })
    }
}

/// What is left of a layer at a worker.
enum Layer<C> {
    Open,
    Empty,
    Goal(Goal<C>),
}

/// A cost's number.
#[inline]
fn number<C: Cost>(cost: C) -> Result<u64, Failure> {
    cost.number().ok_or_else(|| Failure::NoNumber {
        cost: format!("{cost:?}"),
    })
}

/// The sum, or `None` if what is added is infinite. `invalid` is what is wrong if it is negative or not a number.
#[inline]
fn sum<C: Cost>(cost: C, added: C, invalid: fn(String) -> Failure) -> Result<Option<C>, Failure> {
    match cost.plus(added) {
        Some(sum) if !added.is_less(&C::ZERO) => Ok(Some(sum)),
        sum => explain(cost, added, sum, invalid),
    }
}

#[cold]
fn explain<C: Cost>(cost: C, added: C, sum: Option<C>, invalid: fn(String) -> Failure) -> Result<Option<C>, Failure> {
    if added.order(&C::INFINITY).is_eq() {
        return Ok(None);
    }
    let text = format!("{added:?}");
    // A float's minus zero is below zero in the total order, and not when it is added to zero.
    if C::ZERO.plus(added).is_none_or(|alone| alone.is_less(&C::ZERO)) {
        return Err(invalid(text));
    }
    sum.map(Some).ok_or_else(|| Failure::Overflow {
        cost: format!("{cost:?}"),
        added: text,
    })
}

/// One worker's part of the dataflow:
///
/// ```text
///   ┌─▶ expand ──nodes──▶ (layer, hops + 1) ──▶┐
///   │     │                                    │
///   │     └──goals──▶ all ──▶ trace ──notes──▶┐│
///   │                          ▲──────────────┘│
///   └──────────────────────────────────────────┘
/// ```
///
/// The search goes through layers of equal keys (cost and estimate). Within a layer, a node may be expanded as soon as
/// it arrives, unless the worker is too far ahead of the others. The next layer begins when the engine says that no
/// node of a smaller key is left anywhere, in a table or under way. A goal that is expanded in layer f and costs f is a
/// cheapest one, so the search ends at once.
///
/// An estimate need not be consistent. A node whose key is smaller than the layer it is found in belongs to that layer,
/// since time does not run backwards. A closed node that is reached at a lower cost is opened again.
///
/// `trace` begins when no worker can find a goal any more. All workers then know of the same goals and take the same
/// one.
fn build<P>(worker: &mut Worker, part: Part<P>, abort: &Abort) -> Receiver<Note<P::Node, P::Cost>>
where
    P: Heuristic<Node: Wire, Cost: Wire> + 'static,
{
    let (results, heard) = channel();
    let part = Rc::new(RefCell::new(part));
    worker.dataflow::<Key, _, _>(|scope| {
        let goals = search(scope, &part, abort.clone());
        trace(scope, goals, part, abort.clone(), results);
    });
    heard
}

/// The operator `expand`. Returns the goals that were found, for each worker.
fn search<'a, P>(
    scope: Scope<'a, Key>,
    part: &Rc<RefCell<Part<P>>>,
    abort: Abort,
) -> StreamVec<'a, Key, Letter<Goal<P::Cost>>>
where
    P: Heuristic<Node: Wire, Cost: Wire> + 'static,
{
    let part = Rc::clone(part);
    let (owner, workers) = (part.borrow().owner, part.borrow().workers);
    let (nodes_loop, nodes) = scope.feedback::<Vec<Reached<P::Node, P::Cost>>>(Hops(1));
    let (goals_loop, goals) = scope.feedback::<Vec<Letter<Goal<P::Cost>>>>(Hops(1));
    let to_owner = Exchange::new(move |reached: &Reached<P::Node, P::Cost>| owner.of(&reached.node).0);
    let to_worker = Exchange::new(|(to, _): &Letter<Goal<P::Cost>>| *to);

    let mut expand = OperatorBuilder::new("expand".to_owned(), scope);
    let mut nodes = expand.new_input(nodes, to_owner);
    let mut goals = expand.new_input(goals, to_worker);
    // The right to send goals holds up no layer: the engine must know that they do not become nodes.
    let from_nodes = [(0, Antichain::from_elem(Hops(0)))];
    let (children, children_stream) = expand.new_output_connection::<Vec<Reached<P::Node, P::Cost>>, _>(from_nodes);
    let (found, found_stream) = expand.new_output_connection::<Vec<Letter<Goal<P::Cost>>>, _>([]);
    let mut children = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(children);
    let mut found = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(found);
    let activator = scope.activator_for(expand.operator_info().address);
    expand.build(move |mut capabilities| {
        // Kept until no goal can be found here any more.
        let mut found_right = capabilities.pop();
        let start_right = capabilities.pop();
        let right = |layer| {
            let right = start_right.as_ref().expect("a right for each output");
            right.delayed(&Key { layer, hops: 0 })
        };
        let opened = guard(|| part.borrow_mut().open_starts(right)).and_then(identity);
        opened.unwrap_or_else(|failure| abort.fail(failure));
        drop(start_right);
        move |frontiers| {
            if abort.is_set() {
                return;
            }
            let (mut children, mut found) = (children.activate(), found.activate());
            let part = &mut *part.borrow_mut();
            goals.for_each(|_, goals| {
                goals.clear();
                found_right = None;
            });
            let mut work = || {
                let mut failed = Ok(());
                nodes.for_each(|capability, nodes| {
                    let least = *capability.least().expect("sent at a time");
                    for reached in nodes.drain(..) {
                        if failed.is_err() || found_right.is_none() {
                            break;
                        }
                        let hash = owner.of(&reached.node).1;
                        failed = part.reach(hash, reached, least.layer, |layer| {
                            let hops = if layer == least.layer { least.hops } else { 0 };
                            capability.delayed(&Key { layer, hops }, 0)
                        });
                    }
                });
                failed?;
                while let (Some(right), Some(goal_right)) = (part.open.right().cloned(), &found_right) {
                    let Key { layer, hops } = *right.time();
                    // Smaller keys may still come, or this worker is too far ahead of the others.
                    let hops = hops.saturating_sub(BATCHES_AHEAD);
                    if frontiers[0].less_than(&Key { layer, hops }) {
                        break;
                    }
                    // One session for all: each sends what it holds when it ends.
                    let mut session = children.session(&right);
                    let layer = part.expand(&right, |reached| session.give(reached));
                    part.measure();
                    match layer? {
                        Layer::Empty => {}
                        Layer::Open => {
                            part.open.next_hop();
                            activator.activate();
                            break;
                        }
                        Layer::Goal(goal) => {
                            let letters = (0..workers).map(|worker| (worker, goal.clone()));
                            found.session(goal_right).give_iterator(letters);
                            found_right = None;
                        }
                    }
                }
                Ok(())
            };
            if let Err(failure) = guard(&mut work).and_then(identity) {
                return abort.fail(failure);
            }
            if frontiers[0].is_empty() && part.open.right().is_none() {
                found_right = None;
            }
            if found_right.is_none() {
                part.open.clear();
            }
        }
    });
    children_stream.connect_loop(nodes_loop);
    found_stream.clone().connect_loop(goals_loop);
    found_stream
}

/// The operator `trace`: finds the way back from the goal, from owner to owner. Every worker's `results` get the path,
/// and the counts of each worker.
fn trace<'a, P>(
    scope: Scope<'a, Key>,
    goals: StreamVec<'a, Key, Letter<Goal<P::Cost>>>,
    part: Rc<RefCell<Part<P>>>,
    abort: Abort,
    results: Sender<Note<P::Node, P::Cost>>,
) where
    P: Heuristic<Node: Wire, Cost: Wire> + 'static,
{
    let (notes_loop, notes) = scope.feedback::<Vec<Letter<Note<P::Node, P::Cost>>>>(Hops(1));
    let mut trace = OperatorBuilder::new("trace".to_owned(), scope);
    let mut goals = trace.new_input(goals, Exchange::new(|(to, _): &Letter<Goal<P::Cost>>| *to));
    let mut notes = trace.new_input(notes, Exchange::new(|(to, _): &Letter<Note<P::Node, P::Cost>>| *to));
    let (out, out_stream) = trace.new_output::<Vec<Letter<Note<P::Node, P::Cost>>>>();
    let mut out = OutputBuilder::<_, CapacityContainerBuilder<_>>::from(out);
    trace.build(move |mut capabilities| {
        let mut right = capabilities.pop();
        let mut best: Option<Goal<P::Cost>> = None;
        move |frontiers| {
            if abort.is_set() {
                return;
            }
            let mut out = out.activate();
            let part = part.borrow();
            let all = 0..part.workers;
            goals.for_each(|_, goals| {
                for (_, goal) in goals.drain(..) {
                    let order = |best: &Goal<P::Cost>| goal.cost.order(&best.cost).then(goal.place.cmp(&best.place));
                    if best.as_ref().is_none_or(|best| order(best).is_lt()) {
                        best = Some(goal);
                    }
                }
            });
            if frontiers[0].is_empty()
                && let Some(right) = right.take()
            {
                let mut session = out.session(&right);
                session.give_iterator(all.clone().map(|worker| (worker, Note::Counts(part.counts))));
                if let Some(Goal { cost, place }) = best.take()
                    && part.resolve(place).0 == part.me
                {
                    let way = Note::Way {
                        cost,
                        nodes: Vec::new(),
                        next: place,
                    };
                    session.give((part.me, way));
                }
            }
            notes.for_each(|capability, notes| {
                for (_, note) in notes.drain(..) {
                    let Note::Way { cost, nodes, next } = note else {
                        // Nobody listens any more only if the search was aborted.
                        let _ = results.send(note);
                        continue;
                    };
                    let mut session = out.session(&capability);
                    match guard(|| part.follow(cost, nodes, next)) {
                        Ok((Some(worker), note)) => session.give((worker, note)),
                        Ok((None, path)) => session.give_iterator(all.clone().map(|worker| (worker, path.clone()))),
                        Err(failure) => abort.fail(failure),
                    }
                }
            });
        }
    });
    out_stream.connect_loop(notes_loop);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_that_is_too_large_for_a_number_is_an_error() {
        assert_eq!(number(7_u128), Ok(7));
        let cost = (1_u128 << 64).to_string();
        assert_eq!(number(1_u128 << 64), Err(Failure::NoNumber { cost }));
    }
}
