//! Lines of sight.

use alloc::vec;

use hashbrown::HashSet;

use super::{Mesh, NONE};
use crate::geometry::side;
use crate::{Point, Position};

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
        // Each polygon contains a part of the line, since it is convex, and two neighbours have a point of the line in
        // common. So the parts cover the line if the polygons lead from one end to the other.
        let mut waiting = vec![from.polygon];
        let mut known = HashSet::new();
        known.insert(from.polygon);
        while let Some(polygon) = waiting.pop() {
            if goals.contains(&polygon) {
                return true;
            }
            for number in self.edges_of(polygon) {
                let edge = self.edge(number);
                if edge.twin == NONE {
                    continue;
                }
                let neighbour = self.edge(edge.twin).polygon();
                if touch([edge.point, self.edge(edge.next).point], [from.point, to.point]) && known.insert(neighbour) {
                    waiting.push(neighbour);
                }
            }
        }
        false
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
