//! The node table, which stores every node that a search has generated, once.
//!
//! Nodes are stored in a growing array of [`Record`]s. A record is found by index if its node has a [`Graph::index`],
//! in an array of which only the pages in use take memory, and otherwise through a hash table of `u32`. If the graph
//! has a [`node_at`](Graph::node_at), nodes need no record: an array of [`Slot`]s holds all of their data. One search
//! may use all three kinds. If `index` and `node_at` are always `None` or always `Some`, the code for the other kinds
//! is compiled away.

mod by_id;
mod few;
mod hashed;
mod id;
mod indexed;
mod memory;
mod pages;
mod records;
mod shared;
mod table;

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};

use hashbrown::DefaultHashBuilder;

pub use by_id::ById;
use hashed::Hashed;
pub use id::Link;
use id::Place;
pub(crate) use id::{FIRST_RECORD, record_id};
use indexed::Indexed;
use pages::Pages;
pub(crate) use records::{Closed, Records};
pub(crate) use shared::Shared;
use table::Table;

use crate::memory::Memory;
use crate::pieces::Pieces;
use crate::{Cost, Graph, SearchNode};

/// Every node that a search has generated, once, with the cost of the best path to it, its parent, and whether it is
/// open. Nodes have ids of type `u32`.
///
/// `V` is the type of a value that the algorithm stores in a node's record in addition to these, such as its estimate.
/// A node has no record if its graph can [create](Graph::node_at) it from its index. For such a node, the algorithm
/// computes the value again.
#[derive(Clone, Debug)]
pub struct NodeTable<N, C, V> {
    slots: Indexed<Slot<C>>,
    /// The stamp of this search's slots and entries. Those of earlier searches have a lower one.
    stamp: u32,
    /// The number of nodes without a record.
    in_slots: usize,
    records: Pieces<Record<N, C, V>>,
    by_index: Pages<Entry>,
    hashed: Hashed,
    hasher: DefaultHashBuilder,
    /// The node that was expanded last.
    pub(crate) current: Option<u32>,
}

/// The data of an indexed node without a record: the cost, the bits of the [`Link`], and the stamp.
///
/// It is a tuple of numbers because `vec!` can make an array of such zeros without writing to it.
pub(crate) type Slot<C> = (C, u32, u32);

/// The stamp and the number of the record of an indexed node.
type Entry = (u32, u32);

/// All slots, and the other fields that a search changes as it stores nodes in them.
pub(crate) struct Slots<'a, C> {
    pub(crate) all: &'a mut [Slot<C>],
    /// The stamp of this search's slots.
    pub(crate) stamp: u32,
    /// The number of nodes stored.
    pub(crate) stored: &'a mut usize,
    /// The node that was expanded last.
    pub(crate) current: &'a mut Option<u32>,
}

impl<C: Cost> Slots<'_, C> {
    /// Whether an entry of the open list is fresh: see [`NodeTable::freshness`].
    #[inline]
    pub(crate) fn freshness(&self) -> impl Fn(u32, Option<C>) -> bool + Copy {
        |id, pushed| {
            self.all.get(id as usize).is_some_and(|(cost, link, _)| {
                Link(*link).is_open() && pushed.is_none_or(|pushed| pushed.order(cost).is_eq())
            })
        }
    }
}

/// A slot that was never used.
const fn unused<C: Cost>() -> Slot<C> {
    (C::ZERO, 0, 0)
}

/// A node with all of its data.
#[derive(Clone, Debug)]
struct Record<N, C, V> {
    node: N,
    cost: C,
    value: V,
    link: Link,
}

/// The key by which a [`NodeTable`] looks up a node.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    /// Its [index](Graph::index).
    Index(usize),
    /// Bits of its hash, computed by [`NodeTable::key`].
    Hash(u32),
}

/// How a path to a node compares with the known one.
#[derive(Clone, Copy, Debug)]
pub enum Comparison {
    /// It is the first path to this node.
    FirstPath,
    /// It is better than the known path to the node, which has this id.
    Better(u32),
    /// The known path is no worse, or the search never replaces it.
    NoBetter,
}

