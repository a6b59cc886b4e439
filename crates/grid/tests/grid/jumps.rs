//! Jump point search and jump tables compared with a search written for these tests, on every small map, on random ones
//! of all sizes, and as maps change.

use crate::effort::progress;
use crate::rows::Rows;
use astride::traits::Reached;
use astride::{AStar, Budget, Dijkstra, Graph, Greedy, Heuristic, Path, Problem, SearchError, Status, WeightedAStar};
use astride_grid::{
    End, Estimate, GridCost, GridError, GridMap, GridProblem, JumpMap, JumpPoints, JumpProblem, JumpTable, Movement,
    Point,
};
use proptest::prelude::*;
use std::collections::HashSet;

/// The map whose free cells are given by the lowest bits of a number.
fn of_bits(width: usize, height: usize, bits: u32) -> Rows {
    let is_free = |cell: usize| bits >> cell & 1 == 1;
    Rows::new(width, (0..width * height).map(|cell| u8::from(is_free(cell))).collect())
}

fn transposed(rows: &Rows) -> Rows {
    let cells = (0..rows.width).flat_map(|x| rows.cells.iter().skip(x).step_by(rows.width).copied());
    Rows::new(rows.height(), cells.collect())
}

/// The cost of a path from cell to cell. Fails if a step is not allowed.
pub(crate) fn cost_along(rows: &Rows, cells: &[Point], movement: Movement) -> u64 {
    let step = |pair: &[Point]| {
        let step = rows.step(pair[0], pair[1], movement);
        step.unwrap_or_else(|| panic!("no step from {} to {} by {movement}", pair[0], pair[1]))
    };
    cells.windows(2).map(step).sum()
}

/// A search that is used again and again, and the conversion of its paths to cells.
struct Kept<P: Heuristic>(Option<AStar<P>>);

impl<P: Heuristic> Kept<P> {
    fn solve(&mut self, problem: P) -> &AStar<P> {
        match &mut self.0 {
            Some(search) => search.reset(problem),
            empty => *empty = Some(AStar::new(problem)),
        }
        let search = self.0.as_mut().unwrap();
        assert_ne!(search.run(), Status::Running);
        search
    }
}

/// Checks every kind of problem on one map, from each start to several goals.
fn check<'a>(rows: &Rows, movement: Movement, starts: impl IntoIterator<Item = &'a Point>, goals: &[Point]) {
    let map = rows.map();
    let jump_map = JumpMap::new(map.clone(), movement).unwrap();
    let table = JumpTable::new(map.clone(), movement).unwrap();
    let (mut plain, mut online, mut offline) = (Kept(None), Kept(None), Kept(None));
    let mut greedy = None;
    for start in starts {
        let costs = rows.costs_from(*start, movement);
        for goal in goals {
            let expected = costs.get(goal).copied();
            let context = || format!("from {start} to {goal} by {movement} on\n{map}");

            let search = plain.solve(GridProblem::<_, u64>::new_typed(&map, *start, *goal, movement).unwrap());
            let cells = |path: &Path<Point, u64>| path.nodes.clone();
            check_path(rows, movement, expected, search.path().as_ref(), cells, &context);
            assert_eq!(search.status() == Status::Found, expected.is_some());

            let search = online.solve(JumpProblem::<_, u64>::new_typed(&jump_map, *start, *goal).unwrap());
            let cells = |path: &Path<Point, u64>| search.problem().cells(path);
            check_path(rows, movement, expected, search.path().as_ref(), cells, &context);

            // A search that does not look for cheapest paths may find one that costs more.
            let search: &mut Greedy<_> = match &mut greedy {
                None => greedy.insert(Greedy::new(*search.problem())),
                Some(greedy) => {
                    greedy.reset(*search.problem());
                    greedy
                }
            };
            assert_eq!(search.run() == Status::Found, expected.is_some());
            if let Some(path) = search.path() {
                assert!(Some(path.cost) >= expected, "greedy, {}", context());
                assert_eq!(
                    cost_along(rows, &search.problem().cells(&path), movement),
                    path.cost,
                    "{}",
                    context()
                );
            }

            let search = offline.solve(JumpProblem::<_, u64>::new_typed(&table, *start, *goal).unwrap());
            let cells = |path: &Path<Point, u64>| search.problem().cells(path);
            check_path(rows, movement, expected, search.path().as_ref(), cells, &context);
        }
    }
}

