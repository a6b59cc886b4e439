//! [`Turns`]: turn costs and turn restrictions over any graph.

mod edge_map;
mod error;
mod node;
mod numbers;

use alloc::vec::Vec;
use core::fmt;
use core::iter::once;

pub use edge_map::EdgeMap;
pub use error::TurnsError;
pub use node::Turned;
pub use numbers::EdgeNumbers;

use astride::graphs::CsrGraph;
use astride::problem::VirtualEnds;
use astride::traits::{Hints, NoSuchNode, Reached};
use astride::{Cost, Graph, Heuristic, Problem, Query, ReverseGraph};

/// A graph or a problem with turn costs. Each of its nodes is a node of the wrapped graph together with the node before
/// it on the path.
///
/// A *turn* leads from one edge to the next, and is given by the previous node, the current one and the next one. The
/// cost of the turn is added to that of the next edge, and [`Cost::INFINITY`] forbids the turn. This covers turn
/// restrictions (a list of banned turns), delays at left turns, forbidden U-turns, and changes from one bus line to
/// another.
///
/// A search over the nodes alone could miss the cheapest path, since the cheapest path to a node may come from a side
/// from which the next edge is forbidden. With `Turns`, a search can reach a node once from each side.
///
/// # Arguments
///
/// `graph`: any [`Graph`], or a reference to one. If the graph is a [`Problem`] or a [`Heuristic`], so is the `Turns`.
/// A path then begins at the start of that problem, without a turn, and may reach a goal from any side. The estimates
/// are those of `graph`, and stay admissible and consistent. `turn`: a closure that gets the nodes `from`, `at` and
/// `to`, and returns the cost of that turn. The closure must always return the same cost for the same three nodes.
///
/// To add further starts to a search, call `add_start(Turned::start(node), cost)`. A problem with several goals can be
/// wrapped like any other. Since paths reach a goal from several sides, a goal is not a single node of this graph, and
/// `Turns` does not implement [`KnownGoal`](astride::KnownGoal). Bidirectional searches therefore need the graph that
/// [`to_csr`](Self::to_csr) returns, which has one node for each goal. Paths may also begin and end in the middle of
/// edges: see [`between_edges`](Self::between_edges).
///
/// For a grid map, use `GridProblem::with_turn_cost` of the crate `astride-grid`: a search then usually takes 0.21 to
/// 0.36 times as long as with a `Turns` whose nodes are hashed.
///
/// # Departure times
///
/// If travel times depend on the departure, wrap a `Turns` in a [`Departing`](crate::Departing#turns), so that turns
/// take time as well. The opposite does not compile, since the clock would not include the turns:
///
/// ```compile_fail,E0080
/// use astride::graphs::CsrGraph;
/// use astride_labels::{Departing, Turns};
///
/// let roads = CsrGraph::from_edges(3, [(0, 1, 5_u32), (1, 2, 5)])?;
/// let traffic = Departing::new(&roads, |_, _, minutes, _| minutes);
/// let town = Turns::new(traffic.at(0)?, |_, _, _| 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Bans over several edges
///
/// [`ForbiddenPaths`](crate::ForbiddenPaths) takes a list of forbidden sequences of nodes, of any length. For costs
/// that depend on more than one turn, wrap a `Turns` again, since it is a graph: a node then consists of three nodes of
/// a path, and a turn from one to the next of four. The outer closure forbids paths of three edges, and the inner one
/// turns. Wrap once more for each further edge.
///
/// ```
/// use astride::graphs::CsrGraph;
/// use astride::{Dijkstra, Query};
/// use astride_labels::{Turned, Turns};
///
/// // 5 --- 6 --- 7
/// // |     |     |
/// // 0 --- 1 --- 2 --- 3
/// let streets = [(0, 1), (1, 2), (2, 3), (0, 5), (1, 6), (2, 7), (5, 6), (6, 7)];
/// let roads = CsrGraph::undirected(8, streets.map(|(from, to)| (from, to, 10_u32)))?;
///
/// let no_u_turn = |from: &u32, _: &u32, to: &u32| if from == to { u32::MAX } else { 0 };
/// let turns = Turns::new(&roads, no_u_turn).indexed()?;
/// // Vehicles that leave the main road may not come back to it at the next corner. The bans overlap.
/// let banned = [[1, 6, 7, 2], [6, 7, 2, 3], [5, 6, 1, 2]];
/// let town = Turns::new(&turns, |from, at, to| {
///     // `from.from` is `None` at a start, where fewer edges precede the turn.
///     let is_banned = from.from.is_some_and(|first| banned.contains(&[first, from.at, at.at, to.at]));
///     if is_banned { u32::MAX } else { 0 }
/// });
///
/// let query = |start, goal| Query::new(&town, Turned::start(Turned::start(start)), move |node| node.at.at == goal);
/// let path = Dijkstra::new(query(5, 3)).find_path()?.expect("a way");
/// assert_eq!(path.iter().map(|node| node.at.at).collect::<Vec<_>>(), [5, 0, 1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Returns
///
/// A search finds the path with the least total cost of edges and turns. The nodes of the path are [`Turned`], each
/// with its place in the field `at`. If no turn costs anything, paths cost the same as in the graph itself. A path may
/// visit a place twice to avoid an expensive or a forbidden turn.
///
/// # Complexity
///
/// A search may expand a place once for each edge that leads to it, and evaluates each turn. On road networks, there
/// are two to three times as many expansions as without turn costs. Nodes are hashed unless [`indexed`](Self::indexed)
/// has numbered them; numbering roughly halves the time of a search.
///
/// # Errors
///
/// If the cost of a turn is below zero or not a number, a search fails with
/// [`SearchError::NegativeCost`](astride::SearchError::NegativeCost) or
/// [`InvalidCost`](astride::SearchError::InvalidCost), which contain this cost. If the costs of an edge and a turn are
/// valid, and only their sum is too large for the type, the turn is treated as forbidden, since the type cannot express
/// the cost of any such path.
///
/// # Example
///
/// Two blocks. The left turn from 0 via 1 to 4 is forbidden, and any other left turn takes 15 seconds.
///
/// ```
/// use astride::graphs::{CsrError, CsrGraph};
/// use astride::{AStar, Dijkstra, Status};
/// use astride_labels::Turns;
///
/// // 3 --- 4 --- 5
/// // |     |     |
/// // 0 --- 1 --- 2
/// let places = [(0_i32, 0_i32), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)];
/// let streets = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
/// let roads = CsrGraph::undirected(6, streets.map(|(from, to)| (from, to, 10_u32)))?;
///
/// let banned = [(0, 1, 4)];
/// let is_left = |from: u32, at: u32, to: u32| {
///     let [from, at, to] = [from, at, to].map(|node| places[node as usize]);
///     (at.0 - from.0) * (to.1 - at.1) > (at.1 - from.1) * (to.0 - at.0)
/// };
/// let town = Turns::new(&roads, |&from, &at, &to| match (from, at, to) {
///     turn if banned.contains(&turn) => u32::MAX,
///     _ if from == to => 60, // a U-turn
///     _ if is_left(from, at, to) => 15,
///     _ => 0,
/// });
///
/// let path = Dijkstra::new(town.query(0, 4)).find_path()?.expect("a way");
/// assert_eq!(path.iter().map(|node| node.at).collect::<Vec<_>>(), [0, 3, 4]);
/// assert_eq!(path.cost, 20);
///
/// // With an estimate, and with numbered edges, for many queries.
/// let town = town.indexed()?;
/// let bound = |goal: u32| move |node: &u32| {
///     let (one, other) = (places[*node as usize], places[goal as usize]);
///     10 * (one.0.abs_diff(other.0) + one.1.abs_diff(other.1))
/// };
/// let to_five = bound(5);
/// let mut search = AStar::new(town.query(0, 5).with_heuristic(|node| to_five(&node.at)));
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.path().unwrap().cost, 30); // through 3 and 4, with a right turn
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Source
///
/// T. Caldwell: *On Finding Minimum Routes in a Network with Turn Penalties* (Communications of the ACM 4(2), 1961),
/// and S. Winter: *Modeling Costs of Turns in Route Planning* (`GeoInformatica` 6(4), 2002).
#[doc(alias(
    "turn restriction",
    "turn penalty",
    "turn ban",
    "u-turn",
    "via way",
    "edge-based graph",
    "line graph"
))]
#[derive(Clone)]
pub struct Turns<G, F, X = ()> {
    graph: G,
    turn: F,
    numbers: X,
}

