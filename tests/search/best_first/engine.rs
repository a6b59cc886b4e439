//! Custom evaluations: orders of expansion of one's own.

use astride::search::Search;
use astride::{Query, Status};
use proptest::prelude::*;

use crate::common::evaluations::{FirstIn, LeastEstimate, Queue};
use crate::common::plan::{ADMISSIBLE, Guess, Plan, alone, plans};
use crate::common::world::{INDEXES, Units, World};

fn check_own<C: Units>(plan: &Plan) {
    let far = plan.far_from_starts();
    let optimum = plan.nearest_goal(&far).map(C::units);
    for guess in ADMISSIBLE {
        let world = World::<C>::new(plan, guess, INDEXES[plan.nodes % 3]);
        let mut least_estimate = Search::with_evaluation(&world, LeastEstimate);
        let mut first_in = Search::with_evaluation(&world, FirstIn);
        let end = if optimum.is_some() {
            Status::Found
        } else {
            Status::Exhausted
        };
        assert_eq!([least_estimate.run(), first_in.run()], [end.clone(), end]);
        assert_eq!(least_estimate.path().map(|path| path.cost), optimum);
        assert_eq!(first_in.path().map(|path| path.cost), optimum);
    }
    // First in, first out, until nothing gets cheaper, gives all least costs, as in the Bellman-Ford algorithm.
    let world = World::<C>::new(plan, Guess::Zero, INDEXES[plan.nodes % 3]);
    let mut queue = Search::with_evaluation(Query::to_all(&world, plan.start), Queue);
    assert_eq!(queue.run(), Status::Found);
    for (node, far) in far.iter().enumerate() {
        assert_eq!(queue.cost_to(&node), far.map(C::units));
    }
}

proptest! {
    #![proptest_config(crate::common::effort::cases(100))]

    #[test]
    fn orders_of_ones_own(plan in plans(20, 400).prop_map(alone)) {
        check_own::<u32>(&plan);
        check_own::<f64>(&plan);
    }
}
