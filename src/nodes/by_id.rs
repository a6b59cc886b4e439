//! [`ById`]: one more value for each node of a [`NodeTable`](super::NodeTable).

use alloc::vec::Vec;

use super::id::Place;
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

/// An array whose memory is allocated a page at a time, since an algorithm may set the values of a few nodes only.
#[derive(Clone, Debug)]
struct Pages<T> {
    /// A page has [`PAGE`] values, or none at first.
    pages: Vec<Vec<T>>,
}

const PAGE: usize = 1 << 6;

impl<T: Clone> Pages<T> {
    const NONE: Self = Pages { pages: Vec::new() };

    #[inline]
    fn get(&self, number: usize) -> Option<&T> {
        self.pages.get(number / PAGE)?.get(number % PAGE)
    }

    #[inline]
    fn get_mut(&mut self, number: usize) -> Option<&mut T> {
        self.pages.get_mut(number / PAGE)?.get_mut(number % PAGE)
    }

    /// Fills the page of this number with a value. Returns `None` if there is no memory.
    #[cold]
    fn fill_page_of(&mut self, number: usize, value: &T, memory: &mut Memory) -> Option<()> {
        let page = number / PAGE;
        if let Some(more) = (page + 1).checked_sub(self.pages.len()) {
            memory.grow(&mut self.pages, more)?;
            self.pages.resize_with(page + 1, Vec::new);
        }
        let values = &mut self.pages[page];
        memory.grow_by(values, PAGE, PAGE)?;
        values.resize(PAGE, value.clone());
        Some(())
    }
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
            slots: Pages::NONE,
            records: Pages::NONE,
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
            pages.fill_page_of(number, &self.unset, memory)?;
        }
        if let Some(place) = pages.get_mut(number) {
            *place = value;
        }
        Some(())
    }
}
