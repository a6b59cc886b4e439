//! Ends in walls, compared with an independent Dijkstra that frees the start for the first step.

use astride::problem::Reversed;
use astride::{
    AStar, BidirectionalAStar, BidirectionalDijkstra, DStarLite, Dijkstra, Graph, Greedy, Heuristic, LpaStar, Path,
    Pathfinder, ReverseGraph, Status, Stepper,
};
use astride_grid::{
    AnyAngleProblem, ChangeCells, Components, End, FlowField, GridCost, GridError, GridGoals, GridMap, GridProblem,
    GridWorld, JumpMap, JumpPoints, JumpProblem, JumpTable, Movement, Point, UnitKind,
};
use astride_grid::{LazyThetaStar, ThetaStar};
use proptest::prelude::*;

use crate::rows::Rows;

fn random_map() -> impl Strategy<Value = GridMap> {
    let free = prop_oneof![3 => Just(vec![1]), 1 => Just(vec![3]), 2 => Just(vec![1, 2, 9])];
    (1..9_usize, 1..9_usize, free, 2..8_u8).prop_flat_map(|(width, height, free, walls)| {
        let cell = (0..10_u8, prop::sample::select(free));
        let cell = cell.prop_map(move |(number, cost)| if number < walls { 0 } else { cost });
        prop::collection::vec(cell, width * height).prop_map(move |cells| Rows::new(width, cells).map())
    })
}

/// A map, a movement rule and two cells, either of which may be a wall.
fn course() -> impl Strategy<Value = (GridMap, Movement, Point, Point)> {
    let index = any::<prop::sample::Index>;
    let movement = prop::sample::select(Movement::ALL.to_vec());
    (random_map(), movement, index(), index()).prop_map(|(map, movement, start, goal)| {
        let cells: Vec<Point> = map.points().collect();
        (map, movement, *start.get(&cells), *goal.get(&cells))
    })
}

/// Runs a search, and checks the cost of its path, or the estimate at the end of its best-effort path.
fn check<S, P>(mut search: S, problem: &P, rows: &Rows, movement: Movement, goal: Point) -> Result<(), TestCaseError>
where
    S: Pathfinder<Node = Point, Cost = u64>,
    P: Heuristic<Node = Point, Cost = u64>,
{
    let costs = rows.costs_from_wall(problem.start(), movement);
    let expected = costs.get(&goal).copied();
    let status = search.run();
    let name = std::any::type_name::<S>();
    prop_assert_eq!(status == Status::Found, expected.is_some(), "{}", name);
    prop_assert_eq!(search.path().map(|path| path.cost), expected, "{}", name);
    if expected.is_none() && name.contains("CostPlusEstimate") && !name.contains("Bidirectional") {
        let end = *search.best_effort_path().unwrap().nodes.last().unwrap();
        let least = costs.keys().map(|cell| problem.estimate(cell)).min().unwrap();
        prop_assert_eq!(problem.estimate(&end), least, "{} ends at {}", name, end);
    }
    Ok(())
}

fn check_jumps<J: JumpPoints + Copy>(jumps: J, rows: &Rows, start: Point, goal: Point) -> Result<(), TestCaseError> {
    let problem = JumpProblem::<_, u64>::new_lenient_typed(jumps, start, goal).unwrap();
    let movement = problem.movement();
    check(AStar::new(problem), &problem, rows, movement, goal)?;
    let costs = rows.costs_from_wall(start, movement);
    let mut search = AStar::new(problem);
    let _ = search.run();
    let path = search.path().or_else(|| search.best_effort_path()).unwrap();
    let cells = problem.cells(&path);
    let nearest = costs
        .iter()
        .map(|(cell, cost)| (problem.estimate(cell), *cost))
        .min()
        .unwrap();
    let end = *cells.last().unwrap();
    if problem.map().is_uniform() {
        prop_assert_eq!((problem.estimate(&end), path.cost), nearest);
    }
    if let [first, second, ..] = cells[..] {
        prop_assert!(
            rows.costs_from_wall(first, movement).contains_key(&second)
                && rows.step(second, second, movement).is_none()
        );
    }
    let legal = cells
        .windows(2)
        .skip(1)
        .all(|pair| rows.step(pair[0], pair[1], movement).is_some());
    prop_assert!(legal, "{:?}", cells);
    let mut greedy = Greedy::new(problem);
    prop_assert_eq!(greedy.run() == Status::Found, costs.contains_key(&goal));
    Ok(())
}

