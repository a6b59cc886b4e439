//! Building a mesh: checks, neighbours, and what a search needs to know about vertices.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use super::finder::Finder;
use super::links::Links;
use super::{Edge, LEADS_TO_DEAD_END, MAX_COORDINATE, MAX_EDGES, Mesh, NONE, cut, dead_ends, islands};
use crate::geometry::side;
use crate::{MeshError, Point};

/// The polygons of a mesh to be built, one after another.
#[derive(Clone, Default)]
pub(crate) struct Polygons {
    /// Where each polygon ends in `corners`.
    pub(crate) ends: Vec<usize>,
    pub(crate) corners: Vec<u32>,
    /// If given, for each corner the neighbour across the edge that begins there, or a negative number.
    pub(crate) neighbours: Option<Vec<i64>>,
    /// The pieces of polygons that have to be cut: the polygon, its corners, and its neighbours if those are given.
    pub(super) cut: Vec<(usize, Vec<u32>, Vec<i64>)>,
    /// If polygons have been cut, the polygon of which each is a piece.
    pub(super) origins: Vec<usize>,
}

impl Polygons {
    pub(crate) fn push(&mut self, corners: impl IntoIterator<Item = u32>) {
        self.corners.extend(corners);
        self.ends.push(self.corners.len());
    }

    pub(crate) fn range(&self, polygon: usize) -> core::ops::Range<usize> {
        let start = polygon.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[polygon]
    }

    /// The number of a polygon as given.
    fn origin(&self, polygon: u32) -> i64 {
        let origin = self
            .origins
            .get(polygon as usize)
            .and_then(|origin| i64::try_from(*origin).ok());
        origin.unwrap_or(i64::from(polygon))
    }
}

pub(crate) fn check_points(points: &[Point]) -> Result<(), MeshError> {
    if points.len() > MAX_EDGES {
        return Err(MeshError::TooMany {
            what: "vertices",
            count: points.len(),
            limit: MAX_EDGES,
        });
    }
    let is_good = |coordinate: f64| coordinate.abs() <= MAX_COORDINATE;
    match points.iter().position(|point| !is_good(point.x) || !is_good(point.y)) {
        Some(vertex) => Err(MeshError::BadCoordinate {
            vertex,
            point: points[vertex],
        }),
        None => Ok(()),
    }
}

/// Checks that a polygon is convex and in counterclockwise order.
fn check_polygon(polygon: usize, corners: &[u32], points: &[Point]) -> Result<(), MeshError> {
    let count = corners.len();
    if count < 3 {
        return Err(MeshError::TooFewCorners {
            polygon,
            corners: count,
        });
    }
    if let Some(vertex) = corners.iter().find(|vertex| **vertex as usize >= points.len()) {
        return Err(MeshError::NoSuchVertex {
            polygon,
            vertex: *vertex,
            count: points.len(),
        });
    }
    let at = |corner: usize| points[corners[corner % count] as usize];
    if let Some(corner) = (0..count).find(|corner| at(*corner) == at(corner + 1)) {
        return Err(MeshError::RepeatedCorner {
            polygon,
            point: at(corner),
        });
    }
    // Whether an edge leads upwards, or to the right: the direction turns round once if this changes twice.
    let is_up = |corner: usize| {
        let (from, to) = (at(corner), at(corner + 1));
        to.y > from.y || to.y == from.y && to.x > from.x
    };
    let (mut changes, mut has_left, mut has_right) = (0, false, false);
    let mut bad = None;
    for corner in 0..count {
        let turn = side(at(corner), at(corner + 1), at(corner + 2));
        let changes_half = is_up(corner) != is_up(corner + 1);
        changes += usize::from(changes_half);
        has_left |= turn > 0.0;
        has_right |= turn < 0.0;
        // On one line, the next corner must be further on.
        if turn < 0.0 || turn == 0.0 && changes_half {
            bad.get_or_insert(at(corner + 1));
        }
    }
    if has_right && !has_left && changes == 2 {
        return Err(MeshError::Clockwise { polygon });
    }
    if bad.is_some() || changes != 2 {
        let point = bad.unwrap_or(at(0));
        return Err(MeshError::NotConvex { polygon, point });
    }
    Ok(())
}

