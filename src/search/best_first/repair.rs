//! Paths that are taken from the nodes of a search, and others put in their place: how a flow field follows its map.

use super::frontier::{Generation, Parent};
use super::{BestFirst, Evaluation};
use crate::nodes::Link;
use crate::search::Search;
use crate::search::engine::Context;
use crate::{Cost, Observer, Problem, Status};

impl<P: Problem, V: Evaluation<P>, W: Observer<P::Node, P::Cost>> Search<BestFirst<P, V>, W> {
    /// Returns the problem, to change edges of it, and has an ended search go on. Where a path has become more
    /// expensive, [`withdraw`](Self::withdraw) has to follow for all its nodes from there on, and then
    /// [`offer`](Self::offer) for all edges to these nodes and all edges that have become cheaper.
    pub(crate) fn repair(&mut self) -> &mut P {
        let _ = self.guarded(|search| {
            search.begin();
            if matches!(search.progress.status, Status::Found | Status::Exhausted) {
                search.progress.status = Status::Running;
            }
        });
        &mut self.problem
    }

    /// Takes the path from a node that the graph has a [`node_at`](crate::Graph::node_at) for. Its cost is then
    /// [`Cost::INFINITY`].
    pub(crate) fn withdraw(&mut self, node: &P::Node) {
        let nodes = &mut self.engine.frontier.nodes;
        if let Some(id) = nodes.find(&self.problem, node) {
            self.progress.open -= usize::from(nodes.link(id).is_open());
            nodes.set_state(id, P::Cost::INFINITY, Link::new(None, false));
        }
    }

    /// Meets a node by an edge from a parent that has a path: its successor number `place`.
    pub(crate) fn offer(&mut self, node: P::Node, parent: &P::Node, edge: P::Cost, place: usize) {
        let _ = self.guarded(|search| {
            let frontier = &mut search.engine.frontier;
            let (problem, progress) = (&search.problem, &mut search.progress);
            let Some(id) = frontier.nodes.find(problem, parent) else {
                return;
            };
            let Some(cost) = progress.sum(frontier.nodes.cost(id), edge, place) else {
                frontier.nodes.current = Some(id);
                return;
            };
            let key = frontier.nodes.key(problem, &node);
            let mut generation = Generation {
                context: Context {
                    problem,
                    observer: &mut search.observer,
                    progress,
                },
                parent: Some(Parent {
                    id,
                    node: parent,
                    estimate: None,
                }),
            };
            frontier.meet(&mut generation, node, cost, key, place);
        });
    }
}
