//! [`Slots`]: from a node's index to its record, with a reset in constant time.

use alloc::vec::Vec;

use super::{MAX_NODES, Refusal};

/// An array from index to id. A slot holds `base + id`; moving `base` past all ids in use empties every slot at once,
/// and one comparison tells a slot of this search from an older one.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    slots: Vec<u32>,
    base: u32,
}

impl Default for Slots {
    fn default() -> Self {
        Slots {
            slots: Vec::new(),
            base: 1,
        }
    }
}

impl Slots {
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<u32> {
        self.slots.get(index)?.checked_sub(self.base)
    }

    #[inline]
    pub(super) fn set(&mut self, index: usize, id: u32) -> Result<(), Refusal> {
        if index >= self.slots.len() {
            self.grow(index)?;
        }
        self.slots[index] = self.base + id;
        Ok(())
    }

    /// Makes room for indices below `length`. Answers whether there was the memory.
    pub(super) fn reserve(&mut self, length: usize) -> bool {
        length <= self.slots.len() || self.grow(length - 1).is_ok()
    }

    #[cold]
    fn grow(&mut self, index: usize) -> Result<(), Refusal> {
        if index >= MAX_NODES {
            return Err(Refusal::IndexTooLarge(index));
        }
        let length = (index + 1).max(self.slots.len() * 2).min(MAX_NODES);
        self.slots
            .try_reserve_exact(length - self.slots.len())
            .map_err(|_| Refusal::OutOfMemory)?;
        self.slots.resize(length, 0);
        Ok(())
    }

    /// Empties all slots, of which ids below `used` were given out.
    pub(super) fn clear(&mut self, used: usize) {
        // The next search may give out MAX_NODES ids: base + id must still fit.
        match u32::try_from(self.base as usize + used) {
            Ok(base) if (u32::MAX - base) as usize >= MAX_NODES => self.base = base,
            _ => {
                self.slots.fill(0);
                self.base = 1;
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
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
            assert!(slots.set(7, 3).is_ok());
            assert_eq!(slots.get(7), Some(3));
            assert_eq!(slots.get(6), None);
            // Two rounds of this many ids run past 32 bits.
            slots.clear(MAX_NODES - 1);
        }
    }

    #[test]
    fn an_index_beyond_all_memory_is_refused() {
        let mut slots = Slots::default();
        assert!(matches!(
            slots.set(usize::MAX, 0),
            Err(Refusal::IndexTooLarge(usize::MAX))
        ));
        assert!(matches!(slots.set(MAX_NODES, 0), Err(Refusal::IndexTooLarge(_))));
    }
}
