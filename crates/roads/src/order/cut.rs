//! [`Cutter`]: the smallest set of nodes that separates two ends of a part of a graph.

use alloc::vec::Vec;

use super::neighbours::{Neighbours, filled, with_capacity};
use astride::graphs::CsrError;

/// Dinic's algorithm for the maximum flow between two sets of nodes, where each node carries at most one unit.
///
/// Each node is two states, before and after its capacity: `2 * node` and `2 * node + 1`. The flow is a set of paths
/// without a common node, stored as the previous node of each node. The residual graph is never stored.
pub(super) struct Cutter {
    /// The node before each node on the path through it: `END` for the first node, `NONE` if there is no path.
    before: Vec<u32>,
    /// The distance of each state from the sources in the residual graph, or `NONE`.
    levels: Vec<u32>,
    /// The neighbours of each node that have been tried in this phase.
    tried: Vec<u32>,
    roles: Vec<Role>,
    queue: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Outside,
    Inside,
    Sink,
}

/// The side of a cut on which a node lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    First,
    Second,
    Cut,
}

const NONE: u32 = u32::MAX;
/// Stands for the missing node before a source.
const END: u32 = u32::MAX - 1;

fn enter(node: u32) -> u32 {
    2 * node
}

fn leave(node: u32) -> u32 {
    2 * node + 1
}

impl Cutter {
    pub(super) fn new(nodes: usize) -> Result<Self, CsrError> {
        Ok(Cutter {
            before: filled(nodes, nodes, NONE)?,
            levels: filled(nodes, 2 * nodes, NONE)?,
            tried: filled(nodes, nodes, 0)?,
            roles: filled(nodes, nodes, Role::Outside)?,
            // Each state is queued at most once.
            queue: with_capacity(nodes, 2 * nodes)?,
        })
    }

    /// Separates the first `ends` of the nodes from the last ones. Returns the size of the cut, or `None` if it is
    /// larger than `most`. Until the next call, [`side`](Self::side) returns the side of each node.
    pub(super) fn cut(&mut self, neighbours: &Neighbours, nodes: &[u32], ends: usize, most: usize) -> Option<usize> {
        for (place, node) in nodes.iter().enumerate() {
            let node = *node as usize;
            self.before[node] = NONE;
            let is_sink = place + ends >= nodes.len();
            self.roles[node] = if is_sink { Role::Sink } else { Role::Inside };
        }
        let sources = &nodes[..ends];
        let mut flow = 0;
        while flow <= most && self.set_levels(neighbours, nodes, sources) {
            for source in sources {
                flow += usize::from(self.augment(neighbours, *source));
            }
        }
        for node in nodes {
            self.roles[*node as usize] = Role::Outside;
        }
        (flow <= most).then_some(flow)
    }

    /// The side of a node in the last cut.
    pub(super) fn side(&self, node: u32) -> Side {
        match [enter(node), leave(node)].map(|state| self.levels[state as usize] != NONE) {
            [_, true] => Side::First,
            [true, false] => Side::Cut,
            [false, false] => Side::Second,
        }
    }

    /// Computes the distance of each state from the sources. Returns whether a sink can be reached.
    fn set_levels(&mut self, neighbours: &Neighbours, nodes: &[u32], sources: &[u32]) -> bool {
        for node in nodes {
            self.tried[*node as usize] = 0;
            self.levels[enter(*node) as usize] = NONE;
            self.levels[leave(*node) as usize] = NONE;
        }
        self.queue.clear();
        for source in sources {
            self.levels[enter(*source) as usize] = 0;
            self.queue.push(enter(*source));
        }
        let mut place = 0;
        let mut last = NONE;
        while let Some(state) = self.queue.get(place).copied() {
            place += 1;
            let (node, level) = (state / 2, self.levels[state as usize]);
            if level >= last {
                break;
            }
            if state == enter(node) {
                self.reach(self.beyond(node), level);
                continue;
            }
            if self.roles[node as usize] == Role::Sink {
                last = level;
                continue;
            }
            for next in neighbours.of(node) {
                if self.roles[*next as usize] != Role::Outside {
                    self.reach(enter(*next), level);
                }
            }
            if self.before[node as usize] != NONE {
                self.reach(enter(node), level);
            }
        }
        last != NONE
    }

    /// The state after the entry of a node, or `NONE`: the exit of the node if it carries nothing, and otherwise the
    /// previous node, against the flow.
    fn beyond(&self, node: u32) -> u32 {
        match self.before[node as usize] {
            NONE => leave(node),
            END => NONE,
            before => leave(before),
        }
    }

    fn reach(&mut self, state: u32, level: u32) {
        if state != NONE && self.levels[state as usize] == NONE {
            self.levels[state as usize] = level + 1;
            self.queue.push(state);
        }
    }

    /// Searches for one more path from a source, level by level. Returns whether there is one.
    fn augment(&mut self, neighbours: &Neighbours, source: u32) -> bool {
        if self.levels[enter(source) as usize] != 0 {
            return false;
        }
        self.queue.clear();
        self.queue.push(enter(source));
        while let Some(state) = self.queue.last().copied() {
            let node = state / 2;
            let level = self.levels[state as usize];
            let next = if state == enter(node) {
                Some(self.beyond(node)).filter(|next| *next != NONE)
            } else if self.roles[node as usize] == Role::Sink {
                self.take_path();
                return true;
            } else {
                self.next_of(neighbours, node, level)
            };
            if let Some(next) = next.filter(|next| self.levels[*next as usize] == level + 1) {
                self.queue.push(next);
            } else {
                self.levels[state as usize] = NONE;
                self.queue.pop();
            }
        }
        false
    }

    /// The next state at the following level after a node's exit, or `None` if all have been tried.
    fn next_of(&mut self, neighbours: &Neighbours, node: u32, level: u32) -> Option<u32> {
        let row = neighbours.of(node);
        let tried = &mut self.tried[node as usize];
        while let Some(next) = row.get(*tried as usize) {
            let is_inside = self.roles[*next as usize] != Role::Outside;
            if is_inside && self.levels[enter(*next) as usize] == level + 1 {
                return Some(enter(*next));
            }
            *tried += 1;
        }
        (self.before[node as usize] != NONE).then_some(enter(node))
    }

    /// Sends a unit along the path found, whose states cannot be used again in this phase.
    fn take_path(&mut self) {
        let mut before = END;
        for (place, state) in self.queue.iter().enumerate() {
            let node = state / 2;
            self.levels[*state as usize] = NONE;
            if *state == enter(node) {
                self.before[node as usize] = before;
            } else {
                // If the path goes back through the node, the node no longer carries anything.
                let is_back = self.queue.get(place + 1) == Some(&enter(node));
                before = if is_back { NONE } else { node };
            }
        }
    }
}
