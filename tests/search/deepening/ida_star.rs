//! Iterative deepening: node counts from the literature, very deep and infinite graphs, limits, and late starts.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::common::any_search::Limit;
use crate::common::effort::{cases, progress, share, stride};
use crate::common::korf::{Instance, instances};
use crate::common::plan::{Guess, Plan, plans};
use crate::common::world::{Index, Units, World};
use astride::npuzzle::{
    Board, LinearConflict, Manhattan, ManhattanPlusHamming, Puzzle, Shape, TileHeuristic, Tiles16, Tiles25,
};
use astride::search::Origin;
#[cfg(feature = "rayon")]
use astride::search::ParallelIdaStar;
use astride::traits::{Below, Consistency, Subtree};
use astride::{
    AStar, Bfs, Budget, Dfs, Dijkstra, FnGraph, Graph, Heuristic, IdDfs, IdaStar, NodeEvent, Observer, Pathfinder,
    Problem, Query, SearchError, Status,
};
use astride_tiles::patterns::{PatternDatabases, PatternPuzzle, StandardPartition};
use proptest::prelude::*;

/// Checks that the failing iterations generate exactly Korf's nodes. The last iteration also generates the siblings
/// along the path, since all children of a node are generated at once: at most two at each node, and three at the
/// start.
fn check_counts(instance: &Instance) {
    progress("of Korf's instances");
    let mut search = IdaStar::new(&instance.puzzle);
    assert_eq!(search.run(), Status::Found);
    let path = search.path().unwrap();
    assert_eq!(path.cost, instance.length);
    assert_eq!(instance.puzzle.moves(&path.nodes).unwrap().len(), path.edges());

    let iterations = search.iterations();
    let (last, failing) = iterations.split_last().unwrap();
    let generated: u64 = failing.iter().map(|iteration| iteration.generated).sum();
    assert_eq!(
        generated,
        instance.nodes - instance.nodes_last - 1,
        "instance {}",
        instance.number
    );
    let surplus = last.generated - instance.nodes_last;
    assert!(
        surplus <= 2 * u64::from(instance.length) + 1,
        "{surplus} in instance {}",
        instance.number
    );

    let estimate = instance.puzzle.estimate(&instance.puzzle.start());
    let thresholds: Vec<_> = iterations.iter().map(|iteration| iteration.threshold).collect();
    assert_eq!(thresholds, (estimate..=instance.length).step_by(2).collect::<Vec<_>>());
    let stats = search.stats();
    assert_eq!(stats.generated, generated + last.generated + 1);
    assert_eq!(
        stats.expanded,
        iterations.iter().map(|iteration| iteration.expanded).sum::<u64>()
    );
    assert!(stats.nodes <= 3 * instance.length as usize + 2, "{stats:?}");
}

#[test]
fn korf_counts_of_the_easiest_instance() {
    let easiest = instances().min_by_key(|instance| instance.nodes).unwrap();
    check_counts(&easiest);
}

#[test]
#[ignore = "36 million nodes: some seconds"]
fn korf_counts_of_the_easier_instances() {
    let easy: Vec<_> = instances().filter(|instance| instance.nodes < 4_000_000).collect();
    assert_eq!(easy.len(), 17);
    easy.iter().for_each(check_counts);
}

#[test]
#[ignore = "36 thousand million nodes: five minutes and more"]
fn korf_counts_of_all_instances() {
    let all: Vec<_> = instances().collect();
    assert_eq!(all.iter().map(|instance| instance.nodes).sum::<u64>(), 36_302_808_031);
    assert_eq!(all.len(), 100);
    all.iter().for_each(check_counts);
}

const DEEP: u32 = 100_000;

/// A line with a dead end beside each node, and with its end as the goal.
fn line(estimate: fn(u32) -> f64) -> impl Heuristic<Node = u32, Cost = f64> {
    let graph = FnGraph::new(|n: &u32| {
        let next = (n.is_multiple_of(2) && *n < 2 * DEEP).then_some((n + 2, 1.0));
        let aside = n.is_multiple_of(2).then_some((n + 1, 0.5));
        aside.into_iter().chain(next)
    });
    Query::new(graph, 0, |n| *n == 2 * DEEP).with_heuristic(move |n| estimate(*n))
}

