//! Every path that a search returns is a path of the graph and costs what its edges cost, and the search keeps its
//! promise.

use astride::{Path, Status};

use crate::case::{Case, Subject, numbers};
use crate::{Log, MOST_NODES, Numbered, Place, Promise, Stored, Units};

/// Checks that a path costs as much as its edges, for some choice among parallel edges.
fn check_path<C: Units>(case: &Case<'_, C>, path: &Path<Place, C>) {
    let sums = case.plan.sums(&numbers(path));
    assert!(!sums.is_empty(), "{path:?} is not a path");
    let is_sum = sums.iter().any(|sum| C::units(*sum) == path.cost);
    assert!(is_sum, "{path:?} does not cost as much as its edges: {sums:?}");
    assert_ne!(format!("{:?}", path.cost), "-0.0", "{path:?}");
    if case.laws.stored >= Stored::Nodes {
        let mut nodes = numbers(path);
        nodes.sort_unstable();
        assert!(nodes.is_sorted_by(|one, other| one < other), "a node twice in {path:?}");
    }
}

/// Checks the paths that a search can return now; in a large world, only some of them.
fn check_paths<C: Units>(case: &Case<'_, C>, search: &dyn Subject<C>, step: usize) {
    if let Some(path) = search.best_effort_path() {
        check_path(case, &path);
    }
    let stride = case.plan.nodes.div_ceil(MOST_NODES);
    for number in (step % stride..case.plan.nodes).step_by(stride) {
        let node = Place::numbered(number);
        let (cost, path) = (search.cost_to(&node), search.path_to(&node));
        if let Some(path) = &path {
            check_path(case, path);
            assert_eq!(path.nodes.last(), Some(&node), "the end of a path to {node:?}");
        }
        if case.laws.stored >= Stored::Nodes {
            assert_eq!(
                cost.is_some(),
                path.is_some(),
                "there is either a cost or a path to {node:?}"
            );
            if let (Some(cost), Some(path), false) = (cost, path, case.laws.has_provisional_costs) {
                assert!(!cost.is_below(&path.cost), "{path:?} costs more than {cost:?}");
            }
        }
    }
    let path = search.path();
    assert!(
        path.is_none() || search.status() == Status::Found,
        "a path although none was found"
    );
}

pub(crate) fn the_promise_is_kept<C: Units>(case: &Case<'_, C>) {
    let search = case.whole();
    let plan = &case.plan;
    let least = plan.nearest_goal(&plan.far_from_starts());
    let Some(path) = search.path() else {
        assert_eq!(search.status(), Status::Exhausted, "without a path");
        if case.laws.promise != Promise::MayMiss {
            assert_eq!(least, None, "there is a path of this cost");
        }
        return;
    };
    assert_eq!(search.status(), Status::Found, "with a path");
    check_path(case, &path);
    let goal = path.nodes[path.nodes.len() - 1];
    assert!(plan.goals[goal.number()], "{path:?} does not lead to a goal");
    assert_eq!(
        search.current(),
        Some(goal),
        "the current node of a search that has found a goal"
    );
    let least = least.expect("a cheapest path, since there is a path");
    match case.laws.promise {
        Promise::Cheapest if case.is_admissible() => {
            assert_eq!(
                path.cost,
                C::units(least),
                "left: the cost of {path:?}, right: the least cost"
            );
        }
        Promise::Within(factor) if case.is_admissible() => {
            let bound = C::units(least).to_f64() * factor * (1.0 + 1e-9);
            assert!(path.cost.to_f64() <= bound, "{path:?} costs more than {bound}");
        }
        Promise::FewestEdges => {
            let fewest = plan.nearest_goal(&plan.fewest_edges());
            assert_eq!(Some(path.edges() as u64), fewest, "the edges of {path:?}");
        }
        _ => {}
    }
}

/// While it runs, and at the end.
pub(crate) fn paths_lead_along_edges<C: Units>(case: &Case<'_, C>) {
    let mut search = case.begun(&Log::default());
    let _ = search.next_node();
    let mut is_running = true;
    for step in 0.. {
        check_paths(case, search.as_ref(), step);
        if !is_running {
            break;
        }
        is_running = search.step().is_running();
    }
}