impl<G: Graph, F: Fn(&G::Node, &G::Node, &G::Node) -> G::Cost> Turns<G, F> {
    /// Adds turn costs to a graph or a problem. The closure `turn` returns the cost for the nodes `from`, `at` and
    /// `to`.
    ///
    /// Nodes are hashed unless you call [`indexed`](Self::indexed).
    ///
    /// Does not compile if the costs of the graph [are fixed](Graph::FIXED_COSTS), as those of a departure or of jump
    /// points are.
    ///
    /// # Complexity
    ///
    /// O(1).
    pub fn new(graph: G, turn: F) -> Self {
        const {
            assert!(
                !G::FIXED_COSTS,
                "`Turns` changes costs, but the edges of this graph are right only with their own costs; \
                 for departure times, wrap the `Turns` in a `Departing`"
            );
        }
        Turns {
            graph,
            turn,
            numbers: (),
        }
    }

    /// Numbers the edges of the graph, so that searches need not hash or store nodes. On road networks, searches then
    /// take 44 to 56 % of the time that they take with hashed nodes.
    ///
    /// So that its nodes can be listed, the graph must implement [`index`](Graph::index), [`node_at`](Graph::node_at)
    /// and [`index_bound`](Graph::index_bound), as [`CsrGraph`](astride::graphs::CsrGraph) and other graphs of
    /// `astride` do. Call this method once, and use the result for all queries. Later changes to edges are not
    /// detected. If there are parallel edges, only the cheapest counts.
    ///
    /// # Complexity
    ///
    /// O(nodes + edges). A node takes 4 bytes, and an edge 8 bytes plus the size of its cost.
    ///
    /// # Errors
    ///
    /// [`TurnsError`] if the nodes of the graph cannot be listed, if an edge leads to a node without a valid index, if
    /// there are too many nodes or edges, or if memory is exhausted.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::graphs::CsrGraph;
    /// use astride::{Dijkstra, Query, Status};
    /// use astride_labels::{Turned, Turns};
    ///
    /// let ring = CsrGraph::undirected(4, [(0, 1, 1_u32), (1, 2, 1), (2, 3, 1), (3, 0, 1)])?;
    /// let no_u_turn = |from: &u32, _: &u32, to: &u32| if from == to { u32::MAX } else { 0 };
    /// let town = Turns::new(&ring, no_u_turn).indexed()?;
    ///
    /// let mut search = Dijkstra::new(town.query(0, 2));
    /// for (start, goal) in [(0, 2), (1, 3), (3, 3)] {
    ///     search.reset(town.query(start, goal));
    ///     assert_eq!(search.run(), Status::Found);
    /// }
    ///
    /// // A path that comes from 1 must go all the way around to return there.
    /// let mut search = Dijkstra::new(Query::new(&town, Turned::new(0, 1), |node| node.at == 1));
    /// assert_eq!(search.run(), Status::Found);
    /// assert_eq!(search.path().unwrap().cost, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "edge-based")]
    pub fn indexed(self) -> Result<Turns<G, F, EdgeNumbers<G::Cost>>, TurnsError> {
        let numbers = EdgeNumbers::new(&self.graph)?;
        Ok(Turns {
            graph: self.graph,
            turn: self.turn,
            numbers,
        })
    }
}

