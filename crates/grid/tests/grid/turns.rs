//! Turns on maps, compared with an independent implementation of the rules.

use std::collections::BTreeMap;

use crate::rows::Rows;
use astride::traits::{Consistency, Reached};
use astride::{
    AStar, Dijkstra, Graph, Heuristic, Pathfinder, Problem, ReverseGraph, SearchError, Status, WeightedAStar,
};
use astride_grid::{Arrival, GridCost, GridGoals, GridMap, GridProblem, Movement, Point, TurnProblem};
use proptest::prelude::*;

const NONE: u32 = u32::MAX;

fn random_map() -> impl Strategy<Value = GridMap> {
    (1..6_usize, 1..6_usize, 1..5_u8).prop_flat_map(|(width, height, most)| {
        let cell = prop_oneof![1 => Just(0), 4 => 1..=most];
        prop::collection::vec(cell, width * height).prop_map(move |cells| Rows::new(width, cells).map())
    })
}

fn movement() -> impl Strategy<Value = Movement> {
    prop::sample::select(Movement::ALL.to_vec())
}

/// Costs of a turn by 45, 90, 135 and 180 degrees: all equal, arbitrary, or partly forbidden.
fn turn_costs() -> impl Strategy<Value = [u32; 4]> {
    let any = prop_oneof![1 => Just(0), 3 => 0..4_000_u32, 1 => Just(NONE)];
    prop_oneof![(0..4_000_u32).prop_map(|cost| [cost; 4]), prop::array::uniform4(any)]
}

/// The cost of the turn between two steps, by the angle between them as vectors.
fn turn(costs: [u32; 4], from: Point, at: Point, to: Point) -> u32 {
    let step = |from: Point, to: Point| {
        let offset = |from: u16, to: u16| f64::from(to) - f64::from(from);
        (offset(from.x, to.x), offset(from.y, to.y))
    };
    let (before, after) = (step(from, at), step(at, to));
    let product = before.0 * after.0 + before.1 * after.1;
    let cosine = product / before.0.hypot(before.1) / after.0.hypot(after.1);
    let degrees = cosine.clamp(-1.0, 1.0).acos().to_degrees();
    match [0.0, 45.0, 90.0, 135.0, 180.0]
        .iter()
        .position(|angle| (*angle - degrees).abs() < 0.5)
    {
        Some(0) => 0,
        Some(eighths) => costs[eighths - 1],
        None => panic!("{degrees} degrees"),
    }
}

/// The cost of a cheapest path to each cell from each side, computed by relaxing all turns until nothing changes.
fn costs(
    map: &GridMap,
    movement: Movement,
    turns: [u32; 4],
    starts: &[(Arrival, u32)],
) -> BTreeMap<(Point, Option<Point>), u32> {
    let rows = Rows::of(map);
    let units = [u32::straight(movement), u32::diagonal(movement)];
    let mut costs = BTreeMap::new();
    for (start, cost) in starts {
        let known = costs.entry((start.at, start.from)).or_insert(*cost);
        *known = (*known).min(*cost);
    }
    let mut waiting: Vec<(Point, Option<Point>)> = costs.keys().copied().collect();
    while let Some((at, from)) = waiting.pop() {
        let cost = costs[&(at, from)];
        for (to, is_diagonal, terrain) in rows.steps(at, movement) {
            let turn = from.map_or(0, |from| turn(turns, from, at, to));
            if turn == NONE {
                continue;
            }
            let cost = cost + units[usize::from(is_diagonal)] * u32::from(terrain) + turn;
            let known = costs.entry((to, Some(at))).or_insert(NONE);
            if cost < *known {
                *known = cost;
                waiting.push((to, Some(at)));
            }
        }
    }
    costs
}

/// All nodes that a search may reach.
fn nodes(map: &GridMap, movement: Movement) -> Vec<Arrival> {
    let rows = Rows::of(map);
    let mut nodes = Vec::new();
    for from in map.points() {
        nodes.push(Arrival::start(from));
        nodes.extend(
            rows.steps(from, movement)
                .iter()
                .map(|(to, _, _)| Arrival::new(*to, from)),
        );
    }
    nodes
}

