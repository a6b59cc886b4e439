//! [`Subspace`]: a set of paths. [`Spur`]: the search for its cheapest path. [`Queue`]: the paths found, and the sets
//! not searched yet.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem;

use super::distances::Distances;
use crate::engine::{Context, Progress, cheapest_edge, checked_key};
use crate::error::Origin;
use crate::memory::Memory;
use crate::nodes::{Comparison, Link, NodeTable};
use crate::open::{Buckets, OpenList};
use crate::{Cost, Graph, NodeEvent, Observer, Problem};

/// A\* with the distances to the goal as estimates. The nodes of the known path are closed from the beginning. They
/// stay closed, since no detour leads back to them at a lower cost, so the path found is simple.
#[derive(Clone)]
pub(super) struct Spur<P: Graph> {
    pub(super) nodes: NodeTable<P::Node, P::Cost, ()>,
    pub(super) open: Buckets<P::Cost>,
    /// The number of open nodes.
    pub(super) open_nodes: usize,
    /// The number of expanded nodes.
    pub(super) expanded: u64,
    /// Whether a cheaper path to a closed node has been found.
    has_reopened: bool,
}

impl<P: Problem> Spur<P> {
    pub(super) fn new(distances: &Distances<P>) -> Self {
        let mut nodes = NodeTable::default();
        nodes.hash_like(&distances.frontier.nodes);
        Spur {
            nodes,
            open: Buckets::default(),
            open_nodes: 0,
            expanded: 0,
            has_reopened: false,
        }
    }

    /// Forgets all nodes. Returns the number of nodes that were open.
    pub(super) fn clear(&mut self, memory: &mut Memory) -> usize {
        memory.remove_nodes(self.nodes.len());
        self.nodes.clear();
        self.open.clear();
        (self.expanded, self.has_reopened) = (0, false);
        mem::take(&mut self.open_nodes)
    }

    /// Begins at the end of `path`, which is the beginning of a known path. Returns whether there was enough memory for
    /// its nodes.
    pub(super) fn begin(
        &mut self,
        problem: &P,
        path: &[(P::Node, P::Cost)],
        bound: P::Cost,
        progress: &mut Progress,
    ) -> bool {
        self.clear(&mut progress.memory);
        let has_capacity = self.extend(problem, path, progress);
        if let Some(id) = self.nodes.current.filter(|_| has_capacity) {
            self.reopen(id, bound, progress);
        }
        has_capacity
    }

    /// Stores those nodes of a known path that are still missing, as closed nodes. Returns whether there was enough
    /// memory for them.
    pub(super) fn extend(&mut self, problem: &P, path: &[(P::Node, P::Cost)], progress: &mut Progress) -> bool {
        for (node, cost) in &path[self.nodes.len()..] {
            let key = self.nodes.key(problem, node);
            let link = Link::new(self.nodes.current, false);
            let memory = &mut progress.memory;
            let stored = self
                .nodes
                .insert(problem, key, node.clone(), *cost, link, (), memory, |_| ());
            if stored.is_none() {
                return false;
            }
            self.nodes.current = stored;
        }
        true
    }

    /// A lower bound on the cost of the paths that leave the known one at its last node, by an edge to a node that is
    /// neither stored nor banned. `None` if no such edge leads towards the goal.
    pub(super) fn bound<W>(
        &self,
        distances: &Distances<P>,
        context: &mut Context<'_, P, W>,
        (node, cost): &(P::Node, P::Cost),
        banned: &[P::Node],
    ) -> Option<P::Cost> {
        let (problem, mut least, mut generated) = (context.problem, None::<P::Cost>, 0);
        problem.successors(node).for_each(|(child, edge)| {
            let place = generated;
            generated += 1;
            let key = self.nodes.key(problem, &child);
            if banned.contains(&child) || self.nodes.get(key, &child).is_some() {
                return;
            }
            let Some(sum) = context.progress.sum(*cost, edge, place) else {
                return;
            };
            let Some(left) = distances.at_least(problem, key, &child) else {
                return;
            };
            if let Some(bound) = Self::key(context.progress, sum, left, place)
                && least.is_none_or(|least| bound.is_less(&least))
            {
                least = Some(bound);
            }
        });
        context.progress.count_expansion(generated);
        least
    }

    fn reopen(&mut self, id: u32, key: P::Cost, progress: &mut Progress) {
        self.nodes.set_open(id, true);
        self.open.push(id, key, self.nodes.cost(id), &mut progress.memory);
        self.open_nodes += 1;
        progress.open += 1;
    }

    /// The next open node, which stays in the list.
    pub(super) fn next_open(&mut self, memory: &mut Memory) -> Option<u32> {
        self.open.peek_fresh(memory, self.nodes.freshness())
    }

