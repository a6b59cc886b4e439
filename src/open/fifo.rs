//! [`Fifo`]: first in, first out.

use alloc::collections::VecDeque;
use core::ops::Range;

use super::OpenList;
use crate::memory::Memory;

/// First in, first out: the open list of breadth-first search. There are no keys.
///
/// The ids of nodes that have records increase by one with each new node, so the open nodes are a range of ids, and
/// nothing has to be stored for each of them. Other nodes take 4 bytes.
#[derive(Clone, Debug, Default)]
pub struct Fifo {
    /// Come before all others.
    range: Range<u32>,
    nodes: VecDeque<u32>,
}

impl Fifo {
    #[inline]
    fn first(&self) -> Option<u32> {
        if self.range.is_empty() {
            return self.nodes.front().copied();
        }
        Some(self.range.start)
    }

    #[inline]
    fn pop(&mut self) -> Option<u32> {
        self.range.next().or_else(|| self.nodes.pop_front())
    }
}

impl<C> OpenList<(), C> for Fifo {
    #[inline]
    fn push(&mut self, node: u32, (): (), _cost: C, memory: &mut Memory) {
        if self.nodes.is_empty() {
            if self.range.is_empty() {
                self.range = node..node;
            }
            if self.range.end == node {
                // There are fewer ids than numbers.
                self.range.end += 1;
                return;
            }
        }
        if memory.grow_queue(&mut self.nodes).is_some() {
            self.nodes.push_back(node);
        }
    }

    #[inline]
    fn pop_fresh(&mut self, _: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        loop {
            let node = self.pop()?;
            if is_fresh(node, None) {
                return Some(node);
            }
        }
    }

    fn peek_fresh(&mut self, _: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        while !is_fresh(self.first()?, None) {
            self.pop();
        }
        self.first()
    }

    fn clear(&mut self) {
        self.range = 0..0;
        self.nodes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Compared with a plain queue. Ids come in runs of different lengths, and some nodes are not fresh.
        #[test]
        fn nodes_come_out_in_order(runs in prop::collection::vec((0..40_u32, 0..6_u32, 0..8_usize), 0..60)) {
            let (mut list, mut plain, memory) = (Fifo::default(), VecDeque::new(), &mut Memory::default());
            let is_fresh = |node: u32, _: Option<u32>| !node.is_multiple_of(5);
            for (first, count, taken) in runs {
                for node in first..first + count {
                    list.push(node, (), 0_u32, memory);
                    plain.push_back(node);
                }
                for _ in 0..taken {
                    while plain.front().is_some_and(|node| !is_fresh(*node, None)) {
                        plain.pop_front();
                    }
                    prop_assert_eq!(list.peek_fresh(memory, is_fresh), plain.front().copied());
                    prop_assert_eq!(list.pop_fresh(memory, is_fresh), plain.pop_front());
                }
            }
            OpenList::<(), u32>::clear(&mut list);
            prop_assert_eq!(list.pop_fresh(memory, is_fresh), None);
        }
    }

    #[test]
    fn ids_in_sequence_take_no_memory() {
        let (mut list, mut memory) = (Fifo::default(), Memory::default());
        (7..1_000).for_each(|node| list.push(node, (), 0_u32, &mut memory));
        assert_eq!(memory.bytes(), 0);
        list.push(3, (), 0_u32, &mut memory);
        assert!(memory.bytes() > 0);
    }
}