#[test]
fn a_path_of_a_hundred_thousand_edges() {
    let mut search = IdaStar::new(line(|n| f64::from(DEEP - n.min(2 * DEEP) / 2)));
    assert_eq!(search.run(), Status::Found);
    let path = search.path().unwrap();
    assert_eq!((path.cost, path.edges()), (f64::from(DEEP), DEEP as usize));
    assert_eq!(search.best_effort_path(), Some(path));
    assert_eq!(search.iterations().len(), 1);

    // Step by step, through an iteration to the bottom and up again: the goal is 2 beyond the first threshold.
    let estimate = |n: u32| f64::from(DEEP - n.min(2 * DEEP) / 2) - if n < 2 * DEEP { 1.0 } else { 0.0 };
    let mut search = IdaStar::new(line(estimate));
    while search.step() == Status::Running {}
    assert_eq!(search.path().map(|path| path.cost), Some(f64::from(DEEP)));
    let thresholds: Vec<_> = search
        .iterations()
        .iter()
        .map(|iteration| iteration.threshold)
        .collect();
    assert_eq!(
        thresholds,
        [f64::from(DEEP) - 1.0, f64::from(DEEP) - 0.5, f64::from(DEEP)]
    );

    // The edges of a line are a tree: only the last iteration finds anything, so one is enough to check the depth.
    let straight = FnGraph::new(|n: &u32| [(n + 1, 1_u8)].into_iter().filter(|(n, _)| *n <= 2_000));
    let mut search = IdDfs::new(Query::new(straight, 0, |n| *n == 2_000));
    assert_eq!(
        search.run(),
        Status::Failed(SearchError::CostOverflow {
            cost: "254".into(),
            edge: "1".into(),
            origin: Origin::Successor(0)
        })
    );
    assert_eq!(search.current(), Some(254));
}

/// The program's stack does not grow with the depth.
#[test]
#[ignore = "some seconds"]
fn a_path_of_a_million_edges() {
    const EDGES: u32 = 1_000_000;
    let query = || {
        let line = FnGraph::new(|n: &u32| [(n + 1, 1_u32)]);
        Query::new(line, 0, |n| *n == EDGES).with_heuristic(|n| EDGES - n)
    };
    let mut depth_first = Dfs::new(query());
    let mut deepening = IdaStar::new(query());
    assert_eq!((depth_first.run(), deepening.run()), (Status::Found, Status::Found));
    for path in [depth_first.path(), deepening.path()] {
        let path = path.unwrap();
        assert_eq!((path.cost, path.edges()), (EDGES, EDGES as usize));
    }
}

/// An infinite graph with edges from n to n + 1 and to 2n.
fn doubling() -> FnGraph<u64, u32, impl Fn(&u64) -> [(u64, u32); 2]> {
    FnGraph::new(|n: &u64| [(n + 1, 3), (n * 2, 4)])
}

#[test]
fn infinite_graphs() {
    for goal in [1_u64, 2, 3, 37, 100, 119] {
        let query = || {
            Query::new(doubling(), 1, move |n| *n == goal).with_heuristic(move |n| if *n > goal { u32::MAX } else { 0 })
        };
        let mut dijkstra = Dijkstra::new(query());
        assert_eq!(dijkstra.run(), Status::Found);
        let mut search = IdaStar::new(query());
        assert_eq!(search.run(), Status::Found);
        assert_eq!(search.path().unwrap().cost, dijkstra.path().unwrap().cost);

        let mut bfs = Bfs::new(query());
        assert_eq!(bfs.run(), Status::Found);
        let mut search = IdDfs::new(query());
        assert_eq!(search.run(), Status::Found);
        let path = search.path().unwrap();
        assert_eq!(path.edges(), bfs.path().unwrap().edges());
        let cost = path
            .nodes
            .windows(2)
            .map(|pair| if pair[1] == pair[0] + 1 { 3 } else { 4 })
            .sum::<u32>();
        // From 1, both edges lead to 2, and the first one is taken.
        assert_eq!(path.cost, cost);
    }

    // Without a goal, the search continues as long as it is driven.
    let mut search = IdaStar::new(Query::new(doubling(), 1, |_| false).with_heuristic(|_| 0));
    assert_eq!(search.run_for(Budget::new().expansions(10_000)), Status::Running);
    assert_eq!(search.stats().expanded, 10_000);
    assert!(
        search
            .iterations()
            .windows(2)
            .all(|pair| pair[0].threshold < pair[1].threshold)
    );
    assert_eq!(
        search.run_for(Budget::new().time(std::time::Duration::from_millis(1))),
        Status::Running
    );
    let before = search.stats();
    assert!(before.expanded > 10_000);
    assert_eq!(search.run_for(Budget::new().nodes(2)), Status::Running);
    assert!(search.stats().nodes >= before.nodes + 2);
}

#[test]
fn limits() {
    let query = || Query::new(doubling(), 1, |n| *n == 100).with_heuristic(|_| 0);
    let mut search = IdaStar::new(query());
    assert_eq!(search.run(), Status::Found);
    let cost = search.path().unwrap().cost;
    assert_eq!(IdaStar::new(query()).with_cost_limit(cost).run(), Status::Found);
    let mut search = IdaStar::new(query()).with_cost_limit(cost - 1);
    assert_eq!(search.run(), Status::Exhausted);
    assert!(search.iterations().iter().all(|iteration| iteration.threshold < cost));
    assert_eq!(IdDfs::new(query()).with_depth_limit(8).run(), Status::Found);
    assert_eq!(IdDfs::new(query()).with_depth_limit(7).run(), Status::Exhausted);
    // The limit remains when the search restarts.
    search.reset(query());
    assert_eq!(search.run(), Status::Exhausted);
    // A start beyond it.
    let far = Query::new(doubling(), 1, |n| *n == 1).with_heuristic(|_| 5);
    assert_eq!(IdaStar::new(far).with_cost_limit(4).run(), Status::Exhausted);
}

