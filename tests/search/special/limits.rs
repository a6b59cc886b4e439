//! Limits on nodes and memory, and budgets of them.

use astride::{Budget, SearchError, Status};
use astride_laws::Log;

use super::{Any, Driven, Kind, ONE_TABLE, SEVERAL_TABLES, all, ring};
use crate::common::plan::{Guess, Plan};
use crate::common::world::{Index, World};

/// A graph in which most of the nodes are open at once: each of 50 nodes leads to 50 others, and those lead to the
/// goal. So do `aside` nodes that can be reached only from the last one.
fn fan(aside: usize) -> World<i32> {
    let (goal, nodes) = (2_551, 2_553 + aside);
    let edges = |node: usize| match node {
        0 => (1..51).map(|to| (0, to, 1)).collect::<Vec<_>>(),
        1..51 => (0..50).map(|place| (node, 50 * node + 1 + place, 1)).collect(),
        2_551 => vec![],
        _ if node == nodes - 1 => (2_552..node).map(|to| (node, to, 1)).collect(),
        _ => vec![(node, goal, node as u64)],
    };
    let plan = Plan::of_edges((0..nodes).flat_map(edges)).between(0, goal);
    World::<i32>::with_guesses(&plan, [Guess::Zero; 2], Index::Never)
}

#[test]
fn memory_stays_within_its_limit() {
    let nodes = 3_000;
    let ends = ring(nodes);
    // The queue of a replanning search grows by doubling, in addition to the nodes.
    for kind in SEVERAL_TABLES.into_iter().filter(|kind| !kind.is_replanning()) {
        let log = Log::default();
        let mut whole = Driven::new(kind, &ends, &log);
        let expected = whole.run();
        // Together with a limit on nodes, and alone.
        for node_limit in [nodes * 3, usize::MAX] {
            let mut limit = 16_384;
            loop {
                let mut search = Driven::new(kind, &ends, &log);
                search.set_node_limit(node_limit);
                search.set_memory_limit(limit);
                let status = search.run();
                if status == expected {
                    break;
                }
                assert_eq!(status, Status::Failed(SearchError::MemoryLimit { limit }), "{kind:?}");
                // The open list may grow by one more expansion.
                let bytes = search.stats().bytes;
                assert!(bytes <= limit + 4_096, "{kind:?} {bytes} {limit}");
                limit += limit / 4;
            }
            assert!(limit > 32_768, "{kind:?}");
        }
    }
}

/// After a late start, each of the two searches still gets the part of the limit that the other one leaves.
#[test]
fn a_late_start_takes_no_more_memory_than_there_is() {
    let (ends, log) = (fan(2_000), Log::default());
    let mut bytes = 0;
    for is_limited in [false, true] {
        let mut search = Driven::new(Kind::DisjointEdges, &ends, &log);
        if is_limited {
            search.set_memory_limit(3 * bytes);
        }
        // By then, the second search has begun.
        assert_eq!(search.run_for(Budget::new().expansions(2_600)), Status::Running);
        search.add_start(ends.edges.len() - 1, 0);
        assert_eq!(search.run(), Status::Found);
        bytes = search.stats().bytes;
    }
}

#[test]
fn a_budget_of_nodes_ends_with_the_expansion_that_stores_the_last_one() {
    let (ends, log) = (ring(300), Log::default());
    for kind in all() {
        for count in [1, 7, 50] {
            let (mut search, mut stepped) = (Driven::new(kind, &ends, &log), Driven::new(kind, &ends, &log));
            // Opens the start.
            assert_eq!(search.next_node(), stepped.next_node());
            while search.status().is_running() {
                let full = stepped.stats().nodes + count;
                let _ = search.run_for(Budget::new().nodes(count));
                while stepped.step().is_running() && stepped.stats().nodes < full {}
                let did = |search: &Any<'_>| (search.status(), search.stats().expanded, search.stats().nodes);
                assert_eq!(did(&*search), did(&*stepped), "{kind:?}");
            }
        }
    }
}

#[test]
fn no_node_is_expanded_while_more_memory_is_in_use_than_the_limit_allows() {
    let plan = map();
    let ends = World::<i32>::with_guesses(&plan, [Guess::Consistent(2); 2], Index::Never);
    for kind in ONE_TABLE {
        let mut search = Driven::new(kind, &ends, &Log::default());
        assert!(search.step().is_running());
        let before = search.stats();
        let limit = before.bytes - 1;
        search.set_memory_limit(limit);
        assert_eq!(
            search.step(),
            Status::Failed(SearchError::MemoryLimit { limit }),
            "{kind:?}"
        );
        assert_eq!(search.stats().expanded, before.expanded);
        search.set_memory_limit(usize::MAX);
        search.restart();
        assert_eq!(search.run(), Status::Found);
    }
}

