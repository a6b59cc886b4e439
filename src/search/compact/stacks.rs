//! [`Stacks`]: open nodes by rank, without ids.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::iter::from_fn;
use core::mem;

use crate::Cost;
use crate::limits::{Refusal, Room};

/// The order of open nodes: the least f first, then the largest g. Nodes of the same rank have the same estimate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rank<C> {
    pub(super) f: C,
    pub(super) cost: C,
    pub(super) estimate: C,
}

impl<C: Cost> Ord for Rank<C> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_f = self.f.order(&other.f);
        let by_cost = || other.cost.order(&self.cost);
        by_f.then_with(by_cost)
            .then_with(|| self.estimate.order(&other.estimate))
    }
}

impl<C: Cost> PartialOrd for Rank<C> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<C: Cost> PartialEq for Rank<C> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let is_equal = |cost: C, other: C| cost.order(&other).is_eq();
        is_equal(self.f, other.f) && is_equal(self.cost, other.cost) && is_equal(self.estimate, other.estimate)
    }
}

impl<C: Cost> Eq for Rank<C> {}

/// A stack of nodes for each rank, last in first out.
///
/// A stack is a list of chunks, so that it is never copied as a whole, and other stacks can reuse the memory that it
/// leaves.
#[derive(Clone, Debug)]
pub(super) struct Stacks<N, C> {
    /// By rank, the number of its stack.
    ranks: BTreeMap<Rank<C>, usize>,
    all: Vec<Stack<N>>,
    /// The numbers of the stacks without a rank.
    unused: Vec<usize>,
    /// The two ranks that were pushed last, with the numbers of their stacks. The next rank is usually one of them.
    recent: [Option<(Rank<C>, usize)>; 2],
    spare: Spare<N>,
}

/// Empty chunks of full size.
#[derive(Clone, Debug)]
struct Spare<N> {
    chunks: Vec<Vec<N>>,
    /// The number of nodes for which there is room, here and in all stacks.
    room: usize,
}

#[derive(Clone, Debug)]
struct Stack<N> {
    full: Vec<Vec<N>>,
    last: Vec<N>,
}

/// The largest number of nodes in a chunk.
const CHUNK: usize = 512;

impl<N: Copy, C: Cost> Stacks<N, C> {
    pub(super) fn new() -> Self {
        Stacks {
            ranks: BTreeMap::new(),
            all: Vec::new(),
            unused: Vec::new(),
            recent: [None; 2],
            spare: Spare {
                chunks: Vec::new(),
                room: 0,
            },
        }
    }

    /// The number of bytes allocated, except those for the ranks.
    pub(super) fn bytes(&self) -> usize {
        self.spare.room * size_of::<N>() + self.all.capacity() * size_of::<Stack<N>>()
    }

    /// Adds a node. `room` is called only if the stack has to grow.
    #[inline]
    pub(super) fn push(&mut self, rank: Rank<C>, node: N, room: impl FnOnce(&Self) -> Room) -> Result<(), Refusal> {
        let known = self.recent.iter().flatten().find(|(recent, _)| *recent == rank);
        if let Some((_, number)) = known
            && let Some(Stack { last, .. }) = self.all.get_mut(*number)
            && last.len() < last.capacity()
        {
            last.push(node);
            return Ok(());
        }
        let mut room = room(self);
        self.push_apart(rank, node, &mut room).ok_or_else(|| room.reason())
    }

    #[inline(never)]
    fn push_apart(&mut self, rank: Rank<C>, node: N, room: &mut Room) -> Option<()> {
        let number = self.number_of(rank, room)?;
        let stack = self.all.get_mut(number)?;
        if stack.last.len() == stack.last.capacity() {
            stack.grow(&mut self.spare, room)?;
        }
        stack.last.push(node);
        Some(())
    }

    fn number_of(&mut self, rank: Rank<C>, room: &mut Room) -> Option<usize> {
        let number = if let Some(number) = self.ranks.get(&rank) {
            *number
        } else {
            let number = self.unused.pop().unwrap_or(self.all.len());
            if number == self.all.len() {
                room.grow(&mut self.all, 1)?;
                self.all.push(Stack {
                    full: Vec::new(),
                    last: Vec::new(),
                });
            }
            self.ranks.insert(rank, number);
            number
        };
        if self.recent[0].is_none_or(|(_, last)| last != number) {
            self.recent = [Some((rank, number)), self.recent[0]];
        }
        Some(number)
    }

    /// The least rank that has nodes, and the number of its stack.
    pub(super) fn least(&mut self) -> Option<(Rank<C>, usize)> {
        loop {
            let (rank, number) = self.ranks.first_key_value()?;
            let (rank, number) = (*rank, *number);
            let stack = self.all.get(number)?;
            if !stack.is_empty() {
                return Some((rank, number));
            }
            self.ranks.pop_first();
            self.retire(number);
        }
    }

