//! Disjoint paths. `tools/differential/` compares them with the list of all sets of paths.

use astride::graphs::CsrGraph;
use astride::problem::VirtualEnds;
use astride::search::DisjointPaths;
use astride::{FnGraph, Query, SearchError, Status};
use proptest::prelude::*;

use crate::common::memory::{check_memory_limit, wide_plans};
use crate::common::plan::{Guess, Plan, plans};
use crate::common::world::{INDEXES, Index, Units, World, add_starts};

fn made<C: Units>(plan: &Plan, by_nodes: bool, index: Index) -> DisjointPaths<World<C>> {
    let world = World::new(plan, Guess::Zero, index);
    let mut search = if by_nodes {
        DisjointPaths::by_nodes(world)
    } else {
        DisjointPaths::by_edges(world)
    };
    add_starts(&mut search, plan);
    search
}

/// Generates plans with few nodes, some of them with a single goal that is far away.
fn small(largest: u64) -> impl Strategy<Value = Plan> {
    with_few_goals(6, largest)
}

fn with_few_goals(most: usize, largest: u64) -> impl Strategy<Value = Plan> {
    (plans(most, largest), any::<bool>()).prop_map(|(mut plan, has_one_goal)| {
        if has_one_goal {
            let goal = plan.nodes - 1;
            plan.goals = (0..plan.nodes).map(|node| node == goal).collect();
        }
        plan
    })
}

/// The total costs of the cheapest set of one path, of two paths and so on, from a minimum-cost flow (Bellman, Ford).
fn cheapest_sets(plan: &Plan, by_nodes: bool, most: usize) -> Vec<i64> {
    const MANY: i64 = 1_000;
    let (source, sink, inner) = (2 * plan.nodes, 2 * plan.nodes + 1, |node: usize| node + plan.nodes);
    let starts = || [(plan.start, 0)].into_iter().chain(plan.more_starts.iter().copied());
    // Edges and their opposites, one after the other: the two ends, the capacity, and the cost.
    let mut edges: Vec<(usize, usize, i64, i64)> = Vec::new();
    let mut add = |from, to, capacity, cost: u64| {
        let cost = i64::try_from(cost).unwrap();
        edges.extend([(from, to, capacity, cost), (to, from, 0, -cost)]);
    };
    for node in 0..plan.nodes {
        let is_shared = !by_nodes || plan.goals[node] || starts().any(|(start, _)| start == node);
        add(node, inner(node), if is_shared { MANY } else { 1 }, 0);
        if plan.goals[node] {
            add(inner(node), sink, MANY, 0);
        }
    }
    for (start, units) in starts() {
        add(source, start, MANY, units);
    }
    for (from, to, units) in &plan.edges {
        if let Some(units) = units {
            add(inner(*from), *to, 1, *units);
        }
    }
    let (mut total, mut totals) = (0, Vec::new());
    while totals.len() < most {
        let mut costs = vec![None::<i64>; sink + 1];
        let mut last = vec![0; sink + 1];
        costs[source] = Some(0);
        for _ in 0..=sink {
            for (number, (from, to, capacity, cost)) in edges.iter().enumerate() {
                let sum = costs[*from].filter(|_| *capacity > 0).map(|known| known + cost);
                if sum.is_some_and(|sum| costs[*to].is_none_or(|known| sum < known)) {
                    (costs[*to], last[*to]) = (sum, number);
                }
            }
        }
        let Some(cost) = costs[sink] else { break };
        total += cost;
        totals.push(total);
        let mut node = sink;
        while node != source {
            let number = last[node];
            edges[number].2 -= 1;
            edges[number ^ 1].2 += 1;
            node = edges[number].0;
        }
    }
    totals
}

