//! [`RouteQuery`]: routes between places on edges.

mod arc;
mod edge_position;
#[cfg(feature = "nearest")]
mod street_index;

use core::fmt;

use astride::problem::{VirtualEnds, VirtualNode};
use astride::traits::ReverseHeuristic;
use astride::{Graph, KnownGoal, Path, Query, ReverseGraph};

use crate::{Network, NetworkEdge, Position, RoadCost};
pub use edge_position::{EdgePosition, RouteError};
use edge_position::{cost_before, part};
#[cfg(feature = "nearest")]
pub use street_index::{NearestStreet, StreetIndex};

/// The problem of finding a route from one place on an edge to another.
///
/// A route begins on one of several edges, and follows it in its direction. It ends on one of several edges, which it
/// enters where that edge begins. If the start and the goal are on the same edge, in this order, the route may be the
/// part between them. A route from one of these places to one that lies before it on the same edge leaves the edge, and
/// comes back to it.
///
/// A place on a street that leads both ways is on two edges, so a query usually has two starts and two goals, as
/// `StreetIndex::nearest` returns them (feature `nearest`). Pass only one of them if a vehicle heads in a known
/// direction.
///
/// | search | call |
/// |---|---|
/// | A\*, also bidirectional, with estimates by the distance on the sphere | [`AStar::new(query.guided())`](Self::guided) |
/// | Dijkstra's algorithm, also bidirectional | [`Dijkstra::new(query.over(roads.graph()))`](Self::over) |
/// | a hierarchy | [`HierarchySearch::new(query.over(&hierarchy))`](Self::over) |
/// | turn costs, banned turns | `Turns::between_edges` of the crate `astride-labels`, with [`start_edges`](Self::start_edges), [`goal_edges`](Self::goal_edges) and [`direct_cost`](Self::direct_cost) |
///
/// # Costs of parts
///
/// The part of an edge before a place costs the same fraction of the edge's cost, rounded down, and the part after the
/// place costs the rest. Between two places on an edge, the cost is the difference of those before them. So with
/// integers, the parts of an edge always add up to its cost, and no part differs from its exact share by one unit or
/// more. With floats, both hold up to rounding.
///
/// # Complexity
///
/// Creating a query takes O(s · g + (s + g) log n) for s starts, g goals and n nodes, and returning a route O(k + p)
/// for k nodes and p positions along it.
///
/// # Example
///
/// ```
/// use astride::{AStar, Dijkstra};
/// use astride_roads::{EdgePosition, Network, RouteQuery, Street};
///
/// let places = [("West", 50.0, 8.00), ("Centre", 50.0, 8.01), ("East", 50.0, 8.02)];
/// let seconds = [Street::new("West", "Centre", 60_u32), Street::new("Centre", "East", 100).one_way()];
/// let roads = Network::new(places, seconds)?;
///
/// // The first street is edge 0 and, in the opposite direction, edge 1. The second is edge 2.
/// let house = [EdgePosition::new(0, 0.25), EdgePosition::new(1, 0.75)];
/// let shop = [EdgePosition::new(2, 0.5)];
/// let query = RouteQuery::new(&roads, house, shop)?;
/// let path = AStar::new(query.guided()).find_path()?.expect("a route");
/// let route = query.route(&path).expect("a path of this query");
/// assert_eq!((route.cost, route.nodes), (45 + 50, vec![roads.node("Centre")?]));
/// let longitudes: Vec<_> = route.shape.iter().map(|position| format!("{:.4}", position.longitude())).collect();
/// assert_eq!(longitudes, ["8.0025", "8.0100", "8.0150"]);
///
/// // There is no way back along the one-way street.
/// let back = RouteQuery::new(&roads, shop, house)?;
/// assert_eq!(Dijkstra::new(back.over(roads.graph())).find_path()?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("phantom node", "withPoints", "snap"))]
#[derive(Clone)]
pub struct RouteQuery<'network, C> {
    network: &'network Network<C>,
    starts: Vec<End<'network, C>>,
    goals: Vec<End<'network, C>>,
    /// The start and the goal of the cheapest route along a single edge.
    direct: Option<(End<'network, C>, End<'network, C>)>,
}

