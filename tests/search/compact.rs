//! Compact A\*: nodes of equal rank, which are expanded together, paths, and the memory limit.

use astride::search::{CompactAStar, Origin};
use astride::{FnGraph, Query, SearchError, Status};

use crate::common::plan::{Guess, Plan};
use crate::common::world::{Index, World};

/// 1 to 10 are expanded together, unless one of them is the goal.
#[test]
fn of_nodes_that_are_equally_near_the_goal_comes_first() {
    for goal in 1..=10 {
        let plan = Plan::of_edges((1..=10).map(|node| (0, node, 1))).between(0, goal);
        let ends = World::<u32>::with_guesses(&plan, [Guess::Zero; 2], Index::Never);
        let mut search = CompactAStar::new(&ends);
        assert_eq!((search.run(), search.stats().expanded), (Status::Found, 1), "{goal}");
    }
}

/// The estimate is so large that the costs of the paths to 1 vanish in the sum: the more expensive path comes first.
#[test]
fn a_path_that_has_become_cheaper_is_not_gone_along() {
    let plan = Plan::of_edges([(0, 1, 8), (0, 2, 4), (2, 1, 2), (1, 3, 1)]);
    let mut ends = World::<f64>::with_guesses(&plan, [Guess::Zero; 2], Index::Never);
    (ends.estimates[1], ends.estimates[3]) = (1e17, 2e17);
    let mut search = CompactAStar::new(&ends);
    assert_eq!(search.run(), Status::Found);
    assert_eq!(
        (search.path().unwrap().nodes, search.stats().expanded),
        (vec![0, 2, 1, 3], 3)
    );
}

/// 1 to 16 are taken together, and the first of them fills the place that they have left in the open list.
#[test]
fn nodes_that_go_back_to_the_open_list_are_within_the_memory_limit() {
    let ways = (1..=16).map(|node| (0, node, 0));
    let plan = Plan::of_edges(ways.chain((17..=32).map(|node| (16, node, 0)))).between(0, 32);
    let ends = World::<u32>::with_guesses(&plan, [Guess::Zero; 2], Index::Never);
    let mut search = CompactAStar::new(&ends);
    assert!(search.step().is_running() && search.step().is_running());
    let limit = search.stats().bytes;
    search.set_memory_limit(limit);
    search.add_start(1, 0);
    assert_eq!(search.status(), Status::Failed(SearchError::MemoryLimit { limit }));
    assert_eq!(search.stats().bytes, limit);
}

/// 1 and the goal are opened at the same cost, and the edge from 1 is too expensive.
#[test]
fn a_goal_comes_before_other_nodes_of_the_same_cost() {
    for first in [1, 2] {
        let ahead = move |node: &u8| match node {
            0 => vec![(first, 251), (3 - first, 251)],
            1 => vec![(3, 100)],
            _ => vec![],
        };
        let back = |node: &u8| match node {
            0 => vec![],
            3 => vec![(1, 100)],
            _ => vec![(0, 251)],
        };
        let graph = FnGraph::new(ahead).with_predecessors(back);
        let mut search = CompactAStar::new(Query::new(graph, 0, |node| *node == 2).with_heuristic(|_| 0_u8));
        assert_eq!(
            (search.run(), search.path().map(|path| path.cost)),
            (Status::Found, Some(251))
        );
    }
}

/// Two nodes of equal rank are expanded together, and each has several successors.
#[test]
fn counts_and_names_the_successors_of_each_node() {
    let ways = |node: &u32| match node {
        0 => vec![1, 2],
        1 => vec![11, 12, 13],
        2 => vec![21, 22, 23, 24],
        _ => vec![],
    };
    let search = |bad: u32, cost: i32, estimate: i32| {
        let price = move |node: u32| (node, if node == bad { cost } else { 1 });
        let ahead = move |node: &u32| ways(node).into_iter().map(price);
        let back = move |node: &u32| (*node > 0).then(|| (node / 10, price(*node).1));
        let graph = FnGraph::new(ahead).with_predecessors(back);
        let estimates = move |node: &u32| if *node == bad { estimate } else { 0 };
        CompactAStar::new(Query::new(graph, 0, |_| false).with_heuristic(estimates))
    };
    let mut whole = search(0, 1, 0);
    assert_eq!(whole.run(), Status::Exhausted);
    assert_eq!((whole.stats().generated, whole.stats().expanded), (1 + 2 + 3 + 4, 10));

    let origin = Origin::Successor(2);
    let negative = SearchError::NegativeCost {
        cost: "-7".into(),
        origin,
    };
    let invalid = SearchError::InvalidEstimate {
        estimate: "-7".into(),
        origin,
    };
    // Either of the two comes second.
    for parent in [1, 2] {
        let bad = 10 * parent + 3;
        for (mut search, error) in [(search(bad, -7, 0), &negative), (search(bad, 1, -7), &invalid)] {
            assert_eq!(search.run(), Status::Failed(error.clone()));
            assert_eq!(search.current(), Some(parent));
        }
    }
}

/// A path found during the search: 2 is open at a cost of 1, and reached through 1 at the same cost by the more
/// expensive of two edges.
#[test]
fn a_path_takes_the_cheapest_of_parallel_edges() {
    let ahead = |node: &u8| match node {
        0 => vec![(1, 0_u32), (2, 1)],
        1 => vec![(2, 1), (2, 0)],
        _ => vec![],
    };
    let back = |node: &u8| match node {
        1 => vec![(0, 0)],
        2 => vec![(1, 1), (1, 0), (0, 1)],
        _ => vec![],
    };
    let query = Query::between(FnGraph::new(ahead).with_predecessors(back), 0, 3).with_heuristic(|_| 0);
    let mut search = CompactAStar::new(query);
    assert!(search.step().is_running());
    let path = search.path_to(&2).unwrap();
    assert_eq!((path.nodes, path.cost), (vec![0, 1, 2], 0));
}
