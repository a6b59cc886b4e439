//! The memory of a [`NodeTable`]: its limits, and how it grows.

use core::hash::{BuildHasher, Hash};

use super::table::Table;
use super::{NodeTable, Record, unused};
use crate::limits::{Limits, MAX_NODES, Refusal, Room};
use crate::{Cost, Graph, SearchError};

/// From this many entries on, the hash table grows by half instead of doubling.
pub(super) const LARGE: usize = 1 << 20;

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

    /// Leaves to this table, and to what grows in `room`, what the memory limit leaves beside them, where lists beside
    /// the table take `bytes`. Returns why no more may be stored, if that is so.
    pub(crate) fn share(&mut self, bytes: usize, room: &mut Room) -> Result<(), Refusal> {
        self.beside = bytes;
        let used = self.bytes() + bytes;
        room.set(self.limits.less(0, used).bytes);
        match room.refusal {
            None if used > self.limits.bytes => Err(Refusal::MemoryLimit),
            refusal => refusal.map_or(Ok(()), Err),
        }
    }

    /// Makes room for this many nodes in all, found by index if `graph` has one for `node`, and otherwise by hash. This
    /// is a hint: a lack of memory is an error only when a node cannot be stored.
    pub(crate) fn reserve<G: Graph<Node = N>>(&mut self, graph: &G, node: &N, nodes: usize) {
        let nodes = nodes.min(MAX_NODES);
        let index = graph.index(node);
        let has_room = match index {
            Some(_) if nodes == 0 || self.slots.get(nodes - 1).is_some() => true,
            Some(_) => self
                .slots
                .grow(nodes - 1, None, &unused(), &mut Room::default())
                .is_some(),
            None => self.hashed.capacity() >= nodes || self.grow_hashed(nodes).is_ok(),
        };
        if has_room && index.and_then(|index| graph.node_at(index)).is_none() {
            let _ = self.records.try_reserve(nodes.saturating_sub(self.records.len()));
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.records.capacity() * size_of::<Record<N, C, V>>() + self.slots.bytes() + self.hashed.bytes()
    }

    pub(super) fn room(&self) -> Room {
        self.limits.room(self.bytes() + self.beside)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn make_hashed_room(&mut self) -> Result<(), Refusal> {
        let count = self.hashed.len();
        // A large table grows by half: spare room is memory.
        let more = if count < LARGE { count } else { count / 2 };
        if !self.room().has(Table::bytes_for(count + more)) {
            return Err(Refusal::MemoryLimit);
        }
        self.grow_hashed(count + more)
    }

    /// Makes room for an eighth more records. Large blocks are usually moved without being copied, and spare room is
    /// memory.
    #[cold]
    pub(super) fn grow(&mut self) -> Result<(), Refusal> {
        let more = (self.records.len() / 8).max(64);
        let mut room = self.room();
        let grown = room.grow_by(&mut self.records, more, more);
        grown.ok_or(room.reason())
    }

    /// Makes a larger table. It is filled in the order of the records: in the order of the old table it would wait for
    /// memory at every node.
    #[cold]
    fn grow_hashed(&mut self, room: usize) -> Result<(), Refusal> {
        let stored = self.records.len();
        // Numbers rise faster than the table fills where some nodes are indexed.
        let highest = u32::try_from((2 * stored).max(room).clamp(64, MAX_NODES)).unwrap_or(u32::MAX >> 1);
        let mut larger = Table::with_room(room, highest).ok_or(Refusal::OutOfMemory)?;
        let hash = |number: u32| self.hasher.hash_one(&self.records[number as usize].node);
        if self.hashed.len() < stored {
            self.hashed
                .iter()
                .for_each(|number| larger.insert(hash(number), number));
        } else {
            // At most MAX_NODES.
            (0..)
                .take(stored)
                .for_each(|number| larger.insert(hash(number), number));
        }
        self.hashed = larger;
        Ok(())
    }

    #[cold]
    pub(crate) fn error(&self, refusal: Refusal) -> SearchError {
        refusal.error(self.limits, self.len())
    }
}
