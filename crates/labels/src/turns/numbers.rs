//! [`EdgeNumbers`]: the edges of a graph in one array, which numbers the nodes of a `Turns`.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use astride::engine::{MAX_NODES, filled, with_capacity};
use astride::{Cost, Graph};

use super::{Turned, TurnsError};

/// The edges of a graph in one array, sorted by their start. Only the cheapest of parallel edges is kept.
///
/// The number of a [`Turned`] is the position of the edge between its nodes. Starts are numbered after all edges.
/// [`Turns::indexed`](super::Turns::indexed) builds the array.
#[derive(Clone)]
pub struct EdgeNumbers<C> {
    /// The edges of the node with index n are those from `offsets[n]` to `offsets[n + 1]`.
    offsets: Vec<u32>,
    pub(super) edges: Vec<Edge<C>>,
}

/// An edge. Its ends are indices.
#[derive(Clone, Copy)]
pub(super) struct Edge<C> {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) cost: C,
}

impl<C: Cost> EdgeNumbers<C> {
    pub(super) fn new<G: Graph<Cost = C>>(graph: &G) -> Result<Self, TurnsError> {
        let nodes = graph.index_bound().ok_or(TurnsError::NotNumbered)?;
        let too_many = |edges| TurnsError::TooMany { nodes, edges };
        let out_of_memory = |edges| TurnsError::OutOfMemory { nodes, edges };
        if nodes > MAX_NODES {
            return Err(too_many(0));
        }
        let mut edges = Vec::<Edge<C>>::new();
        let mut offsets = with_capacity(nodes + 1).ok_or_else(|| out_of_memory(0))?;
        // The position of the last edge to each node. That edge begins at the current node if it is not before `first`.
        let mut last = filled(u32::MAX, nodes).ok_or_else(|| out_of_memory(0))?;
        let mut has_nodes = nodes == 0;
        for from in 0..nodes {
            let first = edges.len();
            offsets.push(number(first));
            // An index without a node may lead to any node.
            let Some(node) = graph.node_at(from).filter(|node| graph.index(node) == Some(from)) else {
                continue;
            };
            has_nodes = true;
            for (to, cost) in graph.successors(&node) {
                let index = graph.index(&to);
                let Some((index, last)) = index.and_then(|index| Some((index, last.get_mut(index)?))) else {
                    let bound = nodes;
                    return Err(TurnsError::EndOutside { from, index, bound });
                };
                let known = edges.get_mut(*last as usize).filter(|_| *last as usize >= first);
                if let Some(known) = known {
                    if cost.is_less(&known.cost) {
                        known.cost = cost;
                    }
                    continue;
                }
                if nodes + edges.len() >= MAX_NODES {
                    return Err(too_many(edges.len() + 1));
                }
                *last = number(edges.len());
                edges.try_reserve(1).map_err(|_| out_of_memory(edges.len()))?;
                let (from, to) = (number(from), number(index));
                edges.push(Edge { from, to, cost });
            }
        }
        if !has_nodes {
            return Err(TurnsError::NotNumbered);
        }
        offsets.push(number(edges.len()));
        Ok(EdgeNumbers { offsets, edges })
    }

    /// The number of edges.
    #[inline]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The [index bound](Graph::index_bound) of the graph, which is usually its number of nodes.
    #[inline]
    pub fn node_count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The numbers of the edges that begin at the node with this index.
    #[inline]
    pub(super) fn row(&self, node: usize) -> Range<usize> {
        match self.offsets.get(node..) {
            Some([begin, end, ..]) => *begin as usize..*end as usize,
            _ => 0..0,
        }
    }

    /// The index of the node that the number stands for.
    #[inline]
    pub(super) fn end(&self, number: usize) -> usize {
        match self.edges.get(number) {
            Some(edge) => edge.to as usize,
            None => number - self.edges.len(),
        }
    }

    #[inline]
    pub(super) fn number<G: Graph>(&self, graph: &G, node: &Turned<G::Node>) -> Option<usize> {
        let at = graph.index(&node.at).filter(|at| *at < self.node_count())?;
        let Some(from) = &node.from else {
            return Some(self.edges.len() + at);
        };
        let mut row = self.row(graph.index(from)?);
        row.find(|edge| self.edges[*edge].to as usize == at)
    }

    #[inline]
    pub(super) fn node_at<G: Graph>(&self, graph: &G, number: usize) -> Option<Turned<G::Node>> {
        let Some(edge) = self.edges.get(number) else {
            return graph.node_at(number - self.edges.len()).map(Turned::start);
        };
        let (at, from) = (graph.node_at(edge.to as usize)?, graph.node_at(edge.from as usize)?);
        Some(Turned::new(at, from))
    }
}

impl<C> fmt::Debug for EdgeNumbers<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("EdgeNumbers");
        fields.field("nodes", &(self.offsets.len() - 1));
        fields.field("edges", &self.edges.len()).finish()
    }
}

/// Converts a number of at most [`MAX_NODES`].
#[expect(clippy::cast_possible_truncation, reason = "MAX_NODES has 30 bits")]
pub(super) fn number(number: usize) -> u32 {
    number as u32
}
