//! Heights of a mesh, which paths do not regard.

use super::Mesh;
use crate::geometry::{is_between, side};
use crate::{MeshError, Position};

impl Mesh {
    /// Sets the heights of all [vertices](Self::vertices), in the same order, so that [`height`](Self::height) can tell
    /// how high a position is. Lengths of paths are those of the plan, and do not depend on heights.
    ///
    /// # Errors
    ///
    /// [`MeshError::Heights`] if there are fewer or more heights than vertices. The mesh is then unchanged.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_mesh::{Mesh, MeshError};
    ///
    /// // A ramp.
    /// let corners = [[0.0, 0.0], [8.0, 0.0], [8.0, 4.0], [0.0, 4.0]];
    /// let mut mesh = Mesh::new(corners, [[0, 1, 2, 3]])?;
    /// mesh.set_heights([0.0, 2.0, 2.0, 0.0])?;
    /// assert_eq!(mesh.locate([6.0, 4.0]).and_then(|position| mesh.height(position)), Some(1.5));
    /// # Ok::<(), MeshError>(())
    /// ```
    pub fn set_heights(&mut self, heights: impl IntoIterator<Item = f64>) -> Result<(), MeshError> {
        let heights: alloc::vec::Vec<f64> = heights.into_iter().collect();
        let (count, vertices) = (heights.len(), self.vertices().len());
        if count != vertices {
            return Err(MeshError::Heights { count, vertices });
        }
        self.heights = heights;
        Ok(())
    }

    /// Returns the height at a position, given the [heights](Self::set_heights) of vertices. `None` if the mesh has no
    /// heights, or the position is not on the mesh.
    ///
    /// Along the edges of a polygon, heights are interpolated linearly, so that those of neighbours are the same there,
    /// and if all corners are in a plane, so is the polygon.
    ///
    /// # Complexity
    ///
    /// O(corners).
    ///
    /// # Source
    ///
    /// Floater: Mean value coordinates. Computer Aided Geometric Design 20(1), 2003.
    pub fn height(&self, position: Position) -> Option<f64> {
        if self.heights.is_empty() || !self.has(position) {
            return None;
        }
        let point = position.point;
        let (mut sum, mut weights) = (0.0, 0.0);
        for edge in self.checked_edges(position.polygon) {
            let next = self.edge(edge.next);
            let [one, other] = [edge, next].map(|edge| self.heights.get(self.given_vertex(edge.vertex) as usize));
            let (one, other) = (*one?, *other?);
            let (from, to) = (edge.point, next.point);
            let (near, far) = (point.distance(from), point.distance(to));
            let area = side(from, to, point);
            if area == 0.0 {
                if is_between(from, to, point) {
                    return Some(one + (other - one) * (near / (near + far)));
                }
                // Both ends are in the same direction.
                continue;
            }
            // The tangent of half the angle between the directions of both ends.
            let product = (from.x - point.x) * (to.x - point.x) + (from.y - point.y) * (to.y - point.y);
            let tangent = (near * far - product) / area;
            sum += tangent * (one / near + other / far);
            weights += tangent * (1.0 / near + 1.0 / far);
        }
        Some(sum / weights)
    }
}
