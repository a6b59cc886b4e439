//! The texts of all errors of this crate.

#[macro_use]
#[path = "../../../tests/common/error_texts.rs"]
mod table;

use astride::SearchError;
use astride::text::{Fault, FileError, TextError};

use crate::{End, EndError, LinkError, MeshError, MeshFileError, Point, RecastError};
#[cfg(feature = "outline")]
use crate::{ObstacleId, OutlineError, Ring};

fn missing() -> TextError {
    TextError {
        line: 3,
        column: 7,
        fault: Fault::Missing { field: "y" },
    }
}

error_texts! {
    MeshError {
        Empty => "there are no polygons: a mesh has at least one";
        TooMany { what: "edges", count: 1 << 30, limit: (1 << 30) - 1 } =>
            "there are 1073741824 edges, but at most 1073741823 are possible";
        BadCoordinate { vertex: 7, point: Point::new(f64::NAN, 1.0) } =>
            "vertex 7 is at NaN,1: coordinates must be numbers between -1e100 and 1e100";
        RepeatedPoint { first: 2, second: 7, point: Point::new(0.5, 1.0) } =>
            "vertices 2 and 7 are both at 0.5,1: triangles that touch must share their vertices";
        TooFewCorners { polygon: 3, corners: 2 } => "polygon 3 has 2 corners, but at least 3 are needed";
        NoSuchVertex { polygon: 3, vertex: 9, count: 9 } =>
            "polygon 3 has vertex 9 as a corner, but there are 9, numbered from 0";
        RepeatedCorner { polygon: 3, point: Point::new(0.5, 1.0) } => "polygon 3 has two corners at 0.5,1";
        Clockwise { polygon: 3 } =>
            "the corners of polygon 3 are in clockwise order: counterclockwise order is expected";
        NotConvex { polygon: 3, point: Point::new(0.5, 1.0) } => "polygon 3 is not convex at 0.5,1, or has no area";
        SharedSide { first: 1, second: 3, from: 4, to: 5 } =>
            "polygons 1 and 3 are both on the left of the edge from vertex 4 to vertex 5";
        OneWay { polygon: 3, neighbour: 1, from: 4, to: 5 } =>
            "polygon 3 has polygon 1 as its neighbour at the edge from vertex 4 to vertex 5, which does not hold the \
             other way round";
        Heights { count: 3, vertices: 4 } => "there are 3 heights for 4 vertices";
        OutOfMemory { edges: 1000 } => "not enough memory for a mesh with 1000 edges";
    }
    EndError {
        Outside { end: End::Start, point: Point::new(0.5, 1.0) } => "the start at 0.5,1 is outside the mesh";
        NotInPolygon { end: End::Goal(2), point: Point::new(0.5, 1.0), polygon: 3 } =>
            "goal 2 at 0.5,1 is outside polygon 3";
        NoSuchPolygon { end: End::Goal(0), polygon: 9, count: 9 } =>
            "goal 0 is in polygon 9, but there are 9, numbered from 0";
        TooManyGoals { count: 9, limit: 8 } => "there are 9 goals, but at most 8 are possible";
        Search(SearchError::MemoryLimit { limit: 8 }) => "memory limit reached: at most 8 bytes may be allocated";
    }
    LinkError {
        End(EndError::Outside { end: End::LinkFrom, point: Point::new(0.5, 1.0) }) =>
            "the beginning of the link at 0.5,1 is outside the mesh";
        BadCost { cost: -0.5 } => "the cost of the link is -0.5: it must be zero or a positive number";
        TooMany { limit: 9 } => "the mesh already has 9 links, which is the largest number possible";
    }
    RecastError {
        Length { polygons: 7, per_polygon: 6, neighbours: 8 } =>
            "there are 7 entries for polygons with 6 entries each, and 8 neighbours";
        Mesh(MeshError::Empty) => "there are no polygons: a mesh has at least one";
    }
    MeshFileError {
        File(FileError::TooLong { path: "a.mesh".into(), limit: 9 }) => "a.mesh: longer than the limit of 9 bytes";
        Text(missing()) => "line 3, column 7: y is missing";
        Mesh { line: 3, column: 7, source: MeshError::Clockwise { polygon: 3 } } =>
            "line 3, column 7: the corners of polygon 3 are in clockwise order: counterclockwise order is expected";
    }
}

#[cfg(feature = "outline")]
mod outline {
    use super::*;

    error_texts! {
        OutlineError {
            BadRadius { radius: -0.5 } => "the radius of the agent is -0.5: it must be zero or a positive number";
            BadCoordinate { ring: Ring::Obstacle(7), number: 2, point: Point::new(f64::NAN, 1.0) } =>
                "point 2 of obstacle 7 is at NaN,1: coordinates must be numbers between -5e99 and 5e99";
            TooFewPoints { ring: Ring::Area(0), points: 2 } => "area 0 has 2 points, but at least 3 are needed";
            NoArea { ring: Ring::Obstacle(7), resolution: 0.125 } =>
                "obstacle 7 encloses nothing if points are rounded to multiples of 1.25e-1";
            NoSuchObstacle { obstacle: ObstacleId::new(7) } => "there is no obstacle 7";
            BadTileSide { side: -1.0 } => "the side of tiles is -1: it must be a positive number";
            Vanished { radius: 0.5 } => "the outline has no room for an agent with a radius of 0.5";
            Triangulation => "the outline could not be triangulated";
            Mesh(MeshError::Empty) => "there are no polygons: a mesh has at least one";
        }
    }
}
