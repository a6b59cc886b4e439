//! Compares plans with a search over all joint configurations, and tests pauses, seeds and limits.

use std::cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

use astride::{Budget, Dijkstra, Event, FnGraph, NodeEvent, Observer, Query, SearchError, Status, Stepper};
use astride_agents::{Lacam, Plan, Team};
use astride_grid::{GridMap, GridProblem, Movement, Point};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::graphs::{Case, small};

/// The least sum of loss, computed by a generic search over all joint configurations.
fn least_loss(case: &Case) -> Option<u32> {
    let joint = FnGraph::new(|at: &Vec<usize>| {
        let mut moves: Vec<Vec<usize>> = vec![Vec::new()];
        for (agent, here) in at.iter().enumerate() {
            let mut longer = Vec::new();
            for chosen in &moves {
                for to in case.edges.0[*here].iter().chain([here]) {
                    let is_free = !chosen.contains(to);
                    let is_swap = (0..agent).any(|other| chosen[other] == *here && at[other] == *to);
                    if is_free && !is_swap {
                        longer.push([chosen.as_slice(), &[*to]].concat());
                    }
                }
            }
            moves = longer;
        }
        let loss = |to: &Vec<usize>| {
            let agents = at.iter().zip(to).zip(&case.goals);
            agents
                .map(|((from, to), goal)| u32::from(from != goal || to != goal))
                .sum()
        };
        let moves: Vec<(Vec<usize>, u32)> = moves.into_iter().map(|to| (to.clone(), loss(&to))).collect();
        moves.into_iter()
    });
    let query = Query::new(joint, case.starts.clone(), |at| *at == case.goals);
    Dijkstra::new(query)
        .find_path()
        .expect("valid costs")
        .map(|path| path.cost)
}

fn run_to_the_end(search: &mut Lacam<usize>, team: &Team<usize>) -> Option<u64> {
    let mut least = None;
    while let Some(plan) = search.next_plan().expect("no limits") {
        plan.check(team).expect("a plan");
        let cost = plan.sum_of_loss() as u64;
        assert_eq!(search.cost(), Some(cost));
        assert!(
            least.is_none_or(|least| cost < least),
            "each plan is better than those before it"
        );
        least = Some(cost);
    }
    assert_eq!(search.status(), Status::Exhausted);
    // The end is final.
    assert_eq!(
        (search.step(), search.seek_next()),
        (Status::Exhausted, Status::Exhausted)
    );
    assert_eq!(search.plan().map(|plan| plan.sum_of_loss() as u64), least);
    least
}

