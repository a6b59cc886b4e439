//! All cheapest paths. `tools/differential/` compares them with the list of all paths in random graphs, and
//! `tests/npuzzle` with a count on every board of the 8-puzzle.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::effort::share;
use crate::common::plan::{Guess, plans};
use crate::common::world::{Index, World};
use astride::search::{OptimalPaths, OptimalPathsError};
use astride::{AStar, Dijkstra, FnGraph, Query, SearchError, Status};
use proptest::prelude::*;

/// Collects all simple continuations of a path to the first goal, each with its costs, added up from the start.
fn all_ways(world: &World<f64>, path: &mut Vec<usize>, costs: &mut Vec<f64>, all: &mut Vec<(Vec<usize>, Vec<f64>)>) {
    let (last, cost) = (path[path.len() - 1], costs[costs.len() - 1]);
    if world.goals[last] {
        return all.push((path.clone(), costs.clone()));
    }
    for (child, edge) in &world.edges[last] {
        if !path.contains(child) && edge.is_finite() {
            path.push(*child);
            costs.push(cost + edge);
            all_ways(world, path, costs, all);
            path.pop();
            costs.pop();
        }
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(400))]

    /// With tenths, whose sums may differ even if they are equal in decimal.
    #[test]
    fn of_rounded_sums_those_that_are_the_least_from_the_start_on_count(mut plan in plans(7, 9)) {
        plan.more_starts.clear();
        let mut world = World::<f64>::new(&plan, Guess::Zero, Index::Always);
        for (_, edge) in world.edges.iter_mut().flatten() {
            *edge = (edge.max(0.25) * 4.0) / 10.0;
        }
        let mut all = Vec::new();
        all_ways(&world, &mut vec![plan.start], &mut vec![0.0], &mut all);
        let optimum = all.iter().map(|(_, costs)| costs[costs.len() - 1]).min_by(f64::total_cmp);
        // The least cost of each node, over all paths to it.
        let mut to_all = Dijkstra::one_to_all(&world, plan.start);
        assert_eq!(to_all.run(), Status::Found);
        let mut expected: Vec<_> = all
            .into_iter()
            .filter(|(_, costs)| costs.last().copied() == optimum)
            .filter(|(path, costs)| path.iter().zip(costs).all(|(node, cost)| to_all.cost_to(node) == Some(*cost)))
            .map(|(path, _)| path)
            .collect();
        expected.sort();
        expected.dedup();
        let found = OptimalPaths::new(&world).unwrap();
        let mut paths: Vec<_> = found.iter().map(|path| path.nodes).collect();
        paths.sort();
        prop_assert_eq!((found.cost(), paths), (optimum, expected));
    }
}

/// Two ways of counting the shortest ways through a city: with costs in whole numbers, and in tenths, whose sums are
/// rounded. The estimate is rounded, too.
#[test]
fn sums_that_differ_by_less_than_the_tolerance_are_equal() {
    const SIDE: u32 = 9;
    let steps = |x: u32, y: u32| {
        let ends = [((x + 1, y), 1 + x % 3), ((x, y + 1), 1 + y * 2 % 5)];
        ends.map(|((x, y), cost)| ((x, y), cost + u32::from(x * y % 5 == 4)))
    };
    let is_inside = |end: &((u32, u32), u32)| end.0.0 < SIDE && end.0.1 < SIDE;
    let exact = FnGraph::new(|&(x, y): &(u32, u32)| steps(x, y).into_iter().filter(is_inside));
    let rounded = FnGraph::new(|&(x, y): &(u32, u32)| {
        let steps = steps(x, y).into_iter().filter(is_inside);
        steps.map(|(end, cost)| (end, f64::from(cost) / 10.0))
    });
    let is_goal = |end: &(u32, u32)| *end == (SIDE - 1, SIDE - 1);
    let mut expected = Dijkstra::new(Query::new(&exact, (0, 0), is_goal));
    let expected = OptimalPaths::of(&mut expected).unwrap();
    let distances: BTreeMap<_, _> = (0..SIDE)
        .flat_map(|x| (0..SIDE).map(move |y| (x, y)))
        .map(|from| {
            (
                from,
                Dijkstra::new(Query::new(&rounded, from, is_goal))
                    .find_path()
                    .unwrap()
                    .unwrap()
                    .cost,
            )
        })
        .collect();
    let query = Query::new(&rounded, (0, 0), is_goal).with_heuristic(|node| distances[node]);
    let sorted = |paths: Vec<Vec<(u32, u32)>>| paths.into_iter().collect::<BTreeSet<_>>();
    let expected_paths = sorted(expected.iter().map(|path| path.nodes).collect());
    assert!(expected_paths.len() > 10);
    for tolerance in [1e-9, 0.04] {
        for found in [
            OptimalPaths::with_tolerance(&mut AStar::new(&query), tolerance).unwrap(),
            OptimalPaths::with_tolerance(&mut Dijkstra::new(&query), tolerance).unwrap(),
        ] {
            assert_eq!(found.count(), expected.count());
            assert!((found.cost().unwrap() * 10.0 - f64::from(expected.cost().unwrap())).abs() < 1e-9);
            assert_eq!(sorted(found.iter().map(|path| path.nodes).collect()), expected_paths);
        }
    }
    let mut search = Dijkstra::new(&query);
    assert!(OptimalPaths::of(&mut search).unwrap().count() < expected.count());
    assert_eq!(
        OptimalPaths::with_tolerance(&mut search, 1e-9).unwrap().count(),
        expected.count()
    );
}