impl<G: Graph, F, X> Turns<G, F, X> {
    /// Returns a reference to the wrapped graph.
    pub fn graph(&self) -> &G {
        &self.graph
    }

    /// Returns the wrapped graph.
    pub fn into_graph(self) -> G {
        self.graph
    }
}

impl<G, F, X> Turns<G, F, X>
where
    G: Graph,
    F: Fn(&G::Node, &G::Node, &G::Node) -> G::Cost,
    X: Numbering<G>,
{
    /// Returns the problem of finding a path from `start` to `goal`, which may be reached from any side. For A\*, add a
    /// heuristic for the place: `town.query(start, goal).with_heuristic(|node| bound(&node.at))`.
    ///
    /// If the graph is itself a problem, its start and goals are ignored.
    pub fn query(&self, start: G::Node, goal: G::Node) -> Query<&Self, impl Fn(&Turned<G::Node>) -> bool + Clone> {
        Query::new(self, Turned::start(start), move |node| node.at == goal)
    }

    /// Returns the problem of finding a path from a place on an edge to a place on an edge, such as between two houses
    /// in the middle of streets. A place on a street that leads both ways is on two edges, so several starts and goals
    /// can be given.
    ///
    /// `starts` are edges on which paths begin, each as the node where it begins, the node where it ends, and the cost
    /// from the place to the latter. Then follows the turn to the next edge. `goals` are edges on which paths end, each
    /// with the cost from the node where it begins to the place. The turn to this edge is added to it.
    ///
    /// If the start and the goal are on the same edge, the path may be the part between them. Its cost is set by
    /// [`with_direct_cost`](VirtualEnds::with_direct_cost). `RouteQuery` of the crate `astride-roads` computes all of
    /// these costs.
    ///
    /// # Complexity
    ///
    /// O(s + d) for s starts and d edges to the nodes before the goals.
    ///
    /// # Example
    ///
    /// ```
    /// use astride::Dijkstra;
    /// use astride::graphs::CsrGraph;
    /// use astride_labels::Turns;
    /// use astride_roads::{ContractionHierarchy, HierarchySearch};
    ///
    /// // 3 ─── 4 ─── 5
    /// // │     │     │
    /// // 0 ─── 1 ─── 2
    /// let streets = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
    /// let roads = CsrGraph::undirected(6, streets.map(|(from, to)| (from, to, 10_u32)))?;
    /// let town = Turns::new(&roads, |&from, &at, &to| {
    ///     let is_banned = from == to || (from, at, to) == (0, 1, 4);
    ///     if is_banned { u32::MAX } else { 0 }
    /// });
    ///
    /// // From a house between 0 and 1, heading for 1, to one between 1 and 4, which can be reached from both sides.
    /// let trip = town.between_edges([(0, 1, 5)], [(1, 4, 3), (4, 1, 7)]);
    /// let path = Dijkstra::new(&trip).find_path()?.expect("a way");
    /// let nodes = trip.path(&path).expect("a path over nodes").nodes;
    /// assert_eq!((nodes.iter().map(|node| node.at).collect::<Vec<_>>(), path.cost), (vec![1, 2, 5, 4], 5 + 30 + 7));
    ///
    /// // The same with a hierarchy.
    /// let (graph, map) = town.to_csr()?;
    /// let hierarchy = ContractionHierarchy::prepare(&graph)?;
    /// let trip = trip.map(&hierarchy, |node| map.number(node).expect("an edge"));
    /// let path = HierarchySearch::new(&trip).find_path()?.expect("a way");
    /// assert_eq!(path.cost, 42);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("phantom node", "position on an edge"))]
    pub fn between_edges(
        &self,
        starts: impl IntoIterator<Item = (G::Node, G::Node, G::Cost)>,
        goals: impl IntoIterator<Item = (G::Node, G::Node, G::Cost)>,
    ) -> VirtualEnds<&Self>
    where
        G: ReverseGraph,
    {
        let starts = starts.into_iter().map(|(from, to, cost)| (Turned::new(to, from), cost));
        let goals = goals.into_iter().flat_map(|(at, to, cost)| {
            let before = self.graph.predecessors(&at);
            let before = before.filter(|(_, edge)| edge.order(&G::Cost::INFINITY).is_ne());
            let before = before.map(|(from, _)| Some(from));
            let arrivals = before.chain(once(None)).map(|from| {
                let cost = self.edge_after(from.as_ref(), &at, &to, cost);
                let at = at.clone();
                (Turned { at, from }, cost)
            });
            arrivals.collect::<Vec<_>>()
        });
        VirtualEnds::new(self, starts, goals)
    }

    /// Returns the edge-based graph, whose edges are the turns, and an [`EdgeMap`], which translates between its nodes
    /// and those of the wrapped graph. Use this graph for searches that prepare a graph, and for searches that need a
    /// single goal.
    ///
    /// The graph has a node for each edge of the wrapped graph, and two nodes for each of the wrapped graph's nodes: a
    /// departure and an arrival. A query from node to node thus has one start and one goal. `ContractionHierarchy` of
    /// the crate `astride-roads` needs only this graph. For [`Landmarks`](astride::search::Landmarks), bidirectional
    /// searches, and [`KShortestPaths`](astride::KShortestPaths), whose paths may then visit a place more than once,
    /// make the graph [`reversible`](astride::graphs::CsrGraph::reversible).
    ///
    /// # Complexity
    ///
    /// O(nodes + edges + turns). On a road network where U-turns are forbidden, the graph has about four edges for each
    /// edge of the network.
    ///
    /// # Errors
    ///
    /// The errors of [`indexed`](Self::indexed), and [`TurnsError::Csr`] if there are too many turns or not enough
    /// memory for them. A turn with an invalid cost becomes an edge, and a search that reaches this edge fails with a
    /// [`SearchError`](astride::SearchError).
    ///
    /// # Example
    ///
    /// A town with banned turns is prepared once:
    ///
    /// ```
    /// use astride::Status;
    /// use astride::graphs::CsrGraph;
    /// use astride_roads::HierarchySearch;
    /// use astride_labels::Turns;
    /// use astride_roads::ContractionHierarchy;
    ///
    /// // 3 --- 4 --- 5
    /// // |     |     |
    /// // 0 --- 1 --- 2
    /// let streets = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
    /// let roads = CsrGraph::undirected(6, streets.map(|(from, to)| (from, to, 10_u32)))?;
    /// let banned = [(0, 1, 4), (0, 3, 4)];
    /// let town = Turns::new(&roads, |&from, &at, &to| {
    ///     let is_banned = from == to || banned.contains(&(from, at, to));
    ///     if is_banned { u32::MAX } else { 0 }
    /// });
    ///
    /// let (graph, map) = town.to_csr()?;
    /// let hierarchy = ContractionHierarchy::prepare(&graph)?;
    /// let query = |start, goal| Some(hierarchy.query(map.departure(&start)?, map.arrival(&goal)?));
    ///
    /// let mut search = HierarchySearch::new(query(0, 4).expect("two nodes of the graph"));
    /// assert_eq!(search.run(), Status::Found);
    /// let path = map.path(&search.path().unwrap());
    /// assert_eq!((path.nodes, path.cost), (vec![0, 1, 2, 5, 4], 40));
    ///
    /// search.reset(query(4, 0).expect("two nodes of the graph"));
    /// assert_eq!(search.run(), Status::Found);
    /// assert_eq!(search.path().unwrap().cost, 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_csr(&self) -> Result<(CsrGraph<G::Cost>, EdgeMap<'_, G>), TurnsError> {
        EdgeMap::of(self)
    }

    /// Returns the cost of the turn at a node towards `to`, or [`Cost::ZERO`] at a start.
    ///
    /// The profile of a [`Departing`](crate::Departing) calls this method to find out how long the turn takes before
    /// the next edge is entered.
    pub fn turn_cost(&self, node: &Turned<G::Node>, to: &G::Node) -> G::Cost {
        let from = node.from.as_ref();
        from.map_or(G::Cost::ZERO, |from| (self.turn)(from, &node.at, to))
    }

    /// The cost of an edge after a turn, or as the first edge of a path.
    #[inline]
    fn edge_after(&self, from: Option<&G::Node>, at: &G::Node, to: &G::Node, edge: G::Cost) -> G::Cost {
        match from {
            Some(from) => sum(edge, (self.turn)(from, at, to)),
            None => edge,
        }
    }
}

