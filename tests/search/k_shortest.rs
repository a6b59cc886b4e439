//! The k shortest simple paths, against the list of all simple paths.

#[path = "../../crates/laws/src/random.rs"]
mod random;

use std::collections::BTreeMap;

use astride::graphs::CsrGraph;
use astride::problem::Reversed;
use astride::search::Origin;
use astride::traits::NumericCost;
use astride::{
    BidirectionalDijkstra, Budget, Cost, Dijkstra, FnGraph, Graph, KShortestPaths, Path, Query, SearchError, Status,
};
use proptest::prelude::*;

use crate::common::ends::ends;
use crate::common::plan::{ADMISSIBLE, Far, Guess, Plan, plans};
use crate::common::rough::Rough;
use crate::common::world::{INDEXES, Index, Units, World};
use astride_laws::{Event, Log};
use random::Random;

/// Plans with so few nodes that all paths can be listed.
fn small(largest: u64) -> impl Strategy<Value = Plan> {
    ends(6, largest)
}

type Make = for<'a> fn(&'a World<u32>) -> KShortestPaths<&'a World<u32>>;

const WAYS: [Make; 3] = [
    |ends| KShortestPaths::new(ends),
    |ends| KShortestPaths::forward(ends),
    |ends| KShortestPaths::forward_with_estimates(ends),
];

/// Returns all simple paths from any start with their units, ordered by units and then by nodes.
fn all_paths(plan: &Plan, with_more_starts: bool) -> Vec<(u64, Vec<usize>)> {
    fn extend(plan: &Plan, path: &mut Vec<usize>, units: u64, found: &mut Vec<(u64, Vec<usize>)>) {
        let last = *path.last().unwrap();
        if plan.goals[last] {
            found.push((units, path.clone()));
            return;
        }
        for next in 0..plan.nodes {
            let edges = plan.edges.iter().filter(|(from, to, _)| (*from, *to) == (last, next));
            let cheapest: Far = edges.filter_map(|(_, _, units)| *units).min();
            if let (Some(edge), false) = (cheapest, path.contains(&next)) {
                path.push(next);
                extend(plan, path, units + edge, found);
                path.pop();
            }
        }
    }
    let mut starts = BTreeMap::from([(plan.start, 0)]);
    for (start, units) in plan.more_starts.iter().filter(|_| with_more_starts) {
        let least = starts.entry(*start).or_insert(*units);
        *least = (*least).min(*units);
    }
    let mut found = Vec::new();
    for (start, units) in starts {
        extend(plan, &mut vec![start], units, &mut found);
    }
    found.sort();
    found
}

/// Checks that the paths are those of the list, in the order of their costs.
fn check<C: Units>(found: Vec<Path<usize, C>>, expected: &[(u64, Vec<usize>)]) {
    let costs: Vec<C> = found.iter().map(|path| path.cost).collect();
    let expected_costs: Vec<C> = expected.iter().map(|(units, _)| C::far(Some(*units))).collect();
    assert_eq!(costs, expected_costs);
    let mut nodes: Vec<_> = found.into_iter().map(|path| path.nodes).collect();
    let mut expected_nodes: Vec<_> = expected.iter().map(|(_, nodes)| nodes.clone()).collect();
    nodes.sort();
    expected_nodes.sort();
    assert_eq!(nodes, expected_nodes);
}

fn lists_all<C: Units>(plan: &Plan) {
    let expected = all_paths(plan, true);
    for index in INDEXES {
        let ends = World::<C>::with_guesses(plan, [Guess::Zero; 2], index);
        let mut search = KShortestPaths::new(&ends);
        for (start, units) in &plan.more_starts {
            search.add_start(*start, C::far(Some(*units)));
        }
        let found: Result<Vec<_>, _> = search.paths().collect();
        check(found.unwrap(), &expected);
        assert_eq!(search.status(), Status::Exhausted);
        assert_eq!(search.path(), None);
    }
}

