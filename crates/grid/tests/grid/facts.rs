//! The grid map compared with an independent implementation of its rules: neighbours, costs, estimates and texts.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

use crate::rows::Rows;
use astride::{AStar, Graph, Heuristic, Problem, Status};
use astride_grid::hex::Hex;
use astride_grid::voxel::Voxel;
use astride_grid::{
    Direction, End, Estimate, GridCost, GridError, GridMap, GridProblem, Layer, Movement, Point, TextMap,
};
use proptest::prelude::*;

/// A cost that a test can compute in its own way.
trait Unit: GridCost + PartialOrd {
    /// The cost of a step, from the documented constants.
    fn step(movement: Movement, is_diagonal: bool, terrain: u8) -> Self;
}

macro_rules! unit {
    ($($unit:ty, $straight:expr, $diagonal:expr;)*) => {$(
        impl Unit for $unit {
            fn step(movement: Movement, is_diagonal: bool, terrain: u8) -> Self {
                let step = match (movement, is_diagonal) {
                    (Movement::Four, _) => <$unit>::from(1_u8),
                    (_, false) => $straight,
                    (_, true) => $diagonal,
                };
                step * <$unit>::from(terrain)
            }
        }
    )*};
}

unit! {
    u32, 985, 1393;
    u64, 985, 1393;
    f32, 1.0, 1.414_062_5;
    f64, 1.0, 1.414_213_562_384_247_8;
}

/// The true costs from every cell to the goal (Bellman-Ford), or `None` if there is no path.
fn distances<C: Unit>(rows: &Rows, goal: Point, movement: Movement) -> Vec<(Point, Option<C>)> {
    let points = rows.free_points();
    let mut distances: Vec<Option<C>> = points.iter().map(|point| (*point == goal).then_some(C::ZERO)).collect();
    loop {
        let mut is_settled = true;
        for (at, point) in points.iter().enumerate() {
            for (to, is_diagonal, terrain) in rows.steps(*point, movement) {
                let next = distances[points.binary_search(&to).unwrap()];
                let Some(next) = next else { continue };
                let sum = next.plus(C::step(movement, is_diagonal, terrain)).unwrap();
                if distances[at].is_none_or(|distance| sum < distance) {
                    distances[at] = Some(sum);
                    is_settled = false;
                }
            }
        }
        if is_settled {
            return points.into_iter().zip(distances).collect();
        }
    }
}

fn rows(terrain: impl Strategy<Value = u8> + Clone + 'static) -> impl Strategy<Value = Rows> {
    (1..10_usize, 1..10_usize).prop_flat_map(move |(width, height)| {
        prop::collection::vec(terrain.clone(), width * height).prop_map(move |cells| Rows::new(width, cells))
    })
}

fn walls_only() -> impl Strategy<Value = u8> + Clone {
    prop_oneof![1 => Just(0_u8), 2 => Just(1_u8)]
}

fn weighted() -> impl Strategy<Value = u8> + Clone {
    prop_oneof![3 => Just(0_u8), 2 => 2..5_u8, 2 => 3..=255_u8]
}

/// Mixed cases: uniform maps of cost 1, and weighted ones.
fn any_rows() -> impl Strategy<Value = Rows> {
    prop_oneof![rows(walls_only()), rows(weighted())]
}

fn check_successors<C: Unit>(rows: &Rows, map: &GridMap) {
    let Some(any) = rows.free_points().first().copied() else {
        return;
    };
    for movement in Movement::ALL {
        let problem = GridProblem::<_, C>::new_typed(map, any, any, movement).unwrap();
        for point in map.points() {
            let mut expected: Vec<(Point, C)> = rows
                .steps(point, movement)
                .into_iter()
                .map(|(to, is_diagonal, terrain)| (to, C::step(movement, is_diagonal, terrain)))
                .collect();
            let mut found: Vec<(Point, C)> = problem.successors(&point).collect();
            assert_eq!(problem.successors(&point).size_hint(), (found.len(), Some(found.len())));
            let mut folded = Vec::new();
            problem.successors(&point).for_each(|successor| folded.push(successor));
            assert_eq!(folded, found, "both ways to take an iterator agree");
            let is_straight = |to: &Point| to.x == point.x || to.y == point.y;
            assert!(
                found.is_sorted_by_key(|(to, _)| !is_straight(to)),
                "straight steps come first"
            );
            expected.sort_by_key(|(to, _)| *to);
            found.sort_by_key(|(to, _)| *to);
            assert_eq!(found, expected, "from {point} by {movement} on\n{map}");
        }
    }
}

