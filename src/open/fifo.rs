//! [`Fifo`]: first in, first out.

use alloc::collections::VecDeque;

use super::OpenList;
use crate::room::Room;

/// First in, first out: the open list of breadth-first search. It has no keys. An entry takes 4 bytes.
#[derive(Clone, Debug, Default)]
pub struct Fifo {
    nodes: VecDeque<u32>,
    is_out_of_memory: bool,
}

impl<C> OpenList<(), C> for Fifo {
    #[inline]
    fn push(&mut self, node: u32, (): (), _cost: C) {
        if self.is_out_of_memory || self.nodes.try_reserve(1).is_err() {
            *self = Fifo {
                nodes: VecDeque::new(),
                is_out_of_memory: true,
            };
            return;
        }
        self.nodes.push_back(node);
    }

    #[inline]
    fn pop_fresh(&mut self, is_fresh: impl Fn(u32, Option<C>) -> bool) -> Option<u32> {
        loop {
            let node = self.nodes.pop_front()?;
            if is_fresh(node, None) {
                return Some(node);
            }
        }
    }

    fn peek_fresh(&mut self, is_fresh: impl Fn(u32, Option<C>) -> bool) -> Option<u32> {
        while !is_fresh(*self.nodes.front()?, None) {
            self.nodes.pop_front();
        }
        self.nodes.front().copied()
    }

    fn make_room(&mut self, (): (), _: C, room: &mut Room) -> bool {
        let (len, capacity) = (self.nodes.len(), self.nodes.capacity());
        match room.affordable::<u32>(capacity - len, 1, len) {
            Some(0) => true,
            // What the allocator refuses is noticed when a node is pushed.
            Some(more) => {
                let _ = self.nodes.try_reserve_exact(capacity - len + more);
                room.take((self.nodes.capacity() - capacity) * size_of::<u32>())
            }
            None => false,
        }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.is_out_of_memory = false;
    }

    fn is_out_of_memory(&self) -> bool {
        self.is_out_of_memory
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<u32>()
    }
}
