//! The node table: every node that a search has met, once.
//!
//! A growing arena of [`Record`]s, addressed by a `u32`, and two ways from a node to its record: an array for nodes with a
//! [`Graph::index`], a hash table of `u32` for the others. Both may be in use in one search; where `index` is a constant
//! `None` or always `Some`, the other way is compiled away.

mod record;
mod slots;
mod table;

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};

use hashbrown::DefaultHashBuilder;

pub(crate) use record::{MAX_NODES, Record};
use slots::Slots;
use table::Table;

use crate::{Cost, Graph, SearchError, SearchNode};

/// Every node that a search has met. `V` is what the algorithm keeps of a node besides its cost and parent.
#[derive(Clone, Debug)]
pub(crate) struct NodeTable<N, C, V> {
    records: Vec<Record<N, C, V>>,
    indexed: Slots<C>,
    hashed: Table,
    hasher: DefaultHashBuilder,
    limits: Limits,
    /// The node that was expanded last.
    pub(crate) current: Option<u32>,
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

impl<N: Eq + Hash, C: Cost, V> NodeTable<N, C, V> {
    pub(crate) fn new() -> Self {
        NodeTable {
            records: Vec::new(),
            indexed: Slots::default(),
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
        let more = nodes.saturating_sub(self.records.len());
        let is_indexed = graph.index(node).is_some();
        let is_found = if is_indexed {
            nodes <= self.indexed.len() || self.indexed.grow(nodes - 1, usize::MAX).is_ok()
        } else {
            self.hashed.capacity() >= nodes || self.grow_hashed(nodes).is_ok()
        };
        if is_found {
            let _ = self.records.try_reserve(more);
        }
    }

    /// Forgets all nodes and keeps the memory. For indexed nodes that own nothing on the heap, in constant time.
    pub(crate) fn clear(&mut self) {
        self.indexed.clear(self.records.len());
        self.hashed.clear();
        self.records.clear();
        self.current = None;
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record<N, C, V>>() + self.indexed.bytes() + self.hashed.bytes()
    }

    #[inline]
    pub(crate) fn record(&self, id: u32) -> &Record<N, C, V> {
        &self.records[id as usize]
    }

    #[inline]
    pub(crate) fn record_mut(&mut self, id: u32) -> &mut Record<N, C, V> {
        &mut self.records[id as usize]
    }

    /// All records with their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &Record<N, C, V>)> {
        (0..).zip(&self.records)
    }

    /// The id of `node`, if it is stored.
    pub(crate) fn find<G: Graph<Node = N>>(&self, graph: &G, node: &N) -> Option<u32> {
        self.get(self.key(graph, node), node)
    }

    /// The node that was expanded last.
    pub(crate) fn current(&self) -> Option<&Record<N, C, V>> {
        self.current.map(|id| self.record(id))
    }

    /// What is known of a stored node. `estimate` reads the estimate from what the algorithm keeps.
    pub(crate) fn view(&self, id: u32, estimate: impl Fn(&V) -> Option<C>) -> SearchNode<'_, N, C> {
        self.view_record(self.record(id), &estimate)
    }