fn check_path(
    rows: &Rows,
    movement: Movement,
    expected: Option<u64>,
    path: Option<&Path<Point, u64>>,
    cells: impl Fn(&Path<Point, u64>) -> Vec<Point>,
    context: &impl Fn() -> String,
) {
    assert_eq!(path.map(|path| path.cost), expected, "{}", context());
    if let Some(path) = path {
        let cells = cells(path);
        assert_eq!(cost_along(rows, &cells, movement), path.cost, "{}", context());
        assert_eq!((cells.first(), cells.last()), (path.nodes.first(), path.nodes.last()));
    }
}

fn check_all_pairs(rows: &Rows) {
    progress("maps searched from every cell to every cell");
    let points = rows.free_points();
    for movement in Movement::ALL {
        check(rows, movement, &points, &points);
    }
}

#[test]
fn every_pair_of_cells_on_every_map_of_nine_cells() {
    for bits in 0..1 << 9 {
        check_all_pairs(&of_bits(3, 3, bits));
    }
}

#[test]
#[ignore = "2,048 maps: half a minute"]
fn every_pair_of_cells_on_every_narrow_map_of_ten_cells() {
    for bits in 0..1 << 10 {
        check_all_pairs(&of_bits(2, 5, bits));
        check_all_pairs(&of_bits(5, 2, bits));
    }
}

#[test]
#[ignore = "647 maps: half a minute"]
fn every_pair_of_cells_on_some_maps_of_sixteen_and_twenty_cells() {
    for bits in (0..1 << 16).step_by(127) {
        check_all_pairs(&of_bits(4, 4, bits));
    }
    for bits in (0..1 << 20).step_by(8009) {
        check_all_pairs(&of_bits(5, 4, bits));
    }
}

#[test]
#[ignore = "53 million searches for each way to search: minutes"]
fn every_pair_of_cells_on_every_map_of_sixteen_cells() {
    for bits in 0..1 << 16 {
        check_all_pairs(&of_bits(4, 4, bits));
    }
}

/// Widths around those at which the bits of a row fill a word, and every density of walls.
fn random_rows() -> impl Strategy<Value = Rows> {
    let width = prop_oneof![1..20_usize, 60..68_usize, 125..131_usize];
    let walls = prop_oneof![Just(0.02), Just(0.1), Just(0.25), Just(0.4), Just(0.55)];
    let pieces = prop_oneof![Just(1_u8), Just(3)];
    (width, 1..12_usize, walls, pieces, any::<bool>()).prop_flat_map(|(width, height, walls, piece, is_transposed)| {
        let cells = width * height;
        prop::collection::vec(prop::bool::weighted(walls / f64::from(piece)), cells).prop_map(move |seeds| {
            // Each wall is as many cells wide as a piece.
            let wall = |cell: usize| (0..usize::from(piece)).any(|back| cell >= back && seeds[cell - back]);
            let rows = Rows::new(width, (0..cells).map(|cell| u8::from(!wall(cell))).collect());
            if is_transposed { transposed(&rows) } else { rows }
        })
    })
}

fn pick(points: &[Point], picks: &[prop::sample::Index]) -> Vec<Point> {
    picks.iter().map(|pick| points[pick.index(points.len())]).collect()
}

