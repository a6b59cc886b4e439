//! Flow fields of a world, while walls are built and goals move.

use astride::{Budget, SearchError, Status, Stepper};
use astride_grid::{End, FlowField, GridError, GridMap, GridWorld, Movement, Point, UnitKind};
use proptest::prelude::*;

use crate::rows::Rows;

#[derive(Clone, Debug)]
enum Event {
    Change(Point, u8),
    /// Moves the goals of one of the fields.
    Move(prop::sample::Index, Vec<(Point, u32)>),
    Run(u64),
}

fn point() -> impl Strategy<Value = Point> {
    (0..8_u16, 0..8_u16).prop_map(Point::from)
}

/// Goals, some of which have costs of their own.
fn goals() -> impl Strategy<Value = Vec<(Point, u32)>> {
    let cost = prop_oneof![Just(0), 1..20_u32, 900..4000_u32];
    let plain = prop::collection::vec((point(), Just(0)), 1..4);
    prop_oneof![plain, prop::collection::vec((point(), cost), 1..6)]
}

fn event() -> impl Strategy<Value = Event> {
    let goals = goals();
    let cost = prop_oneof![2 => Just(0), 2 => Just(1), 1 => 1..5_u8];
    prop_oneof![
        4 => (point(), cost).prop_map(|(point, cost)| Event::Change(point, cost)),
        1 => (any::<prop::sample::Index>(), goals).prop_map(|(field, goals)| Event::Move(field, goals)),
        2 => (0..30_u64).prop_map(Event::Run),
    ]
}

