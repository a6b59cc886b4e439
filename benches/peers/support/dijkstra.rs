//! [`ByHand`]: one-to-all search by Dijkstra's algorithm, written for numbered nodes and nothing else.

use astride::graphs::CsrGraph;

/// The data of a node.
#[derive(Clone, Copy)]
struct Slot {
    cost: u32,
    /// For paths, which the crate can return as well.
    #[expect(dead_code, reason = "nobody asks for a path here")]
    parent: u32,
}

const UNKNOWN: Slot = Slot {
    cost: u32::MAX,
    parent: u32::MAX,
};

/// The memory of successive queries, without steps, limits, observers, other types of nodes or costs, or checks for
/// sums that are too large.
pub(crate) struct ByHand<'a> {
    graph: &'a CsrGraph<u32>,
    slots: Vec<Slot>,
    /// A heap with four children per entry. The cost is in the upper half of an entry, and outdated entries stay.
    heap: Vec<u64>,
}

impl<'a> ByHand<'a> {
    pub(crate) fn new(graph: &'a CsrGraph<u32>) -> Self {
        ByHand {
            graph,
            slots: vec![UNKNOWN; graph.node_count()],
            heap: Vec::new(),
        }
    }

    pub(crate) fn cost_to(&self, node: u32) -> Option<u32> {
        Some(self.slots[node as usize].cost).filter(|cost| *cost != u32::MAX)
    }

    pub(crate) fn run(&mut self, start: u32) {
        self.slots.fill(UNKNOWN);
        self.meet(start, start, 0);
        while let Some((cost, node)) = self.pop() {
            if self.slots[node as usize].cost != cost {
                continue;
            }
            let graph = self.graph;
            for (to, edge) in graph.edges(node) {
                self.meet(*to, node, cost + edge);
            }
        }
    }

    #[inline]
    fn meet(&mut self, node: u32, parent: u32, cost: u32) {
        let slot = &mut self.slots[node as usize];
        if cost >= slot.cost {
            return;
        }
        *slot = Slot { cost, parent };
        let entry = u64::from(cost) << 32 | u64::from(node);
        let mut at = self.heap.len();
        self.heap.push(entry);
        while at > 0 && self.heap[(at - 1) / 4] > entry {
            self.heap[at] = self.heap[(at - 1) / 4];
            at = (at - 1) / 4;
        }
        self.heap[at] = entry;
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the halves of an entry")]
    fn pop(&mut self) -> Option<(u32, u32)> {
        let last = self.heap.pop()?;
        let Some(first) = self.heap.first().copied() else {
            return Some(((last >> 32) as u32, last as u32));
        };
        let mut at = 0;
        loop {
            let children = 4 * at + 1..(4 * at + 5).min(self.heap.len());
            let Some(cheapest) = children
                .min_by_key(|child| self.heap[*child])
                .filter(|child| self.heap[*child] < last)
            else {
                break;
            };
            self.heap[at] = self.heap[cheapest];
            at = cheapest;
        }
        self.heap[at] = last;
        Some(((first >> 32) as u32, first as u32))
    }
}
