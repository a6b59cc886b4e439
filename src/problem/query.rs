//! [`Query`], [`OneToAll`], [`FnGraph`]: problems from parts and closures.

use alloc::vec::Vec;
use core::fmt;
use core::hash::Hash;
use core::marker::PhantomData;

use crate::traits::{Consistency, Hierarchy};
use crate::traits::{PairHeuristic, Reached, ReverseHeuristic};
use crate::{Cost, Graph, Heuristic, KnownGoal, Problem, ReverseGraph};

/// A problem made of a graph, a start, a goal or a test for goals, and perhaps estimates.
///
/// ```
/// use astride::{AStar, FnGraph, Query, Status};
///
/// let number_line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
/// let goal = 5;
/// let query = Query::new(&number_line, 0, |n| *n == goal).with_heuristic(|n| n.abs_diff(goal));
/// let mut search = AStar::new(query);
/// assert_eq!(search.run(), Status::Found);
/// ```
///
/// [`between`](Self::between) takes the goal itself, which bidirectional searches need:
///
/// ```
/// use astride::{BidirectionalDijkstra, FnGraph, Query, Status};
///
/// let number_line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]).both_ways();
/// let mut search = BidirectionalDijkstra::new(Query::between(&number_line, 0, 5));
/// assert_eq!(search.run(), Status::Found);
/// ```
#[derive(Clone)]
pub struct Query<G: Graph, F, E = NoEstimate, R = NoEstimate> {
    graph: G,
    start: G::Node,
    is_goal: F,
    estimate: E,
    reverse: R,
}

/// The place of the goal in a [`Query`]: the node that it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exactly<N>(N);

/// The place of the goal in a [`Query`] that has none: see [`Query::to_all`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoGoal;

/// The place of the goal in a [`Query`]: a closure, [`Exactly`] or [`NoGoal`].
pub trait GoalTest<N> {
    const SEEKS: bool = true;

    fn holds(&self, node: &N) -> bool;
}

impl<N, F: Fn(&N) -> bool> GoalTest<N> for F {
    #[inline]
    fn holds(&self, node: &N) -> bool {
        self(node)
    }
}

impl<N: Eq> GoalTest<N> for Exactly<N> {
    #[inline]
    fn holds(&self, node: &N) -> bool {
        *node == self.0
    }
}

impl<N> GoalTest<N> for NoGoal {
    const SEEKS: bool = false;

    #[inline]
    fn holds(&self, _: &N) -> bool {
        false
    }
}

/// The place of the estimate in a [`Query`] that has none: it is a [`Problem`], but no [`Heuristic`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoEstimate;

impl<G: Graph, F: Fn(&G::Node) -> bool> Query<G, F> {
    /// A problem on `graph` (or a reference to one) from `start` to any node for which `is_goal` holds.
    pub fn new(graph: G, start: G::Node, is_goal: F) -> Self {
        Query::plain(graph, start, is_goal)
    }
}

impl<G: Graph> Query<G, NoGoal> {
    /// A problem on `graph` (or a reference to one) from `start` to every node.
    pub fn to_all(graph: G, start: G::Node) -> Self {
        Query::plain(graph, start, NoGoal)
    }

    pub(crate) fn set_start(&mut self, start: G::Node) {
        self.start = start;
    }
}

impl<G: Graph, F> Query<G, F> {
    fn plain(graph: G, start: G::Node, is_goal: F) -> Self {
        Query {
            graph,
            start,
            is_goal,
            estimate: NoEstimate,
            reverse: NoEstimate,
        }
    }
}

impl<G: Graph> Query<G, Exactly<G::Node>> {
    /// A problem on `graph` (or a reference to one) from one node to another: a [`KnownGoal`].
    pub fn between(graph: G, start: G::Node, goal: G::Node) -> Self {
        Query::plain(graph, start, Exactly(goal))
    }
}

impl<G: Graph, F, E, R> Query<G, F, E, R> {
    /// The same problem with an estimate of what the cheapest path from a node to a goal costs: a [`Heuristic`].
    pub fn with_heuristic<H: Fn(&G::Node) -> G::Cost>(self, estimate: H) -> Query<G, F, Estimated<H>, R> {
        Query {
            graph: self.graph,
            start: self.start,
            is_goal: self.is_goal,
            estimate: Estimated::new(estimate),
            reverse: self.reverse,
        }
    }

