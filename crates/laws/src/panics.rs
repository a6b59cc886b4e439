//! If the user's code panics at any call, a search has failed until it is reset. Anything else would either be wrong or
//! continue as if nothing had happened.

use std::sync::atomic::AtomicBool;

use astride::{Budget, SearchError, Status};

use crate::case::{Case, Subject, seen};
use crate::fuse::panics;
use crate::{Log, Numbered, Place, Units};

/// Adds the starts and runs to the end, step by step if `is_stepped`.
fn drive<C: Units>(case: &Case<'_, C>, search: &mut dyn Subject<C>, is_stepped: bool) {
    case.add_starts(search);
    while is_stepped && search.step().is_running() {
        let _ = search.next_node();
    }
    let _ = search.run();
}

pub(crate) fn panics_end_a_search<C: Units>(case: &Case<'_, C>) {
    for is_stepped in [false, true] {
        for log in [Log::default(), Log::silent()] {
            let mut search = case.fresh(&log);
            drive(case, search.as_mut(), is_stepped);
            let expected = seen(search.as_ref(), &log);
            // Every call at first, and later only some.
            let mut call = 1;
            loop {
                search.reset(case.world());
                log.clear();
                let has_panicked = panics(call, || drive(case, search.as_mut(), is_stepped));
                if has_panicked {
                    check_failed(search.as_mut());
                    search.reset(case.world());
                    log.clear();
                    drive(case, search.as_mut(), is_stepped);
                }
                assert_eq!(
                    seen(search.as_ref(), &log),
                    expected,
                    "left: after a panic at call {call}"
                );
                if !has_panicked {
                    break;
                }
                call += 1 + call / 64;
            }
        }
    }
}

/// A panic leaves the limits as they are, and frees no memory of which the search does not know.
pub(crate) fn panics_keep_the_limits<C: Units>(case: &Case<'_, C>) {
    let limited = |search: &mut dyn Subject<C>| {
        search.set_node_limit(2);
        let _ = search.run();
        search.status()
    };
    let expected = limited(case.fresh(&Log::default()).as_mut());
    let mut search = case.fresh(&Log::default());
    let status = limited(search.as_mut());
    assert_eq!(status, expected);
    for call in 1.. {
        search.reset(case.world());
        let has_panicked = panics(call, || drop(search.run()));
        search.reset(case.world());
        assert_eq!(
            search.run(),
            expected,
            "left: within two nodes, after a panic at call {call}"
        );
        if !has_panicked {
            break;
        }
    }
}

fn check_failed<C: Units>(search: &mut dyn Subject<C>) {
    let failed = Status::Failed(SearchError::Panicked);
    let stats = search.stats();
    for _ in 0..2 {
        assert_eq!(search.status(), failed, "after a panic");
        assert_eq!((search.step(), search.run()), (failed.clone(), failed.clone()));
        assert_eq!(search.run_for(Budget::new()), failed);
        assert_eq!(search.run_until(&AtomicBool::new(false)), failed);
        search.add_start(Place::numbered(0), C::ZERO);
        search.set_node_limit(usize::MAX);
        search.set_memory_limit(usize::MAX);
        assert!(
            search.next_node().is_none() && search.path().is_none(),
            "a path or a next node after a panic"
        );
    }
    // The results may be anything, but there must be no other panic.
    let _ = (search.best_effort_path(), search.current());
    let _ = (search.open_nodes().count(), search.closed_nodes().count());
    let node = Place::numbered(0);
    let _ = (search.known_node(&node), search.cost_to(&node), search.path_to(&node));
    assert_eq!(search.stats(), stats);
}
