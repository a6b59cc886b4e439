//! [`Edges`]: a graph of numbered nodes, with the operations for counting paths.

use alloc::vec;
use alloc::vec::Vec;

/// The edges of the nodes 0, 1, 2 …, with those of each node side by side.
#[derive(Clone, Debug, Default)]
pub(super) struct Edges {
    /// The end of each node's edges.
    ends: Vec<usize>,
    targets: Vec<u32>,
}

impl Edges {
    /// Adds an edge to the node that has not ended yet.
    pub(super) fn push(&mut self, target: u32) {
        self.targets.push(target);
    }

    pub(super) fn end_node(&mut self) {
        self.ends.push(self.targets.len());
    }

    pub(super) fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        let first = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.targets[first..self.ends[node]]
    }

    fn nodes(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator {
        #[expect(clippy::cast_possible_truncation, reason = "there are at most as many nodes as ids")]
        let count = self.ends.len() as u32;
        0..count
    }

    /// The same edges reversed.
    fn reversed(&self) -> Self {
        let mut ends = vec![0; self.ends.len()];
        for target in &self.targets {
            ends[*target as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum - *end;
        }
        // Each entry is the beginning of a node's edges, and moves to their end as they are filled in.
        let mut targets = vec![0; self.targets.len()];
        for node in self.nodes() {
            for target in self.of(node) {
                let place = &mut ends[*target as usize];
                targets[*place] = node;
                *place += 1;
            }
        }
        Self { ends, targets }
    }

    /// The nodes that lead to one of the marked ones, including these.
    pub(super) fn leading_to(&self, mut marked: Vec<bool>) -> Vec<bool> {
        let reversed = self.reversed();
        let mut waiting: Vec<u32> = self.nodes().filter(|node| marked[*node as usize]).collect();
        while let Some(node) = waiting.pop() {
            for from in reversed.of(node) {
                if !core::mem::replace(&mut marked[*from as usize], true) {
                    waiting.push(*from);
                }
            }
        }
        marked
    }

    /// The marked nodes, each before those to which its edges lead; `None` if there is a cycle.
    pub(super) fn topological(&self, marked: &[bool]) -> Option<Vec<u32>> {
        let mut entering = vec![0_u32; marked.len()];
        let is_marked = |node: &u32| marked[*node as usize];
        for node in self.nodes().filter(is_marked) {
            for target in self.of(node) {
                entering[*target as usize] += 1;
            }
        }
        let mut order: Vec<u32> = self
            .nodes()
            .filter(is_marked)
            .filter(|node| entering[*node as usize] == 0)
            .collect();
        let mut next = 0;
        while let Some(node) = order.get(next).copied() {
            for target in self.of(node).iter().copied().filter(is_marked) {
                entering[target as usize] -= 1;
                if entering[target as usize] == 0 {
                    order.push(target);
                }
            }
            next += 1;
        }
        let all = marked.iter().filter(|is_marked| **is_marked).count();
        (order.len() == all).then_some(order)
    }

    /// The number of paths from the starts to nodes without edges. Each node must come before those to which it leads.
    pub(super) fn count(&self, starts: &[u32]) -> Option<u128> {
        let mut ways = vec![0_u128; self.ends.len()];
        for node in self.nodes().rev() {
            let targets = self.of(node);
            ways[node as usize] = if targets.is_empty() { 1 } else { sum(&ways, targets)? };
        }
        sum(&ways, starts)
    }
}

fn sum(ways: &[u128], nodes: &[u32]) -> Option<u128> {
    nodes
        .iter()
        .try_fold(0_u128, |sum, node| sum.checked_add(ways[*node as usize]))
}
