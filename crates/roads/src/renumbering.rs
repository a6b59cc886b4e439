//! [`Renumbering`]: new numbers for the nodes of a graph, such that neighbours are close together in memory.

use alloc::vec::Vec;

use crate::Coordinates;
use astride::Cost;
use astride::graphs::{CsrError, CsrGraph};

/// New numbers for the nodes of a [`CsrGraph`], such that neighbours are close together in memory.
///
/// A search on a large graph mostly waits for memory. If the numbers of neighbours are close together, many of the
/// search's reads hit the processor's cache. The time saved depends on the original numbers: see the benchmarks.
///
/// [`graph`](Self::graph) returns the graph with the new numbers, and [`coordinates`](Self::coordinates) the
/// coordinates of its nodes. [`number`](Self::number) maps the original number of a node to the new one, and
/// [`original`](Self::original) maps it back.
///
/// ```
/// use astride::graphs::{CsrError, CsrGraph};
/// use astride_roads::{Coordinates, Renumbering};
/// use astride::{AStar, Query, Status};
///
/// let graph = CsrGraph::undirected(4, [(0, 3, 5_u32), (3, 1, 6), (0, 2, 50)])?;
/// let places = Coordinates::new(vec![(0, 0), (6, 8), (-50, 0), (3, 4)]);
///
/// let numbers = Renumbering::along_curve(&graph, &places);
/// let (graph, places) = (numbers.graph(&graph)?, numbers.coordinates(&places));
///
/// let (start, goal) = (numbers.number(0), numbers.number(1));
/// let query = Query::new(&graph, start, |node| *node == goal)
///     .with_heuristic(|node| places.floor_distance(*node, goal));
/// let mut search = AStar::new(query);
/// assert_eq!(search.run(), Status::Found);
/// let path: Vec<u32> = search.path().unwrap().nodes.into_iter().map(|node| numbers.original(node)).collect();
/// assert_eq!(path, [0, 3, 1]);
/// # Ok::<(), CsrError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renumbering {
    /// The original number of each new one.
    originals: Vec<u32>,
    /// The new number of each original one.
    numbers: Vec<u32>,
}

impl Renumbering {
    /// Numbers nodes along a Hilbert curve, which visits all places and keeps neighbours close together. Nodes without
    /// coordinates come last. O(n log n) for n nodes.
    ///
    /// D. Hilbert: Über die stetige Abbildung einer Linie auf ein Flächenstück. Mathematische Annalen 38, 1891.
    pub fn along_curve<C>(graph: &CsrGraph<C>, places: &Coordinates<i32>) -> Self {
        let least = places
            .as_slice()
            .iter()
            .copied()
            .reduce(|(x, y), place| (x.min(place.0), y.min(place.1)));
        let (left, bottom) = least.unwrap_or_default();
        let along = |(x, y): (i32, i32)| hilbert(x.abs_diff(left), y.abs_diff(bottom));
        let mut nodes: Vec<(Option<u64>, u32)> =
            graph.nodes().map(|node| (places.get(node).map(along), node)).collect();
        nodes.sort_unstable_by_key(|(place, node)| (place.is_none(), *place, *node));
        Self::from_order(nodes.into_iter().map(|(_, node)| node).collect())
    }

    /// Numbers nodes in the order of a depth-first search from node 0, then from the next node that it has not reached,
    /// and so on. Numbers are thus consecutive along a road. Use it for graphs without coordinates. O(n + m) for n
    /// nodes and m edges.
    pub fn depth_first<C>(graph: &CsrGraph<C>) -> Self {
        let mut is_reached = alloc::vec![false; graph.node_count()];
        let mut order = Vec::with_capacity(graph.node_count());
        let mut waiting = Vec::new();
        for start in graph.nodes() {
            waiting.push(start);
            while let Some(node) = waiting.pop() {
                if core::mem::replace(&mut is_reached[node as usize], true) {
                    continue;
                }
                order.push(node);
                let targets = graph.edges(node).iter().map(|(target, _)| *target);
                waiting.extend(targets.filter(|target| !is_reached[*target as usize]));
            }
        }
        Self::from_order(order)
    }

    /// `originals` has each node once.
    fn from_order(originals: Vec<u32>) -> Self {
        let mut numbers = alloc::vec![0; originals.len()];
        for (number, original) in (0..).zip(&originals) {
            numbers[*original as usize] = number;
        }
        Renumbering { originals, numbers }
    }

    /// The new number of a node. A node that is not in the graph keeps its number.
    #[inline]
    pub fn number(&self, original: u32) -> u32 {
        self.numbers.get(original as usize).copied().unwrap_or(original)
    }

