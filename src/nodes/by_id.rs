//! [`ById`]: one more value for each node of a [`NodeTable`](super::NodeTable).

use alloc::vec::Vec;

use super::Refusal;
use super::id::Place;
use super::indexed::Indexed;
use crate::room::Room;

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
    pub(crate) fn set(&mut self, id: u32, value: T) -> Result<(), Refusal> {
        match Place::of(id) {
            Place::Slot(index) => {
                if self.slots.get(index).is_none() {
                    self.slots.make_room(index, None, usize::MAX, &T::default())?;
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

    /// Makes room for the value of a node in at most `room`. Returns whether there is.
    pub(crate) fn make_room(&mut self, id: u32, mut room: Room) -> bool {
        let refusal = match Place::of(id) {
            Place::Slot(index) if self.slots.get(index).is_none() => {
                self.slots.make_room(index, None, room.0, &T::default()).err()
            }
            Place::Slot(_) => None,
            Place::Record(number) => {
                let needed = (number + 1).saturating_sub(self.records.len());
                return room.double(&mut self.records, needed);
            }
        };
        // Other refusals are those of `set`.
        !matches!(refusal, Some(Refusal::MemoryLimit))
    }

    /// Makes room for all nodes of a graph whose indices have this bound, as far as there is memory.
    pub(crate) fn reserve(&mut self, bound: usize) {
        if let Some(last) = bound.checked_sub(1)
            && self.slots.get(last).is_none()
        {
            let _ = self.slots.make_room(last, None, usize::MAX, &T::default());
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.bytes() + self.records.capacity() * size_of::<T>()
    }
}
