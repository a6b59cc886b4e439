//! [`RankQueue`]: a stack of nodes for each of a few ranks.

use alloc::vec::Vec;
use core::mem;

use super::Rank;
use super::occupancy::Occupancy;
use crate::Cost;
use crate::memory::Memory;
use crate::pieces::Pieces;

/// The largest number of stacks.
const MOST: usize = 1 << 15;
const FEWEST: usize = 64;
const END: u32 = u32::MAX;

/// Nodes in stacks, one for each rank. The order is exact, and last in first out among equals. This suits many nodes
/// with few ranks, since nothing is sorted and a node takes only 4 bytes: its rank is that of the stack.
///
/// The stacks form a ring. The number of a rank consists of the number of its key and, in a fixed number of low bits,
/// the excess of the key over the cost.
#[derive(Clone, Debug)]
pub(super) struct RankQueue<C> {
    ring: Vec<Stack<C>>,
    occupied: Occupancy,
    /// The number of bits for the excess of a key over the cost.
    bits: u32,
    /// The bounds of all numbers.
    lowest: u64,
    highest: u64,
    len: usize,
    chunks: Pieces<Chunk>,
    /// The first unused chunk.
    free: u32,
}

#[derive(Clone, Copy, Debug)]
struct Stack<C> {
    rank: Rank<C>,
    /// The chunk with the newest nodes.
    chunk: u32,
    /// The number of nodes in that chunk, which is never 0.
    len: u32,
}

/// Some nodes of a stack, which fill a cache line.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    nodes: [u32; CHUNK],
    /// The next older chunk of the stack, or the next unused one.
    below: u32,
}

const CHUNK: usize = 15;
const FULL: u32 = 15;

impl<C: Cost> Stack<C> {
    /// An empty stack looks full, so that the first node takes a chunk.
    const EMPTY: Self = Stack {
        rank: Rank {
            key: C::ZERO,
            cost: C::ZERO,
        },
        chunk: END,
        len: FULL,
    };
}

impl<C: Cost> Default for RankQueue<C> {
    fn default() -> Self {
        RankQueue {
            ring: Vec::new(),
            occupied: Occupancy::default(),
            bits: 0,
            lowest: 0,
            highest: 0,
            len: 0,
            chunks: Pieces::default(),
            free: END,
        }
    }
}

impl<C: Cost> RankQueue<C> {
    /// Adds a node. Returns `false` if there are too many ranks, or `None` if there is not enough memory.
    pub(super) fn push(&mut self, node: u32, rank: Rank<C>, memory: &mut Memory) -> Option<bool> {
        let place = match self.place_for(rank) {
            Some(place) => place,
            None if !self.widen(rank, memory)? => return Some(false),
            None => self.place_for(rank)?,
        };
        let stack = &mut self.ring[place];
        if stack.len == FULL {
            if self.free == END {
                if !self.chunks.has_capacity() {
                    self.chunks.grow(memory)?;
                }
                // A search runs out of memory long before it has 2³² chunks.
                self.free = u32::try_from(self.chunks.len()).ok()?;
                self.chunks.push(Chunk {
                    nodes: [0; CHUNK],
                    below: END,
                });
            }
            if stack.chunk == END {
                stack.rank = rank;
                self.occupied.set(place);
            }
            let chunk = self.chunks.get_mut(self.free as usize)?;
            let below = mem::replace(&mut stack.chunk, self.free);
            self.free = mem::replace(&mut chunk.below, below);
            stack.len = 0;
        }
        let chunk = self.chunks.get_mut(stack.chunk as usize)?;
        chunk.nodes[stack.len as usize] = node;
        stack.len += 1;
        self.len += 1;
        Some(true)
    }

    /// Returns the first node without removing it.
    pub(super) fn first(&mut self) -> Option<(Rank<C>, u32)> {
        let place = self.first_place()?;
        let stack = &self.ring[place];
        let chunk = self.chunks.get(stack.chunk as usize)?;
        Some((stack.rank, chunk.nodes[stack.len as usize - 1]))
    }

