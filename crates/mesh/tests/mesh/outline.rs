//! Meshes from outlines: compared with winding numbers, distances, and meshes from grid maps.
#![allow(clippy::float_cmp, reason = "what is compared is exact")]
#![allow(clippy::cast_possible_truncation, reason = "coordinates are small")]

use std::f64::consts::{PI, TAU};

use astride_mesh::{Mesh, MeshWorld, Outline, OutlineError, Point, Ring};
use proptest::prelude::*;

use crate::effort::{cases, share};
use crate::random::Random;
use crate::visibility::{Whole, area};

fn points(ring: &[Whole], scale: f64, shift: f64) -> Vec<Point> {
    let coordinate = |whole: i64| f64::from(i32::try_from(whole).unwrap()) * scale + shift;
    ring.iter()
        .map(|(x, y)| Point::new(coordinate(*x), coordinate(*y)))
        .collect()
}

/// Rings with whole coordinates.
#[derive(Debug)]
struct Rings {
    areas: Vec<Vec<Whole>>,
    obstacles: Vec<Vec<Whole>>,
}

/// The coordinates of rings are from 0 to this.
const SIDE: i64 = 24;

impl Rings {
    /// Random rings that overlap, touch, and cross themselves and each other.
    fn random(random: &mut Random) -> Self {
        let mut ring = |largest: i64| loop {
            let mut below = |end: i64| i64::try_from(random.below(usize::try_from(end).unwrap())).unwrap();
            let (x, y) = (below(SIDE + 1), below(SIDE + 1));
            let size = 1 + below(largest);
            let (low, high) = (|at: i64| (at - size).max(0), |at: i64| (at + size).min(SIDE));
            let mut within = |at: i64| low(at) + below(high(at) - low(at) + 1);
            let ring: Vec<Whole> = match within(0) % 3 {
                0 => vec![
                    (low(x), low(y)),
                    (high(x), low(y)),
                    (high(x), high(y)),
                    (low(x), high(y)),
                ],
                1 => vec![(x, low(y)), (low(x), y), (x, high(y)), (high(x), y)],
                _ => (0..3 + within(0) % 5).map(|_| (within(x), within(y))).collect(),
            };
            // Rings that enclose nothing are errors.
            if ring[2..].iter().any(|point| area(ring[0], ring[1], *point) != 0)
                && Outline::new(points(&ring, 1.0, 0.0)).areas().len() == 1
                && Mesh::from_outline(&Outline::new(points(&ring, 1.0, 0.0)), 0.0).is_ok()
            {
                break ring;
            }
        };
        let areas = (0..2).map(|_| ring(SIDE)).collect();
        let obstacles = (0..9).map(|number| ring(1 + number)).collect();
        Rings { areas, obstacles }
    }

    fn outline(&self, scale: f64, shift: f64) -> Outline {
        let areas = self.areas.iter().fold(Outline::default(), |outline, ring| {
            outline.with_area(points(ring, scale, shift))
        });
        self.obstacles
            .iter()
            .fold(areas, |outline, ring| outline.with_obstacle(points(ring, scale, shift)))
    }

    /// Whether a point is free, if it is on no ring. In units of 1 / 1024.
    fn is_free(&self, point: Whole) -> bool {
        let winds = |ring: &Vec<Whole>| winding(ring, point) != 0;
        self.areas.iter().any(winds) && !self.obstacles.iter().any(winds)
    }

    fn edges(&self) -> Vec<[Whole; 2]> {
        let rings = self.areas.iter().chain(&self.obstacles);
        let edges = rings.flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
        edges.map(|(from, to)| [*from, *to]).collect()
    }

