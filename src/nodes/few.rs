//! [`Few`]: a hash table for few numbers.

use hashbrown::HashTable;

use crate::memory::Memory;

/// A hash table of numbers for as many of them as can be moved at once without a noticeable pause.
///
/// An entry is a number and the bits of its hash, so that no node is hashed again when the table grows.
#[derive(Clone, Debug, Default)]
pub(super) struct Few {
    entries: HashTable<(u32, u32)>,
}

/// The hash that is passed to `hashbrown`, from the bits of a hash that [`Table`](super::Table) uses as well. The table
/// takes the place of an entry from its lowest bits, and a tag from its highest ones.
#[inline]
fn spread(bits: u32) -> u64 {
    u64::from(bits) * ((1 << 33) + 1)
}

/// The smallest capacity for which memory is allocated, so that short searches grow the table only once.
const FEWEST: usize = 56;

/// A table with fewer entries grows fourfold, which moves fewer of them than doubling it would.
const OFTEN: usize = 1 << 10;

impl Few {
    /// The largest number of numbers for which a table is meant. Moving more of them at once would take too long.
    pub(super) const MOST: usize = (1 << 17) / 8 * 7;

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The number of further numbers for which there is capacity.
    #[inline]
    pub(super) fn free(&self) -> usize {
        self.entries.capacity() - self.entries.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.allocation_size()
    }

    /// The number with these bits for which `is_it` holds.
    #[inline]
    pub(super) fn find(&self, bits: u32, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        self.entries
            .find(spread(bits), |(number, _)| is_it(*number))
            .map(|(number, _)| *number)
    }

    /// Adds a number, for which there must be capacity.
    #[inline]
    pub(super) fn insert(&mut self, bits: u32, number: u32) {
        self.entries
            .insert_unique(spread(bits), (number, bits), |(_, bits)| spread(*bits));
    }

    /// The numbers and the bits of their hashes.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        self.entries.iter().copied()
    }

    /// Allocates memory for `count` more numbers. Returns `None` if there is not enough memory.
    pub(super) fn grow(&mut self, count: usize, memory: &mut Memory) -> Option<()> {
        let wanted = if self.len() < OFTEN { 3 * self.len() } else { 0 };
        memory.grow_table_by(&mut self.entries, count.max(wanted).max(FEWEST), |(_, bits)| {
            spread(*bits)
        })
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }
}
