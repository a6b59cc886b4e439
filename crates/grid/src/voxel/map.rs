//! [`VoxelMap`]: which voxels of a box are blocked.

use alloc::vec::Vec;
use core::fmt;

use super::cube::Cube;
use super::{Voxel, VoxelError};
use crate::End;
use astride::engine::MAX_NODES;

/// A box of voxels, each blocked or free. Everything outside is blocked.
///
/// Voxels can be changed at any time, except while a search borrows or shares the map.
///
/// A map takes one bit per voxel, plus the bits of two additional layers.
///
/// # Example
///
/// ```
/// use astride_grid::voxel::{Voxel, VoxelError, VoxelMap};
///
/// let mut map = VoxelMap::new(4, 3, 2)?;
/// map.set_blocked(Voxel::new(3, 2, 1))?;
/// assert!(!map.is_free(Voxel::new(3, 2, 1)) && map.is_free(Voxel::new(0, 0, 0)));
/// assert_eq!(map.to_string(), "voxel 4 3 2\n3 2 1\n");
/// # Ok::<(), VoxelError>(())
/// ```
#[doc(alias("voxel grid", "3D", "three dimensions", "occupancy grid"))]
#[derive(Clone, PartialEq, Eq)]
pub struct VoxelMap {
    pub(super) size: [u16; 3],
    /// A bit for each voxel, set if it is free, after as many blocked voxels as precede the first voxel in the cube
    /// around it. Each row is followed by a blocked voxel, and each layer by a blocked row, so that a place beside the
    /// map falls on one of these and never on another row.
    bits: Vec<u8>,
}

impl VoxelMap {
    /// Creates a map of free voxels.
    ///
    /// # Arguments
    ///
    /// The sides in x, y and z, each from 1 to 65535.
    ///
    /// # Errors
    ///
    /// [`VoxelError::BadSize`] if a side is out of range, or if `(x + 1) * (y + 1) * z` exceeds 2³⁰ − 1, so that the
    /// voxels cannot be numbered; [`VoxelError::OutOfMemory`].
    ///
    /// # Complexity
    ///
    /// O(voxels), much faster than [`from_fn`](Self::from_fn). A map of the greatest size takes 128 MiB, or up to 384
    /// MiB if it has few layers.
    pub fn new(x: usize, y: usize, z: usize) -> Result<Self, VoxelError> {
        let mut map = Self::blocked(x, y, z)?;
        for z in 0..map.size[2] {
            for y in 0..map.size[1] {
                map.free_row(y, z);
            }
        }
        Ok(map)
    }

    /// Creates a map whose free voxels are those for which `is_free` returns `true`. The closure is called in the order
    /// of z, then y, then x.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    ///
    /// # Complexity
    ///
    /// O(voxels).
    pub fn from_fn(x: usize, y: usize, z: usize, mut is_free: impl FnMut(Voxel) -> bool) -> Result<Self, VoxelError> {
        let mut map = Self::blocked(x, y, z)?;
        for voxel in map.voxels() {
            if is_free(voxel) {
                map.write(voxel, true);
            }
        }
        Ok(map)
    }

    /// A map of blocked voxels.
    fn blocked(x: usize, y: usize, z: usize) -> Result<Self, VoxelError> {
        let size = [x, y, z];
        let count = |count| u16::try_from(count).ok().filter(|count| *count != 0);
        let [Some(columns), Some(rows), Some(layers)] = size.map(count) else {
            return Err(VoxelError::BadSize { size });
        };
        let numbers = (x + 1).checked_mul(y + 1).and_then(|layer| layer.checked_mul(z));
        if numbers.is_none_or(|numbers| numbers > MAX_NODES) {
            return Err(VoxelError::BadSize { size });
        }
        let mut map = Self {
            size: [columns, rows, layers],
            bits: Vec::new(),
        };
        // The last cube begins at the number of the last voxel. A row of a cube may reach into the next byte.
        let bytes = (map.index_bound() + 2 * map.lead()).div_ceil(8) + 1;
        map.bits
            .try_reserve_exact(bytes)
            .map_err(|_| VoxelError::OutOfMemory { size })?;
        map.bits.resize(bytes, 0);
        Ok(map)
    }

    /// The number of voxels in x, y and z.
    #[inline]
    pub fn size(&self) -> [u16; 3] {
        self.size
    }

    /// Returns whether the voxel is on the map.
    #[inline]
    pub fn contains(&self, voxel: Voxel) -> bool {
        let [x, y, z] = self.size;
        voxel.x < x && voxel.y < y && voxel.z < z
    }

    /// Returns whether the voxel is on the map and not blocked.
    #[inline]
    pub fn is_free(&self, voxel: Voxel) -> bool {
        self.is_free_at(self.index(voxel))
    }

    /// Blocks or frees a voxel. O(1).
    ///
    /// # Errors
    ///
    /// [`VoxelError::Outside`].
    pub fn set(&mut self, voxel: Voxel, is_free: bool) -> Result<(), VoxelError> {
        if !self.contains(voxel) {
            return Err(VoxelError::Outside { voxel, size: self.size });
        }
        self.write(voxel, is_free);
        Ok(())
    }