    /// The parts of edges that have free points on one side only, and those that have them on both sides: where areas
    /// touch, or rings have spikes without a width. After rounding, there may be thin gaps or walls.
    fn boundary(&self) -> [Vec<[Point; 2]>; 2] {
        let edges = self.edges();
        let mut parts = [Vec::new(), Vec::new()];
        for &[from, to] in &edges {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            if (dx, dy) == (0, 0) {
                continue;
            }
            // Where the edge crosses others, or where the ends of others are on it.
            let mut cuts = vec![0.0, 1.0];
            for &[a, b] in &edges {
                let [left, right] = [a, b].map(|end| float(area(from, to, end)));
                for (end, side) in [(a, left), (b, right)] {
                    if side == 0.0 {
                        let along = float((end.0 - from.0) * dx + (end.1 - from.1) * dy);
                        cuts.push(along / float(dx * dx + dy * dy));
                    }
                }
                if left * right < 0.0 {
                    let part = left / (left - right);
                    let x = float(a.0) + float(b.0 - a.0) * part - float(from.0);
                    let y = float(a.1) + float(b.1 - a.1) * part - float(from.1);
                    cuts.push((x * float(dx) + y * float(dy)) / float(dx * dx + dy * dy));
                }
            }
            cuts.retain(|cut| (0.0..=1.0).contains(cut));
            cuts.sort_by(f64::total_cmp);
            let at = |part: f64| Point::new(float(from.0) + float(dx) * part, float(from.1) + float(dy) * part);
            for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > 1e-9) {
                let (begin, end) = (at(cut[0]), at(cut[1]));
                let middle = at(f64::midpoint(cut[0], cut[1]));
                let length = begin.distance(end).min(1.0);
                // The middle of the part may be no multiple of 1 / 1024, so that more digits are needed.
                let beside = |side: f64| {
                    let shift = side * length * 1e-3 / float(dx).hypot(float(dy));
                    self.is_free_at(Point::new(middle.x - float(dy) * shift, middle.y + float(dx) * shift))
                };
                match (beside(1.0), beside(-1.0)) {
                    (true, true) => parts[1].push([begin, end]),
                    (false, false) => {}
                    _ => parts[0].push([begin, end]),
                }
            }
        }
        parts
    }

    fn is_free_at(&self, point: Point) -> bool {
        let fine = |rings: &[Vec<Whole>]| -> Vec<Vec<Whole>> {
            let scaled = |ring: &Vec<Whole>| ring.iter().map(|(x, y)| (x << 20, y << 20)).collect();
            rings.iter().map(scaled).collect()
        };
        let rings = Rings {
            areas: fine(&self.areas),
            obstacles: fine(&self.obstacles),
        };
        rings.is_free(((point.x * 1_073_741_824.0) as i64, (point.y * 1_073_741_824.0) as i64))
    }
}

fn float(whole: i64) -> f64 {
    f64::from(i32::try_from(whole).unwrap())
}

/// How often a ring winds around a point that is not on it. The point is in units of 1 / 1024.
fn winding(ring: &[Whole], point: Whole) -> i64 {
    let ring: Vec<Whole> = ring.iter().map(|(x, y)| (x << 10, y << 10)).collect();
    let edges = ring.iter().zip(ring.iter().cycle().skip(1));
    let turns = edges.map(|(&from, &to)| {
        let is_left = i128::from(to.0 - from.0) * i128::from(point.1 - from.1)
            > i128::from(to.1 - from.1) * i128::from(point.0 - from.0);
        match (from.1 <= point.1, to.1 <= point.1) {
            (true, false) if is_left => 1,
            (false, true) if !is_left => -1,
            _ => 0,
        }
    });
    turns.sum()
}

fn distance(point: Point, [from, to]: [Point; 2]) -> f64 {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let part = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy).max(f64::MIN_POSITIVE);
    let part = part.clamp(0.0, 1.0);
    point.distance(Point::new(from.x + dx * part, from.y + dy * part))
}

/// An upper bound of the resolution, where the side is 1.
const RESOLUTION: f64 = 1.0 / 268_435_456.0;

