//! [`Record`]: what is stored of a node.

/// The most nodes that a search can store: an id has 31 bits, and one value of them means "no parent".
pub(crate) const MAX_NODES: usize = ORPHAN as usize;

const ORPHAN: u32 = u32::MAX >> 1;
const OPEN: u32 = 1 << 31;

/// A node with its cost, its parent, and what the algorithm keeps of it.
///
/// The flag for "open" lives in the parent's top bit: a byte of its own would be padded to four.
#[derive(Clone, Debug)]
pub(crate) struct Record<N, C, V> {
    pub(crate) node: N,
    pub(crate) cost: C,
    pub(crate) value: V,
    link: u32,
}

impl<N, C, V> Record<N, C, V> {
    /// An open record.
    #[inline]
    pub(crate) fn new(node: N, cost: C, value: V, parent: Option<u32>) -> Self {
        Record {
            node,
            cost,
            value,
            link: OPEN | parent.unwrap_or(ORPHAN),
        }
    }

    #[inline]
    pub(crate) fn parent(&self) -> Option<u32> {
        let parent = self.link & !OPEN;
        (parent != ORPHAN).then_some(parent)
    }

    #[inline]
    pub(crate) fn set_parent(&mut self, parent: Option<u32>) {
        self.link = (self.link & OPEN) | parent.unwrap_or(ORPHAN);
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
    pub(crate) fn reopen(&mut self) {
        self.link |= OPEN;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_and_the_parent_do_not_touch_each_other() {
        let mut record = Record::new('n', 7_u32, (), None);
        assert!(record.is_open());
        assert_eq!(record.parent(), None);
        record.close();
        assert!(!record.is_open());
        assert_eq!(record.parent(), None);
        let last = u32::try_from(MAX_NODES - 1).unwrap();
        record.set_parent(Some(last));
        assert_eq!((record.is_open(), record.parent()), (false, Some(last)));
        record.reopen();
        assert_eq!((record.is_open(), record.parent()), (true, Some(last)));
        record.set_parent(None);
        assert_eq!((record.is_open(), record.parent()), (true, None));
    }

    #[test]
    fn a_record_of_an_eight_byte_node_has_no_padding() {
        assert_eq!(size_of::<Record<[u8; 8], u32, u32>>(), 20);
        assert_eq!(size_of::<Record<u32, u32, ()>>(), 12);
        assert_eq!(size_of::<Record<[u8; 8], u16, u16>>(), 16);
    }
}
