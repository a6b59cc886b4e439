//! Random meshes with whole coordinates.

use std::collections::HashMap;

use astride_mesh::{Mesh, Point, Position};

/// A small random number generator (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        usize::try_from(self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33).unwrap() % end
    }
}

pub(crate) type Whole = (i64, i64);

/// Convex polygons with whole coordinates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub(crate) points: Vec<Whole>,
    pub(crate) polygons: Vec<Vec<u32>>,
}

/// Twice the area of a triangle.
pub(crate) fn area(a: Whole, b: Whole, c: Whole) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

impl Plan {
    pub(crate) fn at(&self, vertex: u32) -> Whole {
        self.points[vertex as usize]
    }

    pub(crate) fn contains(&self, polygon: usize, point: Whole) -> bool {
        let corners = &self.polygons[polygon];
        let next = corners.iter().cycle().skip(1);
        corners
            .iter()
            .zip(next)
            .all(|(from, to)| area(self.at(*from), self.at(*to), point) >= 0)
    }

    /// Whether a point is in a polygon, and not on its boundary.
    pub(crate) fn contains_inside(&self, polygon: usize, point: Whole) -> bool {
        let corners = &self.polygons[polygon];
        let next = corners.iter().cycle().skip(1);
        corners
            .iter()
            .zip(next)
            .all(|(from, to)| area(self.at(*from), self.at(*to), point) > 0)
    }

    /// Moves all points, sometimes far away.
    pub(crate) fn shift(&mut self, random: &mut Random) {
        let (x, y) = [(0, 0), (-1000, 77), (1_000_000, -3_000_000)][random.below(3)];
        for point in &mut self.points {
            *point = (point.0 + x, point.1 + y);
        }
    }

    /// The polygon at each directed edge.
    pub(crate) fn sides(&self) -> HashMap<(u32, u32), usize> {
        let mut sides = HashMap::new();
        for (number, corners) in self.polygons.iter().enumerate() {
            let next = corners.iter().cycle().skip(1);
            for (from, to) in corners.iter().zip(next) {
                assert_eq!(sides.insert((*from, *to), number), None, "two polygons at one side");
            }
        }
        sides
    }

    /// Random points in a square, triangulated, of whose triangles some are missing.
    pub(crate) fn triangles(random: &mut Random, side: i64, points: usize, missing: usize) -> Self {
        let mut plan = Plan {
            points: vec![(0, 0), (side, 0), (side, side), (0, side)],
            polygons: vec![vec![0, 1, 2], vec![0, 2, 3]],
        };
        let end = usize::try_from(side + 1).unwrap();
        for _ in 0..points {
            let mut coordinate = || i64::try_from(random.below(end)).unwrap();
            let point = (coordinate(), coordinate());
            if !plan.points.contains(&point) {
                plan.insert(point);
            }
        }
        for _ in 0..4 * points {
            plan.flip(random);
        }
        plan.polygons.retain(|_| random.below(100) >= missing);
        plan
    }

    /// Splits the triangles that contain a point.
    fn insert(&mut self, point: Whole) {
        let vertex = u32::try_from(self.points.len()).unwrap();
        let (old, mut kept): (Vec<_>, Vec<_>) =
            (0..self.polygons.len()).partition(|polygon| self.contains(*polygon, point));
        let mut polygons: Vec<_> = kept.drain(..).map(|polygon| self.polygons[polygon].clone()).collect();
        for polygon in old {
            let corners = &self.polygons[polygon];
            for place in 0..3 {
                let (from, to) = (corners[place], corners[(place + 1) % 3]);
                if area(self.at(from), self.at(to), point) > 0 {
                    polygons.push(vec![from, to, vertex]);
                }
            }
        }
        self.points.push(point);
        self.polygons = polygons;
    }

    /// Replaces a random edge by the other diagonal of its two triangles, if those are convex together.
    fn flip(&mut self, random: &mut Random) {
        let one = random.below(self.polygons.len());
        let place = random.below(3);
        let corner = |polygon: &Vec<u32>, place: usize| polygon[place % 3];
        let (from, to) = (
            corner(&self.polygons[one], place),
            corner(&self.polygons[one], place + 1),
        );
        let Some(other) = self.sides().get(&(to, from)).copied() else {
            return;
        };
        let apex = corner(&self.polygons[one], place + 2);
        let far = *self.polygons[other]
            .iter()
            .find(|vertex| **vertex != from && **vertex != to)
            .unwrap();
        let is_left = |a, b, c| area(self.at(a), self.at(b), self.at(c)) > 0;
        if is_left(far, to, apex) && is_left(apex, from, far) {
            self.polygons[one] = vec![far, to, apex];
            self.polygons[other] = vec![apex, from, far];
        }
    }

