//! A cost limit leaves out every path that costs more.

use astride::search::Search;
use astride::{AStar, Dijkstra, FnGraph, IdaStar, NearestGoals, Query, SearchError, Status, Stepper};
use proptest::prelude::*;

use crate::common::algorithm::TIES;
use crate::common::evaluations::LeastEstimate;
use crate::common::plan::{ADMISSIBLE, Plan, alone, plans};
use crate::common::world::{INDEXES, Units, World};

/// Returns the limits at which something changes, and those next to them.
fn limits(far: &[Option<u64>]) -> Vec<u64> {
    let reached = far.iter().flatten();
    let mut limits: Vec<_> = reached.flat_map(|far| [far.saturating_sub(1), *far, far + 1]).collect();
    limits.sort_unstable();
    limits.dedup();
    limits
}

fn check_cost_limit<C: Units>(plan: &Plan) {
    let far = plan.far_from_starts();
    let optimum = plan.nearest_goal(&far);
    let worlds = ADMISSIBLE.map(|guess| World::<C>::new(plan, guess, INDEXES[plan.nodes % 3]));
    for limit in limits(&far) {
        let mut range = Dijkstra::new(Query::to_all(&worlds[0], plan.start)).with_cost_limit(C::units(limit));
        assert_eq!(range.run(), Status::Found);
        let mut closed: Vec<_> = range.closed_nodes().map(|closed| (closed.node, closed.g)).collect();
        closed.sort_by_key(|(node, _)| *node);
        let within = far
            .iter()
            .map(|far| far.filter(|far| *far <= limit).map(C::units))
            .enumerate();
        let within: Vec<_> = within.filter_map(|(node, cost)| Some((node, cost?))).collect();
        assert_eq!(closed, within);
        assert_eq!((range.stats().nodes, range.open_nodes().count()), (within.len(), 0));

        let expected = optimum.filter(|optimum| *optimum <= limit).map(C::units);
        let check = |status, cost| {
            let end = if expected.is_some() {
                Status::Found
            } else {
                Status::Exhausted
            };
            assert_eq!((status, cost), (end, expected), "within {limit}");
        };
        for world in &worlds {
            for ties in TIES {
                let mut search = AStar::new(world)
                    .with_tie_breaking(ties)
                    .with_cost_limit(C::units(limit));
                let open = usize::from(search.next_node().is_some());
                assert_eq!((search.open_nodes().count(), search.stats().open), (open, open));
                check(search.run(), search.path().map(|path| path.cost));
            }
            let mut search = Search::with_evaluation(world, LeastEstimate).with_cost_limit(C::units(limit));
            check(search.run(), search.path().map(|path| path.cost));
            if plan.nodes < 7 {
                let mut search = IdaStar::new(world).with_cycle_check().with_cost_limit(C::units(limit));
                check(search.run(), search.path().map(|path| path.cost));
            }
        }
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(100))]

    #[test]
    fn a_cost_limit_leaves_out_what_costs_more(plan in plans(14, 40), small in plans(6, 9)) {
        for plan in [plan, small].map(alone) {
            check_cost_limit::<u32>(&plan);
            check_cost_limit::<f64>(&plan);
        }
    }
}

#[test]
fn a_limit_that_is_no_number_is_an_error() {
    let line = FnGraph::new(|node: &u8| [(node + 1, 1.0)]);
    let query = || Query::between(&line, 0, 3).with_heuristic(|_| 0.0);
    for limit in [f64::NAN, -f64::NAN, f64::NEG_INFINITY] {
        let failure = Status::Failed(SearchError::InvalidCostLimit {
            limit: format!("{limit:?}"),
        });
        let mut search = Dijkstra::new(query()).with_cost_limit(limit);
        assert_eq!(search.run(), failure);
        search.restart();
        assert_eq!(search.run(), failure, "the limit is still set");
        search.set_cost_limit(3.0);
        search.restart();
        assert_eq!(search.run(), Status::Found);
        assert_eq!(NearestGoals::new(query()).with_cost_limit(limit).run(), failure);
        assert_eq!(IdaStar::new(query()).with_cost_limit(limit).run(), failure);
    }
    for (limit, status) in [
        (f64::INFINITY, Status::Found),
        (2.5, Status::Exhausted),
        (-1.0, Status::Exhausted),
    ] {
        assert_eq!(AStar::new(query()).with_cost_limit(limit).run(), status);
        assert_eq!(IdaStar::new(query()).with_cost_limit(limit).run(), status);
    }
}
