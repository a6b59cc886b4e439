//! [`Network`]: places and streets with names.

mod cost;
#[cfg(feature = "csv")]
mod csv;
mod edges;
mod error;
#[cfg(feature = "osm")]
mod osm;
mod part;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::Arc;

pub use cost::RoadCost;
#[cfg(feature = "csv")]
pub use csv::{CsvColumns, CsvError, QuoteFault, Table};
pub use edges::NetworkEdge;
pub use error::NetworkError;
#[cfg(feature = "osm")]
pub use osm::{OsmError, OsmProfile, OsmReport, OsmRoad, SpeedLimits};

use crate::Position;
use crate::position::metres;
use astride::graphs::{CsrError, CsrGraph, ReversibleGraph, UnknownName};
use astride::traits::{Consistency, ReverseHeuristic};
use astride::{KnownGoal, Query, ReverseGraph};
use cost::Scale;
use edges::Shapes;

/// A road network whose places have names, latitudes and longitudes.
///
/// A network has a graph, whose nodes are the places in the given order, and maps from names to nodes and back.
/// [`query`](Self::query) takes the names of a start and a goal, and returns a problem with estimates for A\*. The
/// methods for isochrones and matrices take nodes, which [`node`](Self::node) and [`nodes`](Self::nodes) look up by
/// name.
///
/// | you want | you use |
/// |---|---|
/// | the fastest or the shortest route | [`AStar`](astride::AStar) with [`query`](Self::query) |
/// | alternatives to that route | [`Alternatives`](crate::Alternatives) with [`query`](Self::query) |
/// | an isochrone: the places within a travel time | [`within`](crate::RankedHierarchy::within) with [`node`](Self::node) |
/// | travel times between many places | [`matrix`](crate::RankedHierarchy::matrix) with [`nodes`](Self::nodes) |
///
/// With the feature `csv`, `open_csv` and `read_csv` read a network from two CSV files.
///
/// # Estimates
///
/// Costs may be lengths in any unit, or times. The estimate is the distance on the sphere times the least cost per
/// metre of any street. It therefore never exceeds the cost of a route, even if the lengths of streets are rounded or
/// are shorter than the straight lines between their ends. The estimate is also consistent. With float costs, both
/// properties hold only up to rounding. If a street between different positions costs nothing, all estimates are zero,
/// and [`Landmarks`](astride::search::Landmarks) provide better estimates.
///
/// # Complexity
///
/// Building a network of n places and m streets takes O(n + m) on average, and O(n + m log m) if a street has a name.
/// Computing an estimate takes two square roots and an arc tangent.
///
/// # Example
///
/// ```
/// use astride::AStar;
/// use astride_roads::{Alternatives, ContractionHierarchy, Network, RankedHierarchy};
///
/// let places = [("Sibiu", 45.79, 24.15), ("Fagaras", 45.84, 24.97), ("Pitesti", 44.86, 24.87), ("Bucharest", 44.43, 26.10)];
/// let kilometres = [("Sibiu", "Fagaras", 99_u32), ("Sibiu", "Pitesti", 177), ("Fagaras", "Bucharest", 211),
///     ("Pitesti", "Bucharest", 101)];
/// let roads = Network::new(places, kilometres)?;
///
/// let path = AStar::new(roads.query("Sibiu", "Bucharest")?).find_path()?.expect("a route");
/// assert_eq!((path.cost, roads.names(&path.nodes)), (278, vec!["Sibiu", "Pitesti", "Bucharest"]));
///
/// let mut search = Alternatives::new(roads.query("Sibiu", "Bucharest")?);
/// assert_eq!(roads.names(&search.find_routes()?[1].path.nodes), ["Sibiu", "Fagaras", "Bucharest"]);
///
/// let hierarchy = ContractionHierarchy::prepare(roads.graph())?;
/// let near = hierarchy.within(roads.node("Sibiu")?, 200)?;
/// let near: Vec<_> = near.iter().map(|(node, km)| (roads.name(*node).unwrap(), *km)).collect();
/// assert_eq!(near, [("Sibiu", 0), ("Fagaras", 99), ("Pitesti", 177)]);
///
/// let ends = roads.nodes(["Sibiu", "Bucharest"])?;
/// assert_eq!(hierarchy.matrix(&ends, &ends)?, [[0, 278], [278, 0]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("road network", "street network", "routing", "map"))]
#[derive(Clone)]
pub struct Network<C> {
    places: Places,
    /// The vectors to the places.
    vectors: Vec<[f64; 3]>,
    graph: ReversibleGraph<C>,
    streets: StreetNames,
    shapes: Shapes,
    /// The banned sequences of nodes, sorted.
    bans: Vec<Vec<u32>>,
    scale: Scale,
}

