//! Best-effort paths, which end at the cell with the least estimate, compared with an independent Dijkstra over cells.

use astride::engine::Engine;
use astride::search::Search;
use astride::{AStar, AraStar, Dijkstra, Greedy, Heuristic, Observer, Path, Problem, Status, WeightedAStar};
use astride_grid::{Estimate, GridMap, JumpMap, JumpPoints, JumpProblem, JumpTable, Movement, Point};

use crate::jumps::cost_along;
use crate::rows::Rows;

/// A map of 12 x 12 cells of the same cost, about a third of them walls, and a closed goal.
fn closed_goal(seed: u64) -> (GridMap, Point, Point) {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = |below: u16| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u16::try_from(state >> 33 & 0xffff).unwrap() % below
    };
    let mut map = GridMap::from_fn(12, 12, |_| u8::from(random(10) > (seed % 4) as u16)).unwrap();
    let goal = Point::new(1 + random(10), 1 + random(10));
    for point in map.points() {
        if (point.x.abs_diff(goal.x)).max(point.y.abs_diff(goal.y)) == 1 {
            map.set_wall(point).unwrap();
        }
    }
    map.set_free(goal).unwrap();
    let start = loop {
        let start = Point::new(random(12), random(12));
        if start.x.abs_diff(goal.x) > 1 || start.y.abs_diff(goal.y) > 1 {
            break start;
        }
    };
    map.set_free(start).unwrap();
    (map, start, goal)
}

/// The least estimate of any reachable cell, and the least cost among the cells that have it.
fn nearest<P: Heuristic<Node = Point, Cost = u64>>(rows: &Rows, problem: &P, movement: Movement) -> (u64, u64) {
    let costs = rows.costs_from(problem.start(), movement).into_iter();
    costs.map(|(cell, cost)| (problem.estimate(&cell), cost)).min().unwrap()
}

/// Checks that a path has legal steps, which cost what it states. Returns the estimate at its end, and its cost.
fn end<J: JumpPoints>(rows: &Rows, problem: &JumpProblem<J, u64>, path: &Path<Point, u64>) -> (u64, u64) {
    let cells = problem.cells(path);
    assert_eq!(cells.first(), Some(&problem.start()));
    let cost = cost_along(rows, &cells, problem.movement());
    assert_eq!(cost, path.cost);
    (problem.estimate(cells.last().unwrap()), cost)
}

/// The number of steps after each of which a search is asked for a path before it ends.
const STEPS: usize = 20;

fn check<J, E, W>(rows: &Rows, mut search: Search<E, W>, is_cheapest: bool, steps: usize)
where
    J: JumpPoints,
    E: Engine<Problem = JumpProblem<J, u64>>,
    W: Observer<Point, u64>,
{
    for _ in 0..steps {
        let _ = search.step();
        if let Some(path) = search.best_effort_path() {
            end(rows, search.problem(), &path);
        }
    }
    assert_eq!(search.run(), Status::Exhausted);
    let problem = search.problem();
    let path = search.best_effort_path().unwrap();
    let (least, cost) = nearest(rows, problem, problem.movement());
    let found = end(rows, problem, &path);
    let context = || {
        format!(
            "{}, {} to {} on\n{}",
            problem.movement(),
            problem.start(),
            problem.goal(),
            problem.map()
        )
    };
    assert_eq!(found.0, least, "{}", context());
    if is_cheapest {
        assert_eq!(found.1, cost, "{}", context());
    }
}

fn check_all<J: JumpPoints + Copy>(rows: &Rows, jumps: J, start: Point, goal: Point) {
    let problem = JumpProblem::<_, u64>::new_typed(jumps, start, goal).unwrap();
    check(rows, AStar::new(problem), true, STEPS);
    check(rows, Dijkstra::new(problem), true, STEPS);
    check(rows, WeightedAStar::new(problem, 1.5).unwrap(), true, STEPS);
    check(rows, Greedy::new(problem), false, STEPS);
    check(rows, AraStar::new(problem), false, STEPS);
}

#[test]
fn a_best_effort_path_counts_the_cells_between_jump_points() {
    let maps = [".....@.", "......\n.@@@..\n.@.@..\n.@@@..\n......"];
    let ends = [((0, 0), (6, 0)), ((5, 4), (2, 2))];
    for ((text, (start, goal)), movement) in maps
        .iter()
        .zip(ends)
        .flat_map(|case| Movement::ALL.map(|rule| (case, rule)))
    {
        let map: GridMap = text.parse().unwrap();
        let rows = Rows::of(&map);
        let table = JumpTable::new(map.clone(), movement).unwrap();
        check_all(&rows, &JumpMap::new(map, movement).unwrap(), start.into(), goal.into());
        check_all(&rows, &table, start.into(), goal.into());
    }
    let map = JumpMap::new(".....@.".parse().unwrap(), Movement::Four).unwrap();
    let mut search = AStar::new(JumpProblem::new(&map, Point::new(0, 0), Point::new(6, 0)).unwrap());
    assert_eq!(search.run(), Status::Exhausted);
    let path = search.best_effort_path().unwrap();
    assert_eq!((path.cost, path.nodes), (4, vec![Point::new(0, 0), Point::new(4, 0)]));
}

#[test]
fn a_best_effort_path_over_jump_points_ends_as_near_to_a_closed_goal_as_one_over_cells() {
    for seed in 0..500 {
        let (map, start, goal) = closed_goal(seed);
        let rows = Rows::of(&map);
        for movement in Movement::ALL {
            if movement == Movement::EightSqueezing && rows.costs_from(start, movement).contains_key(&goal) {
                continue;
            }
            let online = JumpMap::new(map.clone(), movement).unwrap();
            if seed % 25 == 0 {
                check_all(&rows, &online, start, goal);
            }
            let problem = JumpProblem::<_, u64>::new_typed(&online, start, goal).unwrap();
            check(&rows, AStar::new(problem), true, 0);
            let table = JumpTable::try_from(online).unwrap();
            check(
                &rows,
                AStar::new(JumpProblem::<_, u64>::new_typed(&table, start, goal).unwrap()),
                true,
                0,
            );
        }
    }
}

/// Weak estimates are the same for many cells, of which the cheapest to reach counts.
#[test]
fn a_best_effort_path_over_jump_points_breaks_ties_by_cost() {
    for seed in 0..60 {
        let (map, start, goal) = closed_goal(seed);
        let rows = Rows::of(&map);
        let jumps = JumpMap::new(map, Movement::Eight).unwrap();
        for estimate in [
            Estimate::Zero,
            Estimate::Chebyshev,
            Estimate::Euclidean,
            Estimate::Octile,
        ] {
            let problem = JumpProblem::<_, u64>::new_typed(&jumps, start, goal).unwrap();
            check(&rows, AStar::new(problem.with_estimate(estimate).unwrap()), true, STEPS);
        }
    }
}
