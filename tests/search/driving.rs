//! Special cases of driving a search: many resets, empty budgets, clocks, and the branch of iterative deepening.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::algorithm::{ALL, Algorithm, DEEPENING};
use crate::common::effort::share;
use crate::common::plan::{Guess, Plan, plans};
use crate::common::world::{INDEXES, Units, World, add_starts};
use astride::engine::Engine;
use astride::search::{OptimalPaths, Search};
use astride::{Bfs, Budget, Cost, Dfs, Dijkstra, FnGraph, Pathfinder, Problem, Query, Status};
use astride_laws::{Event, Log};
use proptest::prelude::*;

proptest! {
    // There is no crate root beside these files in which failing cases could be kept.
    #![proptest_config(crate::common::effort::cases(256))]

    #[test]
    fn the_branch_and_what_waits_are_what_the_events_say(plan in plans(7, 9), index in 0..3_usize) {
        for algorithm in DEEPENING {
            let log = Log::default();
            let world = World::<u32>::new(&plan, Guess::Admissible, INDEXES[index]);
            let mut search = algorithm.search(world, &log);
            add_starts(search.as_mut(), &plan);
            let _ = search.next_node();
            let mut is_running = true;
            while is_running {
                check_branch(&plan, algorithm, search.as_ref(), &log);
                is_running = search.step().is_running();
            }
            check_branch(&plan, algorithm, search.as_ref(), &log);
        }
    }
}

/// Checks that the closed nodes form a path without repetition that was opened edge by edge, and that the open nodes
/// were opened last from it.
fn check_branch(
    plan: &Plan,
    algorithm: Algorithm,
    search: &dyn Pathfinder<Node = usize, Cost = u32>,
    log: &Log<usize, u32>,
) {
    let branch: Vec<_> = search.closed_nodes().map(|known| (known.node, known.g)).collect();
    let open: Vec<_> = search.open_nodes().map(|known| (known.node, known.g)).collect();
    let stats = search.stats();
    assert_eq!(stats.open, open.len(), "{algorithm:?}");
    assert!(stats.max_open >= stats.open);
    assert!(stats.nodes >= branch.len());
    assert_eq!(search.current(), branch.last().map(|(node, _)| *node));
    let events = log.events();
    assert_eq!(stats.expanded, log.expansions());
    assert_eq!(stats.reopened, 0);
    let was_opened = |parent: Option<usize>, node, cost| events.contains(&Event::Opened(node, parent, cost));
    let mut parent = None;
    for (place, (node, cost)) in branch.iter().enumerate() {
        assert!(was_opened(parent, *node, *cost), "{algorithm:?} {branch:?}");
        assert!(
            branch[..place].iter().all(|(other, _)| other != node),
            "{algorithm:?} {branch:?}"
        );
        assert_eq!(search.cost_to(node), Some(*cost));
        let path = search.path_to(node).unwrap();
        assert_eq!((path.cost, path.edges()), (*cost, place));
        parent = Some(*node);
    }
    let own = [(plan.start, 0)].into_iter().chain(plan.more_starts.iter().copied());
    let begins: Vec<_> = own.map(|(node, units)| (node, u32::units(units))).collect();
    for (node, cost) in open {
        let was_generated = branch.iter().any(|(parent, _)| was_opened(Some(*parent), node, cost));
        assert!(was_generated || begins.contains(&(node, cost)), "{algorithm:?} {node}");
    }
}

/// A reset empties indexed slots by advancing a counter: after many resets, old nodes must not reappear.
#[test]
fn very_many_resets() {
    for index in INDEXES {
        let worlds = [&[1_u32; 40][..], &[1, 2, 3], &[1, 2, 3]].map(World::row);
        let worlds = worlds.map(|world| World { index, ..world });
        for algorithm in ALL.into_iter().chain(DEEPENING) {
            let mut edges = [40_usize, 3, 3].into_iter().cycle();
            let rounds = worlds.iter().cloned().cycle().take(share(200) as usize);
            algorithm.in_turn(rounds, &Log::default(), |search| {
                let edges = edges.next().unwrap();
                let within = algorithm.depth_limit().is_none_or(|limit| edges <= limit as usize);
                assert_eq!(search.run() == Status::Found, within);
                let length = search.path().map(|path| path.edges());
                assert_eq!(length, within.then_some(edges), "{algorithm:?}");
            });
        }
    }
}

#[test]
fn an_empty_budget_does_nothing() {
    let empty = [
        Budget::new().expansions(0),
        Budget::new().nodes(0),
        Budget::new().time(Duration::ZERO),
    ];
    for algorithm in ALL.into_iter().chain(DEEPENING) {
        let log = Log::default();
        let mut search = algorithm.search(World::row(&[1_u32, 2, 3]), &log);
        for budget in empty {
            assert_eq!(search.run_for(budget), Status::Running);
            assert_eq!((search.stats().nodes, search.current()), (0, None));
        }
        assert!(log.events().is_empty());
        assert_eq!(search.run_for(Budget::new()), Status::Found, "no limit at all");
        for budget in empty {
            assert_eq!(search.run_for(budget), Status::Found);
        }
    }
}

