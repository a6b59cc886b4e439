//! [`Frontier`]: the nodes and the open list of a best-first search, and the treatment of each successor.

use alloc::vec::Vec;
use core::fmt;

use super::evaluation::EstimateOf;
use super::{Evaluation, Revisit};
use crate::error::Origin;
use crate::memory::Memory;
use crate::nodes::{Key, Link, Meeting, NodeTable};
use crate::open::OpenList;
use crate::search::Guidance;
use crate::search::engine::{Context, Progress};
use crate::search::near::Near;
use crate::search::sums::{checked_key, follow};
use crate::traits::Reached;
use crate::{Cost, Graph, NodeEvent, Observer, Path, Problem, SearchError, SearchNode};

/// The node table of a search.
pub(in crate::search) type Nodes<P, V> = NodeTable<<P as Graph>::Node, <P as Graph>::Cost, EstimateOf<P, V>>;

/// The nodes and the open list.
#[derive(Clone)]
pub(in crate::search) struct Frontier<P: Problem, V: Evaluation<P>> {
    pub(in crate::search) evaluation: V,
    pub(in crate::search) nodes: Nodes<P, V>,
    pub(in crate::search) open: V::Open,
    /// An open node that is expanded next, whatever its key.
    pub(in crate::search) chosen: Option<u32>,
    /// The node with the least estimate so far and, among equal estimates, the least cost.
    pub(super) nearest: Option<Near<u32, P::Cost>>,
    /// Paths that cost more are left out; with estimates, also those that will cost more.
    pub(in crate::search) cost_limit: P::Cost,
    /// Whether a start was added after the first expansion.
    pub(in crate::search) has_late_start: bool,
    /// Whether a cheaper path to a closed node has been found, so that the costs of nodes after it may be too large.
    pub(in crate::search) has_reopened: bool,
    /// Whether no successor may be left out: edges have changed since their nodes were met, or all of them are needed.
    pub(in crate::search) needs_all_edges: bool,
    /// On the goal's side of a bidirectional search, prefetches the predecessors of a node.
    backward: Option<fn(&P, &P::Node)>,
}

/// The parent of a node.
pub(in crate::search) struct Parent<'a, N, H> {
    pub(in crate::search) id: u32,
    pub(in crate::search) node: &'a N,
    /// `None` if it is not available.
    pub(in crate::search) estimate: Option<H>,
}

/// A node that was taken from the open list and closed.
#[derive(Clone, Copy)]
pub(in crate::search) struct Taken<C> {
    pub(in crate::search) id: u32,
    pub(in crate::search) cost: C,
    pub(in crate::search) parent: Option<u32>,
}

/// The context in which the successors of a node are met.
pub(in crate::search) struct Generation<'a, P: Problem, V: Evaluation<P>, W> {
    pub(in crate::search) context: Context<'a, P, W>,
    /// The parent of the nodes met: usually the node being expanded. `None` for a start.
    pub(in crate::search) parent: Option<Parent<'a, P::Node, EstimateOf<P, V>>>,
}

impl<P: Problem, V: Evaluation<P>> Frontier<P, V> {
    pub(in crate::search) fn new(evaluation: V) -> Self {
        let open = evaluation.open_list();
        Self::of(evaluation, NodeTable::new(), open)
    }

