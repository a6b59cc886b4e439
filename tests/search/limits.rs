//! A limit that is hit ends a search. With a sufficient limit, it ends as it would without one.

use std::time::Duration;

use astride::open::TieBreaking;
use astride::{Path, Pathfinder, SearchError, Stats, Status};
use proptest::prelude::*;

use crate::add_starts;
use crate::common::algorithm::{ALL, Algorithm, DEEPENING, Lent};
use crate::common::log::Log;
use crate::common::memory::{check_memory_limit, wide_plans};
use crate::common::plan::{Guess, Plan, plans};
use crate::common::world::{INDEXES, Index, Units, World};

#[derive(Clone, Copy)]
pub(crate) enum Limit {
    Nodes,
    Bytes,
}

impl Limit {
    pub(crate) fn set(self, search: &mut (impl Pathfinder + ?Sized), limit: usize) {
        match self {
            Limit::Nodes => search.set_node_limit(limit),
            Limit::Bytes => search.set_memory_limit(limit),
        }
    }

    fn set_other(self, search: Lent<'_, u32>, limit: usize) {
        match self {
            Limit::Nodes => search.set_memory_limit(limit),
            Limit::Bytes => search.set_node_limit(limit),
        }
    }

    pub(crate) fn failure(self, limit: usize) -> Status {
        Status::Failed(match self {
            Limit::Nodes => SearchError::NodeLimit { limit },
            Limit::Bytes => SearchError::MemoryLimit { limit },
        })
    }
}

type Ended = (
    Status,
    Option<Path<usize, u32>>,
    Stats,
    Vec<(usize, u32, Option<usize>, bool)>,
);

fn ended(search: &dyn Pathfinder<Node = usize, Cost = u32>) -> Ended {
    let nodes = search.open_nodes().chain(search.closed_nodes());
    let mut nodes: Vec<_> = nodes
        .map(|node| (node.node, node.g, node.parent, node.is_open))
        .collect();
    nodes.sort_unstable();
    let mut stats = search.stats();
    (stats.bytes, stats.elapsed) = (0, Duration::ZERO);
    (search.status(), search.path(), stats, nodes)
}

fn check(algorithm: Algorithm, plan: &Plan, index: Index, has_more_starts: bool) {
    let new = || {
        let mut search = algorithm.search(World::<u32>::new(plan, Guess::Admissible, index), &Log::default());
        if has_more_starts {
            add_starts(search.as_mut(), plan);
        }
        search
    };
    let mut whole = new();
    assert_ne!(whole.run(), Status::Running);
    for (kind, step) in [(Limit::Nodes, 1), (Limit::Bytes, 8)] {
        let mut search = new();
        let mut last = None;
        for limit in (0..).step_by(step) {
            kind.set(search.as_mut(), limit);
            search.restart();
            if has_more_starts {
                add_starts(search.as_mut(), plan);
            }
            let status = search.run();
            if status != kind.failure(limit) {
                break;
            }
            assert_eq!(search.stats().open, search.open_nodes().count(), "{algorithm:?}");
            // A search that has ended stays ended, regardless of new limits.
            kind.set(search.as_mut(), usize::MAX);
            kind.set_other(search.as_mut(), usize::MAX);
            assert_eq!(search.status(), status);
            assert_eq!((search.run(), search.step()), (status.clone(), status));
            assert!(search.next_node().is_none() && search.path().is_none());
            last = Some(limit);
        }
        assert_eq!(ended(search.as_ref()), ended(whole.as_ref()), "{algorithm:?} {last:?}");
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(100))]

    #[test]
    fn a_limit_ends_a_search_until_it_is_restarted(plan in plans(9, 30), small in plans(6, 9), index in 0..3_usize) {
        for has_more_starts in [false, true] {
            let index = crate::common::world::INDEXES[index];
            for algorithm in ALL {
                check(algorithm, &plan, index, has_more_starts);
            }
            for algorithm in DEEPENING {
                check(algorithm, &small, index, has_more_starts);
            }
        }
    }
}

