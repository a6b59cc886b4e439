//! Reading and writing a [`VoxelMap`]: `.3dmap` files.

use alloc::format;
use core::fmt;
use core::str::FromStr;
#[cfg(feature = "std")]
use std::path::Path;

use super::{Voxel, VoxelError, VoxelMap};
use astride::engine::MAX_NODES;
use astride::text::{Fault, Line, TextError, lines};
#[cfg(feature = "std")]
use astride::text::{FileError, read_file};

impl VoxelMap {
    /// Reads the text of a `.3dmap` file. The format is described on the [module's page](super).
    ///
    /// # Errors
    ///
    /// [`TextError`] with the line and the column of the first error. A voxel outside the map is an error, but a voxel
    /// that is given twice is not.
    ///
    /// # Complexity
    ///
    /// O(length of the text + voxels). A header can cause an allocation of at most 384 MiB.
    ///
    /// # Example
    ///
    /// ```
    /// use astride_grid::voxel::{Voxel, VoxelMap};
    ///
    /// let map = VoxelMap::parse(b"voxel 3 2 1\n0 0 0\n2 1 0\n")?;
    /// assert!(map.is_free(Voxel::new(1, 1, 0)) && !map.is_free(Voxel::new(2, 1, 0)));
    ///
    /// let error = VoxelMap::parse(b"voxel 3 2 1\n0 0 0\n2 2 0\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 3, column 3: the y of a blocked voxel is \"2\": a whole number from 0 to 1 is expected"
    /// );
    /// # Ok::<(), astride::text::TextError>(())
    /// ```
    pub fn parse(text: &[u8]) -> Result<Self, TextError> {
        let mut lines = lines(text);
        // There is at least one line.
        let mut header = lines.next().unwrap_or_else(|| Line::new(1, b""));
        header.word("voxel")?;
        let range = 1..=u16::MAX;
        let size = [
            header.number("the size in x", range.clone())?,
            header.number("the size in y", range.clone())?,
            header.number("the size in z", range)?,
        ];
        let mut map = Self::of_file(size).map_err(|fault| header.error(fault))?;
        header.end()?;
        for mut line in lines.filter(|line| !line.is_at_end()) {
            let voxel = Voxel {
                x: line.number("the x of a blocked voxel", 0..=size[0] - 1)?,
                y: line.number("the y of a blocked voxel", 0..=size[1] - 1)?,
                z: line.number("the z of a blocked voxel", 0..=size[2] - 1)?,
            };
            line.end()?;
            // The voxel is on the map.
            let _ = map.set_blocked(voxel);
        }
        Ok(map)
    }

    fn of_file(size: [u16; 3]) -> Result<Self, Fault> {
        let [x, y, z] = size.map(usize::from);
        Self::new(x, y, z).map_err(|error| match error {
            VoxelError::BadSize { .. } => Fault::OverLimit {
                what: "voxels",
                found: size.map(u64::from).iter().product(),
                limit: MAX_NODES as u64,
            },
            _ => Fault::Invalid {
                field: "the size",
                text: format!("{x} {y} {z}"),
                expected: format!("a size that fits into the memory ({error})"),
            },
        })
    }

    /// Reads a `.3dmap` file.
    ///
    /// # Errors
    ///
    /// [`FileError`] if the file cannot be read or its text is malformed.
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        read_file(path.as_ref(), Self::parse)
    }
}

impl FromStr for VoxelMap {
    type Err = TextError;

    /// Does the same as [`parse`](Self::parse).
    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::parse(text.as_bytes())
    }
}

/// Writes the text of a `.3dmap` file, with a line for the size and one for each blocked voxel.
impl fmt::Display for VoxelMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.size();
        writeln!(f, "voxel {x} {y} {z}")?;
        for Voxel { x, y, z } in self.voxels().filter(|voxel| !self.is_free(*voxel)) {
            writeln!(f, "{x} {y} {z}")?;
        }
        Ok(())
    }
}