#[test]
fn cycles_that_cost_nothing() {
    let ring = || FnGraph::new(|n: &u32| [((n + 1) % 9, 0_u32), (*n, 0), ((n + 8) % 9, 0)]);
    for (goal, end) in [(5, Status::Found), (9, Status::Exhausted)] {
        let query = || Query::new(ring(), 0, move |n| *n == goal).with_heuristic(|_| 0);
        assert_eq!(IdaStar::new(query()).with_cycle_check().run(), end);
        assert_eq!(IdDfs::new(query()).with_cycle_check().run(), end);
    }
    // Without the check, cycles of positive cost are followed, until a limit ends the search.
    let cycle = FnGraph::new(|n: &u32| [((n + 1) % 9, 1_u32)]);
    let query = Query::new(cycle, 0, |n| *n == 9).with_heuristic(|_| 0);
    let mut search = IdaStar::new(query).with_node_limit(1_000);
    assert_eq!(search.run(), Status::Failed(SearchError::NodeLimit { limit: 1_000 }));
    assert_eq!(search.stats().nodes, 1_000);
}

/// Checks that searches from node 0 to node 1, one after another with and without recursion, with a table and on
/// several threads, find a path that costs as much as a cheapest one. Where there is none, they may search forever.
fn finds_a_cheapest_path(edges: &[(u32, u32, u32)], estimates: &[u32]) {
    let graph = FnGraph::new(|node: &u32| {
        let of_node = edges.iter().filter(|(from, ..)| from == node);
        of_node.map(|(_, to, cost)| (*to, *cost)).collect::<Vec<_>>()
    });
    let query = Query::new(&graph, 0, |node| *node == 1).with_heuristic(|node| estimates[*node as usize]);
    let mut dijkstra = Dijkstra::new(&query);
    let _ = dijkstra.run();
    let Some(cheapest) = dijkstra.path() else { return };
    let check = |search: &dyn Pathfinder<Node = u32, Cost = u32>| {
        assert_eq!(search.status(), Status::Found, "{edges:?}");
        let path = search.path().unwrap();
        assert_eq!(path.cost, cheapest.cost, "{path:?} of {edges:?}");
    };
    // Only a budget of time permits recursion.
    let time = Budget::new().time(Duration::from_secs(9));
    let (mut plain, mut fast) = (IdaStar::new(&query), IdaStar::new(&query));
    let _ = (plain.run_for(Budget::new().expansions(1 << 20)), fast.run_for(time));
    assert_eq!((plain.path(), plain.iterations()), (fast.path(), fast.iterations()));
    check(&plain);
    let mut with_table = IdaStar::new(&query).with_table(200);
    let _ = with_table.run_for(time);
    check(&with_table);
    #[cfg(feature = "rayon")]
    {
        let mut parallel = ParallelIdaStar::new(&query);
        let _ = parallel.run_for(time);
        check(&parallel);
    }
}

#[test]
fn a_cycle_that_costs_nothing_does_not_keep_a_path_from_being_found() {
    let edges = [
        (2, 5, 3),
        (2, 0, 0),
        (5, 4, 2),
        (2, 2, 0),
        (3, 4, 1),
        (2, 1, 2),
        (1, 2, 2),
        (4, 2, 0),
        (0, 4, 0),
    ];
    finds_a_cheapest_path(&edges, &[0; 6]);
    // Iterations end if no path exceeds the threshold.
    let ring = FnGraph::new(|node: &u32| [((node + 1) % 6, 0_u32), (*node, 0)]);
    let query = Query::new(&ring, 0, |node| *node == 7).with_heuristic(|_| 0);
    assert_eq!(
        IdaStar::new(&query).run_for(Budget::new().expansions(1000)),
        Status::Exhausted
    );
    assert_eq!(
        IdaStar::new(&query).run_for(Budget::new().time(Duration::from_secs(9))),
        Status::Exhausted
    );
    // An edge can cost nothing in comparison with the path so far.
    let ring = FnGraph::new(|node: &u32| match node {
        0 => vec![(2, 1e20)],
        2 => vec![(3, 1.0_f64)],
        3 => vec![(4, 1.0)],
        _ => vec![(2, 1.0), (1, 1e19)],
    });
    let query = Query::new(&ring, 0, |node| *node == 1).with_heuristic(|_| 0.0);
    assert_eq!(
        IdaStar::new(&query).run_for(Budget::new().expansions(1000)),
        Status::Found
    );
    assert_eq!(
        IdaStar::new(&query).run_for(Budget::new().time(Duration::from_secs(9))),
        Status::Found
    );
}

#[test]
fn cycles_that_cost_nothing_are_no_trap_in_any_small_graph() {
    // Each pair of three nodes has no edge, or one that costs 0 or 1.
    for number in 0..3_u32.pow(9) {
        if !number.is_multiple_of(200 / share(200)) {
            continue;
        }
        let edge = |pair: u32| {
            let cost = number / 3_u32.pow(pair) % 3;
            (cost < 2).then_some((pair / 3, pair % 3, cost))
        };
        let edges: Vec<_> = (0..9).filter_map(edge).collect();
        finds_a_cheapest_path(&edges, &[0; 3]);
    }
}

