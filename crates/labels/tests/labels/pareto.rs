//! Compares fronts with label correcting, which uses neither bounds nor an order, on random graphs and on New York.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use astride::graphs::CsrGraph;
use astride::{Budget, Cost, FnGraph, SearchError, Status, Stepper};
use astride_labels::{CostedPath, CostsError, ParetoPaths, SeveralCosts, Which};
use proptest::prelude::*;

type Edge<const M: usize> = (u8, u8, u32, [u32; M]);

/// The resources that a path may use, and the times at which places are open.
#[derive(Clone, Debug)]
struct Rules<const M: usize> {
    departure: [u32; M],
    limits: [u32; M],
    windows: Option<Vec<[(u32, u32); M]>>,
}

impl<const M: usize> Rules<M> {
    const NONE: Self = Rules {
        departure: [0; M],
        limits: [u32::MAX; M],
        windows: None,
    };

    fn arrive(&self, place: u8, mut resources: [u32; M]) -> Option<[u32; M]> {
        for (resource, used) in resources.iter_mut().enumerate() {
            let (from, until) = self
                .windows
                .as_ref()
                .map_or((0, u32::MAX), |windows| windows[usize::from(place)][resource]);
            *used = (*used).max(from);
            if *used > until || *used > self.limits[resource] {
                return None;
            }
        }
        Some(resources)
    }
}

/// All vectors of costs at goals that no other vector dominates.
fn by_label_correcting<const M: usize>(
    edges: &[Edge<M>],
    start: u8,
    goals: &[u8],
    rules: &Rules<M>,
) -> BTreeSet<(u32, [u32; M])> {
    type Sets<const M: usize> = Vec<Vec<(u32, [u32; M])>>;
    let dominates = |one: &(u32, [u32; M]), other: &(u32, [u32; M])| {
        one.0 <= other.0 && one.1.iter().zip(&other.1).all(|(one, other)| one <= other)
    };
    let mut at: Sets<M> = vec![Vec::new(); 256];
    let mut todo = Vec::new();
    if let Some(resources) = rules.arrive(start, rules.departure) {
        at[usize::from(start)].push((0, resources));
        todo.push((start, (0, resources)));
    }
    while let Some((place, label)) = todo.pop() {
        if !at[usize::from(place)].contains(&label) {
            continue;
        }
        for (_, to, cost, more) in edges.iter().filter(|edge| edge.0 == place) {
            let mut resources = label.1;
            resources.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            let Some(resources) = rules.arrive(*to, resources) else {
                continue;
            };
            let next = (label.0 + cost, resources);
            let known = &mut at[usize::from(*to)];
            if known.iter().any(|other| dominates(other, &next)) {
                continue;
            }
            known.retain(|other| !dominates(&next, other));
            known.push(next);
            todo.push((*to, next));
        }
    }
    let mut front: Vec<(u32, [u32; M])> = goals.iter().flat_map(|goal| at[usize::from(*goal)].clone()).collect();
    front.sort_unstable();
    front.dedup();
    let all = front.clone();
    front.retain(|label| !all.iter().any(|other| other != label && dominates(other, label)));
    front.into_iter().collect()
}

/// A path follows existing edges, and its costs are the sums along them, including waiting.
fn check_path<const M: usize>(edges: &[Edge<M>], rules: &Rules<M>, path: &CostedPath<u8, u32, M>) {
    let first = rules.arrive(path.nodes[0], rules.departure);
    let mut labels: BTreeSet<(u32, [u32; M])> = first.map(|resources| (0, resources)).into_iter().collect();
    for pair in path.nodes.windows(2) {
        let parallel: Vec<_> = edges.iter().filter(|edge| [edge.0, edge.1] == *pair).collect();
        let mut next = BTreeSet::new();
        for (cost, used) in labels {
            for edge in &parallel {
                let mut resources = used;
                resources.iter_mut().zip(edge.3).for_each(|(sum, more)| *sum += more);
                next.extend(
                    rules
                        .arrive(pair[1], resources)
                        .map(|resources| (cost + edge.2, resources)),
                );
            }
        }
        labels = next;
    }
    assert!(labels.contains(&(path.cost, path.resources)), "{path:?}");
    assert_eq!(path.along.len(), path.nodes.len());
    assert_eq!(path.along.last(), Some(&path.resources));
}

