//! The node table: every node that a search has met, once.
//!
//! A node with a [`Graph::index`] has its [`Slot`] at that index, and is not stored if the graph has a
//! [`node_at`](Graph::node_at). Any other node is in a [`Record`], with its slot and what the algorithm keeps of it besides; the
//! records are a growing array, and a hash table of `u32` leads to them. Both kinds may be in use in one search. Where `index`
//! is always `None` or always `Some`, what the other kind needs is compiled away.

mod by_id;
mod pages;
mod slot;
mod table;

use alloc::vec;
use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};

use hashbrown::DefaultHashBuilder;

pub(crate) use by_id::ById;
use pages::Pages;
use slot::Place;
pub(crate) use slot::{MAX_NODES, Slot};
use table::Table;

use crate::{Cost, Graph, SearchError, SearchNode};

/// Every node that a search has met. `V` is what the algorithm keeps of a hashed node besides its slot: what it would have
/// to compute again for an indexed one.
#[derive(Clone, Debug)]
pub(crate) struct NodeTable<N, C, V> {
    slots: Pages<Slot<C>>,
    /// The indexed nodes of a graph without [`node_at`](Graph::node_at).
    nodes: Pages<Option<N>>,
    /// The number of indexed nodes.
    indexed: usize,
    records: Vec<Record<N, C, V>>,
    hashed: Table,
    hasher: DefaultHashBuilder,
    limits: Limits,
    /// The node that was expanded last.
    pub(crate) current: Option<u32>,
}

/// A hashed node.
#[derive(Clone, Debug)]
struct Record<N, C, V> {
    node: N,
    slot: Slot<C>,
    value: V,
}

/// How much a search may store.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub(crate) nodes: usize,
    pub(crate) bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            nodes: MAX_NODES,
            bytes: usize::MAX,
        }
    }
}

/// From so many entries on the hash table grows by half, and no more by all.
const LARGE: usize = 1 << 20;

/// By what a node is found: its index, or its hash.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Key {
    Index(usize),
    Hash(u64),
}

/// What a path to a node is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meeting {
    /// The first one to this node.
    First,
    /// Better than the one that the node with this id has.
    Better(u32),
    /// Nothing: the node is known, by a path that is no worse or that the search stays with.
    Idle,
}

/// Why a node was not stored. Smaller than the error that it becomes, since each insertion may return it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Refusal {
    NodeLimit,
    MemoryLimit,
    IndexTooLarge(usize),
    OutOfMemory,
}

impl<N: Clone + Eq + Hash, C: Cost, V: Copy> NodeTable<N, C, V> {
    pub(crate) fn new() -> Self {
        NodeTable {
            slots: Pages::default(),
            nodes: Pages::default(),
            indexed: 0,
            records: Vec::new(),
            hashed: Table::default(),
            hasher: DefaultHashBuilder::default(),
            limits: Limits::default(),
            current: None,
        }
    }

