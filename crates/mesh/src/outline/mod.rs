//! [`Outline`]: areas and obstacles, from which meshes are made.

mod clip;
mod error;
mod inflate;
mod lattice;
mod merge;
mod triangulate;
mod world;

use alloc::vec::Vec;

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::{Overlay, ShapeType};
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;

use crate::mesh::build;
use crate::{Mesh, Point};
pub use error::{OutlineError, Ring};
use lattice::Lattice;
pub use world::{MeshWorld, ObstacleId};

/// A point in whole numbers: see [`Lattice`].
type Whole = IntPoint<i32>;

/// Closed curves with the inside on the left of each edge.
type Contours = Vec<Vec<Whole>>;

/// The plan of a level: areas in which agents may be, and obstacles in them.
///
/// Areas and obstacles are rings of points. The ring is closed by itself, and may be in either direction.
/// [`Mesh::from_outline`] makes a mesh of the points that are in an area and in no obstacle:
///
/// * Areas that overlap or touch along a side are united, and so are obstacles. Touching in a single point connects
///   nothing.
/// * Obstacles may overlap the boundary of an area, and have no effect outside the areas.
/// * An obstacle is solid: an area inside an obstacle has no effect. A courtyard is a gap between several obstacles.
/// * A ring that crosses itself encloses all points around which it winds (the non-zero rule), so both loops of the
///   figure eight, and also the middle of a five-pointed star.
/// * Where rings touch along a line that is neither horizontal nor vertical, rounding may leave a thin gap. Give them
///   the same two points there, or let them overlap.
///
/// ```
/// use astride_mesh::{Mesh, Outline};
///
/// // A room of 10 × 6 with two crates that overlap.
/// let outline = Outline::new([[0.0, 0.0], [10.0, 0.0], [10.0, 6.0], [0.0, 6.0]])
///     .with_obstacle([[4.0, 0.0], [6.0, 0.0], [6.0, 3.0], [4.0, 3.0]])
///     .with_obstacle([[5.0, 2.0], [7.0, 2.0], [7.0, 5.0], [5.0, 5.0]]);
///
/// let small = Mesh::from_outline(&outline, 0.25)?;
/// assert!(small.path([1.0, 1.0], [9.0, 1.0])?.is_some());
/// // Between the crates and the wall, there is a gap of 1.
/// let large = Mesh::from_outline(&outline, 0.75)?;
/// assert!(large.path([1.0, 1.0], [9.0, 1.0])?.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline {
    areas: Vec<Vec<Point>>,
    obstacles: Vec<Vec<Point>>,
}

impl Outline {
    /// Creates an outline with one area.
    pub fn new<P: Into<Point>>(area: impl IntoIterator<Item = P>) -> Self {
        Outline::default().with_area(area)
    }

    /// Adds an area.
    #[must_use]
    pub fn with_area<P: Into<Point>>(mut self, area: impl IntoIterator<Item = P>) -> Self {
        self.areas.push(area.into_iter().map(Into::into).collect());
        self
    }

    /// Adds an obstacle.
    #[must_use]
    pub fn with_obstacle<P: Into<Point>>(mut self, obstacle: impl IntoIterator<Item = P>) -> Self {
        self.obstacles.push(obstacle.into_iter().map(Into::into).collect());
        self
    }

    /// Returns the areas, as given.
    pub fn areas(&self) -> impl ExactSizeIterator<Item = &[Point]> {
        self.areas.iter().map(Vec::as_slice)
    }

    /// Returns the obstacles, as given.
    pub fn obstacles(&self) -> impl ExactSizeIterator<Item = &[Point]> {
        self.obstacles.iter().map(Vec::as_slice)
    }
}

impl Mesh {
    /// Creates a mesh of the places at which the centre of a round agent may be, given the radius of the agent. With a
    /// radius of zero, these are the areas of the outline without its obstacles.
    ///
    /// Triangles of a constrained Delaunay triangulation are merged into convex polygons. The same outline always gives
    /// the same mesh.
    ///
    /// # Accuracy
    ///
    /// Points are rounded to multiples of the *resolution*, which is a power of two: at most 2⁻²⁸ of the width or
    /// height of all areas together, whichever is larger, or 2⁻⁵¹ of their largest coordinate if that is more. A level
    /// of 100 m has a resolution of at most 0.4 µm. How far obstacles reach does not matter, except that a slanting
    /// side of an obstacle that reaches far outside is off by up to 2⁻⁵⁰ of the largest coordinate of the obstacle.
    ///
    /// * Points that are multiples of the resolution are kept exactly, as whole numbers usually are.
    /// * Points at which edges of the outline cross are rounded, so the boundary of the mesh may be off by a few
    ///   resolutions. Gaps of this width may be closed, and passages that are as wide as the agent may be open or
    ///   closed.
    /// * Along walls, the distance from the centre of the agent to the wall is at least the radius. Around corners, the
    ///   mesh ends at straight segments outside the circle, since a mesh has no arcs. There, the distance is at least
    ///   the radius and at most 2 % larger. Both hold up to a few resolutions.
    ///
    /// # Errors
    ///
    /// [`OutlineError`], which names the area or obstacle. Coordinates are at most 5 · 10⁹⁹ in magnitude. It is an
    /// error if nothing is left for the agent.
    ///
    /// # Complexity
    ///
    /// O(*n* log *n*) on average for *n* edges and crossings of the outline. If the radius is larger than many edges
    /// are long, inflating them makes up to O(*n*²) crossings.
    ///
    /// # Sources
    ///
    /// Inflating by a union of convex pieces, one for each edge and corner: the Minkowski sum with a disc. Merging:
    /// Kallmann and Kapadia, Navigation Meshes and Real-Time Dynamic Planning for Virtual Worlds, SIGGRAPH 2014.
    pub fn from_outline(outline: &Outline, agent_radius: f64) -> Result<Self, OutlineError> {
        check_radius(agent_radius)?;
        let lattice = Lattice::new(outline)?;
        let mut obstacles = Contours::new();
        for (number, points) in outline.obstacles().enumerate() {
            obstacles.extend(lattice.obstacle(number, points)?);
        }
        let vanished = OutlineError::Vanished { radius: agent_radius };
        if !lattice.may_hold(agent_radius) {
            return Err(vanished);
        }
        let mut free = subtract(&lattice.areas, &obstacles);
        if agent_radius > 0.0 {
            let pieces = inflate::pieces(&free, agent_radius / lattice.resolution(), |_, _| false);
            free = subtract(&free, &pieces);
        }
        if free.is_empty() {
            return Err(vanished);
        }
        let (points, triangles) = triangulate::triangulate(&free)?;
        let vertices: Vec<Point> = points.into_iter().map(|point| lattice.point(point)).collect();
        let polygons = merge::merge(&vertices, &triangles);
        build::check_points(&vertices)?;
        Ok(build::build(vertices, polygons)?)
    }
}

fn check_radius(radius: f64) -> Result<(), OutlineError> {
    if (0.0..f64::INFINITY).contains(&radius) {
        Ok(())
    } else {
        Err(OutlineError::BadRadius { radius })
    }
}

/// The points around which the first curves wind, and the others do not.
fn subtract(from: &Contours, what: &Contours) -> Contours {
    let edges = from.iter().chain(what).map(Vec::len).sum();
    let mut overlay = Overlay::new(edges);
    overlay.add_source(from, ShapeType::Subject);
    overlay.add_source(what, ShapeType::Clip);
    let shapes = overlay.overlay(OverlayRule::Difference, FillRule::NonZero);
    shapes.into_iter().flatten().collect()
}