proptest! {
    #[test]
    fn random_maps(rows in random_rows(), starts: [prop::sample::Index; 3], goals: [prop::sample::Index; 12]) {
        let points = rows.free_points();
        prop_assume!(!points.is_empty());
        for movement in Movement::ALL {
            check(&rows, movement, &pick(&points, &starts), &pick(&points, &goals));
        }
    }

    #[test]
    fn terrain_costs_fall_back_to_steps(
        rows in random_rows(),
        costs in prop::collection::vec(prop_oneof![Just(1_u8), 2..9_u8, Just(255)], 300),
        is_uniform: bool,
        starts: [prop::sample::Index; 2],
        goals: [prop::sample::Index; 6],
    ) {
        let mut rows = rows;
        let costs = costs.iter().skip(if is_uniform { costs.len() - 1 } else { 0 }).cycle();
        rows.cells.iter_mut().zip(costs).for_each(|(cell, cost)| *cell *= cost);
        let points = rows.free_points();
        prop_assume!(!points.is_empty());
        for movement in Movement::ALL {
            check(&rows, movement, &pick(&points, &starts), &pick(&points, &goals));
        }
    }

    #[test]
    fn every_cost_type_every_estimate_and_every_search(rows in random_rows(), ends: [prop::sample::Index; 2]) {
        let points = rows.free_points();
        prop_assume!(!points.is_empty());
        let [start, goal] = ends.map(|end| points[end.index(points.len())]);
        let map = rows.map();
        for movement in Movement::ALL {
            let jump_map = JumpMap::new(map.clone(), movement).unwrap();
            let table = JumpTable::try_from(jump_map.clone()).unwrap();
            same_as_plain::<u32>(&jump_map, &table, start, goal);
            same_as_plain::<f64>(&jump_map, &table, start, goal);
            same_as_plain::<f32>(&jump_map, &table, start, goal);

            let expected = rows.costs_from(start, movement).get(&goal).copied();
            let problem = JumpProblem::<_, u64>::new_typed(&table, start, goal).unwrap();
            for estimate in Estimate::ALL.into_iter().filter(|estimate| estimate.is_admissible(movement)) {
                let mut search = AStar::new(problem.with_estimate(estimate).unwrap());
                assert_ne!(search.run(), Status::Running);
                prop_assert_eq!(search.path().map(|path| path.cost), expected);
                // With a weaker estimate, a cell may be met along a detour first, since a cell that sees the goal has
                // no other successor.
                if estimate == Estimate::strongest(movement) {
                    prop_assert_eq!(search.stats().reopened, 0, "{}", estimate);
                }
            }
            let mut dijkstra = Dijkstra::new(problem);
            assert_ne!(dijkstra.run(), Status::Running);
            prop_assert_eq!(dijkstra.path().map(|path| path.cost), expected);
            let mut weighted = WeightedAStar::new(problem, 2.0).unwrap();
            assert_ne!(weighted.run(), Status::Running);
            prop_assert_eq!(weighted.path().is_some(), expected.is_some());
            if let Some(path) = weighted.path() {
                prop_assert!(path.cost <= 2 * expected.unwrap());
                // A cell that was opened again from another direction may lack the edge along which its path continued,
                // so the cost is then the higher one from before.
                prop_assert!(cost_along(&rows, &problem.cells(&path), movement) <= path.cost);
            }
        }
    }

    #[test]
    fn what_changes_with_the_map_is_what_a_new_one_has(
        rows in random_rows(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8), 1..25),
        ends: [prop::sample::Index; 2],
    ) {
        let mut rows = rows;
        for movement in Movement::ALL {
            let mut jump_map = JumpMap::new(rows.map(), movement).unwrap();
            let mut table = JumpTable::new(rows.map(), movement).unwrap();
            for (place, cost) in &changes {
                let cell = place.index(rows.cells.len());
                let point = rows.point(cell);
                rows.cells[cell] = match cost {
                    0 => {
                        prop_assert_eq!(jump_map.toggle(point), table.toggle(point));
                        u8::from(rows.cells[cell] == 0)
                    }
                    1 => {
                        jump_map.set_wall(point).unwrap();
                        table.set_wall(point).unwrap();
                        0
                    }
                    _ => {
                        jump_map.set_free(point).unwrap();
                        table.set_free(point).unwrap();
                        1
                    }
                };
                // Equality includes every bit and every distance.
                prop_assert_eq!(&jump_map, &JumpMap::new(rows.map(), movement).unwrap());
                prop_assert!(table == JumpTable::new(rows.map(), movement).unwrap(), "{} on\n{}", point, rows.map());
            }
            let points = rows.free_points();
            if points.is_empty() {
                continue;
            }
            let [start, goal] = ends.map(|end| points[end.index(points.len())]);
            let expected = rows.costs_from(start, movement).get(&goal).copied();
            let mut search = AStar::new(JumpProblem::<_, u64>::new_typed(&table, start, goal).unwrap());
            assert_ne!(search.run(), Status::Running);
            prop_assert_eq!(search.path().map(|path| path.cost), expected);
        }
    }

    #[test]
    fn slices_and_steps_do_what_a_run_does(rows in random_rows(), ends: [prop::sample::Index; 2], slice in 1..5_u64) {
        let points = rows.free_points();
        prop_assume!(!points.is_empty());
        let [start, goal] = ends.map(|end| points[end.index(points.len())]);
        let jump_map = JumpMap::new(rows.map(), Movement::Eight).unwrap();
        let problem = JumpProblem::new(&jump_map, start, goal).unwrap();
        let (mut at_once, mut sliced, mut stepped) = (AStar::new(problem), AStar::new(problem), AStar::new(problem));
        let status = at_once.run();
        while sliced.run_for(Budget::new().expansions(slice)) == Status::Running {}
        while stepped.step() == Status::Running {}
        for other in [sliced, stepped] {
            prop_assert_eq!(&other.status(), &status);
            prop_assert_eq!(other.path(), at_once.path());
            prop_assert_eq!(other.stats().expanded, at_once.stats().expanded);
        }
    }

    #[test]
    fn successors_are_what_single_steps_come_to(
        rows in random_rows(),
        froms: [prop::sample::Index; 3],
        goal: prop::sample::Index,
    ) {
        let points = rows.free_points();
        prop_assume!(!points.is_empty());
        let goal = points[goal.index(points.len())];
        for movement in Movement::ALL {
            let jump_map = JumpMap::new(rows.map(), movement).unwrap();
            let table = JumpTable::try_from(jump_map.clone()).unwrap();
            let plain = GridProblem::<_, u64>::new_typed(jump_map.map(), goal, goal, movement).unwrap();
            let steps = |at: At| {
                let successors = visited(&plain, at).into_iter();
                successors.map(|(point, _)| At { point, before: Some(at.point) }).collect::<Vec<_>>()
            };
            // Cells for every direction of arrival, and the goal itself.
            let froms = pick(&points, &froms).into_iter().chain([goal]);
            let froms = froms.map(|point| At { point, before: None });
            for from in froms.flat_map(|from| [vec![from], steps(from)].concat()) {
                let expected = seen_by_steps(steps, movement, from, goal);
                let context = format!("from {from:?} to {goal} by {movement} on\n{}", jump_map.map());
                let online = JumpProblem::<_, u64>::new_typed(&jump_map, goal, goal).unwrap();
                prop_assert_eq!(visited(&online, from), expected.clone(), "{}", &context);
                let offline = JumpProblem::<_, u64>::new_typed(&table, goal, goal).unwrap();
                prop_assert_eq!(visited(&offline, from), expected, "{}", context);
            }
        }
    }

    /// With few walls, a table numbers its jump points.
    #[test]
    fn numbers_lead_back_to_their_points_as_a_map_changes(
        changes in prop::collection::vec((0..40_u16, 0..30_u16), 1..12),
        ends: [prop::sample::Index; 4],
    ) {
        for movement in Movement::ALL {
            let mut table = JumpTable::new(GridMap::new(40, 30).unwrap(), movement).unwrap();
            for (x, y) in &changes {
                table.toggle(Point::new(*x, *y)).unwrap();
                table.set_wall(Point::new(20, *y)).unwrap();
                let free: Vec<_> = table.map().points().filter(|point| table.map().is_free(*point)).collect();
                let [start, goal, further, apart] = ends.map(|end| free[end.index(free.len())]);
                let problem = JumpProblem::new(&table, start, goal).unwrap();
                let indices: HashSet<_> = free.iter().map(|point| problem.index(point)).collect();
                prop_assert_eq!(indices.len(), free.len());
                for point in &free {
                    prop_assert_eq!(problem.node_at(problem.index(point).unwrap()), Some(*point));
                }
                let outside = problem.index(&Point::new(40, 0));
                prop_assert!(!indices.contains(&outside));
                let mut search = AStar::new(&problem);
                search.add_start(further, 3);
                let plain = GridProblem::new(table.map(), start, goal, movement).unwrap();
                let mut expected = AStar::new(&plain);
                expected.add_start(further, 3);
                prop_assert_eq!(search.run(), expected.run());
                prop_assert_eq!(search.path().map(|path| path.cost), expected.path().map(|path| path.cost));
                let nodes = search.closed_nodes().count() + search.open_nodes().count();
                prop_assert!(nodes == search.stats().nodes);
                if search.cost_to(&apart).is_some() {
                    prop_assert!(search.path_to(&apart).is_some());
                }
            }
        }
    }

    /// All but the ends have small numbers, before and after a change.
    #[test]
    fn jump_points_have_small_numbers(x in 1..38_u16, y in 1..28_u16, ends: [prop::sample::Index; 2]) {
        let mut table = JumpTable::new(GridMap::new(40, 30).unwrap(), Movement::Eight).unwrap();
        for _ in 0..3 {
            table.toggle(Point::new(x, y)).unwrap();
            let free: Vec<_> = table.map().points().filter(|point| table.map().is_free(*point)).collect();
            let [start, goal] = ends.map(|end| free[end.index(free.len())]);
            let mut search = AStar::new(JumpProblem::new(&table, start, goal).unwrap());
            prop_assert_eq!(search.run(), Status::Found);
            let problem = search.problem();
            prop_assert!(problem.index_bound().unwrap() < 100);
            for node in search.closed_nodes() {
                prop_assert!(problem.index(&node.node).unwrap() < 6, "{}", node.node);
            }
        }
    }

    #[test]
    fn no_point_makes_a_question_panic(rows in random_rows(), x: u16, y: u16) {
        let map = rows.map();
        let point = Point::new(x, y);
        let free = rows.free_points();
        for movement in Movement::ALL {
            let jump_map = JumpMap::new(map.clone(), movement).unwrap();
            let mut table = JumpTable::new(map.clone(), movement).unwrap();
            if !map.contains(point) {
                let (width, height) = (map.width(), map.height());
                prop_assert_eq!(table.toggle(point), Err(GridError::Outside { point, width, height }));
            }
            let Some(goal) = free.first() else { continue };
            if !map.is_free(point) {
                let plain = GridProblem::new(&map, *goal, point, movement).unwrap_err();
                prop_assert_eq!(&JumpProblem::new(&jump_map, *goal, point).unwrap_err(), &plain);
                prop_assert_eq!(&JumpProblem::new(&table, *goal, point).unwrap_err(), &plain);
                let problem = JumpProblem::new(&table, *goal, *goal).unwrap();
                prop_assert_eq!(problem.successors(&point).count(), 0);
                prop_assert!(problem.index(&point) != problem.index(&problem.start()));
                let _ = problem.estimate(&point);
            }
        }
    }
}

