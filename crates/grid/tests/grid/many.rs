//! Many units on a map: flow fields, several goals and connected components, compared with an independent
//! implementation of the rules.

use std::rc::Rc;

use crate::rows::Rows;
use astride::{
    AStar, Budget, Dijkstra, FnGraph, Graph, Heuristic, NearestGoals, Problem, Query, ReverseGraph, SearchError,
    Status, Stepper,
};
use astride_grid::{Components, End, Estimate, FlowField, GridError, GridGoals, GridMap, GridProblem, Movement, Point};
use proptest::prelude::*;

fn random_map(most: u8) -> impl Strategy<Value = GridMap> {
    (1..9_usize, 1..9_usize).prop_flat_map(move |(width, height)| {
        let cell = prop_oneof![2 => Just(0), 3 => Just(1), 1 => 1..=most];
        prop::collection::vec(cell, width * height).prop_map(move |cells| Rows::new(width, cells).map())
    })
}

fn free_points(map: &GridMap) -> Vec<Point> {
    Rows::of(map).free_points()
}

fn movement() -> impl Strategy<Value = Movement> {
    prop::sample::select(Movement::ALL.to_vec())
}

fn pick(from: &[Point], picks: &[prop::sample::Index]) -> Vec<Point> {
    picks.iter().map(|pick| from[pick.index(from.len())]).collect()
}