fn check<const M: usize>(edges: &[Edge<M>], start: u8, goals: &[u8], rules: &Rules<M>) -> Result<(), TestCaseError> {
    // Places without edges are also in the graph.
    let all = edges.iter().copied();
    let ends = (0..16_u8).map(|place| (place, place, u32::MAX, [0; M]));
    let costs = SeveralCosts::from_edges(ends.chain(all)).unwrap();
    let make = || {
        let mut paths = ParetoPaths::to_any(&costs, &start, goals)
            .unwrap()
            .with_departure(rules.departure)
            .and_then(|paths| paths.with_limits(rules.limits))
            .unwrap();
        if let Some(windows) = &rules.windows {
            paths = paths.with_windows(|place| windows[usize::from(*place)]).unwrap();
        }
        paths
    };
    let mut paths = make();
    let found: Vec<_> = paths.by_ref().collect::<Result<_, _>>().unwrap();
    prop_assert_eq!(paths.status(), Status::Exhausted);
    let vectors: Vec<(u32, [u32; M])> = found.iter().map(|path| (path.cost, path.resources)).collect();
    prop_assert!(vectors.is_sorted(), "{vectors:?}");
    let expected = by_label_correcting(edges, start, goals, rules);
    prop_assert_eq!(&vectors, &Vec::from_iter(expected));
    for path in &found {
        prop_assert_eq!(path.nodes[0], start);
        prop_assert!(goals.contains(path.nodes.last().unwrap()));
        check_path(edges, rules, path);
    }
    // In slices, and again after a reset, the paths are the same, and budgets are kept.
    let mut paths = make();
    for round in 0..2 {
        let mut sliced = Vec::new();
        loop {
            let before = paths.stats().expanded;
            match paths.run_for(Budget::new().expansions(3)) {
                Status::Running => prop_assert!(paths.stats().expanded - before <= 3),
                Status::Found => sliced.push(paths.next().unwrap().unwrap()),
                status => {
                    prop_assert_eq!(status, Status::Exhausted);
                    break;
                }
            }
        }
        prop_assert_eq!(&sliced, &found, "round {}", round);
        prop_assert_eq!(paths.step(), Status::Exhausted);
        if let [goal] = goals {
            paths.reset(&start, goal).unwrap();
        } else {
            break;
        }
    }
    Ok(())
}

fn edges<const M: usize>() -> impl Strategy<Value = Vec<Edge<M>>> {
    // With few values, ties, costs of zero, parallel edges and loops are common. Many edges are missing.
    let edge = (0..12_u8, 0..12_u8, 0..5_u32, prop::array::uniform(0..5_u32));
    prop::collection::vec(edge, 0..60)
}

fn rules<const M: usize>() -> impl Strategy<Value = Rules<M>> {
    let limit = prop_oneof![Just(u32::MAX), 0..16_u32];
    let window = (0..10_u32, prop_oneof![Just(u32::MAX), 0..20_u32]);
    let windows = prop::collection::vec(prop::array::uniform(window), 16);
    (
        prop::array::uniform(0..4_u32),
        prop::array::uniform(limit),
        prop::option::of(windows),
    )
        .prop_map(|(departure, limits, windows)| Rules {
            departure,
            limits,
            windows,
        })
}

