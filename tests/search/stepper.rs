//! The provided methods of `Stepper`, on types of this test and on those of the crate.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use astride::search::{LssLrtaStar, NextMove};
use astride::{AStar, Budget, FnGraph, Heuristic, NearestGoals, Pathfinder, Query, Stats, Status, Stepper};
use proptest::prelude::*;

use crate::common::plan::{Guess, plans};
use crate::common::world::{INDEXES, World};

/// Ends after some steps, each of which stores some nodes and makes some expansions, if it counts them.
struct Counter {
    steps: u64,
    end: u64,
    each: Stats,
    pause: Duration,
}

impl Counter {
    fn new(end: u64, each: Stats) -> Self {
        Counter {
            steps: 0,
            end,
            each,
            pause: Duration::ZERO,
        }
    }
}

impl Stepper for Counter {
    fn step(&mut self) -> Status {
        if self.steps < self.end {
            thread::sleep(self.pause);
            self.steps += 1;
        }
        if self.steps == self.end {
            Status::Found
        } else {
            Status::Running
        }
    }

    fn stats(&self) -> Stats {
        let mut stats = self.each;
        stats.expanded *= self.steps;
        stats.nodes *= usize::try_from(self.steps).unwrap();
        stats.bytes = 2 * stats.nodes;
        stats
    }
}

fn each(expanded: u64, nodes: usize) -> Stats {
    let mut stats = Stats::default();
    (stats.expanded, stats.nodes) = (expanded, nodes);
    stats
}

proptest! {
    #![proptest_config(crate::common::effort::cases(500))]

    #[test]
    fn a_budget_is_kept(
        end in 1_u64..40,
        (expanded, nodes) in (0_u64..4, 0_usize..4),
        (most, full) in (prop::option::of(0_u64..20), prop::option::of(0_usize..20)),
        before in 0_u64..10,
        is_memory: bool,
    ) {
        let mut counter = Counter::new(end, each(expanded, nodes));
        let first = counter.run_for(Budget::new().expansions(before * expanded.max(1)));
        prop_assert_eq!((first, counter.steps), match before {
            _ if before >= end => (Status::Found, end),
            _ => (Status::Running, before),
        });
        let mut budget = Budget::new();
        // The step that reaches a limit is the last one.
        let mut steps = u64::MAX;
        if let Some(most) = most {
            budget = budget.expansions(most);
            steps = most.div_ceil(expanded.max(1));
        }
        if let Some(full) = full {
            budget = if is_memory { budget.memory(2 * full) } else { budget.nodes(full) };
            steps = steps.min(match (full, nodes) {
                (0, _) => 0,
                (_, 0) => u64::MAX,
                _ => full.div_ceil(nodes) as u64,
            });
        }
        if before < end {
            let status = counter.run_for(budget);
            let last = before.saturating_add(steps).min(end);
            prop_assert_eq!(counter.steps, last);
            prop_assert_eq!(status, if last == end { Status::Found } else { Status::Running });
        }
        prop_assert_eq!(counter.run(), Status::Found);
        prop_assert_eq!((counter.step(), counter.steps), (Status::Found, end));
    }

    /// The result does not depend on the way of driving.
    #[test]
    fn nearest_goals_in_slices_are_the_same(plan in plans(9, 30), slice in 1_u64..5, place in 0..INDEXES.len()) {
        let world = World::<u32>::new(&plan, Guess::Zero, INDEXES[place]);
        let expected: Vec<_> = NearestGoals::new(&world).map(Result::unwrap).collect();
        let mut goals = NearestGoals::new(&world);
        for path in &expected {
            let mut expanded = goals.stats().expanded;
            while goals.run_for(Budget::new().expansions(slice)) == Status::Running {
                prop_assert_eq!(goals.stats().expanded - expanded, slice);
                expanded += slice;
            }
            prop_assert_eq!((goals.step(), goals.status()), (Status::Found, Status::Found), "still there");
            prop_assert_eq!(goals.next(), Some(Ok(path.clone())));
        }
        prop_assert_eq!((goals.run(), goals.next()), (Status::Exhausted, None));
    }

    /// A cost limit leaves out the goals beyond it, also after a reset.
    #[test]
    fn nearest_goals_within_a_cost_limit(plan in plans(9, 30), limit in 0_u32..60, place in 0..INDEXES.len()) {
        let world = World::<u32>::new(&plan, Guess::Zero, INDEXES[place]);
        let mut expected: Vec<_> = NearestGoals::new(&world).map(Result::unwrap).collect();
        expected.retain(|path| path.cost <= limit);
        let mut goals = NearestGoals::new(&world).with_cost_limit(limit);
        for _ in 0..2 {
            let found: Vec<_> = goals.by_ref().map(Result::unwrap).collect();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(goals.status(), Status::Exhausted);
            goals.reset(&world);
        }
    }

    /// An agent that plans in slices takes the same path as one that plans at each move.
    #[test]
    fn an_agent_that_thinks_in_slices_makes_the_same_moves(
        plan in plans(12, 60), slices in prop::collection::vec(0_u64..4, 1..5),
    ) {
        let world = World::<u32>::new(&plan, Guess::Consistent(7), INDEXES[plan.nodes % INDEXES.len()]);
        let look_ahead = slices.iter().sum::<u64>();
        let (mut at_once, mut in_slices) = (LssLrtaStar::new(&world), LssLrtaStar::new(&world));
        for _ in 0..100 {
            let before = in_slices.stats().expanded;
            let mut status = in_slices.status();
            for slice in &slices {
                status = in_slices.run_for(Budget::new().expansions(*slice));
            }
            prop_assert!(in_slices.stats().expanded - before <= look_ahead);
            let next = at_once.next_move(look_ahead);
            prop_assert_eq!(&in_slices.next_move(0), &next);
            prop_assert!(status != Status::Exhausted || next == Ok(NextMove::Unreachable));
            for node in 0..plan.nodes {
                prop_assert_eq!(in_slices.estimate(&node), at_once.estimate(&node));
            }
            if !matches!(next, Ok(NextMove::To(_))) {
                break;
            }
        }
    }
}

