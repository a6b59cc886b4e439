//! Checks of a search of any type, for tests of all searches and of one.

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use astride::engine::{CostOf, Engine, NodeOf};
use astride::search::Search;
use astride::{Budget, Event, Graph, Heuristic, Observer, Pathfinder, Problem, SearchError, Status};
use astride_grid::AnyAngle;

use super::world::World;

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

    pub(crate) fn failure(self, limit: usize) -> Status {
        Status::Failed(match self {
            Limit::Nodes => SearchError::NodeLimit { limit },
            Limit::Bytes => SearchError::MemoryLimit { limit },
        })
    }
}

/// The infinite line 0, 1, 2 and so on.
pub(crate) struct Endless;

impl Graph for Endless {
    type Node = u64;
    type Cost = u64;

    fn successors(&self, node: &u64) -> impl Iterator<Item = (u64, u64)> {
        [(node + 1, 1)].into_iter()
    }
}

impl Problem for Endless {
    fn start(&self) -> u64 {
        0
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }
}

impl Heuristic for Endless {
    fn estimate(&self, _: &u64) -> u64 {
        0
    }
}

impl AnyAngle for Endless {
    fn distance(&self, _: &u64, _: &u64) -> u64 {
        u64::MAX
    }

    fn line_of_sight(&self, _: &u64, _: &u64) -> bool {
        false
    }
}

/// Checks that another thread stops a search, which goes on afterwards.
pub(crate) fn check_stop<E: Engine<Problem = Endless>>(search: Search<E>) {
    let (has_begun, stop) = (AtomicBool::new(false), AtomicBool::new(true));
    // A start is opened before the first check of the flag, so this event alone does not guarantee an expansion.
    let mut search = search.on_event(|event| {
        if let Event::Expanded(_) = event {
            has_begun.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!((search.run_until(&stop), search.stats().expanded), (Status::Running, 0));
    for _ in 0..3 {
        let before = search.stats().expanded;
        has_begun.store(false, Ordering::Relaxed);
        stop.store(false, Ordering::Relaxed);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !has_begun.load(Ordering::Relaxed) {
                    thread::yield_now();
                }
                stop.store(true, Ordering::Relaxed);
            });
            assert_eq!(search.run_until(&stop), Status::Running);
        });
        let expanded = search.stats().expanded;
        assert!(expanded > before, "{expanded} expansions, after {before}");
        assert_eq!(search.run_for(Budget::new().expansions(10)), Status::Running);
        assert_eq!(search.stats().expanded, expanded + 10);
    }
}

/// Checks that every budget is used up to the last expansion, and that a step makes at most `most` expansions.
pub(crate) fn check_budgets<E: Engine, W: Observer<NodeOf<E>, CostOf<E>>>(mut search: Search<E, W>, most: u64) {
    for budget in 0.. {
        let before = search.stats().expanded;
        let mut status = search.run_for(Budget::new().expansions(budget));
        let made = search.stats().expanded - before;
        assert!(
            made == budget || (made < budget && !status.is_running()),
            "{made} of {budget}"
        );
        if status.is_running() {
            status = search.step();
            let made = search.stats().expanded - before - budget;
            let is_exact = made == u64::from(status.is_running());
            assert!(
                if E::STEP == 1 { is_exact } else { made <= E::STEP },
                "{made} in a step"
            );
        }
        if !status.is_running() || search.stats().expanded > most {
            break;
        }
    }
}

/// Returns a row of nodes in which iterative deepening needs a single iteration.
pub(crate) fn guided_row(nodes: usize) -> World<u32> {
    let mut world = World::row(&vec![1_u32; nodes]);
    for (node, estimate) in world.estimates.iter_mut().enumerate() {
        *estimate = u32::try_from(nodes - node).unwrap();
    }
    world
}

/// Checks that a search that has stored more than `nodes` nodes prints itself in a few words.
pub(crate) fn check_print<E: Engine + Debug>(mut search: Search<E>, nodes: usize) {
    assert_eq!(search.run(), Status::Found, "{search:?}");
    assert!(search.stats().nodes > nodes, "{search:?}");
    assert!(
        format!("{search:?}").len() < 1_000 && format!("{search:#?}").len() < 1_000,
        "{search:?}"
    );
}