proptest! {
    #![proptest_config(crate::common::effort::cases(20_000))]

    #[test]
    fn the_total_cost_is_that_of_a_minimum_cost_flow(
        plan in prop_oneof![small(9), small(1), with_few_goals(11, 9), with_few_goals(11, 2)],
        by_nodes: bool,
        index in 0..INDEXES.len(),
        count in 1..6_usize,
    ) {
        let expected = cheapest_sets(&plan, by_nodes, count);
        let mut search = made::<u32>(&plan, by_nodes, INDEXES[index]).with_count(count);
        let status = search.run();
        prop_assert_eq!(status, if expected.len() == count { Status::Found } else { Status::Exhausted });
        let paths = search.paths();
        prop_assert_eq!(paths.len(), expected.len());
        let total = paths.iter().map(|path| i64::from(path.cost)).sum::<i64>();
        prop_assert_eq!(total, expected.last().copied().unwrap_or(0));
        let steps: Vec<_> = paths.iter().flat_map(|path| path.nodes.windows(2)).collect();
        for step in &steps {
            let edges = plan.edges.iter().filter(|edge| edge.2.is_some() && [edge.0, edge.1] == **step);
            prop_assert!(steps.iter().filter(|other| *other == step).count() <= edges.count());
        }
        for (place, path) in paths.iter().enumerate() {
            prop_assert!(plan.sums(&path.nodes).contains(&u64::from(path.cost)));
            let is_own = |node: &usize| !plan.goals[*node]
                && *node != plan.start
                && plan.more_starts.iter().all(|(start, _)| start != node);
            let others = paths.iter().enumerate().filter(|(other, _)| *other != place);
            for node in path.nodes.iter().filter(|node| by_nodes && is_own(node)) {
                prop_assert!(others.clone().all(|(_, other)| !other.nodes.contains(node)));
            }
        }
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(3_000))]

    #[test]
    fn no_search_takes_more_memory_than_its_limit(
        plan in wide_plans(150),
        by_nodes: bool,
        index in 0..INDEXES.len(),
        parts in 2..20_usize,
        count in 2..5_usize,
    ) {
        let mut whole = made::<u32>(&plan, by_nodes, INDEXES[index]).with_count(count);
        let search = made::<u32>(&Plan { more_starts: Vec::new(), ..plan.clone() }, by_nodes, INDEXES[index]);
        let mut search = search.with_count(count);
        let status = check_memory_limit(&mut search, |search| add_starts(search, &plan), parts, 0);
        prop_assert_eq!(status, whole.run());
        let sums = [&search, &whole].map(|search| search.paths().iter().map(|path| path.cost).sum::<u32>());
        prop_assert_eq!(sums[0], sums[1]);
    }

    /// Compared with a type that holds all sums.
    #[test]
    fn near_the_greatest_cost(plan in small(254), by_nodes: bool, index in 0..INDEXES.len()) {
        let plan = Plan { more_starts: Vec::new(), ..plan };
        let mut wide = made::<u64>(&plan, by_nodes, INDEXES[index]);
        let mut narrow = made::<u8>(&plan, by_nodes, INDEXES[index]);
        let (expected, status) = (wide.run(), narrow.run());
        let total = wide.pair().map(|pair| pair.each_ref().map(|path| path.cost));
        match status {
            Status::Found => {
                let sum = narrow.pair().map(|[one, other]| u64::from(one.cost) + u64::from(other.cost));
                prop_assert_eq!(sum, total.map(|[one, other]| one + other));
            }
            Status::Exhausted => prop_assert_eq!(expected, Status::Exhausted),
            Status::Failed(SearchError::CostOverflow { .. }) => {
                let cheapest = cheapest_sets(&plan, by_nodes, 1).first().copied().unwrap_or(0);
                let reduced = |pair: [u64; 2]| pair.iter().sum::<u64>() - 2 * u64::try_from(cheapest).unwrap();
                prop_assert!(total.is_none_or(|pair| pair[1] > 254 || reduced(pair) > 254));
            }
            status => prop_assert!(false, "{status}"),
        }
    }

    #[test]
    fn a_reset_search_does_what_a_new_one_does(first in small(50), second in small(50), by_nodes: bool, steps in 0..9) {
        let mut search = made::<u32>(&first, by_nodes, Index::SometimesWithNodes).with_count(3);
        for _ in 0..steps {
            let _ = search.step();
        }
        search.reset(World::new(&second, Guess::Zero, Index::SometimesWithNodes));
        let new = made::<u32>(&Plan { more_starts: vec![], ..second }, by_nodes, Index::SometimesWithNodes);
        let mut new = new.with_count(3);
        prop_assert_eq!(search.run(), new.run());
        prop_assert_eq!(search.paths(), new.paths());
        let work = |stats: astride::Stats| (stats.expanded, stats.generated, stats.open, stats.nodes);
        prop_assert_eq!(work(search.stats()), work(new.stats()));
    }
}

