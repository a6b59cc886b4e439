//! [`Rounds`]: searches from one node after another, in the same memory.

use crate::{Dijkstra, Graph, OneToAll, Stats};

/// Searches to all nodes with Dijkstra's algorithm, one after another.
pub(super) struct Rounds<G: Graph> {
    pub(super) search: Dijkstra<OneToAll<G>>,
    /// The counts of the earlier searches.
    before: Stats,
}

impl<G: Graph> Rounds<G> {
    pub(super) fn new(graph: G, start: G::Node) -> Self {
        Rounds {
            search: Dijkstra::one_to_all(graph, start),
            before: Stats::default(),
        }
    }

    pub(super) fn graph(&self) -> &G {
        self.search.problem.graph()
    }

    pub(super) fn into_graph(self) -> G {
        self.search.problem.into_graph()
    }

    /// Begins the next search. Its graph may have been changed.
    pub(super) fn restart(&mut self, start: G::Node) {
        self.before = self.stats();
        self.search.problem.set_start(start);
        self.search.restart();
    }

    /// The counts of all searches together. Nodes and bytes are those of the current search.
    pub(super) fn stats(&self) -> Stats {
        self.search.stats().after(&self.before)
    }
}