proptest! {
    #[test]
    fn costs_are_those_of_cells_and_sides(
        map in random_map(), movement in movement(), turns in turn_costs(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 2..5),
        facing in any::<prop::sample::Index>(), late in 0..9_000_u32,
    ) {
        let free: Vec<Point> = map.points().filter(|point| map.is_free(*point)).collect();
        prop_assume!(!free.is_empty());
        let picks: Vec<Point> = picks.iter().map(|pick| free[pick.index(free.len())]).collect();
        let (start, goals) = (picks[0], &picks[1..]);
        let problem = GridProblem::new(&map, start, goals[0], movement).unwrap().with_turn_costs(turns);
        let nodes = nodes(&map, movement);
        // A second start, which may have a direction.
        let other = nodes[facing.index(nodes.len())];
        let expected = costs(&map, movement, turns, &[(Arrival::start(start), 0), (other, late)]);

        let mut all = Dijkstra::one_to_all(&problem, Arrival::start(start));
        all.add_start(other, late);
        prop_assert_eq!(all.run(), Status::Found);
        for node in &nodes {
            prop_assert_eq!(all.cost_to(node), expected.get(&(node.at, node.from)).copied(), "{:?} on\n{}", node, map);
        }
        prop_assert_eq!(all.stats().expanded, expected.len() as u64);

        let least = |goals: &[Point]| {
            expected.iter().filter(|((at, _), _)| goals.contains(at)).map(|(_, cost)| *cost).min()
        };
        let run = |search: &mut dyn Pathfinder<Node = Arrival, Cost = u32>, goals: &[Point]| {
            search.add_start(other, late);
            let status = search.run();
            let expected = least(goals);
            assert_eq!(status, if expected.is_some() { Status::Found } else { Status::Exhausted });
            let path = search.path();
            if let Some(path) = &path {
                let first = path.nodes[0];
                let mut sum = if first == Arrival::start(start) { 0 } else { late };
                let rows = Rows::of(&map);
                for pair in path.nodes.windows(2) {
                    assert_eq!(pair[1].from, Some(pair[0].at));
                    let units = [u32::straight(movement), u32::diagonal(movement)];
                    let steps = rows.steps(pair[0].at, movement);
                    let (_, is_diagonal, terrain) = steps.iter().find(|(to, _, _)| *to == pair[1].at).unwrap();
                    sum += units[usize::from(*is_diagonal)] * u32::from(*terrain);
                    sum += pair[0].from.map_or(0, |from| turn(turns, from, pair[0].at, pair[1].at));
                }
                assert_eq!(sum, path.cost);
            }
            (path.map(|path| path.cost), expected)
        };
        let mut search = AStar::new(problem);
        let (cost, expected) = run(&mut search, &goals[..1]);
        prop_assert_eq!(cost, expected);
        // The same search once more, and then with other turns.
        search.reset(problem);
        prop_assert_eq!(run(&mut search, &goals[..1]).0, expected);
        let (cost, expected) = run(&mut WeightedAStar::new(problem, 1.5).unwrap(), &goals[..1]);
        prop_assert_eq!(cost.is_some(), expected.is_some());
        prop_assert!(cost.map(f64::from) <= expected.map(|cost| 1.5 * f64::from(cost)));

        let several = GridGoals::new(&map, start, goals.iter().copied(), movement).unwrap().with_turn_costs(turns);
        let (cost, expected) = run(&mut AStar::new(&several), goals);
        prop_assert_eq!(cost, expected);
    }

    #[test]
    fn numbers_lead_back_and_predecessors_are_the_other_ends(
        map in random_map(), movement in movement(), turns in turn_costs(),
    ) {
        let Some(free) = map.points().find(|point| map.is_free(*point)) else { return Ok(()) };
        let problem = GridProblem::new(&map, free, free, movement).unwrap().with_turn_costs(turns);
        let (mut numbers, mut ahead, mut back) = (BTreeMap::new(), Vec::new(), Vec::new());
        for node in nodes(&map, movement) {
            let index = problem.index(&node).unwrap();
            prop_assert!(index < problem.index_bound().unwrap());
            prop_assert_eq!(numbers.insert(index, node), None, "{:?}", node);
            prop_assert_eq!(problem.node_at(index), Some(node));

            let expected: Vec<_> = problem.successors(&node).collect();
            let mut visited = Vec::new();
            let reached = Reached { index: Some(index), keeps_cheapest: true, ..Reached::default() };
            problem.visit_successors(&node, reached, |to, index, cost| {
                assert_eq!(index, problem.index(&to));
                visited.push((to, cost));
            });
            prop_assert_eq!(&visited, &expected);
            let key = |node: Arrival| (node.at, node.from);
            ahead.extend(expected.into_iter().map(|(to, cost)| (key(node), key(to), cost)));
            back.extend(problem.predecessors(&node).map(|(from, cost)| (key(from), key(node), cost)));
        }
        ahead.sort_unstable();
        back.sort_unstable();
        prop_assert_eq!(back, ahead, "on\n{}", map);
    }

    /// Along an edge, the estimate never falls by more than the edge costs.
    #[test]
    fn the_estimate_is_as_consistent_as_stated(
        map in random_map(), movement in movement(), turns in turn_costs(), pick in any::<prop::sample::Index>(),
    ) {
        let free: Vec<Point> = map.points().filter(|point| map.is_free(*point)).collect();
        prop_assume!(!free.is_empty());
        let goal = free[pick.index(free.len())];
        let problem = GridProblem::new(&map, free[0], goal, movement).unwrap().with_turn_costs(turns);
        prop_assert!(problem.estimate_hints().consistency >= Consistency::Consistent);
        for node in nodes(&map, movement) {
            let estimate = problem.estimate(&node);
            prop_assert!(node.at != goal || estimate == 0);
            for (to, cost) in problem.successors(&node) {
                prop_assert!(estimate <= cost.saturating_add(problem.estimate(&to)), "{:?} to {:?}", node, to);
                if problem.estimate_hints().consistency == Consistency::BothWays {
                    prop_assert!(problem.estimate(&to) <= cost.saturating_add(estimate), "{:?} to {:?}", node, to);
                }
            }
        }
    }
}

