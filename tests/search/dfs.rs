//! Depth-first search: true costs, and an endless number of starts.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};

use astride::{Dfs, FnGraph, Query, Status};

/// 3 is reached again by a shorter path, from which 4 is too far: a path to 4 has the cost of its nodes, or there is no
/// path.
#[test]
fn a_path_never_costs_something_else_than_its_nodes() {
    let edges = [(0, 1, 1), (0, 3, 200), (1, 2, 1), (2, 3, 1), (3, 4, 100)];
    let graph = FnGraph::new(|node: &usize| {
        let from = *node;
        edges
            .into_iter()
            .filter(move |edge| edge.0 == from)
            .map(|edge| (edge.1, edge.2))
    });
    let mut search = Dfs::new(Query::to_all(graph, 0)).with_depth_limit(4);
    let mut is_running = true;
    while is_running {
        is_running = search.step().is_running();
        let current = search.current().and_then(|node| search.path_to(&node));
        assert_eq!(search.best_effort_path(), current);
        for path in (0..5).filter_map(|node| search.path_to(&node)) {
            let edge = |pair: &[usize]| edges.iter().find(|edge| [edge.0, edge.1] == *pair).unwrap().2;
            let sum: u32 = path.nodes.windows(2).map(|pair| u32::from(edge(pair))).sum();
            assert_eq!(u32::from(path.cost), sum, "{path:?}");
        }
    }
    assert_eq!(search.status(), Status::Found);
    assert_eq!((search.cost_to(&3), search.path_to(&4)), (Some(200_u8), None));
}

static HASHED: AtomicUsize = AtomicUsize::new(0);

#[derive(Clone, PartialEq, Eq)]
struct Counted(u32);

impl Hash for Counted {
    fn hash<H: Hasher>(&self, state: &mut H) {
        HASHED.fetch_add(1, Ordering::Relaxed);
        self.0.hash(state);
    }
}

/// So many starts that quadratic time would be noticed.
#[test]
fn very_many_starts() {
    const STARTS: u32 = 100_000;
    let graph = FnGraph::new(|_: &Counted| [(Counted(STARTS), 1_u32)]);
    let mut order = 0;
    let mut search = Dfs::new(Query::to_all(graph, Counted(0)));
    for start in 1..STARTS {
        search.add_start(Counted(start), 0);
    }
    assert!(HASHED.load(Ordering::Relaxed) <= STARTS as usize);
    assert_eq!(search.stats().open, STARTS as usize);
    while search.step().is_running() {
        let current = search.current().unwrap().0;
        if current != STARTS {
            assert_eq!(current, order);
            order += 1;
        }
    }
    assert_eq!((search.status(), order), (Status::Found, STARTS));
}
