//! The problems of the tests: worlds whose nodes are plain numbers.

use astride::{Pathfinder, Status};
pub(crate) use astride_laws::{INDEXES, Index, Units};

use super::plan::Plan;

pub(crate) type World<C> = astride_laws::World<C, usize>;

/// Adds the further starts of the plan.
pub(crate) fn add_starts<C: Units>(search: &mut dyn Pathfinder<Node = usize, Cost = C>, plan: &Plan) {
    for (start, units) in &plan.more_starts {
        search.add_start(*start, C::units(*units));
    }
}

/// Runs the search with all starts of the plan. It must find a path if and only if there is one. Returns the units of
/// its path, and those of a cheapest one.
pub(crate) fn check_ends<C: Units>(
    plan: &Plan,
    search: &mut dyn Pathfinder<Node = usize, Cost = C>,
) -> Option<[u64; 2]> {
    add_starts(search, plan);
    let status = search.run();
    let optimum = plan.nearest_goal(&plan.far_from_starts());
    let end = if optimum.is_some() {
        Status::Found
    } else {
        Status::Exhausted
    };
    assert_eq!(status, end);
    let path = search.path()?;
    let units = plan.cheapest_sum(&path.nodes).expect("a path of the plan");
    assert!(plan.goals[*path.nodes.last().unwrap()]);
    assert_eq!(path.cost, C::units(units));
    Some([units, optimum?])
}
