//! [`Bounds`]: the least cost and the least resources from each node to a goal, computed one after the other.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;

use astride::{Cost, Dijkstra, Graph, OneToAll, SearchError, Stats, Status};

use crate::SeveralCosts;
use crate::costs::Edge;
use crate::error::Which;

/// The least cost from a node to a goal, and the least of each resource, possibly on different paths.
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
}

impl<'a, N, C: Cost, const M: usize> Bounds<'a, N, C, M> {
    pub(super) fn new(costs: &'a SeveralCosts<N, C, M>, goals: &[u32]) -> Self {
        Bounds {
            search: round(costs, Which::Cost, goals),
            done: 0,
            least: Vec::new(),
            before: Stats::default(),
        }
    }

    /// Makes at most one expansion. Returns [`Status::Found`] when all bounds are known.
    pub(super) fn step(&mut self, costs: &'a SeveralCosts<N, C, M>, goals: &[u32]) -> Status {
        let rest = match self.search.step() {
            Status::Found | Status::Exhausted => None,
            // The forward search fails if it needs such a sum, but a limit may forbid it, or no path lead there.
            Status::Failed(SearchError::CostOverflow { .. }) => {
                let cost = self.search.current().and_then(|node| self.search.cost_to(&node));
                Some(cost.unwrap_or(C::ZERO))
            }
            status => return status,
        };
        match self.finish_round(costs, goals, rest) {
            Ok(()) if self.done > M => Status::Found,
            Ok(()) => Status::Running,
            Err(error) => Status::Failed(error),
        }
    }

    /// Stores the bounds from a search. If a sum was too large, the search has ended at a node with the cost `rest`,
    /// which is a bound for all nodes that are not closed.
    fn finish_round(
        &mut self,
        costs: &'a SeveralCosts<N, C, M>,
        goals: &[u32],
        rest: Option<C>,
    ) -> Result<(), SearchError> {
        if self.least.is_empty() {
            let nodes = costs.node_count();
            let has_room = self.least.try_reserve_exact(nodes).is_ok();
            if !has_room {
                return Err(SearchError::OutOfMemory { nodes });
            }
            let unknown = Least {
                cost: C::INFINITY,
                resources: [C::INFINITY; M],
            };
            self.least.resize(nodes, unknown);
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
