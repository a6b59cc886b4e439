//! [`Generation`]: what becomes of the successors of one node.

use alloc::boxed::Box;
use core::hash::BuildHasher;

use super::drive::Progress;
use super::path_cost::{checked_key, explain_path_cost};
use super::{Evaluation, Revisit};
use crate::error::Origin;
use crate::nodes::{Key, Meeting, NodeTable, Record};
use crate::open::OpenList;
use crate::{Cost, Graph, Observer, Problem, SearchError, Status};

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
    pub(super) progress: &'a mut Progress,
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
            Meeting::First => self.discover(nodes, node, cost, key, place),
            Meeting::Better(id) => self.improve(nodes, id, node, cost, key, place),
        }
    }

    /// An edge whose cost does not simply add up: `None`, and a failure where it is none that is missing.
    #[cold]
    pub(super) fn refuse(&mut self, cost: P::Cost, edge: P::Cost, place: usize) -> Option<P::Cost> {
        explain_path_cost(cost, edge, Origin::Successor(place)).unwrap_or_else(|error| {
            self.fail(error);
            None
        })
    }

    /// The first thing that went wrong counts.
    #[cold]
    fn fail(&mut self, error: SearchError) {
        if self.progress.status.is_running() {
            self.progress.status = Status::Failed(error);
        }
    }

    /// The first path to a node: stores it, and opens it.
    // Not inlined, nor is the next: the successors for which they are not called are what has to be fast.
    #[inline(never)]
    fn discover<S: BuildHasher>(
        &mut self,
        nodes: &mut Nodes<P, E, S>,
        node: P::Node,
        cost: P::Cost,
        key: Key,
        place: usize,
    ) {
        if !self.progress.status.is_running() {
            return;
        }
        let (parent, estimate) = match &self.parent {
            Some(Parent {
                id,
                node: from,
                estimate,
            }) => {
                let estimate = self.evaluation.estimate_child(self.problem, from, *estimate, &node);
                (Some((*id, *from)), estimate)
            }
            None => (None, self.evaluation.estimate(self.problem, &node)),
        };
        let rank = match self.rank(cost, estimate, place) {
            Ok(rank) => rank,
            Err(error) => return self.fail(*error),
        };
        let record = Record::new(node, cost, estimate, parent.map(|(id, _)| id));
        let id = match nodes.insert(key, record) {
            Ok(id) => id,
            Err(refusal) => return self.fail(nodes.error(refusal)),
        };
        let Some(rank) = rank else {
            // A dead end is stored, lest it be estimated again, but never opened.
            nodes.record_mut(id).close();
            return;
        };
        if let Some(estimate) = E::as_cost(estimate)
            && self.nearest.is_none_or(|(_, least)| estimate.is_less(&least))
        {
            *self.nearest = Some((id, estimate));
        }
        self.progress.open += 1;
        self.observer
            .opened(&nodes.record(id).node, parent.map(|(_, node)| node), cost);
        self.open.push(id, rank, cost);
    }

    /// A better path to a known node: gives it to the node, and opens that again if it was closed.
    #[inline(never)]
    fn improve<S: BuildHasher>(
        &mut self,
        nodes: &mut Nodes<P, E, S>,
        id: u32,
        node: P::Node,
        cost: P::Cost,
        key: Key,
        place: usize,
    ) {
        if !self.progress.status.is_running() {
            return;
        }
        let record = nodes.record(id);
        let (was_open, old_cost) = (record.is_open(), record.cost);
        let rank = match self.rank(cost, record.value, place) {
            Ok(rank) => rank,
            Err(error) => return self.fail(*error),
        };
        // A closed node stays as it is where its successors could not follow. A dead end has none.
        if !was_open && rank.is_some() && self.evaluation.revisit() == Revisit::WhileOpen {
            return;
        }
        nodes.note_cost(key, cost);
        let record = nodes.record_mut(id);
        record.node = node;
        record.cost = cost;
        record.set_parent(self.parent.as_ref().map(|parent| parent.id));
        // A dead end takes the cheaper path, and stays closed.
        let Some(rank) = rank else { return };
        if !was_open {
            record.reopen();
            self.progress.open += 1;
            self.progress.reopened += 1;
        }
        let parent = self.parent.as_ref().map(|parent| parent.node);
        self.observer.improved(&record.node, parent, old_cost, cost);
        self.open.push(id, rank, cost);
    }

    /// By what the open list orders the node, or `None` for a dead end.
    #[inline]
    fn rank(&self, cost: P::Cost, estimate: E::Estimate, place: usize) -> Result<Option<P::Cost>, Box<SearchError>> {
        let origin = match self.parent {
            Some(_) => Origin::Successor(place),
            None => Origin::Start,
        };
        checked_key(self.evaluation.key(cost, estimate), cost, E::as_cost(estimate), origin)
    }
}
