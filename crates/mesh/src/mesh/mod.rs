//! [`Mesh`]: convex polygons that share edges.

pub(crate) mod build;
mod cut;
mod dead_ends;
pub(crate) mod finder;
mod heights;
mod islands;
pub(crate) mod links;
mod locate;
mod sight;

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use hashbrown::HashMap;

use crate::geometry::side;
use crate::{EndError, MeshError, MeshPath, MeshProblem, Place, Point, Position};
use build::Polygons;
pub use links::Link;
use links::Links;

/// The largest coordinate. Products of three differences have to be finite, and so do sums of their squares.
pub(crate) const MAX_COORDINATE: f64 = 1e100;

/// The largest number of edges and of vertices, so that two bits of their numbers are free.
pub(crate) const MAX_EDGES: usize = (1 << 30) - 1;

/// "No edge" or "no vertex".
pub(crate) const NONE: u32 = u32::MAX;

/// A bit of [`Edge::polygon`].
const LEADS_TO_DEAD_END: u32 = 1 << 31;

/// An edge of a polygon, which is on the left. The data that an expansion reads are together: a triangle takes 96
/// bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The point at which it begins.
    pub(crate) point: Point,
    /// The vertex at which it begins: see [`Mesh::points`].
    pub(crate) vertex: u32,
    /// The next edge of the polygon, counterclockwise.
    pub(crate) next: u32,
    /// The same edge in the opposite direction, which belongs to the neighbour, or [`NONE`] at the boundary.
    pub(crate) twin: u32,
    /// The polygon, and in the highest bit whether the edge leads into a [dead end](dead_ends).
    polygon: u32,
}

impl Edge {
    /// An edge without a neighbour.
    #[cfg(feature = "outline")]
    pub(crate) fn new(point: Point, vertex: u32, next: u32, polygon: u32) -> Self {
        Edge {
            point,
            vertex,
            next,
            twin: NONE,
            polygon,
        }
    }

    /// The edge among others, given the numbers of the first edge and the first polygon, and the new one of its vertex.
    #[cfg(feature = "outline")]
    #[inline]
    pub(crate) fn renumbered(&self, first_edge: u32, first_polygon: u32, vertex: u32) -> Self {
        Edge {
            point: self.point,
            vertex,
            next: first_edge + self.next,
            twin: if self.twin == NONE {
                NONE
            } else {
                first_edge + self.twin
            },
            polygon: first_polygon + self.polygon,
        }
    }

    #[inline]
    pub(crate) fn polygon(&self) -> u32 {
        self.polygon & !LEADS_TO_DEAD_END
    }

    #[inline]
    pub(crate) fn leads_to_dead_end(&self) -> bool {
        self.polygon & LEADS_TO_DEAD_END != 0
    }
}

