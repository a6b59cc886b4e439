//! [`Voxel`]: the position of a voxel.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::VoxelError;

/// The position of a voxel on a [`VoxelMap`](super::VoxelMap): three coordinates counted from 0.
///
/// Voxels are ordered by `z`, then by `y`, then by `x`, as a map stores them.
///
/// # Example
///
/// ```
/// use astride_grid::voxel::{Voxel, VoxelError};
///
/// let voxel: Voxel = "3,4,5".parse()?;
/// assert_eq!(voxel, Voxel::new(3, 4, 5));
/// assert_eq!(voxel.to_string(), "3,4,5");
/// assert_eq!((voxel.offset(0, 0, -5), voxel.offset(0, 0, -6)), (Some(Voxel::new(3, 4, 0)), None));
/// # Ok::<(), VoxelError>(())
/// ```
#[doc(alias("3D", "three dimensions"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Voxel {
    // The order of the fields is that of comparisons.
    /// The third coordinate.
    pub z: u16,
    /// The second coordinate.
    pub y: u16,
    /// The first coordinate.
    pub x: u16,
}

impl Voxel {
    /// The voxel with these coordinates.
    #[inline]
    pub const fn new(x: u16, y: u16, z: u16) -> Self {
        Self { z, y, x }
    }

    /// The voxel at an offset along the axes, or `None` if a coordinate would not be in 0..=65535.
    #[inline]
    pub fn offset(self, dx: i32, dy: i32, dz: i32) -> Option<Self> {
        let moved = |from: u16, by: i32| u16::try_from(by.checked_add(from.into())?).ok();
        Some(Self {
            x: moved(self.x, dx)?,
            y: moved(self.y, dy)?,
            z: moved(self.z, dz)?,
        })
    }

    /// The distances along the axes, in the order of the axes.
    #[inline]
    pub(super) fn distances(self, other: Self) -> [u16; 3] {
        [
            self.x.abs_diff(other.x),
            self.y.abs_diff(other.y),
            self.z.abs_diff(other.z),
        ]
    }

    /// The voxel one step away. The sum wraps, but a step on a map leads to another voxel of the map.
    #[inline]
    pub(super) fn step(self, [x, y, z]: [i8; 3]) -> Self {
        Self {
            x: self.x.wrapping_add_signed(x.into()),
            y: self.y.wrapping_add_signed(y.into()),
            z: self.z.wrapping_add_signed(z.into()),
        }
    }
}

impl From<[u16; 3]> for Voxel {
    /// `[x, y, z]`.
    #[inline]
    fn from([x, y, z]: [u16; 3]) -> Self {
        Self { z, y, x }
    }
}

impl fmt::Display for Voxel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.x, self.y, self.z)
    }
}

/// Reads `x,y,z`. Spaces around the numbers are allowed.
impl FromStr for Voxel {
    type Err = VoxelError;

    /// # Errors
    ///
    /// [`VoxelError::BadVoxel`] for any text other than three whole numbers from 0 to 65535 with commas between them.
    fn from_str(text: &str) -> Result<Self, VoxelError> {
        let read = || {
            let mut numbers = text.split(',').map(|number| number.trim().parse().ok());
            let voxel = [numbers.next()??, numbers.next()??, numbers.next()??];
            numbers.next().is_none().then(|| voxel.into())
        };
        read().ok_or_else(|| VoxelError::BadVoxel {
            text: String::from(text),
        })
    }
}
