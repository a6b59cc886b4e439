//! Searches from one node to all on random graphs, with one integer type and one float type. `cost_types.rs` tests the
//! other types, and `tools/differential/` every search on random graphs.

use proptest::prelude::*;

use crate::checks::check_one_to_all;
use crate::common::plan::plans;
use crate::common::world::INDEXES;

proptest! {
    #![proptest_config(crate::common::effort::cases(300))]

    #[test]
    fn one_to_all(plan in plans(16, 1_000_000)) {
        for index in INDEXES {
            check_one_to_all::<u32>(&plan, index);
            check_one_to_all::<f64>(&plan, index);
        }
    }
}
