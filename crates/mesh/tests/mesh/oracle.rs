//! Compares paths with those through a visibility graph, which is computed in whole numbers.

use astride_mesh::{Mesh, MeshProblem, Point, Polyanya, Position};

use crate::effort::share;
use crate::random::{Random, ends};
use crate::visibility::{Plan, VisibilityGraph, Whole, mesh_of, position, scaled};
use crate::walks::check_rests;

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.max(other)
}

/// Checks that a path is what it claims to be.
fn check_path(mesh: &Mesh, path: &astride_mesh::MeshPath, start: Position, goal: Position) {
    assert_eq!(
        (path.points[0], path.points[path.points.len() - 1]),
        (start.point, goal.point)
    );
    let sum: f64 = path.points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    assert!(is_close(sum, path.length), "{path:?}");
    let polygons = &path.polygons;
    assert!(mesh.contains(polygons[0], start.point), "{path:?}");
    assert!(mesh.contains(polygons[polygons.len() - 1], goal.point), "{path:?}");
    for pair in polygons.windows(2) {
        assert!(
            mesh.neighbours(pair[0]).any(|neighbour| neighbour == Some(pair[1])),
            "{path:?}"
        );
    }
    for point in path.points.get(1..path.points.len() - 1).unwrap_or_default() {
        assert!(
            polygons.iter().any(|polygon| mesh.contains(*polygon, *point)),
            "{path:?}"
        );
    }
    check_rests(mesh, path);
}

/// Compares all paths among some ends. The mesh is the plan, multiplied by a factor.
fn compare(plan: &Plan, ends: &[(usize, Whole)], scale: f64, may_be_outside: bool) -> u64 {
    let mesh = mesh_of(plan, scale);
    let oracle = VisibilityGraph::new(plan);
    compare_several(&oracle, &mesh, ends, scale);
    let mut search: Option<Polyanya<&Mesh>> = None;
    let mut queries = 0;
    for start in ends {
        let expected = oracle.lengths(*start, ends);
        for (goal, expected) in ends.iter().zip(expected) {
            let (from, to) = (position(*start, scale), position(*goal, scale));
            let problem = match MeshProblem::new(&mesh, from, to) {
                Ok(problem) => problem,
                // A scaled point may be rounded to the other side of an edge.
                Err(_) if may_be_outside => continue,
                Err(error) => panic!("{error}"),
            };
            queries += 1;
            let search = match &mut search {
                Some(search) => {
                    search.reset(problem);
                    search
                }
                None => search.insert(Polyanya::new(problem)),
            };
            let path = search.find_path().unwrap();
            let found = path.as_ref().map(|path| path.cost / scale);
            let is_right = match (found, expected) {
                (Some(found), Some(expected)) => is_close(found, expected),
                (found, expected) => found == expected,
            };
            assert!(
                is_right,
                "{start:?} to {goal:?}: {found:?} instead of {expected:?} on {plan:?}, scale {scale:e}"
            );
            if let Some(path) = path {
                let traced = search.problem().trace(&path);
                assert!(is_close(traced.length, path.cost), "{traced:?}, {path:?}");
                check_path(&mesh, &traced, from, to);
            }
        }
    }
    queries
}

/// Compares the paths from one end to all others, the shortest first, and the lines of sight.
fn compare_several(oracle: &VisibilityGraph, mesh: &Mesh, ends: &[(usize, Whole)], scale: f64) {
    let positions: Vec<_> = ends.iter().map(|end| position(*end, scale)).collect();
    let Ok(problem) = MeshProblem::to_nearest(mesh, positions[0], positions.clone()) else {
        // A scaled point is rounded to the other side of an edge.
        return;
    };
    let mut search = Polyanya::new(problem);
    let mut expected: Vec<f64> = oracle.lengths(ends[0], ends).into_iter().flatten().collect();
    expected.sort_by(f64::total_cmp);
    let found: Vec<f64> = search.paths().map(|path| path.unwrap().cost / scale).collect();
    assert_eq!(found.len(), expected.len(), "paths to {ends:?}");
    for (found, expected) in found.iter().zip(&expected) {
        assert!(
            is_close(*found, *expected),
            "{found} instead of {expected}, to {ends:?}"
        );
    }
    if scale.log2().fract() == 0.0 {
        for (end, position) in ends.iter().zip(&positions) {
            let place = |(polygon, point): (usize, Whole)| (point, oracle.polygons_at(polygon, point));
            let expected = oracle.line(&place(ends[0]), &place(*end)).is_some();
            assert_eq!(
                mesh.line_of_sight(positions[0], *position),
                expected,
                "{:?} and {end:?}",
                ends[0]
            );
        }
    }
}

