//! The node table: every node that a search has met, once.
//!
//! A growing arena of [`Record`]s, addressed by a `u32`, and two ways from a node to its record: an array where
//! [`Graph::index`] answers, a hash table of `u32` where it does not. Both may be in use in one search; where `index` is
//! a constant `None` or always `Some`, the other way is compiled away.

mod record;
mod slots;

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};

use hashbrown::HashTable;

pub(crate) use record::{MAX_NODES, Record};
use slots::Slots;

use crate::{Graph, SearchError};

/// Every node that a search has met. `V` is what the algorithm keeps of a node besides its cost and parent.
#[derive(Clone, Debug)]
pub(crate) struct NodeTable<N, C, V, S> {
    records: Vec<Record<N, C, V>>,
    indexed: Slots,
    hashed: HashTable<u32>,
    hasher: S,
    limit: usize,
}

/// Where a node is, or where it would go.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Known(u32),
    Vacant(Vacancy),
}

/// Where a node would go.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Vacancy {
    Index(usize),
    Hash(u64),
}

/// Why a node was not stored. Smaller than the error that it becomes, since each insertion may answer it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Refusal {
    NodeLimit,
    IndexTooLarge(usize),
    OutOfMemory,
}

impl<N: Eq + Hash, C, V, S: BuildHasher> NodeTable<N, C, V, S> {
    pub(crate) fn new(hasher: S) -> Self {
        NodeTable {
            records: Vec::new(),
            indexed: Slots::default(),
            hashed: HashTable::new(),
            hasher,
            limit: MAX_NODES,
        }
    }

    pub(crate) fn limit(&mut self, limit: usize) {
        self.limit = limit.min(MAX_NODES);
    }

    /// Makes room for so many nodes in all, as far as memory goes: a hint.
    pub(crate) fn reserve(&mut self, nodes: usize) {
        let more = nodes.min(MAX_NODES).saturating_sub(self.records.len());
        let hasher = &self.hasher;
        let records = &self.records;
        if self
            .hashed
            .try_reserve(more, |id| hasher.hash_one(&records[*id as usize].node))
            .is_ok()
        {
            // A hint that cannot be followed is no failure: the search will tell when it really lacks the memory.
            let _ = self.records.try_reserve(more);
        }
    }

    /// Forgets all nodes and keeps the memory. For indexed nodes that own nothing on the heap, in constant time.
    pub(crate) fn clear(&mut self) {
        self.indexed.clear(self.records.len());
        if !self.hashed.is_empty() {
            self.hashed.clear();
        }
        self.records.clear();
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record<N, C, V>>() + self.indexed.bytes() + self.hashed.allocation_size()
    }

    #[inline]
    pub(crate) fn record(&self, id: u32) -> &Record<N, C, V> {
        &self.records[id as usize]
    }

    #[inline]
    pub(crate) fn record_mut(&mut self, id: u32) -> &mut Record<N, C, V> {
        &mut self.records[id as usize]
    }

    pub(crate) fn iter(&self) -> core::slice::Iter<'_, Record<N, C, V>> {
        self.records.iter()
    }

    /// Where `node` is, or where it would go.
    #[inline]
    pub(crate) fn find<G: Graph<Node = N>>(&self, graph: &G, node: &N) -> Place {
        if let Some(index) = graph.index(node) {
            match self.indexed.get(index) {
                Some(id) => Place::Known(id),
                None => Place::Vacant(Vacancy::Index(index)),
            }
        } else {
            let hash = self.hasher.hash_one(node);
            match self.hashed.find(hash, |id| self.records[*id as usize].node == *node) {
                Some(id) => Place::Known(*id),
                None => Place::Vacant(Vacancy::Hash(hash)),
            }
        }
    }

    /// Stores a node where [`find`](Self::find) said that it goes.
    #[inline]
    pub(crate) fn insert(&mut self, vacancy: Vacancy, record: Record<N, C, V>) -> Result<u32, Refusal> {
        let count = self.records.len();
        if count == self.records.capacity() || count >= self.limit {
            self.grow()?;
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "count is below the limit, which is at most MAX_NODES"
        )]
        let id = count as u32;
        match vacancy {
            Vacancy::Index(index) => self.indexed.set(index, id)?,
            Vacancy::Hash(hash) => {
                if self.hashed.len() == self.hashed.capacity() {
                    self.grow_hashed()?;
                }
                let (hasher, records) = (&self.hasher, &self.records);
                self.hashed
                    .insert_unique(hash, id, |id| hasher.hash_one(&records[*id as usize].node));
            }
        }
        self.records.push(record);
        Ok(id)
    }

    /// Room for more records: half as many again, since what is copied is copied rarely, and spare room is memory.
    #[cold]
    fn grow(&mut self) -> Result<(), Refusal> {
        let count = self.records.len();
        if count >= self.limit {
            return Err(Refusal::NodeLimit);
        }
        self.records
            .try_reserve_exact((count / 2).max(64))
            .map_err(|_| Refusal::OutOfMemory)
    }

    #[cold]
    fn grow_hashed(&mut self) -> Result<(), Refusal> {
        let (hasher, records) = (&self.hasher, &self.records);
        self.hashed
            .try_reserve(1, |id| hasher.hash_one(&records[*id as usize].node))
            .map_err(|_| Refusal::OutOfMemory)
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
            Refusal::NodeLimit => SearchError::NodeLimit { limit: self.limit },
            Refusal::IndexTooLarge(index) => SearchError::IndexTooLarge { index },
            Refusal::OutOfMemory => SearchError::OutOfMemory {
                nodes: self.records.len(),
            },
        }
    }

    /// The same table, empty, with another hasher.
    pub(crate) fn with_hasher<S2: BuildHasher>(self, hasher: S2) -> NodeTable<N, C, V, S2> {
        let mut table = NodeTable::new(hasher);
        table.limit = self.limit;
        table
    }
}