    /// The same problem with an estimate of what the cheapest path from the start to a node costs. With
    /// [`with_heuristic`](Self::with_heuristic) the problem is then a [`ReverseHeuristic`].
    pub fn with_reverse_heuristic<H: Fn(&G::Node) -> G::Cost>(self, estimate: H) -> Query<G, F, E, Estimated<H>> {
        Query {
            graph: self.graph,
            start: self.start,
            is_goal: self.is_goal,
            estimate: self.estimate,
            reverse: Estimated::new(estimate),
        }
    }

    /// The same problem with an estimate of what the cheapest path from any node to any other costs: a
    /// [`PairHeuristic`]. It takes the place of a [`with_reverse_heuristic`](Self::with_reverse_heuristic).
    pub fn with_heuristic_between<H: Fn(&G::Node, &G::Node) -> G::Cost>(
        self,
        estimate: H,
    ) -> Query<G, F, E, EstimatedBetween<H>> {
        Query {
            graph: self.graph,
            start: self.start,
            is_goal: self.is_goal,
            estimate: self.estimate,
            reverse: EstimatedBetween(estimate),
        }
    }

    /// Returns the graph.
    pub fn graph(&self) -> &G {
        &self.graph
    }

    /// Returns the graph, to change it: see [`LpaStar`](crate::LpaStar).
    pub fn graph_mut(&mut self) -> &mut G {
        &mut self.graph
    }
}

impl<G: Graph, F, H, R> Query<G, F, Estimated<H>, R> {
    /// States that the estimate is consistent, or even [both ways](Consistency::BothWays): see
    /// [`Heuristic::consistency`]. [`WeightedAStar`](crate::WeightedAStar) and
    /// [`BoundedAStar`](crate::search::BoundedAStar) then expand each node once.
    ///
    /// Nothing checks the statement. If it is false, the path that these searches find may exceed their bound.
    ///
    /// ```
    /// use astride::{FnGraph, Query, Status, WeightedAStar};
    /// use astride::traits::Consistency;
    ///
    /// let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
    /// let query = Query::new(line, 0, |n| *n == 5)
    ///     .with_heuristic(|n| n.abs_diff(5)).with_consistency(Consistency::BothWays);
    /// let mut search = WeightedAStar::new(query, 2.0)?;
    /// assert_eq!(search.run(), Status::Found);
    /// assert_eq!(search.stats().reopened, 0);
    /// # Ok::<(), astride::search::WeightError>(())
    /// ```
    pub fn with_consistency(mut self, consistency: Consistency) -> Self {
        self.estimate.consistency = consistency;
        self
    }
}

impl<G: Graph, F, E, R> Graph for Query<G, F, E, R> {
    type Node = G::Node;
    type Cost = G::Cost;

    #[inline]
    fn successors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, G::Cost)> {
        self.graph.successors(node)
    }

    #[inline]
    fn visit_successors(
        &self,
        node: &G::Node,
        reached: Reached<'_, G::Node>,
        visit: impl FnMut(G::Node, Option<usize>, G::Cost),
    ) {
        self.graph.visit_successors(node, reached, visit);
    }

    #[inline]
    fn prefers_reopening(&self) -> bool {
        self.graph.prefers_reopening()
    }

    crate::forward_indices!(graph);

    #[inline]
    fn prefetch(&self, node: &G::Node) {
        self.graph.prefetch(node);
    }
}

impl<G: ReverseGraph, F, E, R> ReverseGraph for Query<G, F, E, R> {
    #[inline]
    fn predecessors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, G::Cost)> {
        self.graph.predecessors(node)
    }

    #[inline]
    fn visit_predecessors(
        &self,
        node: &G::Node,
        reached: Reached<'_, G::Node>,
        visit: impl FnMut(G::Node, Option<usize>, G::Cost),
    ) {
        self.graph.visit_predecessors(node, reached, visit);
    }

    #[inline]
    fn prefetch_predecessors(&self, node: &G::Node) {
        self.graph.prefetch_predecessors(node);
    }
}

impl<G: Hierarchy, F, E, R> Hierarchy for Query<G, F, E, R> {
    #[inline]
    fn unpack(&self, nodes: Vec<G::Node>) -> Vec<G::Node> {
        self.graph.unpack(nodes)
    }
}

