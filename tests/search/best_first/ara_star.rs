//! Anytime search: bounds and paths after every step, starts, limits, and the weights of its passes.

use astride::search::{WeightError, WeightsError};
use astride::{AraStar, Pathfinder, SearchError, Status};
use astride_laws::{Event, Log};
use proptest::prelude::*;

use super::is_within;
use crate::common::memory::{check_memory_limit, wide_plans};
use crate::common::plan::{ADMISSIBLE, Guess, Plan, plans};
use crate::common::rough::Rough;
use crate::common::world::{INDEXES, Index, Units, World, add_starts};

fn costs_found<C: Copy>(log: &Log<usize, C>) -> Vec<C> {
    let events = log.events();
    let found = events.iter().filter_map(|event| match event {
        Event::Found(_, cost) => Some(*cost),
        _ => None,
    });
    found.collect()
}

/// Checks a search step by step, with all starts of the plan.
fn check_anytime<C: Units>(plan: &Plan, guess: Guess, index: Index, [first, decrease]: [f64; 2]) {
    let world = World::<C>::new(plan, guess, index);
    let log = Log::default();
    let mut search = AraStar::new(&world)
        .with_weights(first, decrease)
        .unwrap()
        .with_observer(log.clone());
    add_starts(&mut search, plan);
    let optimum = plan.nearest_goal(&plan.far_from_starts());
    let is_admissible = guess != Guess::Wild;
    let is_consistent = !matches!(guess, Guess::Admissible | Guess::Wild);
    let (mut bound, mut weight, mut in_pass) = (f64::INFINITY, first, Vec::new());
    loop {
        let next = search.next_node().map(|next| next.node);
        let expanded = search.stats().expanded;
        let status = search.step();
        if status.is_running() {
            assert_eq!(search.stats().expanded, expanded + 1);
            let next = next.unwrap();
            assert!(plan.goals[next] || search.current() == Some(next));
        }
        assert!(search.bound() <= bound);
        let next_weight = search.weight();
        let is_less = next_weight <= weight - decrease || next_weight <= 1.0;
        assert!(is_less || (next_weight - weight).abs() < f64::EPSILON);
        if next_weight < weight {
            in_pass.clear();
        }
        if status.is_running() {
            let current = search.current().unwrap();
            assert!(
                !is_consistent || !in_pass.contains(&current),
                "{current} twice by {next_weight}"
            );
            in_pass.push(current);
        }
        (bound, weight) = (search.bound(), search.weight());
        if bound.is_finite() {
            let path = search.best_effort_path().unwrap();
            let units = plan.cheapest_sum(&path.nodes).unwrap();
            assert!(plan.goals[*path.nodes.last().unwrap()]);
            assert_eq!(path.cost, C::units(units));
            let found = costs_found(&log);
            assert!(found.is_sorted_by(|before, after| after.is_less(before)));
            let found = *found.last().unwrap();
            assert!(!found.is_below(&path.cost));
            // Nodes cost at least a unit, or nothing.
            assert!(bound <= 1.0 || bound <= (found.to_f64() / C::units(1).to_f64()));
            let limit = if is_consistent { bound.min(first) } else { bound };
            assert!(!is_admissible || is_within(limit * (1.0 + 1e-15), [units, optimum.unwrap()]));
        }
        match status {
            Status::Running => assert_eq!(search.path(), None),
            Status::Found => break,
            Status::Exhausted => return assert_eq!(optimum, None),
            Status::Failed(error) => panic!("{error}"),
        }
    }
    assert!((bound - 1.0).abs() < f64::EPSILON);
    let path = search.path();
    assert_eq!(path, search.best_effort_path());
    assert_eq!(
        path.as_ref().and_then(|path| path.nodes.last().copied()),
        search.current()
    );
    if is_admissible {
        assert_eq!(path.map(|path| path.cost), optimum.map(C::units));
    }
}

fn weights() -> impl Strategy<Value = [f64; 2]> {
    let first = prop_oneof![Just(1.0), 1.0..4.0, Just(1e6), Just(f64::MAX)];
    let decrease = prop_oneof![Just(0.25), 0.01..2.0, Just(1e-300), Just(f64::MAX)];
    (first, decrease).prop_map(|(first, decrease)| [first, decrease])
}

