//! A map and what is derived from it, against everything computed again after each of thousands of changes.

use astride::{AStar, Heuristic, Status, Stepper};
use astride_grid::{
    CanonicalProblem, Components, FlowField, GridError, GridGoals, GridMap, GridProblem, GridWorld, Ground, JumpMap,
    JumpPoints, JumpProblem, JumpTable, Movement, Point,
};

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn point(&mut self, map: &GridMap) -> Point {
        let [x, y] = [map.width(), map.height()].map(|side| self.below(side.into()));
        Point::new(x.try_into().unwrap(), y.try_into().unwrap())
    }
}

fn cost(problem: impl Heuristic<Cost = u32>) -> Option<u32> {
    let mut search = AStar::new(problem);
    assert!(!search.run().is_running());
    search.path().map(|path| path.cost)
}

fn check_components<M: Ground>(world: &GridWorld<M>, random: &mut Random) {
    let map = world.map();
    let (kept, new) = (world.components(), Components::new(map, world.movement()).unwrap());
    assert!(kept.is_current(map));
    assert_eq!(kept.count(map), new.count(map));
    for point in map.points() {
        assert_eq!(kept.size(map, point), new.size(map, point));
        let other = random.point(map);
        assert_eq!(
            Ok(world.are_connected(point, other)),
            new.are_connected(map, point, other)
        );
    }
}

#[test]
fn all_that_is_derived_follows_thousands_of_changes() {
    for movement in Movement::ALL {
        // With one terrain cost there are jumps, with several there are none.
        for terrains in [1, 3] {
            let mut random = Random(7 + terrains as u64);
            for _ in 0..8 {
                let (width, height) = (1 + random.below(20), 1 + random.below(20));
                let map = GridMap::from_fn(width, height, |_| u8::from(random.below(3) > 0)).unwrap();
                follow_changes(&map, movement, terrains, &mut random);
            }
        }
    }
}

fn follow_changes(map: &GridMap, movement: Movement, terrains: usize, random: &mut Random) {
    let mut plain = GridWorld::<GridMap>::new(map.clone(), movement).unwrap();
    let mut online = GridWorld::<JumpMap>::new(map.clone(), movement).unwrap();
    let mut offline = GridWorld::<JumpTable>::new(map.clone(), movement).unwrap();
    let mut field: Option<FlowField<GridMap>> = None;
    for change in 0..300 {
        let (point, before) = (random.point(map), plain.map().clone());
        let cost_of_cell = u8::try_from(random.below(2) * (1 + random.below(terrains))).unwrap();
        for world in [&mut plain as &mut dyn Change, &mut online, &mut offline] {
            world.change(point, cost_of_cell);
        }
        let map = plain.map();
        assert_eq!(map.cost(point), Some(cost_of_cell));
        let new = GridMap::from_fn(map.width().into(), map.height().into(), |point| {
            map.cost(point).unwrap()
        })
        .unwrap();
        assert_eq!((map, online.map(), offline.map()), (&new, &new, &new));
        assert!(online.jumps() == &JumpMap::new(new.clone(), movement).unwrap());
        assert!(offline.jumps() == &JumpTable::new(new.clone(), movement).unwrap());
        if let Some(field) = &field {
            assert_eq!(field.is_current(map), before == new, "{point} on\n{before}");
        }
        if change % 10 == 0 {
            check_components(&plain, random);
            check_components(&online, random);
            check_components(&offline, random);
        }
        let (start, goal) = (random.point(map), random.point(map));
        if !map.is_free(start) || !map.is_free(goal) {
            field = None;
            continue;
        }
        let expected = cost(GridProblem::new(map, start, goal, movement).unwrap());
        assert_eq!(expected.is_some(), online.are_connected(start, goal));
        assert_eq!(jumping_cost(&online, start, goal), expected);
        assert_eq!(jumping_cost(&offline, start, goal), expected);
        match &mut field {
            Some(field) => field.reset(map.clone(), [goal]).unwrap(),
            none => *none = Some(FlowField::new(map.clone(), [goal], movement).unwrap()),
        }
        let field = field.as_mut().unwrap();
        assert_eq!((field.run(), field.cost(start)), (Status::Found, expected));
    }
    assert_eq!(plain.into_map(), offline.into_map());
}

