//! A closure receives the same events as an observer, and each end is reported once.

use astride::{SearchError, Status};
use proptest::prelude::*;

use crate::add_starts;
use crate::common::algorithm::{ALL, Algorithm, DEEPENING, with_search};
use crate::common::plan::{Guess, Plan, plans};
use crate::common::world::{Index, World};
use astride_laws::{Event, Log};

/// Checks the events of a run, of two more steps, and of one more start.
fn check(algorithm: Algorithm, plan: &Plan) {
    let world = World::<u32>::new(plan, Guess::Admissible, Index::Sometimes);
    let log = Log::default();
    let mut observed = algorithm.search(world.clone(), &log);
    add_starts(observed.as_mut(), plan);
    let status = observed.run();
    let mut events = Vec::new();
    let record = |event: astride::Event<'_, usize, u32>| events.push(Event::from(event));
    with_search!(algorithm, world, search => {
        let mut search = search.on_event(record);
        add_starts(&mut search, plan);
        assert_eq!(search.run(), status);
        assert_eq!((search.step(), search.run()), (status.clone(), status.clone()));
        search.add_start(plan.start, 0);
    });
    assert_eq!(events, *log.events(), "{algorithm:?}");
}

proptest! {
    #![proptest_config(crate::common::effort::cases(100))]

    #[test]
    fn closures_and_observers_receive_the_same(plan in plans(15, 500), small in plans(6, 9)) {
        for algorithm in ALL {
            check(algorithm, &plan);
        }
        for algorithm in DEEPENING {
            check(algorithm, &small);
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