/// The sum of the costs of an edge and a turn. If one of them is invalid, it is returned instead, so that the error of
/// the search names it.
#[inline]
fn sum<C: Cost>(edge: C, turn: C) -> C {
    if turn.order(&C::INFINITY).is_eq() {
        return turn;
    }
    if !edge.is_less(&C::ZERO)
        && !turn.is_less(&C::ZERO)
        && let Some(sum) = edge.plus(turn)
    {
        return sum;
    }
    sum_of_any(edge, turn)
}

#[cold]
fn sum_of_any<C: Cost>(edge: C, turn: C) -> C {
    // A cost type may order minus zero below zero. Adding it to zero makes it plain zero.
    let plain = |cost: C| C::ZERO.plus(cost).filter(|cost| !cost.is_less(&C::ZERO));
    match (plain(edge), plain(turn)) {
        (Some(edge), Some(turn)) => edge.plus(turn).unwrap_or(C::INFINITY),
        (None, _) => edge,
        (_, None) => turn,
    }
}

/// The numbering of the nodes of a [`Turns`], which is [`EdgeNumbers`], or `()` if the nodes have no numbers. The trait
/// is sealed.
pub trait Numbering<G: Graph>: sealed::Numbering<G> {}

mod sealed {
    use astride::Graph;

    use super::Turned;