/// The same without edges that lead back, to the goals of the plan, with every admissible estimate.
fn lists_all_forward<C: Units>(plan: &Plan) {
    let expected = all_paths(plan, true);
    for (place, guess) in ADMISSIBLE.into_iter().enumerate() {
        let world = World::<C>::new(plan, guess, INDEXES[place % INDEXES.len()]);
        for mut search in [
            KShortestPaths::forward(&world),
            KShortestPaths::forward_with_estimates(&world),
        ] {
            for (start, units) in &plan.more_starts {
                search.add_start(*start, C::far(Some(*units)));
            }
            let found: Result<Vec<_>, _> = search.paths().collect();
            check(found.unwrap(), &expected);
            assert_eq!(search.status(), Status::Exhausted);
        }
    }
}

/// Returns the cost of a path from one of the starts, added up from there, including all rounding.
fn rounded_sum(plan: &Plan, nodes: &[usize]) -> f64 {
    let least = |all: &mut dyn Iterator<Item = u64>| Rough::far(all.min()).0;
    let own = (plan.start == nodes[0]).then_some(0);
    let starts = plan.more_starts.iter().filter(|(node, _)| *node == nodes[0]);
    let start = least(&mut starts.map(|(_, units)| *units).chain(own));
    nodes.windows(2).fold(start, |sum, pair| {
        let edges = plan.edges.iter().filter(|(from, to, _)| [*from, *to] == *pair);
        sum + least(&mut edges.filter_map(|(_, _, units)| *units))
    })
}

