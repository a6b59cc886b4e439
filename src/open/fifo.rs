//! [`Fifo`]: first in, first out.

use alloc::collections::VecDeque;

use super::OpenList;

/// First in, first out: the open list of breadth-first search. It has no keys. An entry takes 4 bytes.
#[derive(Clone, Debug, Default)]
pub struct Fifo {
    nodes: VecDeque<u32>,
}

impl<C> OpenList<(), C> for Fifo {
    #[inline]
    fn push(&mut self, node: u32, (): (), _cost: C) {
        self.nodes.push_back(node);
    }

    #[inline]
    fn pop_fresh(&mut self, mut is_fresh: impl FnMut(u32, Option<C>) -> bool) -> Option<u32> {
        loop {
            let node = self.nodes.pop_front()?;
            if is_fresh(node, None) {
                return Some(node);
            }
        }
    }

    fn peek_fresh(&mut self, mut is_fresh: impl FnMut(u32, Option<C>) -> bool) -> Option<u32> {
        while !is_fresh(*self.nodes.front()?, None) {
            self.nodes.pop_front();
        }
        self.nodes.front().copied()
    }

    fn clear(&mut self) {
        self.nodes.clear();
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<u32>()
    }
}
