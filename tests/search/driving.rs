//! A search does the same regardless of how it is driven: step by step, in one run, in slices, or again after a reset.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::common::algorithm::{ALL, Algorithm, DEEPENING, Lent};
use crate::common::log::{Event, Log};
use crate::common::plan::{Guess, Plan, plans};
use crate::common::world::{INDEXES, Index, Units, World, add_starts};
use astride::{Bfs, Budget, Cost, FnGraph, Pathfinder, Query, SearchNode, Stats, Status};
use proptest::prelude::*;

/// A node, its cost, its estimate, and its parent.
type Known<C> = (usize, C, Option<C>, Option<usize>);

/// The state of a search that is visible from outside.
#[derive(Debug, PartialEq)]
struct Seen<C> {
    status: Status,
    stats: Stats,
    path: Option<(Vec<usize>, C)>,
    best_effort: Option<(Vec<usize>, C)>,
    current: Option<usize>,
    open: Vec<Known<C>>,
    closed: Vec<Known<C>>,
    events: Vec<Event<usize, C>>,
}

fn known<C: Units>(found: SearchNode<usize, C>) -> Known<C> {
    (found.node, found.g, found.h, found.parent)
}

fn seen<C: Units>(search: &dyn Pathfinder<Node = usize, Cost = C>, log: &Log<usize, C>) -> Seen<C> {
    let sorted = |nodes: Box<dyn Iterator<Item = SearchNode<usize, C>> + '_>| {
        let mut nodes: Vec<_> = nodes.map(known).collect();
        nodes.sort_by(|left, right| {
            let by_cost = || left.1.order(&right.1);
            left.0.cmp(&right.0).then_with(by_cost).then(left.3.cmp(&right.3))
        });
        nodes
    };
    let mut stats = search.stats();
    (stats.bytes, stats.elapsed) = (0, Duration::ZERO);
    Seen {
        status: search.status(),
        stats,
        path: search.path().map(Into::into),
        best_effort: search.best_effort_path().map(Into::into),
        current: search.current(),
        open: sorted(search.open_nodes()),
        closed: sorted(search.closed_nodes()),
        events: log.events().clone(),
    }
}

/// Runs a search with all starts, driven to its end by `drive`.
fn driven<C: Units>(algorithm: Algorithm, plan: &Plan, index: Index, drive: impl FnOnce(Lent<'_, C>)) -> Seen<C> {
    let log = Log::default();
    let mut search = algorithm.search(World::new(plan, Guess::Admissible, index), &log);
    add_starts(search.as_mut(), plan);
    drive(search.as_mut());
    seen(search.as_ref(), &log)
}

#[derive(Clone, Copy, Debug)]
enum Slice {
    Step,
    Expansions(u64),
    Nodes(usize),
    Bytes(usize),
    Time(u64),
    All(u64, usize, u64),
}

fn slices() -> impl Strategy<Value = Vec<Slice>> {
    let slice = prop_oneof![
        Just(Slice::Step),
        (0_u64..5).prop_map(Slice::Expansions),
        (0_usize..5).prop_map(Slice::Nodes),
        (0_usize..3_000).prop_map(Slice::Bytes),
        (0_u64..2).prop_map(Slice::Time),
        (0_u64..5, 0_usize..5, 0_u64..50).prop_map(|(expansions, nodes, time)| Slice::All(expansions, nodes, time)),
    ];
    prop::collection::vec(slice, 1..10)
}

fn drive_in_slices<C: Units>(search: Lent<'_, C>, slices: &[Slice]) {
    let is_over = |search: Lent<'_, C>, slice: &Slice| {
        let before = search.stats();
        let status = match *slice {
            Slice::Step => search.step(),
            Slice::Expansions(count) => search.run_for(Budget::new().expansions(count)),
            Slice::Nodes(count) => search.run_for(Budget::new().nodes(count)),
            Slice::Bytes(count) => search.run_for(Budget::new().memory(count)),
            Slice::Time(micros) => search.run_for(Budget::new().time(Duration::from_micros(micros))),
            Slice::All(expansions, nodes, micros) => search.run_for(
                Budget::new()
                    .expansions(expansions)
                    .nodes(nodes)
                    .time(Duration::from_micros(micros)),
            ),
        };
        assert_eq!(status, search.status());
        if let Slice::Expansions(count) | Slice::All(count, ..) = *slice {
            let expanded = search.stats().expanded - before.expanded;
            assert!(expanded <= count);
            assert!(expanded == count || status != Status::Running || !matches!(slice, Slice::Expansions(_)));
        }
        if let (Slice::Nodes(count), Status::Running) = (slice, &status) {
            assert!(search.stats().nodes - before.nodes >= *count);
        }
        if let (Slice::Bytes(count), Status::Running) = (slice, &status) {
            assert!(search.stats().bytes >= before.bytes + *count);
        }
        !status.is_running()
    };
    // Every slice may be empty, so a step after each round ensures progress.
    while !slices.iter().any(|slice| is_over(search, slice)) && !is_over(search, &Slice::Step) {}
}

