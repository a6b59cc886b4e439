//! [`MeshPath`]: a path as points and polygons.

use alloc::vec;
use alloc::vec::Vec;

use crate::{Mesh, Point, Position};

/// A path on a mesh.
///
/// An agent that walks along it is somewhere between two of its points: see [`rest`](Self::rest).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MeshPath {
    /// The start, the corners at which the path turns, the ends of the links that it uses, and the end. If the start is
    /// the end, the point is listed once.
    pub points: Vec<Point>,
    /// The length of the path through these points. A link counts with its cost, or with what is left of it at the
    /// beginning of a [rest](Self::rest).
    pub length: f64,
    /// The links along the path: for each of them, the place in `points` of the point at which it begins, and its
    /// number. The link ends at the next point.
    pub links: Vec<(usize, u32)>,
    /// The polygons along the path, each a neighbour of the one before it, or at the other end of a link. Their numbers
    /// are those of the mesh with this [`version`](Self::version).
    ///
    /// Where the path follows an edge or passes a vertex, any of the polygons there may be listed.
    pub polygons: Vec<u32>,
    /// The [version](Mesh::version) of the mesh.
    pub version: u64,
    /// By point, how far along the path it is.
    pub(crate) distances: Vec<f64>,
    /// By polygon, how far along the path it is entered.
    pub(crate) entries: Vec<f64>,
    /// The point from which the line to the second point leads, and how far along the path it is, which is at most 0.
    /// A rest is computed from it, so that rounding errors do not add up while an agent walks.
    pub(crate) origin: (Point, f64),
}

impl Mesh {
    /// Returns the position at which a path begins, for example that of an agent, given the [rest](MeshPath::rest) of
    /// its path. It is in the first polygon of the path, or, if this is not the mesh on which the path was found, by
    /// [version](Self::version), it is the [nearest](Self::nearest) position of all. `None` if the path has no points.
    ///
    /// # Complexity
    ///
    /// O(corners), or that of [`nearest`](Self::nearest).
    pub fn start_of(&self, path: &MeshPath) -> Option<Position> {
        let start = *path.points.first()?;
        let own = self
            .first_polygon(path)
            .and_then(|polygon| self.nearest_in(polygon, start));
        Some(own.unwrap_or_else(|| self.nearest(start)))
    }

    /// The first polygon of a path, if the path was found on this mesh.
    pub(crate) fn first_polygon(&self, path: &MeshPath) -> Option<u32> {
        let polygon = path.polygons.first().copied();
        polygon.filter(|polygon| path.version == self.version && (*polygon as usize) < self.polygon_count())
    }
}

impl MeshPath {
    /// Returns what is left of the path when an agent has walked this distance along it, from 0 to
    /// [`length`](Self::length); with any other number, from the nearer end.
    ///
    /// The agent is at the first of its `points`, in the first of its `polygons`. This point is rounded, so it may be
    /// outside of the polygon by a rounding error, and then even outside the mesh: [`Mesh::start_of`] returns the
    /// position in the polygon. Within a link, the first point is the one at which the link begins.
    ///
    /// The rest is that of the path as it was found. If a caller has changed its fields, the result is not specified.
    ///
    /// # Complexity
    ///
    /// O(points and polygons of the path).
    ///
    /// # Example
    ///
    /// An agent walks up a bridge that leads across the ground, and is on the bridge at each step.
    ///
    /// ```
    /// use astride_mesh::{Mesh, Position};
    ///
    /// let ground = [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]];
    /// let bridge = [[-2.0, 0.0], [0.0, 0.0], [9.0, 7.0], [9.0, 9.0], [0.0, 2.0], [-2.0, 2.0]];
    /// let polygons = [vec![0, 1, 2, 3], vec![4, 5, 8, 9], vec![5, 6, 7, 8]];
    /// let mut mesh = Mesh::new([&ground[..], &bridge[..]].concat(), polygons)?;
    /// mesh.set_heights([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0, 5.0, 0.0, 0.0])?;
    ///
    /// let goal = Position::new(2, [9.0, 8.0].into());
    /// let mut path = mesh.path([-1.0, 1.0], goal)?.ok_or("no path")?;
    /// while path.length > 0.0 {
    ///     path = path.rest(0.7);
    ///     let place = mesh.start_of(&path).ok_or("no start")?;
    ///     println!("at {}, {:?} high", place.point, mesh.height(place));
    ///     assert!(place.polygon > 0, "never on the ground under the bridge");
    ///     // From there, it can also go elsewhere.
    ///     assert!(mesh.path(place, [-1.5, 0.5])?.is_some());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("advance", "walk", "follow", "interpolate", "position along a path"))]
    #[must_use]
    pub fn rest(&self, walked: f64) -> MeshPath {
        // A caller may have changed the public fields.
        let length = self.distances.last().copied().unwrap_or(0.0);
        let walked = if walked > 0.0 { walked.min(length) } else { 0.0 };
        let mut known = self.points.iter().zip(&self.distances).enumerate();
        let Some((place, (point, begin))) = known.rfind(|(_, (_, distance))| **distance <= walked) else {
            return self.clone();
        };
        let origin = if place == 0 { self.origin } else { (*point, *begin) };
        let is_link = self.links.iter().any(|(begin, _)| *begin == place);
        let mut first = *point;
        if let Some((next, end)) = self.points.get(place + 1).zip(self.distances.get(place + 1))
            && !is_link
            && walked > *begin
        {
            first = origin.0.towards(*next, (walked - origin.1) / (end - origin.1));
            if first == *next {
                return self.rest(*end);
            }
        }
        let from = |distances: &[f64], place: usize| -> Vec<f64> {
            let later = distances.iter().skip(place + 1);
            let later = later.map(|distance| (distance - walked).max(0.0));
            distances.first().map(|_| 0.0).into_iter().chain(later).collect()
        };
        let polygon = self.entries.partition_point(|entry| *entry <= walked).saturating_sub(1);
        let distances = from(&self.distances, place);
        let mut points = vec![first];
        points.extend(self.points.iter().skip(place + 1));
        let links = self.links.iter().filter(|(begin, _)| *begin >= place);
        MeshPath {
            points,
            length: distances.last().copied().unwrap_or(0.0),
            links: links.map(|(begin, link)| (begin - place, *link)).collect(),
            polygons: self.polygons.iter().skip(polygon).copied().collect(),
            version: self.version,
            distances,
            entries: from(&self.entries, polygon),
            origin: (origin.0, origin.1 - walked),
        }
    }
}
