//! Compares paths within a battery with a table of all states of charge.

use std::collections::{BTreeMap, BTreeSet};

use astride::{Budget, SearchError, Status, Stepper};
use astride_labels::{CostsError, ParetoPaths, SeveralCosts};
use proptest::prelude::*;

use crate::effort::cases;

/// The ends, the time, and the charge and the toll of an edge.
type Edge = (u8, u8, i32, [i32; 2]);

const PLACES: u8 = 6;

/// The place, the charge that is missing, and the toll paid.
type State = (u8, [i32; 2]);

/// The least time to each state, from relaxing all edges until nothing changes.
fn states(edges: &[Edge], start: State, goals: &[u8], limits: [i32; 2]) -> BTreeMap<State, i32> {
    let mut times = BTreeMap::new();
    if start.1[0] <= limits[0] && start.1[1] <= limits[1] {
        times.insert(start, 0);
    }
    loop {
        let before = times.clone();
        for ((place, used), time) in &before {
            for (from, to, takes, more) in edges {
                let next = [0, 1].map(|resource| (used[resource] + more[resource]).max(0));
                if from == place && !goals.contains(place) && next[0] <= limits[0] && next[1] <= limits[1] {
                    let known = times.entry((*to, next)).or_insert(i32::MAX);
                    *known = (*known).min(time + takes);
                }
            }
        }
        if times == before {
            return times;
        }
    }
}

/// All times and resources at goals that no others dominate.
fn front(edges: &[Edge], start: State, goals: &[u8], limits: [i32; 2]) -> Vec<(i32, [i32; 2])> {
    let states = states(edges, start, goals, limits);
    let at_goals = states.iter().filter(|((place, _), _)| goals.contains(place));
    let all: BTreeSet<(i32, [i32; 2])> = at_goals.map(|((_, used), time)| (*time, *used)).collect();
    let dominates = |one: &(i32, [i32; 2]), other: &(i32, [i32; 2])| {
        one != other && one.0 <= other.0 && one.1[0] <= other.1[0] && one.1[1] <= other.1[1]
    };
    let is_best = |one: &&(i32, [i32; 2])| !all.iter().any(|other| dominates(other, one));
    all.iter().filter(is_best).copied().collect()
}

/// Whether a cycle of edges that take no time charges the battery.
fn charges_in_no_time(edges: &[Edge]) -> bool {
    let mut least = [[i32::MAX / 2; PLACES as usize]; PLACES as usize];
    for (from, to, _, [charge, _]) in edges.iter().filter(|edge| edge.2 == 0) {
        let known = &mut least[usize::from(*from)][usize::from(*to)];
        *known = (*known).min(*charge);
    }
    for via in 0..usize::from(PLACES) {
        for from in 0..usize::from(PLACES) {
            for to in 0..usize::from(PLACES) {
                least[from][to] = least[from][to].min(least[from][via] + least[via][to]).max(-1_000);
            }
        }
    }
    (0..usize::from(PLACES)).any(|place| least[place][place] < 0)
}

fn edges(times: std::ops::Range<i32>) -> impl Strategy<Value = Vec<Edge>> {
    let edge = (
        0..PLACES,
        0..PLACES,
        times,
        (-5..7_i32, 0..3_i32).prop_map(|(charge, toll)| [charge, toll]),
    );
    prop::collection::vec(edge, 0..20)
}