proptest! {
    #[test]
    fn fronts_of_two_costs(edges in edges::<1>(), start in 0..12_u8, goal in 0..16_u8) {
        check(&edges, start, &[goal], &Rules::NONE)?;
    }

    #[test]
    fn fronts_of_three_costs(edges in edges::<2>(), start in 0..12_u8, goal in 0..16_u8) {
        check(&edges, start, &[goal], &Rules::NONE)?;
    }

    #[test]
    fn fronts_of_four_costs(edges in edges::<3>(), start in 0..12_u8, goal in 0..16_u8) {
        check(&edges, start, &[goal], &Rules::NONE)?;
    }

    #[test]
    fn the_front_of_one_cost_is_a_cheapest_path(edges in edges::<0>(), start in 0..12_u8, goal in 0..16_u8) {
        check(&edges, start, &[goal], &Rules::NONE)?;
    }

    #[test]
    fn fronts_within_limits_and_windows(
        edges in edges::<2>(),
        start in 0..12_u8,
        goals in prop::collection::btree_set(0..16_u8, 0..4),
        rules in rules::<2>(),
    ) {
        check(&edges, start, &Vec::from_iter(goals), &rules)?;
    }

    /// The first path of a search with a limit is the first one within that limit on the front of a search without
    /// limits.
    #[test]
    fn the_cheapest_path_within_a_limit(edges in edges::<1>(), start in 0..12_u8, goal in 0..12_u8, limit in 0..16_u32) {
        let ends = (0..12_u8).map(|place| (place, place, 0, [0]));
        let costs = SeveralCosts::from_edges(ends.chain(edges)).unwrap();
        let new = || ParetoPaths::new(&costs, &start, &goal).unwrap();
        let front = new().map(Result::unwrap).find(|path| path.resources[0] <= limit);
        let within = new().with_limits([limit]).unwrap().next().transpose().unwrap();
        let costs = |path: Option<CostedPath<u8, u32, 1>>| path.map(|path| (path.cost, path.resources));
        prop_assert_eq!(costs(front), costs(within));
    }

    #[test]
    fn a_limit_forbids_sums_that_are_too_large(
        edges in prop::collection::vec((0..8_u8, 0..8_u8, 0..16_u8, prop::array::uniform1(0..255_u8)), 0..30),
        start in 0..8_u8,
        goal in 0..8_u8,
        limit in 0..255_u8,
    ) {
        let ends = (0..8_u8).map(|place| (place, place, 0, [0]));
        let costs = SeveralCosts::from_edges(ends.chain(edges.iter().copied())).unwrap();
        let paths = ParetoPaths::new(&costs, &start, &goal).unwrap().with_limits([limit]).unwrap();
        let found = paths.map(|path| path.map(|path| (u32::from(path.cost), path.resources.map(u32::from))));
        let wide = |(from, to, cost, [used]): (u8, u8, u8, [u8; 1])| (from, to, u32::from(cost), [u32::from(used)]);
        let edges: Vec<_> = edges.into_iter().map(wide).collect();
        let limits = [u32::from(limit)];
        let expected = by_label_correcting(&edges, start, &[goal], &Rules { limits, ..Rules::NONE });
        prop_assert_eq!(found.collect::<Result<Vec<_>, _>>(), Ok(Vec::from_iter(expected)));
    }

    /// Multiples of a quarter are exact.
    #[test]
    fn fronts_of_floats(edges in edges::<1>(), start in 0..12_u8, goal in 0..16_u8) {
        let float = |cost: u32| f64::from(cost) / 4.0;
        let ends = (0..16_u8).map(|place| (place, place, f64::INFINITY, [0.0]));
        let floats = edges.iter().map(|(from, to, cost, [toll])| (*from, *to, float(*cost), [float(*toll)]));
        let costs = SeveralCosts::from_edges(ends.chain(floats)).unwrap();
        let found: Vec<(f64, f64)> = ParetoPaths::new(&costs, &start, &goal)
            .unwrap()
            .map(|path| path.map(|path| (path.cost, path.resources[0])).unwrap())
            .collect();
        let expected = by_label_correcting(&edges, start, &[goal], &Rules::NONE);
        let expected: Vec<(f64, f64)> = expected.into_iter().map(|(cost, [toll])| (float(cost), float(toll))).collect();
        prop_assert_eq!(found, expected);
    }
}