/// A cell and the cell from which a path came.
#[derive(Clone, Copy, Debug)]
struct At {
    point: Point,
    before: Option<Point>,
}

impl At {
    fn direction(self) -> Option<(i8, i8)> {
        let sign = |from: u16, to: u16| i8::from(to > from) - i8::from(to < from);
        let before = self.before?;
        Some((sign(before.x, self.point.x), sign(before.y, self.point.y)))
    }
}

/// The successors that a search for a cheapest path visits from there, sorted.
fn visited<P: Graph<Node = Point, Cost = u64>>(problem: &P, at: At) -> Vec<(Point, u64)> {
    let mut visited = Vec::new();
    let reached = Reached {
        index: problem.index(&at.point),
        parent_index: at.before.and_then(|before| problem.index(&before)),
        keeps_cheapest: true,
        ..Reached::default()
    };
    problem.visit_successors(&at.point, reached, |point, index, cost| {
        assert_eq!(index, problem.index(&point));
        assert_eq!(index.and_then(|index| problem.node_at(index)), Some(point));
        visited.push((point, cost));
    });
    visited.sort_unstable();
    visited
}

/// The same by definition: walks step by step in canonical order, a sweep and then a straight line. If a walk leads to
/// the goal, the goal is the only successor. Otherwise, each walk ends where the path may turn.
fn seen_by_steps(steps: impl Fn(At) -> Vec<At>, movement: Movement, from: At, goal: Point) -> Vec<(Point, u64)> {
    let is_sweep = |(dx, dy): (i8, i8)| {
        if movement == Movement::Four {
            dy == 0
        } else {
            dx != 0 && dy != 0
        }
    };
    let is_side = |(dx, dy): (i8, i8), (x, y): (i8, i8)| {
        is_sweep((dx, dy)) && !is_sweep((x, y)) && dx * x + dy * y == i8::from(movement != Movement::Four)
    };
    let line = |first: At| {
        std::iter::successors(Some(first), |at| {
            steps(*at).into_iter().find(|to| to.direction() == at.direction())
        })
    };
    let sides = |at: At| {
        let direction = at.direction().unwrap();
        let steps = steps(at).into_iter();
        steps.filter(move |to| is_side(direction, to.direction().unwrap()))
    };
    let turns = |at: At| {
        let direction = at.direction().unwrap();
        let others = steps(at).into_iter().map(|to| to.direction().unwrap());
        { others }.any(|other| other != direction && !is_side(direction, other))
    };
    let sight = |at: At| {
        let (dx, dy) = (from.point.x.abs_diff(at.point.x), from.point.y.abs_diff(at.point.y));
        let (long, short) = (u64::from(dx.max(dy)), u64::from(dx.min(dy)));
        let cost = match movement {
            Movement::Four => long + short,
            _ => (long - short) * 985 + short * 1393,
        };
        (at.point, cost)
    };
    let (mut jump_points, firsts) = (vec![], steps(from));
    for at in firsts.iter().flat_map(|first| line(*first)) {
        if [vec![at], sides(at).flat_map(line).collect()]
            .concat()
            .iter()
            .any(|at| at.point == goal)
        {
            return vec![sight(At {
                point: goal,
                before: None,
            })];
        }
    }
    for first in firsts {
        for at in line(first) {
            if turns(at) {
                jump_points.push(sight(at));
                break;
            }
            jump_points.extend(sides(at).filter_map(|side| line(side).find(|at| turns(*at))).map(sight));
        }
    }
    jump_points.sort_unstable();
    jump_points
}

