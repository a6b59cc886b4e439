//! [`Memory`]: the ledger of a search, which says how much it may store and how much it stores. [`Refusal`]: why
//! something was not stored. [`filled`], [`with_capacity`]: lists outside a ledger.

use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};

use hashbrown::{HashMap, HashTable};

/// The largest number of nodes that a search can store, 2³⁰ − 1. All indices must be below this number.
// The id of a node has 31 bits. One of them marks nodes with a record, and one number stands for "no node".
pub const MAX_NODES: usize = (1 << 30) - 1;

/// The largest number of records, entries or labels for which memory is reserved if their number is unknown.
///
/// Dijkstra's algorithm with four million hashed nodes takes as long without a reservation as with one for a million
/// nodes, and a third longer with one for eight million, whose memory is touched twice.
pub const MAX_RESERVED: usize = 1 << 20;

/// The number of elements for which a list grows at least, as short searches would otherwise spend much of their time
/// on reallocating short lists.
const FEWEST: usize = 4;

/// Returns an empty list with capacity for `count` elements, or `None` if the allocator has run out of memory.
pub fn with_capacity<T>(count: usize) -> Option<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).ok()?;
    Some(list)
}

/// Returns a list of `count` equal elements, or `None` if the allocator has run out of memory.
pub fn filled<T: Clone>(element: T, count: usize) -> Option<Vec<T>> {
    // `vec!` requests zeroed memory if it can, but it ends the program if there is none. A reservation that may fail
    // therefore comes first.
    drop(with_capacity::<T>(count)?);
    Some(vec![element; count])
}

/// Why something was not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The number of nodes has reached the limit.
    NodeLimit,
    /// The number of bytes has reached the limit.
    MemoryLimit,
    /// The index of a node is too large to be stored.
    IndexTooLarge(usize),
    /// The allocator has run out of memory.
    OutOfMemory,
}

/// The memory of a search: its limits, the nodes stored and the bytes allocated.
///
/// Every list of a search grows through its ledger, so that limits are checked in one place, and only when a list has
/// no capacity left. If a list cannot grow, the ledger records the reason, the [refusal](Self::refusal), and nothing
/// more is allocated. The search then fails at the end of the expansion. What the lists contain until then no longer
/// matters, except that they can be cleared.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The largest number of bytes. `usize::MAX` means that there is no limit.
    limit: usize,
    used: usize,
    node_limit: usize,
    nodes: usize,
    refusal: Option<Refusal>,
}

impl Default for Memory {
    fn default() -> Self {
        Memory {
            limit: usize::MAX,
            used: 0,
            node_limit: MAX_NODES,
            nodes: 0,
            refusal: None,
        }
    }
}

impl Memory {
    /// Sets the largest number of nodes, at most [`MAX_NODES`].
    pub(crate) fn set_node_limit(&mut self, nodes: usize) {
        self.node_limit = nodes.min(MAX_NODES);
    }