#[test]
#[ignore = "ten thousand graphs: half a minute without optimisation"]
fn ten_thousand_graphs_of_three_costs_and_a_limit() {
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(10_000));
    let cases = (edges::<2>(), 0..12_u8, 0..16_u8, rules::<2>());
    runner
        .run(&cases, |(edges, start, goal, rules)| {
            check(&edges, start, &[goal], &rules)
        })
        .unwrap();
}

#[test]
fn costs_that_are_none_are_named() {
    let error =
        |cost: f64, toll: f64| SeveralCosts::from_edges([(1, 2, 1.0, [0.0]), (2, 7, cost, [toll])]).unwrap_err();
    assert_eq!(
        error(-0.5, 0.0).to_string(),
        "the cost of the edge from 2 to 7 is -0.5, which is below zero"
    );
    assert_eq!(
        error(1.0, f64::NAN).to_string(),
        "resource 0 of the edge from 2 to 7 is NaN, which is not a valid cost"
    );
    let negative = CostsError::NegativeCost {
        from: "2".into(),
        to: "7".into(),
        which: Which::Resource(0),
        cost: "-1.0".into(),
    };
    assert_eq!(error(1.0, -1.0), negative);
    assert_eq!(
        SeveralCosts::from_edges([(1, 2, -0.0, [-0.0])]).unwrap().edge_count(),
        1
    );
    let graph = FnGraph::new(|node: &u8| [(node / 2, f64::NAN)]);
    let error = SeveralCosts::explore(&graph, &9, |_, _, _| [0.0]).unwrap_err();
    assert!(matches!(error, CostsError::InvalidCost { .. }), "{error}");
    let costs = SeveralCosts::from_edges([("a", "b", 1_u8, [1])]).unwrap();
    let error = ParetoPaths::new(&costs, &"a", &"c").unwrap_err();
    assert_eq!(error.to_string(), r#"node "c" is not in the graph"#);
    let mut paths = ParetoPaths::new(&costs, &"a", &"b").unwrap();
    assert!(paths.reset(&"d", &"b").is_err());
    assert_eq!(paths.next().unwrap().unwrap().nodes, ["a", "b"], "nothing has changed");
}

#[test]
fn graphs_that_differ_are_told_apart() {
    let graph = |nodes, edges: &[(u32, u32, u32)]| CsrGraph::from_edges(nodes, edges.iter().copied()).unwrap();
    let one = graph(3, &[(0, 1, 1), (1, 2, 1)]);
    let other = |other: &CsrGraph<u32>| SeveralCosts::pair(&one, other).map(|costs| costs.edge_count());
    assert_eq!(other(&one), Ok(2));
    let error = Err(CostsError::OtherNodes { one: 3, other: 4 });
    assert_eq!(other(&graph(4, &[(0, 1, 1), (1, 2, 1)])), error);
    let error = Err(CostsError::OtherEdges { node: 1, place: 0 });
    assert_eq!(other(&graph(3, &[(0, 1, 1), (1, 0, 1)])), error);
    assert_eq!(other(&graph(3, &[(0, 1, 1)])), error);
    let error = Err(CostsError::OtherEdges { node: 1, place: 1 });
    assert_eq!(other(&graph(3, &[(0, 1, 1), (1, 2, 1), (1, 1, 0)])), error);
}

#[test]
fn sums_that_are_too_large_fail_unless_a_limit_forbids_them() {
    let costs = SeveralCosts::from_edges([(0, 1, 1_u8, [100]), (1, 2, 1, [100]), (0, 2, 9, [1])]).unwrap();
    let leaving = || ParetoPaths::new(&costs, &0, &2).unwrap().with_departure([60]).unwrap();
    for mut paths in [leaving(), leaving().with_limits([254]).unwrap()] {
        assert_eq!(paths.next().unwrap().unwrap().cost, 9);
        assert_eq!(paths.next(), None);
    }
    // No other path is left. After a reset, another one is.
    let mut paths = leaving().with_departure([254]).unwrap();
    let error = paths.next().unwrap().unwrap_err();
    assert_eq!(
        error.to_string(),
        "resource 0 is 254 at 0, and at least 1 more is used from there to a goal: the sum is too large for its type"
    );
    assert_eq!((paths.next(), paths.status()), (None, Status::Failed(error)));
    paths.reset(&2, &2).unwrap();
    assert_eq!(paths.count(), 1);
    let costs = SeveralCosts::from_edges([("a", "b", 1_u8, [100]), ("b", "c", 1, [90])]).unwrap();
    let mut paths = ParetoPaths::new(&costs, &"a", &"c")
        .unwrap()
        .with_windows(|place| [(if *place == "b" { 180 } else { 0 }, u8::MAX)])
        .unwrap();
    assert_eq!(
        paths.next().unwrap().unwrap_err().to_string(),
        "resource 0 is 180 at \"b\", and at least 90 more is used from there to a goal: the sum is too large for its \
         type"
    );

    let costs = SeveralCosts::from_edges([(0, 1, 200_u8, [1]), (1, 2, 100, [1])]).unwrap();
    let mut paths = ParetoPaths::new(&costs, &0, &2).unwrap();
    let error = paths.next().unwrap().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the cost of the rest of the path to the goal is 100, and 200 + 100 is too large for the cost type"
    );

    // The search for paths to another goal leaves no trace.
    let mut later = ParetoPaths::new(&costs, &0, &1).unwrap();
    assert_eq!(later.by_ref().count(), 1);
    later.reset(&0, &2).unwrap();
    assert_eq!(later.next(), Some(Err(error)));
    assert_eq!(later.stats().expanded, paths.stats().expanded);

    // A path from 3 to 1 is too expensive, but 0 does not lead to 3. Neither does 4 lead to a goal.
    let edges = [(0, 1, 1_u8, [1]), (2, 0, 200, [1]), (3, 2, 100, [1]), (0, 4, 1, [1])];
    let costs = SeveralCosts::from_edges(edges).unwrap();
    let paths = ParetoPaths::new(&costs, &0, &1).unwrap();
    assert_eq!(paths.map(|path| path.unwrap().cost).collect::<Vec<_>>(), [1]);
}

