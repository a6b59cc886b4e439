//! [`Stacks`]: open nodes by rank, without ids.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::iter::from_fn;
use core::mem;

use crate::Cost;
use crate::memory::Memory;

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
    /// The largest number of ranks so far, whose memory has been counted.
    most_ranks: usize,
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
    /// The number of chunks of full size, here and in all stacks. There is capacity for all of them here.
    made: usize,
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
            most_ranks: 0,
            all: Vec::new(),
            unused: Vec::new(),
            recent: [None; 2],
            spare: Spare {
                chunks: Vec::new(),
                made: 0,
            },
        }
    }

    /// Adds a node. Returns `None` if there is not enough memory.
    #[inline]
    pub(super) fn push(&mut self, rank: Rank<C>, node: N, memory: &mut Memory) -> Option<()> {
        let known = self.recent.iter().flatten().find(|(recent, _)| *recent == rank);
        if let Some((_, number)) = known
            && let Some(Stack { last, .. }) = self.all.get_mut(*number)
            && last.len() < last.capacity()
        {
            last.push(node);
            return Some(());
        }
        self.push_apart(rank, node, memory)
    }

    #[inline(never)]
    fn push_apart(&mut self, rank: Rank<C>, node: N, memory: &mut Memory) -> Option<()> {
        let number = self.number_of(rank, memory)?;
        let stack = self.all.get_mut(number)?;
        if stack.last.len() == stack.last.capacity() {
            stack.grow(&mut self.spare, memory)?;
        }
        stack.last.push(node);
        Some(())
    }

    fn number_of(&mut self, rank: Rank<C>, memory: &mut Memory) -> Option<usize> {
        let number = if let Some(number) = self.ranks.get(&rank) {
            *number
        } else {
            if self.ranks.len() == self.most_ranks {
                // The nodes of a B-tree are at least half full.
                memory.take(2 * size_of::<(Rank<C>, usize)>())?;
                self.most_ranks += 1;
            }
            let number = self.unused.pop().unwrap_or(self.all.len());
            if number == self.all.len() {
                // There is capacity for every stack in the list of the unused ones.
                memory.grow(&mut self.unused, number + 1)?;
                let (full, last) = (Vec::new(), Vec::new());
                memory.push(&mut self.all, Stack { full, last })?;
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
            let stack = &mut self.all[number];
            for mut chunk in stack.full.drain(..) {
                chunk.clear();
                self.spare.keep(chunk);
            }
            stack.last.clear();
            self.retire(number);
        }
    }
}

impl<N> Spare<N> {
    fn keep(&mut self, chunk: Vec<N>) {
        if chunk.capacity() >= CHUNK {
            self.chunks.push(chunk);
        }
    }
}

impl<N> Stack<N> {
    /// The number of nodes by which the last chunk, which has `len` nodes, grows when it is full.
    fn growth(&self, len: usize) -> usize {
        let more = if self.full.is_empty() { len.max(4) } else { CHUNK };
        more.min(CHUNK - len)
    }

    /// Allocates memory for a node in a full stack. Returns `None` if there is not enough memory.
    #[cold]
    fn grow(&mut self, spare: &mut Spare<N>, memory: &mut Memory) -> Option<()> {
        if self.last.len() >= CHUNK {
            memory.grow(&mut self.full, 1)?;
            let chunk = spare.chunks.pop().unwrap_or_default();
            self.full.push(mem::replace(&mut self.last, chunk));
        }
        let len = self.last.len();
        if self.last.capacity() == len {
            let more = self.growth(len);
            if len + more >= CHUNK {
                let more = spare.made + 1 - spare.chunks.len();
                memory.grow(&mut spare.chunks, more)?;
                spare.made += 1;
            }
            memory.grow_by(&mut self.last, more, more)?;
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
            let (mut stacks, memory) = (Stacks::<usize, u8>::new(), &mut Memory::default());
            let mut model: Vec<(Rank<u8>, usize)> = Vec::new();
            let mut arrival = 0;
            for task in work {
                if let Some((estimate, cost, count)) = task {
                    let rank = Rank { f: cost + estimate, cost, estimate };
                    for _ in 0..count {
                        stacks.push(rank, arrival, memory).unwrap();
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
                prop_assert!(memory.bytes() >= model.len() * size_of::<usize>());
            }
            stacks.clear();
            prop_assert_eq!(stacks.least(), None);
            // All remaining memory is counted.
            let chunks = stacks.all.iter().map(|stack| &stack.last).chain(&stacks.spare.chunks);
            let nodes = chunks.map(Vec::capacity).sum::<usize>();
            let full = stacks.all.iter().map(|stack| stack.full.capacity()).sum::<usize>() + stacks.spare.chunks.capacity();
            let lists = stacks.all.capacity() * size_of::<Stack<usize>>() + full * size_of::<Vec<usize>>();
            let numbers = nodes + stacks.unused.capacity();
            let ranks = 2 * stacks.most_ranks * size_of::<(Rank<u8>, usize)>();
            prop_assert_eq!(memory.bytes(), numbers * size_of::<usize>() + lists + ranks);
        }
    }
}