#[test]
fn a_jump_problem_has_the_estimates_and_indices_of_a_plain_one() {
    let (start, goal) = (Point::new(0, 2), Point::new(5, 1));
    for movement in Movement::ALL {
        let jump_map = JumpMap::new(GridMap::new(7, 4).unwrap(), movement).unwrap();
        let map = jump_map.map();
        for estimate in Estimate::ALL
            .into_iter()
            .filter(|estimate| estimate.is_admissible(movement))
        {
            let plain = GridProblem::new(map, start, goal, movement)
                .unwrap()
                .with_estimate(estimate)
                .unwrap();
            let problem = JumpProblem::new(&jump_map, start, goal)
                .unwrap()
                .with_estimate(estimate)
                .unwrap();
            assert_eq!((problem.kind_of_estimate(), problem.goal()), (estimate, goal));
            assert_eq!(problem.index_bound(), plain.index_bound());
            for point in map.points() {
                assert_eq!(
                    problem.estimate(&point),
                    plain.estimate(&point),
                    "{estimate} at {point}"
                );
                assert_eq!(problem.index(&point), plain.index(&point));
            }
        }
    }
}

/// On an open map, nothing else is in sight on the way, so only the goal itself makes a sweep worth continuing.
#[test]
fn a_goal_is_seen_from_further_away_than_a_table_holds() {
    let table = JumpTable::new(GridMap::new(40_000, 1).unwrap(), Movement::Four).unwrap();
    for (from, to) in [(0, 39_999), (39_999, 0), (100, 100 + 32_767), (39_000, 39_000 - 32_768)] {
        let (start, goal) = (Point::new(from, 0), Point::new(to, 0));
        let problem = JumpProblem::new(&table, start, goal).unwrap();
        let successors: Vec<_> = problem.successors(&start).collect();
        assert_eq!(successors, [(goal, u32::from(from.abs_diff(to)))]);
    }
}

