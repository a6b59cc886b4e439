//! [`AnyProblem`]: the problems of all worlds as one type, so that each search is compiled only once.
//!
//! If each search were compiled for each problem, the WebAssembly would be a quarter larger and take twice as long to
//! compile. In return, a search on a map without an observer takes up to twice as long; with the recorder of a run, a
//! fifth more. Open lists order a few nodes with equal keys otherwise than for integers: of the 6,728 expansions of A* on
//! one of the hardest boards of the 8-puzzle, 19 are added.

use std::rc::Rc;

use astride::npuzzle::Tiles25;
use astride::traits::{Below, Hints, NoSuchNode, NumericCost, Reached, ReverseHeuristic, Subtree};
use astride::{Graph, Heuristic, KnownGoal, Problem, ReverseGraph};
use astride_grid::{Arrival, Point};

use crate::record::{Codec, NOBODY};

/// A node of any world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Spot {
    Cell(Point),
    /// A cell with the direction of the last step.
    Arrival(Arrival),
    Place(u32),
    Board(Tiles25),
}

/// A node that can be kept in a [`Spot`].
pub(crate) trait InSpot: Copy {
    fn spot(self) -> Spot;
    /// Returns the node of a spot; `None` if it is one of another world, which no search of this world has.
    fn of(spot: Spot) -> Option<Self>;
}

macro_rules! in_spot {
    ($($node:ty, $variant:ident;)*) => {$(
        impl InSpot for $node {
            fn spot(self) -> Spot {
                Spot::$variant(self)
            }

            fn of(spot: Spot) -> Option<Self> {
                match spot {
                    Spot::$variant(node) => Some(node),
                    _ => None,
                }
            }
        }
    )*};
}

in_spot! {
    Point, Cell;
    Arrival, Arrival;
    u32, Place;
    Tiles25, Board;
}

/// A cost that a float holds exactly.
pub(crate) trait Amount: NumericCost {
    fn of(float: f64) -> Self;

    fn float(self) -> f64 {
        if self.is_less(&Self::INFINITY) {
            self.to_f64()
        } else {
            f64::INFINITY
        }
    }
}

impl Amount for u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sums of integers are integers, and a cast of a larger one saturates, which is infinity"
    )]
    fn of(float: f64) -> Self {
        float as u32
    }
}

impl Amount for f64 {
    fn of(float: f64) -> Self {
        float
    }
}

type Edges = Vec<(Spot, f64)>;
type Visit<'a> = &'a mut dyn FnMut(Spot, Option<usize>, f64);

/// A problem with an estimate.
trait Forward {
    fn successors(&self, node: Spot) -> Edges;
    fn visit_successors(&self, node: Spot, reached: Reached<'_, Spot>, visit: Visit<'_>);
    fn hints(&self) -> Hints;
    fn index(&self, node: Spot) -> Option<usize>;
    fn node_at(&self, index: usize) -> Option<Spot>;
    fn index_bound(&self) -> Option<usize>;
    fn check_node(&self, node: Spot) -> Result<(), NoSuchNode>;
    fn is_goal(&self, node: Spot) -> bool;
    fn seeks_goal(&self) -> bool;
    fn only_goal(&self) -> Option<Spot>;
    fn estimate(&self, node: Spot) -> f64;
    fn estimate_child(&self, parent: Spot, estimate: f64, child: Spot) -> f64;
    fn estimate_hints(&self) -> Hints;
    fn search_below(&self, subtree: Subtree<'_, Spot, f64>) -> Option<Below<Spot, f64>>;
}

/// A problem whose edges can be followed backwards.
trait Backward {
    fn predecessors(&self, node: Spot) -> Edges;
    fn visit_predecessors(&self, node: Spot, reached: Reached<'_, Spot>, visit: Visit<'_>);
}

/// Returns the node of a spot. A spot of another world, which no search of this world has, stands for the start.
fn node<P: Problem<Node: InSpot>>(problem: &P, spot: Spot) -> P::Node {
    P::Node::of(spot).unwrap_or_else(|| problem.start())
}

fn edges<N: InSpot, C: Amount>(edges: impl Iterator<Item = (N, C)>) -> Edges {
    edges.map(|(node, cost)| (node.spot(), cost.float())).collect()
}

/// Passes the nodes that are visited on as spots.
fn as_spots<N: InSpot, C: Amount>(visit: Visit<'_>) -> impl FnMut(N, Option<usize>, C) {
    move |node, index, cost| visit(node.spot(), index, cost.float())
}

/// Replaces the parent, which has another type.
fn with_parent<'a, N>(reached: Reached<'_, Spot>, parent: Option<&'a N>) -> Reached<'a, N> {
    Reached {
        index: reached.index,
        parent_index: reached.parent_index,
        parent,
        keeps_cheapest: reached.keeps_cheapest,
    }
}

impl<P: Heuristic<Node: InSpot, Cost: Amount>> Forward for P {
    fn successors(&self, spot: Spot) -> Edges {
        edges(Graph::successors(self, &node(self, spot)))
    }