    /// Removes and returns the first node.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(Rank<C>, u32)> {
        let place = self.first_place()?;
        let stack = &mut self.ring[place];
        let chunk = self.chunks.get_mut(stack.chunk as usize)?;
        stack.len -= 1;
        self.len -= 1;
        let first = (stack.rank, chunk.nodes[stack.len as usize]);
        if stack.len == 0 {
            let below = mem::replace(&mut chunk.below, self.free);
            self.free = mem::replace(&mut stack.chunk, below);
            stack.len = FULL;
            if below == END {
                self.occupied.unset(place);
            }
        }
        Some(first)
    }

    /// Removes all nodes and keeps the allocated memory.
    pub(super) fn clear(&mut self) {
        while let Some(place) = self.occupied.next(0) {
            self.ring[place] = Stack::EMPTY;
            self.occupied.unset(place);
        }
        self.len = 0;
        self.chunks.clear();
        self.free = END;
    }

    /// The place of the first stack that is not empty.
    #[inline]
    fn first_place(&mut self) -> Option<usize> {
        if self.len == 0 {
            return None;
        }
        let from = self.place(self.lowest);
        if self.ring[from].chunk != END {
            return Some(from);
        }
        let place = self.occupied.next(from)?;
        self.lowest += (place.wrapping_sub(from) & (self.ring.len() - 1)) as u64;
        Some(place)
    }

    /// The place of a rank's stack, if the ring is wide enough for it and for all others.
    #[inline]
    fn place_for(&mut self, rank: Rank<C>) -> Option<usize> {
        let number = self.number(rank)?;
        let (lowest, highest) = match self.len {
            0 => (number, number),
            _ => (self.lowest.min(number), self.highest.max(number)),
        };
        if highest - lowest >= self.ring.len() as u64 {
            return None;
        }
        (self.lowest, self.highest) = (lowest, highest);
        Some(self.place(number))
    }

    #[inline]
    fn number(&self, rank: Rank<C>) -> Option<u64> {
        let (key, excess) = parts(rank)?;
        (excess >> self.bits == 0 && self.bits <= key.leading_zeros()).then_some(key << self.bits | excess)
    }

    /// The place of a number in the ring, which is given by its low bits, since the number of stacks is a power of two.
    #[inline]
    fn place(&self, number: u64) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "only the low bits are used")]
        let low = number as usize;
        low & (self.ring.len() - 1)
    }

    /// Makes the ring wide enough to include this rank. Returns whether that is possible, or `None` if there is not
    /// enough memory.
    #[cold]
    fn widen(&mut self, rank: Rank<C>, memory: &mut Memory) -> Option<bool> {
        let mut stacks: Vec<Stack<C>> = Vec::new();
        let mut used = self.ring.iter().filter(|stack| stack.chunk != END);
        let copied = used.try_for_each(|stack| memory.push(&mut stacks, *stack));
        let widened = copied.and_then(|()| self.widen_for(rank, &stacks, memory));
        memory.release(stacks.capacity() * size_of::<Stack<C>>());
        widened
    }

    /// The same, given the stacks that are not empty.
    fn widen_for(&mut self, rank: Rank<C>, stacks: &[Stack<C>], memory: &mut Memory) -> Option<bool> {
        let (mut least, mut greatest, mut most) = (u64::MAX, 0, 0);
        for rank in stacks.iter().map(|stack| stack.rank).chain([rank]) {
            let Some((key, excess)) = parts(rank) else {
                return Some(false);
            };
            (least, greatest, most) = (least.min(key), greatest.max(key), most.max(excess));
        }
        // This allows the spread of the keys and of their excess over the costs to double.
        let bits = u64::BITS - most.leading_zeros() + 1;
        let spread = usize::try_from(greatest - least).ok();
        let size = spread.and_then(|spread| spread.checked_add(1)?.checked_mul(1_usize.checked_shl(bits + 1)?));
        let Some(size) = size.filter(|size| *size <= MOST && bits <= greatest.leading_zeros()) else {
            return Some(false);
        };
        let size = size.next_power_of_two().max(FEWEST);
        let more = size.saturating_sub(self.ring.len());
        memory.grow(&mut self.ring, more)?;
        self.occupied.resize(size, memory)?;
        self.ring.clear();
        self.ring.resize(size, Stack::EMPTY);
        self.bits = bits;
        (self.lowest, self.highest) = (least << bits, (greatest << bits) | ((1 << bits) - 1));
        for stack in stacks {
            let place = self.place(self.number(stack.rank)?);
            self.ring[place] = *stack;
            self.occupied.set(place);
        }
        Some(true)
    }
}

