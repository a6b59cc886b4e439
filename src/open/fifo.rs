//! [`Fifo`]: first in, first out.

use alloc::collections::VecDeque;

use super::OpenList;
use crate::limits::{Refusal, Room};

/// First in, first out: the open list of breadth-first search. There are no keys, and an entry takes 4 bytes.
#[derive(Clone, Debug, Default)]
pub struct Fifo {
    nodes: VecDeque<u32>,
    room: Room,
}

impl Fifo {
    /// Makes room for one more node, or gives up. Returns whether there is room.
    #[cold]
    fn grow(&mut self) -> bool {
        let len = self.nodes.len();
        let added = self.room.affordable::<u32>(0, 1, len);
        if added.is_none_or(|added| self.nodes.try_reserve_exact(added).is_err()) {
            self.room.refusal.get_or_insert(Refusal::OutOfMemory);
            self.nodes = VecDeque::new();
        }
        self.room.refusal.is_none()
    }
}

impl<C> OpenList<(), C> for Fifo {
    #[inline]
    fn push(&mut self, node: u32, (): (), _cost: C) {
        if self.nodes.len() == self.nodes.capacity() && !self.grow() {
            return;
        }
        self.nodes.push_back(node);
    }

    #[inline]
    fn pop_fresh(&mut self, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        loop {
            let node = self.nodes.pop_front()?;
            if is_fresh(node, None) {
                return Some(node);
            }
        }
    }

    fn peek_fresh(&mut self, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        while !is_fresh(*self.nodes.front()?, None) {
            self.nodes.pop_front();
        }
        self.nodes.front().copied()
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.room.refusal = None;
    }

    fn room(&mut self) -> &mut Room {
        &mut self.room
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<u32>()
    }
}
