//! A graph made of closures gives the same results with an index as without one.

use std::sync::Arc;

use astride::problem::{EitherWay, Narrow, Reversed};
use astride::search::{CompactAStar, DisjointPaths, LssLrtaStar, Nbs};
use astride::{
    AStar, AraStar, Bfs, BidirectionalAStar, BidirectionalDijkstra, Budget, DStarLite, Dfs, Dijkstra, FnGraph, Graph,
    Greedy, IdaStar, KShortestPaths, LpaStar, NearestGoals, Pathfinder, Query, ReverseGraph, SearchError, Status,
    WeightedAStar,
};
use proptest::prelude::*;

type Cell = (usize, usize);

const WIDTH: usize = 12;
const HEIGHT: usize = 9;

/// Returns the free cells around a cell. The number in a cell is the cost of entering it, and 0 is a wall.
fn around(map: &[u32], (x, y): Cell) -> impl Iterator<Item = (Cell, u32)> {
    let cells = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
    let inside = cells.into_iter().filter(|(x, y)| *x < WIDTH && *y < HEIGHT);
    inside
        .map(|(x, y)| ((x, y), map[y * WIDTH + x]))
        .filter(|(_, cost)| *cost > 0)
}

/// Returns the result of a search and its number of expansions.
fn outcome<S: Pathfinder<Node = Cell, Cost = u32>>(mut search: S) -> (Status, Option<Vec<Cell>>, u64, u64) {
    let end = search.run();
    let stats = search.stats();
    (
        end,
        search.path().map(|path| path.nodes),
        stats.expanded,
        stats.generated,
    )
}

proptest! {
    #![proptest_config(crate::common::effort::cases(64))]

    #[test]
    fn numbers_change_no_result(
        map in prop::collection::vec(prop_oneof![1 => Just(0_u32), 2 => 1..5_u32], WIDTH * HEIGHT),
        start in (0..WIDTH, 0..HEIGHT),
        goal in (0..WIDTH, 0..HEIGHT),
        nodes in prop_oneof![Just(WIDTH * HEIGHT), Just(usize::MAX)],
    ) {
        let hashed = FnGraph::new(|cell: &Cell| around(&map, *cell));
        let indexed = hashed.clone().with_index(|(x, y)| y * WIDTH + x);
        prop_assert_eq!((hashed.index(&goal), indexed.index(&goal)), (None, Some(goal.1 * WIDTH + goal.0)));
        let numbered = hashed.clone().with_numbering(
            nodes,
            |(x, y)| y * WIDTH + x,
            |number| (number % WIDTH, number / WIDTH),
        );
        prop_assert_eq!(numbered.index(&goal).and_then(|number| numbered.node_at(number)), Some(goal));
        let left = |(x, y): &Cell| u32::try_from(x.abs_diff(goal.0) + y.abs_diff(goal.1)).unwrap();
        // Runs a search on both graphs.
        macro_rules! same {
            ($hashed:expr, $($indexed:expr),+; $graph:ident => $search:expr) => {{
                let $graph = $hashed;
                let one = outcome($search);
                $(
                    let $graph = $indexed;
                    prop_assert_eq!(outcome($search), one.clone());
                )+
            }};
        }
        let is_goal = |cell: &Cell| *cell == goal;
        same!(&hashed, &indexed, &numbered; graph => AStar::new(Query::new(graph, start, is_goal).with_heuristic(left)));
        same!(&hashed, &indexed, &numbered; graph => WeightedAStar::new(Query::new(graph, start, is_goal).with_heuristic(left), 2.0).unwrap());
        same!(&hashed, &indexed, &numbered; graph => Greedy::new(Query::new(graph, start, is_goal).with_heuristic(left)));
        same!(&hashed, &indexed, &numbered; graph => Dijkstra::new(Query::new(graph, start, is_goal)));
        same!(&hashed, &indexed, &numbered; graph => Bfs::new(Query::new(graph, start, is_goal)));
        same!(&hashed, &indexed, &numbered; graph => Dfs::new(Query::new(graph, start, is_goal)));
        same!(&hashed, &indexed, &numbered; graph => Dijkstra::new(Query::to_all(graph, start)));
        // Predecessors may be added before or after the index.
        let back = |cell: &Cell| {
            let cost = map[cell.1 * WIDTH + cell.0];
            around(&map, *cell).filter(move |_| cost > 0).map(move |(from, _)| (from, cost))
        };
        let forward = || FnGraph::new(|cell: &Cell| around(&map, *cell));
        let number = |(x, y): &Cell| y * WIDTH + x;
        let hashed = forward().with_predecessors(back);
        let (first, last) = (forward().with_index(number).with_predecessors(back), hashed.clone().with_index(number));
        prop_assert_eq!((first.index(&goal), last.index(&goal)), (Some(number(&goal)), Some(number(&goal))));
        same!(&hashed, &first; graph => BidirectionalDijkstra::new(Query::between(graph, start, goal)));
        same!(&hashed, &last; graph => BidirectionalDijkstra::new(Query::between(graph, start, goal)));
    }
}

fn index<G: Graph<Node = u32>>(graph: G) -> Option<usize> {
    graph.index(&4)
}