proptest! {
    #![proptest_config(crate::common::effort::cases(5_000))]

    /// Rounded sums differ by at most the documented amount.
    #[test]
    fn rounded_costs_come_in_order_except_for_their_rounding(plan in ends(7, 9)) {
        let ends = World::<Rough>::with_guesses(&plan, [Guess::Zero; 2], Index::Sometimes);
        let mut search = KShortestPaths::new(&ends);
        for (start, units) in &plan.more_starts {
            search.add_start(*start, Rough::units(*units));
        }
        let mut most = 0.0_f64;
        for path in search.paths() {
            let path = path.unwrap();
            let cost = path.cost.0;
            prop_assert!(cost.total_cmp(&rounded_sum(&plan, &path.nodes)).is_eq(), "{:?}", path);
            let rounding = most.rounding(plan.nodes);
            prop_assert!(cost >= most - rounding, "{} after {}", cost, most);
            most = most.max(cost);
        }
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(2_000))]

    #[test]
    fn all_simple_paths_come_in_order(plan in small(1_000_000)) {
        lists_all::<u32>(&plan);
        lists_all::<u64>(&plan);
        lists_all::<f64>(&plan);
        lists_all::<Rough>(&plan);
    }

    #[test]
    fn all_simple_paths_come_in_order_without_edges_that_lead_back(plan in plans(6, 1_000_000)) {
        lists_all_forward::<u32>(&plan);
        lists_all_forward::<f64>(&plan);
    }

    #[test]
    fn near_the_largest_cost_a_path_is_right_or_the_search_fails(plan in small(200)) {
        let ends = World::<u8>::with_guesses(&plan, [Guess::Zero; 2], Index::Sometimes);
        let expected = all_paths(&plan, false);
        let mut search = KShortestPaths::new(&ends);
        let mut found = Vec::new();
        let end = loop {
            match search.next_path() {
                Ok(Some(path)) => found.push(path),
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        let is_failure = end.is_err();
        prop_assert!(is_failure || found.len() == expected.len());
        prop_assert_eq!(found.len(), expected.iter().filter(|(units, _)| *units < 255).count());
        if let Err(error) = end {
            let is_too_large =
                matches!(error, SearchError::CostOverflow { .. } | SearchError::EstimateOverflow { .. });
            prop_assert!(is_too_large, "{}", error);
            prop_assert!(search.next_path().is_err());
        }
        for (path, (units, _)) in found.iter().zip(&expected) {
            prop_assert_eq!(u64::from(path.cost), *units);
        }
    }

    #[test]
    fn however_it_is_driven_it_finds_the_same(
        plan in small(50),
        index in 0..INDEXES.len(),
        budgets in prop::collection::vec(0..7_u64, 1..20),
    ) {
        let ends = World::<u32>::with_guesses(&plan, [Guess::Admissible; 2], INDEXES[index]);
        for make in WAYS {
        let expected: Vec<_> = make(&ends).paths().map(Result::unwrap).collect();

        let log = Log::default();
        let mut search = make(&ends).with_observer(log.clone());
        let mut found = Vec::new();
        for budget in budgets.iter().copied().cycle() {
            let before = search.stats().expanded;
            let status = match budget {
                0 => search.step(),
                _ => search.run_for(Budget::new().expansions(budget)),
            };
            prop_assert!(search.stats().expanded - before <= budget.max(1));
            prop_assert_eq!(search.stats().open, search.open_nodes().count());
            match status {
                Status::Running => {}
                Status::Found => {
                    let path = search.path().unwrap();
                    prop_assert_eq!(search.current(), path.nodes.last().copied());
                    found.push(path);
                    let _ = search.seek_next();
                }
                Status::Exhausted => break,
                Status::Failed(error) => prop_assert!(false, "{}", error),
            }
        }
        let costs = |paths: &[Path<usize, u32>]| paths.iter().map(|path| path.cost).collect::<Vec<_>>();
        prop_assert_eq!(costs(&found), costs(&expected));
        let found_events = log.events().iter().filter(|event| matches!(event, Event::Found(..))).count();
        prop_assert_eq!(found_events, expected.len());
        }
    }

    #[test]
    fn the_next_node_is_the_one_that_is_expanded(plan in small(50), index in 0..INDEXES.len()) {
        let ends = World::<u32>::with_guesses(&plan, [Guess::Admissible; 2], INDEXES[index]);
        for make in WAYS {
        let log = Log::default();
        let mut search = make(&ends).with_observer(log.clone());
        while search.status() != Status::Exhausted {
            let next = search.next_node();
            log.clear();
            let _ = search.step();
            let events = log.events();
            let expanded = events.iter().find_map(|event| match event {
                Event::Expanded(node, cost) => Some((*node, *cost)),
                _ => None,
            });
            if let Some((node, cost)) = expanded {
                let next = next.unwrap();
                prop_assert_eq!((next.node, next.g), (node, cost));
                prop_assert!(search.status() == Status::Found || search.current() == Some(node));
            } else {
                prop_assert!(next.is_none());
            }
            drop(events);
            let _ = search.seek_next();
        }
        }
    }

    #[test]
    fn a_reset_search_does_what_a_new_one_does(first in small(50), second in small(50), taken in 0..5_usize) {
        let worlds = [first, second].map(|plan| World::<u32>::with_guesses(&plan, [Guess::Zero; 2], Index::Always));
        let mut search = KShortestPaths::new(&worlds[0]);
        let _ = search.paths().take(taken).count();
        search.reset(&worlds[1]);
        let again: Vec<_> = search.paths().map(Result::unwrap).collect();
        let mut new = KShortestPaths::new(&worlds[1]);
        prop_assert_eq!(again, new.paths().map(Result::unwrap).collect::<Vec<_>>());
        let work = |stats: astride::Stats| (stats.expanded, stats.generated, stats.open, stats.nodes);
        prop_assert_eq!(work(search.stats()), work(new.stats()));
    }
}

#[test]
fn from_a_node_to_itself_there_is_one_path() {
    let ring = FnGraph::new(|n: &u32| [((n + 1) % 5, 1_u32), ((n + 4) % 5, 1)]).both_ways();
    let paths: Vec<_> = KShortestPaths::new(Query::between(&ring, 2, 2))
        .paths()
        .map(Result::unwrap)
        .collect();
    assert_eq!(
        paths,
        [Path {
            nodes: vec![2],
            cost: 0
        }]
    );
}

#[test]
fn on_an_infinite_graph_paths_come_as_long_as_they_are_wanted() {
    let plane =
        FnGraph::new(|&(x, y): &(i32, i32)| [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)].map(|next| (next, 1_u32)))
            .both_ways();
    let mut search = KShortestPaths::new(Query::between(&plane, (0, 0), (3, 2)));
    let lengths: Vec<_> = search.paths().take(200).map(|path| path.unwrap().cost).collect();
    let shortest = lengths.iter().filter(|length| **length == 5).count();
    // Paths of three steps to the right and two down.
    assert_eq!(shortest, 10);
    assert!(lengths.is_sorted() && lengths[199] >= 7);
}

