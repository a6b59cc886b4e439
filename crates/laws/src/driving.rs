//! A search does the same regardless of how it is driven: step by step, in one run, in slices, or again after a reset.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use astride::{Budget, Status};

use crate::case::{Case, Subject, seen, world_of};
use crate::random::Random;
use crate::{Guess, Log, Numbered, Place, Stored, Units};

/// No search of so few nodes takes this many expansions.
const FOR_EVER: u64 = 1_000_000;

pub(crate) fn ends<C: Units>(case: &Case<'_, C>) {
    let mut search = case.begun(&Log::default());
    let status = search.run_for(Budget::new().expansions(FOR_EVER));
    assert_ne!(status, Status::Running, "after {FOR_EVER} expansions");
}

fn step_to_the_end<C>(search: &mut dyn Subject<C>) {
    while search.step().is_running() {}
}

/// Runs in slices with this budget, each followed by a step, since a budget may be empty.
fn drive_in_slices<C>(search: &mut dyn Subject<C>, budget: impl Fn() -> Budget) {
    loop {
        let status = search.run_for(budget());
        assert_eq!(status, search.status());
        if !status.is_running() || !search.step().is_running() {
            break;
        }
    }
}

pub(crate) fn pauses_change_nothing<C: Units>(case: &Case<'_, C>) {
    let run = case.driven(|search| assert_ne!(search.run(), Status::Running));
    let is_same = |how: &str, drive: &dyn Fn(&mut dyn Subject<C>)| {
        assert_eq!(case.driven(drive), run, "left: {how}, right: in one run");
    };
    is_same("step by step", &step_to_the_end);
    is_same("until a flag is set", &|search| {
        assert_ne!(search.run_until(&AtomicBool::new(false)), Status::Running);
    });
    is_same("after a flag that was set, and an empty budget", &|search| {
        let before = search.stats();
        assert_eq!(search.run_until(&AtomicBool::new(true)), search.status());
        assert_eq!(search.run_for(Budget::new().expansions(0)), search.status());
        assert_eq!(search.stats(), before);
        let _ = search.run();
    });
    is_same("step by step, with questions for the next node", &|search| {
        while search.step().is_running() {
            assert_eq!(search.next_node(), search.next_node());
        }
    });
    for count in [1, 2, 7] {
        is_same("with budgets of expansions", &|search| {
            loop {
                let before = search.stats().expanded;
                let status = search.run_for(Budget::new().expansions(count));
                let made = search.stats().expanded - before;
                assert!(
                    made <= count && (made == count || !status.is_running()),
                    "{made} of {count} expansions"
                );
                if !status.is_running() {
                    break;
                }
            }
        });
        let nodes = usize::try_from(count).expect("a small number");
        is_same("with budgets of nodes", &|search| {
            drive_in_slices(search, || Budget::new().nodes(nodes));
        });
        is_same("with budgets of bytes", &|search| {
            drive_in_slices(search, || Budget::new().memory(100 * nodes));
        });
        is_same("with budgets of time", &|search| {
            drive_in_slices(search, || Budget::new().time(Duration::from_micros(count - 1)));
        });
    }
    // Without an observer, a search may use faster methods.
    let mut silent = case.begun(&Log::silent());
    let _ = silent.run();
    let mut silent = seen(silent.as_ref(), &Log::default());
    silent.events.clone_from(&run.events);
    if case.laws.stored == Stored::Some {
        // These may store fewer nodes on the way.
        assert_eq!(silent.result(), run.result(), "left: with a silent observer");
    } else {
        assert_eq!(silent, run, "left: with a silent observer");
    }
}

/// Whether it ends early at a limit or not.
pub(crate) fn an_end_stays_an_end<C: Units>(case: &Case<'_, C>) {
    for limit in [0, 1, 3, usize::MAX] {
        let log = Log::default();
        let mut search = case.fresh(&log);
        search.set_node_limit(limit);
        step_to_the_end(search.as_mut());
        let end = seen(search.as_ref(), &log);
        let status = search.status();
        assert!(
            search.stats().nodes <= limit,
            "{} nodes within {limit}",
            search.stats().nodes
        );
        for _ in 0..2 {
            assert_eq!((search.step(), search.run()), (status.clone(), status.clone()));
            assert_eq!(search.run_for(Budget::new().expansions(3)), status);
            assert_eq!(search.run_until(&AtomicBool::new(false)), status);
            assert_eq!(search.next_node(), None);
            case.add_starts(search.as_mut());
            search.add_start(Place::numbered(case.plan.start), C::INFINITY);
        }
        assert_eq!(
            seen(search.as_ref(), &log),
            end,
            "left: afterwards, right: at the end, with {limit} nodes"
        );
    }
}

/// After an end, and after any number of expansions in another world.
pub(crate) fn a_reset_search_is_a_new_one<C: Units>(case: &Case<'_, C>) {
    let new = case.driven(step_to_the_end);
    let log = Log::default();
    let mut random = Random(case.seed);
    let mut search = case.begun(&log);
    step_to_the_end(search.as_mut());
    for round in 0..4 {
        if round == 0 {
            search.restart();
        } else {
            search.reset(case.world());
        }
        log.clear();
        assert_eq!(
            (search.status(), search.current(), search.path()),
            (Status::Running, None, None)
        );
        assert_eq!((search.stats().nodes, search.stats().expanded), (0, 0), "after a reset");
        assert_eq!(search.closed_nodes().count(), 0, "closed nodes after a reset");
        case.add_starts(search.as_mut());
        step_to_the_end(search.as_mut());
        assert_eq!(
            seen(search.as_ref(), &log),
            new,
            "left: after a reset, right: a new search"
        );
        let other = case.laws.plan(random.next());
        let guess = if case.laws.needs_consistency {
            Guess::Zero
        } else {
            Guess::Wild
        };
        search.reset(world_of(&other, guess, case.index));
        let _ = search.run_for(Budget::new().expansions(random.next() % 20));
    }
    // A reset empties tables by advancing a counter: after many resets, old nodes must not reappear.
    for _ in 0..70 {
        search.reset(case.world());
        let _ = search.step();
    }
    search.reset(case.world());
    log.clear();
    case.add_starts(search.as_mut());
    step_to_the_end(search.as_mut());
    assert_eq!(
        seen(search.as_ref(), &log),
        new,
        "left: after many resets, right: a new search"
    );
}
