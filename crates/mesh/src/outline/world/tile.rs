//! [`Tile`]: a square of a world, and the polygons in it.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::ObstacleId;
use crate::Point;
use crate::mesh::Edge;
use crate::mesh::build::{Fans, Polygons, index};
use crate::mesh::finder::{Cells, Finder, rectangle};
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
/// polygons on both sides have the same edges. Numbers begin with 0 in each tile.
#[derive(Clone, Default)]
pub(super) struct Joined {
    pub(super) points: Vec<Point>,
    /// The points on the boundary of the tile.
    pub(super) on_boundary: Vec<(u32, Whole)>,
    /// The edges, joined with each other.
    pub(super) edges: Vec<Edge>,
    /// The first edge of each polygon.
    pub(super) first: Vec<u32>,
    /// The cells of the finder that each polygon overlaps.
    pub(super) cells: Vec<Cells>,
    /// The fans at vertices that are not on the boundary of the tile.
    pub(super) fans: Fans,
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
    pub(super) fn join(&self, frame: &Frame, ends: [&[i32]; 4], lattice: &Lattice, finder: &Finder) -> Joined {
        let mut joined = Joined::default();
        let mut points = self.points.clone();
        let mut all = Vec::new();
        let mut corners = Vec::new();
        for polygon in 0..self.polygons.ends.len() {
            corners.clear();
            let own = &self.polygons.corners[self.polygons.range(polygon)];
            for (vertex, next) in own.iter().zip(own.iter().cycle().skip(1)) {
                corners.push(*vertex);
                let (from, to) = (points[*vertex as usize], points[*next as usize]);
                let Some(side) = side_of(frame, from, to) else {
                    continue;
                };
                let (begin, end) = (along(side, from), along(side, to));
                let (low, high) = (begin.min(end), begin.max(end));
                let ends = ends[side];
                let inner = ends.partition_point(|at| *at <= low)..ends.partition_point(|at| *at < high);
                let first = corners.len();
                for at in ends.get(inner).unwrap_or_default() {
                    corners.push(index(points.len()));
                    points.push(if side == RIGHT || side == LEFT {
                        Whole::new(from.x, *at)
                    } else {
                        Whole::new(*at, from.y)
                    });
                }
                if begin > end {
                    corners[first..].reverse();
                }
            }
            let first = index(all.len());
            joined.first.push(first);
            for (place, vertex) in (1..).zip(&corners) {
                let next = if place == corners.len() {
                    first
                } else {
                    first + index(place)
                };
                all.push((*vertex, next, index(polygon)));
            }
        }
        joined.points = points.iter().map(|point| lattice.point(*point)).collect();
        let edges = all.into_iter();
        let edges = edges.map(|(vertex, next, polygon)| {
            let point = joined.points[vertex as usize];
            Edge::new(point, vertex, next, polygon)
        });
        joined.edges = edges.collect();
        joined.find_twins(frame, &points);
        joined.fans.find(&joined.edges, |edge| {
            let point = points[edge.vertex as usize];
            !frame.has_on_boundary(point, point)
        });
        let ends = joined.first.iter().skip(1).copied().chain([index(joined.edges.len())]);
        let cells = joined.first.iter().zip(ends).map(|(begin, end)| {
            let edges = &joined.edges[*begin as usize..end as usize];
            finder.cells(rectangle(edges.iter().map(|edge| edge.point)))
        });
        joined.cells = cells.collect();
        let on_boundary = (0..)
            .zip(points)
            .filter(|(_, point)| frame.has_on_boundary(*point, *point));
        joined.on_boundary = on_boundary.collect();
        joined
    }
}

impl Joined {
    fn find_twins(&mut self, frame: &Frame, points: &[Whole]) {
        let mut by_ends = HashMap::new();
        for number in 0..self.edges.len() {
            let edge = self.edges[number];
            let (from, to) = (edge.vertex, self.edges[edge.next as usize].vertex);
            if let Some(twin) = by_ends.remove(&(to, from)) {
                self.edges[number].twin = twin;
                self.edges[twin as usize].twin = index(number);
            } else {
                by_ends.insert((from, to), index(number));
            }
            let (from, to) = (points[from as usize], points[to as usize]);
            if let Some(side) = side_of(frame, from, to) {
                let (from, to) = (along(side, from), along(side, to));
                self.sides[side].push((from.min(to), from.max(to), index(number)));
            }
        }
        for side in &mut self.sides {
            side.sort_unstable();
        }
    }
}
