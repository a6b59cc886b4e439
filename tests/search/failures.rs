//! Invalid costs, estimates and indices make a search fail with the value, the place and the node responsible.

use crate::checks::{check_edge, check_estimate, invalid_estimate};
use crate::common::algorithm::{ALL, Algorithm, DEEPENING};
use crate::common::world::{INDEXES, World};
use astride_laws::Log;
use std::cell::Cell;

use astride::search::Origin;
use astride::traits::NumericCost;
use astride::{AStar, Dijkstra, Graph, Heuristic, Pathfinder, Problem, SearchError, Status, WeightedAStar};

const THIRD: Origin = Origin::Successor(2);

#[test]
fn negative_edges() {
    let negative = |cost: &str| SearchError::NegativeCost {
        cost: cost.into(),
        origin: THIRD,
    };
    check_edge(1.0_f64, -0.5, negative("-0.5"));
    check_edge(1.0, -f64::MIN_POSITIVE, negative("-2.2250738585072014e-308"));
}

#[test]
fn edges_that_are_not_numbers() {
    let invalid = |cost: &str| SearchError::InvalidCost {
        cost: cost.into(),
        origin: THIRD,
    };
    check_edge(1.0, f64::NAN, invalid("NaN"));
    check_edge(1.0, -f64::NAN, invalid("NaN"));
    check_edge(1.0, f64::NEG_INFINITY, invalid("-inf"));
}

#[test]
fn sums_that_overflow() {
    let overflow = |cost: &str, edge: &str| SearchError::CostOverflow {
        cost: cost.into(),
        edge: edge.into(),
        origin: THIRD,
    };
    check_edge(u32::MAX - 55, 56, overflow("4294967240", "56"));
    check_edge(u32::MAX - 55, 55, overflow("4294967240", "55"));
    check_edge(u32::MAX - 55, 54, None);
    check_edge(
        f64::MAX,
        f64::MAX,
        overflow("1.7976931348623157e308", "1.7976931348623157e308"),
    );
}

#[test]
fn edges_that_are_fine() {
    check_edge(0.0, -0.0_f64, None);
    check_edge(-0.0, 0.0_f64, None);
    check_edge(1.0, f64::INFINITY, None);
    check_edge(1, u32::MAX, None);
    let mut search = Dijkstra::new(World::row(&[-0.0_f64, -0.0]));
    assert_eq!(search.run(), Status::Found);
    assert!(search.path().unwrap().cost.is_sign_positive());
}

#[test]
fn estimates_that_are_none() {
    for algorithm in ALL.into_iter().chain(DEEPENING) {
        let invalid = |text| invalid_estimate(algorithm, text);
        check_estimate(algorithm, -0.5_f64, invalid("-0.5"));
        check_estimate(algorithm, f64::NAN, invalid("NaN"));
        check_estimate(algorithm, f64::NEG_INFINITY, invalid("-inf"));
        check_estimate(algorithm, -0.0_f64, |_| None);
        check_estimate(algorithm, f64::INFINITY, |_| None);
        check_estimate(algorithm, u32::MAX, |_| None);

        let adds = algorithm.has_estimates() && algorithm != Algorithm::Greedy;
        check_estimate(algorithm, u32::MAX - 5, |origin| {
            // From a cost of zero, the sum fits, unless the weight is 2. So does the sum of a line that is assumed
            // clear.
            let cost = if origin == Origin::Start { "0" } else { "10" };
            let fits = match algorithm {
                Algorithm::LazyThetaStar => true,
                _ => origin == Origin::Start,
            };
            (adds && !fits).then(|| SearchError::EstimateOverflow {
                cost: cost.into(),
                estimate: "4294967290".into(),
                origin,
            })
        });
    }
}

#[test]
fn starts_with_costs_that_are_none() {
    let negative = |cost: &str| SearchError::NegativeCost {
        cost: cost.into(),
        origin: Origin::Start,
    };
    let invalid = |cost: &str| SearchError::InvalidCost {
        cost: cost.into(),
        origin: Origin::Start,
    };
    for algorithm in ALL.into_iter().chain(DEEPENING) {
        for (cost, error) in [
            (-1.0, negative("-1.0")),
            (f64::NAN, invalid("NaN")),
            (f64::INFINITY, invalid("inf")),
            (f64::NEG_INFINITY, invalid("-inf")),
        ] {
            for steps in 0..2 {
                let mut search = algorithm.search(World::row(&[1.0, 1.0]), &Log::default());
                for _ in 0..steps {
                    assert_eq!(search.step(), Status::Running);
                }
                search.add_start(1, cost);
                assert_eq!(search.status(), Status::Failed(error.clone()));
                assert_eq!(search.run(), Status::Failed(error.clone()));
                assert_eq!((search.current(), search.path()), ((steps == 1).then_some(0), None));
            }
        }
        let mut search = algorithm.search(World::row(&[1_u8, 1]), &Log::default());
        search.add_start(1, u8::MAX);
        assert_eq!(search.run(), Status::Failed(invalid("255")));
    }
}

/// The problem's own start is opened with the first one that is added; if it fails, the other one is not examined.
#[test]
fn a_start_after_one_that_failed_changes_nothing() {
    let mut world = World::row(&[1.0, 1.0]);
    world.estimates[0] = f64::NAN;
    let error = SearchError::InvalidEstimate {
        estimate: "NaN".into(),
        origin: Origin::Start,
    };
    for algorithm in ALL
        .into_iter()
        .chain(DEEPENING)
        .filter(|algorithm| algorithm.has_estimates())
    {
        for cost in [1.0, -1.0] {
            let log = Log::default();
            let mut search = algorithm.search(world.clone(), &log);
            search.add_start(1, cost);
            assert_eq!(search.status(), Status::Failed(error.clone()));
            assert_eq!(
                (search.stats().nodes, search.stats().open, log.events().len()),
                (0, 0, 1),
                "the failure is the one event"
            );
        }
    }
}