/// Builds a mesh. The points have been [checked](check_points).
pub(crate) fn build(vertices: Vec<Point>, mut polygons: Polygons) -> Result<Mesh, MeshError> {
    if polygons.ends.is_empty() {
        return Err(MeshError::Empty);
    }
    for number in 0..polygons.ends.len() {
        let corners = &polygons.corners[polygons.range(number)];
        match check_polygon(number, corners, &vertices) {
            Ok(()) => {}
            Err(error @ MeshError::NotConvex { .. }) => {
                let pieces = cut::cut(corners, &vertices, error)?;
                polygons.replace(number, &pieces);
            }
            Err(error) => return Err(error),
        }
    }
    polygons.apply_cuts();
    let polygons = &polygons;
    let count = polygons.corners.len();
    if count > MAX_EDGES {
        return Err(MeshError::TooMany {
            what: "edges",
            count,
            limit: MAX_EDGES,
        });
    }
    let mut edges = Vec::new();
    edges
        .try_reserve_exact(count)
        .map_err(|_| MeshError::OutOfMemory { edges: count })?;
    let mut first = Vec::with_capacity(polygons.ends.len() + 1);
    for number in 0..polygons.ends.len() {
        let range = polygons.range(number);
        let corners = &polygons.corners[range.clone()];
        first.push(index(range.start));
        for (corner, vertex) in corners.iter().enumerate() {
            let next = (corner + 1) % corners.len();
            edges.push(Edge {
                point: vertices[*vertex as usize],
                vertex: *vertex,
                next: index(range.start + next),
                twin: NONE,
                polygon: index(number),
            });
        }
    }
    first.push(index(count));
    join(&mut edges, polygons)?;
    let mut mesh = finish(vertices, edges, first, Fans::default());
    mesh.finder = Finder::new(&mesh);
    Ok(mesh)
}

/// Builds a mesh of edges that have been joined. `first` has the first edge of each polygon, and the number of edges.
/// Some fans may be known beforehand. The finder is left out.
pub(crate) fn finish(vertices: Vec<Point>, mut edges: Vec<Edge>, first: Vec<u32>, mut fans: Fans) -> Mesh {
    fans.find(&edges, |_| true);
    let (points, vertex_of, corner_count) = split_vertices(&mut edges, fans);
    let (islands, island_count) = islands::find(&edges, &first);
    let mut mesh = Mesh {
        vertices,
        edges,
        first,
        points,
        vertex_of,
        corner_count,
        islands,
        island_count,
        dead_ends: Vec::new(),
        finder: Finder::default(),
        links: Links::default(),
        heights: Vec::new(),
        version: 0,
    };
    mesh.dead_ends = dead_ends::find(&mut mesh);
    mesh
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "there are fewer than 2³⁰ edges and vertices"
)]
pub(crate) fn index(number: usize) -> u32 {
    number as u32
}

/// Joins the edges of neighbouring polygons.
fn join(edges: &mut [Edge], polygons: &Polygons) -> Result<(), MeshError> {
    let mut by_ends = HashMap::new();
    by_ends
        .try_reserve(edges.len())
        .map_err(|_| MeshError::OutOfMemory { edges: edges.len() })?;
    for (number, edge) in edges.iter().enumerate() {
        let ends = (edge.vertex, edges[edge.next as usize].vertex);
        if let Some(other) = by_ends.insert(ends, number) {
            return Err(MeshError::SharedSide {
                first: edges[other].polygon as usize,
                second: edge.polygon as usize,
                from: ends.0,
                to: ends.1,
            });
        }
    }
    for number in 0..edges.len() {
        let edge = edges[number];
        let (from, to) = (edge.vertex, edges[edge.next as usize].vertex);
        let twin = by_ends.get(&(to, from)).copied();
        let Some(neighbours) = &polygons.neighbours else {
            edges[number].twin = twin.map_or(NONE, index);
            continue;
        };
        let neighbour = neighbours[number];
        if neighbour < 0 {
            edges[number].twin = twin.filter(|_| neighbour == cut::NEW).map_or(NONE, index);
            continue;
        }
        let is_mutual = |twin: &usize| {
            let (polygon, other) = (polygons.origin(edge.polygon), polygons.origin(edges[*twin].polygon));
            other == neighbour && neighbours[*twin] == polygon
        };
        let twin = twin.filter(is_mutual).ok_or(MeshError::OneWay {
            polygon: edge.polygon as usize,
            neighbour,
            from,
            to,
        })?;
        edges[number].twin = index(twin);
    }
    Ok(())
}

/// The *fans* of vertices: the polygons around a vertex that are connected across edges at the vertex.
#[derive(Clone, Default)]
pub(crate) struct Fans {
    /// By edge, the fan to which the polygon of the edge belongs at the vertex where the edge begins, or [`NONE`].
    pub(crate) of: Vec<u32>,
    /// By fan, an edge that begins there, and whether a shortest path may turn at the vertex.
    pub(crate) list: Vec<(u32, bool)>,
}

