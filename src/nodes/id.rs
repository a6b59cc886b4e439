//! The ids of nodes, and [`Link`], in which a node keeps its parent's id.

/// The flag for "open", in the top bit of the parent's id. A separate byte would be padded to four.
const OPEN: u32 = 1 << 31;
/// The flag in the id of a node that is stored in a record. The id of any other node is its index.
const RECORD: u32 = 1 << 30;
/// The parent's id if there is no parent.
const NO_PARENT: u32 = OPEN - 1;

/// A node's parent, and whether the node is open, in four bytes.
#[derive(Clone, Copy, Debug)]
pub struct Link(pub(crate) u32);

impl Link {
    /// Creates a link to a parent, by its id. A start has none.
    #[inline]
    pub fn new(parent: Option<u32>, is_open: bool) -> Self {
        let open = if is_open { OPEN } else { 0 };
        Link(parent.unwrap_or(NO_PARENT) | open)
    }

    /// Returns a number that stands for the link, for an array of numbers.
    #[inline]
    pub fn to_bits(self) -> u32 {
        self.0
    }

    /// Returns the link for which a number [stands](Self::to_bits).
    #[inline]
    pub fn from_bits(bits: u32) -> Self {
        Link(bits)
    }

    /// Returns the id of the parent, or `None` for a start.
    #[inline]
    pub fn parent(self) -> Option<u32> {
        let parent = self.0 & !OPEN;
        (parent != NO_PARENT).then_some(parent)
    }

    /// Returns whether the node is open.
    #[inline]
    pub fn is_open(self) -> bool {
        self.0 & OPEN != 0
    }

    /// Returns a link to the same parent.
    #[inline]
    pub fn with_open(self, is_open: bool) -> Self {
        Link(if is_open { self.0 | OPEN } else { self.0 & !OPEN })
    }
}

/// Where a node is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the slot at its index.
    Slot(usize),
    /// In the record with this number.
    Record(usize),
}

impl Place {
    #[inline]
    pub(super) fn of(id: u32) -> Self {
        if id & RECORD == 0 {
            Place::Slot(id as usize)
        } else {
            Place::Record((id & !RECORD) as usize)
        }
    }

    /// The number of the record with this id.
    #[inline]
    pub(super) fn number(id: u32) -> usize {
        (id & !RECORD) as usize
    }

    /// The id of this place, whose number must be below [`MAX_NODES`](crate::memory::MAX_NODES).
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "MAX_NODES has 30 bits")]
    pub(super) fn id(self) -> u32 {
        match self {
            Place::Slot(number) => number as u32,
            Place::Record(number) => number as u32 | RECORD,
        }
    }
}

/// The id of the first record.
pub(crate) const FIRST_RECORD: u32 = RECORD;

/// The id of the record with this number.
#[inline]
pub(crate) fn record_id(number: usize) -> u32 {
    Place::Record(number).id()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::MAX_NODES;

    #[test]
    fn the_flag_and_the_parent_do_not_touch_each_other() {
        for last in [Place::Slot(MAX_NODES - 1), Place::Record(MAX_NODES - 1)] {
            assert_eq!(Place::of(last.id()), last);
            for parent in [None, Some(last.id())] {
                for is_open in [false, true] {
                    let link = Link::new(parent, is_open);
                    assert_eq!((link.parent(), link.is_open()), (parent, is_open));
                    let link = link.with_open(is_open).with_open(!is_open);
                    assert_eq!((link.parent(), link.is_open()), (parent, !is_open));
                }
            }
        }
    }
}
