//! [`Tiles`]: the tiles of a world, and the mesh that they make together.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Range;

use hashbrown::HashMap;

use super::tile::{ABOVE, BELOW, Joined, LEFT, Own, RIGHT, Tile};
use crate::mesh::build::{self, Fans, index};
use crate::mesh::finder::Finder;
use crate::mesh::{Edge, MAX_EDGES, NONE};
use crate::outline::clip::Frame;
use crate::outline::lattice::Lattice;
use crate::outline::{Contours, OutlineError, Whole};
use crate::{Mesh, MeshError};

/// The largest number of cells of the finder on a side of a tile, and in all tiles together.
const CELLS_PER_SIDE: usize = 8;
const MAX_CELLS: usize = 1 << 18;

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
        let finder = self.finder(lattice);
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
            self.list[tile].joined = own.join(frame, ends, lattice, &finder);
        }
    }

    /// A finder without polygons. Its cells depend on the number of tiles only.
    fn finder(&self, lattice: &Lattice) -> Finder {
        let per_tile = (1..=CELLS_PER_SIDE)
            .rev()
            .find(|cells| cells * cells * self.list.len() <= MAX_CELLS);
        let cells = per_tile.unwrap_or(1);
        let side = f64::from(self.side) * lattice.resolution() / cells as f64;
        Finder::with_cells(lattice.point(self.low), side, cells * self.columns, cells * self.rows)
    }

    /// The mesh of all polygons. `None` if there are none.
    pub(super) fn mesh(&self, lattice: &Lattice) -> Result<Option<Mesh>, OutlineError> {
        let joined = || self.list.iter().map(|tile| &tile.joined);
        let count = |len: fn(&Joined) -> usize| joined().map(len).sum::<usize>();
        let (vertex_count, edge_count) = (count(|tile| tile.points.len()), count(|tile| tile.edges.len()));
        for (what, count) in [("vertices", vertex_count), ("edges", edge_count)] {
            if count > MAX_EDGES {
                let limit = MAX_EDGES;
                return Err(MeshError::TooMany { what, count, limit }.into());
            }
        }
        if edge_count == 0 {
            return Ok(None);
        }
        let mut edges: Vec<Edge> = Vec::new();
        edges
            .try_reserve_exact(edge_count)
            .map_err(|_| MeshError::OutOfMemory { edges: edge_count })?;
        let mut vertices = Vec::with_capacity(vertex_count);
        let mut first = Vec::with_capacity(count(|tile| tile.first.len()) + 1);
        let mut fans = Fans::default();
        fans.of.reserve_exact(edge_count);
        fans.list.reserve(count(|tile| tile.fans.list.len()));
        // The vertices on boundaries of tiles, and by vertex of a tile, its number in the mesh.
        let mut on_boundary = HashMap::new();
        let mut numbers = Vec::new();
        let mut first_edges = Vec::with_capacity(self.list.len());
        for tile in joined() {
            numbers.clear();
            numbers.resize(tile.points.len(), NONE);
            for (vertex, point) in &tile.on_boundary {
                numbers[*vertex as usize] = *on_boundary.entry((point.x, point.y)).or_insert_with(|| {
                    vertices.push(tile.points[*vertex as usize]);
                    index(vertices.len() - 1)
                });
            }
            for (number, point) in numbers.iter_mut().zip(&tile.points) {
                if *number == NONE {
                    *number = index(vertices.len());
                    vertices.push(*point);
                }
            }
            let (first_edge, first_polygon) = (index(edges.len()), index(first.len()));
            let first_fan = index(fans.list.len());
            first_edges.push(first_edge);
            edges.extend(tile.edges.iter().map(|edge| {
                let vertex = numbers[edge.vertex as usize];
                edge.renumbered(first_edge, first_polygon, vertex)
            }));
            first.extend(tile.first.iter().map(|edge| first_edge + edge));
            let known = tile.fans.of.iter();
            fans.of
                .extend(known.map(|fan| if *fan == NONE { NONE } else { first_fan + fan }));
            let known = tile.fans.list.iter();
            fans.list
                .extend(known.map(|(edge, can_turn)| (first_edge + edge, *can_turn)));
        }
        first.push(index(edges.len()));
        self.join_sides(&first_edges, &mut edges);
        let mut mesh = build::finish(vertices, edges, first, fans);
        mesh.finder = self.finder(lattice);
        mesh.finder
            .fill(|| joined().flat_map(|tile| tile.cells.iter().copied()));
        Ok(Some(mesh))
    }

    /// Joins the edges on the sides of tiles, given the number of the first edge of each tile.
    fn join_sides(&self, first_edges: &[u32], edges: &mut [Edge]) {
        for (tile, first_edge) in first_edges.iter().enumerate() {
            for side in [RIGHT, ABOVE] {
                let Some(other) = self.neighbours(tile)[side] else {
                    continue;
                };
                let one = &self.list[tile].joined.sides[side];
                let mut two = self.list[other].joined.sides[side + 2].iter().peekable();
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
    }
}
