//! [`HashedLimit`]: Dijkstra's algorithm over hashed nodes, as one would write it by hand.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

/// Dijkstra's algorithm over nodes without numbers, with the guarantees of this crate: each node is stored once with
/// its cost and parent, is found by a hash with a random seed, and is compared with others by `==`. It does nothing
/// else: there are no checks, counts or options.
pub(crate) struct HashedLimit<N> {
    nodes: Vec<Stored<N>>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// Costs and the places of nodes.
    open: BinaryHeap<Reverse<(u32, u32)>>,
    /// The successors of the node that is being expanded, which is not cloned.
    successors: Vec<(N, u32)>,
}

struct Stored<N> {
    node: N,
    hash: u64,
    cost: u32,
    parent: u32,
}

impl<N> Default for HashedLimit<N> {
    fn default() -> Self {
        HashedLimit {
            nodes: Vec::new(),
            table: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            open: BinaryHeap::new(),
            successors: Vec::new(),
        }
    }
}

impl<N: Clone + Eq + Hash> HashedLimit<N> {
    /// The cost of a cheapest path to a goal. Without a goal, all nodes have their costs at the end.
    pub(crate) fn run<I: Iterator<Item = (N, u32)>>(
        &mut self,
        start: &N,
        successors: impl Fn(&N) -> I,
        is_goal: impl Fn(&N) -> bool,
    ) -> Option<u32> {
        self.nodes.clear();
        self.table.clear();
        self.open.clear();
        self.meet(start.clone(), 0, 0);
        while let Some(Reverse((cost, place))) = self.open.pop() {
            let Stored { node, cost: known, .. } = &self.nodes[place as usize];
            if cost > *known {
                continue;
            }
            if is_goal(node) {
                return Some(cost);
            }
            let mut children = std::mem::take(&mut self.successors);
            children.extend(successors(node));
            for (child, edge) in children.drain(..) {
                self.meet(child, cost + edge, place);
            }
            self.successors = children;
        }
        None
    }

    fn meet(&mut self, node: N, cost: u32, parent: u32) {
        let hash = self.hasher.hash_one(&node);
        let nodes = &mut self.nodes;
        let is_it = |place: &u32| nodes[*place as usize].hash == hash && nodes[*place as usize].node == node;
        if let Some(place) = self.table.find(hash, is_it).copied() {
            let known = &mut nodes[place as usize];
            if cost < known.cost {
                (known.cost, known.parent) = (cost, parent);
                self.open.push(Reverse((cost, place)));
            }
            return;
        }
        let place = u32::try_from(nodes.len()).expect("a small graph");
        nodes.push(Stored {
            node,
            hash,
            cost,
            parent,
        });
        self.table
            .insert_unique(hash, place, |place| nodes[*place as usize].hash);
        self.open.push(Reverse((cost, place)));
    }

    pub(crate) fn cost_to(&self, node: &N) -> Option<u32> {
        let hash = self.hasher.hash_one(node);
        let found = self
            .table
            .find(hash, |place| self.nodes[*place as usize].node == *node)?;
        Some(self.nodes[*found as usize].cost)
    }

    /// The nodes from the start to a node.
    pub(crate) fn path_to(&self, node: &N) -> Vec<&N> {
        let hash = self.hasher.hash_one(node);
        let mut place = self.table.find(hash, |place| self.nodes[*place as usize].node == *node);
        let mut path = Vec::new();
        while let Some(number) = place {
            let stored = &self.nodes[*number as usize];
            path.push(&stored.node);
            place = (stored.parent != *number).then_some(&stored.parent);
        }
        path.reverse();
        path
    }
}
