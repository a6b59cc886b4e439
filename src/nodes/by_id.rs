//! [`ById`]: one more value for each node of a [`NodeTable`](super::NodeTable).

use super::id::Place;
use super::pages::Pages;
use crate::memory::Memory;

/// A value for each stored node, for algorithms that keep more than the node table does.
///
/// A value is set when its node is stored, and it is never cleared. Values of an earlier search are overwritten before
/// they are read, so that a reset takes constant time.
#[derive(Clone, Debug)]
pub struct ById<T> {
    slots: Pages<T>,
    records: Pages<T>,
    /// The value of a node for which none has been set.
    unset: T,
}

impl<T: Clone + Default> Default for ById<T> {
    fn default() -> Self {
        ById::new(T::default())
    }
}

impl<T: Clone> ById<T> {
    /// Creates an empty list. A value that has not been set may read as `unset`.
    pub fn new(unset: T) -> Self {
        ById {
            slots: Pages::default(),
            records: Pages::default(),
            unset,
        }
    }

    /// Returns the value of a node, if one has been [set](Self::set).
    #[inline]
    pub fn get(&self, id: u32) -> Option<&T> {
        match Place::of(id) {
            Place::Slot(index) => self.slots.get(index),
            Place::Record(number) => self.records.get(number),
        }
    }

    /// Sets the value of a node. Returns `None` if there is not enough memory.
    #[inline]
    pub fn set(&mut self, id: u32, value: T, memory: &mut Memory) -> Option<()> {
        let (pages, number) = match Place::of(id) {
            Place::Slot(index) => (&mut self.slots, index),
            Place::Record(number) => (&mut self.records, number),
        };
        if pages.get(number).is_none() {
            pages.grow(number, None, &self.unset, memory)?;
        }
        if let Some(place) = pages.get_mut(number) {
            *place = value;
        }
        Some(())
    }
}
