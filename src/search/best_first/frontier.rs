//! [`Frontier`]: the nodes and the open list of a best-first search, and what becomes of the successors of one node.

use core::fmt;

use super::evaluation::EstimateOf;
use super::{Evaluation, Revisit};
use crate::error::Origin;
use crate::nodes::{Key, Link, Meeting, NodeTable};
use crate::open::OpenList;
use crate::search::Guidance;
use crate::search::engine::{Context, Progress};
use crate::search::sums::{checked_key, path_cost};
use crate::{Cost, Graph, Observer, Problem, SearchError, SearchNode};

/// The node table of a search.
pub(super) type Nodes<P, V> = NodeTable<<P as Graph>::Node, <P as Graph>::Cost, EstimateOf<P, V>>;

/// The nodes and the open list.
pub(super) struct Frontier<P: Problem, V: Evaluation<P>> {
    pub(super) evaluation: V,
    pub(super) nodes: Nodes<P, V>,
    pub(super) open: V::Open,
    /// An open node whose expansion a limit has cut short: it comes next, whatever its key.
    interrupted: Option<u32>,
    /// The node with the least estimate so far.
    nearest: Option<(u32, P::Cost)>,
    /// Paths that cost more are left out; with estimates, those that will.
    pub(super) cost_limit: P::Cost,
}

/// The parent of a node.
pub(super) struct Parent<'a, N, H> {
    pub(super) id: u32,
    pub(super) node: &'a N,
    /// `None` if it is not at hand.
    pub(super) estimate: Option<H>,
}

/// What is passed on while the successors of a node are met.
pub(super) struct Generation<'a, P: Problem, V: Evaluation<P>, W> {
    pub(super) context: Context<'a, P, W>,
    /// The parent of what is met: mostly the node being expanded. `None` for a start.
    pub(super) parent: Option<Parent<'a, P::Node, EstimateOf<P, V>>>,
}

impl<P: Problem, V: Evaluation<P>> Frontier<P, V> {
    pub(super) fn new(evaluation: V) -> Self {
        Frontier {
            nodes: NodeTable::new(),
            open: evaluation.open_list(),
            evaluation,
            interrupted: None,
            nearest: None,
            cost_limit: P::Cost::INFINITY,
        }
    }

    /// Replaces the evaluation, and orders the open nodes anew.
    pub(super) fn set_evaluation(&mut self, problem: &P, evaluation: V) {
        self.open = evaluation.open_list();
        self.evaluation = evaluation;
        for id in self.nodes.ids(problem).filter(|id| self.nodes.link(*id).is_open()) {
            if let Some(key) = self.key(problem, id) {
                self.open.push(id, key, self.nodes.cost(id));
            }
        }
    }

    /// The key of a stored node.
    pub(super) fn key(&self, problem: &P, id: u32) -> Option<V::Key> {
        let node = self.nodes.node(problem, id)?;
        let estimate = self.estimate_of(problem, id, &node);
        self.evaluation.key(&node, self.nodes.cost(id), estimate)
    }

    /// The estimate of a stored node.
    #[inline]
    pub(super) fn estimate_of(&self, problem: &P, id: u32, node: &P::Node) -> EstimateOf<P, V> {
        let stored = self.nodes.value(id);
        stored.unwrap_or_else(|| V::Guidance::estimate(problem, node))
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.open.clear();
        self.interrupted = None;
        self.nearest = None;
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes()
    }

    /// Fails if so much memory is in use that the next expansion has to wait. Returns whether it may begin.
    #[inline]
    pub(super) fn is_within_memory_limit(&self, progress: &mut Progress) -> bool {
        let limit = self.nodes.limits().bytes;
        let is_within = limit == usize::MAX || self.bytes() <= limit;
        if !is_within {
            progress.fail(SearchError::MemoryLimit { limit });
        }
        is_within
    }

    /// The node to go to while the search goes on.
    pub(super) fn best_effort_node(&self) -> Option<u32> {
        self.nearest.map(|(id, _)| id).or(self.nodes.current)
    }

    pub(super) fn view(&self, problem: &P, id: u32) -> Option<SearchNode<P::Node, P::Cost>> {
        let estimate = |node: &P::Node| V::Guidance::as_cost(self.estimate_of(problem, id, node));
        self.nodes.view(problem, id, estimate)
    }

    pub(super) fn views(&self, problem: &P, is_open: bool) -> impl Iterator<Item = SearchNode<P::Node, P::Cost>> {
        let wanted = move |id: &u32| self.nodes.link(*id).is_open() == is_open;
        self.nodes
            .ids(problem)
            .filter(wanted)
            .filter_map(|id| self.view(problem, id))
    }

