//! [`Pages`]: an array that grows page by page.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{MAX_NODES, Refusal};

/// Small, so that a search on a large graph of which it sees little pays for what it sees.
const PAGE: usize = 512;

/// An array of any length, of which only the pages exist that have been asked for. Their elements have the default value at
/// first.
///
/// No element is ever moved, so that no step of a search waits for a large array to be copied.
#[derive(Clone, Debug)]
pub(super) struct Pages<T> {
    table: Vec<Option<Box<[T; PAGE]>>>,
    /// The number of pages.
    count: usize,
}

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Pages {
            table: Vec::new(),
            count: 0,
        }
    }
}

impl<T: Default> Pages<T> {
    /// The element at `index`, if its page exists.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<&T> {
        Some(&self.table.get(index / PAGE)?.as_ref()?[index % PAGE])
    }

    #[inline]
    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        Some(&mut self.table.get_mut(index / PAGE)?.as_mut()?[index % PAGE])
    }

    /// Makes sure that the page of `index` exists, with at most `bytes` more.
    #[cold]
    #[inline(never)]
    pub(super) fn make_room(&mut self, index: usize, bytes: usize) -> Result<(), Refusal> {
        if index >= MAX_NODES {
            return Err(Refusal::IndexTooLarge(index));
        }
        let number = index / PAGE;
        let more = (number + 1).saturating_sub(self.table.len());
        if size_of::<[T; PAGE]>() + more * size_of::<Option<Box<[T; PAGE]>>>() > bytes {
            return Err(Refusal::MemoryLimit);
        }
        self.table.try_reserve(more).map_err(|_| Refusal::OutOfMemory)?;
        let length = self.table.len().max(number + 1);
        self.table.resize_with(length, || None);
        if self.table[number].is_none() {
            self.table[number] = Some(new_page().ok_or(Refusal::OutOfMemory)?);
            self.count += 1;
        }
        Ok(())
    }

    /// Makes sure that there are pages for this many elements.
    pub(super) fn reserve(&mut self, count: usize) -> Result<(), Refusal> {
        let mut indices = (0..count).step_by(PAGE);
        indices.try_for_each(|index| self.make_room(index, usize::MAX))
    }

    /// All elements of the pages that exist, with their indices.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        let pages = self.table.iter().enumerate();
        pages.flat_map(|(number, page)| (number * PAGE..).zip(page.iter().flat_map(|page| page.iter())))
    }

    /// Sets all elements to the default value.
    pub(super) fn clear(&mut self) {
        let pages = self.table.iter_mut().flatten();
        pages.for_each(|page| page.fill_with(T::default));
    }

    pub(super) fn bytes(&self) -> usize {
        self.count * size_of::<[T; PAGE]>() + self.table.capacity() * size_of::<Option<Box<[T; PAGE]>>>()
    }
}

fn new_page<T: Default>() -> Option<Box<[T; PAGE]>> {
    let mut page = Vec::new();
    page.try_reserve_exact(PAGE).ok()?;
    page.resize_with(PAGE, T::default);
    page.into_boxed_slice().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_pages_exist_that_have_been_asked_for() {
        let mut pages = Pages::<u32>::default();
        let index = 7 * PAGE + 3;
        assert_eq!(pages.get(index), None);
        assert!(pages.make_room(index, usize::MAX).is_ok());
        assert!(pages.iter().map(|(_, element)| *element).eq([0; PAGE]));
        *pages.get_mut(index).unwrap() = 5;
        assert!(pages.iter().filter(|(_, element)| **element != 0).eq([(index, &5)]));
        assert_eq!(pages.get(6 * PAGE + 3), None);
        pages.clear();
        assert_eq!(pages.get(index), Some(&0));
    }

    #[test]
    fn an_index_beyond_the_limit_or_beyond_all_memory_is_refused() {
        let mut pages = Pages::<u8>::default();
        for index in [usize::MAX, MAX_NODES] {
            assert!(
                matches!(pages.make_room(index, usize::MAX), Err(Refusal::IndexTooLarge(refused)) if refused == index)
            );
        }
        assert!(matches!(pages.make_room(99, PAGE), Err(Refusal::MemoryLimit)));
        assert!(pages.make_room(99, PAGE + 8).is_ok());
    }
}
