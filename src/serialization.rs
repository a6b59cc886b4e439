//! `serde` implementations that are not derived: for types with a text form, and for types that are checked when read.
//!
//! [`write`](fn@write) and [`read`] are used by the other crates of astride and may be used by yours.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Display;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::npuzzle::{Board, Shape, TileBytes, Tiles, Tiles16, Tiles25};

/// Writes a value: its text in human-readable formats, and its parts in other formats.
///
/// # Errors
///
/// Returns the errors of the serializer.
pub fn write<S: Serializer>(serializer: S, text: impl Display, parts: impl Serialize) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.collect_str(&text)
    } else {
        parts.serialize(serializer)
    }
}

/// Reads a value written by [`write`](fn@write).
///
/// # Errors
///
/// Returns the errors of the deserializer, and those of `from_text` and `from_parts` converted to the deserializer's
/// error type.
pub fn read<'de, D: Deserializer<'de>, T, Parts: Deserialize<'de>, TextError: Display, PartsError: Display>(
    deserializer: D,
    from_text: impl FnOnce(&str) -> Result<T, TextError>,
    from_parts: impl FnOnce(Parts) -> Result<T, PartsError>,
) -> Result<T, D::Error> {
    if deserializer.is_human_readable() {
        from_text(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    } else {
        from_parts(Parts::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// A board is written as [rows](Board::rows) in human-readable formats, otherwise as the shape and the tiles.
impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(serializer, self.rows(), (self.shape(), self.cells()))
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let from_parts = |(shape, tiles): (_, Vec<u8>)| Self::new(shape, &tiles);
        read(deserializer, str::parse, from_parts)
    }
}

/// A shape is written as a text such as `3x5` in human-readable formats, otherwise as the width and the height.
impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(serializer, self, (self.width(), self.height()))
    }
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, str::parse, |(width, height)| Self::new(width, height))
    }
}

/// Writes the tiles of the board without the filling after it.
fn write_tiles<T: Tiles, S: Serializer>(serializer: S, board: T) -> Result<S::Ok, S::Error> {
    let tiles: Vec<u8> = (0..cells(board)).map(|cell| board.get(cell)).collect();
    serializer.collect_seq(&tiles)
}

fn read_tiles<'de, T: Tiles, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let tiles = Vec::<u8>::deserialize(deserializer)?;
    let mut sorted = tiles.clone();
    sorted.sort_unstable();
    let is_permutation = sorted
        .iter()
        .enumerate()
        .all(|(place, tile)| usize::from(*tile) == place);
    T::pack(&tiles)
        .filter(|_| is_permutation)
        .ok_or_else(|| no_board::<T, _>(tiles.len()))
}

/// The number of tiles to write. All cells after these have the same value. If the last tile of the board has that
/// value, it is not written either, and reading fills it in again.
fn cells<T: Tiles>(board: T) -> usize {
    let filling = T::pack(&[0]).map_or(0, |one| one.get(T::CAPACITY - 1));
    let last = (0..T::CAPACITY).rfind(|cell| board.get(*cell) != filling || board.get(*cell) == 0);
    last.map_or(0, |last| last + 1)
}

fn no_board<T: Tiles, E: Error>(count: usize) -> E {
    let most = T::CAPACITY;
    E::custom(format!("{count} tiles do not form a board of at most {most} cells"))
}

macro_rules! packed_tiles {
    ($($(#[$documentation:meta])* $tiles:ty, $bits:ty, $used_bits:expr;)*) => {$(
        $(#[$documentation])*
        impl Serialize for $tiles {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    write_tiles(serializer, *self)
                } else {
                    self.bits().serialize(serializer)
                }
            }
        }

        impl<'de> Deserialize<'de> for $tiles {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    return read_tiles(deserializer);
                }
                let bits = <$bits>::deserialize(deserializer)?;
                let board = Self::from_bits(bits);
                let cells = cells(board);
                let tiles = (0..cells).fold(0, |tiles: u32, cell| tiles | 1 << board.get(cell));
                let is_board = cells > 0 && tiles == u32::MAX >> (32 - cells) && bits.leading_zeros() + $used_bits >= <$bits>::BITS;
                is_board.then_some(board).ok_or_else(|| no_board::<Self, _>(cells))
            }
        }
    )*};
}

packed_tiles! {
    /// The tiles of the board are written as a list in human-readable formats (without tile 15 in the last cell of
    /// 4×4), otherwise as the packed bits.
    Tiles16, u64, 64;
    /// The tiles of the board are written as a list in human-readable formats, otherwise as the packed bits.
    Tiles25, u128, 125;
}

/// The tiles of the board are written as a list (without tile 255 in the last cell of 16×16).
impl<const N: usize> Serialize for TileBytes<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write_tiles(serializer, *self)
    }
}

impl<'de, const N: usize> Deserialize<'de> for TileBytes<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_tiles(deserializer)
    }
}