#[test]
fn of_two_parallel_edges_each_path_has_one() {
    let twice = CsrGraph::from_edges(3, [(0, 1, 5_u32), (0, 1, 7), (1, 2, 1), (1, 2, 1)]).unwrap();
    let query = || Query::new(&twice, 0, |node| *node == 2);
    let mut search = DisjointPaths::by_edges(query());
    assert_eq!(search.run(), Status::Found);
    let costs = search.pair().unwrap().each_ref().map(|path| path.cost);
    assert_eq!(costs, [6, 8]);
    let mut search = DisjointPaths::by_nodes(query());
    assert_eq!(search.run(), Status::Exhausted);
    assert_eq!(search.best_effort_path().unwrap().cost, 6);
}

#[test]
fn an_edge_that_only_the_second_search_reaches_is_checked() {
    for (bad, text) in [
        (
            -1.0,
            "the cost of successor 1 of the current node is -1.0, which is below zero",
        ),
        (
            f64::NAN,
            "the cost of successor 1 of the current node is NaN, which is not a valid cost",
        ),
    ] {
        let graph = FnGraph::new(move |node: &u8| match node {
            0 => vec![(1, 1.0), (2, 50.0)],
            2 => vec![(1, 1.0), (3, bad)],
            _ => vec![],
        });
        let mut search = DisjointPaths::by_edges(Query::new(graph, 0, |node| *node == 1));
        let Status::Failed(error) = search.run() else {
            panic!("found");
        };
        assert_eq!((error.to_string().as_str(), search.current()), (text, Some(2)));
    }
}

/// The first path runs along the even nodes, and the second one follows it backwards.
#[test]
fn a_second_path_goes_back_along_the_first_one() {
    let edges = [
        (0, 1, 1_u32),
        (1, 2, 1),
        (2, 3, 1),
        (3, 4, 1),
        (0, 3, 10),
        (2, 5, 10),
        (5, 4, 10),
        (1, 4, 40),
    ];
    let graph = CsrGraph::from_edges(6, edges).unwrap();
    let query = || Query::new(&graph, 0, |node| *node == 4);
    for (mut search, paths) in [
        (
            DisjointPaths::by_edges(query()),
            [(11, vec![0, 3, 4]), (22, vec![0, 1, 2, 5, 4])],
        ),
        (
            DisjointPaths::by_nodes(query()),
            [(11, vec![0, 3, 4]), (22, vec![0, 1, 2, 5, 4])],
        ),
    ] {
        assert_eq!(search.run(), Status::Found);
        let found = search
            .pair()
            .unwrap()
            .each_ref()
            .map(|path| (path.cost, path.nodes.clone()));
        assert_eq!(found, paths);
        // After going back along the first path, the search has continued from there, on the other side of a node.
        let mut closed = search.closed_nodes();
        assert!(closed.any(|view| view.node == 2 && view.parent == Some(3)));
        drop(closed);
        let known = search.known_node(&2).unwrap();
        assert_eq!((known.parent, known.is_open), (Some(1), false));
        assert_eq!(
            (search.cost_to(&3), search.path_to(&3).unwrap().nodes),
            (Some(3), vec![0, 1, 2, 3])
        );
    }
}

/// If the cycle between two visits of a node costs nothing, the path omits it.
#[test]
fn ways_that_cost_nothing_are_left_out() {
    for ring in [0_u32, 1] {
        let edges = [
            (0, 1, 1_u32),
            (1, 2, 0),
            (2, 3, 0),
            (3, 4, 1),
            (0, 2, 1),
            (2, 1, ring),
            (1, 3, ring),
            (3, 2, 0),
            (2, 4, 1),
        ];
        let graph = CsrGraph::from_edges(5, edges).unwrap();
        let mut search = DisjointPaths::by_edges(Query::new(&graph, 0, |node| *node == 4));
        assert_eq!(search.run(), Status::Found);
        for path in search.pair().unwrap() {
            let mut nodes = path.nodes.clone();
            nodes.sort_unstable();
            nodes.dedup();
            assert_eq!(nodes.len(), path.nodes.len());
            assert_eq!(path.cost, 2);
        }
    }
}

