//! Algorithms of one's own, written outside the crate on the parts of the module `engine`: beam search and fringe search
//! obey the laws of all searches.

#[path = "../../examples/beam_search/beam.rs"]
mod beam;
#[path = "../common/effort.rs"]
mod effort;
mod fringe_search;

use astride::AStar;
use astride_grid::{GridMap, GridProblem, Movement, Point};
use astride_laws::{Laws, Promise, Stored};
use beam::Beam;
use fringe_search::FringeSearch;
use proptest::prelude::*;

fn laws(promise: Promise) -> Laws {
    Laws::new(promise).with_seeds(0..effort::share(256).into())
}

#[test]
fn beam_search_obeys_the_laws() {
    for width in [1, 2, 5] {
        laws(Promise::MayMiss).check(|world| Beam::search(world, width));
    }
    // A beam that leaves out no node misses no path.
    laws(Promise::SomePath).check(|world| Beam::search(world, usize::MAX));
}

#[test]
fn fringe_search_obeys_the_laws() {
    let laws = laws(Promise::Cheapest).with_stored(Stored::Parents);
    laws.check(FringeSearch::new);
    laws.check_clone(FringeSearch::new);
}

proptest! {
    #[test]
    fn fringe_search_finds_a_cheapest_path(
        walls in prop::collection::vec(prop::bool::weighted(0.3), 12 * 9),
        ends in (0..12_u16, 0..9_u16, 0..12_u16, 0..9_u16),
        movement in prop::sample::select(&[Movement::Four, Movement::Eight][..]),
    ) {
        let mut map = GridMap::new(12, 9).unwrap();
        for (place, is_wall) in (0_u16..).zip(&walls) {
            if *is_wall {
                map.set_wall(Point::new(place % 12, place / 12)).unwrap();
            }
        }
        let (start, goal) = (Point::new(ends.0, ends.1), Point::new(ends.2, ends.3));
        let Ok(problem) = GridProblem::new(&map, start, goal, movement) else {
            return Ok(());
        };
        let (mut one, mut other) = (AStar::new(&problem), FringeSearch::new(&problem));
        prop_assert_eq!(one.run(), other.run());
        prop_assert_eq!(one.path().map(|path| path.cost), other.path().map(|path| path.cost));
    }
}