    pub trait Numbering<G: Graph> {
        fn number(&self, graph: &G, node: &Turned<G::Node>) -> Option<usize>;

        fn node_at(&self, graph: &G, number: usize) -> Option<Turned<G::Node>>;

        fn bound(&self) -> Option<usize>;

        /// Visits the edges from a node, given its number if known. `visit` gets the end of each, its number and its
        /// cost.
        fn visit(
            &self,
            graph: &G,
            node: &Turned<G::Node>,
            number: Option<usize>,
            visit: impl FnMut(G::Node, Option<usize>, G::Cost),
        );

        /// Begins to fetch the memory that a visit will read.
        fn prefetch(&self, graph: &G, node: &Turned<G::Node>);
    }
}

impl<G: Graph> Numbering<G> for () {}

impl<G: Graph> sealed::Numbering<G> for () {
    #[inline]
    fn number(&self, _: &G, _: &Turned<G::Node>) -> Option<usize> {
        None
    }

    #[inline]
    fn node_at(&self, _: &G, _: usize) -> Option<Turned<G::Node>> {
        None
    }

    #[inline]
    fn bound(&self) -> Option<usize> {
        None
    }

    #[inline]
    fn visit(
        &self,
        graph: &G,
        node: &Turned<G::Node>,
        _: Option<usize>,
        mut visit: impl FnMut(G::Node, Option<usize>, G::Cost),
    ) {
        graph.successors(&node.at).for_each(|(to, cost)| visit(to, None, cost));
    }