/// The number of a rank's key, and its excess over the number of the cost.
#[inline]
fn parts<C: Cost>(rank: Rank<C>) -> Option<(u64, u64)> {
    let key = rank.key.number()?;
    Some((key, key.checked_sub(rank.cost.number()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Compares the queue with a list that is scanned from end to end.
        #[test]
        fn least_key_then_largest_cost_then_last_in(
            operations in prop::collection::vec(prop::option::weighted(0.6, (0..30_u32, 0..30_u32)), 0..2000),
            far in 0..3_u32,
        ) {
            let (mut queue, memory) = (RankQueue::default(), &mut Memory::default());
            for _ in 0..2 {
                let mut model = Vec::new();
                for (node, operation) in (0..).zip(&operations) {
                    if let Some((key, excess)) = operation {
                        // Keys rise as in a search, and some are far away.
                        let key = 100 + key / 10 + node / 100 + far * 50 * u32::from(node % 256 == 255);
                        let rank = Rank { key, cost: key - excess };
                        prop_assert_eq!(queue.push(node, rank, memory), Some(true));
                        model.push((key, u32::MAX - rank.cost, u32::MAX - node));
                    } else {
                        let first = model.iter().min().copied();
                        let expected = first.map(|(key, cost, node)| (key, u32::MAX - cost, u32::MAX - node));
                        prop_assert_eq!(queue.first().map(|(rank, node)| (rank.key, rank.cost, node)), expected);
                        prop_assert_eq!(queue.pop().map(|(rank, node)| (rank.key, rank.cost, node)), expected);
                        model.retain(|entry| Some(*entry) != first);
                    }
                }
                queue.clear();
                prop_assert!(queue.pop().is_none());
            }
        }
    }

    #[test]
    fn too_many_ranks_are_refused_and_the_others_stay() {
        let (mut queue, memory) = (RankQueue::default(), &mut Memory::default());
        let rank = |key: u64, cost| Rank { key, cost };
        for node in 0..1_000 {
            assert_eq!(
                queue.push(node, rank(60, 50 - u64::from(node % 10)), memory),
                Some(true)
            );
        }
        let refused = [
            (60, 61),
            (60 + (1 << 15), 50),
            (u64::MAX - 1, u64::MAX - 1),
            (60, 0),
            (1_000, 0),
        ];
        let refused = refused.map(|(key, cost)| queue.push(7, rank(key, cost), memory));
        assert_eq!(
            refused,
            [Some(false), Some(false), Some(false), Some(true), Some(false)]
        );
        for node in (0..1_000).rev() {
            let expected = (node % 100) * 10 + 9 - node / 100;
            let (_, popped) = queue.pop().unwrap();
            assert_eq!(popped, expected);
        }
        assert_eq!(queue.pop().map(|(rank, node)| (rank.cost, node)), Some((0, 7)));
    }

    #[test]
    fn a_node_takes_little_more_than_its_number() {
        let (mut queue, memory) = (RankQueue::default(), &mut Memory::default());
        let count = 500_000;
        for node in 0..count {
            let excess = node % 60;
            let rank = Rank {
                key: 100,
                cost: 100 - excess,
            };
            assert_eq!(queue.push(node, rank, memory), Some(true));
        }
        assert!(memory.bytes() < count as usize * 27 / 5, "{}", memory.bytes());
        let bytes = memory.bytes();
        for node in 0..2 * count {
            let (rank, _) = queue.pop().unwrap();
            assert_eq!(queue.push(node, rank, memory), Some(true));
        }
        assert_eq!(memory.bytes(), bytes);
    }
}
