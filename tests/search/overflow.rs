//! A path whose cost does not fit the cost type is left out. A search fails only if it would otherwise find nothing.

use crate::common::algorithm::Algorithm;
use crate::common::plan::{ADMISSIBLE, Far, Guess, Plan, plans};
use crate::common::world::{INDEXES, Index, World};
use astride::search::Origin;
use astride::{AStar, Dijkstra, IdaStar, SearchError, Status, WeightedAStar};
use astride_laws::Log;
use proptest::prelude::*;

const LARGEST: u64 = u8::MAX as u64 - 1;

fn world<C: crate::common::world::Units>(edges: &[(usize, usize, u64)], index: Index) -> World<C> {
    World::new(&Plan::of_edges(edges.iter().copied()), Guess::Zero, index)
}

#[test]
fn an_edge_that_no_path_needs_does_not_matter() {
    let most = u64::from(u32::MAX) - 1;
    for algorithm in crate::every() {
        for index in INDEXES {
            for edges in [
                [(0, 1, 2), (1, 2, most), (0, 3, 5)],
                [(0, 1, 2), (1, 0, most), (0, 3, 5)],
                [(0, 1, 2), (1, 3, most), (0, 3, 5)],
                [(0, 3, 5), (0, 1, 2), (1, 2, most)],
            ] {
                let mut search = algorithm.search(world::<u32>(&edges, index), &Log::default());
                assert_eq!(search.run(), Status::Found, "{algorithm:?} {edges:?}");
                assert_eq!(search.path().unwrap().cost, 5, "{algorithm:?} {edges:?}");
            }
        }
    }
}

#[test]
fn a_sum_that_does_not_fit_exceeds_every_limit() {
    let edges = [(0, 1, 200), (1, 2, 100)];
    for index in INDEXES {
        for limit in [200, 254] {
            let world = world::<u8>(&edges, index);
            let mut search = Dijkstra::one_to_all(&world, 0).with_cost_limit(limit);
            assert_eq!(search.run(), Status::Found);
            assert_eq!(search.closed_nodes().count(), 2);
            assert_eq!(Dijkstra::new(&world).with_cost_limit(limit).run(), Status::Exhausted);
            assert_eq!(AStar::new(&world).with_cost_limit(limit).run(), Status::Exhausted);
            assert_eq!(IdaStar::new(&world).with_cost_limit(limit).run(), Status::Exhausted);

            let mut estimated = world;
            estimated.estimates = vec![0, 100, 0];
            assert_eq!(AStar::new(&estimated).with_cost_limit(limit).run(), Status::Exhausted);
            assert_eq!(IdaStar::new(&estimated).with_cost_limit(limit).run(), Status::Exhausted);
        }
        // Here, the limit is none.
        let search = IdaStar::new(world::<u8>(&edges, index)).with_cost_limit(u8::MAX);
        let status = { search }.run();
        assert!(
            matches!(status, Status::Failed(SearchError::CostOverflow { .. })),
            "{status}"
        );
    }
    let most = u64::from(u32::MAX) - 1;
    let world = world::<u32>(&[(0, 1, 2), (1, 2, most), (0, 3, 5)], Index::Never);
    let mut search = Dijkstra::new(world).with_cost_limit(100);
    assert_eq!(
        (search.run(), search.path().map(|path| path.cost)),
        (Status::Found, Some(5))
    );
}

#[test]
fn a_weighted_estimate_that_does_not_fit_excludes_no_path() {
    let mut world = world::<u8>(&[(0, 1, 100), (1, 2, 100)], Index::Never);
    world.estimates = vec![150, 100, 0];
    for weight in [1.0, 1.5, 2.0, 1e9] {
        let mut search = WeightedAStar::new(&world, weight).unwrap();
        assert_eq!(
            (search.run(), search.path().map(|path| path.cost)),
            (Status::Found, Some(200))
        );
    }
}

/// Another path leads to the node, after the one that does not fit.
#[test]
fn a_search_for_all_nodes_fails_only_if_it_misses_one() {
    let mut edges = vec![(0, 1, 200), (1, 2, 100), (0, 3, 201), (3, 2, 10)];
    for index in INDEXES {
        let mut search = Dijkstra::one_to_all(world::<u8>(&edges, index), 0);
        assert_eq!((search.run(), search.cost_to(&2)), (Status::Found, Some(211)));
    }
    // The path to node 2 was left out first, but node 4 is the one that is missing.
    edges.push((2, 4, 44));
    for index in INDEXES {
        let mut search = Dijkstra::one_to_all(world::<u8>(&edges, index), 0);
        let overflow = SearchError::CostOverflow {
            cost: "211".into(),
            edge: "44".into(),
            origin: Origin::Successor(0),
        };
        assert_eq!((search.run(), search.current()), (Status::Failed(overflow), Some(2)));
        assert_eq!(search.closed_nodes().count(), 4);
        search.restart();
        assert_eq!((search.step(), search.current()), (Status::Running, Some(0)));
    }
}

/// The sum of an edge back to its own node does not matter, but the path to the goal is left out after it.
#[test]
fn a_sum_that_does_not_matter_hides_no_other() {
    for index in INDEXES {
        let mut estimated = world::<u8>(&[(0, 1, 128), (1, 1, 129), (1, 2, 4), (2, 3, 127)], index);
        estimated.estimates = vec![0, 0, 127, 0];
        for algorithm in crate::every() {
            let mut search = algorithm.search(estimated.clone(), &Log::default());
            let status = search.run();
            let is_limited = algorithm.depth_limit().is_some();
            let is_overflow = matches!(
                status,
                Status::Failed(SearchError::CostOverflow { .. } | SearchError::EstimateOverflow { .. })
            );
            assert!(is_overflow || is_limited, "{algorithm:?}: {status}");
        }
    }
}

