//! Units of several sizes and on several terrains, compared with maps on which walls are widened by hand.

use std::collections::BTreeMap;

use astride::{AStar, Dijkstra, Problem, Status, Stepper};
use astride_grid::{
    Clearance, Components, Estimate, FlowField, GridCost, GridError, GridMap, GridProblem, GridWorld, JumpMap,
    JumpProblem, JumpTable, Movement, Point, UnitKind,
};
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

/// The costs of the cells of a square, including those off the map.
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

/// A kind of unit as the tests implement it.
#[derive(Clone, Debug)]
struct Unit {
    size: u8,
    costs: [u8; 4],
}

impl Unit {
    fn kind(&self) -> UnitKind {
        let kind = UnitKind::new(self.size).unwrap();
        kind.with_costs(|terrain| self.costs.get(usize::from(terrain)).copied().unwrap_or(0))
    }

    /// The cost of a position for the unit, 0 if it does not fit there. `None` for cells off the map.
    fn cost(&self, rows: &Rows, x: i32, y: i32) -> u8 {
        let inside = |x: i32, y: i32| {
            let (width, height) = (
                i32::try_from(rows.width).unwrap(),
                i32::try_from(rows.height()).unwrap(),
            );
            (0..width).contains(&x) && (0..height).contains(&y)
        };
        let size = i32::from(self.size);
        let mut most = 0;
        for (x, y) in (y..y + size).flat_map(|y| (x..x + size).map(move |x| (x, y))) {
            let cost = if inside(x, y) {
                self.costs[usize::from(rows.cost(x, y))]
            } else {
                0
            };
            if cost == 0 {
                return 0;
            }
            most = most.max(cost);
        }
        most
    }

    /// The steps of the unit, computed from the cells that it covers and the corners that it passes.
    fn steps(&self, rows: &Rows, from: Point, movement: Movement) -> Vec<(Point, u64)> {
        let (x, y, size) = (i32::from(from.x), i32::from(from.y), i32::from(self.size));
        let mut steps = Vec::new();
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            let cost = self.cost(rows, x + dx, y + dy);
            if (dx, dy) == (0, 0) || cost == 0 {
                continue;
            }
            let length = if dx * dy == 0 {
                u64::from(u32::straight(movement))
            } else {
                // The two cells that a step moves past.
                let (left, right) = (x + dx.min(0), x + size - 1 + dx.max(0));
                let (top, bottom) = (y + dy.min(0), y + size - 1 + dy.max(0));
                let corners = if dx == dy {
                    [(left, bottom), (right, top)]
                } else {
                    [(left, top), (right, bottom)]
                };
                let one = Unit {
                    size: 1,
                    ..self.clone()
                };
                let free = corners.into_iter().filter(|(x, y)| one.cost(rows, *x, *y) > 0).count();
                let is_allowed = match movement {
                    Movement::Four => false,
                    Movement::Eight => free == 2,
                    Movement::EightCuttingCorners => free > 0,
                    Movement::EightSqueezing => true,
                };
                if !is_allowed {
                    continue;
                }
                u64::from(u32::diagonal(movement))
            };
            let to = Point::new((x + dx).try_into().unwrap(), (y + dy).try_into().unwrap());
            steps.push((to, length * u64::from(cost)));
        }
        steps
    }

    /// The costs of cheapest paths from a position.
    fn costs_from(&self, rows: &Rows, start: Point, movement: Movement) -> BTreeMap<Point, u64> {
        let mut costs = BTreeMap::from([(start, 0)]);
        let mut waiting = vec![start];
        while let Some(from) = waiting.pop() {
            for (to, step) in self.steps(rows, from, movement) {
                let cost = costs[&from] + step;
                if costs.get(&to).is_none_or(|known| cost < *known) {
                    costs.insert(to, cost);
                    waiting.push(to);
                }
            }
        }
        costs
    }
}

fn unit() -> impl Strategy<Value = Unit> {
    let costs = (0..3_u8, 1..3_u8, 0..5_u8, prop_oneof![Just(0), Just(255)]);
    let costs = costs.prop_map(|(wall, plain, hill, water)| [wall, plain, hill, water]);
    (1..5_u8, prop_oneof![2 => Just([0, 1, 2, 3]), 3 => costs]).prop_map(|(size, costs)| Unit { size, costs })
}