proptest! {
    #[test]
    fn paths_begin_in_walls_and_end_near_them((map, movement, start, goal) in course()) {
        let rows = Rows::of(&map);
        let problem = GridProblem::<_, u64>::new_lenient_typed(&map, start, goal, movement).unwrap();
        let owned = GridProblem::<_, u64>::new_lenient_typed(map.clone(), start, goal, movement).unwrap();
        check(AStar::new(problem), &problem, &rows, movement, goal)?;
        check(Dijkstra::new(problem), &problem, &rows, movement, goal)?;
        check(BidirectionalDijkstra::new(problem), &problem, &rows, movement, goal)?;
        check(BidirectionalAStar::new(problem), &problem, &rows, movement, goal)?;
        check(LpaStar::new(owned.clone()), &problem, &rows, movement, goal)?;
        check(DStarLite::new(owned), &problem, &rows, movement, goal)?;
        let goals = GridGoals::<_, u64>::new_lenient_typed(&map, start, [goal], movement).unwrap();
        check(AStar::new(goals), &problem, &rows, movement, goal)?;

        let with_turns: Option<Path<_, u64>> = AStar::new(problem.with_turn_cost(0)).find_path().unwrap();
        let expected = rows.costs_from_wall(start, movement).get(&goal).copied();
        prop_assert_eq!(with_turns.map(|path| path.cost), expected);

        // Searches that follow edges backwards rely on this.
        let mut steps: Vec<_> = map.points().flat_map(|from| problem.successors(&from).map(move |(to, cost)| (from, to, cost)).collect::<Vec<_>>()).collect();
        let mut back: Vec<_> = map.points().flat_map(|to| problem.predecessors(&to).map(move |(from, cost)| (from, to, cost)).collect::<Vec<_>>()).collect();
        steps.sort_unstable();
        back.sort_unstable();
        prop_assert_eq!(steps, back);
        let mut turned = Dijkstra::one_to_all(Reversed::new(problem), goal);
        let _ = turned.run();
        prop_assert_eq!(turned.cost_to(&start), expected);
    }

    #[test]
    fn paths_from_walls_are_repaired(
        (map, movement, start, goal) in course(), changes in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8), 1..12),
    ) {
        let cells: Vec<Point> = map.points().collect();
        let problem = GridProblem::<_, u64>::new_lenient_typed(map.clone(), start, goal, movement).unwrap();
        let (mut forward, mut backward) = (LpaStar::new(problem.clone()), DStarLite::new(problem));
        let mut changed = map;
        for (cell, cost) in changes {
            let cell = *cell.get(&cells);
            changed.set_cost(cell, cost).unwrap();
            forward.set_cost(cell, cost).unwrap();
            backward.set_cost(cell, cost).unwrap();
            let expected = Rows::of(&changed).costs_from_wall(start, movement).get(&goal).copied();
            for (status, path) in [(forward.run(), forward.path()), (backward.run(), backward.path())] {
                prop_assert_eq!(status == Status::Found, expected.is_some());
                prop_assert_eq!(path.map(|path| path.cost), expected, "{} to {} on\n{}", start, goal, changed);
            }
        }
    }

    #[test]
    fn lines_lead_out_of_walls((map, movement, start, goal) in course()) {
        prop_assume!(map.is_uniform());
        let rows = Rows::of(&map);
        let costs = rows.costs_from_wall(start, movement);
        let problem = AnyAngleProblem::new_lenient(&map, start, goal, movement).unwrap();
        let paths = [ThetaStar::new(problem).find_path(), LazyThetaStar::new(problem).find_path(), problem.short_path()];
        for path in paths {
            let path = path.unwrap();
            prop_assert_eq!(path.is_some(), costs.contains_key(&goal));
            let Some([first, lines @ ..]) = path.as_ref().map(|path| &path.nodes[..]) else { continue };
            prop_assert_eq!(*first, start);
            prop_assert!(lines.windows(2).all(|line| map.line_of_sight(line[0], line[1], movement)));
            if let Some(next) = lines.first() {
                let is_step = next.x.abs_diff(start.x).max(next.y.abs_diff(start.y)) == 1;
                prop_assert!(map.line_of_sight(start, *next, movement) || is_step && costs.contains_key(next));
            }
        }
    }

    #[test]
    fn jump_points_lead_out_of_walls((map, movement, start, goal) in course()) {
        let rows = Rows::of(&map);
        let online = JumpMap::new(map, movement).unwrap();
        check_jumps(&online, &rows, start, goal)?;
        check_jumps(&JumpTable::try_from(online).unwrap(), &rows, start, goal)?;
    }

    #[test]
    fn fields_lead_out_of_walls((map, movement, _, goal) in course(), size in 1..3_u8) {
        let mut world = GridWorld::<GridMap>::new(map.clone(), movement).unwrap();
        let unit = world.add_unit(UnitKind::new(size).unwrap()).unwrap();
        let field = world.add_field(unit, [goal]).unwrap();
        prop_assert_eq!(world.run(), Status::Found);
        let map = world.units()[unit].map();
        let (rows, field) = (Rows::of(map), &world.fields()[field]);
        let free = map.is_free(goal);
        for point in map.points() {
            let next = field.next_lenient(point);
            let cost = rows.costs_from_wall(point, movement).get(&goal).copied().filter(|_| free);
            prop_assert_eq!(next.is_some(), cost.is_some_and(|cost| cost > 0));
            if let (Some(next), Some(cost)) = (next, cost) {
                let step = cost - u64::from(field.cost(next).unwrap());
                let mut freed = rows.clone();
                freed.cells[usize::from(point.y) * rows.width + usize::from(point.x)] = 1;
                prop_assert_eq!(freed.step(point, next, movement), Some(step));
            }
        }
        prop_assert_eq!(field.next_lenient(Point::new(map.width(), 0)), None);
    }

    #[test]
    fn units_reach_cells_from_walls((map, movement, start, _) in course(), points in 0..9_u32) {
        let costs = Rows::of(&map).costs_from_wall(start, movement);
        let limit = u64::from(points) * u64::from(u32::straight(movement));
        let within = costs.into_iter().filter(|(_, cost)| *cost <= limit);
        let within: Vec<_> = within.map(|(cell, cost)| (cell, cost.in_cells(movement))).collect();
        let reach = map.reach_lenient(start, movement, points).unwrap();
        prop_assert_eq!(reach.cells().collect::<Vec<_>>(), within);
    }

    #[test]
    fn the_nearest_connected_cell_is_where_a_search_would_end((map, movement, start, goal) in course()) {
        let components = Components::new(&map, movement).unwrap();
        let nearest = components.nearest_connected(&map, start, goal).unwrap().unwrap();
        let problem = GridProblem::new_lenient(&map, start, goal, movement).unwrap();
        let costs = Rows::of(&map).costs_from_wall(start, movement);
        let least = costs.keys().map(|cell| (problem.estimate(cell), *cell)).min().unwrap();
        prop_assert!(costs.contains_key(&nearest));
        prop_assert_eq!((problem.estimate(&nearest), nearest), least);
        let outside = Point::new(0, map.height());
        prop_assert_eq!(components.nearest_connected(&map, start, outside), Ok(None));
        prop_assert_eq!(components.nearest_connected(&map, outside, goal), Ok(None));
    }
}

#[test]
fn ends_off_the_map_are_refused_all_the_same() {
    let map: GridMap = ".#".parse().unwrap();
    let (free, wall, outside) = (Point::new(0, 0), Point::new(1, 0), Point::new(2, 0));
    let error = |end| GridError::EndOutside {
        end,
        point: outside,
        width: 2,
        height: 1,
    };
    for (start, goal, end) in [
        (outside, wall, End::Start),
        (wall, outside, End::Goal),
        (free, outside, End::Goal),
    ] {
        let movement = Movement::Four;
        assert_eq!(
            GridProblem::new_lenient(&map, start, goal, movement).unwrap_err(),
            error(end)
        );
        assert_eq!(
            GridGoals::new_lenient(&map, start, [goal], movement).unwrap_err(),
            error(end)
        );
        let jumps = JumpMap::new(map.clone(), movement).unwrap();
        assert_eq!(JumpProblem::new_lenient(&jumps, start, goal).unwrap_err(), error(end));
    }
    assert_eq!(
        GridGoals::new_lenient(&map, wall, [], Movement::Four).unwrap_err(),
        GridError::NoGoal
    );
    let field = FlowField::new(&map, [free], Movement::Four).unwrap();
    assert_eq!(field.next_lenient(outside), None);
}
