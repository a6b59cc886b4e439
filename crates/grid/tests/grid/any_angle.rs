//! Theta* and Lazy Theta* on grid maps: compared with plain geometry, the visibility graph, and paths along the grid.

use crate::rows::Rows;
use crate::sight::in_sight;
use astride::{AStar, Budget, Graph, Heuristic, Path, Pathfinder, Problem, Status};
use astride_grid::AnyAngle;
use astride_grid::{AnyAngleProblem, End, GridError, GridMap, GridProblem, Movement, Point};
use astride_grid::{LazyThetaStar, ThetaStar};
use proptest::prelude::*;

fn maps(side: usize) -> impl Strategy<Value = GridMap> {
    (1..=side, 1..=side, 2..12_u32).prop_flat_map(|(width, height, rarity)| {
        let cell = prop::bool::weighted(1.0 / f64::from(rarity));
        let cell = cell.prop_map(|is_wall| u8::from(!is_wall));
        prop::collection::vec(cell, width * height).prop_map(move |cells| Rows::new(width, cells).map())
    })
}

/// A problem between two free cells, if there are any.
fn ends(map: &GridMap, picks: [prop::sample::Index; 2]) -> Option<[Point; 2]> {
    let free: Vec<_> = map.points().filter(|point| map.is_free(*point)).collect();
    (!free.is_empty()).then(|| picks.map(|pick| free[pick.index(free.len())]))
}

fn line(from: Point, to: Point) -> f64 {
    f64::from(from.x.abs_diff(to.x)).hypot(f64::from(from.y.abs_diff(to.y)))
}

/// The length of the shortest path that turns at the centres of cells, computed by Dijkstra's algorithm on the
/// visibility graph.
fn optimum(map: &GridMap, [start, goal]: [Point; 2], movement: Movement) -> Option<f64> {
    let free: Vec<_> = map.points().filter(|point| map.is_free(*point)).collect();
    let mut waiting: Vec<_> = free
        .iter()
        .map(|point| (*point, if *point == start { 0.0 } else { f64::INFINITY }))
        .collect();
    loop {
        let nearest = (0..waiting.len()).min_by(|left, right| waiting[*left].1.total_cmp(&waiting[*right].1))?;
        let (point, cost) = waiting.swap_remove(nearest);
        if cost.is_infinite() {
            return None;
        }
        if point == goal {
            return Some(cost);
        }
        for (other, best) in &mut waiting {
            let sum = cost + line(point, *other);
            if sum < *best && in_sight(|cell| map.is_free(cell), point, *other, movement) {
                *best = sum;
            }
        }
    }
}

/// Checks that the path begins and ends where it should, crosses no wall, and costs as much as its lines.
fn check_path(problem: &AnyAngleProblem<&GridMap>, path: &Path<Point, f64>, end: Point) {
    let (map, movement) = (problem.map(), problem.movement());
    assert_eq!((path.nodes[0], path.nodes.last()), (problem.start(), Some(&end)));
    for pair in path.nodes.windows(2) {
        assert!(
            in_sight(|cell| map.is_free(cell), pair[0], pair[1], movement),
            "{} to {} by {movement} on\n{map}",
            pair[0],
            pair[1]
        );
    }
    let lines = path.nodes.windows(2).map(|pair| problem.distance(&pair[0], &pair[1]));
    let sum = lines.fold(0.0, |sum, line| sum + line);
    assert!(path.cost.to_bits() == sum.to_bits(), "exactly: {} and {sum}", path.cost);
    let length = path.nodes.windows(2).map(|pair| line(pair[0], pair[1])).sum::<f64>();
    let terrain = f64::from(map.least_cost().unwrap());
    assert!((path.cost - terrain * length).abs() < 1e-6 * terrain);
}

type Search<'a> = Box<dyn Pathfinder<Node = Point, Cost = f64> + 'a>;

fn both<'a>(problem: &'a AnyAngleProblem<&'a GridMap>) -> [Search<'a>; 2] {
    [Box::new(ThetaStar::new(problem)), Box::new(LazyThetaStar::new(problem))]
}

