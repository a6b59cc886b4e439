//! [`ById`]: one value more for each node of a [`NodeTable`](super::NodeTable).

use alloc::vec::Vec;

use super::Refusal;
use super::pages::Pages;
use super::slot::Place;

/// A value for each stored node, for algorithms that keep more than a slot.
#[derive(Clone, Debug)]
pub(crate) struct ById<T> {
    indexed: Pages<T>,
    hashed: Vec<T>,
}

impl<T> Default for ById<T> {
    fn default() -> Self {
        ById {
            indexed: Pages::default(),
            hashed: Vec::new(),
        }
    }
}

impl<T: Default> ById<T> {
    /// The value of a node, if one has been [set](Self::set).
    #[inline]
    pub(crate) fn get(&self, id: u32) -> Option<&T> {
        match Place::of(id) {
            Place::Index(index) => self.indexed.get(index),
            Place::Hashed(number) => self.hashed.get(number),
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, id: u32, value: T) -> Result<(), Refusal> {
        match Place::of(id) {
            Place::Index(index) => {
                self.indexed.make_room(index, usize::MAX)?;
                if let Some(place) = self.indexed.get_mut(index) {
                    *place = value;
                }
            }
            Place::Hashed(number) => {
                if number >= self.hashed.len() {
                    let more = number + 1 - self.hashed.len();
                    self.hashed.try_reserve(more).map_err(|_| Refusal::OutOfMemory)?;
                    self.hashed.resize_with(number + 1, T::default);
                }
                self.hashed[number] = value;
            }
        }
        Ok(())
    }

    pub(crate) fn clear(&mut self) {
        self.indexed.clear();
        self.hashed.clear();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.indexed.bytes() + self.hashed.capacity() * size_of::<T>()
    }
}
