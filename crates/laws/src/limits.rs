//! A limit that is reached ends a search. With a sufficient limit, it ends as it would without one.

use astride::{SearchError, Stats, Status};

use crate::case::{Case, Subject, seen};
use crate::views::check_end;
use crate::{Laws, Log, Stored, Units};

#[derive(Clone, Copy, PartialEq)]
enum Limit {
    Nodes,
    Bytes,
}

impl Limit {
    /// Sets the limit, and returns the failure of a search that reaches it.
    fn set<C: Units>(self, search: &mut dyn Subject<C>, limit: usize) -> Status {
        Status::Failed(match self {
            Limit::Nodes => {
                search.set_node_limit(limit);
                SearchError::NodeLimit { limit }
            }
            Limit::Bytes => {
                search.set_memory_limit(limit);
                SearchError::MemoryLimit { limit }
            }
        })
    }

    fn excess(self, laws: &Laws) -> usize {
        match self {
            Limit::Nodes => 0,
            Limit::Bytes => laws.excess,
        }
    }

    fn used(self, stats: Stats) -> usize {
        match self {
            Limit::Nodes => stats.nodes,
            Limit::Bytes => stats.bytes,
        }
    }
}

pub(crate) fn limits_on_nodes_end_a_search<C: Units>(case: &Case<'_, C>) {
    check(case, Limit::Nodes, 1.max(case.whole().stats().nodes / 60));
}

pub(crate) fn limits_on_memory_end_a_search<C: Units>(case: &Case<'_, C>) {
    check(case, Limit::Bytes, 8.max(case.whole().stats().bytes / 60));
}

/// Tries every limit up to one that suffices, in steps.
fn check<C: Units>(case: &Case<'_, C>, kind: Limit, step: usize) {
    let log = Log::default();
    let whole = case.driven(|search| assert_ne!(search.run(), Status::Running));
    // A table that grows takes more memory for a moment.
    let ample = 4 * kind.used(case.whole().stats()) + 1024;
    for limit in (0..).step_by(step) {
        log.clear();
        let mut search = case.fresh(&log);
        let failed = kind.set(search.as_mut(), limit);
        case.add_starts(search.as_mut());
        let mut is_running = true;
        while is_running {
            is_running = search.step().is_running();
            let used = kind.used(search.stats());
            assert!(
                used <= limit + kind.excess(case.laws),
                "{used} are used within a limit of {limit}"
            );
        }
        if search.status() != failed {
            assert_eq!(
                seen(search.as_ref(), &log),
                whole,
                "left: within {limit}, right: without a limit"
            );
            break;
        }
        assert!(limit <= ample, "a limit of {limit} does not suffice");
        check_end(case, &failed, &log.events());
        if case.laws.stored >= Stored::Nodes {
            let open = search.open_nodes().count();
            let stats = search.stats();
            assert_eq!(stats.open, open, "right: open nodes after a failure");
            assert!(
                stats.max_open >= stats.open,
                "the largest number of open nodes: {stats:?}"
            );
            assert!(
                kind == Limit::Bytes || stats.nodes == limit,
                "fewer nodes than the limit: {stats:?}"
            );
        }
        // A search that has ended stays ended, regardless of new limits.
        search.set_node_limit(usize::MAX);
        search.set_memory_limit(usize::MAX);
        assert_eq!((search.run(), search.step()), (failed.clone(), failed));
        assert!(
            search.next_node().is_none() && search.path().is_none(),
            "a path or a next node after a failure"
        );
        search.restart();
        log.clear();
        case.add_starts(search.as_mut());
        let _ = search.run();
        assert_eq!(
            seen(search.as_ref(), &log),
            whole,
            "left: after a limit of {limit}, right: without a limit"
        );
    }
}

/// A reservation keeps the memory limit, and leaves enough for the search if it does not fit.
pub(crate) fn a_reservation_keeps_the_limit<C: Units>(case: &Case<'_, C>) {
    for limit in [0, 1_000, 10_000, 100_000] {
        let mut search = case.fresh(&Log::default());
        search.set_memory_limit(limit);
        let bytes = search.with_capacity(10_000).stats().bytes;
        assert!(bytes <= limit, "a reservation takes {bytes} bytes within {limit}");
    }
    let whole = case.whole();
    let limit = 4 * whole.stats().bytes;
    let mut search = case.fresh(&Log::default());
    search.set_memory_limit(limit);
    let mut search = search.with_capacity(1_000_000);
    case.add_starts(search.as_mut());
    assert_eq!(search.run(), whole.status(), "after a reservation within {limit} bytes");
}
