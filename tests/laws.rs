//! The laws that all searches obey.

mod common;

use astride::{AStar, BidirectionalAStar, Dijkstra, IdaStar, LpaStar, WeightedAStar};
use astride_laws::{Laws, Promise, Stored};
use common::effort::{progress, share};
use common::evaluations::all_searches;

macro_rules! tests {
    ($($name:ident: $family:ident $guidance:ident($laws:expr, $side:literal) $make:expr;)*) => {$(
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

all_searches!(tests);

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

/// The README and the table of searches in the documentation have every type.
#[test]
fn every_search_is_documented() {
    assert!(astride_laws::search_types().any(|name| name == "KShortestPaths"));
    for name in astride_laws::search_types() {
        for (page, text) in [
            ("README", include_str!("../README.md")),
            ("searches.md", include_str!("../src/search/searches.md")),
        ] {
            assert!(text.contains(&format!("`{name}`")), "{name} is not in {page}");
        }
    }
}