    /// Removes and closes the next open node.
    pub(super) fn take_open(&mut self, problem: &P, progress: &mut Progress) -> Option<(u32, P::Node)> {
        let id = self.open.pop_fresh(&mut progress.memory, self.nodes.freshness())?;
        self.nodes.set_open(id, false);
        self.nodes.current = Some(id);
        self.open_nodes -= 1;
        progress.open -= 1;
        Some((id, self.nodes.node(problem, id)?))
    }

    /// Expands a node that has been taken, leaving out successors that are `banned`.
    pub(super) fn expand<W: Observer<P::Node, P::Cost>>(
        &mut self,
        distances: &Distances<P>,
        context: &mut Context<'_, P, W>,
        (id, node): (u32, &P::Node),
        banned: &[P::Node],
    ) {
        let cost = self.nodes.cost(id);
        if !context.observer.is_silent() {
            let left =
                |node: &P::Node| distances.at_least(context.problem, self.nodes.key(context.problem, node), node);
            if let Some(view) = self.nodes.view(context.problem, id, left) {
                context.observer.expanded(view.event());
            }
        }
        let (problem, mut generated) = (context.problem, 0);
        problem.successors(node).for_each(|(child, edge)| {
            let place = generated;
            generated += 1;
            if !context.progress.status.is_running() || banned.contains(&child) {
                return;
            }
            let key = self.nodes.key(problem, &child);
            let is_known = || self.nodes.get(key, &child).is_some();
            let Some(sum) = context.progress.sum_unless(cost, edge, place, is_known) else {
                return;
            };
            let news = self.nodes.compare(key, &child, &sum, true);
            if matches!(news, Comparison::NoBetter) {
                return;
            }
            let Some(left) = distances.at_least(problem, key, &child) else {
                return;
            };
            let Some(rank) = Self::key(context.progress, sum, left, place) else {
                return;
            };
            let link = Link::new(Some(id), true);
            let id = if let Comparison::Better(id) = news {
                let (known, old_link) = self.nodes.state(id);
                context
                    .observer
                    .improved(NodeEvent::new(&child, Some(node), sum, Some(left)), known);
                self.nodes.improve(id, child, sum, link);
                // The node may have been closed if estimates are not consistent.
                self.open_nodes += usize::from(!old_link.is_open());
                context.progress.open += usize::from(!old_link.is_open());
                context.progress.reopened += u64::from(!old_link.is_open());
                self.has_reopened |= !old_link.is_open();
                id
            } else {
                let announce = |child: &P::Node| {
                    context
                        .observer
                        .opened(NodeEvent::new(child, Some(node), sum, Some(left)));
                };
                let memory = &mut context.progress.memory;
                let Some(id) = self.nodes.insert(problem, key, child, sum, link, (), memory, announce) else {
                    return;
                };
                self.open_nodes += 1;
                context.progress.open += 1;
                id
            };
            self.open.push(id, rank, sum, &mut context.progress.memory);
        });
        context.progress.count_expansion(generated);
        self.expanded += 1;
    }

    /// The path to a stored node. If a closed node has been reopened, the nodes after it may not have been reached
    /// again yet, so the costs of the edges are queried again.
    pub(super) fn path(&self, problem: &P, id: u32) -> Option<Costed<P::Node, P::Cost>> {
        let chain = self.nodes.chain(id);
        let mut path = Vec::<(P::Node, P::Cost)>::with_capacity(chain.len());
        for id in chain {
            let stored = (self.nodes.node(problem, id)?, self.nodes.cost(id));
            let before = path.last().filter(|_| self.has_reopened);
            let edge = before.and_then(|(before, cost)| {
                let (node, edge) = cheapest_edge(problem, before, &stored.0)?;
                Some((node, cost.plus(edge)?))
            });
            path.push(edge.unwrap_or(stored));
        }
        Some(path)
    }

    #[inline]
    fn key(progress: &mut Progress, cost: P::Cost, left: P::Cost, place: usize) -> Option<P::Cost> {
        let key = checked_key(cost.plus(left), cost, Some(left), || Origin::Successor(place));
        key.unwrap_or_else(|error| {
            progress.fail(*error);
            None
        })
    }
}

/// A path, with the cost of reaching each node.
pub(super) type Costed<N, C> = Vec<(N, C)>;

/// The paths that have the same beginning as a known one and leave it at a certain node, by an edge that does not lead
/// to certain banned nodes.
#[derive(Clone, Debug)]
pub(super) struct Subspace<N> {
    /// The number of the known path.
    pub(super) path: usize,
    /// The place of the last common node on the known path.
    pub(super) spur: usize,
    /// The nodes that must not come next.
    pub(super) banned: Vec<N>,
    /// The number of expansions in the search for a cheapest path before it was put off.
    pub(super) effort: u64,
}

