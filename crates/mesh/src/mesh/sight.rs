//! Lines of sight.

use alloc::vec::Vec;

use hashbrown::HashSet;

use super::{Mesh, NONE};
use crate::geometry::{nearest_on_segment, side};
use crate::{MeshPath, Point, Position};

impl Mesh {
    /// Returns whether the straight line between two positions is a path. The line may touch walls, but not pass
    /// between two polygons that only touch in a vertex. The test is exact. `false` if a position is not on the mesh.
    ///
    /// # Complexity
    ///
    /// O(edges of the polygons that the line touches).
    ///
    /// # Example
    ///
    /// ```
    /// use astride_mesh::{Mesh, MeshError};
    ///
    /// // An L: the corner at 1,1 is in the way.
    /// let corners = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0], [0.0, 1.0]];
    /// let mesh = Mesh::new(corners, [vec![0, 1, 4, 7], vec![1, 2, 3, 4], vec![7, 4, 5, 6]])?;
    /// let at = |x, y| mesh.locate([x, y]).unwrap();
    /// assert!(mesh.line_of_sight(at(0.0, 2.0), at(2.0, 0.0)), "past the corner");
    /// assert!(!mesh.line_of_sight(at(0.5, 2.0), at(2.0, 0.5)));
    /// # Ok::<(), MeshError>(())
    /// ```
    pub fn line_of_sight(&self, from: Position, to: Position) -> bool {
        if !self.has(from) || !self.has(to) {
            return false;
        }
        let goals = self.polygons_at(to);
        self.reach_along([from.point, to.point], &[from.polygon])
            .iter()
            .any(|polygon| goals.contains(polygon))
    }

    /// Returns whether a path is still possible after the mesh has changed, that is, whether all of it is an [open
    /// part](Self::open_part).
    pub fn is_open(&self, path: &MeshPath) -> bool {
        !path.points.is_empty() && self.open_part(path).len() == path.points.len()
    }

    /// Returns the part of a path, from its beginning, that is still possible after the mesh has changed: up to the first
    /// point that cannot be reached from the one before it in a straight line, as in
    /// [`line_of_sight`](Self::line_of_sight), or by the link with the same number, or, if that leads elsewhere now, by
    /// any open link between the same points. The test is exact.
    ///
    /// A path that is open may no longer be a shortest one, unless it has the same [version](Self::version) as the
    /// mesh. Since points at which walls cross are rounded anew, a path along such walls may be found to be closed
    /// although it is blocked by the width of a rounding error only.
    ///
    /// # Returns
    ///
    /// The first of the points of the path. None if the first point is not on the mesh; that of a
    /// [rest](MeshPath::rest), which is rounded, may be off by a rounding error. Where floors overlap there, the path
    /// may begin on any of them.
    ///
    /// # Complexity
    ///
    /// O(edges of the polygons that the lines touch), and of those around the ends of links.
    #[doc(alias("stale path", "path validation", "is path valid", "repath", "blocked"))]
    pub fn open_part<'path>(&self, path: &'path MeshPath) -> &'path [Point] {
        let points = &path.points;
        let Some(start) = points.first() else {
            return points;
        };
        let mut polygons: Vec<u32> = self.locate_all(*start).map(|position| position.polygon).collect();
        let (near, origin) = self.start_of_rest(path, *start);
        polygons.extend(near);
        polygons.sort_unstable();
        polygons.dedup();
        let mut links = path.links.iter().peekable();
        for (place, ends) in points.windows(2).enumerate() {
            if polygons.is_empty() {
                return &points[..place];
            }
            polygons = match links.next_if(|(begin, _)| *begin == place) {
                Some((_, link)) => self.follow_link(*link, ends, &polygons),
                // The line of a rest is that of the whole path, since the rounded one may be blocked by a corner.
                None if place == 0 => self.reach_along([origin, ends[1]], &polygons),
                None => self.reach_along([ends[0], ends[1]], &polygons),
            };
            polygons.retain(|polygon| self.contains(*polygon, ends[1]));
        }
        &points[..points.len() - usize::from(polygons.is_empty())]
    }

    /// The polygons at the first point of a rest of a path, which may be outside of them by a rounding error, and the
    /// point from which the line to the second point leads.
    fn start_of_rest(&self, path: &MeshPath, start: Point) -> (Vec<u32>, Point) {
        let origin = path.origin.0;
        let next = path.points.get(1).copied().unwrap_or(start);
        let size = |largest: f64, point: Point| largest.max(point.x.abs()).max(point.y.abs());
        let largest = [origin, next].into_iter().fold(0.0, size);
        // Rounding moves the points that are compared by half as much at most, mostly along the line.
        let error = |largest: f64| 32.0 * f64::EPSILON * largest;
        let (near, _) = nearest_on_segment(origin, next, start);
        if origin == start || near.distance(start) > error(largest) {
            return (Vec::new(), start);
        }
        let own = self.first_polygon(path);
        let near = own.into_iter().chain([self.nearest(start).polygon]);
        let near = near.filter(|polygon| {
            let error = error(self.outline(*polygon).fold(largest, size));
            self.nearest_on_boundary(*polygon, start).squared_distance <= error * error
        });
        (near.collect(), origin)
    }

    /// The polygons at the end of a link that leads from the first to the second of two points, if it is open and
    /// begins in one of these polygons. If the link with this number is another one, because links have been added
    /// again, it may be any link between the two points.
    fn follow_link(&self, number: u32, ends: &[Point], polygons: &[u32]) -> Vec<u32> {
        let leads_there = |number: u32| {
            let link = self.links().get(number as usize);
            link.is_some_and(|link| [link.from.point, link.to.point] == ends)
        };
        let is_known = leads_there(number);
        let links = polygons.iter().flat_map(|polygon| self.links.in_polygon(*polygon));
        let links = links.map(|(link, _)| link);
        let mut links: Vec<u32> = links
            .filter(|link| if is_known { *link == number } else { leads_there(*link) })
            .collect();
        links.sort_unstable();
        links.dedup();
        let ends = links.iter().flat_map(|link| &self.links.ends[*link as usize]);
        let mut ends: Vec<u32> = ends.copied().collect();
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// The polygons that lead from these, which contain the first end of a line, along the line.
    fn reach_along(&self, line: [Point; 2], from: &[u32]) -> Vec<u32> {
        // Each polygon contains a part of the line, since it is convex, and two neighbours have a point of the line in
        // common. So the parts cover the line if the polygons lead from one end to the other.
        let mut reached = from.to_vec();
        let mut known: HashSet<u32> = from.iter().copied().collect();
        let mut next = 0;
        while let Some(polygon) = reached.get(next).copied() {
            next += 1;
            for number in self.edges_of(polygon) {
                let edge = self.edge(number);
                if edge.twin == NONE {
                    continue;
                }
                let neighbour = self.edge(edge.twin).polygon();
                if touch([edge.point, self.edge(edge.next).point], line) && known.insert(neighbour) {
                    reached.push(neighbour);
                }
            }
        }
        reached
    }
}

/// Whether two segments have a point in common.
fn touch([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let overlap = |a: f64, b: f64, c: f64, d: f64| a.min(b) <= c.max(d) && c.min(d) <= a.max(b);
    let are_apart = |one: f64, other: f64| one > 0.0 && other > 0.0 || one < 0.0 && other < 0.0;
    overlap(a.x, b.x, c.x, d.x)
        && overlap(a.y, b.y, c.y, d.y)
        && !are_apart(side(a, b, c), side(a, b, d))
        && !are_apart(side(c, d, a), side(c, d, b))
}