/// The costs with plain steps, with jumps found during the search, and with jumps looked up.
fn costs_of<C: GridCost>(
    jump_map: &JumpMap,
    table: &JumpTable,
    start: Point,
    goal: Point,
) -> (Option<C>, Option<C>, Option<C>) {
    fn cost<P: Heuristic>(problem: P) -> Option<P::Cost> {
        let mut search = AStar::new(problem);
        assert_ne!(search.run(), Status::Running);
        search.path().map(|path| path.cost)
    }
    (
        cost(GridProblem::<_, C>::new_typed(jump_map.map(), start, goal, jump_map.movement()).unwrap()),
        cost(JumpProblem::<_, C>::new_typed(jump_map, start, goal).unwrap()),
        cost(JumpProblem::<_, C>::new_typed(table, start, goal).unwrap()),
    )
}

fn same_as_plain<C: GridCost + PartialEq>(jump_map: &JumpMap, table: &JumpTable, start: Point, goal: Point) {
    let (plain, online, offline) = costs_of::<C>(jump_map, table, start, goal);
    assert_eq!(
        online,
        plain,
        "from {start} to {goal} by {} on\n{}",
        jump_map.movement(),
        jump_map.map()
    );
    assert_eq!(
        offline,
        plain,
        "from {start} to {goal} by {} on\n{}",
        jump_map.movement(),
        jump_map.map()
    );
}

