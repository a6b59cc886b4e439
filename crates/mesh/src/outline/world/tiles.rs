//! [`Tiles`]: the tiles of a world, and the mesh that they make together.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Range;

use hashbrown::HashMap;

use super::tile::{ABOVE, BELOW, Joined, LEFT, Own, RIGHT, Tile};
use crate::mesh::build::{self, index};
use crate::mesh::{Edge, MAX_EDGES, NONE};
use crate::outline::clip::Frame;
use crate::outline::lattice::Lattice;
use crate::outline::{Contours, OutlineError, Whole};
use crate::{Mesh, MeshError};

/// Squares that cover a rectangle, row by row.
#[derive(Clone)]
pub(super) struct Tiles {
    low: Whole,
    side: i32,
    columns: usize,
    rows: usize,
    /// How far from a tile obstacles may be that matter for it.
    pub(super) margin: i32,
    pub(super) list: Vec<Tile>,
}

impl Tiles {
    /// Cuts areas into tiles, which are still without polygons.
    pub(super) fn new(areas: &Contours, side: i32, margin: i32) -> Self {
        let mut tiles = Tiles {
            low: Whole::new(0, 0),
            side,
            columns: 0,
            rows: 0,
            margin,
            list: Vec::new(),
        };
        let Some(frame) = Frame::of(areas) else {
            return tiles;
        };
        tiles.low = frame.low;
        let count = |low: i32, high: i32| (high - low).div_euclid(side) + i32::from((high - low) % side > 0);
        let (columns, rows) = (count(frame.low.x, frame.high.x), count(frame.low.y, frame.high.y));
        for row in 0..rows {
            let y = frame.low.y + row * side;
            // The rows first, so that only their parts are clipped again.
            let row = Frame {
                low: Whole::new(frame.low.x, y),
                high: Whole::new(frame.high.x, y + side),
            };
            let in_row = row.grown(margin).clip(areas);
            for column in 0..columns {
                let x = frame.low.x + column * side;
                let frame = Frame {
                    low: Whole::new(x, y),
                    high: Whole::new(x + side, y + side),
                };
                tiles.list.push(Tile {
                    frame,
                    areas: frame.grown(margin).clip(&in_row),
                    obstacles: BTreeSet::new(),
                    own: Own::default(),
                    joined: Joined::default(),
                });
            }
        }
        (tiles.columns, tiles.rows) = (columns.unsigned_abs() as usize, rows.unsigned_abs() as usize);
        tiles
    }

    pub(super) fn side(&self) -> i32 {
        self.side
    }

    /// The tiles for which what is in a rectangle matters.
    pub(super) fn around(&self, frame: &Frame) -> impl Iterator<Item = usize> + use<> {
        let frame = frame.grown(self.margin);
        let range = |low: i32, high: i32, begin: i32, count: usize| -> Range<usize> {
            let place = |at: i32| usize::try_from((at - begin).div_euclid(self.side));
            // Nothing if a number is negative.
            let end = place(high).map_or(0, |last| (last + 1).min(count));
            place(low).unwrap_or(0)..end
        };
        let columns = range(frame.low.x, frame.high.x, self.low.x, self.columns);
        let rows = range(frame.low.y, frame.high.y, self.low.y, self.rows);
        let width = self.columns;
        rows.flat_map(move |row| columns.clone().map(move |column| row * width + column))
    }

    /// The neighbours of a tile, by side.
    fn neighbours(&self, tile: usize) -> [Option<usize>; 4] {
        let column = tile % self.columns;
        let mut neighbours = [None; 4];
        neighbours[RIGHT] = (column + 1 < self.columns).then_some(tile + 1);
        neighbours[ABOVE] = Some(tile + self.columns).filter(|tile| *tile < self.list.len());
        neighbours[LEFT] = (column > 0).then(|| tile - 1);
        neighbours[BELOW] = tile.checked_sub(self.columns);
        neighbours
    }

