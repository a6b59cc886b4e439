//! Known graphs and invalid costs, with the cost types that `corpus.rs` and `failures.rs` omit.
//!
//! Every search is compiled again for each type, which takes long. Therefore, plain `cargo test` omits this test;
//! `.ci/run` and `cargo test --test cost_types` run it.

#[path = "../common/mod.rs"]
mod common;

#[allow(dead_code, reason = "the other target uses more of it")]
mod checks;
#[allow(dead_code, reason = "the other target uses more of it")]
mod corpus;

use astride::SearchError;
use astride::search::Origin;
use checks::{check_edge, check_estimate, check_one_to_all, invalid_estimate};
use common::algorithm::{ALL, DEEPENING};
use common::plan::plans;
use common::rough::Rough;
use common::world::Index;
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
    fn one_to_all(plan in plans(12, 60), small in plans(8, 5)) {
        check_one_to_all::<Rough>(&plan, Index::SometimesWithNodes);
        check_one_to_all::<u8>(&small, Index::SometimesWithNodes);
    }
}