    /// Sets the largest number of bytes. The default is [`usize::MAX`], which stands for no limit.
    pub fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
    }

    /// Takes over the limits of another ledger.
    #[cfg(feature = "rayon")]
    pub(crate) fn limit_like(&mut self, other: &Memory) {
        (self.limit, self.node_limit) = (other.limit, other.node_limit);
    }

    /// Returns the number of nodes stored.
    #[inline]
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Returns the number of bytes allocated.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.used
    }

    /// Returns why something was not stored, if anything was refused since the search began.
    #[inline]
    pub fn refusal(&self) -> Option<Refusal> {
        self.refusal
    }

    /// Returns the largest number of nodes and of bytes.
    pub fn limits(&self) -> (usize, usize) {
        (self.node_limit, self.limit)
    }

    /// Records a refusal and returns `None`. Only the first refusal counts.
    #[cold]
    pub fn refuse<T>(&mut self, refusal: Refusal) -> Option<T> {
        self.refusal.get_or_insert(refusal);
        None
    }

    /// Returns whether nothing has been refused and no more bytes are in use than the limit allows, which may have been
    /// lowered.
    #[inline]
    pub(crate) fn is_within_limit(&self) -> bool {
        self.refusal.is_none() && !self.exceeds_limit()
    }

    /// Returns whether more bytes are in use than the limit allows.
    #[inline]
    pub(crate) fn exceeds_limit(&self) -> bool {
        self.used > self.limit
    }

    /// Refuses everything if more bytes are in use than the limit allows.
    pub(crate) fn check(&mut self) {
        if self.exceeds_limit() {
            self.refuse::<()>(Refusal::MemoryLimit);
        }
    }

    /// Counts a node that is about to be stored. Returns `None` if there are too many.
    #[inline]
    pub fn add_node(&mut self) -> Option<()> {
        if self.nodes >= self.node_limit {
            return self.refuse(Refusal::NodeLimit);
        }
        self.nodes += 1;
        Some(())
    }

    /// Counts nodes that are no longer stored.
    pub fn remove_nodes(&mut self, nodes: usize) {
        self.nodes = self.nodes.saturating_sub(nodes);
    }

    /// Undoes [`add_node`](Self::add_node) for a node that could not be stored, and returns `None`.
    #[cold]
    pub(crate) fn forget_node<T>(&mut self) -> Option<T> {
        self.remove_nodes(1);
        None
    }

    /// Sets the counts of a search whose parts have ledgers of their own.
    #[cfg(feature = "rayon")]
    pub(crate) fn set_counts(&mut self, nodes: usize, bytes: usize) {
        (self.nodes, self.used) = (nodes, bytes);
    }

    /// Returns an empty ledger with the same limits.
    #[cfg(feature = "rayon")]
    pub(crate) fn empty(&self) -> Self {
        Memory {
            used: 0,
            nodes: 0,
            refusal: None,
            ..*self
        }
    }

    /// Returns the number of nodes that may still be stored.
    #[inline]
    pub(crate) fn nodes_left(&self) -> usize {
        self.node_limit.saturating_sub(self.nodes)
    }

    /// Ignores a refusal of something that was not needed.
    pub(crate) fn accept(&mut self) {
        self.refusal = None;
    }

    /// Starts the count of nodes again, for a search that begins again in the same memory.
    pub(crate) fn restart(&mut self) {
        self.nodes = 0;
        self.refusal = None;
    }

    /// Allocates memory for `more` elements in a list, and for as many as the list already contains, or a few more, if
    /// the limit allows it. Returns `None` if there is not enough memory.
    #[inline]
    pub fn grow<T>(&mut self, list: &mut Vec<T>, more: usize) -> Option<()> {
        if more <= list.capacity() - list.len() {
            return Some(());
        }
        let wanted = list.len().max(FEWEST);
        self.grow_by(list, more, wanted)
    }

    /// Appends an element to a list. Returns `None` if there is not enough memory.
    #[inline]
    pub fn push<T>(&mut self, list: &mut Vec<T>, element: T) -> Option<()> {
        self.grow(list, 1)?;
        list.push(element);
        Some(())
    }

    /// Allocates memory for `more` elements in a list, and for `wanted` of them if the limit allows it. Returns `None`
    /// if there is not enough memory.
    #[cold]
    #[inline(never)]
    pub fn grow_by<T>(&mut self, list: &mut Vec<T>, more: usize, wanted: usize) -> Option<()> {
        let free = list.capacity() - list.len();
        let added = self.affordable::<T>(free, more, wanted)?;
        self.check_reserved::<T>(list.try_reserve_exact(free + added).is_ok(), added)
    }

    /// Allocates memory for one more element in a queue. Returns `None` if there is not enough memory.
    #[inline]
    pub fn grow_queue<T>(&mut self, queue: &mut VecDeque<T>) -> Option<()> {
        if queue.len() < queue.capacity() {
            return Some(());
        }
        let added = self.affordable::<T>(0, 1, queue.len())?;
        self.check_reserved::<T>(queue.try_reserve_exact(added).is_ok(), added)
    }

    /// Allocates memory for one more entry in a map. Returns `None` if there is not enough memory. While the map grows,
    /// the old table exists as well, so it also counts towards the limit.
    #[inline]
    pub fn grow_map<K: Eq + Hash, V, S: BuildHasher>(&mut self, map: &mut HashMap<K, V, S>) -> Option<()> {
        if map.len() < map.capacity() {
            return Some(());
        }
        let (before, wanted) = (map.allocation_size(), map.capacity() + 1);
        self.check_enlarged::<(K, V)>(before, wanted, || {
            map.try_reserve(1).ok()?;
            Some(map.allocation_size())
        })
    }

    /// Allocates memory for one more element in a table, like [`grow_map`](Self::grow_map). `hash` returns the hash of
    /// an element that the table contains.
    #[inline]
    pub fn grow_table<T>(&mut self, table: &mut HashTable<T>, hash: impl Fn(&T) -> u64) -> Option<()> {
        self.grow_table_by(table, 1, hash)
    }

    /// The same, for `more` elements.
    #[inline]
    pub(crate) fn grow_table_by<T>(
        &mut self,
        table: &mut HashTable<T>,
        more: usize,
        hash: impl Fn(&T) -> u64,
    ) -> Option<()> {
        if more <= table.capacity() - table.len() {
            return Some(());
        }
        let (before, wanted) = (table.allocation_size(), (table.len() + more).max(table.capacity() + 1));
        self.check_enlarged::<T>(before, wanted, || {
            table.try_reserve(more, hash).ok()?;
            Some(table.allocation_size())
        })
    }

    /// Enlarges a hash table of `before` bytes to at least the `wanted` capacity if there is enough memory for the new
    /// table next to it. `enlarge` returns the new number of bytes.
    fn check_enlarged<T>(
        &mut self,
        before: usize,
        wanted: usize,
        enlarge: impl FnOnce() -> Option<usize>,
    ) -> Option<()> {
        // An eighth of a table stays empty. There is an extra byte for each entry, and one more group of them.
        let entries = wanted.saturating_mul(8).div_ceil(7).max(4).next_power_of_two();
        if !self.has(entries.saturating_mul(size_of::<T>() + 1).saturating_add(64)) {
            return self.refuse(Refusal::MemoryLimit);
        }
        match enlarge() {
            Some(after) => self.take(after - before),
            None => self.refuse(Refusal::OutOfMemory),
        }
    }

    /// Returns the number of elements by which to enlarge a list that has capacity for `free` of them, and takes their
    /// bytes. Returns `None` if there are not enough bytes.
    fn affordable<T>(&mut self, free: usize, more: usize, wanted: usize) -> Option<usize> {
        let most = self.left() / size_of::<T>().max(1);
        let least = more.saturating_sub(free);
        let added = wanted.saturating_sub(free).clamp(least, most.max(least));
        self.take(added.saturating_mul(size_of::<T>()))?;
        Some(added)
    }

    /// Gives back the bytes of elements for which the allocator had no memory.
    fn check_reserved<T>(&mut self, is_reserved: bool, added: usize) -> Option<()> {
        if !is_reserved {
            self.release(added.saturating_mul(size_of::<T>()));
            return self.refuse(Refusal::OutOfMemory);
        }
        Some(())
    }

    /// Returns the number of bytes that may still be allocated.
    fn left(&self) -> usize {
        match self.refusal {
            Some(_) => 0,
            None if self.limit == usize::MAX => usize::MAX,
            None => self.limit.saturating_sub(self.used),
        }
    }

    /// Returns whether this number of bytes may still be allocated.
    pub(crate) fn has(&self, bytes: usize) -> bool {
        bytes <= self.left()
    }

    /// Counts bytes that are about to be allocated. Returns `None` if there are fewer left.
    pub fn take(&mut self, bytes: usize) -> Option<()> {
        if !self.has(bytes) {
            return self.refuse(Refusal::MemoryLimit);
        }
        if self.refusal.is_some() {
            return None;
        }
        // The sum of all allocations may exceed the address space, in which case the allocator refuses the last one.
        self.used = self.used.saturating_add(bytes);
        Some(())
    }

    /// Counts bytes that have been allocated without asking. Returns `None` if they exceed the limit.
    pub fn add(&mut self, bytes: usize) -> Option<()> {
        self.used = self.used.saturating_add(bytes);
        self.check();
        self.refusal.is_none().then_some(())
    }

    /// Counts bytes at least as many as these, after a panic has interrupted the count.
    pub(crate) fn raise(&mut self, bytes: usize) {
        self.used = self.used.max(bytes);
    }

    /// Counts bytes that have been freed.
    pub fn release(&mut self, bytes: usize) {
        self.used = self.used.saturating_sub(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchError;

    /// A ledger with a limit on bytes.
    fn limited(bytes: usize) -> Memory {
        let mut memory = Memory::default();
        memory.set_limit(bytes);
        memory
    }

    #[test]
    fn a_list_grows_as_far_as_it_is_wanted_to_and_may() {
        for (bytes, wanted, grown) in [
            (31, 9, None),
            (32, 9, Some(4)),
            (48, 9, Some(6)),
            (800, 9, Some(9)),
            (800, 2, Some(4)),
        ] {
            let (mut memory, mut list) = (limited(bytes), Vec::<u64>::new());
            assert_eq!(memory.grow_by(&mut list, 4, wanted).is_some(), grown.is_some());
            assert_eq!(memory.refusal(), grown.is_none().then_some(Refusal::MemoryLimit));
            let grown = grown.unwrap_or(0);
            assert_eq!((list.capacity(), memory.bytes()), (grown, 8 * grown));
            assert!(grown == 0 || memory.grow(&mut list, 4).is_some() && list.capacity() == grown);
        }
    }

    #[test]
    fn a_table_grows_while_the_larger_one_fits_next_to_it() {
        for (bytes, refusal) in [
            (usize::MAX, None),
            (5000, Some(Refusal::MemoryLimit)),
            (79, Some(Refusal::MemoryLimit)),
        ] {
            let (mut memory, mut table) = (limited(bytes), HashTable::new());
            for number in 0..1000_u32 {
                if memory.grow_table(&mut table, |number| u64::from(*number)).is_none() {
                    break;
                }
                table.insert_unique(u64::from(number), number, |number| u64::from(*number));
            }
            assert_eq!((memory.refusal(), memory.bytes()), (refusal, table.allocation_size()));
            assert!(table.allocation_size() <= bytes && refusal.is_none() == (table.len() == 1000));
            assert_eq!(table.is_empty(), bytes == 79);
            // The next table would have taken twice as much.
            assert!(bytes != 5000 || memory.bytes() > 1000, "{}", memory.bytes());
        }
    }

    #[test]
    fn memory_without_a_limit_is_never_used_up() {
        let mut memory = Memory::default();
        for _ in 0..3 {
            assert_eq!(memory.take(usize::MAX / 2), Some(()));
        }
        memory.release(usize::MAX);
        let mut list = Vec::<u64>::new();
        assert_eq!(memory.grow_by(&mut list, usize::MAX / 4, 0), None);
        assert_eq!((memory.refusal(), memory.bytes()), (Some(Refusal::OutOfMemory), 0));
    }

    #[test]
    fn after_a_refusal_nothing_is_allocated_until_the_search_begins_again() {
        let mut memory = limited(100);
        assert_eq!((memory.take(101), memory.take(0)), (None, None));
        assert_eq!(memory.error(), SearchError::MemoryLimit { limit: 100 });
        memory.restart();
        assert_eq!((memory.take(100), memory.bytes()), (Some(()), 100));
        memory.set_limit(99);
        assert_eq!((memory.is_within_limit(), memory.refusal()), (false, None));
        memory.set_limit(100);
        assert!(memory.is_within_limit());
        assert_eq!((memory.add(1), memory.bytes()), (None, 101));
        assert_eq!(memory.refusal(), Some(Refusal::MemoryLimit));
    }

    #[test]
    fn nodes_are_counted_up_to_their_limit() {
        let mut memory = Memory::default();
        memory.set_node_limit(2);
        assert_eq!([(); 3].map(|()| memory.add_node()), [Some(()), Some(()), None]);
        assert_eq!(
            (memory.nodes(), memory.error()),
            (2, SearchError::NodeLimit { limit: 2 })
        );
        memory.restart();
        assert_eq!((memory.nodes(), memory.nodes_left()), (0, 2));
    }
}