/// Scales that keep whole numbers exact, and others.
const SCALES: [f64; 7] = [1.0, 1.0 / 1024.0, 1_048_576.0, 0.001, 0.1, 1e6, 3.3];

fn scale_for(random: &mut Random, is_exact: bool) -> (f64, bool) {
    let number = random.below(if is_exact { 3 } else { SCALES.len() });
    (SCALES[number], number >= 3)
}

/// Compares the paths among some places of random meshes, one for each seed from `first_seed` on, at scales that are
/// exact or at any.
fn compare_random(name: &str, first_seed: u64, is_exact: bool, plan: impl Fn(&mut Random) -> Plan) {
    let mut queries = 0;
    for seed in 0..u64::from(share(600)) {
        let random = &mut Random::new(first_seed + seed);
        let mut plan = plan(random);
        if plan.polygons.is_empty() {
            continue;
        }
        let (scale, may_be_outside) = scale_for(random, is_exact);
        if !may_be_outside {
            plan.shift(random);
        }
        let count = 5 + random.below(8);
        let ends = ends(random, &plan, count);
        queries += compare(&plan, &ends, scale, may_be_outside);
    }
    eprintln!("{queries} queries among {name}");
}

#[test]
fn paths_among_triangles_are_as_long_as_through_a_visibility_graph() {
    compare_random("triangles", 0, false, |random| {
        let side = [4, 6, 12, 60, 10_000][random.below(5)];
        let (points, missing) = (2 + random.below(24), [0, 10, 25, 40][random.below(4)]);
        Plan::triangles(random, side, points, missing)
    });
}

#[test]
fn paths_among_merged_triangles_are_as_long_as_through_a_visibility_graph() {
    compare_random("merged triangles", 1_000_000, true, |random| {
        let side = [4, 6, 12, 60][random.below(4)];
        let (points, missing) = (2 + random.below(24), [0, 10, 25, 40][random.below(4)]);
        let mut plan = Plan::triangles(random, side, points, missing);
        plan.merge_some(random, 4 * points);
        plan
    });
}

#[test]
fn paths_among_rectangles_are_as_long_as_through_a_visibility_graph() {
    compare_random("rectangles", 2_000_000, false, |random| {
        let (columns, rows) = (1 + random.below(7), 1 + random.below(7));
        let missing = [10, 25, 40, 50][random.below(4)];
        let mut plan = Plan::random_rectangles(random, columns, rows, missing);
        let rounds = [0, 20][random.below(2)];
        plan.merge_some(random, rounds);
        plan
    });
}