/// A navigation mesh: convex polygons, and which of them are neighbours.
///
/// A path leads through polygons and across the edges that two of them share. Two polygons that only touch in a vertex
/// are not connected there. Polygons may overlap without being connected, as the floors of a building do; a
/// [`Position`] therefore contains the number of its polygon.
///
/// Polygons may have corners in the middle of a side, as where one side meets two smaller polygons. If such corners
/// have been rounded, for example after a rotation, the polygon may be slightly concave. It is then cut into triangles,
/// one of which keeps its number; the others come after all polygons as given.
///
/// Coordinates are at most 10¹⁰⁰ in magnitude. Different coordinates should differ by at least 10⁻¹⁴⁰, since the
/// products of smaller differences are too small for floats, so that tests would no longer be exact.
///
/// # Making a mesh
///
/// | from | with |
/// |---|---|
/// | triangles | [`from_triangles`](Self::from_triangles) |
/// | convex polygons | [`new`](Self::new) |
/// | a `.mesh` file | [`parse`](Self::parse), [`open`](Self::open) |
/// | a polygon mesh of Recast | [`from_recast`](Self::from_recast) |
/// | the free cells of a `GridMap` | `from_grid`, with the feature `grid` |
/// | an outline with obstacles | `from_outline`, with the feature `outline` |
/// | an outline whose obstacles change | `MeshWorld`, with the feature `outline` |
///
/// # Example
///
/// A room with a pillar in the middle, as four trapezoids around it:
///
/// ```
/// use astride_mesh::Mesh;
///
/// let corners = [
///     [0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0], // the room
///     [3.0, 3.0], [6.0, 3.0], [6.0, 6.0], [3.0, 6.0], // the pillar
/// ];
/// let mesh = Mesh::new(corners, [[0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]])?;
/// let path = mesh.path([1.0, 4.0], [8.0, 4.0])?.expect("a way around the pillar");
/// assert_eq!(path.points.len(), 4);
/// assert!((path.length - (3.0 + 2.0 * 5_f64.sqrt())).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Memory
///
/// About 32 bytes per edge, 20 per vertex and 16 per polygon, plus 16 per vertex for the points as given, and 8 if
/// there are heights.
#[derive(Clone)]
pub struct Mesh {
    /// As given.
    vertices: Vec<Point>,
    pub(crate) edges: Vec<Edge>,
    /// The first edge of each polygon, and the number of edges.
    first: Vec<u32>,
    /// The points of the vertices after those have been split at which polygons only touch, with the corners first.
    pub(crate) points: Vec<Point>,
    /// The numbers of these vertices as given.
    vertex_of: Vec<u32>,
    /// The number of vertices at which a shortest path may turn. They have the lowest numbers.
    pub(crate) corner_count: u32,
    islands: Vec<u32>,
    island_count: u32,
    pub(crate) dead_ends: Vec<Range<u32>>,
    pub(crate) finder: finder::Finder,
    pub(crate) links: Links,
    /// By vertex as given, or empty.
    heights: Vec<f64>,
    /// How often a world has changed the mesh.
    pub(crate) version: u64,
}

impl Mesh {
    /// Creates a mesh from convex polygons, each of which is a list of vertex numbers in counterclockwise order. Two
    /// polygons are neighbours where an edge of one is an edge of the other, in the opposite direction. Where a polygon
    /// has a corner in the middle of a side of another one, the latter needs the same vertex as a corner, since
    /// otherwise they are not connected there.
    ///
    /// # Errors
    ///
    /// [`MeshError`], which names the polygon or vertex.
    ///
    /// # Complexity
    ///
    /// O(edges) on average, plus O(polygons · log polygons) to sort them.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_mesh::{Mesh, MeshError};
    ///
    /// let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    /// let mesh = Mesh::new(square, [[0, 1, 2, 3]])?;
    /// assert_eq!((mesh.polygon_count(), mesh.polygon(0)), (1, vec![0, 1, 2, 3]));
    /// assert_eq!(Mesh::new(square, [[0, 3, 2, 1]]).unwrap_err(), MeshError::Clockwise { polygon: 0 });
    /// # Ok::<(), MeshError>(())
    /// ```
    pub fn new<P: Into<Point>, C: IntoIterator<Item = u32>>(
        vertices: impl IntoIterator<Item = P>,
        polygons: impl IntoIterator<Item = C>,
    ) -> Result<Self, MeshError> {
        let vertices: Vec<Point> = vertices.into_iter().map(Into::into).collect();
        build::check_points(&vertices)?;
        let mut list = Polygons::default();
        for polygon in polygons {
            list.push(polygon);
        }
        build::build(vertices, list)
    }

    /// A mesh without polygons, to begin with.
    #[cfg(feature = "outline")]
    pub(crate) fn nowhere() -> Self {
        Mesh {
            vertices: Vec::new(),
            edges: Vec::new(),
            first: alloc::vec![0],
            points: Vec::new(),
            vertex_of: Vec::new(),
            corner_count: 0,
            islands: Vec::new(),
            island_count: 0,
            dead_ends: Vec::new(),
            finder: finder::Finder::default(),
            links: Links::default(),
            heights: Vec::new(),
            version: 0,
        }
    }

