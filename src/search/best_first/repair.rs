//! Withdraws and replaces the paths of stored nodes, which keeps a flow field up to date with its map.

use super::BestFirst;
use crate::engine::{Context, Evaluation, Frontier, Generation, Parent};
use crate::nodes::Link;
use crate::search::Search;
use crate::{Cost, Observer, Problem, Status};

impl<P: Problem, V: Evaluation<P>, W: Observer<P::Node, P::Cost>> Search<BestFirst<P, V>, W> {
    /// Returns the problem, to change its edges, and lets a search that has ended continue. This keeps the result of
    /// [`one_to_all`](crate::Dijkstra#method.one_to_all) up to date, but not that of a search with a goal.
    /// ([`LpaStar`](crate::LpaStar) finds changed paths itself.) If the graph
    /// [leaves out](crate::Graph::visit_successors) successors, wait until the search has ended. After the change, call
    /// [`withdraw`](Self::withdraw) for each node whose path has become more expensive, and then
    /// [`offer`](Self::offer) for each edge to such a node and each cheaper edge.
    pub fn repair(&mut self) -> &mut P {
        self.guarded(|search| {
            search.begin();
            search.engine.frontier.needs_all_edges = true;
            if matches!(search.progress.status, Status::Found | Status::Exhausted) {
                search.progress.status = Status::Running;
            }
        });
        &mut self.problem
    }

    /// Forgets the path to a node, as part of a [`repair`](Self::repair). The node has no cost until an edge to it is
    /// [offered](Self::offer). An unknown node is ignored.
    pub fn withdraw(&mut self, node: &P::Node) {
        let Frontier { nodes, chosen, .. } = &mut self.engine.frontier;
        if let Some(id) = nodes.find(&self.problem, node) {
            *chosen = chosen.filter(|chosen| *chosen != id);
            self.progress.open -= usize::from(nodes.link(id).is_open());
            nodes.improve(id, node.clone(), P::Cost::INFINITY, Link::new(None, false));
        }
    }

    /// Offers the edge from `parent` to `node`, at position `place` among the parent's successors, as part of a
    /// [`repair`](Self::repair). Ignored if there is no path to the parent. An invalid cost makes the search
    /// [`Failed`](Status::Failed).
    pub fn offer(&mut self, node: P::Node, parent: &P::Node, edge: P::Cost, place: usize) {
        self.guarded(|search| {
            let frontier = &mut search.engine.frontier;
            let (problem, progress) = (&search.problem, &mut search.progress);
            let Some(id) = frontier.nodes.find(problem, parent) else {
                return;
            };
            let parent_cost = frontier.nodes.cost(id);
            // Once there is a path to the parent again, the parent is expanded.
            if !progress.status.is_running() || !parent_cost.is_less(&P::Cost::INFINITY) {
                return;
            }
            if let Some(cost) = progress.sum(parent_cost, edge, place) {
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
                frontier.reach(&mut generation, node, cost, key, place);
            }
            if !search.progress.status.is_running() {
                frontier.nodes.current = Some(id);
            }
        });
    }
}