    /// Removes and closes the next open node.
    #[expect(
        clippy::inline_always,
        reason = "by itself it costs a tenth of an expansion on a grid"
    )]
    #[inline(always)]
    pub(super) fn take_open(&mut self, progress: &mut Progress) -> Option<u32> {
        let id = match self.interrupted.take() {
            Some(id) => id,
            None => self.open.pop_fresh(Self::is_fresh(&self.nodes))?,
        };
        self.nodes.set_open(id, false);
        progress.open -= 1;
        self.nodes.current = Some(id);
        Some(id)
    }

    /// The node that has been taken. Fails if the graph does not know it any more.
    #[inline]
    pub(super) fn taken_node(&self, problem: &P, progress: &mut Progress, id: u32) -> Option<P::Node> {
        let node = self.nodes.node(problem, id);
        if node.is_none() {
            progress.fail(SearchError::NoNodeAt { index: id as usize });
        }
        node
    }

    /// The next open node, which stays.
    pub(super) fn next_open(&mut self) -> Option<u32> {
        let peek = || self.open.peek_fresh(Self::is_fresh(&self.nodes));
        self.interrupted.or_else(peek)
    }

    /// Tells whether an entry of the open list is fresh. It is stale if its node has been expanded since, or opened
    /// again at a lower cost.
    #[inline]
    fn is_fresh(nodes: &Nodes<P, V>) -> impl Fn(u32, Option<P::Cost>) -> bool {
        move |id, pushed| {
            let (cost, link) = nodes.state(id);
            link.is_open() && pushed.is_none_or(|pushed| pushed.order(&cost).is_eq())
        }
    }

    /// Opens a node again that was taken and could not be expanded. It is the next one.
    #[cold]
    pub(super) fn put_back(&mut self, id: u32, progress: &mut Progress) {
        self.nodes.set_open(id, true);
        self.interrupted = Some(id);
        progress.open += 1;
    }

    /// The cost of a path and one more edge that is no plain sum: `None`, and a failure unless the edge is a missing
    /// one.
    #[cold]
    pub(super) fn refuse(progress: &mut Progress, cost: P::Cost, edge: P::Cost, place: usize) -> Option<P::Cost> {
        path_cost(cost, edge, || Origin::Successor(place)).unwrap_or_else(|error| {
            progress.fail(*error);
            None
        })
    }

    /// Meets a node by a path of this cost, its parent's successor number `place`. Mostly the node is known, by a path
    /// that is no worse: that much is inlined.
    #[inline]
    pub(super) fn meet<W: Observer<P::Node, P::Cost>>(
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
            Meeting::First => self.discover(generation, node, cost, key, place),
            Meeting::Better(id) => self.improve(generation, id, node, cost, place),
        }
    }

    /// The first path to a node: stores it, and opens it.
    // Not inlined, nor is the next: the successors for which they are not called are what has to be fast.
    #[inline(never)]
    pub(super) fn discover<W: Observer<P::Node, P::Cost>>(
        &mut self,
        generation: &mut Generation<'_, P, V, W>,
        node: P::Node,
        cost: P::Cost,
        key: Key,
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
        let estimate = match parent {
            Some(Parent {
                node: parent,
                estimate: Some(estimate),
                ..
            }) => V::Guidance::estimate_child(problem, parent, *estimate, &node),
            _ => V::Guidance::estimate(problem, &node),
        };
        if self.is_beyond_cost_limit(cost, estimate) {
            return;
        }
        let estimated = V::Guidance::as_cost(estimate);
        let rank = self.evaluation.key(&node, cost, estimate);
        let rank = match checked_key(rank, cost, estimated, || origin(parent.is_none(), place)) {
            Ok(rank) => rank,
            Err(error) => return progress.fail(*error),
        };
        let link = Link::new(parent.as_ref().map(|parent| parent.id), rank.is_some());
        let announce = |node: &P::Node| {
            if rank.is_some() {
                observer.opened(node, parent.as_ref().map(|parent| parent.node), cost);
            }
        };
        let id = match self.nodes.insert(*problem, key, node, cost, link, estimate, announce) {
            Ok(id) => id,
            Err(refusal) => return progress.fail(self.nodes.error(refusal)),
        };
        // A dead end is stored, lest it be estimated again, but never opened.
        let Some(rank) = rank else { return };
        if let Some(estimate) = estimated
            && self.nearest.is_none_or(|(_, least)| estimate.is_less(&least))
        {
            self.nearest = Some((id, estimate));
        }
        progress.open += 1;
        self.open.push(id, rank, cost);
    }

    /// A better path to a known node: gives it to the node, and opens that again if it was closed.
    #[inline(never)]
    pub(super) fn improve<W: Observer<P::Node, P::Cost>>(
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
        // A closed node stays as it is where its successors could not follow. A dead end has none.
        if !was_open && rank.is_some() && self.evaluation.revisit() == Revisit::WhileOpen {
            return;
        }
        if rank.is_some() {
            observer.improved(&node, parent.as_ref().map(|parent| parent.node), old_cost, cost);
        }
        let link = Link::new(parent.as_ref().map(|parent| parent.id), rank.is_some());
        self.nodes.improve(*problem, id, node, cost, link);
        // A dead end takes the cheaper path, and stays closed.
        let Some(rank) = rank else { return };
        if !was_open {
            progress.open += 1;
            progress.reopened += 1;
        }
        self.open.push(id, rank, cost);
    }

    #[inline]
    fn is_beyond_cost_limit(&self, cost: P::Cost, estimate: EstimateOf<P, V>) -> bool {
        self.cost_limit.is_less(&P::Cost::INFINITY) && {
            let least = V::Guidance::as_cost(estimate).map_or(Some(cost), |estimate| cost.plus(estimate));
            // A sum that is too large is looked at where the key is computed.
            least.is_some_and(|least| self.cost_limit.is_less(&least))
        }
    }
}

fn origin(is_start: bool, place: usize) -> Origin {
    if is_start {
        Origin::Start
    } else {
        Origin::Successor(place)
    }
}

impl<P: Problem, V: Evaluation<P> + Clone> Clone for Frontier<P, V> {
    fn clone(&self) -> Self {
        Frontier {
            evaluation: self.evaluation.clone(),
            nodes: self.nodes.clone(),
            open: self.open.clone(),
            interrupted: self.interrupted,
            nearest: self.nearest,
            cost_limit: self.cost_limit,
        }
    }
}

/// What orders the nodes: they themselves are not printed.
impl<P: Problem, V: Evaluation<P>> fmt::Debug for Frontier<P, V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = core::any::type_name::<V>();
        formatter.write_str(name.rsplit("::").next().unwrap_or(name))
    }
}
