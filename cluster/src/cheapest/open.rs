//! [`Open`]: the open nodes of one worker.

use std::collections::BTreeMap;

use crate::error::Failure;
use crate::known::reserve;

/// Places of open nodes by layer, and in a layer by cost. The next one is the deepest of the first layer, that is, the
/// one with the highest cost.
///
/// An entry takes four bytes. It is not removed when its node is reached at a lower cost: the caller compares the
/// costs.
/// `R` is what a layer holds besides, the right to send.
pub(crate) struct Open<C, R> {
    layers: BTreeMap<u64, Layer<C, R>>,
    bytes: usize,
}

struct Layer<C, R> {
    right: R,
    /// By the cost's number.
    stacks: BTreeMap<u64, Stack<C>>,
}

/// Places of nodes of equal cost. Small parts leave less spare room than one array would.
struct Stack<C> {
    cost: C,
    parts: Vec<Vec<u32>>,
}

/// The most places of one part.
const PART: usize = 1024;

impl<C: Copy, R> Open<C, R> {
    pub(crate) fn new() -> Self {
        Self {
            layers: BTreeMap::new(),
            bytes: 0,
        }
    }

    /// What the first layer holds.
    pub(crate) fn right(&self) -> Option<&R> {
        self.layers.values().next().map(|layer| &layer.right)
    }

    /// The same, to change it.
    pub(crate) fn right_mut(&mut self) -> Option<&mut R> {
        self.layers.values_mut().next().map(|layer| &mut layer.right)
    }

    /// Adds a node to a layer. `number` is the number of its cost.
    pub(crate) fn push(
        &mut self,
        layer: u64,
        right: impl FnOnce() -> R,
        (number, cost): (u64, C),
        place: u32,
    ) -> Result<(), Failure> {
        let layer = self.layers.entry(layer).or_insert_with(|| Layer {
            right: right(),
            stacks: BTreeMap::new(),
        });
        let stack = layer.stacks.entry(number).or_insert_with(|| Stack {
            cost,
            parts: Vec::new(),
        });
        if stack.parts.last().is_none_or(|part| part.len() == PART) {
            stack.parts.push(Vec::new());
        }
        if let Some(part) = stack.parts.last_mut() {
            if part.len() == part.capacity() {
                // Doubled, up to a whole part.
                let more = part.len().max(4);
                reserve(part, more)?;
                self.bytes += more * size_of::<u32>();
            }
            part.push(place);
        }
        Ok(())
    }

    /// Takes the deepest node of this layer, with its cost and the cost's number, if the layer is the first one. A
    /// layer that is found empty goes, and with it what it holds.
    pub(crate) fn pop(&mut self, layer: u64) -> Option<(u32, u64, C)> {
        let mut first = self.layers.first_entry().filter(|first| *first.key() == layer)?;
        while let Some(mut deepest) = first.get_mut().stacks.last_entry() {
            let number = *deepest.key();
            let Stack { cost, parts } = deepest.get_mut();
            match parts.last_mut().map(|part| (part.pop(), part.capacity())) {
                Some((Some(place), _)) => return Some((place, number, *cost)),
                Some((None, capacity)) => {
                    self.bytes -= capacity * size_of::<u32>();
                    parts.pop();
                }
                None => {
                    deepest.remove();
                }
            }
        }
        first.remove();
        None
    }

    pub(crate) fn clear(&mut self) {
        self.layers.clear();
        self.bytes = 0;
    }

    /// The bytes of the entries.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_of_the_first_layer_comes_first() {
        let mut open = Open::new();
        // More than one part in each stack.
        for place in 0..30_000_u32 {
            let (layer, cost) = (u64::from(place % 2), place % 5);
            open.push(layer, || layer, (cost.into(), cost), place).unwrap();
        }
        assert!(open.bytes() >= 120_000 && open.bytes() < 200_000);
        for layer in 0..2 {
            assert_eq!((open.pop(1 - layer).is_none(), open.right()), (true, Some(&layer)));
            let mut taken = Vec::new();
            while let Some((place, number, cost)) = open.pop(layer) {
                assert_eq!((number, cost), (u64::from(place % 5), place % 5));
                taken.push((4 - cost, 30_000 - place));
            }
            assert!(taken.len() == 15_000 && taken.is_sorted());
        }
        assert_eq!((open.right(), open.bytes()), (None, 0));
    }
}