#[test]
#[ignore = "corridors of 65,535 cells: some ten seconds"]
fn jumps_longer_than_a_table_can_hold_are_made_in_parts() {
    // A corridor of three cells with a wall across it near its end, open at one side.
    let length = 65_535_u16;
    for is_upright in [false, true] {
        let place = |along: u16, across: u16| {
            if is_upright {
                Point::new(across, along)
            } else {
                Point::new(along, across)
            }
        };
        let (width, height) = if is_upright { (3, 65_535) } else { (65_535, 3) };
        let mut map = GridMap::new(width, height).unwrap();
        map.set_wall(place(65_000, 0)).unwrap();
        map.set_wall(place(65_000, 1)).unwrap();
        for movement in [Movement::Four, Movement::Eight, Movement::EightSqueezing] {
            let mut table = JumpTable::new(map.clone(), movement).unwrap();
            for (start, goal) in [(0, length - 1), (length - 1, 0), (40_000, 64_999), (64_999, 100)] {
                let (start, goal) = (place(start, 0), place(goal, 0));
                let jump_map = JumpMap::new(map.clone(), movement).unwrap();
                same_as_plain::<u32>(&jump_map, &table, start, goal);
                let problem = JumpProblem::new(&table, start, goal).unwrap();
                let mut search = AStar::new(problem);
                assert_eq!(search.run(), Status::Found);
                let path = search.path().unwrap();
                let steps = u32::from(start.x.abs_diff(goal.x).max(start.y.abs_diff(goal.y)));
                assert!(problem.cells(&path).len() > steps as usize && path.nodes.len() < 20);
            }
            // This changes distances along the whole length.
            for across in [0, 1] {
                table.set_free(place(65_000, across)).unwrap();
            }
            assert!(table == JumpTable::new(GridMap::new(width, height).unwrap(), movement).unwrap());
        }
    }
}

#[test]
fn jumps_whose_cost_a_number_cannot_hold_are_left_alone() {
    // 65534 straight steps of 985 over terrain of 255 cost more than a u32 holds, which is an error as with plain
    // steps.
    let map = GridMap::from_fn(65_535, 1, |_| 255).unwrap();
    let jump_map = JumpMap::new(map, Movement::Eight).unwrap();
    let (start, near, far) = (Point::new(0, 0), Point::new(17_000, 0), Point::new(65_534, 0));
    let mut search = AStar::new(JumpProblem::new(&jump_map, start, near).unwrap());
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.path().unwrap().cost, 985 * 255 * 17_000);
    let mut search = AStar::new(JumpProblem::new(&jump_map, start, far).unwrap());
    assert!(matches!(search.run(), Status::Failed(_)));
    let mut search = AStar::new(JumpProblem::<_, u64>::new_typed(&jump_map, start, far).unwrap());
    assert_eq!(search.run(), Status::Found);
    let path = search.path().unwrap();
    assert_eq!((path.cost, path.nodes.len()), (985 * 255 * 65_534, 2));
}