#[test]
fn a_start_added_under_way_is_not_too_late() {
    // The nearest goal of the new start is nearer than those of the first start, and not the first goal on its branch.
    let graph = FnGraph::new(|n: &u32| -> Vec<(u32, u32)> {
        match n {
            0..20 => vec![(n + 1, 1)],
            100 => vec![(101, 5), (102, 2)],
            101 | 102 => vec![(200, 1)],
            _ => vec![],
        }
    });
    for steps in 0..40 {
        for cost in [0, 3, 4, 30] {
            let mut search = IdaStar::new(Query::new(&graph, 0, |n| *n == 200 || *n == 20).with_heuristic(|_| 0));
            for _ in 0..steps {
                assert_eq!(search.step(), Status::Running);
            }
            search.add_start(100, cost);
            assert_eq!(search.stats().open, search.open_nodes().count());
            assert_eq!(search.run(), Status::Found);
            assert_eq!(
                search.path().unwrap().cost,
                20.min(cost + 3),
                "after {steps} steps, at {cost}"
            );
            assert_eq!(search.stats().open, search.open_nodes().count());
        }
    }
}

#[test]
fn dead_ends_are_cut_off() {
    let asked = Cell::new(0);
    let graph = FnGraph::new(|n: &u32| {
        asked.set(asked.get() + u32::from(*n >= 100));
        [(n + 1, 1_u32), (n + 100, 1)].into_iter().filter(|(n, _)| *n < 1_000)
    });
    let query = Query::new(&graph, 0, |n| *n == 30)
        .with_heuristic(|n| if *n >= 100 { u32::MAX } else { 30_u32.saturating_sub(*n) });
    let mut search = IdaStar::new(query);
    assert_eq!(search.run(), Status::Found);
    assert_eq!((search.path().unwrap().cost, asked.get()), (30, 0));
    let of_start = Query::new(&graph, 100, |_| true).with_heuristic(|_| u32::MAX);
    assert_eq!(IdaStar::new(of_start).run(), Status::Exhausted);
}

#[test]
fn inconsistent_estimates() {
    // The estimate alternates with the node's number and is admissible: two thirds of the distance, or 0.
    let graph = FnGraph::new(|n: &u32| {
        [(n + 1, 2_u32), (n + 2, 5), (n + 5, 9)]
            .into_iter()
            .filter(|(n, _)| *n <= 40)
    });
    let query = || {
        Query::new(&graph, 0, |n| *n == 33).with_heuristic(|n| if n % 3 == 1 { 33_u32.saturating_sub(*n) } else { 0 })
    };
    let (mut star, mut deepening) = (AStar::new(query()), IdaStar::new(query()));
    assert_eq!((star.run(), deepening.run()), (Status::Found, Status::Found));
    assert_eq!(star.path().unwrap().cost, deepening.path().unwrap().cost);
}

/// A line of nodes whose end the problem reaches in one leap, with an edge to a dead end at each node.
struct Leaping {
    calls: Cell<u32>,
}

const END: u32 = 20;

impl Graph for Leaping {
    type Node = u32;
    type Cost = u32;
    fn successors(&self, node: &u32) -> impl Iterator<Item = (u32, u32)> {
        [(node + 1_000, 1), (node + 1, 1)]
            .into_iter()
            .filter(|(child, _)| *child <= 1_000 + END)
    }
}

impl Problem for Leaping {
    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, node: &u32) -> bool {
        *node == END
    }
}

impl Heuristic for Leaping {
    fn estimate(&self, node: &u32) -> u32 {
        if *node > END {
            u32::MAX
        } else {
            (END - node).saturating_sub(2)
        }
    }
    fn search_below(&self, subtree: Subtree<'_, u32, u32>) -> Option<Below<u32, u32>> {
        assert_eq!(subtree.estimate, self.estimate(subtree.node));
        assert!(*subtree.came_from + 1 == *subtree.node || *subtree.node == 0);
        assert_eq!(subtree.cost, *subtree.node);
        if *subtree.node < 5 {
            // Without this node, but with everything below it.
            return Some(Below {
                expanded: 1,
                generated: 0,
                beyond: u32::MAX,
                path: Some(Vec::new()),
            });
        }
        self.calls.set(self.calls.get() + 1);
        let last = subtree.threshold.min(END);
        let is_found = last == END;
        // Without the goal, the last node within the threshold is the one before those whose estimates are too low.
        let last = if is_found {
            END - 1
        } else {
            END - 2 + (subtree.threshold - (END - 2))
        };
        Some(Below {
            expanded: u64::from(last + 1 - subtree.node),
            generated: if is_found {
                0
            } else {
                2 * u64::from(last + 1 - subtree.node)
            },
            beyond: if is_found { u32::MAX } else { subtree.threshold + 1 },
            path: is_found.then(|| (subtree.node + 1..=END).map(|node| (node, node)).collect()),
        })
    }
}

