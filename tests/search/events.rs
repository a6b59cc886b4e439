//! A closure receives the same events as an observer, and each end is reported once.

use std::collections::BTreeSet;

use astride::{SearchError, Status};
use proptest::prelude::*;

use crate::add_starts;
use crate::common::algorithm::{ALL, Algorithm, DEEPENING, with_search};
use crate::common::log::{Event, Log};
use crate::common::plan::{Guess, Plan, plans};
use crate::common::world::{Index, World};

/// Checks the events of a run, of two more steps, and of one more start.
fn check(algorithm: Algorithm, plan: &Plan) {
    let world = World::<u32>::new(plan, Guess::Admissible, Index::Sometimes);
    let log = Log::default();
    let mut observed = algorithm.search(world.clone(), &log);
    add_starts(observed.as_mut(), plan);
    let status = observed.run();
    let mut events = Vec::new();
    let told = |event: astride::Event<'_, usize, u32>| events.push(Event::from(event));
    with_search!(algorithm, world, search => {
        let mut search = search.on_event(told);
        add_starts(&mut search, plan);
        assert_eq!(search.run(), status);
        assert_eq!((search.step(), search.run()), (status.clone(), status.clone()));
        search.add_start(plan.start, 0);
    });
    assert_eq!(events, *log.events(), "{algorithm:?}");
    check_one_end(&status, &events);
}

/// Checks that the end is the last event, and the only one of its kind.
fn check_one_end(status: &Status, events: &[Event<usize, u32>]) {
    let is_end = |event: &Event<_, _>| matches!(event, Event::Found(..) | Event::Exhausted | Event::Failed(_));
    assert_eq!(events.iter().position(is_end), Some(events.len() - 1));
    match (status, events.last().unwrap()) {
        (Status::Found, Event::Found(..)) | (Status::Exhausted, Event::Exhausted) => {}
        (Status::Failed(error), Event::Failed(told)) => assert_eq!(error, told),
        end => panic!("{end:?}"),
    }
}

/// Checks the counts of a search after each step against the events and the edges of the graph.
fn check_counts(algorithm: Algorithm, plan: &Plan) {
    let world = World::<u32>::new(plan, Guess::Wild, Index::Sometimes);
    let log = Log::default();
    let mut search = algorithm.search(world.clone(), &log);
    add_starts(search.as_mut(), plan);
    let (mut expanded, mut reopened, mut generated) = (0, 0, 1 + plan.more_starts.len());
    let mut closed = BTreeSet::new();
    let mut is_running = true;
    while is_running {
        log.clear();
        is_running = search.step().is_running();
        for event in log.events().iter() {
            match event {
                Event::Expanded(node, _) => {
                    expanded += 1;
                    generated += world.edges[*node].len();
                    // Depth-first search reports a node again only if it expands it again.
                    reopened += usize::from(!closed.insert(*node));
                }
                Event::Improved(node, ..) => reopened += usize::from(closed.remove(node)),
                _ => {}
            }
        }
        let stats = search.stats();
        assert_eq!(
            (stats.expanded, stats.reopened),
            (expanded, reopened as u64),
            "{algorithm:?}"
        );
        // At its limit, it generates nothing.
        let is_limited = matches!(algorithm, Algorithm::DfsLimited(_));
        assert!(stats.generated == generated as u64 || is_limited && stats.generated < generated as u64);
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(100))]

    #[test]
    fn counts_are_those_of_events_and_edges(plan in plans(12, 60)) {
        for algorithm in ALL {
            check_counts(algorithm, &plan);
        }
    }

    #[test]
    fn closures_and_observers_receive_the_same(plan in plans(15, 500), small in plans(6, 9)) {
        for algorithm in ALL {
            check(algorithm, &plan);
        }
        for algorithm in DEEPENING {
            check(algorithm, &small);
        }
    }

    /// If a limit is hit, the failure is reported once.
    #[test]
    fn every_failure_comes_once(plan in plans(6, 9)) {
        for algorithm in crate::every() {
            let log = Log::default();
            let mut search = algorithm.search(World::<u32>::new(&plan, Guess::Admissible, Index::Never), &log);
            for limit in 0.. {
                log.clear();
                search.set_node_limit(limit);
                search.restart();
                let status = search.run();
                let _ = (search.step(), search.next_node());
                check_one_end(&status, &log.events());
                if status != Status::Failed(SearchError::NodeLimit { limit }) {
                    break;
                }
            }
        }
    }
}

#[test]
fn errors_come_as_events() {
    for algorithm in crate::every() {
        let log = Log::default();
        let mut search = algorithm.search(World::row(&[u32::MAX - 55, 100]), &log);
        let status = search.run();
        assert!(
            matches!(status, Status::Failed(SearchError::CostOverflow { .. })),
            "{algorithm:?}"
        );
        let failures: Vec<_> = log
            .events()
            .iter()
            .filter(|event| matches!(event, Event::Failed(_)))
            .cloned()
            .collect();
        assert!(matches!(&failures[..], [Event::Failed(error)] if status == Status::Failed(error.clone())));
    }
}
