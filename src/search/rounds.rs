//! [`Rounds`]: searches from one node after another, in the same memory.

use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

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
    ends: RefCell<NodeTable<G::Node, G::Cost, ()>>,
    /// How many ends have not been reached.
    missing: Cell<usize>,
}

impl<G: Graph> Rounds<G> {
    /// A search from `start` to all nodes.
    pub(super) fn new(graph: G, start: G::Node) -> Self {
        let problem = Outward {
            graph,
            start,
            ends: RefCell::new(NodeTable::new()),
            missing: Cell::new(0),
        };
        Rounds {
            search: Dijkstra::new(problem),
            before: Stats::default(),
        }
    }

    /// Has all searches end when they have been at all of these, of which there is at least one.
    pub(super) fn set_ends(&mut self, nodes: &[G::Node]) -> Result<(), SearchError> {
        let Outward {
            graph, ends, missing, ..
        } = &mut self.search.problem;
        let ends = ends.get_mut();
        for node in nodes {
            let key = ends.key(graph, node);
            if ends.get(graph, key, node).is_none() {
                let link = Link::new(None, true);
                let stored = ends.insert(graph, key, node.clone(), G::Cost::ZERO, link, (), |_| ());
                stored.map_err(|refusal| ends.error(refusal))?;
            }
        }
        *missing.get_mut() = ends.len();
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
        let Outward {
            graph,
            start: from,
            ends,
            missing,
        } = &mut self.search.problem;
        let ends = ends.get_mut();
        for id in ends.ids(graph).collect::<Vec<_>>() {
            ends.set_open(id, true);
        }
        *missing.get_mut() = ends.len();
        *from = start;
        self.search.restart();
    }

    /// What all searches have done together. Nodes and bytes are those of the present one.
    pub(super) fn stats(&self) -> Stats {
        let (before, now) = (&self.before, self.search.stats());
        Stats {
            expanded: before.expanded + now.expanded,
            generated: before.generated + now.generated,
            reopened: before.reopened + now.reopened,
            max_open: before.max_open.max(now.max_open),
            elapsed: before.elapsed + now.elapsed,
            ..now
        }
    }

    /// Runs the present search, and takes what that needs from the budget.
    pub(super) fn run_for(&mut self, budget: &mut Budget) -> Status {
        let before = self.search.stats();
        let status = self.search.run_for(*budget);
        *budget = budget.after(&before, &self.search.stats());
        status
    }
}

impl<G: Graph> Graph for Outward<G> {
    type Node = G::Node;
    type Cost = G::Cost;

    #[inline]
    fn successors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, G::Cost)> {
        self.graph.successors(node)
    }

    #[inline]
    fn index(&self, node: &G::Node) -> Option<usize> {
        self.graph.index(node)
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<G::Node> {
        self.graph.node_at(index)
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        self.graph.index_bound()
    }

    #[inline]
    fn prefetch(&self, node: &G::Node) {
        self.graph.prefetch(node);
    }
}

impl<G: Graph> Problem for Outward<G> {
    fn start(&self) -> G::Node {
        self.start.clone()
    }

    /// Whether it is the last end that was missing. A node may be asked for twice, if a limit was hit in between.
    fn is_goal(&self, node: &G::Node) -> bool {
        if self.missing.get() == 0 {
            return false;
        }
        let mut ends = self.ends.borrow_mut();
        if let Some(id) = ends.find(&self.graph, node)
            && ends.link(id).is_open()
        {
            ends.set_open(id, false);
            self.missing.set(self.missing.get() - 1);
            return self.missing.get() == 0;
        }
        false
    }
}