fn check_estimates<C: Unit + Debug>(rows: &Rows, goal: Point) {
    let map = rows.map();
    for movement in Movement::ALL {
        let distances = distances::<C>(rows, goal, movement);
        let strongest = GridProblem::<_, C>::new_typed(&map, goal, goal, movement).unwrap();
        for estimate in Estimate::ALL {
            let made = strongest.with_estimate(estimate);
            let Ok(problem) = made else {
                assert_eq!(made.unwrap_err(), GridError::Inadmissible { estimate, movement });
                assert!(!estimate.is_admissible(movement));
                continue;
            };
            assert!(estimate.is_admissible(movement));
            assert_eq!(problem.estimate(&goal), C::ZERO);
            for (point, distance) in &distances {
                let estimated = problem.estimate(point);
                let context = || format!("{estimate}, {movement}, {point} to {goal} on\n{map}");
                assert!(
                    estimated <= strongest.estimate(point),
                    "not the strongest: {}",
                    context()
                );
                if let Some(distance) = distance {
                    assert!(estimated <= *distance, "{estimated:?}: {}", context());
                }
                for (to, cost) in problem.successors(point) {
                    let sum = cost.plus(problem.estimate(&to)).unwrap();
                    assert!(estimated <= sum, "to {to}: {}", context());
                    assert_eq!(problem.estimate_child(point, estimated, &to), problem.estimate(&to));
                }
            }
        }
    }
}

/// The numbers of expanded and reopened cells of A* across an empty map of 512 by 512 cells, and the cost of its path
/// in cells.
fn across_an_empty_map<C: GridCost>(terrain: u8, goal: Point) -> (u64, u64, f64) {
    let map = GridMap::from_fn(512, 512, |_| terrain).unwrap();
    let problem = GridProblem::<_, C>::new_typed(&map, Point::new(0, 0), goal, Movement::Eight).unwrap();
    let mut search = AStar::new(problem);
    assert_eq!(search.run(), Status::Found);
    let stats = search.stats();
    let cost = search.path().unwrap().cost.in_cells(Movement::Eight);
    (stats.expanded, stats.reopened, cost)
}

/// Sums are exact in all cost types, so that no two paths across the map differ by rounding.
#[test]
fn every_cost_type_expands_the_same_cells_on_an_empty_map() {
    for (terrain, x, y) in [
        (1, 496, 200),
        (1, 511, 511),
        (1, 3, 490),
        (7, 496, 200),
        (255, 300, 255),
    ] {
        let goal = Point::new(x, y);
        let (expanded, reopened, cost) = across_an_empty_map::<u32>(terrain, goal);
        assert_eq!((expanded, reopened), (u64::from(x.max(y)), 0), "the cells of the path");
        for (others, others_reopened, others_cost) in [
            across_an_empty_map::<u64>(terrain, goal),
            across_an_empty_map::<f32>(terrain, goal),
            across_an_empty_map::<f64>(terrain, goal),
        ] {
            assert_eq!(
                (others, others_reopened),
                (expanded, 0),
                "to {goal} over terrain of {terrain}"
            );
            assert!((others_cost / cost - 1.0).abs() < 1.1e-4);
        }
    }
}