#[test]
fn a_subtree_is_searched_at_one_go_where_nothing_forbids_it() {
    #[derive(Default)]
    struct Watch(u32);
    impl Observer<u32, u32> for Watch {
        fn expanded(&mut self, _: NodeEvent<'_, u32, u32>) {
            self.0 += 1;
        }
    }
    let problem = Leaping { calls: Cell::new(0) };
    let mut plain = IdaStar::new(&problem).with_observer(Watch::default());
    assert_eq!(plain.run(), Status::Found);
    assert_eq!(
        (plain.observer().0, plain.stats().expanded),
        (19 + 20 + 20, 19 + 20 + 20)
    );
    let mut limited = IdaStar::new(&problem);
    while limited.run_for(Budget::new().expansions(7)) == Status::Running {
        assert_eq!(limited.stats().expanded % 7, 0);
    }
    let mut checked = IdaStar::new(&problem).with_cycle_check();
    assert_eq!(checked.run(), Status::Found);
    assert_eq!(problem.calls.get(), 0);

    let mut leaping = IdaStar::new(&problem).with_observer(());
    assert_eq!(leaping.run(), Status::Found);
    assert_eq!(problem.calls.get(), 3);
    for search in [&limited, &leaping] {
        assert_eq!(search.iterations(), plain.iterations());
        assert_eq!(search.path(), plain.path());
        assert_eq!(search.current(), Some(END));
        assert_eq!(search.path_to(&12).unwrap().edges(), 12);
    }
    // A path for which the node limit has no room is not found in one leap.
    let mut limited = IdaStar::new(&problem).with_node_limit(15);
    assert_eq!(limited.run(), Status::Failed(SearchError::NodeLimit { limit: 15 }));
}

/// An endless line with a dead end beside each node. A leap goes straight ahead, makes one expansion too many and sets
/// the flag.
struct Overshooting(AtomicBool);

impl Graph for Overshooting {
    type Node = u64;
    type Cost = u32;
    fn successors(&self, node: &u64) -> impl Iterator<Item = (u64, u32)> {
        [(node + 1, 0), (u64::MAX, 0)].into_iter()
    }
}

impl Problem for Overshooting {
    fn start(&self) -> u64 {
        0
    }
    fn is_goal(&self, _: &u64) -> bool {
        false
    }
}

impl Heuristic for Overshooting {
    fn estimate(&self, _: &u64) -> u32 {
        0
    }
    fn search_below(&self, subtree: Subtree<'_, u64, u32>) -> Option<Below<u64, u32>> {
        self.0.store(true, Ordering::Relaxed);
        let expanded = subtree.expansions + 1;
        let path = (subtree.node + 1..=subtree.node + expanded).map(|node| (node, 0));
        Some(Below {
            expanded,
            generated: 0,
            beyond: u32::MAX,
            path: Some(path.collect()),
        })
    }
}

#[test]
fn a_search_that_pauses_after_a_leap_is_at_the_node_expanded_last() {
    let problem = Overshooting(AtomicBool::new(false));
    let mut search = IdaStar::new(&problem);
    assert_eq!(search.run_until(&problem.0), Status::Running);
    let expanded = search.stats().expanded;
    assert!(expanded > 1_000);
    assert_eq!(search.current(), Some(expanded - 1));
    assert_eq!(search.next_node().map(|next| next.node), Some(expanded));
    let closed = search.closed_nodes().map(|view| (view.node, view.parent));
    assert!(closed.eq((0..expanded).map(|node| (node, node.checked_sub(1)))));
}

/// Receives all events and ignores them: a search with this observer expands one node at a time.
struct Awake;

impl<N, C> Observer<N, C> for Awake {}

/// Checks that the path and the iterations are the same with and without an observer.
fn is_searched_alike<P: Heuristic<Cost = u32>>(problem: P)
where
    P::Node: std::fmt::Debug,
{
    let (mut plain, mut fast) = (IdaStar::new(&problem).with_observer(Awake), IdaStar::new(&problem));
    assert_eq!((plain.run(), fast.run()), (Status::Found, Status::Found));
    assert_eq!(fast.path(), plain.path());
    if problem.estimate(&fast.current().unwrap()) == 0 {
        assert_eq!(fast.best_effort_path(), plain.best_effort_path());
    }
    assert_eq!(fast.iterations(), plain.iterations());
    assert_eq!(fast.open_nodes().count(), plain.open_nodes().count());
    // There are some thousand expansions between two checks of the flag.
    let mut watched = IdaStar::new(&problem);
    assert_eq!(watched.run_until(&AtomicBool::new(false)), Status::Found);
    assert_eq!(
        (watched.path(), watched.iterations()),
        (plain.path(), plain.iterations())
    );
    // A time budget pauses the search repeatedly.
    let mut sliced = IdaStar::new(&problem);
    while sliced.run_for(Budget::new().time(Duration::from_micros(50))) == Status::Running {}
    assert_eq!((sliced.path(), sliced.iterations()), (plain.path(), plain.iterations()));
}

