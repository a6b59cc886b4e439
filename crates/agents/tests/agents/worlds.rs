//! Small random graphs and teams on them.

use astride::{FnGraph, Graph};
use astride_agents::Team;

pub(crate) use crate::random::Random;

impl Random {
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        u32::try_from((self.next() >> 32) % u64::from(bound)).expect("a remainder")
    }

    pub(crate) fn one_in(&mut self, number: u32) -> bool {
        self.below(number) == 0
    }

    /// `count` different numbers below `bound`.
    pub(crate) fn distinct(&mut self, count: u32, bound: u32) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..bound).collect();
        for place in 0..count {
            let other = place + self.below(bound - place);
            numbers.swap(place as usize, other as usize);
        }
        numbers.truncate(count as usize);
        numbers
    }
}

/// A graph as lists of successors.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) next: Vec<Vec<u32>>,
}

impl World {
    /// A tree of `nodes` nodes with some additional edges, which may be one-way.
    pub(crate) fn random(nodes: u32, random: &mut Random) -> Self {
        let mut next = vec![Vec::new(); nodes as usize];
        let mut join = |a: u32, b: u32, both: bool| {
            next[a as usize].push(b);
            if both {
                next[b as usize].push(a);
            }
        };
        // The reach decides between paths, trees and stars.
        let reach = 1 + random.below(nodes);
        for node in 1..nodes {
            join(node, node - 1 - random.below(reach.min(node)), true);
        }
        let has_one_way = random.one_in(4);
        for _ in 0..random.below(nodes) {
            let (a, b) = (random.below(nodes), random.below(nodes));
            join(a, b, !(has_one_way && random.one_in(2)));
        }
        World { next }
    }

    /// A small square grid, or a ring with chains of nodes at it, in which agents often meet head-on, cross each
    /// other's ways in an open area, or pass goals.
    pub(crate) fn narrow(random: &mut Random) -> Self {
        if random.one_in(2) {
            let (width, height) = (2 + random.below(3), 2 + random.below(2));
            let mut next = vec![Vec::new(); (width * height) as usize];
            for node in 0..width * height {
                let right = (node % width + 1 < width).then_some(node + 1);
                let below = (node + width < width * height).then_some(node + width);
                for other in right.into_iter().chain(below) {
                    next[node as usize].push(other);
                    next[other as usize].push(node);
                }
            }
            return World { next };
        }
        let ring = [0, 3, 4, 5][random.below(4) as usize];
        let nodes = 6 + random.below(5);
        let mut next = vec![Vec::new(); nodes as usize];
        let mut join = |a: u32, b: u32| {
            next[a as usize].push(b);
            next[b as usize].push(a);
        };
        for node in 1..nodes {
            // Most nodes continue a chain.
            let before = if random.one_in(4) { random.below(node) } else { node - 1 };
            join(node, before);
        }
        if ring > 0 {
            join(0, ring);
        }
        World { next }
    }

    /// Adds a node to which an edge leads, and from which none leads out.
    pub(crate) fn add_dead_end(&mut self, from: u32) {
        let end = self.nodes();
        self.next[from as usize].push(end);
        self.next.push(Vec::new());
    }

    pub(crate) fn nodes(&self) -> u32 {
        u32::try_from(self.next.len()).expect("a small graph")
    }

    pub(crate) fn graph(&self) -> impl Graph<Node = u32, Cost = u32> {
        FnGraph::new(|node: &u32| self.next[*node as usize].iter().map(|next| (*next, 1)))
    }

    /// Whether one move, or waiting, leads from one node to another.
    pub(crate) fn has_step(&self, from: u32, to: u32) -> bool {
        from == to || self.next[from as usize].contains(&to)
    }

    /// The nodes that can be reached with one move or by waiting.
    pub(crate) fn steps(&self, from: u32) -> impl Iterator<Item = u32> {
        self.next[from as usize].iter().copied().chain([from])
    }

    /// A team whose starts and goals are random, but no dead ends.
    pub(crate) fn team(&self, agents: u32, random: &mut Random) -> Team<u32> {
        let nodes = self.next.iter().take_while(|next| !next.is_empty()).count();
        let nodes = u32::try_from(nodes).expect("a small graph");
        let starts = random.distinct(agents, nodes);
        let goals = random.distinct(agents, nodes);
        Team::new(&self.graph(), starts.into_iter().zip(goals)).expect("all nodes can be reached")
    }
}