#[test]
fn a_start_that_comes_late_restarts_the_list() {
    let graph = CsrGraph::from_edges(4, [(0, 2, 5_u32), (1, 2, 1), (2, 3, 1)])
        .unwrap()
        .reversible()
        .unwrap();
    let mut search = KShortestPaths::new(Query::between(&graph, 0, 3));
    let _ = search.step();
    search.add_start(1, 1);
    let costs: Vec<_> = search.paths().map(|path| path.unwrap().cost).collect();
    assert_eq!(costs, [3, 6]);
}

#[test]
fn of_two_late_starts_none_is_ignored() {
    let ring = FnGraph::new(|n: &u32| [((n + 1) % 5, 1_u32), ((n + 4) % 5, 1)]).both_ways();
    // From the goal itself, there is a path immediately.
    for late in [[(2, 0), (1, 0)], [(1, 0), (2, 0)]] {
        let mut search = KShortestPaths::new(Query::between(&ring, 0, 2));
        while search.step() == Status::Running {}
        let _ = search.seek_next();
        for (node, cost) in late {
            search.add_start(node, cost);
        }
        assert_eq!(search.status(), Status::Running);
        let costs: Vec<_> = search.paths().map(|path| path.unwrap().cost).collect();
        assert_eq!(costs, [0, 1, 2, 3, 4]);
    }
}

#[test]
fn a_negative_cost_is_named_once_and_ends_the_iterator() {
    let graph = FnGraph::new(|n: &u32| [(n + 1, -1_i32)]).with_predecessors(|n| n.checked_sub(1).map(|n| (n, -1)));
    let mut search = KShortestPaths::new(Query::between(graph, 0, 3));
    let mut paths = search.paths();
    let error = paths.next().unwrap().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the cost of predecessor 0 of the current node is -1, which is below zero"
    );
    assert!(paths.next().is_none());
}

#[test]
fn the_first_path_is_a_cheapest_one_of_a_large_graph() {
    let mut state = 7_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        u32::try_from((state >> 33) % below).unwrap()
    };
    let edges: Vec<(u32, u32, u32)> = (0..12_000)
        .map(|_| (random(3_000), random(3_000), random(1_000)))
        .collect();
    let graph = CsrGraph::from_edges(3_000, edges).unwrap().reversible().unwrap();
    for goal in 1..30 {
        let query = || Query::between(&graph, 0, goal);
        let mut search = BidirectionalDijkstra::new(query());
        assert_eq!(search.run(), Status::Found);
        let mut several = KShortestPaths::new(query());
        let found: Vec<_> = several.paths().take(50).map(Result::unwrap).collect();
        assert_eq!(found.first().map(|path| path.cost), search.path().map(|path| path.cost));
        assert!(found.is_sorted_by(|one, next| one.cost.order(&next.cost).is_le()));
        for (place, path) in found.iter().enumerate() {
            let mut nodes = path.nodes.clone();
            nodes.sort_unstable();
            nodes.dedup();
            assert_eq!(nodes.len(), path.nodes.len(), "simple");
            assert!(found[..place].iter().all(|other| other.nodes != path.nodes), "once");
        }
    }
}

#[test]
fn a_way_that_leads_nowhere_for_ever_does_not_keep_others_from_being_found() {
    // A line to the right without an end at node 2; the goal is at the end of the row.
    let graph = FnGraph::new(|&(x, y): &(u32, u32)| {
        let aside = (x == 2 || y > 0).then_some(((x, y + 1), 1_u32));
        let on = (y == 0 && x < 5).then_some(((x + 1, 0), 1));
        let expensive = (y == 0 && x < 4).then_some(((x + 2, 0), 500));
        aside.into_iter().chain(on).chain(expensive)
    })
    // As far as the search can tell, the line could lead back.
    .with_predecessors(|&(x, y)| {
        let before = (y == 0)
            .then_some(x)
            .and_then(|x| x.checked_sub(1))
            .map(|x| ((x, 0), 1));
        let expensive = (y == 0)
            .then_some(x)
            .and_then(|x| x.checked_sub(2))
            .map(|x| ((x, 0), 500));
        let endless = ((x, y + 1), 1);
        before.into_iter().chain(expensive).chain([endless])
    });
    let mut search = KShortestPaths::new(Query::between(&graph, (0, 0), (5, 0))).with_node_limit(1_000_000);
    // Five steps of cost 1, and then paths with one or two leaps over a node.
    for cost in [5, 503, 503, 503, 503, 1001, 1001, 1001] {
        assert_eq!(search.next_path().unwrap().unwrap().cost, cost);
        assert_eq!(search.stats().open, search.open_nodes().count());
    }
    // A search that restarted would make at least twice as many expansions.
    assert!(search.stats().expanded < 10_000, "{}", search.stats().expanded);
}

