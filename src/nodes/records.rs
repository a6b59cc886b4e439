//! [`Records`]: the parts of a node table of which all nodes have records, for a loop over them.

use core::hash::Hash;

use super::id::Place;
use super::{Link, NodeTable, Record};
use crate::Cost;
use crate::memory::Memory;

/// A [`NodeTable`] of which all nodes have records and are found in the same way: by index or by hash.
#[derive(Debug)]
pub(crate) struct Records<'a, N, C, V> {
    table: &'a mut NodeTable<N, C, V>,
    is_by_index: bool,
}

/// A node that has been closed in order to be expanded.
#[derive(Debug)]
pub(crate) struct Closed<'a, N, C, V> {
    pub(crate) node: &'a N,
    pub(crate) cost: C,
    pub(crate) parent: Option<u32>,
    pub(crate) value: V,
}

impl<N: Clone + Eq + Hash, C: Cost, V: Copy> NodeTable<N, C, V> {
    /// The records, if all nodes have one and are found in the same way.
    #[inline]
    pub(crate) fn records(&mut self) -> Option<Records<'_, N, C, V>> {
        let is_by_index = self.hashed.len() == 0;
        let is_uniform = self.in_slots == 0 && (is_by_index || self.hashed.len() == self.records.len());
        is_uniform.then_some(Records {
            table: self,
            is_by_index,
        })
    }
}

impl<N: Clone + Eq + Hash, C: Cost, V: Copy> Records<'_, N, C, V> {
    #[inline]
    fn record(&self, id: u32) -> Option<&Record<N, C, V>> {
        self.table.records.get(Place::number(id))
    }

    /// Whether an entry of the open list is fresh: see [`NodeTable::freshness`].
    #[inline]
    pub(crate) fn freshness(&self) -> impl Fn(u32, Option<C>) -> bool + Copy {
        let records = &self.table.records;
        |id, pushed| {
            records.get(Place::number(id)).is_some_and(|record| {
                record.link.is_open() && pushed.is_none_or(|pushed| pushed.order(&record.cost).is_eq())
            })
        }
    }

    /// Returns a stored node.
    #[inline]
    pub(crate) fn node(&self, id: u32) -> Option<&N> {
        self.record(id).map(|record| &record.node)
    }

    /// Returns the algorithm's value for a stored node, and whether the node is open.
    #[inline]
    pub(crate) fn state(&self, id: u32) -> Option<(V, bool)> {
        self.record(id).map(|record| (record.value, record.link.is_open()))
    }

    /// Closes an open node, to be expanded.
    #[inline]
    pub(crate) fn close(&mut self, id: u32) -> Option<Closed<'_, N, C, V>> {
        let record = self.table.records.get_mut(Place::number(id))?;
        let parent = record.link.parent();
        record.link = record.link.with_open(false);
        self.table.current = Some(id);
        Some(Closed {
            node: &record.node,
            cost: record.cost,
            parent,
            value: record.value,
        })
    }

    /// Returns the key of a node, given its index, and begins to fetch the memory that a lookup will read. `None` if
    /// the node cannot be found in the same way as the others.
    #[inline]
    pub(crate) fn key(&self, node: &N, index: Option<usize>) -> Option<u32> {
        match index {
            Some(index) if self.is_by_index => u32::try_from(index).ok(),
            None if !self.is_by_index => Some(self.table.prefetch(node)),
            _ => None,
        }
    }

    /// Returns the id of the node with this key and the cost of the path to it, if it is stored.
    #[expect(clippy::inline_always, reason = "called, a lookup takes a quarter more instructions")]
    #[inline(always)]
    pub(crate) fn find(&self, key: u32, node: &N) -> Option<(u32, C)> {
        if self.is_by_index {
            return self.table.get_indexed(key as usize);
        }
        self.table.get_hashed(key, node)
    }

    /// Whether there is capacity for `count` more nodes.
    #[inline]
    pub(crate) fn has_capacity(&self, count: usize) -> bool {
        let (records, hashed) = (&self.table.records, &self.table.hashed);
        records.has_capacity_for(count) && (self.is_by_index || hashed.has_capacity(count, records.len() + count))
    }

    /// Allocates memory for `count` more nodes. Returns `None` if there is not enough memory.
    #[cold]
    #[inline(never)]
    pub(crate) fn grow(&mut self, count: usize, memory: &mut Memory) -> Option<()> {
        if !self.is_by_index {
            return self.table.grow_for(count, memory);
        }
        while !self.table.records.has_capacity_for(count) {
            self.table.records.grow(memory)?;
        }
        Some(())
    }

    /// Allocates memory for the node with this key, if its index alone decides where it is entered. Returns `None` if
    /// there is not enough memory.
    #[inline]
    pub(crate) fn make_place(&mut self, key: u32, memory: &mut Memory) -> Option<()> {
        if !self.is_by_index || self.table.has_capacity_at(key as usize) {
            return Some(());
        }
        self.table.grow_at(key as usize, None, memory)
    }

    /// Stores a new node, for which there must be [capacity](Self::grow) and a [place](Self::make_place), and returns
    /// its id. Returns `None` if there is not enough memory.
    #[expect(clippy::inline_always, reason = "called, it takes a tenth of an expansion")]
    #[inline(always)]
    pub(crate) fn add(&mut self, key: u32, node: N, cost: C, link: Link, value: V, memory: &mut Memory) -> Option<u32> {
        if self.is_by_index {
            return self.table.add_indexed(key as usize, node, cost, link, value);
        }
        self.table.add_hashed(key, node, cost, link, value, memory)
    }

    /// Gives a stored node a better path.
    #[inline]
    pub(crate) fn improve(&mut self, id: u32, node: N, cost: C, link: Link) {
        if let Some(record) = self.table.records.get_mut(Place::number(id)) {
            (record.node, record.cost, record.link) = (node, cost, link);
        }
    }
}