/// The names and positions of places.
#[derive(Clone, Default)]
struct Places {
    names: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
    positions: Vec<Position>,
}

/// The name of the street of each edge.
#[derive(Clone, Default)]
struct StreetNames {
    names: Vec<Arc<str>>,
    /// The name of each edge, or `NONE`. Empty if no street has a name.
    of_edges: Vec<u32>,
}

impl StreetNames {
    /// The name of the street of an edge.
    fn name(&self, edge: usize) -> Option<&str> {
        let name = *self.of_edges.get(edge)?;
        self.names.get(name as usize).map(|name| &**name)
    }
}

/// Stands for the number of a missing name or shape.
const NONE: u32 = u32::MAX;

/// A street between two places, for [`Network::new`]. It leads both ways unless it is [`one_way`](Self::one_way).
///
/// A triple of the names of both ends and the cost can also be used as a street.
///
/// ```
/// use astride_roads::{Network, Street};
///
/// let places = [("station", 52.5251, 13.3694), ("gate", 52.5163, 13.3777)];
/// let minutes = [Street::new("station", "gate", 14_u32).one_way().named("Ebertstraße")];
/// let city = Network::new(places, minutes)?;
/// assert_eq!(city.street(0, 1), Some("Ebertstraße"));
/// assert_eq!(city.street(1, 0), None);
/// # Ok::<(), astride_roads::NetworkError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Street<'text, C> {
    /// The name of the place where the street begins.
    pub from: &'text str,
    /// The name of the place where the street ends.
    pub to: &'text str,
    /// The length or the travel time of the street.
    pub cost: C,
    /// Whether the street leads only from the first place to the second.
    pub is_one_way: bool,
    /// The name of the street, if it has one.
    pub name: Option<&'text str>,
}

impl<'text, C> Street<'text, C> {
    /// Creates a street that leads both ways and has no name.
    pub fn new(from: &'text str, to: &'text str, cost: C) -> Self {
        Street {
            from,
            to,
            cost,
            is_one_way: false,
            name: None,
        }
    }

    /// Makes the street lead only from the first place to the second.
    pub fn one_way(self) -> Self {
        Street {
            is_one_way: true,
            ..self
        }
    }

    /// Sets the name of the street.
    pub fn named(self, name: &'text str) -> Self {
        Street {
            name: Some(name),
            ..self
        }
    }
}

impl<'text, C> From<(&'text str, &'text str, C)> for Street<'text, C> {
    fn from((from, to, cost): (&'text str, &'text str, C)) -> Self {
        Street::new(from, to, cost)
    }
}