impl<G: Graph, F: GoalTest<G::Node>, E, R> Problem for Query<G, F, E, R> {
    #[inline]
    fn start(&self) -> G::Node {
        self.start.clone()
    }

    #[inline]
    fn is_goal(&self, node: &G::Node) -> bool {
        self.is_goal.holds(node)
    }

    #[inline]
    fn seeks_goal(&self) -> bool {
        F::SEEKS
    }
}

impl<G: Graph, E, R> KnownGoal for Query<G, Exactly<G::Node>, E, R> {
    #[inline]
    fn goal(&self) -> G::Node {
        self.is_goal.0.clone()
    }
}

impl<G: Graph, F, H: QueryEstimate<G::Node, G::Cost>, R> Heuristic for Query<G, F, H, R>
where
    Self: Problem<Node = G::Node, Cost = G::Cost>,
{
    #[inline]
    fn estimate(&self, node: &G::Node) -> G::Cost {
        self.estimate.of(node)
    }

    #[inline]
    fn consistency(&self) -> Consistency {
        self.estimate.consistency()
    }
}

impl<G: Graph, F, H: QueryEstimate<G::Node, G::Cost>, R: QueryEstimate<G::Node, G::Cost>> ReverseHeuristic
    for Query<G, F, H, R>
where
    Self: Heuristic<Node = G::Node, Cost = G::Cost>,
{
    #[inline]
    fn estimate_from_start(&self, node: &G::Node) -> G::Cost {
        self.reverse.of(node)
    }
}

impl<G: Graph, F, E, H: Fn(&G::Node, &G::Node) -> G::Cost> PairHeuristic for Query<G, F, E, EstimatedBetween<H>> {
    #[inline]
    fn estimate_between(&self, from: &G::Node, to: &G::Node) -> G::Cost {
        (self.reverse.0)(from, to)
    }
}

/// The place of the estimate in a [`Query`]: [`Estimated`] or [`NoEstimate`].
#[diagnostic::on_unimplemented(
    message = "this query has no estimate, which the search needs",
    label = "this search needs a `Heuristic`",
    note = "add an estimate: `Query::new(…).with_heuristic(|node| …)`",
    note = "`Dijkstra`, `Bfs`, `Dfs` and `IdDfs` search without estimates"
)]
pub trait QueryEstimate<N, C> {
    #[doc(hidden)]
    fn of(&self, node: &N) -> C;

    #[doc(hidden)]
    fn consistency(&self) -> Consistency;
}

/// The estimate of a [`Query`]: a closure.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Estimated<H> {
    estimate: H,
    consistency: Consistency,
}

impl<H> Estimated<H> {
    fn new(estimate: H) -> Self {
        Estimated {
            estimate,
            consistency: Consistency::Unknown,
        }
    }
}

/// The estimate between two nodes in a [`Query`]: a closure.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct EstimatedBetween<H>(H);

impl<H> fmt::Debug for EstimatedBetween<H> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("EstimatedBetween")
    }
}

impl<N, C, H: Fn(&N) -> C> QueryEstimate<N, C> for Estimated<H> {
    #[inline]
    fn of(&self, node: &N) -> C {
        (self.estimate)(node)
    }

    #[inline]
    fn consistency(&self) -> Consistency {
        self.consistency
    }
}

impl<H> fmt::Debug for Estimated<H> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Estimated")
    }
}

impl<G: Graph, F, E, R> fmt::Debug for Query<G, F, E, R>
where
    G::Node: fmt::Debug,
{
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Query")
            .field("start", &self.start)
            .finish_non_exhaustive()
    }
}

/// A problem without a goal, made by [`Query::to_all`]: from one node to every node that can be reached.
///
/// A search ends as [`Status::Found`](crate::Status::Found) when nothing is left to expand. One by
/// [`Dijkstra`](crate::Dijkstra) then knows the cheapest paths from the start to every node: see
/// [`Dijkstra::one_to_all`](crate::Dijkstra#method.one_to_all).
pub type OneToAll<G> = Query<G, NoGoal>;