#[test]
fn a_tolerance_applies_to_goals_and_to_cycles() {
    let graph = FnGraph::new(|node: &u32| match node {
        0 => vec![(1, 1.0), (2, 1.0), (3, 1.05)],
        1 => vec![(2, 0.01), (4, 1.0)],
        2 => vec![(1, 0.01), (5, 1.01)],
        3 => vec![(6, 1.0)],
        _ => vec![],
    });
    let mut search = Dijkstra::new(Query::new(&graph, 0, |node| *node >= 4));
    let mut count = |tolerance| OptimalPaths::with_tolerance(&mut search, tolerance).map(|paths| paths.count());
    assert_eq!(count(0.0), Ok(Some(1)));
    assert_eq!(count(0.009), Ok(Some(1)));
    assert_eq!(count(0.011), Err(OptimalPathsError::ZeroCostCycle));
    for bad in [-0.1, f64::NAN, f64::INFINITY] {
        let tolerance = format!("{bad:?}");
        assert_eq!(count(bad), Err(OptimalPathsError::Tolerance { tolerance }));
    }
    // The largest costs: no sum overflows.
    let large = FnGraph::new(|node: &u32| match node {
        0 => vec![(1, u32::MAX / 2), (2, u32::MAX - 2)],
        _ => vec![(2, u32::MAX / 2)],
    });
    let mut search = Dijkstra::new(Query::new(&large, 0, |node| *node == 2));
    assert_eq!(
        OptimalPaths::with_tolerance(&mut search, u32::MAX - 1).unwrap().count(),
        Some(2)
    );
}

/// A row of `count` diamonds has 2 to the power of `count` paths through it.
fn diamonds(count: u32) -> OptimalPaths<(u32, u32), u64> {
    let graph = FnGraph::new(|&(x, y): &(u32, u32)| match y {
        0 => vec![((x, 1), 2_u64), ((x, 2), 1)],
        1 => vec![((x + 1, 0), 1)],
        _ => vec![((x + 1, 0), 2)],
    });
    OptimalPaths::of(&mut Dijkstra::new(Query::new(&graph, (0, 0), |node| {
        *node == (count, 0)
    })))
    .unwrap()
}

#[test]
fn too_many_to_count_can_still_be_listed() {
    for count in [0, 1, 10, 127] {
        let paths = diamonds(count);
        assert_eq!(
            (paths.count(), paths.cost()),
            (Some(1 << count), Some(3 * u64::from(count)))
        );
    }
    assert_eq!(diamonds(10).iter().count(), 1 << 10);
    let paths = diamonds(128);
    assert_eq!(paths.count(), None);
    assert!(
        paths
            .iter()
            .take(1_000)
            .all(|path| path.edges() == 256 && path.cost == 384)
    );
    assert_eq!(paths.nodes().len(), 3 * 128 + 1);
    // Long paths do not need a deep stack.
    let many = share(200_000);
    assert_eq!(diamonds(many).iter().next().unwrap().edges(), 2 * many as usize);
}