/// A start or a goal on an edge.
#[derive(Clone, Copy)]
struct End<'network, C> {
    edge: NetworkEdge<'network, C>,
    fraction: f64,
    /// The cost of the part of the edge before the place.
    before: C,
}

impl<C: RoadCost> End<'_, C> {
    fn place(&self) -> EdgePosition {
        EdgePosition::new(self.edge.number(), self.fraction)
    }

    /// The cost of the part of the edge after the place.
    fn after(&self) -> C {
        self.edge.cost().minus(self.before)
    }

    /// The positions along a part of the edge.
    fn part(&self, from: f64, to: f64) -> Vec<Position> {
        let line: Vec<_> = self.edge.shape().collect();
        part(&line, from, to)
    }
}

/// A route between two places on edges, found by [`RouteQuery`].
#[derive(Clone, Debug, PartialEq)]
pub struct Route<C> {
    /// The start that the route uses.
    pub start: EdgePosition,
    /// The goal that the route uses.
    pub goal: EdgePosition,
    /// The nodes on the way. Empty if the route is a part of a single edge.
    pub nodes: Vec<u32>,
    /// The cost of the whole route.
    pub cost: C,
    /// The positions along the route, for drawing: from the start to the goal, with all bends of the edges.
    pub shape: Vec<Position>,
}

impl<'network, C: RoadCost> RouteQuery<'network, C> {
    /// Creates a query between places on the edges of a network.
    ///
    /// Without a start or a goal, there is no route.
    ///
    /// # Errors
    ///
    /// [`RouteError`] if there is no such edge, or if a fraction is not between 0 and 1.
    pub fn new<S: Into<EdgePosition>, G: Into<EdgePosition>>(
        network: &'network Network<C>,
        starts: impl IntoIterator<Item = S>,
        goals: impl IntoIterator<Item = G>,
    ) -> Result<Self, RouteError> {
        let end = |place: EdgePosition| {
            let edge = network.edge_of(place)?;
            Ok(End {
                edge,
                fraction: place.fraction,
                before: cost_before(edge.cost(), place.fraction),
            })
        };
        let starts: Vec<_> = starts
            .into_iter()
            .map(|start| end(start.into()))
            .collect::<Result<_, _>>()?;
        let goals: Vec<_> = goals
            .into_iter()
            .map(|goal| end(goal.into()))
            .collect::<Result<_, _>>()?;
        let pairs = starts
            .iter()
            .flat_map(|start| goals.iter().map(move |goal| (*start, *goal)));
        let along =
            pairs.filter(|(start, goal)| start.edge.number() == goal.edge.number() && start.fraction <= goal.fraction);
        let cost = |(start, goal): &(End<'_, C>, End<'_, C>)| goal.before.minus(start.before);
        let direct = along.min_by(|one, other| cost(one).order(&cost(other)));
        Ok(RouteQuery {
            network,
            starts,
            goals,
            direct,
        })
    }

    /// The edges on which routes begin: the node before the start, the node after it, and the cost of the way to the
    /// latter.
    pub fn start_edges(&self) -> impl Iterator<Item = (u32, u32, C)> + Clone {
        let starts = self.starts.iter();
        starts.map(|start| (start.edge.from(), start.edge.to(), start.after()))
    }

    /// The edges on which routes end: the node before the goal, the node after it, and the cost of the way from the
    /// former.
    pub fn goal_edges(&self) -> impl Iterator<Item = (u32, u32, C)> + Clone {
        let goals = self.goals.iter();
        goals.map(|goal| (goal.edge.from(), goal.edge.to(), goal.before))
    }

    /// The cost of the cheapest route that does not leave an edge, or [`Cost::INFINITY`](astride::Cost::INFINITY) if
    /// there is none.
    pub fn direct_cost(&self) -> C {
        let cost = |(start, goal): &(End<'_, C>, End<'_, C>)| goal.before.minus(start.before);
        self.direct.as_ref().map_or(C::INFINITY, cost)
    }

