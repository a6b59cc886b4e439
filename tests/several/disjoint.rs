//! Two disjoint paths, against the list of all pairs.

use std::collections::BTreeMap;

use astride::graphs::CsrGraph;
use astride::search::DisjointPaths;
use astride::{Budget, FnGraph, Path, Pathfinder, Query, SearchError, Status};
use proptest::prelude::*;

use crate::common::log::{Event, Log};
use crate::common::memory::{check_memory_limit, wide_plans};
use crate::common::plan::{Guess, Plan, plans};
use crate::common::rough::Rough;
use crate::common::world::{INDEXES, Index, Units, World};

/// A path as the numbers of its edges, with its start and what it costs.
#[derive(Clone)]
struct Way {
    start: usize,
    edges: Vec<usize>,
    units: u64,
}

/// The starts, each at its least cost.
fn starts(plan: &Plan) -> BTreeMap<usize, u64> {
    let mut starts = BTreeMap::from([(plan.start, 0)]);
    for (start, units) in &plan.more_starts {
        let least = starts.entry(*start).or_insert(*units);
        *least = (*least).min(*units);
    }
    starts
}

/// All simple ways from a start to the first goal on them.
fn ways(plan: &Plan) -> Vec<Way> {
    fn extend(plan: &Plan, way: &Way, found: &mut Vec<Way>) {
        let nodes: Vec<usize> = [way.start]
            .into_iter()
            .chain(way.edges.iter().map(|edge| plan.edges[*edge].1))
            .collect();
        let last = nodes[nodes.len() - 1];
        if plan.goals[last] {
            found.push(way.clone());
            return;
        }
        for (number, (from, to, units)) in plan.edges.iter().enumerate() {
            if let (true, Some(units), false) = (*from == last, units, nodes.contains(to)) {
                let mut longer = way.clone();
                longer.edges.push(number);
                longer.units += units;
                extend(plan, &longer, found);
            }
        }
    }
    let mut found = Vec::new();
    for (start, units) in starts(plan) {
        let edges = Vec::new();
        extend(plan, &Way { start, edges, units }, &mut found);
    }
    found
}

/// The least units of two ways without a common edge, or without a common node.
fn least_pair(plan: &Plan, by_nodes: bool) -> Option<u64> {
    let ways = ways(plan);
    let starts = starts(plan);
    let masks: Vec<(u64, u64)> = ways
        .iter()
        .map(|way| {
            let edges = way.edges.iter().fold(0, |mask, edge| mask | 1 << edge);
            let inner = way.edges.iter().map(|edge| plan.edges[*edge].1);
            let inner = inner.filter(|node| !starts.contains_key(node) && !plan.goals[*node]);
            (edges, inner.fold(0, |mask, node| mask | 1 << node))
        })
        .collect();
    let mut least = None;
    for (one, (edges, nodes)) in ways.iter().zip(&masks) {
        for (other, (other_edges, other_nodes)) in ways.iter().zip(&masks) {
            if edges & other_edges == 0 && (!by_nodes || nodes & other_nodes == 0) {
                let units = one.units + other.units;
                least = Some(least.map_or(units, |least: u64| least.min(units)));
            }
        }
    }
    least
}

/// Checks that the paths lead from starts to goals by different edges, for what they cost.
fn check_pair<C: Units>(plan: &Plan, by_nodes: bool, pair: &[Path<usize, C>; 2]) -> u64 {
    let starts = starts(plan);
    let ends = |path: &Path<usize, C>| (path.nodes[0], path.nodes[path.nodes.len() - 1]);
    let inner = |node: &usize| !starts.contains_key(node) && !plan.goals[*node];
    for path in pair {
        let (start, goal) = ends(path);
        assert!(starts.contains_key(&start) && plan.goals[goal]);
        let mut nodes = path.nodes.clone();
        nodes.sort_unstable();
        nodes.dedup();
        assert_eq!(nodes.len(), path.nodes.len(), "simple");
    }
    let [one, other] = pair;
    assert!(one.cost.order(&other.cost).is_le());
    assert!(!by_nodes || !one.nodes.iter().any(|node| inner(node) && other.nodes.contains(node)));
    // Each path takes its pick of parallel edges. Both together use the cheapest of them.
    let hops = |path: &Path<usize, C>| path.nodes.windows(2).map(|hop| (hop[0], hop[1])).collect::<Vec<_>>();
    let parallel = |(from, to): &(usize, usize)| {
        let edges = plan.edges.iter().filter(|edge| (edge.0, edge.1) == (*from, *to));
        let mut units: Vec<u64> = edges.filter_map(|edge| edge.2).collect();
        units.sort_unstable();
        units
    };
    let mut sum = starts[&ends(one).0] + starts[&ends(other).0];
    for hop in hops(one) {
        let both = hops(other).contains(&hop);
        assert!(!hops(other).contains(&(hop.1, hop.0)), "there and back");
        sum += parallel(&hop)[..=usize::from(both)].iter().sum::<u64>();
    }
    for hop in hops(other).iter().filter(|hop| !hops(one).contains(hop)) {
        sum += parallel(hop)[0];
    }
    assert_eq!(one.cost.plus(other.cost).unwrap(), C::units(sum));
    sum
}

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

