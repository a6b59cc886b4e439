//! The nearest goals, one after another: in slices, and within a cost limit.

use astride::{Budget, NearestGoals, Status, Stepper};
use proptest::prelude::*;

use crate::common::plan::{Guess, plans};
use crate::common::world::{INDEXES, World};

proptest! {
    #![proptest_config(crate::common::effort::cases(500))]

    /// The result does not depend on the way of driving.
    #[test]
    fn nearest_goals_in_slices_are_the_same(plan in plans(9, 30), slice in 1_u64..5, place in 0..INDEXES.len()) {
        let world = World::<u32>::new(&plan, Guess::Zero, INDEXES[place]);
        let expected: Vec<_> = NearestGoals::new(&world).map(Result::unwrap).collect();
        let mut goals = NearestGoals::new(&world);
        for path in &expected {
            let mut expanded = goals.stats().expanded;
            while goals.run_for(Budget::new().expansions(slice)) == Status::Running {
                prop_assert_eq!(goals.stats().expanded - expanded, slice);
                expanded += slice;
            }
            prop_assert_eq!((goals.step(), goals.status()), (Status::Found, Status::Found), "still there");
            prop_assert_eq!(goals.next(), Some(Ok(path.clone())));
        }
        prop_assert_eq!((goals.run(), goals.next()), (Status::Exhausted, None));
    }

    /// A cost limit leaves out the goals beyond it, also after a reset.
    #[test]
    fn nearest_goals_within_a_cost_limit(plan in plans(9, 30), limit in 0_u32..60, place in 0..INDEXES.len()) {
        let world = World::<u32>::new(&plan, Guess::Zero, INDEXES[place]);
        let mut expected: Vec<_> = NearestGoals::new(&world).map(Result::unwrap).collect();
        expected.retain(|path| path.cost <= limit);
        let mut goals = NearestGoals::new(&world).with_cost_limit(limit);
        for _ in 0..2 {
            let found: Vec<_> = goals.by_ref().map(Result::unwrap).collect();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(goals.status(), Status::Exhausted);
            goals.reset(&world);
        }
    }
}
