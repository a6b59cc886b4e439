//! [`Query`], [`OneToAll`]: problems made from a graph, a start, a goal and closures.

use core::fmt;

use crate::graph::forward;
use crate::traits::{Consistency, Hints, NoSuchNode, PairHeuristic, Reached, ReverseHeuristic};
use crate::{Graph, Heuristic, KnownGoal, Problem, ReverseGraph};

/// A problem made from a graph, a start, a goal or a test for goals, and optionally estimates. In the type of the
/// query, each missing part is `()`.
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
/// [`between`](Self::between) takes the goal itself, as bidirectional searches require:
///
/// ```
/// use astride::{BidirectionalDijkstra, FnGraph, Query, Status};
///
/// let number_line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]).both_ways();
/// let mut search = BidirectionalDijkstra::new(Query::between(&number_line, 0, 5));
/// assert_eq!(search.run(), Status::Found);
/// ```
#[derive(Clone)]
pub struct Query<G: Graph, F, E = (), R = ()> {
    graph: G,
    start: G::Node,
    is_goal: F,
    estimate: E,
    reverse: R,
}

/// The type argument of a [`Query`] whose goal is a given node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exactly<N>(N);

/// The type argument of a [`Query`] that tests for goals: a closure, [`Exactly`], or `()` if there is no goal.
pub trait GoalTest<N> {
    const SEEKS: bool = true;

    fn holds(&self, node: &N) -> bool;

    /// The only node that passes the test, if it is known.
    fn only(&self) -> Option<N> {
        None
    }
}

impl<N, F: Fn(&N) -> bool> GoalTest<N> for F {
    #[inline]
    fn holds(&self, node: &N) -> bool {
        self(node)
    }
}

impl<N: Clone + Eq> GoalTest<N> for Exactly<N> {
    #[inline]
    fn holds(&self, node: &N) -> bool {
        *node == self.0
    }

    fn only(&self) -> Option<N> {
        Some(self.0.clone())
    }
}

impl<N> GoalTest<N> for () {
    const SEEKS: bool = false;

    #[inline]
    fn holds(&self, _: &N) -> bool {
        false
    }
}

impl<G: Graph, F: Fn(&G::Node) -> bool> Query<G, F> {
    /// Creates a problem on `graph` (or a reference to one) from `start` to any node for which `is_goal` returns
    /// `true`.
    pub fn new(graph: G, start: G::Node, is_goal: F) -> Self {
        Query::plain(graph, start, is_goal)
    }
}

impl<G: Graph> Query<G, ()> {
    /// Creates a problem on `graph` (or a reference to one) from `start` to every node.
    pub fn to_all(graph: G, start: G::Node) -> Self {
        Query::plain(graph, start, ())
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
            estimate: (),
            reverse: (),
        }
    }
}

impl<G: Graph> Query<G, Exactly<G::Node>> {
    /// Creates a problem on `graph` (or a reference to one) from `start` to `goal`. The problem is a [`KnownGoal`].
    pub fn between(graph: G, start: G::Node, goal: G::Node) -> Self {
        Query::plain(graph, start, Exactly(goal))
    }
}

impl<G: Graph, F, E, R> Query<G, F, E, R> {
    /// Adds an estimate of the cost of a cheapest path from a node to a goal, so that the problem is a [`Heuristic`].
    pub fn with_heuristic<H: Fn(&G::Node) -> G::Cost>(self, estimate: H) -> Query<G, F, Estimated<H>, R> {
        Query {
            graph: self.graph,
            start: self.start,
            is_goal: self.is_goal,
            estimate: Estimated::new(estimate),
            reverse: self.reverse,
        }
    }

    /// Adds an estimate of the cost of a cheapest path from the start to a node. A problem that also has an estimate
    /// from [`with_heuristic`](Self::with_heuristic) is a [`ReverseHeuristic`].
    pub fn with_reverse_heuristic<H: Fn(&G::Node) -> G::Cost>(self, estimate: H) -> Query<G, F, E, Estimated<H>> {
        Query {
            graph: self.graph,
            start: self.start,
            is_goal: self.is_goal,
            estimate: self.estimate,
            reverse: Estimated::new(estimate),
        }
    }

