//! The provided methods of `Stepper`, on a type of this test.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use astride::{AStar, Budget, FnGraph, Query, Stats, Status, Stepper};
use proptest::prelude::*;

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

#[test]
fn steppers_are_driven_as_objects() {
    let line = FnGraph::new(|n: &i32| [(n + 1, 1_u32), (n - 1, 1)]);
    let query = Query::new(&line, 0, |n| *n == 5).with_heuristic(|n| n.abs_diff(5));
    let steppers: [Box<dyn Stepper + '_>; 2] = [
        Box::new(AStar::new(&query)),
        Box::new(Counter::new(2, Stats::default())),
    ];
    for mut stepper in steppers {
        assert_eq!(stepper.run(), Status::Found);
    }
}