#[test]
fn settings_that_are_no_values_are_named() {
    let roads = SeveralCosts::from_edges([("a", "b", 1.0, [2.0]), ("b", "c", 1.0, [2.0])]).unwrap();
    let new = || ParetoPaths::new(&roads, &"a", &"c").unwrap();
    let invalid = [f64::NAN, -f64::NAN, f64::NEG_INFINITY];
    let windows = |value, is_end| {
        let window = if is_end { (0.0, value) } else { (value, 9.0) };
        new().with_windows(move |place| [if *place == "b" { window } else { (0.0, 9.0) }])
    };
    let below = ", but it must be finite and not below zero";
    for value in invalid.into_iter().chain([-3.0, f64::INFINITY]) {
        for (paths, argument) in [
            (new().with_departure([value]), "resource 0 at the departure"),
            (new().with_battery(value, 5.0), "the charge"),
            (new().with_battery(5.0, value), "the capacity"),
        ] {
            assert_eq!(
                paths.unwrap_err().to_string(),
                format!("{argument} is {value:?}{below}")
            );
        }
    }
    for value in invalid {
        for (paths, argument) in [
            (new().with_limits([value]), "the limit of resource 0"),
            (windows(value, false), "an end of the window of resource 0 at \"b\""),
            (windows(value, true), "an end of the window of resource 0 at \"b\""),
        ] {
            let error = paths.unwrap_err().to_string();
            assert_eq!(
                error,
                format!("{argument} is {value:?}, but it must be finite or infinity")
            );
        }
    }
    let found = [f64::INFINITY, 4.0, 3.9, -1.0].map(|limit| new().with_limits([limit]).unwrap().count());
    assert_eq!(found, [1, 1, 0, 0]);
    assert_eq!(new().with_departure([-0.0]).unwrap().count(), 1);
    let signed = SeveralCosts::from_edges([(0, 1, 1, [5])]).unwrap();
    assert!(ParetoPaths::new(&signed, &0, &1).unwrap().with_departure([-5]).is_err());
}