    /// Removes and yields the nodes of a stack, the newest first.
    pub(super) fn drain(&mut self, number: usize) -> impl Iterator<Item = N> {
        from_fn(move || self.all.get_mut(number)?.pop(&mut self.spare))
    }

    /// Frees an empty stack for another rank. A small chunk stays with it, since ranks come and go all the time.
    fn retire(&mut self, number: usize) {
        for recent in &mut self.recent {
            *recent = recent.filter(|(_, other)| *other != number);
        }
        let last = &mut self.all[number].last;
        if last.capacity() >= CHUNK {
            self.spare.keep(mem::take(last));
        }
        self.unused.push(number);
    }

    /// Removes all nodes and keeps the allocated memory.
    pub(super) fn clear(&mut self) {
        for number in mem::take(&mut self.ranks).into_values() {
            for mut chunk in mem::take(&mut self.all[number].full) {
                chunk.clear();
                self.spare.keep(chunk);
            }
            self.all[number].last.clear();
            self.retire(number);
        }
    }
}

impl<N> Spare<N> {
    fn keep(&mut self, chunk: Vec<N>) {
        if chunk.capacity() >= CHUNK && self.chunks.try_reserve(1).is_ok() {
            self.chunks.push(chunk);
        } else {
            self.room -= chunk.capacity();
        }
    }
}

impl<N> Stack<N> {
    /// The number of nodes by which the last chunk, which has `len` nodes, grows when it is full.
    fn growth(&self, len: usize) -> usize {
        let more = if self.full.is_empty() { len.max(4) } else { CHUNK };
        more.min(CHUNK - len)
    }

    /// Makes room for a node in a full stack. Returns `None` if there is not enough memory.
    #[cold]
    fn grow(&mut self, spare: &mut Spare<N>, room: &mut Room) -> Option<()> {
        if self.last.len() >= CHUNK {
            room.grow(&mut self.full, 1)?;
            let chunk = spare.chunks.pop().unwrap_or_default();
            self.full.push(mem::replace(&mut self.last, chunk));
        }
        let (known, len) = (self.last.capacity(), self.last.len());
        if known == len {
            let more = self.growth(len);
            room.grow_by(&mut self.last, more, more)?;
            spare.room += self.last.capacity() - known;
        }
        Some(())
    }

    fn is_empty(&self) -> bool {
        self.last.is_empty() && self.full.is_empty()
    }

    #[inline]
    fn pop(&mut self, spare: &mut Spare<N>) -> Option<N> {
        if self.last.is_empty() {
            let full = self.full.pop()?;
            spare.keep(mem::replace(&mut self.last, full));
        }
        self.last.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Compared with a list that is sorted before each pop.
        #[test]
        fn least_f_and_of_those_the_largest_g(
            work in prop::collection::vec(prop_oneof![3 => (0..4_u8, 0..3_u8, 1..700_usize).prop_map(Some), 2 => Just(None)], 0..40),
        ) {
            let mut stacks = Stacks::<usize, u8>::new();
            let mut model: Vec<(Rank<u8>, usize)> = Vec::new();
            let mut arrival = 0;
            for task in work {
                if let Some((estimate, cost, count)) = task {
                    let rank = Rank { f: cost + estimate, cost, estimate };
                    for _ in 0..count {
                        stacks.push(rank, arrival, |_| Room::default()).unwrap();
                        model.push((rank, arrival));
                        arrival += 1;
                    }
                } else {
                    model.sort_by(|(rank, arrival), (rank2, arrival2)| rank2.cmp(rank).then(arrival.cmp(arrival2)));
                    let first = stacks.least();
                    prop_assert_eq!(first.map(|(rank, _)| rank), model.last().map(|(rank, _)| *rank));
                    let Some((rank, number)) = first else { continue };
                    let mut expected = Vec::new();
                    while expected.len() < 600 && let Some((_, node)) = model.pop_if(|(other, _)| *other == rank) {
                        expected.push(node);
                    }
                    let nodes: Vec<usize> = stacks.drain(number).take(600).collect();
                    prop_assert_eq!(nodes, expected);
                }
                prop_assert!(stacks.bytes() >= model.len() * size_of::<usize>());
            }
            stacks.clear();
            prop_assert_eq!(stacks.least(), None);
            // All remaining memory is counted.
            let chunks = stacks.all.iter().map(|stack| &stack.last).chain(&stacks.spare.chunks);
            prop_assert_eq!(stacks.spare.room, chunks.map(Vec::capacity).sum::<usize>());
        }
    }
}