/// An empty table.
impl<N, C, V> Default for NodeTable<N, C, V> {
    fn default() -> Self {
        NodeTable {
            slots: Indexed::default(),
            stamp: 1,
            in_slots: 0,
            records: Pieces::default(),
            by_index: Pages::default(),
            hashed: Hashed::default(),
            hasher: DefaultHashBuilder::default(),
            current: None,
        }
    }
}

impl<N: Clone + Eq + Hash, C: Cost, V: Copy> NodeTable<N, C, V> {
    /// Makes this empty table compute the same hashes as another one, so that a [`Key`] is valid in both.
    pub(crate) fn hash_like<V2>(&mut self, other: &NodeTable<N, C, V2>) {
        self.hasher = other.hasher.clone();
    }

    /// Removes all nodes and keeps the allocated memory. Takes constant time for indexed nodes that own nothing on the
    /// heap.
    pub fn clear(&mut self) {
        self.stamp = self.stamp.checked_add(1).unwrap_or_else(|| {
            self.slots.fill(&unused());
            self.by_index.fill(&(0, 0));
            1
        });
        self.slots.unite(&unused());
        self.in_slots = 0;
        self.hashed.clear();
        self.records.clear();
        self.current = None;
    }

    /// Returns the number of stored nodes.
    #[inline]
    pub fn len(&self) -> usize {
        self.in_slots + self.records.len()
    }

    /// Returns whether no node is stored.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether all nodes are in slots, and the slots are in one piece.
    #[inline]
    pub(crate) fn is_in_slots(&self) -> bool {
        self.records.is_empty() && self.slots.is_one_piece()
    }

