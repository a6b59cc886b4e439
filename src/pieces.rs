//! [`Pieces`]: a list that does not move its elements when it grows.

use alloc::vec::Vec;
use core::ops::Index;

use crate::memory::Memory;

/// A list whose first elements are in one `Vec` and all others in pieces of equal size. Moving a list would take about
/// a millisecond per megabyte, since all of the new memory is written for the first time.
#[derive(Debug)]
pub(crate) struct Pieces<T> {
    first: Vec<T>,
    more: Vec<Vec<T>>,
    len: usize,
}

/// The largest number of elements in one `Vec`.
const FIRST: usize = 1 << 16;
const PIECE: usize = 1 << 14;
/// Up to this number of elements, the capacity doubles.
const DOUBLED: usize = 1 << 12;

impl<T> Default for Pieces<T> {
    fn default() -> Self {
        Pieces {
            first: Vec::new(),
            more: Vec::new(),
            len: 0,
        }
    }
}

/// A copy has the same capacity, unlike that of a `Vec`.
impl<T: Clone> Clone for Pieces<T> {
    fn clone(&self) -> Self {
        let copy = |list: &Vec<T>| {
            let mut copy = Vec::with_capacity(list.capacity());
            copy.extend_from_slice(list);
            copy
        };
        Pieces {
            first: copy(&self.first),
            more: self.more.iter().map(copy).collect(),
            len: self.len,
        }
    }
}

impl<T> Pieces<T> {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub(crate) fn get(&self, number: usize) -> Option<&T> {
        match self.first.get(number) {
            None => self.get_more(number),
            found => found,
        }
    }

    #[inline]
    fn get_more(&self, number: usize) -> Option<&T> {
        let past = number.wrapping_sub(FIRST);
        self.more.get(past / PIECE)?.get(past % PIECE)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, number: usize) -> Option<&mut T> {
        if number < self.first.len() {
            return self.first.get_mut(number);
        }
        let past = number.wrapping_sub(FIRST);
        self.more.get_mut(past / PIECE)?.get_mut(past % PIECE)
    }

    /// The number of elements for which there is capacity.
    #[inline]
    pub(crate) fn capacity(&self) -> usize {
        self.first.capacity() + self.more.len() * PIECE
    }

    #[inline]
    pub(crate) fn has_capacity(&self) -> bool {
        match self.len.checked_sub(FIRST) {
            None => self.len < self.first.capacity(),
            Some(past) => past / PIECE < self.more.len(),
        }
    }

    /// The number of further elements for which there is capacity.
    #[inline]
    pub(crate) fn free(&self) -> usize {
        self.capacity() - self.len
    }

    /// Whether there is capacity for `count` more elements.
    #[inline]
    pub(crate) fn has_capacity_for(&self, count: usize) -> bool {
        count <= self.free()
    }

    /// Adds an element, for which there must be [capacity](Self::has_capacity).
    #[inline]
    pub(crate) fn push(&mut self, element: T) {
        let list = match self.len.checked_sub(FIRST) {
            None => &mut self.first,
            Some(past) => &mut self.more[past / PIECE],
        };
        list.push(element);
        self.len += 1;
    }

    /// Allocates memory for more elements: at first as many as there are, and later only a quarter of that or one piece,
    /// since spare capacity takes memory. Returns `None` if there is not enough memory.
    #[cold]
    #[inline(never)]
    pub(crate) fn grow(&mut self, memory: &mut Memory) -> Option<()> {
        let capacity = self.first.capacity();
        if capacity < FIRST {
            let more = if capacity < DOUBLED { capacity } else { capacity / 4 };
            // Allocators are much slower with more than about a kilobyte.
            let fewest = ((1 << 10) / size_of::<T>().max(1)).clamp(8, 64);
            let more = more.clamp(fewest, FIRST - capacity);
            let free = capacity - self.first.len();
            return memory.grow_by(&mut self.first, free + more, free + more);
        }
        memory.grow(&mut self.more, 1)?;
        let mut piece = Vec::new();
        memory.grow_by(&mut piece, PIECE, PIECE)?;
        self.more.push(piece);
        Some(())
    }

    /// Removes all elements and keeps the allocated memory.
    pub(crate) fn clear(&mut self) {
        self.first.clear();
        self.more.iter_mut().for_each(Vec::clear);
        self.len = 0;
    }
}

impl<T> Index<usize> for Pieces<T> {
    type Output = T;

    #[inline]
    fn index(&self, number: usize) -> &T {
        self.get(number).expect("an element with this number")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_stay_where_they_are_and_memory_is_counted() {
        let mut list = Pieces::default();
        for round in 0..2 {
            let (mut grown, mut moved) = (0, 0);
            let mut memory = Memory::default();
            for number in 0..FIRST + 3 * PIECE {
                let place = list.get(0).map(core::ptr::from_ref);
                if !list.has_capacity() {
                    let before = memory.bytes();
                    list.grow(&mut memory).unwrap();
                    grown += 1;
                    assert!(memory.bytes() - before <= (before / 4).max(PIECE * size_of::<usize>() + 96));
                }
                moved += usize::from(list.get(0).map(core::ptr::from_ref) != place);
                assert_eq!(list.len(), number);
                assert!(list.get(number).is_none() && list.get_mut(number).is_none());
                list.push(number + round);
                *list.get_mut(number).unwrap() += 1;
            }
            assert!((0..list.len()).all(|number| list.get(number) == Some(&(number + round + 1))));
            assert_eq!(list.capacity(), list.len());
            assert_eq!(grown > 0, round == 0);
            assert!(moved < 40, "{moved}");
            list.clear();
            assert!(list.is_empty() && list.get(0).is_none() && list.get(FIRST).is_none());
        }
    }

    #[test]
    fn a_copy_has_the_room_that_it_reports() {
        let (mut list, mut memory) = (Pieces::default(), Memory::default());
        for count in [FIRST + 2 * PIECE, 0, 10, FIRST - 10, FIRST + 10] {
            while list.capacity() < count {
                list.grow(&mut memory).unwrap();
            }
            list.clear();
            (0..count).for_each(|number| list.push(number));
            let (mut copy, capacity) = (list.clone(), list.capacity());
            while copy.has_capacity_for(1) {
                copy.push(copy.len());
            }
            assert_eq!((copy.len(), copy.first.capacity()), (capacity, FIRST));
            assert!((0..capacity).all(|number| copy.get(number) == Some(&number)));
        }
    }

    #[test]
    fn large_elements_have_room() {
        let (mut list, mut memory) = (Pieces::<[u64; 1000]>::default(), Memory::default());
        for capacity in [8, 16, 32] {
            list.grow(&mut memory).unwrap();
            assert_eq!((list.capacity(), memory.bytes()), (capacity, 8000 * capacity));
        }
    }

    #[test]
    fn what_there_is_no_room_for_leaves_the_list_as_it_was() {
        let mut list = Pieces::<u64>::default();
        for (limit, capacity) in [(511, 0), (512, 64)] {
            let mut memory = Memory::default();
            memory.set_limit(limit);
            assert_eq!(list.grow(&mut memory).is_some(), capacity > 0);
            assert_eq!((list.capacity(), memory.bytes()), (capacity, 8 * capacity));
        }
    }
}
