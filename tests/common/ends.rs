//! Plans with one goal, for bidirectional search.

use proptest::prelude::*;

use super::plan::{Plan, plans};

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
