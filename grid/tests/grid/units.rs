//! Units of several sizes and on several terrains, against maps on which walls are widened by hand.

use astride_grid::{Clearance, GridError, GridMap, GridWorld, Movement, Point};
use proptest::prelude::*;

use crate::rows::Rows;

fn random_rows(most: u8) -> impl Strategy<Value = Rows> {
    (1..10_usize, 1..10_usize).prop_flat_map(move |(width, height)| {
        let cell = prop_oneof![1 => Just(0), 5 => Just(1), 2 => 1..=most];
        prop::collection::vec(cell, width * height).prop_map(move |cells| Rows::new(width, cells))
    })
}

/// Cells and their new costs; some are off the map.
fn changes(most: u8) -> impl Strategy<Value = Vec<(Point, u8)>> {
    let change = (0..10_u16, 0..10_u16, prop_oneof![Just(0), Just(1), 0..=most]);
    let change = change.prop_map(|(x, y, cost)| (Point::new(x, y), cost));
    prop::collection::vec(change, 0..20)
}

/// The costs of the cells of a square, those off the map included.
fn square(rows: &Rows, point: Point, side: u8) -> impl Iterator<Item = u8> {
    let (x, y, side) = (i32::from(point.x), i32::from(point.y), i32::from(side));
    (y..y + side).flat_map(move |y| (x..x + side).map(move |x| rows.cost(x, y)))
}

fn clearance_at(rows: &Rows, point: Point, largest: u8) -> u8 {
    let fits = |side: &u8| square(rows, point, *side).all(|cost| cost > 0);
    (1..=largest).take_while(fits).last().unwrap_or(0)
}

proptest! {
    #[test]
    fn clearance_is_the_largest_square_after_any_changes(
        rows in random_rows(3), largest in prop_oneof![1..6_u8, Just(255)], changes in changes(3),
    ) {
        let mut map = rows.map();
        let mut clearance = Clearance::new(&map, largest).unwrap();
        let mut world = GridWorld::<GridMap>::new(map.clone(), Movement::Eight).unwrap();
        world.keep_clearance(largest).unwrap();
        for change in [None].into_iter().chain(changes.into_iter().map(Some)) {
            if let Some((point, cost)) = change {
                let is_inside = map.contains(point);
                prop_assert_eq!(clearance.set_cost(&mut map, point, cost).is_ok(), is_inside);
                prop_assert_eq!(world.set_cost(point, cost).is_ok(), is_inside);
            }
            let rows = Rows::of(&map);
            prop_assert!(clearance.is_current(&map) && world.clearance().unwrap().is_current(world.map()));
            for (x, y) in (0..12).flat_map(|y| (0..12).map(move |x| (x, y))) {
                let point = Point::new(x, y);
                let expected = clearance_at(&rows, point, largest);
                prop_assert_eq!(clearance.at(point), expected, "{} of\n{}", point, map);
                prop_assert_eq!(world.clearance().unwrap().at(point), expected);
            }
        }
    }
}

#[test]
fn clearances_of_other_walls_are_stale() {
    let mut map = GridMap::new(5, 5).unwrap();
    let mut clearance = Clearance::new(&map, 9).unwrap();
    assert_eq!((clearance.at(Point::new(0, 0)), clearance.largest()), (5, 9));
    map.set_cost(Point::new(2, 2), 7).unwrap();
    assert!(clearance.is_current(&map), "terrain is no wall");
    map.set_wall(Point::new(2, 2)).unwrap();
    assert!(!clearance.is_current(&map));
    let before = map.clone();
    let refused = clearance.set_cost(&mut map, Point::new(0, 0), 0);
    assert_eq!((refused, &map), (Err(GridError::Stale), &before));
    let smaller: GridMap = "..\n..\n".parse().unwrap();
    clearance.rebuild(&smaller).unwrap();
    let found = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2)].map(|point| clearance.at(point.into()));
    assert_eq!(found, [2, 1, 1, 1, 0, 0]);
    assert_eq!(Clearance::new(&map, 0).unwrap_err(), GridError::NoSize);
    let mut world = GridWorld::<GridMap>::new(map, Movement::Four).unwrap();
    assert!(world.clearance().is_none());
    assert_eq!(world.keep_clearance(0), Err(GridError::NoSize));
}
