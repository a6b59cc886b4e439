//! [`Generation`]: what becomes of the successors of one node.

use alloc::boxed::Box;
use core::hash::BuildHasher;

use super::path_cost::{checked_key, explain_path_cost};
use super::{Evaluation, Revisit};
use crate::error::Origin;
use crate::nodes::{Key, Meeting, NodeTable, Record};
use crate::open::OpenList;
use crate::{Cost, Graph, Observer, Problem, SearchError};

/// What an expansion did.
pub(super) struct Outcome {
    pub(super) opened: usize,
    pub(super) reopened: usize,
    pub(super) failure: Option<Box<SearchError>>,
}

/// What goes into the open list, if anything: a node and its key.
type Entry<C> = Result<Option<(u32, C)>, Box<SearchError>>;

/// The node table of a search.
type Nodes<P, E, S> = NodeTable<<P as Graph>::Node, <P as Graph>::Cost, <E as Evaluation<P>>::Estimate, S>;

/// The node being expanded.
pub(super) struct Parent<'a, N, V> {
    pub(super) id: u32,
    pub(super) node: &'a N,
    pub(super) estimate: V,
}

/// The parts of a search that the successors of a node change, while the node itself is looked at.
pub(super) struct Generation<'a, P: Problem, E: Evaluation<P>, W, O> {
    pub(super) problem: &'a P,
    pub(super) evaluation: &'a E,
    pub(super) observer: &'a mut W,
    pub(super) open: &'a mut O,
    pub(super) nearest: &'a mut Option<(u32, P::Cost)>,
    /// `None` for a start.
    pub(super) parent: Option<Parent<'a, P::Node, E::Estimate>>,
    pub(super) opened: usize,
    pub(super) reopened: usize,
    /// The first thing that went wrong.
    pub(super) failure: Option<Box<SearchError>>,
}

impl<P, E, W, O> Generation<'_, P, E, W, O>
where
    P: Problem,
    E: Evaluation<P>,
    W: Observer<P::Node, P::Cost>,
    O: OpenList<P::Cost>,
{
    /// A path to `node` has been found, its parent's successor number `place`. Mostly the node is known, by a path that is
    /// no worse: that much is inlined.
    #[inline]
    pub(super) fn meet<S: BuildHasher>(
        &mut self,
        nodes: &mut Nodes<P, E, S>,
        node: P::Node,
        cost: P::Cost,
        key: Key,
        place: usize,
    ) {
        let takes_better = self.evaluation.revisit() != Revisit::Never;
        match nodes.meet(key, &node, &cost, takes_better) {
            Meeting::Idle => {}
            Meeting::First => self.arrive(nodes, node, cost, key, None, place),
            Meeting::Better(id) => self.arrive(nodes, node, cost, key, Some(id), place),
        }
    }

    /// An edge whose cost does not simply add up: `None`, and a failure where it is none that is missing.
    #[cold]
    pub(super) fn refuse(&mut self, cost: P::Cost, edge: P::Cost, place: usize) -> Option<P::Cost> {
        explain_path_cost(cost, edge, Origin::Successor(place)).unwrap_or_else(|error| {
            self.failure.get_or_insert_with(|| Box::new(error));
            None
        })
    }

    /// The first path to a node, which stores and opens it, or a better one, which it takes, opened again if it was closed.
    // Not inlined: the successors for which it is not called are what has to be fast.
    #[inline(never)]
    fn arrive<S: BuildHasher>(
        &mut self,
        nodes: &mut Nodes<P, E, S>,
        node: P::Node,
        cost: P::Cost,
        key: Key,
        known: Option<u32>,
        place: usize,
    ) {
        if self.failure.is_some() {
            return;
        }
        let origin = match self.parent {
            Some(_) => Origin::Successor(place),
            None => Origin::Start,
        };
        let result = match known {
            None => self.discover(nodes, node, cost, key, origin),
            Some(id) => self.improve(nodes, id, node, cost, key, origin),
        };
        match result {
            Ok(Some((id, rank))) => self.open.push(id, rank, cost),
            Ok(None) => {}
            Err(error) => self.failure = Some(error),
        }
    }

    /// Stores a node, and answers what goes into the open list.
    #[inline]
    fn discover<S: BuildHasher>(
        &mut self,
        nodes: &mut Nodes<P, E, S>,
        node: P::Node,
        cost: P::Cost,
        key: Key,
        origin: Origin,
    ) -> Entry<P::Cost> {
        let estimate = match &self.parent {
            Some(parent) => self
                .evaluation
                .estimate_child(self.problem, parent.node, parent.estimate, &node),
            None => self.evaluation.estimate(self.problem, &node),
        };
        let rank = self.rank(cost, estimate, origin)?;
        let record = Record::new(node, cost, estimate, self.parent.as_ref().map(|parent| parent.id));
        let id = nodes
            .insert(key, record)
            .map_err(|refusal| Box::new(nodes.error(refusal)))?;
        let Some(rank) = rank else {
            // A dead end is stored, lest it be estimated again, but never opened.
            nodes.record_mut(id).close();
            return Ok(None);
        };
        if let Some(estimate) = E::as_cost(estimate)
            && self.nearest.is_none_or(|(_, least)| estimate.is_less(&least))
        {
            *self.nearest = Some((id, estimate));
        }
        self.opened += 1;
        let parent = self.parent.as_ref().map(|parent| parent.node);
        self.observer.opened(&nodes.record(id).node, parent, cost);
        Ok(Some((id, rank)))
    }

    /// Gives a known node a better path, and answers what goes into the open list.
    #[inline]
    fn improve<S: BuildHasher>(
        &mut self,
        nodes: &mut Nodes<P, E, S>,
        id: u32,
        node: P::Node,
        cost: P::Cost,
        key: Key,
        origin: Origin,
    ) -> Entry<P::Cost> {
        let record = nodes.record(id);
        let (was_open, old_cost) = (record.is_open(), record.cost);
        let rank = self.rank(cost, record.value, origin)?;
        // A closed node stays as it is where its successors could not follow. A dead end has none.
        if !was_open && rank.is_some() && self.evaluation.revisit() == Revisit::WhileOpen {
            return Ok(None);
        }
        nodes.note_cost(key, cost);
        let record = nodes.record_mut(id);
        record.node = node;
        record.cost = cost;
        record.set_parent(self.parent.as_ref().map(|parent| parent.id));
        // A dead end takes the cheaper path, and stays closed.
        let Some(rank) = rank else { return Ok(None) };
        if !was_open {
            record.reopen();
            self.opened += 1;
            self.reopened += 1;
        }
        let parent = self.parent.as_ref().map(|parent| parent.node);
        self.observer.improved(&nodes.record(id).node, parent, old_cost, cost);
        Ok(Some((id, rank)))
    }

    /// By what the open list orders the node, or `None` for a dead end.
    #[inline]
    fn rank(&self, cost: P::Cost, estimate: E::Estimate, origin: Origin) -> Result<Option<P::Cost>, Box<SearchError>> {
        checked_key(self.evaluation.key(cost, estimate), cost, E::as_cost(estimate), origin)
    }

    pub(super) fn outcome(self) -> Outcome {
        Outcome {
            opened: self.opened,
            reopened: self.reopened,
            failure: self.failure,
        }
    }
}