/// A node with very many successors takes time proportional to their number.
#[test]
fn a_star_of_edges() {
    const MANY: u32 = 200_000;
    let star = FnGraph::new(|node: &u32| match node {
        0 => (1..=MANY).chain(1..=MANY).map(|leaf| (leaf, 1_u32)).collect::<Vec<_>>(),
        _ => vec![(u32::MAX, 1)],
    });
    let paths = OptimalPaths::of(&mut Dijkstra::new(Query::new(&star, 0, |node| *node == u32::MAX))).unwrap();
    assert_eq!(paths.count(), Some(MANY.into()));
    assert!(paths.iter().map(|path| path.nodes[1]).eq(1..=MANY));
}

/// The cheapest paths from node 0 to the nodes from `goal` on.
fn paths_along(edges: &[(usize, usize, u32)], goal: usize) -> Result<OptimalPaths<usize, u32>, OptimalPathsError> {
    let graph = FnGraph::new(|node: &usize| {
        let own = edges.iter().filter(|edge| edge.0 == *node);
        own.map(|edge| (edge.1, edge.2)).collect::<Vec<_>>()
    });
    OptimalPaths::of(&mut Dijkstra::new(Query::new(&graph, 0, |node| *node >= goal)))
}

#[test]
fn costs_of_zero() {
    let world = |edges: &[(usize, usize, u32)]| paths_along(edges, 8);
    // Cycles beside the path: one leads nowhere, and the others only back to the path.
    let aside = [(0, 1, 1), (0, 2, 0), (2, 3, 0), (3, 2, 0), (1, 8, 0), (1, 1, 0)];
    assert_eq!(world(&aside).unwrap().count(), Some(1));
    let back = [
        (0, 1, 1),
        (1, 2, 0),
        (2, 1, 0),
        (2, 3, 0),
        (3, 4, 0),
        (4, 2, 0),
        (1, 8, 4),
    ];
    let paths = world(&back).unwrap();
    assert_eq!((paths.count(), paths.nodes()), (Some(1), &[0, 1, 8][..]));
    assert_eq!(paths.iter().next().unwrap().nodes, [0, 1, 8]);
    let at_start = [(0, 1, 0), (1, 0, 0), (0, 2, 1), (0, 3, 1), (2, 8, 1), (3, 8, 1)];
    assert_eq!(world(&at_start).unwrap().count(), Some(2));
    // The path follows an edge of a cycle.
    for cycle in [
        &[(0, 1, 1), (1, 2, 0), (2, 1, 0), (2, 8, 4)][..],
        &[(0, 1, 0), (1, 2, 0), (2, 0, 0), (1, 8, 4)],
        &[(0, 1, 1), (1, 2, 0), (2, 1, 0), (1, 8, 4), (0, 2, 1)],
    ] {
        let error = world(cycle).unwrap_err();
        assert_eq!(error, OptimalPathsError::ZeroCostCycle);
        assert!(error.to_string().contains("`KShortestPaths`"), "{error}");
    }
    // A path ends at its first goal; other goals at the same cost count.
    let goals = [(0, 8, 3), (8, 9, 0), (0, 1, 3), (1, 9, 0), (0, 10, 4)];
    let nodes: Vec<_> = world(&goals).unwrap().iter().map(|path| path.nodes).collect();
    assert_eq!(nodes, [vec![0, 8], vec![0, 1, 9]]);
    let parallel = [(0, 1, 2), (0, 1, 1), (0, 1, 1), (1, 8, 0)];
    assert_eq!(world(&parallel).unwrap().count(), Some(1));
}

/// All paths from the end of a path to a goal, with their costs.
fn simple_paths(edges: &[(usize, usize, u32)], path: &mut Vec<usize>, cost: u32, all: &mut Vec<(u32, Vec<usize>)>) {
    let last = path[path.len() - 1];
    if last == 3 {
        return all.push((cost, path.clone()));
    }
    for (_, to, edge) in edges.iter().filter(|edge| edge.0 == last) {
        if !path.contains(to) {
            path.push(*to);
            simple_paths(edges, path, cost + edge, all);
            path.pop();
        }
    }
}