/// A row whose node 2 has an arbitrary index.
struct Misnumbered(World<u32>, usize);

impl Graph for Misnumbered {
    type Node = usize;
    type Cost = u32;

    fn successors(&self, node: &usize) -> impl Iterator<Item = (usize, u32)> {
        self.0.successors(node)
    }

    fn index(&self, node: &usize) -> Option<usize> {
        Some(if *node == 2 { self.1 } else { *node })
    }
}

impl Problem for Misnumbered {
    fn start(&self) -> usize {
        0
    }

    fn is_goal(&self, node: &usize) -> bool {
        self.0.is_goal(node)
    }
}

impl Heuristic for Misnumbered {
    fn estimate(&self, _node: &usize) -> u32 {
        0
    }
}

#[test]
fn indices_that_no_array_can_have() {
    for index in [usize::MAX, usize::MAX / 2, (1 << 31) - 1] {
        let world = || Misnumbered(World::row(&[1, 1, 1]), index);
        let searches: [Box<dyn Pathfinder<Node = usize, Cost = u32>>; 4] = [
            Box::new(AStar::new(world())),
            Box::new(astride::Greedy::new(world())),
            Box::new(astride::Bfs::new(world())),
            Box::new(astride::Dfs::new(world())),
        ];
        for mut search in searches {
            assert_eq!(search.run(), Status::Failed(SearchError::IndexTooLarge { index }));
            assert_eq!(search.current(), Some(1));
            assert_eq!(search.stats().nodes, 2);
        }
    }
}

/// A row whose nodes have indices until it drops them.
struct Forgetful(Cell<bool>);

impl Graph for Forgetful {
    type Node = u32;
    type Cost = u32;

    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, u32)> {
        [(node + 1, 1)].into_iter()
    }

    fn index(&self, node: &u32) -> Option<usize> {
        Some(*node as usize)
    }

    fn node_at(&self, index: usize) -> Option<u32> {
        (!self.0.get()).then(|| u32::try_from(index).unwrap())
    }
}

impl Problem for Forgetful {
    fn start(&self) -> u32 {
        0
    }

    fn is_goal(&self, node: &u32) -> bool {
        *node == 9
    }
}

impl Heuristic for Forgetful {
    fn estimate(&self, _node: &u32) -> u32 {
        0
    }
}

#[test]
fn a_graph_that_forgets_its_nodes_makes_the_search_fail() {
    let row = Forgetful(Cell::new(false));
    let searches: [Box<dyn Pathfinder<Node = u32, Cost = u32> + '_>; 3] = [
        Box::new(AStar::new(&row)),
        Box::new(astride::Dijkstra::new(&row)),
        Box::new(astride::Greedy::new(&row)),
    ];
    for mut search in searches {
        row.0.set(false);
        for _ in 0..3 {
            assert_eq!(search.step(), Status::Running);
        }
        row.0.set(true);
        assert_eq!(search.step(), Status::Failed(SearchError::NoNodeAt { index: 3 }));
        assert_eq!(
            (search.current(), search.path_to(&1), search.best_effort_path()),
            (None, None, None)
        );
        assert_eq!((search.open_nodes().count(), search.closed_nodes().count()), (0, 0));
    }
}

#[test]
fn the_node_limit_is_exact() {
    for algorithm in ALL.into_iter().chain(DEEPENING) {
        for index in INDEXES {
            for limit in 0..6 {
                let mut world = World::row(&[1_u32; 3]);
                world.index = index;
                let mut search = algorithm.search(world, &Log::default());
                search.set_node_limit(limit);
                let expected = if limit < 4 {
                    Status::Failed(SearchError::NodeLimit { limit })
                } else {
                    Status::Found
                };
                assert_eq!(search.run(), expected, "{algorithm:?}");
                assert_eq!(search.stats().nodes, limit.min(4));
                assert_eq!(search.current(), (limit.min(4)).checked_sub(1));
            }
        }
    }
}

/// The product of a large integer and a float can be rounded to a value that is too large.
#[test]
fn a_weight_of_one_is_a_star_for_the_largest_costs() {
    const LARGE: u64 = (1 << 53) + 3;
    let world = World {
        edges: vec![vec![(1, 1), (2, LARGE + 2)], vec![(2, LARGE)], vec![]],
        start: 0,
        goals: vec![false, false, true],
        estimates: vec![0, LARGE, 0],
        ..World::default()
    };
    let mut plain = AStar::new(&world);
    let mut weighted = WeightedAStar::new(&world, 1.0).unwrap();
    assert_eq!((plain.run(), weighted.run()), (Status::Found, Status::Found));
    assert_eq!(
        (plain.path().unwrap().cost, weighted.path().unwrap().cost),
        (LARGE + 1, LARGE + 1)
    );
    for cost in [LARGE, u64::MAX - 1, u64::MAX / 2, 0] {
        assert_eq!(cost.scaled(1.0), Some(cost));
        assert_eq!((cost / 3).scaled(3.0), Some(cost / 3 * 3));
    }
    assert_eq!(u64::MAX.scaled(1.0), None);
    assert_eq!(7_u8.scaled(1e9), None);
    assert_eq!(0_u8.scaled(1e9), Some(0));
    assert_eq!(101_i8.scaled(1.25), Some(126));
    assert_eq!(102_i8.scaled(1.25), None);
}
