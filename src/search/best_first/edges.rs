//! [`Edges`]: a graph of numbered nodes, with the operations for counting paths. Each function that allocates memory
//! returns `None` if there is not enough.

use alloc::vec::Vec;

use crate::memory::{filled, with_capacity};

/// Stands for no node.
pub(super) const NONE: u32 = u32::MAX;

/// The edges of the nodes 0, 1, 2 …, with those of each node side by side.
#[derive(Clone, Debug, Default)]
pub(super) struct Edges {
    /// The end of each node's edges.
    ends: Vec<usize>,
    targets: Vec<u32>,
}

impl Edges {
    /// Adds an edge to the node that has not ended yet.
    pub(super) fn push(&mut self, target: u32) -> Option<()> {
        self.targets.try_reserve(1).ok()?;
        self.targets.push(target);
        Some(())
    }

    pub(super) fn end_node(&mut self) -> Option<()> {
        self.ends.try_reserve(1).ok()?;
        self.ends.push(self.targets.len());
        Some(())
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
    fn reversed(&self) -> Option<Self> {
        let mut ends = filled(0, self.ends.len())?;
        for target in &self.targets {
            ends[*target as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum - *end;
        }
        // Each entry is the beginning of a node's edges, and moves to their end as they are filled in.
        let mut targets = filled(0, self.targets.len())?;
        for node in self.nodes() {
            for target in self.of(node) {
                let place = &mut ends[*target as usize];
                targets[*place] = node;
                *place += 1;
            }
        }
        Some(Self { ends, targets })
    }

    /// The nodes that lead to one of the marked ones, including these.
    pub(super) fn leading_to(&self, mut marked: Vec<bool>) -> Option<Vec<bool>> {
        let reversed = self.reversed()?;
        let mut waiting = with_capacity(marked.len())?;
        waiting.extend(self.nodes().filter(|node| marked[*node as usize]));
        while let Some(node) = waiting.pop() {
            for from in reversed.of(node) {
                if !core::mem::replace(&mut marked[*from as usize], true) {
                    waiting.push(*from);
                }
            }
        }
        Some(marked)
    }

    /// The marked nodes, each before those to which its edges lead. Nodes on cycles and behind them are left out.
    pub(super) fn topological(&self, marked: &[bool]) -> Option<Vec<u32>> {
        let mut entering = filled(0_u32, marked.len())?;
        let is_marked = |node: &u32| marked[*node as usize];
        for node in self.nodes().filter(is_marked) {
            for target in self.of(node) {
                entering[*target as usize] += 1;
            }
        }
        let mut order = with_capacity(marked.len())?;
        let is_first = |node: &u32| is_marked(node) && entering[*node as usize] == 0;
        order.extend(self.nodes().filter(is_first));
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
        Some(order)
    }

    /// Unmarks the nodes of cycles from which paths only return to the node where they entered the cycle. All marked
    /// nodes must be reachable from the first `starts` nodes along marked ones. Returns `Some(false)` if a path enters
    /// a cycle at one node and leaves it at another.
    pub(super) fn cut_cycles(&self, starts: u32, marked: &mut [bool]) -> Option<bool> {
        let component = self.components(marked)?;
        // The node through which paths enter and leave a component.
        let mut gates = filled(NONE, marked.len())?;
        let mut is_cut = true;
        let mut pass = |node: u32| {
            let gate = core::mem::replace(&mut gates[component[node as usize] as usize], node);
            is_cut &= gate == NONE || gate == node;
        };
        let is_marked = |node: &u32| marked[*node as usize];
        (0..starts).filter(is_marked).for_each(&mut pass);
        for node in self.nodes().filter(is_marked) {
            for target in self.of(node).iter().copied().filter(is_marked) {
                if component[node as usize] != component[target as usize] {
                    pass(node);
                    pass(target);
                }
            }
        }
        for node in self.nodes().filter(|_| is_cut) {
            let mark = &mut marked[node as usize];
            *mark = *mark && gates[component[node as usize] as usize] == node;
        }
        Some(is_cut)
    }

    /// The strongly connected component of each marked node, given by one of the component's nodes (Kosaraju).
    fn components(&self, marked: &[bool]) -> Option<Vec<u32>> {
        // The marked nodes, each after those to which it leads, unless these lead back to it.
        let mut order = with_capacity(marked.len())?;
        let mut is_new = filled(true, marked.len())?;
        let mut branch = with_capacity(marked.len())?;
        for root in self.nodes() {
            let mut visit = |node: u32, branch: &mut Vec<(u32, usize)>| {
                if marked[node as usize] && core::mem::replace(&mut is_new[node as usize], false) {
                    branch.push((node, 0));
                }
            };
            visit(root, &mut branch);
            while let Some((node, followed)) = branch.last_mut() {
                if let Some(target) = self.of(*node).get(*followed) {
                    *followed += 1;
                    visit(*target, &mut branch);
                } else {
                    order.push(*node);
                    branch.pop();
                }
            }
        }
        let reversed = self.reversed()?;
        let mut component = filled(NONE, marked.len())?;
        let mut waiting = with_capacity(marked.len())?;
        for root in order.into_iter().rev() {
            let mut visit = |node: u32, waiting: &mut Vec<u32>| {
                let known = &mut component[node as usize];
                if marked[node as usize] && *known == NONE {
                    *known = root;
                    waiting.push(node);
                }
            };
            visit(root, &mut waiting);
            while let Some(node) = waiting.pop() {
                reversed.of(node).iter().for_each(|from| visit(*from, &mut waiting));
            }
        }
        Some(component)
    }

    /// The number of paths from the starts to nodes without edges, or `None` if it is too large. Each node must come
    /// before those to which it leads. `ways` has a place for each node.
    pub(super) fn count(&self, starts: &[u32], mut ways: Vec<u128>) -> Option<u128> {
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
