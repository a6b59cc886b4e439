//! [`Room`]: the memory that a search may still allocate.

use alloc::vec::Vec;

/// A number of bytes that may still be allocated, under a memory limit.
#[derive(Clone, Copy, Debug)]
pub struct Room(pub(crate) usize);

impl Room {
    /// Makes room for `needed` more elements in a list, and for `wanted` of them as far as the bytes suffice. Returns
    /// whether there is room for those that are needed. (What the allocator refuses is noticed when an element is
    /// added.)
    pub(crate) fn reserve<T>(&mut self, list: &mut Vec<T>, needed: usize, wanted: usize) -> bool {
        let (len, capacity) = (list.len(), list.capacity());
        match self.affordable::<T>(capacity - len, needed, wanted) {
            Some(0) => {}
            Some(more) => {
                let _ = list.try_reserve_exact(capacity - len + more);
                self.0 = self.0.saturating_sub((list.capacity() - capacity) * size_of::<T>());
            }
            None => return false,
        }
        true
    }

    /// The same, and wanted are as many as there are.
    pub(crate) fn double<T>(&mut self, list: &mut Vec<T>, needed: usize) -> bool {
        let wanted = list.len();
        self.reserve(list, needed, wanted)
    }

    /// Takes this number of bytes, if there are as many. Returns whether there are.
    pub(crate) fn take(&mut self, bytes: usize) -> bool {
        let has_room = bytes <= self.0;
        self.0 -= if has_room { bytes } else { 0 };
        has_room
    }

    /// The number of elements by which a list grows that has room for `free` more of them.
    pub(crate) fn affordable<T>(self, free: usize, needed: usize, wanted: usize) -> Option<usize> {
        let most = self.0 / size_of::<T>().max(1);
        match needed.saturating_sub(free) {
            0 => Some(0),
            least => (least <= most).then(|| wanted.saturating_sub(free).clamp(least, most)),
        }
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
            let (mut room, mut list) = (Room(bytes), Vec::<u64>::new());
            assert_eq!(room.reserve(&mut list, 4, wanted), grown.is_some());
            assert_eq!(
                (list.capacity(), room.0),
                (grown.unwrap_or(0), bytes - 8 * grown.unwrap_or(0))
            );
            assert!(grown.is_none() || room.reserve(&mut list, 4, 99) && list.capacity() == grown.unwrap_or(0));
        }
    }
}
