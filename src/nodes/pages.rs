//! [`Pages`]: an array that grows page by page, and is emptied a page at a time.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem::needs_drop;

use super::{MAX_NODES, Refusal};

/// Small, so that a search on a large graph of which it sees little pays for what it sees.
const PAGE: usize = 512;

/// An array of any length, of which only the pages exist that have been written to. Elsewhere it holds default values.
///
/// No element is ever moved, so that no step of a search waits for a large array to be copied.
#[derive(Clone, Debug)]
pub(super) struct Pages<T> {
    table: Vec<Option<Box<[T; PAGE]>>>,
    /// Pages to use again. Their elements are from earlier.
    spare: Vec<Box<[T; PAGE]>>,
    /// The number of pages, spare ones included.
    count: usize,
}

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Pages {
            table: Vec::new(),
            spare: Vec::new(),
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
    #[inline]
    pub(super) fn make_room(&mut self, index: usize, bytes: usize) -> Result<(), Refusal> {
        match self.table.get(index / PAGE) {
            Some(Some(_)) => Ok(()),
            _ => self.add_page(index, bytes),
        }
    }

    #[cold]
    #[inline(never)]
    fn add_page(&mut self, index: usize, bytes: usize) -> Result<(), Refusal> {
        if index >= MAX_NODES {
            return Err(Refusal::IndexTooLarge(index));
        }
        let number = index / PAGE;
        let more = (number + 1).saturating_sub(self.table.len());
        let page_bytes = if self.spare.is_empty() {
            size_of::<[T; PAGE]>()
        } else {
            0
        };
        let table_bytes = more * size_of::<Option<Box<[T; PAGE]>>>();
        if page_bytes + table_bytes > bytes {
            return Err(Refusal::MemoryLimit);
        }
        self.table.try_reserve(more).map_err(|_| Refusal::OutOfMemory)?;
        let page = match self.spare.pop() {
            Some(mut page) => {
                page.fill_with(T::default);
                page
            }
            None => {
                let page = new_page().ok_or(Refusal::OutOfMemory)?;
                self.count += 1;
                page
            }
        };
        let length = self.table.len().max(number + 1);
        self.table.resize_with(length, || None);
        self.table[number] = Some(page);
        Ok(())
    }

    /// Makes room for this many elements in all, as far as there is memory.
    pub(super) fn reserve(&mut self, count: usize) {
        let pages = count.min(MAX_NODES).div_ceil(PAGE);
        let missing = pages.saturating_sub(self.count);
        let more = pages.saturating_sub(self.table.len());
        if self.table.try_reserve(more).is_ok() && self.spare.try_reserve(missing).is_ok() {
            self.spare.extend((0..missing).map_while(|_| new_page()));
            self.count = self.spare.len() + self.table.iter().flatten().count();
        }
    }

    /// Sets all elements to their default values, and keeps the memory.
    pub(super) fn clear(&mut self) {
        for place in &mut self.table {
            if let Some(mut page) = place.take() {
                if needs_drop::<T>() {
                    page.fill_with(T::default);
                }
                self.spare.push(page);
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.count * size_of::<[T; PAGE]>()
            + self.table.capacity() * size_of::<Option<Box<[T; PAGE]>>>()
            + self.spare.capacity() * size_of::<Box<[T; PAGE]>>()
    }

    /// All elements of the pages that exist, with their indices.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        let pages = self.table.iter().enumerate();
        pages.flat_map(|(number, page)| (number * PAGE..).zip(page.iter().flat_map(|page| page.iter())))
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
    use alloc::rc::Rc;

    #[test]
    fn clearing_empties_every_page_however_often() {
        let mut pages = Pages::<u32>::default();
        for round in 1..5 {
            assert_eq!(pages.get(7 * PAGE + 3), None, "round {round}");
            assert!(pages.make_room(7 * PAGE + 3, usize::MAX).is_ok());
            assert!(pages.iter().map(|(_, element)| *element).eq([0; PAGE]));
            *pages.get_mut(7 * PAGE + 3).unwrap() = round;
            let written = pages.iter().filter(|(_, element)| **element != 0);
            assert!(written.eq([(7 * PAGE + 3, &round)]));
            assert_eq!(pages.get(6 * PAGE + 3), None);
            pages.clear();
        }
    }

    #[test]
    fn clearing_drops_the_elements() {
        let shared = Rc::new(());
        let mut pages = Pages::<Option<Rc<()>>>::default();
        assert!(pages.make_room(0, usize::MAX).is_ok());
        *pages.get_mut(0).unwrap() = Some(shared.clone());
        pages.clear();
        assert_eq!(Rc::strong_count(&shared), 1);
    }

    #[test]
    fn what_is_reserved_is_not_allocated_later() {
        let mut pages = Pages::<u32>::default();
        pages.reserve(3 * PAGE - 1);
        let bytes = pages.bytes();
        for index in 0..3 * PAGE {
            assert!(pages.make_room(index, usize::MAX).is_ok());
        }
        assert_eq!(pages.bytes(), bytes);
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
