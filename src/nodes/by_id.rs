//! [`ById`]: one more value for each node of a [`NodeTable`](super::NodeTable).

use alloc::vec::Vec;

use super::NodeTable;
use super::id::Place;
use super::indexed::Indexed;
use crate::limits::{Refusal, Room};

/// A value for each stored node, for algorithms that keep more than the node table does.
///
/// A value is set when its node is stored, and it is never cleared. Values of an earlier search are overwritten before
/// they are read, so that a reset takes constant time.
#[derive(Clone, Debug)]
pub(crate) struct ById<T> {
    slots: Indexed<T>,
    records: Vec<T>,
    /// The value of a node for which none has been set.
    unset: T,
}

impl<T: Default> Default for ById<T> {
    fn default() -> Self {
        ById::new(T::default())
    }
}

impl<T> ById<T> {
    /// Creates an empty list. A value that has not been set may read as `unset`.
    pub(crate) fn new(unset: T) -> Self {
        ById {
            slots: Indexed::default(),
            records: Vec::new(),
            unset,
        }
    }
}

impl<T: Clone> ById<T> {
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
                    let grown = self.slots.grow(index, None, &self.unset, room);
                    grown.ok_or(room.reason())?;
                }
                if let Some(place) = self.slots.get_mut(index) {
                    *place = value;
                }
            }
            Place::Record(number) => {
                self.add_records(number + 1, room)?;
                self.records[number] = value;
            }
        }
        Ok(())
    }

    /// Makes room for the values of all nodes of a table.
    pub(crate) fn cover<N, C: Clone, V>(&mut self, nodes: &NodeTable<N, C, V>, room: &mut Room) -> Result<(), Refusal> {
        if let Some(last) = nodes.slots.len().checked_sub(1)
            && self.slots.get(last).is_none()
        {
            let grown = self.slots.grow(last, Some(last + 1), &self.unset, room);
            grown.ok_or(room.reason())?;
        }
        self.add_records(nodes.records.len(), room)
    }

    fn add_records(&mut self, count: usize, room: &mut Room) -> Result<(), Refusal> {
        if let Some(more) = count.checked_sub(self.records.len()) {
            room.grow(&mut self.records, more).ok_or(room.reason())?;
            self.records.resize(count, self.unset.clone());
        }
        Ok(())
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.bytes() + self.records.capacity() * size_of::<T>()
    }
}
