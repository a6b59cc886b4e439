//! [`Witnesses`]: paths around a node that make shortcuts via it unnecessary.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::contraction::Edge;
use astride::Cost;

/// Dijkstra's algorithm from one neighbour of a node to others, avoiding that node.
pub(super) struct Witnesses<C> {
    labels: Vec<Label<C>>,
    queue: BinaryHeap<Reverse<(C, u32)>>,
    /// The number of the current search. Labels with another number belong to earlier searches.
    number: u32,
}

/// The state of a node in a search.
#[derive(Clone, Copy)]
pub(super) struct Label<C> {
    number: u32,
    /// The cost of the cheapest path known.
    cost: C,
    /// A path of at most this cost is wanted, and has not been found.
    wanted: Option<C>,
}

impl<C: Cost> Label<C> {
    pub(super) fn new(number: u32) -> Self {
        Label {
            number,
            cost: C::INFINITY,
            wanted: None,
        }
    }
}

impl<C: Cost + Ord> Witnesses<C> {
    /// Takes a label for each node.
    pub(super) fn new(labels: Vec<Label<C>>) -> Self {
        Witnesses {
            labels,
            queue: BinaryHeap::new(),
            number: 0,
        }
    }

    /// Searches for paths from `from` to each target that avoid the node `avoided` and cost at most as much as given
    /// with the target. Gives up after `limit` expansions.
    pub(super) fn search(
        &mut self,
        rows: &[Vec<Edge<C>>],
        from: u32,
        avoided: u32,
        targets: impl Iterator<Item = (u32, C)>,
        limit: usize,
    ) {
        self.begin();
        let mut missing = 0;
        let mut greatest = C::ZERO;
        for (target, cost) in targets {
            self.label(target).wanted = Some(cost);
            greatest = greatest.max(cost);
            missing += 1;
        }
        self.label(from).cost = C::ZERO;
        self.queue.push(Reverse((C::ZERO, from)));
        let mut expanded = 0;
        while let Some(Reverse((cost, node))) = self.queue.pop() {
            if self.label(node).cost < cost {
                continue;
            }
            if missing == 0 || expanded == limit {
                break;
            }
            expanded += 1;
            for edge in &rows[node as usize] {
                let Some(sum) = cost
                    .plus(edge.cost)
                    .filter(|sum| edge.end != avoided && *sum <= greatest)
                else {
                    continue;
                };
                let label = self.label(edge.end);
                if sum < label.cost {
                    label.cost = sum;
                    if label.wanted.is_some_and(|wanted| sum <= wanted) {
                        label.wanted = None;
                        missing -= 1;
                    }
                    self.queue.push(Reverse((sum, edge.end)));
                }
            }
        }
    }

    /// Whether the last search has found the path wanted to this target.
    pub(super) fn is_found(&mut self, target: u32) -> bool {
        self.label(target).wanted.is_none()
    }

    fn begin(&mut self) {
        self.queue.clear();
        self.number = self.number.wrapping_add(1);
        if self.number == 0 {
            self.labels.iter_mut().for_each(|label| label.number = 0);
            self.number = 1;
        }
    }

    #[inline]
    fn label(&mut self, node: u32) -> &mut Label<C> {
        let label = &mut self.labels[node as usize];
        if label.number != self.number {
            *label = Label::new(self.number);
        }
        label
    }
}
