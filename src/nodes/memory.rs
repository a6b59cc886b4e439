//! The memory of a [`NodeTable`]: its limits, and how it grows.

use core::hash::{BuildHasher, Hash};

use super::table::Table;
use super::{NodeTable, Record, unused};
use crate::limits::{Limits, MAX_NODES, MAX_RESERVED, Refusal, Room};
use crate::{Cost, Graph, SearchError};

impl<N: Clone + Eq + Hash, C: Cost, V: Copy> NodeTable<N, C, V> {
    #[inline]
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.limits = Limits {
            nodes: limits.nodes.min(MAX_NODES),
            ..limits
        };
    }

    #[inline]
    pub(crate) fn has_memory_limit(&self) -> bool {
        self.limits.has_memory_limit()
    }

    /// Divides the memory limit: records that lists beside the table take `bytes`, and gives `room` the bytes that
    /// remain. Returns the reason if nothing more may be stored.
    pub(crate) fn share(&mut self, bytes: usize, room: &mut Room) -> Result<(), Refusal> {
        self.beside = bytes;
        let used = self.bytes() + bytes;
        room.set(self.limits.less(0, used).bytes);
        match room.refusal {
            None if used > self.limits.bytes => Err(Refusal::MemoryLimit),
            refusal => refusal.map_or(Ok(()), Err),
        }
    }

    /// Makes room for this many nodes in total, found by index if `graph` has one for `node`, and otherwise by hash, as
    /// far as `room` suffices. This is only a hint: a lack of memory is not an error until a node cannot be stored.
    pub(crate) fn reserve<G: Graph<Node = N>>(&mut self, graph: &G, node: &N, nodes: usize, mut room: Room) {
        let bound = graph.index_bound();
        let nodes = nodes.min(bound.unwrap_or(MAX_NODES)).min(MAX_NODES);
        let index = graph.index(node);
        let has_records = index.and_then(|index| graph.node_at(index)).is_none();
        let records = nodes.min(bound.unwrap_or(MAX_RESERVED)).min(self.limits.nodes);
        // Fewer records would fill the room and leave none for other lists.
        let more = records.saturating_sub(self.records.capacity());
        if has_records && !room.has(more.saturating_mul(size_of::<Record<N, C, V>>())) {
            return;
        }
        let has_room = match index {
            Some(_) if nodes == 0 || self.slots.get(nodes - 1).is_some() => true,
            Some(_) => self.slots.grow(nodes - 1, None, &unused(), &mut room).is_some(),
            None => self
                .grow_hashed(records.saturating_sub(self.hashed.len()), 0, &mut room)
                .is_some(),
        };
        if has_room && has_records {
            while self.records.capacity() < records && self.records.grow(&mut room).is_some() {}
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.records.bytes() + self.slots.bytes() + self.hashed.bytes()
    }

    pub(super) fn room(&self) -> Room {
        self.limits.room(self.bytes() + self.beside)
    }

    /// Makes room for more records.
    #[cold]
    pub(super) fn grow(&mut self) -> Result<(), Refusal> {
        let mut room = self.room();
        self.records.grow(&mut room).ok_or(room.reason())
    }

    /// Makes room for `count` more nodes that are found by hash.
    #[cold]
    #[inline(never)]
    pub(crate) fn make_room(&mut self, count: usize) -> Result<(), Refusal> {
        if self.len() + count > self.limits.nodes {
            return Err(Refusal::NodeLimit);
        }
        while !self.records.has_room_for(count) {
            self.grow()?;
        }
        let mut room = self.room();
        self.grow_hashed(count, self.records.len() + count, &mut room)
            .ok_or(room.reason())
    }

    /// Adds an id for which its segment of the hash table has no place.
    #[cold]
    #[inline(never)]
    pub(super) fn put_aside(&mut self, number: u32) -> Result<(), Refusal> {
        let mut room = self.room();
        self.hashed.put_aside(number, &mut room).ok_or(room.reason())
    }

    /// Makes room for `count` more entries in the hash table, whose ids are below `ids`.
    #[cold]
    #[inline(never)]
    fn grow_hashed(&mut self, count: usize, ids: usize, room: &mut Room) -> Option<()> {
        let bits = |number: u32| Table::bits(self.hasher.hash_one(&self.records[number as usize].node));
        while !self.hashed.has_room(count, ids) {
            self.hashed.grow(bits, room)?;
        }
        Some(())
    }

    #[cold]
    pub(crate) fn error(&self, refusal: Refusal) -> SearchError {
        refusal.error(self.limits, self.len())
    }
}