#[test]
fn the_last_plan_is_a_best_one() {
    let (solved, unsolved) = (cell::Cell::new(0), cell::Cell::new(0));
    let mut runner = TestRunner::new(Config {
        cases: 750,
        failure_persistence: None,
        ..Config::default()
    });
    runner
        .run(&(small(), any::<u64>()), |(case, seed)| {
            let Ok(team) = case.team() else {
                return Ok(());
            };
            let mut search = Lacam::new(&team).with_seed(seed);
            let found = run_to_the_end(&mut search, &team);
            prop_assert_eq!(found, least_loss(&case).map(u64::from));
            let counter = if found.is_some() { &solved } else { &unsolved };
            counter.set(counter.get() + 1);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    let (solved, unsolved) = (solved.get(), unsolved.get());
    assert!(
        solved + unsolved >= 500 && unsolved >= 50,
        "{solved} with a plan, {unsolved} without"
    );
}

/// A column and a row.
type Cell = (u16, u16);

fn team(map: &str, agents: &[(Cell, Cell)]) -> Team<Point> {
    let map: GridMap = map.parse().expect("a map");
    let free = map.points().find(|cell| map.is_free(*cell)).expect("a free cell");
    let graph = GridProblem::new(map, free, free, Movement::Four).expect("on the map");
    let agents = agents
        .iter()
        .map(|(start, goal)| (Point::from(*start), Point::from(*goal)));
    Team::new(&graph, agents).expect("a team")
}

/// Nine agents on 4 x 4 cells that reverse their order.
fn crowd() -> Team<Point> {
    let cells: Vec<Cell> = (0..9).map(|n| (n % 4, n / 4)).collect();
    let agents: Vec<_> = cells.iter().map(|(x, y)| ((*x, *y), (3 - x, 3 - y))).collect();
    team("....\n....\n....\n....", &agents)
}

#[test]
fn swaps_in_corridors() {
    for (map, agents) in [
        // Two agents that change places at a bay.
        ("........\n@@@.@@@@", vec![((0, 0), (7, 0)), ((7, 0), (0, 0))]),
        // Three agents that reverse their order in a dead end with one distant bay.
        (
            "..........\n@@.@@@@@@@",
            vec![((7, 0), (9, 0)), ((8, 0), (8, 0)), ((9, 0), (7, 0))],
        ),
        // A tree whose leaves are full.
        (
            "@.@.@\n.....\n@.@.@",
            vec![
                ((0, 1), (4, 1)),
                ((4, 1), (0, 1)),
                ((1, 0), (3, 2)),
                ((3, 2), (1, 0)),
                ((1, 2), (3, 0)),
            ],
        ),
    ] {
        let team = team(map, &agents);
        for seed in 0..5 {
            let mut search = Lacam::new(&team).with_seed(seed);
            let budget = Budget::new().expansions(20_000);
            assert_eq!(search.run_for(budget), Status::Found, "{map}");
            assert_eq!(search.plan().expect("a plan").check(&team), Ok(()));
        }
    }
}

#[test]
fn no_room_to_change_places() {
    let mut search = Lacam::new(&team("...", &[((0, 0), (2, 0)), ((2, 0), (0, 0))]));
    assert_eq!(search.find_plan(), Ok(None));
    assert_eq!(
        (search.status(), search.cost(), search.plan()),
        (Status::Exhausted, None, None)
    );
}

#[test]
fn at_the_goals_from_the_beginning() {
    let mut search = Lacam::new(&team("..", &[((0, 0), (0, 0))]));
    let plan = search.find_plan().expect("no limits").expect("a plan");
    assert_eq!((plan.makespan(), plan.sum_of_loss(), search.cost()), (0, 0, Some(0)));
    assert_eq!(search.seek_next(), Status::Exhausted);
}

/// The first ten plans.
fn plans(search: &mut Lacam<Point>, mut run: impl FnMut(&mut Lacam<Point>) -> Status) -> Vec<Plan<Point>> {
    let mut plans = Vec::new();
    for _ in 0..10 {
        let status = run(search);
        if status != Status::Found {
            break;
        }
        plans.extend(search.plan());
        let _ = search.seek_next();
    }
    plans
}

#[test]
fn the_same_seed_leads_to_the_same_plans_with_and_without_pauses() {
    let team = crowd();
    let mut all = Vec::new();
    for seed in 0..4 {
        let search = || Lacam::new(&team).with_seed(seed);
        let limited = |search: &mut Lacam<Point>| search.run_for(Budget::new().expansions(3000));
        let expected = plans(&mut search(), limited);
        assert!(!expected.is_empty());
        let paused = plans(&mut search(), |search| {
            let before = search.stats().expanded;
            loop {
                let status = search.run_for(Budget::new().expansions(7));
                if !status.is_running() || search.stats().expanded - before >= 3000 {
                    return status;
                }
            }
        });
        assert_eq!(paused, expected);
        all.push(expected[0].clone());
    }
    assert!(all.iter().any(|plan| *plan != all[0]), "seeds make a difference");
}

#[test]
fn the_open_list_is_never_longer_than_its_maximum() {
    let mut search = Lacam::new(&crowd());
    while search.stats().expanded < 3000 {
        let _ = (search.step(), search.seek_next());
        let stats = search.stats();
        assert!(stats.open <= stats.max_open, "{stats:?}");
    }
}

#[test]
fn budgets_and_flags_pause() {
    let mut search = Lacam::new(&crowd());
    assert_eq!(search.run_for(Budget::new().expansions(1)), Status::Running);
    assert_eq!(search.run_until(&AtomicBool::new(true)), Status::Running);
    assert!(search.stats().expanded <= 1 && search.plan().is_none());
    assert_eq!(search.run_until(&AtomicBool::new(false)), Status::Found);
    let (first, expanded) = (search.cost().expect("a plan"), search.stats().expanded);
    // `Found` ends `run`, but not `improve`.
    assert_eq!((search.run(), search.stats().expanded), (Status::Found, expanded));
    assert_eq!(search.improve(Budget::new().expansions(5000)), Status::Found);
    let (best, bound) = (search.cost().expect("a plan"), search.lower_bound().expect("distances"));
    assert!(search.stats().expanded >= expanded + 5000 && bound <= best && best < first);
    assert_eq!(search.configuration().len(), 9);
}

#[test]
fn a_memory_limit_ends_the_search_and_keeps_the_plan() {
    let team = crowd();
    let mut search = Lacam::new(&team).with_memory_limit(100);
    assert_eq!(search.find_plan(), Err(SearchError::MemoryLimit { limit: 100 }));
    assert_eq!(search.step(), Status::Failed(SearchError::MemoryLimit { limit: 100 }));
    let limit = 60_000;
    let mut search = Lacam::new(&team).with_memory_limit(limit);
    let status = search.improve(Budget::new().expansions(1_000_000));
    assert_eq!(status, Status::Failed(SearchError::MemoryLimit { limit }));
    assert!(search.stats().bytes <= limit, "{}", search.stats().bytes);
    assert_eq!(search.plan().expect("the best one so far").check(&team), Ok(()));
}

/// Counts events, and checks their data about each configuration.
#[derive(Debug, Default)]
struct Watched {
    opened: u64,
    expanded: u64,
    improved: u64,
    found: Vec<u64>,
    ends: Vec<Status>,
}

impl Observer<Vec<usize>, u64> for Watched {
    fn opened(&mut self, event: NodeEvent<'_, Vec<usize>, u64>) {
        self.opened += 1;
        assert_eq!(event.parent.is_none(), self.opened == 1);
        assert!(
            event
                .parent
                .is_none_or(|parent| parent.len() == event.node.len() && parent != event.node)
        );
    }

    fn expanded(&mut self, event: NodeEvent<'_, Vec<usize>, u64>) {
        self.expanded += 1;
        assert!(event.h.is_some());
    }

    fn improved(&mut self, event: NodeEvent<'_, Vec<usize>, u64>, old_g: u64) {
        self.improved += 1;
        assert!(event.g < old_g);
    }

    fn found(&mut self, event: NodeEvent<'_, Vec<usize>, u64>) {
        assert_eq!(event.h, Some(0));
        self.found.push(event.g);
    }

    fn exhausted(&mut self) {
        self.ends.push(Status::Exhausted);
    }

    fn failed(&mut self, error: &SearchError) {
        self.ends.push(Status::Failed(error.clone()));
    }
}

#[test]
fn an_observer_sees_each_configuration_and_plan_and_changes_nothing() {
    let mut runner = TestRunner::new(Config {
        cases: 100,
        failure_persistence: None,
        ..Config::default()
    });
    runner
        .run(&(small(), any::<u64>()), |(case, seed)| {
            let Ok(team) = case.team() else {
                return Ok(());
            };
            let mut plain = Lacam::new(&team).with_seed(seed);
            let mut watched = Lacam::new(&team).with_seed(seed).with_observer(Watched::default());
            let mut costs = Vec::new();
            while let Some(plan) = plain.next_plan().expect("no limits") {
                prop_assert_eq!(watched.next_plan(), Ok(Some(plan)));
                costs.extend(plain.cost());
            }
            prop_assert_eq!(watched.next_plan(), Ok(None));
            let stats = watched.stats();
            prop_assert_eq!(stats, plain.stats());
            let seen = watched.observer();
            prop_assert_eq!((seen.opened, seen.expanded), (stats.nodes as u64, stats.expanded));
            prop_assert!(seen.improved >= stats.reopened);
            prop_assert_eq!(&seen.found, &costs);
            prop_assert_eq!(&seen.ends, &[Status::Exhausted]);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    let mut limited = Lacam::new(&crowd()).with_memory_limit(100).on_event(|event| {
        assert!(matches!(event, Event::Failed(SearchError::MemoryLimit { limit: 100 })));
    });
    assert!(matches!(limited.run(), Status::Failed(_)));
}

#[test]
fn a_search_whose_observer_panicked_has_failed() {
    let mut search = Lacam::new(&crowd()).on_event(|event| assert!(!matches!(event, Event::Found(_)), "a bug"));
    assert!(catch_unwind(AssertUnwindSafe(|| search.run())).is_err());
    assert_eq!(search.run(), Status::Failed(SearchError::Panicked));
    assert_eq!(search.next_plan(), Err(SearchError::Panicked));
}
