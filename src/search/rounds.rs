//! [`Rounds`]: searches from one node after another, in the same memory.

use alloc::vec::Vec;

use super::Search;
use super::engine::Engine;
use crate::nodes::{Link, NodeTable};
use crate::{Budget, Cost, Dijkstra, Graph, Problem, SearchError, Stats, Status};

/// Searches by Dijkstra's algorithm, one after the other, each with its budget.
pub(super) struct Rounds<G: Graph> {
    pub(super) search: Dijkstra<Outward<G>>,
    /// What the searches before this one did.
    before: Stats,
}

/// From a node to all others, or to certain ends.
pub(super) struct Outward<G: Graph> {
    pub(super) graph: G,
    start: G::Node,
    /// Those that have not been reached are open.
    ends: NodeTable<G::Node, G::Cost, ()>,
    /// All of them.
    ids: Vec<u32>,
    /// How many ends have not been reached.
    missing: usize,
}

impl<G: Graph> Rounds<G> {
    /// A search from `start` to all nodes.
    pub(super) fn new(graph: G, start: G::Node) -> Self {
        let problem = Outward {
            graph,
            start,
            ends: NodeTable::new(),
            ids: Vec::new(),
            missing: 0,
        };
        Rounds {
            search: Dijkstra::new(problem),
            before: Stats::default(),
        }
    }

    /// Has all searches end when they have been at all of these, of which there is at least one.
    pub(super) fn set_ends(&mut self, nodes: &[G::Node]) -> Result<(), SearchError> {
        let Outward {
            graph,
            ends,
            ids,
            missing,
            ..
        } = &mut self.search.problem;
        for node in nodes {
            let key = ends.key(graph, node);
            if ends.get(graph, key, node).is_none() {
                let link = Link::new(None, true);
                let stored = ends.insert(graph, key, node.clone(), G::Cost::ZERO, link, (), |_| ());
                ids.push(stored.map_err(|refusal| ends.error(refusal))?);
            }
        }
        *missing = ids.len();
        Ok(())
    }

    /// The failure of the present search, as that of an edge that was followed backwards if it was.
    pub(super) fn error(&self, mut error: SearchError, is_backward: bool) -> SearchError {
        let engine = &self.search.engine;
        error.of_both(engine.limits(), engine.stored(), is_backward);
        error
    }

    pub(super) fn graph(&self) -> &G {
        &self.search.problem.graph
    }

    /// Begins the next search. Its graph may have been changed.
    pub(super) fn restart(&mut self, start: G::Node) {
        self.before = self.stats();
        let problem = &mut self.search.problem;
        for id in &problem.ids {
            problem.ends.set_open(*id, true);
        }
        problem.missing = problem.ids.len();
        problem.start = start;
        self.search.restart();
    }

    /// What all searches have done together. Nodes and bytes are those of the present one.
    pub(super) fn stats(&self) -> Stats {
        let (before, now) = (&self.before, self.search.stats());
        Stats {
            expanded: before.expanded + now.expanded,
            generated: before.generated + now.generated,
            max_open: before.max_open.max(now.max_open),
            elapsed: before.elapsed + now.elapsed,
            ..now
        }
    }

    /// Makes at most one expansion of the present search.
    pub(super) fn step(&mut self) -> Status {
        let status = self.search.step();
        self.pass(status)
    }

    /// Runs the present search, and takes what that needs from the budget.
    pub(super) fn run_for(&mut self, budget: &mut Budget) -> Status {
        loop {
            let before = self.search.stats();
            let status = self.search.run_for(*budget);
            *budget = budget.after(&before, &self.search.stats());
            let is_at_end = status == Status::Found;
            let status = self.pass(status);
            if !is_at_end || !status.is_running() || budget.is_empty() {
                return status;
            }
        }
    }

    /// Has the search go on if it is at an end that is not the last one.
    fn pass(&mut self, status: Status) -> Status {
        let Search {
            problem,
            engine,
            progress,
            ..
        } = &mut self.search;
        let nodes = &engine.frontier.nodes;
        if status != Status::Found || problem.missing == 0 {
            return status;
        }
        let end = nodes.current.and_then(|id| Some((id, nodes.node(problem, id)?)));
        let Some((id, found)) = end.and_then(|(id, node)| Some((id, problem.ends.find(&problem.graph, &node)?))) else {
            return status;
        };
        problem.ends.set_open(found, false);
        problem.missing -= 1;
        if problem.missing > 0 {
            engine.frontier.put_back(id, progress);
            progress.status = Status::Running;
        }
        progress.status.clone()
    }
}

impl<G: Graph> Graph for Outward<G> {
    type Node = G::Node;
    type Cost = G::Cost;

    #[inline]
    fn successors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, G::Cost)> {
        self.graph.successors(node)
    }

    crate::forward_indices!(graph);

    #[inline]
    fn prefetch(&self, node: &G::Node) {
        self.graph.prefetch(node);
    }
}

impl<G: Graph> Problem for Outward<G> {
    fn start(&self) -> G::Node {
        self.start.clone()
    }

    /// Whether it is an end that is missing.
    #[inline]
    fn is_goal(&self, node: &G::Node) -> bool {
        let is_missing = |id| self.ends.link(id).is_open();
        self.missing > 0 && self.ends.find(&self.graph, node).is_some_and(is_missing)
    }
}