#[test]
fn ends_are_checked_as_for_plain_steps() {
    let map: GridMap = "..#\n###\n...".parse().unwrap();
    let jump_map = JumpMap::new(map.clone(), Movement::Eight).unwrap();
    let table = JumpTable::new(map, Movement::Eight).unwrap();
    let (free, wall, outside, apart) = (Point::new(0, 0), Point::new(2, 0), Point::new(3, 0), Point::new(0, 2));
    check_ends(&jump_map, [free, wall, outside, apart]);
    check_ends(&table, [free, wall, outside, apart]);
}

fn check_ends(jumps: impl JumpPoints + Copy, [free, wall, outside, apart]: [Point; 4]) {
    let error = |start, goal| JumpProblem::new(jumps, start, goal).map(|_| ()).unwrap_err();
    assert_eq!(
        error(wall, outside),
        GridError::EndInWall {
            end: End::Start,
            point: wall
        }
    );
    let (width, height) = (3, 3);
    assert_eq!(
        error(free, outside),
        GridError::EndOutside {
            end: End::Goal,
            point: outside,
            width,
            height
        }
    );
    let mut search = AStar::new(JumpProblem::new(jumps, free, apart).unwrap());
    assert_eq!(search.run(), Status::Exhausted);
    search.reset(JumpProblem::new(jumps, free, free).unwrap());
    assert_eq!(search.run(), Status::Found);
    let path = search.path().unwrap();
    assert_eq!((path.cost, path.nodes.len()), (0, 1));
    assert_eq!(search.problem().cells(&path), [free]);
}

#[test]
fn a_further_start_is_searched_from_too() {
    let jump_map = JumpMap::new(GridMap::new(40, 3).unwrap(), Movement::Eight).unwrap();
    let mut search = AStar::new(JumpProblem::new(&jump_map, Point::new(0, 0), Point::new(39, 2)).unwrap());
    search.add_start(Point::new(30, 1), 7);
    assert_eq!(search.run(), Status::Found);
    assert_eq!(search.path().unwrap().cost, 7 + 1393 + 8 * 985);
    assert_eq!(search.cost_to(&Point::new(30, 1)), Some(7));
}

/// A start in a wall, which only `add_start` can add, leads nowhere, with or without jump points. One off the map is an
/// error.
#[test]
fn further_starts_that_are_no_free_cells_are_dead_ends() {
    fn check(problem: impl Heuristic<Node = Point, Cost = u32> + Copy, further: Point) {
        let expected = AStar::new(problem).find_path().unwrap();
        let mut search = AStar::new(problem);
        search.add_start(further, 0);
        if problem.check_node(&further).is_err() {
            assert!(
                matches!(search.find_path(), Err(SearchError::NoSuchNode { .. })),
                "{further}"
            );
        } else {
            assert_eq!(search.find_path().unwrap(), expected, "{further}");
        }
    }
    let (start, goal, wall) = (Point::new(0, 0), Point::new(9, 1), Point::new(5, 0));
    let mut map = GridMap::new(20_000, 2).unwrap();
    map.set_wall(wall).unwrap();
    let jump_map = JumpMap::new(map.clone(), Movement::Eight).unwrap();
    let table = JumpTable::new(map.clone(), Movement::Eight).unwrap();
    let outside = [(20_000, 0), (0, 2), (3, 60_000), (u16::MAX, u16::MAX)].map(Point::from);
    for further in outside.into_iter().chain([wall]) {
        check(GridProblem::new(&map, start, goal, Movement::Eight).unwrap(), further);
        check(JumpProblem::new(&jump_map, start, goal).unwrap(), further);
        check(JumpProblem::new(&table, start, goal).unwrap(), further);
        let problem = JumpProblem::<_>::new(&table, start, goal).unwrap();
        assert_eq!(problem.check_node(&further).is_ok(), further == wall);
    }
}

#[test]
fn memory_is_what_the_documentation_says() {
    let jump_map = JumpMap::new(GridMap::new(510, 510).unwrap(), Movement::Eight).unwrap();
    let bytes = jump_map.bytes();
    assert_eq!(bytes, 510 * 512, "a byte a cell");
    let table = JumpTable::try_from(jump_map).unwrap();
    // The two points are for the numbers of the start and the goal.
    assert_eq!(table.bytes() - bytes, 20 * 511 * 510 + 2 * size_of::<Point>());
}