/// Checks that the field leads from everywhere, by legal steps, to a free cell among the goals that were ever set.
fn check_legal(world: &GridWorld<GridMap>, field: usize, ever: &[Point]) -> Result<(), TestCaseError> {
    let field = &world.fields()[field];
    let map = world.units()[field.unit()].map();
    let rows = Rows::of(map);
    for start in map.points() {
        let (mut at, mut steps) = (start, 0);
        while let Some(next) = field.next(at) {
            prop_assert!(
                rows.step(at, next, world.movement()).is_some(),
                "from {} to {} on\n{}",
                at,
                next,
                map
            );
            steps += 1;
            prop_assert!(steps <= 64, "round in circles");
            at = next;
        }
        if let Some(path) = field.path_from(start) {
            prop_assert!(
                map.is_free(start) && ever.contains(&at),
                "{} leads to {} on\n{}",
                start,
                at,
                map
            );
            prop_assert_eq!(path.edges(), steps);
            prop_assert!(path.cost > 0 || steps == 0);
        } else if field.cost(start).is_some() {
            prop_assert!(
                !field.is_complete() && field.cost(at).is_none(),
                "the path is being repaired"
            );
        } else {
            prop_assert_eq!(steps, 0);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn fields_follow_walls_and_goals(
        cells in prop::collection::vec(prop_oneof![1 => Just(0), 4 => Just(1), 1 => 1..5_u8], 64),
        movement in prop::sample::select(Movement::ALL.to_vec()), size in 1..4_u8,
        goals in prop::collection::vec(goals(), 3),
        events in prop::collection::vec(event(), 0..25),
    ) {
        let mut world = GridWorld::<GridMap>::new(Rows::new(8, cells).map(), movement).unwrap();
        let unit = world.add_unit(UnitKind::new(size).unwrap()).unwrap();
        let points = |goals: &[(Point, u32)]| -> Vec<Point> { goals.iter().map(|(goal, _)| *goal).collect() };
        let mut ever: Vec<Vec<Point>> = goals.iter().map(|goals| points(goals)).collect();
        for (place, goals) in goals.into_iter().enumerate() {
            let unit = if place == 0 { 0 } else { unit };
            prop_assert_eq!(world.add_field_with_costs(unit, goals), Ok(place));
        }
        for event in events {
            match event {
                Event::Change(point, cost) => world.set_cost(point, cost).unwrap(),
                Event::Move(field, goals) => {
                    let field = field.index(3);
                    ever[field].extend(points(&goals));
                    world.fields_mut()[field].set_goals_with_costs(goals).unwrap();
                }
                Event::Run(expansions) => {
                    let _ = world.run_for(Budget::new().expansions(expansions));
                }
            }
            for (field, ever) in ever.iter().enumerate() {
                check_legal(&world, field, ever)?;
            }
        }
        prop_assert_eq!(world.run(), Status::Found);
        for field in world.fields() {
            prop_assert!(field.is_complete());
            let map = world.units()[field.unit()].map();
            let priced = field.goals().iter().copied().zip(field.goal_costs().iter().map(|cost| u64::from(*cost)));
            let free: Vec<(Point, u64)> = priced.filter(|(goal, _)| map.is_free(*goal)).collect();
            let rows = Rows::of(map);
            let expected = rows.costs_to_priced(&free, movement);
            for point in map.points() {
                let cost = expected.get(&point).copied();
                prop_assert_eq!(field.cost(point).map(u64::from), cost, "{} to {:?} on\n{}", point, free, map);
                let onward = field.next(point).map(|next| expected[&next] + rows.step(point, next, movement).unwrap());
                let own = free.iter().filter(|(goal, _)| *goal == point).map(|(_, cost)| *cost).min();
                prop_assert!(onward.or(own) == cost && (onward.is_some() || own == cost), "{}", point);
            }
        }
    }
}

#[test]
fn bad_fields_and_goals_are_refused() {
    let mut world = GridWorld::<GridMap>::new(".#.".parse().unwrap(), Movement::Four).unwrap();
    let (free, wall, outside) = (Point::new(0, 0), Point::new(1, 0), Point::new(3, 0));
    assert_eq!(world.run(), Status::Found, "no field is complete");
    assert_eq!(world.add_field(1, [free]), Err(GridError::NoUnit { unit: 1, count: 1 }));
    assert_eq!(world.add_field(0, []), Err(GridError::NoGoal));
    assert!(matches!(
        world.add_field(0, [wall, outside]),
        Err(GridError::EndOutside { .. })
    ));
    assert!(world.fields().is_empty());

    let field = world.add_field(0, [wall]).unwrap();
    assert_eq!(world.run(), Status::Found);
    let shown = |world: &GridWorld<GridMap>| [free, wall, outside].map(|point| world.fields()[field].cost(point));
    assert_eq!(shown(&world), [None, None, None], "its only goal is in a wall");
    let flow_field = world.fields()[field].flow_field();
    assert_eq!((flow_field.cost(wall), flow_field.path_from(wall)), (None, None));
    world.set_free(wall).unwrap();
    assert_eq!((world.run(), shown(&world)), (Status::Found, [Some(1), Some(0), None]));
    let goals = world.fields_mut()[field].set_goals([outside]);
    assert!(matches!(goals, Err(GridError::EndOutside { .. })));
    assert_eq!(world.fields_mut()[field].set_goals([]), Err(GridError::NoGoal));
    assert_eq!(world.fields()[field].goals(), [wall]);
    assert!(world.fields()[field].is_complete());
    assert!(format!("{world:?}").contains("WorldField"));
}

/// A search may have left out a step to a cell because another step was to lead there, which a wall then prevents.
#[test]
fn a_wall_that_is_built_during_the_first_search() {
    let map = GridMap::new(4, 3).unwrap();
    for (movement, goal) in Movement::ALL
        .into_iter()
        .flat_map(|movement| map.points().map(move |goal| (movement, goal)))
    {
        for (steps, wall) in (0..12).flat_map(|steps| map.points().map(move |wall| (steps, wall))) {
            if wall == goal {
                continue;
            }
            let mut field = FlowField::new(map.clone(), [goal], movement).unwrap();
            let _ = field.run_for(Budget::new().expansions(steps));
            field.set_cost(wall, 0).unwrap();
            assert_eq!(field.run(), Status::Found);
            let expected = Rows::of(field.map()).costs_to(&[goal], movement);
            for point in map.points() {
                assert_eq!(
                    field.cost(point).map(u64::from),
                    expected.get(&point).copied(),
                    "{movement}, {steps} steps, from {point} to {goal} on\n{}",
                    field.map()
                );
            }
        }
    }
}

/// The same for two goals with costs, of which either may become a wall.
#[test]
fn a_goal_with_a_cost_counts_again_when_a_cheaper_way_is_lost() {
    let map = GridMap::new(4, 3).unwrap();
    let goals = [(Point::new(0, 1), 2), (Point::new(2, 2), 7)];
    for movement in Movement::ALL {
        let far = |(goal, cost): (Point, u32)| (goal, cost * 900);
        let goals = if movement == Movement::Four {
            goals
        } else {
            goals.map(far)
        };
        for (steps, wall) in (0..14).flat_map(|steps| map.points().map(move |wall| (steps, wall))) {
            let mut field = FlowField::new_with_costs(map.clone(), goals, movement).unwrap();
            let _ = field.run_for(Budget::new().expansions(steps));
            for cost in [0, 1] {
                field.set_cost(wall, cost).unwrap();
                assert_eq!(field.run(), Status::Found);
                let free = goals.into_iter().filter(|(goal, _)| field.map().is_free(*goal));
                let free: Vec<_> = free.map(|(goal, cost)| (goal, u64::from(cost))).collect();
                let expected = Rows::of(field.map()).costs_to_priced(&free, movement);
                for point in map.points() {
                    let found = field.cost(point).map(u64::from);
                    assert_eq!(
                        found,
                        expected.get(&point).copied(),
                        "{movement}, {steps} steps, {wall}, {point}"
                    );
                }
            }
        }
    }
}

#[test]
fn goals_with_costs_are_checked_like_others() {
    let map = GridMap::new(3, 1).unwrap();
    let [first, middle, last] = [0, 1, 2].map(|x| Point::new(x, 0));
    let mut field =
        FlowField::new_with_costs(map.clone(), [(first, 5), (last, 0), (first, 1)], Movement::Four).unwrap();
    assert_eq!(
        field.set_cost(last, 0),
        Err(GridError::EndInWall {
            end: End::Goal,
            point: last
        })
    );
    assert_eq!(field.run(), Status::Found);
    assert_eq!(
        [first, middle, last].map(|point| field.cost(point)),
        [Some(1), Some(1), Some(0)]
    );
    assert_eq!(field.path_from(first).unwrap().cost, 1);
    assert_eq!((field.set_cost(first, 0), field.run()), (Ok(()), Status::Found));
    assert_eq!(field.cost(middle), Some(1));
    field.reset_with_costs(map.clone(), [(first, 7)]).unwrap();
    assert_eq!(field.run(), Status::Found);
    assert_eq!(
        [first, middle, last].map(|point| field.cost(point)),
        [Some(7), Some(8), Some(9)]
    );
    let none: [(Point, u32); 0] = [];
    assert_eq!(field.reset_with_costs(map.clone(), none), Err(GridError::NoGoal));
    for wrong in [-1.0, f64::INFINITY, f64::NAN] {
        let mut field = FlowField::new_with_costs_typed(&map, [(middle, wrong)], Movement::Four).unwrap();
        assert!(matches!(field.run(), Status::Failed(_)), "{wrong}");
    }
}

/// Both fields are computed even if a goal moves in every frame and the budget is smaller than one field needs.
#[test]
fn no_field_waits_for_ever() {
    let mut world = GridWorld::<GridMap>::new(GridMap::new(20, 20).unwrap(), Movement::Eight).unwrap();
    let (runner, camp) = (
        world.add_field(0, [Point::new(0, 0)]).unwrap(),
        world.add_field(0, [Point::new(9, 9)]).unwrap(),
    );
    let mut completed = [0; 2];
    for frame in 0..120_u16 {
        let goal = Point::new(frame % 20, 0);
        world.fields_mut()[runner].set_goals([goal]).unwrap();
        if frame % 30 == 0 {
            world.fields_mut()[camp].set_goals([Point::new(9, frame % 20)]).unwrap();
        }
        let _ = world.run_for(Budget::new().expansions(150));
        // The runner's field leads to where it was a while ago, but it is complete.
        completed[runner] += u32::from(world.fields()[runner].cost(Point::new(19, 19)).is_some());
        completed[camp] += u32::from(world.fields()[camp].is_complete());
    }
    assert!(completed[runner] > 110 && completed[camp] > 60, "{completed:?}");
}

#[test]
fn a_field_that_fails_is_told() {
    let map = GridMap::from_fn(20_000, 1, |_| 255).unwrap();
    let mut world = GridWorld::<GridMap>::new(map, Movement::Eight).unwrap();
    let field = world.add_field(0, [Point::new(0, 0)]).unwrap();
    assert!(matches!(world.run(), Status::Failed(SearchError::CostOverflow { .. })));
    assert!(!world.fields()[field].is_complete());
    assert!(matches!(world.step(), Status::Failed(_)));
}