/// If a mesh is rotated, corners that were on one line no longer are, and polygons become slightly concave.
#[test]
fn paths_on_a_rotated_mesh_are_as_long_as_through_a_visibility_graph() {
    let mut queries = 0;
    for seed in 0..u64::from(share(600)) {
        let random = &mut Random::new(seed + 3_000_000);
        let mut plan = if random.below(2) == 0 {
            let (side, points, missing) = (
                [6, 12, 60][random.below(3)],
                2 + random.below(24),
                [0, 25, 40][random.below(3)],
            );
            Plan::triangles(random, side, points, missing)
        } else {
            let (columns, rows, missing) = (1 + random.below(7), 1 + random.below(7), [10, 25, 40][random.below(3)]);
            Plan::random_rectangles(random, columns, rows, missing)
        };
        plan.merge_some(random, 60);
        // Three times as large, so that there are whole points inside.
        for point in &mut plan.points {
            *point = (3 * point.0, 3 * point.1);
        }
        if plan.polygons.is_empty() {
            continue;
        }
        let mut ends = ends(random, &plan, 20);
        ends.retain(|(polygon, point)| plan.contains_inside(*polygon, *point));
        let angle = f64::from(u32::try_from(random.below(1000)).unwrap());
        let (sin, cos) = angle.sin_cos();
        let rotated = |whole: &Whole| {
            let Point { x, y } = scaled(*whole, 0.37);
            Point::new(cos * x - sin * y, sin * x + cos * y)
        };
        let polygons = plan.polygons.iter().map(|corners| corners.iter().copied());
        let mesh = Mesh::new(plan.points.iter().map(rotated), polygons).unwrap();
        let oracle = VisibilityGraph::new(&plan);
        for start in &ends {
            for (goal, expected) in ends.iter().zip(oracle.lengths(*start, &ends)) {
                let [from, to] = [start, goal].map(|(_, point)| mesh.nearest(rotated(point)));
                let found = mesh.path(from, to).unwrap().map(|path| path.length / 0.37);
                queries += 1;
                let is_right = match (found, expected) {
                    (Some(found), Some(expected)) => (found - expected).abs() <= 1e-9 * expected.max(1.0),
                    (found, expected) => found == expected,
                };
                assert!(
                    is_right,
                    "{start:?} to {goal:?}: {found:?} instead of {expected:?} on {plan:?}, {angle}"
                );
            }
        }
    }
    eprintln!("{queries} queries on rotated meshes");
}

/// Meshes too large for the oracle: triangles and the polygons merged from them have the same paths, both ways.
#[test]
fn paths_on_triangles_and_on_merged_polygons_are_equally_long() {
    for seed in 0..u64::from(share(32)) {
        let random = &mut Random::new(seed + 4_000_000);
        let (side, points) = ([30, 300, 3000][random.below(3)], 50 + random.below(200));
        let missing = [10, 25, 35][random.below(3)];
        let mut plan = Plan::triangles(random, side, points, missing);
        for point in &mut plan.points {
            *point = (3 * point.0, 3 * point.1);
        }
        let mut ends = ends(random, &plan, 30);
        ends.retain(|(polygon, point)| plan.contains_inside(*polygon, *point));
        let (scale, _) = scale_for(random, true);
        let triangles = mesh_of(&plan, scale);
        plan.merge_some(random, 6 * points);
        let merged = mesh_of(&plan, scale);
        for start in &ends {
            for goal in &ends {
                let [from, to] = [start, goal].map(|(_, point)| scaled(*point, scale));
                let lengths = [
                    (&triangles, from, to),
                    (&triangles, to, from),
                    (&merged, from, to),
                    (&merged, to, from),
                ]
                .map(|(mesh, from, to)| mesh.path(from, to).unwrap().map(|path| path.length));
                let is_same = |length: &Option<f64>| match (length, lengths[0]) {
                    (Some(one), Some(other)) => is_close(*one, other),
                    (one, other) => *one == other,
                };
                assert!(
                    lengths.iter().all(is_same),
                    "{lengths:?} from {from} to {to}, seed {seed}"
                );
            }
        }
    }
}

fn plan(points: &[Whole], polygons: &[&[u32]]) -> Plan {
    Plan {
        points: points.to_vec(),
        polygons: polygons.iter().map(|corners| corners.to_vec()).collect(),
    }
}

