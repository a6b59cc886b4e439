//! `serde` where it is not derived: for types with a text form, and for types that are checked when they are read.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::grid::GridMap;
use crate::npuzzle::{Board, Shape, TileBytes, Tiles, Tiles16, Tiles25};

/// Writes the text in human-readable formats, and the parts in others.
fn write<S: Serializer>(serializer: S, text: impl Display, parts: impl Serialize) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.collect_str(&text)
    } else {
        parts.serialize(serializer)
    }
}

/// Reads what [`write`] writes.
fn read<'de, D: Deserializer<'de>, T, Parts: Deserialize<'de>, TextError: Display, PartsError: Display>(
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

/// In human-readable formats the [rows](Board::rows), otherwise the shape and the tiles.
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

/// In human-readable formats a text such as `3x5`, otherwise the width and the height.
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

/// In human-readable formats the text of the map, a [plain PGM](Self::pgm) if a terrain cost is above 9. Otherwise the
/// width, the height and the terrain costs.
impl Serialize for GridMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let costs: Vec<u8> = self.points().filter_map(|point| self.cost(point)).collect();
        let text = if serializer.is_human_readable() && costs.iter().any(|cost| *cost > 9) {
            self.pgm().to_string()
        } else {
            self.to_string()
        };
        write(serializer, text, (self.width(), self.height(), costs))
    }
}

impl<'de> Deserialize<'de> for GridMap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let from_text = |text: &str| match text.strip_prefix("P2") {
            Some(_) => Self::from_pgm(text.as_bytes()).map_err(Into::into),
            None => text.parse(),
        };
        let from_parts = |(width, height, costs): (u16, u16, Vec<u8>)| {
            let (width, height) = (usize::from(width), usize::from(height));
            if width.checked_mul(height) != Some(costs.len()) {
                return Err(format!("{} cells in a map of {width} x {height}", costs.len()));
            }
            let mut costs = costs.into_iter();
            Self::from_fn(width, height, |_| costs.next().unwrap_or(0)).map_err(|error| error.to_string())
        };
        read(deserializer, from_text, from_parts)
    }
}

macro_rules! tiles {
    ($([$($parameter:tt)*] $tiles:ty;)*) => {$(
        /// The tiles, as far as the board goes.
        impl<$($parameter)*> Serialize for $tiles {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let tiles: Vec<u8> = (0..Self::CAPACITY).map(|cell| self.get(cell)).collect();
                // Beyond the board there is one value up to the end. A last tile of this value comes back as well.
                let filling = Self::pack(&[0]).map_or(0, |tiles| tiles.get(Self::CAPACITY - 1));
                let last = tiles.iter().rposition(|tile| *tile != filling || *tile == 0);
                let after = last.map_or(0, |last| last + 1);
                serializer.collect_seq(&tiles[..after])
            }
        }

        impl<'de, $($parameter)*> Deserialize<'de> for $tiles {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let tiles = Vec::<u8>::deserialize(deserializer)?;
                let mut sorted = tiles.clone();
                sorted.sort_unstable();
                let is_permutation = sorted.iter().enumerate().all(|(place, tile)| usize::from(*tile) == place);
                Self::pack(&tiles).filter(|_| is_permutation).ok_or_else(|| {
                    let (count, most) = (tiles.len(), Self::CAPACITY);
                    D::Error::custom(format!("{count} tiles that are not those of a board of at most {most} cells"))
                })
            }
        }
    )*};
}

tiles! {
    [] Tiles16;
    [] Tiles25;
    [const N: usize] TileBytes<N>;
}
