//! [`DaryHeap`]: a heap with four children per node.

use alloc::vec::Vec;

use crate::memory::Memory;

/// With four children per node, the heap is half as deep as a binary one, and siblings share one or two cache lines.
const ARITY: usize = 4;

/// An entry of a [`DaryHeap`].
pub trait Entry: Copy {
    /// Returns whether this entry comes out before the other one.
    fn is_before(&self, other: &Self) -> bool;
}

/// A heap in which every entry has four children.
///
/// Larkin, Sen, Tarjan: A back-to-basics empirical study of priority queues (ALENEX 2014) found this simplest of heaps
/// among the fastest.
#[derive(Clone, Debug)]
pub struct DaryHeap<E> {
    entries: Vec<E>,
}

impl<E> Default for DaryHeap<E> {
    fn default() -> Self {
        DaryHeap { entries: Vec::new() }
    }
}

impl<E: Entry> DaryHeap<E> {
    /// Adds an entry. Returns `None` if there is not enough memory.
    #[inline]
    pub fn push(&mut self, entry: E, memory: &mut Memory) -> Option<()> {
        memory.push(&mut self.entries, entry)?;
        self.rise(self.entries.len() - 1, entry);
        Some(())
    }

    /// Returns the number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no entries.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the entry that comes out first.
    #[inline]
    pub fn first(&self) -> Option<&E> {
        self.entries.first()
    }

    /// Removes and returns the entry that comes out first.
    #[inline]
    pub fn pop(&mut self) -> Option<E> {
        let last = self.entries.pop()?;
        let Some(first) = self.entries.first().copied() else {
            return Some(last);
        };
        // The last entry usually belongs near the bottom again. So the hole sinks all the way without being compared
        // with the entry, which then rises from there (Wegener, Theoretical Computer Science 118, 1993).
        let hole = self.sink_hole();
        self.rise(hole, last);
        Some(first)
    }

    /// Removes all entries and keeps the allocated memory.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Puts `entry` in its place between `hole` and the root.
    #[inline]
    fn rise(&mut self, mut hole: usize, entry: E) {
        let entries = self.entries.as_mut_slice();
        while hole > 0 {
            let parent = (hole - 1) / ARITY;
            if !entry.is_before(&entries[parent]) {
                break;
            }
            entries[hole] = entries[parent];
            hole = parent;
        }
        entries[hole] = entry;
    }

    /// Moves the hole from the root down to a leaf, each time to the child that comes out first.
    #[inline]
    fn sink_hole(&mut self) -> usize {
        let entries = self.entries.as_mut_slice();
        let mut hole = 0;
        loop {
            let start = hole * ARITY + 1;
            let first = if let Some(children) = entries.get(start..start + ARITY) {
                let left = usize::from(children[1].is_before(&children[0]));
                let right = 2 + usize::from(children[3].is_before(&children[2]));
                start
                    + if children[right].is_before(&children[left]) {
                        right
                    } else {
                        left
                    }
            } else {
                let mut first = start;
                for child in start..entries.len() {
                    if entries[child].is_before(&entries[first]) {
                        first = child;
                    }
                }
                first
            };
            if first >= entries.len() {
                return hole;
            }
            entries[hole] = entries[first];
            hole = first;
        }
    }
}
