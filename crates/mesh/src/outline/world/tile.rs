//! [`Tile`]: a square of a world, and the polygons in it.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::ObstacleId;
use crate::Point;
use crate::mesh::NONE;
use crate::mesh::build::{Polygons, index};
use crate::outline::clip::Frame;
use crate::outline::lattice::Lattice;
use crate::outline::{Contours, OutlineError, Whole, inflate, merge, subtract, triangulate};

/// The sides of a tile: those to the tile on the right, the one above, the one on the left, and the one below.
pub(super) const RIGHT: usize = 0;
pub(super) const ABOVE: usize = 1;
pub(super) const LEFT: usize = 2;
pub(super) const BELOW: usize = 3;

/// A square of a world. Everything in it follows from the obstacles that touch it or its margin, and not from the order
/// in which they came and went.
#[derive(Clone)]
pub(super) struct Tile {
    pub(super) frame: Frame,
    /// The areas in the tile and its margin.
    pub(super) areas: Contours,
    /// The obstacles that may touch the tile or its margin.
    pub(super) obstacles: BTreeSet<ObstacleId>,
    pub(super) own: Own,
    pub(super) joined: Joined,
}

/// The polygons of a tile, whose corners are all that the tile itself needs.
#[derive(Clone, Default)]
pub(super) struct Own {
    points: Vec<Whole>,
    polygons: Polygons,
    /// By side, the coordinates along it of the ends of edges there, in ascending order.
    pub(super) ends: [Vec<i32>; 4],
}

/// The polygons of a tile with the corners that those of the neighbouring tiles have on the sides of the tile, so that
/// polygons on both sides have the same edges.
#[derive(Clone, Default)]
pub(super) struct Joined {
    pub(super) points: Vec<Point>,
    /// The points on the boundary of the tile.
    pub(super) on_boundary: Vec<(u32, Whole)>,
    /// Where each polygon ends in `corners`.
    pub(super) polygons: Vec<u32>,
    pub(super) corners: Vec<u32>,
    /// By corner, the edge that is the same in the opposite direction, or [`NONE`].
    pub(super) twins: Vec<u32>,
    /// By side, the lower end, the higher end and the number of each edge there, in ascending order.
    pub(super) sides: [Vec<(i32, i32, u32)>; 4],
}

/// The side of a tile on which an edge of a polygon in the tile lies.
fn side_of(frame: &Frame, from: Whole, to: Whole) -> Option<usize> {
    let Frame { low, high } = *frame;
    if from.x == to.x {
        [(RIGHT, high.x), (LEFT, low.x)].into_iter().find(|(_, x)| *x == from.x)
    } else if from.y == to.y {
        [(ABOVE, high.y), (BELOW, low.y)]
            .into_iter()
            .find(|(_, y)| *y == from.y)
    } else {
        None
    }
    .map(|(side, _)| side)
}

/// The coordinate of a point along a side.
fn along(side: usize, point: Whole) -> i32 {
    if side == RIGHT || side == LEFT {
        point.y
    } else {
        point.x
    }
}

impl Tile {
    /// Makes the polygons anew, given the obstacles.
    pub(super) fn build<'a>(
        &self,
        obstacles: impl Iterator<Item = &'a Contours>,
        radius: f64,
        margin: i32,
        lattice: &Lattice,
    ) -> Result<Own, OutlineError> {
        let outer = self.frame.grown(margin);
        let obstacles: Contours = obstacles.flat_map(|contours| outer.clip(contours)).collect();
        let mut free = subtract(&self.areas, &obstacles);
        if radius > 0.0 {
            // The boundary of the margin is no wall.
            let is_open = |from: Whole, to: Whole| outer.has_on_boundary(from, to);
            let pieces = self.frame.clip(&inflate::pieces(&free, radius, is_open));
            free = subtract(&self.frame.clip(&free), &pieces);
        }
        if free.is_empty() {
            return Ok(Own::default());
        }
        let (points, triangles) = triangulate::triangulate(&free)?;
        let vertices: Vec<Point> = points.iter().map(|point| lattice.point(*point)).collect();
        let polygons = merge::merge(&vertices, &triangles);
        let mut own = Own {
            points,
            polygons,
            ends: Default::default(),
        };
        for polygon in 0..own.polygons.ends.len() {
            let corners = &own.polygons.corners[own.polygons.range(polygon)];
            for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                let (from, to) = (own.points[*from as usize], own.points[*to as usize]);
                if let Some(side) = side_of(&self.frame, from, to) {
                    own.ends[side].extend([along(side, from), along(side, to)]);
                }
            }
        }
        for ends in &mut own.ends {
            ends.sort_unstable();
            ends.dedup();
        }
        Ok(own)
    }
}

impl Own {
    /// Adds the corners at these ends of edges of the neighbours, by side.
    pub(super) fn join(&self, frame: &Frame, ends: [&[i32]; 4], lattice: &Lattice) -> Joined {
        let mut joined = Joined::default();
        let mut points = self.points.clone();
        for polygon in 0..self.polygons.ends.len() {
            let corners = &self.polygons.corners[self.polygons.range(polygon)];
            for (vertex, next) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                joined.corners.push(*vertex);
                let (from, to) = (points[*vertex as usize], points[*next as usize]);
                let Some(side) = side_of(frame, from, to) else {
                    continue;
                };
                let (begin, end) = (along(side, from), along(side, to));
                let (low, high) = (begin.min(end), begin.max(end));
                let ends = ends[side];
                let inner = ends.partition_point(|at| *at <= low)..ends.partition_point(|at| *at < high);
                let first = joined.corners.len();
                for at in ends.get(inner).unwrap_or_default() {
                    joined.corners.push(index(points.len()));
                    let vertical = side == RIGHT || side == LEFT;
                    points.push(if vertical {
                        Whole::new(from.x, *at)
                    } else {
                        Whole::new(*at, from.y)
                    });
                }
                if begin > end {
                    joined.corners[first..].reverse();
                }
            }
            joined.polygons.push(index(joined.corners.len()));
        }
        joined.find_twins(frame, &points);
        joined.points = points.iter().map(|point| lattice.point(*point)).collect();
        let is_on_boundary = |point: &Whole| frame.has_on_boundary(*point, *point);
        let on_boundary = (0..).zip(points).filter(|(_, point)| is_on_boundary(point));
        joined.on_boundary = on_boundary.collect();
        joined
    }
}

impl Joined {
    fn find_twins(&mut self, frame: &Frame, points: &[Whole]) {
        self.twins = vec![NONE; self.corners.len()];
        let mut by_ends = HashMap::new();
        let mut begin = 0;
        for end in &self.polygons {
            for edge in begin..*end {
                let next = if edge + 1 == *end { begin } else { edge + 1 };
                let (from, to) = (self.corners[edge as usize], self.corners[next as usize]);
                if let Some(twin) = by_ends.remove(&(to, from)) {
                    self.twins[edge as usize] = twin;
                    self.twins[twin as usize] = edge;
                } else {
                    by_ends.insert((from, to), edge);
                }
                let (from, to) = (points[from as usize], points[to as usize]);
                if let Some(side) = side_of(frame, from, to) {
                    let (from, to) = (along(side, from), along(side, to));
                    self.sides[side].push((from.min(to), from.max(to), edge));
                }
            }
            begin = *end;
        }
        for side in &mut self.sides {
            side.sort_unstable();
        }
    }
}