#[test]
fn turns_that_are_no_costs_are_errors_that_name_them() {
    let map = GridMap::new(3, 3).unwrap();
    let problem = GridProblem::<_, f64>::new_typed(&map, Point::new(0, 0), Point::new(2, 1), Movement::Four).unwrap();
    let run = |cost: f64| AStar::new(problem.with_turn_cost(cost)).find_path();
    for cost in [f64::NAN, -f64::NAN, f64::NEG_INFINITY] {
        match run(cost) {
            Err(SearchError::InvalidCost { cost: named, .. }) => assert_eq!(named, format!("{cost:?}")),
            other => panic!("{cost}: {other:?}"),
        }
    }
    match run(-0.5) {
        Err(SearchError::NegativeCost { cost, .. }) => assert_eq!(cost, "-0.5"),
        other => panic!("{other:?}"),
    }
    assert_eq!(run(f64::INFINITY).unwrap().map(|path| path.cost), None);
    assert_eq!(run(-0.0).unwrap().map(|path| path.cost), Some(3.0));
    assert_eq!(run(0.25).unwrap().map(|path| path.cost), Some(3.25));
    // A step whose sum is too large is left out.
    let problem = GridProblem::new(&map, Point::new(0, 0), Point::new(2, 1), Movement::Four).unwrap();
    let path = AStar::new(problem.with_turn_cost(NONE - 1)).find_path().unwrap();
    assert_eq!(path, None);
}

#[test]
fn nodes_that_no_step_leads_to_are_dead_ends_or_starts_without_a_turn() {
    let map = GridMap::new(3, 3).unwrap();
    let (corner, goal) = (Point::new(0, 0), Point::new(2, 2));
    let problem = GridProblem::new(&map, corner, goal, Movement::Four)
        .unwrap()
        .with_turn_cost(5);
    let diagonal = Arrival::new(Point::new(1, 1), corner);
    for (node, is_indexed, successors) in [
        (Arrival::start(Point::new(3, 0)), false, 0),
        (Arrival::start(Point::new(0, 9)), false, 0),
        (Arrival::new(Point::new(0, 3), Point::new(0, 2)), false, 0),
        (Arrival::new(corner, Point::new(2, 2)), false, 2),
        (Arrival::new(corner, corner), false, 2),
        (diagonal, false, 4),
        (Arrival::new(Point::new(1, 1), Point::new(1, 0)), true, 4),
    ] {
        assert_eq!(problem.index(&node).is_some(), is_indexed, "{node:?}");
        assert_eq!(problem.successors(&node).count(), successors, "{node:?}");
    }
    let mut search = AStar::new(problem);
    search.add_start(Arrival::new(Point::new(2, 1), goal), 0);
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.path().unwrap().cost, 6, "a turn back, and a step");
}

/// Covers problems of other types: several starts and goals, floats, and owned maps.
#[test]
fn all_problems_on_maps_have_turns() {
    fn cost<P: Heuristic<Cost = C>, C: Into<f64>>(problem: P) -> Option<f64> {
        AStar::new(problem).find_path().unwrap().map(|path| path.cost.into())
    }
    let map: GridMap = "...\n.#.\n...".parse().unwrap();
    let (start, goal) = (Point::new(0, 0), Point::new(2, 2));
    let owned: TurnProblem<GridProblem<GridMap>> = GridProblem::new(map.clone(), start, goal, Movement::Four)
        .unwrap()
        .with_turn_cost(2);
    assert_eq!(owned.problem().goal(), goal);
    assert_eq!(owned.start(), Arrival::start(start));
    assert_eq!(owned.clone().into_problem().into_map(), map);
    assert_eq!(cost(owned), Some(6.0));
    let goals = [Point::new(2, 2), Point::new(1, 2)];
    let floats = GridGoals::<_, f64>::new_typed(&map, start, goals, Movement::Eight)
        .unwrap()
        .with_turn_cost(0.5);
    assert_eq!(cost(floats), Some(3.5));
}