    fn visit_successors(&self, spot: Spot, reached: Reached<'_, Spot>, visit: Visit<'_>) {
        let parent = reached.parent.map(|parent| node(self, *parent));
        let reached = with_parent(reached, parent.as_ref());
        Graph::visit_successors(self, &node(self, spot), reached, as_spots(visit));
    }

    fn hints(&self) -> Hints {
        Graph::hints(self)
    }

    fn index(&self, spot: Spot) -> Option<usize> {
        Graph::index(self, &node(self, spot))
    }

    fn node_at(&self, index: usize) -> Option<Spot> {
        Graph::node_at(self, index).map(P::Node::spot)
    }

    fn index_bound(&self) -> Option<usize> {
        Graph::index_bound(self)
    }

    fn check_node(&self, spot: Spot) -> Result<(), NoSuchNode> {
        Graph::check_node(self, &node(self, spot))
    }

    fn is_goal(&self, spot: Spot) -> bool {
        Problem::is_goal(self, &node(self, spot))
    }

    fn seeks_goal(&self) -> bool {
        Problem::seeks_goal(self)
    }

    fn only_goal(&self) -> Option<Spot> {
        Problem::only_goal(self).map(P::Node::spot)
    }

    fn estimate(&self, spot: Spot) -> f64 {
        Heuristic::estimate(self, &node(self, spot)).float()
    }

    fn estimate_child(&self, parent: Spot, estimate: f64, child: Spot) -> f64 {
        let estimate = P::Cost::of(estimate);
        Heuristic::estimate_child(self, &node(self, parent), estimate, &node(self, child)).float()
    }

    fn estimate_hints(&self) -> Hints {
        Heuristic::estimate_hints(self)
    }

    fn search_below(&self, subtree: Subtree<'_, Spot, f64>) -> Option<Below<Spot, f64>> {
        let [root, parent] = [subtree.node, subtree.came_from].map(|spot| node(self, *spot));
        let below = Heuristic::search_below(self, subtree.map(&root, &parent, P::Cost::of))?;
        Some(below.map(P::Node::spot, P::Cost::float))
    }
}

impl<P: Problem<Node: InSpot, Cost: Amount> + ReverseGraph> Backward for P {
    fn predecessors(&self, spot: Spot) -> Edges {
        edges(ReverseGraph::predecessors(self, &node(self, spot)))
    }

    fn visit_predecessors(&self, spot: Spot, reached: Reached<'_, Spot>, visit: Visit<'_>) {
        let parent = reached.parent.map(|parent| node(self, *parent));
        let reached = with_parent(reached, parent.as_ref());
        ReverseGraph::visit_predecessors(self, &node(self, spot), reached, as_spots(visit));
    }
}

/// A problem of any world. Searches that need more than the problem offers find nothing.
#[derive(Clone)]
pub(crate) struct AnyProblem {
    forward: Rc<dyn Forward>,
    backward: Option<Rc<dyn Backward>>,
    from_start: Option<Rc<dyn Fn(Spot) -> f64>>,
    start: Spot,
    goal: Spot,
}

impl AnyProblem {
    /// Creates a problem for searches from the start.
    pub(crate) fn new<P: Heuristic<Node: InSpot, Cost: Amount> + 'static>(problem: P) -> Self {
        AnyProblem::of(&Rc::new(problem))
    }