fn add_starts<C: Units>(search: &mut dyn Pathfinder<Node = usize, Cost = C>, plan: &Plan) {
    for (start, units) in &plan.more_starts {
        search.add_start(*start, C::units(*units));
    }
}

fn finds_the_least<C: Units>(plan: &Plan) {
    for by_nodes in [false, true] {
        let least = least_pair(plan, by_nodes);
        for index in INDEXES {
            let mut search = made::<C>(plan, by_nodes, index);
            let status = search.run();
            assert_eq!(
                status,
                if least.is_some() {
                    Status::Found
                } else {
                    Status::Exhausted
                },
                "{by_nodes}"
            );
            assert_eq!(
                search.pair().map(|pair| check_pair(plan, by_nodes, pair)),
                least,
                "{by_nodes}"
            );
            assert_eq!(search.path().as_ref(), search.pair().map(|[one, _]| one));
            if status == Status::Exhausted {
                let cheapest = search.best_effort_path().unwrap();
                let far = plan.far_from_starts();
                let goals = (0..plan.nodes).filter(|node| plan.goals[*node]);
                if let Some(units) = goals.filter_map(|goal| far[goal]).min() {
                    assert_eq!(cheapest.cost, C::units(units));
                }
            }
        }
    }
}

/// Plans of few nodes, some with a single goal that is far away.
fn small(largest: u64) -> impl Strategy<Value = Plan> {
    (plans(6, largest), any::<bool>()).prop_map(|(mut plan, has_one_goal)| {
        if has_one_goal {
            let goal = plan.nodes - 1;
            plan.goals = (0..plan.nodes).map(|node| node == goal).collect();
        }
        plan
    })
}

/// Plans whose edges, half as many as can be, lead both ways.
fn both_ways() -> impl Strategy<Value = Plan> {
    small(9).prop_map(|mut plan| {
        plan.edges.truncate(9);
        plan.both_ways()
    })
}