/// A graph made of a closure that returns a node's successors, with the costs of the edges to them.
///
/// It is the quickest way to a first search. Its nodes are hashed, unless they are numbered by
/// [`with_index`](Self::with_index): on maps a search by A* then typically takes 0.6 of the time. Take a
/// [`CsrGraph`](crate::graphs::CsrGraph) if the graph is given edge by edge, a
/// [`GridProblem`] if it is a map, and implement [`Graph`] if nodes need not be stored.
///
/// ```
/// use astride::{FnGraph, Graph};
///
/// let doubling = FnGraph::new(|n: &u64| [(n + 1, 1_u32), (n * 2, 2)]);
/// assert_eq!(doubling.successors(&5).count(), 2);
/// ```
///
/// With predecessors it is a [`ReverseGraph`]:
///
/// ```
/// use astride::{FnGraph, ReverseGraph};
///
/// let line = FnGraph::new(|n: &i64| [(n + 1, 1_u32), (n - 1, 1)]).both_ways();
/// assert_eq!(line.predecessors(&5).count(), 2);
///
/// let halves = |n: &u64| (n % 2 == 0).then_some((n / 2, 2));
/// let doubling = FnGraph::new(|n: &u64| [(n * 2, 2_u32)]).with_predecessors(halves);
/// assert_eq!(doubling.predecessors(&5).count(), 0);
/// ```
///
/// [`GridProblem`]: https://docs.rs/astride-grid/latest/astride_grid/struct.GridProblem.html
#[doc(alias("implicit graph", "closure"))]
pub struct FnGraph<N, C, F, B = OneWay, X = NoIndex> {
    successors: F,
    predecessors: B,
    index: X,
    edge: PhantomData<fn(&N) -> C>,
}

/// The place of the predecessors in an [`FnGraph`] that does not know them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OneWay;

/// The place of the predecessors in an [`FnGraph`] whose edges lead both ways for the same cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BothWays;

/// The place of the predecessors in an [`FnGraph`]: a closure.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Predecessors<B>(B);

impl<B> fmt::Debug for Predecessors<B> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Predecessors")
    }
}

/// The place of the index in an [`FnGraph`] that has none: its nodes are hashed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoIndex;

/// The place of the index in an [`FnGraph`]: a closure.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Indexed<X>(X);

impl<X> fmt::Debug for Indexed<X> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Indexed")
    }
}

/// The place of the index in an [`FnGraph`]: [`Indexed`] or [`NoIndex`].
pub trait NodeIndex<N> {
    #[doc(hidden)]
    fn of(&self, node: &N) -> Option<usize>;
}

impl<N> NodeIndex<N> for NoIndex {
    #[inline]
    fn of(&self, _: &N) -> Option<usize> {
        None
    }
}

impl<N, X: Fn(&N) -> usize> NodeIndex<N> for Indexed<X> {
    #[inline]
    fn of(&self, node: &N) -> Option<usize> {
        Some((self.0)(node))
    }
}

impl<N, C, F, I> FnGraph<N, C, F>
where
    F: Fn(&N) -> I,
    I: IntoIterator<Item = (N, C)>,
{
    /// A graph whose edges are those that `successors` returns.
    pub fn new(successors: F) -> Self {
        FnGraph {
            successors,
            predecessors: OneWay,
            index: NoIndex,
            edge: PhantomData,
        }
    }
}

impl<N, C, F, I, X> FnGraph<N, C, F, OneWay, X>
where
    F: Fn(&N) -> I,
    I: IntoIterator<Item = (N, C)>,
{
    /// The same graph as a [`ReverseGraph`]: every edge leads both ways for the same cost.
    pub fn both_ways(self) -> FnGraph<N, C, F, BothWays, X> {
        self.with(BothWays)
    }

    /// The same graph as a [`ReverseGraph`]: `predecessors` returns the nodes from which an edge leads to a node, with
    /// the costs of these edges.
    pub fn with_predecessors<B, J>(self, predecessors: B) -> FnGraph<N, C, F, Predecessors<B>, X>
    where
        B: Fn(&N) -> J,
        J: IntoIterator<Item = (N, C)>,
    {
        self.with(Predecessors(predecessors))
    }

    fn with<B>(self, predecessors: B) -> FnGraph<N, C, F, B, X> {
        FnGraph {
            successors: self.successors,
            predecessors,
            index: self.index,
            edge: PhantomData,
        }
    }
}