    fn of<P: Heuristic<Node: InSpot, Cost: Amount> + 'static>(problem: &Rc<P>) -> Self {
        AnyProblem {
            forward: problem.clone(),
            backward: None,
            from_start: None,
            start: problem.start().spot(),
            goal: problem.start().spot(),
        }
    }

    /// Creates a problem whose edges can also be followed backwards.
    pub(crate) fn reversible<P>(problem: P) -> Self
    where
        P: Heuristic<Node: InSpot, Cost: Amount> + ReverseGraph + 'static,
    {
        let problem = Rc::new(problem);
        AnyProblem {
            backward: Some(problem.clone()),
            ..AnyProblem::of(&problem)
        }
    }

    /// Creates a problem with one goal for bidirectional searches without estimates.
    pub(crate) fn between<P>(problem: P) -> Self
    where
        P: Heuristic<Node: InSpot, Cost: Amount> + KnownGoal + ReverseGraph + 'static,
    {
        AnyProblem {
            goal: problem.goal().spot(),
            ..AnyProblem::reversible(problem)
        }
    }

    /// Creates a problem for all searches.
    pub(crate) fn with_both_estimates<P>(problem: P) -> Self
    where
        P: ReverseHeuristic<Node: InSpot, Cost: Amount> + KnownGoal + ReverseGraph + Clone + 'static,
    {
        let other = problem.clone();
        AnyProblem {
            from_start: Some(Rc::new(move |spot| {
                other.estimate_from_start(&node(&other, spot)).float()
            })),
            ..AnyProblem::between(problem)
        }
    }
}

impl Graph for AnyProblem {
    type Node = Spot;
    type Cost = f64;

    fn successors(&self, node: &Spot) -> impl Iterator<Item = (Spot, f64)> {
        self.forward.successors(*node).into_iter()
    }

    fn visit_successors(
        &self,
        node: &Spot,
        reached: Reached<'_, Spot>,
        mut visit: impl FnMut(Spot, Option<usize>, f64),
    ) {
        self.forward.visit_successors(*node, reached, &mut visit);
    }

    fn hints(&self) -> Hints {
        self.forward.hints()
    }

    fn index(&self, node: &Spot) -> Option<usize> {
        self.forward.index(*node)
    }

    fn node_at(&self, index: usize) -> Option<Spot> {
        self.forward.node_at(index)
    }

    fn index_bound(&self) -> Option<usize> {
        self.forward.index_bound()
    }

    fn check_node(&self, node: &Spot) -> Result<(), NoSuchNode> {
        self.forward.check_node(*node)
    }
}

impl ReverseGraph for AnyProblem {
    fn predecessors(&self, node: &Spot) -> impl Iterator<Item = (Spot, f64)> {
        let backward = self.backward.iter();
        backward.flat_map(|backward| backward.predecessors(*node))
    }

    fn visit_predecessors(
        &self,
        node: &Spot,
        reached: Reached<'_, Spot>,
        mut visit: impl FnMut(Spot, Option<usize>, f64),
    ) {
        if let Some(backward) = &self.backward {
            backward.visit_predecessors(*node, reached, &mut visit);
        }
    }
}

impl Problem for AnyProblem {
    fn start(&self) -> Spot {
        self.start
    }

    fn is_goal(&self, node: &Spot) -> bool {
        self.forward.is_goal(*node)
    }

    fn seeks_goal(&self) -> bool {
        self.forward.seeks_goal()
    }

    fn only_goal(&self) -> Option<Spot> {
        self.forward.only_goal()
    }
}

impl KnownGoal for AnyProblem {
    fn goal(&self) -> Spot {
        self.goal
    }
}

impl Heuristic for AnyProblem {
    fn estimate(&self, node: &Spot) -> f64 {
        self.forward.estimate(*node)
    }

    fn estimate_child(&self, parent: &Spot, estimate: f64, child: &Spot) -> f64 {
        self.forward.estimate_child(*parent, estimate, *child)
    }

    fn estimate_hints(&self) -> Hints {
        self.forward.estimate_hints()
    }

    fn search_below(&self, subtree: Subtree<'_, Spot, f64>) -> Option<Below<Spot, f64>> {
        self.forward.search_below(subtree)
    }
}

impl ReverseHeuristic for AnyProblem {
    fn estimate_from_start(&self, node: &Spot) -> f64 {
        self.from_start.as_ref().map_or(0.0, |estimate| estimate(*node))
    }
}

/// The numbers of a world's nodes, for searches of [`AnyProblem`].
pub(crate) struct Spots<N, C> {
    codec: Rc<dyn Codec<N, C>>,
}

impl<N, C> Spots<N, C> {
    pub(crate) fn new(codec: Rc<dyn Codec<N, C>>) -> Self {
        Spots { codec }
    }
}

impl<N: InSpot, C: Amount> Codec<Spot, f64> for Spots<N, C> {
    fn number(&self, spot: &Spot) -> u32 {
        N::of(*spot).map_or(NOBODY, |node| self.codec.number(&node))
    }

    fn node(&self, number: u32) -> Option<Spot> {
        self.codec.node(number).map(N::spot)
    }

    fn amount(&self, cost: f64) -> f64 {
        self.codec.amount(C::of(cost))
    }
}
