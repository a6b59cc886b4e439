//! [`Ends`]: a plan with one goal, for bidirectional search.

use astride::traits::{PairHeuristic, ReverseHeuristic};
use astride::{Cost, Graph, Heuristic, KnownGoal, Problem, ReverseGraph};
use proptest::prelude::*;

use super::plan::{Far, Guess, Plan, plans};
use super::world::{Index, Units, World};

/// A plan with one goal as a problem of the crate that can be searched bidirectionally.
#[derive(Clone, Debug)]
pub(crate) struct Ends<C> {
    pub(crate) ahead: World<C>,
    /// The world with reversed edges, from the goal to the start.
    pub(crate) back: World<C>,
    /// Estimates between all nodes, or none at all.
    pub(crate) pairs: Vec<Vec<C>>,
}

impl<C: Units> Ends<C> {
    pub(crate) fn new(plan: &Plan, guesses: [Guess; 2], index: Index) -> Self {
        let turned = Plan {
            edges: plan.turned_edges(),
            start: goal_of(plan),
            goals: (0..plan.nodes).map(|node| node == plan.start).collect(),
            ..plan.clone()
        };
        Ends {
            ahead: World::new(plan, guesses[0], index),
            back: World::new(&turned, guesses[1], index),
            pairs: Vec::new(),
        }
    }

    /// Creates the problem with estimates between all nodes.
    pub(crate) fn with_pairs(plan: &Plan, pairs: &[Vec<Far>], index: Index) -> Self {
        let row = |row: &Vec<Far>| row.iter().map(|far| C::far(*far)).collect();
        Ends {
            pairs: pairs.iter().map(row).collect(),
            ..Ends::new(plan, [Guess::Zero; 2], index)
        }
    }
}

impl<C: Cost> Graph for Ends<C> {
    type Node = usize;
    type Cost = C;

    fn successors(&self, node: &usize) -> impl Iterator<Item = (usize, C)> {
        self.ahead.successors(node)
    }

    fn index(&self, node: &usize) -> Option<usize> {
        self.ahead.index(node)
    }

    fn node_at(&self, index: usize) -> Option<usize> {
        self.ahead.node_at(index)
    }
}

impl<C: Cost> ReverseGraph for Ends<C> {
    fn predecessors(&self, node: &usize) -> impl Iterator<Item = (usize, C)> {
        self.back.successors(node)
    }
}

impl<C: Cost> Problem for Ends<C> {
    fn start(&self) -> usize {
        self.ahead.start
    }

    fn is_goal(&self, node: &usize) -> bool {
        self.ahead.is_goal(node)
    }
}

impl<C: Cost> KnownGoal for Ends<C> {
    fn goal(&self) -> usize {
        self.back.start
    }
}

impl<C: Cost> PairHeuristic for Ends<C> {
    fn estimate_between(&self, from: &usize, to: &usize) -> C {
        self.pairs.get(*from).map_or(C::ZERO, |row| row[*to])
    }
}

impl<C: Cost> Heuristic for Ends<C> {
    fn estimate(&self, node: &usize) -> C {
        let row = self.pairs.get(*node);
        row.map_or_else(|| self.ahead.estimate(node), |row| row[self.goal()])
    }
}

impl<C: Cost> ReverseHeuristic for Ends<C> {
    fn estimate_from_start(&self, node: &usize) -> C {
        self.back.estimate(node)
    }
}

pub(crate) fn goal_of(plan: &Plan) -> usize {
    plan.goals.iter().position(|is_goal| *is_goal).unwrap()
}

/// Generates plans of up to `most` nodes with one goal, and edges of up to `largest` units.
pub(crate) fn ends(most: usize, largest: u64) -> impl Strategy<Value = Plan> {
    (plans(most, largest), any::<prop::sample::Index>()).prop_map(|(mut plan, goal)| {
        let goal = goal.index(plan.nodes);
        plan.goals = (0..plan.nodes).map(|node| node == goal).collect();
        plan
    })
}