/// Sets without a path are not searched: on a line, there is only one path.
#[test]
fn a_line_is_expanded_once_in_each_direction_and_once_to_be_divided() {
    let nodes = 100_u32;
    let line = FnGraph::new(|n: &u32| {
        [(n + 1, 1_u32), (n.wrapping_sub(1), 1)]
            .into_iter()
            .filter(|(n, _)| *n < nodes)
    });
    let mut search = KShortestPaths::new(Query::between(line.both_ways(), 0, nodes - 1));
    assert_eq!(search.paths().count(), 1);
    assert!(
        search.stats().expanded <= u64::from(3 * nodes),
        "{}",
        search.stats().expanded
    );
}

/// States that include the visited nodes cannot be followed backwards: tours of four towns on a line.
#[test]
fn states_that_carry_their_history_are_searched_forwards() {
    let towns = FnGraph::new(|visited: &Vec<u8>| {
        let last = visited[visited.len() - 1];
        let next = (0..4).filter(|town| !visited.contains(town) || (visited.len() == 4 && *town == 0));
        let next = next.map(|town| ([&visited[..], &[town]].concat(), u32::from(last.abs_diff(town))));
        next.collect::<Vec<_>>()
    });
    let query = Query::new(&towns, vec![0], |visited| visited.len() == 5);
    let mut search = KShortestPaths::forward(query);
    let tours: Vec<_> = search.paths().map(Result::unwrap).collect();
    let costs: Vec<u32> = tours.iter().map(|path| path.cost).collect();
    assert_eq!(costs, [6, 6, 6, 6, 8, 8]);
    assert!(tours.iter().all(|path| path.edges() == 4));
}

/// A search without predecessors terminates if there is another path, even on an infinite graph.
#[test]
fn of_an_infinite_graph_the_paths_come_that_there_are() {
    let plane = FnGraph::new(|&(x, y): &(u32, u32)| [((x + 1, y), 1_u32), ((x, y + 1), 1)]);
    let query =
        || Query::new(&plane, (0, 0), |&(x, y)| x + y == 3).with_heuristic(|&(x, y)| 3_u32.saturating_sub(x + y));
    for mut search in [
        KShortestPaths::forward(query()),
        KShortestPaths::forward_with_estimates(query()),
    ] {
        let paths: Vec<_> = search.paths().map(|path| path.unwrap().nodes).collect();
        assert_eq!(paths.len(), 8, "two ways at each of three steps");
    }
}

#[test]
fn a_bad_estimate_is_named() {
    let line = FnGraph::new(|n: &i32| [(n + 1, 1_i32)]);
    let query = Query::new(&line, 0, |n| *n == 3).with_heuristic(|n| 1 - n);
    let error = KShortestPaths::forward_with_estimates(query).next_path().unwrap_err();
    assert!(matches!(error, SearchError::InvalidEstimate { .. }), "{error}");
}

/// Two nodes have equal rounded sums, and the one that comes first has a cheaper path through the other.
#[test]
fn a_closed_node_is_opened_again_if_sums_are_rounded() {
    let edges = [(0, 1, 1.0_f64), (0, 2, 0.5), (2, 1, 0.25), (1, 3, 0.75), (3, 4, 1e16)];
    let graph = CsrGraph::from_edges(5, edges).unwrap().reversible().unwrap();
    let mut search = KShortestPaths::new(Query::between(&graph, 0, 4));
    let mut reopened = false;
    let mut closed = false;
    while search.step().is_running() {
        assert_eq!(search.stats().open, search.open_nodes().count());
        let view = search.known_node(&1).filter(|view| !view.is_backward);
        reopened |= closed && view.as_ref().is_some_and(|view| view.is_open);
        closed |= view.is_some_and(|view| !view.is_open);
    }
    assert!(reopened);
    assert_eq!(search.path().unwrap().nodes, [0, 2, 1, 3, 4]);
}

