//! [`Rounds`]: searches from one node after another, in the same memory.

use crate::{Dijkstra, Graph, OneToAll, Stats};

/// Searches to all nodes by Dijkstra's algorithm, one after the other.
pub(super) struct Rounds<G: Graph> {
    pub(super) search: Dijkstra<OneToAll<G>>,
    /// What the searches before this one did.
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

    /// Begins the next search. Its graph may have been changed.
    pub(super) fn restart(&mut self, start: G::Node) {
        self.before = self.stats();
        self.search.problem.set_start(start);
        self.search.restart();
    }

    /// What all searches have done together. Nodes and bytes are those of the present one.
    pub(super) fn stats(&self) -> Stats {
        self.search.stats().after(&self.before)
    }
}
