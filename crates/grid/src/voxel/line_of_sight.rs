//! Lines of sight between voxels, computed exactly in integers.

use super::cube::{CENTRE, reached};
use super::{Neighbourhood, Voxel, VoxelMap};

impl VoxelMap {
    /// Returns whether the straight line from the centre of one voxel to that of another is free.
    ///
    /// The line has no width, and must not touch a blocked voxel, not even at an edge or a corner, just as steps must
    /// not cut corners. Under [`Neighbourhood::Six`], lines must also run along an axis, since a slanting line may pass
    /// through an edge, and this neighbourhood has no such step.
    ///
    /// The result is the same in both directions. A free voxel sees itself; nothing is seen from a blocked voxel or
    /// from outside the map.
    ///
    /// # Complexity
    ///
    /// O(distance): a lookup for each voxel that the line enters, up to the first obstacle.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::voxel::{Neighbourhood, Voxel, VoxelError, VoxelMap};
    ///
    /// let mut map = VoxelMap::new(5, 5, 5)?;
    /// let (from, to) = (Voxel::new(0, 0, 0), Voxel::new(3, 3, 3));
    /// let sees = |map: &VoxelMap| map.line_of_sight(from, to, Neighbourhood::TwentySix);
    /// assert!(sees(&map));
    /// map.set_blocked(Voxel::new(1, 0, 0))?; // beside the line, which touches a corner of this voxel
    /// assert!(!sees(&map));
    /// # Ok::<(), VoxelError>(())
    /// ```
    ///
    /// # Source
    ///
    /// J. Amanatides, A. Woo: *A Fast Voxel Traversal Algorithm for Ray Tracing* (Eurographics 1987). Here, the
    /// algorithm uses integers.
    #[doc(alias = "line of sight")]
    pub fn line_of_sight(&self, from: Voxel, to: Voxel, neighbourhood: Neighbourhood) -> bool {
        // Both ends are on the map, and so is every voxel between them.
        if !self.is_free(from) || !self.is_free(to) {
            return false;
        }
        let distances = from.distances(to);
        if neighbourhood == Neighbourhood::Six && distances.iter().filter(|part| **part != 0).count() > 1 {
            return false;
        }
        let is_up = [to.x >= from.x, to.y >= from.y, to.z >= from.z];
        let far = [1, self.stride(), self.layer()];
        // Where the line meets the next face across each axis, in a unit in which all three are whole numbers below
        // 2⁵⁰: it meets the faces across an axis of distance d at (2i + 1) / 2d of its length.
        let whole = distances.map(|part| u64::from(part.max(1)));
        let parts = [whole[1] * whole[2], whole[0] * whole[2], whole[0] * whole[1]];
        let mut next: [u64; 3] = core::array::from_fn(|axis| if distances[axis] == 0 { u64::MAX } else { parts[axis] });
        let mut left: u32 = distances.iter().map(|part| u32::from(*part)).sum();
        let mut number = self.index(from);
        while left != 0 {
            let first = next[0].min(next[1]).min(next[2]);
            let (mut there, mut bit, mut axes) = (number, CENTRE, 0);
            for axis in 0..3 {
                if next[axis] == first {
                    next[axis] += 2 * parts[axis];
                    let power = [1, 3, 9][axis];
                    (there, bit) = if is_up[axis] {
                        (there.wrapping_add(far[axis]), bit + power)
                    } else {
                        (there.wrapping_sub(far[axis]), bit - power)
                    };
                    axes += 1;
                }
            }
            let is_allowed = if axes == 1 {
                self.is_free_at(there)
            } else {
                // Through an edge or a corner, all voxels that meet there have to be free.
                reached(self.cube(number)) >> bit & 1 == 1
            };
            if !is_allowed {
                return false;
            }
            number = there;
            left -= axes;
        }
        true
    }
}
