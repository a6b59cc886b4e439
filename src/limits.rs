//! [`Limits`]: how much a search may store. [`Room`]: the memory that a list may still allocate. [`Refusal`]: why
//! something was not stored.

use alloc::vec::Vec;

/// The largest number of nodes that a search can store, 2³⁰ − 1. All indices must be below this number.
// The id of a node has 31 bits. One of them marks nodes with a record, and one number stands for "no node".
pub const MAX_NODES: usize = (1 << 30) - 1;

/// The largest number of records, entries or labels for which memory is reserved if their number is unknown.
///
/// Dijkstra's algorithm with four million hashed nodes takes as long without a reservation as with one for a million
/// nodes, and a third longer with one for eight million, whose memory is touched twice.
pub(crate) const MAX_RESERVED: usize = 1 << 20;

/// How much a search may store.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub(crate) nodes: usize,
    /// The largest number means that there is no limit.
    pub(crate) bytes: usize,
}

impl Limits {
    /// Returns the rest of the limits if others have stored this much.
    pub(crate) fn less(self, nodes: usize, bytes: usize) -> Self {
        let bytes = if self.has_memory_limit() { bytes } else { 0 };
        Limits {
            nodes: self.nodes.saturating_sub(nodes),
            bytes: self.bytes.saturating_sub(bytes),
        }
    }

    #[inline]
    pub(crate) fn has_memory_limit(self) -> bool {
        self.bytes != usize::MAX
    }

    /// Returns the room that is left if `used` bytes are in use, which is none if that exceeds the limit.
    pub(crate) fn room(self, used: usize) -> Room {
        Room::of(self.less(0, used).bytes)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            nodes: MAX_NODES,
            bytes: usize::MAX,
        }
    }
}

/// Why something was not stored. It is smaller than the error that it becomes, since each insertion may return it.
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

/// The number of bytes that may still be allocated under a memory limit, and whether more were needed.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The largest number means that there is no limit.
    bytes: usize,
    /// The reason, if there was ever no room. From then on, the lists that grow in this room store nothing more.
    pub(crate) refusal: Option<Refusal>,
}

impl Default for Room {
    fn default() -> Self {
        Room::of(usize::MAX)
    }
}

impl Room {
    pub(crate) fn of(bytes: usize) -> Self {
        Room { bytes, refusal: None }
    }

    /// Sets the number of bytes that may be allocated from now on.
    pub(crate) fn set(&mut self, bytes: usize) {
        self.bytes = bytes;
    }

    /// Returns why there was no room.
    #[cold]
    pub(crate) fn reason(&self) -> Refusal {
        self.refusal.unwrap_or(Refusal::OutOfMemory)
    }

    /// Makes room for `more` elements in a list, and for as many as the list already contains if the bytes suffice.
    /// Returns `None` if there is not enough memory.
    #[inline]
    pub(crate) fn grow<T>(&mut self, list: &mut Vec<T>, more: usize) -> Option<()> {
        if more <= list.capacity() - list.len() {
            return Some(());
        }
        let wanted = list.len();
        self.grow_by(list, more, wanted)
    }

    /// Makes room for `more` elements in a list, and for `wanted` of them if the bytes suffice. Returns `None` if there
    /// is not enough memory.
    #[cold]
    pub(crate) fn grow_by<T>(&mut self, list: &mut Vec<T>, more: usize, wanted: usize) -> Option<()> {
        let free = list.capacity() - list.len();
        let added = self.affordable::<T>(free, more, wanted)?;
        list.try_reserve_exact(free + added).ok().or_else(|| self.run_out())
    }

    /// Records that the allocator has run out of memory.
    #[cold]
    pub(crate) fn run_out<T>(&mut self) -> Option<T> {
        self.refusal = Some(Refusal::OutOfMemory);
        None
    }

    /// Returns the number of elements by which to enlarge a list that has room for `free` of them, and takes their
    /// bytes. Returns `None` if there are not enough bytes.
    pub(crate) fn affordable<T>(&mut self, free: usize, more: usize, wanted: usize) -> Option<usize> {
        let most = self.bytes / size_of::<T>().max(1);
        let least = more.saturating_sub(free);
        let added = wanted.saturating_sub(free).clamp(least, most.max(least));
        self.take(added.saturating_mul(size_of::<T>()))?;
        Some(added)
    }

    pub(crate) fn has(&self, bytes: usize) -> bool {
        bytes <= self.bytes
    }

    /// Takes this number of bytes. Returns `None` if there are fewer.
    pub(crate) fn take(&mut self, bytes: usize) -> Option<()> {
        match self.bytes.checked_sub(bytes) {
            // The sum of all allocations may exceed the address space.
            _ if self.bytes == usize::MAX => {}
            Some(left) => self.bytes = left,
            None => self.refusal = Some(Refusal::MemoryLimit),
        }
        self.refusal.is_none().then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_grows_as_far_as_it_is_wanted_to_and_may() {
        for (bytes, wanted, grown) in [
            (31, 9, None),
            (32, 9, Some(4)),
            (48, 9, Some(6)),
            (800, 9, Some(9)),
            (800, 2, Some(4)),
        ] {
            let (mut room, mut list) = (Room::of(bytes), Vec::<u64>::new());
            assert_eq!(room.grow_by(&mut list, 4, wanted).is_some(), grown.is_some());
            assert_eq!(room.refusal, grown.is_none().then_some(Refusal::MemoryLimit));
            let grown = grown.unwrap_or(0);
            assert_eq!((list.capacity(), room.bytes), (grown, bytes - 8 * grown));
            assert!(grown == 0 || room.grow(&mut list, 4).is_some() && list.capacity() == grown);
        }
    }

    #[test]
    fn room_without_a_limit_is_never_used_up() {
        let mut room = Limits::default().less(0, 7).room(7);
        for _ in 0..3 {
            assert_eq!(room.take(usize::MAX), Some(()));
        }
        let mut list = Vec::<u64>::new();
        assert_eq!(room.grow_by(&mut list, usize::MAX / 4, 0), None);
        assert_eq!(room.refusal, Some(Refusal::OutOfMemory));
    }
}
