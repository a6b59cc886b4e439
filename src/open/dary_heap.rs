//! [`DaryHeap`]: a heap with four children a node.

use alloc::vec::Vec;

use super::{OpenList, Rank};
use crate::Cost;

/// Four children a node halve the depth of a binary heap, and they share a cache line or two.
const ARITY: usize = 4;

/// A 4-ary heap for any cost. A node whose cost falls is pushed again; the search drops the older entry when it comes.
///
/// Larkin, Sen, Tarjan: A back-to-basics empirical study of priority queues (ALENEX 2014) found this simplest of heaps
/// among the fastest.
#[derive(Clone, Debug)]
pub struct DaryHeap<C> {
    entries: Vec<(Rank<C>, u32)>,
}

impl<C> Default for DaryHeap<C> {
    fn default() -> Self {
        DaryHeap { entries: Vec::new() }
    }
}

impl<C: Cost> OpenList<C> for DaryHeap<C> {
    #[inline]
    fn push(&mut self, node: u32, key: C, cost: C) {
        let rank = Rank { key, cost };
        let mut hole = self.entries.len();
        self.entries.push((rank, node));
        while hole > 0 {
            let parent = (hole - 1) / ARITY;
            if !rank.is_before(&self.entries[parent].0) {
                break;
            }
            self.entries[hole] = self.entries[parent];
            hole = parent;
        }
        self.entries[hole] = (rank, node);
    }

    #[inline]
    fn pop(&mut self) -> Option<(u32, Option<C>)> {
        let last = self.entries.pop()?;
        let Some(&(rank, node)) = self.entries.first() else {
            return Some((last.1, Some(last.0.cost)));
        };
        let entries = self.entries.as_mut_slice();
        let mut hole = 0;
        loop {
            let start = hole * ARITY + 1;
            let Some(children) = entries.get(start..(start + ARITY).min(entries.len())) else {
                break;
            };
            let mut first_child: Option<(usize, Rank<C>)> = None;
            for (place, child) in children.iter().enumerate() {
                if first_child.is_none_or(|(_, rank)| child.0.is_before(&rank)) {
                    first_child = Some((place, child.0));
                }
            }
            match first_child {
                Some((place, rank)) if rank.is_before(&last.0) => {
                    entries[hole] = entries[start + place];
                    hole = start + place;
                }
                _ => break,
            }
        }
        entries[hole] = last;
        Some((node, Some(rank.cost)))
    }

    fn clear(&mut self) {
        self.entries.clear();
    }

    fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<(Rank<C>, u32)>()
    }
}
