//! [`Indexed`]: an array that grows to the indices that a search meets.

use alloc::vec::Vec;

use super::{MAX_NODES, Refusal};

/// An array of elements that have the default value at first.
#[derive(Clone, Debug)]
pub(super) struct Indexed<T> {
    elements: Vec<T>,
}

impl<T> Default for Indexed<T> {
    fn default() -> Self {
        Indexed { elements: Vec::new() }
    }
}

impl<T: Clone + Default> Indexed<T> {
    /// The element at `index`, if there is room for it.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<&T> {
        self.elements.get(index)
    }

    #[inline]
    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.elements.get_mut(index)
    }

    /// Makes room for indices up to `index`, in at most `bytes` more.
    #[cold]
    #[inline(never)]
    pub(super) fn make_room(&mut self, index: usize, bytes: usize) -> Result<(), Refusal> {
        if index >= MAX_NODES {
            return Err(Refusal::IndexTooLarge(index));
        }
        let length = (index + 1).max(self.elements.len() * 2).min(MAX_NODES);
        let more = length.saturating_sub(self.elements.len());
        if more.saturating_mul(size_of::<T>()) > bytes {
            return Err(Refusal::MemoryLimit);
        }
        self.elements
            .try_reserve_exact(more)
            .map_err(|_| Refusal::OutOfMemory)?;
        self.elements.extend(core::iter::repeat_n(T::default(), more));
        Ok(())
    }

    /// All elements with their indices.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.elements.iter().enumerate()
    }

    /// Sets all elements to the default value.
    pub(super) fn clear(&mut self) {
        self.elements.fill(T::default());
    }

    pub(super) fn bytes(&self) -> usize {
        self.elements.capacity() * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_beyond_all_memory_or_beyond_the_limit_is_refused() {
        let mut array = Indexed::<u64>::default();
        for index in [usize::MAX, MAX_NODES] {
            assert!(
                matches!(array.make_room(index, usize::MAX), Err(Refusal::IndexTooLarge(refused)) if refused == index)
            );
        }
        assert!(matches!(array.make_room(99, 799), Err(Refusal::MemoryLimit)));
        assert!(array.make_room(99, 800).is_ok());
        assert_eq!((array.get(99), array.get(100)), (Some(&0), None));
    }
}