fn check(edges: &[Edge], missing: i32, capacity: i32, toll: i32, goals: &[u8]) -> Result<(), TestCaseError> {
    let ends = (0..PLACES).map(|place| (place, place, i32::MAX, [0; 2]));
    let costs = SeveralCosts::with_recuperation(ends.chain(edges.iter().copied())).unwrap();
    let make = || {
        let paths = ParetoPaths::to_any(&costs, &0, goals).unwrap();
        paths
            .with_limits([capacity, toll])
            .unwrap()
            .with_departure([missing, 0])
            .unwrap()
    };
    let found: Result<Vec<_>, SearchError> = make().collect();
    let found = match found {
        Ok(found) => found,
        Err(error) => {
            prop_assert!(error.to_string().contains("cost nothing"), "{}", error);
            prop_assert!(charges_in_no_time(edges), "{}", error);
            return Ok(());
        }
    };
    let vectors: Vec<_> = found.iter().map(|path| (path.cost, path.resources)).collect();
    prop_assert_eq!(&vectors, &front(edges, (0, [missing, 0]), goals, [capacity, toll]));
    for path in &found {
        prop_assert_eq!(path.along[0], [missing, 0]);
        for (pair, along) in path.nodes.windows(2).zip(path.along.windows(2)) {
            let is_edge = |edge: &&Edge| {
                let after = [0, 1].map(|resource| (along[0][resource] + edge.3[resource]).max(0));
                [edge.0, edge.1] == *pair && after == along[1]
            };
            prop_assert!(edges.iter().any(|edge| is_edge(&edge)));
        }
        prop_assert!(path.along.iter().all(|used| (0..=capacity).contains(&used[0])));
    }
    // In slices, the paths are the same.
    let mut paths = make();
    let mut sliced = Vec::new();
    while let Status::Running | Status::Found = paths.run_for(Budget::new().expansions(1)) {
        if paths.status() == Status::Found {
            sliced.push(paths.next().unwrap().unwrap());
        }
    }
    prop_assert_eq!(sliced, found);
    Ok(())
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn fronts_are_those_of_all_states_of_charge(
        edges in edges(1..6), capacity in 0..14_i32, missing in 0..14_i32, toll in 0..5_i32, goal in 0..PLACES,
    ) {
        check(&edges, missing, capacity, toll, &[goal])?;
        check(&edges, missing, capacity, toll, &[1, 3, 5])?;
    }

    /// An edge that takes no time may charge, unless a cycle of such edges does.
    #[test]
    fn edges_that_take_no_time_may_charge(
        edges in edges(0..2), capacity in 0..14_i32, missing in 0..14_i32, goal in 0..PLACES,
    ) {
        check(&edges, missing, capacity, 4, &[goal])?;
        check(&edges, missing, capacity, 4, &[2, 4])?;
    }

    /// With floats, too. Multiples of a quarter are exact.
    #[test]
    fn batteries_hold_floats(edges in edges(1..6), capacity in 0..14_i32, charge in 0..14_i32, goal in 0..PLACES) {
        let float = |number: i32| f64::from(number) / 4.0;
        let ends = (0..PLACES).map(|place| (place, place, f64::INFINITY, [0.0]));
        let floats = edges.iter().map(|(from, to, time, [used, _])| (*from, *to, float(*time), [float(*used)]));
        let costs = SeveralCosts::with_recuperation(ends.chain(floats)).unwrap();
        let paths = ParetoPaths::new(&costs, &0, &goal).unwrap().with_battery(float(charge), float(capacity)).unwrap();
        let found: Vec<_> = paths.map(|path| path.map(|path| (path.cost, path.resources[0])).unwrap()).collect();
        let without_toll: Vec<Edge> = edges.iter().map(|edge| (edge.0, edge.1, edge.2, [edge.3[0], 0])).collect();
        let start = (0, [(capacity - charge).max(0), 0]);
        let expected = front(&without_toll, start, &[goal], [capacity, 0]);
        let expected: Vec<_> = expected.into_iter().map(|(time, [used, _])| (float(time), float(used))).collect();
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn charge_above_the_capacity_is_lost_and_no_path_goes_below_zero() {
    let roads = [
        ("top", "valley", 10, [-50]),
        ("valley", "hill", 10, [90]),
        ("valley", "lake", 5, [101]),
    ];
    let roads = SeveralCosts::with_recuperation(roads).unwrap();
    let charge_at = |goal, charge, capacity| {
        let mut paths = ParetoPaths::new(&roads, &"top", &goal)
            .unwrap()
            .with_battery(charge, capacity)
            .unwrap();
        paths.next().map(|path| capacity - path.unwrap().resources[0])
    };
    assert_eq!(charge_at("valley", 80, 100), Some(100));
    assert_eq!(charge_at("hill", 80, 100), Some(10));
    assert_eq!(charge_at("hill", 39, 100), None);
    assert_eq!(charge_at("hill", 40, 100), Some(0));
    assert_eq!(charge_at("lake", 100, 100), None);
    assert_eq!(charge_at("valley", 120, 100), Some(100), "a full battery");
    assert_eq!(charge_at("top", 0, 100), Some(0), "an empty one");
}

#[test]
fn a_cycle_that_charges_in_no_time_is_named_only_where_it_matters() {
    // A chain of 30,000 places that ends at such a cycle, and a way that leads past it.
    const LAST: u32 = 30_000;
    let chain = (0..LAST).map(|place| (place, place + 1, 0, [1]));
    let cycle = [(LAST, LAST + 1, 0, [3]), (LAST + 1, LAST, 0, [-4])];
    let goal = [(LAST, LAST + 2, 1, [0]), (LAST + 3, LAST + 2, 1, [7])];
    let roads = SeveralCosts::with_recuperation(chain.chain(cycle).chain(goal)).unwrap();
    let mut paths = ParetoPaths::new(&roads, &0, &(LAST + 2))
        .unwrap()
        .with_battery(40_000, 40_000)
        .unwrap();
    let error = paths.next().unwrap().unwrap_err();
    assert_eq!(
        error.to_string(),
        "edges that cost nothing form a cycle along which a resource falls: give one of them a cost"
    );
    paths.reset(&(LAST + 3), &(LAST + 2)).unwrap();
    assert_eq!(paths.map(|path| path.unwrap().resources).collect::<Vec<_>>(), [[7]]);
}

#[test]
fn only_resources_may_be_below_zero() {
    let error = SeveralCosts::with_recuperation([(1, 2, -1, [-1])]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the cost of the edge from 1 to 2 is -1, which is below zero"
    );
    let error = SeveralCosts::with_recuperation([(1, 2, 1.0, [f64::NEG_INFINITY])]).unwrap_err();
    assert!(matches!(error, CostsError::InvalidCost { .. }), "{error}");
}