    /// Creates a mesh from triangles, as a triangulator returns them. Clockwise triangles are turned round.
    ///
    /// # Errors
    ///
    /// [`MeshError`], which names the triangle (as a polygon) or vertex. It is an error if two vertices that are used
    /// are at the same point, since triangles that touch there would not be connected. For triangles on several floors,
    /// use [`new`](Self::new).
    ///
    /// # Complexity
    ///
    /// O(triangles) on average, plus O(triangles · log triangles) to sort them.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_mesh::{Mesh, MeshError};
    ///
    /// let points = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
    /// let mesh = Mesh::from_triangles(points, [[0, 1, 2], [0, 3, 2]])?;
    /// assert_eq!(mesh.neighbours(0).flatten().collect::<Vec<_>>(), [1]);
    /// # Ok::<(), MeshError>(())
    /// ```
    pub fn from_triangles<P: Into<Point>>(
        vertices: impl IntoIterator<Item = P>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Result<Self, MeshError> {
        let vertices: Vec<Point> = vertices.into_iter().map(Into::into).collect();
        build::check_points(&vertices)?;
        let mut list = Polygons::default();
        let mut by_point = HashMap::new();
        for [a, b, c] in triangles {
            let mut points = [Point::default(); 3];
            for (vertex, point) in [a, b, c].into_iter().zip(&mut points) {
                // A missing vertex is reported later.
                let Some(at) = vertices.get(vertex as usize) else {
                    continue;
                };
                *point = *at;
                // Adding zero turns minus zero into zero.
                let key = ((at.x + 0.0).to_bits(), (at.y + 0.0).to_bits());
                let first = *by_point.entry(key).or_insert(vertex);
                if first != vertex {
                    return Err(MeshError::RepeatedPoint {
                        first: first as usize,
                        second: vertex as usize,
                        point: *at,
                    });
                }
            }
            let [one, two, three] = points;
            let is_clockwise = side(one, two, three) < 0.0;
            list.push(if is_clockwise { [a, c, b] } else { [a, b, c] });
        }
        build::build(vertices, list)
    }

    #[inline]
    pub(crate) fn edge(&self, number: u32) -> &Edge {
        &self.edges[number as usize]
    }

    /// The edges of a polygon.
    pub(crate) fn edges_of(&self, polygon: u32) -> Range<u32> {
        self.first[polygon as usize]..self.first[polygon as usize + 1]
    }

    /// Returns the vertices as given, including those of no polygon.
    pub fn vertices(&self) -> &[Point] {
        &self.vertices
    }

    /// Returns the number of polygons.
    pub fn polygon_count(&self) -> usize {
        self.islands.len()
    }

    /// Returns the numbers of the corners of a polygon, in counterclockwise order. Empty if there is no such polygon.
    pub fn polygon(&self, polygon: u32) -> Vec<u32> {
        let edges = self.checked_edges(polygon).iter();
        edges.map(|edge| self.vertex_of[edge.vertex as usize]).collect()
    }

    /// Returns the points of the corners of a polygon, in counterclockwise order. Empty if there is no such polygon.
    pub fn outline(&self, polygon: u32) -> impl Iterator<Item = Point> {
        self.checked_edges(polygon).iter().map(|edge| edge.point)
    }

    /// Returns the neighbour across each edge of a polygon, or `None` where the mesh ends. The first edge is that from
    /// the first corner to the second one. Empty if there is no such polygon.
    pub fn neighbours(&self, polygon: u32) -> impl Iterator<Item = Option<u32>> {
        let edges = self.checked_edges(polygon).iter();
        edges.map(|edge| (edge.twin != NONE).then(|| self.edge(edge.twin).polygon()))
    }

    fn checked_edges(&self, polygon: u32) -> &[Edge] {
        if (polygon as usize) < self.polygon_count() {
            let edges = self.edges_of(polygon);
            &self.edges[edges.start as usize..edges.end as usize]
        } else {
            &[]
        }
    }

    /// Returns the number of the island to which a polygon belongs, counted from 0. Between two polygons, there is a
    /// path without [links](Self::add_link) if and only if they are on the same island. Whether there is one with
    /// links, [`MeshProblem::is_reachable`] returns, also without a search. `None` if there is no such polygon.
    pub fn island(&self, polygon: u32) -> Option<u32> {
        self.islands.get(polygon as usize).copied()
    }

    /// Returns the number of islands.
    pub fn island_count(&self) -> u32 {
        self.island_count
    }

    /// Returns whether a polygon contains a point, also on its boundary. The test is exact. O(corners).
    pub fn contains(&self, polygon: u32, point: impl Into<Point>) -> bool {
        let point = point.into();
        let edges = self.checked_edges(polygon);
        let is_left = |edge: &Edge| side(edge.point, self.edge(edge.next).point, point) >= 0.0;
        !edges.is_empty() && edges.iter().all(is_left)
    }

    /// Returns the version of the mesh in its `MeshWorld`, beginning with 1. Each update of the world that changes the
    /// mesh increases it. 0 if the mesh does not belong to a world.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns a shortest path between two places, or `None` if there is none. Each is a point, or a [`Position`] if
    /// floors overlap.
    ///
    /// To watch the search, to limit it, or to search many times in the same memory, use
    /// [`Polyanya`](crate::Polyanya).
    ///
    /// # Errors
    ///
    /// [`EndError`] if one of the places is not on the mesh. Places that were computed, such as those of an agent
    /// between two points of its path, may be outside by a rounding error: see [`nearest`](Self::nearest).
    ///
    /// # Complexity
    ///
    /// That of [`Polyanya`](crate::Polyanya), whose memory is allocated and filled each time, in O(corners).
    pub fn path(&self, start: impl Place, goal: impl Place) -> Result<Option<MeshPath>, EndError> {
        crate::trace::find_path(MeshProblem::new(self, start, goal)?)
    }

    /// Returns the polygons that contain a position and are connected to its polygon there: the polygon itself; if the
    /// point is on an edge, the neighbour; and if it is at a corner, those around it.
    pub(crate) fn polygons_at(&self, position: Position) -> Vec<u32> {
        let Position { polygon, point } = position;
        let mut found = alloc::vec![polygon];
        for number in self.edges_of(polygon) {
            let edge = self.edge(number);
            let next = self.edge(edge.next).point;
            if edge.point == point {
                self.for_each_around(number, |edge| {
                    let polygon = self.edge(edge).polygon();
                    if !found.contains(&polygon) {
                        found.push(polygon);
                    }
                });
            } else if next != point && edge.twin != NONE && self.is_on_edge(number, point) {
                found.push(self.edge(edge.twin).polygon());
            }
        }
        found
    }

    /// Visits the edges that begin at the same vertex as this one.
    fn for_each_around(&self, begin: u32, mut visit: impl FnMut(u32)) {
        // Clockwise, and then counterclockwise unless that came all the way round.
        let mut edge = begin;
        loop {
            visit(edge);
            let twin = self.edge(edge).twin;
            if twin == NONE {
                break;
            }
            edge = self.edge(twin).next;
            if edge == begin {
                return;
            }
        }
        edge = begin;
        loop {
            let twin = self.edge(self.previous(edge)).twin;
            if twin == NONE {
                break;
            }
            edge = twin;
            visit(edge);
        }
    }

    /// The number of a vertex as given.
    pub(crate) fn given_vertex(&self, vertex: u32) -> u32 {
        self.vertex_of[vertex as usize]
    }
}

/// Prints the counts only.
impl fmt::Debug for Mesh {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Mesh")
            .field("vertices", &self.vertices.len())
            .field("polygons", &self.polygon_count())
            .field("islands", &self.island_count)
            .finish_non_exhaustive()
    }
}
