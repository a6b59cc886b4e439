//! Cost limits, and custom orders.

use astride::search::{Engine, OptimalPaths, Search};
use astride::{AStar, Bfs, Dfs, Dijkstra, Event, FnGraph, IdaStar, Problem, Query, Status};
use proptest::prelude::*;

use crate::common::algorithm::TIES;
use crate::common::evaluations::{FirstIn, LeastEstimate, Queue};
use crate::common::plan::{ADMISSIBLE, Guess, Plan, plans};
use crate::common::world::{INDEXES, Units, World};

/// Returns the plan with only its own start.
fn alone(plan: Plan) -> Plan {
    Plan {
        more_starts: Vec::new(),
        ..plan
    }
}

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

fn check_own<C: Units>(plan: &Plan) {
    let far = plan.far_from_starts();
    let optimum = plan.nearest_goal(&far).map(C::units);
    for guess in ADMISSIBLE {
        let world = World::<C>::new(plan, guess, INDEXES[plan.nodes % 3]);
        let mut least_estimate = Search::with_evaluation(&world, LeastEstimate);
        let mut first_in = Search::with_evaluation(&world, FirstIn);
        let end = if optimum.is_some() {
            Status::Found
        } else {
            Status::Exhausted
        };
        assert_eq!([least_estimate.run(), first_in.run()], [end.clone(), end]);
        assert_eq!(least_estimate.path().map(|path| path.cost), optimum);
        assert_eq!(first_in.path().map(|path| path.cost), optimum);
    }
    // First in, first out, until nothing gets cheaper, gives all least costs, as in the Bellman-Ford algorithm.
    let world = World::<C>::new(plan, Guess::Zero, INDEXES[plan.nodes % 3]);
    let mut queue = Search::with_evaluation(Query::to_all(&world, plan.start), Queue);
    assert_eq!(queue.run(), Status::Found);
    for (node, far) in far.iter().enumerate() {
        assert_eq!(queue.cost_to(&node), far.map(C::units));
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

    #[test]
    fn orders_of_ones_own(plan in plans(20, 400).prop_map(alone)) {
        check_own::<u32>(&plan);
        check_own::<f64>(&plan);
    }
}

/// Every algorithm can succeed without a path.
#[test]
fn a_search_for_all_nodes_finds_them() {
    fn check<E: Engine<Problem = P>, P: Problem<Node = u32, Cost = u32>>(search: Search<E>, nodes: usize) {
        let mut ends = Vec::new();
        let mut search = search.on_event(|event| {
            if let Event::Exhausted | Event::Found { .. } = event {
                ends.push(matches!(event, Event::Exhausted));
            }
        });
        assert_eq!(
            [search.run(), search.step(), search.status()],
            [const { Status::Found }; 3]
        );
        assert_eq!((search.path(), search.find_path()), (None, Ok(None)));
        assert_eq!((search.closed_nodes().count(), search.open_nodes().count()), (nodes, 0));
        drop(search);
        assert_eq!(ends, [true], "nothing is left to expand");
    }
    let line = FnGraph::new(|n: &u32| (*n < 9).then_some((n + 1, 1)));
    let all = || Query::to_all(&line, 0);
    check(Dijkstra::new(all()), 10);
    check(Dijkstra::new(all()).with_cost_limit(4), 5);
    check(Bfs::new(all()), 10);
    check(Dfs::new(all()), 10);
    let mut search = Dijkstra::new(all());
    assert_eq!(OptimalPaths::of(&mut search).unwrap().count(), Some(0));
    assert_eq!(search.status(), Status::Found);
}