proptest! {
    #[test]
    fn a_flow_field_has_the_cheapest_way_from_everywhere(
        map in random_map(255), movement in movement(), picks in prop::collection::vec(any::<prop::sample::Index>(), 1..5),
    ) {
        let free = free_points(&map);
        prop_assume!(!free.is_empty());
        let goals = pick(&free, &picks);
        let rows = Rows::of(&map);
        let expected = rows.costs_to(&goals, movement);
        let mut field = FlowField::new(&map, goals.iter().copied(), movement).unwrap();
        let mut floats = FlowField::<_, f64>::new_typed(&map, goals.iter().copied(), movement).unwrap();
        prop_assert_eq!((field.run(), floats.run()), (Status::Found, Status::Found));
        for point in map.points() {
            let cost = expected.get(&point).copied();
            prop_assert_eq!(field.cost(point).map(u64::from), cost, "{} on\n{}", point, map);
            prop_assert_eq!(floats.cost(point).is_some(), cost.is_some());
            let Some(path) = field.path_from(point) else {
                prop_assert!(cost.is_none() && field.next(point).is_none());
                continue;
            };
            prop_assert_eq!(path.nodes[0], point);
            prop_assert!(goals.contains(path.nodes.last().unwrap()));
            let mut sum = 0;
            for pair in path.nodes.windows(2) {
                sum += rows.step(pair[0], pair[1], movement).expect("a legal step");
            }
            prop_assert_eq!((Some(sum), u64::from(path.cost)), (cost, sum), "from {} on\n{}", point, map);
            prop_assert_eq!(field.next(point), path.nodes.get(1).copied());
        }
        // A field computed in slices is the same, and the paths that it returns meanwhile lead to a goal.
        let mut sliced = FlowField::new(&map, goals.iter().copied(), movement).unwrap();
        while sliced.run_for(Budget::new().expansions(3)).is_running() {
            for point in map.points() {
                if let Some(path) = sliced.path_from(point) {
                    prop_assert!(goals.contains(path.nodes.last().unwrap()));
                }
            }
        }
        for point in map.points() {
            prop_assert_eq!((sliced.cost(point), sliced.next(point)), (field.cost(point), field.next(point)));
        }
    }

    #[test]
    fn a_flow_field_can_be_used_again(
        maps in (random_map(9), random_map(9)), movement in movement(), picks: [prop::sample::Index; 2],
    ) {
        let (first, second) = (free_points(&maps.0), free_points(&maps.1));
        prop_assume!(!first.is_empty() && !second.is_empty());
        let goal = pick(&second, &picks[1..])[0];
        let mut field = FlowField::new(&maps.0, pick(&first, &picks[..1]), movement).unwrap();
        prop_assert_eq!(field.run(), Status::Found);
        field.reset(&maps.1, [goal]).unwrap();
        let mut new = FlowField::new(&maps.1, [goal], movement).unwrap();
        prop_assert_eq!((field.run(), new.run()), (Status::Found, Status::Found));
        for point in maps.0.points().chain(maps.1.points()) {
            prop_assert_eq!((field.cost(point), field.next(point)), (new.cost(point), new.next(point)));
        }
    }

    #[test]
    fn the_predecessors_on_a_grid_are_every_step_the_other_way(map in random_map(255), movement in movement()) {
        let Some(free) = free_points(&map).first().copied() else { return Ok(()) };
        let problem = GridProblem::<_, u64>::new_typed(&map, free, free, movement).unwrap();
        let rows = Rows::of(&map);
        let mut expected = Vec::new();
        let mut found = Vec::new();
        for from in map.points() {
            let steps = rows.steps(from, movement).into_iter();
            expected.extend(steps.filter_map(|(to, ..)| Some((from, to, rows.step(from, to, movement)?))));
            found.extend(problem.predecessors(&from).map(|(to, cost)| (to, from, cost)));
        }
        expected.sort_unstable();
        found.sort_unstable();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn the_nearest_of_several_goals_is_found_and_then_the_others_in_order(
        map in random_map(9), movement in movement(), start: prop::sample::Index,
        picks in prop_oneof![
            prop::collection::vec(any::<prop::sample::Index>(), 1..5),
            prop::collection::vec(any::<prop::sample::Index>(), 9..20),
        ],
    ) {
        let free = free_points(&map);
        prop_assume!(!free.is_empty());
        let (start, mut goals) = (free[start.index(free.len())], pick(&free, &picks));
        let problem = GridGoals::<_, u64>::new_typed(&map, start, goals.iter().copied(), movement).unwrap();
        goals.sort_unstable();
        goals.dedup();
        prop_assert_eq!(problem.goals(), &goals[..]);
        let rows = Rows::of(&map);
        let mut expected: Vec<u64> =
            goals.iter().filter_map(|goal| rows.costs_to(&[*goal], movement).get(&start).copied()).collect();
        expected.sort_unstable();

        let mut search = AStar::new(&problem);
        let status = search.run();
        let found = search.path().map(|path| path.cost);
        prop_assert_eq!((status == Status::Found, found), (!expected.is_empty(), expected.first().copied()));
        // The estimate is as documented.
        let to_nearest = rows.costs_to(&goals, movement);
        for estimate in Estimate::ALL.into_iter().filter(|estimate| estimate.is_admissible(movement)) {
            let problem = problem.clone().with_estimate(estimate).unwrap();
            for (point, cost) in &to_nearest {
                let estimated = problem.estimate(point);
                prop_assert!(estimated <= *cost, "{}: {} of {}", estimate, estimated, cost);
                for (to, step) in problem.successors(point) {
                    prop_assert!(estimated <= step + problem.estimate(&to));
                }
            }
        }

        let mut nearest = NearestGoals::new(&problem);
        let mut reached = Vec::new();
        for path in nearest.by_ref() {
            let path = path.unwrap();
            let goal = *path.nodes.last().unwrap();
            prop_assert!(problem.is_goal(&goal) && path.nodes[0] == start);
            reached.push((goal, path.cost));
        }
        prop_assert_eq!(reached.iter().map(|(_, cost)| *cost).collect::<Vec<_>>(), expected);
        reached.dedup_by_key(|(goal, _)| *goal);
        for (goal, cost) in reached {
            prop_assert_eq!(rows.costs_to(&[goal], movement).get(&start).copied(), Some(cost));
        }
        prop_assert!(nearest.next().is_none(), "over is over");
    }
}

/// However a map gets other walls, its components are no longer current.
#[test]
fn components_of_other_walls_are_stale() {
    let (here, there) = (Point::new(0, 0), Point::new(2, 0));
    let mut map: GridMap = "...".parse().unwrap();
    let components = Components::new(&map, Movement::Four).unwrap();
    let stale = |components: &Components, map: &GridMap| {
        let mut changed = map.clone();
        let answers = [
            components.are_connected(map, here, there).map(|_| ()),
            components.size(map, here).map(|_| ()),
            components.component_count(map).map(|_| ()),
            components.clone().set_cost(&mut changed, here, 0),
        ];
        assert_eq!(&changed, map, "refused before it was changed");
        answers.iter().all(|answer| *answer == Err(GridError::Stale))
    };
    // Terrain is not a wall, and a copy has the same walls.
    map.set_cost(here, 7).unwrap();
    let mut copy = map.clone();
    for map in [&map, &copy] {
        assert_eq!(components.are_connected(map, here, there), Ok(true));
    }
    // Now the two maps differ.
    copy.toggle(Point::new(1, 0)).unwrap();
    assert!(stale(&components, &copy));
    assert_eq!(components.are_connected(&map, here, there), Ok(true));
    map.toggle(Point::new(1, 0)).unwrap();
    assert!(stale(&components, &map));
    let of_copy = Components::new(&copy, Movement::Four).unwrap();
    assert!(stale(&of_copy, &map), "equal walls, but nobody knows that");
    // Other maps, of the same size and of another one.
    assert!(stale(&components, &"...".parse().unwrap()));
    assert!(stale(&components, &"....".parse().unwrap()));
    // The memory of a dropped map is used again, perhaps for the next one.
    for _ in 0..100 {
        let components = Components::new(&".#.".parse().unwrap(), Movement::Four).unwrap();
        assert!(stale(&components, &"...".parse().unwrap()));
    }
    // A map that is changed back is stale as well, since nothing records that the walls are the same again.
    let mut map: GridMap = "...".parse().unwrap();
    let mut components = Components::new(&map, Movement::Four).unwrap();
    map.toggle(there).unwrap();
    map.toggle(there).unwrap();
    assert!(stale(&components, &map));
    components.rebuild(&map).unwrap();
    assert_eq!(components.are_connected(&map, here, there), Ok(true));
}

#[test]
fn bad_goals_are_refused() {
    let map: GridMap = ".#.".parse().unwrap();
    let (free, wall, outside) = (Point::new(0, 0), Point::new(1, 0), Point::new(3, 0));
    let in_wall = GridError::EndInWall {
        end: End::Goal,
        point: wall,
    };
    let off = GridError::EndOutside {
        end: End::Goal,
        point: outside,
        width: 3,
        height: 1,
    };
    for (goals, error) in [
        (vec![], GridError::NoGoal),
        (vec![free, wall], in_wall),
        (vec![outside, wall], off),
    ] {
        let field = FlowField::new(&map, goals.clone(), Movement::Four);
        assert_eq!(field.unwrap_err(), error);
        assert_eq!(
            GridGoals::new(&map, free, goals.clone(), Movement::Four).unwrap_err(),
            error
        );
        let mut field = FlowField::new(&map, [free], Movement::Four).unwrap();
        assert_eq!(field.run(), Status::Found);
        assert_eq!(field.reset(&map, goals), Err(error));
        assert_eq!(field.cost(free), Some(0), "as it was");
    }
    let start = GridGoals::new(&map, wall, [free], Movement::Four).unwrap_err();
    assert_eq!(
        start,
        GridError::EndInWall {
            end: End::Start,
            point: wall
        }
    );
    let estimate = GridGoals::new(&map, free, [free], Movement::Eight)
        .unwrap()
        .with_estimate(Estimate::Manhattan);
    assert!(matches!(estimate, Err(GridError::Inadmissible { .. })));
    let mut field = FlowField::new(&map, [free], Movement::Four).unwrap();
    assert_eq!(field.run(), Status::Found);
    for point in [wall, outside, Point::new(2, 0), Point::new(u16::MAX, u16::MAX)] {
        assert_eq!(
            (field.cost(point), field.next(point), field.path_from(point)),
            (None, None, None)
        );
    }
}

#[test]
fn a_failing_search_is_told_apart_from_no_more_goals() {
    // A cost of 255 times 985 times 20,000 is more than a u32 holds.
    let map = GridMap::from_fn(20_000, 1, |_| 255).unwrap();
    let mut field = FlowField::new(&map, [Point::new(0, 0)], Movement::Eight).unwrap();
    assert!(matches!(field.run(), Status::Failed(SearchError::CostOverflow { .. })));
    let mut wide = FlowField::<_, u64>::new_typed(&map, [Point::new(0, 0)], Movement::Eight).unwrap();
    assert_eq!(wide.run(), Status::Found);

    let line = FnGraph::new(|n: &i32| [(n + 1, if *n == 5 { -1 } else { 1 })]);
    let even_from = |start| Query::new(&line, start, |n: &i32| n % 2 == 0);
    let mut nearest = NearestGoals::new(even_from(0));
    let found: Vec<_> = nearest.by_ref().take(3).map(|path| path.unwrap().cost).collect();
    assert_eq!(found, [0, 2, 4]);
    assert!(matches!(nearest.next(), Some(Err(SearchError::NegativeCost { .. }))));
    assert!(nearest.next().is_none());
    nearest.reset(even_from(6));
    assert_eq!(nearest.next().unwrap().unwrap().nodes, [6]);
    let mut limited = NearestGoals::new(Query::new(&line, 0, |n| *n == 4)).with_node_limit(3);
    assert!(matches!(limited.next(), Some(Err(SearchError::NodeLimit { .. }))));
    assert_eq!((limited.stats().nodes, limited.stats().expanded), (3, 3));
}

/// A game in miniature: units find their way on a changing map, in the memory of the first search.
#[test]
fn searches_go_on_in_the_same_memory_while_the_map_changes() {
    let mut map = Rc::new(GridMap::new(40, 40).unwrap());
    let (start, goal) = (Point::new(0, 0), Point::new(39, 39));
    let mut search = AStar::new(GridProblem::new(map.clone(), start, goal, Movement::Eight).unwrap());
    let mut fresh_costs = Vec::new();
    for column in (5..39).step_by(3) {
        for row in 0..39 {
            Rc::make_mut(&mut map).set_wall(Point::new(column, row)).unwrap();
        }
        let problem = || GridProblem::new(map.clone(), start, goal, Movement::Eight).unwrap();
        search.reset(problem());
        while search.run_for(Budget::new().expansions(50)).is_running() {}
        let mut fresh = Dijkstra::new(problem());
        assert_eq!((search.status(), fresh.run()), (Status::Found, Status::Found));
        assert_eq!(search.path().unwrap().cost, fresh.path().unwrap().cost);
        fresh_costs.push(fresh.path().unwrap().cost);
    }
    assert!(fresh_costs.is_sorted() && fresh_costs.len() == 12);
}
