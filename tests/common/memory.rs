//! Runs searches that are restarted with more memory whenever they hit their limit.

use astride::{Cost, Pathfinder, SearchError, Status};
use proptest::prelude::*;

use super::plan::Plan;

/// Generates graphs with large open lists: `nodes` nodes with five edges each, the first of which leads to the next
/// node.
pub(crate) fn wide_plans(nodes: usize) -> impl Strategy<Value = Plan> {
    let largest = prop_oneof![Just(1_u64), Just(9), Just(400), Just(10_000_000)];
    (largest, any::<u64>(), 1..5_usize).prop_map(move |(largest, seed, few)| {
        let mut state = seed | 1;
        let mut draw = |end: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % end
        };
        let mut edges = Vec::new();
        for from in 0..nodes {
            for edge in 0..5 {
                // Most of the edges lead to a few nodes.
                let to = if edge == 0 {
                    (from + 1) % nodes
                } else {
                    usize::try_from(draw(nodes as u64)).unwrap() / few
                };
                edges.push((from, to, Some(1 + draw(largest))));
            }
        }
        Plan {
            nodes,
            edges,
            start: 0,
            more_starts: vec![(nodes / 2, 3), (nodes / 3, 3), (1, 1)],
            goals: (0..nodes).map(|node| node + 1 == nodes).collect(),
            draws: (0..nodes).map(|_| draw(u64::MAX)).collect(),
        }
    })
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
