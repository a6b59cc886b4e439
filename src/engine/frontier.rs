//! [`Frontier`]: the nodes and the open list of a best-first search, and the treatment of each successor.

use alloc::vec::Vec;
use core::fmt;

use super::sums::{check_cost_limit, checked_key};
use super::{Context, EstimateOf, Evaluation, Guidance, Nearest, Progress, Revisit};
use crate::error::Origin;
use crate::memory::Memory;
use crate::nodes::{Comparison, Key, Link, NodeTable};
use crate::open::OpenList;
use crate::traits::Reached;
use crate::{Cost, Graph, NodeEvent, Observer, Path, Problem, SearchError, SearchNode, Status};

/// The node table of a search.
pub(crate) type Nodes<P, V> = NodeTable<<P as Graph>::Node, <P as Graph>::Cost, EstimateOf<P, V>>;

/// The nodes and the open list of a best-first search, which its [`Evaluation`] orders.
///
/// An engine built on it opens starts with [`open_start`](Self::open_start), chooses a node with
/// [`take_open`](Self::take_open), and expands it with [`expand`](Self::expand). To expand nodes in another order, it
/// takes them out of the open list with [`pop_open`](Self::pop_open), and later [closes](Self::close) each for its
/// expansion or [leaves it out](Self::leave_out). To generate other nodes than the successors, it passes each to
/// [`reach`](Self::reach).
#[derive(Clone)]
pub struct Frontier<P: Problem, V: Evaluation<P>> {
    pub(crate) evaluation: V,
    pub(crate) nodes: Nodes<P, V>,
    pub(crate) open: V::Open,
    /// An open node that is expanded next, whatever its key.
    pub(crate) chosen: Option<u32>,
    /// The node with the least estimate so far and, among equal estimates, the least cost.
    pub(crate) nearest: Option<Nearest<u32, P::Cost>>,
    /// Paths that cost more are left out; with estimates, also those that will cost more.
    pub(crate) cost_limit: P::Cost,
    /// Whether a start was added after the first expansion.
    pub(crate) has_late_start: bool,
    /// Whether a cheaper path to a closed node has been found, so that the costs of nodes after it may be too large.
    pub(crate) has_reopened: bool,
    /// Whether no successor may be left out: edges have changed since their nodes were reached, or all of them are
    /// needed.
    pub(crate) needs_all_edges: bool,
    /// On the goal's side of a bidirectional search, prefetches the predecessors of a node.
    backward: Option<fn(&P, &P::Node)>,
}

/// The parent of the nodes that are generated.
#[derive(Debug)]
pub struct Parent<'a, N, H> {
    /// Its id.
    pub id: u32,
    /// The node.
    pub node: &'a N,
    /// Its estimate, or `None` if the estimates of its successors do not follow from it.
    pub estimate: Option<H>,
}

/// A node that was closed in order to be expanded.
#[derive(Clone, Copy, Debug)]
pub struct Taken<C> {
    /// Its id.
    pub id: u32,
    /// The cost of the path to it.
    pub cost: C,
    /// The id of its parent, or `None` for a start.
    pub parent: Option<u32>,
}

/// The context in which nodes are generated.
#[derive(Debug)]
pub struct Generation<'a, P: Problem, V: Evaluation<P>, W> {
    /// What the search has lent.
    pub context: Context<'a, P, W>,
    /// The parent of the nodes: usually the node being expanded. `None` for a start.
    pub parent: Option<Parent<'a, P::Node, EstimateOf<P, V>>>,
}

/// The successors of the node being expanded, in memory that all expansions share.
#[derive(Clone, Debug)]
pub struct Successors<N, C> {
    /// Empty between expansions.
    pub(crate) waiting: Vec<Successor<N, C>>,
}

impl<N, C> Default for Successors<N, C> {
    fn default() -> Self {
        Successors { waiting: Vec::new() }
    }
}

impl<N, C> Successors<N, C> {
    /// Removes what is left over if the problem panicked.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }
}

/// A successor whose lookup is under way.
#[derive(Clone, Debug)]
pub(crate) struct Successor<N, C> {
    pub(crate) node: N,
    /// The cost of the path to the successor.
    pub(crate) cost: C,
    /// The bits of its hash, if it has no index.
    pub(crate) bits: u32,
    /// The position among the successors, starting at 0.
    pub(crate) place: u32,
}