#[test]
fn leaps_that_pause_change_nothing() {
    let goal = Board::blank_last(Shape::new(3, 4).unwrap());
    for seed in 0..4 {
        let start = Board::random(&goal, seed);
        let puzzle = Puzzle::new(&start, &goal).unwrap().with_heuristic(LinearConflict::new);
        is_searched_alike(&puzzle);
    }
    // Deeper than a leap, with occasional branches.
    let line = FnGraph::new(|node: &u32| {
        let side = node.is_multiple_of(14).then_some((node + 10_001, 1_u32));
        [Some((node + 2, 2)).filter(|_| *node < 10_000), side]
            .into_iter()
            .flatten()
    });
    is_searched_alike(
        Query::new(line, 0, |node| *node == 2_000).with_heuristic(|node| 2_000_u32.saturating_sub(*node)),
    );
}

#[test]
fn puzzles_are_searched_alike_at_one_go() {
    // The shapes of pattern databases first, however few cases there are.
    let shapes = ["3", "2", "4", "2x8", "5x3", "5"];
    for shape in shapes.into_iter().take(share(12) as usize) {
        let shape: Shape = shape.parse().unwrap();
        let goals = [Board::blank_first(shape), Board::random(&Board::blank_last(shape), 3)];
        for (goal, seed) in goals
            .iter()
            .flat_map(|goal| (0..share(6).into()).map(move |seed| (goal, seed)))
        {
            let start = Board::random_walk(goal, 24 + 4 * seed, seed);
            let puzzle = || Puzzle::<Tiles25>::new_typed(&start, goal).unwrap();
            is_searched_alike(puzzle());
            is_searched_alike(puzzle().with_heuristic(LinearConflict::new));
            is_searched_alike(puzzle().with_heuristic(ManhattanPlusHamming::new));
            is_searched_alike(
                puzzle().with_heuristic(|goal| -> Box<dyn TileHeuristic<Tiles25>> { Box::new(Manhattan::new(goal)) }),
            );
            if shape.cells() <= 16 {
                is_searched_alike(Puzzle::new(&start, goal).unwrap());
            }
            if let Ok(partition) = StandardPartition::FourFour.of(goal) {
                let databases = PatternDatabases::build(&partition).unwrap();
                is_searched_alike(puzzle().with_heuristic(|_| &databases));
                is_searched_alike(PatternPuzzle::new(&start, &databases).unwrap());
                is_searched_alike(PatternPuzzle::new(&start, databases.without_reflection()).unwrap());
            }
        }
        // Estimates for another goal, and for boards of another shape, are poor, but they must not lead to wrong
        // results.
        let start = Board::random_walk(&goals[0], 14, 1);
        let puzzle = || Puzzle::<Tiles25>::new_typed(&start, &goals[0]).unwrap();
        for other in [goals[1].clone(), Board::blank_last("4".parse().unwrap())] {
            is_searched_alike(puzzle().with_heuristic(|_| Manhattan::new(&other)));
        }
    }
}

/// A heuristic that is too large for sums after some moves.
struct Huge(Manhattan, u32);

impl TileHeuristic<Tiles16> for Huge {
    fn estimate(&self, tiles: Tiles16) -> u32 {
        let estimate = self.0.estimate(tiles);
        if estimate == 9 { self.1 } else { estimate }
    }
    fn consistency(&self) -> Option<Consistency> {
        None
    }
}

#[test]
fn what_lies_behind_a_failure_is_not_the_nearest_node() {
    // Node 1 cannot be expanded, since an edge is invalid, so node 2 is never reached.
    let edges = [vec![(1, 1)], vec![(2, 1), (3, -1)], vec![], vec![]];
    let graph = FnGraph::new(|node: &i32| edges[usize::try_from(*node).unwrap()].clone());
    let query = Query::new(graph, 0, |_| false).with_heuristic(|node| 2 - node);
    let (mut plain, mut fast) = (IdaStar::new(&query).with_observer(Awake), IdaStar::new(&query));
    assert!(matches!(plain.run(), Status::Failed(_)));
    assert!(matches!(fast.run(), Status::Failed(_)));
    assert_eq!(plain.best_effort_path().unwrap().nodes, [0, 1]);
    assert_eq!(fast.best_effort_path(), plain.best_effort_path());
}

#[test]
fn a_sum_that_is_too_large_is_found_at_one_go_as_well() {
    let goal = Board::blank_first(Shape::new(4, 4).unwrap());
    // The last board has the estimate 7: all its neighbours with estimate 9 are beyond it, or too large for a sum.
    for seed in 0..share(30).into() {
        let start = Board::random_walk(&goal, 20, seed);
        for huge in [u32::MAX - 1, u32::MAX] {
            let puzzle = Puzzle::new(&start, &goal).unwrap();
            let puzzle = puzzle.with_heuristic(|goal| Huge(Manhattan::new(goal), huge));
            let (mut plain, mut fast) = (IdaStar::new(&puzzle).with_observer(Awake), IdaStar::new(&puzzle));
            for search in [plain.run_for(Budget::new().expansions(100_000)), Status::Running] {
                if search == Status::Running {
                    continue;
                }
                assert_eq!(fast.run(), search, "{start}");
                assert_eq!(fast.path(), plain.path());
            }
        }
    }
}

