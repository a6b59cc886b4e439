//! [`Passes`]: an open list for a search in several passes.

use alloc::vec::Vec;

use super::{Buckets, OpenList};
use crate::Cost;
use crate::memory::Memory;
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
    pub(crate) fn take_all(
        &mut self,
        memory: &mut Memory,
        is_fresh: impl Fn(u32, Option<C>) -> bool + Copy,
    ) -> Vec<u32> {
        let mut nodes = core::mem::take(&mut self.later);
        while let Some(node) = self.now.pop_fresh(memory, is_fresh)
            && memory.push(&mut nodes, node).is_some()
        {}
        self.clear();
        nodes
    }

    /// Takes back the list that [`take_all`](Self::take_all) has returned, for its memory.
    pub(crate) fn take_back(&mut self, mut nodes: Vec<u32>) {
        nodes.clear();
        self.later = nodes;
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
    fn push(&mut self, node: u32, key: C, cost: C, memory: &mut Memory) {
        if !self.is_last && self.taken_in.get(node) == Some(&self.pass) {
            memory.push(&mut self.later, node);
        } else {
            self.now.push(node, key, cost, memory);
        }
    }

    fn pop_fresh(&mut self, memory: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        let node = self.now.pop_fresh(memory, is_fresh)?;
        self.taken_in.set(node, self.pass, memory)?;
        Some(node)
    }

    fn peek_fresh(&mut self, memory: &mut Memory, is_fresh: impl Fn(u32, Option<C>) -> bool + Copy) -> Option<u32> {
        self.now.peek_fresh(memory, is_fresh)
    }

    fn clear(&mut self) {
        self.now.clear();
        self.later.clear();
        // If the number wraps around, the only harm is that a node may wait for a pass unnecessarily.
        self.pass = self.pass.wrapping_add(1);
        self.is_last = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_comes_once_in_a_pass_unless_it_is_the_last_one() {
        let (mut list, memory) = (Passes::<u32>::default(), &mut Memory::default());
        for (node, key) in [(3, 7), (4, 5), (5, 6)] {
            list.push(node, key, 0, memory);
        }
        for expected in [4, 5, 3] {
            let next = list.peek_fresh(memory, |_, _| true);
            assert_eq!(
                (next, list.pop_fresh(memory, |_, _| true)),
                (Some(expected), Some(expected))
            );
            list.push(expected, 1, 0, memory);
        }
        assert_eq!(
            (
                list.peek_fresh(memory, |_, _| true),
                list.pop_fresh(memory, |_, _| true)
            ),
            (None, None)
        );
        assert_eq!(list.take_all(memory, |_, _| true), [4, 5, 3]);
        list.is_last = true;
        for _ in 0..2 {
            list.push(4, 9, 0, memory);
            assert_eq!(list.pop_fresh(memory, |_, _| true), Some(4));
        }
    }
}
