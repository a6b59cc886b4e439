//! [`OutlineError`]: why a mesh cannot be made from an outline.

use core::fmt;

use crate::{MeshError, ObstacleId, Point};

/// A ring of an [`Outline`](crate::Outline).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ring {
    /// The area with this number, counted from 0.
    Area(usize),
    /// The obstacle with this number, counted from 0. In a world, obstacles are numbered in the order in which they
    /// have been added.
    Obstacle(usize),
}

impl fmt::Display for Ring {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ring::Area(number) => write!(formatter, "area {number}"),
            Ring::Obstacle(number) => write!(formatter, "obstacle {number}"),
        }
    }
}

/// Why a mesh cannot be made from an outline.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OutlineError {
    /// The radius is negative, infinite or not a number.
    #[error("the radius of the agent is {radius}: it must be zero or a positive number")]
    BadRadius {
        /// The radius.
        radius: f64,
    },
    /// A coordinate is infinite, not a number, or too large.
    #[error(
        "point {number} of {ring} is at {point}: coordinates must be numbers between -{limit:e} and {limit:e}",
        limit = super::lattice::MAX_COORDINATE
    )]
    BadCoordinate {
        /// The ring.
        ring: Ring,
        /// The number of the point in the ring, counted from 0.
        number: usize,
        /// The point.
        point: Point,
    },
    /// A ring has fewer than three points.
    #[error("{ring} has {points} points, but at least 3 are needed")]
    TooFewPoints {
        /// The ring.
        ring: Ring,
        /// The number of its points.
        points: usize,
    },
    /// The points of a ring are on one line, or become so when they are rounded.
    #[error("{ring} encloses nothing if points are rounded to multiples of {resolution:e}")]
    NoArea {
        /// The ring.
        ring: Ring,
        /// The unit to which coordinates are rounded.
        resolution: f64,
    },
    /// A world does not have this obstacle, or no longer.
    #[error("there is no obstacle {obstacle}")]
    NoSuchObstacle {
        /// The obstacle.
        obstacle: ObstacleId,
    },
    /// The side of the tiles of a world is negative, zero, infinite or not a number.
    #[error("the side of tiles is {side}: it must be a positive number")]
    BadTileSide {
        /// The side.
        side: f64,
    },
    /// Nothing is left: there are no areas, obstacles cover all of them, or the agent fits nowhere.
    #[error("the outline has no room for an agent with a radius of {radius}")]
    Vanished {
        /// The radius of the agent.
        radius: f64,
    },
    /// The triangles do not cover what they should. This would be a bug in this crate or in one on which it depends.
    #[error("the outline could not be triangulated")]
    Triangulation,
    /// The mesh is too large.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}