    /// Adds an estimate of the cost of a cheapest path between any two nodes, so that the problem is a
    /// [`PairHeuristic`]. It replaces an estimate from [`with_reverse_heuristic`](Self::with_reverse_heuristic).
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

    /// Returns a mutable reference to the graph, for changes that a search repairs: see [`LpaStar`](crate::LpaStar).
    pub fn graph_mut(&mut self) -> &mut G {
        &mut self.graph
    }

    pub(crate) fn into_graph(self) -> G {
        self.graph
    }
}

impl<G: Graph, F, H, R> Query<G, F, Estimated<H>, R> {
    /// States that the estimate is consistent, or even consistent [both ways](Consistency::BothWays): see
    /// [`Hints::consistency`]. [`WeightedAStar`](crate::WeightedAStar) and
    /// [`BoundedAStar`](crate::search::BoundedAStar) then usually expand each node only once.
    ///
    /// The statement is not checked; if it is false, these two searches may return paths that cost more than their
    /// bounds allow.
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
        self.estimate.hints = Hints::NONE.with_consistency(consistency);
        self
    }
}

impl<G: Graph, F, E, R> Graph for Query<G, F, E, R> {
    type Node = G::Node;
    type Cost = G::Cost;

    const FIXED_COSTS: bool = G::FIXED_COSTS;

    forward!(self.graph =>
        fn successors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, G::Cost)>;
        fn visit_successors(
            &self,
            node: &G::Node,
            reached: Reached<'_, G::Node>,
            visit: impl FnMut(G::Node, Option<usize>, G::Cost)
        );
        fn hints(&self) -> Hints;
        fn index(&self, node: &G::Node) -> Option<usize>;
        fn node_at(&self, index: usize) -> Option<G::Node>;
        fn index_bound(&self) -> Option<usize>;
        fn check_node(&self, node: &G::Node) -> Result<(), NoSuchNode>;
        fn prefetch(&self, node: &G::Node);
    );
}

impl<G: ReverseGraph, F, E, R> ReverseGraph for Query<G, F, E, R> {
    forward!(self.graph =>
        fn predecessors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, G::Cost)>;
        fn visit_predecessors(
            &self,
            node: &G::Node,
            reached: Reached<'_, G::Node>,
            visit: impl FnMut(G::Node, Option<usize>, G::Cost)
        );
        fn prefetch_predecessors(&self, node: &G::Node);
    );
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

    fn only_goal(&self) -> Option<G::Node> {
        self.is_goal.only()
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
    fn estimate_hints(&self) -> Hints {
        self.estimate.hints()
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

/// The type argument of a [`Query`] for its estimate: [`Estimated`], or `()` if there is no estimate.
#[diagnostic::on_unimplemented(
    message = "the search needs an estimate, but this query has none",
    label = "this search needs a `Heuristic`",
    note = "add an estimate: `Query::new(…).with_heuristic(|node| …)`",
    note = "`Dijkstra`, `Bfs`, `Dfs` and `IdDfs` search without estimates"
)]
pub trait QueryEstimate<N, C> {
    #[doc(hidden)]
    fn of(&self, node: &N) -> C;

    #[doc(hidden)]
    fn hints(&self) -> Hints;
}

/// The estimate of a [`Query`]: a closure.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Estimated<H> {
    estimate: H,
    hints: Hints,
}

impl<H> Estimated<H> {
    fn new(estimate: H) -> Self {
        Estimated {
            estimate,
            hints: Hints::NONE,
        }
    }
}

/// The estimate between two nodes in a [`Query`]: a closure.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct EstimatedBetween<H>(H);

impl<N, C, H: Fn(&N) -> C> QueryEstimate<N, C> for Estimated<H> {
    #[inline]
    fn of(&self, node: &N) -> C {
        (self.estimate)(node)
    }

    #[inline]
    fn hints(&self) -> Hints {
        self.hints
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

/// A problem without a goal, from one node to every reachable node: see [`Query::to_all`].
///
/// A search ends as [`Status::Found`](crate::Status::Found) when nothing is left to expand.
/// [`Dijkstra`](crate::Dijkstra)'s algorithm has then found the cheapest paths to all nodes: see
/// [`Dijkstra::one_to_all`](crate::Dijkstra#method.one_to_all).
pub type OneToAll<G> = Query<G, ()>;