proptest! {
    #![proptest_config(crate::common::effort::cases(2_000))]

    #[test]
    fn anytime_search_has_true_bounds_and_ends_with_a_cheapest_path(
        plan in plans(14, 40_000),
        place in 0..INDEXES.len(),
        weights in weights(),
    ) {
        for guess in ADMISSIBLE.into_iter().chain([Guess::Wild]) {
            check_anytime::<u32>(&plan, guess, INDEXES[place], weights);
            check_anytime::<f64>(&plan, guess, INDEXES[place], weights);
            check_anytime::<Rough>(&plan, guess, INDEXES[place], weights);
        }
    }

    /// Sums fit into a byte, but weighted sums do not.
    #[test]
    fn anytime_search_accepts_weights_that_are_too_large(plan in plans(8, 15), weights in weights()) {
        for guess in ADMISSIBLE {
            check_anytime::<u8>(&plan, guess, Index::Sometimes, weights);
        }
    }

    /// The reports are consistent, except between two passes.
    #[test]
    fn anytime_search_takes_no_more_memory_than_its_limit(
        plan in wide_plans(150),
        guess in 0..ADMISSIBLE.len(),
        index in 0..INDEXES.len(),
        parts in 2..20_usize,
    ) {
        let world = World::<u32>::new(&plan, ADMISSIBLE[guess], INDEXES[index]);
        let mut search = AraStar::new(&world);
        let add_starts = |search: &mut dyn Pathfinder<Node = usize, Cost = u32>| add_starts(search, &plan);
        prop_assert_eq!(check_memory_limit(&mut search, add_starts, parts, 1 << 18), Status::Found);
        let optimum = plan.nearest_goal(&plan.far_from_starts());
        prop_assert_eq!(search.path().map(|path| path.cost), optimum.map(u32::units));
    }

    #[test]
    fn anytime_search_takes_starts_under_way(plan in plans(14, 90), steps in 0_usize..12) {
        let world = World::<u32>::new(&plan, Guess::Admissible, Index::SometimesWithNodes);
        let mut search = AraStar::new(&world);
        for _ in 0..steps {
            let _ = search.step();
        }
        if search.status().is_running() {
            add_starts(&mut search, &plan);
            let optimum = plan.nearest_goal(&plan.far_from_starts());
            while search.step().is_running() {
                if search.bound().is_finite() {
                    let units = u64::from(search.best_effort_path().unwrap().cost);
                    prop_assert!(is_within(search.bound() * (1.0 + 1e-15), [units, optimum.unwrap()]));
                }
            }
            prop_assert_eq!(search.path().map(|path| path.cost), optimum.map(u32::units));
        }
    }

    #[test]
    fn anytime_search_restarts_after_a_reset_and_after_a_limit(plan in plans(14, 90), weights in weights()) {
        let [first, decrease] = weights;
        let world = World::<u32>::new(&plan, Guess::Admissible, Index::Sometimes);
        let search = || AraStar::new(&world).with_weights(first, decrease).unwrap();
        let mut once = search();
        let status = once.run();
        let mut again = search();
        for _ in 0..plan.nodes / 2 {
            let _ = again.step();
        }
        again.reset(&world);
        prop_assert!(again.bound().is_infinite() && again.weight() >= first);
        prop_assert_eq!(again.run(), status.clone());
        prop_assert_eq!((again.path(), again.stats().expanded), (once.path(), once.stats().expanded));
        let mut limited = search().with_node_limit(0);
        for limit in 0.. {
            if limited.run() != (Status::Failed(SearchError::NodeLimit { limit })) {
                break;
            }
            limited.set_node_limit(limit + 1);
            limited.restart();
        }
        prop_assert_eq!(limited.status(), status);
        prop_assert_eq!(limited.path().map(|path| path.cost), once.path().map(|path| path.cost));
    }
}

/// With a weight of 2.5, node 2 is expanded before 3, although the cheaper path to it leads through 3.
#[test]
fn what_becomes_cheaper_in_a_pass_waits_for_the_next_one() {
    let mut world = World::row(&[0_u32; 4]);
    world.edges = vec![
        vec![(4, 100), (1, 1)],
        vec![(2, 20), (3, 1)],
        vec![(4, 75)],
        vec![(2, 10)],
        vec![],
    ];
    world.estimates = vec![0, 36, 26, 36, 0];
    let mut search = AraStar::new(&world).with_weights(3.0, 0.5).unwrap();
    while search.current() != Some(3) {
        assert_eq!(search.step(), Status::Running);
    }
    assert_eq!((search.weight(), search.cost_to(&2)), (2.5, Some(12)));
    assert_eq!((search.step(), search.current()), (Status::Running, Some(2)));
    assert!(search.weight() < 2.5);
    assert_eq!((search.run(), search.path().unwrap().cost), (Status::Found, 87));
}

#[test]
fn weights_decrease_as_asked_and_by_more_if_no_node_is_promising() {
    let all = [(0, 119), (45, 118), (55, 117), (75, 116), (100, 115)];
    for (ways, decrease, expected) in [
        (&all[..], Some(0.5), vec![3.0, 2.5, 2.0, 1.5, 1.0]),
        (&all, None, vec![3.0, 2.0, 1.0]),
        (&[all[0], all[4]], Some(0.5), vec![3.0, 1.19]),
    ] {
        // From the start, one node leads to each path, which has an estimate and a cost.
        let goal = ways.len() + 1;
        let mut world = World::row(&vec![1_u32; goal]);
        world.edges = vec![Vec::new(); goal + 1];
        for (node, (estimate, cost)) in (1..).zip(ways) {
            world.edges[0].push((node, 1));
            world.edges[node].push((goal, *cost));
            world.estimates[node] = *estimate;
        }
        let search = AraStar::new(&world);
        let mut search = match decrease {
            Some(decrease) => search.with_weights(3.0, decrease).unwrap(),
            None => search,
        };
        let mut weights = vec![search.weight()];
        while search.step().is_running() {
            weights.push(search.weight());
        }
        weights.dedup();
        assert_eq!(weights, expected);
        assert_eq!(
            search.path().map(|path| path.cost),
            ways.last().map(|(_, cost)| cost + 1)
        );
    }
}

#[test]
fn weights_that_do_not_decrease_are_refused() {
    let world = World::row(&[1_u32, 1]);
    let weights = |first, decrease| {
        AraStar::new(&world)
            .with_weights(first, decrease)
            .map(|search| search.weight())
    };
    for weight in [0.5, -1.0, f64::INFINITY] {
        assert_eq!(weights(weight, 1.0), Err(WeightsError::First(WeightError { weight })));
        assert_eq!(weights(1e3, 1.0), Ok(1e3));
    }
    for decrease in [0.0, -1.0, f64::INFINITY] {
        assert_eq!(weights(2.0, decrease), Err(WeightsError::Decrease { decrease }));
    }
    assert!(weights(f64::NAN, 1.0).is_err() && weights(2.0, f64::NAN).is_err());
}
