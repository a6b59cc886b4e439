//! How a [`NodeTable`] grows.

use core::hash::{BuildHasher, Hash};

use super::table::Table;
use super::{NodeTable, Record, unused};
use crate::memory::{MAX_NODES, MAX_RESERVED, Memory};
use crate::{Cost, Graph};

impl<N: Clone + Eq + Hash, C: Cost, V: Copy> NodeTable<N, C, V> {
    /// Allocates memory for this many nodes in total, found by index if `graph` has one for `node`, and otherwise by
    /// hash, as far as the memory suffices.
    pub fn reserve<G: Graph<Node = N>>(&mut self, graph: &G, node: &N, nodes: usize, memory: &mut Memory) {
        let bound = graph.index_bound();
        let nodes = nodes.min(bound.unwrap_or(MAX_NODES)).min(MAX_NODES);
        let index = graph.index(node);
        let has_records = index.and_then(|index| graph.node_at(index)).is_none();
        let records = nodes.min(bound.unwrap_or(MAX_RESERVED)).min(memory.nodes_left());
        // Fewer records would use up the memory and leave none for other lists.
        let more = records.saturating_sub(self.records.capacity());
        if has_records && !memory.has(more.saturating_mul(size_of::<Record<N, C, V>>())) {
            return;
        }
        let has_capacity = match index {
            Some(_) if has_records => self.by_index.reserve(records, &(0, 0), memory).is_some(),
            Some(_) if nodes == 0 || self.slots.get(nodes - 1).is_some() => true,
            Some(_) => self.slots.grow(nodes - 1, None, &unused(), memory).is_some(),
            None => self
                .grow_hashed(records.saturating_sub(self.hashed.len()), 0, memory)
                .is_some(),
        };
        if has_capacity && has_records {
            while self.records.capacity() < records && self.records.grow(memory).is_some() {}
        }
    }

    /// Whether there is capacity for a node with a record and this index.
    #[inline]
    pub(super) fn has_capacity_at(&self, index: usize) -> bool {
        self.records.has_capacity() && self.by_index.get(index).is_some()
    }

    /// Allocates memory for a node with a record and this index. `bound` is the graph's bound of indices. Returns
    /// `None` if there is not enough memory.
    #[cold]
    #[inline(never)]
    pub(super) fn grow_at(&mut self, index: usize, bound: Option<usize>, memory: &mut Memory) -> Option<()> {
        if !self.records.has_capacity() {
            self.records.grow(memory)?;
        }
        if self.by_index.get(index).is_some() {
            return Some(());
        }
        self.by_index.grow(index, bound, &(0, 0), memory)
    }

    /// Allocates memory for `count` more nodes that are found by hash. Returns `None` if there is not enough memory.
    #[cold]
    #[inline(never)]
    pub(crate) fn grow_for(&mut self, count: usize, memory: &mut Memory) -> Option<()> {
        while !self.records.has_capacity_for(count) {
            self.records.grow(memory)?;
        }
        self.grow_hashed(count, self.records.len() + count, memory)
    }

    /// Allocates memory for `count` more entries in the hash table, whose ids are below `ids`. Returns `None` if there
    /// is not enough memory.
    #[cold]
    #[inline(never)]
    fn grow_hashed(&mut self, count: usize, ids: usize, memory: &mut Memory) -> Option<()> {
        let bits = |number: u32| Table::bits(self.hasher.hash_one(&self.records[number as usize].node));
        self.hashed.grow(count, ids, bits, memory)
    }
}