proptest! {
    #![proptest_config(crate::effort::cases(300))]

    #[test]
    fn small_maps_against_the_visibility_graph(map in maps(8), picks: [prop::sample::Index; 2], terrain in 1..=255_u8) {
        let Some([start, goal]) = ends(&map, picks) else { return Ok(()) };
        let map = GridMap::from_fn(map.width().into(), map.height().into(), |point| terrain * u8::from(map.is_free(point))).unwrap();
        for movement in Movement::ALL {
            let optimum = optimum(&map, [start, goal], movement);
            let problem = AnyAngleProblem::new(&map, start, goal, movement).unwrap();
            for mut search in both(&problem) {
                let status = search.run();
                prop_assert_eq!(status == Status::Found, optimum.is_some());
                prop_assert_eq!(status == Status::Exhausted, optimum.is_none());
                let (Some(path), Some(optimum)) = (search.path(), optimum) else { continue };
                check_path(&problem, &path, goal);
                let terrain = f64::from(terrain);
                prop_assert!(path.cost >= optimum * terrain - 1e-9, "{} < {optimum} on\n{map}", path.cost);
                let taut = map.pull_taut(&path.nodes, movement).unwrap();
                prop_assert!(taut.cost <= path.cost && taut.cost >= optimum * terrain - 1e-9);
                prop_assert_eq!(search.stats().reopened, 0);
            }
        }
    }

    /// The short path is a valid path, and never longer than any of those from which it is chosen.
    #[test]
    fn short_paths_are_the_shorter_ones(map in maps(24), picks: [prop::sample::Index; 2], terrain in 1..=255_u8) {
        let Some([start, goal]) = ends(&map, picks) else { return Ok(()) };
        let map = GridMap::from_fn(map.width().into(), map.height().into(), |point| terrain * u8::from(map.is_free(point))).unwrap();
        for movement in Movement::ALL {
            let problem = AnyAngleProblem::new(&map, start, goal, movement).unwrap();
            let short = problem.short_path().unwrap();
            let mut steps = AStar::new(GridProblem::<_, f64>::new_typed(&map, start, goal, movement).unwrap());
            prop_assert_eq!(steps.run() == Status::Found, short.is_some());
            let (Some(short), Some(steps)) = (short, steps.path()) else { continue };
            check_path(&problem, &short, goal);
            let [mut theta, _] = both(&problem);
            prop_assert_eq!(theta.run(), Status::Found);
            for other in [steps, theta.path().unwrap()] {
                let taut = map.pull_taut(&other.nodes, movement).unwrap();
                prop_assert!(short.cost <= taut.cost && short.cost <= other.cost, "{} on\n{map}", short.cost);
            }
        }
    }

    /// To the last bit, estimates never exceed the costs of lines or fall faster along one, and lines are never longer
    /// than detours.
    #[test]
    fn lines_and_estimates_keep_the_triangle_inequality(points: [(u16, u16); 3], near: [(u8, u8); 3], width in 1..=65_535_usize, terrain in 1..=255_u8) {
        let height = (60_000 / width).max(1);
        for points in [points, near.map(|(x, y)| (x.into(), y.into()))] {
            let map = GridMap::from_fn(width, height, |_| terrain).unwrap();
            let [a, b, goal] = points.map(|(x, y)| Point::new(x % map.width(), y % map.height()));
            for movement in Movement::ALL {
                let problem = AnyAngleProblem::new(&map, a, goal, movement).unwrap();
                let (there, on, direct) = (problem.distance(&a, &b), problem.distance(&b, &goal), problem.distance(&a, &goal));
                prop_assert!(direct <= there + on);
                prop_assert_eq!(there.to_bits(), problem.distance(&b, &a).to_bits());
                if movement.has_diagonals() {
                    prop_assert!(problem.estimate(&a) <= direct);
                    prop_assert!(problem.estimate(&a) <= there + problem.estimate(&b));
                }
                for (step, cost) in problem.successors(&a) {
                    prop_assert!(problem.distance(&a, &step) <= cost);
                    prop_assert!(problem.estimate(&a) <= cost + problem.estimate(&step));
                }
            }
        }
    }

    #[test]
    fn larger_maps_against_paths_along_the_grid(map in maps(40), picks: [prop::sample::Index; 2]) {
        let Some([start, goal]) = ends(&map, picks) else { return Ok(()) };
        for movement in Movement::ALL {
            let mut along_edges = AStar::new(GridProblem::<_, f64>::new_typed(&map, start, goal, movement).unwrap());
            let expected = along_edges.run();
            let problem = AnyAngleProblem::new(&map, start, goal, movement).unwrap();
            for mut search in both(&problem) {
                prop_assert_eq!(search.run(), expected.clone());
                let (Some(path), Some(steps)) = (search.path(), along_edges.path()) else { continue };
                check_path(&problem, &path, goal);
                if movement == Movement::Four {
                    prop_assert_eq!(path.cost.to_bits(), steps.cost.to_bits());
                }
            }
        }
    }

    /// While the search runs, no path that it returns crosses a wall, even along lines that are not checked yet.
    #[test]
    fn paths_underway_cross_no_wall(map in maps(20), picks: [prop::sample::Index; 2], pause in 1..9_u64) {
        let Some([start, goal]) = ends(&map, picks) else { return Ok(()) };
        for movement in [Movement::Eight, Movement::EightSqueezing] {
            let problem = AnyAngleProblem::new(&map, start, goal, movement).unwrap();
            for mut search in both(&problem) {
                while search.run_for(Budget::new().expansions(pause)) == Status::Running {
                    check_path(&problem, &search.best_effort_path().unwrap(), search.best_effort_path().unwrap().nodes.pop().unwrap());
                    let met: Vec<_> = search.open_nodes().chain(search.closed_nodes()).map(|met| met.node).collect();
                    for node in met {
                        let path = search.path_to(&node).unwrap();
                        check_path(&problem, &path, node);
                        prop_assert!(path.cost >= search.cost_to(&node).unwrap());
                    }
                }
            }
        }
    }
}

