//! [`Witnesses`]: ways around a node, by which shortcuts over it are superfluous.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::contraction::Edge;
use astride::Cost;

/// Dijkstra's algorithm from one neighbour of a node to others, without that node.
pub(super) struct Witnesses<C> {
    labels: Vec<Label<C>>,
    queue: BinaryHeap<Reverse<(C, u32)>>,
    /// Of the present search. Labels with another number are those of earlier ones.
    number: u32,
}

/// What a search knows of a node.
#[derive(Clone, Copy)]
pub(super) struct Label<C> {
    number: u32,
    /// The cheapest way known.
    cost: C,
    /// A way is wanted that costs no more than this.
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
    /// Of a label for each node.
    pub(super) fn new(labels: Vec<Label<C>>) -> Self {
        Witnesses {
            labels,
            queue: BinaryHeap::new(),
            number: 0,
        }
    }

    /// Searches for ways from `from` to each of the targets that avoid the node `avoided` and cost no more than is said
    /// beside the target. Gives up after `limit` expansions.
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
        let mut dearest = C::ZERO;
        for (target, cost) in targets {
            self.label(target).wanted = Some(cost);
            dearest = dearest.max(cost);
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
                    .filter(|sum| edge.end != avoided && *sum <= dearest)
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

    /// Whether the last search has found the way that was wanted to this target.
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
