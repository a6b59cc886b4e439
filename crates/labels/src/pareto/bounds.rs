//! [`Bounds`]: the least cost and the least resources from each node to a goal, computed one after the other.

use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::{iter, mem};

use astride::{Cost, Dijkstra, Graph, OneToAll, SearchError, Stats, Status, engine};

use crate::SeveralCosts;
use crate::costs::Edge;
use crate::error::Which;

/// The least cost from a node to a goal, and the least of each resource, possibly on different paths. For a resource
/// that falls, the [potential](settle) takes the place of the least.
#[derive(Clone, Copy, Debug)]
pub(super) struct Least<C, const M: usize> {
    pub(super) cost: C,
    pub(super) resources: [C; M],
}

/// Backward searches with Dijkstra's algorithm from the goals: one for the cost, and one for each resource.
pub(super) struct Bounds<'a, N, C: Cost, const M: usize> {
    search: Dijkstra<OneToAll<Backward<'a, N, C, M>>>,
    /// The number of completed searches.
    done: usize,
    least: Vec<Least<C, M>>,
    /// The statistics of the completed searches.
    before: Stats,
    /// Whether bounds are being stored. If this is still set afterwards, the cost type has panicked.
    is_storing: bool,
}

impl<'a, N, C: Cost, const M: usize> Bounds<'a, N, C, M> {
    pub(super) fn new(costs: &'a SeveralCosts<N, C, M>, goals: &[u32]) -> Self {
        Bounds {
            search: round(costs, Which::Cost, goals),
            done: 0,
            least: Vec::new(),
            before: Stats::default(),
            is_storing: false,
        }
    }

    /// Makes at most one expansion. Returns [`Status::Found`] when all bounds are known.
    pub(super) fn step(&mut self, costs: &'a SeveralCosts<N, C, M>, goals: &[u32]) -> Status {
        let status = self.search.step();
        if status.is_running() {
            return status;
        }
        if mem::replace(&mut self.is_storing, true) {
            return Status::Failed(SearchError::Panicked);
        }
        let rest = match status {
            Status::Found | Status::Exhausted => None,
            // The forward search fails if it needs such a sum, but a limit may forbid it, or no path lead there.
            Status::Failed(SearchError::CostOverflow { .. }) => {
                let costs = self.search.closed_nodes().map(|node| node.g);
                Some(costs.max_by(C::order).unwrap_or(C::ZERO))
            }
            status => return status,
        };
        let finished = self.finish_round(costs, goals, rest);
        self.is_storing = false;
        match finished {
            Ok(()) if self.done > M => Status::Found,
            Ok(()) => Status::Running,
            Err(error) => Status::Failed(error),
        }
    }

    /// Stores the bounds from a search. If paths were left out because they are too expensive for the type, `rest` is
    /// the greatest cost of a closed node, and a bound for all nodes that are not closed.
    fn finish_round(
        &mut self,
        costs: &'a SeveralCosts<N, C, M>,
        goals: &[u32],
        rest: Option<C>,
    ) -> Result<(), SearchError> {
        if self.least.is_empty() {
            let unknown = Least {
                cost: C::INFINITY,
                resources: [C::INFINITY; M],
            };
            self.least = filled(costs.node_count(), unknown)?;
        }
        let resource = self.done.checked_sub(1);
        for (node, least) in (0..).zip(&mut self.least) {
            let known = match rest {
                None => self.search.cost_to(&node),
                Some(rest) => {
                    let known = self.search.known_node(&node).filter(|known| !known.is_open);
                    Some(known.map_or(rest, |known| known.g))
                }
            };
            let value = known.unwrap_or(C::INFINITY);
            match resource {
                None => least.cost = value,
                Some(resource) => least.resources[resource] = value,
            }
            if known.is_none() {
                // A dead end, which the search for the cost may have ended too early to prove.
                least.cost = C::INFINITY;
            }
        }
        self.done += 1;
        while let Some(resource) = (0..M).nth(self.done - 1).filter(|resource| costs.falls[*resource]) {
            settle(costs, goals, &mut self.least, resource)?;
            self.done += 1;
        }
        if self.done <= M {
            self.before = self.search.stats().after(&self.before);
            self.search = round(costs, Which::Resource(self.done - 1), goals);
        }
        Ok(())
    }

    pub(super) fn stats(&self) -> Stats {
        let mut stats = self.search.stats().after(&self.before);
        stats.bytes += self.least.capacity() * size_of::<Least<C, M>>();
        stats
    }

