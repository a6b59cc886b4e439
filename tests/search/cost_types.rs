//! Random graphs and bad costs, with the cost types that `random_graphs.rs` and `failures.rs` leave out.
//!
//! Every search is compiled anew for each type, which takes minutes. So plain `cargo test` leaves this out; `.ci/run`
//! and `cargo test --test cost_types` run it.

#[path = "../common/mod.rs"]
mod common;

#[allow(dead_code, reason = "the other target uses more of it")]
mod checks;
#[allow(dead_code, reason = "the other target uses more of it")]
mod corpus;
#[allow(dead_code, reason = "the other target uses more of it")]
mod optimal_paths;

use astride::SearchError;
use astride::search::Origin;
use checks::{
    check_all, check_deepening, check_deepening_underway, check_edge, check_estimate, check_one_to_all, check_underway,
    invalid_estimate,
};
use common::algorithm::{ALL, DEEPENING};
use common::plan::{Guess, plans};
use common::rough::Rough;
use common::world::Index;
use optimal_paths::Truth;
use proptest::prelude::*;

#[test]
fn bad_edges() {
    let origin = Origin::Successor(2);
    let negative = |cost: &str| SearchError::NegativeCost {
        cost: cost.into(),
        origin,
    };
    check_edge(0, i16::MIN, negative("-32768"));
    check_edge(1_i32, -1, negative("-1"));
    check_edge(f32::MAX, f32::MIN, negative("-3.4028235e38"));
    let invalid = SearchError::InvalidCost {
        cost: "NaN".into(),
        origin,
    };
    check_edge(1.0, f32::NAN, invalid);
    let overflow = SearchError::CostOverflow {
        cost: "1".into(),
        edge: "18446744073709551614".into(),
        origin,
    };
    check_edge(1, u64::MAX - 1, overflow);
    check_edge(1, u64::MAX - 2, None);
    check_edge(1, i64::MAX, None);
    let overflow = SearchError::CostOverflow {
        cost: "200".into(),
        edge: "55".into(),
        origin,
    };
    check_edge(200_u8, 55, overflow);
    check_edge(200_u8, 54, None);
}

#[test]
fn bad_estimates() {
    for algorithm in ALL.into_iter().chain(DEEPENING) {
        check_estimate(algorithm, -1_i32, invalid_estimate(algorithm, "-1"));
        check_estimate(algorithm, i32::MIN, invalid_estimate(algorithm, "-2147483648"));
        check_estimate(algorithm, u8::MAX, |_| None);
    }
}

#[test]
fn graphs_of_the_corpus() {
    corpus::check_graphs::<u16>();
    corpus::check_graphs::<i64>();
    corpus::check_graphs::<f32>();
}

proptest! {
    #![proptest_config(crate::common::effort::cases(300))]

    #[test]
    fn deepening(small in plans(7, 9), sparse in plans(5, 200)) {
        check_deepening::<i16>(&small, Index::Never);
        check_deepening::<u16>(&sparse, Index::Never);
        check_deepening::<f32>(&sparse, Index::Never);
    }

    #[test]
    fn sums_that_are_rounded(small in plans(6, 9), plan in plans(24, 60)) {
        check_deepening::<Rough>(&small, Index::Never);
        check_all::<Rough>(&plan);
        check_one_to_all::<Rough>(&plan, Index::SometimesWithNodes);
        for guess in [Guess::Zero, Guess::Admissible, Guess::Wild] {
            check_deepening_underway::<Rough>(&small, guess);
            check_underway::<Rough>(&small, guess, Index::Sometimes);
        }
    }

    #[test]
    fn costs_of_one_byte(plan in plans(8, 5)) {
        check_all::<u8>(&plan);
        check_one_to_all::<u8>(&plan, Index::SometimesWithNodes);
    }

    #[test]
    fn all_cheapest_paths(plan in plans(8, 60)) {
        let truth = Truth::new(&plan);
        optimal_paths::check::<u16>(&plan, &truth, Index::Never);
        optimal_paths::check::<u64>(&plan, &truth, Index::Never);
        optimal_paths::check::<i32>(&plan, &truth, Index::Never);
    }

    #[test]
    fn costs_that_leave_the_buckets(plan in plans(24, 20_000_000)) {
        check_all::<i32>(&plan);
    }

    #[test]
    fn costs_of_two_bytes(plan in plans(12, 200)) {
        check_all::<u16>(&plan);
        check_all::<i16>(&plan);
        check_all::<f32>(&plan);
    }

    #[test]
    fn large_sparse_costs(plan in plans(24, 1_000_000_000)) {
        check_all::<u64>(&plan);
        check_all::<i64>(&plan);
    }

    #[test]
    fn small_costs_on_larger_graphs(plan in plans(60, 9)) {
        check_all::<u128>(&plan);
        check_all::<usize>(&plan);
    }
}
