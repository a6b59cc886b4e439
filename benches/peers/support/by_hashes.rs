//! Searches over hashed nodes as one would write them by hand, without counts, limits, pauses or observers.

use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

/// The nodes of a search, each once.
pub(super) struct Nodes<N> {
    pub(super) list: Vec<Stored<N>>,
    pub(super) table: HashTable<u32>,
    pub(super) hasher: DefaultHashBuilder,
}

/// A node and what is known about it.
pub(super) struct Stored<N> {
    pub(super) node: N,
    pub(super) cost: u32,
    pub(super) estimate: u32,
    /// The start is its own parent.
    pub(super) parent: u32,
    pub(super) is_open: bool,
}

impl<N> Default for Nodes<N> {
    fn default() -> Self {
        Nodes {
            list: Vec::new(),
            table: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }
}

impl<N: Clone + Eq + Hash> Nodes<N> {
    fn new(start: &N, estimate: u32) -> Self {
        let mut nodes = Nodes::default();
        nodes.table.reserve(16, |_| 0);
        nodes.add(nodes.hasher.hash_one(start), start.clone(), 0, estimate, 0);
        nodes
    }

    pub(super) fn find(&self, hash: u64, node: &N) -> Option<u32> {
        let is_it = |place: &u32| self.list[*place as usize].node == *node;
        self.table.find(hash, is_it).copied()
    }

    pub(super) fn add(&mut self, hash: u64, node: N, cost: u32, estimate: u32, parent: u32) -> u32 {
        if self.table.len() == self.table.capacity() {
            self.grow();
        }
        let place = u32::try_from(self.list.len()).expect("a small graph");
        self.table.insert_unique(hash, place, |_| 0);
        self.list.push(Stored {
            node,
            cost,
            estimate,
            parent,
            is_open: true,
        });
        place
    }

    #[inline(never)]
    fn grow(&mut self) {
        let hash = |place: &u32| self.hasher.hash_one(&self.list[*place as usize].node);
        self.table.reserve(self.list.len(), hash);
    }

    /// The path to a node, and its cost.
    pub(super) fn path(&self, mut place: u32) -> (Vec<N>, u32) {
        let cost = self.list[place as usize].cost;
        let mut path = Vec::new();
        loop {
            let Stored { node, parent, .. } = &self.list[place as usize];
            path.push(node.clone());
            if *parent == place {
                break;
            }
            place = *parent;
        }
        path.reverse();
        (path, cost)
    }
}

/// Breadth-first search, whose queue is the list of nodes.
pub(crate) fn breadth_first<N: Clone + Eq + Hash, I: IntoIterator<Item = N>>(
    start: &N,
    successors: impl Fn(&N) -> I,
    is_goal: impl Fn(&N) -> bool,
) -> Option<(Vec<N>, u32)> {
    let mut nodes = Nodes::new(start, 0);
    let mut place = 0;
    while let Some(Stored { node, cost, .. }) = nodes.list.get(place as usize) {
        if is_goal(node) {
            return Some(nodes.path(place));
        }
        let cost = cost + 1;
        for child in successors(node) {
            let hash = nodes.hasher.hash_one(&child);
            if nodes.find(hash, &child).is_none() {
                nodes.add(hash, child, cost, 0, place);
            }
        }
        place += 1;
    }
    None
}

/// A\*, or Dijkstra's algorithm without estimates.
pub(crate) fn best_first<N: Clone + Eq + Hash, I: IntoIterator<Item = (N, u32)>>(
    start: &N,
    successors: impl Fn(&N) -> I,
    estimate: impl Fn(&N) -> u32,
    is_goal: impl Fn(&N) -> bool,
) -> Option<(Vec<N>, u32)> {
    let mut nodes = Nodes::new(start, estimate(start));
    let mut open = Buckets::default();
    open.push(estimate(start), 0, 0);
    while let Some((cost, place)) = open.pop() {
        let taken = &mut nodes.list[place as usize];
        if !taken.is_open || taken.cost != cost {
            continue;
        }
        taken.is_open = false;
        if is_goal(&taken.node) {
            return Some(nodes.path(place));
        }
        for (child, edge) in successors(&nodes.list[place as usize].node) {
            let (cost, hash) = (cost + edge, nodes.hasher.hash_one(&child));
            if let Some(known) = nodes.find(hash, &child) {
                let known_node = &mut nodes.list[known as usize];
                if cost < known_node.cost {
                    (known_node.cost, known_node.parent, known_node.is_open) = (cost, place, true);
                    open.push(cost + known_node.estimate, cost, known);
                }
            } else {
                let estimate = estimate(&child);
                let new = nodes.add(hash, child, cost, estimate, place);
                open.push(cost + estimate, cost, new);
            }
        }
    }
    None
}

/// Buckets by f, last in first out within a bucket.
#[derive(Default)]
struct Buckets {
    /// The costs and places of nodes.
    all: Vec<Vec<(u32, u32)>>,
    /// The f of the first bucket.
    base: Option<u32>,
    current: usize,
}

impl Buckets {
    fn push(&mut self, f: u32, cost: u32, place: u32) {
        let number = f.saturating_sub(*self.base.get_or_insert(f)) as usize;
        if number >= self.all.len() {
            self.all.resize_with(number + 1 + number / 2, Vec::new);
        }
        self.current = self.current.min(number);
        self.all[number].push((cost, place));
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(bucket) = self.all.get_mut(self.current) {
            if let Some(entry) = bucket.pop() {
                return Some(entry);
            }
            self.current += 1;
        }
        None
    }
}
