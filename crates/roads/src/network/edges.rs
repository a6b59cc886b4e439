//! [`NetworkEdge`]: an edge of a network with its street and its shape. [`Shapes`]: the positions along all edges.

use core::iter::once;

use super::cost::Scale;
use super::{NONE, Network, NetworkError, RoadCost};
use crate::Position;
use crate::position::metres;
#[cfg(feature = "osm")]
use astride::graphs::CsrError;
use astride::graphs::CsrGraph;

/// A directed edge of a [`Network`]: one direction of a street, or of a part of a street.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkEdge<'network, C> {
    number: usize,
    ends: [u32; 2],
    positions: [Position; 2],
    cost: C,
    name: Option<&'network str>,
    /// The positions between the ends.
    between: &'network [Position],
    /// Whether `between` begins at the edge's end.
    is_reversed: bool,
}

impl<'network, C: RoadCost> NetworkEdge<'network, C> {
    /// The number of the edge in [`Network::graph`], as
    /// [`edge_numbers`](astride::graphs::CsrGraph::edge_numbers) counts.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The node where the edge begins.
    pub fn from(&self) -> u32 {
        self.ends[0]
    }

    /// The node where the edge ends.
    pub fn to(&self) -> u32 {
        self.ends[1]
    }

    /// The cost of the edge.
    pub fn cost(&self) -> C {
        self.cost
    }

    /// The name of the street, if it has one.
    pub fn name(&self) -> Option<&'network str> {
        self.name
    }

    /// The positions along the edge, in the direction of travel and including both ends: at least two. The edge is
    /// straight between one position and the next.
    ///
    /// The edge in the opposite direction of a street has the same positions in reverse order.
    #[doc(alias("geometry", "polyline", "linestring"))]
    pub fn shape(&self) -> impl DoubleEndedIterator<Item = Position> + Clone + use<'network, C> {
        let (between, is_reversed) = (self.between, self.is_reversed);
        let [start, end] = self.positions;
        let middle = (0..between.len()).map(move |place| {
            let place = if is_reversed { between.len() - 1 - place } else { place };
            between[place]
        });
        once(start).chain(middle).chain(once(end))
    }

    /// The length of the [shape](Self::shape) in metres, measured on the sphere like [`Position::metres_to`].
    pub fn metres(&self) -> f64 {
        // Summed in the order of the stored positions, so that both directions of a street have the same length.
        let [start, end] = self.positions;
        let (first, last) = if self.is_reversed { (end, start) } else { (start, end) };
        length(once(first).chain(self.between.iter().copied()).chain(once(last)))
    }
}

/// The length of the line through some positions, in metres.
pub(super) fn length(line: impl Iterator<Item = Position>) -> f64 {
    let mut vectors = line.map(Position::vector);
    let Some(mut last) = vectors.next() else { return 0.0 };
    vectors.fold(0.0, |sum, vector| {
        let sum = sum + metres(last, vector);
        last = vector;
        sum
    })
}

