//! IDA* on several threads finds the same optima and counts as on one thread, however it is driven.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, RefUnwindSafe, UnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use astride::npuzzle::{Board, Puzzle};
use astride::search::{Origin, ParallelIdaStar};
use astride::{Budget, FnGraph, Heuristic, IdaStar, NodeEvent, Observer, Pathfinder, Query, SearchError, Status};

use crate::common::any_search::{Endless, Limit, check_budgets, check_print, check_stop, guided_row};
use crate::common::effort::share;
use crate::common::square::open_square;

/// Returns those of Korf's hundred instances with fewer than `nodes` nodes, with the optimal length.
fn instances(nodes: u64) -> Vec<(Puzzle, u32)> {
    let easy = crate::common::korf::instances().filter(|instance| instance.nodes < nodes);
    easy.map(|instance| (instance.puzzle, instance.length)).collect()
}

#[test]
fn the_same_lengths_and_the_same_nodes_in_failing_iterations() {
    let instances = instances(4_000_000);
    assert_eq!(instances.len(), 17);
    for (puzzle, length) in &instances {
        let mut one = IdaStar::new(puzzle);
        assert_eq!(one.run(), Status::Found);
        let mut many = ParallelIdaStar::new(puzzle);
        assert_eq!(many.run(), Status::Found);
        let path = many.path().unwrap();
        assert_eq!(path.cost, *length);
        assert_eq!(puzzle.moves(&path.nodes).unwrap().len(), *length as usize);
        assert_eq!(many.current(), path.nodes.last().copied());
        let (last, failing) = many.iterations().split_last().unwrap();
        assert_eq!(failing, &one.iterations()[..failing.len()]);
        assert_eq!((last.threshold, one.iterations().len()), (*length, failing.len() + 1));
        let stats = many.stats();
        assert_eq!(
            stats.expanded,
            many.iterations().iter().map(|one| one.expanded).sum::<u64>()
        );
        assert_eq!(
            stats.generated,
            1 + many.iterations().iter().map(|one| one.generated).sum::<u64>()
        );
        assert_eq!(stats.open, many.open_nodes().count());
        assert!(stats.bytes > 0 && stats.nodes > 0);
    }
}

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

#[test]
fn all_threads_work() {
    let (seen, begun) = (Mutex::new(HashSet::new()), Instant::now());
    let tree = FnGraph::new(|n: &u32| [2 * n, 2 * n + 1].map(|child| (child, 1_u32)));
    let tree = Query::new(tree, 1, |n| {
        // Beyond the 100,000 expansions on one thread. The first thread that arrives here waits for the other one.
        while *n > 1 << 17 && begun.elapsed().as_secs() < 10 {
            let mut seen = seen.lock().unwrap();
            seen.insert(std::thread::current().id());
            if seen.len() > 1 {
                break;
            }
        }
        false
    });
    let mut search = ParallelIdaStar::new(tree.with_heuristic(|_| 0)).with_cost_limit(18);
    assert_eq!(pool(2).install(|| search.run()), Status::Exhausted);
    assert_eq!(seen.into_inner().unwrap().len(), 2);
}

/// One thread does the same work as `IdaStar`, except that the upper levels are searched first.
#[test]
fn subtrees_come_in_the_order_of_the_search() {
    for (puzzle, length) in &instances(4_000_000) {
        let mut one = IdaStar::new(puzzle).on_event(|_| ());
        assert_eq!(one.run(), Status::Found);
        let mut search = ParallelIdaStar::new(puzzle);
        assert_eq!(pool(1).install(|| search.run()), Status::Found);
        assert_eq!(search.path(), one.path());
        assert_eq!(search.path().unwrap().cost, *length);
        assert!(search.stats().expanded < one.stats().expanded + 8 * 1024);
    }
}

