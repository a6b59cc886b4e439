//! Runs searches that are restarted with more memory whenever they hit their limit.

use astride::{Cost, Pathfinder, SearchError, Status};
use proptest::prelude::*;

use super::plan::Plan;

/// Generates graphs with large open lists.
pub(crate) fn wide_plans(nodes: usize) -> impl Strategy<Value = Plan> {
    any::<u64>().prop_map(move |seed| Plan::wide(seed, nodes))
}

/// Steps through a search, repeatedly, with a higher limit each time that it is hit. No step takes more memory than the
/// limit plus `beyond` bytes. `add_starts` is called before each search.
pub(crate) fn check_memory_limit<N, C: Cost>(
    search: &mut dyn Pathfinder<Node = N, Cost = C>,
    add_starts: impl Fn(&mut dyn Pathfinder<Node = N, Cost = C>),
    parts: usize,
    beyond: usize,
) -> Status {
    add_starts(search);
    // The memory of the starts has already been allocated.
    let mut limit = search.stats().bytes;
    loop {
        search.set_memory_limit(limit);
        let mut status = search.status();
        while status.is_running() {
            status = search.step();
            let bytes = search.stats().bytes;
            assert!(bytes <= limit + beyond, "{bytes} bytes within a limit of {limit}");
        }
        if status != Status::Failed(SearchError::MemoryLimit { limit }) {
            return status;
        }
        assert_eq!(search.step(), status);
        limit += 1 + limit * parts / 16;
        search.set_memory_limit(limit);
        search.restart();
        add_starts(search);
    }
}
