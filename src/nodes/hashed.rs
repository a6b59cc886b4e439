//! [`Hashed`]: the numbers of records, by the hashes of their nodes.

use super::few::Few;
use super::table::Table;
use crate::memory::Memory;

/// The numbers of records, by the hashes of their nodes: in a table [for few](Few) of them, whose lookups take the
/// fewest instructions, or in one [for many](Table), which takes less memory, can be prefetched, and grows in small
/// steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Hashed {
    few: Few,
    many: Table,
    /// Whether all entries are in `many`.
    is_large: bool,
}

impl Hashed {
    #[inline]
    pub(super) fn len(&self) -> usize {
        if self.is_large { self.many.len() } else { self.few.len() }
    }

    /// Begins to fetch what a lookup will read, if it may not be in the cache.
    #[inline]
    pub(super) fn prefetch(&self, bits: u32) {
        if self.is_large {
            self.many.prefetch(bits);
        }
    }

    /// The number with this hash for which `is_it` holds.
    #[expect(clippy::inline_always, reason = "called, a lookup takes a quarter more instructions")]
    #[inline(always)]
    pub(super) fn find(&self, bits: u32, is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.is_large {
            return self.many.find(bits, is_it);
        }
        self.few.find(bits, is_it)
    }

    /// Whether there is capacity for `count` more entries, whose numbers are below `numbers`.
    #[inline]
    pub(super) fn has_capacity(&self, count: usize, numbers: usize) -> bool {
        if self.is_large {
            return self.many.has_capacity(count, numbers);
        }
        count <= self.few.free()
    }

    /// Adds a number, for which there must be [capacity](Self::has_capacity). Returns `None` if the memory does not
    /// suffice for many nodes with the same hash.
    #[inline]
    pub(super) fn insert(&mut self, bits: u32, number: u32, memory: &mut Memory) -> Option<()> {
        if self.is_large {
            return insert_into(&mut self.many, bits, number, memory);
        }
        self.few.insert(bits, number);
        Some(())
    }

    /// Allocates memory for `count` more entries, whose numbers are below `numbers`. `bits` returns the
    /// [bits](Table::bits) of an entry. Returns `None` if there is not enough memory.
    pub(super) fn grow(
        &mut self,
        count: usize,
        numbers: usize,
        bits: impl Fn(u32) -> u32 + Copy,
        memory: &mut Memory,
    ) -> Option<()> {
        if !self.is_large && self.few.len() + count <= Few::MOST {
            return self.few.grow(count, memory);
        }
        // Empty if the table is large.
        let moving = self.few.len();
        while !self.many.has_capacity(moving + count, numbers) {
            self.many.grow(bits, memory)?;
        }
        for (number, bits) in self.few.iter() {
            insert_into(&mut self.many, bits, number, memory)?;
        }
        memory.release(self.few.bytes());
        (self.few, self.is_large) = (Few::default(), true);
        Some(())
    }

    /// Removes all entries. A large table stays one, since the next search is likely to store as many nodes.
    pub(super) fn clear(&mut self) {
        self.is_large &= self.many.len() > Few::MOST;
        self.many.clear();
        self.few.clear();
    }
}

/// Adds a number to the table for many, which must have capacity for it.
// Not inlined, so that insertion into the table for few is.
#[inline(never)]
fn insert_into(many: &mut Table, bits: u32, number: u32, memory: &mut Memory) -> Option<()> {
    if many.insert(bits, number) {
        return Some(());
    }
    many.add_overflowing(number, memory)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Refusal;

    fn bits(number: u32) -> u32 {
        number.wrapping_mul(0x9E37_79B9) >> 1
    }

    /// Adds numbers up to `count`, as far as the memory suffices. Returns how many.
    fn fill(hashed: &mut Hashed, count: u32, memory: &mut Memory) -> u32 {
        let mut add = |number: &u32| {
            let numbers = *number as usize + 1;
            if !hashed.has_capacity(1, numbers) {
                hashed.grow(1, numbers, bits, memory)?;
            }
            hashed.insert(bits(*number), *number, memory)
        };
        u32::try_from((0..count).map_while(|number| add(&number)).count()).unwrap()
    }

    fn contains_all(hashed: &Hashed, count: u32) -> bool {
        let is_there = |number: u32| hashed.find(bits(number), |found| found == number) == Some(number);
        hashed.len() == count as usize && (0..count).all(is_there) && !is_there(count)
    }

    #[test]
    fn numbers_are_found_before_and_after_they_move() {
        let most = u32::try_from(Few::MOST).unwrap();
        let (mut hashed, mut memory) = (Hashed::default(), Memory::default());
        for (count, is_large) in [
            (most, false),
            (most + 1, true),
            (5, true),
            (most, false),
            (3 * most, true),
        ] {
            hashed.clear();
            assert!(contains_all(&hashed, 0));
            assert_eq!(fill(&mut hashed, count, &mut memory), count);
            assert!(contains_all(&hashed, count), "{count}");
            assert_eq!(hashed.is_large, is_large, "{count}");
        }
    }

    #[test]
    fn numbers_that_may_not_move_stay_where_they_are() {
        let most = u32::try_from(Few::MOST).unwrap();
        let mut memory = Memory::default();
        fill(&mut Hashed::default(), most, &mut memory);
        let enough = 3 * memory.bytes();
        let mut hashed = Hashed::default();
        let mut memory = Memory::default();
        memory.set_limit(enough);
        assert_eq!(fill(&mut hashed, most, &mut memory), most);
        memory.set_limit(memory.bytes() + 100_000);
        assert!(hashed.grow(1, Few::MOST + 1, bits, &mut memory).is_none());
        assert_eq!(memory.refusal(), Some(Refusal::MemoryLimit));
        assert!(contains_all(&hashed, most));
        hashed.clear();
        assert!(contains_all(&hashed, 0));
    }
}