proptest! {
    #[test]
    fn a_unit_takes_the_steps_of_its_cells(
        rows in random_rows(3), unit in unit(), movement in prop::sample::select(Movement::ALL.to_vec()),
        ends: [prop::sample::Index; 2],
    ) {
        let map = rows.map().for_unit(&unit.kind()).unwrap();
        for point in map.points() {
            prop_assert_eq!(map.cost(point), Some(unit.cost(&rows, point.x.into(), point.y.into())));
        }
        let free: Vec<Point> = map.points().filter(|point| map.is_free(*point)).collect();
        prop_assume!(!free.is_empty());
        let [start, goal] = ends.map(|end| free[end.index(free.len())]);
        let expected = unit.costs_from(&rows, start, movement);
        let problem = GridProblem::<_, u64>::new_typed(&map, start, goal, movement).unwrap();
        let mut all = Dijkstra::one_to_all(&problem, problem.start());
        prop_assert_eq!(all.run(), Status::Found);
        let components = Components::new(&map, movement).unwrap();
        for point in map.points() {
            let cost = expected.get(&point).copied();
            prop_assert_eq!(all.cost_to(&point), cost, "{} to {} on\n{}", start, point, map);
            prop_assert_eq!(components.are_connected(&map, start, point), Ok(cost.is_some()));
        }
        // Estimates, jump points and fields do not depend on units, since everything that they need is in the map.
        let cost = expected.get(&goal).copied();
        for estimate in Estimate::ALL.into_iter().filter(|estimate| estimate.is_admissible(movement)) {
            let mut search = AStar::new(problem.with_estimate(estimate).unwrap());
            let _ = search.run();
            prop_assert_eq!(search.path().map(|path| path.cost), cost);
        }
        if map.is_uniform() {
            let jumps = JumpMap::new(map.clone(), movement).unwrap();
            let mut search = AStar::new(JumpProblem::<_, u64>::new_typed(&jumps, start, goal).unwrap());
            let _ = search.run();
            prop_assert_eq!(search.path().map(|path| path.cost), cost);
        }
        let mut field = FlowField::new(&map, [goal], movement).unwrap();
        prop_assert_eq!(field.run(), Status::Found);
        prop_assert_eq!(field.cost(start).map(u64::from), cost);
    }
}

proptest! {
    #[test]
    fn a_world_keeps_the_maps_of_its_units_current(
        rows in random_rows(3), units in prop::collection::vec(unit(), 1..4), changes in changes(3),
        movement in prop::sample::select(Movement::ALL.to_vec()),
    ) {
        let mut world = GridWorld::<JumpTable>::new(rows.map(), movement).unwrap();
        let places: Vec<usize> = units.iter().map(|unit| world.add_unit(unit.kind()).unwrap()).collect();
        for change in [None].into_iter().chain(changes.into_iter().map(Some)) {
            if let Some((point, cost)) = change {
                prop_assert_eq!(world.set_cost(point, cost).is_ok(), world.map().contains(point));
            }
            let rows = Rows::of(world.map());
            for (unit, place) in units.iter().zip(&places) {
                let found = &world.units()[*place];
                prop_assert_eq!(found.kind(), &unit.kind());
                let map = found.map();
                for point in map.points() {
                    let expected = unit.cost(&rows, point.x.into(), point.y.into());
                    prop_assert_eq!(map.cost(point), Some(expected), "{:?} at {} on\n{}", unit, point, world.map());
                }
                // The jumps and the components follow the map that is compared above.
                prop_assert_eq!(found.jumps(), &JumpTable::new(map.clone(), movement).unwrap());
                let components = Components::new(map, movement).unwrap();
                prop_assert_eq!(found.components().component_count(map), components.component_count(map));
                let Some(first) = map.points().find(|point| map.is_free(*point)) else { continue };
                for point in map.points() {
                    prop_assert_eq!(Ok(found.are_connected(first, point)), components.are_connected(map, first, point));
                }
            }
        }
    }
}

#[test]
fn equal_kinds_of_units_share_a_map() {
    let mut world = GridWorld::<GridMap>::new(GridMap::new(4, 4).unwrap(), Movement::Four).unwrap();
    let large = world.add_unit(UnitKind::new(2).unwrap()).unwrap();
    assert_eq!((large, world.add_unit(UnitKind::new(2).unwrap())), (1, Ok(1)));
    assert_eq!(world.add_unit(UnitKind::new(1).unwrap()), Ok(0), "the world's own map");
    assert_eq!(world.add_unit(UnitKind::new(1).unwrap().with_cost(1, 2)), Ok(2));
    assert_eq!(world.units().len(), 3);
    assert_eq!(world.into_map(), GridMap::new(4, 4).unwrap());
}

#[test]
fn a_unit_of_no_size_is_refused_and_one_larger_than_the_map_fits_nowhere() {
    assert_eq!(UnitKind::new(0), Err(GridError::NoSize));
    let map = GridMap::new(7, 3).unwrap();
    assert_eq!(map.for_unit(&UnitKind::new(3).unwrap()).unwrap().free_cells(), 5);
    for size in [4, 7, 8, 255] {
        assert_eq!(map.for_unit(&UnitKind::new(size).unwrap()).unwrap().free_cells(), 0);
    }
    let kind = UnitKind::new(2).unwrap().with_cost(0, 9).with_cost(200, 1);
    assert_eq!(
        (kind.size(), kind.cost(0), kind.cost(199), kind.cost(200)),
        (2, 9, 199, 1)
    );
    assert!(format!("{kind:?}").len() < 80);
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
