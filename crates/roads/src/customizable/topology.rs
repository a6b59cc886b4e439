//! [`Topology`]: the pairs of nodes that a customizable hierarchy joins. They depend on the order and the edges, but
//! not on costs.

use alloc::vec::Vec;

use crate::HierarchyError;
use crate::order::neighbours::{Neighbours, filled, inverse, number, out_of_memory, row, sum_up, with_capacity};
use astride::graphs::CsrError;

/// The arcs of a hierarchy: the pairs of nodes that an edge, in either direction, or a shortcut joins.
///
/// Nodes are represented by their ranks. If two arcs lead up from a node, an arc joins their upper ends. The lowest
/// upper end is the node's parent, and all others are upper ends of the parent as well.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Topology {
    /// The rank of each node, and the nodes by rank.
    pub(super) ranks: Vec<u32>,
    pub(super) nodes: Vec<u32>,
    /// The position of the first arc up from each rank, and the upper ends of all arcs, sorted and unique for each
    /// rank.
    first: Vec<u32>,
    pub(super) heads: Vec<u32>,
    /// The same for arcs down: their lower ends, sorted, and their numbers.
    lower_first: Vec<u32>,
    lower: Vec<(u32, u32)>,
    /// The arcs with an edge of the graph: their upper ends and numbers, for each lower end.
    edge_first: Vec<u32>,
    pub(super) edges: Vec<(u32, u32)>,
}

/// Stands for a missing rank or arc.
pub(super) const NONE: u32 = u32::MAX;

/// The numbers of both directions of an arc must be below 2³².
const TOO_MANY: usize = 1 << 31;

impl Topology {
    /// Computes the arcs that result if the nodes of a graph are contracted in this order.
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
            edge_first: Vec::new(),
            edges: Vec::new(),
        };
        topology.mark_edges(neighbours)?;
        Ok(topology)
    }

    /// Finds the arcs with an edge of the graph.
    fn mark_edges(&mut self, neighbours: &Neighbours) -> Result<(), CsrError> {
        let upper = |low: u32| {
            let ends = neighbours.of(self.nodes[low as usize]).iter();
            ends.map(|end| self.ranks[*end as usize])
                .filter(move |high| *high > low)
        };
        let count = self.nodes.len();
        let total = (0..number(count)).map(|low| upper(low).count()).sum();
        let mut edges = with_capacity(count, total)?;
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

    /// The lower ends and numbers of the arcs that lead down from a rank.
    #[inline]
    pub(super) fn lower_of(&self, high: u32) -> &[(u32, u32)] {
        self.lower.get(row(&self.lower_first, high)).unwrap_or_default()
    }

    /// The positions of the edges whose lower end is this rank.
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

    /// The position of the edge between two nodes, and whether it leads down.
    #[inline]
    pub(super) fn edge(&self, from: u32, to: u32) -> Option<(usize, bool)> {
        let rank = |node: u32| self.ranks.get(node as usize).copied();
        let (from, to) = (rank(from)?, rank(to)?);
        let (low, high) = (from.min(to), from.max(to));
        let edges = self.edges_of(low);
        let mut row = self.edges.get(edges.clone())?.iter();
        Some((edges.start + row.position(|(end, _)| *end == high)?, low == to))
    }

    /// The position of the edge of an arc up from this rank.
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

    /// The number of bytes that it takes.
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

/// The nodes in an order with the same arcs, but depth first from the top, so that all nodes below a node come directly
/// before it. More of a search's reads then hit the processor's cache.
fn sorted_depth_first(neighbours: &Neighbours, order: &[u32]) -> Result<Vec<u32>, CsrError> {
    let count = order.len();
    let ranks = inverse(order)?;
    // Liu's algorithm: the parent of each rank is the lowest higher rank that it can reach through lower ranks.
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
    // The lowest child of each rank, and the next sibling of each child.
    let (mut first, mut next) = (filled(count, count, NONE)?, filled(count, count, NONE)?);
    let mut waiting = with_capacity(count, count)?;
    for (rank, parent) in (0..number(count)).zip(&parents).rev() {
        match first.get_mut(*parent as usize) {
            Some(first) => next[rank as usize] = core::mem::replace(first, rank),
            None => waiting.push(rank),
        }
    }
    // The highest is taken first, so that an order that is already depth first does not change.
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

/// The arcs up from each rank: its edges up, and the arcs that it inherits from its children.
fn complete(neighbours: &Neighbours, nodes: &[u32], ranks: &[u32]) -> Result<(Vec<u32>, Vec<u32>), CsrError> {
    let count = nodes.len();
    let mut first = filled(count, count + 1, 0)?;
    let mut heads = Vec::new();
    // For each rank, the last lower rank with an arc to it.
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

/// The lower ends and numbers of the arcs down from each rank.
#[expect(clippy::type_complexity, reason = "two lists that belong together")]
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