#[test]
fn a_node_that_never_opens_is_closed() {
    let costs = SeveralCosts::from_edges([(0, 1, 1_u32, [1]), (1, 3, 1, [1]), (0, 2, 5, [1]), (2, 3, 5, [1])]).unwrap();
    let opening = |node: &i32| [(if *node == 1 { u32::MAX } else { 0 }, u32::MAX)];
    let paths = |start| {
        ParetoPaths::new(&costs, &start, &3)
            .unwrap()
            .with_windows(opening)
            .unwrap()
    };
    assert_eq!(paths(0).map(|path| path.unwrap().cost).collect::<Vec<_>>(), [10]);
    assert_eq!(paths(1).next(), None);
}

#[test]
fn limits_of_a_search_are_kept() {
    let edges = (0..300_u32).flat_map(|place| [(place, place + 1, 2, [1]), (place, place + 1, 1, [2])]);
    let costs = SeveralCosts::from_edges(edges).unwrap();
    let new = || ParetoPaths::new(&costs, &0, &300).unwrap();
    assert_eq!(new().count(), 301);
    let mut paths = new().with_node_limit(1_000);
    let failure = SearchError::NodeLimit { limit: 1_000 };
    assert_eq!(paths.find_map(Result::err), Some(failure.clone()));
    assert_eq!(paths.status(), Status::Failed(failure));
    let mut paths = new().with_memory_limit(100_000);
    assert_eq!(
        paths.find_map(Result::err),
        Some(SearchError::MemoryLimit { limit: 100_000 })
    );
    assert!(paths.search().unwrap().stats().bytes <= 100_000);
    // Failed searches can be used again, also with another limit.
    paths.reset(&295, &300).unwrap();
    assert_eq!(paths.by_ref().count(), 6);
    let mut paths = paths.with_memory_limit(usize::MAX);
    paths.reset(&0, &300).unwrap();
    assert_eq!(paths.count(), 301);
}

/// A cost that panics after a number of comparisons.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fragile(u8);

thread_local! {
    static COMPARISONS_LEFT: Cell<u32> = const { Cell::new(u32::MAX) };
}

impl Cost for Fragile {
    const ZERO: Self = Fragile(0);
    const INFINITY: Self = Fragile(u8::MAX);

    fn plus(self, rhs: Self) -> Option<Self> {
        self.0.plus(rhs.0).map(Fragile)
    }

    fn order(&self, rhs: &Self) -> Ordering {
        COMPARISONS_LEFT.set(COMPARISONS_LEFT.get().checked_sub(1).expect("a bug"));
        self.0.cmp(&rhs.0)
    }
}

#[test]
fn a_search_whose_cost_type_panicked_has_failed() {
    let parallel = [(0, 1, Fragile(1), [Fragile(2)]), (0, 1, Fragile(2), [Fragile(1)])];
    let costs = SeveralCosts::from_edges(parallel).unwrap();
    for comparisons in 0.. {
        let mut paths = ParetoPaths::new(&costs, &0, &1).unwrap();
        COMPARISONS_LEFT.set(comparisons);
        let result = catch_unwind(AssertUnwindSafe(|| paths.by_ref().count()));
        COMPARISONS_LEFT.set(u32::MAX);
        if result.is_ok() {
            assert!(comparisons > 20, "{comparisons}");
            break;
        }
        for _ in 0..9 {
            let _ = paths.step();
        }
        assert_eq!(paths.status(), Status::Failed(SearchError::Panicked), "{comparisons}");
        paths.reset(&0, &1).unwrap();
        assert_eq!(paths.count(), 2, "{comparisons}");
    }
}