impl<P: Problem, V: Evaluation<P>> Frontier<P, V> {
    /// Creates an empty frontier.
    pub fn new(evaluation: V) -> Self {
        let open = evaluation.open_list();
        Self::of(evaluation, NodeTable::default(), open)
    }

    /// Creates the frontier of a search that continues with these nodes and this open list.
    pub(crate) fn of(evaluation: V, nodes: Nodes<P, V>, open: V::Open) -> Self {
        Frontier {
            nodes,
            open,
            evaluation,
            chosen: None,
            nearest: None,
            cost_limit: P::Cost::INFINITY,
            has_late_start: false,
            has_reopened: false,
            needs_all_edges: false,
            backward: None,
        }
    }

    /// Creates the frontier of the goal's side of a bidirectional search, given the method that prefetches the
    /// predecessors of a node.
    pub(crate) fn backward(evaluation: V, prefetch: fn(&P, &P::Node)) -> Self {
        Frontier {
            backward: Some(prefetch),
            ..Frontier::new(evaluation)
        }
    }

    /// Replaces the evaluation, and orders the open nodes again.
    pub fn set_evaluation(&mut self, problem: &P, evaluation: V, memory: &mut Memory) {
        self.open = evaluation.open_list();
        self.evaluation = evaluation;
        for id in self.nodes.ids().filter(|id| self.nodes.link(*id).is_open()) {
            if let Some(key) = self.key(problem, id) {
                self.open.push(id, key, self.nodes.cost(id), memory);
            }
        }
    }

    /// The key of a stored node.
    pub(crate) fn key(&self, problem: &P, id: u32) -> Option<V::Key> {
        let node = self.nodes.node(problem, id)?;
        let estimate = self.estimate_of(problem, id, &node);
        self.evaluation.key(&node, self.nodes.cost(id), estimate)
    }

    /// Returns the estimate of a stored node.
    #[inline]
    pub fn estimate_of(&self, problem: &P, id: u32, node: &P::Node) -> EstimateOf<P, V> {
        let stored = self.nodes.value(id);
        stored.unwrap_or_else(|| V::Guidance::estimate(problem, node))
    }