/// No theorem guarantees that Theta*'s path is no longer than the shortest one along the grid, and here it is longer.
#[test]
fn a_path_can_be_longer_than_the_shortest_one_along_the_grid() {
    let map: GridMap = "...\n#..\n#..\n.#.\n#..\n...\n.#.".parse().unwrap();
    let (start, goal, movement) = (Point::new(2, 0), Point::new(0, 5), Movement::EightSqueezing);
    let mut along_edges = AStar::new(GridProblem::<_, f64>::new_typed(&map, start, goal, movement).unwrap());
    assert_eq!(along_edges.run(), Status::Found);
    let steps = along_edges.path().unwrap();
    let problem = AnyAngleProblem::new(&map, start, goal, movement).unwrap();
    let longer = both(&problem).map(|mut search| {
        assert_eq!(search.run(), Status::Found);
        let path = search.path().unwrap();
        check_path(&problem, &path, goal);
        path.cost > steps.cost
    });
    assert!(longer.contains(&true), "the documentation has this from here");
    assert!(optimum(&map, [start, goal], movement).unwrap() <= steps.cost);
}

#[test]
fn a_map_of_different_terrain_costs_is_refused() {
    let map: GridMap = "..#\n.7.".parse().unwrap();
    let ends = [Point::new(0, 0), Point::new(2, 1)];
    let error = AnyAngleProblem::new(&map, ends[0], ends[1], Movement::Eight).unwrap_err();
    let point = Point::new(1, 1);
    assert_eq!(
        error,
        GridError::TerrainVaries {
            point,
            found: 7,
            least: 1
        }
    );
    let uniform: GridMap = "77#\n777".parse().unwrap();
    let mut search =
        ThetaStar::new(AnyAngleProblem::new(&uniform, ends[0], ends[1], Movement::EightCuttingCorners).unwrap());
    assert_eq!(search.run(), Status::Found);
    assert!((search.path().unwrap().cost - 7.0 * 5_f64.sqrt()).abs() < 1e-6);
    let error = AnyAngleProblem::new(&uniform, ends[0], Point::new(2, 0), Movement::Eight).unwrap_err();
    assert_eq!(
        error,
        GridError::EndInWall {
            end: End::Goal,
            point: Point::new(2, 0)
        }
    );
}
