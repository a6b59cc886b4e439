//! Random small graphs, and teams on them.

use astride::FnGraph;
use astride::Graph;
use astride_agents::{Team, TeamError};
use proptest::prelude::*;

/// The successors of each node.
#[derive(Clone, Debug)]
pub(crate) struct Edges(pub(crate) Vec<Vec<usize>>);

impl Edges {
    pub(crate) fn graph(&self) -> impl Graph<Node = usize, Cost = u32> + '_ {
        FnGraph::new(|node: &usize| self.0[*node].iter().map(|next| (*next, 1_u32)))
    }

    fn link(&mut self, one: usize, other: usize) {
        self.0[one].push(other);
        self.0[other].push(one);
    }
}

/// A tree, so that corridors are frequent, with some additional edges.
pub(crate) fn undirected(nodes: usize) -> impl Strategy<Value = Edges> {
    let parents = prop::collection::vec(any::<prop::sample::Index>(), nodes - 1);
    let more = prop::collection::vec((0..nodes, 0..nodes), 0..4);
    (parents, more).prop_map(move |(parents, more)| {
        let mut edges = Edges(vec![Vec::new(); nodes]);
        for (at, parent) in parents.iter().enumerate() {
            edges.link(at + 1, parent.index(at + 1));
        }
        for (one, other) in more {
            edges.link(one, other);
        }
        edges
    })
}

/// One-way edges.
pub(crate) fn directed(nodes: usize) -> impl Strategy<Value = Edges> {
    prop::collection::vec((0..nodes, 0..nodes), nodes..3 * nodes).prop_map(move |more| {
        let mut edges = Edges(vec![Vec::new(); nodes]);
        for (from, to) in more {
            edges.0[from].push(to);
        }
        edges
    })
}

/// A cycle of at least three nodes with ears, so that each edge is part of a cycle.
pub(crate) fn biconnected() -> impl Strategy<Value = Edges> {
    let ear = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..3_usize);
    (3..7_usize, prop::collection::vec(ear, 0..5)).prop_map(|(circle, ears)| {
        let mut edges = Edges(vec![Vec::new(); circle]);
        for node in 0..circle {
            edges.link(node, (node + 1) % circle);
        }
        for (first, last, length) in ears {
            let nodes = edges.0.len();
            let (first, last) = (first.index(nodes), last.index(nodes));
            if first == last {
                continue;
            }
            let mut at = first;
            for node in nodes..nodes + length {
                edges.0.push(Vec::new());
                edges.link(at, node);
                at = node;
            }
            edges.link(at, last);
        }
        edges
    })
}

/// Different places for agents.
pub(crate) fn places(nodes: usize, agents: usize) -> impl Strategy<Value = Vec<usize>> {
    let all: Vec<usize> = (0..nodes).collect();
    Just(all).prop_shuffle().prop_map(move |mut all| {
        all.truncate(agents);
        all
    })
}

/// A graph with the starts and the goals of agents.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) edges: Edges,
    pub(crate) starts: Vec<usize>,
    pub(crate) goals: Vec<usize>,
}

impl Case {
    pub(crate) fn team(&self) -> Result<Team<usize>, TeamError> {
        let agents = self.starts.iter().copied().zip(self.goals.iter().copied());
        Team::new(&self.edges.graph(), agents)
    }
}

/// Agents on a graph of one of the kinds above.
pub(crate) fn case(edges: impl Strategy<Value = Edges>, agents: usize) -> impl Strategy<Value = Case> {
    edges.prop_flat_map(move |edges| {
        let nodes = edges.0.len();
        let ends = (places(nodes, agents), places(nodes, agents));
        ends.prop_map(move |(starts, goals)| Case {
            edges: edges.clone(),
            starts,
            goals,
        })
    })
}

/// Cases small enough for a search over all joint configurations.
pub(crate) fn small() -> impl Strategy<Value = Case> {
    prop_oneof![
        (4..9_usize).prop_flat_map(|nodes| case(undirected(nodes), 2)),
        (4..7_usize).prop_flat_map(|nodes| case(undirected(nodes), 3)),
        (4..6_usize).prop_flat_map(|nodes| case(undirected(nodes), 4)),
        (4..8_usize).prop_flat_map(|nodes| case(directed(nodes), 2)),
        (4..6_usize).prop_flat_map(|nodes| case(directed(nodes), 3)),
    ]
}
