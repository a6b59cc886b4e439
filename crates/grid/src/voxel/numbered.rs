//! [`numbered_voxels`]: the numbers of voxels, for problems on a map of them.

/// Implements the methods of [`Graph`](astride::Graph) that follow from the method `map` of a problem.
macro_rules! numbered_voxels {
    () => {
        /// `(z * (height + 1) + y) * (width + 1) + x`, where the width is the size in x and the height is that in y.
        /// Because of the extra column and row, no place outside the map has the same number as a voxel on it.
        #[inline]
        fn index(&self, node: &Voxel) -> Option<usize> {
            Some(self.map().index(*node))
        }

        #[inline]
        fn node_at(&self, index: usize) -> Option<Voxel> {
            Some(self.map().voxel_at(index))
        }

        #[inline]
        fn index_bound(&self) -> Option<usize> {
            Some(self.map().index_bound())
        }

        fn check_node(&self, node: &Voxel) -> Result<(), NoSuchNode> {
            NoSuchNode::unless(self.map().contains(*node), node)
        }
    };
}
pub(super) use numbered_voxels;
