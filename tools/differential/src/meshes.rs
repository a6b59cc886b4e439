//! Compares shortest paths on meshes with those through a visibility graph in whole numbers.

use astride::{AStar, Budget, Path, SearchError, Status};
use astride_mesh::{EndError, Mesh, MeshError, MeshNode, MeshPath, MeshProblem, Point, Polyanya, Position};

use crate::Source;
use crate::seen::seen;
use crate::visibility::{Plan, VisibilityGraph, Whole, area, mesh_of, position, scaled};

/// Scales that are powers of two keep coordinates on one line. The others round them.
const SCALES: [f64; 7] = [1.0, 1.0 / 1024.0, 1_048_576.0, 0.001, 0.1, 1e6, 3.3];

/// A mesh of one of several kinds, and the paths among some places.
pub fn meshes(source: &mut Source) {
    let mut plan = match source.below(4) {
        0 => lattice(source),
        1 => triangulation(source),
        2 => floors(source),
        _ => {
            let (one, mean) = (source.once_in(2), source.one_of(&[4, 8]));
            let mut plan = if one { lattice(source) } else { triangulation(source) };
            while !plan.polygons.is_empty() && source.more(mean) {
                let polygon = source.below(plan.polygons.len());
                plan.merge(polygon, source.below(plan.polygons[polygon].len()));
            }
            plan
        }
    };
    if plan.polygons.is_empty() {
        return;
    }
    // A larger plan has whole points on edges and between them.
    let factor = source.one_of(&[1, 2, 6]);
    for point in &mut plan.points {
        *point = (factor * point.0, factor * point.1);
    }
    let scale = source.one_of(&SCALES);
    source.tell(|| format!("{plan:?}, scale {scale:e}"));
    let mesh = mesh_of(&plan, scale);
    check(source, &plan, &mesh, scale);
}

/// Rectangles, some of which are missing or cut along a diagonal.
fn lattice(source: &mut Source) -> Plan {
    let mut lines = || {
        let count = 2 + source.below(5);
        let mut at = 0;
        let next = |_| {
            at += 1 + i64::from(source.byte() % 3);
            at
        };
        (0..count).map(next).collect::<Vec<i64>>()
    };
    let (xs, ys) = (lines(), lines());
    let holes = source.below(4);
    let mut plan = Plan::rectangles(&xs, &ys, || source.below(4) < holes);
    for polygon in 0..plan.polygons.len() {
        if source.once_in(4)
            && let [a, b, c, d] = plan.polygons[polygon][..]
        {
            let is_rising = source.once_in(2);
            let (one, other) = if is_rising {
                ([a, b, c], [a, c, d])
            } else {
                ([a, b, d], [b, c, d])
            };
            plan.polygons[polygon] = one.to_vec();
            plan.polygons.push(other.to_vec());
        }
    }
    plan
}

/// Random points in a square, triangulated, of whose triangles some are missing.
fn triangulation(source: &mut Source) -> Plan {
    let side = source.one_of(&[4, 8, 60, 2000]);
    let mut plan = Plan::square(side);
    let end = usize::try_from(side + 1).expect("it is positive");
    while plan.points.len() < 16 && source.more(10) {
        let mut coordinate = || i64::try_from(source.below(end)).expect("a small number");
        let point = (coordinate(), coordinate());
        if !plan.points.contains(&point) {
            plan.insert(point);
        }
    }
    while source.more(8) {
        let polygon = source.below(plan.polygons.len());
        plan.flip(polygon, source.below(3));
    }
    let holes = source.below(4);
    plan.polygons.retain(|_| source.below(8) >= holes);
    plan
}

