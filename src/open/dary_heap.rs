//! [`DaryHeap`]: a heap with four children a node.

use alloc::vec::Vec;

use super::{OpenList, Rank};
use crate::Cost;

/// Four children a node halve the depth of a binary heap, and they share a cache line or two.
const ARITY: usize = 4;

/// A 4-ary heap for any cost. A node whose cost falls is pushed again; the search drops the older entry when it comes.
///
/// Larkin, Sen, Tarjan: A back-to-basics empirical study of priority queues (ALENEX 2014) found this simplest of heaps
/// among the fastest.
#[derive(Clone, Debug)]
pub struct DaryHeap<C> {
    entries: Vec<(Rank<C>, u32)>,
}

impl<C> Default for DaryHeap<C> {
    fn default() -> Self {
        DaryHeap { entries: Vec::new() }
    }
}

impl<C: Cost> OpenList<C> for DaryHeap<C> {
    #[inline]
    fn push(&mut self, node: u32, key: C, cost: C) {
        let entry = (Rank { key, cost }, node);
        self.entries.push(entry);
        self.rise(self.entries.len() - 1, entry);
    }

    #[inline]
    fn pop(&mut self) -> Option<(u32, Option<C>)> {
        let last = self.entries.pop()?;
        let Some(&(rank, node)) = self.entries.first() else {
            return Some((last.1, Some(last.0.cost)));
        };
        // The last entry mostly belongs near the bottom again: let the hole sink all the way without asking for it, and
        // the entry rise from there (Wegener, Theoretical Computer Science 118, 1993).
        let hole = self.sink_hole();
        self.rise(hole, last);
        Some((node, Some(rank.cost)))
    }

    fn clear(&mut self) {
        self.entries.clear();
    }

    fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<(Rank<C>, u32)>()
    }
}

impl<C: Cost> DaryHeap<C> {
    /// Puts `entry` where it belongs between `hole` and the root.
    #[inline]
    fn rise(&mut self, mut hole: usize, entry: (Rank<C>, u32)) {
        let entries = self.entries.as_mut_slice();
        while hole > 0 {
            let parent = (hole - 1) / ARITY;
            if !entry.0.is_before(&entries[parent].0) {
                break;
            }
            entries[hole] = entries[parent];
            hole = parent;
        }
        entries[hole] = entry;
    }

    /// Moves the hole at the root down to a leaf, along the first of the children each time.
    #[inline]
    fn sink_hole(&mut self) -> usize {
        let entries = self.entries.as_mut_slice();
        let mut hole = 0;
        loop {
            let start = hole * ARITY + 1;
            let first = if let Some(children) = entries.get(start..start + ARITY) {
                let left = usize::from(children[1].0.is_before(&children[0].0));
                let right = 2 + usize::from(children[3].0.is_before(&children[2].0));
                start
                    + if children[right].0.is_before(&children[left].0) {
                        right
                    } else {
                        left
                    }
            } else {
                let mut first = start;
                for child in start..entries.len() {
                    if entries[child].0.is_before(&entries[first].0) {
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
