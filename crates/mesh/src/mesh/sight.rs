//! Lines of sight.

use alloc::vec::Vec;

use hashbrown::HashSet;

use super::{Mesh, NONE};
use crate::geometry::side;
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

    /// Returns whether a path is still possible after the mesh has changed: whether the straight lines through its
    /// points lead through polygons, as for [`line_of_sight`](Self::line_of_sight). The test is exact.
    ///
    /// It may no longer be a shortest path, unless it has the same [version](Self::version) as the mesh. Since points
    /// at which walls cross are rounded anew, a path along such walls may be found to be closed although it is blocked
    /// by the width of a rounding error only.
    ///
    /// Where floors overlap at the start of the path, it may begin on any of them.
    ///
    /// # Complexity
    ///
    /// O(edges of the polygons that the lines touch).
    pub fn is_open(&self, path: &MeshPath) -> bool {
        let Some(start) = path.points.first() else {
            return false;
        };
        let mut polygons: Vec<u32> = self.locate_all(*start).map(|position| position.polygon).collect();
        let mut links = path.links.iter().peekable();
        for (place, ends) in path.points.windows(2).enumerate() {
            if let Some((_, number)) = links.next_if(|(begin, _)| *begin == place) {
                let Some(link) = self.links().get(*number as usize) else {
                    return false;
                };
                let is_same = [link.from.point, link.to.point] == ends;
                let begins = self.polygons_at(link.from);
                if !link.is_open || !is_same || !polygons.iter().any(|polygon| begins.contains(polygon)) {
                    return false;
                }
                polygons = self.polygons_at(link.to);
                continue;
            }
            polygons = self.reach_along([ends[0], ends[1]], &polygons);
            polygons.retain(|polygon| self.contains(*polygon, ends[1]));
        }
        !polygons.is_empty()
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