    #[inline]
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.limits.nodes = limits.nodes.min(MAX_NODES);
    }

    /// Makes room for this many nodes in all, found by index if `graph` has one for `node`, and otherwise by hash. A hint:
    /// if there is no memory, the search will fail when it really lacks it.
    pub(crate) fn reserve<G: Graph<Node = N>>(&mut self, graph: &G, node: &N, nodes: usize) {
        let nodes = nodes.min(MAX_NODES);
        if let Some(index) = graph.index(node) {
            self.slots.reserve(nodes);
            if graph.node_at(index).is_none() {
                self.nodes.reserve(nodes);
            }
        } else if self.hashed.capacity() >= nodes || self.grow_hashed(nodes).is_ok() {
            let more = nodes.saturating_sub(self.records.len());
            let _ = self.records.try_reserve(more);
        }
    }

    /// Forgets all nodes and keeps the memory. Takes time for each page of indexed nodes, not for each node, unless nodes own
    /// something on the heap.
    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        self.nodes.clear();
        self.indexed = 0;
        self.hashed.clear();
        self.records.clear();
        self.current = None;
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.indexed + self.records.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record<N, C, V>>()
            + self.slots.bytes()
            + self.nodes.bytes()
            + self.hashed.bytes()
    }

    /// The slot of a stored node.
    #[inline]
    pub(crate) fn slot(&self, id: u32) -> &Slot<C> {
        match Place::of(id) {
            Place::Index(index) => self.slots.get(index).expect("a page for each stored node"),
            Place::Hashed(number) => &self.records[number].slot,
        }
    }

    #[inline]
    pub(crate) fn slot_mut(&mut self, id: u32) -> &mut Slot<C> {
        match Place::of(id) {
            Place::Index(index) => self.slots.get_mut(index).expect("a page for each stored node"),
            Place::Hashed(number) => &mut self.records[number].slot,
        }
    }

    /// A stored node. `None` only if the graph's [`node_at`](Graph::node_at) does not keep its promise.
    #[inline]
    pub(crate) fn node<G: Graph<Node = N>>(&self, graph: &G, id: u32) -> Option<N> {
        match Place::of(id) {
            Place::Index(index) => graph
                .node_at(index)
                .or_else(|| self.nodes.get(index).and_then(Clone::clone)),
            Place::Hashed(number) => Some(self.records[number].node.clone()),
        }
    }

    /// Whether a stored node is this one.
    #[inline]
    pub(crate) fn is_hashed_node(&self, id: u32, node: &N) -> bool {
        match Place::of(id) {
            Place::Index(_) => false,
            Place::Hashed(number) => self.records[number].node == *node,
        }
    }

    /// What is kept of a stored node besides its slot. `None` for an indexed one.
    #[inline]
    pub(crate) fn value(&self, id: u32) -> Option<V> {
        match Place::of(id) {
            Place::Index(_) => None,
            Place::Hashed(number) => Some(self.records[number].value),
        }
    }

    /// The ids of all nodes.
    pub(crate) fn ids(&self) -> impl Iterator<Item = u32> {
        let indexed = self.slots.iter().filter(|(_, slot)| slot.is_met());
        let hashed = (0..self.records.len()).map(|number| Place::Hashed(number).id());
        indexed.map(|(index, _)| Place::Index(index).id()).chain(hashed)
    }

    /// The id of `node`, if it is stored.
    #[inline]
    pub(crate) fn find<G: Graph<Node = N>>(&self, graph: &G, node: &N) -> Option<u32> {
        self.get(self.key(graph, node), node)
    }

    /// What is known of a stored node, given its estimate.
    pub(crate) fn view<G: Graph<Node = N>>(
        &self,
        graph: &G,
        id: u32,
        estimate: impl FnOnce(&N) -> Option<C>,
    ) -> Option<SearchNode<N, C>> {
        let (slot, node) = (self.slot(id), self.node(graph, id)?);
        Some(SearchNode {
            cost: slot.cost,
            estimate: estimate(&node),
            node,
            parent: slot.parent().and_then(|parent| self.node(graph, parent)),
            is_open: slot.is_open(),
        })
    }

    /// By what `node` is found.
    #[inline]
    pub(crate) fn key<G: Graph<Node = N>>(&self, graph: &G, node: &N) -> Key {
        match graph.index(node) {
            Some(index) => Key::Index(index),
            None => Key::Hash(self.hasher.hash_one(node)),
        }
    }

    /// What a path of this cost to `node` is worth, to a search that `takes_better` paths or does not.
    #[inline]
    pub(crate) fn meet(&self, key: Key, node: &N, cost: &C, takes_better: bool) -> Meeting {
        match key {
            Key::Index(index) => match self.slots.get(index) {
                // Mostly no better than what is known.
                Some(slot) if takes_better && !cost.is_less(&slot.cost) => Meeting::Idle,
                Some(slot) if slot.is_met() => {
                    if takes_better {
                        Meeting::Better(Place::Index(index).id())
                    } else {
                        Meeting::Idle
                    }
                }
                _ => Meeting::First,
            },
            Key::Hash(_) => match self.get(key, node) {
                None => Meeting::First,
                Some(id) if takes_better && cost.is_less(&self.slot(id).cost) => Meeting::Better(id),
                Some(_) => Meeting::Idle,
            },
        }
    }

    /// Has the memory fetched that a look-up will want, without waiting for it: several look-ups to come then wait
    /// for theirs together.
    #[inline]
    pub(crate) fn warm(&self, hash: u64) {
        self.hashed.warm(hash);
    }

    /// The id of the node with this key, if it is stored.
    #[inline]
    pub(crate) fn get(&self, key: Key, node: &N) -> Option<u32> {
        match key {
            Key::Index(index) => {
                let slot = self.slots.get(index)?;
                slot.is_met().then(|| Place::Index(index).id())
            }
            Key::Hash(hash) => {
                let number = self
                    .hashed
                    .find(hash, |number| self.records[number as usize].node == *node)?;
                Some(Place::Hashed(number as usize).id())
            }
        }
    }

    /// Stores a node that is not stored yet, and returns its id. `announce` is called if there is room for it.
    #[inline]
    pub(crate) fn insert<G: Graph<Node = N>>(
        &mut self,
        graph: &G,
        key: Key,
        node: N,
        slot: Slot<C>,
        value: V,
        announce: impl FnOnce(&N),
    ) -> Result<u32, Refusal> {
        if self.len() >= self.limits.nodes {
            return Err(Refusal::NodeLimit);
        }
        match key {
            Key::Index(index) => {
                let is_stored = graph.node_at(index).is_none();
                if self.slots.get(index).is_none() || (is_stored && self.nodes.get(index).is_none()) {
                    self.add_pages(index, is_stored)?;
                }
                announce(&node);
                if is_stored && let Some(place) = self.nodes.get_mut(index) {
                    *place = Some(node);
                }
                if let Some(place) = self.slots.get_mut(index) {
                    *place = slot;
                    self.indexed += 1;
                }
                Ok(Place::Index(index).id())
            }
            Key::Hash(hash) => {
                let number = self.records.len();
                if number == self.records.capacity() || self.hashed.is_full() {
                    self.grow()?;
                }
                announce(&node);
                self.hashed.insert(hash);
                self.records.push(Record { node, slot, value });
                Ok(Place::Hashed(number).id())
            }
        }
    }

    /// Gives a stored node a better path, and puts the node that was reached by it in its place.
    #[inline]
    pub(crate) fn improve<G: Graph<Node = N>>(
        &mut self,
        graph: &G,
        id: u32,
        node: N,
        cost: C,
        parent: Option<u32>,
    ) -> &mut Slot<C> {
        match Place::of(id) {
            Place::Index(index) => {
                if graph.node_at(index).is_none()
                    && let Some(place) = self.nodes.get_mut(index)
                {
                    *place = Some(node);
                }
            }
            Place::Hashed(number) => self.records[number].node = node,
        }
        let slot = self.slot_mut(id);
        slot.cost = cost;
        slot.set_parent(parent);
        slot
    }

    /// How many bytes may still be allocated.
    fn room(&self) -> usize {
        self.limits.bytes.saturating_sub(self.bytes())
    }

    #[cold]
    #[inline(never)]
    fn add_pages(&mut self, index: usize, is_stored: bool) -> Result<(), Refusal> {
        let room = self.room();
        self.slots.make_room(index, room)?;
        if is_stored {
            let room = self.room();
            self.nodes.make_room(index, room)?;
        }
        Ok(())
    }

    /// Room for more records: an eighth as many again, since large blocks are mostly moved without being copied, and spare room
    /// is memory. And a larger hash table, if it is full.
    // Not inlined: it would crowd out what stores indexed nodes.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result<(), Refusal> {
        let count = self.records.len();
        if count == self.records.capacity() {
            let more = (count / 8).max(64);
            if more * size_of::<Record<N, C, V>>() > self.room() {
                return Err(Refusal::MemoryLimit);
            }
            self.records.try_reserve_exact(more).map_err(|_| Refusal::OutOfMemory)?;
        }
        if self.hashed.is_full() {
            // By half where it is large: spare room is memory.
            let more = if count < LARGE { count } else { count / 2 };
            if Table::bytes_for(count + more) > self.room() {
                return Err(Refusal::MemoryLimit);
            }
            self.grow_hashed(count + more)?;
        }
        Ok(())
    }

    /// A larger table, filled in the order of the records: in that of the old table it would wait for memory at every node.
    #[cold]
    fn grow_hashed(&mut self, room: usize) -> Result<(), Refusal> {
        let mut larger = Table::with_room(room).ok_or(Refusal::OutOfMemory)?;
        for record in &self.records {
            larger.insert(self.hasher.hash_one(&record.node));
        }
        self.hashed = larger;
        Ok(())
    }

    /// The ids from the start of a path to `id`.
    pub(crate) fn chain(&self, id: u32) -> Vec<u32> {
        let parents = |id: u32| core::iter::successors(Some(id), |id| self.slot(*id).parent());
        let mut chain = vec![id; parents(id).count()];
        for (place, id) in chain.iter_mut().rev().zip(parents(id)) {
            *place = id;
        }
        chain
    }

    #[cold]
    pub(crate) fn error(&self, refusal: Refusal) -> SearchError {
        match refusal {
            Refusal::NodeLimit => SearchError::NodeLimit {
                limit: self.limits.nodes,
            },
            Refusal::MemoryLimit => SearchError::MemoryLimit {
                limit: self.limits.bytes,
            },
            Refusal::IndexTooLarge(index) => SearchError::IndexTooLarge { index },
            Refusal::OutOfMemory => SearchError::OutOfMemory { nodes: self.len() },
        }
    }
}
