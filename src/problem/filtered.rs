//! [`Filtered`]: a graph or a problem without some of its edges.

use crate::graph::forward;
use crate::traits::{Hints, NoSuchNode, PairHeuristic, ReverseHeuristic};
use crate::{Graph, Heuristic, KnownGoal, Problem, ReverseGraph};

/// A graph or a problem without some of its edges: one-way streets and cells, thin walls between two cells, roads that
/// are closed for a vehicle, edges that are taken.
///
/// A closure decides about each edge, from its two nodes. Nodes, costs and the start and goals stay as they are, and so
/// do estimates: without some edges, paths can only become more expensive, so an estimate that was admissible or
/// consistent still is.
///
/// # Arguments
///
/// `graph`: any [`Graph`], or a reference to one. If the graph is a [`Problem`], a [`Heuristic`] or a [`ReverseGraph`],
/// so is the result. `keeps`: returns whether the edge from the first node to the second one is kept. It must always
/// return the same for the same nodes. Of parallel edges, it keeps all or none; to keep some of them, use nodes that
/// say how they were reached, such as [`Via`](crate::Via).
///
/// Does not compile if the costs of the graph [are fixed](Graph::FIXED_COSTS). Its edges may then stand for several
/// steps, as those between jump points or in a hierarchy do, and the closure would not be asked about each of them:
///
/// ```compile_fail,E0080
/// use astride::problem::Filtered;
/// use astride_grid::{GridMap, JumpMap, JumpProblem, Movement, Point};
///
/// let map = JumpMap::new(GridMap::new(9, 9)?, Movement::Eight)?;
/// let problem = JumpProblem::new(&map, Point::new(0, 0), Point::new(8, 8))?;
/// let one_way = Filtered::new(problem, |from, to| from.x <= to.x);
/// # Ok::<(), astride_grid::GridError>(())
/// ```
///
/// # Complexity
///
/// The closure is called for each successor of each node that is expanded. A grid map loses the order of steps that
/// [`Graph::visit_successors`] uses to leave out most of them, since it relies on all steps.
///
/// # Example
///
/// A fence runs between the two middle columns. It takes up no cell, and has a gate that opens to the east only:
///
/// ```
/// use astride::problem::Filtered;
/// use astride::{AStar, BidirectionalAStar};
/// use astride_grid::{GridMap, GridProblem, Movement, Point};
///
/// let map = GridMap::new(6, 3)?;
/// let (west, east) = (Point::new(0, 2), Point::new(5, 2));
/// let fence = |from: &Point, to: &Point| match (from.x, to.x) {
///     (2, 3) => from.y == 0, // the gate
///     (3, 2) => false,
///     _ => true,
/// };
/// let problem = |start, goal| Ok::<_, astride_grid::GridError>(
///     Filtered::new(GridProblem::new(&map, start, goal, Movement::Four)?, fence)
/// );
/// let path = AStar::new(problem(west, east)?).find_path()?.expect("through the gate");
/// assert_eq!(path.cost, 9);
/// assert_eq!(BidirectionalAStar::new(problem(west, east)?).find_path()?.expect("the same").cost, 9);
/// assert_eq!(AStar::new(problem(east, west)?).find_path()?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias(
    "filtered_graph",
    "EdgeFiltered",
    "subgraph",
    "one-way",
    "thin wall",
    "closed road",
    "mask"
))]
#[derive(Clone, Copy, Debug)]
pub struct Filtered<G, F> {
    graph: G,
    keeps: F,
}

impl<G: Graph, F: Fn(&G::Node, &G::Node) -> bool> Filtered<G, F> {
    /// Leaves out the edges for which `keeps` returns `false`, given the nodes from which and to which they lead.
    pub fn new(graph: G, keeps: F) -> Self {
        const {
            assert!(
                !G::FIXED_COSTS,
                "`Filtered` cannot ask about each step, since the edges of this graph may stand for several steps; \
                 filter the graph that it was made from"
            );
        }
        Filtered { graph, keeps }
    }

    /// Returns the graph with all of its edges.
    pub fn graph(&self) -> &G {
        &self.graph
    }
}

// `visit_successors` and `visit_predecessors` are not forwarded, since they may rely on edges that are left out here.
impl<G: Graph, F: Fn(&G::Node, &G::Node) -> bool> Graph for Filtered<G, F> {
    type Node = G::Node;
    type Cost = G::Cost;

    #[inline]
    fn successors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, G::Cost)> {
        let successors = self.graph.successors(node);
        successors.filter(move |(child, _)| (self.keeps)(node, child))
    }

    forward!(self.graph =>
        fn index(&self, node: &G::Node) -> Option<usize>;
        fn node_at(&self, index: usize) -> Option<G::Node>;
        fn index_bound(&self) -> Option<usize>;
        fn check_node(&self, node: &G::Node) -> Result<(), NoSuchNode>;
        fn prefetch(&self, node: &G::Node);
    );
}

impl<G: ReverseGraph, F: Fn(&G::Node, &G::Node) -> bool> ReverseGraph for Filtered<G, F> {
    #[inline]
    fn predecessors(&self, node: &G::Node) -> impl Iterator<Item = (G::Node, G::Cost)> {
        let predecessors = self.graph.predecessors(node);
        predecessors.filter(move |(parent, _)| (self.keeps)(parent, node))
    }

    forward!(self.graph => fn prefetch_predecessors(&self, node: &G::Node););
}

impl<G: Problem, F: Fn(&G::Node, &G::Node) -> bool> Problem for Filtered<G, F> {
    forward!(self.graph =>
        fn start(&self) -> G::Node;
        fn is_goal(&self, node: &G::Node) -> bool;
        fn seeks_goal(&self) -> bool;
        fn only_goal(&self) -> Option<G::Node>;
    );
}

impl<G: KnownGoal, F: Fn(&G::Node, &G::Node) -> bool> KnownGoal for Filtered<G, F> {
    forward!(self.graph => fn goal(&self) -> G::Node;);
}

// A kernel that searches a subtree on its own would not ask the closure, so `search_below` is not forwarded.
impl<G: Heuristic, F: Fn(&G::Node, &G::Node) -> bool> Heuristic for Filtered<G, F> {
    forward!(self.graph =>
        fn estimate(&self, node: &G::Node) -> G::Cost;
        fn estimate_child(&self, parent: &G::Node, estimate: G::Cost, child: &G::Node) -> G::Cost;
        fn estimate_hints(&self) -> Hints;
    );
}

impl<G: ReverseHeuristic, F: Fn(&G::Node, &G::Node) -> bool> ReverseHeuristic for Filtered<G, F> {
    forward!(self.graph => fn estimate_from_start(&self, node: &G::Node) -> G::Cost;);
}

impl<G: PairHeuristic, F: Fn(&G::Node, &G::Node) -> bool> PairHeuristic for Filtered<G, F> {
    forward!(self.graph => fn estimate_between(&self, from: &G::Node, to: &G::Node) -> G::Cost;);
}