#[test]
fn slices_and_resets() {
    let instances = instances(1_500_000);
    let mut search = ParallelIdaStar::new(&instances[0].0);
    for (puzzle, length) in &instances {
        for expansions in [10_000, 200_000] {
            search.reset(puzzle);
            assert_eq!(
                (search.status(), search.path(), search.stats().nodes),
                (Status::Running, None, 0)
            );
            let mut calls = 0;
            loop {
                let before = search.stats().expanded;
                let status = search.run_for(Budget::new().expansions(expansions));
                let made = search.stats().expanded - before;
                calls += 1;
                assert_eq!(search.stats().open, search.open_nodes().count());
                assert!(search.best_effort_path().is_some() && search.current().is_some());
                if status == Status::Found {
                    assert!(made <= expansions);
                    break;
                }
                assert_eq!((status, made), (Status::Running, expansions));
            }
            assert!(calls > 1 || expansions > 10_000);
            assert_eq!(search.path().unwrap().cost, *length);
            assert_eq!(search.step(), Status::Found);
        }
        search.reset(puzzle);
        while search.run_for(Budget::new().time(Duration::from_micros(300))) == Status::Running {}
        assert_eq!(search.path().unwrap().cost, *length);
        search.reset(puzzle);
        while search.step() == Status::Running {}
        assert_eq!(search.path().unwrap().cost, *length);
    }
}

#[test]
fn a_cancelled_search_goes_on() {
    let (puzzle, length) = instances(8_000_000)
        .into_iter()
        .max_by_key(|(_, length)| *length)
        .unwrap();
    let mut search = ParallelIdaStar::new(&puzzle);
    let cancelled = AtomicBool::new(true);
    assert_eq!(
        (search.run_until(&cancelled), search.stats().expanded),
        (Status::Running, 0)
    );
    std::thread::scope(|scope| {
        cancelled.store(false, Ordering::Relaxed);
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(2));
            cancelled.store(true, Ordering::Relaxed);
        });
        let _ = search.run_until(&cancelled);
    });
    cancelled.store(false, Ordering::Relaxed);
    assert_eq!(search.run_until(&cancelled), Status::Found);
    assert_eq!(search.path().unwrap().cost, length);
}

/// An invalid edge far below the level at which an iteration is divided, and one directly at the start.
#[test]
fn failures_come_from_threads_too() {
    let graph = FnGraph::new(|n: &u32| {
        let wrong = if *n == 3 { -1.0 } else { 1.0 };
        [(2 * n, 1.0), (2 * n + 1, wrong)]
    });
    let mut search = ParallelIdaStar::new(Query::new(graph, 1, |_| false).with_heuristic(|_| 0.0));
    let error = SearchError::NegativeCost {
        cost: "-1.0".into(),
        origin: Origin::Successor(1),
    };
    assert_eq!(search.run(), Status::Failed(error));
    assert_eq!((search.current(), search.path()), (Some(3), None));

    let graph = FnGraph::new(|n: &u32| {
        let wrong = if *n == 30_000 { f64::NAN } else { 1.0 };
        [(2 * n, 1.0), (2 * n + 1, wrong)]
            .into_iter()
            .filter(|(n, _)| *n < 100_000)
    });
    let mut search = ParallelIdaStar::new(Query::new(&graph, 1, |_| false).with_heuristic(|_| 0.0));
    assert!(matches!(search.run(), Status::Failed(SearchError::InvalidCost { .. })));
    assert_eq!(search.current(), Some(30_000));
}

#[test]
fn a_line_a_ring_and_limits() {
    let line = || FnGraph::new(|n: &u32| [(n + 1, 1_u32)].into_iter().filter(|(n, _)| *n <= 100_000));
    let query = || Query::new(line(), 0, |n| *n == 100_000).with_heuristic(|n| 100_000 - n);
    let mut search = ParallelIdaStar::new(query());
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.path().unwrap().edges(), 100_000);
    let mut search = ParallelIdaStar::new(query()).with_cost_limit(99_999);
    assert_eq!(search.run(), Status::Exhausted);
    let mut search = ParallelIdaStar::new(query()).with_node_limit(99_000);
    assert_eq!(search.run(), Status::Failed(SearchError::NodeLimit { limit: 99_000 }));
    let ring = FnGraph::new(|n: &u32| [((n + 1) % 9, 0_u32), (*n, 0)]);
    for (goal, end) in [(5, Status::Found), (9, Status::Exhausted)] {
        let query = Query::new(&ring, 0, |n| *n == goal).with_heuristic(|_| 0);
        assert_eq!(ParallelIdaStar::new(query).with_cycle_check().run(), end);
    }
}

