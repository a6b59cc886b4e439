//! Two disjoint paths. `tools/differential/` compares them with the list of all pairs.

use astride::graphs::CsrGraph;
use astride::search::DisjointPaths;
use astride::{FnGraph, Query, Status};
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
    (plans(6, largest), any::<bool>()).prop_map(|(mut plan, has_one_goal)| {
        if has_one_goal {
            let goal = plan.nodes - 1;
            plan.goals = (0..plan.nodes).map(|node| node == goal).collect();
        }
        plan
    })
}

proptest! {
    #![proptest_config(crate::common::effort::cases(3_000))]

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
        let back = search.known_node(&2).unwrap();
        assert_eq!((back.parent, back.is_open), (Some(3), false));
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