/// The content of an entry in the queue.
#[derive(Clone, Debug)]
pub(super) enum Item<N, C> {
    /// A path to be returned, and the set in which it is a cheapest path.
    Path(Costed<N, C>, Subspace<N>),
    Subspace(Subspace<N>),
}

impl<N, C> Item<N, C> {
    /// The number of bytes in its lists.
    fn bytes(&self) -> usize {
        let (nodes, subspace) = match self {
            Item::Path(nodes, subspace) => (nodes.len(), subspace),
            Item::Subspace(subspace) => (0, subspace),
        };
        nodes * size_of::<(N, C)>() + subspace.banned.len() * size_of::<N>()
    }
}

/// Paths that have been found and sets of paths that have not been searched yet, the least bound first.
#[derive(Clone, Debug)]
pub(super) struct Queue<N, C> {
    heap: BinaryHeap<Waiting<N, C>>,
    /// The number of entries so far.
    pushed: u64,
}

impl<N, C: Cost> Queue<N, C> {
    pub(super) fn new() -> Self {
        Queue {
            heap: BinaryHeap::new(),
            pushed: 0,
        }
    }

    pub(super) fn push(&mut self, bound: C, item: Item<N, C>, memory: &mut Memory) -> Option<()> {
        if self.heap.len() == self.heap.capacity() {
            let mut list = mem::take(&mut self.heap).into_vec();
            let grown = memory.grow(&mut list, 1);
            self.heap = list.into();
            grown?;
        }
        memory.take(item.bytes())?;
        self.pushed += 1;
        let number = self.pushed;
        self.heap.push(Waiting { bound, number, item });
        Some(())
    }

    pub(super) fn first(&self) -> Option<&Waiting<N, C>> {
        self.heap.peek()
    }

    pub(super) fn pop(&mut self, memory: &mut Memory) -> Option<Waiting<N, C>> {
        let first = self.heap.pop()?;
        memory.release(first.item.bytes());
        Some(first)
    }

    /// The cheapest waiting path.
    pub(super) fn path(&self) -> Option<&Costed<N, C>> {
        let paths = self.heap.iter().filter(|waiting| waiting.is_path());
        match &paths.max()?.item {
            Item::Path(nodes, _) => Some(nodes),
            Item::Subspace(_) => None,
        }
    }

    pub(super) fn clear(&mut self, memory: &mut Memory) {
        memory.release(self.heap.iter().map(|waiting| waiting.item.bytes()).sum());
        self.heap.clear();
        self.pushed = 0;
    }
}

/// An entry of the queue.
#[derive(Clone, Debug)]
pub(super) struct Waiting<N, C> {
    /// A lower bound on the cost of the paths in the subspace. For a path, its cost.
    pub(super) bound: C,
    /// Among equal entries, the first one comes out first.
    number: u64,
    pub(super) item: Item<N, C>,
}

impl<N, C: Cost> Waiting<N, C> {
    pub(super) fn is_path(&self) -> bool {
        matches!(self.item, Item::Path(..))
    }
}

impl<N, C: Cost> PartialEq for Waiting<N, C> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<N, C: Cost> Eq for Waiting<N, C> {}

impl<N, C: Cost> PartialOrd for Waiting<N, C> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The heap of the standard library returns its greatest element, which is therefore the one with the least bound. A
/// path comes before a subspace with the same bound, which may then never be searched.
impl<N, C: Cost> Ord for Waiting<N, C> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_bound = other.bound.order(&self.bound);
        let by_kind = self.is_path().cmp(&other.is_path());
        by_bound.then(by_kind).then(other.number.cmp(&self.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn a_queue_counts_the_lists_in_its_entries() {
        let subspace = |banned| Subspace {
            path: 0,
            spur: 0,
            banned,
            effort: 0,
        };
        let (mut queue, memory) = (Queue::<u32, u32>::new(), &mut Memory::default());
        queue.push(2, Item::Subspace(subspace(vec![1, 2, 3])), memory).unwrap();
        let bytes = memory.bytes();
        assert_eq!(bytes, queue.heap.capacity() * size_of::<Waiting<u32, u32>>() + 12);
        let path = Item::Path(vec![(7, 1); 5], subspace(vec![4]));
        queue.push(1, path, memory).unwrap();
        let lists = queue.heap.capacity() * size_of::<Waiting<u32, u32>>();
        assert_eq!(memory.bytes(), lists + 12 + 44);
        assert!(queue.pop(memory).unwrap().is_path());
        assert_eq!(memory.bytes(), lists + 12);
        queue.clear(memory);
        assert_eq!(memory.bytes(), lists);
    }
}