    /// The slots of a table that [is a slots](Self::is_in_slots).
    #[inline]
    pub(crate) fn slots_mut(&mut self) -> Slots<'_, C> {
        Slots {
            all: self.slots.first_piece(),
            stamp: self.stamp,
            stored: &mut self.in_slots,
            current: &mut self.current,
        }
    }

    #[inline]
    fn record(&self, number: usize) -> &Record<N, C, V> {
        &self.records[number]
    }

    /// Returns the cost of the path to a stored node, and the node's link.
    ///
    /// # Panics
    ///
    /// If no node has this id.
    #[inline]
    pub fn state(&self, id: u32) -> (C, Link) {
        match Place::of(id) {
            Place::Slot(index) => {
                let (cost, link, _) = self.slots.get(index).expect("capacity for each stored node");
                (*cost, Link(*link))
            }
            Place::Record(number) => (self.record(number).cost, self.record(number).link),
        }
    }

    /// Whether an entry of the open list is fresh. An entry is stale if its node has been expanded since, or opened
    /// again at a lower cost than that with which the entry was pushed.
    #[inline]
    pub fn is_fresh(&self, id: u32, pushed: Option<C>) -> bool {
        let (cost, link) = self.state(id);
        link.is_open() && pushed.is_none_or(|pushed| pushed.order(&cost).is_eq())
    }

    /// Returns [`is_fresh`](Self::is_fresh) as a function that open lists take. If each search passed a closure of its
    /// own, open lists would be compiled again for each search and problem.
    #[inline]
    pub(crate) fn freshness(&self) -> impl Fn(u32, Option<C>) -> bool + Copy {
        |id, pushed| self.is_fresh(id, pushed)
    }

    /// Replaces the cost and the link of a stored node.
    #[inline]
    pub fn set_state(&mut self, id: u32, cost: C, link: Link) {
        match Place::of(id) {
            Place::Slot(index) => {
                if let Some(slot) = self.slots.get_mut(index) {
                    (slot.0, slot.1) = (cost, link.0);
                }
            }
            Place::Record(number) => {
                if let Some(record) = self.records.get_mut(number) {
                    (record.cost, record.link) = (cost, link);
                }
            }
        }
    }

    /// Opens or closes a stored node.
    #[inline]
    pub fn set_open(&mut self, id: u32, is_open: bool) {
        match Place::of(id) {
            Place::Slot(index) => {
                if let Some((_, link, _)) = self.slots.get_mut(index) {
                    *link = Link(*link).with_open(is_open).0;
                }
            }
            Place::Record(number) => {
                if let Some(record) = self.records.get_mut(number) {
                    record.link = record.link.with_open(is_open);
                }
            }
        }
    }

    /// Returns the cost of the path to a stored node.
    ///
    /// # Panics
    ///
    /// If no node has this id.
    #[inline]
    pub fn cost(&self, id: u32) -> C {
        self.state(id).0
    }

    /// Returns the parent of a stored node, and whether the node is open.
    ///
    /// # Panics
    ///
    /// If no node has this id.
    #[inline]
    pub fn link(&self, id: u32) -> Link {
        self.state(id).1
    }

    /// Returns a stored node. `None` only if the graph's [`node_at`](Graph::node_at) breaks its contract.
    #[inline]
    pub fn node<G: Graph<Node = N>>(&self, graph: &G, id: u32) -> Option<N> {
        match Place::of(id) {
            Place::Slot(index) => graph.node_at(index),
            Place::Record(number) => Some(self.record(number).node.clone()),
        }
    }

    /// A stored node, or `None` if it has no record.
    #[inline]
    pub(crate) fn recorded(&self, id: u32) -> Option<&N> {
        match Place::of(id) {
            Place::Slot(_) => None,
            Place::Record(number) => self.records.get(number).map(|record| &record.node),
        }
    }

    /// The index of a stored node, if it has one.
    #[inline]
    pub(crate) fn index_of<G: Graph<Node = N>>(&self, graph: &G, id: u32) -> Option<usize> {
        match Place::of(id) {
            Place::Slot(index) => Some(index),
            Place::Record(number) => graph.index(&self.record(number).node),
        }
    }

    /// Returns the algorithm's value for a stored node, or `None` if the node has no record.
    #[inline]
    pub fn value(&self, id: u32) -> Option<V> {
        match Place::of(id) {
            Place::Slot(_) => None,
            Place::Record(number) => Some(self.record(number).value),
        }
    }

    /// Returns the ids of all nodes.
    pub fn ids(&self) -> impl Iterator<Item = u32> {
        let (mut next, mut in_slots, mut numbers) = (0, self.in_slots, 0..self.records.len());
        // A loop is one function to compile for each search, whereas adapters would be dozens.
        core::iter::from_fn(move || {
            while in_slots > 0
                && let Some((.., stamp)) = self.slots.get(next)
            {
                let index = next;
                next += 1;
                if *stamp == self.stamp {
                    in_slots -= 1;
                    return Some(Place::Slot(index).id());
                }
            }
            numbers.next().map(|number| Place::Record(number).id())
        })
    }

    /// Returns the id of `node`, if it is stored.
    #[inline]
    pub fn find<G: Graph<Node = N>>(&self, graph: &G, node: &N) -> Option<u32> {
        self.get(self.key(graph, node), node)
    }

    /// Returns the state of a stored node, whose h is computed by `estimate`.
    pub fn view<G: Graph<Node = N>>(
        &self,
        graph: &G,
        id: u32,
        estimate: impl FnOnce(&N) -> Option<C>,
    ) -> Option<SearchNode<N, C>> {
        let ((cost, link), node) = (self.state(id), self.node(graph, id)?);
        let h = estimate(&node);
        let parent = link.parent().and_then(|parent| self.node(graph, parent));
        Some(SearchNode::new(node, cost, h, parent, link.is_open()))
    }

    /// Returns the key that `node` is looked up by.
    #[inline]
    pub fn key<G: Graph<Node = N>>(&self, graph: &G, node: &N) -> Key {
        match graph.index(node) {
            Some(index) => Key::Index(index),
            None => Key::Hash(self.bits(node)),
        }
    }

    /// Returns how a path of this cost to `node` compares with the known one. `takes_better` is whether the search
    /// replaces a known path with a better one.
    #[inline]
    pub fn compare(&self, key: Key, node: &N, cost: &C, takes_better: bool) -> Comparison {
        match key {
            Key::Index(index) => match self.slots.get(index) {
                Some((known, _, stamp)) if *stamp == self.stamp => {
                    compare_with(Some((Place::Slot(index).id(), *known)), cost, takes_better)
                }
                _ => compare_with(self.get_indexed(index), cost, takes_better),
            },
            Key::Hash(bits) => compare_with(self.get_hashed(bits, node), cost, takes_better),
        }
    }

    /// Returns the bits of a node's hash, and begins to fetch the memory that a lookup with them will need. It does not
    /// wait for this memory, so that several lookups can wait together.
    #[inline]
    pub(crate) fn prefetch(&self, node: &N) -> u32 {
        let bits = self.bits(node);
        self.hashed.prefetch(bits);
        bits
    }

    /// The bits of a node's hash that the hash table uses.
    #[inline]
    pub(super) fn bits(&self, node: &N) -> u32 {
        Table::bits(self.hasher.hash_one(node))
    }

    /// Returns the id of the node with this key, if it is stored.
    #[inline]
    pub fn get(&self, key: Key, node: &N) -> Option<u32> {
        match key {
            Key::Index(index) => match self.slots.get(index) {
                Some((.., stamp)) if *stamp == self.stamp => Some(Place::Slot(index).id()),
                _ => self.get_indexed(index).map(|(id, _)| id),
            },
            Key::Hash(bits) => self.get_hashed(bits, node).map(|(id, _)| id),
        }
    }

    /// The id of the node with this index, and the cost of the path to it, if it has a record.
    #[inline]
    fn get_indexed(&self, index: usize) -> Option<(u32, C)> {
        let (_, number) = self.by_index.get(index).filter(|(stamp, _)| *stamp == self.stamp)?;
        Some((Place::Record(*number as usize).id(), self.record(*number as usize).cost))
    }

    /// The id of the node with these bits of its hash, and the cost of the path to it, if it is stored.
    #[expect(
        clippy::inline_always,
        reason = "a call takes a twentieth of an expansion with hashed nodes"
    )]
    #[inline(always)]
    pub(crate) fn get_hashed(&self, bits: u32, node: &N) -> Option<(u32, C)> {
        let mut cost = None;
        let number = self.hashed.find(bits, |number| {
            let record = &self.records[number as usize];
            // The cost is read here because the record is in the cache now.
            cost = Some(record.cost);
            record.node == *node
        })?;
        Some((Place::Record(number as usize).id(), cost?))
    }

    /// Whether there is capacity for `count` more nodes that are found by hash.
    #[inline]
    pub(crate) fn has_capacity(&self, count: usize) -> bool {
        self.records.has_capacity_for(count) && self.hashed.has_capacity(count, self.records.len() + count)
    }

    /// Stores a new node that is found by these bits of its hash, and returns its id. There must be
    /// [capacity](Self::has_capacity). Returns `None` if the memory does not suffice for many nodes with the same hash.
    #[expect(clippy::inline_always, reason = "called, it takes a tenth of an expansion")]
    #[inline(always)]
    pub(crate) fn add_hashed(
        &mut self,
        bits: u32,
        node: N,
        cost: C,
        link: Link,
        value: V,
        memory: &mut Memory,
    ) -> Option<u32> {
        let number = self.number();
        self.hashed.insert(bits, number, memory)?;
        Some(self.add_record(node, cost, link, value))
    }

    /// Stores a new node with this index, and returns its id. There must be [capacity](Self::has_capacity_at).
    #[inline]
    fn add_indexed(&mut self, index: usize, node: N, cost: C, link: Link, value: V) -> Option<u32> {
        *self.by_index.get_mut(index)? = (self.stamp, self.number());
        Some(self.add_record(node, cost, link, value))
    }

    /// The number of the next record.
    #[inline]
    fn number(&self) -> u32 {
        // There are fewer than MAX_NODES records.
        u32::try_from(self.records.len()).unwrap_or(u32::MAX >> 1)
    }

    /// Stores a new node and returns its id, or `None` if there is not enough memory. `announce` is called if there is
    /// capacity for the node.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the parts of a record, and where it goes")]
    pub fn insert<G: Graph<Node = N>>(
        &mut self,
        graph: &G,
        key: Key,
        node: N,
        cost: C,
        link: Link,
        value: V,
        memory: &mut Memory,
        announce: impl FnOnce(&N),
    ) -> Option<u32> {
        memory.add_node()?;
        let stored = self.store(graph, key, node, cost, link, value, memory, announce);
        stored.or_else(|| memory.forget_node())
    }

    /// The same, for a node that has been counted.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the parts of a record, and where it goes")]
    fn store<G: Graph<Node = N>>(
        &mut self,
        graph: &G,
        key: Key,
        node: N,
        cost: C,
        link: Link,
        value: V,
        memory: &mut Memory,
        announce: impl FnOnce(&N),
    ) -> Option<u32> {
        match key {
            Key::Index(index) if graph.node_at(index).is_some() => {
                if self.slots.get(index).is_none() {
                    self.slots.grow(index, graph.index_bound(), &unused(), memory)?;
                }
                announce(&node);
                self.in_slots += 1;
                *self.slots.get_mut(index)? = (cost, link.0, self.stamp);
                Some(Place::Slot(index).id())
            }
            Key::Index(index) => {
                if !self.has_capacity_at(index) {
                    self.grow_at(index, graph.index_bound(), memory)?;
                }
                announce(&node);
                self.add_indexed(index, node, cost, link, value)
            }
            Key::Hash(bits) => {
                if !self.has_capacity(1) {
                    self.grow_for(1, memory)?;
                }
                // Before the node is stored, since an observer may panic.
                announce(&node);
                self.add_hashed(bits, node, cost, link, value, memory)
            }
        }
    }

    /// Stores a node that can be found only by its id, and returns this id. The ids of such nodes increase, as do those
    /// of nodes without an index. Returns `None` if there is not enough memory.
    #[inline]
    pub fn append(&mut self, node: N, cost: C, link: Link, value: V, memory: &mut Memory) -> Option<u32> {
        memory.add_node()?;
        if !self.records.has_capacity() && self.records.grow(memory).is_none() {
            return memory.forget_node();
        }
        Some(self.add_record(node, cost, link, value))
    }

    /// Adds a record, for which there must be capacity, and returns its id.
    #[inline]
    fn add_record(&mut self, node: N, cost: C, link: Link, value: V) -> u32 {
        let id = Place::Record(self.records.len()).id();
        self.records.push(Record {
            node,
            cost,
            value,
            link,
        });
        id
    }

    /// Gives a stored node a better path, and replaces the node with the equal one that this path reaches.
    #[inline]
    pub fn improve(&mut self, id: u32, node: N, cost: C, link: Link) {
        match Place::of(id) {
            Place::Slot(index) => {
                if let Some(slot) = self.slots.get_mut(index) {
                    (slot.0, slot.1) = (cost, link.0);
                }
            }
            Place::Record(number) => {
                if let Some(record) = self.records.get_mut(number) {
                    (record.node, record.cost, record.link) = (node, cost, link);
                }
            }
        }
    }

    /// Returns the ids of the path to a stored node, from its start on.
    pub fn chain(&self, id: u32) -> Vec<u32> {
        let mut chain = Vec::with_capacity(self.parents(id).count());
        chain.extend(self.parents(id));
        chain.reverse();
        chain
    }

    /// Returns the ids of the path to a stored node, from this node back to its start.
    pub(crate) fn parents(&self, id: u32) -> impl Iterator<Item = u32> {
        core::iter::successors(Some(id), |id| self.link(*id).parent())
    }
}

/// How a path of this cost compares with the known one, given the node's id and the cost of the known path.
#[inline]
fn compare_with<C: Cost>(known: Option<(u32, C)>, cost: &C, takes_better: bool) -> Comparison {
    match known {
        None => Comparison::FirstPath,
        Some((id, known)) if takes_better && cost.is_less(&known) => Comparison::Better(id),
        Some(_) => Comparison::NoBetter,
    }
}

#[cfg(test)]
mod tests;