    /// What is known of all nodes that are open, or of all that are closed.
    pub(crate) fn views(
        &self,
        is_open: bool,
        estimate: impl Fn(&V) -> Option<C>,
    ) -> impl Iterator<Item = SearchNode<'_, N, C>> {
        let wanted = self.records.iter().filter(move |record| record.is_open() == is_open);
        wanted.map(move |record| self.view_record(record, &estimate))
    }

    fn view_record<'a>(
        &'a self,
        record: &'a Record<N, C, V>,
        estimate: &impl Fn(&V) -> Option<C>,
    ) -> SearchNode<'a, N, C> {
        SearchNode {
            node: &record.node,
            cost: record.cost,
            estimate: estimate(&record.value),
            parent: record.parent().map(|parent| &self.record(parent).node),
            is_open: record.is_open(),
        }
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
            // Without a look at the record.
            Key::Index(index) => self.indexed.meet(index, cost, takes_better),
            Key::Hash(_) => match self.get(key, node) {
                None => Meeting::First,
                Some(id) if takes_better && cost.is_less(&self.record(id).cost) => Meeting::Better(id),
                Some(_) => Meeting::Idle,
            },
        }
    }

    /// Notes the cost of a better path where [`meet`](Self::meet) finds it, besides in the record.
    #[inline]
    pub(crate) fn note_cost(&mut self, key: Key, cost: C) {
        if let Key::Index(index) = key {
            self.indexed.set_cost(index, cost);
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
            Key::Index(index) => self.indexed.get(index),
            Key::Hash(hash) => self.hashed.find(hash, |id| self.records[id as usize].node == *node),
        }
    }

    /// Stores a node that is not stored yet.
    #[inline]
    pub(crate) fn insert(&mut self, key: Key, record: Record<N, C, V>) -> Result<u32, Refusal> {
        let count = self.records.len();
        if count == self.records.capacity() || count >= self.limits.nodes {
            self.grow()?;
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "count is below the limit, which is at most MAX_NODES"
        )]
        let id = count as u32;
        match key {
            Key::Index(index) => {
                if index >= self.indexed.len() {
                    self.grow_indexed(index)?;
                }
                self.indexed.set(index, id, record.cost);
            }
            Key::Hash(hash) => self.insert_hashed(hash, id)?,
        }
        self.records.push(record);
        Ok(id)
    }

    // Not inlined: it is long, and would crowd out what stores indexed nodes.
    #[inline(never)]
    fn insert_hashed(&mut self, hash: u64, id: u32) -> Result<(), Refusal> {
        if self.hashed.is_full_for(id) {
            let count = self.hashed.len();
            // By half where it is large: spare room is memory.
            let more = if count < LARGE { count } else { count / 2 };
            let room = count + more;
            if Table::bytes_for(room) > self.limits.bytes.saturating_sub(self.bytes()) {
                return Err(Refusal::MemoryLimit);
            }
            self.grow_hashed(room)?;
        }
        self.hashed.insert(hash, id);
        Ok(())
    }

    /// Room for more records: an eighth as many again. Large blocks are mostly moved without being copied, and spare room
    /// is memory.
    #[cold]
    fn grow(&mut self) -> Result<(), Refusal> {
        let count = self.records.len();
        if count >= self.limits.nodes {
            return Err(Refusal::NodeLimit);
        }
        let more = (count / 8).max(64);
        if more * size_of::<Record<N, C, V>>() > self.limits.bytes.saturating_sub(self.bytes()) {
            return Err(Refusal::MemoryLimit);
        }
        self.records.try_reserve_exact(more).map_err(|_| Refusal::OutOfMemory)
    }

    #[cold]
    #[inline(never)]
    fn grow_indexed(&mut self, index: usize) -> Result<(), Refusal> {
        let room = self.limits.bytes.saturating_sub(self.bytes());
        self.indexed.grow(index, room)
    }

    /// A larger table, filled in the order of the arena: in that of the old table it would wait for memory at every node.
    #[cold]
    fn grow_hashed(&mut self, room: usize) -> Result<(), Refusal> {
        let stored = self.records.len();
        // Ids rise faster than the table fills where some nodes are indexed.
        let highest = u32::try_from((2 * stored).max(room).clamp(64, MAX_NODES)).unwrap_or(u32::MAX >> 1);
        let mut larger = Table::with_room(room, highest).ok_or(Refusal::OutOfMemory)?;
        let mut enter = |id: u32| larger.insert(self.hasher.hash_one(&self.records[id as usize].node), id);
        if self.hashed.len() < stored {
            self.hashed.iter().for_each(enter);
        } else {
            // At most MAX_NODES.
            (0..).take(stored).for_each(&mut enter);
        }
        self.hashed = larger;
        Ok(())
    }

    /// The ids from the start of a path to `id`.
    pub(crate) fn chain(&self, id: u32) -> Vec<u32> {
        let mut chain = Vec::from([id]);
        let mut last = id;
        while let Some(parent) = self.record(last).parent() {
            chain.push(parent);
            last = parent;
        }
        chain.reverse();
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
            Refusal::OutOfMemory => SearchError::OutOfMemory {
                nodes: self.records.len(),
            },
        }
    }
}