/// Every graph with four nodes and edges of cost 0 and 1, without edges from the goal.
#[test]
fn simple_paths_are_counted_unless_they_follow_an_edge_of_a_free_cycle() {
    let pairs = (0..3).flat_map(|from| (0..4).filter(move |to| *to != from).map(move |to| (from, to)));
    let pairs: Vec<_> = pairs.collect();
    let (mut counted, mut refused) = (0, 0);
    for number in 0..3_usize.pow(9) {
        let digits = (0..9).map(|place| number / 3_usize.pow(place) % 3);
        let edges: Vec<_> = pairs
            .iter()
            .zip(digits)
            .filter_map(|((from, to), digit)| Some((*from, *to, [None, Some(0), Some(1)][digit]?)))
            .collect();
        let mut all = Vec::new();
        simple_paths(&edges, &mut vec![0], 0, &mut all);
        let least = all.iter().map(|(cost, _)| *cost).min();
        all.retain(|(cost, _)| Some(*cost) == least);
        let mut expected: Vec<_> = all.into_iter().map(|(_, path)| path).collect();
        let free: Vec<_> = edges.iter().copied().filter(|edge| edge.2 == 0).collect();
        let leads_back = |from: usize, to: usize| {
            let direct = free.contains(&(from, to, 0));
            let through = |middle: usize| free.contains(&(from, middle, 0)) && free.contains(&(middle, to, 0));
            direct || (0..3).any(through)
        };
        let is_on_cycle = |step: &[usize]| free.contains(&(step[0], step[1], 0)) && leads_back(step[1], step[0]);
        if expected.iter().any(|path| path.windows(2).any(is_on_cycle)) {
            assert_eq!(
                paths_along(&edges, 3).unwrap_err(),
                OptimalPathsError::ZeroCostCycle,
                "{edges:?}"
            );
            refused += 1;
            continue;
        }
        let found = paths_along(&edges, 3).unwrap_or_else(|error| panic!("{edges:?}: {error}"));
        let mut paths: Vec<_> = found.iter().map(|path| path.nodes).collect();
        paths.sort();
        expected.sort();
        assert_eq!(
            (found.cost(), found.count(), paths),
            (least, Some(expected.len() as u128), expected),
            "{edges:?}"
        );
        counted += 1;
    }
    assert!(counted > 10_000 && refused > 1_000, "{counted} {refused}");
}

#[test]
fn failures() {
    let line = FnGraph::new(|n: &i32| [(n + 1, 1_i32), (n - 1, 1)]);
    let query = Query::new(&line, 0, |n| *n == 100);
    let mut search = Dijkstra::new(&query).with_node_limit(50);
    let error = OptimalPaths::of(&mut search).unwrap_err();
    assert_eq!(error, OptimalPathsError::Search(SearchError::NodeLimit { limit: 50 }));
    assert_eq!(error.to_string(), "node limit reached: at most 50 nodes may be stored");
    assert_eq!(OptimalPaths::of(&mut search).unwrap_err(), error);
    assert!(matches!(search.status(), Status::Failed(_)));

    // The path is found; the error occurs when the other paths of its cost are sought.
    let broken = FnGraph::new(|n: &i32| match n {
        0 => vec![(2, 1_i32), (1, 1)],
        1 => vec![(9, 0)],
        _ => vec![(9, -1)],
    });
    let mut search = Dijkstra::new(Query::new(&broken, 0, |n| *n == 9));
    assert_eq!(search.run(), Status::Found);
    let found = OptimalPaths::of(&mut search);
    assert!(
        matches!(found, Err(OptimalPathsError::Search(SearchError::NegativeCost { .. }))),
        "{found:?}"
    );
    assert!(matches!(search.status(), Status::Failed(_)));
}

/// With too little memory for the nodes of all cheapest paths, the result is not fewer paths but a failure, even if the
/// open list grows as a node is taken from it, after the first path has been found.
#[test]
fn a_memory_limit_leaves_out_no_paths() {
    const BETWEEN: u32 = 1_000;
    let graph = FnGraph::new(|node: &u32| match *node {
        0 => vec![(1, 10_u32), (2, 5)],
        1 => vec![],
        2 => (3..3 + BETWEEN).map(|node| (node, 1)).collect(),
        _ => vec![(1, 4)],
    });
    let query = Query::new(&graph, 0, |node| *node == 1).with_heuristic(|node| [0, 0, 5, 3][(*node).min(3) as usize]);
    let mut failures = 0;
    for limit in (0..).step_by(256) {
        let mut search = AStar::new(&query).with_memory_limit(limit);
        let paths = OptimalPaths::of(&mut search).map(|paths| paths.count());
        assert!(search.stats().bytes <= limit);
        if paths == Ok(Some(1 + u128::from(BETWEEN))) {
            break;
        }
        let failure = SearchError::MemoryLimit { limit };
        assert_eq!(paths, Err(OptimalPathsError::Search(failure)));
        failures += 1;
    }
    assert!(failures > 100);
}