impl<C: RoadCost> Network<C> {
    /// Creates a network of places, each with its name, latitude and longitude, and of streets between them.
    ///
    /// # Errors
    ///
    /// [`NetworkError`] if a position is out of range, a name belongs to two places or to none, a cost is invalid,
    /// there are too many places or streets, or memory is exhausted.
    pub fn new<'text, N: AsRef<str>, S: Into<Street<'text, C>>>(
        places: impl IntoIterator<Item = (N, f64, f64)>,
        streets: impl IntoIterator<Item = S>,
    ) -> Result<Self, NetworkError> {
        let mut network = Builder::new();
        for (place, (name, latitude, longitude)) in places.into_iter().enumerate() {
            let name = name.as_ref();
            let position = Position::new(latitude, longitude).map_err(|source| NetworkError::Position {
                place,
                name: name.to_owned(),
                source,
            })?;
            if let Some(first) = network.place(name, position)? {
                let name = name.to_owned();
                return Err(NetworkError::SecondPlace { place, first, name });
            }
        }
        for (number, street) in streets.into_iter().enumerate() {
            let street = street.into();
            let node = |name: &str| {
                network.node(name).ok_or_else(|| NetworkError::UnknownPlace {
                    street: number,
                    name: name.to_owned(),
                })
            };
            let ends = (node(street.from)?, node(street.to)?);
            let cost = valid(street.cost).ok_or_else(|| NetworkError::InvalidCost {
                street: number,
                cost: format!("{:?}", street.cost),
            })?;
            network.street(ends, cost, street.is_one_way, street.name);
        }
        Ok(network.finish()?)
    }

    /// Returns the problem of finding a route between two places, for unidirectional and bidirectional searches, with
    /// estimates for both directions.
    ///
    /// # Errors
    ///
    /// [`UnknownName`] if `start` or `goal` is not the name of a place.
    pub fn query<'network>(
        &'network self,
        start: &str,
        goal: &str,
    ) -> Result<
        impl KnownGoal<Node = u32, Cost = C> + ReverseHeuristic + ReverseGraph + Clone + use<'network, C>,
        UnknownName,
    > {
        let (start, goal) = (self.node(start)?, self.node(goal)?);
        let consistency = if C::IS_EXACT {
            Consistency::BothWays
        } else {
            Consistency::Unknown
        };
        Ok(Query::between(&self.graph, start, goal)
            .with_heuristic(move |node| self.estimate(*node, goal))
            .with_consistency(consistency)
            .with_reverse_heuristic(move |node| self.estimate(start, *node)))
    }

    /// Returns a lower bound on the cost of the cheapest path from one node to another, or 0 if one of them is not in
    /// the network.
    #[doc(alias("heuristic", "haversine"))]
    #[inline]
    pub fn estimate(&self, from: u32, to: u32) -> C {
        match (self.vectors.get(from as usize), self.vectors.get(to as usize)) {
            (Some(from), Some(to)) => self.scale.estimate(*from, *to),
            _ => C::ZERO,
        }
    }

    /// The name of the street along the cheapest edge from one node to another, if there is an edge and it has a name.
    pub fn street(&self, from: u32, to: u32) -> Option<&str> {
        self.edge_between(from, to)?.name()
    }
}

impl<C> Network<C> {
    /// The graph, whose nodes are the places.
    pub fn graph(&self) -> &ReversibleGraph<C> {
        &self.graph
    }

    /// Returns the node of a place.
    ///
    /// # Errors
    ///
    /// [`UnknownName`] if no place has this name.
    pub fn node(&self, name: &str) -> Result<u32, UnknownName> {
        let number = self.places.numbers.get(name).copied();
        number.ok_or_else(|| UnknownName { name: name.to_owned() })
    }

    /// Returns the nodes of several places.
    ///
    /// # Errors
    ///
    /// [`UnknownName`] with the first name that no place has.
    pub fn nodes<N: AsRef<str>>(&self, names: impl IntoIterator<Item = N>) -> Result<Vec<u32>, UnknownName> {
        names.into_iter().map(|name| self.node(name.as_ref())).collect()
    }

    /// The name of a node.
    pub fn name(&self, node: u32) -> Option<&str> {
        self.places.names.get(node as usize).map(|name| &**name)
    }

    /// The names of the nodes of a path. Numbers that no node has are left out.
    pub fn names(&self, nodes: &[u32]) -> Vec<&str> {
        nodes.iter().filter_map(|node| self.name(*node)).collect()
    }

    /// The position of a node.
    pub fn position(&self, node: u32) -> Option<Position> {
        self.places.positions.get(node as usize).copied()
    }

    /// The least cost per metre of any street, measured on the sphere: the factor that converts distances into
    /// [estimates](Self#estimates).
    pub fn least_cost_per_metre(&self) -> f64 {
        self.scale.0
    }
}

