//! [`Slots`]: from a node's index to its record and its cost, with a reset in constant time.

use alloc::vec::Vec;

use super::{MAX_NODES, Meeting, Refusal};
use crate::Cost;

/// An array from index to id and cost. A slot holds `base + id`; moving `base` past all ids in use empties every slot at
/// once, and one comparison tells a slot of this search from an older one.
#[derive(Clone, Debug)]
pub(super) struct Slots<C> {
    slots: Vec<Slot<C>>,
    base: u32,
}

#[derive(Clone, Copy, Debug)]
struct Slot<C> {
    stamp: u32,
    /// What the node's record says, too. Here a search need not look at the record of a node that is no cheaper to reach.
    cost: C,
}

impl<C: Cost> Slot<C> {
    const EMPTY: Self = Slot {
        stamp: 0,
        cost: C::ZERO,
    };
}

impl<C> Default for Slots<C> {
    fn default() -> Self {
        Slots {
            slots: Vec::new(),
            base: 1,
        }
    }
}

impl<C: Cost> Slots<C> {
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<u32> {
        self.slots.get(index)?.stamp.checked_sub(self.base)
    }

    #[inline]
    pub(super) fn meet(&self, index: usize, cost: &C, takes_better: bool) -> Meeting {
        match self.slots.get(index) {
            Some(slot) if slot.stamp >= self.base => {
                if takes_better && cost.is_less(&slot.cost) {
                    Meeting::Better(slot.stamp - self.base)
                } else {
                    Meeting::Idle
                }
            }
            _ => Meeting::First,
        }
    }

    /// The number of slots: there is room for indices below.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Stores an id at an index for which there is room.
    #[inline]
    pub(super) fn set(&mut self, index: usize, id: u32, cost: C) {
        self.slots[index] = Slot {
            stamp: self.base + id,
            cost,
        };
    }

    /// The cost of a node that is stored.
    #[inline]
    pub(super) fn set_cost(&mut self, index: usize, cost: C) {
        if let Some(slot) = self.slots.get_mut(index) {
            slot.cost = cost;
        }
    }

    /// Makes room for indices up to `index`, in at most `bytes` more.
    #[cold]
    pub(super) fn grow(&mut self, index: usize, bytes: usize) -> Result<(), Refusal> {
        if index >= MAX_NODES {
            return Err(Refusal::IndexTooLarge(index));
        }
        let length = (index + 1).max(self.slots.len() * 2).min(MAX_NODES);
        let more = length.saturating_sub(self.slots.len());
        if more.saturating_mul(size_of::<Slot<C>>()) > bytes {
            return Err(Refusal::MemoryLimit);
        }
        self.slots.try_reserve_exact(more).map_err(|_| Refusal::OutOfMemory)?;
        self.slots.resize(length, Slot::EMPTY);
        Ok(())
    }

    /// Empties all slots, of which ids below `used` were given out.
    pub(super) fn clear(&mut self, used: usize) {
        // The next search may give out MAX_NODES ids: base + id must still fit.
        match u32::try_from(self.base as usize + used) {
            Ok(base) if (u32::MAX - base) as usize >= MAX_NODES => self.base = base,
            _ => {
                self.slots.fill(Slot::EMPTY);
                self.base = 1;
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot<C>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clearing_empties_every_slot_however_often() {
        let mut slots = Slots::default();
        for round in 0..5_u32 {
            assert_eq!(slots.get(7), None, "round {round}");
            assert!(round > 0 || slots.grow(7, usize::MAX).is_ok());
            slots.set(7, 3, 5_u8);
            assert_eq!(slots.get(7), Some(3));
            assert_eq!(slots.get(6), None);
            // Two rounds of this many ids run past 32 bits.
            slots.clear(MAX_NODES - 1);
        }
    }

    #[test]
    fn an_index_beyond_all_memory_or_beyond_the_limit_is_refused() {
        let mut slots = Slots::<u8>::default();
        for index in [usize::MAX, MAX_NODES] {
            assert!(matches!(slots.grow(index, usize::MAX), Err(Refusal::IndexTooLarge(refused)) if refused == index));
        }
        assert!(matches!(slots.grow(99, 799), Err(Refusal::MemoryLimit)));
        assert!(slots.grow(99, 800).is_ok());
        assert_eq!(slots.len(), 100);
    }
}