impl<N, C, F, B> FnGraph<N, C, F, B> {
    /// The same graph with a small unique number for each node: no search hashes a node then.
    ///
    /// As for [`Graph::index`], equal nodes must have equal numbers and different nodes different ones. A search keeps
    /// an array up to the largest number that it meets, so numbers should be dense. From 2³⁰ − 1 on they are refused
    /// with [`SearchError::IndexTooLarge`](crate::SearchError::IndexTooLarge). If two nodes have the same number, a
    /// search takes them for the same node, and its paths may be wrong.
    ///
    /// On maps with walls, A* takes 0.55 to 0.95 of the time that it takes with hashing (`cargo bench --bench
    /// defaults`). If a search meets only a few of very many nodes, making the array takes longer than hashing: on an
    /// open map of 256 × 256 cells, where A* hardly leaves the path, 1.8 times as long.
    ///
    /// A search still stores each node that it meets, since it cannot make a node from its number. A type that
    /// implements [`Graph::node_at`] saves that, and up to a third of the time.
    ///
    /// # Example
    ///
    /// A grid of tuples:
    ///
    /// ```
    /// use astride::{AStar, FnGraph, Query, Status};
    ///
    /// let (width, height) = (30_usize, 20_usize);
    /// let grid = FnGraph::new(|&(x, y): &(usize, usize)| {
    ///     let steps = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
    ///     steps.into_iter().filter(|&(x, y)| x < width && y < height).map(|cell| (cell, 1_usize))
    /// })
    /// .with_index(|&(x, y)| y * width + x);
    ///
    /// let goal = (29, 19);
    /// let query = Query::new(&grid, (0, 0), |cell| *cell == goal)
    ///     .with_heuristic(|&(x, y)| goal.0.abs_diff(x) + goal.1.abs_diff(y));
    /// let mut search = AStar::new(query);
    /// assert_eq!(search.run(), Status::Found);
    /// assert_eq!(search.path().unwrap().cost, 48);
    /// ```
    pub fn with_index<X: Fn(&N) -> usize>(self, index: X) -> FnGraph<N, C, F, B, Indexed<X>> {
        FnGraph {
            successors: self.successors,
            predecessors: self.predecessors,
            index: Indexed(index),
            edge: PhantomData,
        }
    }
}

impl<N, C, F, I, B, X> Graph for FnGraph<N, C, F, B, X>
where
    N: Clone + Eq + Hash,
    C: Cost,
    F: Fn(&N) -> I,
    I: IntoIterator<Item = (N, C)>,
    X: NodeIndex<N>,
{
    type Node = N;
    type Cost = C;

    #[inline]
    fn successors(&self, node: &N) -> impl Iterator<Item = (N, C)> {
        (self.successors)(node).into_iter()
    }

    #[inline]
    fn index(&self, node: &N) -> Option<usize> {
        self.index.of(node)
    }
}

impl<N, C, F, I, X> ReverseGraph for FnGraph<N, C, F, BothWays, X>
where
    N: Clone + Eq + Hash,
    C: Cost,
    F: Fn(&N) -> I,
    I: IntoIterator<Item = (N, C)>,
    X: NodeIndex<N>,
{
}

impl<N, C, F, I, B, J, X> ReverseGraph for FnGraph<N, C, F, Predecessors<B>, X>
where
    N: Clone + Eq + Hash,
    C: Cost,
    F: Fn(&N) -> I,
    I: IntoIterator<Item = (N, C)>,
    B: Fn(&N) -> J,
    J: IntoIterator<Item = (N, C)>,
    X: NodeIndex<N>,
{
    #[inline]
    fn predecessors(&self, node: &N) -> impl Iterator<Item = (N, C)> {
        (self.predecessors.0)(node).into_iter()
    }
}

impl<N, C, F: Clone, B: Clone, X: Clone> Clone for FnGraph<N, C, F, B, X> {
    fn clone(&self) -> Self {
        FnGraph {
            successors: self.successors.clone(),
            predecessors: self.predecessors.clone(),
            index: self.index.clone(),
            edge: PhantomData,
        }
    }
}

impl<N, C, F, B, X> fmt::Debug for FnGraph<N, C, F, B, X> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FnGraph").finish_non_exhaustive()
    }
}