    /// Removes all nodes and keeps the allocated memory.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.open.clear();
        self.chosen = None;
        self.nearest = None;
        (self.has_late_start, self.has_reopened, self.needs_all_edges) = (false, false, false);
    }

    pub(crate) fn has_cost_limit(&self) -> bool {
        self.cost_limit.is_less(&P::Cost::INFINITY)
    }

    /// Returns the evaluation.
    pub fn evaluation(&self) -> &V {
        &self.evaluation
    }

    /// Returns the table of all stored nodes.
    pub fn nodes(&self) -> &NodeTable<P::Node, P::Cost, EstimateOf<P, V>> {
        &self.nodes
    }

    /// Returns the table of all stored nodes, to change their paths. A node may be opened or closed only by the methods
    /// of the frontier.
    pub fn nodes_mut(&mut self) -> &mut NodeTable<P::Node, P::Cost, EstimateOf<P, V>> {
        &mut self.nodes
    }

    /// Allocates memory for this many nodes in total, as far as the limits allow.
    pub fn reserve(&mut self, problem: &P, nodes: usize, memory: &mut Memory) {
        self.nodes.reserve(problem, &problem.start(), nodes, memory);
    }

    /// Returns the id of a node, if it is stored.
    pub fn find(&self, problem: &P, node: &P::Node) -> Option<u32> {
        self.nodes.find(problem, node)
    }

    /// Returns the node that was expanded last.
    pub fn current(&self) -> Option<u32> {
        self.nodes.current
    }

    /// Returns the node with the least estimate and then the least cost, with these. `None` without estimates.
    pub fn nearest(&self) -> Option<Nearest<u32, P::Cost>> {
        self.nearest
    }

    /// Returns the node with the least estimate and then the least cost or, without estimates, the node that was
    /// expanded last.
    pub fn best(&self) -> Option<u32> {
        self.nearest.map(|nearest| nearest.node).or(self.nodes.current)
    }

    /// Returns the path to a stored node and its true cost.
    pub fn path(&self, problem: &P, id: u32) -> Option<Path<P::Node, P::Cost>> {
        self.nodes.path(problem, id, self.has_reopened)
    }

    /// Returns the state of a stored node.
    pub fn view(&self, problem: &P, id: u32) -> Option<SearchNode<P::Node, P::Cost>> {
        let estimate = |node: &P::Node| V::Guidance::as_cost(self.estimate_of(problem, id, node));
        let view = self.nodes.view(problem, id, estimate)?;
        Some(SearchNode {
            is_backward: self.backward.is_some(),
            ..view
        })
    }

    /// Returns the ids of the open nodes, or of the closed ones.
    pub fn ids(&self, is_open: bool) -> impl Iterator<Item = u32> {
        let wanted = move |id: &u32| self.nodes.link(*id).is_open() == is_open;
        self.nodes.ids().filter(wanted)
    }

    /// Notifies an observer of a node that has been taken. Costs nothing without an observer.
    #[inline]
    pub fn notify<W: Observer<P::Node, P::Cost>>(
        &self,
        problem: &P,
        observer: &mut W,
        taken: Taken<P::Cost>,
        node: &P::Node,
        receive: impl FnOnce(&mut W, NodeEvent<'_, P::Node, P::Cost>),
    ) {
        if observer.is_silent() {
            return;
        }
        let parent = taken.parent.and_then(|parent| self.nodes.node(problem, parent));
        let event = NodeEvent {
            node,
            parent: parent.as_ref(),
            g: taken.cost,
            h: V::Guidance::as_cost(self.estimate_of(problem, taken.id, node)),
            is_backward: self.backward.is_some(),
        };
        receive(observer, event);
    }

    /// How a node was reached from the parent with this id, which determines the successors to leave out. Without a
    /// parent, none is left out.
    #[inline]
    pub(crate) fn reached(&self, problem: &P, node: &P::Node, parent: Option<u32>) -> Reached<'_, P::Node> {
        let parent = parent.filter(|_| !self.needs_all_edges);
        Reached {
            index: problem.index(node),
            parent_index: parent.and_then(|id| self.nodes.index_of(problem, id)),
            parent: parent.and_then(|id| self.nodes.recorded(id)),
            keeps_cheapest: keeps_cheapest(problem, &self.evaluation),
        }
    }

    /// Removes and closes the next open node, to be expanded.
    #[expect(
        clippy::inline_always,
        reason = "a call would cost a tenth of an expansion on a grid"
    )]
    #[inline(always)]
    pub fn take_open(&mut self, progress: &mut Progress) -> Option<Taken<P::Cost>> {
        let id = self.pop_open(&mut progress.memory)?;
        Some(self.close(id, progress))
    }

    /// Closes an open node, to be expanded.
    #[inline]
    pub fn close(&mut self, id: u32, progress: &mut Progress) -> Taken<P::Cost> {
        // Read before the change, because a word is slow to read just after one of its bytes has been written.
        let (cost, link) = self.nodes.state(id);
        let parent = link.parent();
        self.leave_out(id, progress);
        self.nodes.current = Some(id);
        Taken { id, cost, parent }
    }

    /// Closes an open node without expanding it.
    #[inline]
    pub fn leave_out(&mut self, id: u32, progress: &mut Progress) {
        self.nodes.set_open(id, false);
        progress.open -= 1;
    }

    /// Removes the next open node from the list, and leaves it open.
    #[inline]
    pub fn pop_open(&mut self, memory: &mut Memory) -> Option<u32> {
        if self.chosen.is_some() {
            return self.chosen.take();
        }
        self.open.pop_fresh(memory, self.nodes.freshness())
    }

    /// Returns a node that has been closed. If the graph no longer has it, the search fails.
    #[inline]
    pub fn taken_node(&self, problem: &P, progress: &mut Progress, id: u32) -> Option<P::Node> {
        let node = self.nodes.node(problem, id);
        if node.is_none() {
            progress.fail(SearchError::NoNodeAt { index: id as usize });
        }
        node
    }

    /// Returns the next open node, which stays in the list.
    pub fn next_open(&mut self, memory: &mut Memory) -> Option<u32> {
        self.chosen
            .or_else(|| self.open.peek_fresh(memory, self.nodes.freshness()))
    }

    /// Chooses the next open node and leaves it open. Until it is taken, or put back into the list, the choice stays.
    #[inline]
    pub(crate) fn choose(&mut self, memory: &mut Memory) -> Option<u32> {
        self.chosen = self.pop_open(memory);
        self.chosen
    }

    /// Puts the chosen node back into the open list.
    pub(crate) fn release(&mut self, problem: &P, memory: &mut Memory) {
        if let Some(id) = self.chosen.take()
            && let Some(key) = self.key(problem, id)
        {
            self.open.push(id, key, self.nodes.cost(id), memory);
        }
    }

    /// Opens a start.
    pub fn open_start<W: Observer<P::Node, P::Cost>>(
        &mut self,
        context: Context<'_, P, W>,
        node: P::Node,
        cost: P::Cost,
    ) {
        if let Err(error) = check_cost_limit(self.cost_limit) {
            return context.progress.fail(error);
        }
        self.has_late_start |= context.progress.expanded > 0;
        let key = self.nodes.key(context.problem, &node);
        let mut generation = Generation { context, parent: None };
        self.reach(&mut generation, node, cost, key, 0);
        generation.context.progress.count_start();
    }

    /// Ends the search because no node is open. Returns `false`, since it is no longer running.
    pub fn exhaust(&self, progress: &mut Progress) -> bool {
        progress.exhaust(self.cost_limit);
        false
    }

    /// Expands a closed node or, if it is a goal, ends the search. Returns whether the search is still running.
    pub fn expand<W: Observer<P::Node, P::Cost>>(
        &mut self,
        successors: &mut Successors<P::Node, P::Cost>,
        context: Context<'_, P, W>,
        taken: Taken<P::Cost>,
    ) -> bool {
        let Some(node) = self.taken_node(context.problem, context.progress, taken.id) else {
            return false;
        };
        if context.problem.is_goal(&node) {
            // If memory was refused while the node was chosen, the search fails instead.
            if context.progress.can_expand() {
                self.notify(context.problem, context.observer, taken, &node, W::found);
                context.progress.status = Status::Found;
            }
            return false;
        }
        self.expand_node(successors, context, taken, &node)
    }

    /// Expands a closed node, even if it is a goal. Returns whether the search is still running.
    pub(crate) fn expand_node<W: Observer<P::Node, P::Cost>>(
        &mut self,
        successors: &mut Successors<P::Node, P::Cost>,
        context: Context<'_, P, W>,
        taken: Taken<P::Cost>,
        node: &P::Node,
    ) -> bool {
        self.notify(context.problem, context.observer, taken, node, W::expanded);
        self.generate_all(successors, context, taken, node)
    }

    /// Generates the successors of a node of which the observer has been notified, and counts the expansion. Returns
    /// whether the search is still running.
    pub(crate) fn generate_all<W: Observer<P::Node, P::Cost>>(
        &mut self,
        successors: &mut Successors<P::Node, P::Cost>,
        mut context: Context<'_, P, W>,
        taken: Taken<P::Cost>,
        node: &P::Node,
    ) -> bool {
        let mut generated = self.reach_all(successors, context.reborrow(), taken, node);
        if context.progress.take_news() || !context.progress.status.is_running() {
            // Repeated with all successors, so that the error has the right place. The earlier successors are already
            // known.
            context.progress.status = Status::Running;
            generated = self.reach_all(successors, context.reborrow(), Taken { parent: None, ..taken }, node);
        }
        context.progress.count_expansion(generated);
        context.progress.note_open();
        context.progress.status.is_running()
    }

    /// Reaches the successors of a node and returns their number. If `taken` has no parent, no successor is left out.
    #[inline(never)]
    fn reach_all<W: Observer<P::Node, P::Cost>>(
        &mut self,
        Successors { waiting }: &mut Successors<P::Node, P::Cost>,
        context: Context<'_, P, W>,
        taken: Taken<P::Cost>,
        node: &P::Node,
    ) -> usize {
        let Context {
            problem,
            observer,
            progress,
        } = context;
        let mut generated = 0;
        problem.visit_successors(node, self.reached(problem, node, taken.parent), |child, index, edge| {
            let place = generated;
            generated += 1;
            let Some(cost) = progress.sum(taken.cost, edge, place) else {
                return;
            };
            // Lookups in a large hash table wait for main memory, here all at once instead of one after another.
            let bits = if index.is_none() {
                self.nodes.prefetch(&child)
            } else {
                0
            };
            let successor = Successor {
                node: child,
                cost,
                bits,
                place: u32::try_from(place).unwrap_or(u32::MAX),
            };
            progress.memory.push(waiting, successor);
        });
        let mut generation = Generation {
            parent: Some(Parent {
                id: taken.id,
                node,
                estimate: self.nodes.value(taken.id),
            }),
            context: Context {
                problem,
                observer,
                progress,
            },
        };
        for successor in waiting.drain(..) {
            let Successor {
                node,
                cost,
                bits,
                place,
            } = successor;
            let key = problem.index(&node).map_or(Key::Hash(bits), Key::Index);
            self.reach(&mut generation, node, cost, key, place as usize);
        }
        generated
    }

    /// Stores and opens a node, or improves it if it is known, after a path of this cost to it has been found. It is
    /// successor number `place` of its parent.
    // The usual case, a node known by a path that is no worse, is inlined.
    #[inline]
    pub fn reach<W: Observer<P::Node, P::Cost>>(
        &mut self,
        generation: &mut Generation<'_, P, V, W>,
        node: P::Node,
        cost: P::Cost,
        key: Key,
        place: usize,
    ) {
        let takes_better = self.evaluation.revisit() != Revisit::Never;
        match self.nodes.compare(key, &node, &cost, takes_better) {
            Comparison::NoBetter => {}
            Comparison::FirstPath => {
                self.discover(generation, node, cost, key, place);
            }
            Comparison::Better(id) => self.improve(generation, id, node, cost, place),
        }
    }

    /// Stores and opens a node to which this is the first path, and returns its id. `None` if it is left out: its cost
    /// is beyond a limit or too large, its estimate is invalid, or there is not enough memory.
    // This function and the next are not inlined, which speeds up the common case, a successor that needs neither.
    #[inline(never)]
    pub fn discover<W: Observer<P::Node, P::Cost>>(
        &mut self,
        generation: &mut Generation<'_, P, V, W>,
        node: P::Node,
        cost: P::Cost,
        key: Key,
        place: usize,
    ) -> Option<u32> {
        let Generation {
            context:
                Context {
                    problem,
                    observer,
                    progress,
                },
            parent,
        } = generation;
        if !progress.status.is_running() {
            return None;
        }
        let estimate = match parent {
            Some(Parent {
                node: parent,
                estimate: Some(estimate),
                ..
            }) => V::Guidance::estimate_child(problem, parent, *estimate, &node),
            _ => V::Guidance::estimate(problem, &node),
        };
        let estimated = V::Guidance::as_cost(estimate);
        if is_beyond(self.cost_limit, cost, estimated) {
            return None;
        }
        let rank = self.evaluation.key(&node, cost, estimate);
        let rank = match checked_key(rank, cost, estimated, || origin(parent.is_none(), place)) {
            Ok(rank) => rank,
            Err(error) => {
                let f = estimated.and_then(|estimate| cost.plus(estimate));
                if !(error.is_overflow() && f.is_none() && self.has_cost_limit()) {
                    progress.fail(*error);
                }
                return None;
            }
        };
        let is_first_goal = rank.is_some() && is_first_goal::<P, V>(problem, self.chosen, &node);
        let link = Link::new(parent.as_ref().map(|parent| parent.id), rank.is_some());
        let announce = |node: &P::Node| {
            if rank.is_some() {
                match self.backward {
                    None => problem.prefetch(node),
                    Some(prefetch) => prefetch(problem, node),
                }
                observer.opened(NodeEvent {
                    node,
                    parent: parent.as_ref().map(|parent| parent.node),
                    g: cost,
                    h: estimated,
                    is_backward: self.backward.is_some(),
                });
            }
        };
        let memory = &mut progress.memory;
        let id = self
            .nodes
            .insert(*problem, key, node, cost, link, estimate, memory, announce)?;
        // A dead end is stored, so that it is not estimated again, but never opened.
        let Some(rank) = rank else { return Some(id) };
        Nearest::note(&mut self.nearest, id, estimated, cost);
        progress.open += 1;
        if is_first_goal {
            self.chosen = Some(id);
        } else {
            self.open.push(id, rank, cost, &mut progress.memory);
        }
        Some(id)
    }

    /// Gives a known node a better path, and reopens the node if it was closed.
    #[inline(never)]
    pub fn improve<W: Observer<P::Node, P::Cost>>(
        &mut self,
        generation: &mut Generation<'_, P, V, W>,
        id: u32,
        node: P::Node,
        cost: P::Cost,
        place: usize,
    ) {
        let Generation {
            context:
                Context {
                    problem,
                    observer,
                    progress,
                },
            parent,
        } = generation;
        if !progress.status.is_running() {
            return;
        }
        let (old_cost, link) = self.nodes.state(id);
        let was_open = link.is_open();
        let estimate = self.estimate_of(problem, id, &node);
        let rank = self.evaluation.key(&node, cost, estimate);
        let rank = match checked_key(rank, cost, V::Guidance::as_cost(estimate), || {
            origin(parent.is_none(), place)
        }) {
            Ok(rank) => rank,
            Err(error) => return progress.fail(*error),
        };
        // A closed node keeps its path if it is not reopened, since its successors would not be updated. A dead end has
        // no successors.
        let reopens = || reopens::<P, V>(problem, &self.evaluation, self.has_late_start, self.cost_limit);
        if !was_open && rank.is_some() && !reopens() {
            return;
        }
        if rank.is_some() {
            let event = NodeEvent {
                node: &node,
                parent: parent.as_ref().map(|parent| parent.node),
                g: cost,
                h: V::Guidance::as_cost(estimate),
                is_backward: self.backward.is_some(),
            };
            observer.improved(event, old_cost);
        }
        let link = Link::new(parent.as_ref().map(|parent| parent.id), rank.is_some());
        self.nodes.improve(id, node, cost, link);
        // A dead end takes the cheaper path, and stays closed.
        let Some(rank) = rank else { return };
        if !was_open {
            progress.open += 1;
            progress.count_reopened();
            self.has_reopened = true;
        }
        Nearest::note(&mut self.nearest, id, V::Guidance::as_cost(estimate), cost);
        self.open.push(id, rank, cost, &mut progress.memory);
    }
}