/// Two floors with the same points, which are joined where they share vertices.
fn floors(source: &mut Source) -> Plan {
    let mut plan = triangulation(source);
    // By vertex of the lower floor, that of the upper one.
    let mut above = Vec::new();
    for (vertex, point) in plan.points.clone().into_iter().enumerate() {
        let mut upper = vertex;
        if source.once_in(2) {
            upper = plan.points.len();
            plan.points.push(point);
        }
        above.push(u32::try_from(upper).expect("few vertices"));
    }
    let below = plan.polygons.clone();
    for polygon in below {
        let corners = polygon.iter().map(|vertex| above[*vertex as usize]).collect();
        add(&mut plan, corners);
    }
    plan
}

/// Adds a polygon and returns true, unless another one is on the same side of one of its edges.
fn add(plan: &mut Plan, corners: Vec<u32>) -> bool {
    let sides = plan.sides();
    let next = corners.iter().cycle().skip(1);
    let is_possible = !corners
        .iter()
        .zip(next)
        .any(|(from, to)| sides.contains_key(&(*from, *to)));
    if is_possible {
        plan.polygons.push(corners);
    }
    is_possible
}

/// Whether corners are those of a convex polygon in counterclockwise order: all are on the left of each edge.
fn is_convex(plan: &Plan, corners: &[u32]) -> bool {
    let exist = |vertex: &u32| (*vertex as usize) < plan.points.len();
    if corners.len() < 3 || !corners.iter().all(exist) {
        return false;
    }
    let points: Vec<Whole> = corners.iter().map(|vertex| plan.at(*vertex)).collect();
    let are_different = (1..points.len()).all(|place| !points[..place].contains(&points[place]));
    let mut edges = points.iter().zip(points.iter().cycle().skip(1));
    are_different
        && edges.all(|(from, to)| {
            let areas = || points.iter().map(|point| area(*from, *to, *point));
            areas().all(|area| area >= 0) && areas().any(|area| area > 0)
        })
}

/// Any polygons, which may overlap. Most of them are valid.
pub fn polygons(source: &mut Source) {
    if source.once_in(4) {
        return wild(source);
    }
    let side = source.one_of(&[3, 4, 7]);
    let mut plan = Plan::default();
    while plan.points.len() < 12 && source.more(9) {
        let mut coordinate = || i64::try_from(source.below(side)).expect("a small number");
        plan.points.push((coordinate(), coordinate()));
    }
    let mut is_valid = true;
    while plan.polygons.len() < 12 && source.more(20) {
        let count = source.one_of(&[3, 3, 4, 5, 2]);
        let mut corners: Vec<u32> = (0..count)
            .map(|_| u32::try_from(source.below(plan.points.len() + 1)).expect("few vertices"))
            .collect();
        if !is_convex(&plan, &corners) {
            corners.reverse();
        }
        // A polygon that is not valid makes all others useless.
        if is_convex(&plan, &corners) {
            if !add(&mut plan, corners.clone()) && source.once_in(16) {
                plan.polygons.push(corners);
                is_valid = false;
                break;
            }
        } else if source.once_in(32) {
            plan.polygons.push(corners);
            is_valid = false;
            break;
        }
    }
    source.tell(|| format!("{plan:?}, valid {is_valid}"));
    let scale = source.one_of(&SCALES[..3]);
    let vertices = plan.points.iter().map(|point| scaled(*point, scale));
    let lists = plan.polygons.iter().map(|corners| corners.iter().copied());
    match Mesh::new(vertices, lists) {
        Ok(mesh) => {
            assert!(is_valid && !plan.polygons.is_empty());
            check(source, &plan, &mesh, scale);
        }
        Err(MeshError::Empty) => assert!(plan.polygons.is_empty()),
        Err(error) => assert!(!is_valid && !error.to_string().is_empty(), "{error}"),
    }
}

