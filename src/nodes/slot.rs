//! [`Slot`]: what is stored of every node, and how nodes are numbered.

use crate::Cost;

/// The most nodes that a search can store of each kind, indexed and hashed. An id has 31 bits: one says by what the node is
/// found, and two numbers have a meaning of their own.
pub(crate) const MAX_NODES: usize = (HASHED - 2) as usize;

/// The flag for "open", in the parent's top bit: a byte of its own would be padded to four.
const OPEN: u32 = 1 << 31;
/// The flag in the id of a node that is found by its hash. The id of any other node is its index.
const HASHED: u32 = 1 << 30;
/// In place of a parent's id.
const NO_PARENT: u32 = OPEN - 1;
/// In place of a parent's id, where there is no node.
const UNMET: u32 = OPEN - 2;

/// The cost of the path to a node, its parent, and whether it is open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot<C> {
    pub(crate) cost: C,
    link: u32,
}

impl<C: Cost> Default for Slot<C> {
    /// The slot of a node that has not been met. No path is dearer.
    #[inline]
    fn default() -> Self {
        Slot {
            cost: C::INFINITY,
            link: UNMET,
        }
    }
}

impl<C> Slot<C> {
    /// The slot of a closed node.
    #[inline]
    pub(crate) fn closed(cost: C, parent: Option<u32>) -> Self {
        Slot {
            cost,
            link: parent.unwrap_or(NO_PARENT),
        }
    }

    #[inline]
    pub(super) fn is_met(&self) -> bool {
        self.link != UNMET
    }

    #[inline]
    pub(crate) fn parent(&self) -> Option<u32> {
        let parent = self.link & !OPEN;
        (parent != NO_PARENT).then_some(parent)
    }

    #[inline]
    pub(crate) fn set_parent(&mut self, parent: Option<u32>) {
        self.link = (self.link & OPEN) | parent.unwrap_or(NO_PARENT);
    }

    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.link & OPEN != 0
    }

    #[inline]
    pub(crate) fn close(&mut self) {
        self.link &= !OPEN;
    }

    #[inline]
    pub(crate) fn open(&mut self) {
        self.link |= OPEN;
    }
}

/// Where a node is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// By its index.
    Index(usize),
    /// By its number among the hashed nodes.
    Hashed(usize),
}

impl Place {
    #[inline]
    pub(super) fn of(id: u32) -> Self {
        if id & HASHED == 0 {
            Place::Index(id as usize)
        } else {
            Place::Hashed((id & !HASHED) as usize)
        }
    }

    /// The id. The number is below [`MAX_NODES`].
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "MAX_NODES has 30 bits")]
    pub(super) fn id(self) -> u32 {
        match self {
            Place::Index(number) => number as u32,
            Place::Hashed(number) => number as u32 | HASHED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_and_the_parent_do_not_touch_each_other() {
        let mut slot = Slot::closed(7_u32, None);
        assert!(slot.is_met() && !slot.is_open());
        slot.open();
        assert!(slot.is_open());
        assert_eq!(slot.parent(), None);
        slot.close();
        assert!(!slot.is_open());
        assert_eq!(slot.parent(), None);
        for last in [Place::Index(MAX_NODES - 1), Place::Hashed(MAX_NODES - 1)] {
            assert_eq!(Place::of(last.id()), last);
            slot.set_parent(Some(last.id()));
            assert_eq!((slot.is_open(), slot.parent()), (false, Some(last.id())));
            slot.open();
            assert_eq!((slot.is_open(), slot.parent()), (true, Some(last.id())));
            assert!(slot.is_met());
            slot.close();
        }
        assert!(!Slot::<u32>::default().is_met());
    }

    #[test]
    fn a_slot_has_no_padding() {
        assert_eq!(size_of::<Slot<u32>>(), 8);
        assert_eq!(size_of::<Slot<u16>>(), 8);
        assert_eq!(size_of::<Slot<f64>>(), 16);
    }
}
