//! Search with a bound: every bounding function keeps it, with and without reopening.

use astride::search::{BoundedAStar, BoundingFunction};
use astride::{Status, WeightedAStar};
use proptest::prelude::*;

use super::is_within;
use crate::common::korf::instances;
use crate::common::plan::{ADMISSIBLE, CONSISTENT, Guess, Plan, plans};
use crate::common::world::{INDEXES, Units, World, check_ends};

pub(crate) const FUNCTIONS: [BoundingFunction; 4] = [
    BoundingFunction::Xdp,
    BoundingFunction::Xup,
    BoundingFunction::Pwxd,
    BoundingFunction::Pwxu,
];

fn factors() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(1.0),
        (1_u16..48).prop_map(|sixteenths| 1.0 + f64::from(sixteenths) / 16.0),
        Just(1e9),
        Just(f64::MAX),
    ]
}

fn check_bounded<C: Units>(plan: &Plan, factor: f64, tolerance: f64) {
    let symmetric = plan.clone().both_ways();
    for (place, function) in FUNCTIONS.into_iter().enumerate() {
        let index = INDEXES[(place + plan.nodes) % INDEXES.len()];
        let search = |plan: &Plan, guess| {
            BoundedAStar::new(World::<C>::new(plan, guess, index), factor)
                .unwrap()
                .with_function(function)
        };
        for guess in ADMISSIBLE {
            if let Some(units) = check_ends(plan, &mut search(plan, guess)) {
                assert!(is_within(factor * tolerance, units), "{function:?} {guess:?} {units:?}");
            }
        }
        let needs_both_ways = matches!(function, BoundingFunction::Xdp | BoundingFunction::Pwxd);
        let plan = if needs_both_ways { &symmetric } else { plan };
        for guess in CONSISTENT {
            let mut search = search(plan, guess).without_reopening();
            if let Some(units) = check_ends(plan, &mut search) {
                assert!(is_within(factor * tolerance, units), "{function:?} {guess:?} {units:?}");
            }
            assert_eq!(search.stats().reopened, 0);
            assert!(search.stats().expanded <= plan.nodes as u64);
        }
        // A path is found regardless of the estimates.
        for guess in [Guess::Admissible, Guess::Wild] {
            check_ends(plan, &mut search(plan, guess).without_reopening());
        }
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(500))]

    #[test]
    fn costs_that_no_float_can_hold_are_rounded(plan in plans(12, 1 << 56), factor in factors()) {
        check_bounded::<u64>(&plan, factor.min(1e100), 1.0 + 0.5_f64.powi(40));
    }
}

#[test]
fn of_nodes_that_are_equally_near_the_last_one_comes_first() {
    let mut world = World::row(&[1_u32; 5]);
    world.edges[1..].fill(Vec::new());
    world.edges[0] = (1..=5).map(|node| (node, 1)).collect();
    for goal in 1..=5_u8 {
        world.goals = (0..6).map(|node| node == goal).collect();
        let mut search = BoundedAStar::new(world.clone(), 2.0)
            .unwrap()
            .with_function(BoundingFunction::Xup);
        assert_eq!(search.run(), Status::Found);
        assert_eq!(search.stats().expanded, 6 - u64::from(goal));
    }
}

/// Along the one-way edge from 2 to 3, the estimate rises by more than the cost of the edge. Node 2 was closed with a
/// path of twice the least cost, and the goal is reached by a path of more than twice the least cost.
#[test]
fn edges_of_one_direction_need_reopening_or_an_upward_function() {
    let world = |index| World::<u32> {
        edges: vec![
            vec![(1, 0), (2, 20), (4, 230)],
            vec![(2, 10)],
            vec![(3, 0)],
            vec![(4, 100)],
            vec![],
        ],
        start: 0,
        goals: vec![false, false, false, false, true],
        estimates: vec![10, 10, 0, 100, 0],
        index,
        ..World::default()
    };
    for index in INDEXES {
        for (function, cost) in FUNCTIONS.into_iter().zip([230, 120, 230, 120]) {
            let mut search = BoundedAStar::new(world(index), 2.0).unwrap().with_function(function);
            assert_eq!(search.run(), Status::Found);
            assert!(search.path().unwrap().cost <= 220);
            let mut search = BoundedAStar::new(world(index), 2.0)
                .unwrap()
                .with_function(function)
                .without_reopening();
            assert_eq!(search.run(), Status::Found);
            assert_eq!(search.path().unwrap().cost, cost, "{function:?}");
        }
    }
}

#[test]
fn downward_functions_expand_fewer_nodes_than_weighted_a_star() {
    let (mut weighted, mut bounded) = (0, [0; 2]);
    for puzzle in instances().map(|instance| instance.puzzle).step_by(10) {
        let mut search = WeightedAStar::new(&puzzle, 3.0).unwrap();
        assert_eq!(search.run(), Status::Found);
        weighted += search.stats().expanded;
        for (sum, function) in bounded.iter_mut().zip([BoundingFunction::Xdp, BoundingFunction::Pwxd]) {
            let mut search = BoundedAStar::new(&puzzle, 3.0).unwrap().with_function(function);
            assert_eq!(search.run(), Status::Found);
            *sum += search.stats().expanded;
        }
    }
    assert!(
        bounded.iter().all(|bounded| *bounded < weighted),
        "{bounded:?} {weighted}"
    );
}
