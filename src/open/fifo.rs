//! [`Fifo`]: first in, first out.

use alloc::collections::VecDeque;

use super::OpenList;
use crate::Cost;

/// First in, first out: the open list of breadth-first search. Keys and costs are not looked at, 4 bytes an entry.
#[derive(Clone, Debug, Default)]
pub struct Fifo {
    nodes: VecDeque<u32>,
}

impl<C: Cost> OpenList<C> for Fifo {
    #[inline]
    fn push(&mut self, node: u32, _key: C, _cost: C) {
        self.nodes.push_back(node);
    }

    #[inline]
    fn pop(&mut self) -> Option<(u32, Option<C>)> {
        Some((self.nodes.pop_front()?, None))
    }

    fn clear(&mut self) {
        self.nodes.clear();
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<u32>()
    }
}