impl Fans {
    /// Finds those fans that are not yet known and begin with edges for which `is_wanted` holds.
    pub(crate) fn find(&mut self, edges: &[Edge], is_wanted: impl Fn(&Edge) -> bool) {
        let mut previous = vec![NONE; edges.len()];
        for (number, edge) in (0..).zip(edges) {
            previous[edge.next as usize] = number;
        }
        self.of.resize(edges.len(), NONE);
        for number in 0..edges.len() {
            if self.of[number] != NONE || !is_wanted(&edges[number]) {
                continue;
            }
            let fan = index(self.list.len());
            let (begin, is_closed) = fan_begin(edges, index(number));
            let mut angle = Angle::new(edges, begin);
            let mut edge = begin;
            loop {
                self.of[edge as usize] = fan;
                let before = previous[edge as usize];
                angle.add(edges[before as usize].point);
                let twin = edges[before as usize].twin;
                if twin == NONE || twin == begin {
                    break;
                }
                edge = twin;
            }
            let can_turn = if is_closed { angle.turns > 1 } else { angle.exceeds_half };
            self.list.push((index(number), can_turn));
        }
    }
}

/// Gives each vertex one number for each fan. Polygons that touch only in a vertex are thereby separated. Vertices at
/// which a shortest path may turn get the lowest numbers.
///
/// Returns the points of the new vertices, the numbers that they had before, and how many of them a path may turn at.
fn split_vertices(edges: &mut [Edge], Fans { of: fan_of, list: fans }: Fans) -> (Vec<Point>, Vec<u32>, u32) {
    let corner_count = index(fans.iter().filter(|fan| fan.1).count());
    let (mut corner, mut other) = (0, corner_count);
    let mut points = vec![Point::default(); fans.len()];
    let mut vertex_of = vec![0; fans.len()];
    let mut numbers = Vec::with_capacity(fans.len());
    for (edge, can_turn) in fans {
        let number = if can_turn { &mut corner } else { &mut other };
        points[*number as usize] = edges[edge as usize].point;
        vertex_of[*number as usize] = edges[edge as usize].vertex;
        numbers.push(*number);
        *number += 1;
    }
    for (edge, fan) in edges.iter_mut().zip(fan_of) {
        edge.vertex = numbers[fan as usize];
    }
    (points, vertex_of, corner_count)
}

/// Follows the edges that begin at the same vertex clockwise, to the boundary or all the way round. Returns the last
/// one, and whether it is the given one again, so that the fan is closed.
pub(crate) fn fan_begin(edges: &[Edge], edge: u32) -> (u32, bool) {
    let mut begin = edge;
    loop {
        let twin = edges[begin as usize].twin;
        if twin == NONE {
            return (begin, false);
        }
        begin = edges[twin as usize].next;
        if begin == edge {
            return (begin, true);
        }
    }
}

/// The angle of a fan, of which only what matters is kept. It is exact, since it is found by side tests.
struct Angle {
    vertex: Point,
    /// The direction of the first edge.
    begin: Point,
    last: Point,
    /// Whether the angle so far is more than zero, and whether it is more than half a turn.
    exceeds_zero: bool,
    exceeds_half: bool,
    /// The number of full turns.
    turns: usize,
}

impl Angle {
    fn new(edges: &[Edge], edge: u32) -> Self {
        let begin = edges[edges[edge as usize].next as usize].point;
        Angle {
            vertex: edges[edge as usize].point,
            begin,
            last: begin,
            exceeds_zero: false,
            exceeds_half: false,
            turns: 0,
        }
    }

    /// Adds the angle from the last direction to that of `point`, which is at most half a turn.
    fn add(&mut self, point: Point) {
        let Angle {
            vertex, begin, last, ..
        } = *self;
        let (from, to) = (side(vertex, begin, last), side(vertex, begin, point));
        let is_opposite = |point: Point| {
            (point.x - vertex.x) * (begin.x - vertex.x) + (point.y - vertex.y) * (begin.y - vertex.y) < 0.0
        };
        // An angle of at least half a turn becomes larger.
        let was_beyond = from < 0.0 || from == 0.0 && self.exceeds_zero && is_opposite(last);
        self.exceeds_half |= to < 0.0 || was_beyond;
        if was_beyond && to >= 0.0 && !(to == 0.0 && is_opposite(point)) {
            self.turns += 1;
        }
        self.exceeds_zero = true;
        self.last = point;
    }
}

impl Mesh {
    /// The edge before this one in the same polygon.
    #[inline]
    pub(crate) fn previous(&self, edge: u32) -> u32 {
        let mut before = edge;
        loop {
            let next = self.edge(before).next;
            if next == edge {
                return before;
            }
            before = next;
        }
    }
}

pub(super) fn mark_dead_end(edge: &mut Edge) {
    edge.polygon |= LEADS_TO_DEAD_END;
}