impl<C> fmt::Debug for Network<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Network")
            .field("places", &self.places.names.len())
            .field("edges", &self.graph.edge_count())
            .finish_non_exhaustive()
    }
}

/// A network that is being built.
struct Builder<C> {
    places: Places,
    edges: Vec<(u32, u32, C)>,
    /// The names of streets with their numbers.
    names: HashMap<Arc<str>, u32>,
    streets: StreetNames,
    shapes: Shapes,
    bans: Vec<Vec<u32>>,
}

impl<C: RoadCost> Builder<C> {
    fn new() -> Self {
        Builder {
            places: Places::default(),
            edges: Vec::new(),
            names: HashMap::new(),
            streets: StreetNames::default(),
            shapes: Shapes::default(),
            bans: Vec::new(),
        }
    }

    fn node(&self, name: &str) -> Option<u32> {
        self.places.numbers.get(name).copied()
    }

    /// Adds a place, or returns the first place with this name.
    fn place(&mut self, name: &str, position: Position) -> Result<Option<usize>, CsrError> {
        let Places {
            names,
            numbers,
            positions,
        } = &mut self.places;
        let nodes = names.len();
        let number = u32::try_from(nodes).map_err(|_| CsrError::TooManyNodes { nodes })?;
        match numbers.entry(name.into()) {
            Entry::Occupied(first) => Ok(Some(*first.get() as usize)),
            Entry::Vacant(entry) => {
                names.push(Arc::clone(entry.key()));
                entry.insert(number);
                positions.push(position);
                Ok(None)
            }
        }
    }

    /// Adds a street between two nodes, with a valid cost.
    fn street(&mut self, (from, to): (u32, u32), cost: C, is_one_way: bool, name: Option<&str>) {
        let name = name.map_or(NONE, |name| self.street_name(name));
        self.edges.push((from, to, cost));
        self.streets.of_edges.push(name);
        if !is_one_way && from != to {
            self.edges.push((to, from, cost));
            self.streets.of_edges.push(name);
        }
    }

    /// Returns the number of a street's name.
    fn street_name(&mut self, name: &str) -> u32 {
        if let Some(number) = self.names.get(name) {
            return *number;
        }
        // 2³² names do not fit into any memory.
        let number = u32::try_from(self.streets.names.len()).unwrap_or(NONE);
        let name: Arc<str> = name.into();
        self.streets.names.push(Arc::clone(&name));
        self.names.insert(name, number);
        number
    }

    fn finish(self) -> Result<Network<C>, CsrError> {
        let Builder {
            places,
            mut streets,
            mut shapes,
            mut bans,
            ..
        } = self;
        let graph = CsrGraph::from_edge_slice(places.names.len(), &self.edges)?;
        // Sorted like the edges of the graph: by their start, and otherwise in the given order.
        let sorted = |of_edges: Vec<u32>| {
            let starts = self.edges.iter().map(|(from, ..)| *from);
            let mut sorted: Vec<_> = starts.zip(of_edges).collect();
            sorted.sort_by_key(|(from, _)| *from);
            sorted.into_iter().map(|(_, number)| number).collect()
        };
        streets.of_edges = if streets.names.is_empty() {
            Vec::new()
        } else {
            sorted(streets.of_edges)
        };
        shapes.of_edges = sorted(shapes.of_edges);
        bans.sort_unstable();
        bans.dedup();
        let vectors: Vec<_> = places.positions.iter().map(|position| position.vector()).collect();
        let vector = |node: u32| vectors[node as usize];
        let scale = Scale::new(graph.iter().map(|(from, to, cost)| (vector(from), vector(to), cost)));
        Ok(Network {
            places,
            vectors,
            graph: graph.reversible()?,
            streets,
            shapes,
            bans,
            scale,
        })
    }
}

/// The cost of an edge, if it is finite and not negative. A float's minus zero becomes plain zero.
fn valid<C: RoadCost>(cost: C) -> Option<C> {
    C::ZERO.plus(cost).filter(|cost| !cost.is_less(&C::ZERO))
}