fn step_to_the_end<C: Units>(search: Lent<'_, C>) {
    while search.step() == Status::Running {}
}

proptest! {
    // There is no crate root beside these files in which failing cases could be kept.
    #![proptest_config(crate::common::effort::cases(256))]

    #[test]
    fn steps_slices_and_one_run_are_the_same(plan in plans(30, 50_000), slices in slices()) {
        check_driven(&ALL, &plan, &slices);
    }

    #[test]
    fn deepening_in_steps_slices_and_one_run(plan in plans(7, 9), slices in slices()) {
        check_driven(&DEEPENING, &plan, &slices);
    }

    #[test]
    fn a_reset_search_is_a_new_one(plans in prop::collection::vec(plans(30, 50_000), 2..6), cuts in prop::collection::vec(0_u64..20, 6)) {
        check_reset(&ALL, &plans, &cuts);
    }

    #[test]
    fn a_reset_deepening_search_is_a_new_one(plans in prop::collection::vec(plans(7, 9), 2..6), cuts in prop::collection::vec(0_u64..20, 6)) {
        check_reset(&DEEPENING, &plans, &cuts);
    }

    #[test]
    fn after_an_end_nothing_changes(plan in plans(12, 50), slices in slices(), limit in 0_usize..8) {
        check_ends(&ALL, &plan, &slices, limit);
    }

    #[test]
    fn after_an_end_of_deepening_nothing_changes(plan in plans(7, 9), slices in slices(), limit in 0_usize..8) {
        check_ends(&DEEPENING, &plan, &slices, limit);
    }

    /// After each step, the open and closed nodes agree with the counts and the events.
    #[test]
    fn open_and_closed_nodes_are_what_the_events_say(plan in plans(15, 50_000), index in 0..3_usize) {
        check_each_step(&ALL, &plan, INDEXES[index], check_sets);
    }

    #[test]
    fn the_branch_and_what_waits_are_what_the_events_say(plan in plans(7, 9), index in 0..3_usize) {
        check_each_step(&DEEPENING, &plan, INDEXES[index], |algorithm, search, log| {
            check_branch(&plan, algorithm, search, log);
        });
    }
}

fn check_driven(algorithms: &[Algorithm], plan: &Plan, cuts: &[Slice]) {
    for algorithm in algorithms.iter().copied() {
        for index in INDEXES {
            let stepped = driven::<u32>(algorithm, plan, index, step_to_the_end);
            let run = driven(algorithm, plan, index, |search| assert!(!search.run().is_running()));
            let sliced = driven(algorithm, plan, index, |search| drive_in_slices(search, cuts));
            assert_eq!(stepped, run, "{algorithm:?}");
            assert_eq!(stepped, sliced, "{algorithm:?}");
        }
        let hashed = driven::<f64>(algorithm, plan, Index::Never, step_to_the_end);
        let sliced = driven(algorithm, plan, Index::Never, |search| drive_in_slices(search, cuts));
        assert_eq!(hashed, sliced, "{algorithm:?}");
        assert_eq!(
            hashed,
            driven(algorithm, plan, Index::Always, step_to_the_end),
            "{algorithm:?}"
        );
    }
}

fn check_reset(algorithms: &[Algorithm], plans: &[Plan], cuts: &[u64]) {
    for algorithm in algorithms.iter().copied() {
        for index in INDEXES {
            let log = Log::default();
            // A search that ends or is cut off anywhere, even before its beginning, and then the search to be checked.
            let rounds = plans.iter().zip(cuts);
            let mut rounds = rounds.flat_map(|(plan, cut)| [(plan, Some(*cut)), (plan, None)]);
            let worlds = rounds.clone().map(|(plan, cut)| {
                let guess = if cut.is_some() { Guess::Wild } else { Guess::Admissible };
                World::<u32>::new(plan, guess, index)
            });
            algorithm.in_turn(worlds, &log, |search| {
                log.clear();
                let (plan, cut) = rounds.next().unwrap();
                if let Some(cut) = cut {
                    let _ = search.run_for(Budget::new().expansions(cut));
                    return;
                }
                assert_eq!(search.stats().nodes, 0);
                assert_eq!(
                    (search.status(), search.current(), search.path()),
                    (Status::Running, None, None)
                );
                assert_eq!((search.open_nodes().count(), search.closed_nodes().count()), (0, 0));
                add_starts(search, plan);
                step_to_the_end(search);
                let new = driven(algorithm, plan, index, step_to_the_end);
                assert_eq!(seen(search, &log), new, "{algorithm:?}");
            });
        }
    }
}