/// Asserts that a mesh contains the points that it should, at any scale.
fn check(seed: usize) {
    let random = &mut Random::new(seed as u64);
    let rings = Rings::random(random);
    let (scale, shift) = [
        (1.0, 0.0),
        (1e-3, 0.0),
        (1e6, 0.0),
        (0.1, -7.3),
        (1e-3, 1.0),
        (2.0, 1e9),
    ][seed % 6];
    let radius = [0.0, 0.25, 0.7, 1.0, 2.5][random.below(5)];
    let outline = rings.outline(scale, shift);
    let mesh = match Mesh::from_outline(&outline, radius * scale) {
        Ok(mesh) => Some(mesh),
        Err(OutlineError::Vanished { .. }) => None,
        Err(error) => panic!("seed {seed}: {error}"),
    };
    let [boundary, seams] = rings.boundary();
    let place = |(x, y): Whole| Point::new(float(x), float(y));
    let edges: Vec<[Point; 2]> = rings.edges().into_iter().map(|ends| ends.map(place)).collect();
    let error = 4.0 * RESOLUTION * float(SIDE) + 4.0 * f64::EPSILON * shift.abs() / scale;
    let step = |random: &mut Random| i64::try_from(random.below(usize::try_from(SIDE << 10).unwrap())).unwrap();
    let mut checked = 0;
    for number in 0..400 {
        // Random points, and points near the boundary of the mesh.
        let point = (step(random), step(random));
        let point = if number % 2 == 0 || boundary.is_empty() {
            point
        } else {
            let [begin, end] = boundary[random.below(boundary.len())];
            let angle = TAU * float(point.0) / 24_576.0;
            let part = float(point.1) / 24_576.0;
            let away = radius + 0.01;
            let x = begin.x + (end.x - begin.x) * part + away * angle.cos();
            let y = begin.y + (end.y - begin.y) * part + away * angle.sin();
            ((x * 1024.0) as i64, (y * 1024.0) as i64)
        };
        let at = Point::new(float(point.0) / 1024.0, float(point.1) / 1024.0);
        let nearest = |parts: &[[Point; 2]]| {
            parts
                .iter()
                .map(|part| distance(at, *part))
                .fold(f64::INFINITY, f64::min)
        };
        let (clearance, seam) = (nearest(&boundary), nearest(&seams));
        let on_mesh = mesh.as_ref().is_some_and(|mesh| {
            let at = Point::new(at.x * scale + shift, at.y * scale + shift);
            mesh.locate(at).is_some()
        });
        // On which side of an edge such points are depends on rounding.
        if nearest(&edges) <= error {
            continue;
        }
        checked += 1;
        let is_free = rings.is_free(point);
        let text = format!("seed {seed}, {at}, clearance {clearance}, radius {radius}\n{rings:?}");
        if on_mesh {
            assert!(is_free, "{text}");
            assert!(clearance >= radius - error, "{text}");
        } else if is_free {
            assert!(clearance.min(seam) <= radius / (PI / 16.0).cos() + error, "{text}");
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn points_are_on_the_mesh_if_they_are_free_and_far_enough_from_the_boundary() {
    for seed in 0..share(1500) as usize {
        check(seed);
    }
}

/// Rectangles of whole cells, as an outline and as a map.
#[cfg(feature = "grid")]
#[test]
fn rectangles_have_the_same_paths_as_a_grid_map() {
    use astride_grid::GridMap;
    const SIZE: usize = 16;
    for seed in 0..share(500) {
        let random = &mut Random::new(u64::from(seed));
        let mut rows = vec![vec!['.'; SIZE]; SIZE];
        let mut outline = Outline::new([[0.0, 0.0], [16.0, 0.0], [16.0, 16.0], [0.0, 16.0]]);
        let corner = |x: usize, y: usize| [x, y].map(|number| f64::from(u32::try_from(number).unwrap()));
        for _ in 0..24 {
            let (x, y) = (random.below(SIZE), random.below(SIZE));
            let (right, top) = ((x + 1 + random.below(3)).min(SIZE), (y + 1 + random.below(3)).min(SIZE));
            rows[y..top].iter_mut().for_each(|row| row[x..right].fill('#'));
            let ring = [corner(x, y), corner(right, y), corner(right, top), corner(x, top)];
            outline = outline.with_obstacle(ring);
        }
        let text: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let map: GridMap = text.join("\n").parse().unwrap();
        let expected = Mesh::from_grid(&map).unwrap();
        let mesh = Mesh::from_outline(&outline, 0.0).unwrap();
        assert_eq!(mesh.island_count(), expected.island_count());
        assert_eq!(area_of(&mesh), area_of(&expected));
        for _ in 0..20 {
            let [start, goal] = [(); 2].map(|()| corner(random.below(4 * SIZE), random.below(4 * SIZE)));
            let [start, goal] = [start, goal].map(|[x, y]| [x / 4.0 + 0.125, y / 4.0 + 0.125]);
            match (mesh.path(start, goal), expected.path(start, goal)) {
                (Ok(Some(path)), Ok(Some(expected))) => {
                    assert!(
                        (path.length - expected.length).abs() <= 1e-12 * expected.length,
                        "seed {seed}"
                    );
                }
                (path, expected) => assert_eq!(path, expected, "seed {seed}"),
            }
        }
    }
}

pub(crate) fn area_of(mesh: &Mesh) -> f64 {
    let polygons = (0..).take(mesh.polygon_count()).map(|polygon| {
        let corners: Vec<Point> = mesh.outline(polygon).collect();
        let edges = corners.iter().zip(corners.iter().cycle().skip(1));
        // From a corner, since coordinates may be large.
        let Point { x, y } = corners[0];
        let doubled = edges.map(|(from, to)| (from.x - x) * (to.y - y) - (from.y - y) * (to.x - x));
        doubled.sum::<f64>() / 2.0
    });
    polygons.sum()
}

/// Many obstacles with any coordinates: no place of the mesh is nearer to one of them than the radius.
#[test]
fn agents_keep_their_distance_among_many_obstacles() {
    for seed in 0..share(80) {
        let random = &mut Random::new(u64::from(seed));
        let mut number = |end: f64| float(i64::try_from(random.below(1 << 30)).unwrap()) / 1_073_741_824.0 * end;
        let side = [1e-3, 1.0, 1e6][seed as usize % 3];
        let mut rings = Vec::new();
        for _ in 0..100 {
            let (x, y, reach, begin) = (number(side), number(side), number(side / 12.0), number(TAU));
            let corners = 3 + number(9.0) as i32;
            let at = |corner: i32| begin + f64::from(corner) * TAU / f64::from(corners);
            let ring: Vec<Point> = (0..corners)
                .map(|corner| Point::new(x + reach * at(corner).cos(), y + reach * at(corner).sin()))
                .collect();
            rings.push(ring);
        }
        let walls = [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]];
        let outline = rings.iter().fold(Outline::new(walls), |outline, ring| {
            outline.with_obstacle(ring.iter().copied())
        });
        rings.push(walls.map(Point::from).to_vec());
        let mut last = f64::INFINITY;
        for radius in [0.0, 1e-6, 0.003, 0.02].map(|radius| radius * side) {
            let mesh = match Mesh::from_outline(&outline, radius) {
                Ok(mesh) => mesh,
                Err(OutlineError::Vanished { .. }) => break,
                Err(error) => panic!("seed {seed}, radius {radius}: {error}"),
            };
            let area = area_of(&mesh);
            assert!(area < last, "seed {seed}, radius {radius}");
            last = area;
            for polygon in (0..).take(mesh.polygon_count()) {
                for point in mesh.outline(polygon) {
                    let edges = rings
                        .iter()
                        .flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
                    let nearest = edges
                        .map(|(from, to)| distance(point, [*from, *to]))
                        .fold(side, f64::min);
                    // Edges that other obstacles cover are no nearer than the boundary.
                    assert!(
                        nearest >= radius - 4.0 * RESOLUTION * side,
                        "seed {seed}, {point}, radius {radius}"
                    );
                }
            }
        }
    }
}

const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]];