    /// Joins these tiles, whose polygons have changed, with their neighbours.
    pub(super) fn join(&mut self, changed: &BTreeSet<usize>, lattice: &Lattice) {
        let neighbours = changed.iter().flat_map(|tile| self.neighbours(*tile)).flatten();
        let all: BTreeSet<usize> = neighbours.chain(changed.iter().copied()).collect();
        for tile in all {
            let mut ends = [&[][..]; 4];
            for (side, neighbour) in self.neighbours(tile).into_iter().enumerate() {
                if let Some(neighbour) = neighbour {
                    ends[side] = &self.list[neighbour].own.ends[(side + 2) % 4];
                }
            }
            let Tile { own, frame, .. } = &self.list[tile];
            self.list[tile].joined = own.join(frame, ends, lattice);
        }
    }

    /// The mesh of all polygons. `None` if there are none.
    pub(super) fn mesh(&self) -> Result<Option<Mesh>, OutlineError> {
        let count = |len: fn(&Tile) -> usize| self.list.iter().map(len).sum::<usize>();
        let (vertex_count, edge_count) = (
            count(|tile| tile.joined.points.len()),
            count(|tile| tile.joined.corners.len()),
        );
        for (what, count) in [("vertices", vertex_count), ("edges", edge_count)] {
            if count > MAX_EDGES {
                let limit = MAX_EDGES;
                return Err(MeshError::TooMany { what, count, limit }.into());
            }
        }
        let mut vertices = Vec::with_capacity(vertex_count);
        let mut edges: Vec<Edge> = Vec::new();
        edges
            .try_reserve_exact(edge_count)
            .map_err(|_| MeshError::OutOfMemory { edges: edge_count })?;
        let mut first = Vec::with_capacity(count(|tile| tile.joined.polygons.len()) + 1);
        // The vertices on boundaries of tiles, and by vertex of a tile, its number in the mesh.
        let mut on_boundary = HashMap::new();
        let mut numbers = Vec::new();
        let mut first_edges = Vec::with_capacity(self.list.len());
        for Tile { joined, .. } in &self.list {
            numbers.clear();
            numbers.resize(joined.points.len(), NONE);
            for (vertex, point) in &joined.on_boundary {
                numbers[*vertex as usize] = *on_boundary.entry((point.x, point.y)).or_insert_with(|| {
                    vertices.push(joined.points[*vertex as usize]);
                    index(vertices.len() - 1)
                });
            }
            for (number, point) in numbers.iter_mut().zip(&joined.points) {
                if *number == NONE {
                    *number = index(vertices.len());
                    vertices.push(*point);
                }
            }
            let first_edge = index(edges.len());
            first_edges.push(first_edge);
            let mut begin = 0;
            for end in &joined.polygons {
                let polygon = index(first.len());
                first.push(first_edge + begin);
                for edge in begin..*end {
                    let next = if edge + 1 == *end { begin } else { edge + 1 };
                    let vertex = joined.corners[edge as usize];
                    let (point, twin) = (joined.points[vertex as usize], joined.twins[edge as usize]);
                    let mut new = Edge::new(point, numbers[vertex as usize], first_edge + next, polygon);
                    if twin != NONE {
                        new.twin = first_edge + twin;
                    }
                    edges.push(new);
                }
                begin = *end;
            }
        }
        if first.is_empty() {
            return Ok(None);
        }
        first.push(index(edges.len()));
        for (tile, first_edge) in first_edges.iter().enumerate() {
            for side in [RIGHT, ABOVE] {
                let Some(other) = self.neighbours(tile)[side] else {
                    continue;
                };
                let (one, two) = (
                    &self.list[tile].joined.sides[side],
                    &self.list[other].joined.sides[side + 2],
                );
                let mut two = two.iter().peekable();
                for (low, high, edge) in one {
                    while two.next_if(|two| (two.0, two.1) < (*low, *high)).is_some() {}
                    if let Some((_, _, twin)) = two.next_if(|two| (two.0, two.1) == (*low, *high)) {
                        let (edge, twin) = (first_edge + edge, first_edges[other] + twin);
                        edges[edge as usize].twin = twin;
                        edges[twin as usize].twin = edge;
                    }
                }
            }
        }
        Ok(Some(build::finish(vertices, edges, first)))
    }
}