    /// Creates the frontier of a search that continues with these nodes and this open list.
    pub(in crate::search) fn of(evaluation: V, nodes: Nodes<P, V>, open: V::Open) -> Self {
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
    pub(in crate::search) fn backward(evaluation: V, prefetch: fn(&P, &P::Node)) -> Self {
        Frontier {
            backward: Some(prefetch),
            ..Frontier::new(evaluation)
        }
    }

    /// Replaces the evaluation, and orders the open nodes again.
    pub(in crate::search) fn set_evaluation(&mut self, problem: &P, evaluation: V, memory: &mut Memory) {
        self.open = evaluation.open_list();
        self.evaluation = evaluation;
        for id in self.nodes.ids(problem).filter(|id| self.nodes.link(*id).is_open()) {
            if let Some(key) = self.key(problem, id) {
                self.open.push(id, key, self.nodes.cost(id), memory);
            }
        }
    }

    /// The key of a stored node.
    pub(in crate::search) fn key(&self, problem: &P, id: u32) -> Option<V::Key> {
        let node = self.nodes.node(problem, id)?;
        let estimate = self.estimate_of(problem, id, &node);
        self.evaluation.key(&node, self.nodes.cost(id), estimate)
    }

    /// The estimate of a stored node.
    #[inline]
    pub(in crate::search) fn estimate_of(&self, problem: &P, id: u32, node: &P::Node) -> EstimateOf<P, V> {
        let stored = self.nodes.value(id);
        stored.unwrap_or_else(|| V::Guidance::estimate(problem, node))
    }

    pub(in crate::search) fn clear(&mut self) {
        self.nodes.clear();
        self.open.clear();
        self.chosen = None;
        self.nearest = None;
        (self.has_late_start, self.has_reopened, self.needs_all_edges) = (false, false, false);
    }

    pub(super) fn has_cost_limit(&self) -> bool {
        self.cost_limit.is_less(&P::Cost::INFINITY)
    }

    /// The last node of the best-effort path.
    pub(in crate::search) fn best_effort_node(&self) -> Option<u32> {
        self.nearest.map(|nearest| nearest.node).or(self.nodes.current)
    }

    /// The path to a stored node and its true cost.
    pub(in crate::search) fn path_of(&self, problem: &P, id: u32) -> Option<Path<P::Node, P::Cost>> {
        let table = &self.nodes;
        let chain = table.chain(id);
        let mut nodes = Vec::with_capacity(chain.len());
        for id in &chain {
            nodes.push(table.node(problem, *id)?);
        }
        let stored = table.cost(id);
        if !stored.is_less(&P::Cost::INFINITY) {
            // The path has been withdrawn.
            return None;
        }
        // The cost of the path is that of its last node, unless a cheaper path to a closed inner node has been found:
        // the nodes after it may not have been reached again, or the graph may have left them out.
        let cost = if self.has_reopened {
            follow(problem, table.cost(chain[0]), &mut nodes, stored)?
        } else {
            stored
        };
        Some(Path { nodes, cost })
    }

    pub(in crate::search) fn view(&self, problem: &P, id: u32) -> Option<SearchNode<P::Node, P::Cost>> {
        let estimate = |node: &P::Node| V::Guidance::as_cost(self.estimate_of(problem, id, node));
        let view = self.nodes.view(problem, id, estimate)?;
        Some(SearchNode {
            is_backward: self.backward.is_some(),
            ..view
        })
    }

    /// The ids of the open nodes, or of the closed ones.
    pub(in crate::search) fn ids(&self, problem: &P, is_open: bool) -> impl Iterator<Item = u32> {
        let wanted = move |id: &u32| self.nodes.link(*id).is_open() == is_open;
        self.nodes.ids(problem).filter(wanted)
    }

    /// Notifies an observer of a node that has been taken. Costs nothing without an observer.
    #[inline]
    pub(in crate::search) fn tell<W: Observer<P::Node, P::Cost>>(
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
    pub(super) fn reached(&self, problem: &P, node: &P::Node, parent: Option<u32>) -> Reached<'_, P::Node> {
        let parent = parent.filter(|_| !self.needs_all_edges);
        Reached {
            index: problem.index(node),
            parent_index: parent.and_then(|id| self.nodes.index_of(problem, id)),
            parent: parent.and_then(|id| self.nodes.recorded(id)),
            keeps_cheapest: keeps_cheapest(problem, &self.evaluation),
        }
    }

    /// Removes and closes the next open node.
    #[expect(
        clippy::inline_always,
        reason = "a call would cost a tenth of an expansion on a grid"
    )]
    #[inline(always)]
    pub(in crate::search) fn take_open(&mut self, progress: &mut Progress) -> Option<Taken<P::Cost>> {
        let id = if let Some(id) = self.chosen.take() {
            id
        } else {
            let is_fresh = |id, pushed| self.nodes.is_fresh(id, pushed);
            self.open.pop_fresh(&mut progress.memory, is_fresh)?
        };
        // Read before the change, because a word is slow to read just after one of its bytes has been written.
        let (cost, link) = self.nodes.state(id);
        let parent = link.parent();
        self.nodes.set_open(id, false);
        progress.open -= 1;
        self.nodes.current = Some(id);
        Some(Taken { id, cost, parent })
    }

    /// The node that has been taken. Fails if the graph no longer has it.
    #[inline]
    pub(in crate::search) fn taken_node(&self, problem: &P, progress: &mut Progress, id: u32) -> Option<P::Node> {
        let node = self.nodes.node(problem, id);
        if node.is_none() {
            progress.fail(SearchError::NoNodeAt { index: id as usize });
        }
        node
    }

    /// The next open node, which stays in the list.
    pub(in crate::search) fn next_open(&mut self, memory: &mut Memory) -> Option<u32> {
        let is_fresh = |id, pushed| self.nodes.is_fresh(id, pushed);
        self.chosen.or_else(|| self.open.peek_fresh(memory, is_fresh))
    }

    /// Chooses the next open node and leaves it open. Until it is taken, or put back into the list, the choice stays.
    #[inline]
    pub(in crate::search) fn choose(&mut self, memory: &mut Memory) -> Option<u32> {
        if self.chosen.is_none() {
            let is_fresh = |id, pushed| self.nodes.is_fresh(id, pushed);
            self.chosen = self.open.pop_fresh(memory, is_fresh);
        }
        self.chosen
    }

    /// Closes the chosen node without expanding it.
    #[inline]
    pub(in crate::search) fn leave_out(&mut self, progress: &mut Progress) {
        if let Some(id) = self.chosen.take() {
            self.nodes.set_open(id, false);
            progress.open -= 1;
        }
    }

    /// Puts the chosen node back into the open list.
    pub(in crate::search) fn release(&mut self, problem: &P, memory: &mut Memory) {
        if let Some(id) = self.chosen.take()
            && let Some(key) = self.key(problem, id)
        {
            self.open.push(id, key, self.nodes.cost(id), memory);
        }
    }

    /// Meets a node, successor number `place` of its parent, by a path of this cost. The usual case, a node known by a
    /// path that is no worse, is inlined.
    #[inline]
    pub(in crate::search) fn meet<W: Observer<P::Node, P::Cost>>(
        &mut self,
        generation: &mut Generation<'_, P, V, W>,
        node: P::Node,
        cost: P::Cost,
        key: Key,
        place: usize,
    ) {
        let takes_better = self.evaluation.revisit() != Revisit::Never;
        match self
            .nodes
            .meet(generation.context.problem, key, &node, &cost, takes_better)
        {
            Meeting::Idle => {}
            Meeting::First => {
                self.discover(generation, node, cost, key, place);
            }
            Meeting::Better(id) => self.improve(generation, id, node, cost, place),
        }
    }

    /// Stores and opens a node to which this is the first path, and returns its id.
    // This function and the next are not inlined, which speeds up the common case, a successor that needs neither.
    #[inline(never)]
    pub(in crate::search) fn discover<W: Observer<P::Node, P::Cost>>(
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
        Near::note(&mut self.nearest, id, estimated, cost);
        progress.open += 1;
        self.open.push(id, rank, cost, &mut progress.memory);
        Some(id)
    }

    /// Gives a known node a better path, and reopens the node if it was closed.
    #[inline(never)]
    pub(in crate::search) fn improve<W: Observer<P::Node, P::Cost>>(
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
        self.nodes.improve(*problem, id, node, cost, link);
        // A dead end takes the cheaper path, and stays closed.
        let Some(rank) = rank else { return };
        if !was_open {
            progress.open += 1;
            progress.reopened += 1;
            self.has_reopened = true;
        }
        Near::note(&mut self.nearest, id, V::Guidance::as_cost(estimate), cost);
        self.open.push(id, rank, cost, &mut progress.memory);
    }
}

/// Whether every closed node is reopened for a cheaper path, throughout the search.
#[inline]
pub(super) fn keeps_cheapest<P: Problem, V: Evaluation<P>>(problem: &P, evaluation: &V) -> bool {
    match evaluation.revisit() {
        Revisit::Reopen => true,
        Revisit::ReopenUnless(_) => problem.hints().prefers_reopening,
        Revisit::WhileOpen | Revisit::Never => false,
    }
}

/// Whether a closed node is reopened now.
pub(super) fn reopens<P: Problem, V: Evaluation<P>>(
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

/// Whether a path to a node with this estimate leads beyond the limit.
#[inline]
pub(super) fn is_beyond<C: Cost>(limit: C, cost: C, estimate: Option<C>) -> bool {
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