proptest! {
    #[test]
    fn successors_follow_the_rules(rows in any_rows()) {
        let map = rows.map();
        check_successors::<u32>(&rows, &map);
        check_successors::<u64>(&rows, &map);
        check_successors::<f32>(&rows, &map);
        check_successors::<f64>(&rows, &map);
    }

    #[test]
    fn a_changed_map_is_like_a_new_one(
        rows in any_rows(),
        changes in prop::collection::vec((0..10_u16, 0..10_u16, prop::option::of(any::<u8>())), 1..30),
    ) {
        let mut rows = rows;
        let mut map = rows.map();
        for (x, y, cost) in changes {
            let point = Point::new(x, y);
            let changed = match cost {
                Some(cost) => map.set_cost(point, cost).map(|()| cost),
                None => map.toggle(point).map(u8::from),
            };
            let (x, y) = (usize::from(x), usize::from(y));
            if x < rows.width && y < rows.height() {
                let cell = y * rows.width + x;
                rows.cells[cell] = changed.unwrap();
            } else {
                let (width, height) = (map.width(), map.height());
                prop_assert_eq!(changed, Err(GridError::Outside { point, width, height }));
            }
            prop_assert_eq!(&map, &rows.map());
            check_successors::<u32>(&rows, &map);
        }
        prop_assert_eq!(map.least_cost(), rows.cells.iter().copied().filter(|cost| *cost > 0).min());
        prop_assert_eq!(map.free_cells() as usize, rows.free_points().len());
        let costs: BTreeSet<u8> = rows.cells.iter().copied().filter(|cost| *cost > 0).collect();
        prop_assert_eq!(map.is_uniform(), costs.len() <= 1);
    }

    #[test]
    fn estimates_are_admissible_and_consistent(rows in any_rows(), pick: prop::sample::Index) {
        let free = rows.free_points();
        prop_assume!(!free.is_empty());
        let goal = free[pick.index(free.len())];
        check_estimates::<u32>(&rows, goal);
        check_estimates::<u64>(&rows, goal);
        check_estimates::<f32>(&rows, goal);
        check_estimates::<f64>(&rows, goal);
    }

    #[test]
    fn texts_round_trip(rows in rows(0..10_u8)) {
        let map = rows.map();
        prop_assert_eq!(map.to_string().parse(), Ok(map));
    }

    #[test]
    fn drawings_with_marks_alone_are_read_back(rows in rows(0..10_u8), pick in any::<[prop::sample::Index; 2]>()) {
        let free = rows.free_points();
        prop_assume!(free.len() >= 2);
        let mut map = rows.map();
        let (start, goal) = (free[pick[0].index(free.len())], free[pick[1].index(free.len())]);
        prop_assume!(start != goal);
        let text: TextMap = map.drawing().start(start).goal(goal).to_string().parse().unwrap();
        map.set_free(start).unwrap();
        map.set_free(goal).unwrap();
        prop_assert_eq!(text, TextMap { map, start: Some(start), goal: Some(goal) });
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in any::<String>(), near in "[.#@1-9SG \r\n\t0x,é]{0,60}") {
        for text in [text, near] {
            if let Ok(read) = text.parse::<TextMap>() {
                prop_assert_eq!(read.map.to_string().parse::<GridMap>(), Ok(read.map));
            }
            let _ = text.parse::<Point>();
            prop_assert!(text.parse::<Movement>().is_err() || text == "4" || text == "8");
            prop_assert!(text.parse::<Estimate>().is_err());
        }
    }

    #[test]
    fn no_point_makes_a_question_panic(rows in any_rows(), x: u16, y: u16, goal: prop::sample::Index) {
        let free = rows.free_points();
        prop_assume!(!free.is_empty());
        let map = rows.map();
        let (goal, point) = (free[goal.index(free.len())], Point::new(x, y));
        for movement in Movement::ALL {
            let problem = GridProblem::new(&map, goal, goal, movement).unwrap();
            for estimate in Estimate::ALL.into_iter().filter(|estimate| estimate.is_admissible(movement)) {
                let _ = problem.with_estimate(estimate).unwrap().estimate(&point);
            }
            if !map.is_free(point) {
                prop_assert_eq!(problem.successors(&point).count(), 0);
            }
            if !map.contains(point) {
                prop_assert!(map.points().all(|cell| problem.index(&cell) != problem.index(&point)));
                let error = GridProblem::new(&map, goal, point, movement).unwrap_err();
                let (width, height) = (map.width(), map.height());
                prop_assert_eq!(error, GridError::EndOutside { end: End::Goal, point, width, height });
            }
        }
        let _ = map.drawing().path([point]).start(point).to_string();
    }
}

#[test]
fn on_an_empty_map_the_strongest_estimate_is_exact() {
    let rows = Rows::new(9, vec![1; 63]);
    let goal = Point::new(2, 5);
    for movement in Movement::ALL {
        let problem = GridProblem::new(rows.map(), goal, goal, movement).unwrap();
        for (point, distance) in distances::<u32>(&rows, goal, movement) {
            assert_eq!(distance, Some(problem.estimate(&point)), "{movement}, {point}");
        }
    }
}

