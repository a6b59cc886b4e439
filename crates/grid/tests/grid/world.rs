//! A map and the data derived from it. `tools/differential/` follows both through thousands of changes.

use astride_grid::{
    Components, FlowField, GridError, GridGoals, GridMap, GridProblem, GridWorld, JumpMap, JumpProblem, JumpTable,
    Movement, Point,
};

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
