//! The learning of an agent: after each look-ahead, a [`Lesson`] raises the estimates that [`Learned`] keeps.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::LssLrtaStar;
use crate::graph::forward;
use crate::memory::Memory;
use crate::nodes::{ById, Link, NodeTable};
use crate::open::ByCost;
use crate::traits::NoSuchNode;
use crate::{Cost, Graph, Heuristic, Problem, SearchError};

/// The learned estimates.
type Table<P> = NodeTable<<P as Graph>::Node, <P as Graph>::Cost, ()>;

/// The problem of a look-ahead: the agent's problem, from its position and with the estimates that it has learned.
///
/// Its nodes have no [`index`](Graph::index) but are hashed, so that a look-ahead needs no memory for other nodes.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Learned<P: Problem> {
    pub(super) problem: P,
    pub(super) position: P::Node,
    pub(super) table: Table<P>,
    /// The ledger of the learned estimates.
    pub(super) memory: Memory,
}

impl<P: Problem> Graph for Learned<P> {
    type Node = P::Node;
    type Cost = P::Cost;

    forward!(self.problem =>
        fn successors(&self, node: &P::Node) -> impl Iterator<Item = (P::Node, P::Cost)>;
        fn check_node(&self, node: &P::Node) -> Result<(), NoSuchNode>;
        fn prefetch(&self, node: &P::Node);
    );
}

impl<P: Problem> Problem for Learned<P> {
    fn start(&self) -> P::Node {
        self.position.clone()
    }

    forward!(self.problem =>
        fn is_goal(&self, node: &P::Node) -> bool;
        fn only_goal(&self) -> Option<P::Node>;
    );
}

impl<P: Heuristic> Heuristic for Learned<P> {
    fn estimate(&self, node: &P::Node) -> P::Cost {
        match self.table.find(&Hashed(&self.problem), node) {
            Some(id) => self.table.cost(id),
            None => self.problem.estimate(node),
        }
    }
}

/// The time when a node was last seen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// Twice the epoch in which the node was reached, plus one if it was expanded.
    explored: u64,
    /// The lesson in which the node had a number; `number` is that number.
    lesson: u64,
    number: u32,
}

/// The numbered nodes of one look-ahead: first those that were expanded, then the others.
#[derive(Clone, Debug)]
pub(super) struct Lesson<C> {
    /// Incremented with each lesson.
    round: u64,
    /// The ids of the nodes in the table of learned estimates.
    ids: Vec<u32>,
    /// For each node, the least cost of a path to a node that was not expanded, plus the estimate of that node.
    values: Vec<C>,
    /// The edges: the number of the target, the number of the source, and the cost. Later sorted by target.
    edges: Vec<(u32, u32, C)>,
    waiting: BinaryHeap<Reverse<(ByCost<C>, u32)>>,
}

impl<P: Heuristic> LssLrtaStar<P> {
    /// Raises the estimate of each expanded node to the bound that the surrounding nodes imply.
    pub(super) fn learn(&mut self) -> Result<(), SearchError> {
        // The limit may have been raised since the last failure.
        self.search.problem.memory.accept();
        // With inconsistent estimates, a node may have been reopened, or expanded twice.
        let (search, round) = (&self.search, self.lesson.round + 1);
        self.expanded
            .retain(|node| search.known_node(node).is_some_and(|found| !found.is_open));
        self.lesson.begin(round);
        let Learned {
            problem, table, memory, ..
        } = &mut self.search.problem;
        let reached = 2 * self.epoch;
        let mut closed = Vec::with_capacity(self.expanded.len());
        for node in &self.expanded {
            let (id, mut seen) = see(problem, table, &self.seen, node, memory)?;
            if seen.lesson != round {
                self.unexplored += usize::from(seen.explored < reached);
                seen.explored = seen.explored.max(reached);
                self.lesson.enter(id, &mut seen, P::Cost::INFINITY);
                note(&mut self.seen, id, seen, memory)?;
                closed.push(node);
            }
        }
        for (place, node) in closed.iter().enumerate() {
            // An edge of infinite cost does not exist.
            let is_edge = |(_, edge): &(P::Node, P::Cost)| edge.is_less(&P::Cost::INFINITY);
            for (child, edge) in problem.successors(node).filter(is_edge) {
                let (id, mut seen) = see(problem, table, &self.seen, &child, memory)?;
                let estimate = table.cost(id);
                if seen.explored < reached && estimate.is_less(&P::Cost::INFINITY) {
                    self.unexplored += 1;
                    seen.explored = reached;
                }
                if seen.lesson != round {
                    self.lesson.enter(id, &mut seen, estimate);
                }
                self.lesson.edges.push((seen.number, number(place), edge));
                note(&mut self.seen, id, seen, memory)?;
            }
            // Done last, so that the node still counts as unexplored if the problem's code panics before.
            let id = self.lesson.ids[place];
            if let Some(seen) = self.seen.get(id).copied().filter(|seen| seen.explored == reached) {
                self.unexplored -= 1;
                let explored = reached + 1;
                note(&mut self.seen, id, Seen { explored, ..seen }, memory)?;
            }
        }
        let was_too_large = self.lesson.spread();
        for (id, value) in self.lesson.ids.iter().zip(&self.lesson.values).take(closed.len()) {
            let is_known = value.is_less(&P::Cost::INFINITY) || !was_too_large;
            if is_known && table.cost(*id).is_less(value) {
                table.set_state(*id, *value, Link::new(None, false));
            }
        }
        Ok(())
    }
}

