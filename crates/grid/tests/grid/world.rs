//! A map and the data derived from it. `tools/differential/` follows both through thousands of changes.

use astride::AStar;
use astride_grid::{
    Components, FlowField, GridError, GridGoals, GridMap, GridProblem, GridWorld, JumpMap, JumpProblem, JumpTable,
    Movement, Point,
};
use proptest::prelude::*;

use crate::effort::cases;
use crate::rows::Rows;
use crate::visits::course;

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
    assert_eq!(world.set_cost(point, 0), Err(outside.clone()));
    assert_eq!(world.map(), &before);
    assert!(world.components().is_current(world.map()));
    let (mut map, mut components) = (before.clone(), world.components().clone());
    assert_eq!(components.set_cost(&mut map, point, 0), Err(outside));
    assert_eq!((&map, components.component_count(&map)), (&before, Ok(1)));
    assert_eq!(
        (
            components.size(&map, point),
            components.are_connected(&map, point, point)
        ),
        (Ok(0), Ok(false))
    );
}

/// A flow field is outdated after a change of terrain, but not if nothing has changed.
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

/// This holds for any size of the map and any number of goals.
#[test]
fn debug_output_is_short() {
    let map = GridMap::from_fn(300, 300, |point| u8::from(point.x % 7 != 3 || point.y % 5 == 0)).unwrap();
    let (start, goal, movement) = (Point::new(0, 0), Point::new(299, 299), Movement::Eight);
    let jump_map = JumpMap::new(map.clone(), movement).unwrap();
    let table = JumpTable::new(map.clone(), movement).unwrap();
    let all = map.points().filter(|point| map.is_free(*point));
    for text in [
        format!("{map:?}"),
        format!("{:?}", map.drawing().path([start])),
        format!("{jump_map:?}"),
        format!("{table:?}"),
        format!("{:?}", Components::new(&map, movement).unwrap()),
        format!("{:?}", FlowField::new(&map, [goal], movement).unwrap()),
        format!("{:?}", GridProblem::new(&map, start, goal, movement).unwrap()),
        format!("{:?}", GridGoals::new(&map, start, all, movement).unwrap()),
        format!("{:?}", JumpProblem::new(&table, start, goal).unwrap()),
        format!("{:?}", GridWorld::<JumpTable>::new(map.clone(), movement).unwrap()),
    ] {
        assert!(text.len() < 400 && text.contains("300"), "{text}");
    }
}

proptest! {
    #![proptest_config(cases(400))]

    /// Whatever changes, the open part of a path is as long as the map of rows allows, step by step.
    #[test]
    fn a_path_is_open_up_to_the_first_step_that_a_change_has_closed(
        (map, movement, start, goal) in course(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>(), 0..3_u8), 1..20),
    ) {
        let path = AStar::new(GridProblem::new(&map, start, goal, movement).unwrap()).find_path().unwrap();
        let path = path.map_or(vec![start], |path| path.nodes);
        let mut world = GridWorld::<GridMap>::new(map, movement).unwrap();
        prop_assert_eq!(world.open_part(&path), &path[..]);
        let all: Vec<Point> = world.map().points().collect();
        for (index, is_on_path, cost) in changes {
            let cells = if is_on_path { &path } else { &all };
            world.set_cost(*index.get(cells), cost).unwrap();
            let rows = Rows::of(world.map());
            let is_open = |pair: &[Point]| rows.step(pair[0], pair[1], movement).is_some();
            let begins = world.map().is_free(path[0]);
            let steps = path.windows(2).take_while(|pair| is_open(pair)).count();
            let open = if begins { 1 + steps } else { 0 };
            prop_assert_eq!(world.open_part(&path), &path[..open]);
            prop_assert_eq!(world.units()[0].open_part(&path).len(), open);
        }
    }
}

#[test]
fn a_path_without_points_is_open_and_one_outside_is_not() {
    let map = GridMap::new(3, 3).unwrap();
    assert!(map.open_part(&[], Movement::Eight).is_empty());
    let (inside, outside) = (Point::new(2, 1), Point::new(3, 1));
    assert_eq!(map.open_part(&[inside, outside, inside], Movement::Eight), [inside]);
    assert!(map.open_part(&[outside, inside], Movement::Eight).is_empty());
}
