//! The cells that a unit can reach with its movement points.

use astride_grid::{End, GridCost, GridError, GridMap, Movement, Point, Reach};
use proptest::prelude::*;

use crate::rows::Rows;

/// Checks that the result has exactly the cells that cost at most `limit`, each with its cost and a legal path of that
/// cost.
fn check(reach: &Reach, rows: &Rows, start: Point, movement: Movement, limit: u64) -> Result<(), TestCaseError> {
    let expected = rows.costs_from(start, movement);
    let cells: Vec<(Point, f64)> = reach.cells().collect();
    prop_assert!(cells.is_sorted_by(|one, other| one.0 < other.0), "row by row");
    let within = expected.iter().filter(|(_, cost)| **cost <= limit);
    let within: Vec<(Point, f64)> = within.map(|(point, cost)| (*point, cost.in_cells(movement))).collect();
    prop_assert_eq!(&cells, &within);
    for (x, y) in (0..12).flat_map(|y| (0..12).map(move |x| (x, y))) {
        let point = Point::new(x, y);
        let cost = within.iter().find(|(cell, _)| *cell == point).map(|(_, cost)| *cost);
        prop_assert_eq!(reach.cost(point), cost);
        let path = reach.path_to(point);
        prop_assert_eq!(path.as_ref().map(|path| path.cost), cost);
        let Some(path) = path else { continue };
        prop_assert_eq!((path.nodes[0], path.nodes.last()), (start, Some(&point)));
        let steps = path.nodes.windows(2).map(|pair| rows.step(pair[0], pair[1], movement));
        prop_assert_eq!(steps.sum::<Option<u64>>(), expected.get(&point).copied());
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_unit_reaches_what_its_points_pay_for(
        cells in prop::collection::vec(prop_oneof![1 => Just(0), 4 => Just(1), 2 => 1..4_u8], 12..100),
        width in 1..12_usize, movement in prop::sample::select(Movement::ALL.to_vec()),
        starts: [prop::sample::Index; 2], points in 0..9_u32, exact: prop::sample::Index,
    ) {
        let height = cells.len() / width;
        let rows = Rows::new(width, cells[..width * height].to_vec());
        let (map, free) = (rows.map(), rows.free_points());
        prop_assume!(!free.is_empty());
        let [start, other] = starts.map(|start| free[start.index(free.len())]);
        let unit = u64::from(u32::straight(movement));
        let mut reach = map.reach(start, movement, points).unwrap();
        prop_assert_eq!((reach.start(), reach.points(), reach.movement()), (start, f64::from(points), movement));
        check(&reach, &rows, start, movement, u64::from(points) * unit)?;

        // As many points as a cell costs, a little fewer, and as many as are left after a first move.
        let costs: Vec<u64> = rows.costs_from(other, movement).into_values().collect();
        let cost = costs[exact.index(costs.len())];
        reach.reset(&map, other, cost.in_cells(movement)).unwrap();
        check(&reach, &rows, other, movement, cost)?;
        if cost > 0 {
            reach.reset(&map, other, cost.in_cells(movement) - 1e-4).unwrap();
            check(&reach, &rows, other, movement, cost - 1)?;
        }
        let left = f64::from(points) - cost.in_cells(movement);
        if left >= 0.0 {
            reach.reset(&map, start, left).unwrap();
            check(&reach, &rows, start, movement, u64::from(points) * unit - cost)?;
        }
        reach.reset(&map, start, f64::INFINITY).unwrap();
        check(&reach, &rows, start, movement, u64::MAX)?;
    }
}

#[test]
fn reach_refuses_bad_starts_and_points() {
    let map: GridMap = ".#".parse().unwrap();
    let (free, wall, movement) = (Point::new(0, 0), Point::new(1, 0), Movement::Eight);
    let in_wall = GridError::EndInWall {
        end: End::Start,
        point: wall,
    };
    assert_eq!(map.reach(wall, movement, 3).unwrap_err(), in_wall);
    assert!(matches!(
        map.reach(Point::new(0, 1), movement, 3),
        Err(GridError::EndOutside { .. })
    ));
    for (points, text) in [(-1.0, "-1"), (f64::NAN, "NaN"), (f64::NEG_INFINITY, "-inf")] {
        let error = map.reach(free, movement, points).unwrap_err();
        assert_eq!(error, GridError::BadPoints { points: text.into() });
        assert!(error.to_string().starts_with(text));
    }
    let mut reach = map.reach(free, movement, 3).unwrap();
    assert_eq!(reach.reset(&map, wall, 3), Err(in_wall));
    assert_eq!(reach.cells().collect::<Vec<_>>(), [(free, 0.0)], "as it was");
    assert!(format!("{reach:?}").contains("points: 3.0"));
}

/// Covers the corner of the largest map, with more points than any map needs.
#[test]
fn reach_ends_at_the_edges() {
    let map = GridMap::new(GridMap::MAX_SIDE, 1).unwrap();
    let start = Point::new(u16::MAX - 1, 0);
    let reach = map.reach(start, Movement::Eight, 2).unwrap();
    assert_eq!(
        reach.cells().map(|(point, _)| point.x).collect::<Vec<_>>(),
        [65_532, 65_533, 65_534]
    );
    let reach = map.reach(start, Movement::Four, u32::MAX).unwrap();
    assert_eq!(reach.cost(Point::new(0, 0)), Some(65_534.0));
    assert_eq!(
        (reach.cost(Point::new(u16::MAX, 0)), reach.cost(Point::new(0, 1))),
        (None, None)
    );
}
