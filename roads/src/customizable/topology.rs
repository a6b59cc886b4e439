//! [`Topology`]: which nodes a customizable hierarchy joins. It depends on the order and on the edges, not on costs.

use alloc::vec::Vec;

use crate::HierarchyError;
use crate::order::neighbours::{Neighbours, filled, number, out_of_memory, row, sum_up};
use astride::graphs::CsrError;

/// The arcs of a hierarchy: pairs of nodes that an edge joins, in whatever direction, and those that a shortcut joins.
///
/// Nodes are their ranks here. If two arcs lead up from a node, an arc joins their upper ends. The lowest upper end is
/// the node's parent, and all others are among the parent's.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Topology {
    /// The rank of each node, and the nodes in the order of their ranks.
    pub(super) ranks: Vec<u32>,
    pub(super) nodes: Vec<u32>,
    /// Where the arcs up from each rank begin, and their upper ends: rising, none twice.
    first: Vec<u32>,
    pub(super) heads: Vec<u32>,
    /// The same the other way round: the lower ends, rising, and the numbers of the arcs.
    lower_first: Vec<u32>,
    lower: Vec<(u32, u32)>,
    /// The arcs that edges of the graph lie on: their upper ends and numbers, for each lower end.
    edge_first: Vec<u32>,
    pub(super) edges: Vec<(u32, u32)>,
}

/// No rank, no arc.
pub(super) const NONE: u32 = u32::MAX;

/// Both directions of an arc need a number below 2³².
const TOO_MANY: usize = 1 << 31;

impl Topology {
    /// The arcs that a graph has if its nodes are taken away in this order.
    pub(super) fn new(neighbours: &Neighbours, order: &[u32]) -> Result<Self, HierarchyError> {
        let count = neighbours.node_count();
        if order.len() != count {
            return Err(HierarchyError::OrderLength {
                order: order.len(),
                nodes: count,
            });
        }
        let nodes = sorted_depth_first(neighbours, order)?;
        let ranks = inverse(&nodes)?;
        let (first, heads) = complete(neighbours, &nodes, &ranks)?;
        let (lower_first, lower) = turned_over(&first, &heads)?;
        let mut topology = Topology {
            ranks,
            nodes,
            first,
            heads,
            lower_first,
            lower,
            edge_first: filled(count, count + 1, 0)?,
            edges: Vec::new(),
        };
        topology.mark_edges(neighbours)?;
        Ok(topology)
    }

    /// Finds the arcs that edges lie on.
    fn mark_edges(&mut self, neighbours: &Neighbours) -> Result<(), CsrError> {
        let upper = |low: u32| {
            let ends = neighbours.of(self.nodes[low as usize]).iter();
            ends.map(|end| self.ranks[*end as usize])
                .filter(move |high| *high > low)
        };
        let count = self.nodes.len();
        let total = (0..number(count)).map(|low| upper(low).count()).sum();
        let mut edges = filled(count, total, (0, 0))?;
        edges.clear();
        let mut first = filled(count, count + 1, 0)?;
        for low in 0..number(count) {
            let begin = edges.len();
            edges.extend(upper(low).filter_map(|high| Some((high, number(self.arc(low, high)?)))));
            edges[begin..].sort_unstable();
            first[low as usize + 1] = number(edges.len());
        }
        (self.edge_first, self.edges) = (first, edges);
        Ok(())
    }

    pub(super) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The numbers of the arcs that lead up from a rank.
    #[inline]
    pub(super) fn arcs(&self, low: u32) -> core::ops::Range<usize> {
        row(&self.first, low)
    }

    /// The upper ends of the arcs from a rank.
    #[inline]
    pub(super) fn heads_of(&self, low: u32) -> &[u32] {
        self.heads.get(self.arcs(low)).unwrap_or_default()
    }

    /// The lower ends and the numbers of the arcs that lead down from a rank.
    #[inline]
    pub(super) fn lower_of(&self, high: u32) -> &[(u32, u32)] {
        self.lower.get(row(&self.lower_first, high)).unwrap_or_default()
    }

    /// The places of the edges whose lower end is this rank.
    #[inline]
    pub(super) fn edges_of(&self, low: u32) -> core::ops::Range<usize> {
        row(&self.edge_first, low)
    }

    /// The number of the arc between two ranks.
    #[inline]
    pub(super) fn arc(&self, low: u32, high: u32) -> Option<usize> {
        let place = self.heads_of(low).binary_search(&high).ok()?;
        Some(self.arcs(low).start + place)
    }

    /// The place of the edge between two nodes, and whether it leads down.
    #[inline]
    pub(super) fn edge(&self, from: u32, to: u32) -> Option<(usize, bool)> {
        let rank = |node: u32| self.ranks.get(node as usize).copied();
        let (from, to) = (rank(from)?, rank(to)?);
        let (low, high) = (from.min(to), from.max(to));
        let edges = self.edges_of(low);
        let mut row = self.edges.get(edges.clone())?.iter();
        Some((edges.start + row.position(|(end, _)| *end == high)?, low == to))
    }

    /// The place of the edge that lies on an arc from this rank.
    #[inline]
    pub(super) fn edge_on(&self, low: u32, arc: u32) -> Option<usize> {
        let edges = self.edges_of(low);
        let mut row = self.edges.get(edges.clone())?.iter();
        Some(edges.start + row.position(|(_, other)| *other == arc)?)
    }