fn check_ends(algorithms: &[Algorithm], plan: &Plan, slices: &[Slice], limit: usize) {
    for algorithm in algorithms.iter().copied() {
        let log = Log::default();
        let mut search = algorithm.search(World::<u32>::new(plan, Guess::Admissible, Index::Sometimes), &log);
        search.set_node_limit(limit);
        step_to_the_end(search.as_mut());
        let end = seen(search.as_ref(), &log);
        assert!(end.stats.nodes <= limit);
        assert_eq!(search.step(), end.status);
        assert_eq!(search.run(), end.status);
        drive_in_slices(search.as_mut(), slices);
        add_starts(search.as_mut(), plan);
        search.add_start(plan.start, u32::MAX);
        assert_eq!(search.run(), end.status);
        assert_eq!(seen(search.as_ref(), &log), end, "{algorithm:?}");
    }
}

fn check_each_step(
    algorithms: &[Algorithm],
    plan: &Plan,
    index: Index,
    check: impl Fn(Algorithm, &dyn Pathfinder<Node = usize, Cost = u32>, &Log<usize, u32>),
) {
    for algorithm in algorithms.iter().copied() {
        let log = Log::default();
        let mut search = algorithm.search(World::<u32>::new(plan, Guess::Admissible, index), &log);
        add_starts(search.as_mut(), plan);
        let _ = search.next_node();
        let mut is_running = true;
        while is_running {
            check(algorithm, search.as_ref(), &log);
            is_running = search.step().is_running();
        }
        check(algorithm, search.as_ref(), &log);
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

fn check_sets(algorithm: Algorithm, search: &dyn Pathfinder<Node = usize, Cost = u32>, log: &Log<usize, u32>) {
    let Seen {
        stats,
        open,
        closed,
        events,
        ..
    } = seen(search, log);
    let count = |matches: fn(&&Event<usize, u32>) -> bool| events.iter().filter(matches).count();
    assert_eq!(stats.open, open.len(), "{algorithm:?}");
    assert!(stats.max_open >= stats.open);
    assert_eq!(
        stats.expanded,
        count(|event| matches!(event, Event::Expanded(..))) as u64
    );
    for (node, cost, ..) in &closed {
        assert_eq!(search.cost_to(node), Some(*cost));
    }
    let mut both: Vec<_> = open.iter().chain(&closed).map(|(node, ..)| *node).collect();
    both.sort_unstable();
    if !algorithm.is_best_first() {
        // Several waiting successors may be the same node.
        both.dedup();
        assert!(both.len() >= closed.len());
        assert_eq!(stats.nodes, closed.len());
        return;
    }
    assert!(
        both.is_sorted_by(|left, right| left < right),
        "{algorithm:?} {open:?} {closed:?}"
    );
    assert_eq!(stats.nodes, both.len());
    for (node, cost, ..) in &open {
        assert_eq!(search.cost_to(node), Some(*cost));
        let last = events.iter().rev().find_map(|event| match event {
            Event::Opened(other, _, cost) | Event::Improved(other, _, _, cost) if other == node => Some(*cost),
            Event::Expanded(other, _) | Event::Found(other, _) if other == node => None,
            _ => None,
        });
        assert_eq!(last, Some(*cost), "{algorithm:?}");
    }
    // A dead end is closed without ever having been open.
    let opened = count(|event| matches!(event, Event::Opened(..)));
    assert!(opened <= stats.nodes && (algorithm.has_estimates() || opened == stats.nodes));
    let improved_closed = stats.reopened;
    assert!(improved_closed <= count(|event| matches!(event, Event::Improved(..))) as u64);
}

/// A reset empties indexed slots by advancing a counter: after many resets, old nodes must not reappear.
#[test]
fn very_many_resets() {
    for index in INDEXES {
        let worlds = [&[1_u32; 40][..], &[1, 2, 3], &[1, 2, 3]].map(World::row);
        let worlds = worlds.map(|world| World { index, ..world });
        for algorithm in ALL.into_iter().chain(DEEPENING) {
            let mut edges = [40_usize, 3, 3].into_iter().cycle();
            let rounds = worlds.iter().cloned().cycle().take(200);
            algorithm.in_turn(rounds, &Log::default(), |search| {
                let edges = edges.next().unwrap();
                let within = !matches!(algorithm, Algorithm::DfsLimited(limit) | Algorithm::IdDfsLimited(limit) if edges > limit as usize);
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
