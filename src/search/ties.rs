//! What a search that has found a goal says of all cheapest paths, not of one.

use core::hash::BuildHasher;

use super::path_cost::{explain_path_cost, path_cost};
use super::{BestFirst, Optimal};
use crate::error::Origin;
use crate::open::OpenList;
use crate::{Cost, Observer, Problem, SearchError, Status};

impl<P, E, W, O, S> BestFirst<P, E, W, O, S>
where
    P: Problem,
    E: Optimal<P>,
    W: Observer<P::Node, P::Cost>,
    O: OpenList<P::Cost>,
    S: BuildHasher,
{
    /// Runs to a goal, and then expands what else has a key no larger than its cost: the nodes of all cheapest paths are
    /// closed then, at their least costs. Nothing is done a second time.
    ///
    /// Answers whether there is a goal. After an error the search has failed.
    pub(super) fn run_through_ties(&mut self) -> Result<bool, SearchError> {
        match self.run() {
            Status::Found => {}
            Status::Failed(error) => return Err(error),
            Status::Running | Status::Exhausted => return Ok(false),
        }
        let goal = self.progress.current;
        let Some(bound) = goal.map(|id| self.nodes.record(id).cost) else {
            return Ok(false);
        };
        self.progress.status = Status::Running;
        while let Some(id) = self.take_open() {
            let record = self.nodes.record_mut(id);
            // A node without a key would not be open.
            let key = self.evaluation.key(record.cost, record.value).unwrap_or(record.cost);
            if bound.is_less(&key) {
                self.open.push(id, key, record.cost);
                break;
            }
            record.close();
            self.progress.open -= 1;
            self.progress.current = Some(id);
            if self.problem.is_goal(&record.node) {
                self.observer.found(&record.node, record.cost);
            } else if !self.expand(id) {
                break;
            }
        }
        if let Status::Failed(error) = &self.progress.status {
            return Err(error.clone());
        }
        self.progress.status = Status::Found;
        self.progress.current = goal;
        Ok(true)
    }

    /// The closed starts: paths begin there.
    pub(super) fn closed_starts(&self) -> impl Iterator<Item = u32> {
        let is_start = |id: &u32| {
            let record = self.nodes.record(*id);
            record.parent().is_none() && !record.is_open()
        };
        (0..).take(self.nodes.len()).filter(is_start)
    }

    /// The closed successors of a closed node to which it is a cheapest way, in the problem's order. None for a goal, where
    /// paths end.
    pub(super) fn for_each_cheapest_successor(&self, id: u32, mut visit: impl FnMut(u32)) {
        let (record, problem) = (self.nodes.record(id), &self.problem);
        if problem.is_goal(&record.node) {
            return;
        }
        problem.successors(&record.node).for_each(|(child, edge)| {
            let sum = path_cost(record.cost, edge)
                .or_else(|| explain_path_cost(record.cost, edge, Origin::Start).ok().flatten());
            let known = self.nodes.find(self.nodes.key(problem, &child), &child);
            if let (Some(sum), Some(known)) = (sum, known) {
                let stored = self.nodes.record(known);
                if known != id && !stored.is_open() && stored.cost.order(&sum).is_eq() {
                    visit(known);
                }
            }
        });
    }
}