/// Cases that random tests have found.
#[test]
fn corners_on_one_line_and_corners_in_the_middle_of_a_side_are_no_obstacles() {
    // The goal lies on the line of an edge, but not on the edge.
    let points = [(4, 4), (4, 2), (3, 2), (4, 1), (3, 3), (2, 3), (2, 1), (2, 2), (4, 3)];
    let one = plan(&points, &[&[5, 7, 4, 0], &[4, 6, 2, 0], &[3, 1, 8, 2, 6]]);
    compare(&one, &[(2, (3, 1)), (0, (2, 2))], 1.0, false);
    // A wall and an opening on one line.
    let points = [
        (3, 2),
        (4, 2),
        (7, 2),
        (9, 2),
        (11, 2),
        (15, 2),
        (3, 5),
        (4, 5),
        (7, 5),
        (9, 5),
        (11, 5),
        (14, 5),
        (15, 5),
        (3, 7),
        (4, 7),
        (9, 7),
        (11, 7),
        (14, 7),
    ];
    let two = plan(
        &points,
        &[
            &[7, 6, 0, 1, 2, 8],
            &[4, 5, 12, 11, 10, 9, 8, 2, 3],
            &[6, 7, 14, 13],
            &[10, 11, 17, 16, 15, 9],
        ],
    );
    compare(&two, &[(3, (11, 6)), (2, (3, 7))], 1.0, false);
    // A path along a line, with walls first on one side of it and then on the other.
    let points = [
        (2, 3),
        (3, 3),
        (5, 3),
        (8, 3),
        (10, 3),
        (13, 3),
        (14, 3),
        (2, 4),
        (3, 4),
        (5, 4),
        (8, 4),
        (10, 4),
        (13, 4),
        (14, 4),
        (2, 5),
        (3, 5),
        (5, 5),
        (8, 5),
        (10, 5),
        (13, 5),
        (14, 5),
    ];
    let three = plan(
        &points,
        &[
            &[7, 0, 1, 8, 15, 14],
            &[8, 1, 2, 9, 16, 15],
            &[3, 4, 11, 10, 9, 2],
            &[5, 6, 13, 12],
            &[12, 13, 20, 19, 18, 17, 10, 11],
        ],
    );
    compare(&three, &[(0, (2, 5)), (3, (13, 3))], 1.0, false);
}

#[test]
fn a_start_almost_on_an_edge_is_no_obstacle() {
    let points = [
        (0, 0),
        (10000, 0),
        (10000, 10000),
        (2108, 9475),
        (827, 2904),
        (84, 967),
        (3489, 8202),
        (1735, 3459),
        (8573, 9195),
        (2544, 5358),
        (2185, 8685),
    ];
    let polygons: [&[u32]; 8] = [
        &[3, 5, 4],
        &[4, 5, 0],
        &[6, 2, 3],
        &[3, 4, 10],
        &[2, 8, 4],
        &[0, 7, 4],
        &[4, 8, 9],
        &[8, 6, 9],
    ];
    let plan = plan(&points, &polygons);
    compare(&plan, &[(6, (3409, 5001)), (0, (1006, 4448))], 3.3, true);
}

/// On this mesh, two paths around the hole differ by rounding only. A goal that was found was found again on the other
/// one.
#[test]
fn a_goal_is_found_once_although_another_path_is_shorter_by_rounding() {
    let (xs, ys) = ([1, 4, 6, 7], [3, 5, 7, 10, 12, 15]);
    let points: Vec<Whole> = ys.iter().flat_map(|y| xs.iter().map(|x| (*x, *y))).collect();
    let polygons: [&[u32]; 13] = [
        &[0, 1, 5, 4],
        &[1, 2, 6, 5],
        &[2, 3, 7, 6],
        &[4, 5, 9, 8],
        &[6, 7, 11, 10],
        &[13, 12, 8, 9, 10, 14],
        &[10, 11, 15, 14],
        &[12, 13, 16],
        &[16, 17, 20],
        &[17, 18, 22, 21],
        &[19, 23, 22, 18, 14, 15],
        &[13, 17, 16],
        &[17, 21, 20],
    ];
    let plan = plan(&points, &polygons);
    let mesh = mesh_of(&plan, 0.1);
    let random = &mut Random::new(1);
    let ends = ends(random, &plan, 150);
    let positions: Vec<Position> = ends.iter().map(|end| position(*end, 0.1)).collect();
    let is_inside = |position: &&Position| mesh.contains(position.polygon, position.point);
    for start in positions.iter().filter(is_inside) {
        for goal in positions.iter().filter(is_inside) {
            let mut search = Polyanya::new(MeshProblem::to_nearest(&mesh, *start, [*goal]).unwrap());
            assert_eq!(search.paths().count(), 1, "{start:?} to {goal:?}");
        }
    }
}