/// Whether every closed node is reopened for a cheaper path, throughout the search.
#[inline]
pub(crate) fn keeps_cheapest<P: Problem, V: Evaluation<P>>(problem: &P, evaluation: &V) -> bool {
    match evaluation.revisit() {
        Revisit::Reopen => true,
        Revisit::ReopenUnless(_) => problem.hints().prefers_reopening,
        Revisit::WhileOpen | Revisit::Never => false,
    }
}

/// Whether a closed node is reopened now.
pub(crate) fn reopens<P: Problem, V: Evaluation<P>>(
    problem: &P,
    evaluation: &V,
    has_late_start: bool,
    cost_limit: P::Cost,
) -> bool {
    match evaluation.revisit() {
        Revisit::Reopen => true,
        Revisit::WhileOpen | Revisit::Never => false,
        // The proof that closed nodes need not be reopened assumes that all starts are known from the beginning.
        // Moreover, a node that was closed with the cost of a detour can lead to the goal at a cost beyond the limit.
        Revisit::ReopenUnless(needed) => {
            has_late_start
                || cost_limit.is_less(&P::Cost::INFINITY)
                || problem.hints().prefers_reopening
                || V::Guidance::consistency(problem) < needed
        }
    }
}

/// Whether a new node is the [first goal](Evaluation::TAKES_FIRST_GOAL) of a search that takes it next.
#[inline]
pub(crate) fn is_first_goal<P: Problem, V: Evaluation<P>>(problem: &P, chosen: Option<u32>, node: &P::Node) -> bool {
    V::TAKES_FIRST_GOAL && chosen.is_none() && problem.is_goal(node)
}

/// Whether a path to a node with this estimate leads beyond the limit.
#[inline]
pub(crate) fn is_beyond<C: Cost>(limit: C, cost: C, estimate: Option<C>) -> bool {
    limit.is_less(&C::INFINITY) && {
        let least = estimate.map_or(Some(cost), |estimate| cost.plus(estimate));
        // A sum that is too large is handled where the key is computed.
        least.is_some_and(|least| limit.is_less(&least))
    }
}

fn origin(is_start: bool, place: usize) -> Origin {
    if is_start {
        Origin::Start
    } else {
        Origin::Successor(place)
    }
}

/// Prints the evaluation only, not the nodes.
impl<P: Problem, V: Evaluation<P>> fmt::Debug for Frontier<P, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = core::any::type_name::<V>();
        formatter.write_str(name.rsplit("::").next().unwrap_or(name))
    }
}
