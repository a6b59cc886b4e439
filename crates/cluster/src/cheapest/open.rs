//! [`Open`]: the open nodes of one worker.

use std::collections::BTreeMap;

use crate::error::Failure;
use crate::known::reserve;

/// Places of open nodes by layer, and within a layer by cost. The next one is the deepest of the first layer, which is
/// the one with the highest cost.
///
/// An entry takes four bytes. It is not removed when its node is reached at a lower cost, since the caller compares the
/// costs. `R` is additional data of a layer, which is the right to send.
pub(crate) struct Open<C, R> {
    layers: BTreeMap<u64, Layer<C, R>>,
    bytes: usize,
}

struct Layer<C, R> {
    right: R,
    /// The stacks, by the number of their cost.
    stacks: BTreeMap<u64, Stack<C>>,
}

/// Places of nodes of equal cost. Small parts leave less unused memory than one array would.
struct Stack<C> {
    cost: C,
    parts: Vec<Vec<u32>>,
}

/// The maximum number of places in a part.
const PART: usize = 1024;

impl<C: Copy, R> Open<C, R> {
    pub(crate) fn new() -> Self {
        Self {
            layers: BTreeMap::new(),
            bytes: 0,
        }
    }

    /// The data of the first layer.
    pub(crate) fn right(&self) -> Option<&R> {
        self.layers.values().next().map(|layer| &layer.right)
    }

    /// The same, mutably.
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
                // The part is doubled until it is full.
                let more = part.len().max(4);
                reserve(part, more)?;
                self.bytes += more * size_of::<u32>();
            }
            part.push(place);
        }
        Ok(())
    }

    /// Takes the deepest node of this layer, with the number of its cost and the cost, if the layer is the first one. A
    /// layer that turns out to be empty is removed with its data.
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

    /// The size of the entries in bytes.
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
        // Fills more than one part in each stack.
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
