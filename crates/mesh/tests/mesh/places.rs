//! Points on and near a mesh.

use astride::Status;
use astride_mesh::{End, EndError, Mesh, MeshProblem, NodeKind, Point, Polyanya, Position};

use crate::effort::share;
use crate::random::Random;
use crate::visibility::{Plan, mesh_of};

fn each_mesh(salt: u64, check: impl Fn(&mut Random, &Plan, &Mesh)) {
    for seed in 0..u64::from(share(150)) {
        let random = &mut Random::new(seed + salt);
        let mut plan = if random.below(2) == 0 {
            Plan::triangles(random, 20, 20, 40)
        } else {
            Plan::random_rectangles(random, 6, 6, 50)
        };
        plan.merge_some(random, 10);
        if !plan.polygons.is_empty() {
            let mesh = mesh_of(&plan, 1.0);
            check(random, &plan, &mesh);
        }
    }
}

/// The distance of a point from a segment, by a formula of its own.
fn distance_to_segment(point: Point, from: Point, to: Point) -> f64 {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let along = (point.x - from.x) * dx + (point.y - from.y) * dy;
    if along <= 0.0 || along >= dx * dx + dy * dy {
        return point.distance(from).min(point.distance(to));
    }
    ((point.x - from.x) * dy - (point.y - from.y) * dx).abs() / dx.hypot(dy)
}

fn distance_to_polygon(mesh: &Mesh, polygon: u32, point: Point) -> f64 {
    if mesh.contains(polygon, point) {
        return 0.0;
    }
    let corners: Vec<Point> = mesh.outline(polygon).collect();
    let next = corners.iter().cycle().skip(1);
    let distances = corners
        .iter()
        .zip(next)
        .map(|(from, to)| distance_to_segment(point, *from, *to));
    distances.fold(f64::INFINITY, f64::min)
}

#[test]
fn a_point_is_in_the_polygons_that_contain_it() {
    each_mesh(1000, |random, plan, mesh| {
        for _ in 0..100 {
            let mut coordinate = || i64::try_from(random.below(30)).unwrap() - 4;
            let whole = (coordinate(), coordinate());
            let point = crate::visibility::scaled(whole, 1.0);
            let expected: Vec<u32> = (0..plan.polygons.len())
                .filter(|polygon| plan.contains(*polygon, whole))
                .map(|polygon| u32::try_from(polygon).unwrap())
                .collect();
            let found: Vec<u32> = mesh.locate_all(point).map(|position| position.polygon).collect();
            assert_eq!(found, expected, "{point} on {plan:?}");
            assert_eq!(
                mesh.locate(point).map(|position| position.polygon),
                expected.first().copied()
            );
        }
    });
}

#[test]
fn the_nearest_position_is_on_the_mesh_and_no_other_is_nearer() {
    each_mesh(2000, |random, _, mesh| {
        let polygons = u32::try_from(mesh.polygon_count()).unwrap();
        for _ in 0..50 {
            let mut coordinate = || f64::from(u32::try_from(random.below(4000)).unwrap()) / 70.0 - 20.0;
            let point = Point::new(coordinate(), coordinate());
            let nearest = mesh.nearest(point);
            assert!(mesh.contains(nearest.polygon, nearest.point));
            let distances = (0..polygons).map(|polygon| (polygon, distance_to_polygon(mesh, polygon, point)));
            let least = distances
                .clone()
                .map(|(_, distance)| distance)
                .fold(f64::INFINITY, f64::min);
            let found = point.distance(nearest.point);
            assert!(
                (found - least).abs() < 1e-9,
                "{point}: {nearest:?} at {found} instead of {least}"
            );
            for island in 0..mesh.island_count() {
                let nearest = mesh.nearest_on_island(island, point).unwrap();
                assert!(mesh.contains(nearest.polygon, nearest.point));
                assert_eq!(mesh.island(nearest.polygon), Some(island));
                let there = distances
                    .clone()
                    .filter(|(polygon, _)| mesh.island(*polygon) == Some(island));
                let least = there.map(|(_, distance)| distance).fold(f64::INFINITY, f64::min);
                assert!((point.distance(nearest.point) - least).abs() < 1e-9);
            }
            assert_eq!(mesh.nearest_on_island(mesh.island_count(), point), None);
        }
    });
}