    /// Merges random neighbours that are convex together. Corners in the middle of a side stay.
    pub(crate) fn merge(&mut self, random: &mut Random, rounds: usize) {
        for _ in 0..rounds {
            if self.polygons.is_empty() {
                return;
            }
            let one = random.below(self.polygons.len());
            let corners = &self.polygons[one];
            let place = random.below(corners.len());
            let (from, to) = (corners[place], corners[(place + 1) % corners.len()]);
            let Some(other) = self.sides().get(&(to, from)).copied() else {
                continue;
            };
            let after = |polygon: &Vec<u32>, vertex: u32| {
                let place = polygon.iter().position(|corner| *corner == vertex).unwrap();
                let mut rotated = polygon.clone();
                rotated.rotate_left(place);
                rotated
            };
            // From `to` around the one to `from`, and from `from` around the other to `to`.
            let mut merged = after(&self.polygons[one], to);
            let rest = after(&self.polygons[other], from);
            merged.extend(&rest[1..rest.len() - 1]);
            let count = merged.len();
            let mut is_simple = merged.clone();
            is_simple.sort_unstable();
            is_simple.dedup();
            let is_convex = (0..count).all(|place| {
                let corner = |place: usize| self.at(merged[place % count]);
                let (a, b, c) = (corner(place), corner(place + 1), corner(place + 2));
                let ahead = (b.0 - a.0) * (c.0 - b.0) + (b.1 - a.1) * (c.1 - b.1);
                area(a, b, c) > 0 || area(a, b, c) == 0 && ahead > 0
            });
            if is_convex && is_simple.len() == count {
                self.polygons[one] = merged;
                self.polygons.remove(other);
            }
        }
    }

    /// A grid of rectangles with random sides, of which some are missing.
    pub(crate) fn rectangles(random: &mut Random, columns: usize, rows: usize, missing: usize) -> Self {
        let mut plan = Plan::default();
        let mut lines = |count: usize| {
            let mut at = 0;
            let next = |_| {
                at += 1 + i64::try_from(random.below(3)).unwrap();
                at
            };
            (0..=count).map(next).collect::<Vec<i64>>()
        };
        let (xs, ys) = (lines(columns), lines(rows));
        for y in &ys {
            plan.points.extend(xs.iter().map(|x| (*x, *y)));
        }
        let vertex = |x: usize, y: usize| u32::try_from(y * (columns + 1) + x).unwrap();
        for y in 0..rows {
            for x in 0..columns {
                if random.below(100) >= missing {
                    plan.polygons.push(vec![
                        vertex(x, y),
                        vertex(x + 1, y),
                        vertex(x + 1, y + 1),
                        vertex(x, y + 1),
                    ]);
                }
            }
        }
        plan
    }
}

/// Points with the polygons that contain them: corners, points of edges, and others.
pub(crate) fn ends(random: &mut Random, plan: &Plan, count: usize) -> Vec<(usize, Whole)> {
    let mut ends = Vec::new();
    while ends.len() < count {
        let polygon = random.below(plan.polygons.len());
        let corners = &plan.polygons[polygon];
        let corner = |random: &mut Random| plan.at(corners[random.below(corners.len())]);
        let (one, other, third) = (corner(random), corner(random), corner(random));
        let point = match random.below(4) {
            0 => one,
            // Only some of these are whole.
            1 => (i64::midpoint(one.0, other.0), i64::midpoint(one.1, other.1)),
            _ => ((one.0 + other.0 + third.0) / 3, (one.1 + other.1 + third.1) / 3),
        };
        if plan.contains(polygon, point) {
            ends.push((polygon, point));
        }
    }
    ends
}

/// A point of a plan, multiplied by a factor.
pub(crate) fn scaled((x, y): Whole, scale: f64) -> Point {
    let float = |number: i64| f64::from(i32::try_from(number).unwrap()) * scale;
    Point::new(float(x), float(y))
}

pub(crate) fn position((polygon, point): (usize, Whole), scale: f64) -> Position {
    Position::new(u32::try_from(polygon).unwrap(), scaled(point, scale))
}

pub(crate) fn mesh_of(plan: &Plan, scale: f64) -> Mesh {
    let vertices = plan.points.iter().map(|point| scaled(*point, scale));
    Mesh::new(vertices, plan.polygons.iter().map(|corners| corners.iter().copied())).unwrap()
}