/// The path with the fewest edges is too expensive for the cost type.
#[test]
fn the_fewest_edges_are_those_of_paths_that_fit() {
    let edges = [(0, 1, 200), (1, 3, 100), (1, 2, 10), (2, 3, 10)];
    for index in INDEXES {
        for algorithm in crate::every() {
            let mut search = algorithm.search(world::<u8>(&edges, index), &Log::default());
            assert_eq!(search.run(), Status::Found, "{algorithm:?}");
            assert_eq!(search.path().unwrap().nodes, [0, 1, 2, 3], "{algorithm:?}");
        }
    }
}

/// The sum of a node's cost and estimate does not fit, but some searches expand the node and leave out the next.
#[test]
fn a_path_is_left_out_after_a_node_whose_estimate_does_not_fit() {
    for index in INDEXES {
        let mut estimated = world::<u8>(&[(0, 1, 250), (1, 2, 5)], index);
        estimated.estimates = vec![254, 5, 0];
        for algorithm in crate::every() {
            let status = algorithm.search(estimated.clone(), &Log::default()).run();
            assert!(matches!(status, Status::Failed(_)), "{algorithm:?}: {status}");
        }
    }
}

/// Whether the search finds a path if there is one that fits.
fn is_complete(algorithm: Algorithm) -> bool {
    is_optimal(algorithm) || matches!(algorithm, Algorithm::WeightedAStar | Algorithm::IdDfsChecked)
}

fn is_optimal(algorithm: Algorithm) -> bool {
    matches!(
        algorithm,
        Algorithm::AStar
            | Algorithm::AStarFirstIn
            | Algorithm::AStarLastIn
            | Algorithm::AStarAny
            | Algorithm::Dijkstra
            | Algorithm::IdaStarChecked
            | Algorithm::IdaStarTable
    )
}

fn fits(far: Far) -> bool {
    far.is_some_and(|far| far <= LARGEST)
}

/// As an estimate, the greatest cost instead of one that does not fit.
fn narrow(far: Far) -> u8 {
    far.map_or(u8::MAX, |far| u8::try_from(far.min(LARGEST)).unwrap())
}

proptest! {
    #![proptest_config(crate::common::effort::cases(500))]

    #[test]
    fn near_the_greatest_cost(plan in plans(7, LARGEST), guess in 0..ADMISSIBLE.len()) {
        let plan = Plan { more_starts: Vec::new(), ..plan };
        let far = plan.far_from_starts();
        let optimum = plan.nearest_goal(&far);
        let has_all = far.iter().flatten().all(|far| *far <= LARGEST);
        let zero = Plan { draws: plan.draws.clone(), ..plan.clone() };
        for algorithm in crate::every() {
            for index in INDEXES {
                let mut world = World::<u8>::new(&zero, Guess::Zero, index);
                world.estimates = plan.estimates(ADMISSIBLE[guess]).into_iter().map(narrow).collect();
                let mut search = algorithm.search(world, &Log::default());
                match search.run() {
                    Status::Found => {
                        let path = search.path().unwrap();
                        let cost = u64::from(path.cost);
                        prop_assert!(Some(cost) >= optimum && plan.cheapest_sum(&path.nodes).is_some_and(|sum| sum <= cost));
                        prop_assert!(!is_optimal(algorithm) || Some(cost) == optimum, "{algorithm:?}");
                    }
                    Status::Exhausted => {
                        let has_depth_limit = algorithm.depth_limit().is_some();
                        prop_assert!(optimum.is_none() || has_depth_limit, "{algorithm:?}");
                    }
                    Status::Failed(SearchError::CostOverflow { .. } | SearchError::EstimateOverflow { .. }) => {
                        prop_assert!(!is_complete(algorithm) || !fits(optimum), "{algorithm:?}");
                        let knows = matches!(algorithm, Algorithm::Dijkstra | Algorithm::Queue);
                        prop_assert!(!knows || !has_all || optimum.is_some(), "{algorithm:?}");
                    }
                    status => prop_assert!(false, "{algorithm:?}: {status}"),
                }
            }
        }
    }

    #[test]
    fn near_the_greatest_cost_to_all_nodes(plan in plans(7, LARGEST), limit in 0..=u8::MAX) {
        let plan = Plan { more_starts: Vec::new(), ..plan };
        let far = plan.far_from_starts();
        for index in INDEXES {
            let world = World::<u8>::new(&plan, Guess::Zero, index);
            let mut search = Dijkstra::one_to_all(&world, plan.start);
            let status = search.run();
            let is_overflow = matches!(status, Status::Failed(SearchError::CostOverflow { .. }));
            prop_assert_eq!(is_overflow, far.iter().flatten().any(|far| *far > LARGEST));
            prop_assert!(is_overflow || status == Status::Found);
            let costs = |limit: u64| far.iter().map(|far| far.filter(|far| *far <= limit)).collect::<Vec<_>>();
            let found = |search: &Dijkstra<_>| {
                (0..plan.nodes).map(|node| search.cost_to(&node).map(u64::from)).collect::<Vec<_>>()
            };
            prop_assert_eq!(found(&search), costs(LARGEST));

            let mut search = Dijkstra::one_to_all(&world, plan.start).with_cost_limit(limit);
            prop_assert_eq!(search.run() == Status::Found, limit < u8::MAX || !is_overflow);
            prop_assert_eq!(found(&search), costs(LARGEST.min(limit.into())));
        }
    }
}