#[test]
fn time_and_a_flag_stop_what_would_go_on() {
    let mut slow = Counter {
        pause: Duration::from_millis(1),
        ..Counter::new(u64::MAX, Stats::default())
    };
    let begun = Instant::now();
    assert_eq!(
        slow.run_for(Budget::new().time(Duration::from_millis(20))),
        Status::Running
    );
    assert!(begun.elapsed() >= Duration::from_millis(20) && slow.steps > 1);

    let mut fast = Counter::new(u64::MAX, Stats::default());
    assert_eq!(fast.run_for(Budget::new().time(Duration::ZERO)), Status::Running);
    assert_eq!(fast.run_until(&AtomicBool::new(true)), Status::Running);
    assert_eq!(fast.steps, 0);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| stop.store(true, Ordering::Relaxed));
        assert_eq!(fast.run_until(&stop), Status::Running);
    });
    assert_eq!(
        Counter::new(3, Stats::default()).run_until(&AtomicBool::new(false)),
        Status::Found
    );
}

/// A pathfinder is a stepper, and both can be chosen at run time.
#[test]
fn steppers_and_pathfinders_are_driven_as_objects() {
    fn finish(steppers: Vec<Box<dyn Stepper + '_>>) -> Vec<Status> {
        steppers.into_iter().map(|mut stepper| stepper.run()).collect()
    }
    fn by_steps<P: Heuristic<Node = i32, Cost = u32>>(problem: P) -> Option<u32> {
        let mut search: Box<dyn Pathfinder<Node = i32, Cost = u32> + '_> = Box::new(AStar::new(problem));
        while search.run_for(Budget::new().expansions(2)) == Status::Running {}
        assert_eq!((search.status(), search.stats().expanded), (Status::Found, 5));
        search.path().map(|path| path.cost)
    }
    let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
    let query = Query::new(&line, 0, |n| *n == 5).with_heuristic(|n| n.abs_diff(5));
    let steppers: Vec<Box<dyn Stepper + '_>> = vec![
        Box::new(AStar::new(&query)),
        Box::new(Counter::new(2, Stats::default())),
    ];
    assert_eq!(finish(steppers), [Status::Found, Status::Found]);
    assert_eq!(by_steps(&query), Some(5));
}
