//! Searches whose memory limit is raised whenever they hit it.

use astride::{Cost, Pathfinder, SearchError, Status};
use proptest::prelude::*;

use super::plan::Plan;

/// A graph on which open lists grow large: `nodes` nodes with five edges each, of which the first leads on.
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
                // Some nodes have most of the edges between them.
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

/// Steps through a search under a limit that is raised by `parts` 64ths when it is hit, or lifted for a step: no other
/// step takes more memory than the limit and `beyond` bytes.
pub(crate) fn check_memory_limit<N, C: Cost>(
    search: &mut dyn Pathfinder<Node = N, Cost = C>,
    parts: usize,
    beyond: usize,
) -> Status {
    // What starts have taken has been taken.
    let (mut limit, mut hits) = (search.stats().bytes, 0);
    search.set_memory_limit(limit);
    loop {
        let status = search.step();
        let bytes = search.stats().bytes;
        assert!(bytes <= limit + beyond, "{bytes} bytes within a limit of {limit}");
        match status {
            Status::Running => {}
            Status::Failed(SearchError::MemoryLimit { limit: hit }) => {
                assert_eq!(hit, limit);
                limit += 1 + limit * parts / 64;
                hits += 1;
                if hits % 4 == 0 {
                    search.set_memory_limit(usize::MAX);
                    let _ = search.step();
                    limit = limit.max(search.stats().bytes);
                }
                search.set_memory_limit(limit);
            }
            status => return status,
        }
    }
}