/// Queries of Hernández et al. on the travel times of New York with a second cost, compared with their program BOA\*.
#[test]
fn fronts_of_new_york_are_those_of_boa_star() {
    let Some(folder) = std::env::var_os("ASTRIDE_DATA").map(PathBuf::from) else {
        println!("skipped: ASTRIDE_DATA does not name the folder with road/ny_time.gr.gz and pareto/ny_fronts.csv");
        return;
    };
    let file = std::fs::File::open(folder.join("road/ny_time.gr.gz")).expect("the roads of New York");
    let file = flate2::read::GzDecoder::new(file);
    let text = std::io::read_to_string(file).expect("a text");
    let arcs = text.lines().filter_map(|line| line.strip_prefix("a ")).map(|arc| {
        let mut numbers = arc.split(' ').map(|number| number.parse::<u32>().expect("a number"));
        let [from, to, time] = std::array::from_fn(|_| numbers.next().expect("three numbers"));
        let (low, high) = (u64::from(from.min(to)), u64::from(from.max(to)));
        let factor = [50, 75, 100, 150, 200][(((low * 73_856_093) ^ (high * 19_349_663)) % 5) as usize];
        (from, to, time, [1 + time * factor / 100])
    });
    let costs = SeveralCosts::from_edges(arcs).unwrap();
    let rows = std::fs::read_to_string(folder.join("pareto/ny_fronts.csv")).expect("the fronts");
    let mut paths: Option<ParetoPaths<'_, u32, u32, 1>> = None;
    let mut count = 0;
    for row in rows.lines().skip(1) {
        let row: Vec<u64> = row.split(',').map(|number| number.parse().expect("a number")).collect();
        let [start, goal] = [0, 1].map(|place| u32::try_from(row[place]).expect("a node"));
        let paths = match &mut paths {
            Some(paths) => {
                paths.reset(&start, &goal).unwrap();
                paths
            }
            None => paths.insert(ParetoPaths::new(&costs, &start, &goal).unwrap()),
        };
        let (mut size, mut sum) = (0, 0);
        for path in paths.by_ref() {
            let path = path.unwrap();
            size += 1;
            sum += 3 * u64::from(path.cost) + 7 * u64::from(path.resources[0]);
        }
        let expanded = paths.search().unwrap().stats().expanded;
        assert_eq!(
            [size, expanded, sum],
            [row[2], row[4], row[5]],
            "from {start} to {goal}"
        );
        count += 1;
    }
    assert!(count >= 25);
}

/// The least resources of places 0 and 5 cannot be known, since the sums are too large. Their bounds must not be below
/// those of places that lead to them.
#[test]
fn bounds_that_are_too_large_are_no_cycle() {
    let edges = [
        (6, 3, 0, [73]),
        (2, 1, 0, [163]),
        (6, 0, 0, [0]),
        (0, 5, 0, [0]),
        (1, 4, 0, [92]),
        (3, 1, 0, [0]),
        (0, 6, 0, [94]),
    ];
    let in_order = (0..8_u8).map(|place| (place, place, 0_u8, [0]));
    let costs = SeveralCosts::from_edges(in_order.chain(edges)).unwrap();
    let mut paths = ParetoPaths::new(&costs, &6, &4).unwrap().with_limits([193]).unwrap();
    let path = paths.next().unwrap().unwrap();
    assert_eq!((path.nodes, path.resources), (vec![6, 3, 1, 4], [165]));
    assert!(paths.next().is_none());
}
