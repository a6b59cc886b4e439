//! Random graphs against textbook algorithms, with one type of integers and one of floats. `cost_types.rs` takes the
//! others.

use proptest::prelude::*;

use crate::checks::{check_all, check_deepening, check_deepening_underway, check_one_to_all, check_underway};
use crate::common::plan::{Guess, plans};
use crate::common::world::{INDEXES, Index};

proptest! {
    #![proptest_config(crate::common::effort::cases(300))]

    #[test]
    fn deepening(small in plans(7, 9)) {
        for index in INDEXES {
            check_deepening::<u32>(&small, index);
        }
        check_deepening::<f64>(&small, Index::Never);
    }

    #[test]
    fn deepening_underway(plan in plans(6, 9)) {
        for guess in [Guess::Zero, Guess::Admissible, Guess::Wild] {
            check_deepening_underway::<u32>(&plan, guess);
            check_deepening_underway::<f64>(&plan, guess);
        }
    }

    #[test]
    fn costs_that_leave_the_buckets(plan in plans(24, 20_000_000)) {
        check_all::<u32>(&plan);
    }

    #[test]
    fn large_sparse_costs(plan in plans(24, 1_000_000_000)) {
        check_all::<f64>(&plan);
    }

    #[test]
    fn small_costs_on_larger_graphs(plan in plans(60, 9)) {
        check_all::<u32>(&plan);
    }

    #[test]
    fn one_to_all(plan in plans(16, 1_000_000)) {
        for index in INDEXES {
            check_one_to_all::<u32>(&plan, index);
            check_one_to_all::<f64>(&plan, index);
        }
    }

    #[test]
    fn paths_underway(plan in plans(12, 50_000)) {
        for guess in [Guess::Zero, Guess::Admissible, Guess::Wild] {
            check_underway::<u32>(&plan, guess, Index::Sometimes);
            check_underway::<f64>(&plan, guess, Index::SometimesWithNodes);
        }
    }
}
