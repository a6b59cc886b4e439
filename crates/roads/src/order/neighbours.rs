//! [`Neighbours`]: the neighbours of each node, in either direction.

use alloc::vec::Vec;
use core::ops::Range;

use crate::HierarchyError;
use astride::graphs::CsrError;
use astride::{Graph, engine};

/// For each node, the other nodes to or from which an edge leads, sorted and unique.
pub(crate) struct Neighbours {
    /// The position of the first neighbour of each node, and at the end the number of all neighbours.
    first: Vec<u32>,
    ends: Vec<u32>,
}

/// The number of nodes must be below this.
const TOO_MANY: usize = (1 << 30) - 1;

impl Neighbours {
    /// The neighbours in a graph, whose nodes are represented by their indices.
    pub(crate) fn new<G: Graph>(graph: &G) -> Result<Self, HierarchyError> {
        let nodes = node_count(graph)?;
        let mut edges = Vec::new();
        visit_edges(graph, nodes, 0..nodes, |from, to, _| {
            edges.try_reserve(1).map_err(|_| out_of_memory(nodes, edges.len()))?;
            edges.push((from, to));
            Ok(())
        })?;
        Ok(Self::from_edges(nodes, &edges)?)
    }

    /// The neighbours given by edges between nodes with numbers below `nodes`.
    pub(crate) fn from_edges(nodes: usize, edges: &[(u32, u32)]) -> Result<Self, CsrError> {
        let both = || edges.iter().flat_map(|(from, to)| [(*from, *to), (*to, *from)]);
        let both = || both().filter(|(from, to)| from != to);
        let total = u32::try_from(both().count()).map_err(|_| CsrError::TooManyEdges)?;
        let mut ends = filled(nodes, total as usize, 0)?;
        let mut first = filled(nodes, nodes + 1, 0_u32)?;
        for (from, _) in both() {
            first[from as usize + 1] += 1;
        }
        sum_up(&mut first);
        let mut next = filled(nodes, nodes, 0_u32)?;
        next.copy_from_slice(&first[..nodes]);
        for (from, to) in both() {
            let place = &mut next[from as usize];
            ends[*place as usize] = to;
            *place += 1;
        }
        // Rows are sorted, and duplicates removed.
        let mut kept = 0;
        for node in 0..nodes {
            let row = first[node] as usize..first[node + 1] as usize;
            first[node] = number(kept);
            ends[row.clone()].sort_unstable();
            let mut before = None;
            for place in row {
                let end = ends[place];
                if before.replace(end) != Some(end) {
                    ends[kept] = end;
                    kept += 1;
                }
            }
        }
        first[nodes] = number(kept);
        ends.truncate(kept);
        Ok(Neighbours { first, ends })
    }

    /// The position of the first neighbour of each node, and the neighbours.
    pub(super) fn into_lists(self) -> (Vec<u32>, Vec<u32>) {
        (self.first, self.ends)
    }

    pub(crate) fn node_count(&self) -> usize {
        self.first.len() - 1
    }

    #[inline]
    pub(crate) fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.ends[self.first[node] as usize..self.first[node + 1] as usize]
    }
}

/// The number of indices that a graph may have.
pub(crate) fn node_count(graph: &impl Graph) -> Result<usize, HierarchyError> {
    let nodes = graph.index_bound().ok_or(HierarchyError::NoIndices)?;
    if nodes >= TOO_MANY {
        return Err(CsrError::TooManyNodes { nodes }.into());
    }
    Ok(nodes)
}

/// Visits the edges from the nodes with these indices, including loops. `visit` gets the indices of both ends and the
/// cost.
pub(crate) fn visit_edges<G: Graph>(
    graph: &G,
    bound: usize,
    indices: impl IntoIterator<Item = usize>,
    mut visit: impl FnMut(u32, u32, G::Cost) -> Result<(), HierarchyError>,
) -> Result<(), HierarchyError> {
    for from in indices {
        // Indices need not be dense, and a graph may return anything for an index without a node.
        let node = graph.node_at(from).filter(|node| graph.index(node) == Some(from));
        let Some(node) = node.filter(|_| from < bound) else {
            continue;
        };
        for (child, cost) in graph.successors(&node) {
            let to = graph.index(&child).filter(|to| *to < bound);
            let to = to.ok_or(HierarchyError::NoIndex { from, bound })?;
            visit(number(from), number(to), cost)?;
        }
    }
    Ok(())
}

/// Converts the number of a node, an edge or a position, of which there are fewer than 2³².
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the callers have checked how many there are"
)]
pub(crate) fn number(place: usize) -> u32 {
    place as u32
}

/// Replaces each number with the sum up to it.
pub(crate) fn sum_up(counts: &mut [u32]) {
    let mut sum = 0;
    for count in counts {
        sum += *count;
        *count = sum;
    }
}

/// Creates an empty list with capacity for `len` values if there is memory for it. The error includes `nodes`.
pub(crate) fn with_capacity<T>(nodes: usize, len: usize) -> Result<Vec<T>, CsrError> {
    engine::with_capacity(len).ok_or_else(|| out_of_memory(nodes, len))
}

/// Creates a list of `len` equal values, like [`with_capacity`].
pub(crate) fn filled<T: Clone>(nodes: usize, len: usize, value: T) -> Result<Vec<T>, CsrError> {
    engine::filled(value, len).ok_or_else(|| out_of_memory(nodes, len))
}

/// The inverse of a permutation.
pub(crate) fn inverse(numbers: &[u32]) -> Result<Vec<u32>, CsrError> {
    let mut places = filled(numbers.len(), numbers.len(), 0)?;
    for (place, number) in (0..).zip(numbers) {
        places[*number as usize] = place;
    }
    Ok(places)
}

#[cold]
pub(crate) fn out_of_memory(nodes: usize, edges: usize) -> CsrError {
    CsrError::OutOfMemory { nodes, edges }
}

/// The positions of a row.
#[inline]
pub(crate) fn row(first: &[u32], node: u32) -> Range<usize> {
    let node = node as usize;
    match first.get(node..node.saturating_add(2)) {
        Some([begin, end]) => *begin as usize..*end as usize,
        _ => 0..0,
    }
}
