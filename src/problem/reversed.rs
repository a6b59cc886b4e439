//! [`Reversed`], [`EitherWay`]: graphs with reversed edges.

use crate::traits::{Hints, Reached};
use crate::{Graph, ReverseGraph};

/// A graph with its edges reversed: its successors are the predecessors of the original graph.
///
/// Costs from a node are then costs *to* that node in the original graph. To find the cost from every node to the goal,
/// run `Dijkstra::one_to_all(Reversed::new(graph), goal)`.
///
/// # Example
///
/// On a grid, the cost of a step depends on the cell that is *entered*:
///
/// ```
/// use astride_grid::{GridError, GridMap, GridProblem, Movement, Point};
/// use astride::{Dijkstra, Status};
/// use astride::problem::Reversed;
///
/// let map: GridMap = ".9.".parse()?;
/// let (left, middle) = (Point::new(0, 0), Point::new(1, 0));
/// let problem = GridProblem::new(&map, left, middle, Movement::Four)?;
/// let mut search = Dijkstra::one_to_all(Reversed::new(&problem), middle);
/// assert_eq!(search.run(), Status::Found);
/// assert_eq!(search.cost_to(&left), Some(9), "from the left into the middle");
///
/// let mut forward = Dijkstra::one_to_all(&problem, middle);
/// assert_eq!(forward.run(), Status::Found);
/// assert_eq!(forward.cost_to(&left), Some(1), "from the middle to the left");
/// # Ok::<(), GridError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reversed<G> {
    graph: G,
}

impl<G: ReverseGraph> Reversed<G> {
    /// Reverses the edges of `graph`, which may be a reference.
    pub fn new(graph: G) -> Self {
        Reversed { graph }
    }

    /// Returns the original graph.
    pub fn graph(&self) -> &G {
        &self.graph
    }

    /// Returns a mutable reference to the original graph.
    pub fn graph_mut(&mut self) -> &mut G {
        &mut self.graph
    }
}

impl<G: ReverseGraph> Graph for Reversed<G> {
    type Node = G::Node;
    type Cost = G::Cost;

    const FIXED_COSTS: bool = G::FIXED_COSTS;

    #[inline]
    fn successors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, G::Cost)> {
        self.graph.predecessors(node)
    }

    #[inline]
    fn visit_successors(
        &self,
        node: &G::Node,
        reached: Reached<'_, G::Node>,
        visit: impl FnMut(G::Node, Option<usize>, G::Cost),
    ) {
        self.graph.visit_predecessors(node, reached, visit);
    }

    #[inline]
    fn hints(&self) -> Hints {
        self.graph.hints()
    }

    crate::forward_indices!(graph);

    #[inline]
    fn prefetch(&self, node: &G::Node) {
        self.graph.prefetch_predecessors(node);
    }
}

impl<G: ReverseGraph> ReverseGraph for Reversed<G> {
    #[inline]
    fn predecessors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, G::Cost)> {
        self.graph.successors(node)
    }

    #[inline]
    fn visit_predecessors(
        &self,
        node: &G::Node,
        reached: Reached<'_, G::Node>,
        visit: impl FnMut(G::Node, Option<usize>, G::Cost),
    ) {
        self.graph.visit_successors(node, reached, visit);
    }

    #[inline]
    fn prefetch_predecessors(&self, node: &G::Node) {
        self.graph.prefetch(node);
    }
}

/// A graph whose direction is chosen at run time.
///
/// The direction of [`Reversed`] is fixed at compile time. [`CostMatrix::either_way`](crate::CostMatrix::either_way)
/// uses this type.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct EitherWay<G> {
    graph: G,
    is_backward: bool,
}

impl<G: ReverseGraph> EitherWay<G> {
    /// Reverses the edges of `graph` (or of a reference to one) if `is_backward`.
    pub fn new(graph: G, is_backward: bool) -> Self {
        EitherWay { graph, is_backward }
    }

    /// Returns the graph as it was given.
    pub fn graph(&self) -> &G {
        &self.graph
    }

    pub(crate) fn into_graph(self) -> G {
        self.graph
    }

    /// Returns whether the edges are reversed.
    pub fn is_backward(&self) -> bool {
        self.is_backward
    }

    /// Sets the direction of the edges.
    pub fn set_backward(&mut self, is_backward: bool) {
        self.is_backward = is_backward;
    }
}

impl<G: ReverseGraph> Graph for EitherWay<G> {
    type Node = G::Node;
    type Cost = G::Cost;

    const FIXED_COSTS: bool = G::FIXED_COSTS;

    #[inline]
    fn successors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, G::Cost)> {
        let ahead = (!self.is_backward).then(|| self.graph.successors(node));
        let back = self.is_backward.then(|| self.graph.predecessors(node));
        ahead.into_iter().flatten().chain(back.into_iter().flatten())
    }

    #[inline]
    fn visit_successors(
        &self,
        node: &G::Node,
        reached: Reached<'_, G::Node>,
        visit: impl FnMut(G::Node, Option<usize>, G::Cost),
    ) {
        if self.is_backward {
            self.graph.visit_predecessors(node, reached, visit);
        } else {
            self.graph.visit_successors(node, reached, visit);
        }
    }

    #[inline]
    fn hints(&self) -> Hints {
        self.graph.hints()
    }

    crate::forward_indices!(graph);

    #[inline]
    fn prefetch(&self, node: &G::Node) {
        if self.is_backward {
            self.graph.prefetch_predecessors(node);
        } else {
            self.graph.prefetch(node);
        }
    }
}
