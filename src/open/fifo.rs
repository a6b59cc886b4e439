//! [`Fifo`]: first in, first out.

use alloc::collections::VecDeque;

use super::OpenList;
use crate::memory::Memory;

/// First in, first out: the open list of breadth-first search. There are no keys, and an entry takes 4 bytes.
#[derive(Clone, Debug, Default)]
pub struct Fifo {
    nodes: VecDeque<u32>,
}

impl<C> OpenList<(), C> for Fifo {
    #[inline]
    fn push(&mut self, node: u32, (): (), _cost: C, memory: &mut Memory) {
        if memory.grow_queue(&mut self.nodes).is_some() {
            self.nodes.push_back(node);
        }
    }

    #[inline]
    fn pop_fresh(&mut self, _: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        loop {
            let node = self.nodes.pop_front()?;
            if is_fresh(node, None) {
                return Some(node);
            }
        }
    }

    fn peek_fresh(&mut self, _: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        while !is_fresh(*self.nodes.front()?, None) {
            self.nodes.pop_front();
        }
        self.nodes.front().copied()
    }

    fn clear(&mut self) {
        self.nodes.clear();
    }
}
