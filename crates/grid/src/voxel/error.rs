//! [`VoxelError`]: an error in a map of voxels, in a query on it, or in the text of a voxel or a neighbourhood.

use alloc::string::String;

use super::Voxel;
use crate::End;

/// An error in a map of voxels, in a query on it, or in the text of a voxel or a neighbourhood. Coordinates start at 0.
///
/// # Example
///
/// ```
/// use astride_grid::voxel::{Neighbourhood, Voxel, VoxelError, VoxelMap, VoxelProblem};
///
/// let mut map = VoxelMap::new(8, 8, 8)?;
/// let (start, goal) = (Voxel::new(0, 0, 0), Voxel::new(7, 7, 7));
/// map.set_blocked(goal)?;
/// let error = VoxelProblem::new(&map, start, goal, Neighbourhood::Six).unwrap_err();
/// assert_eq!(error.to_string(), "the goal 7,7,7 is blocked");
/// # Ok::<(), VoxelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VoxelError {
    /// A side is not in 1..=65535, or `(x + 1) * (y + 1) * z` exceeds 2³⁰ − 1.
    #[error(
        "a map of {} x {} x {} voxels: each side must be from 1 to 65535, and (x + 1) * (y + 1) * z at most {}",
        size[0], size[1], size[2],
        astride::engine::MAX_NODES
    )]
    BadSize {
        /// The requested size, in x, y and z.
        size: [usize; 3],
    },

    /// There is not enough memory for a map of this size.
    #[error("not enough memory for a map of {} x {} x {} voxels", size[0], size[1], size[2])]
    OutOfMemory {
        /// The requested size, in x, y and z.
        size: [usize; 3],
    },

    /// The voxel to be changed is not on the map.
    #[error("the voxel {voxel} is outside the map of {} x {} x {} voxels", size[0], size[1], size[2])]
    Outside {
        /// The requested voxel.
        voxel: Voxel,
        /// The size of the map in x, y and z.
        size: [u16; 3],
    },

    /// An end of the path is off the map.
    #[error("the {end} {voxel} is outside the map of {} x {} x {} voxels", size[0], size[1], size[2])]
    EndOutside {
        /// Which end.
        end: End,
        /// The given voxel.
        voxel: Voxel,
        /// The size of the map in x, y and z.
        size: [u16; 3],
    },

    /// An end of the path is a blocked voxel.
    #[error("the {end} {voxel} is blocked")]
    EndBlocked {
        /// Which end.
        end: End,
        /// The given voxel.
        voxel: Voxel,
    },

    /// A unit cannot stand at an end of the path: there is no room for it, or no block below.
    #[error("the unit cannot stand at the {end} {voxel}: there is no room for it, or no block below")]
    CannotStand {
        /// Which end.
        end: End,
        /// The given voxel.
        voxel: Voxel,
    },

    /// The text is not a voxel.
    #[error("{text:?} is not a voxel: three whole numbers from 0 to 65535 are expected, such as 3,4,5")]
    BadVoxel {
        /// The text.
        text: String,
    },

    /// The text does not name a neighbourhood.
    #[error("{text:?} is not a neighbourhood (known: 6, 18, 26)")]
    UnknownNeighbourhood {
        /// The text.
        text: String,
    },
}