/// Among sets of paths with the same bound, the oldest one is searched first.
#[test]
fn paths_of_the_same_cost_come_in_the_order_of_their_sets() {
    // Two ways, three times in a row.
    let edges = [0, 3, 6].map(|at| {
        [
            (at, at + 1, 1_u32),
            (at, at + 2, 1),
            (at + 1, at + 3, 1),
            (at + 2, at + 3, 1),
        ]
    });
    let graph = CsrGraph::from_edges(10, edges.concat()).unwrap().reversible().unwrap();
    let mut search = KShortestPaths::new(Query::between(&graph, 0, 9));
    let paths: Vec<_> = search.paths().map(|path| path.unwrap().nodes).collect();
    let differs = |path: &Vec<u32>| [1, 3, 5].map(|at| u8::from(path[at] != paths[0][at]));
    let order = [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
        [1, 1, 0],
        [1, 0, 1],
        [0, 1, 1],
        [1, 1, 1],
    ];
    assert_eq!(paths.iter().map(differs).collect::<Vec<_>>(), order);
}

#[test]
fn a_start_that_costs_too_much_is_named_as_a_start() {
    let graph = CsrGraph::from_edges(3, [(0, 2, 1_u8), (1, 2, 10)]).unwrap();
    let graph = graph.reversible().unwrap();
    let mut search = KShortestPaths::new(Query::between(&graph, 0, 2));
    search.add_start(1, 250);
    let (cost, estimate) = ("250".into(), "10".into());
    let origin = Origin::Start;
    let expected = SearchError::EstimateOverflow { cost, estimate, origin };
    // The path from the other start fits.
    assert_eq!(search.next_path().unwrap().unwrap().cost, 1);
    assert_eq!(search.next_path(), Err(expected));
}

/// Distances to the goal become known, and estimates differ, while nodes are already closed, which are then reopened.
#[test]
fn a_path_to_a_node_costs_as_much_as_its_edges_at_any_time() {
    let mut random = Random(1);
    let mut below = |bound: u32| u32::try_from(random.next() % u64::from(bound)).unwrap();
    for _ in 0..crate::common::effort::share(400) {
        let nodes = 10 + below(30);
        let mut edges = Vec::new();
        for from in 0..nodes {
            edges.extend((0..=below(4)).map(|_| (from, below(nodes), below(60))));
        }
        let graph = CsrGraph::from_edges(nodes as usize, edges)
            .unwrap()
            .reversible()
            .unwrap();
        let mut back = Dijkstra::one_to_all(Reversed::new(&graph), nodes - 1);
        let _ = back.run();
        let estimates: Vec<_> = (0..nodes)
            .map(|node| back.cost_to(&node).map_or(u32::MAX, |left| left * below(5) / 4))
            .collect();
        let query = Query::between(&graph, 0, nodes - 1).with_heuristic(|node: &u32| estimates[*node as usize]);
        for mut search in [
            KShortestPaths::new(&query),
            KShortestPaths::forward_with_estimates(&query),
        ] {
            for _ in 0..200 {
                if search.step() == Status::Found {
                    let _ = search.seek_next();
                }
                let known: Vec<_> = search.open_nodes().chain(search.closed_nodes()).collect();
                for path in known.iter().filter_map(|view| search.path_to(&view.node)) {
                    let edge = |pair: &[u32]| {
                        let edges = graph.successors(&pair[0]).filter(|(next, _)| *next == pair[1]);
                        edges.map(|(_, cost)| cost).min().unwrap()
                    };
                    assert_eq!(path.cost, path.nodes.windows(2).map(edge).sum::<u32>(), "{path:?}");
                }
            }
        }
    }
}