/// Coordinates and polygons of any kind: an error, or a mesh on which a search ends.
fn wild(source: &mut Source) {
    let coordinate = |source: &mut Source| {
        let whole = f64::from(source.byte() % 5);
        match source.byte() % 8 {
            0..=2 => whole,
            3 => whole + f64::from(source.byte() % 3) * f64::EPSILON,
            4 => whole + f64::from(source.byte()) * 1e-7,
            5 => whole * 10_f64.powi(i32::from(source.byte()) - 150),
            6 => -whole,
            _ => f64::from_bits((0..8).fold(0, |bits, _| bits << 8 | u64::from(source.byte()))),
        }
    };
    let mut points = Vec::new();
    while points.len() < 12 && source.more(9) {
        points.push(Point::new(coordinate(source), coordinate(source)));
    }
    let mut polygons = Vec::new();
    while polygons.len() < 12 && source.more(3) {
        let count = source.one_of(&[3, 3, 4, 6]);
        let corner = |_| u32::try_from(source.below(points.len() + 1)).expect("few vertices");
        polygons.push((0..count).map(corner).collect::<Vec<u32>>());
    }
    source.tell(|| format!("{points:?}, {polygons:?}"));
    let triangles = polygons.iter().filter_map(|corners| corners[..].try_into().ok());
    let triangles: Vec<[u32; 3]> = triangles.collect();
    for mesh in [
        Mesh::new(points.clone(), polygons),
        Mesh::from_triangles(points, triangles),
    ] {
        match mesh {
            Ok(mesh) => check_any(&mesh),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Checks a mesh whose paths are not known: it is the same after writing and reading it again, and searches end.
pub(crate) fn check_any(mesh: &Mesh) {
    let text = mesh.to_string();
    let again = Mesh::parse(text.as_bytes()).expect("a mesh that was written");
    assert_eq!(again.to_string(), text);
    let count = u32::try_from(mesh.polygon_count()).expect("few polygons");
    for polygon in 0..count {
        assert_eq!(again.polygon(polygon), mesh.polygon(polygon));
        assert!(again.neighbours(polygon).eq(mesh.neighbours(polygon)));
        for neighbour in mesh.neighbours(polygon).flatten() {
            assert!(mesh.neighbours(neighbour).any(|back| back == Some(polygon)));
            assert_eq!(mesh.island(neighbour), mesh.island(polygon));
        }
    }
    let corner = |polygon: u32| Position::new(polygon, mesh.outline(polygon).next().expect("a corner"));
    for start in (0..count.min(3)).map(corner) {
        for goal in (count.saturating_sub(3)..count).map(corner) {
            let mut search = Polyanya::new(MeshProblem::new(mesh, start, goal).expect("corners"));
            let status = search.run_for(Budget::new().expansions(100_000));
            let is_reachable = mesh.island(start.polygon) == mesh.island(goal.polygon);
            match status {
                Status::Found => assert!(is_reachable),
                Status::Exhausted => assert!(!is_reachable),
                _ => panic!("{status:?} from {start:?} to {goal:?}"),
            }
            let _ = mesh.line_of_sight(start, goal);
            let path = search.path().or_else(|| search.best_effort_path());
            let _ = search.problem().trace(&path.expect("a path at the end of a search"));
        }
        let nearest = mesh.nearest(start.point);
        assert_eq!(nearest.point, start.point);
    }
}

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.max(other)
}

fn are_close(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => is_close(one, other),
        (one, other) => one == other,
    }
}

/// A corner of a polygon, the middle of two of them, or that of three, if it is in the polygon.
fn end(source: &mut Source, plan: &Plan) -> (usize, Whole) {
    let polygon = source.below(plan.polygons.len());
    let corners = &plan.polygons[polygon];
    let [one, other, third] = [0; 3].map(|_| plan.at(source.one_of(corners)));
    let point = match source.byte() % 4 {
        0 => one,
        1 => (i64::midpoint(one.0, other.0), i64::midpoint(one.1, other.1)),
        _ => ((one.0 + other.0 + third.0) / 3, (one.1 + other.1 + third.1) / 3),
    };
    (polygon, if plan.contains(polygon, point) { point } else { one })
}

/// The position of an end on a mesh whose points may have been rounded, so that polygons may have been cut.
fn place(plan: &Plan, mesh: &Mesh, end: (usize, Whole), scale: f64) -> Option<Position> {
    let position = position(end, scale);
    if mesh.contains(position.polygon, position.point) {
        return Some(position);
    }
    let mut others = mesh.locate_all(position.point);
    let other = others.next().filter(|_| plan.contains_inside(end.0, end.1));
    other.filter(|_| others.next().is_none())
}

/// Compares paths, lines of sight and places with those of the plan.
fn check(source: &mut Source, plan: &Plan, mesh: &Mesh, scale: f64) {
    let is_exact = scale.log2().fract() == 0.0;
    let graph = VisibilityGraph::new(plan);
    let mut ends = Vec::new();
    for _ in 0..2 + source.below(5) {
        let end = end(source, plan);
        match place(plan, mesh, end, scale) {
            Some(position) => ends.push((end, position)),
            None => assert!(!is_exact, "{end:?} is not on the mesh"),
        }
    }
    let Some(((first, start), _)) = ends.split_first().map(|(first, rest)| (*first, rest)) else {
        return;
    };
    let goals: Vec<(usize, Whole)> = ends.iter().map(|end| end.0).collect();
    let mut search = Polyanya::new(MeshProblem::new(mesh, start, start).expect("a position"));
    let _ = search.run();
    // Each pair in both directions, in the memory of one search.
    for (from, start) in &ends {
        for ((to, goal), expected) in ends.iter().zip(graph.lengths(*from, &goals)) {
            search.reset(MeshProblem::new(mesh, *start, *goal).expect("positions"));
            let status = search.run();
            let path = search.path();
            let found = path.as_ref().map(|path| path.cost / scale);
            assert!(
                are_close(found, expected),
                "{from:?} to {to:?}: {found:?} instead of {expected:?}"
            );
            if let Some(path) = path {
                check_path(mesh, &path, &search.problem().trace(&path), [*start, *goal]);
            } else {
                assert_eq!((status, search.stats().expanded), (Status::Exhausted, 0));
            }
            if is_exact {
                let node = |end: &(usize, Whole)| (end.1, graph.polygons_at(end.0, end.1));
                let is_visible = graph.line(&node(from), &node(to)).is_some();
                assert_eq!(mesh.line_of_sight(*start, *goal), is_visible, "{from:?} and {to:?}");
            }
        }
    }
    // The nearest of several goals, and then the others.
    let positions: Vec<Position> = ends.iter().map(|end| end.1).collect();
    let several = || MeshProblem::to_nearest(mesh, start, positions[1..].to_vec()).expect("positions");
    let mut expected: Vec<f64> = graph.lengths(first, &goals[1..]).into_iter().flatten().collect();
    expected.sort_by(f64::total_cmp);
    search.reset(several());
    let found: Vec<f64> = search.paths().map(|path| path.expect("memory").cost / scale).collect();
    assert!(
        found.len() == expected.len() && found.iter().zip(&expected).all(|(one, other)| is_close(*one, *other)),
        "{found:?} instead of {expected:?}"
    );
    check_drives(source, &several, search);
    if is_exact {
        check_places(source, plan, mesh, scale);
    }
}

fn check_path(mesh: &Mesh, path: &Path<MeshNode, f64>, traced: &MeshPath, [start, goal]: [Position; 2]) {
    let MeshPath { points, polygons, .. } = traced;
    assert_eq!((points.first(), points.last()), (Some(&start.point), Some(&goal.point)));
    let sum: f64 = points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
    assert!(
        is_close(sum, path.cost) && is_close(traced.length, path.cost),
        "{traced:?}"
    );
    assert!(
        mesh.contains(polygons[0], start.point) && mesh.contains(polygons[polygons.len() - 1], goal.point),
        "{traced:?}"
    );
    for pair in polygons.windows(2) {
        assert!(
            mesh.neighbours(pair[0]).any(|neighbour| neighbour == Some(pair[1])),
            "{traced:?}"
        );
    }
}

/// Compares a search that runs with those that pause, that are reset, and that end at a limit.
fn check_drives<'a>(source: &mut Source, problem: &dyn Fn() -> MeshProblem<&'a Mesh>, mut used: Polyanya<&'a Mesh>) {
    let mut whole = Polyanya::new(problem());
    let _ = whole.run();
    let expected = seen(&whole, ());
    used.reset(problem());
    match source.below(4) {
        0 => while used.step().is_running() {},
        1 => while used.run_for(Budget::new().nodes(3)).is_running() {},
        2 => while used.run_for(Budget::new().memory(100)).is_running() {},
        _ => {
            let few = 1 + source.below(9) as u64;
            while used.run_for(Budget::new().expansions(few)).is_running() {
                let path = used.best_effort_path();
                let _ = path.map(|path| used.problem().trace(&path));
            }
        }
    }
    assert_eq!(seen(&used, ()), expected);
    // A node limit, and then none.
    let limit = source.below(expected.stats.nodes + 3);
    used.set_node_limit(limit);
    used.restart();
    let status = used.run();
    assert!(used.stats().nodes <= limit);
    if status != expected.status {
        assert_eq!(status, Status::Failed(SearchError::NodeLimit { limit }));
        assert!(limit < expected.stats.nodes);
    }
    used.set_node_limit(usize::MAX);
    used.restart();
    let _ = used.run();
    assert_eq!(seen(&used, ()), expected);
    let limit = 64 * source.below(256);
    let mut limited = Polyanya::new(problem()).with_memory_limit(limit);
    let status = limited.run();
    assert!(limited.stats().bytes <= limit);
    if status == expected.status {
        assert_eq!(seen(&limited, ()), expected);
    } else {
        assert_eq!(status, Status::Failed(SearchError::MemoryLimit { limit }));
    }
    // Without pruning by roots, some searches take too long.
    let mut other = AStar::new(problem()).with_node_limit(2000);
    if !matches!(other.run(), Status::Failed(SearchError::NodeLimit { .. })) {
        let [found, expected] = [other.path(), expected.path].map(|path| path.map(|path| path.cost));
        assert!(are_close(found, expected), "{found:?} instead of {expected:?}");
    }
}