fn jumping_cost<M: Ground + JumpPoints>(world: &GridWorld<M>, start: Point, goal: Point) -> Option<u32> {
    cost(JumpProblem::new(world.jumps(), start, goal).unwrap())
}

/// Every way to change a cell to this cost.
trait Change {
    fn change(&mut self, point: Point, cost: u8);
}

impl<M: Ground> Change for GridWorld<M> {
    fn change(&mut self, point: Point, cost: u8) {
        match cost {
            0 if point.x.is_multiple_of(2) => self.set_wall(point).unwrap(),
            1 if point.x.is_multiple_of(2) => self.set_free(point).unwrap(),
            0 | 1 if self.map().is_free(point) == (cost == 0) => assert_eq!(self.toggle(point), Ok(cost == 1)),
            _ => self.set_cost(point, cost).unwrap(),
        }
    }
}

#[test]
fn a_change_outside_the_map_changes_nothing() {
    let mut world = GridWorld::<JumpTable>::new("..#".parse().unwrap(), Movement::Eight).unwrap();
    let (before, point) = (world.map().clone(), Point::new(3, 0));
    let outside = GridError::Outside {
        point,
        width: 3,
        height: 1,
    };
    assert_eq!(world.toggle(point), Err(outside.clone()));
    assert_eq!(world.set_cost(point, 0), Err(outside));
    assert_eq!(world.map(), &before);
    assert!(world.components().is_current(world.map()));
}

/// A flow field sees changes of terrain, too, and none where nothing has changed.
#[test]
fn a_flow_field_is_current_until_a_cell_changes() {
    let mut map = GridMap::new(4, 4).unwrap();
    let point = Point::new(1, 1);
    let field = FlowField::new(map.clone(), [point], Movement::Eight).unwrap();
    map.set_cost(point, 1).unwrap();
    assert!(field.is_current(&map) && field.is_current(&map.clone()));
    map.set_cost(point, 2).unwrap();
    assert!(!field.is_current(&map) && field.is_current(field.map()));
    assert!(
        !field.is_current(&GridMap::new(4, 4).unwrap()),
        "equal cells, but nobody knows that"
    );
}

/// However large the map, and however many goals there are.
#[test]
fn debug_output_is_short() {
    let map = GridMap::from_fn(300, 300, |point| u8::from(point.x % 7 != 3 || point.y % 5 == 0)).unwrap();
    let (start, goal, movement) = (Point::new(0, 0), Point::new(299, 299), Movement::Eight);
    let jump_map = JumpMap::new(map.clone(), movement).unwrap();
    let table = JumpTable::new(map.clone(), movement).unwrap();
    let all = map.points().filter(|point| map.is_free(*point));
    let canonical = CanonicalProblem::new(&map, start, goal, movement).unwrap();
    assert_eq!(canonical.map().width(), 300);
    assert_eq!((canonical.goal(), canonical.movement()), (goal, movement));
    for text in [
        format!("{map:?}"),
        format!("{:?}", map.drawing().path([start])),
        format!("{jump_map:?}"),
        format!("{table:?}"),
        format!("{:?}", Components::new(&map, movement).unwrap()),
        format!("{:?}", FlowField::new(&map, [goal], movement).unwrap()),
        format!("{:?}", GridProblem::new(&map, start, goal, movement).unwrap()),
        format!("{:?}", GridGoals::new(&map, start, all, movement).unwrap()),
        format!("{canonical:?}"),
        format!("{:?}", JumpProblem::new(&table, start, goal).unwrap()),
        format!("{:?}", GridWorld::<JumpTable>::new(map.clone(), movement).unwrap()),
    ] {
        assert!(text.len() < 400 && text.contains("300"), "{text}");
    }
}
