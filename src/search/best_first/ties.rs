//! Extends a search that has found a goal, so that it covers all cheapest paths.

use super::BestFirst;
use crate::engine::{Context, Evaluation, path_cost};
use crate::error::Origin;
use crate::search::Search;
use crate::{Cost, Observer, Problem, SearchError, Status};

/// An evaluation whose search finds a cheapest path if the estimates are admissible: that of A\* or that of Dijkstra's
/// algorithm. [`OptimalPaths`](super::OptimalPaths) relies on it.
///
/// The trait is sealed. An implementation promises that the key of a node reached at its least cost is at most the cost
/// of every path through it to a goal, and that a closed node is reopened when a cheaper path to it is found.
#[doc(hidden)]
pub trait Optimal<P: Problem>: Evaluation<P, Key = P::Cost> + sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::search::CostPlusEstimate {}
    impl Sealed for crate::search::CostOnly {}
}

impl<P, V, W> Search<BestFirst<P, V>, W>
where
    P: Problem,
    V: Optimal<P>,
    W: Observer<P::Node, P::Cost>,
{
    /// Runs to a goal, and then expands all other nodes whose key exceeds its cost by at most `tolerance`. After that,
    /// the nodes of all cheapest paths are closed with their least costs. A second call does nothing.
    ///
    /// Returns whether there is a goal. After an error, the search has failed.
    pub(super) fn run_through_ties(&mut self, tolerance: P::Cost) -> Result<bool, SearchError> {
        match self.run() {
            Status::Found if self.problem.seeks_goal() => {}
            Status::Failed(error) => return Err(error),
            Status::Running | Status::Found | Status::Exhausted => return Ok(false),
        }
        let goal = self.engine.frontier.nodes.current;
        let Some(bound) = goal.map(|id| self.engine.frontier.nodes.cost(id)) else {
            return Ok(false);
        };
        self.progress.status = Status::Running;
        let status = self.guarded(|search| {
            search.expand_ties(bound, tolerance);
            search.settle();
        });
        if let Status::Failed(error) = status {
            return Err(error);
        }
        self.progress.status = Status::Found;
        self.engine.frontier.nodes.current = goal;
        Ok(true)
    }

    /// Expands all nodes whose key exceeds `bound` by at most `tolerance`.
    fn expand_ties(&mut self, bound: P::Cost, tolerance: P::Cost) {
        while self.progress.memory.refusal().is_none()
            && let Some(id) = self.engine.frontier.next_open(&mut self.progress.memory)
        {
            let frontier = &mut self.engine.frontier;
            if frontier
                .key(&self.problem, id)
                .is_none_or(|key| exceeds(key, bound, tolerance))
            {
                break;
            }
            let Some(taken) = frontier.take_open(&mut self.progress) else {
                break;
            };
            let Some(node) = frontier.taken_node(&self.problem, &mut self.progress, taken.id) else {
                break;
            };
            if self.problem.is_goal(&node) {
                frontier.notify(&self.problem, &mut self.observer, taken, &node, W::found);
                continue;
            }
            let context = Context {
                problem: &self.problem,
                observer: &mut self.observer,
                progress: &mut self.progress,
            };
            if !frontier.expand_node(&mut self.engine.successors, context, taken, &node) {
                break;
            }
        }
    }

    /// The closed starts, where paths begin.
    pub(super) fn closed_starts(&self) -> impl Iterator<Item = u32> {
        let nodes = &self.engine.frontier.nodes;
        let is_closed_start = |id: &u32| nodes.link(*id).parent().is_none() && !nodes.link(*id).is_open();
        nodes.ids().filter(is_closed_start)
    }

    /// Visits the closed successors that a path through this closed node reaches at no more than `tolerance` above
    /// their least cost, in the problem's order, as long as `visit` does not return `None`. For a goal, where paths
    /// end, there are none.
    pub(super) fn visit_cheapest_successors(
        &self,
        id: u32,
        tolerance: P::Cost,
        mut visit: impl FnMut(u32) -> Option<()>,
    ) -> Option<()> {
        let (nodes, problem) = (&self.engine.frontier.nodes, &self.problem);
        let Some(node) = nodes.node(problem, id).filter(|node| !problem.is_goal(node)) else {
            return Some(());
        };
        let cost = nodes.cost(id);
        problem.successors(&node).try_for_each(|(child, edge)| {
            let sum = path_cost(cost, edge, || Origin::Start).ok().flatten();
            if let (Some(sum), Some(known)) = (sum, nodes.find(problem, &child)) {
                let (stored, link) = nodes.state(known);
                if known != id && !link.is_open() && !exceeds(sum, stored, tolerance) {
                    visit(known)?;
                }
            }
            Some(())
        })
    }
}

/// Whether a cost exceeds another one by more than `tolerance`.
pub(super) fn exceeds<C: Cost>(cost: C, least: C, tolerance: C) -> bool {
    least.plus(tolerance).is_some_and(|most| most.is_less(&cost))
}
