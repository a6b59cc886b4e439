//! Paths on meshes of outlines with slanting edges, holes, and corners that touch, compared with a visibility graph.
//!
//! That such a mesh covers the right points is tested in `outline.rs`.

use astride_mesh::{Mesh, Outline, Point};

use crate::effort::share;
use crate::random::{Random, ends};
use crate::visibility::{Plan, VisibilityGraph, Whole, area, position, scaled};

/// The coordinates of rings are from 0 to this.
const SIDE: i64 = 24;

fn below(random: &mut Random, end: i64) -> i64 {
    i64::try_from(random.below(usize::try_from(end).unwrap())).unwrap()
}

/// Whether two segments have a point in common.
fn meet([a, b]: [Whole; 2], [c, d]: [Whole; 2]) -> bool {
    let apart = |one: i64, other: i64, third: i64, fourth: i64| one.max(other) < third.min(fourth);
    let same = |one: i64, other: i64| one.signum() * other.signum() > 0;
    !apart(a.0, b.0, c.0, d.0)
        && !apart(c.0, d.0, a.0, b.0)
        && !apart(a.1, b.1, c.1, d.1)
        && !apart(c.1, d.1, a.1, b.1)
        && !same(area(a, b, c), area(a, b, d))
        && !same(area(c, d, a), area(c, d, b))
}

/// Whether two segments cross in a point that is an end of neither.
fn cross([a, b]: [Whole; 2], [c, d]: [Whole; 2]) -> bool {
    let opposite = |one: i64, other: i64| one.signum() * other.signum() < 0;
    opposite(area(a, b, c), area(a, b, d)) && opposite(area(c, d, a), area(c, d, b))
}

fn edges(ring: &[Whole]) -> impl Iterator<Item = [Whole; 2]> {
    ring.iter()
        .zip(ring.iter().cycle().skip(1))
        .map(|(from, to)| [*from, *to])
}

/// Rings that do not cross each other, of which the first one is the area. If `may_touch` holds, they may have common
/// points.
fn rings(random: &mut Random, may_touch: bool) -> Vec<Vec<Whole>> {
    let wall = match random.below(3) {
        0 => vec![(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)],
        1 => vec![(0, 3), (7, 0), (SIDE, 5), (20, SIDE), (9, 20), (2, 22)],
        // Not convex.
        _ => vec![
            (0, 0),
            (11, 7),
            (SIDE, 1),
            (17, 12),
            (SIDE, SIDE),
            (13, 16),
            (1, 23),
            (6, 12),
        ],
    };
    let mut rings = vec![wall];
    for _ in 0..2 + random.below(12) {
        let (x, y) = (below(random, SIDE + 1), below(random, SIDE + 1));
        let reach = 1 + below(random, 5);
        let mut near = |at: i64| (at - reach + below(random, 2 * reach + 1)).clamp(0, SIDE);
        let ring: Vec<Whole> = [(); 3].map(|()| (near(x), near(y))).to_vec();
        let ring = match near(0) % 2 {
            0 => ring,
            _ => vec![(x - reach, y), (x, y - 1), (x + reach, y), (x, y + reach)],
        };
        let is_inside = ring
            .iter()
            .all(|point| (0..=SIDE).contains(&point.0) && (0..=SIDE).contains(&point.1));
        let is_apart = |other: &Vec<Whole>| {
            edges(&ring).all(|one| {
                edges(other).all(|other| {
                    if may_touch {
                        !cross(one, other)
                    } else {
                        !meet(one, other)
                    }
                })
            })
        };
        if is_inside && area(ring[0], ring[1], ring[2]) != 0 && rings.iter().all(is_apart) {
            rings.push(ring);
        }
    }
    rings
}

fn outline(rings: &[Vec<Whole>], scale: f64) -> Outline {
    let number = |whole: i64| f64::from(i32::try_from(whole).unwrap()) * scale;
    let points =
        |ring: &Vec<Whole>| -> Vec<Point> { ring.iter().map(|(x, y)| Point::new(number(*x), number(*y))).collect() };
    rings[1..]
        .iter()
        .fold(Outline::new(points(&rings[0])), |outline, ring| {
            outline.with_obstacle(points(ring))
        })
}

/// The polygons of a mesh, or `None` if a coordinate is not a whole number.
#[allow(clippy::cast_possible_truncation, reason = "coordinates are small")]
#[allow(clippy::float_cmp, reason = "whole numbers are exact")]
fn plan_of(mesh: &Mesh) -> Option<Plan> {
    let whole = |number: f64| (number == number.round()).then_some(number as i64);
    let points = mesh.vertices().iter();
    let points = points.map(|point| Some((whole(point.x)?, whole(point.y)?)));
    let polygons = (0..).take(mesh.polygon_count()).map(|polygon| mesh.polygon(polygon));
    Some(Plan {
        points: points.collect::<Option<_>>()?,
        polygons: polygons.collect(),
    })
}

#[test]
fn paths_in_levels_are_as_long_as_through_a_visibility_graph() {
    let mut queries = 0;
    for seed in 0..u64::from(share(1200)) {
        let random = &mut Random::new(seed + 8_000_000);
        let may_touch = random.below(2) == 0;
        let mut rings = rings(random, may_touch);
        // Larger, so that there are whole points between corners.
        for point in rings.iter_mut().flatten() {
            *point = (6 * point.0, 6 * point.1);
        }
        let Ok(mesh) = Mesh::from_outline(&outline(&rings, 1.0), 0.0) else {
            continue;
        };
        // Where slanting walls touch, edges may be cut at points that are not whole.
        let Some(plan) = plan_of(&mesh) else { continue };
        let oracle = VisibilityGraph::new(&plan);
        let count = 6 + random.below(8);
        let mut ends = ends(random, &plan, count);
        // At the last of these scales, points are rounded: those on walls may be outside, and walls that touch may have
        // gaps between them.
        let scales = [1.0, 1.0 / 1024.0, 1_048_576.0, 1e6, 1e-3, 0.1, 3.3];
        let number = random.below(if may_touch { 4 } else { scales.len() });
        let (scale, is_exact) = (scales[number], number < 4);
        if !is_exact {
            ends.retain(|(polygon, point)| plan.contains_inside(*polygon, *point));
        }
        let mesh = Mesh::from_outline(&outline(&rings, scale), 0.0).unwrap();
        let error = if is_exact { 1e-9 } else { 1e-6 };
        let at = |end: (usize, Whole)| {
            if is_exact {
                position(end, scale)
            } else {
                mesh.nearest(scaled(end.1, scale))
            }
        };
        for start in &ends {
            for (goal, expected) in ends.iter().zip(oracle.lengths(*start, &ends)) {
                let found = mesh.path(at(*start), at(*goal)).unwrap();
                let found = found.map(|path| path.length / scale);
                queries += 1;
                let is_right = match (found, expected) {
                    (Some(found), Some(expected)) => (found - expected).abs() <= error * expected.max(1.0),
                    (found, expected) => found == expected,
                };
                assert!(
                    is_right,
                    "seed {seed}, {start:?} to {goal:?}: {found:?} instead of {expected:?}, scale {scale}, {rings:?}"
                );
            }
        }
    }
    eprintln!("{queries} queries in levels");
}
