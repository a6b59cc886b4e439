//! [`Pages`]: an array of which only the parts in use take memory.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use crate::memory::{MAX_NODES, Memory, Refusal, filled, with_capacity};

/// An array whose memory is allocated a page at a time, since a search may use only few of its elements, far apart.
#[derive(Clone, Debug)]
pub(super) struct Pages<T> {
    pages: Vec<Option<Page<T>>>,
}

type Page<T> = Box<[T; PAGE]>;

/// The number of elements of a page.
const PAGE: usize = 1 << 6;

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Pages { pages: Vec::new() }
    }
}

impl<T: Clone> Pages<T> {
    /// The element at `index`, if its page is allocated.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<&T> {
        self.pages.get(index / PAGE)?.as_ref()?.get(index % PAGE)
    }

    #[inline]
    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.pages.get_mut(index / PAGE)?.as_mut()?.get_mut(index % PAGE)
    }

    /// Allocates the page of `index`, which there is not yet. `bound` is the number of elements, if it is known. New
    /// elements are `initial`. Returns `None` if there is not enough memory.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self, index: usize, bound: Option<usize>, initial: &T, memory: &mut Memory) -> Option<()> {
        if index >= MAX_NODES {
            return memory.refuse(Refusal::IndexTooLarge(index));
        }
        let number = index / PAGE;
        if number >= self.pages.len() {
            self.grow_to(number + 1, bound.map(|bound| bound.div_ceil(PAGE)), memory)?;
        }
        let bytes = size_of::<[T; PAGE]>();
        memory.take(bytes)?;
        let page = with_capacity(PAGE).and_then(|mut page: Vec<T>| {
            page.resize(PAGE, initial.clone());
            Page::try_from(page.into_boxed_slice()).ok()
        });
        if page.is_none() {
            memory.release(bytes);
            return memory.refuse(Refusal::OutOfMemory);
        }
        self.pages[number] = page;
        Some(())
    }

    /// Makes place for this many pages, and for as many as are `wanted` or twice the present number if the memory
    /// suffices. Returns `None` if it does not.
    fn grow_to(&mut self, least: usize, wanted: Option<usize>, memory: &mut Memory) -> Option<()> {
        let len = self.pages.len();
        let bytes = |pages: usize| (pages - len).saturating_mul(size_of::<Option<Page<T>>>());
        let wanted = wanted.unwrap_or(2 * len).clamp(least, least.max(MAX_NODES / PAGE + 1));
        let wanted = if memory.has(bytes(wanted)) { wanted } else { least };
        memory.take(bytes(wanted))?;
        let Some(mut pages) = filled(None, wanted) else {
            memory.release(bytes(wanted));
            return memory.refuse(Refusal::OutOfMemory);
        };
        // The pages stay where they are.
        for (new, old) in pages.iter_mut().zip(&mut self.pages) {
            mem::swap(new, old);
        }
        self.pages = pages;
        Some(())
    }

    /// Allocates all pages of the first `count` elements, of which new ones are `initial`, or none if there is not
    /// enough memory for all. Returns `None` if there is not.
    pub(super) fn reserve(&mut self, count: usize, initial: &T, memory: &mut Memory) -> Option<()> {
        let page = size_of::<[T; PAGE]>() + size_of::<Option<Page<T>>>();
        let is_missing = |array: &Self, index: &usize| array.get(*index).is_none();
        let firsts = || (0..count).step_by(PAGE);
        let missing = firsts().filter(|first| is_missing(self, first)).count();
        if !memory.has(missing.saturating_mul(page)) {
            return None;
        }
        for first in firsts() {
            if is_missing(self, &first) {
                self.grow(first, Some(count), initial, memory)?;
            }
        }
        Some(())
    }

    /// Sets all elements to `value`.
    pub(super) fn fill(&mut self, value: &T) {
        self.pages
            .iter_mut()
            .flatten()
            .for_each(|page| page.fill(value.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_what_they_were_set_to_and_only_their_pages_take_memory() {
        for bound in [None, Some(40_000_001)] {
            let (mut array, memory) = (Pages::<u64>::default(), &mut Memory::default());
            let indices = || (0..400).map(|number| number * number * 250).chain([3, 40_000_000]);
            for index in indices() {
                if array.get(index).is_none() {
                    array.grow(index, bound, &7, memory).unwrap();
                    assert_eq!(array.get(index), Some(&7));
                }
                *array.get_mut(index).unwrap() = index as u64;
            }
            assert!(indices().all(|index| array.get(index) == Some(&(index as u64))));
            assert_eq!(
                (array.get(4), array.get(1_150), array.get(40_000_064)),
                (Some(&7), None, None)
            );
            assert!(
                memory.bytes() < 402 * PAGE * 8 + 2 * (40_000_000 / PAGE + 1) * 8,
                "{}",
                memory.bytes()
            );
            array.fill(&1);
            assert!(indices().all(|index| array.get(index) == Some(&1)));
        }
    }

    #[test]
    fn an_index_beyond_all_memory_or_beyond_the_limit_is_refused() {
        let mut array = Pages::<u64>::default();
        for index in [usize::MAX, MAX_NODES] {
            let mut memory = Memory::default();
            assert_eq!(array.grow(index, None, &0, &mut memory), None);
            assert_eq!(memory.refusal(), Some(Refusal::IndexTooLarge(index)));
        }
        let all = 3 * (8 + PAGE * 8);
        for (limit, pages) in [(all - 1, 0), (all, 3)] {
            let (mut array, mut memory) = (Pages::<u64>::default(), Memory::default());
            memory.set_limit(limit);
            assert_eq!(array.reserve(3 * PAGE, &0, &mut memory).is_some(), pages > 0);
            assert_eq!(memory.bytes(), pages * (8 + PAGE * 8));
            assert_eq!(array.get(3 * PAGE - 1).is_some(), pages > 0);
        }
        for limit in [7, 8 + PAGE * 8 - 1] {
            let mut memory = Memory::default();
            memory.set_limit(limit);
            assert_eq!(Pages::<u64>::default().grow(0, None, &0, &mut memory), None);
            assert_eq!(memory.refusal(), Some(Refusal::MemoryLimit));
        }
    }
}
