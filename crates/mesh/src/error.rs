//! [`MeshError`]: why a mesh is not valid. [`EndError`]: why a search cannot begin or end at a place.
//! [`LinkError`]: why a link cannot be added.

use core::fmt;

use astride::SearchError;

use crate::Point;

/// Why a mesh cannot be built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// There are no polygons.
    #[error("there are no polygons: a mesh has at least one")]
    Empty,
    /// There are too many vertices, or the polygons have too many edges.
    #[error("there are {count} {what}, but at most {limit} are possible")]
    TooMany {
        /// The things counted.
        what: &'static str,
        /// Their number.
        count: usize,
        /// The largest number possible.
        limit: usize,
    },
    /// A coordinate is infinite, not a number, or too large for exact arithmetic.
    #[error(
        "vertex {vertex} is at {point}: coordinates must be numbers between -{limit:e} and {limit:e}",
        limit = crate::mesh::MAX_COORDINATE
    )]
    BadCoordinate {
        /// The number of the vertex.
        vertex: usize,
        /// Its point.
        point: Point,
    },
    /// Two vertices of a triangulation are at the same point.
    #[error("vertices {first} and {second} are both at {point}: triangles that touch must share their vertices")]
    RepeatedPoint {
        /// The first vertex.
        first: usize,
        /// The second vertex.
        second: usize,
        /// Their point.
        point: Point,
    },
    /// A polygon has fewer than three corners.
    #[error("polygon {polygon} has {corners} corners, but at least 3 are needed")]
    TooFewCorners {
        /// The number of the polygon.
        polygon: usize,
        /// The number of its corners.
        corners: usize,
    },
    /// A polygon has a corner at a vertex that does not exist.
    #[error("polygon {polygon} has vertex {vertex} as a corner, but there are {count}, numbered from 0")]
    NoSuchVertex {
        /// The number of the polygon.
        polygon: usize,
        /// The number of the vertex.
        vertex: u32,
        /// The number of vertices.
        count: usize,
    },
    /// A polygon has two corners at the same point.
    #[error("polygon {polygon} has two corners at {point}")]
    RepeatedCorner {
        /// The number of the polygon.
        polygon: usize,
        /// The point.
        point: Point,
    },
    /// The corners of a polygon are in clockwise order.
    #[error("the corners of polygon {polygon} are in clockwise order: counterclockwise order is expected")]
    Clockwise {
        /// The number of the polygon.
        polygon: usize,
    },
    /// A polygon is not convex, not even up to the rounding of its corners, or has no area.
    #[error("polygon {polygon} is not convex at {point}, or has no area")]
    NotConvex {
        /// The number of the polygon.
        polygon: usize,
        /// The corner at which this was noticed.
        point: Point,
    },
    /// Two polygons are on the same side of an edge, so that they overlap.
    #[error("polygons {first} and {second} are both on the left of the edge from vertex {from} to vertex {to}")]
    SharedSide {
        /// The number of the first polygon.
        first: usize,
        /// The number of the second polygon.
        second: usize,
        /// The vertex at which the edge begins.
        from: u32,
        /// The vertex at which the edge ends.
        to: u32,
    },
    /// A polygon has a neighbour that does not have it as a neighbour across the same edge.
    #[error(
        "polygon {polygon} has polygon {neighbour} as its neighbour at the edge from vertex {from} to vertex {to}, \
         which does not hold the other way round"
    )]
    OneWay {
        /// The number of the polygon.
        polygon: usize,
        /// The number of the neighbour.
        neighbour: i64,
        /// The vertex at which the edge begins.
        from: u32,
        /// The vertex at which the edge ends.
        to: u32,
    },
    /// There are fewer or more heights than vertices.
    #[error("there are {count} heights for {vertices} vertices")]
    Heights {
        /// The number of heights.
        count: usize,
        /// The number of vertices.
        vertices: usize,
    },
    /// There is not enough memory.
    #[error("not enough memory for a mesh with {edges} edges")]
    OutOfMemory {
        /// The number of edges of all polygons.
        edges: usize,
    },
}

/// An end of a path or of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The start.
    Start,
    /// The goal with this number, counted from 0.
    Goal(usize),
    /// The place at which a link begins.
    LinkFrom,
    /// The place at which a link ends.
    LinkTo,
}

impl fmt::Display for End {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Start => formatter.write_str("the start"),
            End::Goal(number) => write!(formatter, "goal {number}"),
            End::LinkFrom => formatter.write_str("the beginning of the link"),
            End::LinkTo => formatter.write_str("the end of the link"),
        }
    }
}

/// Why a path cannot begin or end at a place.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EndError {
    /// The point is on no polygon. [`Mesh::nearest`](crate::Mesh::nearest) finds one that is.
    #[error("{end} at {point} is outside the mesh")]
    Outside {
        /// The end.
        end: End,
        /// The point.
        point: Point,
    },
    /// The point is not in the polygon of its position.
    #[error("{end} at {point} is outside polygon {polygon}")]
    NotInPolygon {
        /// The end.
        end: End,
        /// The point.
        point: Point,
        /// The number of the polygon.
        polygon: u32,
    },
    /// The mesh does not have the polygon of the position.
    #[error("{end} is in polygon {polygon}, but there are {count}, numbered from 0")]
    NoSuchPolygon {
        /// The end.
        end: End,
        /// The number of the polygon.
        polygon: u32,
        /// The number of polygons.
        count: usize,
    },
    /// There are too many goals.
    #[error("there are {count} goals, but at most {limit} are possible")]
    TooManyGoals {
        /// Their number.
        count: usize,
        /// The largest number possible.
        limit: usize,
    },
    /// The search for a path failed, because there is not enough memory.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Why a link cannot be added to a mesh.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LinkError {
    /// An end is not on the mesh.
    #[error(transparent)]
    End(#[from] EndError),
    /// The cost is negative, infinite or not a number.
    #[error("the cost of the link is {cost}: it must be zero or a positive number")]
    BadCost {
        /// The cost.
        cost: f64,
    },
    /// The mesh has too many links.
    #[error("the mesh already has {limit} links, which is the largest number possible")]
    TooMany {
        /// The largest number possible.
        limit: u32,
    },
}