    /// Returns the problem of finding the route in a graph or a hierarchy with the same nodes as
    /// [`Network::graph`].
    ///
    /// The costs of the parts of edges are always those of the network. If the graph has other costs, for example
    /// because of traffic, use a network with these costs.
    pub fn over<G: Graph<Node = u32, Cost = C>>(&self, graph: G) -> VirtualEnds<G> {
        let starts = self.start_edges().map(|(_, to, cost)| (to, cost));
        let goals = self.goal_edges().map(|(from, _, cost)| (from, cost));
        VirtualEnds::new(graph, starts, goals).with_direct_cost(self.direct_cost())
    }

    /// Returns the problem of finding the route in the network, with [estimates](Network#estimates) for both
    /// directions, as [`Network::query`] returns for places.
    pub fn guided(
        &self,
    ) -> impl KnownGoal<Node = VirtualNode<u32>, Cost = C> + ReverseHeuristic + ReverseGraph + Clone + use<'network, C>
    {
        let network = self.network;
        // The ends of this query are ignored.
        let graph = Query::between(network.graph(), 0, 0)
            .with_heuristic_between(|from: &u32, to: &u32| network.estimate(*from, *to));
        self.over(graph)
    }

    /// Returns the route of a path that a search of this query has found, or `None` if the path does not lead from a
    /// start to a goal of this query.
    pub fn route(&self, path: &Path<VirtualNode<u32>, C>) -> Option<Route<C>> {
        let nodes: Vec<_> = path.iter().filter_map(VirtualNode::real).copied().collect();
        self.route_with(&nodes, path.cost, |_| C::ZERO)
    }

    /// Returns the route along the nodes of a path, as [`route`](Self::route) does, for searches with turns or other
    /// costs that depend on more than one edge.
    ///
    /// `nodes` are the nodes of the path, and may be empty. If several starts or goals are possible, the one with the
    /// least cost is chosen. `extra` returns what a path along the given nodes costs in addition to its edges, or
    /// [`Cost::INFINITY`](astride::Cost::INFINITY) if it is not allowed. It gets `nodes`, with the node before the
    /// start in front of them and the node after the goal behind them.
    pub fn route_with(&self, nodes: &[u32], cost: C, extra: impl Fn(&[u32]) -> C) -> Option<Route<C>> {
        let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else {
            let (start, goal) = self.direct?;
            return Some(Route {
                start: start.place(),
                goal: goal.place(),
                nodes: Vec::new(),
                cost,
                shape: start.part(start.fraction, goal.fraction),
            });
        };
        let starts = self.starts.iter().filter(|start| start.edge.to() == *first);
        let pairs = starts.flat_map(|start| {
            let goals = self.goals.iter().filter(|goal| goal.edge.from() == *last);
            goals.map(move |goal| (start, goal))
        });
        let mut along = vec![0];
        along.extend(nodes);
        along.push(0);
        let end = along.len() - 1;
        let costs = pairs.filter_map(|(start, goal)| {
            (along[0], along[end]) = (start.edge.from(), goal.edge.to());
            let sum = start.after().plus(goal.before)?.plus(extra(&along))?;
            Some((start, goal, sum))
        });
        let (start, goal, _) = costs.min_by(|(.., one), (.., other)| one.order(other))?;
        let mut shape = start.part(start.fraction, 1.0);
        shape.extend(self.network.shape(nodes));
        shape.extend(goal.part(0.0, goal.fraction));
        shape.dedup();
        Some(Route {
            start: start.place(),
            goal: goal.place(),
            nodes: nodes.to_vec(),
            cost,
            shape,
        })
    }
}

impl<C: RoadCost> fmt::Debug for RouteQuery<'_, C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = |ends: &[End<'_, C>]| ends.iter().map(End::place).collect::<Vec<_>>();
        formatter
            .debug_struct("RouteQuery")
            .field("starts", &places(&self.starts))
            .field("goals", &places(&self.goals))
            .finish_non_exhaustive()
    }
}
