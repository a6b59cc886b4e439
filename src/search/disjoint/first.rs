//! [`FirstPath`]: the cheapest path, on which a second search may go back.

use alloc::vec::Vec;

use crate::{Cost, Graph};

/// The cheapest path.
#[derive(Clone, Debug)]
pub(super) struct FirstPath<N> {
    pub(super) stops: Vec<Stop<N>>,
    /// The ids of the nodes in the first search, in order, each with its place on the path.
    places: Vec<(u32, usize)>,
}

/// A node of the cheapest path.
#[derive(Clone, Debug)]
pub(super) struct Stop<N> {
    pub(super) node: N,
    /// Whether both paths may come here.
    pub(super) is_shared: bool,
}

impl<N> FirstPath<N> {
    pub(super) const fn new() -> Self {
        FirstPath {
            stops: Vec::new(),
            places: Vec::new(),
        }
    }

    pub(super) fn is_known(&self) -> bool {
        !self.stops.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.stops.clear();
        self.places.clear();
    }

    /// Enters the nodes of the path with their ids.
    pub(super) fn set(&mut self, stops: Vec<Stop<N>>, ids: &[u32]) {
        self.stops = stops;
        self.places.extend(ids.iter().copied().zip(0..));
        self.places.sort_unstable();
    }

    /// The place on the path of the node with this id.
    #[inline]
    pub(super) fn place(&self, id: u32) -> Option<usize> {
        let found = self.places.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(self.places[found].1)
    }

    /// The path's edge from its node at `place`: the position among the successors, and the cost.
    pub(super) fn edge<G: Graph<Node = N>>(&self, graph: &G, place: usize) -> Option<(usize, G::Cost)>
    where
        N: PartialEq,
    {
        let (from, to) = (self.stops.get(place)?, self.stops.get(place + 1)?);
        cheapest_edge(graph, &from.node, &to.node, None)
    }
}

/// The cheapest edge between two nodes, except for that of one successor: the position among the successors, and the
/// cost.
pub(super) fn cheapest_edge<G: Graph>(
    graph: &G,
    from: &G::Node,
    to: &G::Node,
    except: Option<usize>,
) -> Option<(usize, G::Cost)> {
    let edges = graph.successors(from).enumerate();
    let edges = edges.filter(|(place, (node, _))| node == to && Some(*place) != except);
    edges
        .map(|(place, (_, edge))| (place, edge))
        .min_by(|(_, one), (_, other)| one.order(other))
}
