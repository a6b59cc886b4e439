//! [`ById`]: one more value for each node of a [`NodeTable`](super::NodeTable).

use alloc::vec::Vec;

use super::id::Place;
use super::indexed::Indexed;
use crate::limits::{Refusal, Room};

/// A value for each stored node, for algorithms that keep more than the node table does.
///
/// It is set when the node is stored, and never cleared: values of an earlier search are overwritten before they are
/// read, so that a reset takes constant time.
#[derive(Clone, Debug)]
pub(crate) struct ById<T> {
    slots: Indexed<T>,
    records: Vec<T>,
}

impl<T> Default for ById<T> {
    fn default() -> Self {
        ById {
            slots: Indexed::default(),
            records: Vec::new(),
        }
    }
}

impl<T: Clone + Default> ById<T> {
    /// The value of a node, if one has been [set](Self::set).
    #[inline]
    pub(crate) fn get(&self, id: u32) -> Option<&T> {
        match Place::of(id) {
            Place::Slot(index) => self.slots.get(index),
            Place::Record(number) => self.records.get(number),
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, id: u32, value: T, room: &mut Room) -> Result<(), Refusal> {
        match Place::of(id) {
            Place::Slot(index) => {
                if self.slots.get(index).is_none() {
                    let grown = self.slots.grow(index, None, &T::default(), room);
                    grown.ok_or(room.reason())?;
                }
                if let Some(place) = self.slots.get_mut(index) {
                    *place = value;
                }
            }
            Place::Record(number) => {
                if number >= self.records.len() {
                    let more = number + 1 - self.records.len();
                    room.grow(&mut self.records, more).ok_or(room.reason())?;
                    self.records.resize_with(number + 1, T::default);
                }
                self.records[number] = value;
            }
        }
        Ok(())
    }

    /// Makes room for all nodes of a graph whose indices have this bound, as far as there is memory.
    pub(crate) fn reserve(&mut self, bound: usize) {
        if let Some(last) = bound.checked_sub(1)
            && self.slots.get(last).is_none()
        {
            let _ = self.slots.grow(last, None, &T::default(), &mut Room::default());
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.bytes() + self.records.capacity() * size_of::<T>()
    }
}
