//! [`Query`], [`OneToAll`], [`FnGraph`]: problems from parts and closures.

use core::fmt;
use core::hash::Hash;
use core::marker::PhantomData;

use crate::{Cost, Graph, Heuristic, Problem};

/// A problem put together from a graph, a start, a test for the goal, and perhaps an estimate.
///
/// ```
/// use astride::{AStar, FnGraph, Query, Status};
///
/// let number_line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
/// let goal = 5;
/// let query = Query::new(&number_line, 0, |n| *n == goal).heuristic(|n| n.abs_diff(goal));
/// let mut search = AStar::new(query);
/// assert_eq!(search.run(), Status::Found);
/// ```
#[derive(Clone)]
pub struct Query<G: Graph, F, E = NoEstimate> {
    graph: G,
    start: G::Node,
    is_goal: F,
    estimate: E,
}

/// The place of the estimate in a [`Query`] that has none: it is a [`Problem`], but no [`Heuristic`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoEstimate;

impl<G: Graph, F: Fn(&G::Node) -> bool> Query<G, F> {
    /// A problem on `graph` (or a reference to one) from `start` to any node for which `is_goal` holds.
    pub fn new(graph: G, start: G::Node, is_goal: F) -> Self {
        Query {
            graph,
            start,
            is_goal,
            estimate: NoEstimate,
        }
    }
}

impl<G: Graph, F, E> Query<G, F, E> {
    /// The same problem with an estimate of what the cheapest path from a node to a goal costs: a [`Heuristic`].
    pub fn heuristic<H: Fn(&G::Node) -> G::Cost>(self, estimate: H) -> Query<G, F, Estimated<H>> {
        Query {
            graph: self.graph,
            start: self.start,
            is_goal: self.is_goal,
            estimate: Estimated(estimate),
        }
    }
}

impl<G: Graph, F, E> Graph for Query<G, F, E> {
    type Node = G::Node;
    type Cost = G::Cost;

    #[inline]
    fn successors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, G::Cost)> {
        self.graph.successors(node)
    }

    #[inline]
    fn index(&self, node: &G::Node) -> Option<usize> {
        self.graph.index(node)
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<G::Node> {
        self.graph.node_at(index)
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        self.graph.index_bound()
    }
}

impl<G: Graph, F: Fn(&G::Node) -> bool, E> Problem for Query<G, F, E> {
    #[inline]
    fn start(&self) -> G::Node {
        self.start.clone()
    }

    #[inline]
    fn is_goal(&self, node: &G::Node) -> bool {
        (self.is_goal)(node)
    }
}

impl<G: Graph, F: Fn(&G::Node) -> bool, H: Estimate<G::Node, G::Cost>> Heuristic for Query<G, F, H> {
    #[inline]
    fn estimate(&self, node: &G::Node) -> G::Cost {
        self.estimate.of(node)
    }
}

/// The place of the estimate in a [`Query`]: [`Estimated`] or [`NoEstimate`].
#[diagnostic::on_unimplemented(
    message = "this query has no estimate, which the search needs",
    label = "this search needs a `Heuristic`",
    note = "add an estimate: `Query::new(…).heuristic(|node| …)`",
    note = "`Dijkstra`, `Bfs`, `Dfs` and `IdDfs` search without estimates"
)]
pub trait Estimate<N, C> {
    #[doc(hidden)]
    fn of(&self, node: &N) -> C;
}

/// The estimate of a [`Query`]: a closure.
#[derive(Clone, Copy)]
pub struct Estimated<H>(H);

impl<N, C, H: Fn(&N) -> C> Estimate<N, C> for Estimated<H> {
    #[inline]
    fn of(&self, node: &N) -> C {
        (self.0)(node)
    }
}

impl<H> fmt::Debug for Estimated<H> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Estimated")
    }
}

impl<G: Graph, F, E> fmt::Debug for Query<G, F, E>
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

/// A problem without a goal: from one node to every node that can be reached.
///
/// A search by [`Dijkstra`](crate::Dijkstra) that runs to the end knows the cheapest paths from the start to every
/// node: see [`Dijkstra::one_to_all`](crate::Dijkstra#method.one_to_all).
#[derive(Clone, Debug)]
pub struct OneToAll<G: Graph> {
    graph: G,
    start: G::Node,
}

impl<G: Graph> OneToAll<G> {
    /// All paths on `graph` (or a reference to one) from `start`.
    pub fn new(graph: G, start: G::Node) -> Self {
        OneToAll { graph, start }
    }

    /// The graph.
    pub fn graph(&self) -> &G {
        &self.graph
    }
}

impl<G: Graph> Graph for OneToAll<G> {
    type Node = G::Node;
    type Cost = G::Cost;

    #[inline]
    fn successors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, G::Cost)> {
        self.graph.successors(node)
    }

    #[inline]
    fn index(&self, node: &G::Node) -> Option<usize> {
        self.graph.index(node)
    }

    #[inline]
    fn node_at(&self, index: usize) -> Option<G::Node> {
        self.graph.node_at(index)
    }

    #[inline]
    fn index_bound(&self) -> Option<usize> {
        self.graph.index_bound()
    }
}

impl<G: Graph> Problem for OneToAll<G> {
    #[inline]
    fn start(&self) -> G::Node {
        self.start.clone()
    }

    #[inline]
    fn is_goal(&self, _node: &G::Node) -> bool {
        false
    }
}

/// A graph made of a closure that returns a node's successors, with the costs of the edges to them.
///
/// ```
/// use astride::{FnGraph, Graph};
///
/// let doubling = FnGraph::new(|n: &u64| [(n + 1, 1_u32), (n * 2, 2)]);
/// assert_eq!(doubling.successors(&5).count(), 2);
/// ```
pub struct FnGraph<N, C, F> {
    successors: F,
    edge: PhantomData<fn(&N) -> C>,
}

impl<N, C, F, I> FnGraph<N, C, F>
where
    F: Fn(&N) -> I,
    I: IntoIterator<Item = (N, C)>,
{
    /// A graph whose edges `successors` returns.
    pub fn new(successors: F) -> Self {
        FnGraph {
            successors,
            edge: PhantomData,
        }
    }
}

impl<N, C, F, I> Graph for FnGraph<N, C, F>
where
    N: Clone + Eq + Hash,
    C: Cost,
    F: Fn(&N) -> I,
    I: IntoIterator<Item = (N, C)>,
{
    type Node = N;
    type Cost = C;

    #[inline]
    fn successors(&self, node: &N) -> impl Iterator<Item = (N, C)> {
        (self.successors)(node).into_iter()
    }
}

impl<N, C, F: Clone> Clone for FnGraph<N, C, F> {
    fn clone(&self) -> Self {
        FnGraph {
            successors: self.successors.clone(),
            edge: PhantomData,
        }
    }
}

impl<N, C, F> fmt::Debug for FnGraph<N, C, F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FnGraph").finish_non_exhaustive()
    }
}