/// A complete binary tree of this depth, in which a few nodes have a small estimate.
fn tree(depth: u32) -> impl Heuristic<Node = u64, Cost = u32> {
    let goal = (1 << depth) + (1 << depth) / 3;
    Query::new(doubling_tree(), 1, move |node| *node == goal).with_heuristic(|node| u32::from(node % 7 != 0))
}

fn doubling_tree() -> FnGraph<u64, u32, impl Fn(&u64) -> [(u64, u32); 2]> {
    FnGraph::new(|node: &u64| [(2 * node, 1), (2 * node + 1, 1)])
}

/// A flag stops the search between any two leaps.
#[test]
fn a_stopped_search_knows_what_waits_and_goes_on() {
    let problem = tree(13);
    let mut plain = IdaStar::new(&problem).with_observer(Awake);
    assert_eq!(plain.run(), Status::Found);
    let (stop, calls) = (AtomicBool::new(false), Cell::new(0_u32));
    let query = Query::new(doubling_tree(), 1, |node| {
        calls.set(calls.get() + 1);
        if calls.get() % 3_001 == 0 {
            stop.store(true, Ordering::Relaxed);
        }
        problem.is_goal(node)
    });
    let mut search = IdaStar::new(query.with_heuristic(|node| problem.estimate(node)));
    let mut pauses = 0;
    while search.run_until(&stop).is_running() {
        stop.store(false, Ordering::Relaxed);
        pauses += 1;
        assert_eq!(search.stats().open, search.open_nodes().count());
    }
    assert!(pauses > 5, "{pauses}");
    assert_eq!((search.path(), search.iterations()), (plain.path(), plain.iterations()));
}

#[test]
fn a_memory_limit_that_suffices_changes_nothing() {
    let problem = tree(9);
    let mut plain = IdaStar::new(&problem).with_observer(Awake);
    assert_eq!(plain.run(), Status::Found);
    let mut search = IdaStar::new(&problem);
    for limit in (0..).step_by(16) {
        search.set_memory_limit(limit);
        search.restart();
        if search.run() != Status::Failed(SearchError::MemoryLimit { limit }) {
            assert!(limit > 500);
            break;
        }
    }
    assert_eq!((search.path(), search.iterations()), (plain.path(), plain.iterations()));
}

/// Nodes are not stored during a leap.
#[test]
fn a_tree_searched_at_one_go_takes_the_memory_of_its_root() {
    let query = Query::new(doubling_tree(), 1, |_| false).with_heuristic(|_| 0);
    let mut search = IdaStar::new(query).with_cost_limit(10);
    assert_eq!((search.run(), search.stats().nodes), (Status::Exhausted, 1));
}

/// The successors along the path of a leap are stored. On the first of two paths, the array does not grow so far that
/// the second, longer path fits.
#[test]
fn a_limit_within_the_path_of_a_leap_changes_nothing() {
    const WIDTH: u32 = 100;
    // A node is a path, a depth and a position. The first node of each width continues.
    let graph = FnGraph::new(|&(path, depth, place): &(u32, u32, u32)| {
        let nodes: Vec<_> = match path {
            0 => vec![(1, 0, 0), (2, 0, 0)],
            _ if place == 0 && depth < [60, 200][path as usize - 1] => {
                (0..WIDTH).map(|place| (path, depth + 1, place)).collect()
            }
            _ => vec![],
        };
        nodes.into_iter().map(|node| (node, 0))
    });
    let query = Query::new(graph, (0, 0, 0), |node| *node == (2, 200, 0)).with_heuristic(|_| 0_u32);
    let mut plain = IdaStar::new(&query).with_observer(Awake);
    assert_eq!(plain.run(), Status::Found);
    for (kind, step) in [(Limit::Bytes, 4_096), (Limit::Nodes, 256)] {
        let mut search = IdaStar::new(&query);
        let mut failures = 0;
        for limit in (0..).step_by(step * stride()) {
            kind.set(&mut search, limit);
            search.restart();
            if search.run() != kind.failure(limit) {
                break;
            }
            failures += 1;
        }
        assert!(failures > share(50), "{failures}");
        assert_eq!((search.path(), search.iterations()), (plain.path(), plain.iterations()));
    }
}

/// The stack suffices for nodes of any size.
#[test]
fn a_long_path_of_large_nodes() {
    let line = FnGraph::new(|node: &[u64; 1_100]| {
        let mut next = *node;
        next[0] += 1;
        [(next, 1_u32)]
    });
    let query = Query::new(line, [0; 1_100], |node| node[0] == 400);
    // No node is nearer than the start, so that no leap ends early for that reason.
    let mut search = IdaStar::new(query.with_heuristic(|_| 0));
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.path().unwrap().edges(), 400);
}