/// Many islands, with gaps that are as wide as they are, or much wider, or narrower.
#[test]
fn the_nearest_position_among_islands_with_gaps() {
    for seed in 0..u64::from(share(400)) {
        let random = &mut Random::new(seed + 9000);
        let whole = |random: &mut Random, end: usize| f64::from(u32::try_from(random.below(end)).unwrap());
        let (mut x, mut y) = (0.0, 0.0);
        let mut corners = Vec::new();
        for _ in 0..=random.below(8) {
            let gap = [1.0, 3.0, 40.0, 1000.0][random.below(4)];
            let turn = random.below(3);
            x += if turn == 0 { 0.0 } else { gap * whole(random, 3) + 0.5 };
            y += if turn == 1 { 0.0 } else { gap * whole(random, 3) + 0.5 };
            let (width, height) = (1.0 + whole(random, 130), 1.0 + whole(random, 130));
            corners.extend([[x, y], [x + width, y], [x + width, y + height], [x, y + height]]);
            (x, y) = (x + width, y + height * whole(random, 2));
        }
        let count = u32::try_from(corners.len() / 4).unwrap();
        let mesh = Mesh::new(
            corners.clone(),
            (0..count).map(|island| [0, 1, 2, 3].map(|corner| 4 * island + corner)),
        );
        let mesh = mesh.unwrap();
        for _ in 0..30 {
            let near = corners[random.below(corners.len())];
            let mut coordinate = |at: f64| at + [1.0, 10.0, 200.0][random.below(3)] * (whole(random, 100) / 50.0 - 1.0);
            let point = Point::new(coordinate(near[0]), coordinate(near[1]));
            let least = (0..count).map(|polygon| distance_to_polygon(&mesh, polygon, point));
            let least = least.fold(f64::INFINITY, f64::min);
            let found = mesh.nearest(point).point.distance(point);
            assert!(
                (found - least).abs() <= 1e-9 * (1.0 + least),
                "{point}: {found} instead of {least}, {mesh}"
            );
        }
    }
    // Gaps that are narrower than a cell.
    let islands = [
        [0.0, 2.0, 0.0, 100.0],
        [3.0, 5.0, 0.0, 100.0],
        [6.0, 8.0, 0.0, 100.0],
        [6.0, 8.0, 100.0, 130.0],
    ];
    let corners = islands.map(|[left, right, low, high]| [[left, low], [right, low], [right, high], [left, high]]);
    let mesh = Mesh::new(
        corners.concat(),
        (0..4).map(|island| [0, 1, 2, 3].map(|corner| 4 * island + corner)),
    )
    .unwrap();
    assert_eq!(mesh.nearest([1.0, 108.0]), Position::new(3, Point::new(6.0, 108.0)));
}

/// Islands far away, in one direction or in both, are found, and nothing else changes.
#[test]
fn an_island_far_away_makes_no_difference_elsewhere() {
    each_mesh(4000, |random, _, mesh| {
        let far = [0.0, 50.0, -400.0, 3e5];
        let [x, y] = [(); 2].map(|()| far[random.below(far.len())]);
        let square = [
            [x + 30.0, y + 30.0],
            [x + 31.0, y + 30.0],
            [x + 31.0, y + 31.0],
            [x + 30.0, y + 31.0],
        ];
        let vertices = mesh.vertices().iter().copied().chain(square.map(Point::from));
        let begin = u32::try_from(mesh.vertices().len()).unwrap();
        let count = u32::try_from(mesh.polygon_count()).unwrap();
        let polygons = (0..count).map(|polygon| mesh.polygon(polygon));
        let with = Mesh::new(vertices, polygons.chain([(begin..begin + 4).collect()])).unwrap();
        for _ in 0..40 {
            let part = |random: &mut Random| f64::from(u32::try_from(random.below(4000)).unwrap()) / 4000.0;
            // Around the mesh, around the island, and between the two.
            let stretch = [0.0, 1.0, part(random)][random.below(3)];
            let point = Point::new(
                stretch * (x + 20.0) + 60.0 * part(random) - 20.0,
                stretch * (y + 20.0) + 60.0 * part(random) - 20.0,
            );
            let near = with.nearest(point).point.distance(point);
            let least = (0..=count).map(|polygon| distance_to_polygon(&with, polygon, point));
            let least = least.fold(f64::INFINITY, f64::min);
            assert!(
                (near - least).abs() <= 1e-9 * (1.0 + least),
                "{point}: {near} instead of {least}"
            );
            let found = with.locate_all(point).filter(|position| position.polygon < count);
            assert!(found.eq(mesh.locate_all(point)), "{point}");
            let is_there = with.locate_all(point).any(|position| position.polygon == count);
            assert_eq!(is_there, with.contains(count, point), "{point}");
        }
    });
}