#[test]
fn nodes_on_the_branches_have_costs() {
    let tree = FnGraph::new(|n: &u64| [(2 * n, 1_u32), (2 * n + 1, 2)]);
    let mut search = ParallelIdaStar::new(Query::new(tree, 1, |_| false).with_heuristic(|_| 0));
    let mut seen = 0;
    // The last expansions are those that divide an iteration into subtrees.
    for expansions in [50, 50, 50, 99_860] {
        let _ = search.run_for(Budget::new().expansions(expansions));
        for view in search.closed_nodes() {
            assert_eq!(view.parent, (view.node > 1).then_some(view.node / 2));
            assert_eq!(search.cost_to(&view.node), Some(view.g));
            // 1 for each edge to a left child, 2 for each edge to a right child.
            let edges = view.node.ilog2();
            assert_eq!(view.g, edges + (view.node.count_ones() - 1));
            assert_eq!(search.path_to(&view.node).map(|path| path.cost), Some(view.g));
            seen += 1;
        }
        assert_eq!(search.cost_to(&0), None);
    }
    assert!(seen > 0);
}

#[derive(Default)]
struct Expanded(u64);

impl<N, C> Observer<N, C> for Expanded {
    fn expanded(&mut self, _: NodeEvent<'_, N, C>) {
        self.0 += 1;
    }
}

/// An observer receives the events on one thread, and those before the search is divided into some hundred subtrees.
#[test]
fn the_threads_get_some_hundred_subtrees() {
    let tree = FnGraph::new(|n: &u32| [2 * n, 2 * n + 1].map(|child| (child, 1_u32)));
    for slice in [30_000, u64::MAX] {
        let query = Query::new(&tree, 1, |_| false).with_heuristic(|n| 17_u32.saturating_sub(n.ilog2()));
        let mut search = ParallelIdaStar::new(query)
            .with_cost_limit(17)
            .with_observer(Expanded::default());
        while search.run_for(Budget::new().expansions(slice)) == Status::Running {}
        assert_eq!(
            (search.status(), search.stats().expanded),
            (Status::Exhausted, (1 << 18) - 1)
        );
        let heard = search.observer().0;
        assert!((100_300..103_000).contains(&heard), "{heard}");
    }
}

/// A small search is the same as that of `IdaStar`, including all figures, and an observer receives all events.
#[test]
fn a_small_search_is_that_of_one_thread() {
    let mut random = 1_u64;
    let mut draw = |bound: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).unwrap() % bound
    };
    let goal: Board = "123456780".parse().unwrap();
    let mut checked = 0;
    while checked < 20 {
        let mut tiles: Vec<u8> = (0..9).collect();
        for place in (1..9).rev() {
            tiles.swap(place, draw(place + 1));
        }
        let Ok(puzzle) = Puzzle::new(&Board::new(goal.shape(), &tiles).unwrap(), &goal) else {
            continue;
        };
        checked += 1;
        let mut one = IdaStar::new(&puzzle);
        let mut many = ParallelIdaStar::new(&puzzle);
        assert_eq!((one.run(), many.run()), (Status::Found, Status::Found));
        assert_eq!((many.path(), many.iterations()), (one.path(), one.iterations()));
        assert_eq!(many.stats().expanded, one.stats().expanded);
        assert_eq!(many.stats().generated, one.stats().generated);
        assert_eq!(many.stats().open, many.open_nodes().count());

        let mut one = IdaStar::new(&puzzle).with_observer(Expanded::default());
        let mut many = ParallelIdaStar::new(&puzzle).with_observer(Expanded::default());
        assert_eq!(one.run(), Status::Found);
        while many.run_for(Budget::new().expansions(70)) == Status::Running {
            assert_eq!(many.stats().open, many.open_nodes().count());
        }
        assert_eq!((many.path(), many.iterations()), (one.path(), one.iterations()));
        assert_eq!(many.observer().0, many.stats().expanded);
        assert_eq!(many.observer().0, one.observer().0);
    }
}