impl<C: RoadCost> Network<C> {
    /// All edges, in the order of their numbers, which begin at 0 and have no gaps.
    ///
    /// ```
    /// use astride_roads::{Network, Street};
    ///
    /// let places = [("station", 52.5251, 13.3694), ("gate", 52.5163, 13.3777)];
    /// let city = Network::new(places, [Street::new("station", "gate", 14_u32).named("Ebertstraße")])?;
    /// let ends: Vec<_> = city.edges().map(|edge| (edge.number(), edge.from(), edge.to())).collect();
    /// assert_eq!(ends, [(0, 0, 1), (1, 1, 0)]);
    ///
    /// let edge = city.edges().next().unwrap();
    /// assert_eq!((edge.cost(), edge.name(), edge.metres().round()), (14, Some("Ebertstraße"), 1128.0));
    /// assert_eq!(edge.shape().collect::<Vec<_>>(), [city.position(0).unwrap(), city.position(1).unwrap()]);
    /// # Ok::<(), astride_roads::NetworkError>(())
    /// ```
    pub fn edges(&self) -> impl Iterator<Item = NetworkEdge<'_, C>> {
        let from = |from| self.graph.edge_numbers(from).map(move |number| (from, number));
        let numbers = self.graph.nodes().flat_map(from);
        numbers.filter_map(|(from, number)| self.edge_from(from, number))
    }

    /// Returns the edge with this number, or `None` if there is no such edge.
    ///
    /// # Complexity
    ///
    /// O(log n) for n nodes, to find the start of the edge.
    pub fn edge(&self, number: usize) -> Option<NetworkEdge<'_, C>> {
        let (mut from, mut behind) = (0, self.graph.nodes().end);
        // The edge belongs to the last node whose edges begin at this number or before.
        while behind - from > 1 {
            let middle = from + (behind - from) / 2;
            if self.graph.edge_numbers(middle).start <= number {
                from = middle;
            } else {
                behind = middle;
            }
        }
        self.edge_from(from, number)
    }

    /// Returns the cheapest edge from one node to another, or `None` if no edge joins them.
    ///
    /// In a network that was read from a map, there are no two edges from the same node to the same node.
    pub fn edge_between(&self, from: u32, to: u32) -> Option<NetworkEdge<'_, C>> {
        let edges = self.graph.edge_numbers(from).zip(self.graph.edges(from));
        let between = edges.filter(|(_, (end, _))| *end == to);
        let (number, _) = between.min_by(|(_, (_, left)), (_, (_, right))| left.order(right))?;
        self.edge_from(from, number)
    }

    /// Returns the positions along a path, given its nodes: the [shapes](NetworkEdge::shape) of the cheapest edges
    /// between them. Where no edge joins two nodes, the line between them is straight. Numbers that no node has are
    /// left out.
    pub fn shape(&self, nodes: &[u32]) -> Vec<Position> {
        let first = nodes.first().and_then(|node| self.position(*node));
        let rest = nodes.windows(2).flat_map(|pair| {
            let edge = self.edge_between(pair[0], pair[1]);
            let end = if edge.is_none() { self.position(pair[1]) } else { None };
            edge.into_iter().flat_map(|edge| edge.shape().skip(1)).chain(end)
        });
        first.into_iter().chain(rest).collect()
    }

    /// Returns the same network with the [lengths](NetworkEdge::metres) of its edges as costs, in centimetres and
    /// rounded up. Nodes, edges and their numbers are the same.
    ///
    /// # Errors
    ///
    /// [`NetworkError::InvalidCost`] with the number of an edge that is longer than 42,949 km, and
    /// [`NetworkError::Graph`] if memory is exhausted.
    ///
    /// # Complexity
    ///
    /// O(n + m) for n nodes and m positions along edges.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_roads::Network;
    ///
    /// let places = [("station", 52.5251, 13.3694), ("gate", 52.5163, 13.3777)];
    /// let minutes = Network::new(places, [("station", "gate", 14_u32)])?;
    /// let centimetres = minutes.lengths()?;
    /// assert_eq!(centimetres.edge_between(0, 1).unwrap().cost(), 112_822);
    /// # Ok::<(), astride_roads::NetworkError>(())
    /// ```
    pub fn lengths(&self) -> Result<Network<u32>, NetworkError> {
        let mut edges = Vec::with_capacity(self.graph.edge_count());
        for edge in self.edges() {
            let centimetres = (100.0 * edge.metres()).ceil();
            if centimetres >= f64::from(u32::MAX) {
                return Err(NetworkError::InvalidCost {
                    street: edge.number,
                    cost: format!("{centimetres} centimetres"),
                });
            }
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the value is checked"
            )]
            edges.push((edge.from(), edge.to(), centimetres as u32));
        }
        let graph = CsrGraph::from_edge_slice(self.graph.node_count(), &edges)?;
        let vector = |node: u32| self.vectors[node as usize];
        let ends = graph.iter().map(|(from, to, cost)| (vector(from), vector(to), cost));
        Ok(Network {
            scale: Scale::new(ends),
            graph: graph.reversible()?,
            places: self.places.clone(),
            vectors: self.vectors.clone(),
            streets: self.streets.clone(),
            shapes: self.shapes.clone(),
            bans: self.bans.clone(),
        })
    }

    fn edge_from(&self, from: u32, number: usize) -> Option<NetworkEdge<'_, C>> {
        let (to, cost) = *self.graph.edge(number)?;
        let (between, is_reversed) = self.shapes.of(number);
        Some(NetworkEdge {
            number,
            ends: [from, to],
            positions: [self.position(from)?, self.position(to)?],
            cost,
            name: self.streets.name(number),
            between,
            is_reversed,
        })
    }
}

