//! [`Indexed`]: an array that grows as a search reaches larger indices.

use alloc::vec::Vec;

use crate::memory::{MAX_NODES, Memory, Refusal, filled};

/// An array whose elements all have the same value at first. If this value is all zeros in memory, the operating system
/// provides the memory of an element when it is first used, so that a large array takes no time to make.
#[derive(Clone, Debug)]
pub(super) struct Indexed<T> {
    elements: Vec<T>,
    /// The elements added without moving the others: parts in order, each with its first index.
    more: Vec<(usize, Vec<T>)>,
}

/// The largest number of elements that are moved to a larger array at once.
const FEW: usize = 1 << 16;

impl<T> Default for Indexed<T> {
    fn default() -> Self {
        Indexed {
            elements: Vec::new(),
            more: Vec::new(),
        }
    }
}

impl<T: Clone> Indexed<T> {
    /// The element at `index`, if there is capacity for it.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<&T> {
        if index < self.elements.len() {
            return self.elements.get(index);
        }
        self.get_more(index)
    }

    #[inline(never)]
    fn get_more(&self, index: usize) -> Option<&T> {
        let (first, elements) = self.more.iter().rev().find(|(first, _)| *first <= index)?;
        elements.get(index - first)
    }

    #[inline]
    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index < self.elements.len() {
            return self.elements.get_mut(index);
        }
        self.get_more_mut(index)
    }

    #[inline(never)]
    fn get_more_mut(&mut self, index: usize) -> Option<&mut T> {
        let (first, elements) = self.more.iter_mut().rev().find(|(first, _)| *first <= index)?;
        elements.get_mut(index - *first)
    }

    #[inline]
    pub(super) fn is_one_piece(&self) -> bool {
        self.more.is_empty()
    }

    /// The elements before those that were added without moving the others.
    #[inline]
    pub(super) fn first_piece(&mut self) -> &mut [T] {
        &mut self.elements
    }

    pub(super) fn len(&self) -> usize {
        let last = self.more.last();
        last.map_or(self.elements.len(), |(first, elements)| first + elements.len())
    }

    /// Allocates memory for all indices up to `index` and, if possible, for all below `bound`. New elements are
    /// `initial`. Returns `None` if there is not enough memory.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self, index: usize, bound: Option<usize>, initial: &T, memory: &mut Memory) -> Option<()> {
        if index >= MAX_NODES {
            return memory.refuse(Refusal::IndexTooLarge(index));
        }
        let len = self.len();
        let doubled = (index + 1).max(len * 2).min(MAX_NODES);
        let bytes = |wanted: usize| (wanted - len).saturating_mul(size_of::<T>());
        let bound = bound.filter(|bound| (index + 1..MAX_NODES).contains(bound) && memory.has(bytes(*bound)));
        let wanted = bound.unwrap_or(doubled);
        memory.take(bytes(wanted))?;
        let moves = self.more.is_empty() && len <= FEW;
        let Some(mut elements) = filled(initial.clone(), if moves { wanted } else { wanted - len }) else {
            memory.release(bytes(wanted));
            return memory.refuse(Refusal::OutOfMemory);
        };
        if moves {
            elements[..len].clone_from_slice(&self.elements);
            self.elements = elements;
        } else {
            self.more.push((len, elements));
        }
        Some(())
    }

    /// Replaces all parts with one array, if there is memory. All elements of this array are `initial`.
    pub(super) fn unite(&mut self, initial: &T) {
        if !self.more.is_empty()
            && let Some(elements) = filled(initial.clone(), self.len())
        {
            (self.elements, self.more) = (elements, Vec::new());
        }
    }

    /// Sets all elements to `value`.
    pub(super) fn fill(&mut self, value: &T) {
        self.elements.fill(value.clone());
        for (_, elements) in &mut self.more {
            elements.fill(value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(bytes: usize) -> Memory {
        let mut memory = Memory::default();
        memory.set_limit(bytes);
        memory
    }

    #[test]
    fn an_index_beyond_all_memory_or_beyond_the_limit_is_refused() {
        let mut array = Indexed::<u64>::default();
        for index in [usize::MAX, MAX_NODES] {
            let mut memory = Memory::default();
            assert_eq!(array.grow(index, None, &0, &mut memory), None);
            assert_eq!(memory.refusal(), Some(Refusal::IndexTooLarge(index)));
        }
        let mut memory = limited(799);
        assert_eq!(array.grow(99, None, &0, &mut memory), None);
        assert_eq!(memory.refusal(), Some(Refusal::MemoryLimit));
        assert!(array.grow(99, None, &0, &mut limited(800)).is_some());
        assert_eq!((array.get(99), array.get(100)), (Some(&0), None));
    }

    #[test]
    fn a_bound_is_taken_where_it_is_true_and_there_is_room_for_it() {
        for (bound, bytes, len) in [
            (1000, 8000, 1000),
            (1000, 7999, 100),
            (99, 8000, 100),
            (MAX_NODES + 1, 8000, 100),
        ] {
            let mut array = Indexed::<u64>::default();
            assert!(array.grow(99, Some(bound), &0, &mut limited(bytes)).is_some());
            assert_eq!(array.len(), len, "{bound}");
        }
    }

    #[test]
    fn elements_stay_what_they_are_while_the_array_grows() {
        let (mut array, memory) = (Indexed::<usize>::default(), &mut Memory::default());
        let indices = || {
            (0..20)
                .map(|power| (1 << power) + power)
                .chain([FEW, 3 * FEW, 50 * FEW])
        };
        for index in indices() {
            if array.get(index).is_none() {
                array.grow(index, None, &0, memory).unwrap();
            }
            *array.get_mut(index).unwrap() = index;
        }
        assert!(array.more.len() > 2);
        assert!(indices().all(|index| array.get(index) == Some(&index)));
        let set = (1..array.len())
            .filter(|index| array.get(*index) == Some(index))
            .count();
        assert_eq!(set, indices().collect::<alloc::collections::BTreeSet<_>>().len());
        assert_eq!(memory.bytes(), array.len() * size_of::<usize>());
        let len = array.len();
        array.unite(&7);
        assert_eq!((array.len(), array.more.len(), array.get(len - 1)), (len, 0, Some(&7)));
    }

    #[test]
    fn an_array_that_grows_by_single_elements_has_few_parts() {
        let mut array = Indexed::<u8>::default();
        for index in 0..20 * FEW {
            if array.get_mut(index).is_none() {
                assert_eq!(index, array.len());
                array.grow(index, None, &0, &mut Memory::default()).unwrap();
                assert_eq!(array.len(), (2 * index).max(1));
            }
            let Some(element) = array.get_mut(index) else {
                panic!("capacity for {index}");
            };
            *element += 1;
            assert_eq!(array.get(index), Some(&1));
        }
        assert_eq!((array.elements.len(), array.more.len()), (2 * FEW, 4));
        array.fill(&3);
        assert!((0..array.len()).all(|index| array.get(index) == Some(&3)));
    }
}