/// When the 100,000 expansions on one thread are used up, the current iteration continues from the place that it has
/// reached.
#[test]
fn an_iteration_is_divided_where_one_thread_leaves_it() {
    const LEAVES: u32 = 1 << 17;
    // A binary tree with one more level below its leaves. The edge below the first leaf costs 1, all others there cost
    // 2.
    let tree = FnGraph::new(|n: &u32| {
        let edge = if *n > LEAVES { 2 } else { 1 };
        [2 * n, 2 * n + 1]
            .map(|child| (child, edge))
            .into_iter()
            .filter(|(child, _)| *child < 4 * LEAVES)
    });
    let left = |n: &u32| 17_u32.saturating_sub(n.ilog2());
    let query = || Query::new(&tree, 1, |_| false).with_heuristic(left);
    let mut one = IdaStar::new(query());
    assert_eq!(one.run(), Status::Exhausted);
    let thresholds = one.iterations().iter().map(|iteration| iteration.threshold);
    assert_eq!(thresholds.collect::<Vec<_>>(), [17, 18, 19]);
    for slice in [33_333, 99_999, u64::MAX] {
        let mut many = ParallelIdaStar::new(query());
        while many.run_for(Budget::new().expansions(slice)) == Status::Running {}
        assert_eq!(
            (many.status(), many.iterations()),
            (Status::Exhausted, one.iterations())
        );
        assert_eq!(many.stats().expanded, one.stats().expanded);
        assert_eq!(many.stats().generated, one.stats().generated);
    }
    // Among many goals, the first one in the order of the search is found.
    for goal in [LEAVES + 40_000, LEAVES + 60_000, 2 * LEAVES - 1] {
        let query = Query::new(&tree, 1, |n| *n >= goal).with_heuristic(left);
        let mut many = ParallelIdaStar::new(query);
        assert_eq!(pool(1).install(|| many.run()), Status::Found);
        assert_eq!(many.path().unwrap().nodes.last(), Some(&goal));
    }
}

/// The reports of the search while an iteration is divided, and after a restart.
#[test]
fn each_step_tells_of_the_nodes_on_the_branches() {
    let tree = FnGraph::new(|n: &u64| [(2 * n, 1_u32), (2 * n + 1, 2)]);
    let query = Query::new(tree, 1, |_| false).with_heuristic(|n| 20_u32.saturating_sub(n.ilog2()));
    let mut search = ParallelIdaStar::new(&query).with_node_limit(1_000);
    for _ in 0..2 {
        let mut nearest = u32::MAX;
        for _ in 0..60 {
            let next = search.next_node().unwrap();
            assert!(next.is_open && next.h == Some(query.estimate(&next.node)));
            assert_eq!(search.run_for(Budget::new().expansions(1)), Status::Running);
            assert_eq!(search.current(), Some(next.node));
            nearest = nearest.min(query.estimate(&next.node));
            let best = search.best_effort_path().unwrap();
            assert_eq!(query.estimate(best.nodes.last().unwrap()), nearest);
            assert!(
                search
                    .closed_nodes()
                    .all(|view| view.h == Some(query.estimate(&view.node)))
            );
            assert!(search.stats().nodes > 1);
        }
        search.reset(&query);
        assert_eq!(
            (search.stats().nodes, search.stats().open, search.iterations().len()),
            (0, 0, 0)
        );
        assert_eq!((search.current(), search.best_effort_path()), (None, None));
        assert_eq!(search.next_node().map(|next| next.node), Some(1));
        search.reset(&query);
    }
    // Setting a limit of one kind leaves the limit of the other kind unchanged.
    let line = FnGraph::new(|n: &u32| [(n + 1, 1_u32)].into_iter().filter(|(n, _)| *n <= 900));
    let mut search = ParallelIdaStar::new(Query::new(line, 0, |_| false).with_heuristic(|n| 900 - n));
    search.set_node_limit(800);
    search.set_memory_limit(usize::MAX);
    assert_eq!(search.run(), Status::Failed(SearchError::NodeLimit { limit: 800 }));
}

