//! [`Numbers`]: numbers for the nodes of worlds that have none of their own.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;

use crate::limits::BOARDS;
use crate::record::{Codec, NOBODY};

/// Numbers nodes in the order in which a run generates them.
pub(super) struct Numbers<N>(RefCell<(HashMap<N, u32>, Vec<N>)>);

impl<N> Default for Numbers<N> {
    fn default() -> Self {
        Numbers(RefCell::default())
    }
}

impl<N: Copy + Eq + Hash> Numbers<N> {
    /// Returns the node with a number.
    pub(super) fn at(&self, number: u32) -> Option<N> {
        self.0.borrow().1.get(number as usize).copied()
    }

    /// Returns the number of a node that has one.
    pub(super) fn known(&self, node: &N) -> Option<u32> {
        self.0.borrow().0.get(node).copied()
    }

    /// Returns the bytes that are allocated.
    pub(super) fn bytes(&self) -> usize {
        let (numbers, nodes) = &*self.0.borrow();
        // A hash table has up to 8/7 slots per entry of its capacity, and one control byte per slot.
        let places = numbers.capacity() * 8 / 7;
        places * (size_of::<(N, u32)>() + 1) + nodes.capacity() * size_of::<N>()
    }
}

impl<N: Copy + Eq + Hash, C: Into<f64>> Codec<N, C> for Numbers<N> {
    fn number(&self, node: &N) -> u32 {
        let (numbers, nodes) = &mut *self.0.borrow_mut();
        if let Some(number) = numbers.get(node) {
            return *number;
        }
        let number = match u32::try_from(nodes.len()) {
            Ok(number) if nodes.len() < BOARDS => number,
            _ => return NOBODY,
        };
        numbers.insert(*node, number);
        nodes.push(*node);
        number
    }

    fn node(&self, number: u32) -> Option<N> {
        self.at(number)
    }

    fn amount(&self, cost: C) -> f64 {
        cost.into()
    }
}