#[test]
fn a_start_that_is_a_goal_is_found_on_the_first_step() {
    for algorithm in ALL.into_iter().chain(DEEPENING) {
        let log = Log::default();
        let mut search = algorithm.search(World::<f64>::row(&[]), &log);
        assert_eq!((search.best_effort_path(), search.path()), (None, None));
        assert_eq!(search.step(), Status::Found);
        let path = search.path().unwrap();
        assert_eq!((path.nodes, path.cost), (vec![0], 0.0));
        assert_eq!(search.current(), Some(0));
        assert_eq!((search.stats().nodes, search.stats().expanded), (1, 0));
        assert_eq!(*log.events(), [Event::Opened(0, None, 0.0), Event::Found(0, 0.0)]);
    }
}

#[test]
fn an_unreachable_goal_exhausts_the_search() {
    for algorithm in ALL.into_iter().chain(DEEPENING) {
        let mut world = World::row(&[1_u32, u32::INFINITY, 1]);
        world.edges[1].push((0, 5));
        let mut search = algorithm.search(world, &Log::default());
        assert_eq!(search.run(), Status::Exhausted, "{algorithm:?}");
        assert_eq!((search.path(), search.stats().open), (None, 0));
        // Iterative deepening also expands the start in its second iteration.
        let expanded = 2 + u64::from(algorithm.is_deepening());
        assert_eq!((search.stats().nodes, search.stats().expanded), (2, expanded));
        assert_eq!(search.current(), Some(1));
    }
}

/// A clock that advances by a millisecond whenever it is read.
fn clock() -> Duration {
    static READINGS: AtomicU64 = AtomicU64::new(0);
    Duration::from_millis(READINGS.fetch_add(1, Ordering::Relaxed))
}

#[test]
fn a_clock_of_ones_own_measures_the_time() {
    let mut search = Bfs::new(Query::new(FnGraph::new(|n: &u32| [(n + 1, 1_u32)]), 0, |_| false));
    let budget = Budget::new().time_by(Duration::from_millis(5), clock);
    for call in 1..4 {
        // The clock is read when the call begins, before each slow expansion, and when the call returns.
        assert_eq!(search.run_for(budget), Status::Running);
        assert_eq!(search.stats().expanded, 4 * u64::from(call));
        assert_eq!(search.stats().elapsed, Duration::from_millis(6) * call);
    }
    assert_eq!(search.run_for(budget.expansions(1)), Status::Running);
    assert_eq!(search.stats().expanded, 13);
}

/// A pause for memory comes at the expansion that allocates, and all slices together allocate as much as one run.
#[test]
fn a_budget_of_memory_pauses_where_memory_is_allocated() {
    let line = FnGraph::new(|n: &u32| [(n + 1, 1_u32)]);
    let search = || Bfs::new(Query::new(&line, 0, |n| *n == 5_000));
    let mut whole = search();
    assert_eq!(whole.run(), Status::Found);
    let (mut stepped, mut paused) = (search(), search());
    // Opens the start, which a budget does not count.
    assert!(stepped.next_node().is_some());
    while paused.run_for(Budget::new().memory(1)) == Status::Running {
        let (expanded, bytes) = (stepped.stats().expanded, stepped.stats().bytes);
        while stepped.stats().bytes == bytes {
            assert_eq!(stepped.step(), Status::Running);
        }
        assert!(paused.stats().expanded > expanded);
        assert_eq!(paused.stats().expanded, stepped.stats().expanded);
    }
    assert_eq!(paused.status(), Status::Found);
    assert_eq!(paused.stats().bytes, whole.stats().bytes);
    assert_eq!(paused.stats().expanded, 5_000);
}

/// Every algorithm can succeed without a path.
#[test]
fn a_search_for_all_nodes_finds_them() {
    fn check<E: Engine<Problem = P>, P: Problem<Node = u32, Cost = u32>>(search: Search<E>, nodes: usize) {
        let mut ends = Vec::new();
        let mut search = search.on_event(|event| {
            if let astride::Event::Exhausted | astride::Event::Found { .. } = event {
                ends.push(matches!(event, astride::Event::Exhausted));
            }
        });
        assert_eq!(
            [search.run(), search.step(), search.status()],
            [const { Status::Found }; 3]
        );
        assert_eq!((search.path(), search.find_path()), (None, Ok(None)));
        assert_eq!((search.closed_nodes().count(), search.open_nodes().count()), (nodes, 0));
        drop(search);
        assert_eq!(ends, [true], "nothing is left to expand");
    }
    let line = FnGraph::new(|n: &u32| (*n < 9).then_some((n + 1, 1)));
    let all = || Query::to_all(&line, 0);
    check(Dijkstra::new(all()), 10);
    check(Dijkstra::new(all()).with_cost_limit(4), 5);
    check(Bfs::new(all()), 10);
    check(Dfs::new(all()), 10);
    let mut search = Dijkstra::new(all());
    assert_eq!(OptimalPaths::of(&mut search).unwrap().count(), Some(0));
    assert_eq!(search.status(), Status::Found);
}