/// A map of 20 columns and rows. Its cells cost 1 to 9.
fn map() -> Plan {
    let cell = |x: usize, y: usize| y * 20 + x;
    let mut edges = Vec::new();
    for (x, y) in (0..400_usize).map(|cell| (cell % 20, cell / 20)) {
        let neighbours = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        for (to_x, to_y) in neighbours.into_iter().filter(|(x, y)| *x < 20 && *y < 20) {
            let cost = (to_x * 7 + to_y * 13 + to_x * to_y) % 9 + 1;
            edges.push((cell(x, y), cell(to_x, to_y), cost as u64));
        }
    }
    Plan::of_edges(edges).between(cell(4, 5), cell(15, 12))
}

#[test]
fn limits_are_kept_and_allow_what_is_needed() {
    let plan = map();
    for index in [Index::Never, Index::AlwaysWithNodes] {
        let ends = World::<i32>::with_guesses(&plan, [Guess::Consistent(2); 2], index);
        for kind in ONE_TABLE {
            let mut whole = Driven::new(kind, &ends, &Log::default());
            let (mut nodes, mut bytes) = (0, 0);
            let mut is_running = true;
            while is_running {
                is_running = whole.step().is_running();
                let stats = whole.stats();
                (nodes, bytes) = (stats.nodes.max(nodes), stats.bytes.max(bytes));
            }
            assert_eq!(whole.status(), Status::Found);
            let failure = |status| match status {
                Status::Failed(SearchError::NodeLimit { limit } | SearchError::MemoryLimit { limit }) => Some(limit),
                _ => None,
            };
            for (limit, suffices) in [(nodes, true), (nodes - 1, false), (nodes / 2, false), (0, false)] {
                let mut search = Driven::new(kind, &ends, &Log::default());
                search.set_node_limit(limit);
                let failed = failure(search.run());
                assert_eq!(failed, (!suffices).then_some(limit), "{kind:?} {nodes}");
                assert!(search.stats().nodes <= limit, "{kind:?}");
                // A search that has ended stays ended, regardless of new limits.
                search.set_node_limit(nodes);
                search.set_memory_limit(usize::MAX);
                assert_eq!(failure(search.run()), failed);
                search.restart();
                assert_eq!(
                    (search.run(), search.path()),
                    (whole.status(), whole.path()),
                    "{kind:?}"
                );
            }
            for (limit, suffices) in [(4 * bytes, true), (bytes / 2, false), (0, false)] {
                let mut search = Driven::new(kind, &ends, &Log::default());
                search.set_memory_limit(limit);
                let failed = failure(search.run());
                assert_eq!(failed, (!suffices).then_some(limit), "{kind:?} {bytes}");
                assert!(suffices || search.stats().bytes <= bytes, "{kind:?}");
                search.set_memory_limit(usize::MAX);
                search.restart();
                assert_eq!(
                    (search.run(), search.path()),
                    (whole.status(), whole.path()),
                    "{kind:?}"
                );
            }
        }
    }
}

#[test]
fn a_budget_of_nodes_or_memory_ends_with_the_expansion_that_uses_it_up() {
    let plan = map();
    let ends = World::<i32>::with_guesses(&plan, [Guess::Consistent(2); 2], Index::Never);
    for kind in ONE_TABLE {
        for (count, is_of_bytes) in [(1, false), (7, false), (50, false), (1, true), (9_000, true)] {
            // The parts of its table grow depending on the hashes, which differ from search to search.
            if is_of_bytes && kind == Kind::Compact {
                continue;
            }
            let (mut search, mut stepped) = (
                Driven::new(kind, &ends, &Log::default()),
                Driven::new(kind, &ends, &Log::default()),
            );
            // Opens the start.
            assert_eq!(search.next_node(), stepped.next_node());
            let budget = Budget::new();
            let budget = if is_of_bytes {
                budget.memory(count)
            } else {
                budget.nodes(count)
            };
            let used = |search: &Driven<'_>| {
                let stats = search.stats();
                if is_of_bytes { stats.bytes } else { stats.nodes }
            };
            while search.status().is_running() {
                let full = used(&stepped) + count;
                let _ = search.run_for(budget);
                while stepped.step().is_running() && used(&stepped) < full {}
                let did = |search: &Driven<'_>| (search.status(), search.stats().expanded, search.stats().nodes);
                assert_eq!(did(&search), did(&stepped), "{kind:?}");
            }
        }
    }
}
