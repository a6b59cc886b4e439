//! Near-optimal bidirectional search: the best path so far.

use astride::Status;
use astride::search::Nbs;

use crate::common::plan::{Guess, Plan};
use crate::common::world::{Index, World};

/// A closed node of the best path so far is reached at a lower cost, before its successors are updated.
#[test]
fn the_best_path_so_far_has_the_cost_of_its_nodes() {
    // From 0 to 4 through 1 and 3. The path to 1 through 2 costs less and has the larger estimate. Node 5 keeps the
    // other side busy.
    let edges = [(0, 1, 4), (0, 2, 1), (2, 1, 1), (1, 3, 5), (3, 4, 10), (5, 4, 1)];
    let forward = Plan::of_edges(edges).between(0, 4);
    let backward = Plan::of_edges(edges.map(|(from, to, units)| (to, from, units))).between(4, 0);
    for plan in [forward, backward] {
        let mut ends = World::<u32>::with_guesses(&plan, [Guess::Zero; 2], Index::Never);
        let is_forward = plan.start == 0;
        let estimates = if is_forward {
            &mut ends.estimates
        } else {
            &mut ends.back_estimates
        };
        estimates[2] = 16;
        let mut search = Nbs::new(&ends);
        let mut costs = Vec::new();
        while search.step().is_running() {
            if let Some(path) = search.best_effort_path() {
                assert_eq!(plan.cheapest_sum(&path.nodes), Some(path.cost.into()), "{path:?}");
                costs.push(path.cost);
            }
        }
        assert!(costs.contains(&19) && search.path().unwrap().cost == 17, "{costs:?}");
    }
}

/// When the path has been found, all remaining paths cost more than the cost type can hold.
#[test]
fn an_overflow_does_not_discard_a_path_that_has_been_found() {
    // The path leads through 2 and 3. Another edge from 3 would be too expensive, and 4 keeps the goal's side busy.
    let edges = [(0, 1, 1), (0, 2, 100), (2, 3, 60), (3, 6, 40), (4, 6, 5), (3, 5, 200)];
    let mut ends = World::<u8>::with_guesses(&Plan::of_edges(edges), [Guess::Zero; 2], Index::Never);
    ends.back_estimates[4] = 180;
    let mut search = Nbs::new(&ends);
    assert_eq!((search.run(), search.path().unwrap().cost), (Status::Found, 200));
}