impl<C> Network<C> {
    /// The banned sequences of nodes, such as turn restrictions: a path must not contain any of them as consecutive
    /// nodes. Each has at least three nodes. A ban of three nodes forbids the turn from one edge to the next, and a
    /// longer one forbids all of its edges together in this order.
    ///
    /// The sequences are sorted, and none occurs twice. A network has bans only if it was read from a map.
    #[doc(alias("turn restriction", "no_left_turn", "via way"))]
    pub fn bans(&self) -> &[Vec<u32>] {
        &self.bans
    }

    /// Whether the turn at a node from one edge to the next is banned, given the nodes before and after. Longer
    /// [bans](Self::bans) are not considered.
    ///
    /// This method has the shape of the closure that `Turns` of the crate `astride-labels` needs:
    ///
    /// ```
    /// # use astride_roads::{Network, NetworkError};
    /// # let roads = Network::new([("A", 50.0, 8.0)], [("A", "A", 1_u32)])?;
    /// let turn = |from: &u32, at: &u32, to: &u32| if roads.is_banned(*from, *at, *to) { u32::MAX } else { 0 };
    /// // Turns::new(roads.graph(), turn)
    /// # assert_eq!(turn(&0, &0, &0), 0);
    /// # Ok::<(), NetworkError>(())
    /// ```
    pub fn is_banned(&self, from: u32, at: u32, to: u32) -> bool {
        let turn = [from, at, to];
        self.bans.binary_search_by(|ban| ban.as_slice().cmp(&turn)).is_ok()
    }
}

/// The positions along the edges, without the ends. The two directions of a street share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    positions: Vec<Position>,
    /// Where the positions of each shape end. Those of the next shape follow.
    ends: Vec<usize>,
    /// Twice the number of each edge's shape, plus 1 if the edge is reversed, or `NONE` if the edge is straight. Empty
    /// if all edges are straight.
    pub(super) of_edges: Vec<u32>,
}

impl Shapes {
    /// Adds the positions between two ends. Returns the number of the shape, or `NONE` if there are no positions.
    #[cfg(feature = "osm")]
    pub(super) fn add(&mut self, between: &[Position]) -> Result<u32, CsrError> {
        if between.is_empty() {
            return Ok(NONE);
        }
        let number = u32::try_from(self.ends.len()).ok();
        // There is a bit for the direction of an edge.
        let number = number.filter(|number| *number < NONE / 2);
        self.positions.extend(between);
        self.ends.push(self.positions.len());
        number.ok_or(CsrError::TooManyEdges)
    }

    /// The positions between the ends of an edge, and whether they are in reverse order.
    fn of(&self, edge: usize) -> (&[Position], bool) {
        let shape = self.of_edges.get(edge).copied().unwrap_or(NONE);
        let number = (shape / 2) as usize;
        let (Some(end), true) = (self.ends.get(number), shape != NONE) else {
            return (&[], false);
        };
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        (&self.positions[begin..*end], shape % 2 == 1)
    }
}