proptest! {
    #[test]
    fn a_limit_that_is_lowered_on_the_way_forgets_no_node(plan in plans(9, 30), index in 0..3_usize, steps in 0..9) {
        let index = crate::common::world::INDEXES[index];
        for algorithm in [Algorithm::AStar(TieBreaking::LastIn), Algorithm::Dijkstra] {
            let world = World::<u32>::new(&plan, Guess::Admissible, index);
            let mut search = algorithm.search(world, &Log::default());
            for _ in 0..steps {
                let _ = search.step();
            }
            let stored = search.stats().nodes;
            search.set_node_limit(1);
            prop_assert_ne!(search.run(), Status::Running);
            prop_assert!(search.stats().nodes >= stored);
            prop_assert_eq!(search.open_nodes().count() + search.closed_nodes().count(), search.stats().nodes);
        }
    }
}

fn keeps_memory_limit<C: Units>(algorithm: Algorithm, plan: &Plan, guess: Guess, index: Index, parts: usize) {
    let new = || algorithm.search(World::<C>::new(plan, guess, index), &Log::default());
    let mut whole = new();
    add_starts(whole.as_mut(), plan);
    assert_ne!(whole.run(), Status::Running);
    let mut search = new();
    let status = check_memory_limit(search.as_mut(), |search| add_starts(search, plan), parts, 0);
    assert_eq!(status, whole.status(), "{algorithm:?}");
    let costs = [search, whole].map(|search| search.path().map(|path| path.cost));
    assert_eq!(costs[0], costs[1], "{algorithm:?}");
}

proptest! {
    #![proptest_config(crate::common::effort::cases(100))]

    #[test]
    fn no_search_takes_more_memory_than_its_limit(
        plan in wide_plans(200),
        index in 0..INDEXES.len(),
        is_wild: bool,
        are_floats: bool,
        parts in 2..20_usize,
    ) {
        let guess = if is_wild { Guess::Wild } else { Guess::Consistent(3) };
        for algorithm in ALL {
            if are_floats {
                keeps_memory_limit::<f64>(algorithm, &plan, guess, INDEXES[index], parts);
            } else {
                keeps_memory_limit::<u32>(algorithm, &plan, guess, INDEXES[index], parts);
            }
        }
    }
}

/// A limit may be set below the memory already allocated. (Iterative deepening checks it when a branch grows.)
#[test]
fn no_node_is_expanded_while_more_memory_is_in_use_than_the_limit_allows() {
    for algorithm in ALL {
        let mut search = algorithm.search(World::row(&[1_u32; 9]), &Log::default());
        assert!(search.step().is_running());
        let before = search.stats();
        let limit = before.bytes - 1;
        search.set_memory_limit(limit);
        assert_eq!(search.step(), Limit::Bytes.failure(limit), "{algorithm:?}");
        assert_eq!(search.stats().expanded, before.expanded);
        search.set_memory_limit(usize::MAX);
        search.restart();
        assert_ne!(search.run(), Limit::Bytes.failure(limit));
    }
}

#[test]
fn a_limit_may_change_until_it_is_reached() {
    for algorithm in ALL {
        let make = || algorithm.search(World::row(&[1_u32; 9]), &Log::default());
        let mut search = make();
        search.set_node_limit(4);
        assert!(search.step().is_running(), "{algorithm:?}");
        search.set_node_limit(usize::MAX);
        search.set_memory_limit(1);
        search.set_memory_limit(usize::MAX);
        assert_eq!(search.run(), make().run(), "{algorithm:?}");
    }
}

/// On several threads, only the length stays the same.
#[cfg(feature = "rayon")]
#[test]
fn a_limit_ends_a_search_on_several_threads() {
    use astride::npuzzle::{Board, Puzzle};
    let goal = Board::blank_first("4".parse().unwrap());
    for seed in 0..8 {
        let puzzle = Puzzle::new(&Board::random_walk(&goal, 40 + seed, seed), &goal).unwrap();
        let mut whole = astride::IdaStar::new(&puzzle);
        assert_eq!(whole.run(), Status::Found);
        for (kind, step) in [(Limit::Nodes, 1), (Limit::Bytes, 512)] {
            let mut search = astride::search::ParallelIdaStar::new(&puzzle);
            for limit in (0..).step_by(step) {
                kind.set(&mut search, limit);
                search.restart();
                if search.run() != kind.failure(limit) {
                    break;
                }
            }
            let cost = search.path().map(|path| path.cost);
            assert_eq!(cost, whole.path().map(|path| path.cost), "{:?}", search.status());
            let last = search.iterations().len() - 1;
            assert_eq!(search.iterations()[..last], whole.iterations()[..last]);
        }
    }
}
