//! Cutting polygons that are convex up to rounding.
//!
//! If a level is rotated, or its coordinates are rounded, corners on one side of a polygon are no longer on one line,
//! so that the polygon is slightly concave. Exact tests need exactly convex polygons, so such a polygon is cut.

use alloc::vec;
use alloc::vec::Vec;

use super::build::Polygons;
use crate::geometry::side;
use crate::{MeshError, Point};

/// The largest sine of an angle by which a polygon may turn to the right: enough for corners that are rounded to 32-bit
/// floats, if they are not very close together.
const SLIGHT: f64 = 1e-5;

/// Marks an edge that is new.
pub(super) const NEW: i64 = -2;

/// Cuts a polygon with more than three corners into triangles if it is slightly concave, and otherwise returns the
/// error. Each piece is a list of places of corners in the polygon. By clipping ears (Meisters, American Mathematical
/// Monthly 82, 1975) in O(corners²).
pub(super) fn cut(corners: &[u32], points: &[Point], error: MeshError) -> Result<Vec<[usize; 3]>, MeshError> {
    let at = |place: usize| points[corners[place] as usize];
    if !is_almost_convex(corners, points) {
        return Err(error);
    }
    let mut left: Vec<usize> = (0..corners.len()).collect();
    let mut pieces = Vec::new();
    while left.len() > 3 {
        let count = left.len();
        let ear = (0..count).find(|place| {
            let [a, b, c] = [0, 1, 2].map(|offset| left[(place + offset) % count]);
            let is_blocked = |other: &usize| {
                let point = at(*other);
                let is_outside = |from: usize, to: usize| side(at(from), at(to), point) < 0.0;
                ![a, b, c].contains(other) && !is_outside(a, b) && !is_outside(b, c) && !is_outside(c, a)
            };
            side(at(a), at(b), at(c)) > 0.0 && !left.iter().any(is_blocked)
        });
        let Some(ear) = ear else { return Err(error) };
        let [a, b, c] = [0, 1, 2].map(|offset| left[(ear + offset) % count]);
        pieces.push([a, b, c]);
        left.retain(|place| *place != b);
    }
    let [a, b, c] = [left[0], left[1], left[2]];
    if side(at(a), at(b), at(c)) <= 0.0 {
        return Err(error);
    }
    pieces.push([a, b, c]);
    Ok(pieces)
}

/// Whether a polygon turns around once, and to the right only slightly.
fn is_almost_convex(corners: &[u32], points: &[Point]) -> bool {
    let count = corners.len();
    let at = |place: usize| points[corners[place % count] as usize];
    let mut turned = 0.0;
    for place in 0..count {
        let (a, b, c) = (at(place), at(place + 1), at(place + 2));
        let ahead = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y);
        let turn = side(a, b, c);
        if turn < 0.0 && (ahead <= 0.0 || -turn > SLIGHT * a.distance(b) * b.distance(c)) || turn == 0.0 && ahead < 0.0
        {
            return false;
        }
        turned += libm::atan2(turn, ahead);
    }
    // One full turn, and not two.
    (6.0..6.6).contains(&turned)
}

impl Polygons {
    /// Replaces a polygon by pieces, the first of which keeps its number. The others are added at the end.
    pub(super) fn replace(&mut self, polygon: usize, pieces: &[[usize; 3]]) {
        let range = self.range(polygon);
        let corners = self.corners[range.clone()].to_vec();
        let neighbours = self.neighbours.as_ref().map(|neighbours| neighbours[range].to_vec());
        for piece in pieces {
            let places = piece.iter().zip(piece.iter().cycle().skip(1));
            let neighbour = |(from, to): (&usize, &usize)| {
                let is_old = (from + 1) % corners.len() == *to;
                neighbours
                    .as_ref()
                    .map(|neighbours| if is_old { neighbours[*from] } else { NEW })
            };
            let neighbours: Option<Vec<i64>> = places.map(neighbour).collect();
            let corners = piece.iter().map(|place| corners[*place]).collect();
            self.cut.push((polygon, corners, neighbours.unwrap_or_default()));
        }
    }

    /// Puts the pieces in the place of the polygons that were cut.
    pub(super) fn apply_cuts(&mut self) {
        if self.cut.is_empty() {
            return;
        }
        let old = core::mem::take(self);
        let has_neighbours = old.neighbours.is_some();
        let mut all: Vec<(usize, Vec<u32>, Vec<i64>)> = (0..old.ends.len())
            .map(|polygon| {
                let range = old.range(polygon);
                let neighbours = old
                    .neighbours
                    .as_ref()
                    .map(|neighbours| neighbours[range.clone()].to_vec());
                (polygon, old.corners[range].to_vec(), neighbours.unwrap_or_default())
            })
            .collect();
        let mut is_cut = vec![false; all.len()];
        for piece in old.cut {
            let polygon = piece.0;
            if core::mem::replace(&mut is_cut[polygon], true) {
                all.push(piece);
            } else {
                all[polygon] = piece;
            }
        }
        let mut neighbours = Vec::new();
        for (polygon, corners, across) in all {
            self.push(corners);
            self.origins.push(polygon);
            neighbours.extend(across);
        }
        self.neighbours = has_neighbours.then_some(neighbours);
    }
}