    /// The bounds of each node.
    pub(super) fn least(&mut self) -> Arc<[Least<C, M>]> {
        mem::take(&mut self.least).into()
    }
}

fn round<'a, N, C: Cost, const M: usize>(
    costs: &'a SeveralCosts<N, C, M>,
    which: Which,
    goals: &[u32],
) -> Dijkstra<OneToAll<Backward<'a, N, C, M>>> {
    let graph = Backward { costs, which };
    let mut search = Dijkstra::one_to_all(graph, goals.first().copied().unwrap_or(u32::MAX));
    for goal in goals.iter().skip(1) {
        search.add_start(*goal, C::ZERO);
    }
    search
}

/// The reversed graph with one of the costs.
struct Backward<'a, N, C, const M: usize> {
    costs: &'a SeveralCosts<N, C, M>,
    which: Which,
}

impl<N, C: Cost, const M: usize> Graph for Backward<'_, N, C, M> {
    type Node = u32;
    type Cost = C;

    #[inline]
    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, C)> {
        let value = |edge: &Edge<C, M>| match self.which {
            Which::Cost => edge.cost,
            Which::Resource(resource) => edge.resources[resource],
        };
        let edges = self.costs.into.at(*node).iter();
        edges.map(move |edge| (edge.node, value(edge)))
    }

    #[inline]
    fn index(&self, node: &u32) -> Option<usize> {
        Some(*node as usize)
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<u32> {
        u32::try_from(index).ok()
    }

    fn index_bound(&self) -> Option<usize> {
        Some(self.costs.node_count())
    }
}

/// Computes the potential of each node for a resource that falls, which is zero at goals and at most zero elsewhere.
///
/// Along an edge of a path with the least cost to a goal, the resource plus the potential never falls (Johnson), so
/// labels of equal cost plus estimate can be expanded in the order of this sum. Other edges do not matter, since cost
/// plus estimate rises along them. Only a cycle of edges without cost, along which the resource falls, has no such
/// potentials; one of its nodes then stays as it is.
///
/// Nodes are settled in the order of their cost to a goal, so that a node changes again only because of edges without
/// cost. A node that changes more often than there are nodes is on such a cycle or before one. The paths of nodes that
/// change often are followed, since this would take too long on large graphs.
fn settle<N, C: Cost, const M: usize>(
    costs: &SeveralCosts<N, C, M>,
    goals: &[u32],
    least: &mut [Least<C, M>],
    resource: usize,
) -> Result<(), SearchError> {
    for least in &mut *least {
        least.resources[resource] = C::ZERO;
    }
    let mut order = filled(least.len(), 0_u32)?;
    order.iter_mut().zip(0..).for_each(|(node, number)| *node = number);
    order.retain(|node| least[*node as usize].cost.is_less(&C::INFINITY));
    order.sort_unstable_by(|one, other| least[*one as usize].cost.order(&least[*other as usize].cost));
    let mut is_waiting = filled(least.len(), true)?;
    let mut changes = filled(least.len(), 0_usize)?;
    let mut next = filled(least.len(), u32::MAX)?;
    let mut waiting = VecDeque::from(order);
    while let Some(to) = waiting.pop_front() {
        is_waiting[to as usize] = false;
        let after = least[to as usize];
        for edge in costs.into.at(to) {
            let (from, before) = (edge.node as usize, least[edge.node as usize]);
            let is_cheapest = edge
                .cost
                .plus(after.cost)
                .is_some_and(|cost| cost.order(&before.cost).is_eq());
            let potential = edge.resources[resource].plus(after.resources[resource]);
            let potential = potential.filter(|potential| potential.is_less(&before.resources[resource]));
            let Some(potential) = potential.filter(|_| is_cheapest && goals.binary_search(&edge.node).is_err()) else {
                continue;
            };
            next[from] = to;
            changes[from] += 1;
            let is_on_cycle = || {
                let path = iter::successors(Some(to), |node| next.get(*node as usize).copied());
                path.take(least.len()).any(|node| node == edge.node)
            };
            if changes[from].is_power_of_two() && changes[from] > 4 && is_on_cycle() {
                changes[from] = least.len() + 1;
            }
            if changes[from] > least.len() {
                continue;
            }
            least[from].resources[resource] = potential;
            if !is_waiting[from] {
                is_waiting[from] = true;
                waiting.push_back(edge.node);
            }
        }
    }
    Ok(())
}

fn filled<T: Clone>(nodes: usize, value: T) -> Result<Vec<T>, SearchError> {
    engine::filled(value, nodes).ok_or(SearchError::OutOfMemory { nodes })
}