    /// The lower end of an arc.
    pub(super) fn low(&self, arc: u32) -> u32 {
        number(self.first.partition_point(|begin| *begin <= arc)).saturating_sub(1)
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let numbers = [
            &self.ranks,
            &self.nodes,
            &self.first,
            &self.heads,
            &self.lower_first,
            &self.edge_first,
        ];
        let pairs = [&self.lower, &self.edges];
        numbers.map(|list| size_of_val(&list[..])).iter().sum::<usize>()
            + pairs.map(|list| size_of_val(&list[..])).iter().sum::<usize>()
    }
}

/// The places of numbers, each of which is there once.
fn inverse(numbers: &[u32]) -> Result<Vec<u32>, CsrError> {
    let mut places = filled(numbers.len(), numbers.len(), NONE)?;
    for (place, number) in (0..).zip(numbers) {
        places[*number as usize] = place;
    }
    Ok(places)
}

/// The nodes in an order by which the arcs are the same, and all nodes below a node come right before it: depth first
/// from the top. A search then finds more of what it reads in the processor's cache.
fn sorted_depth_first(neighbours: &Neighbours, order: &[u32]) -> Result<Vec<u32>, CsrError> {
    let count = order.len();
    let ranks = inverse(order)?;
    // The parent of each rank is the lowest node above it in what it is connected to by lower ones: Liu's algorithm.
    let mut parents = filled(count, count, NONE)?;
    let mut tops = filled(count, count, NONE)?;
    for (rank, node) in (0..).zip(order) {
        for end in neighbours.of(*node) {
            let mut low = ranks[*end as usize];
            while low < rank {
                let top = core::mem::replace(&mut tops[low as usize], rank);
                if top == NONE {
                    parents[low as usize] = rank;
                    break;
                }
                low = top;
            }
        }
    }
    // The lowest child of each rank, and the next one after each child.
    let (mut first, mut next) = (filled(count, count, NONE)?, filled(count, count, NONE)?);
    let mut waiting = filled(count, count, 0)?;
    waiting.clear();
    for (rank, parent) in (0..number(count)).zip(&parents).rev() {
        match first.get_mut(*parent as usize) {
            Some(first) => next[rank as usize] = core::mem::replace(first, rank),
            None => waiting.push(rank),
        }
    }
    // The highest one is taken first, so that an order that is such a one already stays as it is.
    waiting.reverse();
    let mut sorted = filled(count, count, 0)?;
    for place in sorted.iter_mut().rev() {
        let Some(rank) = waiting.pop() else { break };
        *place = order[rank as usize];
        let mut child = first[rank as usize];
        while child != NONE {
            waiting.push(child);
            child = next[child as usize];
        }
    }
    Ok(sorted)
}

/// The arcs up from each rank: the edges up, and those that the lower nodes hand on to their parents.
fn complete(neighbours: &Neighbours, nodes: &[u32], ranks: &[u32]) -> Result<(Vec<u32>, Vec<u32>), CsrError> {
    let count = nodes.len();
    let mut first = filled(count, count + 1, 0)?;
    let mut heads = Vec::new();
    // For each rank the last one that has an arc to it.
    let mut marks = filled(count, count, NONE)?;
    let (mut last, mut before) = (filled(count, count, NONE)?, filled(count, count, NONE)?);
    for rank in 0..number(count) {
        let begin = heads.len();
        let mut add = |heads: &mut Vec<u32>, high: u32| {
            if high > rank && core::mem::replace(&mut marks[high as usize], rank) != rank {
                heads.try_reserve(1).map_err(|_| out_of_memory(count, heads.len()))?;
                heads.push(high);
            }
            Ok::<_, CsrError>(())
        };
        for end in neighbours.of(nodes[rank as usize]) {
            add(&mut heads, ranks[*end as usize])?;
        }
        let mut child = last[rank as usize];
        while child != NONE {
            for place in row(&first, child) {
                let high = heads[place];
                add(&mut heads, high)?;
            }
            child = before[child as usize];
        }
        if heads.len() >= TOO_MANY {
            return Err(CsrError::TooManyEdges);
        }
        heads[begin..].sort_unstable();
        if let Some(parent) = heads.get(begin) {
            before[rank as usize] = core::mem::replace(&mut last[*parent as usize], rank);
        }
        first[rank as usize + 1] = number(heads.len());
    }
    heads.shrink_to_fit();
    Ok((first, heads))
}

/// The arcs down from each rank, with their numbers.
#[expect(clippy::type_complexity, reason = "two lists of a row each")]
fn turned_over(first: &[u32], heads: &[u32]) -> Result<(Vec<u32>, Vec<(u32, u32)>), CsrError> {
    let count = first.len() - 1;
    let mut lower_first = filled(count, count + 1, 0)?;
    for head in heads {
        lower_first[*head as usize + 1] += 1;
    }
    sum_up(&mut lower_first);
    let mut next = filled(count, count, 0_u32)?;
    next.copy_from_slice(&lower_first[..count]);
    let mut lower = filled(count, heads.len(), (0, 0))?;
    for low in 0..number(count) {
        for arc in row(first, low) {
            let place = &mut next[heads[arc] as usize];
            lower[*place as usize] = (low, number(arc));
            *place += 1;
        }
    }
    Ok((lower_first, lower))
}
