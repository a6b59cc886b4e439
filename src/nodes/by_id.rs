//! [`ById`]: one value more for each node of a [`NodeTable`](super::NodeTable).

use alloc::vec::Vec;

use super::Refusal;
use super::id::Place;
use super::pages::Pages;

/// A value for each stored node, for algorithms that keep more than a slot.
#[derive(Clone, Debug)]
pub(crate) struct ById<T> {
    slots: Pages<T>,
    records: Vec<T>,
}

impl<T> Default for ById<T> {
    fn default() -> Self {
        ById {
            slots: Pages::default(),
            records: Vec::new(),
        }
    }
}

impl<T: Default> ById<T> {
    /// The value of a node, if one has been [set](Self::set).
    #[inline]
    pub(crate) fn get(&self, id: u32) -> Option<&T> {
        match Place::of(id) {
            Place::Slot(index) => self.slots.get(index),
            Place::Record(number) => self.records.get(number),
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, id: u32, value: T) -> Result<(), Refusal> {
        match Place::of(id) {
            Place::Slot(index) => {
                if self.slots.get(index).is_none() {
                    self.slots.make_room(index, usize::MAX)?;
                }
                if let Some(place) = self.slots.get_mut(index) {
                    *place = value;
                }
            }
            Place::Record(number) => {
                if number >= self.records.len() {
                    let more = number + 1 - self.records.len();
                    self.records.try_reserve(more).map_err(|_| Refusal::OutOfMemory)?;
                    self.records.resize_with(number + 1, T::default);
                }
                self.records[number] = value;
            }
        }
        Ok(())
    }

    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        self.records.clear();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.bytes() + self.records.capacity() * size_of::<T>()
    }
}