    /// The original number of a node, given the new one.
    #[inline]
    pub fn original(&self, number: u32) -> u32 {
        self.originals.get(number as usize).copied().unwrap_or(number)
    }

    /// The graph with the new numbers. The edges of a node keep their order. O(n + m) for n nodes and m edges.
    ///
    /// # Errors
    ///
    /// [`CsrError::OutOfMemory`] if memory is exhausted.
    pub fn graph<C: Cost>(&self, graph: &CsrGraph<C>) -> Result<CsrGraph<C>, CsrError> {
        let nodes = self.originals.len().max(graph.node_count());
        CsrGraph::from_rows((0..).take(nodes).map(|number| {
            let edges = graph.edges(self.original(number)).iter();
            edges.map(|(target, cost)| (self.number(*target), *cost))
        }))
    }

    /// The coordinates in the order of the new numbers. The list ends before the first node without coordinates, and
    /// coordinates beyond the last node are left out.
    pub fn coordinates<T: Copy>(&self, places: &Coordinates<T>) -> Coordinates<T> {
        self.originals
            .iter()
            .map_while(|original| places.get(*original))
            .collect()
    }
}

/// The position of a place along a Hilbert curve through all pairs of `u32`.
fn hilbert(mut x: u32, mut y: u32) -> u64 {
    let mut distance = 0;
    for bit in (0..u32::BITS).rev() {
        let (right, top) = (x >> bit & 1, y >> bit & 1);
        distance = distance << 2 | u64::from((3 * right) ^ top);
        // In each quadrant, the curve is rotated such that its ends meet those of the next.
        if top == 0 {
            if right == 1 {
                (x, y) = (!x, !y);
            }
            (x, y) = (y, x);
        }
    }
    distance
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_curve_goes_from_cell_to_neighbour() {
        const SIDE: u32 = 64;
        let mut cells: Vec<(u32, u32)> = (0..SIDE * SIDE).map(|cell| (cell % SIDE, cell / SIDE)).collect();
        cells.sort_by_key(|(x, y)| hilbert(*x, *y));
        for pair in cells.windows(2) {
            let [(x, y), (next_x, next_y)] = [pair[0], pair[1]];
            assert_eq!(x.abs_diff(next_x) + y.abs_diff(next_y), 1, "{pair:?}");
        }
        assert_eq!(hilbert(u32::MAX, 0).max(hilbert(0, u32::MAX)), u64::MAX);
    }

    proptest! {
        #[test]
        fn the_graph_is_the_same_under_other_numbers(
            nodes in 1_u32..30,
            edges in prop::collection::vec((0..30_u32, 0..30_u32, any::<u32>()), 0..60),
            places in prop::collection::vec(any::<(i32, i32)>(), 0..40),
        ) {
            let edges: Vec<_> = edges.into_iter().map(|(from, to, cost)| (from % nodes, to % nodes, cost)).collect();
            let graph = CsrGraph::from_edges(nodes as usize, edges).unwrap();
            let places = Coordinates::new(places);
            for numbers in [Renumbering::depth_first(&graph), Renumbering::along_curve(&graph, &places)] {
                let renumbered = numbers.graph(&graph).unwrap();
                prop_assert_eq!(renumbered.node_count(), graph.node_count());
                prop_assert_eq!(renumbered.edge_count(), graph.edge_count());
                for node in graph.nodes() {
                    let number = numbers.number(node);
                    prop_assert_eq!(numbers.original(number), node);
                    let edges = renumbered.edges(number).iter().map(|(to, cost)| (numbers.original(*to), *cost));
                    prop_assert_eq!(edges.collect::<Vec<_>>(), graph.edges(node));
                }
                prop_assert_eq!(numbers.number(nodes), nodes);
                prop_assert_eq!(numbers.original(u32::MAX), u32::MAX);
            }
            let numbers = Renumbering::along_curve(&graph, &places);
            let moved = numbers.coordinates(&places);
            for node in graph.nodes() {
                prop_assert_eq!(moved.get(numbers.number(node)), places.get(node));
            }
        }

        #[test]
        fn a_renumbering_of_another_graph_does_no_harm(nodes in 0..9_usize, others in 0..9_usize) {
            let graph = |nodes: usize| {
                let last = u32::try_from(nodes).unwrap().saturating_sub(1);
                CsrGraph::from_edges(nodes, (0..last).map(|node| (node, last - node, 1_u32))).unwrap()
            };
            let renumbered = Renumbering::depth_first(&graph(others)).graph(&graph(nodes)).unwrap();
            prop_assert_eq!(renumbered.node_count(), nodes.max(others));
            prop_assert_eq!(renumbered.edge_count(), nodes.saturating_sub(1));
        }
    }
}
