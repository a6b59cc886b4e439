//! A search that continues after a path: the next path, or the end.

use astride::graphs::CsrGraph;
use astride::{Budget, FnGraph, KShortestPaths, Query, Status};

/// No path branches off a path of a single node, so that no step is needed to continue from there.
#[test]
fn the_next_path_or_the_end_may_come_without_another_step() {
    let edges = [(0, 1, 1_u32), (1, 2, 1), (1, 3, 1), (3, 1, 1), (3, 2, 9)];
    let graph = CsrGraph::from_edges(4, edges).unwrap().reversible().unwrap();
    let seek_all = |start, starts: &[(u32, u32)]| {
        let mut search = KShortestPaths::new(Query::between(&graph, start, 2));
        for (node, cost) in starts {
            search.add_start(*node, *cost);
        }
        let mut found = Vec::new();
        while search.run() == Status::Found {
            let path = search.path().unwrap().nodes;
            let expanded = search.stats().expanded;
            let status = search.seek_next();
            assert_eq!(search.stats().expanded, expanded);
            assert_eq!(search.status(), status);
            found.push((path, status));
        }
        found
    };
    assert_eq!(
        seek_all(0, &[(2, 6)]),
        [
            (vec![0, 1, 2], Status::Running),
            (vec![2], Status::Found),
            (vec![0, 1, 3, 2], Status::Running)
        ]
    );
    assert_eq!(seek_all(2, &[]), [(vec![2], Status::Exhausted)]);
}

/// Dead ends are searched only as long as they might lead to the goal.
#[test]
fn after_the_last_path_there_is_an_end_even_on_an_infinite_graph() {
    // There is one path from 10 to 11. An expensive edge leads from 10 to an endless line, and 0 to 9 lead to 10.
    let ahead = |n: &u32| match n {
        10 => vec![(11, 1_u32), (20, 100)],
        11 => vec![],
        _ => vec![(n + 1, 1)],
    };
    let back = |n: &u32| {
        if (1..12).contains(n) {
            vec![(n - 1, 1_u32)]
        } else {
            vec![]
        }
    };
    let graph = FnGraph::new(ahead).with_predecessors(back);
    let mut search = KShortestPaths::new(Query::between(graph, 10, 11));
    assert_eq!(search.run(), Status::Found);
    let _ = search.seek_next();
    assert_eq!(search.run_for(Budget::new().expansions(100)), Status::Exhausted);
}