/// The second search reaches node 1 by its own edge of zero cost before it arrives back along the first path.
#[test]
fn a_detour_that_costs_nothing_is_left_out() {
    let edges = [
        (0, 1, 1_u32),
        (1, 2, 0),
        (2, 3, 0),
        (3, 4, 1),
        (4, 5, 1),
        (3, 1, 0),
        (0, 6, 2),
        (6, 4, 2),
        (1, 7, 2),
        (7, 5, 2),
    ];
    let graph = CsrGraph::from_edges(8, edges).unwrap();
    let mut search = DisjointPaths::by_edges(Query::new(&graph, 0, |node| *node == 5));
    assert_eq!(search.run(), Status::Found);
    let mut paths = search
        .pair()
        .unwrap()
        .each_ref()
        .map(|path| (path.nodes.clone(), path.cost));
    paths.sort();
    assert_eq!(paths, [(vec![0, 1, 7, 5], 5), (vec![0, 6, 4, 5], 5)]);
}

#[test]
fn narrow_costs_can_be_subtracted() {
    let edges = [(0, 1, 1_u32), (1, 3, 4), (0, 2, 2), (2, 3, 2), (1, 2, 0)];
    let graph = CsrGraph::from_edges(4, edges).unwrap();
    let query = Query::new(&graph, 0, |node| *node == 3);
    let mut search = DisjointPaths::by_edges(astride::problem::Narrow::<_, u8>::new(query));
    assert_eq!(search.run(), Status::Found);
    let mut costs = search.pair().unwrap().each_ref().map(|path| path.cost.get());
    costs.sort_unstable();
    assert_eq!(costs, [4, 5]);
}

/// The second search costs as much as both paths, although the cost type can hold each of them.
#[test]
fn two_paths_together_may_cost_too_much() {
    fn run<C: astride::traits::NumericCost + std::fmt::Debug>(cost: impl Fn(u8) -> C) -> (Status, Option<[C; 2]>) {
        let edges = [(0, 1, 207), (1, 3, 0), (0, 2, 0), (2, 1, 0), (2, 3, 93)];
        let edges = edges.map(|(from, to, units)| (from, to, cost(units)));
        let graph = CsrGraph::from_edges(4, edges).unwrap();
        let mut search = DisjointPaths::by_nodes(Query::new(&graph, 0, |node| *node == 3));
        let status = search.run();
        (status, search.pair().map(|pair| pair.each_ref().map(|path| path.cost)))
    }
    assert_eq!(run(u16::from), (Status::Found, Some([93, 207])));
    let (status, pair) = run(|units| units);
    assert!(
        matches!(status, Status::Failed(SearchError::CostOverflow { .. })),
        "{status}"
    );
    assert_eq!(pair, None);
}

/// Between two nodes there are two ways, but their ends count as edges.
#[test]
fn virtual_edges_are_not_shared() {
    let square = CsrGraph::from_edges(4, [(0, 1, 1_u32), (1, 3, 1), (0, 2, 2), (2, 3, 2)]).unwrap();
    let sum = |starts: &[(u32, u32)], goals: &[(u32, u32)]| {
        let trip = VirtualEnds::new(&square, starts.iter().copied(), goals.iter().copied());
        let mut search = DisjointPaths::by_edges(&trip);
        search.run();
        search.pair().map(|[one, other]| one.cost + other.cost)
    };
    assert_eq!(sum(&[(0, 5)], &[(3, 0)]), None);
    assert_eq!(sum(&[(1, 5), (2, 5)], &[(3, 0)]), None);
    assert_eq!(sum(&[(0, 5), (2, 7)], &[(1, 0), (3, 1)]), Some(5 + 1 + 7 + 2 + 1));
}