    #[inline]
    fn prefetch(&self, graph: &G, node: &Turned<G::Node>) {
        graph.prefetch(&node.at);
    }
}

impl<G: Graph> Numbering<G> for EdgeNumbers<G::Cost> {}

impl<G: Graph> sealed::Numbering<G> for EdgeNumbers<G::Cost> {
    #[inline]
    fn number(&self, graph: &G, node: &Turned<G::Node>) -> Option<usize> {
        self.number(graph, node)
    }

    #[inline]
    fn node_at(&self, graph: &G, number: usize) -> Option<Turned<G::Node>> {
        self.node_at(graph, number)
    }

    #[inline]
    fn bound(&self) -> Option<usize> {
        Some(self.edge_count() + self.node_count())
    }

    #[inline]
    fn visit(
        &self,
        graph: &G,
        node: &Turned<G::Node>,
        number: Option<usize>,
        mut visit: impl FnMut(G::Node, Option<usize>, G::Cost),
    ) {
        let at = match number {
            Some(number) => self.end(number),
            None => match graph.index(&node.at) {
                Some(at) => at,
                None => return ().visit(graph, node, None, visit),
            },
        };
        let row = self.row(at);
        let edges = self.edges.get(row.clone()).unwrap_or(&[]);
        for (number, edge) in row.zip(edges) {
            if let Some(to) = graph.node_at(edge.to as usize) {
                visit(to, Some(number), edge.cost);
            }
        }
    }

    /// Does nothing, since the edges of the wrapped graph are not read.
    #[inline]
    fn prefetch(&self, _: &G, _: &Turned<G::Node>) {}
}