pub(crate) fn square(x: f64, y: f64, size: f64) -> [[f64; 2]; 4] {
    SQUARE.map(|point| [x + point[0] / 8.0 * size, y + point[1] / 8.0 * size])
}

/// Also an obstacle that is a million times as large as the areas, or so thin that nothing would be left of it at the
/// resolution that its length allows.
#[test]
fn how_far_obstacles_reach_does_not_matter() {
    for far in [10.0, 1e6, 1e9, 5e99] {
        let outline = Outline::new(square(0.0, 0.0, 10.0))
            .with_obstacle([[-far, 5.0], [far, 5.0], [far, far], [-far, far]])
            .with_obstacle([[4.0, -far], [4.5, -far], [4.5, far], [4.0, far]]);
        let world = MeshWorld::new(&outline, 0.25).unwrap();
        for mesh in [&Mesh::from_outline(&outline, 0.25).unwrap(), &**world.mesh()] {
            assert_eq!(mesh.island_count(), 2, "{far}");
            // Between x = 0.25 and 3.75, and between 4.75 and 9.75; from y = 0.25 to 4.75.
            let error = (area_of(mesh) - 8.5 * 4.5).abs();
            assert!(error < 1e-6, "{far}: {error}");
        }
    }
    for far in [1e3, 1e6] {
        let outline = Outline::new(square(0.0, 0.0, 10.0)).with_obstacle([[-far, -far], [far, far], [far, -far]]);
        let world = MeshWorld::new(&outline, 0.0).unwrap();
        for mesh in [&Mesh::from_outline(&outline, 0.0).unwrap(), &**world.mesh()] {
            let error = (area_of(mesh) - 50.0).abs();
            assert!(error < 1e-6, "{far}: {error}");
        }
    }
    let flat = [[0.0, 5.0], [4.0, 5.0], [1e9, 5.0]];
    let outline = Outline::new(square(0.0, 0.0, 10.0)).with_obstacle(flat);
    let error = Mesh::from_outline(&outline, 0.0).unwrap_err();
    assert!(
        matches!(
            error,
            OutlineError::NoArea {
                ring: Ring::Obstacle(0),
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn the_largest_coordinates_may_be_rounded() {
    let triangle = [[5e99, 0.0], [0.0, 5e99], [-5e99, -5e99]];
    for radius in [0.0, 1e98] {
        let mesh = Mesh::from_outline(&Outline::new(triangle), radius).unwrap();
        assert_eq!(mesh.path([1.0, 0.0], [0.0, 1.0]).unwrap().unwrap().points.len(), 2);
    }
    assert!(matches!(
        Mesh::from_outline(&Outline::new([[5.1e99, 0.0], [0.0, 1.0], [0.0, 0.0]]), 0.0),
        Err(OutlineError::BadCoordinate { number: 0, .. })
    ));
}

#[test]
fn bad_rings_are_errors() {
    let error = |outline: &Outline| Mesh::from_outline(outline, 0.0).unwrap_err();
    for bad in [f64::NAN, f64::INFINITY, -1e101] {
        let outline = Outline::new(SQUARE).with_obstacle([[0.0, 0.0], [1.0, 0.0], [bad, 1.0]]);
        let ring = Ring::Obstacle(0);
        assert!(
            matches!(error(&outline), OutlineError::BadCoordinate { ring: found, number: 2, .. } if found == ring),
            "{bad}"
        );
    }
    let (ring, resolution) = (Ring::Area(1), 8.0 * RESOLUTION);
    let outline = Outline::new(SQUARE).with_area([[0.0, 0.0], [1.0, 0.0]]);
    assert_eq!(error(&outline), OutlineError::TooFewPoints { ring, points: 2 });
    for flat in [
        [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]],
        [[1.0; 2]; 3],
        [[1.0, 1.0], [2.0, 2.0], [1.0, 1.0]],
    ] {
        let outline = Outline::new(SQUARE).with_area(flat);
        assert_eq!(error(&outline), OutlineError::NoArea { ring, resolution });
    }
    let ring = Ring::Obstacle(0);
    let outline = Outline::new(SQUARE).with_obstacle(square(1.0, 1.0, 1e-9));
    assert_eq!(error(&outline), OutlineError::NoArea { ring, resolution });
    for radius in [f64::NAN, f64::INFINITY, -1.0] {
        let error = Mesh::from_outline(&Outline::new(SQUARE), radius);
        assert!(matches!(error, Err(OutlineError::BadRadius { .. })), "{radius}");
    }
}

#[test]
fn an_outline_without_free_points_is_an_error() {
    let vanished = |outline: &Outline, radius: f64| {
        let result = Mesh::from_outline(outline, radius);
        assert_eq!(result.map(|_| ()), Err(OutlineError::Vanished { radius }));
    };
    vanished(&Outline::default(), 0.0);
    vanished(&Outline::default().with_obstacle(SQUARE), 1.0);
    vanished(&Outline::new(SQUARE).with_obstacle(SQUARE), 0.0);
    vanished(&Outline::new(SQUARE), 4.0);
    vanished(&Outline::new(SQUARE), f64::MAX);
    vanished(&Outline::new([[0.0, 0.0], [8.0, 0.0], [0.0, 8.0]]), 3.9);
    assert!(Mesh::from_outline(&Outline::new(SQUARE), 3.999).is_ok());
}

#[test]
fn walls_are_exactly_as_far_away_as_the_radius() {
    // The distance from the walls, and from the side of a crate whose coordinates are no binary fractions.
    let outline = Outline::new(SQUARE).with_obstacle(square(3.0, 3.0, 2.0));
    let mesh = Mesh::from_outline(&outline, 0.5).unwrap();
    let low = mesh
        .vertices()
        .iter()
        .fold(f64::INFINITY, |low, point| low.min(point.x));
    assert_eq!(low, 0.5);
    assert!(mesh.locate([2.5, 4.0]).is_some());
    assert!(mesh.locate([2.5 + 1e-6, 4.0]).is_none());
    // Around the crate: between a circle and 2 % more.
    let path = mesh.path([2.5, 4.0], [4.0, 5.5]).unwrap().unwrap();
    let shortest = 2.0 + 0.25 * PI;
    assert!(
        path.length > shortest && path.length < shortest + 0.02,
        "{}",
        path.length
    );
}

#[test]
fn directions_loops_and_obstacles_outside_do_not_matter() {
    let mesh = |outline: &Outline| Mesh::from_outline(outline, 0.25).unwrap();
    let mut reversed = square(4.0, 2.0, 3.0);
    reversed.reverse();
    let outline = Outline::new(SQUARE).with_obstacle(square(3.0, 1.0, 2.0));
    let expected = mesh(&outline.clone().with_obstacle(square(4.0, 2.0, 3.0)));
    let found = mesh(&outline.clone().with_obstacle(reversed));
    assert_eq!(found.vertices(), expected.vertices());
    let outside = outline
        .with_obstacle(square(4.0, 2.0, 3.0))
        .with_obstacle(square(1e9, 1e9, 1e12));
    assert_eq!(mesh(&outside).vertices(), expected.vertices());
    // Both loops of a figure eight are solid.
    let eight = Outline::new(SQUARE).with_obstacle([[1.0, 1.0], [7.0, 7.0], [7.0, 1.0], [1.0, 7.0]]);
    let eight = Mesh::from_outline(&eight, 0.0).unwrap();
    assert_eq!(area_of(&eight), 64.0 - 18.0);
    assert!(eight.locate([2.0, 4.0]).is_none() && eight.locate([6.0, 4.0]).is_none());
}

/// Segments on which the triangulator `spade` 2.4 to 2.13 panicked or did not end: its issues 98, 107, 109, 111, 113
/// and 116.
#[allow(
    clippy::unreadable_literal,
    clippy::excessive_precision,
    reason = "as they were reported"
)]
const SEGMENTS: [&[[f64; 4]]; 6] = [
    &[
        [
            -20.926544189453125,
            16.53529167175293,
            -27.772645950317383,
            4.197676658630371,
        ],
        [
            -20.03745460510254,
            12.93730354309082,
            -20.930097579956055,
            11.93786907196045,
        ],
        [
            -15.576859474182129,
            8.772907257080078,
            -22.373262405395508,
            12.348699569702148,
        ],
        [
            -10.038422584533691,
            5.663522243499756,
            -16.382625579833984,
            9.09498119354248,
        ],
        [0.0, 0.0, -13.11422061920166, 7.30709171295166],
        [
            -19.230497360229492,
            -3.7645812034606934,
            -7.411926746368408,
            3.486957311630249,
        ],
        [
            -25.072885513305664,
            -9.239323616027832,
            -19.462360382080078,
            -1.621320366859436,
        ],
        [
            -32.41080856323242,
            -13.72575855255127,
            -22.58626365661621,
            -2.076631784439087,
        ],
        [
            -32.41080856323242,
            -13.72575855255127,
            -25.57504653930664,
            -4.952820301055908,
        ],
        [
            -33.08932113647461,
            0.31093916296958923,
            -25.955543518066406,
            0.18878456950187683,
        ],
    ],
    &[
        [
            0.9296344883099084,
            0.03071359966930065,
            0.26031306872107085,
            0.34491289915959455,
        ],
        [
            0.7384289920396423,
            0.4981747664368982,
            0.06543525273452533,
            0.34139896206401854,
        ],
        [
            0.9535295221136963,
            0.9114305148801416,
            0.8306091165247367,
            0.08959389670590667,
        ],
    ],
    &[
        [17.064112, -17.96008, 16.249594, -17.145563],
        [-25.290726, -24.435482, -5.6608872, -24.435482],
        [17.878626, -18.774595, 15.435078, -16.331045],
        [16.331045, -21.951208, -3.29879, -24.435482],
    ],
    &[
        [
            18.69314193725586,
            19.589109420776367,
            18.69314193725586,
            20.40362548828125,
        ],
        [
            19.507659912109375,
            20.40362548828125,
            17.878625869750977,
            18.774595260620117,
        ],
        [
            20.322175979614258,
            21.218143463134766,
            15.435077667236328,
            16.331045150756836,
        ],
    ],
    &[
        [7.9910984, -59.344463, 15.484455, -48.762936],
        [15.484455, -48.762936, -11.673287, -28.37192],
        [-11.673287, -28.37192, -16.214716, -43.81278],
        [-16.214716, -43.81278, -3.657666, -51.41967],
        [-3.657666, -51.41967, 7.9910984, -59.344463],
    ],
    &[
        [
            15.435077667236328,
            16.331045150756836,
            20.322175979614258,
            21.218143463134766,
        ],
        [
            18.69314193725586,
            19.589109420776367,
            19.507659912109375,
            20.40362548828125,
        ],
        [
            19.507659912109375,
            21.218143463134766,
            19.507659912109375,
            20.40362548828125,
        ],
        [
            17.878625869750977,
            18.774595260620117,
            19.507659912109375,
            20.40362548828125,
        ],
    ],
];

#[test]
fn segments_that_were_difficult_for_triangulators_are_no_problem() {
    for segments in SEGMENTS {
        for width in [1e-9, 1e-6, 1e-3, 0.1] {
            for radius in [0.0, 1e-6, 0.05] {
                let outline = Outline::new(square(-70.0, -70.0, 140.0));
                let outline = segments.iter().fold(outline, |outline, [x, y, end_x, end_y]| {
                    let (dx, dy) = (end_x - x, end_y - y);
                    let shift = width / dx.hypot(dy);
                    let (dx, dy) = (dx * shift, dy * shift);
                    outline.with_obstacle([[*x, *y], [*end_x, *end_y], [end_x - dy, end_y + dx], [x - dy, y + dx]])
                });
                match Mesh::from_outline(&outline, radius) {
                    Ok(mesh) => assert!(area_of(&mesh) > 18_000.0),
                    // Thinner than the resolution.
                    Err(error) => assert!(matches!(error, OutlineError::NoArea { .. }) && width < 1e-6, "{error}"),
                }
            }
        }
    }
}

/// `i_overlay` 8.1.1 panicked where many shapes touch in a point on a line: its issue 91.
#[test]
fn many_obstacles_may_touch_in_points_on_lines() {
    let mut outline = Outline::new(square(0.0, 0.0, 64.0));
    for row in 0..20 {
        let y = f64::from(row) * 3.0 + 1.0;
        for column in 0..10 {
            let x = f64::from(column) * 6.0 + 1.0;
            outline = outline.with_obstacle([[x, y], [x + 6.0, y], [x + 3.0, y + 1.0]]);
            outline = outline.with_obstacle([[x + 2.0, y + 3.0], [x + 4.0, y + 3.0], [x + 3.0, y + 1.0]]);
        }
    }
    for radius in [0.0, 0.1] {
        let mesh = Mesh::from_outline(&outline, radius).unwrap();
        assert!(area_of(&mesh) > 1000.0);
    }
}

pub(crate) fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        8 => (0..8_u8).prop_map(f64::from),
        4 => 0.0..8.0,
        1 => (0..8_u8).prop_map(|whole| f64::from(whole) * 0.1 + 0.2),
        1 => prop::sample::select(vec![5e99, -5e99, 1e100, 1e-300, 5e-324, -0.0, 1e15, f64::MAX, f64::NAN, f64::INFINITY]),
    ]
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn any_points_make_a_mesh_or_an_error(
        areas in prop::collection::vec(prop::collection::vec((coordinate(), coordinate()), 2..9), 0..3),
        obstacles in prop::collection::vec(prop::collection::vec((coordinate(), coordinate()), 2..9), 0..12),
        radius in prop_oneof![Just(0.0), 0.0..2.0, coordinate()],
    ) {
        let outline = areas.into_iter().fold(Outline::default(), Outline::with_area);
        let outline = obstacles.into_iter().fold(outline, Outline::with_obstacle);
        match Mesh::from_outline(&outline, radius) {
            Ok(mesh) => prop_assert!(area_of(&mesh) > 0.0),
            Err(OutlineError::Triangulation | OutlineError::Mesh(_)) => prop_assert!(false, "{outline:?}"),
            Err(_) => {}
        }
    }
}