/// Records when a node of the table was last seen.
fn note(seen: &mut ById<Seen>, id: u32, now: Seen, memory: &mut Memory) -> Result<(), SearchError> {
    seen.set(id, now, memory).ok_or_else(|| memory.error())
}

/// The id of a node in the table, and when it was last seen. A new node is added.
fn see<P: Heuristic>(
    problem: &P,
    table: &mut Table<P>,
    seen: &ById<Seen>,
    node: &P::Node,
    memory: &mut Memory,
) -> Result<(u32, Seen), SearchError> {
    let graph = &Hashed(problem);
    let key = table.key(graph, node);
    let id = if let Some(id) = table.get(key, node) {
        id
    } else {
        let (estimate, link) = (problem.estimate(node), Link::new(None, false));
        let stored = table.insert(graph, key, node.clone(), estimate, link, (), memory, |_| {});
        stored.ok_or_else(|| memory.error())?
    };
    Ok((id, seen.get(id).copied().unwrap_or_default()))
}

impl<C: Cost> Lesson<C> {
    pub(super) fn new() -> Self {
        Lesson {
            round: 0,
            ids: Vec::new(),
            values: Vec::new(),
            edges: Vec::new(),
            waiting: BinaryHeap::new(),
        }
    }

    fn begin(&mut self, round: u64) {
        self.round = round;
        self.ids.clear();
        self.values.clear();
        self.edges.clear();
        self.waiting.clear();
    }

    /// Assigns the next number to a node.
    fn enter(&mut self, id: u32, seen: &mut Seen, value: C) {
        seen.lesson = self.round;
        seen.number = number(self.ids.len());
        self.ids.push(id);
        self.values.push(value);
        if value.is_less(&C::INFINITY) {
            self.waiting.push(Reverse((ByCost(value), seen.number)));
        }
    }

    /// Runs Dijkstra's algorithm backwards from the nodes that were not expanded. Returns whether a sum was too large
    /// for the cost type.
    fn spread(&mut self) -> bool {
        let mut was_too_large = false;
        self.edges.sort_unstable_by_key(|(end, ..)| *end);
        while let Some(Reverse((ByCost(value), end))) = self.waiting.pop() {
            if self.values[end as usize].is_less(&value) {
                continue;
            }
            let first = self.edges.partition_point(|edge| edge.0 < end);
            for (_, beginning, edge) in self.edges[first..].iter().take_while(|edge| edge.0 == end) {
                let known = &mut self.values[*beginning as usize];
                match value.plus(*edge) {
                    Some(sum) if sum.is_less(known) => {
                        *known = sum;
                        self.waiting.push(Reverse((ByCost(sum), *beginning)));
                    }
                    Some(_) => {}
                    None => was_too_large = true,
                }
            }
        }
        was_too_large
    }
}

/// The number of a node in a lesson. There are at most as many numbers as ids.
#[expect(clippy::cast_possible_truncation, reason = "an id has 31 bits")]
fn number(place: usize) -> u32 {
    place as u32
}

/// A graph whose nodes are hashed even if they have an index.
///
/// Allocating arrays up to the largest index takes longer than a look-ahead, and an agent has to move soon.
struct Hashed<'a, G>(&'a G);

impl<G: Graph> Graph for Hashed<'_, G> {
    type Node = G::Node;
    type Cost = G::Cost;

    forward!(self.0 => fn successors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, G::Cost)>;);
}
