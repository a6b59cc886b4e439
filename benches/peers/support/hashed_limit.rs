//! [`HashedLimit`]: Dijkstra's algorithm over hashed nodes, as one would write it by hand.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

/// Dijkstra's algorithm over strings with the guarantees of this crate: each node is stored once with its cost and
/// parent, is found by a hash with a random seed, and is compared with others by `==`. It does nothing else: there are
/// no checks, counts or options.
#[derive(Default)]
pub(crate) struct HashedLimit {
    nodes: Vec<Stored>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// Costs and the places of nodes.
    open: BinaryHeap<Reverse<(u32, u32)>>,
    /// The successors of the node that is being expanded, which is not cloned.
    successors: Vec<(String, u32)>,
}

struct Stored {
    node: String,
    hash: u64,
    cost: u32,
    parent: u32,
}

impl HashedLimit {
    /// The cost of a cheapest path to a goal. Without a goal, all nodes have their costs at the end.
    pub(crate) fn run<I: Iterator<Item = (String, u32)>>(
        &mut self,
        start: &str,
        successors: impl Fn(&String) -> I,
        is_goal: impl Fn(&String) -> bool,
    ) -> Option<u32> {
        self.nodes.clear();
        self.table.clear();
        self.open.clear();
        self.meet(start.to_owned(), 0, 0);
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

    fn meet(&mut self, node: String, cost: u32, parent: u32) {
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

    pub(crate) fn cost_to(&self, node: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(node);
        let found = self
            .table
            .find(hash, |place| self.nodes[*place as usize].node == node)?;
        Some(self.nodes[*found as usize].cost)
    }

    /// The nodes from the start to a node.
    pub(crate) fn path_to(&self, node: &str) -> Vec<&String> {
        let hash = self.hasher.hash_one(node);
        let mut place = self.table.find(hash, |place| self.nodes[*place as usize].node == node);
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
