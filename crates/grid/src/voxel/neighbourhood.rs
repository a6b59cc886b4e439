//! [`Neighbourhood`]: which steps between voxels are allowed.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::VoxelError;
use super::cube::{CORNERS, Cube, EDGES, FACES};

/// Which steps between voxels are allowed.
///
/// | neighbourhood | name | steps to voxels that share |
/// |---|---|---|
/// | `Six` | `6` | a face |
/// | `Eighteen` | `18` | a face or an edge |
/// | `TwentySix` | `26` | a face, an edge or a corner |
///
/// A step is allowed if no voxel of the box between its ends is blocked: two voxels for a step through a face, four
/// through an edge, eight through a corner. Corners are therefore never cut. This is the rule of the benchmarks (see
/// the [module](super)), whose neighbourhood is `TwentySix`. [`Display`](fmt::Display) writes the names in the table,
/// and [`FromStr`] reads them.
#[doc(alias("connectivity", "corner cutting", "26-connected"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Neighbourhood {
    /// Steps along one axis.
    #[cfg_attr(feature = "serde", serde(rename = "6"))]
    Six,
    /// Steps along one or two axes.
    #[cfg_attr(feature = "serde", serde(rename = "18"))]
    Eighteen,
    /// Steps along one, two or three axes.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "26"))]
    TwentySix,
}

impl Neighbourhood {
    /// Every neighbourhood, the smallest first.
    pub const ALL: [Self; 3] = [Self::Six, Self::Eighteen, Self::TwentySix];

    /// The steps, as bits of a cube.
    #[inline]
    pub(super) const fn cube(self) -> Cube {
        match self {
            Self::Six => FACES,
            Self::Eighteen => FACES | EDGES,
            Self::TwentySix => FACES | EDGES | CORNERS,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Six => "6",
            Self::Eighteen => "18",
            Self::TwentySix => "26",
        }
    }
}

impl fmt::Display for Neighbourhood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Neighbourhood {
    type Err = VoxelError;

    /// # Errors
    ///
    /// [`VoxelError::UnknownNeighbourhood`] for any text other than the three names.
    fn from_str(text: &str) -> Result<Self, VoxelError> {
        let found = Self::ALL.into_iter().find(|neighbourhood| neighbourhood.name() == text);
        found.ok_or_else(|| VoxelError::UnknownNeighbourhood {
            text: String::from(text),
        })
    }
}