#[test]
fn no_node_is_next_if_all_paths_exceed_the_limit() {
    let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
    let query = || Query::new(&line, 0, |n| *n == 9).with_heuristic(|n| n.abs_diff(9));
    for limit in [8, 9] {
        let mut search = ParallelIdaStar::new(query()).with_cost_limit(limit);
        let mut one = IdaStar::new(query()).with_cost_limit(limit);
        assert_eq!(search.next_node(), one.next_node());
        assert_eq!(search.step(), one.run());
        assert_eq!(search.path(), one.path());
    }
}

#[test]
fn a_limit_may_change_during_an_iteration() {
    let mut search = ParallelIdaStar::new(open_square()).with_node_limit(30);
    assert_eq!(search.run_for(Budget::new().expansions(5)), Status::Running);
    search.set_node_limit(1000);
    assert_eq!(search.run(), Status::Found);
}

/// The nearest path first ends at 3, and then branches off at 1 to 21. Each node costs much memory.
#[test]
fn without_enough_memory_the_best_effort_path_is_still_a_path() {
    type Node = (u32, [u64; 16]);
    let node = |number: u32| (number, [0; 16]);
    let graph = FnGraph::new(move |(number, _): &Node| {
        let next = match number {
            0 => vec![1],
            1 => vec![2, 10],
            2 | 10..=20 => vec![number + 1],
            _ => vec![],
        };
        next.into_iter().map(move |next| (node(next), 1_u32))
    });
    let estimate = |(number, _): &Node| match number {
        0 => 8,
        1 => 29,
        2 => 7,
        3 => 6,
        20 => 5,
        21 => 4,
        _ => 9,
    };
    for limit in (500..8000).step_by(16) {
        let query = || Query::new(&graph, node(0), |(number, _)| *number == 99).with_heuristic(estimate);
        let searches: [Box<dyn Pathfinder<Node = Node, Cost = u32> + '_>; 2] =
            [Box::new(IdaStar::new(query())), Box::new(ParallelIdaStar::new(query()))];
        for mut search in searches {
            search.set_memory_limit(limit);
            assert!(!search.run().is_running());
            let path = search.best_effort_path();
            assert!(
                path.is_none_or(|path| path.nodes.len() - 1 == path.cost as usize),
                "{limit}"
            );
        }
    }
}

#[test]
fn chosen_at_run_time_and_watched() {
    #[derive(Default)]
    struct Goals(u32);
    impl<N, C> Observer<N, C> for Goals {
        fn found(&mut self, _: NodeEvent<'_, N, C>) {
            self.0 += 1;
        }
    }
    let near: Puzzle = Puzzle::new(&"120483765".parse().unwrap(), &"123456780".parse().unwrap()).unwrap();
    let mut goals = Goals::default();
    let mut search: Box<dyn Pathfinder<Node = _, Cost = u32> + '_> =
        Box::new(ParallelIdaStar::new(&near).with_observer(&mut goals));
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.path().unwrap().cost, 6);
    drop(search);
    assert_eq!(goals.0, 1);
    for (puzzle, _) in instances(1_000_000) {
        let mut search = ParallelIdaStar::new(&puzzle).with_observer(Goals::default());
        assert_eq!(search.run(), Status::Found);
        assert_eq!(search.observer().0, 1);
    }
}

#[test]
fn auto_traits() {
    fn has_all<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}
    has_all::<ParallelIdaStar<Puzzle>>();
}

