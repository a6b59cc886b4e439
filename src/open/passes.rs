//! [`Passes`]: an open list for a search in several passes.

use alloc::vec::Vec;

use super::{Buckets, OpenList};
use crate::Cost;
use crate::limits::Room;
use crate::nodes::ById;

/// The open list of [`AraStar`](crate::AraStar), which searches in several passes: [`Buckets`], in which a node that
/// has been taken in one pass does not come out again before the next.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Passes<C> {
    now: Buckets<C>,
    /// Nodes waiting for the next pass.
    later: Vec<u32>,
    /// The last pass in which each node was taken.
    taken_in: ById<u32>,
    pass: u32,
    /// Whether nodes may come out again in this pass.
    pub(crate) is_last: bool,
}

impl<C: Cost> Passes<C> {
    /// Takes out all nodes, which ends the pass. Nodes that can be part of a better path must be pushed again.
    pub(crate) fn take_all(&mut self, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Vec<u32> {
        let mut nodes = core::mem::take(&mut self.later);
        while let Some(node) = self.now.pop_fresh(is_fresh) {
            if self.now.room().grow(&mut nodes, 1).is_some() {
                nodes.push(node);
            }
        }
        let room = *self.room();
        self.clear();
        *self.room() = room;
        nodes
    }
}

impl<C: Cost> Default for Passes<C> {
    fn default() -> Self {
        Passes {
            now: Buckets::default(),
            later: Vec::new(),
            taken_in: ById::default(),
            pass: 1,
            is_last: false,
        }
    }
}

impl<C: Cost> OpenList<C, C> for Passes<C> {
    fn push(&mut self, node: u32, key: C, cost: C) {
        if !self.is_last && self.taken_in.get(node) == Some(&self.pass) {
            if self.now.room().grow(&mut self.later, 1).is_some() {
                self.later.push(node);
            }
        } else {
            self.now.push(node, key, cost);
        }
    }

    fn pop_fresh(&mut self, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        let node = self.now.pop_fresh(is_fresh)?;
        self.taken_in.set(node, self.pass, self.now.room()).ok()?;
        Some(node)
    }

    fn peek_fresh(&mut self, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        self.now.peek_fresh(is_fresh)
    }

    fn clear(&mut self) {
        self.now.clear();
        self.later.clear();
        // If the number wraps around, the only harm is that a node may wait for a pass unnecessarily.
        self.pass = self.pass.wrapping_add(1);
        self.is_last = false;
    }

    fn room(&mut self) -> &mut Room {
        self.now.room()
    }

    fn bytes(&self) -> usize {
        self.now.bytes() + self.later.capacity() * size_of::<u32>() + self.taken_in.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_comes_once_in_a_pass_unless_it_is_the_last_one() {
        let mut list = Passes::<u32>::default();
        for (node, key) in [(3, 7), (4, 5), (5, 6)] {
            list.push(node, key, 0);
        }
        for expected in [4, 5, 3] {
            let next = list.peek_fresh(|_, _| true);
            assert_eq!((next, list.pop_fresh(|_, _| true)), (Some(expected), Some(expected)));
            list.push(expected, 1, 0);
        }
        assert_eq!(
            (list.peek_fresh(|_, _| true), list.pop_fresh(|_, _| true)),
            (None, None)
        );
        assert_eq!(list.take_all(|_, _| true), [4, 5, 3]);
        list.is_last = true;
        for _ in 0..2 {
            list.push(4, 9, 0);
            assert_eq!(list.pop_fresh(|_, _| true), Some(4));
        }
    }
}
