//! [`Guessed`]: a problem on a map whose estimate may exceed the true cost, which the library's problems do not allow.

use astride::traits::{Hints, PairHeuristic, Reached, ReverseHeuristic};
use astride::{Graph, Heuristic, KnownGoal, Problem, ReverseGraph};
use astride_grid::{Arrival, GridCost, GridError, GridMap, GridProblem, Movement, Point};

/// How an estimate is derived from that of the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guess {
    /// The problem's own estimate.
    Own,
    /// Twice the problem's own estimate.
    Doubled,
    /// Columns plus rows, even with diagonal steps; each column or row has this cost.
    Manhattan(u32),
}

/// Returns the cost of a straight step on the cheapest ground of a map.
pub(crate) fn least_step(map: &GridMap, movement: Movement) -> u32 {
    u32::straight(movement).saturating_mul(map.least_cost().unwrap_or(1).into())
}

/// A node on a map.
pub(crate) trait OnMap {
    fn point(&self) -> Point;
}

impl OnMap for Point {
    fn point(&self) -> Point {
        *self
    }
}

impl OnMap for Arrival {
    fn point(&self) -> Point {
        self.at
    }
}

/// A problem with an arbitrary estimate. With [`Guess::Own`], it behaves like the problem itself.
#[derive(Clone, Debug)]
pub(crate) struct Guessed<P> {
    problem: P,
    guess: Guess,
    goals: Vec<Point>,
}

impl<P: Graph<Node: OnMap, Cost = u32>> Guessed<P> {
    pub(crate) fn new(problem: P, guess: Guess, goals: &[Point]) -> Self {
        Guessed {
            problem,
            guess,
            goals: goals.to_vec(),
        }
    }

    /// Returns the estimate between two points; `own` returns that of the problem.
    fn between(&self, from: Point, to: Point, own: impl FnOnce() -> u32) -> u32 {
        match self.guess {
            Guess::Own => own(),
            Guess::Doubled => own().saturating_mul(2),
            Guess::Manhattan(step) => {
                let steps = u32::from(from.x.abs_diff(to.x)) + u32::from(from.y.abs_diff(to.y));
                steps.saturating_mul(step)
            }
        }
    }
}

impl Guessed<GridProblem<GridMap>> {
    /// Changes the cost of a cell, and with it the basis of the estimate.
    pub(crate) fn set_cost(&mut self, point: Point, cost: u8) -> Result<(), GridError> {
        self.problem.set_cost(point, cost)?;
        if let Guess::Manhattan(step) = &mut self.guess {
            *step = least_step(self.problem.map(), self.problem.movement());
        }
        Ok(())
    }

    pub(crate) fn map(&self) -> &GridMap {
        self.problem.map()
    }
}

impl<P: Graph<Node: OnMap, Cost = u32>> Graph for Guessed<P> {
    type Node = P::Node;
    type Cost = u32;

    fn successors(&self, node: &P::Node) -> impl Iterator<Item = (P::Node, u32)> {
        self.problem.successors(node)
    }

    fn visit_successors(
        &self,
        node: &P::Node,
        reached: Reached<'_, P::Node>,
        visit: impl FnMut(P::Node, Option<usize>, u32),
    ) {
        self.problem.visit_successors(node, reached, visit);
    }

    fn hints(&self) -> Hints {
        self.problem.hints()
    }

    astride::forward_indices!(problem);
}

impl<P: ReverseGraph<Node = Point, Cost = u32>> ReverseGraph for Guessed<P> {
    fn predecessors(&self, node: &Point) -> impl Iterator<Item = (Point, u32)> {
        self.problem.predecessors(node)
    }

    fn visit_predecessors(
        &self,
        node: &Point,
        reached: Reached<'_, Point>,
        visit: impl FnMut(Point, Option<usize>, u32),
    ) {
        self.problem.visit_predecessors(node, reached, visit);
    }
}

impl<P: Problem<Node: OnMap, Cost = u32>> Problem for Guessed<P> {
    fn start(&self) -> P::Node {
        self.problem.start()
    }

    fn is_goal(&self, node: &P::Node) -> bool {
        self.problem.is_goal(node)
    }
}

impl<P: KnownGoal<Node = Point, Cost = u32>> KnownGoal for Guessed<P> {
    fn goal(&self) -> Point {
        self.problem.goal()
    }
}

impl<P: Heuristic<Node: OnMap, Cost = u32>> Heuristic for Guessed<P> {
    fn estimate(&self, node: &P::Node) -> u32 {
        let point = node.point();
        match self.guess {
            Guess::Manhattan(_) => {
                let estimates = self.goals.iter().map(|goal| self.between(point, *goal, || 0));
                estimates.min().unwrap_or(0)
            }
            _ => self.between(point, point, || self.problem.estimate(node)),
        }
    }

    fn estimate_hints(&self) -> Hints {
        match self.guess {
            Guess::Own => self.problem.estimate_hints(),
            _ => Hints::NONE,
        }
    }
}

impl<P: ReverseHeuristic<Node = Point, Cost = u32>> ReverseHeuristic for Guessed<P> {
    fn estimate_from_start(&self, node: &Point) -> u32 {
        self.between(self.problem.start(), *node, || self.problem.estimate_from_start(node))
    }
}

impl<P: PairHeuristic<Node = Point, Cost = u32>> PairHeuristic for Guessed<P> {
    fn estimate_between(&self, from: &Point, to: &Point) -> u32 {
        self.between(*from, *to, || self.problem.estimate_between(from, to))
    }
}