    /// Blocks a voxel. O(1).
    ///
    /// # Errors
    ///
    /// [`VoxelError::Outside`].
    pub fn set_blocked(&mut self, voxel: Voxel) -> Result<(), VoxelError> {
        self.set(voxel, false)
    }

    /// Makes a voxel free. O(1).
    ///
    /// # Errors
    ///
    /// [`VoxelError::Outside`].
    pub fn set_free(&mut self, voxel: Voxel) -> Result<(), VoxelError> {
        self.set(voxel, true)
    }

    /// All voxels of the map, in the order of z, then y, then x. The iterator does not borrow the map, so the map may
    /// change meanwhile.
    pub fn voxels(&self) -> impl Iterator<Item = Voxel> + use<> {
        let [columns, rows, layers] = self.size;
        let row = move |y, z| (0..columns).map(move |x| Voxel { z, y, x });
        (0..layers).flat_map(move |z| (0..rows).flat_map(move |y| row(y, z)))
    }

    /// The number of voxels from one row to the next.
    #[inline]
    pub(super) fn stride(&self) -> usize {
        usize::from(self.size[0]) + 1
    }

    /// The number of voxels from one layer to the next.
    #[inline]
    pub(super) fn layer(&self) -> usize {
        (usize::from(self.size[1]) + 1) * self.stride()
    }

    /// The number of voxels from the first voxel of a cube to the one in the middle.
    #[inline]
    pub(super) fn lead(&self) -> usize {
        self.layer() + self.stride() + 1
    }

    /// The number of a voxel. All voxels outside the map share the number after the last voxel of the first row.
    #[inline]
    pub(super) fn index(&self, voxel: Voxel) -> usize {
        if !self.contains(voxel) {
            return self.size[0].into();
        }
        usize::from(voxel.z) * self.layer() + usize::from(voxel.y) * self.stride() + usize::from(voxel.x)
    }

    /// The voxel with this number.
    #[inline]
    pub(super) fn voxel_at(&self, index: usize) -> Voxel {
        let (layer, stride) = (self.layer(), self.stride());
        let [x, y, z] = [index % stride, index % layer / stride, index / layer];
        // If a coordinate does not fit, the number is not that of a voxel.
        [x, y, z].map(|part| u16::try_from(part).unwrap_or(u16::MAX)).into()
    }

    /// Greater than the number of any voxel.
    #[inline]
    pub(super) fn index_bound(&self) -> usize {
        self.layer() * usize::from(self.size[2])
    }

    #[inline]
    pub(super) fn is_free_at(&self, index: usize) -> bool {
        let bit = index.wrapping_add(self.lead());
        self.bits.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1)
    }

    /// The 27 voxels around and including the one with this number.
    #[inline]
    pub(super) fn cube(&self, index: usize) -> Cube {
        let (layer, stride) = (self.layer(), self.stride());
        let mut cube = 0;
        for row in 0..9 {
            let bit = index.wrapping_add(row / 3 * layer + row % 3 * stride);
            let bytes = self.bits.get(bit / 8..).and_then(|bytes| bytes.first_chunk());
            let bits = u16::from_le_bytes(bytes.copied().unwrap_or_default()) >> (bit % 8);
            cube |= Cube::from(bits & 7) << (3 * row);
        }
        cube
    }

    /// The voxel must be on the map.
    fn write(&mut self, voxel: Voxel, is_free: bool) {
        let bit = self.index(voxel) + self.lead();
        let mask = 1 << (bit % 8);
        let byte = &mut self.bits[bit / 8];
        *byte = if is_free { *byte | mask } else { *byte & !mask };
    }

    /// Frees a row, byte by byte.
    fn free_row(&mut self, y: u16, z: u16) {
        let first = self.index(Voxel { z, y, x: 0 }) + self.lead();
        let last = first + usize::from(self.size[0]) - 1;
        for byte in first / 8..=last / 8 {
            let after_first = u8::MAX << first.saturating_sub(8 * byte);
            let before_last = u8::MAX >> (8 * byte + 7).saturating_sub(last);
            self.bits[byte] |= after_first & before_last;
        }
    }

    /// Returns an error for the first end of a path that is off the map or, unless that is allowed, blocked; the start
    /// is checked first.
    pub(super) fn check_ends(&self, start: Voxel, goal: Voxel, may_be_blocked: bool) -> Result<(), VoxelError> {
        for (end, voxel) in [(End::Start, start), (End::Goal, goal)] {
            if !self.contains(voxel) {
                return Err(VoxelError::EndOutside {
                    end,
                    voxel,
                    size: self.size,
                });
            }
            if !may_be_blocked && !self.is_free(voxel) {
                return Err(VoxelError::EndBlocked { end, voxel });
            }
        }
        Ok(())
    }
}

/// Shows the size; [`Display`](fmt::Display) writes the voxels.
impl fmt::Debug for VoxelMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VoxelMap")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}
