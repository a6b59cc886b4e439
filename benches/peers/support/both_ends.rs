//! [`ByHand`]: bidirectional breadth-first search, written for numbered nodes and nothing else.

use astride::graphs::ReversibleGraph;

/// The data of a node. The stamp identifies the query and the side.
#[derive(Clone, Copy, Default)]
struct Slot {
    cost: u32,
    parent: u32,
    stamp: u32,
}

/// The memory of successive queries, without steps, limits, observers or other types of nodes.
pub(crate) struct ByHand<'a> {
    graph: &'a ReversibleGraph<u32>,
    slots: Vec<Slot>,
    queues: [Vec<u32>; 2],
    /// The stamp of the start's side. That of the goal's side is one more.
    stamp: u32,
}

impl<'a> ByHand<'a> {
    pub(crate) fn new(graph: &'a ReversibleGraph<u32>) -> Self {
        ByHand {
            graph,
            slots: vec![Slot::default(); graph.node_count()],
            queues: [Vec::new(), Vec::new()],
            stamp: 0,
        }
    }

    /// The nodes of a path with the fewest edges.
    pub(crate) fn path(&mut self, start: u32, goal: u32) -> Option<Vec<u32>> {
        if start == goal {
            return Some(vec![start]);
        }
        self.stamp += 2;
        for (queue, (end, stamp)) in self
            .queues
            .iter_mut()
            .zip([(start, self.stamp), (goal, self.stamp + 1)])
        {
            let (cost, parent) = (0, end);
            self.slots[end as usize] = Slot { cost, parent, stamp };
            queue.clear();
            queue.push(end);
        }
        let graph = self.graph;
        let mut expanded = [0, 0];
        loop {
            let open = [0, 1].map(|side: usize| self.queues[side].len() - expanded[side]);
            if open.contains(&0) {
                return None;
            }
            let side = usize::from(open[1] < open[0]);
            let begin = std::mem::replace(&mut expanded[side], self.queues[side].len());
            let (there, onward) = if side == 0 {
                let Some(met) = self.expand(0, begin, |node| graph.edges(node)) else {
                    continue;
                };
                met
            } else {
                let Some((own, met)) = self.expand(1, begin, |node| graph.edges_into(node)) else {
                    continue;
                };
                (met, own)
            };
            let mut path = self.chain(there);
            path.reverse();
            path.extend(self.chain(onward));
            return Some(path);
        }
    }

    /// Expands a level. Returns the ends of the first edge that leads to the other side.
    #[inline]
    fn expand<'g>(&mut self, side: u32, begin: usize, edges: impl Fn(u32) -> &'g [(u32, u32)]) -> Option<(u32, u32)> {
        let queue = &mut self.queues[side as usize];
        for place in begin..queue.len() {
            let node = queue[place];
            let cost = self.slots[node as usize].cost;
            for &(child, edge) in edges(node) {
                let cost = cost.checked_add(edge).expect("a cost below 2³²");
                let slot = &mut self.slots[child as usize];
                if slot.stamp < self.stamp {
                    let (parent, stamp) = (node, self.stamp + side);
                    *slot = Slot { cost, parent, stamp };
                    queue.push(child);
                } else if slot.stamp != self.stamp + side {
                    return Some((node, child));
                }
            }
        }
        None
    }

    /// The nodes from this one to the end on its side.
    fn chain(&self, node: u32) -> Vec<u32> {
        let parent = |node: &u32| Some(self.slots[*node as usize].parent).filter(|parent| parent != node);
        std::iter::successors(Some(node), parent).collect()
    }
}