impl<G, F, X> Graph for Turns<G, F, X>
where
    G: Graph,
    F: Fn(&G::Node, &G::Node, &G::Node) -> G::Cost,
    X: Numbering<G>,
{
    type Node = Turned<G::Node>;
    type Cost = G::Cost;

    #[inline]
    fn successors(&self, node: &Turned<G::Node>) -> impl Iterator<Item = (Turned<G::Node>, G::Cost)> {
        self.graph.successors(&node.at).map(|(to, edge)| {
            let cost = self.edge_after(node.from.as_ref(), &node.at, &to, edge);
            (Turned::new(to, node.at.clone()), cost)
        })
    }

    #[inline]
    fn visit_successors(
        &self,
        node: &Turned<G::Node>,
        reached: Reached<'_, Turned<G::Node>>,
        mut visit: impl FnMut(Turned<G::Node>, Option<usize>, G::Cost),
    ) {
        let (graph, from) = (&self.graph, node.from.as_ref());
        self.numbers.visit(graph, node, reached.index, |to, number, edge| {
            let cost = self.edge_after(from, &node.at, &to, edge);
            if cost.order(&G::Cost::INFINITY).is_ne() {
                visit(Turned::new(to, node.at.clone()), number, cost);
            }
        });
    }

    #[inline]
    fn index(&self, node: &Turned<G::Node>) -> Option<usize> {
        self.numbers.number(&self.graph, node)
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<Turned<G::Node>> {
        self.numbers.node_at(&self.graph, index)
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        self.numbers.bound()
    }

    fn check_node(&self, node: &Turned<G::Node>) -> Result<(), NoSuchNode> {
        self.graph.check_node(&node.at)
    }

    #[inline]
    fn prefetch(&self, node: &Turned<G::Node>) {
        self.numbers.prefetch(&self.graph, node);
    }
}

/// The predecessors of a node reached from `from` are all nodes at the place `from`, including the start there. Finding
/// the predecessors takes O(d²) for d edges at `from`, since each edge into `from` is compared with the others to leave
/// out parallel ones.
impl<G, F, X> ReverseGraph for Turns<G, F, X>
where
    G: ReverseGraph,
    F: Fn(&G::Node, &G::Node, &G::Node) -> G::Cost,
    X: Numbering<G>,
{
    fn predecessors(&self, node: &Turned<G::Node>) -> impl Iterator<Item = (Turned<G::Node>, G::Cost)> {
        let (graph, to) = (&self.graph, &node.at);
        node.from.iter().flat_map(move |at| {
            let edges = graph.successors(at).filter(move |(end, _)| end == to);
            edges.flat_map(move |(_, edge)| {
                let before = graph.predecessors(at).enumerate();
                let is_first = move |place: usize, from: &G::Node| {
                    let mut earlier = graph.predecessors(at).take(place);
                    !earlier.any(|(other, _)| other == *from)
                };
                let turned = before.filter(move |(place, (from, _))| is_first(*place, from));
                let turned = turned.map(move |(_, (from, _))| {
                    let cost = self.edge_after(Some(&from), at, to, edge);
                    (Turned::new(at.clone(), from), cost)
                });
                once((Turned::start(at.clone()), edge)).chain(turned)
            })
        })
    }

    #[inline]
    fn prefetch_predecessors(&self, node: &Turned<G::Node>) {
        if let Some(from) = &node.from {
            self.graph.prefetch_predecessors(from);
        }
    }
}

impl<G, F, X> Problem for Turns<G, F, X>
where
    G: Problem,
    F: Fn(&G::Node, &G::Node, &G::Node) -> G::Cost,
    X: Numbering<G>,
{
    #[inline]
    fn start(&self) -> Turned<G::Node> {
        Turned::start(self.graph.start())
    }

    #[inline]
    fn is_goal(&self, node: &Turned<G::Node>) -> bool {
        self.graph.is_goal(&node.at)
    }

    #[inline]
    fn seeks_goal(&self) -> bool {
        self.graph.seeks_goal()
    }
}

/// The estimate of a node is that of its place in the wrapped problem. Turns only add to the costs of edges, so the
/// guarantees of that estimate still hold.
impl<G, F, X> Heuristic for Turns<G, F, X>
where
    G: Heuristic,
    F: Fn(&G::Node, &G::Node, &G::Node) -> G::Cost,
    X: Numbering<G>,
{
    #[inline]
    fn estimate(&self, node: &Turned<G::Node>) -> G::Cost {
        self.graph.estimate(&node.at)
    }

    #[inline]
    fn estimate_child(&self, parent: &Turned<G::Node>, estimate: G::Cost, child: &Turned<G::Node>) -> G::Cost {
        self.graph.estimate_child(&parent.at, estimate, &child.at)
    }

    #[inline]
    fn estimate_hints(&self) -> Hints {
        Hints::NONE.with_consistency(self.graph.estimate_hints().consistency)
    }
}

impl<G: fmt::Debug, F, X: fmt::Debug> fmt::Debug for Turns<G, F, X> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("Turns");
        let fields = fields.field("graph", &self.graph).field("numbers", &self.numbers);
        fields.finish_non_exhaustive()
    }
}
