//! Budgets of expansions are exact, and another thread can stop any search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use astride::engine::{CostOf, Engine, NodeOf};
use astride::npuzzle::{Board, Puzzle};
use astride::search::Search;
use astride::{Budget, Event, Graph, Heuristic, IdaStar, Observer, Problem, Status};
use astride_grid::AnyAngle;

use crate::common::algorithm::{Algorithm, with_search};
use crate::every;

/// The infinite line 0, 1, 2 and so on.
struct Endless;

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

fn without_depth_limit() -> impl Iterator<Item = Algorithm> {
    every().filter(|algorithm| algorithm.depth_limit().is_none())
}

#[cfg(feature = "rayon")]
fn on_several_threads() -> astride::search::ParallelIdaStar<Endless> {
    astride::search::ParallelIdaStar::new(Endless).with_cycle_check()
}

fn check_stop<E: Engine<Problem = Endless>>(search: Search<E>) {
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

#[test]
fn another_thread_stops_a_search_that_goes_on_afterwards() {
    for algorithm in without_depth_limit() {
        with_search!(algorithm, Endless, search => check_stop(search));
    }
    #[cfg(feature = "rayon")]
    check_stop(on_several_threads());
}

/// Checks that every budget is used up to the last expansion, and that a step makes at most `most` expansions.
fn check_budgets<E: Engine, W: Observer<NodeOf<E>, CostOf<E>>>(mut search: Search<E, W>, most: u64) {
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

#[test]
fn budgets_of_expansions_are_exact() {
    for algorithm in without_depth_limit() {
        with_search!(algorithm, Endless, search => check_budgets(search, 3_000));
    }
    #[cfg(feature = "rayon")]
    check_budgets(on_several_threads(), 3_000);
    // Puzzles have a faster method for searching whole subtrees.
    let goal = Board::blank_first("4".parse().unwrap());
    for seed in 0..crate::common::effort::share(5).into() {
        let puzzle = Puzzle::new(&Board::random_walk(&goal, 60, seed), &goal).unwrap();
        check_budgets(IdaStar::new(&puzzle), u64::MAX);
        check_budgets(IdaStar::new(&puzzle).on_event(|_| ()), u64::MAX);
        let mut whole = IdaStar::new(&puzzle);
        let (mut stepped, mut sliced) = (IdaStar::new(&puzzle), IdaStar::new(&puzzle));
        assert_eq!(whole.run(), Status::Found);
        while stepped.step().is_running() {}
        while sliced.run_for(Budget::new().expansions(77)).is_running() {}
        let mut until_flag = IdaStar::new(&puzzle);
        let _ = until_flag.run_until(&AtomicBool::new(false));
        for other in [stepped, sliced, until_flag] {
            assert_eq!((other.path(), other.iterations()), (whole.path(), whole.iterations()));
        }
        #[cfg(feature = "rayon")]
        check_budgets(astride::search::ParallelIdaStar::new(&puzzle), u64::MAX);
    }
}