proptest! {
    #![proptest_config(crate::common::effort::cases(3_000))]

    #[test]
    fn no_pair_costs_less(plan in small(1_000_000)) {
        finds_the_least::<u32>(&plan);
        finds_the_least::<f64>(&plan);
        finds_the_least::<Rough>(&plan);
    }

    #[test]
    fn no_search_takes_more_memory_than_its_limit(
        plan in wide_plans(150),
        by_nodes: bool,
        index in 0..INDEXES.len(),
        parts in 2..20_usize,
    ) {
        let mut whole = made::<u32>(&plan, by_nodes, INDEXES[index]);
        let mut search = made::<u32>(&Plan { more_starts: Vec::new(), ..plan.clone() }, by_nodes, INDEXES[index]);
        let status = check_memory_limit(&mut search, |search| add_starts(search, &plan), parts, 0);
        prop_assert_eq!(status, whole.run());
        let sums = [&search, &whole].map(|search| search.pair().map(|[one, other]| one.cost + other.cost));
        prop_assert_eq!(sums[0], sums[1]);
    }

    #[test]
    fn edges_that_lead_both_ways_are_used_once(plan in both_ways()) {
        finds_the_least::<u32>(&plan);
        finds_the_least::<Rough>(&plan);
    }

    #[test]
    fn near_the_largest_cost_a_pair_is_right_or_the_search_fails(plan in small(200), by_nodes: bool) {
        let mut search = made::<u8>(&plan, by_nodes, Index::Sometimes);
        if let Status::Failed(error) = search.run() {
            prop_assert!(matches!(error, SearchError::CostOverflow { .. }), "{}", error);
        } else {
            let sum = search.pair().map(|[one, other]| u64::from(one.cost) + u64::from(other.cost));
            prop_assert_eq!(sum, least_pair(&plan, by_nodes));
        }
    }

    #[test]
    fn however_it_is_driven_it_finds_the_same(
        plan in small(50),
        by_nodes: bool,
        index in 0..INDEXES.len(),
        budgets in prop::collection::vec(0..7_u64, 1..20),
        late in prop::collection::vec((0..6_usize, 0..50_u64, 0..20_usize), 0..2),
    ) {
        let mut plan = plan;
        let late: Vec<_> = late.into_iter().map(|(start, units, when)| (start % plan.nodes, units, when)).collect();
        let log = Log::default();
        let mut search = made::<u32>(&plan, by_nodes, INDEXES[index]).with_observer(log.clone());
        for (steps, budget) in budgets.into_iter().cycle().enumerate() {
            for (start, units, _) in late.iter().filter(|(_, _, when)| *when == steps) {
                if search.status().is_running() && search.stats().nodes > 0 {
                    search.add_start(*start, u32::try_from(*units).unwrap());
                    plan.more_starts.push((*start, *units));
                }
            }
            let before = search.stats().expanded;
            let next = search.next_node().map(|next| next.node);
            log.clear();
            let status = match budget {
                0 => search.step(),
                _ => search.run_for(Budget::new().expansions(budget)),
            };
            let expanded = log.events().iter().find_map(|event| match event {
                Event::Expanded(node, _) => Some(*node),
                _ => None,
            });
            prop_assert!(expanded.is_none() || expanded == next);
            prop_assert!(search.stats().expanded - before <= budget.max(1));
            prop_assert_eq!(search.stats().open, search.open_nodes().count());
            prop_assert!(search.open_nodes().all(|node| search.find(&node.node).is_some()));
            if !status.is_running() {
                prop_assert!(!matches!(status, Status::Failed(_)), "{}", status);
                break;
            }
        }
        let least = least_pair(&plan, by_nodes);
        prop_assert_eq!(search.pair().map(|pair| check_pair(&plan, by_nodes, pair)), least);
        if search.status() == Status::Found {
            let path = search.path().unwrap();
            let last = log.events().last().cloned();
            prop_assert_eq!(last, Some(Event::Found(search.current().unwrap(), path.cost)));
        }
    }

    #[test]
    fn a_reset_search_does_what_a_new_one_does(first in small(50), second in small(50), by_nodes: bool, steps in 0..9) {
        let mut search = made::<u32>(&first, by_nodes, Index::SometimesWithNodes);
        for _ in 0..steps {
            let _ = search.step();
        }
        search.reset(World::new(&second, Guess::Zero, Index::SometimesWithNodes));
        let mut new = made::<u32>(&Plan { more_starts: vec![], ..second }, by_nodes, Index::SometimesWithNodes);
        prop_assert_eq!(search.run(), new.run());
        prop_assert_eq!(search.pair(), new.pair());
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
fn an_edge_that_only_the_second_search_meets_is_checked() {
    for (bad, text) in [
        (-1.0, "successor 1 of the current node costs -1.0, which is below zero"),
        (
            f64::NAN,
            "successor 1 of the current node costs NaN, which is not a cost",
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

/// A first path along the even nodes, which the second one goes back on.
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
        // What came back along the first path has gone on from there, by nodes on the other side of a node.
        let back = search.find(&2).unwrap();
        assert_eq!((back.parent, back.is_open), (Some(3), false));
        assert_eq!(
            (search.cost_to(&3), search.path_to(&3).unwrap().nodes),
            (Some(3), vec![0, 1, 2, 3])
        );
    }
}

/// Where the way between two visits of a node costs nothing, the path leaves it out.
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

/// The second search comes to node 1 by an edge of its own that costs nothing, sooner than back along the first path.
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