/// A tree with so many branches that they are distributed among the threads.
#[test]
fn a_panic_on_any_thread_is_noticed() {
    const INNER: usize = (1 << 12) - 1;
    const GOAL: usize = 2 * INNER - 99;
    let calls_left = AtomicU64::new(0);
    let burn = || {
        if calls_left.fetch_sub(1, Ordering::Relaxed) == 1 {
            // Without the panic message.
            resume_unwind(Box::new(()));
        }
    };
    let tree = FnGraph::new(|node: &usize| {
        burn();
        let children = [2 * node + 1, 2 * node + 2].map(|child| (child, 1_u32));
        let is_inner = *node < INNER;
        children.into_iter().filter(move |_| is_inner)
    });
    let is_goal = |node: &usize| {
        burn();
        *node == GOAL
    };
    // The remaining depth, so that there is one iteration.
    let query = Query::new(tree, 0, is_goal).with_heuristic(|node| {
        burn();
        12 - (node + 1).ilog2()
    });
    let mut search = ParallelIdaStar::new(&query).with_cycle_check().on_event(|_| burn());
    let mut call = 0;
    loop {
        call = 2 * call + 1;
        search.restart();
        calls_left.store(call, Ordering::Relaxed);
        let has_panicked = catch_unwind(AssertUnwindSafe(|| search.run())).is_err();
        calls_left.store(0, Ordering::Relaxed);
        if has_panicked {
            let failed = Status::Failed(SearchError::Panicked);
            assert_eq!(
                (search.status(), search.step(), search.run()),
                (failed.clone(), failed.clone(), failed)
            );
            assert!(search.next_node().is_none() && search.path().is_none());
            search.restart();
        }
        assert_eq!(search.run(), Status::Found, "call {call}");
        assert_eq!(search.path().map(|path| path.cost), Some(12), "call {call}");
        if !has_panicked {
            break;
        }
    }
    assert!(call > 4096, "{call}");
}

/// On several threads, only the length stays the same.
#[test]
fn a_limit_ends_a_search_on_several_threads() {
    let goal = Board::blank_first("4".parse().unwrap());
    for seed in 0..8 {
        let puzzle = Puzzle::new(&Board::random_walk(&goal, 40 + seed, seed), &goal).unwrap();
        let mut whole = IdaStar::new(&puzzle);
        assert_eq!(whole.run(), Status::Found);
        for (kind, step) in [(Limit::Nodes, 1), (Limit::Bytes, 512)] {
            let mut search = ParallelIdaStar::new(&puzzle);
            for limit in (0..).step_by(step) {
                kind.set(&mut search, limit);
                search.restart();
                if search.run() != kind.failure(limit) {
                    break;
                }
            }
            let cost = search.path().map(|path| path.cost);
            assert_eq!(cost, whole.path().map(|path| path.cost), "{:?}", search.status());
            let last = search.iterations().len() - 1;
            assert_eq!(search.iterations()[..last], whole.iterations()[..last]);
        }
    }
}

#[test]
fn a_cost_limit_that_is_no_number_is_an_error() {
    let line = FnGraph::new(|node: &u8| [(node + 1, 1.0)]);
    let query = || Query::between(&line, 0, 3).with_heuristic(|_| 0.0);
    for limit in [f64::NAN, -f64::NAN, f64::NEG_INFINITY] {
        let failure = Status::Failed(SearchError::InvalidCostLimit {
            limit: format!("{limit:?}"),
        });
        assert_eq!(ParallelIdaStar::new(query()).with_cost_limit(limit).run(), failure);
    }
}

#[test]
fn another_thread_stops_a_search_that_goes_on_afterwards() {
    check_stop(ParallelIdaStar::new(Endless).with_cycle_check());
}

#[test]
fn budgets_of_expansions_are_exact() {
    check_budgets(ParallelIdaStar::new(Endless).with_cycle_check(), 3_000);
    let goal = Board::blank_first("4".parse().unwrap());
    for seed in 0..share(5).into() {
        let puzzle = Puzzle::new(&Board::random_walk(&goal, 60, seed), &goal).unwrap();
        check_budgets(ParallelIdaStar::new(&puzzle), u64::MAX);
    }
}

#[test]
fn a_search_prints_itself_in_a_few_words() {
    check_print(ParallelIdaStar::new(guided_row(10_000)).with_cycle_check(), 10_000);
}