/// The stack also suffices for iterators of any size.
#[test]
fn a_long_path_of_nodes_with_many_successors() {
    let line = FnGraph::new(|node: &u64| {
        let mut successors = [(u64::MAX, 1_u32); 1_024];
        successors[0] = (node + 1, 0);
        successors
    });
    let mut search = IdaStar::new(Query::new(line, 0, |node| *node == 400).with_heuristic(|_| 0));
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.path().unwrap().edges(), 400);
}

/// An edge with an invalid cost comes first or second, some levels below the beginning of a leap.
#[test]
fn a_failure_below_is_counted_once() {
    for place in [0, 1] {
        let graph = FnGraph::new(|node: &u32| -> Vec<(u32, i32)> {
            match node {
                5 if place == 0 => vec![(6, -1), (7, 0)],
                5 => vec![(7, 0), (6, -1)],
                0..10 => vec![(node + 100, 1), (node + 1, 1)],
                _ => vec![],
            }
        });
        let query = Query::new(graph, 0, |_| false).with_heuristic(|_| 0);
        let (mut plain, mut fast) = (IdaStar::new(&query).with_observer(Awake), IdaStar::new(&query));
        let error = SearchError::NegativeCost {
            cost: "-1".into(),
            origin: Origin::Successor(place),
        };
        assert_eq!(
            (plain.run(), fast.run()),
            (Status::Failed(error.clone()), Status::Failed(error))
        );
        assert_eq!(fast.current(), Some(5));
        for stats in [plain.stats(), fast.stats()] {
            assert_eq!(stats.open, plain.open_nodes().count(), "{place}");
        }
        assert_eq!(fast.open_nodes().count(), plain.open_nodes().count());
        assert_eq!(fast.iterations(), plain.iterations());
    }
}

proptest! {
    #![proptest_config(cases(500))]

    /// An edge with an invalid cost ends a search before any successor of its node is expanded, even during a leap.
    #[test]
    fn failures_are_counted_as_step_by_step(plan in plans(9, 20), wrong: prop::sample::Index) {
        let mut world = World::<i32>::new(&plan, Guess::Consistent(1), Index::Never);
        let mut edges: Vec<_> = world.edges.iter_mut().flatten().collect();
        if !edges.is_empty() {
            wrong.get_mut(&mut edges).1 = -1;
        }
        let (mut plain, mut fast) = (IdaStar::new(&world).with_observer(Awake), IdaStar::new(&world));
        let budget = Budget::new().expansions(5_000);
        if plain.run_for(budget).is_running() {
            // Cycles.
            return Ok(());
        }
        prop_assert_eq!(fast.run(), plain.status());
        prop_assert_eq!(fast.iterations(), plain.iterations());
        prop_assert_eq!(fast.stats().expanded, plain.stats().expanded);
        prop_assert_eq!(fast.current(), plain.current());
        prop_assert_eq!(fast.best_effort_path(), plain.best_effort_path());
        prop_assert!(fast.open_nodes().eq(plain.open_nodes()));
    }

    #[test]
    fn cycles_that_cost_nothing_are_no_trap(
        edges in prop::collection::vec((0..6_u32, 0..6_u32, prop::sample::select(vec![0, 0, 0, 1, 2, 5])), 4..14),
        parts in prop::collection::vec(0..5_u32, 6),
    ) {
        let graph = FnGraph::new(|node: &u32| {
            let to_node = edges.iter().filter(|(_, to, _)| to == node);
            to_node.map(|(from, _, cost)| (*from, *cost)).collect::<Vec<_>>()
        });
        let mut back = Dijkstra::one_to_all(&graph, 1);
        let _ = back.run();
        // Admissible, but not consistent.
        let estimates = (0..6).zip(&parts).map(|(node, part)| back.cost_to(&node).map_or(3, |left| left * part / 4));
        finds_a_cheapest_path(&edges, &estimates.collect::<Vec<_>>());
    }

    /// Floats have two zeros.
    #[test]
    fn minus_zero_is_a_cost_like_zero(plan in plans(9, 9), signs: u64) {
        let mut plan = Plan { more_starts: Vec::new(), start: 0, ..plan };
        // Without cycles.
        plan.edges.retain(|(from, to, _)| from < to);
        let mut world = World::<f64>::new(&plan, Guess::Consistent(1), Index::Never);
        let edges = world.edges.iter_mut().flatten().map(|(_, cost)| cost);
        for (place, cost) in edges.chain(&mut world.estimates).enumerate() {
            if *cost == 0.0 && signs >> (place % 64) & 1 == 1 {
                *cost = -0.0;
            }
        }
        let (mut plain, mut fast) = (IdaStar::new(&world).with_observer(Awake), IdaStar::new(&world));
        prop_assert_eq!(fast.run(), plain.run());
        let optimum = plan.nearest_goal(&plan.far_from_starts()).map(f64::units);
        prop_assert_eq!(fast.path().map(|path| path.cost), optimum);
        prop_assert_eq!((fast.path(), fast.iterations()), (plain.path(), plain.iterations()));
    }
}
