//! Depth-first search: true costs, and an endless number of starts. The `Debug` text of every search is short.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};

use astride::search::{Engine, Search};
use astride::{Dfs, FnGraph, Query, Status};

use crate::common::algorithm::{Algorithm, with_search};
use crate::common::world::World;
use crate::every;

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

fn check_print<E: Engine + Debug>(mut search: Search<E>, nodes: usize) {
    assert_eq!(search.run(), Status::Found, "{search:?}");
    assert!(search.stats().nodes > nodes, "{search:?}");
    assert!(
        format!("{search:?}").len() < 1_000 && format!("{search:#?}").len() < 1_000,
        "{search:?}"
    );
}

#[test]
fn a_search_prints_itself_in_a_few_words() {
    let row = |nodes: usize| {
        let mut world = World::row(&vec![1_u32; nodes]);
        // A single iteration.
        for (node, estimate) in world.estimates.iter_mut().enumerate() {
            *estimate = u32::try_from(nodes - node).unwrap();
        }
        world
    };
    for algorithm in every().filter(|algorithm| *algorithm != Algorithm::IdDfsChecked) {
        let nodes = match algorithm.depth_limit() {
            Some(3) => continue,
            Some(limit) => limit as usize,
            None => 10_000,
        };
        with_search!(algorithm, row(nodes), search => check_print(search, nodes));
    }
    #[cfg(feature = "rayon")]
    check_print(
        astride::search::ParallelIdaStar::new(row(10_000)).with_cycle_check(),
        10_000,
    );
}
