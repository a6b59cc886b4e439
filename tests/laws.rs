//! The laws that all searches obey.

mod common;

use astride::search::Search;
use astride::{AStar, BidirectionalAStar, Dijkstra, IdaStar, LpaStar, WeightedAStar};
use astride_laws::{Laws, Promise, Stored};
use common::effort::{progress, share};
use common::evaluations::{FirstIn, LeastEstimate, Queue};

macro_rules! tests {
    ($($name:ident($laws:expr, $side:literal) $make:expr;)*) => {$(
        #[test]
        #[allow(non_snake_case, reason = "the name of the search")]
        fn $name() {
            let laws = $laws.with_seeds(0..share(256).into());
            laws.check(|world| {
                progress("searches that obey the laws");
                ($make)(world)
            });
            laws.check_clone($make);
        }
    )*};
}

astride_laws::searches!(tests);

#[test]
fn searches_with_evaluations_of_ones_own() {
    let laws = Laws::new(Promise::Cheapest)
        .with_stored(Stored::Parents)
        .with_seeds(0..share(256).into());
    laws.check(|world| Search::with_evaluation(world, LeastEstimate));
    laws.check(|world| Search::with_evaluation(world, FirstIn));
    let laws = laws.promising(Promise::SomePath);
    laws.check(|world| Search::with_evaluation(world, Queue));
}

/// The open list depends on the cost type.
#[test]
fn searches_with_floats() {
    let laws = Laws::new(Promise::Cheapest).with_seeds(0..share(256).into());
    let table = laws.clone().with_stored(Stored::Parents);
    table.check_with_costs::<f64, _>(AStar::new);
    table.check_with_costs::<f64, _>(Dijkstra::new);
    table
        .clone()
        .promising(Promise::Within(1.5))
        .check_with_costs::<f64, _>(|world| WeightedAStar::new(world, 1.5).unwrap());
    let one_goal = table.with_one_goal().with_consistent_estimates();
    one_goal.check_with_costs::<f64, _>(BidirectionalAStar::new);
    one_goal.with_excess(1 << 12).check_with_costs::<f64, _>(LpaStar::new);
    laws.with_nodes(6)
        .check_with_costs::<f64, _>(|world| IdaStar::new(world).with_cycle_check());
}