#[test]
fn points_that_are_no_numbers_are_nowhere() {
    let mesh = Mesh::new([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], [[0, 1, 2]]).unwrap();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
        for point in [[bad, 0.5], [0.5, bad], [bad, bad]] {
            assert_eq!(mesh.locate(point), None);
            let error = MeshProblem::new(&mesh, point, [0.5, 0.5]).unwrap_err();
            assert!(matches!(error, EndError::Outside { end: End::Start, .. }));
            let _ = mesh.nearest(point);
            assert!(!mesh.line_of_sight(Position::new(0, point.into()), Position::new(0, Point::new(0.5, 0.5))));
        }
    }
}

#[test]
fn an_unreachable_goal_costs_nothing_and_the_best_effort_path_leads_as_near_as_possible() {
    each_mesh(3000, |random, plan, mesh| {
        let corner = |random: &mut Random| {
            let polygon = random.below(plan.polygons.len());
            let point = crate::visibility::scaled(plan.at(plan.polygons[polygon][0]), 1.0);
            Position::new(u32::try_from(polygon).unwrap(), point)
        };
        let (start, goal) = (corner(random), corner(random));
        let island = mesh.island(start.polygon).unwrap();
        let mut search = Polyanya::new(MeshProblem::new(mesh, start, goal).unwrap());
        if mesh.island(goal.polygon) == Some(island) {
            assert_eq!(search.run(), Status::Found);
            assert_eq!(search.best_effort_path(), search.path());
            return;
        }
        assert_eq!((search.run(), search.stats().expanded), (Status::Exhausted, 0));
        assert_eq!(search.path(), None);
        let path = search.best_effort_path().unwrap();
        let nearest = mesh.nearest_on_island(island, goal.point).unwrap();
        let end = path.nodes.last().unwrap();
        assert_eq!(end.kind(), NodeKind::Goal(None));
        assert_eq!(search.problem().polygon(end), Some(nearest.polygon));
        let traced = search.problem().trace(&path);
        assert_eq!(traced.points.last(), Some(&nearest.point));
        let direct = mesh.path(start, nearest).unwrap().unwrap();
        assert_eq!((traced.points, traced.length), (direct.points, direct.length));
    });
}

#[test]
fn ends_that_are_not_on_the_mesh_are_errors() {
    let mesh = Mesh::new([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], [[0, 1, 2]]).unwrap();
    let (inside, outside) = (Point::new(0.5, 0.25), Point::new(0.5, 0.75));
    let error = |start: Position, goal: Position| mesh.path(start, goal).unwrap_err();
    let (end, point) = (End::Goal(0), outside);
    assert_eq!(
        mesh.path(inside, outside).unwrap_err(),
        EndError::Outside { end, point }
    );
    let at = Position::new;
    assert_eq!(
        error(at(0, inside), at(0, outside)),
        EndError::NotInPolygon { end, point, polygon: 0 }
    );
    let end = End::Start;
    assert_eq!(
        error(at(1, inside), at(0, inside)),
        EndError::NoSuchPolygon {
            end,
            polygon: 1,
            count: 1
        }
    );
    let none: [Point; 0] = [];
    let mut search = Polyanya::new(MeshProblem::to_nearest(&mesh, inside, none).unwrap());
    assert_eq!((search.run(), search.best_effort_path()), (Status::Exhausted, None));
}

#[test]
fn a_branched_surface_is_searched_around_its_vertex() {
    // Two full turns around the vertex 0, as on a spiral ramp without a wall: 8 quadrants, of which the last meets the
    // first.
    let ring = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
    let points: Vec<[f64; 2]> = [[0.0, 0.0]].into_iter().chain(ring).chain(ring).collect();
    let triangles = (0..8_u32).map(|place| [0, 1 + place, 1 + (place + 1) % 8]);
    let mesh = Mesh::new(points, triangles).unwrap();
    let near = |polygon: u32, x: f64, y: f64| Position::new(polygon, Point::new(x, y));
    let start = near(0, 0.25, 0.25);
    let length = |goal: Position| mesh.path(start, goal).unwrap().unwrap().length;
    let half = 0.125_f64.sqrt();
    // A quarter turn away, and three quarters, one and one and three quarters of a turn.
    assert!((length(near(1, -0.25, 0.25)) - 0.5).abs() < 1e-12);
    assert!((length(near(2, -0.25, -0.25)) - 2.0 * half).abs() < 1e-12);
    assert!((length(near(3, 0.25, -0.25)) - 2.0 * half).abs() < 1e-12);
    assert!((length(near(4, 0.25, 0.25)) - 2.0 * half).abs() < 1e-12);
    assert!((length(near(7, 0.25, -0.25)) - 0.5).abs() < 1e-12);
}
