//! Random meshes with whole coordinates.

use crate::visibility::{Plan, Whole};

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

impl Plan {
    /// Moves all points, sometimes far away.
    pub(crate) fn shift(&mut self, random: &mut Random) {
        let (x, y) = [(0, 0), (-1000, 77), (1_000_000, -3_000_000)][random.below(3)];
        for point in &mut self.points {
            *point = (point.0 + x, point.1 + y);
        }
    }

    /// Random points in a square, triangulated, of whose triangles some are missing.
    pub(crate) fn triangles(random: &mut Random, side: i64, points: usize, missing: usize) -> Self {
        let mut plan = Plan::square(side);
        let end = usize::try_from(side + 1).unwrap();
        for _ in 0..points {
            let mut coordinate = || i64::try_from(random.below(end)).unwrap();
            let point = (coordinate(), coordinate());
            if !plan.points.contains(&point) {
                plan.insert(point);
            }
        }
        for _ in 0..4 * points {
            let one = random.below(plan.polygons.len());
            plan.flip(one, random.below(3));
        }
        plan.polygons.retain(|_| random.below(100) >= missing);
        plan
    }

    /// Merges random neighbours that are convex together.
    pub(crate) fn merge_some(&mut self, random: &mut Random, rounds: usize) {
        for _ in 0..rounds {
            if self.polygons.is_empty() {
                return;
            }
            let one = random.below(self.polygons.len());
            self.merge(one, random.below(self.polygons[one].len()));
        }
    }

    /// A grid of rectangles with random sides, of which some are missing.
    pub(crate) fn random_rectangles(random: &mut Random, columns: usize, rows: usize, missing: usize) -> Self {
        let mut lines = |count: usize| {
            let mut at = 0;
            let next = |_| {
                at += 1 + i64::try_from(random.below(3)).unwrap();
                at
            };
            (0..=count).map(next).collect::<Vec<i64>>()
        };
        let (xs, ys) = (lines(columns), lines(rows));
        Plan::rectangles(&xs, &ys, || random.below(100) < missing)
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
