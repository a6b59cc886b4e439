//! [`Places`]: the part of a graph that agents can reach, with small numbers for its nodes.

use alloc::vec::Vec;
use core::hash::Hash;
use core::ops::Range;

use astride::{Cost, Graph};
use hashbrown::HashMap;

use crate::TeamError;

/// A value that is not the number of any node or agent.
pub(crate) const NONE: u32 = u32::MAX;

/// The nodes that can be reached from the starts, numbered in the order of a breadth-first search, and the steps
/// between them. Staying at a node is always allowed and therefore not listed. No step is listed twice.
#[derive(Clone, Debug)]
pub(crate) struct Places<N> {
    nodes: Vec<N>,
    numbers: HashMap<N, u32>,
    onward: Rows,
    /// `None` if every step leads both ways.
    backward: Option<Rows>,
}

/// Lists of numbers, stored one after another.
#[derive(Clone, Debug)]
struct Rows {
    ends: Vec<u32>,
    to: Vec<u32>,
}

impl Rows {
    fn new() -> Self {
        Rows {
            ends: Vec::new(),
            to: Vec::new(),
        }
    }

    #[inline]
    fn range(&self, row: u32) -> Range<usize> {
        let row = row as usize;
        let first = if row == 0 { 0 } else { self.ends[row - 1] as usize };
        first..self.ends[row] as usize
    }

    #[inline]
    fn row(&self, row: u32) -> &[u32] {
        &self.to[self.range(row)]
    }

    /// Ends a row after its numbers were pushed.
    fn end(&mut self) -> Result<(), TeamError> {
        let first = self.ends.last().map_or(0, |end| *end as usize);
        self.to[first..].sort_unstable();
        let mut kept = first;
        for place in first..self.to.len() {
            if kept == first || self.to[kept - 1] != self.to[place] {
                self.to[kept] = self.to[place];
                kept += 1;
            }
        }
        self.to.truncate(kept);
        self.ends.push(u32::try_from(kept).map_err(|_| TeamError::TooLarge)?);
        Ok(())
    }

    /// The same steps reversed, each row in order.
    fn reversed(&self) -> Self {
        let rows = self.ends.len();
        let mut ends = alloc::vec![0_u32; rows];
        for to in &self.to {
            ends[*to as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += core::mem::replace(end, sum);
        }
        let mut from = alloc::vec![0; self.to.len()];
        for row in 0..rows {
            #[expect(clippy::cast_possible_truncation, reason = "nodes have numbers of 32 bits")]
            let row = row as u32;
            for to in self.row(row) {
                let end = &mut ends[*to as usize];
                from[*end as usize] = row;
                *end += 1;
            }
        }
        Rows { ends, to: from }
    }
}

impl<N: Clone + Eq + Hash> Places<N> {
    /// Finds all nodes that can be reached.
    pub(crate) fn new<G: Graph<Node = N>>(graph: &G, starts: impl Iterator<Item = N>) -> Result<Self, TeamError> {
        let mut places = Places {
            nodes: Vec::new(),
            numbers: HashMap::new(),
            onward: Rows::new(),
            backward: None,
        };
        let mut at = 0;
        // From one start after another, so that neighbours have similar numbers and are close together in memory.
        for start in starts {
            places.number_or_add(&start)?;
            while let Some(node) = places.nodes.get(at).cloned() {
                for (next, cost) in graph.successors(&node) {
                    if next != node && cost.order(&G::Cost::INFINITY).is_ne() {
                        let number = places.number_or_add(&next)?;
                        places.onward.to.push(number);
                    }
                }
                places.onward.end()?;
                at += 1;
            }
        }
        let backward = places.onward.reversed();
        let is_symmetric = backward.to == places.onward.to && backward.ends == places.onward.ends;
        places.backward = (!is_symmetric).then_some(backward);
        Ok(places)
    }

    fn number_or_add(&mut self, node: &N) -> Result<u32, TeamError> {
        if let Some(number) = self.numbers.get(node) {
            return Ok(*number);
        }
        let number = u32::try_from(self.nodes.len()).ok().filter(|number| *number < NONE);
        let number = number.ok_or(TeamError::TooLarge)?;
        self.nodes.push(node.clone());
        self.numbers.insert(node.clone(), number);
        Ok(number)
    }

    pub(crate) fn number(&self, node: &N) -> Option<u32> {
        self.numbers.get(node).copied()
    }
}

impl<N> Places<N> {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, number: u32) -> &N {
        &self.nodes[number as usize]
    }

    /// The places that one step from here leads to, in the order of their numbers.
    #[inline]
    pub(crate) fn next(&self, place: u32) -> &[u32] {
        self.onward.row(place)
    }

    /// The places from which one step leads here.
    #[inline]
    pub(crate) fn before(&self, place: u32) -> &[u32] {
        self.backward.as_ref().unwrap_or(&self.onward).row(place)
    }

    /// Whether at most one step leads from one place to another.
    pub(crate) fn has_step(&self, from: u32, to: u32) -> bool {
        from == to || self.next(from).binary_search(&to).is_ok()
    }

    /// The first of the pairs whose second place cannot be reached from the first one.
    pub(crate) fn first_apart(&self, mut pairs: impl Iterator<Item = (u32, u32)>) -> Option<usize> {
        let mut marks = alloc::vec![NONE; self.len()];
        if self.backward.is_none() {
            for place in (0..).take(self.len()) {
                self.mark(place, place, &mut marks);
            }
            return pairs.position(|(start, goal)| marks[start as usize] != marks[goal as usize]);
        }
        pairs.position(|(start, goal)| {
            marks.fill(NONE);
            self.mark(start, start, &mut marks);
            marks[goal as usize] == NONE
        })
    }

    /// Marks all places that can be reached from one without passing places that already have a mark.
    fn mark(&self, first: u32, mark: u32, marks: &mut [u32]) {
        if marks[first as usize] != NONE {
            return;
        }
        marks[first as usize] = mark;
        let mut waiting = alloc::vec![first];
        while let Some(place) = waiting.pop() {
            for next in self.next(place) {
                if marks[*next as usize] == NONE {
                    marks[*next as usize] = mark;
                    waiting.push(*next);
                }
            }
        }
    }
}