/// Compares the polygons at a point, which may be outside, with those of the plan.
fn check_places(source: &mut Source, plan: &Plan, mesh: &Mesh, scale: f64) {
    let near = source.one_of(&plan.points);
    let mut coordinate = |near: i64| near + i64::from(source.byte() % 8) - 4;
    let whole = (coordinate(near.0), coordinate(near.1));
    let point = scaled(whole, scale);
    let expected: Vec<usize> = (0..plan.polygons.len())
        .filter(|polygon| plan.contains(*polygon, whole))
        .collect();
    let found: Vec<usize> = mesh
        .locate_all(point)
        .map(|position| position.polygon as usize)
        .collect();
    assert_eq!(found, expected, "the polygons at {whole:?}");
    let result = mesh.path(point, point);
    if expected.is_empty() {
        assert!(matches!(result, Err(EndError::Outside { .. })), "{result:?}");
    } else {
        assert!(
            result.is_ok_and(|path| path.is_some_and(|path| path.length == 0.0)),
            "at {whole:?}"
        );
    }
    let nearest = mesh.nearest(point);
    assert!(mesh.contains(nearest.polygon, nearest.point));
    let corners = plan.polygons.iter().flatten();
    let least = corners.map(|corner| point.distance(scaled(plan.at(*corner), scale)));
    let least = least.fold(f64::INFINITY, f64::min);
    // The nearest point of an edge is rounded, and a corner may be equally near.
    assert!(
        point.distance(nearest.point) <= least * (1.0 + 1e-9),
        "{nearest:?} is not nearest to {point}"
    );
    assert_eq!(nearest.point == point, !expected.is_empty());
}