#[test]
fn the_start_is_looked_at_before_the_goal() {
    let map: GridMap = ".#".parse().unwrap();
    let (free, wall, outside) = (Point::new(0, 0), Point::new(1, 0), Point::new(2, 0));
    let error = |start, goal| {
        GridProblem::new(&map, start, goal, Movement::Eight)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(error(wall, outside), "the start 1,0 is in a wall");
    assert_eq!(error(outside, wall), "the start 2,0 is outside the map of 2 x 1 cells");
    assert_eq!(error(free, wall), "the goal 1,0 is in a wall");
    assert!(GridProblem::new(&map, free, free, Movement::Eight).is_ok());
}

#[test]
fn a_problem_takes_any_pointer_to_a_map() {
    fn index(problem: &impl Graph<Node = Point>) -> Option<usize> {
        problem.index(&Point::new(1, 1))
    }
    let map = GridMap::new(3, 3).unwrap();
    let (start, goal) = (Point::new(0, 0), Point::new(2, 2));
    assert_eq!(
        index(&GridProblem::new(&map, start, goal, Movement::Eight).unwrap()),
        Some(5)
    );
    assert_eq!(
        index(&GridProblem::new(Rc::new(map.clone()), start, goal, Movement::Eight).unwrap()),
        Some(5)
    );
    assert_eq!(
        index(&GridProblem::new(Arc::new(map.clone()), start, goal, Movement::Eight).unwrap()),
        Some(5)
    );
    let owned = GridProblem::new(map, start, goal, Movement::Eight).unwrap();
    assert_eq!((index(&owned), owned.start(), owned.goal()), (Some(5), start, goal));
}

#[test]
fn layers_cover_one_another_in_their_order() {
    let map = GridMap::new(5, 1).unwrap();
    let points: Vec<Point> = map.points().collect();
    let drawing = map
        .drawing()
        .goal(points[4])
        .start(points[3])
        .path(&points[2..])
        .open(&points[1..])
        .closed(points.clone());
    let layers = [Layer::Closed, Layer::Open, Layer::Path, Layer::Start, Layer::Goal];
    assert_eq!(
        points
            .iter()
            .map(|point| drawing.layer(*point).unwrap())
            .collect::<Vec<_>>(),
        layers
    );
    assert_eq!(drawing.to_string(), "+o*SG\n");
}

#[test]
fn steps_of_points_end_at_the_limits_of_coordinates() {
    let last = u16::MAX;
    for (x, y) in [0, 1, 7, last - 1, last]
        .into_iter()
        .flat_map(|x| [0, 7, last].map(|y| (x, y)))
    {
        let point = Point::new(x, y);
        let sums = [i32::MIN, -i32::from(last), -8, -1, 0, 1, 8, i32::from(last), i32::MAX];
        for (dx, dy) in sums.into_iter().flat_map(|dx| sums.map(|dy| (dx, dy))) {
            let side = |from: u16, by: i32| u16::try_from(i64::from(from) + i64::from(by)).ok();
            let expected = side(x, dx).zip(side(y, dy)).map(Point::from);
            assert_eq!(point.offset(dx, dy), expected);
            let voxel = Voxel::new(x, y, 3).offset(dx, dy, -3);
            assert_eq!(voxel, expected.map(|point| Voxel::new(point.x, point.y, 0)));
        }
        assert_eq!(Voxel::new(x, y, 3).offset(0, 0, -4), None);
        for direction in Direction::ALL {
            let (dx, dy) = direction.offset();
            let neighbour = point.neighbour(direction);
            assert_eq!(neighbour, point.offset(dx.into(), dy.into()));
            assert!(neighbour.is_none_or(|neighbour| neighbour.neighbour(direction.opposite()) == Some(point)));
        }
    }
    let straight = Direction::STRAIGHT.map(Direction::offset);
    assert_eq!(straight, [(0, -1), (1, 0), (0, 1), (-1, 0)]);
    let diagonal: Vec<_> = Direction::ALL[4..].iter().map(|direction| direction.offset()).collect();
    assert_eq!(diagonal, [(1, -1), (1, 1), (-1, 1), (-1, -1)]);
    assert_eq!(Hex::new(i32::MAX, 0).offset(1, 0), None);
    assert_eq!(Hex::new(3, -1).offset(-4, i32::MAX), Some(Hex::new(-1, i32::MAX - 1)));
}

#[test]
fn public_types_can_go_anywhere() {
    fn check<T: Send + Sync + Unpin + std::panic::UnwindSafe + std::panic::RefUnwindSafe>() {}
    check::<GridMap>();
    check::<GridProblem<GridMap>>();
    check::<GridProblem<&GridMap, f64>>();
    check::<GridError>();
    check::<TextMap>();
    check::<astride_grid::Drawing<'_>>();
}

/// Under `Four`, the diagonal only bounds estimates. It falls short of the root of two by less than a billionth.
#[test]
fn octile_estimates_of_straight_steps_are_nearly_exact_in_floats() {
    let map = GridMap::new(8, 8).unwrap();
    let (start, goal) = (Point::new(0, 0), Point::new(3, 7));
    let problem = GridProblem::<_, f64>::new_typed(&map, start, goal, Movement::Four).unwrap();
    let octile = problem.with_estimate(Estimate::Octile).unwrap().estimate(&start);
    let exact = 4.0 + 3.0 * std::f64::consts::SQRT_2;
    assert!(octile <= exact && exact - octile < 1e-8, "{octile}");
}
