//! Budgets of expansions are exact, and another thread can stop any search.

use std::sync::atomic::AtomicBool;

use astride::npuzzle::{Board, Puzzle};
use astride::{Budget, IdaStar, Status};

use crate::common::algorithm::{Algorithm, with_search};
use crate::common::any_search::{Endless, check_budgets, check_stop};
use crate::every;

fn without_depth_limit() -> impl Iterator<Item = Algorithm> {
    every().filter(|algorithm| algorithm.depth_limit().is_none())
}

#[test]
fn another_thread_stops_a_search_that_goes_on_afterwards() {
    for algorithm in without_depth_limit() {
        with_search!(algorithm, Endless, search => check_stop(search));
    }
}

#[test]
fn budgets_of_expansions_are_exact() {
    for algorithm in without_depth_limit() {
        with_search!(algorithm, Endless, search => check_budgets(search, 3_000));
    }
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
    }
}
