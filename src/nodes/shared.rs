//! [`Shared`]: the table and the id of each node of two tables, by index.

use super::pages::Pages;
use crate::memory::Memory;

/// The ids of indexed nodes, each of which is in one of two tables that have records for them. A single lookup finds
/// the table and the id.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    /// A stamp and an id. The stamp also identifies the table.
    slots: Pages<(u32, u32)>,
    /// The stamp of the first table's nodes. The second table's is greater by one, and those of earlier searches are
    /// lower.
    pub(super) stamp: u32,
}

/// The slot of a node that is not stored.
#[derive(Debug)]
pub(crate) struct Vacant<'a> {
    slot: &'a mut (u32, u32),
    stamp: u32,
}

impl Vacant<'_> {
    /// Enters the node.
    #[inline]
    pub(crate) fn set(self, table: u32, id: u32) {
        *self.slot = (self.stamp + table, id);
    }
}

impl Shared {
    pub(crate) fn new() -> Self {
        Shared {
            slots: Pages::default(),
            stamp: 2,
        }
    }

    /// Removes all nodes in constant time and keeps the allocated memory.
    pub(crate) fn clear(&mut self) {
        self.stamp = self.stamp.checked_add(2).unwrap_or_else(|| {
            self.slots.fill(&(0, 0));
            2
        });
    }

    /// The table and the id of the node with this index, if it is stored.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<(usize, u32)> {
        let (stamp, id) = *self.slots.get(index)?;
        (stamp >= self.stamp).then(|| ((stamp - self.stamp) as usize, id))
    }

    /// The table of the node with this index, or the slot of a node that is in neither. Returns `None` if the
    /// index is beyond the capacity.
    #[inline]
    pub(crate) fn entry(&mut self, index: usize) -> Option<Result<u32, Vacant<'_>>> {
        let slot = self.slots.get_mut(index)?;
        let stamp = self.stamp;
        Some(slot.0.checked_sub(stamp).ok_or(Vacant { slot, stamp }))
    }

    /// Whether there is capacity for this index.
    #[inline]
    pub(crate) fn has(&self, index: usize) -> bool {
        self.slots.get(index).is_some()
    }

    /// Allocates memory for this index, for which there is none yet. `bound` is the graph's bound of indices. Returns
    /// `None` if there is not enough memory.
    pub(crate) fn grow_for(&mut self, index: usize, bound: Option<usize>, memory: &mut Memory) -> Option<()> {
        self.slots.grow(index, bound, &(0, 0), memory)
    }

    /// Allocates memory for the first `count` indices, as far as it suffices.
    pub(crate) fn reserve(&mut self, count: usize, memory: &mut Memory) {
        let _ = self.slots.reserve(count, &(0, 0), memory);
    }

    /// Enters a node, for which there must be [capacity](Self::grow_for).
    #[inline]
    pub(crate) fn set(&mut self, index: usize, table: u32, id: u32) {
        if let Some(slot) = self.slots.get_mut(index) {
            *slot = (self.stamp + table, id);
        }
    }
}