#[test]
fn whatever_holds_the_graph_has_its_index() {
    let line = FnGraph::new(|n: &u32| [(n + 1, 1_u32)])
        .with_index(|n| *n as usize + 3)
        .both_ways();
    assert_eq!(index(&line), Some(7));
    assert_eq!(index(Arc::new(&line)), Some(7));
    assert_eq!(index(Query::between(&line, 0, 9)), Some(7));
    assert_eq!(index(Query::to_all(&line, 0)), Some(7));
    assert_eq!(index(Reversed::new(&line)), Some(7));
    assert_eq!(index(EitherWay::new(&line, true)), Some(7));
    assert_eq!(index(Narrow::<_, u8>::new(Query::between(&line, 0, 9))), Some(7));
    assert_eq!(line.predecessors(&4).count(), 1);
}

/// The way back leads to other nodes. A result may be wrong, but a search terminates.
#[test]
fn numbers_that_lead_to_other_nodes_do_not_panic() {
    for shift in [1, 7, 49, 1 << 40] {
        let steps = |n: &usize| [(n + 1, 1_u32), (n * 2, 3)].map(|(n, cost)| (n % 50, cost));
        let graph = FnGraph::new(steps).with_numbering(50, |n| *n, move |number| (number + shift) % 50);
        let query = || Query::new(&graph, 1, |n| *n == 44).with_heuristic(|n| u32::from(*n < 44));
        let ends: [Box<dyn Pathfinder<Node = usize, Cost = u32> + '_>; 4] = [
            Box::new(AStar::new(query())),
            Box::new(Dijkstra::new(query())),
            Box::new(Bfs::new(query())),
            Box::new(Dfs::new(query())),
        ];
        for mut search in ends {
            assert_ne!(search.run_for(Budget::new().expansions(10_000)), Status::Running);
            let _ = (search.path(), search.best_effort_path());
        }
    }
}

/// A search treats different nodes with the same index as one node. Its result may be wrong, but it terminates.
#[test]
fn an_index_that_nodes_share_does_not_panic() {
    for shared in [1, 2, 3, 7, 19] {
        let steps = |n: &u32| [(n + 1, 1_u32), (n * 2, 3), (n.saturating_sub(1), 1)].map(|(n, cost)| (n % 50, cost));
        let graph = FnGraph::new(steps)
            .with_index(move |n| (*n % shared) as usize)
            .both_ways();
        let query = || {
            Query::between(&graph, 1, 44)
                .with_heuristic(|n| n.abs_diff(44).min(2))
                .with_reverse_heuristic(|n| n.abs_diff(1).min(2))
        };
        let pairs = || Query::between(&graph, 1, 44).with_heuristic_between(|a, b| a.abs_diff(*b).min(1));
        let ends: [Box<dyn Pathfinder<Node = u32, Cost = u32> + '_>; 13] = [
            Box::new(AStar::new(query())),
            Box::new(WeightedAStar::new(query(), 2.0).unwrap()),
            Box::new(AraStar::new(query())),
            Box::new(CompactAStar::new(query())),
            Box::new(Greedy::new(query())),
            Box::new(Dijkstra::new(query())),
            Box::new(Bfs::new(query())),
            Box::new(Dfs::new(query())),
            Box::new(BidirectionalDijkstra::new(query())),
            Box::new(BidirectionalAStar::new(query())),
            Box::new(Nbs::new(query())),
            Box::new(LpaStar::new(query())),
            Box::new(IdaStar::new(query()).with_cost_limit(9)),
        ];
        for mut search in ends {
            assert_ne!(search.run_for(Budget::new().expansions(10_000)), Status::Running);
            let _ = (search.path(), search.best_effort_path());
        }
        let mut search = DStarLite::new(pairs());
        assert_ne!(search.run_for(Budget::new().expansions(10_000)), Status::Running);
        let mut agent = LssLrtaStar::new(query());
        for _ in 0..100 {
            assert!(agent.next_move(5).is_ok());
        }
        assert!(NearestGoals::new(query()).take(100).count() <= 1);
        assert!(KShortestPaths::new(query()).paths().take(20).count() <= 20);
        assert_ne!(DisjointPaths::by_edges(query()).run(), Status::Running);
    }
}

/// Nodes beyond the bound are stored, but a search cannot start there.
#[test]
fn a_start_beyond_the_bound_is_refused() {
    let line = FnGraph::new(|n: &usize| [(n + 1, 1_u32)]).with_numbering(5, |n| *n, |number| number);
    let mut search = Dijkstra::new(Query::new(&line, 3, |n| *n == 9));
    assert_eq!(
        (search.run(), search.path().map(|path| path.cost)),
        (Status::Found, Some(6))
    );
    let status = Dijkstra::new(Query::new(&line, 5, |n| *n == 9)).run();
    assert!(
        matches!(status, Status::Failed(SearchError::NoSuchNode { .. })),
        "{status}"
    );
}

#[test]
fn too_large_an_index_is_refused() {
    for index in [usize::MAX, 1 << 40] {
        let graph = FnGraph::new(|n: &u32| [(n + 1, 1_u32)]).with_index(move |n| if *n < 3 { 0 } else { index });
        let graph = &graph.both_ways();
        let query = || Query::between(graph, 3, 9).with_heuristic(|_| 0);
        let refused = Status::Failed(SearchError::IndexTooLarge { index });
        assert_eq!(AStar::new(query()).run(), refused);
        assert_eq!(Dijkstra::new(query()).run(), refused);
        assert_eq!(BidirectionalDijkstra::new(query()).run(), refused);
        assert_eq!(LpaStar::new(query()).run(), refused);
    }
}
