//! [`EdgeMap`]: the edge-based graph and the meaning of its nodes.

use core::fmt;

use astride::graphs::CsrGraph;
use astride::{Cost, Graph, Path};

use super::numbers::number;
use super::{EdgeNumbers, Numbering, Turned, Turns, TurnsError};

/// The meaning of the nodes of a graph returned by [`Turns::to_csr`].
///
/// In that graph, a node of the wrapped graph has three kinds of numbers:
///
/// | number | stands for | its edges |
/// |---|---|---|
/// | [`departure`](Self::departure) | a start | to the edges that begin there, and to the arrival |
/// | [`number`](Self::number), one for each edge | the node at its end | to the next edges, and to the arrival |
/// | [`arrival`](Self::arrival) | a goal, reached from any side | none |
///
/// A path from node to node thus leads from a departure to an arrival. The path costs the same as in the [`Turns`],
/// since an edge to an arrival costs nothing. Edges are numbered first, then departures, then arrivals. Only the
/// cheapest of parallel edges is kept.
///
/// See [`Turns::to_csr`] for an example.
pub struct EdgeMap<'a, G: Graph> {
    places: &'a G,
    numbers: EdgeNumbers<G::Cost>,
}

impl<'a, G: Graph> EdgeMap<'a, G> {
    pub(super) fn of<F, X>(turns: &'a Turns<G, F, X>) -> Result<(CsrGraph<G::Cost>, Self), TurnsError>
    where
        F: Fn(&G::Node, &G::Node, &G::Node) -> G::Cost,
        X: Numbering<G>,
    {
        let (places, numbers) = (&turns.graph, EdgeNumbers::new(&turns.graph)?);
        let map = EdgeMap { places, numbers };
        let row = |node: usize| {
            let onward = map.turned(number(node)).map(|turned| map.onward(turns, node, turned));
            let arrival = (node < map.first_arrival()).then(|| map.numbers.end(node));
            let arrival = arrival.map(|place| (number(map.first_arrival() + place), G::Cost::ZERO));
            onward.into_iter().flatten().chain(arrival)
        };
        let graph = CsrGraph::from_rows((0..map.first_arrival() + map.numbers.node_count()).map(row))?;
        Ok((graph, map))
    }

    /// The numbers of the edges that may follow a node, with their costs after the turn.
    fn onward<F, X>(
        &self,
        turns: &Turns<G, F, X>,
        node: usize,
        turned: Turned<G::Node>,
    ) -> impl Iterator<Item = (u32, G::Cost)>
    where
        F: Fn(&G::Node, &G::Node, &G::Node) -> G::Cost,
        X: Numbering<G>,
    {
        self.numbers.row(self.numbers.end(node)).filter_map(move |next| {
            let edge = self.numbers.edges[next];
            let to = self.places.node_at(edge.to as usize)?;
            let cost = turns.edge_after(turned.from.as_ref(), &turned.at, &to, edge.cost);
            cost.order(&G::Cost::INFINITY).is_ne().then(|| (number(next), cost))
        })
    }

    /// The number of a node as a start, or `None` if the node is not in the graph.
    pub fn departure(&self, node: &G::Node) -> Option<u32> {
        self.number(&Turned::start(node.clone()))
    }

    /// The number of a node as a goal, reached from any side, or `None` if the node is not in the graph.
    pub fn arrival(&self, node: &G::Node) -> Option<u32> {
        let place = self.places.index(node)?;
        (place < self.numbers.node_count()).then(|| number(self.first_arrival() + place))
    }

    /// The number of a [`Turned`], as an edge or as a departure, or `None` if the graph has no such edge or node.
    pub fn number(&self, node: &Turned<G::Node>) -> Option<u32> {
        self.numbers.number(self.places, node).map(number)
    }

    /// The node with this number, or `None` for an arrival.
    pub fn turned(&self, number: u32) -> Option<Turned<G::Node>> {
        let number = number as usize;
        let is_turned = number < self.first_arrival();
        is_turned.then(|| self.numbers.node_at(self.places, number)).flatten()
    }

    /// Translates a path of numbers into a path of nodes, leaving out arrivals.
    pub fn path(&self, path: &Path<u32, G::Cost>) -> Path<G::Node, G::Cost> {
        let nodes = path.nodes.iter().filter_map(|number| self.turned(*number));
        Path {
            nodes: nodes.map(|node| node.at).collect(),
            cost: path.cost,
        }
    }

    fn first_arrival(&self) -> usize {
        self.numbers.edge_count() + self.numbers.node_count()
    }
}

impl<G: Graph> fmt::Debug for EdgeMap<'_, G> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("EdgeMap");
        fields.field("numbers", &self.numbers).finish_non_exhaustive()
    }
}
