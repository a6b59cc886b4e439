//! [`Edges`]: the known moves between configurations.

use alloc::vec::Vec;

use astride::engine::Memory;
use hashbrown::HashTable;

use super::configurations::mix;
use crate::places::NONE;

/// The moves from each configuration, as linked lists without duplicates.
#[derive(Clone, Debug, Default)]
pub(super) struct Edges {
    edges: Vec<Edge>,
    known: HashTable<u32>,
}

/// A move from one configuration to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    from: u32,
    pub(super) to: u32,
    /// The number of agents that are away from their goals before or after the move.
    pub(super) cost: u32,
    /// The next move from the same configuration, or `NONE`.
    pub(super) next: u32,
}

impl Edges {
    pub(super) fn get(&self, edge: u32) -> Option<&Edge> {
        self.edges.get(edge as usize)
    }

    /// Allocates memory for another move.
    pub(super) fn grow(&mut self, memory: &mut Memory) -> Option<()> {
        memory.grow(&mut self.edges, 1)?;
        memory.grow_table(&mut self.known, |edge| hash(&self.edges[*edge as usize]))
    }

    /// Adds a move in front of the first move from the same configuration, unless it is known. Returns the new first
    /// move.
    pub(super) fn add(&mut self, from: u32, to: u32, cost: u32, first: u32) -> u32 {
        let Ok(id) = u32::try_from(self.edges.len()) else {
            return first;
        };
        let edge = Edge {
            from,
            to,
            cost,
            next: first,
        };
        let edges = &self.edges;
        let is_same = |id: &u32| {
            let other = &edges[*id as usize];
            (other.from, other.to) == (from, to)
        };
        if id == NONE || self.known.find(hash(&edge), is_same).is_some() {
            return first;
        }
        self.known
            .insert_unique(hash(&edge), id, |edge| hash(&edges[*edge as usize]));
        self.edges.push(edge);
        id
    }
}

fn hash(edge: &Edge) -> u64 {
    mix(mix(0, edge.from), edge.to)
}
